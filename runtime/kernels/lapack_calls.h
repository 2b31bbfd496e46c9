// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One call of a routine of LAPACK on arrays that it can read: columns one after the other, and
// complex numbers as pairs.
#pragma once
#include "runtime/kernels/lapack.h"
#include <complex>
#include <type_traits>

namespace spmd::rt {

template <class T> struct RealOf {
  using type = T;
};
template <class T> struct RealOf<std::complex<T>> {
  using type = T;
};

/// The results of one call, those that are written over an operand with its elements; and the
/// operands that are only read.
struct LapackMemory {
  std::byte *operands[4] = {};
  std::byte *results[6] = {};
};

/// Calls the routine. T is the type of the matrices: float, double, or complex numbers of them.
template <class T> void callLapack(const LapackConfig &config, const LapackMemory &memory);

} // namespace spmd::rt
