// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a program as far as its costs need it.
#include "compiler/program_costs.h"
#include "compiler/compile.h"
#include "compiler/pipeline.h"
#include "dialects/source_names.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "runtime/program_stats.h"

using namespace mlir;

namespace spmd {
namespace {

/// Runs the stages up to partition, so that collectives know their causes.
LogicalResult partition(ModuleOp module, const CompileOptions &options) {
  PassManager passes(module.getContext());
  addUserTables(passes, options);
  for (Stage stage : {Stage::Import, Stage::Propagate, Stage::Partition})
    addStage(passes, stage,
             {.checkContracts = true,
              .topology = options.topology,
              .reduceDtype = options.reduceDtype,
              .causes = true});
  return passes.run(module);
}

/// Compiles a copy of the partitioned module. What generated code does not run has an account all
/// the same, so errors are no diagnostics here: the first one is kept.
void compileRest(ModuleOp partitioned, CompileOptions options, const Topology &topology,
                 ProgramCosts &costs, bool wantsPeak) {
  OwningOpRef<ModuleOp> copy = partitioned.clone();
  ScopedDiagnosticHandler handler(copy->getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && costs.joined.fault.empty())
      costs.joined.fault = shortLocation(diagnostic.getLocation()) + ": " + diagnostic.str();
    return success();
  });
  options.startAfter = Stage::Partition;
  options.stopAfter = wantsPeak ? Stage::Codegen : Stage::Optimize;
  FailureOr<CompiledProgram> compiled = compileModule(*copy, options);
  if (failed(compiled))
    return;
  costs.joined.account = accountOf(*copy, costs.devices, topology);
  if (wantsPeak)
    costs.peakBytes = rt::memoryUseOf(compiled->program).peakBytes();
}

} // namespace

// The topology is read first, so that a broken file is named before anything is compiled. Passes
// read it again, since they run alone, too.
FailureOr<ProgramCosts> costsOf(ModuleOp module, const CompileOptions &options, bool wantsPeak) {
  llvm::Expected<Topology> topology = Topology::read(options.topology);
  if (!topology)
    return module.emitError("topology: ") << llvm::toString(topology.takeError());
  if (failed(partition(module, options)))
    return failure();
  ProgramCosts costs;
  costs.devices = deviceCountOf(module);
  costs.sent = accountOf(module, costs.devices, *topology);
  compileRest(module, options, *topology, costs, wantsPeak);
  return costs;
}

} // namespace spmd
