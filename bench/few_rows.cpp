// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What does it cost to cut the columns of a matmul of few rows into tiles? Prints, for sizes of all
// kinds, the microseconds of all tiles on one core for several numbers of tiles, and with a star
// the number that the plan chooses (fewRowTiles in runtime/kernels/gemm_plan.cpp, whose constants
// come from here). Times are CPU times, each the least of many rounds that alternate between the
// numbers, so that other programs on the machine disturb little. Fails where the bits of the
// built-in way depend on the number; those of oneDNN do. SPMD_MAX_ISA=avx2 measures the built-in
// way where oneDNN would take three rows and more.
#include "runtime/kernels/gemm_plan.h"
#include "runtime/library_threads.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <random>
#include <vector>

using namespace spmd::rt;

namespace {

double microseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e6 + double(time.tv_nsec) * 1e-3;
}

/// [rows, k] x [k, n] of f32.
GemmPlan planOf(int64_t rows, int64_t k, int64_t n) {
  return GemmPlan::of(GemmConfig{.m = {{rows, k, 0, n}}, .n = {{n, 0, 1, 1}}, .k = {{k, 1, n}}});
}

/// The plan with tiles of about n / tiles columns.
GemmPlan cutInto(GemmPlan plan, int64_t tiles) {
  auto up = [](int64_t a, int64_t unit) { return (a + unit - 1) / unit; };
  plan.nTile = std::min(plan.n.size, up(up(plan.n.size, tiles), 16) * 16);
  plan.nTiles = up(plan.n.size, plan.nTile);
  return plan;
}

/// Whether all plans give the same bits.
bool measure(int64_t rows, int64_t k, int64_t n) {
  const GemmPlan chosen = planOf(rows, k, n);
  if (!chosen.skinny)
    return true;
  std::vector<GemmPlan> plans{chosen};
  for (int64_t tiles : {1, 2, 4, 8, 16})
    plans.push_back(cutInto(chosen, tiles));
  std::vector<float> lhs(size_t(rows * k)), rhs(size_t(k * n)), result(size_t(rows * n)), first;
  std::mt19937 random(1);
  for (auto *operand : {&lhs, &rhs})
    for (float &x : *operand)
      x = float(random()) * 0x1p-32f - 0.5f;
  std::vector<double> least(plans.size(), 1e30);
  const int rounds = int(std::clamp(3e8 / double(rows * k * n), 6.0, 300.0));
  for (int round = 0; round < rounds; ++round)
    for (size_t p = 0; p < plans.size(); ++p) {
      double begin = microseconds();
      for (int64_t tile = 0; tile < plans[p].tiles(); ++tile)
        runGemmTile(plans[p], lhs.data(), rhs.data(), result.data(), tile);
      least[p] = std::min(least[p], microseconds() - begin);
      if (first.empty())
        first = result;
      if (chosen.backend == GemmBackend::Skinny &&
          memcmp(first.data(), result.data(), result.size() * sizeof(float)))
        return false;
    }
  printf("%2ld x %4ld x %5ld ", long(rows), long(k), long(n));
  for (size_t p = 0; p < plans.size(); ++p)
    printf(" | %s%2ld: %8.1f", p ? "" : "*", long(plans[p].tiles()), least[p]);
  printf("\n");
  return true;
}

} // namespace

int main() {
  OneBlasThread one;
  for (auto [k, n] : {std::pair(768, 768),
                      {768, 3072},
                      {3072, 768},
                      {257, 1031},
                      {97, 4099},
                      {1021, 509},
                      {4099, 97},
                      {100, 1000},
                      {5003, 257},
                      {64, 50257},
                      {2048, 11008}})
    for (int64_t rows : {1, 2, 3, 5, 7, 12, 16})
      if (!measure(rows, k, n)) {
        printf("%ld x %d x %d: the bits depend on the tiles\n", long(rows), k, n);
        return 1;
      }
}
