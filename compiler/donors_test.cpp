// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests which results get the memory of which arguments.
#include "compiler/compile.h"
#include "compiler/donors.h"
#include "compiler/own_context.h"
#include "dialects/source.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <gtest/gtest.h>

using namespace mlir;

namespace spmd {
namespace {

/// For each argument of main the result that has its memory, "-" without one, "?" for a donor that
/// has found none.
std::string pairsOf(std::string_view program) {
  OwnContext context;
  OwningOpRef<ModuleOp> module = parseSource(program, "donors.mlir", context.get());
  CompileOptions options;
  options.pairsDonors = true;
  options.stopAfter = Stage::Partition;
  EXPECT_TRUE(module && succeeded(compileModule(*module, options)));
  auto main = module->lookupSymbol<func::FuncOp>("main");
  std::string text;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (auto alias = main.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output"))
      text += std::to_string(alias.getInt());
    else
      text += main.getArgAttr(i, "jax.buffer_donor") ? "?" : "-";
  return text;
}

TEST(Donors, FindResultsInOrder) {
  EXPECT_EQ(pairsOf(R"(
func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true}, %b: tensor<4xf32>,
                %c: tensor<4xf32> {jax.buffer_donor = true},
                %d: tensor<4xf32> {jax.buffer_donor = false})
    -> (tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  %1 = stablehlo.slice %c [0:2] : (tensor<4xf32>) -> tensor<2xf32>
  %2 = stablehlo.add %c, %d : tensor<4xf32>
  return %0, %1, %2, %0 : tensor<4xf32>, tensor<2xf32>, tensor<4xf32>, tensor<4xf32>
})"),
            "0-2?");
}

TEST(Donors, NamedResultsAreTaken) {
  EXPECT_EQ(pairsOf(R"(
func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true},
                %b: tensor<4xf32> {tf.aliasing_output = 0 : i32},
                %c: tensor<4xi32> {jax.buffer_donor = true})
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  %1 = stablehlo.multiply %a, %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
})"),
            "10?");
}

TEST(Donors, ReturnedArgumentsStayWhereTheyAre) {
  EXPECT_EQ(pairsOf(R"(
func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true},
                %b: tensor<4xf32> {jax.buffer_donor = true})
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0, %a, %a : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
})"),
            "10");
}

// Both results have 4 elements on each device, and %a is split as the second one is.
TEST(Donors, HaveTheShardingOfTheirResult) {
  EXPECT_EQ(pairsOf(R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8xf32> {jax.buffer_donor = true,
                                   sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>},
        tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %b, %b : tensor<4xf32>
  %1 = stablehlo.add %a, %a : tensor<8xf32>
  return %0, %1 : tensor<4xf32>, tensor<8xf32>
})"),
            "1-");
}

TEST(Donors, HaveTheMemoryOfTheirResult) {
  EXPECT_EQ(pairsOf(R"(
func.func @main(%a: tensor<4xf32> {jax.buffer_donor = true, mhlo.memory_kind = "pinned_host"})
    -> (tensor<4xf32> {mhlo.memory_kind = "device"},
        tensor<4xf32> {mhlo.memory_kind = "pinned_host"}) {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0, %0 : tensor<4xf32>, tensor<4xf32>
})"),
            "1");
}

} // namespace
} // namespace spmd
