// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The op of the interpreter dialect:
//   "interpreter.run_parallel"(%a0, %a1) {programs = [[@f, @f]]} : (T, T) -> (R, R)
include "dialects/interpreter/dialect.td"
include "mlir/IR/SymbolInterfaces.td"

def Interpreter_RunParallelOp : Op<Interpreter_Dialect, "run_parallel", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs one function on each process of a grid";
  let description = [{
    `programs` has a row for each replica and a column for each partition. Operands and results are
    listed process by process, in row-major order. `infeed` lists functions: the results of the
    i-th one are the item that the i-th infeed op takes.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<ArrayAttr>:$infeed, ArrayAttr:$programs);
  let results = (outs Variadic<AnyType>:$results);
  let extraClassDeclaration = [{
    int64_t getNumReplicas() { return getPrograms().size(); }
    int64_t getNumPartitions() { return ::llvm::cast<::mlir::ArrayAttr>(getPrograms()[0]).size(); }
    /// The function that the process (replica, partition) runs.
    ::mlir::FlatSymbolRefAttr getProgram(int64_t replica, int64_t partition) {
      return ::llvm::cast<::mlir::FlatSymbolRefAttr>(::llvm::cast<::mlir::ArrayAttr>(getPrograms()[replica])[partition]);
    }
  }];
  let hasVerifier = 1;
}
