// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who calls whom in a module. The call graph of a program that is to be partitioned has no cycles
// and starts at one function.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

/// The function that a program is entered by: the only one, or @main; null where there is neither.
mlir::func::FuncOp entryFunctionOf(mlir::ModuleOp module);

/// Bounds of programs in which each call has a body of its own. A body more takes about a tenth of
/// a millisecond in the pipelines of the sharding language, an op some microseconds in ours
/// (measured with functions that call each other twice): seconds in all. A level of calls is a
/// level of regions or locations there, for which passes and the printer call themselves.
constexpr int64_t kMostCalls = 50000, kMostOps = 1000000, kDeepestCalls = 500;

class CallGraph {
public:
  explicit CallGraph(mlir::ModuleOp module);

  /// The called function; null where it is not in the module or has no body.
  mlir::func::FuncOp calleeOf(mlir::func::CallOp call) const;
  /// Calls in the bodies of a function and of what it contains, in the order of the text.
  llvm::ArrayRef<mlir::func::CallOp> callsIn(mlir::func::FuncOp function) const;
  /// The calls of a function, in the order of the text.
  llvm::SmallVector<mlir::func::CallOp> callsOf(mlir::func::FuncOp callee) const;
  /// Every function once, callees before callers, each function's calls in the order of the text;
  /// functions that nobody calls are roots, in the module's order.
  llvm::SmallVector<mlir::func::FuncOp> postOrder() const;
  /// Every function behind all its callers: the reverse of a post-order that starts at each
  /// function in the module's order.
  llvm::SmallVector<mlir::func::FuncOp> callersFirst() const;
  /// Fails, with an error at the call that closes a cycle, or where calls are nested deeper than
  /// kDeepestCalls.
  llvm::LogicalResult checkAcyclic() const;
  /// Fails, with an error at the call that makes a function too large once every call has a body of
  /// its own. There are no cycles.
  llvm::LogicalResult checkExpansion() const;
  /// Gives the call a copy of its callee, and of all that this calls, appended to the module under
  /// free names; copies remember the original's name. Fails, with an error at the call, after
  /// kMostCalls copies.
  llvm::LogicalResult copyCallee(mlir::func::CallOp call);
  mlir::SymbolTable &symbols() { return table; }

private:
  mlir::func::FuncOp copyWithCallees(mlir::func::FuncOp function);

  int64_t copies = 0;
  mutable mlir::ModuleOp module; // ops are handles: const ones cannot be asked
  mutable mlir::SymbolTable table;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::func::CallOp>> calls;
};

/// The name of the function that `function` was copied from, or its own.
llvm::StringRef originalName(mlir::func::FuncOp function);
/// `base`, or base_0, base_1, ...: the first that no symbol has.
std::string freeName(const mlir::SymbolTable &symbols, llvm::StringRef base);
/// What a callee says of its arguments and results holds at the call, too. Fails, with an error
/// there, where it uses an axis that a manual computation around the call has taken.
llvm::LogicalResult checkShardingsAt(mlir::func::CallOp call, mlir::func::FuncOp callee);
/// The shardings of a function's arguments or results; missing ones open. Null when none has one.
sdy::TensorShardingPerValueAttr argShardings(mlir::func::FuncOp function);
sdy::TensorShardingPerValueAttr resultShardings(mlir::func::FuncOp function);

} // namespace spmd
