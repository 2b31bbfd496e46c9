// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the descriptions of elementwise ops share: which element types an op takes, and ops that are
// one op of StableHLO or chlo on operands that meet in one type and shape.
#pragma once
#include "compiler/frontend/trace/apply.h"
#include "compiler/frontend/trace/axis_names.h"

namespace spmd {
inline namespace frontend {

using Terms = llvm::ArrayRef<Term>;

/// Which element types an op takes, and what it makes of the others.
enum class Takes {
  All,
  Ordered,  // complex numbers are refused
  Inexact,  // integers become f32
  Floats,   // the same, and complex numbers are refused
  Numbers,  // booleans are refused
  Reals,    // booleans and complex numbers are refused
  Integers, // floats and complex numbers are refused
  Bits,     // the same, and booleans
};

/// The type in which an op works on these operands. Refuses types that it does not take.
ElementType typeFor(Emitter &e, llvm::StringRef name, Terms terms, Takes takes);

/// Both operands meet in one type and shape; then Op works on them.
template <class Op>
Tensor binary(llvm::StringRef name, const Operand &a, const Operand &b, Takes takes) {
  Tensor made = apply(name, {&a, &b}, OpKey(), [&](Emitter &e, Terms terms) {
    auto values = e.meet(name, terms, typeFor(e, name, terms, takes));
    return e.make<Op>(values[0], values[1]);
  });
  return withNamesOf(made, {&a, &b});
}

/// One operand, in a type that the op takes.
template <class Op> Tensor unary(llvm::StringRef name, const Operand &x, Takes takes) {
  Tensor made = apply(name, {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    return e.make<Op>(e.valueOf(terms[0], typeFor(e, name, terms, takes)));
  });
  return withNamesOf(made, {&x});
}

/// An op that other ops describe (compose): the operands have met in one type and shape.
Tensor formula(llvm::StringRef name, std::initializer_list<const Operand *> operands, Takes takes,
               const OpKey &key, llvm::function_ref<Tensor(llvm::ArrayRef<Tensor>)> describe);

/// The same of one operand, and of two.
template <class F>
Tensor formula(llvm::StringRef name, const Operand &x, Takes takes, const F &describe) {
  return formula(name, {&x}, takes, OpKey(),
                 [&](llvm::ArrayRef<Tensor> in) -> Tensor { return describe(in[0]); });
}
template <class F>
Tensor formula(llvm::StringRef name, const Operand &a, const Operand &b, Takes takes,
               const F &describe) {
  return formula(name, {&a, &b}, takes, OpKey(),
                 [&](llvm::ArrayRef<Tensor> in) -> Tensor { return describe(in[0], in[1]); });
}

} // namespace frontend
} // namespace spmd
