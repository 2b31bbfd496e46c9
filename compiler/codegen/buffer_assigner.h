// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The implementation behind BufferPlan::make (buffers.h), shared by two files: buffer_merging.cpp
// decides which slots share memory and which values are copied; buffers.cpp lays out the arena and
// gives every value its address.
#pragma once
#include "compiler/codegen/row_slots.h"
#include "llvm/ADT/SmallSet.h"

namespace spmd {

class BufferAssigner : RowSlots {
public:
  BufferAssigner(mlir::func::FuncOp main, const BufferQueries &queries) : RowSlots(main, queries) {}
  mlir::FailureOr<BufferPlan> run();

private:
  /// A copy whose source and target have no addresses yet.
  struct Pending {
    mlir::Operation *before;
    mlir::Value source; // null: the source is temporary `fromTemporary`
    int fromTemporary = -1, toTemporary = -1;
    Slot target = 0;
    mlir::Type type;
  };

  // Addresses (buffers.cpp).
  /// The address of a slot after the arena is laid out.
  BufferRange placeOf(Slot s);
  void packArena();
  void layOut();

  // Merging (buffer_merging.cpp).
  void copyInto(mlir::Operation *before, mlir::Value source, Slot target);
  void mergeSharing(bool must);
  bool isSeenOtherwise(mlir::Operation *op, const Sharing &sharing);
  bool mergeMade(mlir::Value value, Slot target, mlir::Operation *end);
  void mergeLoops();
  void joinYields(mlir::Operation *terminator, mlir::ValueRange results);
  void collectReads(mlir::Value value, llvm::SmallSet<unsigned, 2> &reads);
  void moveOutAll(mlir::Operation *before, llvm::ArrayRef<std::pair<mlir::Value, Slot>> moves);
  void moveOut(mlir::Operation *before, mlir::Value source, Slot target, bool throughTemporary);
  void finishMoves();
  void mergeResults();
  void claim(mlir::BlockArgument arg, int64_t result, mlir::Operation *ret);
  void planReturns();

  BufferPlan plan;
  /// Copies between values. Copies out of temporaries are deferred until all copies into
  /// temporaries at the same place are done.
  std::vector<Pending> pending, deferred;
  std::vector<Slot> temporaries;
};

} // namespace spmd
