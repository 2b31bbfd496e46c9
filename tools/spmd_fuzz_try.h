// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One program through one pipeline: what must hold for every text. Nothing here is random, so that
// a finding can be tried again.
#pragma once
#include "mlir/IR/MLIRContext.h"
#include "tools/spmd_fuzz_sandbox.h"

namespace spmd::fuzz {

/// Names in the place of a pipeline: what spmd-opt --explain does, and all stages of spmd-run to
/// generated code, which is not run.
inline constexpr llvm::StringLiteral kExplain = "explain", kCompile = "compile";
inline constexpr llvm::StringLiteral kPartition = "spmd-pipeline{stop-after=partition}";

/// All that is tried: the pipelines of the sharding language and kExplain.
llvm::ArrayRef<llvm::StringLiteral> sdyPipelines();

/// A comment with the command that shows the program's defect.
std::string commandOf(llvm::StringRef pipeline);

/// A program that is refused must be refused with a message; one that is accepted must come out
/// well-formed, and be read again as it was written. Returns the key of what does not hold.
std::optional<std::string> defectOf(llvm::StringRef text, llvm::StringRef pipeline,
                                    mlir::MLIRContext &context, Totals &totals);

/// The message of the first error of the current thread's diagnostics, and their number, while it
/// lives; nothing is printed.
class ErrorCounter {
public:
  explicit ErrorCounter(mlir::MLIRContext &context);
  unsigned count = 0;
  std::string first;

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace spmd::fuzz
