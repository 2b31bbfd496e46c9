// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests reading rule files and fitting rules to the shapes of a call.
#include "compiler/rule_files/rule_file.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace spmd;

namespace {

llvm::Expected<std::vector<TargetRule>> parse(llvm::StringRef text) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  context.loadDialect<sdy::SdyDialect>();
  return parseTargetRules(text, "t.rules", &context);
}

/// The error of a file that must be invalid.
std::string fault(llvm::StringRef text) {
  auto rules = parse(text);
  EXPECT_FALSE(bool(rules));
  return llvm::toString(rules.takeError());
}

/// The factor sizes of the only rule for a call, or the reason why the rule does not fit.
std::string sizes(llvm::StringRef text, Shapes operands, Shapes results) {
  auto rules = parse(text);
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
  auto rules = parse("a::b$c ([i])->([i])\nx@1.y([i])->([i])");
  ASSERT_TRUE(bool(rules));
  EXPECT_EQ(rules->front().target, "a::b$c");
  EXPECT_EQ(rules->back().target, "x@1.y");
}

/// Comments and blank lines count as lines of the file.
TEST(RuleFile, KindsAreKept) {
  auto rules = parse("# rules\n\nf ([i, j], [])->([i, k]) need_replication={k} reduction={j} "
                     "blocked_propagation={k}\n");
  ASSERT_TRUE(bool(rules));
  const ShardingRule &rule = rules->front().rule;
  EXPECT_EQ(rules->front().line, 3u);
  EXPECT_TRUE(rule.custom);
  EXPECT_EQ(rule.factors[1].kind, FactorKind::Reduction);
  EXPECT_EQ(rule.factors[2].kind, FactorKind::NeedReplication);
  EXPECT_TRUE(rule.factors[2].blocked);
}

/// A file lists them as it likes, the attribute in ascending order.
TEST(RuleFile, GroupsHaveAnyOrder) {
  auto rules = parse("f ([i, j])->([i, j]) need_replication={j, i} blocked_propagation={j, i}\n");
  ASSERT_TRUE(bool(rules));
  for (const Factor &factor : rules->front().rule.factors) {
    EXPECT_EQ(factor.kind, FactorKind::NeedReplication);
    EXPECT_TRUE(factor.blocked);
  }
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

/// What the parser of the attribute reports has its place in the line.
TEST(RuleFile, FaultsAreLocated) {
  EXPECT_EQ(fault("([i])->([i])\n"), "t.rules:1:1: the target of a custom call is wanted");
  EXPECT_EQ(fault("f [i]->[i]\n"), "t.rules:1:3: expected '('");
  EXPECT_EQ(fault("f ([i])=>([i])\n"), "t.rules:1:8: expected '->'");
  EXPECT_EQ(fault("f ([i, a])->([i])\n"),
            "t.rules:1:8: expected factors i to z or z_1, z_2, ..., got 'a'");
  EXPECT_EQ(fault("f ([z_1048577])->([i])\n"),
            "t.rules:1:5: expected factors i to z or z_1, z_2, ..., got 'z_1048577'");
  EXPECT_EQ(fault("f ([i j])->([i])\n"), "t.rules:1:6: expected ']'");
  EXPECT_EQ(fault("f ([i])->([i]) {i=2, i=4}\n"), "t.rules:1:22: factor i has a size already");
  EXPECT_EQ(fault("f ([i])->([i]) sum={i}\n"),
            "t.rules:1:16: expected reduction, need_replication, permutation, blocked_propagation "
            "or '>', got 'sum'");
  EXPECT_EQ(fault("f ([i, j])->([]) reduction={i} reduction={j}\n"),
            "t.rules:1:32: reduction factors are given twice");
  EXPECT_EQ(fault("f ([i])->([i])\n\nf ([i])->([i])\n"),
            "t.rules:3:1: target f has a rule on line 1 already");
}

TEST(RuleFile, BracketsMatch) {
  EXPECT_EQ(fault("f ([i)->([i])\n"), "t.rules:1:6: ')' closes no '('");
  EXPECT_EQ(fault("f ([i])->([i]\n"), "t.rules:1:10: '(' is not closed");
  EXPECT_EQ(fault("f ([i])->([i]) {i=8\n"), "t.rules:1:16: '{' is not closed");
}

/// What the verifier of the attribute reports names the factor and the tensor.
TEST(RuleFile, RulesAreVerified) {
  EXPECT_EQ(fault("f ([i, i])->([i])\n"),
            "t.rules:1:3: operand 0 uses factor i twice, the second time at dim 1");
  EXPECT_EQ(fault("f ([i])->([k])\n"), "t.rules:1:3: no tensor uses factor j");
  EXPECT_EQ(fault("f ([i])->([i]) reduction={i}\n"),
            "t.rules:1:3: the reduction factor i appears in result 0");
  EXPECT_EQ(fault("f ()->([])\n"), "t.rules:1:3: a rule needs at least one operand and one result");
  EXPECT_EQ(fault("f ([])->()\n"), "t.rules:1:3: a rule needs at least one operand and one result");
  EXPECT_EQ(fault("f ([i])->([i]) {i=0}\n"),
            "t.rules:1:3: factor i has size 0; a size of at least 1 is wanted");
  EXPECT_EQ(fault("f ([i])->([i]) permutation={z_1}\n"),
            "t.rules:1:3: the permutation factor z_1 is in no tensor");
}

} // namespace
