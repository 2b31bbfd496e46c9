// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Chooses which values of a block to keep so that others can be recomputed from them by arithmetic
// and movement alone, with the fewest bytes kept. The choice is a minimum cut. Tracers use the same
// idea as min-cut partitioning of forward and backward graphs.
#pragma once
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {

/// The bytes of a value in a buffer; 0 for types that no buffer holds.
int64_t bytesOf(mlir::Type type);

/// Whether an op is cheap to recompute: elementwise ops, broadcasts, slices and the like, but no
/// matmuls, reductions, library calls, exchanges or barriers.
bool isRecomputable(mlir::Operation *op);

/// Clones constants of equal elements, and what spreads them out, from before a loop or branch into
/// its blocks, where kernels read them.
void spreadConstants(mlir::Operation *module);

/// Matmuls that sum at most this many terms may be recomputed. Derived: 128 terms are 256
/// operations for each element of 4 bytes, some 2 ns on two cores, where writing and reading the
/// element would take 0.5 to 1 ns of memory time.
inline constexpr int64_t kShallowDepth = 128;

/// Whether the op is a batched matmul of little depth with at least as many result as operand
/// elements, as scores of attention are. To recompute it by blocks (run_by_blocks.cpp) costs about
/// as much as to write its result and read it back.
bool isShallowMatmul(mlir::Operation *op);

/// The value that holds the same bytes as `value`, looking through reshapes.
mlir::Value wholeBaseOf(mlir::Value value);

/// The minimum cut for one block. Call want() for every value that is needed, then solve(); `kept`
/// is the answer.
class KeepLeast {
public:
  /// `isFree` tells which values are available at no cost wherever they are wanted.
  KeepLeast(mlir::Block &block, llvm::function_ref<bool(mlir::Value)> isFree)
      : block(block), isFree(isFree) {}

  void want(mlir::Value value) { wanted.insert(wholeBaseOf(value)); }
  /// Returns the bytes saved: the bytes of all wanted values minus those of `kept`.
  int64_t solve();

  llvm::SetVector<mlir::Value> wanted, kept;

  /// Whether `value` is kept, free, or a reshape of such a value.
  bool isAtHand(mlir::Value value) const {
    return isFree(value) || kept.contains(wholeBaseOf(value));
  }

private:
  mlir::Block &block;
  llvm::function_ref<bool(mlir::Value)> isFree;
};

} // namespace spmd
