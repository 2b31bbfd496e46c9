// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pieces of StableHLO text that the ops of random fusions share.
#pragma once
#include "tools/spmd_random_fusions.h"

namespace spmd::random {

std::string list(llvm::ArrayRef<int64_t> numbers);  // [1, 2]
std::string array(llvm::ArrayRef<int64_t> numbers); // array<i64: 1, 2>
/// The types of operands and result: " : (tensor<2xf32>) -> tensor<f32>".
std::string arrow(llvm::ArrayRef<Operand> from, const Operand &to);
/// An operand without a name, for its type.
Operand shaped(Dims shape, llvm::StringRef element);

/// A non-empty subset of the dims of `x`, which must have one.
Dims someDims(FusionWriter &w, const Operand &x);

} // namespace spmd::random
