// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "rng": rng_bit_generator. Operands {state}, results {new state, bits}; the new state must
// not be the state's own memory, for tiles read it at any time. Counter-based generators of Salmon
// et al., Parallel random numbers: as easy as 1, 2, 3 (SC 2011): any tile computes its part alone.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

enum class RngAlgorithm : uint8_t {
  ThreeFry,
  Philox
}; // DEFAULT is Philox for three words of state, else ThreeFry

/// state[0] is the key, the rest a counter (words of 64 bits, low first). ThreeFry-2x32 makes 64
/// bits a block and the counter advances by the number of blocks; Philox-4x32 makes 128.
struct RngConfig {
  RngAlgorithm algorithm = RngAlgorithm::ThreeFry;
  int64_t stateWords = 2;   // of 64 bits
  DType type = DType::U32;  // of the bits
  int64_t elementCount = 0; // elements narrower than 32 bits take the low bits of a word of 32 each

  std::vector<int64_t> encode() const;
  static RngConfig decode(const std::vector<int64_t> &config);
};

extern const Routine kRngRoutine;

} // namespace spmd::rt
