// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "gemm": result[b, m, n] = sum over k of lhs[b, m, k] * rhs[b, k, n]. Each letter stands
// for any number of dims, and each array may have any layout: a transposed operand or result only
// has other strides. Operands {lhs, rhs}, results {result}.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <array>
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// One dim and its stride in each array, in elements. A batch dim that an operand lacks has stride
/// 0 there. `rhs` of an m dim, `lhs` of an n dim and `result` of a k dim are 0.
struct GemmDim {
  int64_t size = 1;
  int64_t lhs = 0, rhs = 0, result = 0;
};

/// Dims are listed major first. The routine merges dims where it can, so the code generator need
/// not. Example, 'bqhd,bkhd->bhqk': batch {b, h}, m {q}, n {k}, k {d}.
struct GemmConfig {
  DType lhs = DType::F32, rhs = DType::F32, result = DType::F32;
  DType accumulate = DType::F32; // sums are kept in this type or a wider one; F32 for bf16, f16 and
                                 // f8, else the result's
  bool addToResult =
      false; // result += matmul; rounded once where the result is narrower than `accumulate`
  std::vector<GemmDim> batch, m, n, k;
};

extern const Routine kGemmRoutine;

/// The bytes that the routine reads or writes from the beginning of lhs, rhs and result on.
/// Negative sizes or strides, and more loops than 64 bits count, reach beyond any array.
std::array<uint64_t, 3> reachOf(const GemmConfig &matmul);

} // namespace spmd::rt
