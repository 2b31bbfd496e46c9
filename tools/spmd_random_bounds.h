// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program's results may be: the reference interpreter op by op, on intervals. An op without
// rounding freedom (arithmetic that IEEE 754 defines, movement, integers) maps points to points, so
// its results are compared bit by bit. The others have this freedom:
//   functions (exp, tanh, ..)    4 units in the last place of f32 and f64, one step of a shorter
//                                type; logistic of f32 may be 0 where it is subnormal
//   sums of n floats             n rounding errors of the sum of the magnitudes; none where all
//                                partial sums are exact; -0 and +0 are one sum of zeros, as the
//                                initial value need not be added
//   products of n floats         n rounding errors of the result
//   scatters that add            as sums, in the element's own type: each update may be rounded
//   products of complex numbers  3 units in the last place of the magnitude
// An interval goes through later ops by its corners where they are monotone; elsewhere nothing is
// known of the element.
#pragma once
#include "compiler/ops/tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd::random {

/// Elements lie in [low, high]; the same bits in both are a point. An integer that is no point may
/// be anything, and so may a float that is a NaN in `low` alone. Parts of complex
/// numbers are bounded each.
struct Bounds {
  Tensor low, high;
  bool isExact = true; // all are points; `high` is `low`
};

/// The results of `main`; fails with the interpreter's error.
llvm::Expected<std::vector<Bounds>> boundsOf(mlir::func::FuncOp main,
                                             llvm::ArrayRef<Tensor> arguments);

/// "element 3 is 1.5, not in [1, 1.25]; 2 of 8 differ", or nothing where all elements lie in their
/// bounds. Two NaNs are equal.
std::optional<std::string> firstOutside(const Tensor &result, const Bounds &bounds);

} // namespace spmd::random
