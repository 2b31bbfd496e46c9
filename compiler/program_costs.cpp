// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a program as far as its costs need it.
#include "compiler/program_costs.h"
#include "compiler/codegen/kernel_compiler.h"
#include "compiler/compile.h"
#include "compiler/own_context.h"
#include "compiler/pipeline.h"
#include "compiler/token_arrays.h"
#include "dialects/source.h"
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
              .evenBorders = options.plainBorders,
              .causes = true});
  return passes.run(module);
}

/// The first error that passes report, with its place. Diagnostics that are no errors go to
/// `other`.
class ErrorCatcher {
public:
  ErrorCatcher(MLIRContext *context, std::string &fault,
               std::function<void(Diagnostic &)> other = nullptr)
      : handler(context, [&fault, other](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() != DiagnosticSeverity::Error) {
            if (other)
              other(diagnostic);
          } else if (fault.empty()) {
            fault = shortLocation(diagnostic.getLocation()) + ": " + diagnostic.str();
          }
          return success();
        }) {}

private:
  ScopedDiagnosticHandler handler;
};

/// Compiles a copy of the partitioned module. What generated code does not run has an account all
/// the same, so errors are no diagnostics here: the first one is kept.
void compileRest(ModuleOp partitioned, CompileOptions options, const Topology &topology,
                 ProgramCosts &costs, bool wantsPeak) {
  OwningOpRef<ModuleOp> copy = partitioned.clone();
  ErrorCatcher catcher(copy->getContext(), costs.joined.fault);
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
  FailureOr<Topology> topology = readTopology(module, options.topology);
  if (failed(topology))
    return failure();
  if (failed(partition(module, options)))
    return failure();
  ProgramCosts costs;
  costs.devices = deviceCountOf(module);
  costs.sent = accountOf(module, costs.devices, *topology);
  compileRest(module, options, *topology, costs, wantsPeak);
  return costs;
}

// Remarks of the pass become lines: the chosen split, and those that it was chosen of. The passes
// run on a copy: explanations are of the module before propagation, and places of ops are the same
// in both.
FailureOr<LinesByPlace> pricesOf(ModuleOp imported, const CompileOptions &options, StringRef ops,
                                 std::string &fault) {
  if (failed(readTopology(imported, options.topology)))
    return failure();
  LinesByPlace lines;
  OwningOpRef<ModuleOp> copy = imported.clone();
  ErrorCatcher catcher(copy->getContext(), fault, [&](Diagnostic &diagnostic) {
    // Other passes have remarks, too.
    std::string text = diagnostic.str();
    if (!StringRef(text).starts_with("chosen of ") && !StringRef(text).starts_with("placed as "))
      return;
    auto &here = lines[diagnostic.getLocation()];
    here.push_back(std::move(text));
    for (Diagnostic &note : diagnostic.getNotes())
      here.push_back("  " + note.str());
  });
  PassManager passes(copy->getContext());
  for (Stage stage : {Stage::Propagate, Stage::Partition})
    addStage(passes, stage,
             {.topology = options.topology, .evenBorders = options.plainBorders, .prices = ops});
  (void)passes.run(*copy); // the fault says what failed
  return lines;
}

// Prices come from a partition of a copy.
LogicalResult explainWithPrices(ModuleOp imported, const CompileOptions &options, StringRef query,
                                llvm::raw_ostream &os) {
  std::string fault;
  // All values at once would be too many lines where nothing is sent.
  FailureOr<LinesByPlace> prices =
      pricesOf(imported, options, query == "all" ? "sending" : "all", fault);
  if (failed(prices) || failed(explainShardings(imported, query, *prices, os)))
    return failure();
  if (!fault.empty())
    os << "\nprices are not known where partition refuses the program: " << fault << "\n";
  return success();
}

// The same stages as of the tool, in a context of its own. Values have names only where the program
// comes as text.
llvm::Expected<std::string> explanationOf(std::string_view source, std::string_view name,
                                          std::string_view query, const CompileOptions &options) {
  OwnContext context;
  llvm::SourceMgr sources;
  OwningOpRef<ModuleOp> module = parseSourceWithNames(
      prepareSource(llvm::MemoryBuffer::getMemBufferCopy(source, name)), sources, context.get());
  if (!module)
    return context.refusal();
  replaceTokens(*module);
  PassManager passes(context.get());
  addUserTables(passes, options);
  addStage(passes, Stage::Import, {});
  std::string text;
  llvm::raw_string_ostream out(text);
  if (failed(passes.run(*module)))
    return context.refusal();
  if (options.cancelled && *options.cancelled)
    return llvm::createStringError(kCancelled);
  if (failed(explainWithPrices(*module, options, query, out)))
    return context.refusal();
  return text;
}

} // namespace spmd
