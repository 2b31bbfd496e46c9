// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How spmd-run speaks on standard error: each message with one write, because ranks share the
// stream and pieces would interleave.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace spmd::run {

inline void say(const std::string &message) { llvm::errs() << "spmd-run: " + message + "\n"; }

/// Prints each diagnostic with its source line and its notes.
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
