// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizes and solves small dense matrices. A tile is one matrix of cholesky, or up to 64
// right-hand sides of one matrix of triangular_solve.
#include "runtime/kernels/triangular.h"
#include "runtime/kernels/library_config.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace spmd::rt {
namespace {

// Right-hand sides per tile.
constexpr int64_t kTileSides = 64;

/// Cholesky row by row: l[i, j] = (a[i, j] - l[i, :j] l[j, :j]) / l[j, j]. The upper form is
/// computed as the lower one of the transposed input and transposed at the end.
template <class T> void factorize(const T *a, T *l, int64_t n, bool lower) {
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      l[i * n + j] = j > i ? T(0) : lower ? a[i * n + j] : a[j * n + i];
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j <= i; ++j) {
      T sum = l[i * n + j];
      for (int64_t k = 0; k < j; ++k)
        sum -= l[i * n + k] * l[j * n + k];
      l[i * n + j] = i == j ? std::sqrt(sum) : sum / l[j * n + j];
    }
  for (int64_t i = 0; !lower && i < n; ++i)
    for (int64_t j = 0; j < i; ++j)
      std::swap(l[i * n + j], l[j * n + i]);
}

// Matrices of a batch are independent; the rows of one matrix are not.
int64_t choleskyTiles(const LibraryConfig &config, const void *) {
  return std::get<CholeskyConfig>(config).batches;
}

// The element type is a template parameter of the factorization; the lambda is instantiated for
// both types.
void runCholesky(const RoutineArgs &args, int64_t tile) {
  const auto &config = std::get<CholeskyConfig>(args.config);
  int64_t begin = tile * config.n * config.n;
  auto run = [&]<class T>(T) {
    factorize(static_cast<const T *>(args.operands[0]) + begin,
              static_cast<T *>(args.results[0]) + begin, config.n, config.lower);
  };
  config.type == DType::F64 ? run(double()) : run(float());
}

// Right-hand sides are independent, so they are shared among tiles. The matrix itself is read by
// all of them.
int64_t tilesOfSides(const TriangularSolveConfig &config) {
  return (config.others + kTileSides - 1) / kTileSides;
}

int64_t solveTiles(const LibraryConfig &call, const void *) {
  const auto &config = std::get<TriangularSolveConfig>(call);
  return config.batches * tilesOfSides(config);
}

/// Solves for the sides [begin, end) of one matrix by substitution. x holds b at first.
template <class T>
void solve(const TriangularSolveConfig &config, const T *a, T *x, int64_t begin, int64_t end) {
  // Forward substitution where op(a) is lower on the left or upper on the right, else backward.
  int64_t n = config.n;
  // op(a) at (i, j).
  auto m = [&](int64_t i, int64_t j) { return config.transposed ? a[j * n + i] : a[i * n + j]; };
  // On the left side row i depends on the rows that have entries in row i of m. On the right side
  // column i depends on the columns that have entries in column i of m.
  bool isForward = (config.lower != config.transposed) == config.left;
  for (int64_t step = 0; step < n; ++step) {
    int64_t i = isForward ? step : n - 1 - step;
    int64_t first = isForward ? 0 : i + 1, last = isForward ? i : n;
    T scale = config.unitDiagonal ? T(1) : T(1) / m(i, i);
    if (config.left) {
      T *row = x + i * config.others;
      for (int64_t k = first; k < last; ++k) {
        T factor = m(i, k);
        const T *other = x + k * config.others;
        for (int64_t o = begin; o < end; ++o)
          row[o] -= factor * other[o];
      }
      for (int64_t o = begin; o < end; ++o)
        row[o] *= scale;
    } else {
      for (int64_t o = begin; o < end; ++o) {
        T *row = x + o * n, sum = row[i];
        for (int64_t k = first; k < last; ++k)
          sum -= row[k] * m(k, i);
        row[i] = sum * scale;
      }
    }
  }
}

// Copies the tile's part of b to x and solves in place.
void runSolve(const RoutineArgs &args, int64_t tile) {
  const auto &config = std::get<TriangularSolveConfig>(args.config);
  int64_t batch = tile / tilesOfSides(config), begin = tile % tilesOfSides(config) * kTileSides;
  int64_t end = std::min(begin + kTileSides, config.others);
  auto run = [&]<class T>(T) {
    auto *b = static_cast<const T *>(args.operands[1]) + batch * config.n * config.others;
    auto *x = static_cast<T *>(args.results[0]) + batch * config.n * config.others;
    if (config.left)
      for (int64_t i = 0; i < config.n; ++i)
        std::copy(b + i * config.others + begin, b + i * config.others + end,
                  x + i * config.others + begin);
    else
      std::copy(b + begin * config.n, b + end * config.n, x + begin * config.n);
    solve(config, static_cast<const T *>(args.operands[0]) + batch * config.n * config.n, x, begin,
          end);
  };
  config.type == DType::F64 ? run(double()) : run(float());
}

} // namespace

const Routine kCholeskyRoutine = {"cholesky", choleskyTiles, runCholesky};
const Routine kTriangularSolveRoutine = {"triangular_solve", solveTiles, runSolve};

} // namespace spmd::rt
