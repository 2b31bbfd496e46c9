// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies elements between arrays of any layout and the panels of a matmul, with conversion.
// Elements are found by offset tables.
#pragma once
#include "runtime/dtype.h"
#include <cstdint>

namespace spmd::rt {

/// The elements of one side of a matmul: element (i, p) is base[side[i] + depth[p]].
struct PackSource {
  DType type;
  const void *base;
  const int64_t *side;  // offsets of the rows of lhs or of the columns of rhs
  const int64_t *depth; // offsets of k
  int64_t sideCount, depthCount;
  bool negateOdd = false; // the elements of odd p change sign (complex matmuls)
};

/// Packs panels of `width` side elements; the last panel is filled up with zeros: packed[(i /
/// width) * width * depthCount + p * width + i % width].
template <class T> void pack(const PackSource &source, int64_t width, T *packed);

/// Stores result[rows[i] + columns[j]] (+)= block[i * stride + j], rounded once.
struct StoreTarget {
  DType type;
  void *base;
  const int64_t *rows, *columns;
  int64_t rowCount, columnCount;
  bool add = false; // to the current contents
};
template <class T> void store(const T *block, int64_t stride, const StoreTarget &target);

} // namespace spmd::rt
