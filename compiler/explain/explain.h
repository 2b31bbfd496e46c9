// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares --explain, which prints in words why a value is sharded as it is: `spmd-opt FILE
// --explain=VALUE|all`. docs/sharding.md shows it at work.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/raw_ostream.h"

namespace spmd {

/// What partition said of the ops at a place, in lines.
using LinesByPlace = llvm::DenseMap<mlir::Attribute, llvm::SmallVector<std::string, 1>>;

/// Propagates an imported module as --spmd-pipeline would, but writes nothing into it. For every
/// value that `query` names, prints the chain of ops from its axes back to annotations, and the
/// shardings of neighbours that lost a conflict. `query` is
///   %5, %5#1, @callee%5     the name in the text of the program
///   arg0, result0           an argument or result of the entry function
///   model.mlir:12           all values of a line
///   dense/dot_general       the name in a location, or how it ends
///   all                     everything, with the middle of long chains left out
/// Behind a value stand the lines that `prices` has for the place of the op that makes it.
/// Fails with a diagnostic if no value has such a name, or if propagation would refuse the module.
/// Takes twice the time of a propagation, and for `all` a few microseconds for every step of a
/// chain. Prices cost their maker a partition more (compiler/program_costs.h).
mlir::LogicalResult explainShardings(mlir::ModuleOp module, llvm::StringRef query,
                                     const LinesByPlace &prices, llvm::raw_ostream &os);

} // namespace spmd
