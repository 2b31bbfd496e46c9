// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that reductions follow the balanced tree exactly, however the inputs are grouped.
#include "runtime/small_floats.h"
#include "runtime/sum_tree.h"
#include <cmath>
#include <complex>
#include <gtest/gtest.h>
#include <numeric>

namespace spmd::rt {
namespace {

/// Values whose sum depends on the order, because magnitudes differ by 2^20.
float value(int64_t position, int64_t i) {
  float x = float((i * 37 + position * 101) % 97) / 97.f - 0.4f;
  return (i + position) % 3 == 0 ? x * 1048576.f : x;
}

/// The tree as its definition says, by recursion: neighbours first.
float byDefinition(int64_t begin, int64_t level, int64_t n, int64_t i) {
  if (level == 0)
    return value(begin, i);
  int64_t middle = begin + (int64_t(1) << (level - 1));
  float left = byDefinition(begin, level - 1, n, i);
  return middle < n ? left + byDefinition(middle, level - 1, n, i) : left;
}

// The depth of the tree over n positions.
int64_t levels(int64_t n) {
  int64_t level = 0;
  while ((int64_t(1) << level) < n)
    ++level;
  return level;
}

// All numbers of positions up to eight and some larger ones; more elements than one chunk.
TEST(SumTree, FollowsTheDefinitionForAnyNumberOfPositions) {
  const int64_t count = 2500;
  for (int64_t n : {1, 2, 3, 4, 5, 6, 7, 8, 13, 16, 64, 67}) {
    std::vector<std::vector<float>> inputs(static_cast<size_t>(n), std::vector<float>(count));
    std::vector<TreeLeaf> leaves;
    for (int64_t p = 0; p < n; ++p) {
      for (int64_t i = 0; i < count; ++i)
        inputs[size_t(p)][size_t(i)] = value(p, i);
      leaves.push_back({.begin = p, .end = p + 1, .data = inputs[size_t(p)].data()});
    }
    std::vector<float> out(count);
    void *outs[] = {out.data()};
    reduceTree({.type = DType::F32, .positions = n}, leaves, 0, count, outs, false);
    for (int64_t i = 0; i < count; ++i)
      ASSERT_EQ(out[size_t(i)], byDefinition(0, levels(n), n, i))
          << n << " positions, element " << i;
    // In place: the outs are all inputs, at a range of elements. Elements outside of the range must
    // not change.
    std::vector<void *> all;
    for (auto &input : inputs)
      all.push_back(input.data() + 100);
    reduceTree({.type = DType::F32, .positions = n}, leaves, 100, 1500, all, false);
    for (auto &input : inputs)
      for (int64_t i = 0; i < count; ++i)
        ASSERT_EQ(input[size_t(i)],
                  i >= 100 && i < 1600 ? out[size_t(i)] : value(&input - inputs.data(), i));
  }
}

// bf16 inputs are combined on two ranks for every place of the cut. Partial sums travel in f32, so
// the joined result has the bits of the whole tree.
TEST(SumTree, SubtreesAddedUpBeforeGiveTheSameBits) {
  for (int64_t n : {5, 6, 8, 11, 16})
    for (int64_t cut = 1; cut < n; ++cut) {
      const int64_t count = 700;
      std::vector<std::vector<uint16_t>> inputs(static_cast<size_t>(n),
                                                std::vector<uint16_t>(count));
      std::vector<TreeLeaf> leaves;
      for (int64_t p = 0; p < n; ++p) {
        for (int64_t i = 0; i < count; ++i)
          inputs[size_t(p)][size_t(i)] = toBf16(value(p, i));
        leaves.push_back({.begin = p, .end = p + 1, .data = inputs[size_t(p)].data()});
      }
      TreeShape shape{.type = DType::BF16, .positions = n};
      std::vector<uint16_t> whole(count), joined(count);
      void *wholeOut[] = {whole.data()}, *joinedOut[] = {joined.data()};
      reduceTree(shape, leaves, 0, count, wholeOut, false);
      // Two ranks: positions below `cut`, and the others. Each sends its subtrees in f32.
      std::vector<TreeLeaf> nodes;
      std::vector<std::vector<float>> partials;
      partials.reserve(16);
      for (auto [begin, end] : {std::pair(int64_t(0), cut), std::pair(cut, n)}) {
        std::vector<int64_t> members(static_cast<size_t>(end - begin));
        std::iota(members.begin(), members.end(), begin);
        // What one rank sends: the values of the largest subtrees that it holds completely.
        for (TreeNode node : coverWithSubtrees(members, n)) {
          partials.emplace_back(count);
          void *out[] = {partials.back().data()};
          reduceTree(shape,
                     std::span(leaves).subspan(size_t(node.begin), size_t(node.end - node.begin)),
                     0, count, out, true);
          nodes.push_back({.begin = node.begin,
                           .end = node.end,
                           .data = partials.back().data(),
                           .accumulated = true});
        }
      }
      reduceTree(shape, nodes, 0, count, joinedOut, false);
      EXPECT_EQ(whole, joined) << n << " positions cut at " << cut;
    }
}

// The examples of sum_tree.h, and members that begin at an odd position.
TEST(SumTree, CoversMembersWithTheFewestSubtrees) {
  std::vector<int64_t> most = {0, 1, 2, 4, 5, 6, 7}, last = {4}, all = {0, 1, 2, 3, 4},
                       odd = {1, 2, 3, 4};
  EXPECT_EQ(coverWithSubtrees(most, 8), (std::vector<TreeNode>{{0, 2}, {2, 3}, {4, 8}}));
  EXPECT_EQ(coverWithSubtrees(last, 5), (std::vector<TreeNode>{{4, 5}}));
  EXPECT_EQ(coverWithSubtrees(all, 5), (std::vector<TreeNode>{{0, 5}}));
  EXPECT_EQ(coverWithSubtrees(odd, 8), (std::vector<TreeNode>{{1, 2}, {2, 4}, {4, 5}}));
}

// Combines two values.
template <class T> T reduceTwo(ReductionKind kind, DType type, T a, T b) {
  TreeLeaf leaves[] = {{.begin = 0, .end = 1, .data = &a}, {.begin = 1, .end = 2, .data = &b}};
  T out{};
  void *outs[] = {&out};
  reduceTree({.kind = kind, .type = type, .positions = 2}, leaves, 0, 1, outs, false);
  return out;
}

// NaNs win, zeros have an order, integers wrap, booleans stay 0 or 1, and complex numbers are
// ordered by (real, imaginary).
TEST(SumTree, CombinesEveryTypeByItsRules) {
  float nan = std::nanf("");
  EXPECT_TRUE(std::isnan(reduceTwo(ReductionKind::Maximum, DType::F32, 1.f, nan)));
  EXPECT_TRUE(std::isnan(reduceTwo(ReductionKind::Minimum, DType::F32, nan, 1.f)));
  EXPECT_FALSE(std::signbit(reduceTwo(ReductionKind::Maximum, DType::F32, -0.f, 0.f)));
  EXPECT_TRUE(std::signbit(reduceTwo(ReductionKind::Minimum, DType::F64, 0., -0.)));
  EXPECT_EQ(reduceTwo<int32_t>(ReductionKind::Sum, DType::S32, INT32_MAX, 1), INT32_MIN);
  EXPECT_EQ(reduceTwo<int8_t>(ReductionKind::Product, DType::S8, 100, 3), int8_t(300));
  EXPECT_EQ(reduceTwo<uint64_t>(ReductionKind::Maximum, DType::U64, 1, UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(reduceTwo<uint8_t>(ReductionKind::Sum, DType::Pred, 1, 1), 1);
  EXPECT_EQ(reduceTwo<uint8_t>(ReductionKind::Minimum, DType::Pred, 1, 0), 0);
  EXPECT_EQ(reduceTwo<uint16_t>(ReductionKind::And, DType::U16, 0xff0f, 0x0ff0), 0x0f00);
  using C = std::complex<float>;
  EXPECT_EQ(reduceTwo(ReductionKind::Product, DType::C64, C(1, 2), C(3, -1)), C(5, 5));
  EXPECT_EQ(reduceTwo(ReductionKind::Maximum, DType::C64, C(1, 2), C(1, 3)), C(1, 3));
  EXPECT_EQ(fromF16(reduceTwo<uint16_t>(ReductionKind::Sum, DType::F16, toF16(1.5f), toF16(2.f))),
            3.5f);
  EXPECT_FALSE(isReducible(ReductionKind::And, DType::F32));
  EXPECT_FALSE(isReducible(ReductionKind::Or, DType::C128));
}

} // namespace
} // namespace spmd::rt
