// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What self-checking programs compare, element by element: equality, closeness in units of the last
// place, and closeness within a tolerance.
#pragma once
#include "compiler/ops/tensor.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace spmd {

/// Whether an op is one of these comparisons: of the check dialect, or a custom call of a known
/// target "check.NAME".
bool isCheck(mlir::Operation *op);

/// What the pass spmd-outline-checks leaves: the function of main's checks, and the values of
/// main's arguments that were constants.
constexpr llvm::StringLiteral kChecksFunction = "spmd.checks";
constexpr llvm::StringLiteral kValueAttr = "spmd.value";

struct CheckResult {
  bool holds = true;
  std::string message; // the first differing index and both values
};

/// a == b by the type's own equality: -0 equals +0, NaN equals nothing.
CheckResult checkEqual(const Tensor &actual, const Tensor &expected);
/// a == b, or both NaN, or both finite and abs(a - b) <= tolerance in f64. Integers have to be
/// equal.
CheckResult checkAlmostEqual(const Tensor &actual, const Tensor &expected, double tolerance);
/// At least `least` and at most `most` units of the last place apart; two NaNs are 0 apart, what is
/// finite and what is not are infinitely far apart.
CheckResult checkClose(const Tensor &actual, const Tensor &expected, uint64_t least, uint64_t most);

} // namespace spmd
