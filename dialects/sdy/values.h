// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the sharding of a value is written, and reading, writing and comparing it:
//   argument of a function        its sdy.sharding argument attribute
//   target of a data-flow edge    the edge's `sharding`
//   result of a constraint, reshard or collective     the op's own field
//   argument or result of a manual or named computation   in_shardings / out_shardings
//   other result                  its entry in the op's sdy.sharding list
//   argument of a while body or condition             as the while's result (through its edge,
//                                                     when it has one)
// Arguments of other regions have none.
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// Rank of a ranked tensor; 0 for scalars, tokens and other types without a shape.
int64_t getTensorRank(mlir::Type type);
int64_t getTensorRank(mlir::Value value);
bool isStaticShaped(mlir::Type type);

/// The mesh that an attribute is or names; null when the name is unknown.
MeshAttr getMeshAttr(const mlir::SymbolTable &symbolTable, mlir::Attribute meshOrRef);
MeshAttr getMeshAttr(mlir::Operation *op, mlir::Attribute meshOrRef);
MeshAttr getMesh(TensorShardingAttr sharding, const mlir::SymbolTable &symbolTable);
MeshAttr getMesh(TensorShardingAttr sharding, mlir::Operation *op);

/// The mesh that shardings agree on: the first that is not empty. Null when there is none, or when
/// they differ in their axes (or device orders, unless these are ignored). Null shardings are
/// skipped. With device orders ignored, a row-major mesh is preferred.
mlir::Attribute getCommonMeshOrRef(llvm::ArrayRef<TensorShardingAttr> shardings,
                                   const mlir::SymbolTable &symbolTable,
                                   bool ignoreDeviceOrder = false);

/// Number of shards along a dim of a value; 1 where it has no sharding.
int64_t getNumShards(mlir::Value value, int64_t dim);

// One value.
/// The value whose place holds the sharding of `value`: itself, the result of its data-flow edge,
/// or the owner of its edge. Null for a value that has no place.
mlir::Value getShardableValue(mlir::Value value);
TensorShardingAttr getSharding(mlir::Value value);
/// Writes a sharding. The first one among several results gives the others open ones on the same
/// mesh.
void setSharding(mlir::Value value, TensorShardingAttr sharding);
void removeSharding(mlir::Value value);
/// The sharding, or an open one on the given mesh.
TensorShardingAttr getOrCreateSharding(mlir::Value value, mlir::Attribute meshOrRef,
                                       bool closedIfMissing = false);

llvm::SmallVector<TensorShardingAttr> getShardings(mlir::ValueRange values);
bool isFullyReplicated(TensorShardingAttr sharding);
/// Nothing moves between the two; null counts as replicated.
bool isEquivalent(TensorShardingAttr a, TensorShardingAttr b);

// Functions and ops.
TensorShardingAttr getFuncArgSharding(mlir::FunctionOpInterface func, int64_t arg);
TensorShardingAttr getFuncResultSharding(mlir::FunctionOpInterface func, int64_t result);
void setFuncArgSharding(mlir::FunctionOpInterface func, int64_t arg, TensorShardingAttr sharding);
void setFuncResultSharding(mlir::FunctionOpInterface func, int64_t result,
                           TensorShardingAttr sharding);

/// The shardings of an op's results: own field, out_shardings, or the sdy.sharding list; empty when
/// there are none.
llvm::ArrayRef<TensorShardingAttr> getShardings(mlir::Operation *op);
TensorShardingPerValueAttr getShardingPerValue(mlir::Operation *op);
void setShardings(mlir::Operation *op, TensorShardingPerValueAttr shardings);
void setShardings(mlir::Operation *op, llvm::ArrayRef<TensorShardingAttr> shardings);

/// The shardings walk of an op, in the order that passes depend on: arguments, then results of a
/// function; inputs, then outputs of a manual computation; else its own field or list. The callback
/// returns the replacement.
void transformShardings(mlir::Operation *op,
                        llvm::function_ref<TensorShardingAttr(TensorShardingAttr)> transform);

} // namespace spmd::sdy
