// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of a split dim that a device needs of an operand which it holds another part of. Ops
// describe it by their facet `window`; partition plans the exchange (compiler/placement) and writes
// it (compiler/partition/exchange_rows.h).
#pragma once
#include <cstdint>

namespace spmd {

/// Shard p holds rows [rows * p, rows * (p + 1)) of a dim and wants `size` rows from row first +
/// step * p on. Wanted rows outside of the dim are zeros.
///   a row of each neighbour     rows 4, first -1, step 4, size 6
///   16 rows from row 8 on       shards 4, rows 4, first 8, step 2, size 2
///   the whole shards reversed   rows n, first (shards - 1) * n, step -n, size n
struct RowWindow {
  int64_t shards = 1, rows = 0;
  int64_t first = 0, step = 0, size = 0;

  int64_t begin(int64_t shard) const { return first + step * shard; }
};

} // namespace spmd
