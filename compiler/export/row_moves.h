// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes how an op moves rows along each of its dims, and plans which rows the shards of a split
// dim have to get from other shards for it. Pure functions on integers, separate from
// halo_exchange.h, which writes the plan as a program. Slices, paddings, reversals and the groups
// of dims of a reshape all are such moves.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// Row r of the result is row (r * stride + start) / dilation of the operand, if that is whole and
/// inside of the operand; otherwise the row is filled.
///   slice [3:9:2] of 12 rows          start 3, stride 2
///   pad low 1, interior 2             start -1, dilation 3
///   reverse of 8 rows                 start 7, stride -1
struct RowMove {
  int64_t rowsIn = 0, rowsOut = 0;
  int64_t start = 0, stride = 1, dilation = 1;

  /// Whether rows stay where they are, as far as the result has them.
  bool keepsPlaces() const { return start == 0 && stride == 1 && dilation == 1; }
  bool isIdentity() const { return keepsPlaces() && rowsIn == rowsOut; }
  bool isReverse() const { return stride < 0; }
  bool operator==(const RowMove &) const = default;
};

/// The moves of an op along the dims that its first operand and its result share. `fill` is the
/// operand that fills rows, a scalar, or -1 if all rows come from the first operand.
struct RowMoves {
  llvm::SmallVector<RowMove, 4> dims;
  int fill = -1;
};

/// The moves of an op that does nothing but move the rows of each dim along that dim. Nothing for
/// other ops. Derived from the facet `index`.
std::optional<RowMoves> rowMovesOf(mlir::Operation *op);

/// What the shards of a dim have to get for a move. Every dim is cut into equal shards of
/// ceil(rows / shards) rows, the last ones padded. Numbers of rows count from the beginning of the
/// shard's own part.
///   slice [1:9] of 12 rows over 4 shards: own rows are 3, results have 2 rows. Shard p wants rows
///   2p + 1 and 2p + 2 of the dim, which are rows 1 - p and 2 - p of its own part, so that
///   begin = -2 and end = 3 cover the wants of all shards.
struct HaloPlan {
  RowMove move;
  int64_t shards = 1;
  int64_t own = 0, made = 0;  // rows of a shard of the operand, and of the result
  int64_t begin = 0, end = 0; // the rows that the shards need; equal if no shard needs any

  HaloPlan(const RowMove &move, int64_t shards);
  /// For a move of so many rows per shard, where they are not those of equal shards.
  HaloPlan(const RowMove &move, int64_t shards, int64_t own, int64_t made);
  /// Whether every shard makes its part of the result of its own part, row by row.
  bool isLocal() const { return move.keepsPlaces() && own == made; }
  /// The first and the last shard, relative to its own number, that a shard gets rows from.
  int64_t firstHop() const;
  int64_t lastHop() const;
  /// The number of permutes.
  int64_t hops() const;
  /// Whether gathering the dim is the better way: more than one permute, and rows of every shard;
  /// or a result that takes no row of the operand.
  bool isTooFar() const { return begin == end || (hops() > 1 && hops() + 1 >= shards); }
  /// Whether shard p has a row of the result, and whether one of its rows comes from the operand.
  bool hasRows(int64_t shard) const { return shard * made < move.rowsOut; }
  bool takesRows(int64_t shard) const { return wants(shard).has_value(); }
  /// The position that becomes the first row of shard p's result, where the needed rows stand
  /// `dilation` apart and the first one is at position 0.
  int64_t offset(int64_t shard) const {
    return shard * (made * move.stride - own * move.dilation) + move.start - begin * move.dilation;
  }

private:
  void coverWants();
  /// The rows of the operand that shard p wants, first and last; nothing if it wants none.
  std::optional<std::pair<int64_t, int64_t>> wants(int64_t shard) const;
};

} // namespace spmd
