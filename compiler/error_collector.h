// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns the diagnostics of a context into the text of one error.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <string>

namespace spmd {

/// Collects the errors that MLIR emits during its lifetime, with their notes, one line each.
/// Warnings go to the log at once.
///   step.mlir:4:10: error: 'stablehlo.add' op requires the same type for all operands and ...
class ErrorCollector {
public:
  explicit ErrorCollector(mlir::MLIRContext *context);
  /// What was emitted so far, as a ProgramRefused (compiler/session.h).
  llvm::Error take() const;

private:
  void add(const std::string &line) { text += (text.empty() ? "" : "\n") + line; }

  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace spmd
