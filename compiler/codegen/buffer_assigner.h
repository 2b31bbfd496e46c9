// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work behind BufferPlan::make (buffers.h): slots and lifetimes (buffers.cpp), what becomes one
// block of memory (buffer_merging.cpp). Steps are those of program_steps.h.
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
  /// Slots that are one block of memory.
  struct Group {
    Home home = Home::Arena;
    uint32_t index = 0; // argument or result
    bool writable = true;
    uint64_t bytes = 0;
    uint64_t offset = 0; // in the arena or among the constants
    llvm::SmallVector<Lifetime, 2> lifetimes;
  };
  /// A copy, before slots have places.
  struct Pending {
    mlir::Operation *before;
    mlir::Value source; // null: from temporary
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
  /// Fills the lifetimes of all groups; each still is one slot.
  void measure();
  Place placeOf(Slot s);
  void layOut();

  unsigned find(Slot slot) {
    while (parent[slot] != slot)
      slot = parent[slot] = parent[parent[slot]];
    return slot;
  }
  Group &groupOf(Slot slot) { return groups[find(slot)]; }
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
  // Values that are not views; carried values share one slot.
  llvm::DenseMap<mlir::Value, Slot> slotOf;
  std::vector<Group> groups;
  std::vector<unsigned> parent; // slot -> group, union-find
  // Copies; those from temporaries come after all to temporaries.
  std::vector<Pending> pending, deferred;
  std::vector<std::pair<mlir::Operation *, Slot>> scratchSlots;
  std::vector<Slot> temporaries;
  llvm::SmallVector<Slot> resultSlots; // where each result has to be in the end
};

} // namespace spmd
