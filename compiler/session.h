// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compiled module, placed on devices, behind one class whose header needs no MLIR. The
// frontend, spmd-run and other hosts build on it.
#pragma once
#include "compiler/options.h"
#include "runtime/array.h"
#include "runtime/program.h"
#include "runtime/rank_plan.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class ModuleOp;
}

namespace spmd {

namespace rt {
class RankTransport;
class Shards;
class Workers;
} // namespace rt

/// The most threads that may be asked for. More is taken for a typing error: no machine has
/// as many cores.
inline constexpr unsigned kMostThreads = 4096;

/// Which ranks of a job of MPI run a session: all of them, for this session alone; all of them,
/// with all such sessions of the process; each rank for itself; or those that the caller lists. In
/// the last case ranks may compile at any time, and the caller compares what they run
/// (rt::RankCalls). A rank without devices cannot run the program.
enum class SessionRanks { Own, Shared, Alone, Listed };

struct SessionOptions {
  CompileOptions compile;
  /// Other sizes of the mesh's axes, "data=4,model=2"; empty: those of the module.
  std::string mesh;
  /// Threads that run devices, at most kMostThreads; 0: a share of the cores.
  unsigned workers = 0;
  /// Runs on workers that all such sessions of the process share; `workers` does not count then.
  /// A host with many small programs would have a set of threads for each.
  bool sharesWorkers = false;
  SessionRanks ranks = SessionRanks::Own;
  std::vector<int32_t> rankOfDevice; // for SessionRanks::Listed
  /// The session has no memory for arguments and results; bindArgument and bindResult give it.
  bool bindsBorders = false;
  double timeoutSeconds = 30; // over MPI: how long a rank may be silent
  /// Takes the program's checks of its own results out of it; check() runs them.
  bool takesChecks = false;
  /// Keeps constants that reach such a check in the program. By default they become arguments,
  /// so that nothing is folded.
  bool keepsConstants = false;
};

/// CompileOptions::overlapMemory where the user asked for `asked`: without a wish, exchanges
/// overlap with computing where several ranks share the devices.
std::string overlapMemoryOf(std::string_view asked, const rt::RankTransport *transport);

/// The program is at fault. The message holds the diagnostics; it is empty where a handler of the
/// caller's context got them.
class ProgramRefused : public llvm::ErrorInfo<ProgramRefused, llvm::StringError> {
public:
  using ErrorInfo::ErrorInfo;
  static char ID;
};

/// What a compilation took, and what it has to say.
struct CompileReport {
  std::vector<std::pair<std::string, double>> stageMs; // in order: stages, then "load"
  std::vector<std::string> remarks; // donations that were not honoured, problems of the cache
};

/// A session is used by one thread at a time, except where a function says otherwise.
/// Different sessions are independent.
class Session {
public:
  /// Parses `text`, compiles it and places it: on devices of this process or, where a
  /// launcher started the process, on this rank's share of the mesh. Diagnostics name `name`
  /// as the file. Errors hold the diagnostics and their notes, one per line:
  ///   step.mlir:4:10: error: 'stablehlo.add' op requires the same type for all operands and ...
  /// The caller holds an rt::ExitWaits in a frame that exceptions unwind, because memory may
  /// run out in this function.
  static llvm::Expected<std::unique_ptr<Session>> open(std::string_view text, std::string_view name,
                                                       const SessionOptions &options);
  /// The first half of open, for callers with a context of their own: compiles `module` and links
  /// its code. Where `compile.stopAfter` is an earlier stage, the module is its output and there
  /// is no program.
  static llvm::Expected<std::unique_ptr<Session>> compile(mlir::ModuleOp module,
                                                          const SessionOptions &options);
  /// A program that was compiled before (runtime/serialize.h), placed on devices of this process,
  /// or on those of the ranks that are listed.
  static llvm::Expected<std::unique_ptr<Session>> load(rt::Program program,
                                                       const SessionOptions &options);
  /// The second half: starts workers and allocates the devices' memory. `transport` is null in one
  /// process. It must outlive the session, and the ranks have agreed on program and options.
  llvm::Error place(rt::RankTransport *transport);
  /// Waits for the end of a started run.
  ~Session();

  /// Any thread may call it, also during a run.
  const rt::Program &program() const;
  const CompileReport &report() const;
  int64_t rank() const;
  /// The results whose name (jax.result_info) contains `name`.
  std::vector<size_t> resultsNamed(std::string_view name) const;
  llvm::Error setArgument(size_t index, const rt::Array &global);
  /// Runs once, to the end. Results that alias arguments are inputs of the next run.
  llvm::Error run();
  /// Begins a run. Over MPI all ranks make the same calls of run, start and result, and set
  /// the same values for arguments that are not split over ranks. A rank that does otherwise
  /// gets an error.
  llvm::Error start();
  /// Waits for the started run.
  llvm::Error wait();
  /// Ends the run in progress, and those of runApart, with an rt::RunCancelled. Any thread may call
  /// it.
  void cancelRun();
  llvm::Expected<rt::Array> result(size_t index);
  llvm::Expected<std::vector<rt::Array>> results();

  // For sessions with `bindsBorders`, between runs. The shards live as long as they are bound.
  /// How devices are divided among ranks; this process has devicesPerRank of them.
  rt::RankMap rankMap() const;
  void bindArgument(size_t index, const rt::Shards &shards);
  /// Of a result without an alias; one with an alias is in the memory of its argument.
  void bindResult(size_t index, const rt::Shards &shards);
  /// Runs once, on workers and memory of its own, with these arguments and results; a result with
  /// an alias has none. For code that a run in progress has called and waits for, also one of the
  /// same session. Any thread may call it.
  llvm::Error runApart(const std::vector<const rt::Shards *> &arguments,
                       const std::vector<const rt::Shards *> &results) const;

  /// Removes the values that only the program's checks read, the last ones, from `results`, and
  /// runs the checks on them. The error of a check that ran and does not hold is a CheckFailure
  /// (compiler/ops/eval.h).
  llvm::Error check(std::vector<rt::Array> &results) const;

  /// Records from now on what each device does when, and writes it to a file for chrome://tracing.
  void startTracing();
  llvm::Error writeTrace(const std::string &path) const;
  /// Ends recording.
  void stopTracing();
  /// What was recorded on devices of this process, as rt::traceEvents has it.
  std::string trace(int64_t rank, llvm::ArrayRef<int64_t> devices) const;

private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  static llvm::Expected<std::unique_ptr<Session>>
  compileText(std::string_view text, std::string_view name, const SessionOptions &options);
  static llvm::Expected<std::unique_ptr<Session>>
  openListed(std::string_view text, std::string_view name, const SessionOptions &options);
  llvm::Error beginRun();
  std::unique_ptr<State> state;
};

} // namespace spmd
