// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds runs of equal pieces in the text of
// a block: unrolled layers, time steps, and the updates of their parameters, in the order in which
// tracing leaves them. Ops are equal that differ in their operands, in the numbers of a constant,
// or in where a slice starts.
#pragma once
#include "mlir/IR/Block.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace spmd {

/// The ops [first, first + size) of a block, of which op i equals op i + period.
struct Repeats {
  size_t first = 0, size = 0, period = 0;
  size_t copies() const { return size / period; }
};

/// Numbers that are equal for equal ops. What the ops of a block are is looked at once.
class OpSequence {
public:
  explicit OpSequence(mlir::Block &block);

  /// All longest runs of at least `leastCopies` copies among the ops [from, to), those first that
  /// repeat the most ops. Runs may overlap.
  std::vector<Repeats> repeats(size_t from, size_t to, size_t leastCopies) const;

  std::vector<mlir::Operation *> ops; // without the terminator

private:
  std::vector<unsigned> kinds;
};

/// Whether two ops differ at most in their operands, in the numbers of a constant or in where a
/// slice starts.
bool areEqual(mlir::Operation *l, mlir::Operation *r);

/// The operands of an op, and the values from outside that its regions read, in the order of the
/// text.
llvm::SmallVector<mlir::Value> valuesRead(mlir::Operation *op);

} // namespace spmd
