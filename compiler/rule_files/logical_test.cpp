// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests reading tables of logical axes and applying them to the dims of a tensor.
#include "compiler/rule_files/logical.h"
#include <gtest/gtest.h>

using namespace spmd;

namespace {

/// Reads a table that must be valid.
LogicalRules rules(llvm::StringRef text) {
  auto parsed = parseLogicalRules(text, "t.axes");
  EXPECT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  return *parsed;
}

/// The error of a table that must be invalid.
std::string fault(llvm::StringRef text) {
  auto parsed = parseLogicalRules(text, "t.axes");
  EXPECT_FALSE(bool(parsed));
  return llvm::toString(parsed.takeError());
}

/// The resolved dims as text: "data+model - ? -" for dims over both axes, whole, open, whole.
std::string resolve(llvm::ArrayRef<llvm::StringRef> names, llvm::StringRef text) {
  LogicalResolution out = resolveLogical(names, rules(text));
  if (out.sameName)
    return "same name";
  if (out.conflict)
    return "conflict over " + out.conflict->axis;
  std::string shown;
  for (const LogicalDim &dim : out.dims)
    shown += (shown.empty() ? "" : " ") + (dim.kind == LogicalDim::Open ? "?"
                                           : dim.axes.empty() ? "-"
                                                              : llvm::join(dim.axes, "+"));
  return shown;
}

TEST(Logical, EachNameTakesItsFirstRule) {
  EXPECT_EQ(resolve({"batch", "", "embed"}, "batch -> data\nembed -> model\nembed -> data\n"),
            "data - model");
  EXPECT_EQ(resolve({"vocab", "?"}, "vocab -> data model # both\n"), "data+model ?");
  EXPECT_EQ(resolve({"kv", "other"}, "kv -> whole\nkv -> model\n"), "- -");
}

TEST(Logical, AnAxisServesATensorOnce) {
  EXPECT_EQ(resolve({"batch", "embed"}, "batch -> data\nembed -> data\n"), "conflict over data");
  EXPECT_EQ(resolve({"batch", "embed"}, "batch -> data\nembed -> data unless taken\n"), "data -");
  EXPECT_EQ(resolve({"batch", "embed"},
                    "on-conflict next\nbatch -> data\nembed -> model data\nembed -> model\n"),
            "data model");
  // The order of the rules decides, not the order of the dims.
  EXPECT_EQ(resolve({"embed", "batch"}, "on-conflict next\nbatch -> data\nembed -> data\n"),
            "- data");
  EXPECT_EQ(resolve({"embed", "embed"}, "embed -> data\n"), "same name");
}

/// Both rules want data. The conflict names the two dims, the two rules and their lines.
TEST(Logical, ConflictsNameBothSites) {
  LogicalRules table = rules("# t\nbatch -> data\n\nembed -> model data\n");
  LogicalResolution out = resolveLogical({"embed", "batch"}, table);
  ASSERT_TRUE(out.conflict);
  EXPECT_EQ(out.conflict->dim, 0u);
  EXPECT_EQ(out.conflict->takenBy, 1u);
  EXPECT_EQ(table.rules[out.conflict->rule].line, 4u);
  EXPECT_EQ(table.rules[out.conflict->takenByRule].line, 2u);
  EXPECT_EQ(table.rules[out.conflict->rule].column, 10u);
}

/// Columns count from 1 and point at the word that is wrong, or at the end of the line.
TEST(Logical, FaultsAreLocated) {
  EXPECT_EQ(fault("batch data\n"),
            "t.axes:1:7: \"->\" is wanted between \"batch\" and its mesh axes");
  EXPECT_EQ(fault("\nbatch ->\n"),
            "t.axes:2:9: mesh axes for \"batch\" are wanted, or the word whole");
  EXPECT_EQ(fault("batch -> data, model\n"), "t.axes:1:14: the name of a mesh axis is wanted");
  EXPECT_EQ(fault("batch -> data data\n"), "t.axes:1:15: axis \"data\" is named twice");
  EXPECT_EQ(fault("batch -> data unless used\n"),
            "t.axes:1:22: \"unless\" is followed by \"taken\"");
  EXPECT_EQ(fault("batch -> data whole\n"),
            "t.axes:1:15: \"whole\" stands alone: it means that no axis splits \"batch\"");
  EXPECT_EQ(fault("on-conflict maybe\n"), "t.axes:1:13: on-conflict is followed by next or error");
  EXPECT_EQ(fault("-> data\n"), "t.axes:1:1: the name of a logical axis is wanted");
}

} // namespace
