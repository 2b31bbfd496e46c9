// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the calls of oneDNN. oneDNN takes f32 on every CPU, so strides, regions and sums are tested
// with f32 everywhere.
#include "runtime/kernels/gemm_backends.h"
#include <gtest/gtest.h>
#include <vector>

namespace spmd::rt {
namespace {

// The plan of a matmul with either operand transposed.
GemmPlan planOf(int64_t m, int64_t n, int64_t k, bool lhsTransposed, bool rhsTransposed, bool add) {
  GemmConfig gemm{.addToResult = add};
  gemm.m = {{m, lhsTransposed ? 1 : k, 0, n}};
  gemm.n = {{n, 0, rhsTransposed ? k : 1, 1}};
  gemm.k = {{k, lhsTransposed ? m : 1, rhsTransposed ? 1 : n, 0}};
  return GemmPlan::of(gemm);
}

// A region in the middle of the result, for all combinations of transposes and of adding. Elements
// outside of the region must not change.
TEST(GemmDnnl, AgreesWithTheDefinition) {
  const int64_t m = 40, n = 50, k = 30;
  std::vector<float> lhs(m * k), rhs(k * n);
  for (size_t i = 0; i < lhs.size(); ++i)
    lhs[i] = float(int(i % 7) - 3);
  for (size_t i = 0; i < rhs.size(); ++i)
    rhs[i] = float(int(i % 5) - 2);
  for (int bits = 0; bits < 8; ++bits) {
    const bool l = bits & 1, r = bits & 2, add = bits & 4;
    GemmPlan plan = planOf(m, n, k, l, r, add);
    GemmRegion region{8, 24, 20, 30}; // rows 8 to 31, columns 20 to 49
    std::vector<float> result(m * n, 5);
    auto bytes = [](auto &v) { return reinterpret_cast<std::byte *>(v.data()); };
    ASSERT_TRUE(runDnnl(plan, region, plan.addToResult, bytes(lhs), bytes(rhs), bytes(result)));
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        float sum = add ? 5 : 0;
        for (int64_t p = 0; p < k; ++p)
          sum += lhs[l ? p * m + i : i * k + p] * rhs[r ? j * k + p : p * n + j];
        bool inside = i >= 8 && i < 32 && j >= 20;
        ASSERT_EQ(result[i * n + j], inside ? sum : 5) << i << " " << j << " " << bits;
      }
  }
}

// Sums of int8 products are exact, those beyond 2^24 that f32 would round among them.
TEST(GemmDnnl, SumsInt8Exactly) {
  const int64_t m = 37, n = 45, k = 3001;
  std::vector<int8_t> lhs(m * k), rhs(k * n);
  for (size_t i = 0; i < lhs.size(); ++i)
    lhs[i] = int8_t(i % 3 ? -128 : int(i % 251) - 125);
  for (size_t i = 0; i < rhs.size(); ++i)
    rhs[i] = int8_t(i % 2 ? -128 : int(i % 241) - 120);
  for (int bits = 0; bits < 4; ++bits) {
    const bool l = bits & 1, r = bits & 2;
    GemmConfig gemm{
        .lhs = DType::S8, .rhs = DType::S8, .result = DType::S32, .accumulate = DType::S32};
    gemm.m = {{m, l ? 1 : k, 0, n}};
    gemm.n = {{n, 0, r ? k : 1, 1}};
    gemm.k = {{k, l ? m : 1, r ? 1 : n, 0}};
    const GemmPlan plan = GemmPlan::of(gemm);
    std::vector<int32_t> result(m * n);
    for (int64_t tile = 0; tile < plan.tiles(); ++tile)
      runGemmTile(plan, lhs.data(), rhs.data(), result.data(), tile);
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        int32_t sum = 0;
        for (int64_t p = 0; p < k; ++p)
          sum += lhs[l ? p * m + i : i * k + p] * rhs[r ? j * k + p : p * n + j];
        ASSERT_EQ(result[i * n + j], sum) << i << " " << j << " " << bits;
      }
  }
}

} // namespace
} // namespace spmd::rt
