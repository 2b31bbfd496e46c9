// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "sort": sorts n arrays of one shape along one dim by a common comparator. Operands and
// results are dense and in the same order; operand i and result i may be the same memory. The sort
// is always stable, which is also valid for unstable sorts.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// How two rows compare.
///   Callback                 RoutineArgs::callback with the args (a0, b0, a1, b1, ...) writes a
///                            pred that is true where row a comes first
///   Less, Greater            by one numeric operand alone, floats by < and >
///   TotalLess, TotalGreater  floats in the total order -NaN < -inf < .. < -0 < +0 < .. < inf < NaN
enum class SortOrder : uint8_t { Callback, Less, Greater, TotalLess, TotalGreater };

/// The arrays have shape [outer, length, inner] and are sorted along `length`.
struct SortConfig {
  int64_t outer = 1, length = 1, inner = 1;
  SortOrder order = SortOrder::Callback;
  int64_t key = 0; // the operand that is compared where there is no callback
  std::vector<DType> types;
};

extern const Routine kSortRoutine;

} // namespace spmd::rt
