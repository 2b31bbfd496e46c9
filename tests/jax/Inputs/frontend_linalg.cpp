// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cases of spmd/linalg.h (matrix_cases.h). Vectors that are known up to a sign or a phase stand
// in products that do not depend on it. Products, norms and triangular solvers are cases of
// frontend_statistics.cpp.
#include "matrix_cases.h"

namespace {

using OfMatrix = std::function<Tensor(Tensor)>;
const std::vector<Shape> kSquares{{4, 4}, {1, 1}, {2, 2}, {3, 5, 5}, {2, 2, 3, 3}, {7, 7}};
const std::vector<Shape> kTall{{4, 4}, {1, 1}, {5, 3}, {3, 6, 2}, {2, 2, 5, 4}, {7, 1}};
const std::vector<Shape> kAny{{4, 4}, {1, 1}, {5, 3}, {3, 2, 6}, {2, 2, 5, 4}, {1, 7}};

/// Well-conditioned matrices: small random numbers beside different numbers on the diagonal.
Tensor matrix(const Shape &shape, ElementType type) {
  const Tensor x = random(shape, type);
  const int64_t rows = x.size(-2), columns = x.size(-1);
  const Tensor diagonal = astype(equal(iota({rows, columns}, 0), iota({rows, columns}, 1)), f32) *
                          (iota({rows, columns}, 0, f32) * 1.5 + 2);
  return x * 0.25 + astype(diagonal, type);
}

/// A case of one matrix for each shape and type.
void ofMatrix(const std::string &name, const OfMatrix &op, const std::vector<Shape> &shapes,
              const std::vector<ElementType> &types = {f64, c128}) {
  for (ElementType type : types)
    for (const Shape &shape : shapes)
      cases.push_back({name,
                       {matrix(shape, type)},
                       [op](const Operands &in) { return op(in[0]); },
                       false,
                       matrix});
}
const std::vector<ElementType> kAllTypes{f32, f64, c64, c128};

Tensor adjoint(const Tensor &x) { return conj(swapAxes(x, -1, -2)); }
Tensor hermitian(const Tensor &x) { return x + adjoint(x); }
/// v diag(sin(w)) v^H.
Tensor sineOf(const Tensor &x) {
  const auto [w, v] = eigh(x);
  return matmul(v * expandDims(sin(w), -2), adjoint(v));
}

void addLu() {
  ofMatrix("luP", [](Tensor x) { return lu(x).p; }, kAny);
  ofMatrix("luL", [](Tensor x) { return lu(x).l; }, kAny, kAllTypes);
  ofMatrix("luU", [](Tensor x) { return lu(x).u; }, kAny, kAllTypes);
  ofMatrix("luFactor", [](Tensor x) { return luFactor(x).factors; }, kAny);
  ofMatrix("luPivots", [](Tensor x) { return luFactor(x * 0.1 - flip(x, -2)).pivots; }, kAny);
  ofMatrix(
      "luSolve", [](Tensor x) { return luSolve(luFactor(x), x[{ellipsis, slice(0, 1)}] + 1); },
      kSquares);
  ofMatrix("inv", [](Tensor x) { return inv(x); }, kSquares, kAllTypes);
  ofMatrix("det", [](Tensor x) { return det(x); }, kSquares, kAllTypes);
  ofMatrix("detSingular", [](Tensor x) { return det(x * 0 + 1 + x[{ellipsis, slice(0, 1)}] * 0); },
           {{1, 1}, {2, 2}, {5, 2, 2}});
  ofMatrix("slogdetSign", [](Tensor x) { return slogdet(x).sign; }, kSquares);
  ofMatrix("slogdetLogAbs", [](Tensor x) { return slogdet(x).logAbs; }, kSquares, kAllTypes);
  for (int64_t n : {-1, -3})
    ofMatrix(
        "matrixPowerBelow" + std::to_string(-n), [n](Tensor x) { return matrixPower(x, n); },
        kSquares);
  for (auto types : {std::vector{f64, f64}, std::vector{c128, f64}, std::vector{f32, f32}})
    shaped(
        "solve", [](const Operands &in) { return solve(in[0] + eye(in[0].size(-1)) * 8, in[1]); },
        {{{4, 4}, {4}},
         {{1, 1}, {1}},
         {{3, 3}, {3, 2}},
         {{2, 3, 3}, {2, 3, 1}},
         {{2, 3, 3}, {3, 4}},
         {{3, 3}, {4, 3, 2}},
         {{5, 1, 2, 2}, {3, 2, 1}}},
        types);
}

void addFactors() {
  ofMatrix("qrQ", [](Tensor x) { return qr(x).q; }, kAny, kAllTypes);
  ofMatrix("qrR", [](Tensor x) { return qr(x).r; }, kAny, kAllTypes);
  ofMatrix("qrComplete", [](Tensor x) { return matmul(qr(x, QrMode::Complete).q, x * 0 + 1); },
           {{4, 4}, {1, 1}, {3, 3}, {2, 3, 3}, {2, 2, 2, 2}, {6, 6}});
  ofMatrix(
      "qrCompleteTall",
      [](Tensor x) { return abs(stopGradient(qr(stopGradient(x), QrMode::Complete).q)); }, kTall);
  ofMatrix("eigh", [](Tensor x) { return sineOf(x); }, kSquares, kAllTypes);
  ofMatrix("eighValues", [](Tensor x) { return eigh(x).eigenvalues; }, kSquares);
  ofMatrix("eighVectors", [](Tensor x) { return abs(eigh(x).eigenvectors); }, kSquares);
  ofMatrix("eigvalsh", [](Tensor x) { return eigvalsh(x); }, kSquares, kAllTypes);
  ofMatrix("eigvals", [](Tensor x) { return eigvals(hermitian(x) + triu(x)); }, kSquares);
  ofMatrix("eig", [](Tensor x) { return eig(hermitian(x) + triu(x)).eigenvalues; }, kSquares);
  ofMatrix(
      "eigVectors",
      [](Tensor x) {
        return stopGradient(abs(eig(stopGradient(hermitian(x) + triu(x))).eigenvectors));
      },
      kSquares);
}

void addSingularValues() {
  ofMatrix(
      "svd",
      [](Tensor x) {
        const auto [u, s, vh] = svd(x, false);
        return matmul(u * expandDims(sin(s), -2), vh);
      },
      kAny, kAllTypes);
  ofMatrix("svdU", [](Tensor x) { return abs(svd(x, false).u); }, kAny);
  ofMatrix("svdVh", [](Tensor x) { return abs(svd(x, false).vh); }, kAny);
  ofMatrix("svdFull", [](Tensor x) { return svd(x).s; }, kAny);
  ofMatrix(
      "svdFullU", [](Tensor x) { return abs(svd(stopGradient(x)).u[{ellipsis, slice(0, 1)}]); },
      kAny);
  ofMatrix("svdvals", [](Tensor x) { return svdvals(x); }, kAny, kAllTypes);
  ofMatrix("pinv", [](Tensor x) { return pinv(x); }, kAny, kAllTypes);
  ofMatrix("pinvOfRank",
           [](Tensor x) {
             return pinv(x[{ellipsis, slice(0, 1)}] * x[{ellipsis, slice(0, 1), _}], 1e-5);
           },
           {{4, 4}, {5, 3}, {2, 3, 4}, {2, 2}, {3, 1}, {2, 2, 2, 5}});
  ofMatrix("matrixRank", [](Tensor x) { return matrixRank(x); }, kAny);
  ofMatrix("matrixRankGiven", [](Tensor x) { return matrixRank(x, 0.5); }, kAny);
  ofMatrix("cond", [](Tensor x) { return cond(x); }, kAny);
  const std::vector<Shape> single{{4, 4}, {1, 1}, {5, 3}, {3, 6}, {7, 2}, {2, 7}};
  ofMatrix("lstsq", [](Tensor x) { return lstsq(x, x[{_, 0}] + 1).solution; }, single);
  ofMatrix("lstsqSides", [](Tensor x) { return lstsq(x, sin(x)).solution; }, single);
  ofMatrix("lstsqResiduals", [](Tensor x) { return lstsq(x, sin(x)).residuals; }, single);
  ofMatrix("lstsqRank", [](Tensor x) { return lstsq(x, x, 0.4).rank; }, single);
  ofMatrix("expm", [](Tensor x) { return expm(x); }, kSquares, kAllTypes);
  ofMatrix("expmLarge", [](Tensor x) { return expm(x * 3); },
           {{4, 4}, {1, 1}, {2, 2}, {3, 3}, {5, 5}, {2, 3, 3}}, {f32, c64});
  // Many squarings. In f64 JAX itself is off by 1e-10 then: matrix_functions_test.cpp compares.
  ofMatrix("expmGrown", [](Tensor x) { return expm(x * 6); }, kSquares, {f32, c64});
  ofMatrix("expmTurned", [](Tensor x) { return expm((x - matrixTranspose(x)) * 50); }, kSquares,
           {f32});
}

} // namespace

int main() {
  addLu();
  addFactors();
  addSingularValues();
  runMatrices();
}
