// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The innermost loop of the built-in matmuls: a block of a few rows and a few vectors of columns is
// held in registers and accumulates over packed panels (Van Zee and van de Geijn: BLIS, ACM TOMS
// 41, 2015). There is one variant for each vector width; the CPU decides at run time.
#pragma once
#include <cstdint>

namespace spmd::rt {

/// Computes c[rowOffsets[i] + j] (+)= sum over p < depth of lhs[p * rows + i] * rhs[p * columns +
/// j].
template <class T> struct MatmulKernel {
  int64_t rows = 0, columns = 0;
  void (*run)(int64_t depth, const T *lhs, const T *rhs, T *c, const int64_t *rowOffsets,
              bool add) = nullptr;
  /// The same without packing: element (i, p) of lhs is lhs[lhsRows[i] + p].
  void (*runUnpacked)(int64_t depth, const T *lhs, const int64_t *lhsRows, const T *rhs, T *c,
                      const int64_t *rowOffsets, bool add) = nullptr;
};

/// Defined for float, double, int32_t and int64_t. Integers wrap.
template <class T> const MatmulKernel<T> &matmulKernel();

} // namespace spmd::rt
