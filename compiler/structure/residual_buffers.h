// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stacked residual buffers of counted loops: carried values of which every trip writes another row,
// and which the loop does not read before. JAX's scan uses such buffers for its outputs and for the
// residuals that the backward scan needs.
#pragma once
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// The function scale * trip + offset.
struct OfTrip {
  int64_t scale = 0, offset = 0;
};

/// A scalar in the body of a counted `loop` (ir::kCounterAttr and ir::kTripCountAttr) as a function
/// of the trip, if it is linear. For a counter 3, 4, .. the value `select(counter - 3 < 0, ..,
/// counter - 3)` is {1, 0}. Fusions may compute it. A value that wraps in some trip is not linear.
std::optional<OfTrip> ofTrip(mlir::Operation *loop, mlir::Value value);

/// The row of carried value `carried` that a trip replaces, if it leaves all other rows as they
/// are and clamps no index: the value is returned as dynamic_update_slice(old, update, row, 0, ..),
/// maybe by a fusion.
std::optional<OfTrip> rowWritten(mlir::Operation *loop, unsigned carried);
/// The row of carried value `carried` that op `reader` of the body reads, if it reads one row only
/// and clamps no index: as a dynamic_slice, or as a fusion that slices it.
std::optional<OfTrip> rowRead(mlir::Operation *loop, unsigned carried, mlir::Operation *reader);

/// Carried value `carried` of shape [trips, slice..]. Trip t writes `update`, of shape [1,
/// slice..], to row `row` of t. All trips together write all rows, so the initial value is never
/// used.
struct ResidualBuffer {
  unsigned carried = 0;
  OfTrip row;
  mlir::Value update;
};
llvm::SmallVector<ResidualBuffer> residualBuffersOf(mlir::Operation *loop);

/// The index of the row, if `op` reads one row of `buffer`: dynamic_slice(buffer, row, 0, ..) with
/// sizes [1, slice..].
mlir::Value rowReadBy(mlir::Operation *op, mlir::Value buffer);

/// `buffer` with row `row` replaced by `update`, of shape [1, slice..].
mlir::Value writeRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value buffer, mlir::Value update,
                     mlir::Value row);
/// Row `row` of `buffer` as [1, slice..].
mlir::Value readRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value buffer, mlir::Value row);

/// Replaces `loop` by one with more carried values and returns it. `inits` are their initial
/// values. `next` builds their next values at the end of the body, from the arguments that carry
/// them. The first results of the new loop are those of `loop`.
mlir::Operation *addCarried(
    mlir::Operation *loop, mlir::ValueRange inits,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(llvm::ArrayRef<mlir::BlockArgument>)> next);

/// Reshapes [slice..] <-> [1, slice..].
mlir::Value asRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value slice);
mlir::Value fromRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value row, mlir::Type slice);

} // namespace spmd
