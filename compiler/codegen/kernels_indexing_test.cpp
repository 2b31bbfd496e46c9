// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusions with gathers, scatters and dynamic slices, whose indices are values: inside of
// the operand, at its ends and out of range.
#include "compiler/codegen/test_fusions.h"
#include <algorithm>

using namespace spmd;
using namespace spmd::test;

namespace {

/// Gathers rows of a batch, including the first and the last row of the table and indices
/// out of range. The kernel prefetches the row of the next iteration.
TEST(Indexing, LongRowsAreLookedUp) {
  auto f =
      compile(R"(func.func @f(%x: tensor<50x120xf32>, %i: tensor<3x5xi32>) -> tensor<3x5x120xf32> {
    %one = stablehlo.constant dense<1> : tensor<3x5xi32>
    %j = stablehlo.subtract %i, %one : tensor<3x5xi32>
    %0 = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0],
        start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 120>}> : (tensor<50x120xf32>, tensor<3x5xi32>) -> tensor<3x5x120xf32>
    return %0 : tensor<3x5x120xf32>
  })");
  ASSERT_TRUE(f);
  // Rows of 480 bytes are long enough for a prefetch.
  EXPECT_NE(f->objects.ir[0].find("llvm.prefetch"), std::string::npos);
  auto x = counted(50 * 120);
  std::vector<int32_t> rows{1, 50, 7, 7, 51, -100, 2, 3, 1000, 20, 49, 1, 30, 31, 50};
  std::vector<float> out(15 * 120);
  f->run({x.data(), rows.data(), out.data()}, 3);
  for (int r = 0; r < 15; ++r)
    for (int c = 0; c < 120; ++c)
      ASSERT_EQ(out[r * 120 + c], x[std::clamp(rows[r] - 1, 0, 49) * 120 + c]) << r << " " << c;
}

/// Start indices out of range are clamped, so that the slice stays inside.
TEST(Indexing, DynamicSliceClampsItsStart) {
  auto f = compile(
      R"(func.func @f(%x: tensor<6x40xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x24xf32> {
    %0 = stablehlo.dynamic_slice %x, %i, %j, sizes = [2, 24] : (tensor<6x40xf32>, tensor<i32>, tensor<i32>) -> tensor<2x24xf32>
    return %0 : tensor<2x24xf32>
  })");
  ASSERT_TRUE(f);
  auto x = counted(240);
  // In range, and out of range on either side of each dim.
  for (auto [i, j] : {std::pair{1, 3}, {-4, 100}, {9, -1}}) {
    std::vector<float> out(48);
    int32_t is = i, js = j;
    f->run({x.data(), &is, &js, out.data()});
    int r = std::clamp(i, 0, 4), c = std::clamp(j, 0, 16);
    for (int k = 0; k < 48; ++k)
      ASSERT_EQ(out[k], x[(r + k / 24) * 40 + c + k % 24]);
  }
}

/// The operand is updated in place: the kernel gets a null pointer for it and writes only
/// the window.
TEST(Indexing, DynamicUpdateSliceWritesOnlyTheWindow) {
  auto f = compile(
      R"(func.func @f(%x: tensor<6x40xf32>, %u: tensor<2x24xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<6x40xf32> {
    %v = stablehlo.negate %u : tensor<2x24xf32>
    %0 = stablehlo.dynamic_update_slice %x, %v, %i, %j : (tensor<6x40xf32>, tensor<2x24xf32>, tensor<i32>, tensor<i32>) -> tensor<6x40xf32>
    return %0 : tensor<6x40xf32>
  })");
  ASSERT_TRUE(f);
  ASSERT_EQ(f->plan.updatesInPlace.size(), 1u);
  auto x = counted(240), u = counted(48, 1000.0f), out = x;
  int32_t i = 3, j = 100;
  f->run({nullptr, u.data(), &i, &j, out.data()});
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 40; ++c) {
      bool in = r >= 3 && r < 5 && c >= 16;
      ASSERT_EQ(out[r * 40 + c], in ? -u[(r - 3) * 24 + c - 16] : x[r * 40 + c]);
    }
}

/// The operand is computed in the same kernel, so the whole result is written.
TEST(Indexing, DynamicUpdateSliceOfAComputedValue) {
  auto f = compile(
      R"(func.func @f(%x: tensor<6x40xf32>, %u: tensor<2x24xf32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<6x40xf32> {
    %v = stablehlo.negate %x : tensor<6x40xf32>
    %0 = stablehlo.dynamic_update_slice %v, %u, %i, %j : (tensor<6x40xf32>, tensor<2x24xf32>, tensor<i32>, tensor<i32>) -> tensor<6x40xf32>
    return %0 : tensor<6x40xf32>
  })");
  ASSERT_TRUE(f);
  auto x = counted(240), u = counted(48, 1000.0f);
  std::vector<float> out(240);
  int32_t i = 3, j = 5;
  f->run({x.data(), u.data(), &i, &j, out.data()});
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 40; ++c) {
      bool in = r >= 3 && r < 5 && c >= 5 && c < 29;
      ASSERT_EQ(out[r * 40 + c], in ? u[(r - 3) * 24 + c - 5] : -x[r * 40 + c]);
    }
}

/// Indices out of range are clamped to the first and the last row.
TEST(Indexing, GatherOfRows) {
  auto f = compile(R"(func.func @f(%x: tensor<10x24xf32>, %i: tensor<7x1xi32>) -> tensor<7x24xf32> {
    %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 24>}>
      : (tensor<10x24xf32>, tensor<7x1xi32>) -> tensor<7x24xf32>
    %1 = stablehlo.add %0, %0 : tensor<7x24xf32>
    return %1 : tensor<7x24xf32>
  })");
  ASSERT_TRUE(f);
  auto x = counted(240);
  int32_t rows[] = {3, 0, 9, 12, -2, 5, 5};
  std::vector<float> out(7 * 24);
  f->run({x.data(), rows, out.data()});
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 24; ++j)
      ASSERT_EQ(out[i * 24 + j], 2 * x[std::clamp(rows[i], 0, 9) * 24 + j]);
}

/// A scatter that adds negated rows. `operand` may define %z, the array that it adds to.
std::string scatterText(const char *operand) {
  return std::string("func.func @f(%x: tensor<10x24xf32>, %i: tensor<7x1xi32>, %u: "
                     "tensor<7x24xf32>) -> tensor<10x24xf32> {\n") +
         operand + R"(
    %w = stablehlo.negate %u : tensor<7x24xf32>
    %0 = "stablehlo.scatter"(%z, %i, %w) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false,
      unique_indices = false}> ({
      ^bb0(%a: tensor<f32>, %b: tensor<f32>):
        %s = stablehlo.add %a, %b : tensor<f32>
        stablehlo.return %s : tensor<f32>
      }) : (tensor<10x24xf32>, tensor<7x1xi32>, tensor<7x24xf32>) -> tensor<10x24xf32>
    return %0 : tensor<10x24xf32>
  })";
}

/// Rows whose index is out of range are skipped. On zeros, a second kernel writes the zeros
/// first.
TEST(Indexing, ScatterAddsRowsAndSkipsWhatIsOutside) {
  auto x = counted(240), u = counted(168, 1000.0f);
  int32_t rows[] = {3, 0, 9, 12, -2, 5, 5};
  for (bool zeros : {false, true}) {
    std::string text =
        scatterText(zeros ? "%z = stablehlo.constant dense<0.0> : tensor<10x24xf32>" : "");
    if (!zeros)
      text.replace(text.find("(%z, "), 5, "(%x, ");
    auto f = compile(text);
    ASSERT_TRUE(f);
    EXPECT_EQ(f->plan.updatesInPlace.size(), zeros ? 0u : 1u);
    EXPECT_EQ(f->plan.kernels.size(), zeros ? 2u : 1u);
    auto out = x, want = zeros ? std::vector<float>(240) : x;
    f->run({x.data(), rows, u.data(), out.data()});
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 24; ++j)
        if (rows[i] >= 0 && rows[i] < 10)
          want[rows[i] * 24 + j] -= u[i * 24 + j];
    ASSERT_EQ(out, want);
  }
}

/// Windows that reach out of the operand are skipped there element by element; later updates
/// win.
TEST(Indexing, ScatterOfWindowsThatHangOver) {
  auto f = compile(
      R"(func.func @f(%x: tensor<4x30xi32>, %i: tensor<3x2xi64>, %u: tensor<3x2x20xi32>) -> tensor<4x30xi32> {
    %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2],
      scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = false}> ({
      ^bb0(%a: tensor<i32>, %b: tensor<i32>):
        stablehlo.return %b : tensor<i32>
      }) : (tensor<4x30xi32>, tensor<3x2xi64>, tensor<3x2x20xi32>) -> tensor<4x30xi32>
    return %0 : tensor<4x30xi32>
  })");
  ASSERT_TRUE(f);
  auto x = counted<int32_t>(120), u = counted<int32_t>(120, 1000);
  // Windows inside, beyond the right and the upper border, and beyond the left and the
  // lower one.
  int64_t starts[] = {3, 1, 15, -1, -4, 3};
  auto out = x, want = x;
  f->run({nullptr, starts, u.data(), out.data()});
  for (int s = 0; s < 3; ++s)
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 20; ++c)
        if (int64_t y = starts[2 * s + 1] + r, z = starts[2 * s] + c;
            y >= 0 && y < 4 && z >= 0 && z < 30)
          want[y * 30 + z] = u[(s * 2 + r) * 20 + c];
  ASSERT_EQ(out, want);
}

} // namespace
