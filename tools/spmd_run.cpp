// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd-run: compiles a module for a mesh, runs it on devices of this process or over MPI, checks
// and saves its results. A Session does the work; this file has its options, the files and the
// output. Exit codes: 0 done and all checks hold, 1 a check failed, 2 bad input or usage, 3 failed
// while running.
#include "compiler/compile.h"
#include "compiler/machine.h"
#include "compiler/ops/eval.h"
#include "compiler/pipeline.h"
#include "compiler/reference/interpreter.h"
#include "compiler/session.h"
#include "dialects/register.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "runtime/memory_profile.h"
#include "runtime/npz.h"
#include "runtime/own_process.h"
#include "runtime/transport.h"
#include "tools/spmd_run_agreement.h"
#include "tools/spmd_run_messages.h"
#include "tools/spmd_run_options.h"
#include "tools/spmd_run_repeat.h"
#include "tools/spmd_run_stats.h"
#include "tools/tool_process.h"
#include "tools/tool_run.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
using namespace spmd;
using namespace spmd::run;

namespace {

double now() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// One run of the tool. Every failure goes through fail(), which also ends the other ranks.
class Runner {
public:
  explicit Runner(Options options) : options(std::move(options)) {}
  /// The process ends here, so ops and attributes are not freed one by one.
  ~Runner() {
    (void)module.release();
    (void)sequential.release();
    (void)context.release();
  }

  /// Reads, checks and adapts the program, then prints it, interprets it or compiles and runs
  /// it. The ranks compare flags first, and programs and arguments before the run. A rank that
  /// fails in between takes part in the second comparison with its fault, so that all ranks end
  /// together.
  int run() {
    if (rt::isLaunchedByMpi()) {
      auto opened =
          rt::openTransport({options.timeoutSeconds, /*ownsProcess=*/true, options.linkRate});
      if (!opened)
        return fail(kBadInput, opened.takeError());
      transport = std::move(*opened);
    }
    if (isFirstRank()) // only the first rank writes them
      if (auto error = checkOutputs(options))
        agreement.fail(kFailedRunning, llvm::toString(std::move(error)));
    addFlags(agreement, options);
    agreement.addEnvironment();
    if (int code = settle("the comparison of flags"))
      return code;
    DialectRegistry registry;
    registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry);
    // The handler stays for the whole run, since it adds source lines to diagnostics.
    llvm::SourceMgr sources;
    tool::showRegularFilesOnly(sources);
    WholeDiagnostics printer(sources, context.get());
    // The location is enough: printing a whole function would hide the message.
    context->printOpOnDiagnostic(false);
    double begin = now();
    std::unique_ptr<llvm::MemoryBuffer> source = openSource(options.file, context.get());
    if (source && transport)
      addText(agreement, source->getBuffer());
    if (source)
      module = parseSource(std::move(source), sources, context.get());
    measured.parseMs = now() - begin;
    if (!module)
      return fail(kBadInput, "");
    if (!options.mesh.empty() && failed(resizeMesh(*module, options.mesh)))
      return fail(kBadInput, "");
    if (auto error =
            checkDevices(options, deviceCountOf(*module), transport ? transport->rankCount() : 0))
      return fail(kBadInput, std::move(error));
    if (!options.stopAfter.empty())
      return stop();
    if (options.reference || options.interpret)
      return runByReference();
    if (options.checkAgainstSequential)
      sequential = OwningOpRef<ModuleOp>(module->clone());
    return runByJit();
  }

private:
  Options options;
  std::unique_ptr<rt::RankTransport> transport;
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> module, sequential;
  std::unique_ptr<Session> session;
  std::optional<rt::NpzFile> file; // the arguments
  rt::Agreement agreement;         // with the other ranks
  bool hasAgreed = false;
  Measured measured;
  std::string traceFault; // reported after results are checked and saved

  bool isFirstRank() const { return !transport || transport->rank() == 0; }

  /// A program that is refused is bad input, whatever else fails then.
  int fail(int code, llvm::Error error) {
    code = error.isA<ProgramRefused>() ? kBadInput : code;
    return fail(code, llvm::toString(std::move(error)));
  }
  /// `message` is empty where diagnostics were printed already.
  int fail(int code, const std::string &message) {
    if (transport && !hasAgreed) {
      agreement.fail(code, message.empty() ? "the program was refused, see above" : message);
      return settle("the comparison of programs and arguments");
    }
    if (transport)
      transport->fail(code, message.empty() ? "the program was refused, see above" : message);
    if (!message.empty())
      say(message);
    return code;
  }

  /// Sends the other ranks what was added to the agreement, and whether this rank has failed.
  /// Returns 0 where all ranks can continue, else the exit code; the first rank prints why.
  int settle(const char *what) {
    std::optional<rt::Agreement::Refusal> refusal;
    if (transport)
      refusal = agreement.settle(*transport, what);
    else
      refusal = agreement.failed();
    agreement = {};
    if (!refusal)
      return kDone;
    if (isFirstRank())
      say(refusal->reason);
    return refusal->exitCode;
  }
  /// The last comparison before the run: a rank that fails afterwards ends the others by
  /// force.
  int settleBeforeRun() {
    int code = settle("the comparison of programs and arguments");
    hasAgreed = true;
    return code;
  }

  /// Only the first rank prints. Checks are taken out for generated code only: the interpreter runs
  /// them where they stand.
  SessionOptions sessionOptions() const {
    const char *fold = getenv("SPMD_FOLD");
    SessionOptions out{.workers = options.threads,
                       .takesChecks = !options.reference && !options.interpret,
                       .keepsConstants = fold && StringRef(fold) == "1"};
    out.compile = {.threads = options.threads,
                   .useCache = options.useCache,
                   .printAfter = isFirstRank() ? options.printAfter : "",
                   .logicalAxes = options.logicalAxes,
                   .printLogicalAxes = isFirstRank() && options.printLogicalAxes,
                   .shardingRules = options.shardingRules,
                   .exact = options.exact,
                   .machine = options.machine,
                   .topology = options.topology,
                   .overlapMemory = overlapMemoryOf(options.overlapMemory, transport.get()),
                   .reduceDtype = options.reduceDtype,
                   .keepUnrolled = options.keepUnrolled,
                   .rules = options.rules};
    if (!options.startAfter.empty())
      out.compile.startAfter = *stageNamed(options.startAfter);
    return out;
  }

  /// Compiles up to the stage that --stop-after names, and prints the module.
  int stop() {
    SessionOptions wanted = sessionOptions();
    wanted.compile.stopAfter = *stageNamed(options.stopAfter);
    if (wanted.compile.stopAfter != Stage::Parse)
      if (auto compiled = Session::compile(*module, wanted); !compiled)
        return fail(kBadInput, compiled.takeError());
    if (int code = settleBeforeRun())
      return code;
    if (isFirstRank())
      printSource(*module, llvm::outs());
    return kDone;
  }

  /// The arguments of main, from the file or from a seed.
  llvm::Expected<std::vector<rt::Array>> readArguments() {
    auto wanted = wantedArguments(*module);
    if (!wanted)
      return wanted.takeError();
    if (auto error = openArguments(options).moveInto(file))
      return error;
    return makeArguments(options, file, *wanted);
  }

  /// Runs the program on the reference interpreter.
  int runByReference() {
    auto arguments = readArguments();
    if (!arguments)
      return fail(kBadInput, arguments.takeError());
    if (transport)
      addArguments(agreement, *arguments);
    if (int code = settleBeforeRun())
      return code;
    auto results = runReference(*module, *arguments);
    if (!results)
      return reportReference(results.takeError());
    return finish(*results);
  }

  /// Prints an error of the interpreter and returns the exit code. A check that does not
  /// hold has the code of a failed check, not that of a failed run.
  int reportReference(llvm::Error error) {
    if (error.isA<ProgramRefused>()) // diagnosed
      return fail(kBadInput, std::move(error));
    bool isCheck = error.isA<CheckFailure>();
    emitErrors(std::move(error), module->getLoc());
    return fail(isCheck ? kCheckFailed : kFailedRunning, "");
  }

  /// Compiles and runs the program. Arguments are read before the compilation, so that wrong files
  /// are reported early.
  int runByJit() {
    std::vector<rt::Array> arguments;
    if (options.run) {
      auto read = readArguments();
      if (!read)
        return fail(kBadInput, read.takeError());
      arguments = std::move(*read);
    }
    auto compiled = Session::compile(*module, sessionOptions());
    if (!compiled)
      return fail(kFailedRunning, compiled.takeError());
    session = std::move(*compiled);
    if (transport)
      addProgram(agreement, session->program());
    if (!options.run) {
      int code = settleBeforeRun();
      return code ? code : report();
    }
    if (!options.track.empty() && trackedResults(options, *session).empty())
      return fail(kBadInput, "--track=" + options.track + ": no scalar result has such a name");
    if (transport)
      addArguments(agreement, arguments);
    if (int code = settleBeforeRun())
      return code;
    auto results = execute(arguments);
    if (!results)
      return fail(kFailedRunning, results.takeError());
    int code = check(*results, arguments);
    if (!traceFault.empty()) {
      int fault = fail(kFailedRunning, traceFault);
      code = code ? code : fault;
    }
    if (int printed = report())
      return printed;
    return code;
  }

  /// Runs the program on these arguments, several times with --repeat. A trace covers all runs.
  llvm::Expected<std::vector<rt::Array>> execute(const std::vector<rt::Array> &arguments) {
    if (auto error = session->place(transport.get()))
      return error;
    if (!options.trace.empty())
      session->startTracing();
    auto results = repeatRuns(options, *session, arguments, isFirstRank(), measured.stepMs);
    if (results && !options.trace.empty())
      traceFault = llvm::toString(session->writeTrace(options.trace));
    return results;
  }

  /// Checks results in three ways, and saves them where the first two hold.
  int check(std::vector<rt::Array> &results, const std::vector<rt::Array> &arguments) {
    if (auto error = session->check(results))
      return reportReference(std::move(error));
    if (options.checkAgainstSequential)
      if (int code = compareWithSequential(results, arguments))
        return code;
    return finish(results);
  }

  /// Holds the results against the sequential program's and reports the first mismatch.
  int compareWithSequential(const std::vector<rt::Array> &results,
                            const std::vector<rt::Array> &arguments) {
    auto expected =
        options.sequentialByJit ? sequentialByJit(arguments) : runReference(*sequential, arguments);
    if (!expected)
      return options.sequentialByJit ? fail(kFailedRunning, expected.takeError())
                                     : reportReference(expected.takeError());
    for (size_t i = 0; i < results.size(); ++i)
      if (auto mismatch = rt::firstMismatch(
              results[i], (*expected)[i],
              options.checkTolerance.value_or(defaultTolerance((*expected)[i], options.exact))))
        return fail(kCheckFailed, "result " + std::to_string(i) + " of the partitioned program " +
                                      mismatch->message(results[i].elementCount()));
    return kDone;
  }

  /// Runs the same module on a mesh whose axes all have size 1.
  llvm::Expected<std::vector<rt::Array>> sequentialByJit(const std::vector<rt::Array> &arguments) {
    auto refused = [](const ProgramRefused &) {
      return llvm::createStringError(
          "--check-against-sequential=jit: the module does not compile for one device, see above");
    };
    if (failed(tool::placeOnOneDevice(*sequential)) || failed(verify(*sequential)))
      return refused({"", {}});
    auto one = Session::compile(*sequential, sessionOptions());
    if (!one)
      return llvm::handleErrors(one.takeError(), refused);
    if (auto error = (*one)->place(/*transport=*/nullptr))
      return error;
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (auto error = (*one)->setArgument(i, argument))
        return error;
    if (auto error = (*one)->run())
      return error;
    return (*one)->results();
  }

  /// Saves results and checks them against the file.
  int finish(const std::vector<rt::Array> &results) {
    if (!options.save.empty() && isFirstRank()) {
      std::vector<std::pair<std::string, rt::Array>> members;
      for (size_t i = 0; i < results.size(); ++i)
        members.emplace_back("out" + std::to_string(i), results[i]);
      if (auto error = rt::writeNpz(options.save, members))
        return fail(kFailedRunning, std::move(error));
    }
    if (options.check) {
      auto failure = checkResults(options, *file, results);
      if (!failure)
        return fail(kBadInput, failure.takeError());
      if (*failure)
        return fail(kCheckFailed, **failure);
    }
    return kDone;
  }

  /// Prints statistics or remarks, on the first rank: all ranks run the same program. A reader of
  /// statistics finds the remarks among them, except where the form has no place for them (JSON for
  /// scripts, and the table of what memory holds).
  int report() {
    if (!isFirstRank())
      return kDone;
    if (!options.stats) {
      for (const std::string &remark : session->report().remarks)
        llvm::errs() << "spmd-run: remark: " << remark << "\n";
      return kDone;
    }
    if (options.statsForm == "json")
      printStatsJson(*session, measured, llvm::outs());
    else if (options.statsForm == "memory")
      llvm::outs() << rt::memoryTable(rt::memoryProfileOf(session->program()));
    else
      printStats(*session, measured, llvm::outs());
    return kDone;
  }
};

} // namespace

/// A usage error is reported by one rank only, if all ranks have the same.
int main(int argc, char **argv) {
  tool::prepareProcess("spmd-run");
  rt::ownProcess();
  auto options = parseOptions(argc, argv);
  if (!options) {
    if (std::string message = agreeOnUsageError(llvm::toString(options.takeError()));
        !message.empty())
      say(message);
    return kBadInput;
  }
  if (options->printsMachine) {
    llvm::outs() << Machine::host().text();
    return kDone;
  }
  return Runner(std::move(*options)).run();
}
