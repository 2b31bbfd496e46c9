// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A part of a trace: ops that become a function of their own, or the region of a loop or branch.
#pragma once
#include "compiler/frontend/include/spmd/tree.h"
#include "compiler/frontend/trace/trace.h"
#include "llvm/ADT/SetVector.h"

namespace spmd {
inline namespace frontend {

/// While the object lives and is not closed, ops are recorded into it. They may use all values of
/// the parts around it. An exception drops what was recorded.
class Part {
public:
  Part(Trace &trace, llvm::StringRef name, Where where);
  ~Part();
  Part(const Part &) = delete;

  /// Says that the part runs several times, as the body of a loop does.
  void repeats();
  Tensor addArgument(const Type &type, Where where);
  /// Adds an argument for each leaf that has a value, and lets the leaf stand for it.
  void addArguments(TreeRef tree);
  /// Ends the part as a private function. Values from outside become arguments behind the others,
  /// or before argument `at`; `captured` gets them at its end.
  mlir::func::FuncOp close(mlir::ValueRange results, llvm::SmallVector<mlir::Value> &captured,
                           std::optional<size_t> at = {});
  /// Ends the part as the only block of a region, which returns `results`.
  void moveInto(mlir::Region &region, mlir::ValueRange results);

private:
  void end(mlir::ValueRange results, bool isFunction);
  void leave();
  Trace &trace;
  mlir::Location location;
  mlir::func::FuncOp function;
  mlir::OpBuilder::InsertPoint outside;
  size_t depth;
};

/// The functions that are named by `roots` and by each other, the roots first.
llvm::SetVector<mlir::Operation *> reachableFrom(llvm::ArrayRef<mlir::func::FuncOp> roots);
/// A value with the axis names and the layout of a leaf.
Tensor standingFor(const Tensor &leaf, const Tensor &value);
/// The leaves that have a value, as values of the trace.
llvm::SmallVector<mlir::Value> valuesOf(Trace &trace, TreeRef tree, Where where);
/// Gives the leaves that have a value these values, and returns those that are left.
mlir::ValueRange replaceValues(Trace &trace, TreeRef tree, mlir::ValueRange values, Where where);
/// Calls a function of the module.
mlir::func::CallOp callIn(Trace &trace, mlir::func::FuncOp function,
                          llvm::ArrayRef<mlir::Value> operands, Where where);

} // namespace frontend
} // namespace spmd
