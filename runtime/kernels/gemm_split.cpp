// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/kernels/gemm_split.h"
#include "runtime/kernels/gemm_backend.h"
#include <algorithm>
#include <cstdlib>
#include <utility>

namespace spmd::rt {
namespace {

/// The same dims with larger strides further out, so that neighbours in memory become one.
DimList sorted(DimList list, int64_t GemmDim::*stride) {
  auto isFurtherOut = [&](const GemmDim &a, const GemmDim &b) {
    return std::abs(a.*stride) > std::abs(b.*stride);
  };
  auto *begin = list.dims.data();
  for (int i = 1; i < list.count; ++i) // stable, and allocates nothing
    std::rotate(std::upper_bound(begin, begin + i, begin[i], isFurtherOut), begin + i,
                begin + i + 1);
  DimList merged;
  for (int i = 0; i < list.count; ++i)
    merged.append(list.dims[i]);
  return merged;
}

/// Leaves the innermost dim in `list`; the others go to `outer`. False: too many there.
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

void splitIntoPlain(GemmPlan &plan) {
  // Below, packing the whole takes less than calling for each part.
  constexpr int64_t kPartMultiplications = int64_t(1) << 20;
  if (plan.complex || plan.skinny || (plan.m.count <= 1 && plan.n.count <= 1 && plan.k.count <= 1))
    return;
  if (plan.k.size == 0) // the sum of no terms has to be written, too
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
  // Sums of terms are kept in the result, whose type must not round them.
  if (parts.terms.size > 1 && sizeOf(parts.result) < sizeOf(DType::F32))
    return;
  parts.backend = chooseBackend(parts);
  if (parts.backend != GemmBackend::Panels)
    plan = parts;
}

} // namespace spmd::rt
