// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits the dims of a matmul into a plain inner matmul and outer loops.
//
// Example: a matmul sums over the dims {h, d}, which do not merge because they are not neighbours
// in memory. The inner matmul sums over d, and the dim h becomes the terms.
#include "runtime/kernels/gemm_plan.h"
#include <algorithm>
#include <cstdlib>

namespace spmd::rt {
namespace {

/// The same dims in the order of falling stride, so that dims that are neighbours in memory merge.
DimList sorted(DimList list, int64_t GemmDim::*stride) {
  auto isFurtherOut = [&](const GemmDim &a, const GemmDim &b) {
    return std::abs(a.*stride) > std::abs(b.*stride);
  };
  auto *begin = list.dims.data();
  for (int i = 1; i < list.count; ++i) // insertion sort: stable, and allocates nothing
    std::rotate(std::upper_bound(begin, begin + i, begin[i], isFurtherOut), begin + i,
                begin + i + 1);
  DimList merged;
  for (int i = 0; i < list.count; ++i)
    merged.append(list.dims[i]);
  return merged;
}

/// Leaves the innermost dim in `list` and moves the others to `outer`. False where `outer` has no
/// room for them.
bool moveOuter(DimList &list, DimList &outer) {
  if (list.count + outer.count > int(outer.dims.size()))
    return false;
  DimList inner;
  for (int i = 0; i < list.count; ++i)
    (i + 1 < list.count ? outer : inner).append(list.dims[i]);
  list = inner;
  return true;
}

} // namespace

// Tries the split on a copy. The copy replaces the plan only where a library takes the inner
// matmuls.
void splitIntoPlain(GemmPlan &plan) {
  // Below this size of the inner matmuls, packing the whole matmul costs less than many calls.
  constexpr int64_t kPartMultiplications = int64_t(1) << 20;
  if (plan.complex || plan.skinny || (plan.m.count <= 1 && plan.n.count <= 1 && plan.k.count <= 1))
    return;
  if (plan.k.size == 0) // the zeros of an empty sum must be written, too
    return;
  GemmPlan parts = plan;
  parts.m = sorted(plan.m, &GemmDim::result), parts.n = sorted(plan.n, &GemmDim::result);
  parts.k = sorted(plan.k, &GemmDim::lhs);
  if (!moveOuter(parts.m, parts.batch) || !moveOuter(parts.n, parts.batch) ||
      !moveOuter(parts.k, parts.terms) ||
      parts.m.size * parts.n.size * parts.k.size < kPartMultiplications)
    return;
  if (isWrittenAlongM(parts))
    swapSides(parts);
  // Sums of terms are accumulated in the result, whose type must not round them.
  if (parts.terms.size > 1 && sizeOf(parts.result) < sizeOf(DType::F32))
    return;
  parts.backend = chooseBackend(parts);
  if (parts.backend != GemmBackend::Panels)
    plan = parts;
}

} // namespace spmd::rt
