// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thresholds that decide between the backends.
//
// The limits of oneDNN were measured on one core of a Zen 4 (AVX-512, and AVX2 with the other units
// masked) with sizes from 16 to 2048, plain and transposed. The limits of OpenBLAS were measured on
// a Zen 3.
#include "runtime/cpu.h"
#include "runtime/kernels/gemm_plan.h"
#include "runtime/kernels/plain_matrix.h"
#include <algorithm>
#include <cblas.h>
#include <iterator>
#include <strings.h>

namespace spmd::rt {
namespace {

bool areAll(const GemmPlan &plan, DType type) {
  return plan.lhs == type && plan.rhs == type && plan.result == type;
}

/// OpenBLAS takes large matmuls of f32 and f64. With less depth, fewer rows or fewer columns the
/// time of packing does not pay.
bool suitsOpenBlas(const GemmPlan &plan) {
  const bool suited =
      areAll(plan, DType::F32) ? plan.compute == Compute::F32 : areAll(plan, DType::F64);
  return suited && !plan.skinny && std::min(plan.m.size, plan.n.size) > 128 && plan.k.size >= 128 &&
         isOpenBlasForThisCpu();
}

/// oneDNN takes bf16 only where the CPU has instructions for it; oneDNN 2.6 refuses on other CPUs.
/// It is 1.8 times as fast as the built-in way with eight rows.
bool suitsOneDnnInBf16(const GemmPlan &plan) {
  return isaOfThisCpu() >= Isa::Avx512Bf16 && plan.lhs == DType::BF16 && plan.rhs == DType::BF16 &&
         (plan.result == DType::BF16 || plan.result == DType::F32) &&
         plan.compute == Compute::F32 && std::min(plan.m.size, plan.n.size) >= 3 &&
         plan.k.size >= 16;
}

/// oneDNN takes int8 with sums of 32 bits where the CPU multiplies four pairs of bytes at once, as
/// all with bf16 do. It would round sums that it adds to a result.
bool suitsOneDnnInInt8(const GemmPlan &plan) {
  return isaOfThisCpu() >= Isa::Avx512Bf16 && plan.lhs == DType::S8 && plan.rhs == DType::S8 &&
         plan.result == DType::S32 && plan.compute == Compute::I32 && !plan.addToResult &&
         plan.terms.size == 1 && std::min(plan.m.size, plan.n.size) >= 3 && plan.k.size >= 16;
}

/// oneDNN takes f32 from three rows on where the CPU has AVX-512: it is 1.1 to 1.2 times as fast as
/// OpenBLAS and 1.1 to 2 times as fast as the built-in panels. With AVX2 it is 1.2 to 1.6 times as
/// fast as the panels where OpenBLAS does not pay. An lhs that is transposed with long rows takes
/// it twice the time, so that case is excluded.
bool suitsOneDnnInF32(const GemmPlan &plan, const PlainMatrices &plain) {
  if (!areAll(plan, DType::F32) || plan.compute != Compute::F32)
    return false;
  const int64_t least = std::min(plan.m.size, plan.n.size);
  const int64_t multiplications = plan.m.size * plan.n.size * plan.k.size;
  if (isaOfThisCpu() >= Isa::Avx512)
    return least >= 3 && plan.k.size >= 16 && multiplications >= int64_t(1) << 15;
  return isaOfThisCpu() >= Isa::Avx2 && !suitsOpenBlas(plan) && !plan.skinny && least >= 32 &&
         plan.k.size >= 32 && multiplications >= int64_t(1) << 18 &&
         !(plain.lhs.transposed && plain.lhs.leading > 256);
}

} // namespace

// OpenBLAS takes a CPU that is newer than itself for an old one: 0.3.21, which is Debian 12's, runs
// SSE3 code on a Xeon of 2023, at a fifth of the speed of the built-in panels in f64.
bool isOpenBlasForThisCpu() {
  static const bool isFor = [] {
    constexpr const char *kWithAvx2[] = {"Haswell",  "Excavator",  "Zen",
                                         "SkylakeX", "Cooperlake", "SapphireRapids"};
    const char *core = openblas_get_corename();
    return isaOfThisCpu() < Isa::Avx2 ||
           std::any_of(
               std::begin(kWithAvx2), std::end(kWithAvx2),
               [&](const char *known) { return strcasecmp(core, known) == 0; });
  }();
  return isFor;
}

// oneDNN first, where it applies; then OpenBLAS; else one of the built-in ways.
GemmBackend chooseBackend(const GemmPlan &plan) {
  const PlainMatrices plain(plan);
  if (plain.arePlain &&
      (suitsOneDnnInF32(plan, plain) || suitsOneDnnInBf16(plan) || suitsOneDnnInInt8(plan)))
    return GemmBackend::OneDnn;
  if (plain.arePlain && suitsOpenBlas(plan))
    return GemmBackend::OpenBlas;
  return plan.skinny ? GemmBackend::Skinny : GemmBackend::Panels;
}

} // namespace spmd::rt
