// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The call graph of a module: which function calls which, in which order to visit them, and copies
// of callees. Import, propagation and the passes of the sharding language use it. A program that is
// to be partitioned starts at one function, and its call graph has no cycles.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// The function that a program is entered by: the only function, or @main. Null if there is
/// neither.
mlir::func::FuncOp entryFunctionOf(mlir::ModuleOp module);

/// Bounds of programs in which each call gets a body of its own. A further body costs about a tenth
/// of a millisecond in the pipelines of the sharding language, an op some microseconds in our
/// pipeline (measured with functions that call each other twice), so both bounds mean seconds in
/// all. Each level of calls becomes a level of regions or locations, through which passes and the
/// printer recurse, so the depth is bounded by the stack.
constexpr int64_t kMostCalls = 50000, kMostOps = 1000000, kDeepestCalls = 500;

class CallGraph {
public:
  explicit CallGraph(mlir::ModuleOp module);

  /// The called function; null if it is not in the module or has no body.
  mlir::func::FuncOp calleeOf(mlir::func::CallOp call) const;
  /// The calls in the body of a function, including those in nested regions, in the order of the
  /// text.
  llvm::ArrayRef<mlir::func::CallOp> callsIn(mlir::func::FuncOp function) const;
  /// All calls of `callee` in the module, in the order of the text.
  llvm::SmallVector<mlir::func::CallOp> callsOf(mlir::func::FuncOp callee) const;
  /// Every function once, callees before callers. The roots are the functions that nobody calls, in
  /// the order of the module; the calls of a function are followed in the order of the text.
  llvm::SmallVector<mlir::func::FuncOp> postOrder() const;
  /// Every function once, callers before callees: the reverse of a post-order that starts at each
  /// function in the order of the module.
  llvm::SmallVector<mlir::func::FuncOp> callersFirst() const;
  /// Fails with an error at the call that closes a cycle, or at a call below which calls are nested
  /// deeper than kDeepestCalls.
  llvm::LogicalResult checkAcyclic() const;
  /// Fails with an error at the call that makes a function larger than kMostCalls or kMostOps if
  /// every call gets a body of its own. The call graph must have no cycles.
  llvm::LogicalResult checkExpansion() const;
  /// Gives the call its own copy of the callee and of all functions that the callee calls. The
  /// copies are appended to the module under free names and remember the name of their original.
  /// Fails with an error at the call after kMostCalls copies.
  llvm::LogicalResult copyCallee(mlir::func::CallOp call);
  mlir::SymbolTable &symbols() { return table; }

private:
  mlir::func::FuncOp copyWithCallees(mlir::func::FuncOp function);

  int64_t copies = 0;
  mutable mlir::ModuleOp module; // mutable, because the methods of op handles are not const
  mutable mlir::SymbolTable table;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::func::CallOp>> calls;
};

/// The name of the function that `function` was copied from, or its own name if it is no copy.
llvm::StringRef originalName(mlir::func::FuncOp function);
/// Checks the shardings of the callee's arguments and results at the call. Fails with an error
/// there if one uses an axis that is manual in a manual computation around the call.
llvm::LogicalResult checkShardingsAt(mlir::func::CallOp call, mlir::func::FuncOp callee);
/// The shardings of a function's arguments or results, with open shardings for those that have
/// none. Null if none of them has a sharding.
sdy::TensorShardingPerValueAttr argShardings(mlir::func::FuncOp function);
sdy::TensorShardingPerValueAttr resultShardings(mlir::func::FuncOp function);

} // namespace spmd
