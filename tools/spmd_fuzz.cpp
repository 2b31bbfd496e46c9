// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd-fuzz: changes programs of the sharding language at random and runs every pass and pipeline of the language on them.
//   spmd-fuzz --seconds=60 --seed=1 tests/propagation/*.mlir
// A program that is refused must be refused with a message; one that is accepted must come out well-formed, and be read again as it
// was written. Whatever else happens (a crash, more than --limit seconds) is a defect: the program is kept in --keep, with the
// passes on its first line as a command for spmd-opt.
#include "compiler/passes.h"
#include "compiler/pipeline.h"
#include "compiler/propagation/explain.h"
#include "compiler/sdy_pipelines.h"
#include "dialects/register.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "tools/spmd_fuzz_mutate.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/CommandLine.h"
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace mlir;
using namespace spmd::fuzz;

namespace {

llvm::cl::list<std::string> files(llvm::cl::Positional, llvm::cl::OneOrMore, llvm::cl::desc("programs to start from"));
llvm::cl::opt<uint64_t> count("count", llvm::cl::desc("programs to try (0: until --seconds are over)"), llvm::cl::init(0));
llvm::cl::opt<unsigned> seconds("seconds", llvm::cl::desc("how long"), llvm::cl::init(10));
llvm::cl::opt<unsigned> limit("limit", llvm::cl::desc("seconds for one program"), llvm::cl::init(20));
llvm::cl::opt<uint64_t> seed("seed", llvm::cl::desc("of all that is random"), llvm::cl::init(1));
llvm::cl::opt<bool> partition("partition", llvm::cl::desc("the program is also partitioned, as spmd-run does"));
llvm::cl::opt<std::string> only("only", llvm::cl::desc("only pipelines that this is a part of; explain for --explain"));
llvm::cl::opt<std::string> keep("keep", llvm::cl::desc("file for a program that shows a defect"), llvm::cl::init("spmd-fuzz.mlir"));

constexpr const char *kPipelines[] = {
    "sdy-propagation-pipeline",
    "sdy-propagation-pipeline{dedup-functions-fully=true}",
    "sdy-import-pipeline{dedup-functions-fully=true}",
    "sdy-import-pipeline,sdy-flatten-call-graph,symbol-dce,sdy-import-func-calls,symbol-dce,sdy-apply-sharding-constraints,"
    "sdy-sharding-group-import,sdy-pre-order-funcs,sdy-user-priority-propagate{conservative-propagation=true},"
    "sdy-export-named-computations,sdy-propagate-to-func-results,sdy-unflatten-call-graph,sdy-export-pipeline",
    "sdy-basic-propagate",
    "sdy-aggressive-propagate{propagation-strategy=basic-then-aggressive keep-sharding-rules=true}",
    "sdy-op-priority-propagate{conservative-propagation=true}",
    "sdy-import-pipeline,sdy-user-priority-propagate,sdy-export-pipeline{avoid-export-for-partitioning=true}",
    "func.func(sdy-populate-op-sharding-rules,sdy-explicit-gather-scatter-batching,sdy-insert-explicit-reshards)",
    "sdy-close-shardings,sdy-update-non-divisible-input-output-shardings,sdy-remove-sub-axes-in-input-output-shardings",
    "func.func(sdy-verify-unreduced-axes,sdy-constant-or-scalar-merger,sdy-sharding-constraint-to-reshard)",
    "sdy-insert-func-call-reshards,sdy-remove-sharding-groups,sdy-inline-meshes",
    "sdy-drop-sharding-and-mesh",
    "canonicalize",
};
constexpr const char *kExplain = "explain", *kPartition = "spmd-pipeline{stop-after=partition}";

/// What is tried: the pipelines of the sharding language and kExplain; kPartition where that is asked for.
llvm::SmallVector<llvm::StringRef> chosen() {
  llvm::SmallVector<llvm::StringRef> all(std::begin(kPipelines), std::end(kPipelines));
  all.push_back(kExplain);
  if (partition)
    all.push_back(kPartition);
  llvm::erase_if(all, [](llvm::StringRef pipeline) { return !pipeline.contains(only); });
  return all;
}

/// What a signal handler writes: the program that is being tried, behind its passes.
std::string current;

void writeCurrent() {
  int file = open(keep.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  if (file < 0 || write(file, current.data(), current.size()) < 0)
    return;
  close(file);
}

void onSignal(int number) {
  writeCurrent();
  const char *what = number == SIGALRM ? "spmd-fuzz: a program takes too long\n" : "spmd-fuzz: a program crashes us\n";
  if (write(2, what, strlen(what)) < 0)
    _exit(3);
  _exit(number == SIGALRM ? 2 : 1);
}

[[noreturn]] void report(llvm::StringRef what) {
  writeCurrent();
  llvm::errs() << "spmd-fuzz: " << what << "; the program is in " << keep << "\n";
  exit(1);
}

struct Totals {
  uint64_t tried = 0, readable = 0, accepted = 0;
};

/// Collectives and edges are made by passes for later ones, and say what holds there. Standing in front of passes that change shardings
/// they may be contradicted; that is seen, and refused with a message, when the program is verified.
bool isHalfway(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        bool isMade = spmd::sdy::isCollective(op) || isa<spmd::sdy::DataFlowEdgeOp, spmd::sdy::FuncDataFlowEdgeOp>(op);
        return isMade ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// What --explain does, but for printing.
void tryExplain(ModuleOp module, unsigned &messages) {
  PassManager passes(module.getContext());
  spmd::addStage(passes, spmd::Stage::Import, /*checkContracts=*/true);
  messages = 0;
  if ((failed(passes.run(module)) || failed(spmd::explainShardings(module, "all", llvm::nulls()))) && !messages)
    report("the program is not explained, without a message");
}

/// Reads, changes, runs one pipeline. Messages go nowhere, but are counted.
void tryOne(llvm::StringRef source, llvm::StringRef pipeline, MLIRContext &context, Random &random, Totals &totals) {
  unsigned messages = 0;
  ScopedDiagnosticHandler counter(&context, [&](Diagnostic &diagnostic) {
    messages += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    return success();
  });
  std::string text = source.str();
  for (uint64_t n = below(random, 3); n; --n)
    mutateText(text, random);
  bool explains = pipeline == kExplain;
  std::string header = explains ? "// RUN: spmd-opt %s --explain=all\n"
                                : ("// RUN: spmd-opt %s '--pass-pipeline=builtin.module(" + pipeline + ")'\n").str();
  current = header + text;
  ++totals.tried;
  OwningOpRef<ModuleOp> module = spmd::parseSource(text, "fuzz.mlir", &context);
  if (!module) {
    if (!messages)
      report("the program is refused without a message");
    return;
  }
  for (uint64_t n = below(random, 4); n; --n) {
    OwningOpRef<ModuleOp> changed = module->clone();
    mutateModule(*changed, random);
    if (succeeded(verify(*changed)))
      module = std::move(changed);
  }
  current = header;
  llvm::raw_string_ostream stream(current);
  spmd::printSource(*module, stream, OpPrintingFlags().assumeVerified());
  ++totals.readable;
  if (explains)
    return tryExplain(*module, messages);
  PassManager passes(&context);
  bool halfway = isHalfway(*module);
  passes.enableVerifier(halfway);
  if (failed(parsePassPipeline(pipeline, passes)))
    report("the pipeline is not known");
  messages = 0;
  if (failed(passes.run(*module))) {
    if (!messages)
      report("the passes refuse the program without a message");
    return;
  }
  if (failed(verify(*module))) {
    if (!halfway || !messages)
      report("the passes make an ill-formed program");
    return;
  }
  ++totals.accepted;
  std::string printed;
  llvm::raw_string_ostream out(printed);
  spmd::printSource(*module, out);
  if (!spmd::parseSource(printed, "printed.mlir", &context))
    report("what the passes make cannot be read again");
}

} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "changes programs at random, runs all sharding passes on them\n");
  DialectRegistry registry;
  spmd::registerAllDialects(registry);
  spmd::registerSpmdPasses();
  spmd::registerSdyPipelines();
  spmd::registerSpmdPipeline();
  registerTransformsPasses();
  std::vector<std::string> programs;
  for (const std::string &path : files) {
    std::string message;
    std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
    if (!file) {
      llvm::errs() << "spmd-fuzz: " << message << "\n";
      return 2;
    }
    llvm::SmallVector<llvm::StringRef> parts;
    file->getBuffer().split(parts, "// -----");
    for (llvm::StringRef part : parts)
      if (part.contains("sdy."))
        programs.push_back(part.str());
  }
  if (programs.empty()) {
    llvm::errs() << "spmd-fuzz: none of the files says anything about shardings\n";
    return 2;
  }
  llvm::SmallVector<llvm::StringRef> pipelines = chosen();
  if (pipelines.empty()) {
    llvm::errs() << "spmd-fuzz: no pipeline has \"" << only << "\" in it\n";
    return 2;
  }
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM})
    signal(number, onSignal);
  Random random(seed);
  Totals totals;
  auto begin = std::chrono::steady_clock::now();
  auto isOver = [&] {
    return count ? totals.tried >= count : std::chrono::steady_clock::now() - begin > std::chrono::seconds(seconds);
  };
  while (!isOver()) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED); // a new one now and then: contexts only grow
    context.loadDialect<spmd::sdy::SdyDialect>(); // mutateModule makes ops of it also where the text has none
    for (int i = 0; i < 200 && !isOver(); ++i) {
      alarm(limit);
      tryOne(programs[below(random, programs.size())], pipelines[below(random, pipelines.size())], context, random, totals);
    }
  }
  alarm(0);
  llvm::outs() << totals.tried << " programs, " << totals.readable << " well-formed, " << totals.accepted << " accepted by the passes\n";
  return 0;
}
