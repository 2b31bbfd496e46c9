// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resolves logical axes. A program names the dims of its arrays ("batch", "embed"), and a table of
// rules says which mesh axes each name stands for, so that another table gives another parallelism.
// The rules follow T5X and flax.linen.logical_to_mesh. The functions here are pure and work on
// strings; the pass around them is compiler/import/resolve_logical_axes.cpp.
//
//   # fsdp.axes: one rule a line, the first one that fits a dim wins
//   batch  -> data
//   embed  -> data unless taken      if another dim already has data, the next rule for embed is
//                                    tried
//   vocab  -> data model             over both axes, data major
//   kv     -> whole                  not split, whatever rules follow
//   on-conflict next                 every rule gives way, as if it said `unless taken`
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace spmd {

/// One line of the table.
struct LogicalRule {
  std::string name;
  std::vector<std::string> axes; // axes of the mesh, major first; empty: the dim stays whole
  bool unlessTaken = false;
  unsigned line = 0;   // line in the file, from 1
  unsigned column = 0; // column of the first axis
};

struct LogicalRules {
  std::string file;
  std::vector<LogicalRule> rules;
  bool nextOnConflict = false;
};

/// Reads a table. Errors print as "FILE:LINE:COLUMN: what is wanted there".
llvm::Expected<LogicalRules> parseLogicalRules(llvm::StringRef text, llvm::StringRef file);

/// The result for one dim: left to propagation (Open), not split (Whole), split by a rule (Ruled),
/// or without a rule for its name (NoRule), which counts as whole.
struct LogicalDim {
  enum Kind { Open, Whole, Ruled, NoRule };
  Kind kind = Whole;
  std::vector<std::string> axes;
  size_t rule = 0; // kind == Ruled
};

/// A rule that wants an axis which another dim of the tensor already has.
struct LogicalConflict {
  size_t dim, rule;
  size_t takenBy, takenByRule;
  std::string axis;
};

/// The resolved dims. If there is a conflict, or two dims have the same name, the dims are
/// incomplete and the caller reports an error.
struct LogicalResolution {
  std::vector<LogicalDim> dims;
  std::optional<LogicalConflict> conflict;
  std::optional<std::pair<size_t, size_t>> sameName; // the numbers of two dims of one name
};

/// The mesh axes of a tensor whose dims are called `names`. The name "" stands for a dim that stays
/// whole, "?" for a dim that is left to propagation. Rules are tried in the order of the table,
/// each on the dim of its name:
///   batch -> data, embed -> model:   ["batch", "", "embed"]   ->   {data} {} {model}
/// A mesh axis may split one dim of a tensor. If two rules want the same axis, the resolution has a
/// conflict, unless the later rule gives way.
LogicalResolution resolveLogical(llvm::ArrayRef<llvm::StringRef> names, const LogicalRules &rules);

} // namespace spmd
