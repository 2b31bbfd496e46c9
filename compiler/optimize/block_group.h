// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds ops that can run block by block together: a batched matmul whose result is at least as
// large as its operands together, and all ops that the result passes through until matmuls and
// reductions make it small again. Attention is one case: softmax between two matmuls. Its
// derivative is another. The code knows neither; it sees dims only. The loops over blocks are the
// dims that all ops of the group have, as flash attention (Dao et al., NeurIPS 2022) loops over
// heads and rows; here a row is never cut.
#pragma once
#include "compiler/machine.h"
#include "compiler/optimize/block_dims.h"
#include "compiler/optimize/recompute.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd {

/// The numbers of the cost model.
struct BlockLimits {
  int64_t reach = 256; // the number of ops behind the matmul that may join
  // The bytes of matmul results in one block: the share of the last cache that each of 16 cores
  // has.
  int64_t blockBytes = Machine{}.lastCache / 16;
  int64_t leastRows = 48; // with fewer rows a matmul spends more on packing than on multiplying
  int64_t mostRows = 256;
  int64_t mostDepth = kShallowDepth; // the largest depth of a matmul that is computed twice
  // Results with fewer bits than this are computed twice only if no cache holds them, to save
  // memory. For time it does not pay: writing and reading half the bytes costs less than computing
  // softmax again. Measured, forward and backward of 4 x 12 heads, 256 rows, depth 64: 70 ms of CPU
  // time when computed twice, 54 ms when kept.
  int64_t narrowBits = 32;
  int64_t leastNarrowBytes = Machine{}.lastCache;
};

/// Whether the op is a constant that has one value in all elements.
bool isSplatConstant(mlir::Operation *op);

/// One factor for each dim of a value or for each loop of an op; -1 if it is not shared.
using BlockFactors = llvm::SmallVector<int, 4>;

/// An op of a group: its loops and their factors.
struct BlockMember {
  llvm::SmallVector<OpDim> dims;
  BlockFactors factors;
};

class BlockGroup {
public:
  /// Whether a group may grow from `op`: a batched float matmul with at least as many elements in
  /// its result as in its operands.
  static bool isSeed(mlir::Operation *op);

  BlockGroup(mlir::Operation *seed, const BlockLimits &limits) : seed(seed), limits(limits) {}
  /// Grows the group and chooses its loops. Returns false if no large value would stay out of
  /// memory.
  bool grow();

  llvm::SetVector<mlir::Operation *> members;
  struct Loop {
    int factor = 0;
    int64_t count = 1; // the number of blocks
  };
  llvm::SmallVector<Loop> loops; // major first
  int64_t serial = 0;            // a matmul of the group sums over this many of the last loops

  /// The values that other ops read; none of them is a view of another one.
  llvm::SmallVector<mlir::Value> outputs;

  /// The loop that cuts each dim, or -1.
  llvm::SmallVector<int64_t> cutOfResult(mlir::Value result) const;
  llvm::SmallVector<int64_t> cutOfOperand(mlir::Operation *op, unsigned operand) const;
  bool contains(mlir::Value value) const { return members.contains(value.getDefiningOp()); }
  /// Whether the op is recomputed inside while the original stays outside: elementwise ops and
  /// broadcasts of small values.
  bool isCopied(mlir::Operation *op) const { return copied.contains(op); }

private:
  using Factors = BlockFactors;
  using Member = BlockMember;
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
  bool isRow(int factor, bool &isSummed) const;
  bool fits() const;
  int loopOf(int factor) const;

  mlir::Operation *seed;
  const BlockLimits &limits;
  int64_t largeElements = 0;
  llvm::DenseMap<mlir::Operation *, Member> memberOf;
  llvm::DenseMap<mlir::Value, Factors> factorsOf;
  llvm::SmallVector<int64_t> sizes; // of each factor
  llvm::SmallVector<int> parent;    // union-find: factors that turned out to be the same
  llvm::SmallVector<int> batch;     // factors of the seed's batch dims
  llvm::DenseSet<mlir::Operation *> copied, tainted; // tainted: outside, but behind a member
};

} // namespace spmd
