// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random program, the tolerance of its results, and the generators of such programs. A
// generator is one function: a new kind is that function and one line in kGenerators.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <random>
#include <string>

namespace spmd::random {

using Random = std::mt19937_64;

/// A random number in [0, bound); equal on all machines.
inline uint64_t below(Random &random, uint64_t bound) { return random() % bound; }
/// True with the given probability; equal on all machines.
inline bool chance(Random &random, double probability) {
  return double(random() >> 11) < probability * double(uint64_t(1) << 53);
}

/// What the case of an op is about, for the table of what has been tried.
struct CaseTraits {
  std::string op;
  bool divides = true; // no dim is split by axes that do not divide it
  int64_t axes = 1, devices = 1;
  bool isChain = false; // two or more ops
  std::string around;   // the op whose region it stands in, or empty
  bool hasSpecials = false, isCompiled = false,
       isPlanted = false; // NaN and infinity; generated code, too
};

struct RandomProgram {
  /// A module with a function @main. Its arguments are those of spmd-run --random-args=SEED.
  std::string text;
  /// Can `text` also run on one device, by resizing its mesh? A manual computation has local
  /// types, so its mesh cannot be resized; `oneDevice` may then hold a program of its own
  /// for one device.
  bool hasOneDevice = true;
  std::string oneDevice;
  /// The largest allowed difference of floats, relative to the largest element of the
  /// result. Integers and booleans must be equal.
  double tolerance = 1e-5;
  /// The program consists of fused kernels for one device, which are compared with the
  /// bounds of spmd_random_bounds.h. Several such programs are tried in one module.
  bool isFusion = false;
  /// A case of --kind=ops: partitioned and compared on each device, copies included.
  std::optional<CaseTraits> ofCase;
};

struct GeneratorOptions {
  int64_t size = 10;  // about how many ops a program has
  std::string only;   // op of all cases
  double compile = 0; // share of cases that also go through generated code
  bool planted = false;
};

using Generate = RandomProgram (*)(Random &, const GeneratorOptions &);

RandomProgram manualProgram(Random &random, const GeneratorOptions &options);
RandomProgram unevenProgram(Random &, const GeneratorOptions &options);
RandomProgram meshesProgram(Random &, const GeneratorOptions &options);
RandomProgram fusionsProgram(Random &random, const GeneratorOptions &options);
RandomProgram opsProgram(Random &random, const GeneratorOptions &options);

struct Generator {
  llvm::StringLiteral kind;
  Generate generate;
  uint64_t batch = 1; // the number of programs that may share a module
};

inline constexpr Generator kGenerators[] = {
    {"manual", manualProgram},       {"uneven", unevenProgram}, {"meshes", meshesProgram},
    {"fusions", fusionsProgram, 16}, {"ops", opsProgram},
};

/// Generates the program of a seed.
inline RandomProgram programOf(const Generator &generator, uint64_t seed,
                               const GeneratorOptions &options) {
  Random random(seed);
  return generator.generate(random, options);
}

} // namespace spmd::random
