// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a program sends and how much memory it needs, known without running it. spmd-opt prints and
// checks it, spmd-diff compares it. The account itself (compiler/account) reads partitioned
// programs only; this file compiles them.
#pragma once
#include "compiler/account/account.h"
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"

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

} // namespace spmd
