// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The routines of LAPACK that lapack_calls.cpp calls, as overloads for the four types of numbers.
// Debian's OpenBLAS has no header for them. Fortran takes pointers, and behind all arguments the
// length of each text (gfortran's manual, "Argument passing conventions").
#pragma once
#include <complex>
#include <cstddef>

// Letter, type of numbers, type of real numbers.
#define SPMD_LAPACK_TYPES(X)                                                                       \
  X(s, float, float)                                                                               \
  X(d, double, double)                                                                             \
  X(c, std::complex<float>, float)                                                                 \
  X(z, std::complex<double>, double)
#define SPMD_LAPACK_REAL_TYPES(X)                                                                  \
  X(s, sorgqr_, sormqr_, ssyevd_, ssytrd_, float)                                                  \
  X(d, dorgqr_, dormqr_, dsyevd_, dsytrd_, double)
#define SPMD_LAPACK_COMPLEX_TYPES(X)                                                               \
  X(c, cungqr_, cunmqr_, cheevd_, chetrd_, std::complex<float>, float)                             \
  X(z, zungqr_, zunmqr_, zheevd_, zhetrd_, std::complex<double>, double)

extern "C" {
#define X(p, T, R)                                                                                 \
  void p##getrf_(const int *m, const int *n, T *a, const int *lda, int *pivots, int *info);        \
  void p##geqrf_(const int *m, const int *n, T *a, const int *lda, T *tau, T *work,                \
                 const int *lwork, int *info);                                                     \
  void p##gehrd_(const int *n, const int *low, const int *high, T *a, const int *lda, T *tau,      \
                 T *work, const int *lwork, int *info);                                            \
  void p##gtsv_(const int *n, const int *sides, T *dl, T *d, T *du, T *b, const int *ldb,          \
                int *info);                                                                        \
  void p##potrf_(const char *uplo, const int *n, T *a, const int *lda, int *info, size_t);         \
  void p##trsm_(const char *side, const char *uplo, const char *trans, const char *diag,           \
                const int *m, const int *n, const T *alpha, const T *a, const int *lda, T *b,      \
                const int *ldb, size_t, size_t, size_t, size_t);
SPMD_LAPACK_TYPES(X)
#undef X
#define X(p, orgqr, ormqr, syevd, sytrd, T)                                                        \
  void p##geqp3_(const int *m, const int *n, T *a, const int *lda, int *pivots, T *tau, T *work,   \
                 const int *lwork, int *info);                                                     \
  void orgqr(const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau,         \
             T *work, const int *lwork, int *info);                                                \
  void ormqr(const char *side, const char *trans, const int *m, const int *n, const int *k,        \
             const T *a, const int *lda, const T *tau, T *c, const int *ldc, T *work,              \
             const int *lwork, int *info, size_t, size_t);                                         \
  void syevd(const char *job, const char *uplo, const int *n, T *a, const int *lda, T *w, T *work, \
             const int *lwork, int *iwork, const int *liwork, int *info, size_t, size_t);          \
  void sytrd(const char *uplo, const int *n, T *a, const int *lda, T *d, T *e, T *tau, T *work,    \
             const int *lwork, int *info, size_t);                                                 \
  void p##gesdd_(const char *job, const int *m, const int *n, T *a, const int *lda, T *s, T *u,    \
                 const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork, int *iwork,    \
                 int *info, size_t);                                                               \
  void p##gesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, T *a,            \
                 const int *lda, T *s, T *u, const int *ldu, T *vt, const int *ldvt, T *work,      \
                 const int *lwork, int *info, size_t, size_t);                                     \
  void p##geev_(const char *left, const char *right, const int *n, T *a, const int *lda, T *wr,    \
                T *wi, T *vl, const int *ldvl, T *vr, const int *ldvr, T *work, const int *lwork,  \
                int *info, size_t, size_t);                                                        \
  void p##gees_(const char *job, const char *sort, int (*select)(const T *, const T *),            \
                const int *n, T *a, const int *lda, int *sdim, T *wr, T *wi, T *vs,                \
                const int *ldvs, T *work, const int *lwork, int *bwork, int *info, size_t,         \
                size_t);
SPMD_LAPACK_REAL_TYPES(X)
#undef X
#define X(p, orgqr, ormqr, syevd, sytrd, T, R)                                                     \
  void p##geqp3_(const int *m, const int *n, T *a, const int *lda, int *pivots, T *tau, T *work,   \
                 const int *lwork, R *rwork, int *info);                                           \
  void orgqr(const int *m, const int *n, const int *k, T *a, const int *lda, const T *tau,         \
             T *work, const int *lwork, int *info);                                                \
  void ormqr(const char *side, const char *trans, const int *m, const int *n, const int *k,        \
             const T *a, const int *lda, const T *tau, T *c, const int *ldc, T *work,              \
             const int *lwork, int *info, size_t, size_t);                                         \
  void syevd(const char *job, const char *uplo, const int *n, T *a, const int *lda, R *w, T *work, \
             const int *lwork, R *rwork, const int *lrwork, int *iwork, const int *liwork,         \
             int *info, size_t, size_t);                                                           \
  void sytrd(const char *uplo, const int *n, T *a, const int *lda, R *d, R *e, T *tau, T *work,    \
             const int *lwork, int *info, size_t);                                                 \
  void p##gesdd_(const char *job, const int *m, const int *n, T *a, const int *lda, R *s, T *u,    \
                 const int *ldu, T *vt, const int *ldvt, T *work, const int *lwork, R *rwork,      \
                 int *iwork, int *info, size_t);                                                   \
  void p##gesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, T *a,            \
                 const int *lda, R *s, T *u, const int *ldu, T *vt, const int *ldvt, T *work,      \
                 const int *lwork, R *rwork, int *info, size_t, size_t);                           \
  void p##geev_(const char *left, const char *right, const int *n, T *a, const int *lda, T *w,     \
                T *vl, const int *ldvl, T *vr, const int *ldvr, T *work, const int *lwork,         \
                R *rwork, int *info, size_t, size_t);                                              \
  void p##gees_(const char *job, const char *sort, int (*select)(const T *), const int *n, T *a,   \
                const int *lda, int *sdim, T *w, T *vs, const int *ldvs, T *work,                  \
                const int *lwork, R *rwork, int *bwork, int *info, size_t, size_t);
SPMD_LAPACK_COMPLEX_TYPES(X)
#undef X
}

namespace spmd::rt::lapack {

/// The overloads: Names<float>::getrf is sgetrf_.
template <class T> struct Names;
#define X(p, orgqr_, ormqr_, syevd_, sytrd_, T, ...)                                               \
  template <> struct Names<T> {                                                                    \
    static constexpr auto getrf = p##getrf_;                                                       \
    static constexpr auto geqrf = p##geqrf_;                                                       \
    static constexpr auto gehrd = p##gehrd_;                                                       \
    static constexpr auto gtsv = p##gtsv_;                                                         \
    static constexpr auto potrf = p##potrf_;                                                       \
    static constexpr auto trsm = p##trsm_;                                                         \
    static constexpr auto geqp3 = p##geqp3_;                                                       \
    static constexpr auto ormqr = ormqr_;                                                          \
    static constexpr auto orgqr = orgqr_;                                                          \
    static constexpr auto syevd = syevd_;                                                          \
    static constexpr auto sytrd = sytrd_;                                                          \
    static constexpr auto gesdd = p##gesdd_;                                                       \
    static constexpr auto gesvd = p##gesvd_;                                                       \
    static constexpr auto geev = p##geev_;                                                         \
    static constexpr auto gees = p##gees_;                                                         \
  };
SPMD_LAPACK_REAL_TYPES(X)
SPMD_LAPACK_COMPLEX_TYPES(X)
#undef X

} // namespace spmd::rt::lapack
