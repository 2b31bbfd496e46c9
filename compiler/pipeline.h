// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of each stage. compile.cpp runs them; spmd-opt registers them as one pipeline.
#pragma once
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace spmd {

/// The name of a stage ("import", "propagate", ...), and the stage of a name.
llvm::StringRef stageName(Stage stage);
std::optional<Stage> stageNamed(llvm::StringRef name);

/// Adds the passes of one stage (none for Parse and Codegen); the verifier of its contract
/// comes last. `hasShardings` is the answer of usesShardings (compiler/ops/localize.h)
/// before the first stage: where it is false, the passes that only handle shardings are left
/// out. `exact`: see CompileOptions. `machine`: numbers that differ from the reference machine's.
void addStage(mlir::OpPassManager &passes, Stage stage, bool checkContracts,
              bool hasShardings = true, bool exact = false, llvm::StringRef machine = {});

/// Adds the passes that apply the user's tables before all stages: logical axes and sharding
/// rules where files are given, and the extended rules where options ask for them.
void addUserTables(mlir::OpPassManager &passes, const CompileOptions &options);

/// Registers `--spmd-pipeline[=stop-after=STAGE]` of spmd-opt: all stages up to one.
void registerSpmdPipeline();

} // namespace spmd
