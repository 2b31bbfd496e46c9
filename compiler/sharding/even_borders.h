// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shardings at borders, where every shard has the same size.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// Each dim's axes cut to the longest leading part that divides the dim's size; with `onlyOpen`
/// closed dims stay as they are. Types that are no static tensors, and shardings of a mesh that is
/// not found, stay as they are.
///   dim of 4 as {"x", "y"}, x=2, y=4  ->  {"x", "y":(1)2}
sdy::TensorShardingAttr cutToDivide(sdy::TensorShardingAttr sharding, mlir::Type type,
                                    const mlir::SymbolTable &symbols, bool onlyOpen = false);

/// The same for arguments and results; says whether any was cut.
bool cutBordersToDivide(mlir::func::FuncOp function, const mlir::SymbolTable &symbols,
                        bool onlyOpen = false);

} // namespace spmd
