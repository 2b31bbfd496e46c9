// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Slots of tensors whose rows are buffers of arguments or results (spmd.rows), and the places of
// their rows. The base class of BufferAssigner behind BufferSlots.
#pragma once
#include "compiler/codegen/buffer_slots.h"

namespace spmd {

class RowSlots : protected BufferSlots {
protected:
  RowSlots(mlir::func::FuncOp main, const BufferQueries &queries) : BufferSlots(main, queries) {}

  /// Rows that a loop writes (spmd.write_row) are computed where they lie: the result of the kernel
  /// becomes a view. Where something else reads the rows meanwhile, it has a buffer of its own, and
  /// the write is a copy.
  void placeRows();
  /// New rows lie in the buffers of the results that they are, if these have buffers of their own.
  void placeResultRows(llvm::ArrayRef<int32_t> resultAlias);
  /// Whether a returned value lies in its final buffer: as a value of its own, or as a row.
  bool isInPlace(mlir::Value returned, Slot target);
  /// A fixed place in a table is a place in the buffer of a row.
  BufferRange inRow(BufferRange at) const;
  /// A copy of all rows is one of each row.
  llvm::SmallVector<PlannedCopy> byRows(const PlannedCopy &copy) const;
  /// The copies that join arguments to one tensor at `whole`.
  static llvm::SmallVector<PlannedCopy> joinedAt(BufferRange whole, ir::RowsOp op);

  llvm::SmallVector<Slot> resultSlots; // the slot in which each result of main must end

private:
  bool canLieInRow(ir::WriteRowOp op);
  bool readsOldRowOnly(mlir::OpResult row, mlir::Value index, unsigned stack);
  bool showsRow(mlir::Value value, mlir::Value index) const;
  bool readsGroup(mlir::Operation *op, unsigned group);
  void placeResultRows(ir::RowsOp op, llvm::ArrayRef<int32_t> resultAlias);
};

} // namespace spmd
