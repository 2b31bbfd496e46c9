// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the CPU's features and the variable SPMD_MAX_ISA, once per process.
#include "runtime/cpu.h"
#include "runtime/log.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>

namespace spmd::rt {
namespace {

// The names that SPMD_MAX_ISA accepts.
constexpr std::pair<std::string_view, Isa> kNames[] = {{"x86-64", Isa::Baseline},
                                                       {"avx2", Isa::Avx2},
                                                       {"avx512", Isa::Avx512},
                                                       {"avx512_bf16", Isa::Avx512Bf16}};

// The largest Isa whose parts the CPU has all. The compiler's builtin also checks that the
// operating system saves the vector registers.
Isa isaOfHardware() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    return Isa::Baseline;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl"))
    return Isa::Avx2;
  if (!__builtin_cpu_supports("avx512bf16"))
    return Isa::Avx512;
  return Isa::Avx512Bf16;
#else
  return Isa::Baseline;
#endif
}

} // namespace

// Read once per process: later changes of the variable have no effect.
std::optional<Isa> isaLimit() {
  static const std::optional<Isa> limit = []() -> std::optional<Isa> {
    const char *text = std::getenv("SPMD_MAX_ISA");
    if (!text || !*text)
      return std::nullopt;
    std::string known;
    for (const auto &[name, isa] : kNames) {
      if (name == text)
        return isa;
      known += (known.empty() ? "" : ", ") + std::string(name);
    }
    log("SPMD_MAX_ISA=" + std::string(text) + " is ignored: known are " + known);
    return std::nullopt;
  }();
  return limit;
}

// Read once: the answer must not change while a process runs.
Isa isaOfThisCpu() {
  static const Isa isa = std::min(isaOfHardware(), isaLimit().value_or(Isa::Avx512Bf16));
  return isa;
}

// Features of the target that are switched off ("-avx512f") and its other words are passed over.
std::string missingOnThisCpu(std::string_view target) {
  static const llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(target, words, " ,");
  std::string missing;
  for (llvm::StringRef word : words)
    if (word.consume_front("+") && !host.lookup(word))
      missing += (missing.empty() ? "" : ", ") + word.str();
  return missing;
}

} // namespace spmd::rt
