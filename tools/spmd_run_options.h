// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of spmd-run, parsed and checked; and what its parts share.
#pragma once
#include "compiler/options.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/array.h"
#include "runtime/npz.h"
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace spmd::run {

/// Exit codes of the tools (docs/tour.md).
enum ExitCode : int { kDone = 0, kCheckFailed = 1, kBadInput = 2, kFailedRunning = 3 };

struct Options {
  std::string file;
  std::optional<int64_t> devices, devicesPerRank;
  std::string mesh;
  std::string args;
  std::optional<uint64_t> randomArgs;
  bool check = false;
  std::optional<rt::Tolerance> checkTolerance;
  bool checkAgainstSequential = false, sequentialByJit = false;
  std::string save;
  int64_t repeat = 1;
  bool stats = false, statsAsJson = false;
  bool run = true, useCache = true;
  bool exact = false; // bf16 is rounded after each op
  bool reference = false, interpret = false;
  std::string printAfter, stopAfter;
  std::string logicalAxes, shardingRules; // files
  bool printLogicalAxes = false;
  RuleSet rules = RuleSet::Public;
  std::string track;         // scalar results whose name contains this are printed after every run
  std::string trace;         // a file for what every device did when
  double timeoutSeconds = 0; // 0: for ever
  unsigned threads = 0;
};

/// Fails with a message for the user; a usage error.
llvm::Expected<Options> parseOptions(int argc, char **argv);

/// Whether the files of --save and --trace can be written; asked before the first run, where they
/// are written.
llvm::Error checkOutputs(const Options &options);

/// An array at the program's border: what it is called, its global shape.
struct Want {
  rt::DType type = rt::DType::F32;
  std::vector<int64_t> shape;
};

/// Whether a mesh of so many devices is the one that --devices asks for, and can be shared by the
/// ranks as --devices-per-rank asks; 0 ranks: one process without MPI.
llvm::Error checkDevices(const Options &options, int64_t meshDevices, int64_t ranks);

/// The --args file, which may be a FIFO: it is opened once. Nothing where there is none.
llvm::Expected<std::optional<rt::NpzFile>> openArguments(const Options &options);

/// From --args (`file`) or --random-args; `wanted` are main's arguments.
llvm::Expected<std::vector<rt::Array>> makeArguments(const Options &options,
                                                     const std::optional<rt::NpzFile> &file,
                                                     const std::vector<Want> &wanted);

/// Compares results with out0, out1, .. of the --args file. Nothing where all hold, else the
/// message of the first that does not.
llvm::Expected<std::optional<std::string>> checkResults(const Options &options,
                                                        const rt::NpzFile &file,
                                                        const std::vector<rt::Array> &results);

/// The tolerance where the user gave none: 1e-5 of the largest element, as sums of f32 have other
/// orders. A type of fewer digits is rounded from such a sum: one step of the element's own type is
/// allowed too. Not `exact`, bf16 may keep excess precision between ops, where the interpreter
/// rounds after each: some of these steps, of the largest element, as sums of such values differ by
/// that.
rt::Tolerance defaultTolerance(const rt::Array &expected, bool exact);

/// By the reference interpreter: global arguments to global results. A partitioned module runs on
/// as many pretend devices as its borders say.
llvm::Expected<std::vector<rt::Array>> runReference(mlir::ModuleOp module,
                                                    const std::vector<rt::Array> &arguments);

/// main's arguments and results as global arrays. Fails for types that no array has.
llvm::Expected<std::vector<Want>> wantedArguments(mlir::ModuleOp module);
llvm::Expected<std::vector<Want>> wantedResults(mlir::ModuleOp module);

} // namespace spmd::run
