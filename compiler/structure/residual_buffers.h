// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stacked residual buffers of counted loops: carried values of which every trip writes another
// slice and nobody reads any before. JAX's scan leaves its outputs and what the backward scan needs
// in such buffers.
#pragma once
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// scale * trip + offset
struct OfTrip {
  int64_t scale = 0, offset = 0;
};

/// A scalar of the body of `loop` (counted: ir::kCounterAttr and ir::kTripCountAttr) as a function
/// of the trip's number, if it is one: counter 3, 4, .. and `select(counter - 3 < 0, .., counter -
/// 3)` is {1, 0}. Integers are taken not to wrap.
std::optional<OfTrip> ofTrip(mlir::Operation *loop, mlir::Value value);

/// Carried value `carried` of shape [trips, slice..]; trip t writes `update`, of shape [1,
/// slice..], at row `row` of t. The rows of all trips are all rows, so that the initial value is
/// never seen.
struct ResidualBuffer {
  unsigned carried = 0;
  OfTrip row;
  mlir::Value update;
};
llvm::SmallVector<ResidualBuffer> residualBuffersOf(mlir::Operation *loop);

/// The index of the row if `op` reads one row of `buffer`: dynamic_slice(buffer, row, 0, ..), sizes
/// [1, slice..].
mlir::Value rowReadBy(mlir::Operation *op, mlir::Value buffer);

/// `buffer` with `update` [1, slice..] as row `row`.
mlir::Value writeRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value buffer, mlir::Value update,
                     mlir::Value row);
/// Row `row` of `buffer`, as [1, slice..].
mlir::Value readRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value buffer, mlir::Value row);

/// `loop` with more carried values: their initial values, and `next`, which makes their next ones
/// at the end of the body of the arguments that carry them. `loop` is erased; the first results of
/// the new one are its.
mlir::Operation *addCarried(
    mlir::Operation *loop, mlir::ValueRange inits,
    llvm::function_ref<llvm::SmallVector<mlir::Value>(llvm::ArrayRef<mlir::BlockArgument>)> next);

/// [slice..] <-> [1, slice..]
mlir::Value asRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value slice);
mlir::Value fromRow(mlir::OpBuilder &b, mlir::Location loc, mlir::Value row, mlir::Type slice);

/// A value without elements as yet: bytes that are written before they are read. `spmd.library
/// "undefined"`, for which no command is made.
mlir::Value createUndefined(mlir::OpBuilder &b, mlir::Location loc, mlir::Type type);
bool isUndefined(mlir::Operation *op);

} // namespace spmd
