// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context for one program that a host has sent as text or bytes. Errors of passes become the text
// of one llvm::Error.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace spmd {

class OwnContext {
public:
  OwnContext();
  mlir::MLIRContext *get() { return &context; }
  /// The errors that were emitted so far, one per line, or `fallback` where there are none.
  llvm::Error refusal(const llvm::Twine &fallback = "the program was refused") const;

private:
  mlir::MLIRContext context;
  std::string errors;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace spmd
