// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes bounds for the results of a program: the reference interpreter op by op, on
// intervals. An op without rounding freedom (IEEE 754 arithmetic, movement, integers) maps
// points to points, so its results are compared bit by bit. Other ops have this freedom:
//   functions (exp, tanh, ..)    4 units in the last place of f32 and f64, one step of a shorter
//                                type; logistic of f32 may be 0 where it is subnormal
//   sums of n floats             n rounding errors of the sum of the magnitudes; none where all
//                                partial sums are exact; a sum of zeros may be -0 or +0, since the
//                                initial value need not be added
//   products of n floats         n rounding errors of the result
//   scatters that add            as sums, in the element's own type: each update may be rounded
//   products of complex numbers  3 units in the last place of the magnitude
// A monotone op maps the corners of intervals to an interval. After any other op nothing is
// known of the element.
#pragma once
#include "compiler/elements/tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd::random {

/// Elements lie in [low, high]. Equal bits in both are a point. An integer that is not a
/// point may have any value, and so may a float whose `low` alone is NaN. Each part of a
/// complex number has bounds of its own.
struct Bounds {
  Tensor low, high;
  bool isExact = true; // all elements are points; `high` equals `low`
};

/// Returns bounds for the results of `main`. Fails with the interpreter's error.
llvm::Expected<std::vector<Bounds>> boundsOf(mlir::func::FuncOp main,
                                             llvm::ArrayRef<Tensor> arguments);

/// Returns "element 3 is 1.5, not in [1, 1.25]; 2 of 8 differ", or nothing where all
/// elements lie in their bounds. Two NaNs are equal.
std::optional<std::string> firstOutside(const Tensor &result, const Bounds &bounds);

} // namespace spmd::random
