// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests calls of host functions: what a program may call, runs that fail on one device while others
// wait for it, and calls inside of calls.
#include "runtime/host_calls.h"
#include "runtime/kernels/library_config.h"
#include "runtime/test_program.h"
#include <atomic>
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

std::atomic<int> calls{0};
std::atomic<bool> fails{false};

// Doubles one i32. Fails on the number 2 while `fails` is set.
std::string twice(uint64_t, void *const *operands, void *const *results) {
  ++calls;
  const int32_t in = *static_cast<const int32_t *>(operands[0]);
  EXPECT_TRUE(isInHostCall());
  if (fails && in == 2)
    return "two is refused";
  *static_cast<int32_t *>(results[0]) = 2 * in;
  return {};
}

/// y = the sum over all devices of twice(x) of each, computed `trips` times.
struct SumOfCalls {
  TestProgram test;
  uint64_t key = addHostFunction({{4}, {4}});

  explicit SumOfCalls(int64_t devices, int64_t trips) : test(devices) {
    setHostDispatch(twice);
    Border split = TestProgram::border(DType::S32, {devices}, 0, {test.row()});
    Operand x = test.argument(split), y = test.result(split), called = test.temporary(4);
    const uint32_t body = test.block();
    test.add(LibraryCommand{.config = HostCallConfig{key}, .operands = {x}, .results = {called}},
             body);
    test.collective({.kind = CollectiveKind::AllReduce,
                     .reduction = ReductionKind::Sum,
                     .groups = {.digits = {test.row()}}},
                    {{.source = called, .target = y, .type = DType::S32, .shape = {1}}}, body);
    test.add(WhileCommand{.body = body, .tripCount = trips});
  }
  ~SumOfCalls() { letGoOfHostFunction(key); }
};

// Device 2 ends its run early, and the others wait for it. Afterwards all devices begin again.
TEST(HostCalls, ARunThatFailsOnOneDeviceLeavesTheInstanceWhole) {
  for (int64_t devices : {3, 8}) {
    SumOfCalls sum(devices, 3);
    Workers workers({.threads = 2});
    auto instance = llvm::cantFail(Instance::create(sum.test.executable(), workers));
    llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {devices})));
    for (int repeat = 0; repeat < 2; ++repeat) {
      fails = true;
      EXPECT_EQ(llvm::toString(instance->runToEnd()), "two is refused");
      fails = false;
      calls = 0;
      llvm::cantFail(instance->run().wait());
      EXPECT_EQ(calls, 3 * devices);
      Array result = llvm::cantFail(instance->result(0));
      EXPECT_EQ(result.as<int32_t>()[0], devices * (devices - 1));
    }
  }
}

// A loop that one worker runs alone ends where it fails: what stands behind in its trip, in a loop
// in it or around it, is not called any more.
TEST(HostCalls, NothingFollowsAFailureInALoopOfOneWorker) {
  for (bool isNested : {false, true}) {
    setHostDispatch(twice);
    const uint64_t key = addHostFunction({{4}, {4}});
    TestProgram test(1);
    Border one = TestProgram::border(DType::S32, {1}, -1, {});
    Operand x = test.argument(one), y = test.result(one);
    const uint32_t body = test.block(), inner = isNested ? test.block() : body;
    auto call = [&](uint32_t block) {
      test.add(LibraryCommand{.config = HostCallConfig{key}, .operands = {x}, .results = {y}},
               block);
    };
    call(inner), call(inner);
    if (isNested)
      test.add(WhileCommand{.body = inner, .tripCount = 3}, body), call(body);
    test.add(WhileCommand{.body = body, .tripCount = 3});
    Workers workers({.threads = 1});
    {
      auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
      Array two = numbered<int32_t>(DType::S32, {1});
      two.as<int32_t>()[0] = 2;
      llvm::cantFail(instance->setArgument(0, two));
      fails = true, calls = 0;
      EXPECT_EQ(llvm::toString(instance->runToEnd()), "two is refused");
      EXPECT_EQ(calls, 1) << isNested;
      fails = false;
    }
    letGoOfHostFunction(key);
  }
}

// A key is valid for arrays of the registered sizes, in a process with a dispatcher, until it is
// removed.
TEST(HostCalls, WhatCannotBeCalledIsNotLoaded) {
  SumOfCalls sum(1, 1);
  auto load = [&] {
    return llvm::toString(
        Executable::create(sum.test.program, [](uint32_t) -> llvm::Expected<KernelFn> {
          return nullptr;
        }).takeError());
  };
  EXPECT_EQ(load(), "");
  auto &call = std::get<LibraryCommand>(sum.test.program.blocks[1][0].action);
  Operand twoWords = sum.test.temporary(8);
  std::swap(call.results[0], twoWords);
  EXPECT_NE(load().find("takes arrays of [4] bytes and gives [4]; the program calls it on [4] for "
                        "[8]"),
            std::string::npos)
      << load();
  std::swap(call.results[0], twoWords);
  std::get<HostCallConfig>(call.config).key = sum.key + 1;
  EXPECT_NE(load().find("test.mlir:3:1: host function " + std::to_string(sum.key + 1) +
                        " is not registered in this process"),
            std::string::npos)
      << load();
  std::get<HostCallConfig>(call.config).key = sum.key;
  setHostDispatch(nullptr);
  EXPECT_NE(load().find("a process that has registered no functions"), std::string::npos) << load();
  EXPECT_FALSE(isInHostCall());
}

// A program holds its functions for as long as it is loaded, whoever lets go of them.
TEST(HostCalls, FunctionsGoWithTheLastProgramThatCallsThem) {
  std::shared_ptr<const Executable> executable;
  uint64_t key = 0;
  {
    SumOfCalls sum(1, 1);
    key = sum.key;
    executable = sum.test.executable();
    takeGoneHostFunctions();
  }
  EXPECT_EQ(hostCallFault(key, {{4}, {4}}), "");
  EXPECT_TRUE(takeGoneHostFunctions().empty());
  executable.reset();
  EXPECT_EQ(takeGoneHostFunctions(), std::vector<uint64_t>{key});
  EXPECT_NE(hostCallFault(key, {{4}, {4}}), "");
}

} // namespace
} // namespace spmd::rt
