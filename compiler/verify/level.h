// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What --spmd-verify-partition compares. Apart from the pass, because compiler/passes.td names it.
#pragma once
#include <cstdint>

namespace spmd {

/// Each op with its local form, or the whole program with the partitioned one.
enum class VerifyLevel : uint8_t { Ops, Module };

} // namespace spmd
