// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortens shardings: until every shard has the same size, or until no axis is left that only adds
// padding. Borders of manual computations and other compilers' programs need even shards;
// spmd-pad-dims makes shards even by padding.
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

/// Leaves out minor axes that add only padding: the shards are as short without them.
///   6 over 4 stays, in shards of 2; 3 as {"x"=2, "y"=4} -> {"x", "y":(1)2}, in shards of 1
sdy::TensorShardingAttr cutUselessAxes(sdy::TensorShardingAttr sharding, mlir::Type type,
                                       const mlir::SymbolTable &symbols, bool onlyOpen = false);

/// Both for all arguments and results of a function; cutUselessAxes for their open dims. Returns
/// whether a sharding changed.
bool cutBordersToDivide(mlir::func::FuncOp function, const mlir::SymbolTable &symbols);
bool cutUselessAxes(mlir::func::FuncOp function, const mlir::SymbolTable &symbols);
/// As cutBordersToDivide, but by whole axes: a framework whose shardings name axes cannot express a
/// part of one. 4 as {"x"=2, "y"=4}  ->  {"x"}
bool cutUnevenAxes(mlir::func::FuncOp function, const mlir::SymbolTable &symbols);

} // namespace spmd
