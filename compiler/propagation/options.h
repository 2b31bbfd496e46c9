// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choices that propagation offers; compiler/passes.td names them on the command line.
#pragma once
#include <cstdint>

namespace spmd {

/// How conflicts between shardings are settled: not at all; by size; first the one, then the other.
enum class Strategy : uint8_t { Basic, Aggressive, BasicThenAggressive };

} // namespace spmd
