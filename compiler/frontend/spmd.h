// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public header: embed the compiler and run programs on a mesh of devices.
//
//   auto step = spmd::Program::load("train.mlir");       // StableHLO + sdy, as JAX prints it
//   step.setArguments("train.npz");                      // arg0, arg1, ...: global arrays
//   for (int i = 0; i < 3; ++i) {
//     step.run();                                        // aliases of arguments feed the next run
//     double loss = step.result("loss").scalar();        // on all ranks, as every call
//     if (step.rank() == 0)
//       std::printf("loss %f\n", loss);
//   }
//
// A process that is started alone runs the program on devices of its own. Under mpirun each
// rank holds its share of the mesh, and all ranks make the same calls in the same order. A
// rank that makes another call gets an Error.
//
// Errors. Every failure is thrown as spmd::Error, and nothing else is thrown. A call that
// throws has changed nothing, unless its comment says otherwise, and the next call works.
// The library does not end the process, but for the few cases that docs/embedding.md lists.
// It installs no signal handler, and what it changes of the process for a run (OpenBLAS's
// threads) it puts back. Remarks and warnings go to the logger.
//
// Threads. Different threads may compile, run and destroy different Programs at the same
// time. Any thread may call any member function of a Program. setArgument, setArguments and
// result wait for one another. While a run is in progress (inside of run(), or from start()
// to the end of wait()), these functions and further runs throw, wait() waits, and the
// counts and rank() answer. Only one thread may move from, assign to or destroy a Program,
// as with any object. A run that is in progress then is waited for; if another thread waits
// for the run as well, until that thread has its answer.
//
// End of the process. std::exit during a run stops the run after the current operations,
// and waits for a compilation. A child of fork() cannot use Programs of its parent (they
// throw), only new ones. docs/embedding.md has more.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // what libspmd exports (exports.map)
namespace spmd {

/// The message is one sentence. For programs that do not compile it has a line for each
/// error and note:
///   train.mlir:12:8: error: 'stablehlo.add' op requires the same type for all operands and results
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// From now on `logger` gets remarks and warnings, such as a donation that the program cannot use:
/// one at a time, from any thread, also in the middle of a call. It must not call the library. An
/// empty one writes "spmd: MESSAGE" to stderr, which is the default.
void setLogger(std::function<void(std::string_view message)> logger);

/// A dense global array in row-major order. `dtype` is spelled as in MLIR: "f32", "ui8",
/// "bf16", "i1" (one byte per element, 0 or 1).
struct HostArray {
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<std::byte> bytes; // as many as shape and dtype require

  /// Returns the value of an array of one element, whatever its type; of a complex number
  /// its real part. Throws for arrays of other sizes.
  double scalar() const;
};

/// Options of a Program: devices, kernels, links, precision, time limits.
struct ProgramOptions {
  std::string mesh = {}; // replaces sizes of the mesh's axes: "data=4,model=2"
  unsigned threads = 0;  // threads that compile and run, at most 4096; 0: one per core
  bool useCache = true;  // keep compiled kernels on disk
  /// Rounds bf16 after each op, as f8 and f16 always are. By default bf16 may keep excess
  /// precision (docs/limits.md).
  bool exact = false;
  /// File with latency and rate of the links between devices (docs/partitioning.md).
  std::string topology = {};
  /// Type in which devices send partial sums of floats: "bf16", "f16" or "f32"; empty: their own.
  std::string reduceDtype = {};
  /// Bytes by which the peak of memory of a device may grow so that exchanges travel while devices
  /// compute: "64MiB", or "auto" for six times the largest exchange, or more. Empty: "auto"
  /// between ranks, and nothing within one process.
  std::string overlapMemory = {};
  double timeoutSeconds = 30; // over MPI: how long a rank may be silent; 0: for ever
};

/// A module that is compiled for its mesh and placed on devices. A Program moves and does
/// not copy. A Program that was moved from can be assigned to and destroyed; other calls
/// throw.
class Program {
public:
  /// Reads and compiles a file.
  static Program load(const std::string &file, const ProgramOptions &options = {});
  /// Compiles a text. Locations in messages name the file as `name`.
  static Program compile(std::string_view text, std::string_view name,
                         const ProgramOptions &options = {});
  Program(Program &&) noexcept;
  /// Waits for the end of a run of the Program that is replaced.
  Program &operator=(Program &&) noexcept;
  /// Waits for the end of a run.
  ~Program();

  /// The devices of the program's mesh, over all ranks.
  int64_t deviceCount() const;
  int64_t rank() const; // of this process; 0 without MPI
  /// The arguments and results of `main`.
  size_t argumentCount() const;
  size_t resultCount() const;

  /// Sets an argument; shape and type must be those of main's argument. It stays set for all
  /// runs, unless the program donates it (jax.buffer_donor) and no result takes over its
  /// memory: then a run uses it up.
  void setArgument(size_t index, const HostArray &global);
  /// Sets all arguments from a .npz file with members arg0, arg1, ... Where some arguments
  /// were set before, the file is read twice, so that a broken file changes nothing.
  void setArguments(const std::string &npzFile);

  /// Runs once, to the end. Throws where an argument is not set. Where a run fails in
  /// progress, for example because its devices wait for each other for ever, there are no
  /// results and the Program cannot run again.
  void run();
  /// Begins a run and returns. Throws in the cases in which run() throws before it begins.
  void start();
  /// Waits for the end of the run in progress; the thread works on it meanwhile. Returns at
  /// once where no run is in progress. Throws where the run fails.
  void wait();

  /// Returns a result of the last run as a global array. Over MPI all ranks make this call.
  /// Throws before the first run, and where the result had the memory of an argument that
  /// was set since.
  HostArray result(size_t index) const;
  /// Returns the result whose name (jax.result_info) contains `name`. Throws where there is
  /// none or more than one.
  HostArray result(std::string_view name) const;

private:
  struct State;
  explicit Program(std::unique_ptr<State> state);
  State &use(const char *call) const;
  void forgetAfterFork();
  std::unique_ptr<State> state;
};

} // namespace spmd
#pragma GCC visibility pop
