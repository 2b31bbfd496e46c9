// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd-fuzz: changes programs at random and runs the passes and pipelines for shardings on
// them.
//   spmd-fuzz --seconds=60 --seed=1 tests
// A program that the passes refuse must be refused with a message. A program that they
// accept must be well-formed afterwards, and its text must parse again. Anything else, as a
// crash or more than --limit seconds, is a finding. Programs run in child processes, so the
// tool survives crashes. Each finding is reported once, reduced, and kept in the folder
// --keep with the command that reproduces it.
#include "compiler/passes.h"
#include "compiler/pipeline.h"
#include "compiler/sdy_pipelines.h"
#include "dialects/register.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Transforms/Passes.h"
#include "tools/fuzz/artifacts.h"
#include "tools/spmd_fuzz_findings.h"
#include "tools/spmd_fuzz_mutate.h"
#include "tools/spmd_fuzz_planted.h"
#include "tools/spmd_fuzz_try.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/TargetSelect.h"
#include <chrono>

using namespace mlir;
using namespace spmd::fuzz;

namespace {

llvm::cl::OptionCategory category("spmd-fuzz");
llvm::cl::list<std::string>
    files(llvm::cl::Positional, llvm::cl::OneOrMore,
          llvm::cl::desc("programs to start from; of a folder all .mlir files in it and below"),
          llvm::cl::cat(category));
llvm::cl::opt<uint64_t> count("count",
                              llvm::cl::desc("programs to try (0: until --seconds are over)"),
                              llvm::cl::init(0), llvm::cl::cat(category));
llvm::cl::opt<unsigned> seconds("seconds", llvm::cl::desc("how long"), llvm::cl::init(10),
                                llvm::cl::cat(category));
llvm::cl::opt<unsigned> limit("limit", llvm::cl::desc("seconds of a core for one program"),
                              llvm::cl::init(20), llvm::cl::cat(category));
llvm::cl::opt<unsigned>
    memory("memory", llvm::cl::desc("MiB of addresses for the programs, not with AddressSanitizer"),
           llvm::cl::init(6144), llvm::cl::cat(category));
llvm::cl::opt<uint64_t> seed("seed", llvm::cl::desc("of all that is random"), llvm::cl::init(1),
                             llvm::cl::cat(category));
llvm::cl::opt<bool> partition("partition",
                              llvm::cl::desc("programs are also partitioned, as spmd-run does"),
                              llvm::cl::cat(category));
llvm::cl::opt<bool>
    compile("compile",
            llvm::cl::desc("programs are also compiled to the end, as spmd-run does, and not run"),
            llvm::cl::cat(category));
llvm::cl::opt<std::string>
    only("only", llvm::cl::desc("only pipelines that this is a part of; explain for --explain"),
         llvm::cl::cat(category));
llvm::cl::opt<std::string> keep("keep", llvm::cl::desc("folder for the programs of findings"),
                                llvm::cl::init("spmd-fuzz"), llvm::cl::cat(category));
llvm::cl::opt<std::string>
    known("known",
          llvm::cl::desc("file of findings that are known, a line each; new ones are added"),
          llvm::cl::cat(category));
llvm::cl::opt<unsigned>
    reduceSeconds("reduce", llvm::cl::desc("seconds to make the program of a finding small"),
                  llvm::cl::init(30), llvm::cl::cat(category));
llvm::cl::opt<bool>
    planted("planted",
            llvm::cl::desc("also a pass that is wrong on purpose, for tests of this tool"),
            llvm::cl::cat(category));

llvm::cl::opt<bool> artifacts("artifacts",
                              llvm::cl::desc("the files are portable artifacts or files of "
                                             "jax.export, whose bytes are changed; --count many"),
                              llvm::cl::cat(category));

constexpr uint64_t kBatch = 200; // programs per child process: its context only grows

/// The pipelines to run, of which --only selects some.
llvm::SmallVector<llvm::StringRef> chosenPipelines() {
  llvm::SmallVector<llvm::StringRef> all(sdyPipelines().begin(), sdyPipelines().end());
  if (partition)
    all.push_back(kPartition);
  if (compile)
    all.push_back(kCompile);
  if (planted)
    all.push_back("canonicalize,fuzz-planted");
  // An empty --only is a part of every name.
  llvm::erase_if(all, [](llvm::StringRef pipeline) { return !pipeline.contains(only); });
  return all;
}

/// Adds the programs of a file, separated by "// -----". Parts without a function are
/// skipped. Fails with a message.
LogicalResult addPrograms(llvm::StringRef path, std::vector<std::string> &programs) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(path, &message);
  if (!file) {
    llvm::errs() << "spmd-fuzz: " << message << "\n";
    return failure();
  }
  llvm::SmallVector<llvm::StringRef> parts;
  // The separator of mlir-opt --split-input-file, which the tests of this project use.
  file->getBuffer().split(parts, "// -----");
  for (llvm::StringRef part : parts)
    if (part.contains("func"))
      programs.push_back(part.str());
  return success();
}

/// Adds the programs of a file, or of all .mlir files in a folder and below.
LogicalResult addPath(const std::string &path, std::vector<std::string> &programs) {
  if (!llvm::sys::fs::is_directory(path))
    return addPrograms(path, programs);
  std::vector<std::string> found; // sorted below: the order in a folder is not defined
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(path, error), end; it != end && !error;
       it.increment(error))
    if (llvm::StringRef(it->path()).ends_with(".mlir"))
      found.push_back(it->path());
  if (error) {
    llvm::errs() << "spmd-fuzz: " << path << ": " << error.message() << "\n";
    return failure();
  }
  llvm::sort(found);
  return success(llvm::all_of(
      found, [&](const std::string &file) { return succeeded(addPrograms(file, programs)); }));
}

/// Draws programs and pipelines, runs them in child processes and collects findings.
class Fuzzer {
public:
  Fuzzer(std::vector<std::string> programs, llvm::SmallVector<llvm::StringRef> pipelines,
         Findings &findings)
      : programs(std::move(programs)), pipelines(std::move(pipelines)), findings(findings),
        sandbox({limit, memory}) {
    spmd::registerAllDialects(registry);
  }

  /// Runs batches until time or number is over. Reports progress every 30 seconds.
  void run() {
    findReadable();
    Totals &totals = sandbox.shared().totals;
    while (!isOver()) { // a batch at a time
      std::optional<std::string> key = sandbox.run([&] { tryBatch(); });
      if (key)
        take(*key);
      if (auto now = Clock::now(); now - told > std::chrono::seconds(30)) {
        told = now;
        llvm::errs() << "spmd-fuzz: "
                     << std::chrono::duration_cast<std::chrono::seconds>(now - begin).count()
                     << " s, " << totals.tried << " programs, " << findings.size() << " findings\n";
      }
    }
  }
  const Totals &totals() { return sandbox.shared().totals; }

private:
  using Clock = std::chrono::steady_clock;

  /// Is the number of programs reached or, without a number, the time over? The time of
  /// reductions is added to the limit.
  bool isOver() {
    return count ? sandbox.shared().totals.tried >= count
                 : Clock::now() - begin > std::chrono::seconds(seconds) + reducing;
  }

  /// Finds out which seeds are well-formed, in child processes: a seed that crashes the
  /// parser is skipped here, and the fuzzer finds the crash later. The shared memory holds
  /// the number of the seed that was reached, so that the next child continues behind it.
  void findReadable() {
    Shared &shared = sandbox.shared();
    for (size_t next = 0; next < programs.size();) {
      (void)sandbox.run([&] {
        MLIRContext context(registry, MLIRContext::Threading::DISABLED);
        ErrorCounter quiet(context);
        for (; next < programs.size(); ++next) {
          shared.setText(std::to_string(next));
          sandbox.restartTimer();
          // Tells the parent whether the seed parses.
          bool parses(spmd::parseSource(programs[next], "seed.mlir", &context));
          if (next < Shared::kMaxMarks)
            shared.marks[next] = parses;
        }
        shared.setText(std::to_string(next));
      });
      size_t reached = 0;
      shared.getText().getAsInteger(10, reached);
      // `reached` is the seed that crashed, or the number of seeds where the child
      // finished.
      next = std::max(next + 1, reached + (reached < programs.size()));
    }
    for (size_t i = 0; i < programs.size() && i < Shared::kMaxMarks; ++i)
      if (shared.marks[i])
        readable.push_back(i);
  }

  /// Runs in the child. All random choices about a program follow from --seed and the number
  /// of the program, so they do not depend on where its batch begins.
  void tryBatch() {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadDialect<spmd::sdy::SdyDialect,
                        spmd::stablehlo::StablehloDialect>(); // changes make ops of both where the
                                                              // text has none
    Totals &totals = sandbox.shared().totals;
    for (uint64_t i = 0; i < kBatch && !isOver(); ++i) {
      // The factor keeps the programs of neighbouring seeds apart.
      Random random(seed * 1000000007 + totals.tried++);
      // Many seeds of the tests are ill-formed on purpose, as tests of messages. Three
      // quarters of the programs start from well-formed seeds.
      bool anySeed = readable.empty() || below(random, 4) == 0;
      const std::string &source = programs[anySeed ? below(random, programs.size())
                                                   : readable[below(random, readable.size())]];
      llvm::StringRef pipeline = pipelines[below(random, pipelines.size())];
      std::string text = source;
      // Up to two changes to the text, then up to three to the IR.
      for (uint64_t n = below(random, 3); n; --n)
        mutateText(text, random);
      announce(pipeline, text);
      text = mutateIr(text, context, random, /*needsMain=*/pipeline == kCompile);
      announce(pipeline, text);
      if (std::optional<std::string> defect = defectOf(text, pipeline, context, totals))
        sandbox.found(*defect);
    }
  }

  /// Publishes the program that runs next, so that the parent knows it after a crash.
  void announce(llvm::StringRef pipeline, llvm::StringRef text) {
    sandbox.restartTimer();
    sandbox.shared().setText((pipeline + "\n" + text).str());
  }

  /// Returns the text after up to three changes to its IR. A text that does not parse is
  /// returned unchanged, and a change that makes the module ill-formed is dropped.
  static std::string mutateIr(const std::string &text, MLIRContext &context, Random &random,
                              bool needsMain) {
    ErrorCounter quiet(context);
    OwningOpRef<ModuleOp> module = spmd::parseSource(text, "fuzz.mlir", &context);
    uint64_t changes = below(random, 4);
    if (!module || (changes == 0 && !needsMain))
      return text;
    // most tests name their functions by what they show
    auto functions = module->getOps<func::FuncOp>();
    if (needsMain && !module->lookupSymbol("main") && !functions.empty())
      (void)SymbolTable(*module).rename(*functions.begin(), "main");
    for (uint64_t n = changes; n; --n) {
      OwningOpRef<ModuleOp> changed = module->clone();
      mutateModule(*changed, random);
      if (succeeded(verify(*changed)))
        module = std::move(changed);
    }
    std::string changed;
    llvm::raw_string_ostream stream(changed);
    spmd::printSource(*module, stream, OpPrintingFlags().assumeVerified());
    return changed;
  }

  /// Handles a finding of the child: counts known ones, reduces and keeps new ones.
  void take(const std::string &key) {
    if (!findings.isNew(key))
      return findings.countRepeat(key);
    auto since = Clock::now();
    auto [pipeline, text] = sandbox.shared().getText().split('\n');
    Finding finding{key, pipeline.str(), text.str()};
    // Attempts of the reduction do not count as tried programs.
    Totals before = totals();
    reduce(finding, registry, sandbox, reduceSeconds);
    sandbox.shared().totals = before;
    findings.add(finding);
    reducing += Clock::now() - since;
  }

  std::vector<std::string> programs;
  std::vector<size_t> readable; // indices in `programs`
  llvm::SmallVector<llvm::StringRef> pipelines;
  Findings &findings;
  Sandbox sandbox;
  DialectRegistry registry;
  Clock::time_point begin = Clock::now(), told = begin;
  /// the time spent on reducing findings, which does not count as fuzzing
  Clock::duration reducing{};
};

} // namespace

/// Registers everything that a pipeline may name, reads the seeds and fuzzes. Exit codes: 0
/// no new finding, 1 findings, 2 wrong usage.
int main(int argc, char **argv) {
  llvm::cl::HideUnrelatedOptions(category);
  llvm::cl::ParseCommandLineOptions(
      argc, argv, "changes programs at random, runs all sharding passes on them\n");
  if (artifacts)
    return fuzzArtifacts({{files.begin(), files.end()}, count, seed, {limit, memory}, keep});
  spmd::registerSpmdPasses();
  spmd::registerSdyPipelines();
  spmd::registerSpmdPipeline();
  registerTransformsPasses();
  registerPlantedPass();
  std::vector<std::string> programs;
  for (const std::string &path : files)
    if (failed(addPath(path, programs)))
      return 2;
  if (programs.empty()) {
    llvm::errs() << "spmd-fuzz: none of the files holds a program\n";
    return 2;
  }
  llvm::SmallVector<llvm::StringRef> pipelines = chosenPipelines();
  if (pipelines.empty()) {
    llvm::errs() << "spmd-fuzz: no pipeline has \"" << only << "\" in it\n";
    return 2;
  }
  llvm::Expected<Findings> findings = Findings::open(keep, known);
  if (!findings) {
    llvm::errs() << "spmd-fuzz: " << llvm::toString(findings.takeError()) << "\n";
    return 2;
  }
  Fuzzer fuzzer(std::move(programs), std::move(pipelines), *findings);
  fuzzer.run();
  const Totals &totals = fuzzer.totals();
  llvm::outs() << totals.tried << " programs, " << totals.readable << " well-formed, "
               << totals.accepted << " accepted by the passes, " << findings->size() << " findings";
  if (size_t seen = findings->knownSeen())
    llvm::outs() << ", " << seen << " known ones seen";
  llvm::outs() << "\n";
  return findings->size() ? 1 : 0;
}
