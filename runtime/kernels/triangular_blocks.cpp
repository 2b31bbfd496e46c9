// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Columns lie in panels of as many columns as the matmul kernel takes, row after row:
//   a solve: right-hand sides; block i of rows:  x_i = m_ii^-1 (b_i - m_i,solved x_solved)
//   Cholesky, as a = u^T u: columns of u;        u_i,: = u_ii^-T (a_i,: - u_:,i^T u_:,:)
// The product is the kernel's. What is left, a triangle of the block's few rows, goes row by row.
#include "runtime/kernels/triangular_blocks.h"
#include "runtime/cpu.h"
#include "runtime/kernels/matmul_kernel.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace spmd::rt {
namespace {

/// Rows of a block, at most: those of the kernel for the widest vectors.
constexpr int64_t kMostRows = 12;

/// The triangle of one block, and what its diagonal is divided by: row i needs the rows k with
/// entries (i, k), which are above it for a forward substitution and below it otherwise.
template <class T> struct Triangle {
  std::array<std::array<T, kMostRows>, kMostRows> entries{};
  std::array<T, kMostRows> scales{};
  int64_t rows = 0;
  bool isForward = true;
};

/// Solves for a block of rows of one panel, in place. `Bytes` are those of two vectors, the columns
/// of a panel.
template <class T, int Bytes>
[[gnu::always_inline]] inline void substitute(const Triangle<T> &triangle, T *panel) {
  constexpr int64_t kColumns = Bytes / int64_t(sizeof(T));
  for (int64_t step = 0; step < triangle.rows; ++step) {
    const int64_t i = triangle.isForward ? step : triangle.rows - 1 - step;
    T *row = panel + i * kColumns;
    for (int64_t before = 0; before < step; ++before) {
      const int64_t k = triangle.isForward ? before : triangle.rows - 1 - before;
      const T factor = triangle.entries[i][k], *other = panel + k * kColumns;
      for (int64_t j = 0; j < kColumns; ++j)
        row[j] -= factor * other[j];
    }
    for (int64_t j = 0; j < kColumns; ++j)
      row[j] *= triangle.scales[i];
  }
}

/// Factorizes a block of rows whose diagonal begins at column `first` of the panel, and solves for
/// the panel's columns behind it. Returns the first row without a positive pivot, or -1.
template <class T, int Bytes>
[[gnu::always_inline]] inline int64_t eliminate(int64_t rows, int64_t first, T *panel) {
  constexpr int64_t kColumns = Bytes / int64_t(sizeof(T));
  int64_t failure = -1;
  for (int64_t i = 0; i < rows; ++i) {
    T *row = panel + i * kColumns;
    const T pivot = std::sqrt(row[first + i]), scale = T(1) / pivot;
    if (!(row[first + i] > T(0)) && failure < 0)
      failure = i;
    for (int64_t j = 0; j < kColumns; ++j)
      row[j] *= scale;
    row[first + i] = pivot;
    for (int64_t k = i + 1; k < rows; ++k) {
      T *other = panel + k * kColumns;
      const T factor = row[first + k];
      for (int64_t j = 0; j < kColumns; ++j)
        other[j] -= factor * row[j];
    }
  }
  return failure;
}

/// Both for panels of the columns that the matmul kernel has on this CPU.
#define SPMD_ROWS_FOR(NAME, TARGET, BYTES)                                                         \
  struct NAME {                                                                                    \
    template <class T> TARGET static void solve(const Triangle<T> &triangle, T *panel) {           \
      substitute<T, BYTES>(triangle, panel);                                                       \
    }                                                                                              \
    template <class T> TARGET static int64_t factor(int64_t rows, int64_t first, T *panel) {       \
      return eliminate<T, BYTES>(rows, first, panel);                                              \
    }                                                                                              \
  };
#if defined(__x86_64__)
SPMD_ROWS_FOR(Rows512, [[gnu::target("avx512f,avx512dq")]], 128)
SPMD_ROWS_FOR(Rows256, [[gnu::target("avx2,fma")]], 64)
#endif
SPMD_ROWS_FOR(Rows128, , 32)
#undef SPMD_ROWS_FOR
/// Calls f with the struct for this CPU.
template <class F> auto withRows(F f) {
#if defined(__x86_64__)
  if (isaOfThisCpu() >= Isa::Avx512)
    return f(Rows512());
  if (isaOfThisCpu() >= Isa::Avx2)
    return f(Rows256());
#endif
  return f(Rows128());
}

/// [n, columns] in panels. Each panel has one row more, for what the kernel computes beyond the
/// last rows of a block. Columns beyond the last one are zeros.
/// Example, 3 rows of 5 columns in panels of 4:
///   00 01 02 03 | 10 11 12 13 | 20 21 22 23 | -     and     04 0 0 0 | 14 0 0 0 | 24 0 0 0 | -
template <class T> class Panels {
public:
  Panels(int64_t n, int64_t columns)
      : n(n), columns(columns), width(kernel.columns), count((columns + width - 1) / width),
        shift(std::countr_zero(uint64_t(width))) {
    const int64_t packed = kernel.rows * n, all = count * (n + 1) * width;
    lhs = reinterpret_cast<T *>(
        workspace(WorkspaceUse::LapackWork, uint64_t(packed + all) * sizeof(T)));
    first = lhs + packed;
    std::fill_n(first, all, T(0));
  }
  /// Calls visit(row, first column, how many columns, their values) for the rows of all panels.
  template <class Visit> void each(Visit visit) {
    for (int64_t q = 0; q < count; ++q)
      for (int64_t row = 0; row < n; ++row)
        visit(row, q * width, std::min(width, columns - q * width), panel(q) + row * width);
  }
  T &at(int64_t row, int64_t column) {
    return panel(column >> shift)[(row << shift) + (column & (width - 1))];
  }
  int64_t rowsOfBlock() const { return kernel.rows; }

  // The kernel adds, so the packed entries are negative. Rows that a block lacks are zeros, and
  // what the kernel adds for them goes to the panel's last row.
  /// Subtracts from the block's rows, in the panels from `firstColumn` on, the product with the
  /// rows [begin, end); entry(i, p) is that of the block's row i.
  template <class Entry>
  void subtract(int64_t row, int64_t rows, int64_t begin, int64_t end, int64_t firstColumn,
                Entry entry) {
    if (begin == end)
      return;
    for (int64_t p = begin; p < end; ++p)
      for (int64_t i = 0; i < kernel.rows; ++i)
        lhs[(p - begin) * kernel.rows + i] = i < rows ? -entry(i, p) : T(0);
    std::array<int64_t, kMostRows> offsets;
    for (int64_t i = 0; i < kernel.rows; ++i)
      offsets[size_t(i)] = (i < rows ? i : n - row) * width;
    for (int64_t q = firstColumn >> shift; q < count; ++q)
      kernel.run(end - begin, lhs, panel(q) + begin * width, panel(q) + row * width, offsets.data(),
                 /*add=*/true);
  }
  /// Solves the block's triangle in the panels from `firstColumn` on.
  void substituteFrom(int64_t row, const Triangle<T> &triangle, int64_t firstColumn) {
    withRows([&](auto rows) {
      for (int64_t q = firstColumn >> shift; q < count; ++q)
        rows.solve(triangle, panel(q) + row * width);
    });
  }
  /// Factorizes the block of rows from `row` on in the panel of its diagonal; it ends there.
  int64_t factorBlock(int64_t row, int64_t rows) {
    T *first = panel(row >> shift) + row * width;
    return withRows([&](auto all) { return all.factor(rows, row & (width - 1), first); });
  }
  /// The first column of the panel behind that of a column.
  int64_t nextPanel(int64_t column) const { return ((column >> shift) + 1) << shift; }

private:
  T *panel(int64_t q) { return first + q * (n + 1) * width; }

  const MatmulKernel<T> &kernel = matmulKernel<T>();
  int64_t n, columns, width, count; // the width is a power of two
  int shift;
  T *lhs, *first;
};

/// Copies the right-hand sides to panels, as columns, and back; rows of x are contiguous on the
/// left side. entry(i, k) is that of the matrix that these columns are solutions of.
template <class T, class Entry>
void solvePanels(const TriangularSolveConfig &config, T *x, int64_t begin, int64_t end,
                 Entry entry) {
  const int64_t n = config.n;
  Panels<T> panels(n, end - begin);
  panels.each([&](int64_t row, int64_t column, int64_t count, T *values) {
    const int64_t side = begin + column;
    if (config.left)
      std::copy_n(x + row * config.others + side, count, values);
    else
      for (int64_t j = 0; j < count; ++j)
        values[j] = x[(side + j) * n + row];
  });
  Triangle<T> triangle;
  triangle.isForward = (config.lower != config.transposed) == config.left;
  for (int64_t done = 0; done < n; done += triangle.rows) {
    triangle.rows = std::min(panels.rowsOfBlock(), n - done);
    const int64_t row = triangle.isForward ? done : n - done - triangle.rows;
    for (int64_t i = 0; i < triangle.rows; ++i) {
      for (int64_t k = 0; k < triangle.rows; ++k)
        triangle.entries[i][k] = entry(row + i, row + k);
      triangle.scales[i] = config.unitDiagonal ? T(1) : T(1) / triangle.entries[i][i];
    }
    panels.subtract(row, triangle.rows, triangle.isForward ? 0 : row + triangle.rows,
                    triangle.isForward ? row : n, 0,
                    [&](int64_t i, int64_t p) { return entry(row + i, p); });
    panels.substituteFrom(row, triangle, 0);
  }
  panels.each([&](int64_t row, int64_t column, int64_t count, const T *values) {
    const int64_t side = begin + column;
    if (config.left)
      std::copy_n(values, count, x + row * config.others + side);
    else
      for (int64_t j = 0; j < count; ++j)
        x[(side + j) * n + row] = values[j];
  });
}

} // namespace

// The right side is the left one of the transposed matrix: x m = b is m^T x^T = b^T.
template <class T>
void solveByBlocks(const TriangularSolveConfig &config, const T *a, T *x, int64_t begin,
                   int64_t end) {
  const int64_t n = config.n;
  if (config.transposed == config.left)
    solvePanels(config, x, begin, end, [&](int64_t i, int64_t k) { return a[k * n + i]; });
  else
    solvePanels(config, x, begin, end, [&](int64_t i, int64_t k) { return a[i * n + k]; });
}

// Blocks end where panels do, so that the diagonal of a block lies in one panel.
template <class T> int64_t factorizeByBlocks(const T *a, T *l, int64_t n, bool lower) {
  Panels<T> u(n, n);
  u.each([&](int64_t row, int64_t column, int64_t count, T *values) {
    for (int64_t j = std::max<int64_t>(0, row - column); j < count; ++j)
      values[j] = lower ? a[(column + j) * n + row] : a[row * n + column + j];
  });
  int64_t failure = 0;
  Triangle<T> triangle; // of u^T
  for (int64_t row = 0; row < n; row += triangle.rows) {
    const int64_t behind = u.nextPanel(row);
    triangle.rows = std::min({u.rowsOfBlock(), n - row, behind - row});
    u.subtract(row, triangle.rows, 0, row, row,
               [&](int64_t i, int64_t p) { return u.at(p, row + i); });
    if (int64_t fault = u.factorBlock(row, triangle.rows); fault >= 0 && failure == 0)
      failure = row + fault + 1;
    if (behind >= n)
      continue;
    for (int64_t i = 0; i < triangle.rows; ++i) {
      for (int64_t k = 0; k < i; ++k)
        triangle.entries[i][k] = u.at(row + k, row + i);
      triangle.scales[i] = T(1) / u.at(row + i, row + i);
    }
    u.substituteFrom(row, triangle, behind);
  }
  u.each([&](int64_t row, int64_t column, int64_t count, const T *values) {
    for (int64_t j = std::max<int64_t>(0, row - column); j < count; ++j)
      l[lower ? (column + j) * n + row : row * n + column + j] = values[j];
  });
  return failure;
}

template void solveByBlocks(const TriangularSolveConfig &, const float *, float *, int64_t,
                            int64_t);
template void solveByBlocks(const TriangularSolveConfig &, const double *, double *, int64_t,
                            int64_t);
template int64_t factorizeByBlocks(const float *, float *, int64_t, bool);
template int64_t factorizeByBlocks(const double *, double *, int64_t, bool);

} // namespace spmd::rt
