// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests the gradient of pooling against the definition, bit by bit: windows that overlap, that
// leave gaps and that reach beyond the operand; few and many elements behind them; NaN and zeros.
#include "runtime/elements.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/test_tiles.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace spmd::rt {
namespace {

/// The definition, with elements as doubles, which hold those of all types below. `round` rounds a
/// sum to the type.
template <class Round>
std::vector<double> expected(const SelectAndScatterConfig &config, const std::vector<double> &x,
                             const std::vector<double> &source, double init, Round round) {
  std::vector<double> result(x.size(), init);
  const size_t rank = config.dims.size();
  std::vector<int64_t> s(rank), k(rank);
  int64_t windows = 1;
  for (const auto &d : config.dims)
    windows *= d.window;
  for (size_t i = 0; i < source.size(); ++i) {
    int64_t rest = int64_t(i), chosen = -1;
    for (size_t d = rank; d-- > 0; rest /= config.dims[d].source)
      s[d] = rest % config.dims[d].source;
    for (int64_t j = 0; j < windows; ++j) {
      int64_t number = j, at = 0;
      bool isInside = true;
      for (size_t d = rank; d-- > 0; number /= config.dims[d].window)
        k[d] = number % config.dims[d].window;
      for (size_t d = 0; d < rank; ++d) {
        const int64_t place = s[d] * config.dims[d].stride + k[d] - config.dims[d].low;
        isInside &= place >= 0 && place < config.dims[d].operand;
        at = at * config.dims[d].operand + place;
      }
      if (isInside &&
          (chosen < 0 || !(config.selectsLargest ? x[chosen] >= x[at] : x[chosen] <= x[at])))
        chosen = at;
    }
    if (chosen >= 0)
      result[chosen] = round(result[chosen] + source[i]);
  }
  return result;
}

/// Runs the routine and compares all bits with the definition's.
template <class E> void check(SelectAndScatterConfig config, DType type, unsigned seed) {
  using S = typename E::Storage;
  config.type = type;
  std::mt19937 draw(seed);
  int64_t count = 1, sources = 1;
  for (const auto &d : config.dims)
    count *= d.operand, sources *= d.source;
  // Few different values, so that there are equals; some are no numbers or zeros with a sign.
  auto value = [&]() -> double {
    const unsigned kind = draw() % 40;
    if (!std::is_integral_v<S> || !isPlain<E>) {
      if (kind == 0)
        return std::numeric_limits<double>::quiet_NaN();
      if (kind == 1)
        return -0.0;
      if (kind == 2)
        return -std::numeric_limits<double>::infinity();
    }
    return double(int(draw() % 17) - 8);
  };
  auto stored = [](const std::vector<double> &values) {
    std::vector<S> out(values.size());
    for (size_t i = 0; i < values.size(); ++i)
      E::set(&out[i], values[i]);
    return out;
  };
  std::vector<double> x(count), source(sources);
  for (double &v : x)
    v = value();
  for (double &v : source)
    v = double(int(draw() % 100)) * (isPlain<E> ? 1 : 0.125);
  const double init = draw() % 2 ? 3 : 0;
  auto round = [](double v) {
    S bits;
    E::set(&bits, v);
    return E::template get<double>(&bits);
  };
  auto wanted = stored(expected(config, x, source, init, round));
  auto in = stored(x), from = stored(source), start = stored({init});
  std::vector<S> result(count, S(7));
  void *operands[] = {in.data(), from.data(), start.data()}, *results[] = {result.data()};
  LibraryConfig call = config;
  runAllTiles({call, operands, results});
  EXPECT_EQ(std::memcmp(result.data(), wanted.data(), count * sizeof(S)), 0) << "seed " << seed;
}

TEST(SelectAndScatter, FollowsTheDefinition) {
  std::mt19937 draw(3);
  for (unsigned seed = 0; seed < 300; ++seed) {
    SelectAndScatterConfig config{.selectsLargest = draw() % 3 > 0};
    const unsigned rank = 1 + draw() % 4;
    for (unsigned d = 0; d < rank; ++d) {
      SelectAndScatterConfig::Dim dim{.operand = int64_t(1 + draw() % (rank == 1 ? 900 : 23))};
      dim.source = dim.operand;
      if (draw() % 2) {
        dim.window = 1 + draw() % 4, dim.stride = 1 + draw() % 3;
        dim.low = int64_t(draw() % 4) - 1;
        const int64_t span = dim.operand + dim.low + int64_t(draw() % 3) - dim.window;
        dim.source = span < 0 ? 0 : span / dim.stride + 1;
      }
      config.dims.push_back(dim);
    }
    switch (draw() % 5) {
    case 0:
      check<Plain<double>>(config, DType::F64, seed);
      break;
    case 1:
      check<Plain<int8_t>>(config, DType::S8, seed);
      break;
    case 2:
      check<Bf16Element>(config, DType::BF16, seed);
      break;
    default:
      check<Plain<float>>(config, DType::F32, seed);
    }
  }
}

// Tiles have eight windows at least, so this operand has several; with a stride of 40 some rows
// have no window.
TEST(SelectAndScatter, CutsRowsIntoTiles) {
  for (int64_t stride : {1, 2, 3, 40}) {
    SelectAndScatterConfig config{
        .dims = {{1, 1, 1, 1, 0}, {700, 0, 3, stride, 1}, {31, 15, 3, 2, 0}, {37, 37, 1, 1, 0}}};
    config.dims[1].source = (700 + 1 - 3) / stride + 1;
    check<Plain<float>>(config, DType::F32, unsigned(stride));
    LibraryConfig call = config;
    EXPECT_GT(planRoutine(call).tiles, 2);
  }
}

} // namespace
} // namespace spmd::rt
