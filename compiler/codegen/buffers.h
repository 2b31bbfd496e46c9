// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assigns memory to every value of the optimized main. Views share the bytes of other
// values, loop-carried values stay in one place, updates happen in place, results are
// computed in the buffers of donated arguments, and all other values get an offset in one
// arena. The only copies are those that `copies` lists.
#pragma once
#include "compiler/codegen/arena.h"
#include "dialects/spmd/spmd.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/program.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

/// An op's result that may take over the bytes of an operand. For updates of a window
/// (dynamic_update_slice, scatter) it must.
struct Sharing {
  unsigned operand = 0, result = 0;
  bool mustShare = false;
};

/// Questions about ops that buffer assignment asks. Codegen answers them from the plans of
/// fusions, so that this file does not depend on plans.
struct BufferQueries {
  std::function<llvm::SmallVector<Sharing>(mlir::Operation *)> sharing;
  std::function<uint64_t(mlir::Operation *)> scratchBytes;
};

/// A range of bytes that the running program can address.
struct BufferRange {
  rt::Address address;
  uint64_t bytes = 0;
  /// Terms that the program reads from indices in memory
  llvm::SmallVector<rt::DynamicOffset, 1> dynamic;
  bool operator==(const BufferRange &) const = default;
};

/// A copy that runs before op `before`, between values or temporaries.
struct PlannedCopy {
  mlir::Operation *before = nullptr;
  BufferRange source, target;
};

class BufferPlan {
public:
  /// Plans the memory of `main`. Fails with a diagnostic where a type has no size in bytes.
  static mlir::FailureOr<BufferPlan> make(mlir::func::FuncOp main, const BufferQueries &queries);

  BufferRange place(mlir::Value value) const;
  /// The place of one of `rows` equal parts of a value, by its number in memory.
  BufferRange rowOf(mlir::Value whole, mlir::Value index, int64_t rows) const;
  /// The copy of a row to its place; nothing if it lies there.
  std::optional<PlannedCopy> copyOf(ir::WriteRowOp op) const;
  /// The scratch memory that `op` may use while it runs.
  BufferRange scratch(mlir::Operation *op) const;
  /// The copies that run before `op`, in order.
  llvm::ArrayRef<PlannedCopy> copiesBefore(mlir::Operation *op) const;

  uint64_t arenaBytes = 0;
  std::vector<uint8_t> constants;
  std::vector<rt::Table> tables;
  /// argument -> its result, result -> its argument; -1: none
  llvm::SmallVector<int32_t> argumentAlias, resultAlias;
  /// Donations that the plan could not honour, with the reason.
  llvm::SmallVector<std::string> remarks;

private:
  friend class BufferAssigner;
  llvm::DenseMap<mlir::Value, BufferRange> places;
  llvm::DenseMap<mlir::Operation *, BufferRange> scratches;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<PlannedCopy>> copies;
};

/// Appends the elements of a constant, as a buffer holds them, to `out`. Fails with a
/// diagnostic.
mlir::LogicalResult appendElements(stablehlo::ConstantOp op, std::vector<uint8_t> &out);
/// The bytes of a ranked tensor of static shape in a buffer.
std::optional<uint64_t> bufferBytes(mlir::Type type);

} // namespace spmd
