// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests reading rule files and fitting rules to the shapes of a call.
#include "compiler/rule_files/rule_file.h"
#include <gtest/gtest.h>

using namespace spmd;

namespace {

/// The error of a file that must be invalid.
std::string fault(llvm::StringRef text) {
  auto rules = parseTargetRules(text, "t.rules");
  EXPECT_FALSE(bool(rules));
  return llvm::toString(rules.takeError());
}

/// The factor sizes of the only rule for a call, or the reason why the rule does not fit.
std::string sizes(llvm::StringRef text, Shapes operands, Shapes results) {
  auto rules = parseTargetRules(text, "t.rules");
  EXPECT_TRUE(bool(rules));
  auto fitted = fitRule(rules->front().rule, operands, results);
  if (!fitted)
    return llvm::toString(fitted.takeError());
  std::string out;
  for (const Factor &factor : fitted->factors)
    out += (out.empty() ? "" : " ") + std::to_string(factor.size);
  return out;
}

/// The sizes are in the order of the factors: i, j, k.
TEST(RuleFile, SizesComeFromShapes) {
  EXPECT_EQ(sizes("dot ([i, k], [k, j])->([i, j]) reduction={k}\n", {{8, 4}, {4, 16}}, {{8, 16}}),
            "8 16 4");
  EXPECT_EQ(sizes("split ([ij])->([i, j])\n", {{8}}, {{2, 4}}), "2 4");
  EXPECT_EQ(sizes("split ([ij])->([i, k]) {i=2}\n", {{8}}, {{2, 3}}), "2 4 3");
}

/// A dim of size 0 fixes a factor only if the other factors of the dim are not 0.
TEST(RuleFile, DimsMayBeEmpty) {
  EXPECT_EQ(sizes("f ([i, j])->([ij])\n", {{0, 4}}, {{0}}), "0 4");
  EXPECT_EQ(sizes("f ([ij])->([i, k])\n", {{8}}, {{0, 4}}),
            "the shapes do not tell the size of factor j; write {j=...} after the tensors");
}

/// A target ends at a blank or a parenthesis.
TEST(RuleFile, TargetsAreAnyWord) {
  auto rules = parseTargetRules("a::b$c ([i])->([i])\nx@1.y([i])->([i])", "t");
  ASSERT_TRUE(bool(rules));
  EXPECT_EQ(rules->front().target, "a::b$c");
  EXPECT_EQ(rules->back().target, "x@1.y");
}

/// Comments and blank lines count as lines of the file.
TEST(RuleFile, KindsAreKept) {
  auto rules = parseTargetRules("# rules\n\nf ([i, j], [])->([i, k]) reduction={j} "
                                "need_replication={k} blocked_propagation={k}\n",
                                "t");
  ASSERT_TRUE(bool(rules));
  const ShardingRule &rule = rules->front().rule;
  EXPECT_EQ(rules->front().line, 3u);
  EXPECT_TRUE(rule.custom);
  EXPECT_EQ(rule.factors[1].kind, FactorKind::Reduction);
  EXPECT_EQ(rule.factors[2].kind, FactorKind::NeedReplication);
  EXPECT_TRUE(rule.factors[2].blocked);
}

/// The fourth rule has a product beyond 64 bits, which counts as the largest number.
TEST(RuleFile, MisfitsSayBothNumbers) {
  EXPECT_EQ(sizes("f ([i])->([i])\n", {{8}, {8}}, {{8}}),
            "the rule is for 1 operands and 1 results, the call has 2 and 1");
  EXPECT_EQ(sizes("f ([i])->([i])\n", {{8, 2}}, {{8}}), "operand 0 has 2 dims, the rule names 1");
  EXPECT_EQ(sizes("f ([i])->([i])\n", {{8}}, {{4}}),
            "dim 0 of result 0 has size 4, but its factors i make 8");
  EXPECT_EQ(sizes("f ([ij])->([k]) {i=9223372036854775807, j=4}\n", {{8}}, {{4}}),
            "dim 0 of operand 0 has size 8, but its factors ij make 9223372036854775807");
  EXPECT_EQ(sizes("f ([ij])->([k])\n", {{8}}, {{4}}),
            "the shapes do not tell the size of factor i; write {i=...} after the tensors");
}

/// One case for each message of the reader.
TEST(RuleFile, FaultsAreLocated) {
  EXPECT_EQ(fault("([i])->([i])\n"), "t.rules:1:1: the target of a custom call is wanted");
  EXPECT_EQ(fault("f [i]->[i]\n"), "t.rules:1:3: \"(\" and a bracket for each tensor are wanted");
  EXPECT_EQ(fault("f ([i])=>([i])\n"),
            "t.rules:1:8: \"->\" is wanted between operands and results");
  EXPECT_EQ(fault("f ([a])->([i])\n"),
            "t.rules:1:5: factors are the letters i to z, then z_1, z_2, ...");
  EXPECT_EQ(fault("f ([i, i])->([i])\n"), "t.rules:1:8: factor i is in the tensor already");
  EXPECT_EQ(fault("f ([i])->([k])\n"),
            "t.rules:1:14: factors are lettered from i on without gaps, but j is in no tensor");
  EXPECT_EQ(fault("f ([i])->([i]) {i=0}\n"), "t.rules:1:19: a size of at least 1 is wanted");
  EXPECT_EQ(fault("f ([i])->([i]) {i=2, i=4}\n"), "t.rules:1:23: factor i has a size already");
  EXPECT_EQ(fault("f ([z_1001])->([i])\n"),
            "t.rules:1:5: z_ is followed by a number from 1 to 1000");
  EXPECT_EQ(fault("f ([i])->([i]) reduction={i}\n"),
            "t.rules:1:27: factor i is in a result, so it is not reduced");
  EXPECT_EQ(
      fault("f ([i])->([i]) sum={i}\n"),
      "t.rules:1:16: reduction, need_replication, permutation or blocked_propagation is wanted");
  EXPECT_EQ(fault("f ([i])->([i])\n\nf ([i])->([i])\n"),
            "t.rules:3:1: target f has a rule on line 1 already");
}

} // namespace
