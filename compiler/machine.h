// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The machine that code is generated for, as far as decisions depend on it. Thresholds follow from
// these numbers by the formula that stands where they are used. What may change the bits of a
// result follows from the reference machine, Machine{}, so that a program computes the same
// everywhere; what cannot change them (how values reach memory, what is prefetched) follows from
// the machine at hand.
#pragma once
#include "llvm/Support/Error.h"
#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

namespace spmd {

struct Machine {
  // Data caches of one core, and the last cache, which cores share: bytes.
  int64_t firstCache = 32 << 10, secondCache = 512 << 10, lastCache = 32 << 20;
  int64_t cacheLine = 64;     // bytes
  int64_t vectorBytes = 32;   // of a vector register
  double memoryRate = 16;     // bytes per nanosecond that one core reads
  double memoryLatency = 100; // nanoseconds
  // Of AVX2. Loops that keep more values live spill them.
  static constexpr int64_t vectorRegisters = 16;

  // Work, in additions of one f32 lane. It decides what is fused and tabulated, so it is that of
  // the reference machine everywhere. What a function such as exp costs depends on whether the core
  // waits for memory meanwhile.
  static constexpr double divisionWork = 4; // and remainders and square roots
  static constexpr double functionWork = 10, functionWorkInCache = 30;
  static constexpr double callWork = 15;   // of a function that takes one number at a time
  static constexpr double lookupWork = 18; // of a number of 16 bits in a table

  /// Bytes that a core reads while it waits for one line, as a power of two: how far before its use
  /// a line is prefetched, into the second cache.
  constexpr int64_t prefetchDistance() const {
    double bytes = std::min(memoryRate * memoryLatency, double(secondCache));
    return int64_t(std::bit_ceil(uint64_t(bytes)));
  }

  /// The machine at hand: its caches and registers where the system tells them, Machine{}
  /// elsewhere. SPMD_MAX_ISA limits the registers (runtime/cpu.h).
  static Machine host();
  /// `base` with other numbers: "last-cache=16MiB,memory-rate=20", or none. Bytes may end in KiB,
  /// MiB or GiB. Fails for unknown names and for numbers that are not between 1 and 2^40; lines and
  /// vectors have a power of two of bytes from 16 to 4096.
  static llvm::Expected<Machine> parse(llvm::StringRef text, Machine base);
  /// NAME=VALUE and `end` for each number, which parse reads.
  std::string text(char end = '\n') const;
};

} // namespace spmd
