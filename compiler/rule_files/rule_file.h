// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads users' sharding rules for custom calls from a text file, one target and its rule a line. A
// rule is written as in #sdy.op_sharding_rule, but needs no sizes, which come from the shapes of
// each call. If a dim is a product of factors, all sizes but one are given:
//   my_norm      ([i, j], [j])->([i, j]) need_replication={j}
//   my_split     ([ij])->([i, j]) {i=2}
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace spmd {

/// One line of the file.
struct TargetRule {
  std::string target;
  ShardingRule rule; // factors of sdy::kUnknownSize get their sizes from the shapes of a call
  unsigned line = 0;
};

/// Reads a file. Errors print as "FILE:LINE:COLUMN: what is wanted there". The context has the sdy
/// dialect.
llvm::Expected<std::vector<TargetRule>> parseTargetRules(llvm::StringRef text, llvm::StringRef file,
                                                         mlir::MLIRContext *context);

using Shapes = llvm::ArrayRef<llvm::ArrayRef<int64_t>>;

/// The rule with the factor sizes of a call. Scalars have an empty shape. The error says where the
/// rule does not fit the shapes.
llvm::Expected<ShardingRule> fitRule(const ShardingRule &rule, Shapes operands, Shapes results);

} // namespace spmd
