// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "gemm": result[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n], each letter any
// number of dims, each operand in any layout: operands {lhs, rhs}, results {result}. A transposed
// operand or result is only other strides.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// One dim and what a step along it moves in each array, in elements. A batch dim that an operand
/// lacks has stride 0 there; `rhs` of an m dim, `lhs` of an n dim and `result` of a k dim are 0.
struct GemmDim {
  int64_t size = 1;
  int64_t lhs = 0, rhs = 0, result = 0;
};

/// Dims major first; dims that can be merged are merged by the routine, so codegen just lists them.
/// At most 12 dims in all after merging. Example, 'bqhd,bkhd->bhqk': batch {b, h}, m {q}, n {k}, k
/// {d}.
struct GemmConfig {
  DType lhs = DType::F32, rhs = DType::F32, result = DType::F32;
  DType accumulate = DType::F32; // sums are kept in this type or a wider one; F32 for bf16, f16 and
                                 // f8, else the result's
  bool addToResult =
      false; // result += matmul; rounded once where the result is narrower than `accumulate`
  std::vector<GemmDim> batch, m, n, k;

  std::vector<int64_t> encode() const;
  static GemmConfig decode(const std::vector<int64_t> &config);
};

extern const Routine kGemmRoutine;

} // namespace spmd::rt
