// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls the routines of LAPACK: asks each for the memory that it works in, and calls it. Where a
// routine differs between real and complex matrices, so does its function here.
#include "runtime/kernels/lapack_calls.h"
#include "runtime/kernels/lapack_prototypes.h"
#include "runtime/kernels/lapack_small.h"
#include "runtime/kernels/triangular_blocks.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace spmd::rt {
namespace {

/// What the functions below share: sizes, leading dims and arrays of a call.
template <class T> struct Call {
  using Real = typename RealOf<T>::type;
  using Names = lapack::Names<T>;
  static constexpr bool kIsComplex = !std::is_same_v<T, Real>;

  Call(const LapackConfig &config, const LapackMemory &memory)
      : config(config), memory(memory), m(int(config.m)), n(int(config.n)), k(int(config.k)) {}

  const LapackConfig &config;
  const LapackMemory &memory;
  int m, n, k;
  int least = std::min(m, n);
  int lda = std::max(m, 1), ldn = std::max(n, 1); // of arrays with m and with n rows
  int failure = 0;                                // info of a routine whose table has none

  template <class E> E *result(int i) const { return reinterpret_cast<E *>(memory.results[i]); }
  template <class E> const E *operand(int i) const {
    return reinterpret_cast<const E *>(memory.operands[i]);
  }
  T *number(int i) const { return result<T>(i); }
  Real *real(int i) const { return result<Real>(i); }
  int *integer(int i) const { return result<int>(i); }
};

/// Numbers that a routine works in: `numbers` of T, then `reals`, then `integers`.
template <class T> struct Work {
  using Real = typename RealOf<T>::type;
  Work(int64_t numbers, int64_t reals, int64_t integers) {
    std::byte *begin = workspace(WorkspaceUse::LapackWork, uint64_t(numbers) * sizeof(T) +
                                                               uint64_t(reals) * sizeof(Real) +
                                                               uint64_t(integers) * sizeof(int));
    number = reinterpret_cast<T *>(begin);
    real = reinterpret_cast<Real *>(number + numbers);
    integer = reinterpret_cast<int *>(real + reals);
  }
  T *number;
  Real *real;
  int *integer;
};

/// A routine whose work is numbers only: call(work, lwork) with lwork -1 tells how many are best.
template <class T, class F> void withWork(F call) {
  T best = 1;
  const int query = -1;
  call(&best, &query);
  const int size = std::max(1, int(std::real(best)));
  call(Work<T>(size, 0, 0).number, &size);
}

// Factors.

template <class T> void getrf(const Call<T> &c) {
  if constexpr (!Call<T>::kIsComplex)
    if (std::max(c.m, c.n) <= kSmallMatrix) {
      *c.integer(2) = factorizeSmall(c.m, c.n, c.number(0), c.integer(1));
      return;
    }
  Call<T>::Names::getrf(&c.m, &c.n, c.number(0), &c.lda, c.integer(1), c.integer(2));
}
template <class T> void geqrf(Call<T> &c) {
  withWork<T>([&](T *work, const int *lwork) {
    Call<T>::Names::geqrf(&c.m, &c.n, c.number(0), &c.lda, c.number(1), work, lwork, &c.failure);
  });
}
template <class T> void orgqr(Call<T> &c) {
  withWork<T>([&](T *work, const int *lwork) {
    Call<T>::Names::orgqr(&c.m, &c.n, &c.k, c.number(0), &c.lda, c.template operand<T>(1), work,
                          lwork, &c.failure);
  });
}
template <class T> void ormqr(Call<T> &c) {
  const LapackConfig &how = c.config;
  const int rows = std::max(how.side == 'L' ? c.m : c.n, 1); // of the reflectors
  withWork<T>([&](T *work, const int *lwork) {
    Call<T>::Names::ormqr(&how.side, &how.transposed, &c.m, &c.n, &c.k, c.template operand<T>(0),
                          &rows, c.template operand<T>(1), c.number(0), &c.lda, work, lwork,
                          &c.failure, 1, 1);
  });
}
/// geqrf leaves the triangle in the upper half of its matrix, reflectors in the lower one, of which
/// orgqr makes the first columns of Q.
template <class T> void qr(Call<T> &c) {
  const T *a = c.template operand<T>(0);
  const int64_t rows = c.m, columns = c.n, count = rows * columns;
  std::vector<T> packed(a, a + count), tau(size_t(std::max(c.least, 1)));
  withWork<T>([&](T *work, const int *lwork) {
    Call<T>::Names::geqrf(&c.m, &c.n, packed.data(), &c.lda, tau.data(), work, lwork, &c.failure);
  });
  for (int64_t j = 0; j < columns; ++j)
    std::copy_n(packed.data() + j * rows, std::min<int64_t>(j + 1, c.least),
                c.number(1) + j * c.least);
  std::copy_n(packed.data(), rows * c.least, c.number(0));
  withWork<T>([&](T *work, const int *lwork) {
    Call<T>::Names::orgqr(&c.m, &c.least, &c.least, c.number(0), &c.lda, tau.data(), work, lwork,
                          &c.failure);
  });
}
template <class T> void geqp3(Call<T> &c) {
  // Complex matrices take 2 n real numbers beside the work.
  const int64_t reals = Call<T>::kIsComplex ? 2 * int64_t(c.n) : 0;
  auto call = [&](T *work, const int *lwork, [[maybe_unused]] typename Call<T>::Real *real) {
    if constexpr (Call<T>::kIsComplex)
      Call<T>::Names::geqp3(&c.m, &c.n, c.number(0), &c.lda, c.integer(1), c.number(2), work, lwork,
                            real, &c.failure);
    else
      Call<T>::Names::geqp3(&c.m, &c.n, c.number(0), &c.lda, c.integer(1), c.number(2), work, lwork,
                            &c.failure);
  };
  T best = 1;
  const int query = -1;
  call(&best, &query, nullptr);
  const int size = std::max(1, int(std::real(best)));
  const Work<T> work(size, reals, 0);
  call(work.number, &size, work.real);
}
/// Columns one after the other are the rows of the transposed matrix, whose triangle is the other
/// one.
template <class T> void potrf(const Call<T> &c) {
  if constexpr (Call<T>::kIsComplex)
    Call<T>::Names::potrf(&c.config.uplo, &c.n, c.number(0), &c.ldn, c.integer(1), 1);
  else
    *c.integer(1) = int(factorizeByBlocks(c.number(0), c.number(0), c.n, c.config.uplo == 'U'));
}
template <class T> void trsm(const Call<T> &c) {
  const T one = 1;
  const int lda = std::max(c.k, 1);
  const LapackConfig &how = c.config;
  Call<T>::Names::trsm(&how.side, &how.uplo, &how.transposed, &how.diagonal, &c.m, &c.n, &one,
                       c.template operand<T>(0), &lda, c.number(0), &c.lda, 1, 1, 1, 1);
}
template <class T> void gehrd(const Call<T> &c) {
  const int low = int(c.config.low), high = int(c.config.high);
  withWork<T>([&](T *work, const int *lwork) {
    Call<T>::Names::gehrd(&c.n, &low, &high, c.number(0), &c.ldn, c.number(1), work, lwork,
                          c.integer(2));
  });
}
template <class T> void sytrd(const Call<T> &c) {
  withWork<T>([&](T *work, const int *lwork) {
    Call<T>::Names::sytrd(&c.config.uplo, &c.n, c.number(0), &c.ldn, c.real(1), c.real(2),
                          c.number(3), work, lwork, c.integer(4), 1);
  });
}
/// The first element of the lower diagonal is unused, as in jax.lax.linalg.tridiagonal_solve.
template <class T> void gtsv(const Call<T> &c) {
  Call<T>::Names::gtsv(&c.n, &c.k, c.number(0) + 1, c.number(1), c.number(2), c.number(3), &c.ldn,
                       c.integer(4));
}

// Eigenvalues and singular values.

template <class T> void syevd(const Call<T> &c) {
  auto call = [&](T *work, const int *lwork, [[maybe_unused]] typename Call<T>::Real *real,
                  [[maybe_unused]] const int *lreal, int *integer, const int *linteger) {
    const char *job = &c.config.job, *uplo = &c.config.uplo;
    if constexpr (Call<T>::kIsComplex)
      Call<T>::Names::syevd(job, uplo, &c.n, c.number(0), &c.ldn, c.real(1), work, lwork, real,
                            lreal, integer, linteger, c.integer(2), 1, 1);
    else
      Call<T>::Names::syevd(job, uplo, &c.n, c.number(0), &c.ldn, c.real(1), work, lwork, integer,
                            linteger, c.integer(2), 1, 1);
  };
  T numbers = 1;
  typename Call<T>::Real reals = 1;
  int integers = 1;
  const int query = -1;
  call(&numbers, &query, &reals, &query, &integers, &query);
  const int size = std::max(1, int(std::real(numbers))), realSize = std::max(1, int(reals));
  integers = std::max(1, integers);
  const Work<T> work(size, realSize, integers);
  call(work.number, &size, work.real, &realSize, work.integer, &integers);
}

/// Real numbers that gesdd of a complex matrix works in (LAPACK's documentation of zgesdd, LRWORK).
int64_t realsOfGesdd(const LapackConfig &config) {
  const int64_t least = std::min(config.m, config.n), most = std::max(config.m, config.n);
  if (config.job == 'N')
    return 7 * least;
  return std::max(5 * least * least + 5 * least, 2 * most * least + 2 * least * least + least);
}

template <class T> void gesdd(const Call<T> &c) {
  // Rows of the last result: its leading dim.
  const int ldvt = std::max(1, c.m >= c.n ? c.n : c.k);
  auto call = [&](T *work, const int *lwork, [[maybe_unused]] typename Call<T>::Real *real,
                  int *integer) {
    if constexpr (Call<T>::kIsComplex)
      Call<T>::Names::gesdd(&c.config.job, &c.m, &c.n, c.number(0), &c.lda, c.real(1), c.number(2),
                            &c.lda, c.number(3), &ldvt, work, lwork, real, integer, c.integer(4),
                            1);
    else
      Call<T>::Names::gesdd(&c.config.job, &c.m, &c.n, c.number(0), &c.lda, c.real(1), c.number(2),
                            &c.lda, c.number(3), &ldvt, work, lwork, integer, c.integer(4), 1);
  };
  T best = 1;
  const int query = -1;
  call(&best, &query, nullptr, nullptr);
  const int size = std::max(1, int(std::real(best)));
  const Work<T> work(size, Call<T>::kIsComplex ? realsOfGesdd(c.config) : 0, 8 * int64_t(c.least));
  call(work.number, &size, work.real, work.integer);
}

template <class T> void gesvd(const Call<T> &c) {
  const int ldvt = std::max(1, c.m >= c.n ? c.n : c.k);
  const char *job = &c.config.job;
  auto call = [&](T *work, const int *lwork, [[maybe_unused]] typename Call<T>::Real *real) {
    if constexpr (Call<T>::kIsComplex)
      Call<T>::Names::gesvd(job, job, &c.m, &c.n, c.number(0), &c.lda, c.real(1), c.number(2),
                            &c.lda, c.number(3), &ldvt, work, lwork, real, c.integer(4), 1, 1);
    else
      Call<T>::Names::gesvd(job, job, &c.m, &c.n, c.number(0), &c.lda, c.real(1), c.number(2),
                            &c.lda, c.number(3), &ldvt, work, lwork, c.integer(4), 1, 1);
  };
  T best = 1;
  const int query = -1;
  call(&best, &query, nullptr);
  const int size = std::max(1, int(std::real(best)));
  const Work<T> work(size, Call<T>::kIsComplex ? 5 * int64_t(c.least) : 0, 0);
  call(work.number, &size, work.real);
}

/// Whether no element of the matrix is a NaN or an infinity: the iterations need not end else.
template <class T> bool isFinite(const T *a, int64_t count) {
  return std::all_of(
      a, a + count, [](T x) { return std::isfinite(std::real(x)) && std::isfinite(std::imag(x)); });
}

/// Vectors of a real matrix as LAPACK packs them into complex ones: where eigenvalues j and j + 1
/// are a pair, columns j and j + 1 are the real and the imaginary part of vector j, whose conjugate
/// is vector j + 1.
template <class Real>
void unpackVectors(int n, const Real *imaginary, const Real *packed, std::complex<Real> *vectors) {
  for (int64_t j = 0; j < n; ++j) {
    const bool isPair = imaginary[j] != 0 && j + 1 < n;
    for (int64_t i = 0; i < n; ++i) {
      const Real re = packed[j * n + i], im = isPair ? packed[(j + 1) * n + i] : Real(0);
      vectors[j * n + i] = {re, im};
      if (isPair)
        vectors[(j + 1) * n + i] = {re, -im};
    }
    j += isPair;
  }
}

template <class T> void geevReal(const Call<T> &c) {
  using Vector = std::complex<T>;
  const char *left = &c.config.job, *right = &c.config.jobRight;
  const int64_t count = int64_t(c.n) * c.n;
  auto call = [&](T *a, T *vl, T *vr, T *work, const int *lwork) {
    Call<T>::Names::geev(left, right, &c.n, a, &c.ldn, c.number(0), c.number(1), vl, &c.ldn, vr,
                         &c.ldn, work, lwork, c.integer(4), 1, 1);
  };
  T best = 1;
  const int query = -1;
  call(nullptr, nullptr, nullptr, &best, &query);
  const int size = std::max(1, int(best));
  const Work<T> work(size + 3 * count, 0, 0);
  T *a = work.number + size, *vl = a + count, *vr = vl + count;
  std::copy(c.template operand<T>(0), c.template operand<T>(0) + count, a);
  call(a, vl, vr, work.number, &size);
  if (*left == 'V')
    unpackVectors(c.n, c.number(1), vl, c.template result<Vector>(2));
  if (*right == 'V')
    unpackVectors(c.n, c.number(1), vr, c.template result<Vector>(3));
}

template <class T> void geevComplex(const Call<T> &c) {
  const int64_t count = int64_t(c.n) * c.n;
  auto call = [&](T *a, T *work, const int *lwork, typename Call<T>::Real *real) {
    Call<T>::Names::geev(&c.config.job, &c.config.jobRight, &c.n, a, &c.ldn, c.number(0),
                         c.number(1), &c.ldn, c.number(2), &c.ldn, work, lwork, real, c.integer(3),
                         1, 1);
  };
  T best = 1;
  typename Call<T>::Real real = 0; // which zgeev writes when it is asked, too
  const int query = -1;
  call(nullptr, &best, &query, &real);
  const int size = std::max(1, int(std::real(best)));
  const Work<T> work(size + count, 2 * int64_t(c.n), 0);
  T *a = work.number + size;
  std::copy(c.template operand<T>(0), c.template operand<T>(0) + count, a);
  call(a, work.number, &size, work.real);
}

/// Not of matrices with a NaN or an infinity, whose info is that of an argument which LAPACK does
/// not take.
template <class T> void geev(const Call<T> &c) {
  if (!isFinite(c.template operand<T>(0), int64_t(c.n) * c.n))
    *c.integer(Call<T>::kIsComplex ? 3 : 4) = -4;
  else if constexpr (Call<T>::kIsComplex)
    geevComplex(c);
  else
    geevReal(c);
}

template <class T> void gees(const Call<T> &c) {
  constexpr int counts = Call<T>::kIsComplex ? 3 : 4; // sdim, then info
  if (!isFinite(c.number(0), int64_t(c.n) * c.n)) {
    *c.integer(counts + 1) = -4;
    return;
  }
  const char *job = &c.config.job, *sort = "N";
  auto call = [&](T *work, const int *lwork, [[maybe_unused]] typename Call<T>::Real *real) {
    if constexpr (Call<T>::kIsComplex)
      Call<T>::Names::gees(job, sort, nullptr, &c.n, c.number(0), &c.ldn, c.integer(counts),
                           c.number(2), c.number(1), &c.ldn, work, lwork, real, nullptr,
                           c.integer(counts + 1), 1, 1);
    else
      Call<T>::Names::gees(job, sort, nullptr, &c.n, c.number(0), &c.ldn, c.integer(counts),
                           c.number(2), c.number(3), c.number(1), &c.ldn, work, lwork, nullptr,
                           c.integer(counts + 1), 1, 1);
  };
  T best = 1;
  const int query = -1;
  call(&best, &query, nullptr);
  const int size = std::max(1, int(std::real(best)));
  const Work<T> work(size, c.n, 0);
  call(work.number, &size, work.real);
}

/// Swaps k with position p[k], one after the other: swaps {2, 2} of three -> {2, 0, 1}.
void permutationOf(const int *swaps, int64_t count, int *permutation, int64_t n) {
  std::iota(permutation, permutation + n, 0);
  for (int64_t i = 0; i < count; ++i)
    if (i < n && swaps[i] >= 0 && swaps[i] < n)
      std::swap(permutation[i], permutation[swaps[i]]);
}

} // namespace

// One line per routine, as in the table of arrays.
template <class T> void callLapack(const LapackConfig &config, const LapackMemory &memory) {
  Call<T> c(config, memory);
  switch (config.routine) {
  case LapackRoutine::Gees:
    return gees(c);
  case LapackRoutine::Geev:
    return geev(c);
  case LapackRoutine::Gehrd:
    return gehrd(c);
  case LapackRoutine::Geqp3:
    return geqp3(c);
  case LapackRoutine::Geqrf:
    return geqrf(c);
  case LapackRoutine::Gesdd:
    return gesdd(c);
  case LapackRoutine::Gesvd:
    return gesvd(c);
  case LapackRoutine::Getrf:
    return getrf(c);
  case LapackRoutine::Gtsv:
    return gtsv(c);
  case LapackRoutine::Orgqr:
    return orgqr(c);
  case LapackRoutine::Ormqr:
    return ormqr(c);
  case LapackRoutine::PivotsToPermutation:
    return permutationOf(c.template operand<int>(0), config.k, c.integer(0), config.n);
  case LapackRoutine::Potrf:
    return potrf(c);
  case LapackRoutine::Qr:
    return qr(c);
  case LapackRoutine::Syevd:
    return syevd(c);
  case LapackRoutine::Sytrd:
    return sytrd(c);
  case LapackRoutine::Trsm:
    return trsm(c);
  }
}

template void callLapack<float>(const LapackConfig &, const LapackMemory &);
template void callLapack<double>(const LapackConfig &, const LapackMemory &);
template void callLapack<std::complex<float>>(const LapackConfig &, const LapackMemory &);
template void callLapack<std::complex<double>>(const LapackConfig &, const LapackMemory &);

} // namespace spmd::rt
