// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides whether an op can work on padded operands and results: whether no element of the program
// depends on padding. A pure function of a sharding rule and of shapes, apart from the IR.
#pragma once
#include "compiler/ops/sharding_rule.h"

namespace spmd {

/// The shape of an operand or result, without and with padding.
struct PaddedShape {
  llvm::SmallVector<int64_t> before, after;
};

/// How an op takes padded operands.
struct PaddedFactors {
  /// Per operand: the padded dims that the op reduces. Their padding has to be neutral.
  llvm::SmallVector<llvm::SmallVector<int64_t>> reducedDims;
  /// Dims that operand 0 and the result have at different sizes, and that are padded to one size.
  llvm::SmallVector<int64_t> resizedDims;
};

/// Returns how the op takes the padding of `shapes` (operands, then results); nothing if it cannot.
/// It can if the padding of a dim is whole steps of the dim's major factor, if all dims along this
/// factor have as many steps, and if the factor passes through or is reduced:
///   add 7 -> 8: yes
///   reshape 14 -> 7x2, padded to 16 and 8x2: yes
///   reshape 9 -> 3x3, padded to 10 and 4x3: no, as padding would lie between elements
/// `addsDims` says that the op makes elements along factors that no operand has (a broadcast).
std::optional<PaddedFactors> fitPadding(const ShardingRule &rule,
                                        llvm::ArrayRef<PaddedShape> shapes, bool addsDims);

} // namespace spmd
