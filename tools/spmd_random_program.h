// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What spmd-random tries: a random program with what its results may differ by, and the generators
// of such programs. A generator is one function; adding a kind is one file
// tools/spmd_random_KIND.cpp and one line in kGenerators.
#pragma once
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <random>
#include <string>

namespace spmd::random {

using Random = std::mt19937_64;

/// A number in [0, bound); the same on every machine.
inline uint64_t below(Random &random, uint64_t bound) { return random() % bound; }
inline bool chance(Random &random, double probability) {
  return double(random() >> 11) < probability * double(uint64_t(1) << 53);
}

struct RandomProgram {
  /// A module with a function @main; its arguments are those of spmd-run --random-args=SEED.
  std::string text;
  /// Whether `text` can be run on one device, too: its mesh is resized. A manual computation writes
  /// local types, so that its mesh cannot be; a program of its own for one device may stand in.
  bool hasOneDevice = true;
  std::string oneDevice;
  /// The largest difference between two floats of a result, relative to the largest element of that
  /// result. Integers and booleans must be equal.
  double tolerance = 1e-5;
  /// Fused kernels on one device, compared with the bounds of spmd_random_bounds.h. Several of them
  /// are tried in one module.
  bool isFusion = false;
};

struct GeneratorOptions {
  int64_t size = 10; // about how many ops a program has
};

using Generate = RandomProgram (*)(Random &, const GeneratorOptions &);

RandomProgram manualProgram(Random &random, const GeneratorOptions &options);
RandomProgram fusionsProgram(Random &random, const GeneratorOptions &options);

struct Generator {
  llvm::StringLiteral kind;
  Generate generate;
  uint64_t batch = 1; // programs that may stand in one module
};

inline constexpr Generator kGenerators[] = {
    {"manual", manualProgram},
    {"fusions", fusionsProgram, 16},
};

/// The program of a seed.
inline RandomProgram programOf(const Generator &generator, uint64_t seed,
                               const GeneratorOptions &options) {
  Random random(seed);
  return generator.generate(random, options);
}

} // namespace spmd::random
