// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choices that propagation offers to its callers. They are apart from propagate.h, because
// compiler/passes.td names them as pass options.
#pragma once
#include <cstdint>

namespace spmd {

/// How conflicts between shardings are resolved: not at all (Basic), in favour of the larger tensor
/// (Aggressive), or Basic first and Aggressive afterwards.
enum class Strategy : uint8_t { Basic, Aggressive, BasicThenAggressive };

} // namespace spmd
