// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far a matmul reaches in its arrays, for the check of programs that were read from a file.
#include "runtime/kernels/gemm.h"
#include "llvm/Support/MathExtras.h"

namespace spmd::rt {

// Sizes count all of the loops, so a product that 64 bits do not hold is as wrong as a negative
// size. An array is empty where one of its own dims is: with k of size 0 the result is not.
std::array<uint64_t, 3> reachOf(const GemmConfig &matmul) {
  constexpr size_t kLhs = 0, kRhs = 1, kResult = 2;
  const std::pair<const std::vector<GemmDim> *, std::vector<size_t>> groups[] = {
      {&matmul.batch, {kLhs, kRhs, kResult}},
      {&matmul.m, {kLhs, kResult}},
      {&matmul.n, {kRhs, kResult}},
      {&matmul.k, {kLhs, kRhs}}};
  std::array<uint64_t, 3> last = {};
  std::array<bool, 3> isEmpty = {};
  int64_t count = 1;
  for (const auto &[dims, arrays] : groups)
    for (const GemmDim &dim : *dims) {
      if (dim.size < 0 || llvm::MulOverflow(count, std::max<int64_t>(dim.size, 1), count))
        return {UINT64_MAX, UINT64_MAX, UINT64_MAX};
      for (size_t array : arrays)
        isEmpty[array] |= dim.size == 0;
      const int64_t strides[] = {dim.lhs, dim.rhs, dim.result};
      for (size_t i = 0; i < 3 && dim.size; ++i)
        last[i] =
            llvm::SaturatingMultiplyAdd(uint64_t(dim.size - 1), uint64_t(strides[i]), last[i]);
    }
  const DType types[] = {matmul.lhs, matmul.rhs, matmul.result};
  for (size_t i = 0; i < 3; ++i)
    last[i] = isEmpty[i] ? 0
                         : llvm::SaturatingMultiply(llvm::SaturatingAdd(last[i], uint64_t(1)),
                                                    uint64_t(sizeOf(types[i])));
  return last;
}

} // namespace spmd::rt
