// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Words for gradients of matrices, and the two gradients that several ops share. They follow Giles
// 2008, "Collected matrix derivative results for forward and reverse mode algorithmic
// differentiation". Cotangents of complex numbers are not conjugated, as in JAX: the gradient of a
// linear map is its transpose.
#include "compiler/ops/gradient/matrices.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

Expr transposed(Expr x) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::seq<int64_t>(0, x.type().getRank()));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  return transpose(x, order);
}

// One dot_general, whose batch dims are the dims before the matrices.
Expr matmul(Expr x, Expr y) {
  int64_t rank = x.type().getRank();
  SmallVector<int64_t> batch = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  SmallVector<int64_t> shape(x.shape());
  shape.back() = y.shape().back();
  auto numbers =
      DotDimensionNumbersAttr::get(x.type().getContext(), batch, batch, {rank - 1}, {rank - 2});
  return x.g->of(DotGeneralOp::create(x.g->b, x.g->loc, x.type().clone(shape), x.value, y.value,
                                      numbers, ArrayAttr(), DotAlgorithmAttr()));
}

// Only the triangle that the form names is read, so the other may hold anything.
Expr solve(Expr a, Expr b, const Triangular &form) {
  return b.g->of(TriangularSolveOp::create(b.g->b, b.g->loc, b.type(), a.value, b.value,
                                           form.isLeft, form.isLower, form.hasUnitDiagonal,
                                           form.how));
}

// Two iotas and a comparison; "EQ" is the diagonal, "GT" what is below it.
Expr compareRowColumn(Expr x, StringRef direction) {
  auto type = x.type().clone(x.g->b.getI32Type());
  auto iota = [&](int64_t dim) { return x.g->of(IotaOp::create(x.g->b, x.g->loc, type, dim)); };
  int64_t rank = x.type().getRank();
  return compare(iota(rank - 2), direction, iota(rank - 1));
}

// Strict triangles leave the diagonal out.
Expr triangle(Expr x, bool isLower, bool isStrict) {
  return select(compareRowColumn(x, isLower ? (isStrict ? "GT" : "GE") : (isStrict ? "LT" : "LE")),
                x, {});
}

Expr adjoint(Expr x) { return conj(transposed(x)); }

// Padded or sliced.
Expr resizeLast(Expr x, int64_t count) {
  SmallVector<int64_t> none(x.type().getRank(), 0), high = none, ones(none.size(), 1);
  SmallVector<int64_t> limit(x.shape());
  if (count >= limit.back()) {
    high.back() = count - limit.back();
    return pad(x, none, high, none);
  }
  limit.back() = count;
  return slice(x, none, limit, ones);
}
Expr resizeRows(Expr x, int64_t count) { return transposed(resizeLast(transposed(x), count)); }

// [.., n] -> [.., m, n]: element i of the vector in column i.
Expr overRows(Expr vector, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(shape.size()) - 2));
  dims.push_back(int64_t(shape.size()) - 1);
  return broadcast(vector, shape, dims);
}
// [.., m] -> [.., m, n]: element i of the vector in row i.
Expr overColumns(Expr vector, ArrayRef<int64_t> shape) {
  return broadcast(vector, shape,
                   llvm::to_vector(llvm::seq<int64_t>(0, int64_t(shape.size()) - 1)));
}

// With P the lower triangle of L^T ct, its diagonal halved: L^-T P conj(L)^-1.
Expr factorCotangent(Expr factor, Expr ct, bool isLower) {
  if (!isLower) // U is L^H
    factor = adjoint(factor), ct = adjoint(ct);
  Expr product = triangle(matmul(transposed(factor), ct), true, false);
  Expr halved = select(compareRowColumn(product, "EQ"), 0.5 * product, product);
  Expr left = solve(factor, halved, {.how = Transpose::TRANSPOSE});
  Expr given = solve(conj(factor), left, {.isLeft = false});
  return isLower ? given : adjoint(given);
}

// For op(a) x = b: b' = op(a)^-T x', and op(a)' = -b' x^T, of which the triangle counts.
void giveSolveCotangents(Backward &g, const Triangular &form) {
  bool isAdjoint = form.how == Transpose::ADJOINT, isPlain = form.how == Transpose::NO_TRANSPOSE;
  Expr a = isAdjoint ? conj(g.in(0)) : g.in(0);
  Triangular back = form;
  back.how = isPlain ? Transpose::TRANSPOSE : Transpose::NO_TRANSPOSE;
  Expr ofB = solve(a, g.ct(), back);
  g.give(1, ofB);
  if (!g.wants(0u))
    return;
  Expr x = g.out();
  Expr ofA = -(form.isLeft ? matmul(ofB, transposed(x)) : matmul(transposed(x), ofB));
  if (!isPlain)
    ofA = transposed(ofA);
  g.give(0u, triangle(isAdjoint ? conj(ofA) : ofA, form.isLower, form.hasUnitDiagonal));
}

} // namespace spmd::ops
