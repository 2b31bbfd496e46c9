// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module compiled and placed on devices, behind one class without MLIR in its header: what embedders and the
// frontend stand on.
#pragma once
#include "compiler/options.h"
#include "runtime/array.h"
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace spmd {

struct SessionOptions {
  CompileOptions compile;
  std::string mesh;           // other sizes of the mesh's axes, "data=4,model=2"; empty: the module's
  unsigned workers = 0;       // threads that run devices; 0: a share of the cores
  double timeoutSeconds = 30; // over MPI: how long a rank may give no sign of life
};

class Session {
public:
  /// Parses `text` (`name` stands in locations), compiles it and places it: on devices of this process, or, where a
  /// launcher started it, on this rank's share of the mesh. Errors hold all diagnostics, a line each.
  static llvm::Expected<std::unique_ptr<Session>> open(std::string_view text, std::string_view name,
                                                       const SessionOptions &options);
  ~Session();

  const rt::Program &program() const;
  int64_t rank() const;
  llvm::Error setArgument(size_t index, const rt::Array &global);
  /// Runs once, to the end; results that alias arguments feed the next run.
  llvm::Error run();
  /// Begins a run.
  void start();
  /// Waits for the run that was started.
  llvm::Error wait();
  llvm::Expected<rt::Array> result(size_t index);

private:
  struct State;
  explicit Session(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace spmd
