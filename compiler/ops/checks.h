// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The comparisons of self-checking programs, element by element: equality, distance in units in the
// last place, and distance within a tolerance.
#pragma once
#include "compiler/elements/tensor.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace spmd {

/// Whether an op is such a comparison: an op of the check dialect, or a custom call of a known
/// target "check.NAME".
bool isCheck(mlir::Operation *op);

/// What the pass spmd-outline-checks produces: the function with the checks of main, and an
/// attribute on arguments of main that were constants, which holds their value.
constexpr llvm::StringLiteral kChecksFunction = "spmd.checks";
constexpr llvm::StringLiteral kValueAttr = "spmd.value";

struct CheckResult {
  bool holds = true;
  std::string message; // the first differing index and both values
};

/// a == b by the equality of the type: -0 equals +0, NaN equals nothing.
CheckResult checkEqual(const Tensor &actual, const Tensor &expected);
/// a == b, or both NaN, or both finite and abs(a - b) <= tolerance in f64. Integers must be equal.
CheckResult checkAlmostEqual(const Tensor &actual, const Tensor &expected, double tolerance);
/// a and b are at least `least` and at most `most` units in the last place apart. Two NaNs are 0
/// apart, a finite and a non-finite number infinitely far.
CheckResult checkClose(const Tensor &actual, const Tensor &expected, uint64_t least, uint64_t most);

} // namespace spmd
