// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests whole programs on the devices of one process: kernels, loops, collectives, addresses that
// move, and the messages for programs that cannot run.
#include "runtime/program_stats.h"
#include "runtime/test_program.h"
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

int32_t at(const Array &array, int64_t i) { return array.as<int32_t>()[size_t(i)]; }

// Two kernels in a chain on every device, with tiles that do not divide the extent, for several
// numbers of threads and devices. The last piece of the array is padded.
TEST(Instance, KernelsRunInTilesOnEveryDevice) {
  for (unsigned threads : {1u, 2u, 4u})
    for (int64_t devices : {1, 2, 7, 64}) {
      Workers workers({.threads = threads});
      TestProgram test(devices);
      // One element less than all devices hold: the last device has padding.
      int64_t each = 100;
      Border border = TestProgram::border(DType::S32, {devices * each - 1}, 0, {test.row()});
      Operand in = test.argument(border), out = test.result(border),
              middle = test.temporary(uint64_t(each) * 4);
      test.kernel(addOne, each, 7, {in}, {middle});
      test.kernel(addOne, each, 13, {middle}, {out});
      auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
      Array input = numbered<int32_t>(DType::S32, border.globalShape);
      llvm::cantFail(instance->setArgument(0, input));
      for (int round = 0; round < 3; ++round)
        llvm::cantFail(round == 1 ? instance->runToEnd() : instance->run().wait());
      Array result = llvm::cantFail(instance->result(0));
      for (int64_t i = 0; i < result.elementCount(); ++i)
        ASSERT_EQ(at(result, i), at(input, i) + 2);
    }
}

// The result has the argument's buffer, so each run adds one to the result of the previous one. The
// aliased result takes no memory of its own.
TEST(Instance, AResultInItsArgumentsBufferFeedsTheNextRun) {
  Workers workers({.threads = 2});
  TestProgram test(2);
  Border border = TestProgram::border(DType::S32, {6}, 0, {test.row()});
  Operand in = test.argument(border);
  border.alias = 0;
  Operand out = test.result(border);
  test.kernel(addOne, 3, 3, {in}, {out});
  auto executable = test.executable();
  // Three elements of four bytes per device: the result adds nothing.
  EXPECT_EQ(memoryUseOf(executable->program()).peakBytes(), 12u);
  auto instance = llvm::cantFail(Instance::create(executable, workers));
  llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {6})));
  for (int round = 0; round < 5; ++round)
    llvm::cantFail(instance->run().wait());
  EXPECT_EQ(at(llvm::cantFail(instance->result(0)), 4), 9);
}

/// The program:
///   i = 0; while (i < limit) { x = all_reduce(x); for 3 times: x += 1; i += 1 }
TEST(Instance, NestedLoopsWithCollectives) {
  Workers workers({.threads = 2});
  for (int64_t devices : {1, 3, 16}) {
    TestProgram test(devices);
    Border border = TestProgram::border(DType::S32, {devices}, 0, {test.row()});
    Operand x = test.argument(border);
    border.alias = 0;
    test.result(border);
    Operand i = test.temporary(4);
    test.add(CopyCommand{.source = test.constant(0), .target = i});
    uint32_t body = test.loopWhileLess(i, test.constant(4)), inner = test.block();
    test.collective({.kind = CollectiveKind::AllReduce,
                     .reduction = ReductionKind::Sum,
                     .groups = {.digits = {test.row()}}},
                    {{.source = x, .target = x, .type = DType::S32, .shape = {1}}}, body);
    test.add(WhileCommand{.body = inner, .tripCount = 3}, body);
    test.kernel(addOne, 1, 1, {x}, {x}, inner);
    test.kernel(addOne, 1, 1, {i}, {i}, body);
    auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
    llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {devices}, 1)));
    llvm::cantFail(instance->run().wait());
    // After the first trip every device holds the sum of 1 ... devices, plus 3; each later trip
    // multiplies by the number of devices and adds 3.
    int64_t sum = devices * (devices + 1) / 2 + 3;
    for (int round = 1; round < 4; ++round)
      sum = sum * devices + 3;
    EXPECT_EQ(at(llvm::cantFail(instance->result(0)), devices - 1), sum);
  }
}

// A sum that is begun in one trip and awaited in it, but not in the last one:
///   for 2 times: for 4 times: { x = all_reduce(x), except in the fourth trip; x += 1 }
TEST(Instance, AnExchangeMaySkipTheLastTrip) {
  Workers workers({.threads = 2});
  TestProgram test(2);
  Border border = TestProgram::border(DType::S32, {2}, 0, {test.row()});
  Operand x = test.argument(border);
  border.alias = 0;
  test.result(border);
  uint32_t outer = test.block(), body = test.block();
  test.add(WhileCommand{.body = outer, .tripCount = 2});
  test.add(WhileCommand{.body = body, .tripCount = 4}, outer);
  test.collective(
      {.reduction = ReductionKind::Sum, .groups = {.digits = {test.row()}}, .skipsLastTrip = true},
      {{.source = x, .target = x, .type = DType::S32, .shape = {1}}}, body);
  test.kernel(addOne, 1, 1, {x}, {x}, body);
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {2}, 1)));
  llvm::cantFail(instance->run().wait());
  // Both devices: 1 and 2 -> 3 + 1 -> 9 -> 19 -> 20, then 41 -> 83 -> 167 -> 168.
  EXPECT_EQ(at(llvm::cantFail(instance->result(0)), 0), 168);
  EXPECT_EQ(at(llvm::cantFail(instance->result(0)), 1), 168);
}

// Indices outside of the branches choose the last one, also negative ones.
TEST(Instance, ACaseTakesTheLastBranchForAnyIndexOutside) {
  Workers workers({.threads = 2});
  for (int32_t selector : {-1, 0, 1, 2, 9}) {
    TestProgram test(1);
    Operand out = test.result(TestProgram::border(DType::S32, {}, -1, {}));
    CaseCommand choice{.selector = test.constant(selector).base, .branches = {}};
    for (int32_t branch = 0; branch < 3; ++branch) {
      uint32_t block = test.block();
      test.add(CopyCommand{.source = test.constant(branch), .target = out}, block);
      choice.branches.push_back(block);
    }
    test.add(choice);
    auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
    llvm::cantFail(instance->run().wait());
    EXPECT_EQ(at(llvm::cantFail(instance->result(0)), 0),
              selector == 0 || selector == 1 ? selector : 2);
  }
}

/// Every device adds one to the row of the replicated argument that its own id names. The ids of
/// five devices are clamped to the four rows.
TEST(Instance, MovingAddressesAreClampedAndFollowTheirIndex) {
  Workers workers({.threads = 2});
  TestProgram test(5);
  Operand rows = test.argument(TestProgram::border(DType::S32, {4, 8}, -1, {}));
  Operand out = test.result(TestProgram::border(DType::S32, {5, 8}, 0, {test.row()}));
  Operand id = test.temporary(4);
  test.add(PartitionIdCommand{id.base});
  rows.bytes = 32;
  rows.dynamic = {{.index = id.base, .type = DType::S32, .limit = 3, .strideBytes = 32}};
  test.kernel(addOne, 8, 8, {rows}, {out});
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  llvm::cantFail(instance->setArgument(0, numbered<int32_t>(DType::S32, {4, 8})));
  llvm::cantFail(instance->run().wait());
  Array result = llvm::cantFail(instance->result(0));
  for (int64_t device = 0; device < 5; ++device)
    EXPECT_EQ(at(result, device * 8), std::min<int64_t>(device, 3) * 8 + 1);
}

// The message names both types, or the number of arguments.
TEST(Instance, ArgumentsOfAnotherTypeOrShapeAreRefused) {
  Workers workers({.threads = 1});
  TestProgram test(1);
  test.argument(TestProgram::border(DType::S32, {4}, -1, {}));
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  EXPECT_EQ(llvm::toString(instance->setArgument(0, numbered<int32_t>(DType::S32, {5}))),
            "argument 0 is 5xi32; the program takes 4xi32");
  EXPECT_EQ(llvm::toString(instance->setArgument(1, numbered<int32_t>(DType::S32, {4}))),
            "argument 1 of a program that takes 1");
}

// Device 0 skips the collective that the others wait in. The run fails with a message, and so does
// every later run.
TEST(Instance, DevicesThatWaitForEachOtherAreReported) {
  Workers workers({.threads = 2});
  TestProgram test(3);
  Operand id = test.temporary(4);
  test.add(PartitionIdCommand{id.base});
  uint32_t meeting = test.block(), nothing = test.block();
  test.collective({.kind = CollectiveKind::AllReduce,
                   .reduction = ReductionKind::Sum,
                   .groups = {.digits = {test.row()}}},
                  {{.source = id, .target = id, .type = DType::S32, .shape = {}}}, meeting);
  test.add(CaseCommand{.selector = id.base, .branches = {nothing, meeting}});
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  for (int round = 0; round < 2; ++round)
    EXPECT_EQ(llvm::toString(instance->run().wait()),
              "devices wait for each other; all_reduce at test.mlir:3:1 was reached by 2 of 3 "
              "devices; all devices of a "
              "group must take the same branches around a collective");
}

// x = 1 .. 6 in rows of three: each of the two tiles sums 2 x^2 over its row.
TEST(Instance, BlocksRunKernelsAndMatmulsInOrder) {
  Workers workers({.threads = 2});
  TestProgram test(1);
  Operand x = test.argument(TestProgram::border(DType::F32, {6}, -1, {})),
          y = test.result(TestProgram::border(DType::F32, {2}, -1, {}));
  test.add(test.blocks(x, y));
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  llvm::cantFail(instance->setArgument(0, numbered<float>(DType::F32, {6}, 1)));
  llvm::cantFail(instance->run().wait());
  Array sums = llvm::cantFail(instance->result(0));
  EXPECT_EQ(sums.as<float>()[0], 28);
  EXPECT_EQ(sums.as<float>()[1], 154);
}

// The message of checkProgram.
std::string refusal(const TestProgram &test) { return llvm::toString(checkProgram(test.program)); }

// One program for each kind of error that checkProgram finds.
TEST(Instance, UnsoundProgramsAreRefusedWithThePlace) {
  TestProgram test(2);
  Operand x = test.temporary(8);
  CollectivePart part{.source = x, .target = x, .type = DType::F32, .shape = {2}};
  // The arena has 64 bytes: 8 bytes rounded up to the alignment.
  TestProgram outside = test;
  outside.add(CopyCommand{.source = {.base = {.offset = 60}, .bytes = 8}, .target = x});
  EXPECT_EQ(refusal(outside),
            "unsound program: test.mlir:3:1: bytes [60, 68) of a buffer of 64 bytes");
  TestProgram kind = test;
  kind.collective({.reduction = ReductionKind::And, .groups = {.digits = {kind.row()}}}, {part});
  EXPECT_EQ(
      refusal(kind),
      "unsound program: test.mlir:3:1: all_reduce cannot combine elements of type f32 this way");
  TestProgram uneven = test;
  part.shape = {1, 2};
  uneven.collective({.kind = CollectiveKind::ReduceScatter,
                     .reduction = ReductionKind::Sum,
                     .groups = {.digits = {uneven.row()}}},
                    {part});
  EXPECT_EQ(
      refusal(uneven),
      "unsound program: test.mlir:3:1: reduce_scatter splits dim 0 of size 1 over 2 positions; "
      "the size must be a multiple");
  TestProgram cycle = test;
  cycle.add(WhileCommand{.body = 0, .tripCount = 2});
  EXPECT_EQ(refusal(cycle), "unsound program: a block enters itself");
  // Elements 0 and 2 of the second operand, which has two.
  TestProgram far = test;
  GemmConfig matmul{.m = {{}}, .n = {{.size = 2, .rhs = 2, .result = 1}}, .k = {{}}};
  far.add(LibraryCommand{.config = matmul, .operands = {x, x}, .results = {x}});
  EXPECT_EQ(refusal(far), "unsound program: test.mlir:3:1: a matmul reads or writes 12 bytes of 8");
  TestProgram lonely = test;
  lonely.add(LibraryCommand{.config = matmul, .operands = {x}, .results = {x}});
  EXPECT_EQ(refusal(lonely),
            "unsound program: test.mlir:3:1: a matmul of 1 operands and 1 results");
  // A sum over no elements is written all the same.
  GemmConfig zeros{.m = {{.size = 3, .result = 1}}, .n = {{}}, .k = {{.size = 0}}};
  TestProgram sums = test;
  sums.add(LibraryCommand{.config = zeros, .operands = {x, x}, .results = {x}});
  EXPECT_EQ(refusal(sums),
            "unsound program: test.mlir:3:1: a matmul reads or writes 12 bytes of 8");
  TestProgram negative = test;
  GemmConfig backwards{.m = {{.size = -1}}, .n = {{}}, .k = {{}}};
  negative.add(LibraryCommand{.config = backwards, .operands = {x, x}, .results = {x}});
  EXPECT_EQ(refusal(negative), "unsound program: test.mlir:3:1: a matmul reads or writes "
                               "18446744073709551615 bytes of 8");
  TestProgram nobody = test;
  nobody.collective({.reduction = ReductionKind::Sum, .groups = {.listed = {{}}}},
                    {{.source = x, .target = x, .type = DType::F32, .shape = {2}}});
  EXPECT_EQ(refusal(nobody),
            "unsound program: test.mlir:3:1: a group of 0 devices beside one of 0");
  TestProgram less = test;
  less.collective({.reduction = ReductionKind::Sum, .groups = {.digits = {less.row()}}},
                  {{.source = x, .target = x, .type = DType::F32, .shape = {-1, -2}}});
  EXPECT_EQ(refusal(less),
            "unsound program: test.mlir:3:1: an exchange of more bytes than 64 bits can count");
  TestProgram taken = test;
  taken.program.arguments = {TestProgram::border(DType::F32, {2}, -1, {})};
  taken.program.arguments[0].alias = 3;
  EXPECT_EQ(refusal(taken), "unsound program: an argument is taken over by result 3 of 0");
  TestProgram unnamed = test;
  unnamed.program.axisNames.clear();
  EXPECT_EQ(refusal(unnamed), "unsound program: 0 axes have names and 1 have sizes");
  TestProgram skipping = test;
  skipping.collective({.reduction = ReductionKind::Sum,
                       .groups = {.digits = {skipping.row()}},
                       .skipsLastTrip = true},
                      {{.source = x, .target = x, .type = DType::F32, .shape = {2}}});
  EXPECT_EQ(refusal(skipping),
            "unsound program: test.mlir:3:1: collective 0 skips the last trip of "
            "a loop, but is in no counted one");
  TestProgram lost = test;
  lost.add(CollectiveDone{.id = 3});
  EXPECT_EQ(refusal(lost), "unsound program: 0 collectives start and 1 are waited for");
}

// The commands inside of loops over blocks are checked as all others are, in the block that is the
// furthest from the first.
TEST(Instance, UnsoundBlocksAreRefusedWithThePlace) {
  const std::string place = "unsound program: test.mlir:3:1: ";
  TestProgram test(1);
  Operand x = test.argument(TestProgram::border(DType::F32, {6}, -1, {})),
          y = test.result(TestProgram::border(DType::F32, {2}, -1, {}));
  test.add(test.blocks(x, y));
  EXPECT_EQ(refusal(test), "");
  auto loopsOf = [](TestProgram &t) -> BlocksCommand & {
    return std::get<BlocksCommand>(t.program.blocks[0][0].action);
  };
  auto matmulOf = [](TestProgram &t) -> LibraryCommand & {
    return std::get<LibraryCommand>(t.program.blocks[2][1].action);
  };
  TestProgram far = test;
  matmulOf(far).operands[1].strides[0] = 16;
  EXPECT_EQ(refusal(far), place + "bytes [0, 28) of a buffer of 24 bytes");
  TestProgram backwards = test;
  matmulOf(backwards).operands[1].strides[0] = -4;
  EXPECT_EQ(refusal(backwards), place + "a block -4 bytes from the one before it");
  TestProgram deep = test;
  matmulOf(deep).operands[1].strides.push_back(0);
  EXPECT_EQ(refusal(deep), place + "an operand advances along 3 loops of the 2 around it");
  TestProgram large = test;
  loopsOf(large).localBytes = 2;
  EXPECT_EQ(refusal(large), place + "bytes [0, 4) of a buffer of 2 bytes");
  TestProgram wide = test;
  std::get<GemmConfig>(matmulOf(wide).config).k = {{.size = 2, .lhs = 1, .rhs = 1}};
  EXPECT_EQ(refusal(wide), place + "a matmul reads or writes 8 bytes of 4");
  TestProgram serial = test;
  loopsOf(serial).serialLoops = 3;
  EXPECT_EQ(refusal(serial), place + "2 loops over blocks, 3 of them serial");
  TestProgram empty = test;
  loopsOf(empty).loops[0] = 0;
  EXPECT_EQ(refusal(empty), place + "a loop over 0 blocks");
  TestProgram twice = test;
  twice.add(WhileCommand{.body = 1, .tripCount = 2});
  EXPECT_EQ(refusal(twice),
            place + "block 1 is entered by loops over blocks and by another command");
  TestProgram main = test;
  loopsOf(main).first = 0;
  EXPECT_EQ(refusal(main), "unsound program: main is inside of loops over blocks");
  TestProgram huge = test;
  loopsOf(huge).localBytes = uint64_t(1) << 60;
  EXPECT_EQ(refusal(huge), place + "1152921504606846976 bytes for each worker");
  TestProgram loop = test;
  loop.add(WhileCommand{.body = loop.block(), .tripCount = 2}, 1);
  EXPECT_EQ(refusal(loop), place + "a command that is no kernel, library call or copy inside of "
                                   "loops over blocks");
  // Outside of the loops there is no such memory, and scalars are never in it.
  Operand local{.base = {.space = Space::Local}, .bytes = 4};
  TestProgram outside = test;
  outside.add(CopyCommand{.source = local, .target = local});
  EXPECT_EQ(refusal(outside), place + "buffer 0 of space 4 does not exist");
  TestProgram scalar = test;
  matmulOf(scalar).operands[1].dynamic = {{.index = local.base}};
  EXPECT_EQ(refusal(scalar), place + "a scalar in the memory of a worker or in a table");
}

// Numbers whose products and sums wrap around to small ones.
TEST(Instance, NumbersThatWrapAroundAreRefused) {
  constexpr int64_t kHalf = int64_t(1) << 32;
  TestProgram test(2);
  Operand x = test.temporary(8);
  TestProgram moving = test;
  Operand far = x;
  far.dynamic = {{.index = x.base, .type = DType::S32, .limit = kHalf, .strideBytes = kHalf}};
  moving.add(CopyCommand{.source = far, .target = x});
  EXPECT_EQ(refusal(moving), "unsound program: test.mlir:3:1: bytes [0, 18446744073709551615) of a "
                             "buffer of 64 bytes");
  for (std::vector<Digit> digits : {std::vector<Digit>{{.stride = kHalf, .size = kHalf}},
                                    {{.stride = 1, .size = 2}, {.stride = 1, .size = 2}}}) {
    TestProgram groups = test;
    groups.collective({.reduction = ReductionKind::Sum, .groups = {.digits = digits}},
                      {{.source = x, .target = x, .type = DType::F32, .shape = {2}}});
    EXPECT_NE(refusal(groups).find("a digit of stride"), std::string::npos);
    TestProgram cut = test;
    cut.program.arguments = {
        {.type = DType::F32, .globalShape = {8}, .localShape = {2}, .splits = {digits}}};
    EXPECT_NE(refusal(cut).find("a digit of stride"), std::string::npos);
  }
  TestProgram large = test;
  large.argument(TestProgram::border(DType::F32, {kHalf, kHalf}, -1, {}));
  EXPECT_EQ(refusal(large), "unsound program: an array of more bytes than 64 bits can count");
}

} // namespace
} // namespace spmd::rt
