// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sharding rules of ops, as the attribute prints them. They agree with the rules that jaxlib's sdy
// passes derive.
#include "compiler/ops/program_text.h"
#include "compiler/ops/sharding_rule.h"
#include "dialects/stablehlo/stablehlo.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd;

/// The rule of the only op of @main besides constants and the return.
static std::string ruleOf(llvm::StringRef text, RuleOptions options = {}) {
  // Attributes name factors by letters in order of creation: i, j, k, ..
  ProgramText program(text);
  std::string printed;
  llvm::raw_string_ostream os(printed);
  for (Operation &op : program.main().getBody().front().without_terminator())
    if (!isa<stablehlo::ConstantOp>(op)) {
      auto rule = shardingRuleOf(&op, options);
      if (!rule)
        return "none";
      // Converting to the attribute and back changes nothing.
      EXPECT_EQ(ShardingRule::fromAttr(rule->toAttr(&program.context)).toAttr(&program.context),
                rule->toAttr(&program.context));
      os << rule->toAttr(&program.context);
    }
  return printed.substr(printed.find('<'));
}

// A reduced dim of the operand is a reduction factor.
TEST(ShardingRule, ReducedDimsAreReductionFactors) {
  EXPECT_EQ(ruleOf(R"(func.func @main(%a: tensor<8x16xf32>, %z: tensor<f32>) {
    %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1]
        : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    return
  })"),
            "<([i, j], [])->([i]) {i=8, j=16} reduction={j}>");
}

// Common factors first, then factors of one side. An empty tensor has no rule.
TEST(ShardingRule, ReshapeTakesCommonFactorsAndSeparateOnesWhereSidesDiverge) {
  auto reshape = [](llvm::StringRef from, llvm::StringRef to) {
    return ruleOf(
        llvm::formatv("func.func @main(%a: tensor<{0}xf32>) {{\n%0 = stablehlo.reshape %a : "
                      "(tensor<{0}xf32>) -> tensor<{1}xf32>\nreturn\n}",
                      from, to)
            .str());
  };
  EXPECT_EQ(reshape("8", "2x4"), "<([ij])->([i, j]) {i=2, j=4}>");
  EXPECT_EQ(reshape("6x4", "4x6"), "<([ij, mn])->([ik, ln]) {i=2, j=3, k=2, l=3, m=2, n=2}>");
  EXPECT_EQ(reshape("8x1x4", "32"), "<([i, j, k])->([ik]) {i=8, j=1, k=4}>");
  EXPECT_EQ(reshape("1x1", "1"), "<([i, j])->([k]) {i=1, j=1, k=1}>");
  EXPECT_EQ(reshape("6x4", "8x3"), "<([ij, l])->([ik, m]) {i=2, j=3, k=4, l=4, m=3}>");
  EXPECT_EQ(reshape("0x3", "3x0"), "none");
}

// Dim 3 of the result and the operand dim of size 1 do not share a factor.
TEST(ShardingRule, ExpandedDimOfABroadcastHasItsOwnFactor) {
  EXPECT_EQ(ruleOf(R"(func.func @main(%a: tensor<8x1xf32>) {
    %0 = stablehlo.broadcast_in_dim %a, dims = [1, 3] : (tensor<8x1xf32>) -> tensor<4x8x2x16xf32>
    return
  })"),
            "<([j, l])->([i, j, k, m]) {i=4, j=8, k=2, l=1, m=16}>");
}

// The gathered dim of the table is reduced: the device with the row contributes it.
TEST(ShardingRule, RowGatherReducesOverTheTable) {
  EXPECT_EQ(
      ruleOf(R"(func.func @main(%t: tensor<100x64xf32>, %i: tensor<32x1xi32>) {
    %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],
        collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 64>}>
        : (tensor<100x64xf32>, tensor<32x1xi32>) -> tensor<32x64xf32>
    return
  })"),
      "<([k, j], [i, l])->([i, j]) {i=32, j=64, k=100, l=1} reduction={k} need_replication={l}>");
}

// Slices exchange data with neighbours, which conservative propagation does not pass along.
TEST(ShardingRule, ConservativeRulesBlockWhatMovesBetweenNeighbours) {
  llvm::StringRef slice = R"(func.func @main(%a: tensor<4x8xf32>) {
    %0 = stablehlo.slice %a [0:4, 2:6] : (tensor<4x8xf32>) -> tensor<4x4xf32>
    return
  })";
  EXPECT_EQ(ruleOf(slice), "<([i, j])->([i, j]) {i=4, j=8} permutation={j}>");
  EXPECT_EQ(ruleOf(slice, {.conservative = true}),
            "<([i, j])->([i, j]) {i=4, j=8} permutation={j} blocked_propagation={j}>");
}

// The attribute sdy.sharding_rule takes the place of the derived rule.
TEST(ShardingRule, RuleOnTheOpWins) {
  EXPECT_EQ(ruleOf(R"(func.func @main(%a: tensor<4xf32>) {
    %0 = stablehlo.custom_call @foo(%a)
        {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}, custom>} : (tensor<4xf32>) -> tensor<4xf32>
    return
  })"),
            "<([i])->([i]) {i=4}, custom>");
}
