// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites several ops into fewer or cheaper ones. Results agree with the longer form up to the
// last bits, not bit by bit. Types that are rounded after each op are therefore left alone.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

///   0.5 * (1 + tanh(u))  ->  logistic(2 u), if the tanh has no other user;
///                            u = a (x + b x^3) then becomes x (a + a b x^2)
///   a broadcast to the shape of its operand  ->  the operand
///   a custom call that annotates its operands  ->  the operands
///
/// `exact` counts bf16 among the types that are rounded after each op (see CompileOptions).
void addIdentities(mlir::RewritePatternSet &patterns, bool exact);

} // namespace spmd
