// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the exchange of rows that gives each device a window of a split dim, as its own rows with
// a few of each neighbour (compiler/placement/window_exchange.h plans it). The bytes are those of
// the rows that move; numbers that differ from shard to shard come from tables.
#pragma once
#include "compiler/ops/localize.h"
#include "compiler/ops/row_window.h"
#include "compiler/partition/lower_collectives.h"

namespace spmd {

/// `rows` is a local value whose dim `dim` is split over `axes`. Returns its window: window.size
/// rows in that dim, zeros where it reaches beyond the ends.
mlir::Value exchangeRows(LocalizeContext &context, CollectiveLowering &collectives,
                         mlir::Value rows, int64_t dim, llvm::ArrayRef<sdy::AxisRefAttr> axes,
                         const RowWindow &window);

} // namespace spmd
