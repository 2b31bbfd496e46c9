// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// QR, eigenvalues and singular values: calls of LAPACK, whose info says where there are none.
// Gradients are those of the calls (compiler/ops/gradient/lapack.cpp). Each matrix of a batch has
// an info of its own, so one that fails leaves the others as they are.
#include "compiler/frontend/linalg/matrices.h"

namespace spmd {
inline namespace frontend {
namespace {

// Conventions are LAPACK's: eigenvalues of hermitian matrices ascend, singular values descend, and
// signs of vectors are what the algorithm gives.

/// A square or wide matrix has a q with as many columns as rows already.
std::vector<Tensor> completeQr(const Tensor &x) {
  const int64_t rows = x.size(-2), columns = x.size(-1);
  if (rows <= columns)
    return lapack("qr", {x});
  // Reflectors of x, then zeros: their product is orthogonal for any number of columns.
  const std::vector<Tensor> packed = lapack("geqrf", {x});
  std::vector<Padding> widths(x.rank());
  widths.back() = {0, rows - columns};
  const Tensor q = lapack("orgqr", {pad(packed[0], widths), packed[1]})[0];
  return {q, triu(packed[0])};
}

/// Eigenvalues of a hermitian matrix, and the vectors for the job V.
std::vector<Tensor> hermitianEigenvalues(const Tensor &x, char job) {
  const std::vector<Tensor> found =
      lapack("syevd", {symmetrized(x)}, {{"mode", job}, {"uplo", 'L'}});
  return {whereFound(found[1], found[2]), whereFound(found[0], found[2])};
}

/// Eigenvalues of any matrix, and the right vectors for the job V; both are complex.
std::vector<Tensor> generalEigenvalues(const Tensor &x, char job) {
  const std::vector<Tensor> found =
      lapack("geev", {x}, {{"compute_left", 'N'}, {"compute_right", job}});
  const bool isReal = !isComplex(x.elementType());
  const Tensor values = isReal ? complex(found[0], found[1]) : found[0];
  const Tensor &vectors = found[isReal ? 3 : 2], &info = found.back();
  return {whereFound(values, info), whereFound(vectors, info)};
}

/// {u, s, vh}.
std::vector<Tensor> singularValues(const Tensor &x, char job) {
  const std::vector<Tensor> found = lapack("gesdd", {x}, {{"mode", job}});
  auto checked = [&](size_t i) { return whereFound(found[i], found[4]); };
  return {checked(2), checked(1), checked(3)};
}

} // namespace

/// The reduced form is an op with a gradient of its own; the complete form of a tall matrix is two
/// routines of LAPACK, whose gradients nobody has written.
Qr qr(const Operand &x, QrMode mode) {
  const auto results = ofMatrices(
      "qr", {x}, Square::No, OpKey(int64_t(mode)), [&](Emitter &, llvm::ArrayRef<Tensor> in) {
        return mode == QrMode::Reduced ? lapack("qr", {in[0]}) : completeQr(in[0]);
      });
  return {results[0], results[1]};
}

/// Vectors and values come from one call, as all results of the structs here.
Eigh eigh(const Operand &x) {
  const auto results =
      ofMatrices("eigh", {x}, Square::Yes, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
        return hermitianEigenvalues(in[0], 'V');
      });
  return {results[0], results[1]};
}
/// Without vectors, which only a gradient needs; it computes them then.
Tensor eigvalsh(const Operand &x) {
  return ofMatrix("eigvalsh", x, Square::Yes, OpKey(),
                  [](const Tensor &a) { return hermitianEigenvalues(a, 'N')[0]; });
}

/// The vectors are right ones, of length 1, whose largest component is real (LAPACK's dgeev).
Eig eig(const Operand &x) {
  const auto results =
      ofMatrices("eig", {x}, Square::Yes, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
        return generalEigenvalues(in[0], 'V');
      });
  return {results[0], results[1]};
}
/// A gradient computes the vectors after all.
Tensor eigvals(const Operand &x) {
  return ofMatrix("eigvals", x, Square::Yes, OpKey(),
                  [](const Tensor &a) { return generalEigenvalues(a, 'N')[0]; });
}

/// By divide and conquer, which is JAX's default as well.
Svd svd(const Operand &x, bool isFull) {
  const auto results =
      ofMatrices("svd", {x}, Square::No, OpKey(isFull), [&](Emitter &, llvm::ArrayRef<Tensor> in) {
        return singularValues(in[0], isFull ? 'A' : 'S');
      });
  return {results[0], results[1], results[2]};
}
Tensor svdvals(const Operand &x) {
  return ofMatrix("svdvals", x, Square::No, OpKey(),
                  [](const Tensor &a) { return singularValues(a, 'N')[1]; });
}

} // namespace frontend
} // namespace spmd
