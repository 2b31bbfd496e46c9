// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests commands whose operands are rows of tables: buffers of several arguments or results.
#include "runtime/test_program.h"
#include <gtest/gtest.h>

namespace spmd::rt {
namespace {

/// The row of table `table` that the device's id names, clamped, of `rows` rows of 32 bytes.
Operand rowOf(uint32_t table, Operand id, int64_t rows) {
  return {
      .base = {.space = Space::Table, .index = table},
      .bytes = 32,
      .dynamic = {{.index = id.base, .type = DType::U32, .limit = rows - 1, .strideBytes = 32}}};
}

/// Three devices. Device d adds one to the row of argument 2 - d and writes it to result d.
TestProgram rowByRow() {
  TestProgram test(3);
  Border whole = TestProgram::border(DType::S32, {8}, -1, {}),
         split = TestProgram::border(DType::S32, {24}, 0, {test.row()});
  Table arguments{32, {}}, results{32, {}};
  for (int i = 0; i < 3; ++i) {
    arguments.rows.insert(arguments.rows.begin(), test.argument(whole).base);
    results.rows.push_back(test.result(split).base);
  }
  test.program.tables = {arguments, results};
  Operand id = test.temporary(4);
  test.add(PartitionIdCommand{id.base});
  test.kernel(addOne, 8, 3, {rowOf(0, id, 3)}, {rowOf(1, id, 3)});
  return test;
}

std::string refusal(const TestProgram &test) {
  llvm::Error error = checkProgram(test.program);
  return error ? llvm::toString(std::move(error)) : "";
}

TEST(Tables, CommandsFindTheRowThatAnIndexNames) {
  Workers workers({.threads = 2});
  TestProgram test = rowByRow();
  auto instance = llvm::cantFail(Instance::create(test.executable(), workers));
  for (size_t i = 0; i < 3; ++i)
    llvm::cantFail(instance->setArgument(i, numbered<int32_t>(DType::S32, {8}, int64_t(100 * i))));
  llvm::cantFail(instance->run().wait());
  for (int64_t device = 0; device < 3; ++device) {
    Array result = llvm::cantFail(instance->result(size_t(device)));
    EXPECT_EQ(result.as<int32_t>()[size_t(8 * device)], 100 * (2 - device) + 1);
    EXPECT_EQ(result.as<int32_t>()[size_t(8 * device + 7)], 100 * (2 - device) + 8);
  }
}

TEST(Tables, UnsoundOnesAreRefused) {
  EXPECT_EQ(refusal(rowByRow()), "");
  const std::string place = "unsound program: test.mlir:3:1: ";
  TestProgram none = rowByRow();
  none.program.tables[0].rows.clear();
  EXPECT_EQ(refusal(none), "unsound program: a table of 0 rows of 32 bytes");
  TestProgram shorter = rowByRow();
  shorter.program.tables[1].rowBytes = 16;
  EXPECT_EQ(refusal(shorter),
            "unsound program: a row of 16 bytes at offset 0 of buffer 0 of space 1");
  TestProgram arena = rowByRow();
  arena.program.tables[0].rows[0].space = Space::Arena;
  EXPECT_EQ(refusal(arena),
            "unsound program: a row of 32 bytes at offset 0 of buffer 2 of space 2");
  auto operandOf = [](TestProgram &test) -> Operand & {
    return std::get<KernelCommand>(test.program.blocks[0][1].action).operands[0];
  };
  TestProgram far = rowByRow();
  operandOf(far).dynamic[0].limit = 3;
  EXPECT_EQ(refusal(far), place + "bytes [0, 128) of a buffer of 96 bytes");
  TestProgram across = rowByRow();
  operandOf(across).base.offset = 4;
  operandOf(across).dynamic[0].limit = 1;
  EXPECT_EQ(refusal(across), place + "an operand that ends at byte 36 of a row of 32 bytes");
  TestProgram absent = rowByRow();
  operandOf(absent).base.index = 2;
  EXPECT_EQ(refusal(absent), place + "buffer 2 of space 5 does not exist");
  TestProgram scalar = rowByRow();
  operandOf(scalar).dynamic[0].index = {.space = Space::Table};
  EXPECT_EQ(refusal(scalar), place + "a scalar in the memory of a worker or in a table");
}

} // namespace
} // namespace spmd::rt
