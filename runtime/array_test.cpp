// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests arrays on the host: allocation, blocks, printing, comparison, and the small float types.
#include "runtime/array.h"
#include "runtime/small_floats.h"
#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>

namespace spmd::rt {
namespace {

// An array of the given elements. T has the size of the element type.
template <class T> Array arrayOf(DType type, std::vector<int64_t> shape, std::vector<T> values) {
  Array array = llvm::cantFail(Array::allocate(type, std::move(shape)));
  std::copy(values.begin(), values.end(), array.as<T>().begin());
  return array;
}

// An s32 array of 0, 1, 2, ...
Array counting(std::vector<int64_t> shape) {
  Array array = llvm::cantFail(Array::allocate(DType::S32, std::move(shape)));
  std::iota(array.as<int32_t>().begin(), array.as<int32_t>().end(), 0);
  return array;
}

// The elements of a block as readBlock() delivers them. The target is filled with -7 first, so that
// elements which readBlock() does not write are noticed.
std::vector<int32_t> block(const Array &array, std::vector<BlockDim> dims) {
  int64_t count = 1;
  for (BlockDim d : dims)
    count *= d.size;
  std::vector<int32_t> local(count, -7);
  readBlock(array, dims, local.data());
  return local;
}

// Sizes on both sides of the limit between heap and mapping, and zero, which must still give an
// address. A moved-from buffer is empty. The error names the number of bytes.
TEST(Buffer, IsAlignedAndSaysWhatItCannotHold) {
  for (uint64_t bytes : {0ul, 1ul, 100ul, 3ul << 20}) {
    Buffer buffer = llvm::cantFail(Buffer::allocate(bytes, {.prefault = true}));
    ASSERT_TRUE(buffer);
    EXPECT_EQ(uintptr_t(buffer.data()) % (bytes < (2 << 20) ? 64 : 2 << 20), 0u);
    EXPECT_EQ(buffer.size(), bytes);
    if (bytes)
      buffer.data()[bytes - 1] = std::byte{1};
    Buffer moved = std::move(buffer);
    EXPECT_FALSE(buffer);
    EXPECT_EQ(moved.size(), bytes);
  }
  auto huge = Buffer::allocate(uint64_t(1) << 60);
  ASSERT_FALSE(huge);
  EXPECT_NE(llvm::toString(huge.takeError()).find("1152921504606846976 bytes"), std::string::npos);
}

// 2^80 elements overflow 64 bits; the message shows the type.
TEST(Array, RefusesAShapeThatOverflows) {
  auto array = Array::allocate(DType::F32, {int64_t(1) << 40, int64_t(1) << 40});
  ASSERT_FALSE(array);
  EXPECT_NE(llvm::toString(array.takeError()).find("1099511627776x1099511627776xf32"),
            std::string::npos);
}

// Whole rows, a part of rows, a scalar, and a block of a tensor with three dims.
TEST(Array, CutsBlocks) {
  Array a = counting({4, 6});
  EXPECT_EQ(block(a, {{2, 2}, {0, 6}}),
            (std::vector<int32_t>{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  EXPECT_EQ(block(a, {{1, 2}, {4, 2}}), (std::vector<int32_t>{10, 11, 16, 17}));
  EXPECT_EQ(block(counting({}), {}), (std::vector<int32_t>{0}));
  EXPECT_EQ(block(counting({2, 2, 2}), {{1, 1}, {0, 2}, {1, 1}}), (std::vector<int32_t>{5, 7}));
}

// A block that leaves the array in two dims: one element exists. Writing changes that element
// alone.
TEST(Array, ReadsZeroOutsideAndDoesNotWriteThere) {
  Array a = counting({3, 3});
  std::vector<BlockDim> dims = {{2, 2}, {2, 2}};
  EXPECT_EQ(block(a, dims), (std::vector<int32_t>{8, 0, 0, 0}));
  EXPECT_EQ(block(a, {{3, 1}, {3, 2}}), (std::vector<int32_t>{0, 0}));
  std::vector<int32_t> local = {100, 101, 102, 103};
  writeBlock(a, dims, local.data());
  EXPECT_EQ(a.as<int32_t>()[8], 100);
  EXPECT_EQ(a.as<int32_t>()[7], 7);
}

// The first dim is split evenly, the last one is padded: 5 elements in pieces of 2.
TEST(Array, BlocksOfAllDevicesJoinToTheWhole) {
  Array a = counting({4, 3, 5}), b = counting({4, 3, 5});
  std::fill(b.as<int32_t>().begin(), b.as<int32_t>().end(), -1);
  for (int64_t i : {0, 2})
    for (int64_t j : {0, 2, 4}) {
      std::vector<BlockDim> dims = {{i, 2}, {0, 3}, {j, 2}};
      std::vector<int32_t> local = block(a, dims);
      writeBlock(b, dims, local.data());
    }
  EXPECT_FALSE(firstMismatch(b, a, {}));
}

TEST(Array, PrintsElements) {
  Array n = counting({2});
  EXPECT_EQ(elementText(DType::S32, n.as<int32_t>().data() + 1), "1");
  Array z = arrayOf<std::complex<float>>(DType::C64, {1}, {{0, -1.5}});
  EXPECT_EQ(elementText(DType::C64, z.data()), "(0,-1.5)");
}

// Absolute and relative tolerance, and the message with count and largest error.
TEST(Array, ComparesByTolerance) {
  Array e = arrayOf<float>(DType::F32, {2, 2}, {1, 2, 3, 4});
  Array a = arrayOf<float>(DType::F32, {2, 2}, {1, 2.5, 3, 4.25});
  auto found = firstMismatch(a, e, {});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->message(4), "differs at [0, 1]: 2.5, expected 2; 2 of 4 elements differ, the "
                               "largest error 0.5 at [0, 1]");
  EXPECT_EQ(firstMismatch(a, e, {.relative = 0.1})->count, 1);
  EXPECT_FALSE(firstMismatch(a, e, {.absolute = 0.5}));
}

// NaNs of either sign are equal. Infinities must agree, and a number is never close to a NaN or an
// infinity, whatever the tolerance.
TEST(Array, ComparesNanAndInfinity) {
  float nan = std::nanf(""), inf = std::numeric_limits<float>::infinity();
  Array e = arrayOf<float>(DType::F32, {3}, {nan, inf, 1});
  EXPECT_FALSE(firstMismatch(arrayOf<float>(DType::F32, {3}, {-nan, inf, 1}), e, {}));
  EXPECT_TRUE(firstMismatch(arrayOf<float>(DType::F32, {3}, {nan, -inf, 1}), e, {1, 1}));
  EXPECT_TRUE(firstMismatch(arrayOf<float>(DType::F32, {3}, {nan, inf, nan}), e, {1, 1}));
  EXPECT_TRUE(firstMismatch(arrayOf<float>(DType::F32, {3}, {nan, 1e30f, 1}), e, {1, 1}));
}

// Tolerances also apply to bf16 and f8. 64-bit integers keep all bits, and booleans ignore
// tolerances.
TEST(Array, ComparesBf16F8AndIntegers) {
  auto bf = [](float x) { return toBf16(x); };
  EXPECT_FALSE(firstMismatch(arrayOf<uint16_t>(DType::BF16, {1}, {bf(1.0078125f)}),
                             arrayOf<uint16_t>(DType::BF16, {1}, {bf(1.f)}), {.relative = 0.01}));
  EXPECT_TRUE(firstMismatch(arrayOf<uint8_t>(DType::F8E4M3FN, {1}, {0x38}),
                            arrayOf<uint8_t>(DType::F8E4M3FN, {1}, {0x40}), {.relative = 0.4}));
  int64_t big = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(firstMismatch(arrayOf<int64_t>(DType::S64, {1}, {big - 1}),
                          arrayOf<int64_t>(DType::S64, {1}, {big}), {})
                ->message(1),
            "differs at [0]: 9223372036854775806, expected 9223372036854775807; 1 of 1 elements "
            "differ, the largest error 1 at [0]");
  EXPECT_TRUE(firstMismatch(arrayOf<uint8_t>(DType::Pred, {1}, {1}),
                            arrayOf<uint8_t>(DType::Pred, {1}, {0}), {1, 1}));
}

// Every bit pattern of each small type converts to float and back to itself.
TEST(SmallFloats, RoundTripAllBits) {
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    float half = fromF16(uint16_t(bits));
    if (!std::isnan(half)) {
      EXPECT_EQ(toF16(half), bits);
      EXPECT_EQ(double(half), double(half));
    }
    float brain = fromBf16(uint16_t(bits));
    if (!std::isnan(brain))
      EXPECT_EQ(toBf16(brain), bits);
  }
  for (int t = int(DType::F8E5M2); t <= int(DType::F8E8M0FNU); ++t)
    for (uint32_t bits = 0; bits < 256; ++bits) {
      float value = fromF8(DType(t), uint8_t(bits));
      if (!std::isnan(value))
        EXPECT_EQ(toF8(DType(t), value), bits) << mlirName(DType(t));
    }
}

// Ties go to the even neighbour, large values overflow, and subnormals round.
TEST(SmallFloats, RoundToNearestEven) {
  EXPECT_EQ(toBf16(1.00390625f), toBf16(1.f));       // a tie goes to the even neighbour
  EXPECT_EQ(toBf16(1.01171875f), toBf16(1.015625f)); // the other tie
  // The largest f16 is 65504; values from 65520 on round to infinity, and ties below the smallest
  // subnormal round to zero.
  EXPECT_TRUE(std::isnan(fromBf16(toBf16(std::nanf("")))));
  EXPECT_EQ(fromF16(toF16(65519.f)), 65504.f);
  EXPECT_EQ(toF16(65520.f), 0x7c00);
  EXPECT_EQ(toF16(0x1p-25f), 0);
  EXPECT_EQ(toF16(0x1.8p-25f), 1);
  EXPECT_EQ(toF16(0x1p-24f * 2.5f), 2);
  EXPECT_TRUE(std::isnan(fromF8(DType::F8E4M3FN, toF8(DType::F8E4M3FN, 1000.f))));
}

} // namespace
} // namespace spmd::rt
