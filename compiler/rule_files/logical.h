// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logical axes: programs name the dims of their arrays ("batch", "embed"), a table of rules says
// which mesh axes each name stands for, so that another parallelism is another table. After the
// rules of T5X and flax.linen.logical_to_mesh. Pure functions; the pass around them is
// compiler/import/resolve_logical_axes.cpp.
//
//   # fsdp.axes: a rule a line, the first one that fits a dim wins
//   batch  -> data
//   embed  -> data unless taken      where the tensor's batch has data already, the next rule for
//                                    embed is tried
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

struct LogicalRule {
  std::string name;
  std::vector<std::string> axes; // of the mesh, major first; none: whole
  bool unlessTaken = false;
  unsigned line = 0;   // in the file, from 1
  unsigned column = 0; // of the first axis
};

struct LogicalRules {
  std::string file;
  std::vector<LogicalRule> rules;
  bool nextOnConflict = false;
};

/// Reads a table. Errors read "FILE:LINE:COLUMN: what is wanted there".
llvm::Expected<LogicalRules> parseLogicalRules(llvm::StringRef text, llvm::StringRef file);

/// What becomes of one dim.
struct LogicalDim {
  enum Kind { Open, Whole, Ruled, NoRule };
  Kind kind = Whole;
  std::vector<std::string> axes;
  size_t rule = 0; // kind == Ruled
};

/// A rule whose axis the tensor has on another dim already.
struct LogicalConflict {
  size_t dim, rule;
  size_t takenBy, takenByRule;
  std::string axis;
};

struct LogicalResolution {
  std::vector<LogicalDim> dims;
  std::optional<LogicalConflict> conflict;
  std::optional<std::pair<size_t, size_t>> sameName; // two dims
};

/// The axes of a tensor whose dims are called `names`; "" is a dim that stays whole, "?" one that
/// is left to propagation. Rules are tried in the order of the table, each on the dim of its name:
///   batch -> data, embed -> model:   ["batch", "", "embed"]   ->   {data} {} {model}
/// A mesh axis serves a tensor once; where two rules want it, the resolution has a conflict, unless
/// the later rule gives way.
LogicalResolution resolveLogical(llvm::ArrayRef<llvm::StringRef> names, const LogicalRules &rules);

} // namespace spmd
