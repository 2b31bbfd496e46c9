// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reference interpreter on whole programs: control flow, rounding, collectives and
// errors.
#include "compiler/ops/program_text.h"
#include "compiler/reference/interpreter.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace spmd;

/// Runs @main and prints its results, or the message of the error.
static std::string run(ProgramText &program, llvm::ArrayRef<Tensor> args = {}) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto results = interpret(program.main(), args, {});
  if (!results) {
    llvm::handleAllErrors(
        results.takeError(), [&](const OpError &e) { os << e.message; },
        [&](const llvm::ErrorInfoBase &e) { os << e.message(); });
    return text;
  }
  for (const Tensor &result : *results)
    result.print(os << (text.empty() ? "" : "; "));
  return text;
}
/// The same for a program without arguments.
static std::string run(llvm::StringRef text) {
  ProgramText program(text);
  return run(program);
}

/// Doubles 1 ten times, in a function that the loop calls.
TEST(Interpreter, WhileCountsAndCallsFunctions) {
  EXPECT_EQ(run(R"(
    func.func private @double(%x: tensor<i32>) -> tensor<i32> {
      %0 = stablehlo.add %x, %x : tensor<i32>
      return %0 : tensor<i32>
    }
    func.func @main() -> tensor<i32> {
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %ten = stablehlo.constant dense<10> : tensor<i32>
      %r:2 = stablehlo.while(%i = %zero, %x = %one) : tensor<i32>, tensor<i32>
      cond {
        %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %y = func.call @double(%x) : (tensor<i32>) -> tensor<i32>
        stablehlo.return %j, %y : tensor<i32>, tensor<i32>
      }
      return %r#1 : tensor<i32>
    })"),
            "tensor<i32> [1024]");
}

/// Sums are kept in a wider type and rounded at their end.
TEST(Interpreter, SumsOfNarrowFloatsAreRoundedOnce) {
  // Adds 1/512 to 1 eight times. Rounded to bf16 after each step, every addition would be
  // lost.
  EXPECT_EQ(run(R"(
    func.func @main() -> tensor<bf16> {
      %x = stablehlo.constant dense<0.001953125> : tensor<8xbf16>
      %one = stablehlo.constant dense<1.0> : tensor<bf16>
      %0 = stablehlo.reduce(%x init: %one) applies stablehlo.add across dimensions = [0]
          : (tensor<8xbf16>, tensor<bf16>) -> tensor<bf16>
      return %0 : tensor<bf16>
    })"),
            "tensor<bf16> [1.01562]");
}

/// StableHLO leaves division by zero and overflow to implementations; the interpreter
/// defines both.
TEST(Interpreter, IntegerDivisionHasNoUndefinedCases) {
  EXPECT_EQ(run(R"(
    func.func @main() -> (tensor<3xi8>, tensor<3xi8>) {
      %x = stablehlo.constant dense<[-128, 7, -7]> : tensor<3xi8>
      %y = stablehlo.constant dense<[-1, 0, 2]> : tensor<3xi8>
      %0 = stablehlo.divide %x, %y : tensor<3xi8>
      %1 = stablehlo.remainder %x, %y : tensor<3xi8>
      return %0, %1 : tensor<3xi8>, tensor<3xi8>
    })"),
            "tensor<3xi8> [-128, -1, -3]; tensor<3xi8> [0, 7, -1]");
}

/// The message of a failed check names the first element that differs.
TEST(Interpreter, CheckThatDoesNotHoldNamesTheElement) {
  EXPECT_EQ(
      run(R"(
    func.func @main() {
      %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
      %y = stablehlo.constant dense<[1.0, 3.0]> : tensor<2xf32>
      stablehlo.custom_call @check.expect_eq(%x, %y) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
      return
    })"),
      "'stablehlo.custom_call' op check.expect_eq does not hold: element [1] is 2, expected 3");
}

/// The lone device of interpret() starts the four devices of the mesh.
TEST(Interpreter, ManualComputationRunsOnAllDevicesOfItsMesh) {
  // Each device adds its partition id to its part. The id is the number of the shard here.
  EXPECT_EQ(run(R"(
    sdy.mesh @mesh = <["x"=2, "y"=2]>
    func.func @main() -> tensor<4xi32> {
      %x = stablehlo.constant dense<[10, 20, 30, 40]> : tensor<4xi32>
      %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", "y"}]>]
          manual_axes={"x", "y"} (%a: tensor<1xi32>) {
        %id = stablehlo.partition_id : tensor<ui32>
        %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
        %b = stablehlo.reshape %i : (tensor<i32>) -> tensor<1xi32>
        %c = stablehlo.add %a, %b : tensor<1xi32>
        sdy.return %c : tensor<1xi32>
      } : (tensor<4xi32>) -> tensor<4xi32>
      return %0 : tensor<4xi32>
    })"),
            "tensor<4xi32> [10, 21, 32, 43]");
}

/// Groups {0, 2} and {1, 3}: each device gets the sum of its own group.
TEST(Interpreter, AllReduceAddsOverTheGroup) {
  ProgramText program(R"(
    func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>,
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })");
  auto type = RankedTensorType::get({2}, Float32Type::get(&program.context));
  std::vector<std::vector<Tensor>> args;
  // Device i has {i + 1, 10 (i + 1)}.
  for (double d : {1.0, 2.0, 3.0, 4.0})
    args.push_back({Tensor::of(type, std::vector<double>{d, 10 * d})});
  auto results = interpretOnDevices(program.main(), args, {.partitions = 4});
  ASSERT_TRUE(bool(results)) << llvm::toString(results.takeError());
  EXPECT_EQ((*results)[0][0].values<double>(), (std::vector<double>{4, 40}));
  EXPECT_EQ((*results)[3][0].values<double>(), (std::vector<double>{6, 60}));
}

/// Device 1 takes the other branch and never reaches the collective.
TEST(Interpreter, ACollectiveThatSomeDevicesNeverReachIsAnError) {
  ProgramText program(R"(
    func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
      %0 = "stablehlo.if"(%p) ({
        %1 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
            channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
        }) : (tensor<f32>) -> tensor<f32>
        stablehlo.return %1 : tensor<f32>
      }, {
        stablehlo.return %x : tensor<f32>
      }) : (tensor<i1>) -> tensor<f32>
      return %0 : tensor<f32>
    })");
  auto scalar = [&](Type element) { return RankedTensorType::get({}, element); };
  Tensor yes = Tensor::of(scalar(IntegerType::get(&program.context, 1)), std::vector<uint8_t>{1});
  // Tensors start with zeros: false, and 0.0.
  Tensor no(yes.type), x(scalar(Float32Type::get(&program.context)));
  auto results = interpretOnDevices(program.main(), {{yes, x}, {no, x}}, {.partitions = 2});
  ASSERT_FALSE(bool(results));
  // The interpreter reports the deadlock instead of hanging.
  EXPECT_NE(llvm::toString(results.takeError()).find("waiting for its group of 2 devices"),
            std::string::npos);
}
