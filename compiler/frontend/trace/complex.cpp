// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of complex.h: ops of StableHLO on complex tensors, and nothing on real ones.
// Generated code keeps the parts apart (compiler/optimize/split_elements.cpp), so that taking a
// part costs nothing.
#include "compiler/frontend/include/spmd/complex.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {

/// StableHLO has complex numbers of f32 and f64.
Tensor complex(const Operand &re, const Operand &im) {
  return apply("complex", {&re, &im}, OpKey(), [&](Emitter &e, Terms terms) {
    const ElementType type = typeFor(e, "complex", terms, Takes::Floats);
    auto parts = e.meet("complex", terms, type == f64 ? f64 : f32);
    return e.make<stablehlo::ComplexOp>(parts[0], parts[1]);
  });
}
/// No op where x is real: a model of real numbers pays nothing for formulas that are written for
/// complex ones, as those of linalg.h.
Tensor real(const Operand &x) {
  Tensor made = apply("real", {&x}, OpKey(), [&](Emitter &e, Terms terms) -> mlir::Value {
    mlir::Value value = e.valueOf(terms[0]);
    return isComplex(e.elementOf(value)) ? e.make<stablehlo::RealOp>(value) : value;
  });
  return withNamesOf(made, {&x});
}
/// Zeros where x is real, in the type of x.
Tensor imag(const Operand &x) {
  Tensor made = apply("imag", {&x}, OpKey(), [&](Emitter &e, Terms terms) -> mlir::Value {
    mlir::Value value = e.valueOf(terms[0]);
    return isComplex(e.elementOf(value)) ? e.make<stablehlo::ImagOp>(value)
                                         : e.constantLike(int64_t(0), value);
  });
  return withNamesOf(made, {&x});
}
/// The op that JAX exports: the parts, of which one is negated.
Tensor conj(const Operand &x) {
  Tensor made = apply("conj", {&x}, OpKey(), [&](Emitter &e, Terms terms) -> mlir::Value {
    mlir::Value value = e.valueOf(terms[0]);
    if (!isComplex(e.elementOf(value)))
      return value;
    mlir::Value im = e.make<stablehlo::NegOp>(e.make<stablehlo::ImagOp>(value));
    return e.make<stablehlo::ComplexOp>(e.make<stablehlo::RealOp>(value), im);
  });
  return withNamesOf(made, {&x});
}
/// Of a negative real number it is pi, of 0 it is 0. By atan2, which is right in all quadrants.
Tensor angle(const Operand &x) {
  return formula("angle", x, Takes::Inexact, [](Tensor v) { return atan2(imag(v), real(v)); });
}

} // namespace frontend
} // namespace spmd
