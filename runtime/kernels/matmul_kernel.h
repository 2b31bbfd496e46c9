// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The innermost loop of our own matmuls: a block of a few rows and a few vectors of columns, held
// in registers, over packed panels (van Zee, van de Geijn: BLIS, ACM TOMS 41, 2015). One variant
// for each vector width, chosen by the CPU at run time.
#pragma once
#include <cstdint>

namespace spmd::rt {

/// c[rowOffsets[i] + j] (+)= sum over p < depth of lhs[p * rows + i] * rhs[p * columns + j].
template <class T> struct MatmulKernel {
  int64_t rows = 0, columns = 0;
  void (*run)(int64_t depth, const T *lhs, const T *rhs, T *c, const int64_t *rowOffsets,
              bool add) = nullptr;
  /// The same with lhs as it lies in memory, element (i, p) at lhs[lhsRows[i] + p]: without
  /// packing.
  void (*runUnpacked)(int64_t depth, const T *lhs, const int64_t *lhsRows, const T *rhs, T *c,
                      const int64_t *rowOffsets, bool add) = nullptr;
};

inline constexpr int64_t kMaxKernelRows = 12, kMaxKernelColumns = 32;

/// For float, double, int32_t and int64_t; integers wrap.
template <class T> const MatmulKernel<T> &matmulKernel();

} // namespace spmd::rt
