// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How elements get from any array into the panels of a matmul and back: converted on the way,
// gathered by offsets.
#pragma once
#include "runtime/dtype.h"
#include <cstdint>

namespace spmd::rt {

/// Where the elements of one side of a block lie: element (i, p) is base[side[i] + depth[p]].
struct PackSource {
  DType type;
  const void *base;
  const int64_t *side;  // of the rows of lhs or the columns of rhs
  const int64_t *depth; // of k
  int64_t sideCount, depthCount;
  bool negateOdd = false; // the elements of odd p change sign (complex matmuls)
};

/// Panels of `width` side elements, the last one filled up with zeros: packed[(i / width) * width *
/// depthCount + p * width + i % width].
template <class T> void pack(const PackSource &source, int64_t width, T *packed);

/// result[rows[i] + columns[j]] (+)= block[i * stride + j], rounded once.
struct StoreTarget {
  DType type;
  void *base;
  const int64_t *rows, *columns;
  int64_t rowCount, columnCount;
  bool add = false; // to what is there
};
template <class T> void store(const T *block, int64_t stride, const StoreTarget &target);

} // namespace spmd::rt
