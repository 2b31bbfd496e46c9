// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers the interpreter dialect and verifies run_parallel. The functions that it names are
// checked in verifySymbolUses, which MLIR calls with a symbol table at hand.
#include "dialects/interpreter/interpreter.h"
#include "dialects/notes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

#include "dialects/interpreter/definitions.cpp.inc"
#include "dialects/interpreter/ops.ops.inc"

namespace spmd::interp {

// `programs` is a matrix of function symbols: at least one row, all rows of one length.
//   [[@f, @f], [@g, @g]] passes (2 replicas of 2 partitions);  [[@f, @f], [@g]] fails
LogicalResult RunParallelOp::verify() {
  std::optional<size_t> columns;
  for (auto [index, row] : llvm::enumerate(getPrograms())) {
    auto programs = llvm::dyn_cast<ArrayAttr>(row);
    if (!programs || programs.empty() || !llvm::all_of(programs, [](Attribute program) {
          return llvm::isa<FlatSymbolRefAttr>(program);
        }))
      return emitOpError() << "row " << index
                           << " of programs must list functions such as [@f, @f], got " << row;
    if (columns && *columns != programs.size())
      return emitOpError() << "row " << index << " of programs has " << programs.size()
                           << " functions, the first row " << *columns;
    columns = programs.size();
  }
  if (!columns)
    return emitOpError() << "has no programs to run";
  return success();
}

// The operands are the arguments of all functions, joined in row-major order of `programs`; the
// results are joined in the same way.
//   [[@f, @g]] with @f : (A) -> X and @g : (B) -> Y needs run_parallel : (A, B) -> (X, Y)
LogicalResult RunParallelOp::verifySymbolUses(SymbolTableCollection &symbols) {
  SmallVector<Type> operands, results;
  Notes callees;
  for (Attribute row : getPrograms())
    for (Attribute program : llvm::cast<ArrayAttr>(row)) {
      auto function = symbols.lookupNearestSymbolFrom<func::FuncOp>(
          *this, llvm::cast<FlatSymbolRefAttr>(program));
      if (!function)
        return emitOpError() << "runs " << program << ", which is no function of the module";
      callees.list.push_back(symbolNote(function));
      llvm::append_range(operands, function.getArgumentTypes());
      llvm::append_range(results, function.getResultTypes());
    }
  if (TypeRange(operands) != getInputs().getTypes())
    return emitOpError() << "passes " << getInputs().getTypes() << ", but its programs take "
                         << operands << callees;
  if (TypeRange(results) != getResultTypes())
    return emitOpError() << "has results " << getResultTypes() << ", but its programs return "
                         << results << callees;
  return success();
}

} // namespace spmd::interp
