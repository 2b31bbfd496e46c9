// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of a block as a graph with the bytes of the buffers that they read and write, for passes
// that put them into another order.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace spmd {

/// The ops of a block with the buffers that they read and write. A view is a node without buffers.
/// The terminator is no node.
class BlockGraph {
public:
  /// The bytes of one buffer. Views share the storage of their base.
  struct Storage {
    // 0 if the block cannot free it: constants, arguments and results of main, values from outside.
    int64_t bytes = 0;
    bool isArgument = false, isReturned = false;
    llvm::SmallVector<unsigned> readers;
  };

  /// One op, or an exchange with its start. `before` and `after` are the nodes that must keep their
  /// order to it.
  struct Node {
    llvm::SmallVector<mlir::Operation *, 2> ops;
    llvm::SmallVector<unsigned> reads, makes; // indices of storages
    llvm::SmallVector<unsigned> before, after;
    int64_t inside = 0; // the highest peak of its regions, bytes
    bool mayReuse = false;
  };
  using Order = std::vector<unsigned>;
  /// The most bytes that each inner block needs at one time, which count while its op runs.
  using Peaks = llvm::DenseMap<mlir::Block *, int64_t>;
  /// Whether the start and the end of an exchange that is awaited immediately are one node.
  enum class Exchanges { Whole, Apart };

  BlockGraph(mlir::Block &block, const Peaks &peaks, Exchanges exchanges);

  /// The bytes in use before nodes run, while they do, and behind them.
  struct Use {
    int64_t before = 0, during = 0, behind = 0;
  };
  /// What is in use around nodes that run as one. `left` gives the number of readers of a storage
  /// that are still to come, which the call counts down. A node that may reuse a buffer writes in
  /// place of an operand that it reads last, if the sizes are equal.
  Use run(llvm::ArrayRef<unsigned> together, int64_t live,
          llvm::function_ref<unsigned &(unsigned)> left) const;
  /// The bytes in use at the worst node.
  int64_t peak(const Order &order) const;
  /// The order in which the block has its ops.
  Order given() const;
  /// Moves the ops of the block into the order.
  void apply(const Order &order) const;

  std::vector<Node> nodes;
  std::vector<Storage> storages;

private:
  mlir::Block &block;
  const Exchanges exchanges;
  llvm::DenseMap<mlir::Value, unsigned> storageIndex;
  llvm::DenseMap<mlir::Operation *, unsigned> nodeOf;

  Storage &storageOf(mlir::Value value) { return storages[indexOf(value)]; }
  unsigned indexOf(mlir::Value value);
  void addNode(mlir::Operation *op, const Peaks &peaks);
  void addBuffers(mlir::Operation *op, unsigned n);
  void addRead(unsigned n, mlir::Value operand);
  void addEdge(unsigned from, unsigned to);
  void keepCarriedInPlace();
  void keepEffectsInOrder();
};

/// The blocks of main and of its control flow, inner ones first.
llvm::SmallVector<mlir::Block *> commandBlocks(mlir::Operation *module);

} // namespace spmd
