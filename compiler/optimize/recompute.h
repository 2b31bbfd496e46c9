// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which values of a block to keep so that others can be computed from them again by arithmetic and
// movement alone, with the fewest bytes (a minimum cut; the same idea in a tracer: min-cut
// partitioning of forward and backward graphs).
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {

/// Bytes of a value in a buffer; 0 for what no buffer holds.
int64_t bytesOf(mlir::Type type);

/// Arithmetic on elements, broadcasts, slices and the like: not matmuls, reductions, library
/// calls, exchanges, barriers.
bool isRecomputable(mlir::Operation *op);

/// Matmuls that sum at most so many terms may be done again: 256 operations for each element of 4
/// bytes that is neither written nor read, some 2 ns on two cores where the memory takes 0.5 to 1.
inline constexpr int64_t kShallowDepth = 128;

/// A batched matmul that is shallow and makes more than it reads, as scores of attention from
/// queries and keys: to compute it again by blocks (run_by_blocks.cpp) costs about what it costs to
/// write its result and to read it back.
bool isShallowMatmul(mlir::Operation *op);

/// The value that `value` has all bytes of, through reshapes.
mlir::Value wholeBaseOf(mlir::Value value);

class KeepLeast {
public:
  /// `isFree`: at hand at no cost wherever it is wanted.
  KeepLeast(mlir::Block &block, llvm::function_ref<bool(mlir::Value)> isFree)
      : block(block), isFree(isFree) {}

  void want(mlir::Value value) { wanted.insert(wholeBaseOf(value)); }
  /// Bytes that keeping all wanted values takes, less what keeping `kept` takes.
  int64_t solve();

  llvm::SetVector<mlir::Value> wanted, kept;

  /// Is `value` kept, or free, or a reshape of such?
  bool isAtHand(mlir::Value value) const {
    return isFree(value) || kept.contains(wholeBaseOf(value));
  }

private:
  mlir::Block &block;
  llvm::function_ref<bool(mlir::Value)> isFree;
};

} // namespace spmd
