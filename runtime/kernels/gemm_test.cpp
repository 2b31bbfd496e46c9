// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests matmuls of all types, layouts and sizes against a naive loop. Operands are small whole
// numbers, so that sums are exact in any order.
#include "runtime/array.h"
#include "runtime/cpu.h"
#include "runtime/elements.h"
#include "runtime/kernels/gemm_plan.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/test_tiles.h"
#include <array>
#include <complex>
#include <gtest/gtest.h>
#include <random>

namespace spmd::rt {
namespace {

/// A matmul whose dims are letters, as 'bqhd,bkhd->bhqk', with the size of each letter. Arrays are
/// dense and row-major.
struct Einsum {
  std::string lhs, rhs, result;
  std::vector<std::pair<char, int64_t>> sizes;

  int64_t sizeOfLetter(char c) const {
    for (auto [letter, size] : sizes)
      if (letter == c)
        return size;
    ADD_FAILURE() << "no size for " << c;
    return 1;
  }
  // The stride of a letter in a dense row-major array; 0 where the array lacks it.
  int64_t stride(const std::string &array, char c) const {
    size_t at = array.find(c);
    int64_t stride = at == std::string::npos ? 0 : 1;
    for (size_t i = at + 1; at != std::string::npos && i < array.size(); ++i)
      stride *= sizeOfLetter(array[i]);
    return stride;
  }
  // The number of elements of an array.
  int64_t count(const std::string &array) const {
    int64_t product = 1;
    for (char c : array)
      product *= sizeOfLetter(c);
    return product;
  }
  // A letter without a place in the result is a k dim; one in both operands is a batch dim; others
  // are m or n dims.
  GemmConfig config(DType l, DType r, DType o, DType accumulate) const {
    GemmConfig gemm{.lhs = l, .rhs = r, .result = o, .accumulate = accumulate};
    for (auto [c, size] : sizes) {
      GemmDim dim{size, stride(lhs, c), stride(rhs, c), stride(result, c)};
      bool inLhs = lhs.find(c) != std::string::npos, inRhs = rhs.find(c) != std::string::npos;
      bool inResult = result.find(c) != std::string::npos;
      (!inResult ? gemm.k : inLhs && inRhs ? gemm.batch : inLhs ? gemm.m : gemm.n).push_back(dim);
    }
    return gemm;
  }
};

/// Small whole numbers, so that sums are exact in any order.
Array values(DType type, int64_t count, unsigned seed) {
  Array array = llvm::cantFail(Array::allocate(type, {count}));
  std::mt19937 random(seed);
  bool parts = type == DType::C64 || type == DType::C128;
  forElement(type, [&](auto element) {
    using E = decltype(element);
    auto *at = reinterpret_cast<typename E::Storage *>(array.data());
    for (int64_t i = 0; i < (parts ? 2 : 1) * count; ++i)
      E::template set<double>(at + i, type == DType::F8E8M0FNU
                                          ? 1 << random() % 3
                                          : double(int(random() % 7)) -
                                                (isFloat(type) || isSigned(type) || parts ? 3 : 0));
  });
  return array;
}

/// The matmul by a walk over all letters, in double or complex.
template <class T>
std::vector<T> naive(const Einsum &e, const Array &l, const Array &r, std::vector<T> sums) {
  auto get = [](const Array &a, int64_t i) -> T {
    if constexpr (std::is_same_v<T, std::complex<double>>)
      return a.type == DType::C64 ? T(a.as<std::complex<float>>()[i]) : a.as<T>()[i];
    else
      return elementAsDouble(a.type, a.data() + i * sizeOf(a.type));
  };
  // An odometer over all letters.
  std::vector<int64_t> index(e.sizes.size(), 0);
  std::vector<std::array<int64_t, 3>> strides;
  for (auto [letter, size] : e.sizes)
    strides.push_back(
        {e.stride(e.lhs, letter), e.stride(e.rhs, letter), e.stride(e.result, letter)});
  for (;;) {
    int64_t li = 0, ri = 0, oi = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      li += index[d] * strides[d][0];
      ri += index[d] * strides[d][1];
      oi += index[d] * strides[d][2];
    }
    sums[oi] += get(l, li) * get(r, ri);
    size_t d = index.size();
    while (d-- > 0 && ++index[d] == e.sizes[d].second)
      index[d] = 0;
    if (d == size_t(-1))
      return sums;
  }
}

// Runs a matmul and compares all elements exactly. `add` adds to a result that is not zero.
void check(const Einsum &e, DType l, DType r, DType o, DType accumulate, bool add = false) {
  SCOPED_TRACE(e.lhs + "," + e.rhs + "->" + e.result + " " + std::string(mlirName(l)) + " " +
               std::string(mlirName(o)));
  GemmConfig gemm = e.config(l, r, o, accumulate);
  gemm.addToResult = add;
  Array lhs = values(l, e.count(e.lhs), 1), rhs = values(r, e.count(e.rhs), 2),
        out = values(o, e.count(e.result), 3);
  Array expected = llvm::cantFail(Array::allocate(o, out.shape));
  // Fills `expected`; the type of `zero` is the type of the sums.
  auto expect = [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> sums(size_t(out.elementCount()), T(0));
    if (add)
      for (int64_t i = 0; i < out.elementCount(); ++i) {
        if constexpr (std::is_same_v<T, double>)
          sums[i] = elementAsDouble(o, out.data() + i * sizeOf(o));
        else
          sums[i] = o == DType::C64 ? T(out.as<std::complex<float>>()[i]) : out.as<T>()[i];
      }
    sums = naive(e, lhs, rhs, sums);
    for (int64_t i = 0; i < out.elementCount(); ++i) {
      if constexpr (std::is_same_v<T, double>)
        forElement(o, [&](auto element) {
          using E = decltype(element);
          auto *at = reinterpret_cast<typename E::Storage *>(expected.data()) + i;
          if constexpr (std::is_integral_v<typename E::Storage> &&
                        std::is_same_v<E, Plain<typename E::Storage>>)
            E::template set<int64_t>(at, int64_t(sums[i])); // wraps
          else
            E::template set<double>(at, sums[i]);
        });
      else if (o == DType::C64)
        expected.as<std::complex<float>>()[i] = std::complex<float>(sums[i]);
      else
        expected.as<T>()[i] = sums[i];
    }
  };
  if (o == DType::C64 || o == DType::C128)
    expect(std::complex<double>());
  else
    expect(0.0);
  void *operands[] = {lhs.data(), rhs.data()}, *results[] = {out.data()};
  runAllTiles({gemm, operands, results});
  auto mismatch = firstMismatch(out, expected, {});
  EXPECT_FALSE(mismatch) << mismatch->message(out.elementCount());
}

// The common case: f32 throughout.
void checkF32(const Einsum &e, bool add = false) {
  check(e, DType::F32, DType::F32, DType::F32, DType::F32, add);
}

// Every combination of transposed operands and results, with sizes that are no multiples of any
// panel, single rows and columns, and a k beyond one section.
TEST(Gemm, MultipliesInEveryLayout) {
  for (std::string l : {"mk", "km"})
    for (std::string r : {"kn", "nk"})
      for (std::string o : {"mn", "nm"})
        for (auto [m, n, k] : {std::array<int64_t, 3>{37, 53, 19},
                               {1, 70, 33},
                               {70, 1, 33},
                               {3, 40, 70},
                               {130, 9, 5},
                               {12, 64, 300}})
          checkF32({l, r, o, {{'m', m}, {'n', n}, {'k', k}}});
}

// More than one tile, more than one section of k, and adding across them.
TEST(Gemm, ReachesAcrossTilesAndBlocks) {
  checkF32({"mk", "kn", "mn", {{'m', 530}, {'n', 150}, {'k', 270}}});
  checkF32({"km", "kn", "nm", {{'m', 530}, {'n', 40}, {'k', 600}}}, true);
}

// Tiles of one or two rows, which no library takes. Odd sizes have whole lines of columns, too.
TEST(Gemm, TilesOfFewRowsFollowFromTheMatrix) {
  auto tiles = [](int64_t m, int64_t k, int64_t n) {
    GemmPlan plan =
        GemmPlan::of(GemmConfig{.m = {{m, k, 0, n}}, .n = {{n, 0, 1, 1}}, .k = {{k, 1, n}}});
    EXPECT_EQ(plan.backend, GemmBackend::Skinny);
    EXPECT_TRUE(plan.nTiles == 1 || plan.nTile % 16 == 0) << plan.nTile;
    return plan.nTiles;
  };
  EXPECT_EQ(tiles(1, 4099, 97), 1);  // rows of rhs are too short to cut
  EXPECT_EQ(tiles(1, 100, 1000), 2); // 2^16 elements each
  EXPECT_EQ(tiles(2, 257, 1031), 4);
  EXPECT_EQ(tiles(1, 768, 3072), 4);
  EXPECT_EQ(tiles(1, 2048, 11008), 8); // 1024 columns each
  EXPECT_EQ(tiles(2, 64, 200000), 32); // the sums of a tile have an eighth of the second cache
}

// In the built-in way a sum does not depend on the tile that it is in: one tile gives the same bits
// as tiles of 144 columns. These operands round.
TEST(Gemm, BitsOfFewRowsDoNotDependOnTiles) {
  auto bits = [](DType type, int64_t m, int64_t k, int64_t n, bool isTransposed, int64_t columns) {
    GemmConfig gemm{.lhs = type, .rhs = type, .result = type};
    gemm.m = {{m, k, 0, n}}, gemm.n = {{n, 0, isTransposed ? k : 1, 1}};
    gemm.k = {{k, 1, isTransposed ? 1 : n, 0}};
    GemmPlan plan = GemmPlan::of(gemm);
    EXPECT_TRUE(plan.skinny);
    plan.backend = GemmBackend::Skinny;
    plan.nTile = columns, plan.nTiles = (n + columns - 1) / columns;
    std::vector<uint32_t> lhs(size_t(m * k)), rhs(size_t(k * n)), result(size_t(m * n));
    std::mt19937 random(7);
    for (auto *operand : {&lhs, &rhs})
      for (uint32_t &word : *operand) // two bf16, or one f32, of magnitudes from 1 to 2
        word = (random() & 0x807f807f) | 0x3f803f80;
    for (int64_t tile = 0; tile < plan.tiles(); ++tile)
      runGemmTile(plan, lhs.data(), rhs.data(), result.data(), tile);
    return result;
  };
  for (DType type : {DType::F32, DType::BF16})
    for (int64_t m : {1, 2, 3, 5, 7, 12})
      for (auto [k, n] : {std::pair<int64_t, int64_t>{257, 1031}, {1021, 509}, {97, 4099}})
        for (bool isTransposed : {false, true})
          EXPECT_EQ(bits(type, m, k, n, isTransposed, n), bits(type, m, k, n, isTransposed, 144))
              << m << " x " << k << " x " << n;
}

// An OpenBLAS that does not know the CPU is left out.
GemmBackend ofLargeF64() {
  return isOpenBlasForThisCpu() ? GemmBackend::OpenBlas : GemmBackend::Panels;
}

// The backends of chooseBackend(), as far as they do not depend on the CPU.
TEST(Gemm, GoesTheWayOfItsTypesAndSizes) {
  auto backend = [](DType type, int64_t m, int64_t n, int64_t k, int64_t columnStride = 1) {
    GemmConfig gemm{.lhs = type, .rhs = type, .result = type, .accumulate = type};
    gemm.m = {{m, k, 0, n}};
    gemm.n = {{n, 0, columnStride, 1}};
    gemm.k = {{k, 1, n * columnStride, 0}};
    return GemmPlan::of(gemm).backend;
  };
  // f64 has no other library; small matrices are not worth calling it.
  EXPECT_EQ(backend(DType::F64, 256, 256, 256), ofLargeF64());
  EXPECT_EQ(backend(DType::F64, 64, 64, 64), GemmBackend::Panels);
  EXPECT_EQ(backend(DType::F32, 1, 768, 768), GemmBackend::Skinny);
  // No library reads a matrix without a stride of 1.
  EXPECT_EQ(backend(DType::F32, 256, 256, 256, 3), GemmBackend::Panels);
  EXPECT_EQ(backend(DType::S32, 256, 256, 256), GemmBackend::Panels);
#if defined(__x86_64__)
  const bool wide = isaOfThisCpu() >= Isa::Avx512;
  EXPECT_EQ(backend(DType::F32, 512, 512, 512),
            wide || !isOpenBlasForThisCpu() ? GemmBackend::OneDnn : GemmBackend::OpenBlas);
  EXPECT_EQ(backend(DType::F32, 8, 768, 768), wide ? GemmBackend::OneDnn : GemmBackend::Skinny);
#endif
}

/// The matmuls of an attention layer in all orders of their dims, large enough for a library.
/// `items` and `terms` are the expected numbers of inner matmuls.
TEST(Gemm, SplitsManyDimsIntoPlainProducts) {
  const std::vector<std::pair<char, int64_t>> sizes = {
      {'b', 2}, {'s', 132}, {'h', 3}, {'d', 130}, {'e', 136}};
  auto plan = [&](const Einsum &e, DType type, DType result) {
    const DType sum = type == DType::F64 ? type : DType::F32;
    return GemmPlan::of(e.config(type, type, result, sum));
  };
  for (auto [l, r, o, items, terms] :
       std::initializer_list<std::tuple<const char *, const char *, const char *, int, int>>{
           {"bse", "hed", "hbsd", 3, 1}, // query, key and value side by side
           {"bse", "ehd", "bhsd", 6, 1}, // heads are split
           {"bhsd", "hde", "bse", 2, 3}, // heads are joined
           {"bhsd", "hde", "ebs", 2, 3}, // with swapped sides
           {"bhsd", "bse", "hde", 3, 2}, // the gradient of the weights
           {"bsdh", "hde", "bse", 6, 3}, // no library reads heads in this layout
       })
    for (DType type : {DType::F32, DType::F64, DType::BF16}) {
      Einsum e{l, r, o, sizes};
      check(e, type, type, type, type == DType::F64 ? type : DType::F32, type == DType::F64);
      const GemmPlan p = plan(e, type, type);
      if (type != DType::F64)
        continue;
      const bool isByLibrary = std::string(l) != "bsdh" && isOpenBlasForThisCpu();
      EXPECT_EQ(p.backend, isByLibrary ? GemmBackend::OpenBlas : GemmBackend::Panels);
      EXPECT_EQ(p.batch.size, isByLibrary ? items : 1);
      EXPECT_EQ(p.terms.size, isByLibrary ? terms : 1);
    }
  // The order in which the dims of a kind are listed does not matter: these heads merge.
  GemmConfig gemm =
      Einsum{"mhd", "hdn", "mn", {{'m', 256}, {'d', 64}, {'h', 8}, {'n', 256}}}.config(
          DType::F64, DType::F64, DType::F64, DType::F64);
  EXPECT_EQ(GemmPlan::of(gemm).backend, ofLargeF64());
  EXPECT_EQ(GemmPlan::of(gemm).k.size, 512);
  // A bf16 result would be rounded after each term, so the matmul is not split.
  Einsum rounding{"bhsd", "hde", "bse", sizes};
  EXPECT_EQ(plan(rounding, DType::BF16, DType::BF16).terms.size, 1);
}

// Up to 16 rows, on either side, with contiguous columns and with contiguous k; and the two matmuls
// of attention with one query.
TEST(Gemm, MultipliesAFewRowsByAMatrix) {
  for (std::string r : {"kn", "nk"})
    // One, two and more rows take different loops; 16 is the limit.
    for (int64_t m : {1, 2, 5, 16})
      for (DType type : {DType::F32, DType::F64, DType::BF16})
        for (std::string o : {"mn", "nm"}) {
          Einsum e{"mk", r, o, {{'m', m}, {'n', 301}, {'k', 45}}};
          DType sum = type == DType::F64 ? type : DType::F32;
          check(e, type, type, type, sum);
          check({r, "mk", o, e.sizes}, type, type, sum, sum, true);
        }
  checkF32({"bqhd", "bkhd", "bhqk", {{'b', 3}, {'h', 2}, {'q', 1}, {'k', 100}, {'d', 24}}});
  checkF32({"bhqk", "bkhd", "bqhd", {{'b', 3}, {'h', 2}, {'q', 1}, {'d', 70}, {'k', 20}}});
}

// Attention, projections, sums over two dims, outer products, dot products and scalars.
TEST(Gemm, TakesManyDimsOfEachKind) {
  checkF32({"bqhd", "bkhd", "bhqk", {{'b', 3}, {'h', 2}, {'q', 17}, {'k', 20}, {'d', 8}}});
  checkF32({"bhqk", "bkhd", "bqhd", {{'b', 3}, {'h', 2}, {'q', 17}, {'d', 8}, {'k', 20}}});
  checkF32({"bse", "ehd", "bhsd", {{'b', 2}, {'s', 9}, {'h', 3}, {'d', 20}, {'e', 31}}});
  checkF32({"bhsd", "hde", "bse", {{'b', 2}, {'s', 9}, {'h', 3}, {'d', 20}, {'e', 31}}});
  checkF32({"bse", "bsf", "ef", {{'b', 3}, {'s', 50}, {'e', 21}, {'f', 40}}});
  checkF32({"aibj", "jcid", "cabd", {{'a', 3}, {'b', 4}, {'c', 5}, {'d', 6}, {'i', 7}, {'j', 8}}});
  checkF32({"m", "n", "mn", {{'m', 30}, {'n', 40}}});
  checkF32({"k", "k", "", {{'k', 1000}}});
  checkF32({"", "", "", {}});
}

// The first operand has stride 0 along the batch.
TEST(Gemm, BroadcastsABatchDim) {
  GemmConfig gemm{
      .batch = {{4, 0, 6, 6}}, .m = {{2, 3, 0, 3}}, .n = {{3, 0, 1, 1}}, .k = {{2, 1, 3, 0}}};
  std::vector<float> lhs = {1, 2, 9, 3, 4}, rhs(24), out(24, -1);
  for (int i = 0; i < 24; ++i)
    rhs[i] = float(i);
  void *operands[] = {lhs.data(), rhs.data()}, *results[] = {out.data()};
  runAllTiles({gemm, operands, results});
  for (int b = 0; b < 4; ++b)
    for (int m = 0; m < 2; ++m)
      for (int n = 0; n < 3; ++n)
        EXPECT_EQ(out[b * 6 + m * 3 + n],
                  lhs[m * 3] * rhs[b * 6 + n] + lhs[m * 3 + 1] * rhs[b * 6 + 3 + n]);
}

// The result is rounded once, after the addition.
TEST(Gemm, AddsToTheResult) {
  for (DType t : {DType::F32, DType::BF16, DType::F64, DType::S32, DType::C64})
    for (std::string o : {"mn", "nm"})
      check({"mk", "kn", o, {{'m', 20}, {'n', 33}, {'k', 6}}}, t, t, t,
            t == DType::BF16 ? DType::F32 : t, true);
}

// All element types, and mixed operands.
TEST(Gemm, KnowsEveryType) {
  Einsum e{"mk", "nk", "mn", {{'m', 17}, {'n', 35}, {'k', 13}}},
      t{"km", "kn", "mn", {{'m', 17}, {'n', 35}, {'k', 13}}};
  for (int type = 0; type <= int(DType::U4); ++type) {
    DType d = DType(type), accumulate = isFloat(d) && sizeOf(d) < 4 ? DType::F32 : d;
    check(e, d, d, d, accumulate);
    check(t, d, d, d, accumulate);
  }
  check(e, DType::BF16, DType::BF16, DType::F32, DType::F32);
  check(t, DType::F8E4M3FN, DType::F8E5M2, DType::BF16, DType::F32);
  check(t, DType::S8, DType::S8, DType::S32, DType::S32);
  check(t, DType::F32, DType::BF16, DType::F32, DType::F32);
  check(t, DType::F32, DType::F32, DType::F64, DType::F64);
}

// Complex matmuls with more than one section of k.
TEST(Gemm, ComplexProductsRunDeep) {
  check({"mk", "kn", "mn", {{'m', 5}, {'n', 40}, {'k', 400}}}, DType::C64, DType::C64, DType::C64,
        DType::C64);
  check({"mk", "kn", "nm", {{'m', 5}, {'n', 40}, {'k', 40}}}, DType::C128, DType::C128, DType::C128,
        DType::C128);
}

// An empty sum writes zeros, with small sizes and with sizes that would be split for a library. A
// result without rows has no tile.
TEST(Gemm, EmptySumsAreZeroAndEmptyResultsAreNothing) {
  GemmConfig gemm{.m = {{3, 0, 0, 4}}, .n = {{4, 0, 1, 1}}, .k = {{0, 1, 4, 0}}};
  std::vector<float> out(12, 7);
  void *results[] = {out.data()}, *operands[] = {nullptr, nullptr};
  runAllTiles({gemm, operands, results});
  EXPECT_EQ(out, std::vector<float>(12, 0));
  // A sum over several terms, of which one dim is empty.
  GemmConfig large{.m = {{1024, 1024, 0, 1024}},
                   .n = {{1024, 0, 1, 1}},
                   .k = {{0, 1 << 20, 1 << 20, 0}, {1024, 1, 1024, 0}}};
  for (int empty : {0, 1}) { // one of several sums is empty, each large enough for a library
    std::vector<float> dirty(1024 * 1024, 7);
    void *written[] = {dirty.data()};
    runAllTiles({large, operands, written});
    EXPECT_EQ(std::count(dirty.begin(), dirty.end(), 0.0f), int64_t(dirty.size())) << empty;
    large.k = {{1024, 1, 1024, 0}, {0, 1 << 20, 1 << 20, 0}};
  }
  gemm.m[0].size = 0;
  EXPECT_EQ(planRoutine(gemm).tiles, 0);
}

} // namespace
} // namespace spmd::rt
