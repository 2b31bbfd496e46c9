// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pieces of StableHLO text that ops of random fusions share.
#pragma once
#include "tools/spmd_random_fusions.h"

namespace spmd::random {

std::string list(llvm::ArrayRef<int64_t> numbers);  // [1, 2]
std::string array(llvm::ArrayRef<int64_t> numbers); // array<i64: 1, 2>
/// " : (tensor<2xf32>) -> tensor<f32>", the types of operands and result.
std::string arrow(llvm::ArrayRef<Operand> from, const Operand &to);
/// An operand without a name: its type.
Operand shaped(Dims shape, llvm::StringRef element);

/// One dim of `x` or more, which must have one.
Dims someDims(FusionWriter &w, const Operand &x);

} // namespace spmd::random
