// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of a compilation, each with its default and the reason for it. Free of MLIR,
// so that the frontend can include it.
#pragma once
#include <atomic>
#include <string>

namespace spmd {

/// The points of the pipeline at which a module may be printed or taken out, in order.
enum class Stage : unsigned char {
  Parse,
  Import,
  Propagate,
  Partition,
  Optimize,
  Kernels,
  Loops, // only for readers: code generation writes the loops of a kernel itself
  Codegen
};

/// The sharding rules of propagation. Public is what the Shardy specification defines;
/// Extended also splits dims that the public rules replicate without need
/// (docs/sharding.md).
enum class RuleSet : unsigned char { Public, Extended };

struct CompileOptions {
  unsigned threads = 0; // threads that compile kernels; 0: one per core
  /// keep kernels on disk between runs; benchmarks of a cold start turn it off
  bool useCache = true;
  std::string cacheFolder; // empty: the user's cache folder
  /// Verifies the module after each pass, and the contract of each stage. All tests do, by
  /// SPMD_CHECK_CONTRACTS=1 in the environment. It doubles the compile time of large
  /// programs.
  bool checkContracts = false;
  std::string printAfter; // stage after which the module is printed to stderr; empty: none
  Stage stopAfter = Stage::Codegen;
  /// The stage that the module has passed already, where it is the printed result of one. Kernels
  /// are checked all the same.
  Stage startAfter = Stage::Parse;
  /// File of rules for spmd.logical annotations (docs/sharding.md); empty: the annotations
  /// have no effect.
  std::string logicalAxes;
  bool printLogicalAxes = false; // print to stderr the sharding that each annotation became
  std::string shardingRules;     // file of sharding rules for custom calls; empty: none
  /// Rounds bf16 after each op. By default a kernel keeps excess precision between ops, as
  /// XLA does (docs/limits.md).
  bool exact = false;
  /// Numbers of the machine (compiler/machine.h, Machine::parse) that differ from those of the one
  /// at hand.
  std::string machine;
  /// File with the links between devices (compiler/topology.h); empty: the default ones.
  std::string topology;
  /// Bytes by which the peak of memory may grow so that exchanges travel while devices compute:
  /// "64MiB", or "auto" for six times the largest exchange, or more. Empty: "auto" between ranks,
  /// and nothing within one process, where the cores that compute would also do the exchange.
  std::string overlapMemory;
  /// The type of partial sums on the wire, of floats of up to 32 bits: bf16, f16 or f32; empty:
  /// their own. They are added in at least f32 in any case.
  std::string reduceDtype;
  /// Gives the memory of each argument with jax.buffer_donor to a result of its type and sharding,
  /// as if the program had named that result. For hosts that leave it to the compiler who gets it.
  bool pairsDonors = false;
  /// Compiles equal layers one by one. By default they become loops (compiler/roll) in programs
  /// that split nothing but the batch.
  bool keepUnrolled = false;
  /// Where it is set, the compilation fails soon: behind the current stage, or the kernels that are
  /// being compiled. It outlives the compilation; null: nobody cancels it.
  const std::atomic<bool> *cancelled = nullptr;
  /// By default a program is sharded as by other implementations of Shardy.
  RuleSet rules = RuleSet::Public;
  /// Arguments and results are arrays of a framework: row-major, in parts of one size.
  /// Shardings that do not divide are shortened; values within the program may still be padded.
  /// Other layouts are refused.
  bool plainBorders = false;
};

} // namespace spmd
