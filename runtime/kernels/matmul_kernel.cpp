// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of all matmul kernels: one body with vector extensions is inlined into a function for
// each instruction set.
#include "runtime/kernels/matmul_kernel.h"
#include "runtime/cpu.h"
#include <type_traits>

namespace spmd::rt {
namespace {

// Integers are computed as unsigned, because sums of signed integers may overflow.
template <class T>
using Wrapping = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::type_identity<T>>::type;

/// The body of a kernel. `Bytes` is the width of a vector; `Rows` x `Vectors` accumulators stay in
/// registers. lhs is packed where lhsRows is null, which is known when the body is inlined.
template <class T, int Bytes, int Rows, int Vectors>
[[gnu::always_inline]] inline void block(int64_t depth, const T *lhs, const int64_t *lhsRows,
                                         const T *rhs, T *c, const int64_t *rowOffsets, bool add) {
  using Element = Wrapping<T>;
  typedef Element Vector __attribute__((vector_size(Bytes)));
  typedef Element Unaligned __attribute__((vector_size(Bytes), aligned(alignof(T)), may_alias));
  constexpr int kWidth = Bytes / int(sizeof(T));
  const T *rows[Rows];
  for (int i = 0; i < Rows; ++i)
    rows[i] = lhs + (lhsRows ? lhsRows[i] : i);
  // The accumulators. AVX-512 has 32 registers: 12 x 2 sums, 2 vectors of rhs and the broadcast
  // element. AVX2 has 16: 6 x 2 sums and the same.
  Vector sums[Rows][Vectors] = {};
  for (int64_t p = 0; p < depth; ++p) {
    Vector right[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v)
      right[v] = *reinterpret_cast<const Unaligned *>(rhs + v * kWidth);
#pragma GCC unroll 16
    for (int i = 0; i < Rows; ++i) {
      const T element = lhsRows ? rows[i][p] : lhs[i];
      Vector left = Element(element) - Vector{}; // the same element in all lanes
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; ++v)
        sums[i][v] += left * right[v];
    }
    lhs += Rows;
    rhs += Vectors * kWidth;
  }
#pragma GCC unroll 16
  for (int i = 0; i < Rows; ++i) {
    T *row = c + rowOffsets[i];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; ++v) {
      auto *target = reinterpret_cast<Unaligned *>(row + v * kWidth);
      *target = add ? *target + sums[i][v] : sums[i][v];
    }
  }
}

// A pair of functions (packed and unpacked) for each instruction set.
#define MATMUL_KERNEL(name, attribute, bytes, rows, vectors)                                       \
  template <class T>                                                                               \
  attribute void name(int64_t depth, const T *lhs, const T *rhs, T *c, const int64_t *rowOffsets,  \
                      bool add) {                                                                  \
    block<T, bytes, rows, vectors>(depth, lhs, nullptr, rhs, c, rowOffsets, add);                  \
  }                                                                                                \
  template <class T>                                                                               \
  attribute void name##Unpacked(int64_t depth, const T *lhs, const int64_t *lhsRows, const T *rhs, \
                                T *c, const int64_t *rowOffsets, bool add) {                       \
    block<T, bytes, rows, vectors>(depth, lhs, lhsRows, rhs, c, rowOffsets, add);                  \
  }
#if defined(__x86_64__)
MATMUL_KERNEL(block512, [[gnu::target("avx512f,avx512dq")]], 64, 12, 2)
MATMUL_KERNEL(block256, [[gnu::target("avx2,fma")]], 32, 6, 2)
#endif
MATMUL_KERNEL(block128, , 16, 4, 2)
#undef MATMUL_KERNEL

// The kernel of the widest vectors that this CPU has, with its rows and columns.
template <class T> MatmulKernel<T> choose() {
  constexpr int64_t kPerByte = sizeof(T);
#if defined(__x86_64__)
  if (isaOfThisCpu() >= Isa::Avx512)
    return {12, 128 / kPerByte, block512<T>, block512Unpacked<T>};
  if (isaOfThisCpu() >= Isa::Avx2)
    return {6, 64 / kPerByte, block256<T>, block256Unpacked<T>};
#endif
  return {4, 32 / kPerByte, block128<T>, block128Unpacked<T>};
}

} // namespace

// Chosen once per process and type.
template <class T> const MatmulKernel<T> &matmulKernel() {
  static const MatmulKernel<T> kernel = choose<T>();
  return kernel;
}

template const MatmulKernel<float> &matmulKernel();
template const MatmulKernel<double> &matmulKernel();
template const MatmulKernel<int32_t> &matmulKernel();
template const MatmulKernel<int64_t> &matmulKernel();

} // namespace spmd::rt
