// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizes and solves dense matrices. A tile is one matrix of cholesky, right-hand sides of one
// matrix of triangular_solve, or several small matrices with all of their sides.
#include "runtime/kernels/triangular.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/triangular_blocks.h"
#include <algorithm>

namespace spmd::rt {
namespace {

/// Right-hand sides per tile, about: each tile packs the matrix for itself, so it has many.
constexpr int64_t kSidesOfTile = 96;
/// Smaller matrices, and fewer right-hand sides, would fill only parts of the blocks.
constexpr int64_t kOrderOfBlocks = 24, kSidesOfBlocks = 4;
/// Multiplications of a tile of small matrices: some 10 us.
constexpr int64_t kTileWork = int64_t(1) << 14;

/// Cholesky, and zeros in the other triangle.
template <class T> void factorize(const T *a, T *l, int64_t n, bool lower) {
  factorizeByBlocks(a, l, n, lower);
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < i; ++j)
      l[lower ? j * n + i : i * n + j] = T(0);
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

/// How right-hand sides are shared among tiles. They are independent; the matrix itself is read by
/// all of them.
struct SideTiles {
  int64_t sides = 1, perMatrix = 1; // sides of a tile, and tiles of a matrix: none is empty
  int64_t matrices = 1;             // of a tile, where a matrix is one tile or less

  explicit SideTiles(const TriangularSolveConfig &config) {
    const int64_t all = std::max<int64_t>(1, config.others), parts = 1 + all / kSidesOfTile;
    sides = (all + parts - 1) / parts;
    perMatrix = (all + sides - 1) / sides;
    const int64_t work = std::max<int64_t>(1, config.n * config.n * config.others / 2);
    if (perMatrix == 1)
      matrices = std::max<int64_t>(1, kTileWork / work);
  }
};

int64_t solveTiles(const LibraryConfig &call, const void *) {
  const auto &config = std::get<TriangularSolveConfig>(call);
  const SideTiles tiles(config);
  return (config.batches + tiles.matrices - 1) / tiles.matrices * tiles.perMatrix;
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

/// Copies the sides [begin, end) of b to x and solves in place.
template <class T>
void solveSides(const TriangularSolveConfig &config, const T *a, const T *b, T *x, int64_t begin,
                int64_t end) {
  if (config.left)
    for (int64_t i = 0; i < config.n; ++i)
      std::copy(b + i * config.others + begin, b + i * config.others + end,
                x + i * config.others + begin);
  else
    std::copy(b + begin * config.n, b + end * config.n, x + begin * config.n);
  if (config.n >= kOrderOfBlocks && end - begin >= kSidesOfBlocks)
    solveByBlocks(config, a, x, begin, end);
  else
    solve(config, a, x, begin, end);
}

void runSolve(const RoutineArgs &args, int64_t tile) {
  const auto &config = std::get<TriangularSolveConfig>(args.config);
  const SideTiles tiles(config);
  const int64_t first = tile / tiles.perMatrix * tiles.matrices,
                last = std::min(first + tiles.matrices, config.batches);
  const int64_t begin = tile % tiles.perMatrix * tiles.sides,
                end = std::min(begin + tiles.sides, config.others);
  auto run = [&]<class T>(T) {
    const int64_t matrix = config.n * config.n, sides = config.n * config.others;
    for (int64_t batch = first; batch < last; ++batch)
      solveSides(config, static_cast<const T *>(args.operands[0]) + batch * matrix,
                 static_cast<const T *>(args.operands[1]) + batch * sides,
                 static_cast<T *>(args.results[0]) + batch * sides, begin, end);
  };
  config.type == DType::F64 ? run(double()) : run(float());
}

} // namespace

const Routine kCholeskyRoutine = {"cholesky", choleskyTiles, runCholesky};
const Routine kTriangularSolveRoutine = {"triangular_solve", solveTiles, runSolve};

} // namespace spmd::rt
