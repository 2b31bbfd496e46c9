// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the ops between slices and paddings of a split dim, as those of a stencil, and counts the
// rows that devices exchange if these ops work on more rows than the program asks for.
//   u.at[1:-1].set(u[2:] - u[:-2]) of 64 rows: the subtraction works on 62 rows. Row 0 of them is
//   row 1 of u, so each device sends rows to its neighbour for the slices, and back for the result.
//   On all 64 rows, the first and the last of which nobody reads, nothing is sent back.
#pragma once
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

/// Where the rows of a region lie in more rows: row r is row r + offset of `size` rows.
struct RowPlace {
  int64_t offset = 0, size = 0;
  bool operator==(const RowPlace &) const = default;
};

/// Values of one block with `size` rows in a dim that is split alike, and the ops between them,
/// which work on each row by itself.
struct ShiftRegion {
  int64_t size = 0, shards = 1;
  /// The ops, of one result each, and which of their operands have the rows.
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<unsigned, 2>> ops;
  llvm::MapVector<mlir::Value, int64_t> dims;   // all values with rows -> the dim of the rows
  llvm::SmallVector<stablehlo::PadOp> sources;  // which shift rows into the region
  llvm::SmallVector<mlir::Value> entries;       // values that come into the region as they are
  llvm::SmallVector<mlir::Value> numbers;       // constants of one element, and iotas
  llvm::SmallVector<stablehlo::PadOp> sinks;    // which shift rows out of it
  llvm::SmallVector<mlir::OpOperand *> reduced; // uses by ops that combine all rows
  llvm::SmallVector<mlir::OpOperand *> exits;   // other uses outside of the region

  /// Collects the region whose rows `sink` shifts along `dim`: the ops that make these rows. With
  /// `users`, also other ops that read rows of the region. Fails if the region has no op, or if a
  /// value has the rows along two dims.
  bool collect(stablehlo::PadOp sink, int64_t dim, bool users);

  /// The ops, producers first.
  llvm::SmallVector<mlir::Operation *> opsInOrder() const;

  /// The place in which the busiest device sends the fewest bytes; {0, size} if no other place is
  /// better.
  RowPlace bestPlace() const;

private:
  bool add(mlir::Value value, int64_t dim);
  std::optional<llvm::SmallVector<std::pair<unsigned, int64_t>>> rowsOf(mlir::Operation *op,
                                                                        int64_t dim) const;
  bool addUsers();
  bool addUses();
  llvm::DenseSet<mlir::Value> movedValues() const;
  double sentBytes(const RowPlace &place) const;

  mlir::Block *block = nullptr;
  llvm::ArrayRef<sdy::AxisRefAttr> axes; // of the split dim
};

/// Along which dim a pad without interior padding adds or cuts rows, if it is the only split one.
std::optional<int64_t> shiftedDim(stablehlo::PadOp pad);

} // namespace spmd
