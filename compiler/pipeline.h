// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of each stage. compile.cpp runs them; spmd-opt registers them as one pipeline.
#pragma once
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>

namespace spmd {

struct VerifyLocalFormsOptions; // compiler/passes.h

/// The name of a stage ("import", "propagate", ...), and the stage of a name.
llvm::StringRef stageName(Stage stage);
std::optional<Stage> stageNamed(llvm::StringRef name);

/// How the passes of a stage are chosen.
struct StageOptions {
  bool checkContracts = false; // the verifier of the stage's contract comes last
  /// The answer of usesShardings (compiler/ops/localize.h) before the first stage: where it is
  /// false, the passes that only handle shardings are left out.
  bool hasShardings = true;
  bool keepUnrolled = false;        // see CompileOptions
  bool exact = false;               // see CompileOptions
  llvm::StringRef machine = {};     // numbers that differ from the reference machine's
  llvm::StringRef topology = {};    // file with the links between devices
  llvm::StringRef reduceDtype = {}; // of partial sums on the wire
  int64_t overlapMemory =
      0; // bytes for exchanges that overlap with computing; -1: as many as needed
  /// If given, the local forms of all ops are verified as soon as every op has its placement.
  const VerifyLocalFormsOptions *verify = nullptr;
  bool evenBorders = false;    // CompileOptions::plainBorders
  llvm::StringRef prices = {}; // ops whose candidates are told: "sending" or "all"
  bool causes = false;         // collectives say why they are there (compiler/structure/cause.h)
};

/// Adds the passes of one stage (none for Parse and Codegen).
void addStage(mlir::OpPassManager &passes, Stage stage, const StageOptions &options);

/// The number of StageOptions::overlapMemory for the text of CompileOptions::overlapMemory.
llvm::Expected<int64_t> overlapBytes(llvm::StringRef text);

/// Whether an environment variable is set, and neither empty nor 0.
bool environmentAsks(const char *name);
/// What SPMD_VERIFY_PARTITION=1 asks for; null without it.
const VerifyLocalFormsOptions *verifyByEnvironment();

/// Adds the passes that apply the user's tables before all stages: logical axes and sharding
/// rules where files are given, and the extended rules where options ask for them.
void addUserTables(mlir::OpPassManager &passes, const CompileOptions &options);

/// Registers `--spmd-pipeline[=stop-after=STAGE]` of spmd-opt: all stages up to one.
void registerSpmdPipeline();

} // namespace spmd
