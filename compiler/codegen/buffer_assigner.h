// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The implementation behind BufferPlan::make (buffers.h), shared by two files: buffers.cpp
// makes slots, measures lifetimes and lays out the arena; buffer_merging.cpp decides which
// slots share memory. Lifetimes are counted in the steps of program_steps.h.
#pragma once
#include "compiler/codegen/buffers.h"
#include "compiler/codegen/program_steps.h"
#include "compiler/structure/views.h"
#include "llvm/ADT/SmallSet.h"

namespace spmd {

class BufferAssigner : ProgramSteps {
public:
  BufferAssigner(mlir::func::FuncOp main, const BufferQueries &queries)
      : main(main), queries(queries) {}
  mlir::FailureOr<BufferPlan> run();

private:
  using Slot = unsigned;
  enum class Home : uint8_t { Arena, Argument, Result, Constant };
  /// Slots that share one allocation.
  struct Group {
    Home home = Home::Arena;
    uint32_t index = 0; // argument or result
    /// False for constants and arguments that are not donated
    bool writable = true;
    uint64_t bytes = 0;
    uint64_t offset = 0; // in the arena or among the constants
    llvm::SmallVector<Lifetime, 2> lifetimes;
  };
  /// A copy whose source and target have no addresses yet.
  struct Pending {
    mlir::Operation *before;
    mlir::Value source; // null: the source is temporary `fromTemporary`
    int fromTemporary = -1, toTemporary = -1;
    Slot target = 0;
    mlir::Type type;
  };

  // Slots, lifetimes, offsets (buffers.cpp).
  Slot newSlot(uint64_t bytes);
  mlir::FailureOr<Slot> slotFor(mlir::Value value);
  mlir::LogicalResult makeSlots();
  mlir::LogicalResult addConstant(stablehlo::ConstantOp op, Group &group);
  void addLife(Slot s, int64_t begin, int64_t end) {
    groups[s].lifetimes.push_back({begin, std::max(begin, end)});
  }
  /// Fills the lifetimes of all groups. Called before merging, when each group is one slot.
  void measure();
  /// The address of a slot after the arena is laid out.
  Place placeOf(Slot s);
  void layOut();

  /// Returns the representative of a slot's group (union-find with path halving).
  unsigned find(Slot slot) {
    while (parent[slot] != slot)
      slot = parent[slot] = parent[parent[slot]];
    return slot;
  }
  Group &groupOf(Slot slot) { return groups[find(slot)]; }
  /// The slot whose bytes `value` shows, through views if it is one.
  Slot slot(mlir::Value value) const { return slotOf.lookup(base(value)); }

  // Merging (buffer_merging.cpp).
  bool merge(Slot a, Slot b, int64_t inPlaceAt = -1);
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

  mlir::func::FuncOp main;
  const BufferQueries &queries;
  BufferPlan plan;
  /// Values that are not views. The values that carry one loop variable share one slot.
  llvm::DenseMap<mlir::Value, Slot> slotOf;
  std::vector<Group> groups;
  std::vector<unsigned> parent; // union-find forest: slot -> group
  /// Copies between values. Copies out of temporaries are deferred until all copies into
  /// temporaries at the same place are done.
  std::vector<Pending> pending, deferred;
  std::vector<std::pair<mlir::Operation *, Slot>> scratchSlots;
  std::vector<Slot> temporaries;
  llvm::SmallVector<Slot> resultSlots; // the slot in which each result of main must end
};

} // namespace spmd
