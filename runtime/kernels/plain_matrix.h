// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A matmul in the form that BLAS libraries take: three matrices, each with a stride of 1 along its
// rows or its columns.
#pragma once
#include "runtime/kernels/gemm_plan.h"
#include <algorithm>
#include <cstdint>

namespace spmd::rt {

/// A matrix given by its strides. A plain matrix has contiguous rows (or, transposed, contiguous
/// columns) that do not overlap.
struct PlainMatrix {
  int64_t rowStride = 0, columnStride = 0;
  bool transposed = false;
  // The leading stride: the distance of rows (or, transposed, of columns). A matrix of one row or
  // column gets the least value that BLAS accepts. 0 where the matrix is not plain.
  int64_t leading = 0;

  // Tries rows first, then columns. BLAS wants a leading stride of at least the length of a row,
  // also where there is only one row, and counts in 32-bit integers.
  PlainMatrix(int64_t rows, int64_t rowStride, int64_t columns, int64_t columnStride)
      : rowStride(rowStride), columnStride(columnStride) {
    if (columnStride == 1 || columns == 1)
      leading = rows == 1 ? std::max(columns, rowStride) : rowStride;
    if ((columnStride != 1 && columns > 1) || leading < columns) {
      transposed = true;
      leading = 0;
      if (rowStride == 1 || rows == 1)
        leading = columns == 1 ? std::max(rows, columnStride) : columnStride;
      if (leading < rows)
        leading = 0;
    }
    if (std::max({rows, columns, leading}) > INT32_MAX)
      leading = 0;
  }
  int64_t offset(int64_t row, int64_t column) const {
    return row * rowStride + column * columnStride;
  }
};

/// The matrices of one item of a batch.
struct PlainMatrices {
  PlainMatrix lhs, rhs, result;
  bool arePlain;

  explicit PlainMatrices(const GemmPlan &plan)
      : lhs(plan.m.size, only(plan.m).lhs, plan.k.size, only(plan.k).lhs),
        rhs(plan.k.size, only(plan.k).rhs, plan.n.size, only(plan.n).rhs),
        result(plan.m.size, only(plan.m).result, plan.n.size, only(plan.n).result) {
    arePlain = !plan.complex && plan.m.count <= 1 && plan.n.count <= 1 && plan.k.count <= 1 &&
               lhs.leading && rhs.leading && result.leading && !result.transposed;
  }

private:
  /// The only dim of a list; a dim of one element without strides where the list is empty.
  static GemmDim only(const DimList &list) { return list.count ? list.dims[0] : GemmDim{}; }
};

} // namespace spmd::rt
