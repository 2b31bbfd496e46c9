// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests of loops that are one kernel.
#include "runtime/test_program.h"
#include <gtest/gtest.h>
#include <thread>

namespace spmd::rt {
namespace {

int32_t &number(void *buffer) { return *static_cast<int32_t *>(buffer); }

// Adds the numbers of the trips to a sum; buffers: sum, sum.
void addTrips(void *const *buffers, int64_t begin, int64_t end) {
  for (int64_t trip = begin; trip < end; ++trip)
    number(buffers[1]) += int32_t(trip);
}

// while (i < limit) i += 1, at most end - begin trips; buffers: limit, i, predicate, i.
void countUp(void *const *buffers, int64_t begin, int64_t end) {
  for (; begin < end; ++begin) {
    bool &goesOn = *static_cast<bool *>(buffers[2]);
    goesOn = number(buffers[3]) < number(buffers[0]);
    if (!goesOn)
      return;
    ++number(buffers[3]);
  }
}

Border scalar() { return TestProgram::border(DType::S32, {1}, -1, {}); }

/// The program `sum = first; loop`, with the loop inside of so many trips of another one.
struct Counted {
  explicit Counted(int64_t devices, int64_t trips, int64_t grain, int64_t around = 1)
      : test(devices) {
    Operand first = test.argument(scalar()), sum = test.result(scalar());
    test.add(CopyCommand{.source = first, .target = sum});
    uint32_t body = test.block();
    test.add(WhileCommand{.body = body, .tripCount = around});
    uint32_t kernel = uint32_t(test.kernels.size());
    test.kernels.push_back(addTrips);
    test.program.kernels.push_back({"addTrips", 0});
    test.add(LoopCommand{.kernel = kernel,
                         .tripCount = trips,
                         .grain = grain,
                         .operands = {sum},
                         .results = {sum}},
             body);
  }
  TestProgram test;
};

int32_t runOnce(const TestProgram &test, Workers &workers, int32_t argument) {
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  Array input = numbered<int32_t>(DType::S32, {1});
  input.as<int32_t>()[0] = argument;
  llvm::cantFail(instance->setArgument(0, input));
  llvm::cantFail(instance->run().wait());
  return llvm::cantFail(instance->result(0)).as<int32_t>()[0];
}

TEST(LoopCommand, TripsRunInOrderInPiecesOfTheGrain) {
  Workers workers({.threads = 2});
  for (int64_t devices : {1, 3})
    for (int64_t trips : {0, 1, 5, 6, 7, 100})
      for (int64_t grain : {1, 6, 256})
        EXPECT_EQ(runOnce(Counted(devices, trips, grain, 2).test, workers, 10),
                  10 + 2 * (trips * (trips - 1) / 2))
            << devices << " devices, " << trips << " trips by " << grain;
}

/// The program `i = start; while (i < limit) i += 1`.
TestProgram open(int64_t grain, int32_t start) {
  TestProgram test(1);
  Operand limit = test.argument(scalar()), i = test.result(scalar());
  Operand predicate = test.temporary(1);
  test.add(CopyCommand{.source = test.constant(start), .target = i});
  test.kernels.push_back(countUp);
  test.program.kernels.push_back({"countUp", 0});
  test.add(LoopCommand{.grain = grain,
                       .predicate = predicate.base,
                       .operands = {limit, i},
                       .results = {predicate, i}});
  return test;
}

TEST(LoopCommand, WithoutATripCountTheConditionEndsIt) {
  Workers workers({.threads = 1});
  for (int64_t grain : {1, 4, 5, 1000})
    for (int32_t limit : {-3, 0, 1, 5, 20})
      EXPECT_EQ(runOnce(open(grain, 0), workers, limit), std::max(limit, 0)) << grain;
}

TEST(LoopCommand, ARunIsCancelledBetweenTwoCalls) {
  Workers workers({.threads = 1});
  TestProgram test(1);
  Operand first = test.argument(scalar()), sum = test.result(scalar());
  test.add(CopyCommand{.source = first, .target = sum});
  test.kernels.push_back([](void *const *, int64_t, int64_t) {});
  test.program.kernels.push_back({"nothing", 0});
  test.add(LoopCommand{.tripCount = INT64_MAX / 2, .operands = {sum}, .results = {sum}});
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {1})));
  Future future = instance->run();
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  instance->cancel();
  EXPECT_TRUE(future.wait().isA<RunCancelled>());
}

TEST(LoopCommand, UnsoundOnesAreRefused) {
  const std::string place = "unsound program: test.mlir:3:1: ";
  auto refusal = [](auto change) {
    TestProgram test = open(4, 0);
    change(std::get<LoopCommand>(test.program.blocks[0][1].action));
    return llvm::toString(checkProgram(test.program));
  };
  EXPECT_EQ(refusal([](LoopCommand &) {}), "");
  EXPECT_EQ(refusal([](LoopCommand &loop) { loop.grain = 0; }),
            place + "kernel 0 of 1 runs a loop, 0 trips at once");
  EXPECT_EQ(refusal([](LoopCommand &loop) { loop.kernel = 1; }),
            place + "kernel 1 of 1 runs a loop, 4 trips at once");
  EXPECT_EQ(refusal([](LoopCommand &loop) { loop.predicate.offset = 64; }),
            place + "bytes [64, 65) of a buffer of 64 bytes");
  EXPECT_EQ(refusal([](LoopCommand &loop) { loop.operands[0].bytes = 8; }),
            place + "bytes [0, 8) of a buffer of 4 bytes");
  EXPECT_EQ(refusal([](LoopCommand &loop) {
              loop.operands[0].dynamic = {{.index = loop.predicate, .type = DType::Pred}};
            }),
            place + "a moving address of type i1, limit 0 and stride 0");
  EXPECT_EQ(refusal([](LoopCommand &loop) {
              loop.operands[0].dynamic = {{.index = loop.operands[0].base, .type = DType::S32}};
            }),
            place + "a buffer of a loop that is not at one address");
}

} // namespace
} // namespace spmd::rt
