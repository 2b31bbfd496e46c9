// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls OpenBLAS.
#include "runtime/kernels/gemm_backends.h"
#include "runtime/kernels/plain_matrix.h"
#include <cblas.h>

namespace spmd::rt {

// A factor beta of 1 or 0 tells OpenBLAS to add or to replace.
void runBlas(const GemmPlan &plan, const GemmRegion &region, bool adds, const std::byte *lhs,
             const std::byte *rhs, std::byte *result) {
  const PlainMatrices plain(plan);
  auto order = [](const PlainMatrix &matrix) {
    return matrix.transposed ? CblasTrans : CblasNoTrans;
  };
  auto call = [&](auto gemm, auto zero) {
    using T = decltype(zero);
    gemm(CblasRowMajor, order(plain.lhs), order(plain.rhs), blasint(region.mCount),
         blasint(region.nCount), blasint(plan.k.size), T(1),
         reinterpret_cast<const T *>(lhs) + plain.lhs.offset(region.mBegin, 0),
         blasint(plain.lhs.leading),
         reinterpret_cast<const T *>(rhs) + plain.rhs.offset(0, region.nBegin),
         blasint(plain.rhs.leading), adds ? T(1) : T(0),
         reinterpret_cast<T *>(result) + plain.result.offset(region.mBegin, region.nBegin),
         blasint(plain.result.leading));
  };
  if (plan.result == DType::F32)
    call(cblas_sgemm, float());
  else
    call(cblas_dgemm, double());
}

} // namespace spmd::rt
