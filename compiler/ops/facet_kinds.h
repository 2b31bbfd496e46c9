// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facets that the struct of an op may declare, and which of them it defines. Apart from
// facets.h, which enters what a struct defines into the table of rules.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <concepts>

namespace spmd::ops {

/// A string as a template argument.
template <size_t N> struct Text {
  char chars[N];
  constexpr Text(const char (&text)[N]) { std::copy_n(text, N, chars); }
};

// The facets, with the names that `spmd-opt --list-ops` prints.
template <Text Name> struct Facet {
  static constexpr Text facetName = Name;
};
using Space = Facet<"space">;
using Rule = Facet<"rule">;
using Localize = Facet<"localize">;
using Grow = Facet<"grow">;
using Window = Facet<"window">;
using Shifts = Facet<"shifts">;
using Taken = Facet<"taken">;
using Index = Facet<"index">;
using Restrict = Facet<"restrict">;
using Kernel = Facet<"kernel">;
using Combine = Facet<"combine">;
using Priority = Facet<"priority">;
using Vjp = Facet<"vjp">;
using Batch = Facet<"batch">;
// The members have the names that the struct of an op may define by templates (detail::Both).
struct Emit : Facet<"emit"> {
  int emit;
};
struct Parts : Facet<"parts"> {
  int emitComplex; // or `parts`; without Parts an op may have parts by Dequantized
};
struct Eval : Facet<"eval"> {
  int eval;
};
// In all operands, unless the op defines linearIn.
using Linear = Facet<"linear">;
// Properties, with nothing to define.
struct KeepsConstant {};
struct Dequantized {};    // on quantized values: dequantize, do it on floats, quantize
struct ReadsNoPadding {}; // along the dims that it reduces: `grow` sees to that
struct StaticResult {};   // `eval` needs to know the shape of the result
struct ZeroVjp {};        // the derivative is zero wherever there is one: floor, compare, constants
struct DrivenVjp {};      // compiler/grad differentiates the regions or the function of the op
struct DrivenBatch {};    // compiler/batch does the same for batches
struct BatchInFront {};   // more dims in front of all operands and results are a batch
struct BatchEach {};      // each result is batched as its operand is

/// A facet that the op lacks for a reason worth telling: No<Emit, "complex numbers are not
/// emitted">.
template <class F, Text Reason> struct No {};
template <Text R> using NoSpace = No<Space, R>;
template <Text R> using NoRule = No<Rule, R>;
template <Text R> using NoEmit = No<Emit, R>;
template <Text R> using NoKernel = No<Kernel, R>;
template <Text R> using NoEval = No<Eval, R>;
template <Text R> using NoVjp = No<Vjp, R>;
template <Text R> using NoBatch = No<Batch, R>;

template <class... Fs> struct Has {
  template <class F> static constexpr bool has = (std::same_as<F, Fs> || ...);
};

namespace detail {
template <class R, class F> constexpr bool declares = R::Facets::template has<F>;

// Find out whether R defines a member, also if that is a template: Both<R, Eval> inherits the name
// `eval` from two sides if R defines it, and then `&Both<R, Eval>::eval` is ambiguous.
template <class R, class F> struct Both : R, F {};
template <class R> constexpr bool definesSpace = requires { &R::space; };
template <class R> constexpr bool definesRule = requires { &R::rule; };
template <class R> constexpr bool definesLocalize = requires { &R::localize; };
template <class R> constexpr bool definesGrow = requires { &R::grow; };
template <class R> constexpr bool definesWindow = requires { &R::window; };
template <class R> constexpr bool definesShifts = requires { &R::shifts; };
template <class R> constexpr bool definesTaken = requires { &R::taken; };
template <class R> constexpr bool definesEmit = !requires { &Both<R, Emit>::emit; };
template <class R> constexpr bool definesParts = requires { &R::parts; };
template <class R> constexpr bool definesIndex = requires { &R::index; };
template <class R> constexpr bool definesRestrict = requires { &R::restrict; };
template <class R> constexpr bool definesKernel = requires { &R::kernel; };
template <class R> constexpr bool definesCombine = requires { &R::combine; };
template <class R> constexpr bool definesLinearIn = requires { &R::linearIn; };
template <class R> constexpr bool definesPriority = requires { &R::priority; };
template <class R> constexpr bool definesVjp = requires { &R::vjp; };
template <class R> constexpr bool definesBatch = requires { &R::batch; };
template <class R> constexpr bool definesEval = !requires { &Both<R, Eval>::eval; };
template <class R> constexpr bool definesEmitComplex = !requires { &Both<R, Parts>::emitComplex; };

using Absences = llvm::SmallVector<std::pair<llvm::StringRef, llvm::StringRef>>;
template <class F> struct Absence {
  static void note(Absences &) {}
};
template <class F, Text Reason> struct Absence<No<F, Reason>> {
  static void note(Absences &absences) {
    static constexpr Text text = Reason;
    absences.push_back({F::facetName.chars, text.chars});
  }
};
template <class F> struct NoteAbsences;
template <class... Fs> struct NoteAbsences<Has<Fs...>> {
  static void run(Absences &absences) { (Absence<Fs>::note(absences), ...); }
};
} // namespace detail

} // namespace spmd::ops
