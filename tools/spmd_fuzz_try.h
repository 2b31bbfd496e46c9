// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs one program through one pipeline and checks what must hold for every text. Nothing
// here is random, so a finding can be reproduced.
#pragma once
#include "mlir/IR/MLIRContext.h"
#include "tools/spmd_fuzz_sandbox.h"

namespace spmd::fuzz {

/// Names that stand in place of a pipeline: the work of spmd-opt --explain, and all stages
/// of spmd-run including code generation, without running the program.
inline constexpr llvm::StringLiteral kExplain = "explain", kCompile = "compile";
inline constexpr llvm::StringLiteral kPartition = "spmd-pipeline{stop-after=partition}";

/// All that is tried by default: the pipelines for shardings, and kExplain.
llvm::ArrayRef<llvm::StringLiteral> sdyPipelines();

/// A comment line with the command that reproduces the defect.
std::string commandOf(llvm::StringRef pipeline);

/// Returns the key of a violated condition, or nothing. A program that is refused must be
/// refused with a message. A program that is accepted must be well-formed afterwards, and
/// its text must parse again.
std::optional<std::string> defectOf(llvm::StringRef text, llvm::StringRef pipeline,
                                    mlir::MLIRContext &context, Totals &totals);

/// Counts the errors of the current thread during its lifetime and keeps the first message.
/// Nothing is printed.
class ErrorCounter {
public:
  explicit ErrorCounter(mlir::MLIRContext &context);
  unsigned count = 0;
  std::string first;

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace spmd::fuzz
