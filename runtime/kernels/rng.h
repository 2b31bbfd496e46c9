// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "rng": StableHLO's rng_bit_generator. Operands {state}, results {new state, bits}. The
// new state must not share memory with the state, because tiles read the state at any time. The
// generators are counter-based, so any tile computes its part alone (Salmon et al., Parallel random
// numbers: as easy as 1, 2, 3, SC 2011).
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>

namespace spmd::rt {

enum class RngAlgorithm : uint8_t { ThreeFry, Philox }; // DEFAULT is Philox

/// state[0] is the key and the other words are a counter (words of 64 bits, low first).
/// ThreeFry-2x32 makes 64 bits per block and Philox-4x32 makes 128. The counter advances by the
/// number of blocks.
struct RngConfig {
  RngAlgorithm algorithm = RngAlgorithm::ThreeFry;
  int64_t stateWords = 2;  // of 64 bits
  DType type = DType::U32; // of the bits
  // Elements narrower than 32 bits take the low bits of a 32-bit word each.
  int64_t elementCount = 0;
};

extern const Routine kRngRoutine;

} // namespace spmd::rt
