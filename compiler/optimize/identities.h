// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Laws that let several ops be fewer or cheaper ones. Results agree to the last bits of the longer
// form, not bit by bit; so the laws leave alone the types that are rounded after each op.
#pragma once
#include "mlir/IR/PatternMatch.h"

namespace spmd {

///   0.5 * (1 + tanh(u))  ->  logistic(2 u), where nothing else reads the tanh
///                            and a u = a (x + b x^3) becomes x (a + a b x^2)
///   a broadcast to the shape that its operand has  ->  the operand
///
/// `exact`: see CompileOptions.
void addIdentities(mlir::RewritePatternSet &patterns, bool exact);

} // namespace spmd
