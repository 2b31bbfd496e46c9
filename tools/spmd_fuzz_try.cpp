// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pipelines that the fuzzer tries, and the conditions that it checks after them.
#include "tools/spmd_fuzz_try.h"
#include "compiler/compile.h"
#include "compiler/explain/explain.h"
#include "compiler/pipeline.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace spmd::fuzz {

/// Pipelines as users run them, and single passes in combinations that reach their options.
llvm::ArrayRef<llvm::StringLiteral> sdyPipelines() {
  static constexpr llvm::StringLiteral kPipelines[] = {
      "sdy-propagation-pipeline",
      "sdy-propagation-pipeline{dedup-functions-fully=true}",
      "sdy-import-pipeline{dedup-functions-fully=true}",
      "sdy-import-pipeline,sdy-flatten-call-graph,symbol-dce,sdy-import-func-calls,symbol-dce,sdy-"
      "apply-sharding-constraints,"
      "sdy-sharding-group-import,sdy-pre-order-funcs,sdy-user-priority-propagate{conservative-"
      "propagation=true},"
      "sdy-export-named-computations,sdy-propagate-to-func-results,sdy-unflatten-call-graph,sdy-"
      "export-pipeline",
      "sdy-basic-propagate",
      "sdy-aggressive-propagate{propagation-strategy=basic-then-aggressive "
      "keep-sharding-rules=true}",
      "sdy-op-priority-propagate{conservative-propagation=true}",
      "sdy-import-pipeline,sdy-user-priority-propagate,sdy-export-pipeline{avoid-export-for-"
      "partitioning=true}",
      "func.func(sdy-populate-op-sharding-rules,sdy-explicit-gather-scatter-batching,sdy-insert-"
      "explicit-reshards)",
      "sdy-close-shardings,sdy-update-non-divisible-input-output-shardings,sdy-remove-sub-axes-in-"
      "input-output-shardings",
      "func.func(sdy-verify-unreduced-axes,sdy-constant-or-scalar-merger,sdy-sharding-constraint-"
      "to-reshard)",
      "sdy-insert-func-call-reshards,sdy-remove-sharding-groups,sdy-inline-meshes",
      "sdy-export-pipeline",
      "sdy-inline-meshes,sdy-lift-inlined-meshes,sdy-remove-size-one-axes",
      "sdy-drop-sharding-and-mesh",
      "canonicalize",
      kExplain,
  };
  return kPipelines;
}

/// The line that makes a kept program a lit test which repeats the finding.
std::string commandOf(llvm::StringRef pipeline) {
  if (pipeline == kExplain)
    return "// RUN: spmd-opt %s --explain=all\n";
  if (pipeline == kCompile)
    return "// RUN: spmd-run %s --no-run --no-cache\n";
  return ("// RUN: spmd-opt %s '--pass-pipeline=builtin.module(" + pipeline + ")'\n").str();
}

/// Returns success from the handler, so that no other handler prints.
ErrorCounter::ErrorCounter(MLIRContext &context)
    : handler(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error && count++ == 0)
          first = diagnostic.str();
        return success();
      }) {}

namespace {

/// Does the module hold ops that passes make for later passes (collectives, data-flow
/// edges)? These ops state facts about shardings at their place. Passes that change
/// shardings may contradict them; the verifier then refuses the program with a message,
/// which is no defect.
bool isHalfway(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        bool isMade =
            sdy::isCollective(op) || isa<sdy::DataFlowEdgeOp, sdy::FuncDataFlowEdgeOp>(op);
        return isMade ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Runs a pipeline; nothing where its name is unknown.
std::optional<LogicalResult> runPipeline(ModuleOp module, StringRef pipeline,
                                         bool verifiesEachPass) {
  if (pipeline == kCompile) {
    CompileOptions options;
    options.threads = 1;
    options.useCache = false;
    options.checkContracts = true;
    return LogicalResult(compileModule(module, options));
  }
  PassManager passes(module.getContext());
  if (pipeline == kExplain) {
    addStage(passes, Stage::Import, {.checkContracts = true});
    return failure(failed(passes.run(module)) ||
                   failed(explainShardings(module, "all", LinesByPlace(), llvm::nulls())));
  }
  passes.enableVerifier(verifiesEachPass);
  if (failed(parsePassPipeline(pipeline, passes)))
    return std::nullopt;
  return passes.run(module);
}

} // namespace

/// Totals count what was readable and what was accepted.
std::optional<std::string> defectOf(llvm::StringRef text, llvm::StringRef pipeline,
                                    MLIRContext &context, Totals &totals) {
  ErrorCounter errors(context);
  OwningOpRef<ModuleOp> module = parseSource(text, "fuzz.mlir", &context);
  // A finding's key: the condition, and the first message without details.
  auto because = [&](const char *what) {
    return what + std::string(": ") + withoutDetails(errors.first);
  };
  if (!module)
    return errors.count ? std::optional<std::string>() : "the program is refused without a message";
  ++totals.readable;
  // Such a module is verified after each pass, so that the first pass that breaks a stated
  // fact refuses the program.
  bool halfway = isHalfway(*module);
  errors.count = 0;
  std::optional<LogicalResult> result = runPipeline(*module, pipeline, halfway);
  if (!result)
    return "the pipeline is not known: " + pipeline.str();
  if (failed(*result))
    return errors.count ? std::optional<std::string>()
                        : "refused without a message by " + pipeline.str();
  if (failed(verify(*module)))
    return halfway && errors.count ? std::optional<std::string>()
                                   : because("the passes make an ill-formed program");
  ++totals.accepted;
  std::string printed;
  llvm::raw_string_ostream out(printed);
  printSource(*module, out);
  // Parsing also verifies.
  if (!parseSource(printed, "printed.mlir", &context))
    return because("what the passes make cannot be read again");
  return std::nullopt;
}

} // namespace spmd::fuzz
