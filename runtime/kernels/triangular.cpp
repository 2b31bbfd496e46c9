// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizes and solves dense matrices. A tile is one matrix of cholesky, right-hand sides of one
// matrix of triangular_solve, or several small matrices with all of their sides.
#include "runtime/kernels/triangular.h"
#include "runtime/kernels/lapack_prototypes.h"
#include "runtime/kernels/library_config.h"
#include <algorithm>
#include <cmath>
#include <utility>

namespace spmd::rt {
namespace {

/// Right-hand sides per tile, at least. BLAS packs the matrix anew for each tile, so larger matrices
/// have more sides in each.
constexpr int64_t kTileSides = 64;
/// Substitution by the loops of this file takes longer than a call of BLAS from this order on.
constexpr int64_t kOrderOfBlas = 48;
/// Multiplications of a tile of small matrices: some 10 us.
constexpr int64_t kTileWork = int64_t(1) << 14;

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

/// How right-hand sides are shared among tiles. They are independent; the matrix itself is read by
/// all of them.
struct SideTiles {
  int64_t sides, perMatrix; // sides of a tile, and tiles of a matrix
  int64_t matrices = 1;     // of a tile, where a matrix is one tile or less

  explicit SideTiles(const TriangularSolveConfig &config)
      : sides(std::max(kTileSides, config.n / 2)),
        perMatrix(std::max<int64_t>(1, (config.others + sides - 1) / sides)) {
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

/// The same by BLAS, which sees each row-major matrix as the column-major one that is its transpose:
///   op(a) x = b   ->   x^T op(a^T) = b^T, the other side and the other triangle
template <class T>
void solveByBlas(const TriangularSolveConfig &config, const T *a, T *x, int64_t begin,
                 int64_t end) {
  const char side = config.left ? 'R' : 'L', triangle = config.lower ? 'U' : 'L',
             transposed = config.transposed ? 'T' : 'N', diagonal = config.unitDiagonal ? 'U' : 'N';
  const int n = int(config.n), sides = int(end - begin),
            leading = int(config.left ? config.others : config.n);
  const T one = 1;
  lapack::Names<T>::trsm(&side, &triangle, &transposed, &diagonal, config.left ? &sides : &n,
                         config.left ? &n : &sides, &one, a, &n,
                         x + (config.left ? begin : begin * config.n), &leading, 1, 1, 1, 1);
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
  if (config.n < kOrderOfBlas)
    solve(config, a, x, begin, end);
  else
    solveByBlas(config, a, x, begin, end);
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
