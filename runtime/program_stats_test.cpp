// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the statistics of a program.
#include "runtime/program_stats.h"
#include "runtime/test_program.h"
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

// A loop of ten trips with a kernel and an all_gather, and two collectives after it. The wire bytes
// are those of a ring over four devices: 3/4 of 1600 bytes, ten times; 2 * 3/4 of 400 bytes.
TEST(ProgramStats, TripsAreMultipliedInAndWireBytesFollowTheRing) {
  TestProgram test(4);
  Operand x = test.argument(TestProgram::border(DType::F32, {4, 100}, 0, {test.row()}));
  Border kept = TestProgram::border(DType::F32, {4, 100}, 0, {test.row()});
  kept.alias = 0;
  test.result(kept);
  // Room for the gathered array of four pieces of 400 bytes.
  Operand whole = test.temporary(1600);
  test.constant(3);
  uint32_t body = test.block();
  test.add(WhileCommand{.body = body, .tripCount = 10});
  Groups row{.digits = {test.row()}};
  test.kernel([](void *const *, int64_t, int64_t) {}, 1, 1, {x}, {x}, body);
  test.collective({.kind = CollectiveKind::AllGather, .groups = row},
                  {{.source = x, .target = whole, .type = DType::F32, .shape = {100}}}, body);
  test.collective(
      {.kind = CollectiveKind::AllReduce, .reduction = ReductionKind::Sum, .groups = row},
      {{.source = x, .target = x, .type = DType::F32, .shape = {100}}});
  test.collective({.kind = CollectiveKind::AllToAll, .groups = row, .skipsLastTrip = true},
                  {{.source = x, .target = x, .type = DType::F32, .shape = {100}}}, body);
  test.collective({.kind = CollectiveKind::Permute, .pairs = {{0, 1}, {1, 0}, {2, 2}}},
                  {{.source = x, .target = whole, .type = DType::F32, .shape = {100}}});
  test.collective({.kind = CollectiveKind::Broadcast, .groups = row},
                  {{.source = x, .target = x, .type = DType::F32, .shape = {100}}});
  std::get<CollectiveStart>(test.program.blocks[0][3].action).parts[0].target.bytes = 400;
  test.add(PartitionIdCommand{whole.base});
  // Statistics are only defined for sound programs.
  ASSERT_FALSE(checkProgram(test.program));
  ProgramStats stats = statsOf(test.program);
  EXPECT_EQ(stats.kernels, 10);
  EXPECT_EQ(stats.partitionIds, 1);
  EXPECT_EQ(stats.loops, 1);
  ASSERT_EQ(stats.collectives.size(), 5u);
  EXPECT_EQ(stats.collectives[0].kind, CollectiveKind::AllGather);
  EXPECT_EQ(stats.collectives[0].count, 10);
  EXPECT_EQ(stats.collectives[0].bytes, 16000);
  EXPECT_EQ(stats.collectives[0].wireBytes, 12000);
  EXPECT_EQ(stats.collectives[1].wireBytes, 600);
  EXPECT_EQ(stats.collectives[2].count, 9); // none in the last trip
  EXPECT_EQ(stats.collectives[2].wireBytes, 2700);
  EXPECT_EQ(stats.collectives[3].wireBytes, 200); // two of four devices send
  EXPECT_EQ(stats.collectives[4].kind, CollectiveKind::Broadcast);
  EXPECT_EQ(stats.collectives[4].wireBytes, 300); // three devices receive what one has
  EXPECT_EQ(stats.memory.argumentBytes, 400u);
  EXPECT_EQ(stats.constantBytes, 4u);
  EXPECT_EQ(stats.memory.peakBytes(), 400u + 1600u);
}

// A kernel and a matmul in six blocks.
TEST(ProgramStats, BlocksCountAsWhatTheyRun) {
  TestProgram test(1);
  test.add(test.blocks(test.temporary(24), test.temporary(8)));
  ASSERT_FALSE(checkProgram(test.program));
  EXPECT_EQ(statsOf(test.program).kernels, 6);
  EXPECT_EQ(statsOf(test.program).libraryCalls, 6);
  // Per block, 4 bytes of x are read by the kernel; the matmul reads 4 of x and writes 4 of y. Its
  // other operand is in the memory of the worker.
  EXPECT_EQ(statsOf(test.program).kernelBytes, 6 * 4);
  EXPECT_EQ(statsOf(test.program).libraryBytes, 6 * 8);
  EXPECT_EQ(statsOf(test.program).matmulFlops, 6 * 2);
}

} // namespace
} // namespace spmd::rt
