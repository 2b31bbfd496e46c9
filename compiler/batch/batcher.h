// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks the ops of a block and writes them on a batch of values. The facet `batch` of an op writes
// its form; ops with regions and calls are written here. Ops that no batched value reaches are
// copied as they are.
#pragma once
#include "compiler/ops/batching.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"
#include <map>

namespace spmd {

/// Where a function returns a result: with the batch at `dim`, or without a batch. Then a result
/// that differs by entry is summed over them, or refused.
struct WantedResult {
  int64_t dim = Batched::kNone;
  bool sums = false;
};

/// What all functions of one batch share: its axis, and the batched forms of callees.
class BatchedModule {
public:
  BatchedModule(mlir::SymbolTable &symbols, llvm::StringRef axis) : symbols(symbols), axis(axis) {}

  struct Form {
    mlir::func::FuncOp function;
    llvm::SmallVector<int64_t> dims; // of the results
  };
  /// How a function is batched: the batch dims of its arguments, and of its results if they are
  /// wanted at certain positions.
  struct Pattern {
    int64_t size;
    llvm::SmallVector<int64_t> arguments;
    llvm::ArrayRef<sdy::AxisRefAttr> along;
    std::optional<llvm::SmallVector<WantedResult>> results;
  };
  /// The batched form of a callee, which is written once for each pattern.
  mlir::FailureOr<Form> formOf(mlir::func::FuncOp function, const Pattern &pattern);
  /// Writes the batched form of a function under a name, which is not in the module yet.
  mlir::FailureOr<Form> write(mlir::func::FuncOp function, const Pattern &pattern,
                              llvm::StringRef name);
  /// Whether the op, its regions or what it calls name the axis of this batch.
  bool namesAxis(mlir::Operation *op);
  /// The function that an op calls or is composed of; null if it has no body here.
  mlir::func::FuncOp calleeOf(mlir::Operation *op);
  /// Erases ops and forms that `function` and what it calls do not use: a loop is written again
  /// when more of its values turn out to be batched.
  void tidy(mlir::func::FuncOp function);

  mlir::SymbolTable &symbols;
  std::string axis;

private:
  mlir::LogicalResult writeGradient(mlir::func::FuncOp function, const Pattern &pattern,
                                    Form &form);

  std::map<std::string, Form> forms;
  llvm::StringMap<bool> named;              // functions that name the axis
  llvm::SmallVector<llvm::StringRef> stack; // functions that are being written
};

/// One function, or the body of a manual computation.
class Batcher {
public:
  Batcher(BatchedModule &module, int64_t size, llvm::ArrayRef<sdy::AxisRefAttr> along)
      : module(module), size(size), along(along) {}

  /// Writes the ops of a block without its terminator. Its arguments are mapped.
  mlir::LogicalResult run(mlir::Block &block, mlir::OpBuilder &b);
  /// The same, and what the terminator returns.
  mlir::FailureOr<llvm::SmallVector<Batched>> runRegion(mlir::Region &region, mlir::OpBuilder &b);

  Batched of(mlir::Value value) const;
  void map(mlir::Value value, Batched batched);
  int64_t dimOf(mlir::Value value) const { return dims.lookup_or(value, Batched::kNone); }
  /// Maps the arguments of `block` to new arguments of `made`, with these batch dims.
  void mapArguments(mlir::Block &block, mlir::Block &made, llvm::ArrayRef<int64_t> argumentDims);
  /// `value` with the batch at `dim`, or as it is for kNone.
  mlir::Value put(mlir::Operation *op, mlir::OpBuilder &b, Batched value, int64_t dim);
  /// Per entry of the batch `yes` or `no`, which have it at `dim`; `which` has nothing but it.
  mlir::Value choose(mlir::Operation *op, mlir::OpBuilder &b, mlir::Value which, mlir::Value yes,
                     mlir::Value no, int64_t dim);

  BatchedModule &module;
  const int64_t size;
  const llvm::ArrayRef<sdy::AxisRefAttr> along;

private:
  bool isAffected(mlir::Operation *op);
  mlir::LogicalResult runOne(mlir::Operation *op, mlir::OpBuilder &b);
  mlir::LogicalResult runFacet(mlir::Operation *op, mlir::OpBuilder &b);
  mlir::LogicalResult runLoop(mlir::Operation *op, mlir::OpBuilder &b);
  mlir::LogicalResult runBranches(mlir::Operation *op, mlir::OpBuilder &b);
  mlir::LogicalResult runChoice(mlir::Operation *op, mlir::OpBuilder &b);
  mlir::FailureOr<llvm::SmallVector<Batched>> runTaken(mlir::Operation *op, unsigned k,
                                                       llvm::ArrayRef<mlir::Value> isTaken,
                                                       mlir::OpBuilder &b);
  mlir::LogicalResult runCall(mlir::Operation *op, mlir::OpBuilder &b);
  mlir::LogicalResult runComputation(mlir::Operation *op, mlir::OpBuilder &b);
  /// Maps the results of `op` to those of `made`, with their shardings.
  void mapResults(mlir::Operation *op, mlir::ValueRange made, llvm::ArrayRef<int64_t> resultDims);

  mlir::IRMapping values;                    // of the program to those of the batched one
  llvm::DenseMap<mlir::Value, int64_t> dims; // of values that are batched
  friend class BatchedLoop;
};

/// Refuses a region with effects: each entry of the batch would run all of its ops.
mlir::LogicalResult refuseEffects(mlir::Operation *op);
/// The attributes of an op that is made again with other results.
mlir::NamedAttrList attributesWithoutSharding(mlir::Operation *op);

} // namespace spmd
