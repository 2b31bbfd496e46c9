// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the messages of spmd-run to standard error, each with one write: ranks share the
// stream, and parts of messages would interleave.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace spmd::run {

inline void say(const std::string &message) { llvm::errs() << "spmd-run: " + message + "\n"; }

/// Prints each diagnostic with its source line and its notes in one write.
class WholeDiagnostics : public mlir::SourceMgrDiagnosticHandler {
public:
  WholeDiagnostics(llvm::SourceMgr &sources, mlir::MLIRContext *context)
      : SourceMgrDiagnosticHandler(sources, context, stream) {
    setHandler([this](mlir::Diagnostic &diagnostic) {
      emitDiagnostic(diagnostic);
      llvm::errs() << text;
      text.clear();
    });
  }

private:
  std::string text;
  llvm::raw_string_ostream stream{text};
};

} // namespace spmd::run
