// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The slots of a program: each value that is not a view gets a range of bytes with a lifetime, and
// slots that share their bytes are one group. The base class of BufferAssigner, separate because it
// decides nothing: it says what exists, for how long, and whether two slots could be one. Lifetimes
// are counted in the steps of program_steps.h.
#pragma once
#include "compiler/codegen/buffers.h"
#include "compiler/codegen/program_steps.h"

namespace spmd {

class BufferSlots : public ProgramSteps {
protected:
  BufferSlots(mlir::func::FuncOp main, const BufferQueries &queries)
      : main(main), queries(queries) {}

  using Slot = unsigned;
  enum class Home : uint8_t { Arena, Argument, Result, Constant, Table };
  /// Slots that share one allocation.
  struct Group {
    Home home = Home::Arena;
    uint32_t index = 0; // argument, result or table
    unsigned slots = 1;
    /// False for constants and arguments that are not donated
    bool writable = true;
    uint64_t bytes = 0;
    uint64_t offset = 0; // in the arena or among the constants
    llvm::SmallVector<Lifetime, 2> lifetimes;
  };

  /// Makes the slots of main, each its own group, and measures their lifetimes. Fails with a
  /// diagnostic where a type has no size in bytes.
  mlir::LogicalResult makeSlots();
  /// Adds a group of one slot.
  Slot newSlot(uint64_t bytes);

  /// Returns the representative of a slot's group (union-find with path halving).
  unsigned find(Slot slot) {
    while (parent[slot] != slot)
      slot = parent[slot] = parent[parent[slot]];
    return slot;
  }
  Group &groupOf(Slot slot) { return groups[find(slot)]; }
  /// The slot whose bytes `value` shows, through views if it is one.
  Slot slot(mlir::Value value) const { return slotOf.lookup(base(value)); }

  bool merge(Slot a, Slot b, int64_t inPlaceAt = -1);

  mlir::func::FuncOp main;
  const BufferQueries &queries;
  /// Values that are not views. The values that carry one loop variable share one slot.
  llvm::DenseMap<mlir::Value, Slot> slotOf;
  std::vector<Group> groups;
  std::vector<std::pair<mlir::Operation *, Slot>> scratchSlots;
  std::vector<uint8_t> constants; // the bytes of all constants
  std::vector<rt::Table> tables;

private:
  mlir::FailureOr<Slot> slotFor(mlir::Value value);
  mlir::LogicalResult addArguments();
  mlir::LogicalResult addResults(mlir::Operation *op);
  void addTable(ir::RowsOp op, Group &group);
  mlir::LogicalResult addConstant(stablehlo::ConstantOp op, Group &group);
  void addLife(Slot s, int64_t begin, int64_t end) {
    groups[s].lifetimes.push_back({begin, std::max(begin, end)});
  }
  void measure();
  void measureLoop(mlir::Operation *loop);

  std::vector<unsigned> parent; // union-find forest: slot -> group
};

} // namespace spmd
