// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Everything that generated code and the runtime must agree on: the signature of a kernel and the
// symbols that a kernel may call. Only C types appear here. A change here changes kAbiVersion,
// which is part of every key of the object cache.
#pragma once
#include <cstdint>
#include <span>

namespace spmd::rt {

inline constexpr uint32_t kAbiVersion = 1;

/// Alignment in bytes of every buffer that a kernel receives, of the arena, and of the offsets
/// inside the arena. 64 is the cache line and the widest vector register (AVX-512).
inline constexpr uint64_t kBufferAlignment = 64;

/// A kernel computes the iterations [begin, end) of its outer loop. `buffers` holds the addresses
/// of its operands and then of its results, in the order of KernelCommand::operands and ::results.
/// Iterations are independent of each other, so any split over threads gives the same bits; but for
/// the kernel of a LoopCommand, whose iterations are the trips of a loop.
using KernelFn = void (*)(void *const *buffers, int64_t begin, int64_t end);

/// A region compiled as a function of scalars, for library routines: the comparator of a sort, the
/// body of a scatter. It reads its arguments from `args` and writes its results to `results`; both
/// hold one address per scalar.
using ScalarFn = void (*)(const void *const *args, void *const *results);

/// A function that generated code may call. Name and signature are those of libm, libc or
/// compiler-rt.
struct AbiSymbol {
  const char *name;
  void *address;
};

/// All symbols, sorted by name: the C99 libm functions for float ("sinf") and double ("sin"), the
/// fused multiply-add, memcpy, memmove, memset and memcmp, the conversions of half and bf16 that
/// LLVM calls where the CPU lacks them, and 128-bit division. The table is in abi.cpp.
std::span<const AbiSymbol> abiSymbols();

} // namespace spmd::rt
