// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads, writes and compares the shardings of values. It is apart from sdy.h because it knows where
// each kind of value keeps its sharding:
//   argument of a function        its sdy.sharding argument attribute
//   target of a data-flow edge    the edge's `sharding`
//   result of a constraint, reshard or collective     the op's own attribute
//   argument or result of a manual or named computation   in_shardings / out_shardings
//   other result                  its entry in the op's sdy.sharding list
//   argument of a while body or condition             that of the while's result (through its edge,
//                                                     if it has one)
//   argument of an asynchronous region                the sharding of the op's operand
// Arguments of other regions have no sharding. The attributes are those of the Shardy dialect.
#pragma once

#include "dialects/sdy/sdy.h"

namespace spmd::sdy {

/// Rank of a ranked tensor; 0 for scalars, tokens and other types without a shape.
int64_t getTensorRank(mlir::Type type);
int64_t getTensorRank(mlir::Value value);
bool isStaticShaped(mlir::Type type);

/// The mesh that `meshOrRef` is, or that it names as a symbol; null if no mesh has that name.
MeshAttr getMeshAttr(const mlir::SymbolTable &symbolTable, mlir::Attribute meshOrRef);
MeshAttr getMeshAttr(mlir::Operation *op, mlir::Attribute meshOrRef);
MeshAttr getMesh(TensorShardingAttr sharding, const mlir::SymbolTable &symbolTable);
MeshAttr getMesh(TensorShardingAttr sharding, mlir::Operation *op);

/// The mesh that all shardings agree on: the first mesh that is not empty. Null if there is no
/// mesh, or if two meshes differ in their axes or in their device order. With `ignoreDeviceOrder`
/// the device orders may differ, and a row-major mesh is preferred. Null shardings are skipped.
mlir::Attribute getCommonMeshOrRef(llvm::ArrayRef<TensorShardingAttr> shardings,
                                   const mlir::SymbolTable &symbolTable,
                                   bool ignoreDeviceOrder = false);

/// The value whose attribute holds the sharding of `value`: `value` itself, the result of its
/// data-flow edge, or the owner of its edge. Null for a value that cannot have a sharding.
mlir::Value getShardableValue(mlir::Value value);
TensorShardingAttr getSharding(mlir::Value value);
/// Writes the sharding of a value. If the op has several results and no shardings yet, its other
/// results get open shardings on the same mesh.
void setSharding(mlir::Value value, TensorShardingAttr sharding);

llvm::SmallVector<TensorShardingAttr> getShardings(mlir::ValueRange values);
/// The list of shardings of values of these types, with open shardings in place of null ones. Null
/// if all are null.
TensorShardingPerValueAttr completeList(mlir::TypeRange types,
                                        llvm::ArrayRef<TensorShardingAttr> shardings);
bool isFullyReplicated(TensorShardingAttr sharding);
/// Whether no data moves between the two shardings. A null sharding counts as replicated.
bool isEquivalent(TensorShardingAttr a, TensorShardingAttr b);

/// The shardings of a function's arguments and results; null where there is none.
TensorShardingAttr getFuncArgSharding(mlir::FunctionOpInterface func, int64_t arg);
TensorShardingAttr getFuncResultSharding(mlir::FunctionOpInterface func, int64_t result);
void setFuncArgSharding(mlir::FunctionOpInterface func, int64_t arg, TensorShardingAttr sharding);
void setFuncResultSharding(mlir::FunctionOpInterface func, int64_t result,
                           TensorShardingAttr sharding);

/// The shardings of an op's results, from out_shardings or the sdy.sharding list; empty if the op
/// has no such list.
llvm::ArrayRef<TensorShardingAttr> getShardings(mlir::Operation *op);
TensorShardingPerValueAttr getShardingPerValue(mlir::Operation *op);
void setShardings(mlir::Operation *op, TensorShardingPerValueAttr shardings);
void setShardings(mlir::Operation *op, llvm::ArrayRef<TensorShardingAttr> shardings);

/// Replaces every sharding that an op holds by the value of `transform`. Passes depend on the order
/// of the calls: arguments, then results of a function; inputs, then outputs of a manual or named
/// computation; otherwise the op's own attribute or its sdy.sharding list.
void transformShardings(mlir::Operation *op,
                        llvm::function_ref<TensorShardingAttr(TensorShardingAttr)> transform);

} // namespace spmd::sdy
