// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads tables of logical axes and applies them to the dims of a tensor; logical.h shows both by
// example.
#include "compiler/rule_files/logical.h"
#include "compiler/rule_files/line_reader.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd {
namespace {

/// Reads one line, `name -> axis... [unless taken]` or `on-conflict next|error`, into `rules`. A
/// rule must name at least one axis, and no axis twice; `whole` must stand alone.
llvm::Error parseLine(LineReader &line, LogicalRules &rules) {
  std::string name = line.word().str();
  if (name.empty())
    return line.fault("the name of a logical axis is wanted");
  if (name == "on-conflict") {
    llvm::StringRef what = line.word();
    if (what != "next" && what != "error")
      return line.faultAtLast("on-conflict is followed by next or error");
    rules.nextOnConflict = what == "next";
    return line.end();
  }
  if (!line.consume("->"))
    return line.fault("\"->\" is wanted between \"" + name + "\" and its mesh axes");
  LogicalRule rule{.name = name, .line = line.number()};
  // The mesh axes up to the end of the line or to `unless taken`.
  while (!line.atEnd()) {
    llvm::StringRef axis = line.word();
    if (axis.empty())
      return line.fault("the name of a mesh axis is wanted");
    if (!rule.column)
      rule.column = line.lastColumn();
    if (axis == "unless") {
      if (line.word() != "taken")
        return line.faultAtLast("\"unless\" is followed by \"taken\"");
      rule.unlessTaken = true;
      if (llvm::Error error = line.end())
        return error;
      break;
    }
    if (llvm::is_contained(rule.axes, axis))
      return line.faultAtLast("axis \"" + axis + "\" is named twice");
    rule.axes.push_back(axis.str());
  }
  if (rule.axes.empty())
    return line.fault("mesh axes for \"" + name + "\" are wanted, or the word whole");
  if (llvm::is_contained(rule.axes, "whole")) {
    if (rule.axes.size() > 1)
      return line.faultAtLast("\"whole\" stands alone: it means that no axis splits \"" + name +
                              "\"");
    rule.axes.clear();
  }
  rules.rules.push_back(std::move(rule));
  return llvm::Error::success();
}

} // namespace

llvm::Expected<LogicalRules> parseLogicalRules(llvm::StringRef text, llvm::StringRef file) {
  LogicalRules rules{.file = file.str()};
  llvm::Error error =
      forEachLine(text, file, [&](LineReader &line) { return parseLine(line, rules); });
  if (error)
    return error;
  return rules;
}

/// The loop goes over the rules and not over the dims: with `on-conflict next`, batch -> data and
/// then embed -> data, the tensor ["embed", "batch"] gets {} {data}, because the rule of batch
/// comes first.
LogicalResolution resolveLogical(llvm::ArrayRef<llvm::StringRef> names, const LogicalRules &rules) {
  LogicalResolution out;
  // Two dims with one name are found here, before any rule is tried.
  for (auto [d, name] : llvm::enumerate(names)) {
    out.dims.push_back({.kind = name.empty()  ? LogicalDim::Whole
                                : name == "?" ? LogicalDim::Open
                                              : LogicalDim::NoRule});
    if (out.dims.back().kind != LogicalDim::NoRule || out.sameName)
      continue;
    const llvm::StringRef *same = llvm::find(names.take_front(d), name);
    if (size_t other = same - names.begin(); other < d)
      out.sameName = {other, d};
  }
  if (out.sameName)
    return out;
  for (auto [r, rule] : llvm::enumerate(rules.rules)) {
    size_t d = llvm::find(names, rule.name) - names.begin();
    if (d == names.size() || out.dims[d].kind != LogicalDim::NoRule)
      continue;
    // The first dim that already has one of the rule's axes.
    std::optional<LogicalConflict> conflict;
    // Only dims that a rule has served have axes here.
    for (auto [o, other] : llvm::enumerate(out.dims))
      for (const std::string &axis : rule.axes)
        if (!conflict && llvm::is_contained(other.axes, axis))
          conflict = LogicalConflict{
              .dim = d, .rule = r, .takenBy = o, .takenByRule = other.rule, .axis = axis};
    // A rule that may give way is skipped on a conflict, and a later rule for the same name may
    // fit.
    if (!conflict) {
      out.dims[d] = {.kind = LogicalDim::Ruled, .axes = rule.axes, .rule = r};
    } else if (!rules.nextOnConflict && !rule.unlessTaken) {
      out.conflict = conflict;
      return out;
    }
  }
  return out;
}

} // namespace spmd
