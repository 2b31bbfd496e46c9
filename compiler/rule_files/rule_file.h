// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Users' sharding rules for custom calls, from a text file: a target and a rule a line. A rule is
// written as sdy's, but without sizes, which come from the shapes of each call; where a dim is a
// product of factors, all sizes but one are given:
//   my_norm      ([i, j], [j])->([i, j]) need_replication={j}
//   my_split     ([ij])->([i, j]) {i=2}
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace spmd {

struct TargetRule {
  std::string target;
  ShardingRule rule; // factors of size 0 get theirs from shapes
  unsigned line = 0;
};

/// Errors read "FILE:LINE:COLUMN: what is wanted there".
llvm::Expected<std::vector<TargetRule>> parseTargetRules(llvm::StringRef text,
                                                         llvm::StringRef file);

using Shapes = llvm::ArrayRef<llvm::ArrayRef<int64_t>>;

/// The rule with the sizes of a call; scalars have an empty shape. The error says in what it does
/// not fit.
llvm::Expected<ShardingRule> fitRule(const ShardingRule &rule, Shapes operands, Shapes results);

} // namespace spmd
