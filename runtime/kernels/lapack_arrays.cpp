// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of operands and results of LAPACK's routines, with the shapes of JAX's custom calls
// (jaxlib's lapack_kernels): routines that change an array in place have it as operand and result.
#include "runtime/kernels/lapack.h"
#include <algorithm>

namespace spmd::rt {
namespace {

constexpr auto Number = LapackElement::Number, Real = LapackElement::Real;
constexpr LapackArray kInteger = {.element = LapackElement::Integer}; // info, and counts

LapackArray matrix(int64_t rows, int64_t columns, int operand = -1,
                   LapackElement element = Number) {
  return {element, 2, rows, columns, operand};
}
LapackArray vector(LapackElement element, int64_t rows, int operand = -1) {
  return {element, 1, rows, 1, operand};
}
LapackArray integers(int64_t rows, int operand = -1) {
  return vector(LapackElement::Integer, rows, operand);
}

/// Singular values and both sides: whole orthogonal matrices, or their first columns and rows. For
/// the job N the arrays are there, too.
LapackArrays singularValues(const LapackConfig &c) {
  const bool isTall = c.m >= c.n;
  return {{matrix(c.m, c.n)},
          {matrix(c.m, c.n, 0), vector(Real, std::min(c.m, c.n)), matrix(c.m, isTall ? c.k : c.m),
           matrix(isTall ? c.n : c.k, c.n), kInteger}};
}

/// Complex eigenvalues are one array for complex matrices, and their parts two for real ones.
LapackArrays eigenvalues(const LapackConfig &c) {
  const LapackArray vectors = matrix(c.n, c.n, -1, LapackElement::Complex);
  if (isComplex(c))
    return {{matrix(c.n, c.n)}, {vector(Number, c.n), vectors, vectors, kInteger}};
  return {{matrix(c.n, c.n)}, {vector(Real, c.n), vector(Real, c.n), vectors, vectors, kInteger}};
}

/// The triangular matrix and the vectors of Schur's form, then the eigenvalues.
LapackArrays schurForm(const LapackConfig &c) {
  LapackArrays arrays{{matrix(c.n, c.n)}, {matrix(c.n, c.n, 0), matrix(c.n, c.n)}};
  arrays.results.insert(arrays.results.end(), isComplex(c) ? 1 : 2, vector(Number, c.n));
  arrays.results.insert(arrays.results.end(), 2, kInteger);
  return arrays;
}

} // namespace

// One line per routine.
LapackArrays lapackArrays(const LapackConfig &c) {
  const int64_t least = std::min(c.m, c.n), below = std::max<int64_t>(c.n - 1, 0);
  const LapackArray a = matrix(c.m, c.n), inPlace = matrix(c.m, c.n, 0);
  switch (c.routine) {
  case LapackRoutine::Gees:
    return schurForm(c);
  case LapackRoutine::Geev:
    return eigenvalues(c);
  case LapackRoutine::Gehrd:
    return {{a}, {inPlace, vector(Number, below), kInteger}};
  case LapackRoutine::Geqp3:
    return {{a, integers(c.n)}, {inPlace, integers(c.n, 1), vector(Number, least)}};
  case LapackRoutine::Geqrf:
    return {{a}, {inPlace, vector(Number, least)}};
  case LapackRoutine::Gesdd:
  case LapackRoutine::Gesvd:
    return singularValues(c);
  case LapackRoutine::Getrf:
    return {{a}, {inPlace, integers(least), kInteger}};
  case LapackRoutine::Gtsv: // the three diagonals have n elements each
    return {{vector(Number, c.n), vector(Number, c.n), vector(Number, c.n), matrix(c.n, c.k)},
            {vector(Number, c.n, 0), vector(Number, c.n, 1), vector(Number, c.n, 2),
             matrix(c.n, c.k, 3), kInteger}};
  case LapackRoutine::Orgqr:
    return {{a, vector(Number, c.k)}, {inPlace}};
  case LapackRoutine::
      Ormqr: // the reflectors act on the rows or on the columns of the second matrix
    return {{matrix(c.side == 'L' ? c.m : c.n, c.k), vector(Number, c.k), a},
            {matrix(c.m, c.n, 2)}};
  case LapackRoutine::PivotsToPermutation:
    return {{integers(c.k)}, {integers(c.n)}};
  case LapackRoutine::Potrf:
    return {{a}, {inPlace, kInteger}};
  case LapackRoutine::Qr:
    return {{a}, {matrix(c.m, least), matrix(least, c.n)}};
  case LapackRoutine::Syevd:
    return {{a}, {inPlace, vector(Real, c.n), kInteger}};
  case LapackRoutine::Sytrd:
    return {{a},
            {inPlace, vector(Real, c.n), vector(Real, below), vector(Number, below), kInteger}};
  case LapackRoutine::Trsm:
    return {{matrix(c.k, c.k), a}, {matrix(c.m, c.n, 1)}};
  }
  return {};
}

} // namespace spmd::rt
