// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps fewer bytes at the fullest place of a block: what arithmetic can make again of the values
// that are kept is computed again where it is read. Used by shrink_residuals.cpp, which also looks
// between loops.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// Cuts a block at the place where it keeps the most bytes. A block has one such place, and one
/// more behind each barrier, because jax.checkpoint recomputes a group behind a barrier and then
/// runs its backward part.
///   h = dot, a = f(h), b = g(h), .. many bytes .., use(a), use(b)
///   ->   h = dot, .., use(f(h)), use(g(h))
class BlockShrinker {
public:
  explicit BlockShrinker(mlir::Block &block);

  /// Adds the loops that run while the most bytes are in use, those in other loops included.
  /// Returns these bytes, values that fusions will not keep among them.
  int64_t addFullest(llvm::DenseSet<mlir::Operation *> &loops) const;

  /// Cuts all segments of the block, or only those that begin at a barrier. Call it once.
  void run(bool onlyBehindBarriers);

private:
  mlir::Block &block;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, int64_t> position; // a copy has that of the op behind it
  llvm::DenseMap<mlir::Operation *, int64_t> rank;     // order of the copies before one op
  llvm::SmallVector<int64_t> segments;                 // positions where segments begin
  llvm::SmallVector<int64_t> live;                     // live bytes after each op
  llvm::DenseMap<mlir::Value, int64_t> lastUse;        // the last reader of a value or of its views

  int64_t positionOf(mlir::Operation *user) const;
  bool isBefore(mlir::Operation *a, mlir::Operation *b) const;
  mlir::Operation *firstUseAfter(mlir::Value value, int64_t fullest) const;
  bool isReadAfter(mlir::Value value, int64_t fullest) const;
  bool isReplaced(mlir::Value value) const;
  void cut(int64_t begin, int64_t end);
};

} // namespace spmd
