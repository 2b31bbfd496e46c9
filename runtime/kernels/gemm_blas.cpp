// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/kernels/gemm_blas.h"
#include <algorithm>
#include <cblas.h>

namespace spmd::rt {
namespace {

/// The only dim of a list; one element without strides where it has none.
GemmDim only(const DimList &list) { return list.count ? list.dims[0] : GemmDim{}; }

/// A matrix of `rows` x `columns` elements as BLAS sees it.
struct Matrix {
  CBLAS_TRANSPOSE transposed = CblasNoTrans;
  int64_t leading = 0; // 0: its strides are none of BLAS's

  Matrix(int64_t rows, int64_t rowStride, int64_t columns, int64_t columnStride) {
    if (columnStride == 1 || columns == 1)
      leading = rows == 1 ? std::max(columns, rowStride) : rowStride;
    if ((columnStride != 1 && columns > 1) || leading < columns) {
      transposed = CblasTrans;
      leading = columns == 1 ? std::max(rows, columnStride) : columnStride;
      if ((rowStride != 1 && rows > 1) || leading < rows)
        leading = 0;
    }
    if (leading > INT32_MAX)
      leading = 0;
  }
};

struct Matrices {
  Matrix lhs, rhs, result;
  explicit Matrices(const GemmPlan &plan, int64_t mCount, int64_t nCount)
      : lhs(mCount, only(plan.m).lhs, plan.k.size, only(plan.k).lhs),
        rhs(plan.k.size, only(plan.k).rhs, nCount, only(plan.n).rhs),
        result(mCount, only(plan.m).result, nCount, only(plan.n).result) {}
};

} // namespace

bool blasTakes(const GemmPlan &plan) {
  const DType type = plan.result;
  if ((type != DType::F32 && type != DType::F64) || plan.lhs != type || plan.rhs != type ||
      plan.complex || (plan.compute == Compute::F64) != (type == DType::F64))
    return false;
  if (plan.m.count > 1 || plan.n.count > 1 || plan.k.count > 1)
    return false;
  // Below that our own panels are as fast or faster: measured with products of 256 x 64 x 256 and
  // 64 x 64 x 64.
  if (std::min(plan.m.size, plan.n.size) <= 128 || plan.k.size < 128 ||
      std::max({plan.m.size, plan.n.size, plan.k.size}) > INT32_MAX)
    return false;
  Matrices matrices(plan, plan.m.size, plan.n.size);
  return matrices.lhs.leading && matrices.rhs.leading && matrices.result.leading &&
         matrices.result.transposed == CblasNoTrans;
}

void runBlas(const GemmPlan &plan, const GemmRegion &region, const std::byte *lhs,
             const std::byte *rhs, std::byte *result) {
  static const bool single = (openblas_set_num_threads(1), true);
  (void)single;
  const GemmDim m = only(plan.m), n = only(plan.n);
  const Matrices matrices(plan, plan.m.size, plan.n.size);
  const int64_t left = region.mBegin * m.lhs, right = region.nBegin * n.rhs;
  const int64_t out = region.mBegin * m.result + region.nBegin * n.result;
  auto call = [&](auto gemm, auto zero) {
    using T = decltype(zero);
    gemm(CblasRowMajor, matrices.lhs.transposed, matrices.rhs.transposed, blasint(region.mCount),
         blasint(region.nCount), blasint(plan.k.size), T(1),
         reinterpret_cast<const T *>(lhs) + left, blasint(matrices.lhs.leading),
         reinterpret_cast<const T *>(rhs) + right, blasint(matrices.rhs.leading),
         plan.addToResult ? T(1) : T(0), reinterpret_cast<T *>(result) + out,
         blasint(matrices.result.leading));
  };
  if (plan.result == DType::F32)
    call(cblas_sgemm, float());
  else
    call(cblas_dgemm, double());
}

} // namespace spmd::rt
