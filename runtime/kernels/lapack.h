// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "lapack": factors, eigenvalues and singular values of batches of dense row-major matrices
// by OpenBLAS's LAPACK. Which arrays each of its routines reads and gives is a table of its own, by
// which the compiler checks calls, too.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// The routines by their names in LAPACK; for complex matrices Orgqr stands for ungqr, Ormqr for
/// unmqr, Syevd for heevd and Sytrd for hetrd. Trsm is one of BLAS. Two are none of LAPACK:
/// PivotsToPermutation turns the swaps of getrf, counted from 0, into the permutation that they
/// make, and Qr is geqrf and orgqr, with orthonormal columns [m, min(m, n)] and a triangle [min(m,
/// n), n].
enum class LapackRoutine : uint8_t {
  Gees,
  Geev,
  Gehrd,
  Geqp3,
  Geqrf,
  Gesdd,
  Gesvd,
  Getrf,
  Gtsv,
  Orgqr,
  Ormqr,
  PivotsToPermutation,
  Potrf,
  Qr,
  Syevd,
  Sytrd,
  Trsm,
};

/// One call for each matrix of a batch. The letters are those of LAPACK's arguments; each routine
/// reads the ones that it has.
struct LapackConfig {
  LapackRoutine routine = LapackRoutine::Getrf;
  DType type = DType::F32; // of the matrices: f32, f64, c64 or c128
  bool apart = false;      // each complex array is two, of real and of imaginary parts
  int64_t batches = 1;
  // The first matrix is [m, n]; k counts reflectors of Orgqr and Ormqr, swaps of
  // PivotsToPermutation, right-hand sides of Gtsv, and vectors of Gesdd and Gesvd on the longer
  // side of the matrix, and is the order of the triangular matrix of Trsm.
  int64_t m = 1, n = 1, k = 1;
  int64_t low = 1, high = 1; // the rows that Gehrd reduces, from 1
  // What is computed beside values: Gesdd A, S, N; Syevd, Gees and the left side of Geev V, N.
  char job = 'N';
  char jobRight = 'N'; // Geev
  char uplo = 'L', side = 'L', transposed = 'N', diagonal = 'N';
};

/// What the elements of an array are: of the type of the matrices, real or complex numbers of its
/// precision, or integers of 32 bits.
enum class LapackElement : uint8_t { Number, Real, Complex, Integer };

/// One operand or result of a routine, without the dims of the batch: a scalar, a vector [rows] or
/// a matrix [rows, columns].
struct LapackArray {
  LapackElement element = LapackElement::Number;
  int rank = 0;
  int64_t rows = 1, columns = 1;
  int operand = -1; // the operand that a result is written over
};

struct LapackArrays {
  std::vector<LapackArray> operands, results;
};
/// The arrays of a call. Geev of real matrices gives real and imaginary parts of eigenvalues as two
/// results and complex vectors:
///   Geev f32 [n, n] -> real [n], real [n], complex [n, n], complex [n, n], integer []
LapackArrays lapackArrays(const LapackConfig &config);

/// Whether the matrices have complex numbers.
constexpr bool isComplex(const LapackConfig &config) { return config.type >= DType::C64; }

/// Operands and results as in the table. The last result of most routines is info: 0, or LAPACK's
/// number of what went wrong, with results as LAPACK leaves them. Geev and Gees of matrices with a
/// NaN or an infinity give info -4. Vectors that the job leaves out are zeros.
extern const Routine kLapackRoutine;

} // namespace spmd::rt
