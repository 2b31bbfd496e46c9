// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// "interpreter.run_parallel"(%a0, %a1) {programs = [[@f, @f]]} : (T, T) -> (R, R)
include "dialects/interpreter/dialect.td"
include "mlir/IR/SymbolInterfaces.td"

def Interpreter_RunParallelOp : Op<Interpreter_Dialect, "run_parallel", [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a function on each process of a grid: a row for each replica, a column for each partition";
  let description = [{
    Operands and results go process by process, in row-major order. `infeed` names functions whose results are what
    successive infeeds take.
  }];
  let arguments = (ins Variadic<AnyType>:$inputs, OptionalAttr<ArrayAttr>:$infeed, ArrayAttr:$programs);
  let results = (outs Variadic<AnyType>:$results);
  let extraClassDeclaration = [{
    int64_t getNumReplicas() { return getPrograms().size(); }
    int64_t getNumPartitions() { return ::llvm::cast<::mlir::ArrayAttr>(getPrograms()[0]).size(); }
    /// The function of a process.
    ::mlir::FlatSymbolRefAttr getProgram(int64_t replica, int64_t partition) {
      return ::llvm::cast<::mlir::FlatSymbolRefAttr>(::llvm::cast<::mlir::ArrayAttr>(getPrograms()[replica])[partition]);
    }
  }];
  let hasVerifier = 1;
}
