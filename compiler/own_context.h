// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A context for one program that a host has sent as text or bytes.
#pragma once
#include "compiler/error_collector.h"
#include "mlir/IR/MLIRContext.h"

namespace spmd {

class OwnContext {
public:
  OwnContext();
  mlir::MLIRContext *get() { return &context; }
  /// The errors that were emitted so far.
  llvm::Error refusal() const { return errors.take(); }

private:
  mlir::MLIRContext context;
  ErrorCollector errors;
};

} // namespace spmd
