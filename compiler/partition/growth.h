// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out how long the dims of a function's values have to be so that their shards are equal:
// which ops can work on longer dims, and to which size each dim grows. pad_dims.cpp rewrites the
// function accordingly.
#pragma once
#include "compiler/ops/sharding_rule.h"
#include "compiler/partition/dim_classes.h"
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// How an op takes longer dims. A factor grows if the elements along it are independent, or if they
/// are combined and padding can be given the value that changes nothing. The dims of all other
/// factors keep their size at this op.
struct OpGrowth {
  ShardingRule rule;
  llvm::SmallVector<bool> grows; // by factor

  /// The one factor of a dim that may grow: the major one. Nothing if it does not.
  std::optional<int64_t> majorFactor(size_t tensor, size_t dim) const;
  /// Elements of a dim for one step of its major factor.
  int64_t elementsPerStep(size_t tensor, size_t dim) const;
};

/// A dim of a value over some shards, as the value's sharding wants it. A fixed split is a
/// placement that partition keeps as it is: at the borders of the function and at reshards.
struct DimSplit {
  mlir::Value value;
  int64_t dim = 0, shards = 1;
  bool isFixed = false;
};

class Growth {
public:
  /// Reads the shardings of all values, which have to be complete.
  explicit Growth(mlir::func::FuncOp function);

  /// Whether any dim grows.
  bool exists() const { return grows; }
  /// The type that the value has before and after.
  mlir::RankedTensorType before(mlir::Value value) const { return types.lookup(value); }
  mlir::RankedTensorType after(mlir::Value value);
  /// How the op takes longer dims; nothing if all its dims keep their size.
  const OpGrowth *of(mlir::Operation *op) const;
  llvm::ArrayRef<DimSplit> allSplits() const { return splits; }
  /// The class of dims that grow together.
  unsigned classOf(const DimSplit &split) { return classes.classOf(split.value, split.dim); }

private:
  void findSplits(mlir::func::FuncOp function);
  void addSplits(mlir::Value value, sdy::TensorShardingAttr sharding, bool isFixed);
  void visit(mlir::Block &block);
  void visit(mlir::Operation *op);
  void visitFlow(mlir::Operation *op);
  void add(mlir::Value value);
  void uniteAll(mlir::Value a, mlir::Value b);
  void grantWishes();
  void uniteFactors(mlir::Operation *op, OpGrowth &growth);
  bool uniteEqual(mlir::Operation *op, llvm::ArrayRef<DimClasses::Dim> dims);

  mlir::SymbolTable symbols;
  llvm::SmallVector<DimSplit> splits;
  DimClasses classes;
  llvm::DenseMap<mlir::Value, mlir::RankedTensorType> types;
  llvm::DenseMap<mlir::Operation *, OpGrowth> growths;
  bool grows = false;
};

/// How the padding of operands is neutral in the reduction factors of an op: the identity of the
/// kind of its combination. Null if the op combines in no known way or the type has no identity.
mlir::DenseElementsAttr neutralElement(mlir::Operation *op, mlir::Type element);

} // namespace spmd
