// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command line of spmd-run, parsed and checked, and functions that the parts of the
// tool share.
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
  bool stats = false;
  std::string statsForm; // "", "json" or "memory"
  bool run = true, useCache = true;
  bool exact = false;         // round bf16 after each op
  std::string machine;        // numbers that differ from the machine at hand
  std::string topology;       // file with the links between devices
  bool keepUnrolled = false;  // equal layers stay
  std::string reduceDtype;    // of partial sums on the wire
  std::string overlapMemory;  // bytes for exchanges that overlap with computing, or auto
  bool printsMachine = false; // and does nothing else
  bool reference = false, interpret = false;
  std::string printAfter, stopAfter, startAfter;
  std::string logicalAxes, shardingRules; // files
  bool printLogicalAxes = false;
  RuleSet rules = RuleSet::Public;
  std::string track;         // print scalar results whose name contains this after every run
  std::string trace;         // file for a trace of all devices
  double timeoutSeconds = 0; // 0: for ever
  int64_t linkRate = 0;      // bytes per second of a rank; 0: no limit
  unsigned threads = 0;
};

/// Parses and checks the command line. Errors are messages about wrong usage.
llvm::Expected<Options> parseOptions(int argc, char **argv);

/// Fails where an output would be written over another one or over a file that is read.
llvm::Error checkSameFiles(const Options &options);

/// Fails where the files of --save or --trace cannot be written. Called before the first
/// run, so that no run is lost.
llvm::Error checkOutputs(const Options &options);

/// The type and the global shape of an argument or a result of the program.
struct Want {
  rt::DType type = rt::DType::F32;
  std::vector<int64_t> shape;
};

/// Fails where a mesh of this size is not the one that --devices asks for, or where the
/// ranks cannot share it as --devices-per-rank asks. ranks = 0 stands for one process
/// without MPI.
llvm::Error checkDevices(const Options &options, int64_t meshDevices, int64_t ranks);

/// Opens the --args file, once, since it may be a FIFO. Nothing where the flag is not given.
llvm::Expected<std::optional<rt::NpzFile>> openArguments(const Options &options);

/// Makes main's arguments `wanted` from --args (`file`) or --random-args.
llvm::Expected<std::vector<rt::Array>> makeArguments(const Options &options,
                                                     const std::optional<rt::NpzFile> &file,
                                                     const std::vector<Want> &wanted);

/// Compares results with out0, out1, .. of the --args file. Returns nothing where all hold,
/// else the message about the first one that does not.
llvm::Expected<std::optional<std::string>> checkResults(const Options &options,
                                                        const rt::NpzFile &file,
                                                        const std::vector<rt::Array> &results);

/// The tolerance where the user gives none: 1e-5 of the largest element, because f32 sums
/// may be added in another order. A shorter type is rounded from such a sum, so one step of
/// the element is allowed as well. Unless `exact`, bf16 may keep excess precision between
/// ops, where the interpreter rounds after each op: then some steps of the largest element
/// are allowed, because sums of such values differ by that.
rt::Tolerance defaultTolerance(const rt::Array &expected, bool exact);

/// Runs the reference interpreter on global arrays. A partitioned module runs on as many
/// simulated devices as its borders say.
llvm::Expected<std::vector<rt::Array>> runReference(mlir::ModuleOp module,
                                                    const std::vector<rt::Array> &arguments);

/// The global types of main's arguments and results. Fails for types that arrays do not
/// have.
llvm::Expected<std::vector<Want>> wantedArguments(mlir::ModuleOp module);
llvm::Expected<std::vector<Want>> wantedResults(mlir::ModuleOp module);

} // namespace spmd::run
