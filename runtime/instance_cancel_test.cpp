// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that runs can be cancelled: in loops without end, while devices exchange elements.
#include "runtime/test_program.h"
#include <gtest/gtest.h>
#include <thread>

namespace spmd::rt {
namespace {

void addOne(void *const *buffers, int64_t, int64_t) {
  *static_cast<int32_t *>(buffers[1]) = *static_cast<int32_t *>(buffers[0]) + 1;
}

/// The program, which ends only if its argument says so:
///   i = 0; while (i < limit) { x = all_reduce(x); i += 1 }
TEST(Instance, ARunThatIsCancelledEndsAndTheNextOneRuns) {
  Workers workers({.threads = 2});
  for (int64_t devices : {1, 2, 5}) {
    TestProgram test(devices);
    Operand limit = test.argument(TestProgram::border(DType::S32, {1}, -1, {}));
    Operand x = test.argument(TestProgram::border(DType::S32, {devices}, 0, {test.row()}));
    Border border = TestProgram::border(DType::S32, {devices}, 0, {test.row()});
    Operand sum = test.result(border), i = test.temporary(4);
    test.add(CopyCommand{.source = test.constant(0), .target = i});
    test.add(CopyCommand{.source = x, .target = sum});
    uint32_t body = test.loopWhileLess(i, limit);
    test.collective({.kind = CollectiveKind::AllReduce,
                     .reduction = ReductionKind::Sum,
                     .groups = {.digits = {test.row()}}},
                    {{.source = sum, .target = sum, .type = DType::S32, .shape = {1}}}, body);
    test.kernel(addOne, 1, 1, {i}, {i}, body);
    auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
    instance->cancel(); // nothing runs, so nothing happens
    llvm::cantFail(instance->setArgument(1, numbered<int32_t>(DType::S32, {devices}, 1)));
    for (int round = 0; round < 3; ++round) {
      Array endless = numbered<int32_t>(DType::S32, {1});
      endless.as<int32_t>()[0] = INT32_MAX;
      llvm::cantFail(instance->setArgument(0, endless));
      Future future = instance->run();
      std::this_thread::sleep_for(std::chrono::milliseconds(5 * round));
      instance->cancel();
      llvm::Error error = future.wait();
      EXPECT_TRUE(error.isA<RunCancelled>());
      EXPECT_EQ(llvm::toString(std::move(error)), "the run was cancelled");
      llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {1}, 2)));
      llvm::cantFail(instance->run().wait());
      // The first sum is that of 1 .. devices; the second adds as many of it.
      EXPECT_EQ(llvm::cantFail(instance->result(0)).as<int32_t>()[0],
                devices * (devices + 1) / 2 * devices);
    }
  }
}

} // namespace
} // namespace spmd::rt
