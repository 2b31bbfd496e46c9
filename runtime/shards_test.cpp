// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shards: their buffers are reused, and steps of an instance follow the buffers that are bound.
#include "runtime/instance.h"
#include "runtime/shards.h"
#include "runtime/test_program.h"
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

TEST(Shards, ReuseBuffers) {
  auto first = llvm::cantFail(Shards::allocate(1000, 3));
  const std::byte *data = first->data(1);
  const uint64_t live = Shards::liveBytes(), kept = Shards::keptBytes();
  first.reset();
  EXPECT_EQ(Shards::liveBytes(), live - 3000);
  EXPECT_EQ(Shards::keptBytes(), kept + 3000);
  auto other = llvm::cantFail(Shards::allocate(1000, 2)); // of other places
  auto again = llvm::cantFail(Shards::allocate(1000, 3));
  EXPECT_EQ(again->data(1), data);
  EXPECT_NE(other->data(1), data);
  EXPECT_EQ(Shards::keptBytes(), kept);
}

/// What is kept is bounded by what is alive, beyond the first 64 MiB.
TEST(Shards, KeepNoMoreThanIsAlive) {
  constexpr uint64_t kLarge = uint64_t(48) << 20;
  for (uint64_t i = 0; i < 4; ++i)
    llvm::cantFail(Shards::allocate(kLarge + 64 * i, 1));
  EXPECT_LE(Shards::keptBytes(), uint64_t(64) << 20);
  llvm::cantFail(Shards::allocate(3 * kLarge, 1));
  EXPECT_LE(Shards::keptBytes(), uint64_t(64) << 20);
}

TEST(Shards, LendOneBufferToAll) {
  auto storage = std::make_shared<Buffer>(llvm::cantFail(Buffer::allocate(64)));
  auto shards = Shards::lend(storage, 4);
  EXPECT_EQ(shards->data(3), storage->data());
  EXPECT_FALSE(shards->isWritable());
  EXPECT_EQ(Shards::storage(shards, 2), storage);
}

// A kernel: result = operand + 1.
void addOne(void *const *buffers, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    static_cast<int32_t *>(buffers[1])[i] = static_cast<const int32_t *>(buffers[0])[i] + 1;
}

/// x: two rows per device; `row` says which of them a kernel reads, and `isRun` whether it does;
/// the sum over devices of what it gives is the result. So there are addresses in kernels, moving
/// ones, those of branches and those at a rendezvous.
struct BoundProgram {
  TestProgram test{2};
  Border whole = TestProgram::border(DType::S32, {1}, -1, {});

  BoundProgram() {
    Operand x = test.argument(TestProgram::border(DType::S32, {4}, 0, {test.row()}));
    Operand row = test.argument(whole), isRun = test.argument(whole);
    Operand y = test.result(whole), sum = test.temporary(4);
    x.bytes = 4;
    x.dynamic = {{.index = row.base, .type = DType::S32, .limit = 1, .strideBytes = 4}};
    const uint32_t yes = test.block(), no = test.block();
    test.kernel(addOne, 1, 1, {x}, {sum}, yes);
    test.add(CopyCommand{row, sum}, no);
    test.add(CaseCommand{.selector = isRun.base, .type = DType::S32, .branches = {no, yes}});
    test.collective({.kind = CollectiveKind::AllReduce,
                     .reduction = ReductionKind::Sum,
                     .groups = {.digits = {test.row()}, .listed = {}, .deviceOrder = {}}},
                    {{.source = sum, .target = y, .type = DType::S32, .shape = {1}, .root = {}}});
  }
};

std::shared_ptr<Shards> shardsOf(std::vector<std::vector<int32_t>> parts) {
  auto shards = llvm::cantFail(Shards::allocate(parts[0].size() * 4, parts.size()));
  for (size_t place = 0; place < parts.size(); ++place)
    memcpy(shards->data(place), parts[place].data(), parts[place].size() * 4);
  return shards;
}

TEST(Shards, AreFollowedByTheSteps) {
  Workers workers({.threads = 2});
  BoundProgram program;
  auto instance = llvm::cantFail(
      Instance::create(program.test.executable(), workers, nullptr, /*bindsBorders=*/true));
  std::vector<std::shared_ptr<Shards>> results;
  auto run = [&](std::shared_ptr<Shards> x, std::shared_ptr<Shards> row,
                 std::shared_ptr<Shards> isRun) {
    results.push_back(shardsOf({{0}, {0}}));
    instance->bindArgument(0, *x);
    instance->bindArgument(1, *row);
    instance->bindArgument(2, *isRun);
    instance->bindResult(0, *results.back());
    llvm::cantFail(instance->runToEnd());
  };
  auto x = shardsOf({{1, 10}, {2, 20}}), other = shardsOf({{3, 30}, {4, 40}});
  auto zero = shardsOf({{0}, {0}}), one = shardsOf({{1}, {1}});
  run(x, zero, one);
  run(x, one, one);
  run(other, one, one);
  run(other, one, zero);
  run(x, zero, one);
  std::vector<int32_t> sums;
  for (const auto &result : results)
    for (size_t place = 0; place < 2; ++place)
      sums.push_back(*reinterpret_cast<int32_t *>(result->data(place)));
  EXPECT_EQ(sums, (std::vector<int32_t>{5, 5, 32, 32, 72, 72, 2, 2, 5, 5}));
}

} // namespace
} // namespace spmd::rt
