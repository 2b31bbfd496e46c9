// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which ops can run block by block together: a batched matmul whose result is larger than what it
// is made of, and everything that this result passes through until matmuls and reductions make it
// small again. Softmax between two matmuls is one case, what its derivative makes of it another;
// nothing here knows either. The loops over blocks are the dims that every op of the group has, as
// flash attention has its heads and rows (Dao et al., NeurIPS 2022), though rows are kept whole
// here.
#pragma once
#include "compiler/optimize/block_dims.h"
#include "compiler/optimize/recompute.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// Numbers of the cost model.
struct BlockLimits {
  int64_t reach = 256; // ops after the matmul that are looked at
  // Of results of matmuls in a block: a share of a last-level cache.
  int64_t blockBytes = 2 << 20;
  int64_t leastRows = 48; // a matmul of fewer rows packs more than it multiplies
  int64_t mostRows = 256;
  int64_t mostDepth = kShallowDepth; // of matmuls that are made twice
  int64_t mostLoops = 8;    // what the runtime has room for (runtime/kernels/blocks.h), as is
  int64_t mostValues = 500; // that pass in and out of a kernel
  // Results of fewer bits are made twice only from so many bytes on, for the memory: half the bytes
  // to write and to read are less than softmax costs again (forward and backward of 4 x 12 heads,
  // 256 rows, depth 64: 70 ms CPU against 54 kept).
  int64_t narrowBits = 32;
  int64_t leastNarrowBytes = 32 << 20;
};

/// The same number everywhere, known now.
bool isSplatConstant(mlir::Operation *op);

class BlockGroup {
public:
  using Factors = llvm::SmallVector<int, 4>; // per dim of a value; -1: none that others share

  /// Is `op` a matmul that a group may grow from?
  static bool isSeed(mlir::Operation *op);

  BlockGroup(mlir::Operation *seed, const BlockLimits &limits) : seed(seed), limits(limits) {}
  /// Grows the group and chooses its loops. False: there is nothing that would stay out of memory.
  bool grow();

  llvm::SetVector<mlir::Operation *> members;
  struct Loop {
    int factor = 0;
    int64_t count = 1; // blocks
  };
  llvm::SmallVector<Loop> loops; // major first
  int64_t serial = 0;            // so many of the last ones are summed over by a matmul

  /// Values that others read; none of them is a view of another.
  llvm::SmallVector<mlir::Value> outputs;

  /// The loop that cuts each dim, or -1.
  llvm::SmallVector<int64_t> cutOfResult(mlir::Value result) const;
  llvm::SmallVector<int64_t> cutOfOperand(mlir::Operation *op, unsigned operand) const;
  bool contains(mlir::Value value) const { return members.contains(value.getDefiningOp()); }
  /// Made again inside without being taken away outside: arithmetic and broadcasts of what is
  /// small.
  bool isCopied(mlir::Operation *op) const { return copied.contains(op); }

private:
  struct Member {
    llvm::SmallVector<OpDim> dims;
    Factors factors; // per loop of the op
  };
  bool join(mlir::Operation *op);
  bool pull(mlir::Value value, llvm::SmallVectorImpl<mlir::Operation *> &added);
  bool pullOperands(mlir::Operation *op, llvm::SmallVectorImpl<mlir::Operation *> &added);
  bool add(mlir::Operation *op);
  int root(int factor) const;
  bool unite(int a, int b, llvm::ArrayRef<int> own);
  void remove(mlir::Operation *op);
  bool isWelcome(mlir::Operation *op, const Member &member) const;
  bool isLarge(mlir::Value value) const;
  bool hasMemberUser(mlir::Value value) const;
  bool readsLargeMember(mlir::Operation *op) const;
  void prune();
  bool mayBeMadeTwice(mlir::Operation *op) const;
  bool findOutputs();
  bool chooseLoops(bool withRows);
  bool fits() const;
  int loopOf(int factor) const;

  mlir::Operation *seed;
  const BlockLimits &limits;
  int64_t largeElements = 0;
  llvm::DenseMap<mlir::Operation *, Member> memberOf;
  llvm::DenseMap<mlir::Value, Factors> factorsOf;
  llvm::SmallVector<int64_t> sizes; // of factors
  llvm::SmallVector<int> parent;    // of factors: those that turned out to be one (union-find)
  llvm::SmallVector<int> batch;     // factors of the seed's batch dims
  llvm::DenseSet<mlir::Operation *> copied, tainted; // tainted: depend on members, from outside
};

} // namespace spmd
