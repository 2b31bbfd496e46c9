// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where every value of an optimised main lives: views of other values, carried values of loops in
// one place, updates in place, results in the buffers of donated arguments, everything else at an
// offset of the arena. Nothing is copied but what `copies` lists.
#pragma once
#include "compiler/codegen/arena.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/program.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

/// An output of an op that may (or, for updates of a window, must) take over an operand's bytes.
struct Sharing {
  unsigned operand = 0, result = 0;
  bool mustShare = false;
};

/// What buffer assignment asks about ops; codegen answers from the plans of fusions.
struct BufferQueries {
  std::function<llvm::SmallVector<Sharing>(mlir::Operation *)> sharing;
  std::function<uint64_t(mlir::Operation *)> scratchBytes;
};

struct Place {
  rt::Address address;
  uint64_t bytes = 0;
  llvm::SmallVector<rt::DynamicOffset, 1> dynamic;
};

/// Bytes to be copied before `before` runs (null: never), from a value or a temporary to another.
struct PlannedCopy {
  mlir::Operation *before = nullptr;
  Place source, target;
};

class BufferPlan {
public:
  /// Fails with a diagnostic where a type has no size in bytes or where donation is contradictory.
  static mlir::FailureOr<BufferPlan> make(mlir::func::FuncOp main, const BufferQueries &queries);

  Place place(mlir::Value value) const;
  /// The bytes that `op` may scribble in while it runs.
  Place scratch(mlir::Operation *op) const;
  llvm::ArrayRef<PlannedCopy> copiesBefore(mlir::Operation *op) const;

  uint64_t arenaBytes = 0;
  std::vector<uint8_t> constants;
  llvm::SmallVector<int32_t> argumentAlias, resultAlias; // -1: none
  // Donations that could not be honoured, and why.
  llvm::SmallVector<std::string> remarks;

private:
  friend class BufferAssigner;
  llvm::DenseMap<mlir::Value, Place> places;
  llvm::DenseMap<mlir::Operation *, Place> scratches;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<PlannedCopy>> copies;
};

/// The element type in a buffer; nothing for types that buffers do not hold.
std::optional<rt::DType> bufferType(mlir::Type element);
/// The elements of a constant as a buffer holds them, appended to `out`. Fails with a diagnostic.
mlir::LogicalResult appendElements(stablehlo::ConstantOp op, std::vector<uint8_t> &out);
/// Bytes of a ranked tensor of static shape in a buffer.
std::optional<uint64_t> bufferBytes(mlir::Type type);

} // namespace spmd
