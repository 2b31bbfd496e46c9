// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every knob of a compilation, with its default and why.
#pragma once
#include <string>

namespace spmd {

/// The edges of the pipeline, in order. A module may be printed or taken out at each.
enum class Stage : unsigned char {
  Parse,
  Import,
  Propagate,
  Partition,
  Optimize,
  Kernels,
  Codegen
};

/// What propagation knows of ops: what the sharding language fixes, or also what it replicates
/// without need (docs/sharding.md).
enum class RuleSet : unsigned char { Public, Extended };

struct CompileOptions {
  unsigned threads = 0;    // that compile kernels; 0: one per core
  bool useCache = true;    // of kernels on disk; a cold start is what benchmarks measure
  std::string cacheFolder; // empty: the user's cache folder
  // Verify the module after each pass and the contract of each stage; all tests do, by.
  bool checkContracts = false;
  // SPMD_CHECK_CONTRACTS=1 in the environment. It doubles the time of large programs
  std::string printAfter; // stage after which the module goes to stderr; empty: none
  Stage stopAfter = Stage::Codegen;
  // File of rules for spmd.logical annotations (docs/sharding.md); empty: they say nothing.
  std::string logicalAxes;
  bool printLogicalAxes = false; // what became of each, to stderr
  std::string shardingRules;     // file of sharding rules for custom calls; empty: none
  // Bf16 is rounded after each op; else it keeps excess precision inside of a kernel, as in XLA
  // (docs/limits.md).
  bool exact = false;
  // A program is placed the same way here and elsewhere, unless its user asks for more.
  RuleSet rules = RuleSet::Public;
};

} // namespace spmd
