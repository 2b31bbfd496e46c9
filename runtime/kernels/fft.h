// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "fft": discrete Fourier transforms of many lines. Complex numbers are two arrays, real
// parts and imaginary parts. Operands and results are dense.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>

namespace spmd::rt {

///   Complex   {re, im [outer, length, inner]} -> {re, im [outer, length, inner]}
///   FromReal  {x [outer, length, inner]} -> {re, im [outer, length / 2 + 1, inner]}: the half
///             spectrum; the rest are its conjugates
///   ToReal    the inverse of FromReal. The imaginary parts of values 0 and length / 2 are ignored.
enum class FftKind : uint8_t { Complex, FromReal, ToReal };

/// Value k of a line is the sum over j of x[j] exp(-2 pi i j k / length). The inverse has the other
/// sign and divides by the length.
struct FftConfig {
  DType type = DType::F32; // of the parts: F32 or F64
  FftKind kind = FftKind::Complex;
  bool inverse = false;
  int64_t outer = 1, length = 1, inner = 1;
  // Complex only: value k of the line at place i of `inner` is multiplied by
  // exp(-2 pi i k i / turn), or its conjugate for an inverse, and the results are
  // [outer, inner, length]. This is the first half of a transform of `turn` = length * inner
  // values; 0 is none.
  int64_t turn = 0;
  // Both parts are in one array, with one more dim of size 2 behind the others.
  bool fromPairs = false, toPairs = false;
};

extern const Routine kFftRoutine;

} // namespace spmd::rt
