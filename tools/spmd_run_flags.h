// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The flags of spmd-run with what --help says about them.
#pragma once
#include "compiler/options.h"
#include "llvm/Support/CommandLine.h"
#include <string>

namespace spmd::run {

namespace cl = llvm::cl;

/// The flags of the tool. An instance exists only while the command line is parsed: libLLVM
/// registers flags of the same names (--print-after) when it is loaded, and parseOptions
/// drops these first.
struct Flags {
  cl::OptionCategory category{"spmd-run"};
  cl::opt<std::string> file{cl::Positional, cl::desc("FILE.mlir"), cl::cat(category)};
  cl::opt<int64_t> devices{
      "devices", cl::desc("devices in all; must be what the module's mesh has"), cl::cat(category)};
  cl::opt<int64_t> devicesPerRank{"devices-per-rank", cl::desc("devices of each MPI rank"),
                                  cl::cat(category)};
  cl::opt<std::string> mesh{"mesh", cl::desc("other sizes of the mesh's axes: data=3,model=2"),
                            cl::cat(category)};
  cl::opt<std::string> args{"args", cl::desc("FILE.npz with arg0, arg1, ...: global arrays"),
                            cl::cat(category)};
  cl::opt<uint64_t> randomArgs{"random-args", cl::desc("small values from this seed"),
                               cl::cat(category)};
  cl::opt<std::string> check{"check", cl::ValueOptional, cl::value_desc("RTOL,ATOL"),
                             cl::desc("compare with out0, out1, ... of the --args file"),
                             cl::cat(category)};
  cl::opt<std::string> sequential{
      "check-against-sequential", cl::ValueOptional, cl::value_desc("jit"),
      cl::desc("compare with the unpartitioned module in the reference interpreter (or jit)"),
      cl::cat(category)};
  cl::opt<std::string> save{"save", cl::desc("FILE.npz for the results, as global arrays"),
                            cl::cat(category)};
  cl::opt<int64_t> repeat{"repeat", cl::init(1), cl::cat(category),
                          cl::desc("number of runs; results that alias arguments feed the next, "
                                   "those of the first are checked and saved")};
  cl::opt<std::string> stats{
      "stats", cl::ValueOptional, cl::value_desc("json|memory"), cl::cat(category),
      cl::desc("print what a step does, or what its memory holds where it is fullest")};
  cl::opt<std::string> trace{
      "trace", cl::value_desc("FILE.json"),
      cl::desc("what every device did when, in all runs, for chrome://tracing or Perfetto"),
      cl::cat(category)};
  cl::opt<bool> noRun{"no-run", cl::desc("compile only"), cl::cat(category)};
  cl::opt<bool> noCache{"no-cache", cl::desc("neither read nor write compiled kernels on disk"),
                        cl::cat(category)};
  cl::opt<bool> exact{"exact", cl::desc("round bf16 after each op, as f8 and f16 always are"),
                      cl::cat(category)};
  cl::opt<bool> keepUnrolled{"keep-unrolled", cl::cat(category),
                             cl::desc("compile equal layers one by one, not as loops")};
  cl::opt<std::string> machine{
      "machine", cl::ValueOptional, cl::value_desc("NAME=NUMBER,..."), cl::cat(category),
      cl::desc("numbers of the machine that code is fitted to; without a value: print them")};
  cl::opt<std::string> topology{
      "topology", cl::value_desc("FILE.json"), cl::cat(category),
      cl::desc("latency and rate of the links along each axis of the mesh")};
  cl::opt<std::string> reduceDtype{
      "reduce-dtype", cl::value_desc("TYPE"), cl::cat(category),
      cl::desc("type in which devices send partial sums of floats: bf16, f16 or f32")};
  cl::opt<std::string> overlapMemory{
      "overlap-memory", cl::value_desc("BYTES"), cl::cat(category),
      cl::desc("memory for exchanges that travel while devices compute; auto (default over MPI): "
               "six times that of the largest exchange, or that of a trip of a loop")};
  cl::opt<std::string> linkRate{
      "link-rate", cl::value_desc("BYTES"), cl::cat(category),
      cl::desc("bytes per second that a rank sends at most, to study slower networks: 200MiB")};
  cl::opt<std::string> backend{"backend", cl::desc("jit (default) or reference"), cl::init("jit"),
                               cl::cat(category)};
  cl::opt<bool> interpret{
      "interpret",
      cl::desc("run a module with interpreter.run_parallel in the reference interpreter"),
      cl::cat(category)};
  cl::opt<std::string> printAfter{
      "print-after", cl::desc("STAGE after which the module goes to stderr"), cl::cat(category)};
  cl::opt<std::string> stopAfter{
      "stop-after", cl::desc("STAGE after which the module goes to stdout; nothing is run"),
      cl::cat(category)};
  cl::opt<std::string> startAfter{
      "start-after", cl::desc("STAGE that FILE has passed: it is what --stop-after=STAGE printed"),
      cl::cat(category)};
  cl::opt<std::string> logicalAxes{
      "logical-axes", cl::value_desc("FILE"),
      cl::desc("rules that turn spmd.logical annotations into shardings"), cl::cat(category)};
  cl::opt<bool> printLogicalAxes{"print-logical-axes",
                                 cl::desc("print what every annotation became"), cl::cat(category)};
  cl::opt<std::string> shardingRules{"sharding-rules", cl::value_desc("FILE"),
                                     cl::desc("sharding rules of custom calls, by target"),
                                     cl::cat(category)};
  cl::opt<RuleSet> rules{
      "spmd-rules", cl::desc("what propagation knows of ops"), cl::init(RuleSet::Public),
      cl::cat(category),
      cl::values(clEnumValN(RuleSet::Public, "public", "what the sharding language says"),
                 clEnumValN(RuleSet::Extended, "extended",
                            "fewer dims are replicated (docs/sharding.md)"))};
  cl::opt<std::string> track{
      "track", cl::desc("print scalar results whose name contains NAME after every run"),
      cl::value_desc("NAME"), cl::cat(category)};
  cl::opt<double> timeout{
      "timeout", cl::desc("seconds that a rank may give no sign of life; 0 or inf: for ever"),
      cl::init(30), cl::cat(category)};
  cl::opt<unsigned> threads{"threads", cl::desc("worker threads; 0: one per core"), cl::init(0),
                            cl::cat(category)};
};

} // namespace spmd::run
