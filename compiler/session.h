// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module compiled and placed on devices, behind one class without MLIR in its header: what
// embedders and the frontend stand on.
#pragma once
#include "compiler/options.h"
#include "runtime/array.h"
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace spmd {

/// More threads than this are a slip of the finger: no machine has as many cores.
inline constexpr unsigned kMostThreads = 4096;

struct SessionOptions {
  CompileOptions compile;
  // Other sizes of the mesh's axes, "data=4,model=2"; empty: the module's.
  std::string mesh;
  // Threads that run devices; 0: a share of the cores; at most kMostThreads.
  unsigned workers = 0;
  double timeoutSeconds = 30; // over MPI: how long a rank may give no sign of life
};

/// For one thread at a time, except where a function says otherwise; different sessions are
/// independent.
class Session {
public:
  /// Parses `text` (`name` stands in locations), compiles it and places it: on devices of this
  /// process, or, where a launcher started it, on this rank's share of the mesh. Errors hold the
  /// diagnostics and their notes, a line each:
  ///   step.mlir:4:10: error: 'stablehlo.add' op requires the same type for all operands and ...
  /// The caller holds an rt::ExitWaits, in a frame that exceptions clean up: memory may run out in
  /// here.
  static llvm::Expected<std::unique_ptr<Session>> open(std::string_view text, std::string_view name,
                                                       const SessionOptions &options);
  /// Waits for the end of the run that was started.
  ~Session();

  /// From any thread, also during a run.
  const rt::Program &program() const;
  int64_t rank() const;
  llvm::Error setArgument(size_t index, const rt::Array &global);
  /// Runs once, to the end; results that alias arguments feed the next run.
  llvm::Error run();
  /// Begins a run. Over MPI all ranks make the same calls of run, start and result, and give the
  /// same values to arguments that are not split over ranks: who does not is told so.
  llvm::Error start();
  /// Waits for the run that was started.
  llvm::Error wait();
  llvm::Expected<rt::Array> result(size_t index);

private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  static llvm::Error place(State &state, rt::Program program, const SessionOptions &options);
  llvm::Error beginRun();
  std::unique_ptr<State> state;
};

} // namespace spmd
