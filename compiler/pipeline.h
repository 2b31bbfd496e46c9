// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk of a program through the stages, as passes.
#pragma once
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace spmd {

/// "import", "propagate", ...; and back.
llvm::StringRef stageName(Stage stage);
std::optional<Stage> stageNamed(llvm::StringRef name);

/// The passes of one stage (none for Parse and Codegen), its contract's verifier last. Where
/// nothing of the sharding language is in the module (usesShardings of compiler/ops/localize.h,
/// asked before the first stage), the passes that would only look for it can be left out. `exact`:
/// see CompileOptions.
void addStage(mlir::OpPassManager &passes, Stage stage, bool checkContracts,
              bool hasShardings = true, bool exact = false);

/// The passes before all stages that apply the user's tables: logical axes and sharding rules,
/// where there are any, and the better rules of ops where they are asked for.
void addUserTables(mlir::OpPassManager &passes, const CompileOptions &options);

/// `--spmd-pipeline[=stop-after=STAGE]` of spmd-opt: all stages up to one.
void registerSpmdPipeline();

} // namespace spmd
