// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decides which instruction set kernels may use: that of the CPU, or a smaller one set by
// SPMD_MAX_ISA. With the limit one machine reproduces the results, the speed and the faults of
// another machine's code.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spmd::rt {

/// Instruction sets beyond baseline x86-64. Each includes those before it. Avx2 includes FMA;
/// Avx512 includes the F, BW, DQ and VL parts.
enum class Isa { Baseline, Avx2, Avx512, Avx512Bf16 };

/// Caches of the reference machine, in bytes: the first and the second one of a core, and the last
/// one, which cores share. Tiles follow from these and not from the machine at hand: results do not
/// depend on it. They are the numbers of compiler/machine.h, which the runtime does not include.
inline constexpr int64_t kFirstCache = 32 << 10, kSecondCache = 512 << 10, kLastCache = 32 << 20;

/// The limit in SPMD_MAX_ISA ("x86-64", "avx2", "avx512", "avx512_bf16"). Without a value there is
/// no limit, and oneDNN may use AMX too. An unknown name is reported on stderr once and ignored.
std::optional<Isa> isaLimit();

/// The largest set that this CPU has and the limit allows; Baseline on CPUs other than x86-64.
Isa isaOfThisCpu();

/// The instructions that code for a target needs (rt::Program::cpuFeatures: "znver4 +avx2,+fma ..")
/// and this CPU lacks: "avx512f, avx512bw", or nothing.
std::string missingOnThisCpu(std::string_view target);

} // namespace spmd::rt
