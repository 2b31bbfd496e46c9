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

// The facets, with the names that `spmd-opt --list-ops` prints. The member of a facet has the name
// that the struct of an op defines (detail::Both).
template <Text Name> struct Facet {
  static constexpr Text facetName = Name;
};
struct Space : Facet<"space"> {
  int space;
};
struct Rule : Facet<"rule"> {
  int rule;
};
struct Localize : Facet<"localize"> {
  int localize;
};
struct Emit : Facet<"emit"> {
  int emit;
};
struct Parts : Facet<"parts"> {
  int parts, emitComplex; // one of the two; without Parts an op may have parts by Dequantized
};
struct Index : Facet<"index"> {
  int index;
};
struct Restrict : Facet<"restrict"> {
  int restrict;
};
struct Kernel : Facet<"kernel"> {
  int kernel;
};
struct Combine : Facet<"combine"> {
  int combine;
};
struct Priority : Facet<"priority"> {
  int priority;
};
struct Eval : Facet<"eval"> {
  int eval;
};
// Properties, with nothing to define.
struct Linear : Facet<"linear"> {};
struct KeepsConstant {};
struct Dequantized {}; // on quantized values: dequantize, do it on floats, quantize

/// A facet that the op lacks for a reason worth telling: No<Emit, "complex numbers are not
/// emitted">.
template <class F, Text Reason> struct No {};
template <Text R> using NoSpace = No<Space, R>;
template <Text R> using NoRule = No<Rule, R>;
template <Text R> using NoEmit = No<Emit, R>;
template <Text R> using NoKernel = No<Kernel, R>;
template <Text R> using NoEval = No<Eval, R>;

template <class... Fs> struct Has {
  template <class F> static constexpr bool has = (std::same_as<F, Fs> || ...);
};

namespace detail {
// Finds out whether R defines a member, also if that is a template. Both<R, Space> inherits the
// name `space` from two sides if R defines it, and then `&Both<R, Space>::space` is ambiguous.
template <class R, class F> struct Both : R, F {};
template <class R>
concept DefinesSpace = !requires { &Both<R, Space>::space; };
template <class R>
concept DefinesRule = !requires { &Both<R, Rule>::rule; };
template <class R>
concept DefinesLocalize = !requires { &Both<R, Localize>::localize; };
template <class R>
concept DefinesEmit = !requires { &Both<R, Emit>::emit; };
template <class R>
concept DefinesParts = !requires { &Both<R, Parts>::parts; };
template <class R>
concept DefinesIndex = !requires { &Both<R, Index>::index; };
template <class R>
concept DefinesRestrict = !requires { &Both<R, Restrict>::restrict; };
template <class R>
concept DefinesKernel = !requires { &Both<R, Kernel>::kernel; };
template <class R>
concept DefinesCombine = !requires { &Both<R, Combine>::combine; };
template <class R>
concept DefinesPriority = !requires { &Both<R, Priority>::priority; };
template <class R>
concept DefinesEval = !requires { &Both<R, Eval>::eval; };
template <class R>
concept DefinesEmitComplex = !requires { &Both<R, Parts>::emitComplex; };

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
