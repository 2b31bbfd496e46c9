// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that generated code and the runtime must agree on: the signature of a kernel and the
// symbols a kernel may call. C types only. A change here changes kAbiVersion, which is part of
// every object cache key.
#pragma once
#include <cstdint>
#include <span>

namespace spmd::rt {

inline constexpr uint32_t kAbiVersion = 1;

/// Alignment in bytes of every buffer that a kernel is handed, of the arena, and of the offsets
/// inside of it.
inline constexpr uint64_t kBufferAlignment = 64;

/// A kernel computes the iterations [begin, end) of its outer loop. `buffers` holds the addresses
/// of its operands and then of its results, in the order of KernelCommand::operands and ::results;
/// iterations are independent of each other, so any split over threads gives the same bits.
using KernelFn = void (*)(void *const *buffers, int64_t begin, int64_t end);

/// A region compiled as a function of scalars, for library routines (a sort's comparator, a
/// scatter's body): reads its arguments from `args` and writes its results to `results`, an address
/// per scalar.
using ScalarFn = void (*)(const void *const *args, void *const *results);

/// A function that generated code may call, under libm's, libc's or compiler-rt's own name and
/// signature.
struct AbiSymbol {
  const char *name;
  void *address;
};

/// All of them, sorted by name: C99's libm for float ("sinf") and double ("sin"), the fused
/// multiply-add, memcpy and its kin, the conversions of half and bf16 that LLVM calls where the CPU
/// lacks them, 128-bit division. See abi.cpp.
std::span<const AbiSymbol> abiSymbols();

} // namespace spmd::rt
