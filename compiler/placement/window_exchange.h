// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans how devices get windows of a split dim: each one holds an equal part of the rows and wants
// a range of them that may lie anywhere, such as its own rows and one of each neighbour. A pure
// function on integers. compiler/partition/exchange_rows.h makes a program of the plan.
#pragma once
#include "compiler/ops/row_window.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd {

/// Rows [from, from + size) of what `source` holds are rows [to, to + size) of what `target` wants.
struct RowTransfer {
  int64_t source = 0, target = 0;
  int64_t from = 0, to = 0, size = 0;
  bool operator==(const RowTransfer &) const = default;
};

/// One collective_permute: no shard is the source or the target of two transfers.
struct ExchangeRound {
  int64_t rows = 0; // the longest transfer: what every pair sends
  llvm::SmallVector<RowTransfer> transfers;
};

struct WindowExchange {
  llvm::SmallVector<RowTransfer> own; // of the shards that hold some of the rows they want
  llvm::SmallVector<ExchangeRound> rounds;
  /// The rows that the busiest device sends.
  int64_t sentRows = 0;

  /// Whether all transfers of a round move the same rows, all shards keep the same own rows, and no
  /// two rounds bring the same ones: then the parts lie side by side, at the same places on all
  /// shards. Shards at the ends may lack some of them.
  bool isRegular(const RowWindow &window) const;
};

/// The transfers with the fewest bytes: every row goes once from its holder to the shard that wants
/// it. Neighbours on one side share a round where that is possible.
WindowExchange planWindow(const RowWindow &window);

} // namespace spmd
