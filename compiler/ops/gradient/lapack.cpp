// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of LAPACK's routines. Those of LU factors, eigenvalues and singular values follow from
// the differentials that JAX uses (jax/_src/lax/linalg.py), transposed here; that of QR is Roberts
// and Roberts 2020, "QR and LQ decomposition matrix backpropagation algorithms".
//
// Cotangents are not conjugated (gradient/matrices.h). Where conjugates stand in a formula, as for
// unitary factors, it is written for gradients, which are the conjugates of cotangents: the inner
// product of a gradient and a differential is Re tr(G^H dA).
#include "compiler/ops/lapack/lapack.h"
#include "compiler/ops/gradient/matrices.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

using rt::LapackConfig;
using rt::LapackRoutine;

// Formulas are written for complex matrices. On real ones conj() makes no op, so that they cost
// nothing more.

/// A call of LAPACK in the backward part, for what the forward call did not compute.
CustomCallOp call(Backward &g, StringRef name, Expr a,
                  ArrayRef<std::pair<StringRef, int64_t>> options = {}) {
  return createLapackCall(g.b, g.loc, name, a.value, options);
}

/// A gather would do the same; as a matmul the batch stays split over devices without any rule of
/// its own. The matrix P with (P x)[i] = x[permutation[i]], of the element type of `like`.
Expr permutationMatrix(Expr permutation, Expr like) {
  int64_t rows = permutation.shape().back(), rank = permutation.type().getRank() + 1;
  SmallVector<int64_t> shape(permutation.shape());
  shape.push_back(rows);
  Backward &g = *permutation.g;
  Expr column = g.of(IotaOp::create(g.b, g.loc, permutation.type().clone(shape), rank - 1));
  return convert(compare(overColumns(permutation, shape), "EQ", column), like.element());
}

/// The permutation of getrf's rows, from its swaps, which count from 1.
Expr permutationOf(Expr pivots, int64_t rows) {
  Backward &g = *pivots.g;
  Expr ones = g.number(1, pivots.type());
  return g.of(createPermutation(g.b, g.loc, (pivots - ones).value, rows));
}

/// With P A = L U and the differential dL U + L dU = P dA: for M = L^-1 P dA U^-1, dL is L times
/// the part of M below the diagonal, and dU the rest of it times U. Factors that are not square are
/// completed by unit matrices.
Expr luCotangent(Expr lu, Expr pivots, Expr ct) {
  int64_t rows = lu.shape()[lu.type().getRank() - 2], columns = lu.shape().back();
  Expr lower = triangle(resizeLast(lu, rows), true, true);
  Expr unit = lu.g->number(1, lower.type());
  lower = select(compareRowColumn(lower, "EQ"), unit, lower);
  Expr upper = triangle(resizeRows(lu, columns), false, false);
  if (rows < columns) { // unit diagonal in the rows that were added
    Expr one = lu.g->number(1, upper.type());
    Expr row = lu.g->of(IotaOp::create(lu.g->b, lu.g->loc, upper.type().clone(lu.g->b.getI32Type()),
                                       upper.type().getRank() - 2));
    Expr isAdded =
        apply("stablehlo.and", compareRowColumn(upper, "EQ"), compare(row, "GE", double(rows)));
    upper = select(isAdded, one, upper);
  }
  Expr ofM = triangle(matmul(transposed(lower), ct), true, true) +
             triangle(matmul(ct, transposed(upper)), false, false);
  Expr left = solve(lower, ofM, {.hasUnitDiagonal = true, .how = Transpose::TRANSPOSE});
  Expr both = solve(upper, left, {.isLeft = false, .isLower = false, .how = Transpose::TRANSPOSE});
  return matmul(transposed(permutationMatrix(permutationOf(pivots, rows), lu)), both);
}

/// A = Q R, by R' = R gradR^H - gradQ^H Q: (gradQ + Q hermitian(R')) R^-H, where hermitian() copies
/// the upper triangle. Columns beyond the square part are Q^H A, which adds to the gradient of Q.
Expr qrGradient(Expr a, Expr q, Expr r, Expr gradQ, Expr gradR) {
  Backward &g = *a.g;
  if (!gradQ)
    gradQ = g.zeros(q.type());
  if (!gradR)
    gradR = g.zeros(r.type());
  int64_t rank = a.type().getRank(), rows = a.shape()[rank - 2], columns = a.shape().back();
  Expr rest;
  if (rows < columns) {
    auto columnsFrom = [&](Expr x, int64_t begin, int64_t end) {
      SmallVector<int64_t> start(rank, 0), limit(x.shape()), ones(rank, 1);
      start.back() = begin, limit.back() = end;
      return slice(x, start, limit, ones);
    };
    Expr gradRest = columnsFrom(gradR, rows, columns);
    rest = matmul(q, gradRest);
    gradQ = gradQ + matmul(columnsFrom(a, rows, columns), adjoint(gradRest));
    r = columnsFrom(r, 0, rows), gradR = columnsFrom(gradR, 0, rows);
  }
  Expr m = matmul(gradR, adjoint(r)) - matmul(adjoint(q), gradQ);
  Expr upper = triangle(m, false, true);
  Expr diagonal = convert(realPart(m), m.element());
  Expr symmetric = select(compareRowColumn(m, "EQ"), diagonal, upper + adjoint(upper));
  Expr given = solve(r, gradQ + matmul(q, symmetric),
                     {.isLeft = false, .isLower = false, .how = Transpose::ADJOINT});
  if (!rest)
    return given;
  SmallVector<int64_t> none(rank, 0), low = none, high = none;
  high.back() = columns - rows, low.back() = rows;
  return pad(given, none, high, none) + pad(rest, low, none, none);
}

/// 1 / (d[j] - d[i]) beside the diagonal, which is 0; of the element type of a matrix. Infinite
/// where two values are equal: their vectors turn by any angle, so that a function of them has no
/// gradient.
Expr reciprocalGaps(Expr d, Expr like) {
  ArrayRef<int64_t> shape = like.shape();
  Expr gaps = overRows(d, shape) - overColumns(d, shape);
  Expr isDiagonal = compareRowColumn(gaps, "EQ");
  Expr safe = select(isDiagonal, gaps.g->number(1, gaps.type()), gaps);
  return convert(select(isDiagonal, {}, 1.0 / safe), like.element());
}

/// A vector on the diagonal of a square matrix, of the element type of `like`, which may be complex
/// where the vector is real.
Expr onDiagonal(Expr vector, Expr like) {
  Expr rows = convert(overRows(vector, like.shape()), like.element());
  return select(compareRowColumn(like, "EQ"), rows, {});
}

/// A = V diag(w) V^H: V (diag(gradW) + gaps * V^H gradV) V^H.
Expr eighGradient(Expr w, Expr v, Expr gradW, Expr gradV) {
  Expr inner = gradV ? reciprocalGaps(w, v) * matmul(adjoint(v), gradV) : Expr{};
  if (gradW)
    inner = onDiagonal(gradW, v) + inner;
  return matmul(matmul(v, inner), adjoint(v));
}

/// The part of U (I - U U^H) x V^H that singular vectors beyond the square part add, where `u` is
/// the longer side: (I - U U^H) gradU diag(1 / s).
Expr outside(Expr u, Expr gradU, Expr s) {
  Expr scaled = gradU / convert(overRows(s, gradU.shape()), gradU.element());
  return scaled - matmul(u, matmul(adjoint(u), scaled));
}

/// A = U diag(s) V^H with as many columns of U and V as there are singular values.
Expr svdGradient(Expr u, Expr s, Expr v, Expr gradU, Expr gradS, Expr gradV) {
  SmallVector<int64_t> square(u.shape());
  square[square.size() - 2] = square.back();
  Expr like = matmul(adjoint(u), u); // a square matrix of the right type
  Expr gaps = reciprocalGaps(s * s, like);
  Expr rows = convert(overRows(s, square), like.element());
  Expr columns = convert(overColumns(s, square), like.element());
  Expr inner = gradS ? onDiagonal(gradS, like) : Expr{};
  if (gradU) {
    Expr turn = matmul(adjoint(u), gradU), part = gaps * turn;
    inner = inner + (part + adjoint(part)) * rows;
    if (isa<ComplexType>(like.element())) { // the phases of pairs of vectors
      Expr phase = complexOf({}, imagPart(turn));
      inner = inner + select(compareRowColumn(like, "EQ"), phase / rows, {});
    }
  }
  if (gradV) {
    Expr part = gaps * matmul(adjoint(v), gradV);
    inner = inner + columns * (part + adjoint(part));
  }
  Expr given = matmul(matmul(u, inner), adjoint(v));
  int64_t least = square.back();
  if (gradU && u.shape()[square.size() - 2] > least)
    given = given + matmul(outside(u, gradU, s), adjoint(v));
  if (gradV && v.shape()[square.size() - 2] > least)
    given = given + matmul(u, adjoint(outside(v, gradV, s)));
  return given;
}

/// a x = b by the LU factors of a.
Expr solveGeneral(Expr a, Expr b) {
  CustomCallOp factors = call(*a.g, "getrf", a);
  Expr lu = a.g->of(factors.getResult(0));
  Expr permutation = permutationOf(a.g->of(factors.getResult(1)), a.shape().back());
  Expr half = solve(lu, matmul(permutationMatrix(permutation, a), b), {.hasUnitDiagonal = true});
  return solve(lu, half, {.isLower = false});
}

/// The message says which results of which routine have no gradient.
LogicalResult refuse(CustomCallOp op, const Twine &what) {
  return op.emitOpError("has no gradient of ")
         << what << ", which @" << op.getCallTargetName() << " computes";
}

/// syevd and heevd. A call that computes values only is repeated with vectors.
LogicalResult symmetricEigenvalues(CustomCallOp op, const LapackConfig &config, Backward &g) {
  Expr gradV = conj(g.ct(0)), gradW = g.ct(1);
  if (gradV && config.job != 'V')
    return refuse(op, "vectors of a call without vectors");
  if (!gradV && !gradW)
    return success();
  Expr v =
      config.job == 'V'
          ? g.out(0)
          : g.of(call(g, "syevd", g.in(), {{"mode", 'V'}, {"uplo", config.uplo}}).getResult(0));
  g.give(0u, conj(eighGradient(g.out(1), v, gradW, gradV)));
  return success();
}

/// gesdd and gesvd. The operand that the routine has overwritten is no result that anybody reads.
LogicalResult singularValues(CustomCallOp op, const LapackConfig &config, Backward &g) {
  Expr gradS = g.ct(1), gradU = conj(g.ct(2)), gradV = g.ct(3) ? adjoint(conj(g.ct(3))) : Expr{};
  int64_t least = std::min(config.m, config.n);
  bool isWhole = config.job == 'A' && config.m != config.n;
  if (g.ct(0) || ((gradU || gradV) && (isWhole || config.job == 'N')))
    return refuse(op, "singular vectors beyond the smaller side of the matrix");
  if (!gradS && !gradU && !gradV)
    return success();
  Expr u = g.out(2), vh = g.out(3);
  if (config.job == 'N') {
    CustomCallOp vectors = call(g, "gesdd", g.in(), {{"mode", 'S'}});
    u = g.of(vectors.getResult(2)), vh = g.of(vectors.getResult(3));
  }
  u = resizeLast(u, least), vh = resizeRows(vh, least);
  g.give(0u, conj(svdGradient(u, g.out(1), adjoint(vh), gradU, gradS, gradV)));
  return success();
}

/// diag(V^-1 dA V) are the differentials of the eigenvalues: V^-T diag(ct) V^T.
LogicalResult eigenvalues(CustomCallOp op, const LapackConfig &config, Backward &g) {
  bool isComplex = rt::isComplex(config);
  unsigned vectors = isComplex ? 1 : 2;
  if (g.ct(vectors) || g.ct(vectors + 1))
    return refuse(op, "eigenvectors");
  // Two real results are parts, whose cotangents are those of the complex one.
  Expr ct = isComplex ? g.ct(0) : complexOf(g.ct(0), -g.ct(1));
  if (!ct)
    return success();
  Expr v = g.out(vectors + 1);
  if (config.jobRight != 'V')
    v = g.of(call(g, "geev", g.in(), {{"compute_left", 'N'}, {"compute_right", 'V'}})
                 .getResult(vectors + 1));
  Expr scaled = transposed(v) * overColumns(ct, v.shape());
  Expr given = solveGeneral(transposed(v), scaled);
  g.give(0u, isComplex ? given : realPart(given));
  return success();
}

} // namespace

// Which results have cotangents is the routine's: numbers of swaps and of failures have none, and a
// result that nobody reads has a zero, for which nothing is computed.
LogicalResult lapackGradient(CustomCallOp op, Backward &g) {
  std::optional<LapackConfig> config = lapackCall(op);
  if (!config)
    return op.emitOpError("has no gradient: it ") << lapackFault(op);
  bool isLower = config->uplo == 'L';
  switch (config->routine) {
  case LapackRoutine::Getrf:
    if (Expr ct = g.ct(0))
      g.give(0u, luCotangent(g.out(0), g.out(1), ct));
    return success();
  case LapackRoutine::Qr:
    if (g.ct(0) || g.ct(1))
      g.give(0u, conj(qrGradient(g.in(), g.out(0), g.out(1), conj(g.ct(0)), conj(g.ct(1)))));
    return success();
  case LapackRoutine::Potrf: // the other triangle of the result is that of the operand
    if (Expr ct = g.ct(0))
      g.give(0u, factorCotangent(triangle(g.out(0), isLower, false), triangle(ct, isLower, false),
                                 isLower) +
                     triangle(ct, !isLower, true));
    return success();
  case LapackRoutine::Trsm:
    giveSolveCotangents(g, {config->side == 'L', isLower, config->diagonal == 'U',
                            config->transposed == 'C'   ? Transpose::ADJOINT
                            : config->transposed == 'T' ? Transpose::TRANSPOSE
                                                        : Transpose::NO_TRANSPOSE});
    return success();
  case LapackRoutine::Syevd:
    return symmetricEigenvalues(op, *config, g);
  case LapackRoutine::Gesdd:
  case LapackRoutine::Gesvd:
    return singularValues(op, *config, g);
  case LapackRoutine::Geev:
    return eigenvalues(op, *config, g);
  case LapackRoutine::PivotsToPermutation:
    return success();
  default:
    return refuse(op, "the results");
  }
}

} // namespace spmd::ops
