// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ProgramOptions that change numbers. `exact` rounds bf16 after each op; without it a kernel may
// keep excess precision. `reduceDtype` is the type of partial sums on the wire.
#include "compiler/frontend/spmd.h"
#include <cstring>
#include <gtest/gtest.h>

namespace spmd {
namespace {

/// (x + 1) - 1 for the bf16 x = 2^-8. The sum 1 + x is no bf16.
float onePlusMinusOne(bool exact) {
  ProgramOptions options;
  options.exact = exact;
  options.useCache = false;
  options.threads = 1;
  Program program = Program::compile(R"(func.func @main(%x: tensor<2xbf16>) -> tensor<2xf32> {
    %one = stablehlo.constant dense<1.0> : tensor<2xbf16>
    %0 = stablehlo.add %x, %one : tensor<2xbf16>
    %1 = stablehlo.subtract %0, %one : tensor<2xbf16>
    %2 = stablehlo.convert %1 : (tensor<2xbf16>) -> tensor<2xf32>
    return %2 : tensor<2xf32>
  })",
                                     "exact.mlir", options);
  // The bf16 2^-8.
  const uint16_t bits[] = {0x3b80, 0x3b80};
  HostArray x{"bf16", {2}, std::vector<std::byte>(sizeof(bits))};
  std::memcpy(x.bytes.data(), bits, sizeof(bits));
  program.setArgument(0, x);
  program.run();
  HostArray result = program.result(0);
  float value;
  std::memcpy(&value, result.bytes.data(), sizeof(value));
  return value;
}

/// 256 + 1 over two devices: each sends its number, in the type that is given.
float sumOfTwo(const std::string &reduceDtype) {
  ProgramOptions options;
  options.reduceDtype = reduceDtype;
  options.useCache = false;
  Program program = Program::compile(R"(sdy.mesh @m = <["x"=2]>
  func.func @main(%x: tensor<2x1xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}, {}]>})
      -> tensor<1xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
      : (tensor<2x1xf32>, tensor<f32>) -> tensor<1xf32>
    return %0 : tensor<1xf32>
  })",
                                     "sum.mlir", options);
  const float numbers[] = {256, 1};
  HostArray x{"f32", {2, 1}, std::vector<std::byte>(sizeof(numbers))};
  std::memcpy(x.bytes.data(), numbers, sizeof(numbers));
  program.setArgument(0, x);
  program.run();
  return float(program.result(0).scalar());
}

TEST(ProgramReduceDtype, IsTheTypeOfPartialSums) {
  EXPECT_EQ(sumOfTwo(""), 257);
  EXPECT_EQ(sumOfTwo("f32"), 257);
  EXPECT_EQ(sumOfTwo("bf16"), 256); // 257 lies between two numbers of bf16
  EXPECT_THROW(sumOfTwo("i8"), Error);
}

TEST(ProgramTopology, AFileThatIsNotThereIsAnError) {
  ProgramOptions options;
  options.topology = "none.json";
  EXPECT_THROW(Program::compile("func.func @main() { return }", "empty.mlir", options), Error);
}

TEST(ProgramOverlapMemory, WhatIsNoNumberOfBytesIsAnError) {
  ProgramOptions options;
  options.overlapMemory = "much";
  try {
    Program::compile("func.func @main() { return }", "empty.mlir", options);
    FAIL();
  } catch (const Error &error) {
    EXPECT_NE(std::string(error.what()).find("overlap-memory: 'much' is no number of bytes"),
              std::string::npos);
  }
}

/// In f32 the sum is exact, and so is the difference.
TEST(ProgramExact, Bf16KeepsExcessPrecisionByDefault) {
  EXPECT_EQ(onePlusMinusOne(false), 0x1p-8f);
}
/// The sum rounds to 1.
TEST(ProgramExact, ExactRoundsBf16AfterEachOp) { EXPECT_EQ(onePlusMinusOne(true), 0.0f); }

} // namespace
} // namespace spmd
