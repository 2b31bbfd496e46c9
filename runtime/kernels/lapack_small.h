// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routines of LAPACK on matrices so small that a call takes longer than the work.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace spmd::rt {

/// The most rows and columns for which factorizeSmall is faster than LAPACK's getrf.
inline constexpr int kSmallMatrix = 16;

/// As getrf, for real matrices: a = p l u with partial pivoting, in place, column by column.
/// `swaps` counts from 1. Returns 0, or the first column whose pivot is zero, from 1.
template <class T> int factorizeSmall(int rows, int columns, T *a, int *swaps) {
  int failure = 0;
  for (int k = 0; k < std::min(rows, columns); ++k) {
    T *column = a + int64_t(k) * rows;
    int best = k;
    for (int i = k + 1; i < rows; ++i)
      if (std::abs(column[i]) > std::abs(column[best]))
        best = i;
    swaps[k] = best + 1;
    if (column[best] == T(0)) {
      failure = failure ? failure : k + 1;
      continue;
    }
    for (int j = 0; j < columns && best != k; ++j)
      std::swap(a[int64_t(j) * rows + k], a[int64_t(j) * rows + best]);
    for (int i = k + 1; i < rows; ++i)
      column[i] /= column[k];
    for (int j = k + 1; j < columns; ++j) {
      T *other = a + int64_t(j) * rows;
      for (int i = k + 1; i < rows; ++i)
        other[i] -= column[i] * other[k];
    }
  }
  return failure;
}

} // namespace spmd::rt
