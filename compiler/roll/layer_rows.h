// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stacks of values that copies of a layer read or give: a tensor [copies, ...] with one row for
// each copy. One stack serves all runs that read its rows, in any direction.
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd {

/// Copy c reads row scale * c + offset of a stack.
struct CopyRows {
  mlir::Value whole;
  int64_t scale = 1, offset = 0;
};

/// Whether values of the type may be carried and joined as rows: they have elements, and zeros. No
/// tokens, complex or quantized numbers.
bool isPlainTensor(mlir::Type type);

class LayerRows {
public:
  explicit LayerRows(mlir::func::FuncOp function);

  /// The stack that has these values as rows in this order or the other; nothing if none has.
  std::optional<CopyRows> find(llvm::ArrayRef<mlir::Value> values) const;
  /// The stack of which a result of a rolled op is a row; null if it is none.
  mlir::Value wholeOf(mlir::Value value) const { return madeIn.lookup(value); }
  /// The row of a stack that a value is.
  std::optional<int64_t> rowIn(mlir::Value value, mlir::Value whole) const;
  /// Whether there can be a stack of these values that costs nothing that counts: of arguments,
  /// which stay where they are, or of small values.
  bool isCheap(llvm::ArrayRef<mlir::Value> values) const;
  /// Whether the value is a parameter that its mesh splits, or computed from such ones element by
  /// element: a loop over these as rows would gather them in each trip.
  bool isSplit(mlir::Value value) const { return split.contains(value); }
  /// A new stack whose rows are these values, in front of the op at which `b` stands.
  mlir::Value make(llvm::ArrayRef<mlir::Value> rows, mlir::OpBuilder &b, mlir::Location loc);
  /// `whole` has these rows now. Those that `isRolled` exist nowhere else.
  void addMade(llvm::ArrayRef<mlir::Value> rows, mlir::Value whole,
               llvm::function_ref<bool(mlir::Value)> isRolled);
  void replace(mlir::Value old, mlir::Value now) { replaced[old] = now; }
  /// The op is not in the rewritten program. Its results are those that stacks have.
  void addRolled(mlir::Operation *op) { rolled.insert(op); }
  /// Whether a value is computed from results of rolled ops. `independent` keeps the
  /// values that are not, for calls without a roll in between.
  bool dependsOnRolled(mlir::Value value, llvm::DenseSet<mlir::Value> &independent) const;
  /// The value in the rewritten program, which may have to be cut out of a stack.
  mlir::Value now(mlir::Value value);

private:
  struct Row {
    mlir::Value whole;
    int64_t row;
  };
  void add(llvm::ArrayRef<mlir::Value> rows, mlir::Value whole);
  bool isGone(mlir::Value value) const;

  mlir::func::FuncOp function;
  llvm::DenseSet<mlir::Value> split; // see isSplit
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Row, 1>> rowsOf;
  llvm::DenseMap<mlir::Value, mlir::Value> madeIn; // results of rolled ops -> their stack
  llvm::DenseMap<mlir::Value, mlir::Value> replaced;
  llvm::DenseSet<mlir::Operation *> rolled;
};

} // namespace spmd
