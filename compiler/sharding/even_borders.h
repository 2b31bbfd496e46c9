// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortens shardings until every shard has the same size. The partitioner needs even shards where
// it keeps a sharding as it is written, such as at the arguments and results of main, where the
// runtime cuts and joins arrays. Elsewhere the last shard may be padded (local_shape.h).
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Cuts the axes of each dim to the longest leading part whose number of shards divides the dim's
/// size. With `onlyOpen` closed dims stay as they are. The sharding stays as it is for types that
/// are no static tensors and for a mesh that is not found.
///   dim of 4 as {"x", "y"}, x=2, y=4  ->  {"x", "y":(1)2}
sdy::TensorShardingAttr cutToDivide(sdy::TensorShardingAttr sharding, mlir::Type type,
                                    const mlir::SymbolTable &symbols, bool onlyOpen = false);

sdy::TensorShardingPerValueAttr cutToDivide(sdy::TensorShardingPerValueAttr list,
                                            mlir::TypeRange types, const mlir::SymbolTable &symbols,
                                            bool onlyOpen = false);

/// Does the same for all arguments and results of a function. Returns whether a sharding changed.
bool cutBordersToDivide(mlir::func::FuncOp function, const mlir::SymbolTable &symbols,
                        bool onlyOpen = false);

} // namespace spmd
