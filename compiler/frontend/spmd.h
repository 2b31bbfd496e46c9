// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The public header: embed the compiler and run programs on a mesh of devices.
//
//   auto step = spmd::Program::load("train.mlir");       // StableHLO + sdy, as JAX prints it
//   step.setArguments("train.npz");                      // arg0, arg1, ...: global arrays
//   for (int i = 0; i < 3; ++i) {
//     step.run();                                        // results that alias arguments feed the next run
//     if (step.rank() == 0)
//       std::printf("loss %f\n", step.result("loss").scalar());
//   }
//
// Started alone, a program runs on devices in this process; started by mpirun, each rank holds its share of the mesh.
// Everything that goes wrong is thrown as spmd::Error, with the locations of the program's text in its message.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace spmd {

struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A dense global array, row-major. `dtype` is spelled as in MLIR: "f32", "i1" (a byte each), "ui8", "bf16".
struct HostArray {
  std::string dtype;
  std::vector<int64_t> shape;
  std::vector<std::byte> bytes;

  /// The value of an array of one element, whatever its type. Throws for others.
  double scalar() const;
};

struct ProgramOptions {
  std::string mesh;      // other sizes of the mesh's axes: "data=4,model=2"
  unsigned threads = 0;  // that compile and run; 0: one per core
  bool useCache = true;  // of compiled kernels on disk
  bool exact = false;    // rounds bf16 after each op, as f8 and f16 always are; else it may keep excess precision (docs/limits.md)
};

/// A module compiled for its mesh and placed on devices. Moves, does not copy.
class Program {
public:
  static Program load(const std::string &file, const ProgramOptions &options = {});
  /// `name` stands in locations.
  static Program compile(std::string_view text, std::string_view name, const ProgramOptions &options = {});
  Program(Program &&) noexcept;
  Program &operator=(Program &&) noexcept;
  ~Program();

  int64_t deviceCount() const;
  int64_t rank() const; // of this process; 0 without MPI
  size_t argumentCount() const;
  size_t resultCount() const;

  /// Shape and type must be those of main's argument.
  void setArgument(size_t index, const HostArray &global);
  /// All arguments from a .npz file with members arg0, arg1, ...
  void setArguments(const std::string &npzFile);

  /// Runs once, to the end.
  void run();
  /// Begins a run and returns; wait() before results are read or arguments set.
  void start();
  void wait();

  /// A result of the last run, as a global array; over MPI a call that all ranks make.
  HostArray result(size_t index) const;
  /// The one result whose name (jax.result_info) contains `name`. Throws where there is none, or more than one.
  HostArray result(std::string_view name) const;

private:
  struct State;
  explicit Program(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace spmd
