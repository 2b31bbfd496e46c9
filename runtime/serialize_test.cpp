// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that programs survive the way through bytes and files, and that damage is found.
#include "runtime/serialize.h"
#include "runtime/test_collectives.h"
#include "llvm/Support/Error.h"
#include <gtest/gtest.h>
#include <unistd.h>

namespace spmd::rt {
namespace {

/// A configuration of every routine, with elements in every list.
std::vector<LibraryConfig> someConfigs() {
  GemmConfig gemm{.addToResult = true, .batch = {{2, 3, 4, 5}}, .m = {{}}, .n = {{}}, .k = {{}}};
  return {
      CholeskyConfig{.n = 3, .lower = false},
      ConvConfig{.batch = 7, .spatial = {{.padLow = -1, .reversed = true}}},
      FftConfig{.kind = FftKind::ToReal, .inverse = true, .turn = 12},
      gemm,
      HostCallConfig{7},
      LapackConfig{.routine = LapackRoutine::Trsm, .apart = true, .k = 5, .high = 7, .side = 'R'},
      RngConfig{RngAlgorithm::Philox, 3, DType::F64, 9},
      ScatterConfig{.combine = ScatterCombine::Or,
                    .batch = {{}},
                    .window = {{.component = 1}},
                    .components = {{}}},
      SelectAndScatterConfig{.selectsLargest = false, .dims = {{1, 2, 3, 4, 5}}},
      SortConfig{.order = SortOrder::TotalLess, .types = {DType::BF16}},
      TopKConfig{DType::S8, 1, 2, 3},
      TriangularSolveConfig{.transposed = true}};
}

/// A program with a command of every kind, so that every list of fields is used.
Program manyThings() {
  std::vector<Array> arguments;
  TestProgram test = everyKind(DType::F32, {{.stride = 4, .size = 2}}, arguments, 2);
  Operand x = test.temporary(16);
  x.dynamic = {{.index = x.base, .type = DType::U16, .limit = 0, .strideBytes = 8}};
  test.kernel([](void *const *, int64_t, int64_t) {}, 4, 2, {x}, {x});
  for (const LibraryConfig &config : someConfigs())
    test.add(LibraryCommand{.config = config, .operands = {x}, .results = {}, .callback = 0});
  test.add(test.blocks(x, x));
  test.add(PartitionIdCommand{x.base});
  test.add(CaseCommand{
      .selector = x.base, .type = DType::Pred, .branches = {test.block(), test.block()}});
  test.add(WhileCommand{.cond = 1, .body = 2, .predicate = x.base, .tripCount = 5});
  test.add(LoopCommand{.kernel = 1,
                       .tripCount = 7,
                       .grain = 3,
                       .predicate = x.base,
                       .operands = {x},
                       .results = {x}});
  test.program.objects = {{1, 2, 3}, {}};
  test.program.results[0].name = "['w']";
  test.program.results[0].donated = true;
  test.program.results[0].memory = "pinned_host";
  test.program.cpuFeatures = "+avx2";
  return test.program;
}

// Equal bytes after a round trip mean that no field was lost. The fingerprint depends on all
// fields.
TEST(Serialize, AProgramComesBackAsItWas) {
  ASSERT_EQ(someConfigs().size(), std::variant_size_v<LibraryConfig>);
  Program program = manyThings();
  std::vector<uint8_t> bytes = serializeProgram(program);
  Program back = llvm::cantFail(deserializeProgram(bytes, "x"));
  EXPECT_EQ(serializeProgram(back), bytes);
  EXPECT_EQ(fingerprintOf(back), fingerprintOf(program));
  EXPECT_EQ(back.results[0].name, "['w']");
  EXPECT_EQ(back.blocks.size(), program.blocks.size());
  // Any change of a field changes the fingerprint.
  back.arenaBytes += 64;
  EXPECT_NE(fingerprintOf(back), fingerprintOf(program));
}

// The error message for some bytes, or "".
std::string refusal(const std::vector<uint8_t> &bytes) {
  auto program = deserializeProgram(bytes, "x.spmdx");
  return program ? "" : llvm::toString(program.takeError());
}

// No magic, another version, a missing byte, a flipped bit.
TEST(Serialize, DamagedBytesAreRefused) {
  std::vector<uint8_t> bytes = serializeProgram(manyThings());
  EXPECT_EQ(refusal({1, 2, 3}), "x.spmdx: is no compiled program");
  std::vector<uint8_t> other = bytes;
  // Byte 8 is the version, after the magic of eight bytes.
  other[8] = 77;
  EXPECT_EQ(
      refusal(other),
      "x.spmdx: program version 77, ABI 1; this build runs version 14, ABI 1; compile it again");
  other = bytes;
  other.pop_back();
  EXPECT_NE(refusal(other).find("bytes where"), std::string::npos);
  other = bytes;
  other[other.size() / 2] ^= 1;
  EXPECT_NE(refusal(other).find("x.spmdx: damaged, checksum "), std::string::npos);
}

TEST(Serialize, FilesAreWrittenWholeAndReadBack) {
  // The name contains the process id, because two tests may run at once.
  std::string path = testing::TempDir() + "/serialize_test." + std::to_string(getpid()) + ".spmdx";
  Program program = manyThings();
  ASSERT_FALSE(saveProgram(program, path));
  EXPECT_EQ(fingerprintOf(llvm::cantFail(loadProgram(path))), fingerprintOf(program));
  EXPECT_EQ(llvm::toString(loadProgram(path + "x").takeError()),
            path + "x: No such file or directory");
  EXPECT_EQ(llvm::toString(saveProgram(program, "/nowhere/x.spmdx")),
            "/nowhere/x.spmdx: cannot be written: No such file or directory");
  remove(path.c_str());
}

} // namespace
} // namespace spmd::rt
