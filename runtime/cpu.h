// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which instructions kernels may use: the CPU's, or fewer where SPMD_MAX_ISA says so, so that one
// machine shows the results, the speed and the faults of another one's code.
#pragma once
#include <optional>

namespace spmd::rt {

/// Sets of instructions beyond x86-64's own, each with those before it; FMA belongs to Avx2, the F,
/// BW, DQ and VL parts to Avx512.
enum class Isa { Baseline, Avx2, Avx512, Avx512Bf16 };

/// SPMD_MAX_ISA ("x86-64", "avx2", "avx512", "avx512_bf16"); none: all that there is, AMX too,
/// which only oneDNN uses. A name that is not known is told on stderr, once, and counts as none.
std::optional<Isa> isaLimit();

/// The most of these that this CPU has and the limit allows; Baseline on other CPUs than x86-64.
Isa isaOfThisCpu();

} // namespace spmd::rt
