// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of values before and after padding, and what is known about their padding. It is apart
// from the code that visits ops because all of that shares it: the types in the IR are those after
// padding, while sharding rules and masks need those of the program.
#pragma once
#include "compiler/export/padding.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace spmd {

class PaddedTypes {
public:
  explicit PaddedTypes(const mlir::SymbolTable &symbols) : symbols(symbols) {}

  sdy::MeshAttr meshOf(sdy::TensorShardingAttr sharding) const;
  /// The type that the value has in the program; null if it is no tensor of static shape.
  mlir::RankedTensorType before(mlir::Value value) const;
  /// The type that its sharding asks for; null as above.
  mlir::RankedTensorType after(mlir::Value value) const;
  bool isPadded(mlir::Value value) const { return before(value) != after(value); }
  /// Whether the value has, or is to have, another type than in the program.
  bool changes(mlir::Value value) const {
    mlir::RankedTensorType type = before(value);
    return type && (value.getType() != type || isPadded(value));
  }

  void setType(mlir::Value value, mlir::RankedTensorType type);
  /// Gives the value the type that its sharding asks for.
  void grow(mlir::Value value);
  /// Says that `value` stands for `source`: it has the same elements and other padding.
  void standsFor(mlir::Value value, mlir::Value source);
  /// Gives an operand a type. Where that takes another sharding, the value is gathered, trimmed,
  /// padded and sharded again.
  void coerce(mlir::OpOperand &operand, mlir::RankedTensorType type,
              sdy::TensorShardingAttr sharding);

  llvm::DenseSet<mlir::Value> zeroPadded;    // values whose padding was written as zeros
  llvm::DenseSet<mlir::Value> linearInZeros; // elementwise sums and the like of such values
  bool changed = false;

private:
  const mlir::SymbolTable &symbols;
  llvm::DenseMap<mlir::Value, mlir::RankedTensorType> original; // of values with another type now
};

} // namespace spmd
