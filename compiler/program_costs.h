// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program sends and how much memory it needs, known without running it. spmd-opt prints and
// checks it, spmd-diff compares it. The account itself (compiler/account) reads partitioned
// programs only; this file compiles them.
#pragma once
#include "compiler/account/account.h"
#include "compiler/explain/explain.h"
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <string>
#include <string_view>

namespace spmd {

struct ProgramCosts {
  int64_t devices = 1;
  Account sent; // each collective with its cause
  JoinedAccount joined;
  /// Of one device, as `spmd-run --stats` prints it; nothing if it was not asked for, or if
  /// generated code does not run the program (then joined.fault says why).
  std::optional<uint64_t> peakBytes;
};

/// Partitions the module, which may be partitioned already, and compiles a copy of it: up to
/// optimize, or to the end if the peak is asked for. The module is the partitioned program
/// afterwards. Fails after a diagnostic where the program cannot be partitioned.
mlir::FailureOr<ProgramCosts> costsOf(mlir::ModuleOp module, const CompileOptions &options,
                                      bool wantsPeak);

/// The candidates among which partition chooses the splits of ops, by the places of the ops, in
/// lines for a reader. `ops` is the option `prices` of spmd-insert-reshards: "sending" or "all".
/// `imported` stays as it is. Where partition refuses the program, `fault` says why, and only the
/// ops before that have lines. Fails after a diagnostic where the topology cannot be read.
mlir::FailureOr<LinesByPlace> pricesOf(mlir::ModuleOp imported, const CompileOptions &options,
                                       llvm::StringRef ops, std::string &fault);

/// What explainShardings prints of an imported module, with the prices of splits. A program that
/// cannot be partitioned has explanations, too.
mlir::LogicalResult explainWithPrices(mlir::ModuleOp imported, const CompileOptions &options,
                                      llvm::StringRef query, llvm::raw_ostream &os);

/// The same for the text of a program.
llvm::Expected<std::string> explanationOf(std::string_view source, std::string_view name,
                                          std::string_view query, const CompileOptions &options);

} // namespace spmd
