// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the interpreter dialect: how a test program runs functions on several processes.
#ifndef SPMD_DIALECTS_INTERPRETER_DIALECT
#define SPMD_DIALECTS_INTERPRETER_DIALECT

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"

def Interpreter_Dialect : Dialect {
  let name = "interpreter";
  let cppNamespace = "::spmd::interp";
  let summary = "runs functions on a grid of processes";
  let extraClassDeclaration = "void addOps();";
}

#endif // SPMD_DIALECTS_INTERPRETER_DIALECT
