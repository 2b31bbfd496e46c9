// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests collectives in one process against their definitions, element by element.
#include "runtime/test_program.h"
#include <algorithm>
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

/// The row-major position of an index.
int64_t flat(const std::vector<int64_t> &shape, const std::vector<int64_t> &index) {
  int64_t at = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    at = at * shape[d] + index[d];
  return at;
}

// Calls f with every index of a tensor, in row-major order.
template <class F> void forEachIndex(const std::vector<int64_t> &shape, F f) {
  std::vector<int64_t> index(shape.size());
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i;
    for (size_t d = shape.size(); d-- > 0; rest /= shape[d])
      index[d] = rest % shape[d];
    f(index);
  }
}

// Element i of device `device`; sums of these identify the devices that took part.
int32_t valueOf(int64_t device, int64_t i) { return int32_t(device * 1000003 + i * 7); }

// A collective and the shape of its operand.
struct Case {
  CollectiveKind kind;
  int64_t dim, concatDim;
  std::vector<int64_t> shape; // of the operand; split dims are multiplied by the group size
};

// The local shape of the result over groups of n devices.
std::vector<int64_t> resultShape(const Case &c, std::vector<int64_t> shape, int64_t n) {
  if (c.kind == CollectiveKind::AllGather)
    shape[size_t(c.dim)] *= n;
  if (c.kind == CollectiveKind::ReduceScatter || c.kind == CollectiveKind::AllToAll)
    shape[size_t(c.dim)] /= n;
  if (c.kind == CollectiveKind::AllToAll)
    shape[size_t(c.concatDim)] *= n;
  return shape;
}

/// The element that position p of `members` receives at `index`, by the definition of the
/// collective.
int32_t expected(const Case &c, const std::vector<int64_t> &shape,
                 const std::vector<int64_t> &members, int64_t p, std::vector<int64_t> index) {
  int64_t n = int64_t(members.size());
  size_t dim = size_t(c.dim), concat = size_t(c.concatDim);
  switch (c.kind) {
  case CollectiveKind::AllGather: {
    int64_t from = index[dim] / shape[dim];
    index[dim] %= shape[dim];
    return valueOf(members[size_t(from)], flat(shape, index));
  }
  // The position along concatDim says which device the element came from. The receiver's position
  // says which piece of that device's `dim` it is. Along one and the same dim pieces are simply
  // exchanged.
  case CollectiveKind::AllToAll: {
    int64_t piece = shape[concat] / (dim == concat ? n : 1);
    int64_t from = index[concat] / piece;
    index[concat] %= piece;
    index[dim] += p * (shape[dim] / n);
    return valueOf(members[size_t(from)], flat(shape, index));
  }
  case CollectiveKind::Broadcast:
    return valueOf(members[0], flat(shape, index));
  case CollectiveKind::ReduceScatter:
    index[dim] += p * (shape[dim] / n);
    [[fallthrough]];
  default: {
    int32_t sum = 0;
    for (int64_t member : members)
      sum += valueOf(member, flat(shape, index));
    return sum;
  }
  }
}

// Runs a case on `devices` devices with two tensors that travel together, twice, and compares all
// elements.
// Two runs use the lists of suspended members of even and of odd rounds.
void check(const Case &c, int64_t devices, const Groups &groups, Workers &workers) {
  CollectiveStart start{.kind = c.kind,
                        .reduction = ReductionKind::Sum,
                        .dim = c.dim,
                        .concatDim = c.concatDim,
                        .groups = groups};
  std::vector<std::vector<int64_t>> rows = groupsOf(start, devices);
  int64_t n = int64_t(rows[0].size());
  std::vector<int64_t> shape = c.shape;
  if (c.kind == CollectiveKind::ReduceScatter || c.kind == CollectiveKind::AllToAll)
    shape[size_t(c.dim)] *= n;
  std::vector<int64_t> out = resultShape(c, shape, n);
  TestProgram test(devices);
  // Each device's tensor is a row of the global array.
  auto stacked = [&](std::vector<int64_t> local) {
    std::vector<int64_t> global = local;
    global.insert(global.begin(), devices);
    return TestProgram::border(DType::S32, global, 0, {test.row()});
  };
  Operand source = test.argument(stacked(shape)), target = test.result(stacked(out));
  // The second tensor's source is a temporary, so both kinds of buffers take part.
  Operand copy = test.temporary(source.bytes), second = test.result(stacked(out));
  test.add(CopyCommand{.source = source, .target = copy});
  test.collective(start, {{.source = source, .target = target, .type = DType::S32, .shape = shape},
                          {.source = copy, .target = second, .type = DType::S32, .shape = shape}});
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  Array input = llvm::cantFail(Array::allocate(DType::S32, stacked(shape).globalShape));
  int64_t each = input.elementCount() / devices;
  for (int64_t i = 0; i < input.elementCount(); ++i)
    input.as<int32_t>()[size_t(i)] = valueOf(i / each, i % each);
  llvm::cantFail(instance->setArgument(0, input));
  // A second run uses the lists of odd rounds.
  for (int round = 0; round < 2; ++round)
    llvm::cantFail(instance->run().wait());
  for (size_t part : {0, 1}) {
    Array result = llvm::cantFail(instance->result(part));
    int64_t size = result.elementCount() / devices;
    for (const std::vector<int64_t> &members : rows)
      for (int64_t p = 0; p < n; ++p)
        forEachIndex(out, [&](const std::vector<int64_t> &index) {
          ASSERT_EQ(result.as<int32_t>()[size_t(members[size_t(p)] * size + flat(out, index))],
                    expected(c, shape, members, p, index))
              << nameOf(c.kind) << " device " << members[size_t(p)];
        });
  }
}

// All kinds along first, middle and last dims; the last four are large enough for several tiles.
const std::vector<Case> kCases = {
    {CollectiveKind::AllGather, 0, 0, {3, 5}},
    {CollectiveKind::AllGather, 1, 0, {3, 5, 2}},
    {CollectiveKind::AllGather, 2, 0, {3, 5, 1}},
    {CollectiveKind::AllReduce, 0, 0, {7, 11}},
    {CollectiveKind::AllReduce, 0, 0, {}},
    {CollectiveKind::ReduceScatter, 0, 0, {3, 5}},
    {CollectiveKind::ReduceScatter, 1, 0, {4, 3}},
    {CollectiveKind::ReduceScatter, 2, 0, {4, 3, 2}},
    {CollectiveKind::AllToAll, 0, 0, {3, 4}},
    {CollectiveKind::AllToAll, 0, 1, {3, 4, 2}},
    {CollectiveKind::AllToAll, 1, 0, {3, 4, 2}},
    {CollectiveKind::AllToAll, 2, 0, {3, 4, 2}},
    {CollectiveKind::AllToAll, 0, 2, {3, 4, 2}},
    {CollectiveKind::AllToAll, 1, 1, {3, 4, 2}},
    {CollectiveKind::Broadcast, 0, 0, {3, 4}},
    {CollectiveKind::Broadcast, 0, 0, {40, 3000}},
    {CollectiveKind::AllGather, 0, 0, {40, 1000}},
    {CollectiveKind::AllReduce, 0, 0, {40, 1000}},
    {CollectiveKind::ReduceScatter, 1, 0, {40, 500}},
    {CollectiveKind::AllToAll, 1, 0, {40, 300}},
};

// Numbers of devices that are and are not powers of two.
TEST(TransportThreads, EveryKindOnOneRowOfDevices) {
  Workers workers({.threads = 2});
  for (int64_t devices : {1, 2, 3, 5, 8})
    for (const Case &c : kCases)
      check(c, devices, {.digits = {{.stride = 1, .size = devices}}}, workers);
}

// Groups along a major axis, with a permuted device order, along two axes in reverse, and listed.
TEST(TransportThreads, GroupsAreRowsColumnsAndLists) {
  Workers workers({.threads = 3});
  for (const Case &c : kCases) {
    check(c, 6, {.digits = {{.stride = 3, .size = 2}}}, workers);
    check(c, 6, {.digits = {{.stride = 1, .size = 3}}, .deviceOrder = {5, 3, 1, 0, 2, 4}}, workers);
    check(c, 8, {.digits = {{.stride = 1, .size = 2}, {.stride = 4, .size = 2}}}, workers);
    check(c, 6, {.listed = {{4, 0, 2}, {1, 5, 3}}}, workers);
  }
}

// Many more devices than threads: nothing that waits may occupy a thread.
TEST(TransportThreads, SixtyFourDevicesOnTwoWorkers) {
  Workers workers({.threads = 2});
  check({CollectiveKind::AllReduce, 0, 0, {33}}, 64, {.digits = {{.stride = 1, .size = 64}}},
        workers);
  check({CollectiveKind::AllToAll, 1, 0, {3, 2}}, 64, {.digits = {{.stride = 8, .size = 8}}},
        workers);
}

// Device 2 sends twice, device 3 receives nothing and gets zeros.
TEST(TransportThreads, APermuteMovesAlongPairsAndFillsWithZeros) {
  Workers workers({.threads = 2});
  TestProgram test(5);
  Border border = TestProgram::border(DType::S32, {5, 4}, 0, {test.row()});
  Operand source = test.argument(border), target = test.result(border);
  test.collective({.kind = CollectiveKind::Permute, .pairs = {{0, 1}, {1, 2}, {2, 0}, {2, 4}}},
                  {{.source = source, .target = target, .type = DType::S32, .shape = {1, 4}}});
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {5, 4}, 1)));
  llvm::cantFail(instance->run().wait());
  Array result = llvm::cantFail(instance->result(0));
  // Device 0 receives from 2, 1 from 0, 2 from 1, 3 nothing, 4 from 2.
  std::vector<int32_t> wanted = {9, 10, 11, 12, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 9, 10, 11, 12};
  EXPECT_TRUE(std::ranges::equal(result.as<int32_t>(), wanted));
}

// The roots are read in each run. One outside of the group becomes the nearest member. Device 4,
// which is in no group, gets zeros.
TEST(TransportThreads, ABroadcastReadsItsRootsInEachRun) {
  Workers workers({.threads = 2});
  TestProgram test(5);
  Border border = TestProgram::border(DType::S32, {5, 2}, 0, {test.row()});
  Border number = TestProgram::border(DType::S32, {1}, -1, {});
  Operand source = test.argument(border), first = test.argument(number),
          second = test.argument(number), target = test.result(border), other = test.result(border);
  test.collective(
      {.kind = CollectiveKind::Broadcast, .groups = {.listed = {{3, 1}, {0, 2}}}},
      {{.source = source, .target = target, .type = DType::S32, .shape = {1, 2}, .root = first},
       {.source = source, .target = other, .type = DType::S32, .shape = {1, 2}, .root = second}});
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {5, 2}, 1)));
  // Of position 0: devices 3 and 0; of position 1: devices 1 and 2.
  std::vector<int32_t> ofFirst = {1, 2, 7, 8, 1, 2, 7, 8, 0, 0},
                       ofSecond = {5, 6, 3, 4, 5, 6, 3, 4, 0, 0};
  for (int32_t root : {0, 1, -1, 7}) {
    llvm::cantFail(instance->setArgument(1, numbered<int32_t>(DType::S32, {1}, root)));
    llvm::cantFail(instance->setArgument(2, numbered<int32_t>(DType::S32, {1}, root > 0 ? 0 : 1)));
    llvm::cantFail(instance->run().wait());
    Array result = llvm::cantFail(instance->result(0)),
          swapped = llvm::cantFail(instance->result(1));
    EXPECT_TRUE(std::ranges::equal(result.as<int32_t>(), root > 0 ? ofSecond : ofFirst)) << root;
    EXPECT_TRUE(std::ranges::equal(swapped.as<int32_t>(), root > 0 ? ofFirst : ofSecond)) << root;
  }
}

// A walk would read another number of bytes than the program has.
TEST(TransportThreads, RootsOfOtherSizesAreRefused) {
  TestProgram test(2);
  Operand x = test.temporary(8);
  test.collective({.kind = CollectiveKind::Broadcast, .groups = {.digits = {test.row()}}},
                  {{.source = x, .target = x, .type = DType::F32, .shape = {2}, .root = x}});
  EXPECT_EQ(llvm::toString(checkProgram(test.program)),
            "unsound program: test.mlir:3:1: collective_broadcast with a root of 8 bytes; all "
            "tensors of a broadcast name a root of 4 bytes, or none does");
}

} // namespace
} // namespace spmd::rt
