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
// Started alone, a program runs on devices in this process; started by mpirun, each rank holds its
// share of the mesh, and all ranks make the same calls in the same order: a rank that makes another
// one is told so.
//
// Errors. Whatever goes wrong is thrown as spmd::Error, and nothing else is thrown. A call that
// throws has changed nothing, unless its comment says otherwise; the next call works. The library
// writes nothing to stderr and does not end the process, except over MPI, where a rank that fails
// ends all, and in the few cases that docs/embedding.md lists.
//
// Threads. Different Programs may be compiled, run and destroyed at the same time by different
// threads. Every member function of one Program may be called by any thread: setArgument,
// setArguments and result wait for one another; while a run is under way (inside run(), or from
// start() to the end of wait()) they and further runs throw, wait() waits, and the counts and
// rank() answer. Moving from, assigning to and destroying a Program is for one thread, as with any
// object; a run that is under way then is waited for, if another thread waits for it, too, until
// that has its answer.
//
// The end of the process. std::exit during a run stops the run after the operations under way; a
// compilation is waited for. After fork() the child cannot use Programs of the parent (they throw),
// only new ones. docs/embedding.md has more.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spmd {

/// A sentence, and for programs that do not compile a line for each error and note:
///   train.mlir:12:8: error: 'stablehlo.add' op requires the same type for all operands and results
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A dense global array, row-major. `dtype` is spelled as in MLIR: "f32", "i1" (a byte each, 0 or
/// 1), "ui8", "bf16".
struct HostArray {
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<std::byte> bytes; // as many as shape and dtype say

  /// The value of an array of one element, whatever its type: of complex numbers the real part.
  /// Throws for others.
  double scalar() const;
};

struct ProgramOptions {
  std::string mesh;     // other sizes of the mesh's axes: "data=4,model=2"
  unsigned threads = 0; // that compile and run; 0: one per core; at most 4096
  bool useCache = true; // of compiled kernels on disk
  // Rounds bf16 after each op, as f8 and f16 always are; else it may keep excess precision
  // (docs/limits.md).
  bool exact = false;
  double timeoutSeconds = 30; // over MPI: how long a rank may give no sign of life; 0: for ever
};

/// A module compiled for its mesh and placed on devices. Moves, does not copy; after a move only
/// assignment and destruction are left, everything else throws.
class Program {
public:
  static Program load(const std::string &file, const ProgramOptions &options = {});
  /// `name` stands in locations.
  static Program compile(std::string_view text, std::string_view name,
                         const ProgramOptions &options = {});
  Program(Program &&) noexcept;
  /// Waits for the end of a run of the Program that is replaced.
  Program &operator=(Program &&) noexcept;
  /// Waits for the end of a run.
  ~Program();

  int64_t deviceCount() const;
  int64_t rank() const; // of this process; 0 without MPI
  size_t argumentCount() const;
  size_t resultCount() const;

  /// Shape and type must be those of main's argument. An argument stays set for all runs, except
  /// for one that the program donates (jax.buffer_donor) without a result that takes it over: a run
  /// uses up its memory.
  void setArgument(size_t index, const HostArray &global);
  /// All arguments from a .npz file with members arg0, arg1, ... Where some were set before, the
  /// file is read twice, so that a broken one changes nothing.
  void setArguments(const std::string &npzFile);

  /// Runs once, to the end. Throws where an argument has not been set. A run that fails under way,
  /// as one whose devices wait for each other for ever, leaves no results, and the Program cannot
  /// run again.
  void run();
  /// Begins a run and returns; throws what run() throws before it begins.
  void start();
  /// Waits for the end of the run under way, and works meanwhile; returns at once where there is
  /// none. Throws where the run fails.
  void wait();

  /// A result of the last run, as a global array; over MPI a call that all ranks make. Throws
  /// before the first run, and where the result has the memory of an argument that was set since.
  HostArray result(size_t index) const;
  /// The one result whose name (jax.result_info) contains `name`. Throws where there is none, or
  /// more than one.
  HostArray result(std::string_view name) const;

private:
  struct State;
  explicit Program(std::unique_ptr<State> state);
  State &use(const char *call) const;
  void forgetAfterFork();
  std::unique_ptr<State> state;
};

} // namespace spmd
