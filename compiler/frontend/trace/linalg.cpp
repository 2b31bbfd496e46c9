// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The products, norms and triangular solvers of linalg.h; the rest is in compiler/frontend/linalg.
// Products become matmuls (dot_general) or elementwise products; the solvers are ops of StableHLO,
// which run as library routines.
#include "compiler/frontend/include/spmd/linalg.h"
#include "compiler/frontend/include/spmd/complex.h"
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/trace/elementwise.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

/// Refuses what is no batch of square matrices.
void checkSquare(Emitter &e, llvm::StringRef name, const Tensor &x) {
  if (x.rank() < 2 || x.size(-1) != x.size(-2))
    e.refuse(name.str() + " of " + text(x.type()) + ": square matrices are wanted");
}

/// Refuses dims of a and b that do not pair.
Tensor contracted(Emitter &e, llvm::StringRef name, llvm::ArrayRef<Tensor> in,
                  const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
  const std::string what = name.str() + " of " + text(in[0].type()) + " and " + text(in[1].type());
  if (a.size() != b.size())
    e.refuse(what + ": " + std::to_string(a.size()) + " dims of the left and " +
             std::to_string(b.size()) + " of the right operand");
  for (auto [left, right] : llvm::zip(a, b)) {
    const int64_t l = e.checkedDim(name, left, int64_t(in[0].rank()), text(in[0].type())),
                  r = e.checkedDim(name, right, int64_t(in[1].rank()), text(in[1].type()));
    if (in[0].size(l) != in[1].size(r))
      e.refuse(what + ": sizes " + std::to_string(in[0].size(l)) + " and " +
               std::to_string(in[1].size(r)) + " of summed dims differ");
  }
  return dotGeneral(in[0], in[1], {.contractA = a, .contractB = b});
}

/// Component i of vectors along a dim.
Tensor component(const Tensor &x, int64_t dim, int64_t i) {
  Index index{};
  index.items.assign(size_t(dim), _);
  index.items.push_back(i);
  return x[index];
}

} // namespace

/// A broadcast product; a matmul would sum over a dim of size 1.
Tensor outer(const Operand &a, const Operand &b) {
  return compose("outer", {&a, &b}, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
    return reshape(in[0], {-1, 1}) * reshape(in[1], {1, -1});
  });
}
/// Scalars multiply.
Tensor inner(const Operand &a, const Operand &b) {
  return compose("inner", {&a, &b}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() == 0 || in[1].rank() == 0)
      return in[0] * in[1];
    return contracted(e, "inner", in, {-1}, {-1});
  });
}
/// As numpy.dot, which is no matmul for more than two dims: leading dims do not pair.
Tensor dot(const Operand &a, const Operand &b) {
  return compose("dot", {&a, &b}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() == 0 || in[1].rank() == 0)
      return in[0] * in[1];
    return contracted(e, "dot", in, {-1}, {in[1].rank() == 1 ? -1 : -2});
  });
}
/// Both become flat, whatever their shapes are; the first is conjugated.
Tensor vdot(const Operand &a, const Operand &b) {
  return compose("vdot", {&a, &b}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const Tensor flat[] = {reshape(conj(in[0]), {-1}), reshape(in[1], {-1})};
    return contracted(e, "vdot", flat, {0}, {0});
  });
}
/// Both have met in one shape, so the sum stays elementwise up to the reduction.
Tensor vecdot(const Operand &a, const Operand &b, int64_t dim) {
  return formula("vecdot", {&a, &b}, Takes::Numbers, OpKey(dim),
                 [&](llvm::ArrayRef<Tensor> in) { return sum(conj(in[0]) * in[1], dim); });
}

/// A count of 0 gives all products.
Tensor tensordot(const Operand &a, const Operand &b, int64_t count) {
  return compose("tensordot", {&a, &b}, OpKey(count), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (count < 0 || size_t(count) > std::min(in[0].rank(), in[1].rank()))
      e.refuse("tensordot of " + text(in[0].type()) + " and " + text(in[1].type()) + ": " +
               std::to_string(count) + " dims of each are wanted");
    std::vector<int64_t> dimsA, dimsB;
    for (int64_t i = 0; i < count; ++i) {
      dimsA.push_back(i - count);
      dimsB.push_back(i);
    }
    return contracted(e, "tensordot", in, dimsA, dimsB);
  });
}
/// Dims are paired in the order of the lists.
Tensor tensordot(const Operand &a, const Operand &b, const std::vector<int64_t> &dimsA,
                 const std::vector<int64_t> &dimsB) {
  return compose("tensordot", {&a, &b}, OpKey(dimsA, dimsB),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   return contracted(e, "tensordot", in, dimsA, dimsB);
                 });
}

/// Dim i of the result is a pair of dim i of a and dim i of b; missing dims in front have size 1.
Tensor kron(const Operand &a, const Operand &b) {
  return compose("kron", {&a, &b}, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
    const size_t rank = std::max(in[0].rank(), in[1].rank());
    std::vector<int64_t> apartA, apartB, shape;
    for (size_t d = 0; d < rank; ++d) {
      // The size along a dim of the result, counted from the right as in broadcasting.
      auto sizeOf = [&](const Tensor &x) {
        return d < rank - x.rank() ? 1 : x.shape()[d - (rank - x.rank())];
      };
      apartA.insert(apartA.end(), {sizeOf(in[0]), 1});
      apartB.insert(apartB.end(), {1, sizeOf(in[1])});
      shape.push_back(sizeOf(in[0]) * sizeOf(in[1]));
    }
    return reshape(reshape(in[0], apartA) * reshape(in[1], apartB), shape);
  });
}

/// The components are slices; they are stacked again.
Tensor cross(const Operand &a, const Operand &b, int64_t dim) {
  return apply("cross", {&a, &b}, OpKey(dim), [&](Emitter &e, Terms terms) {
    auto values = e.meet("cross", terms, typeFor(e, "cross", terms, Takes::Numbers));
    llvm::ArrayRef<int64_t> shape = Emitter::dimsOf(values[0]);
    const int64_t d = e.checkedDim("cross", dim, int64_t(shape.size()), e.textOf(terms[0]));
    if (shape[size_t(d)] != 3)
      e.refuse("cross of " + e.textOf(terms) + ": dim " + std::to_string(d) + " has size " +
               std::to_string(shape[size_t(d)]) + ", not 3");
    return described(values, a.where, [&](llvm::ArrayRef<Tensor> in) {
      std::vector<Operand> parts;
      // Component i is a_j b_k - a_k b_j for the two that follow i, in a circle.
      for (int64_t i = 0; i < 3; ++i) {
        const int64_t j = (i + 1) % 3, k = (i + 2) % 3;
        parts.push_back(component(in[0], d, j) * component(in[1], d, k) -
                        component(in[0], d, k) * component(in[1], d, j));
      }
      return std::vector{stack(parts, d)};
    })[0];
  });
}

/// The usual orders have forms of their own, which need no powers.
Tensor norm(const Operand &x, const Dims &dims, Keep keep, double order) {
  return formula("norm", {&x}, Takes::Inexact, OpKey(dims, int64_t(keep), order),
                 [&](llvm::ArrayRef<Tensor> in) {
                   // Squares, absolute values and comparisons have gradients where powers have
                   // none.
                   if (order == 2)
                     return sqrt(sum(real(in[0] * conj(in[0])), dims, keep));
                   Tensor size = abs(in[0]);
                   if (std::isinf(order))
                     return order > 0 ? max(size, dims, keep) : min(size, dims, keep);
                   if (order == 0)
                     return sum(astype(notEqual(size, 0), size.elementType()), dims, keep);
                   if (order == 1)
                     return sum(size, dims, keep);
                   return power(sum(power(size, order), dims, keep), 1 / order);
                 });
}
/// Leading dims are a batch.
Tensor matrixTranspose(const Operand &x) {
  return compose("matrixTranspose", {&x}, OpKey(), [](Emitter &e, llvm::ArrayRef<Tensor> in) {
    if (in[0].rank() < 2)
      e.refuse("matrixTranspose of " + text(in[0].type()) + ": two dims or more are wanted");
    return swapAxes(in[0], -1, -2);
  });
}
/// The op leaves the upper triangle open, so it is set to 0.
Tensor cholesky(const Operand &x) {
  return apply("cholesky", {&x}, OpKey(), [&](Emitter &e, Terms terms) {
    auto symmetric = [&](llvm::ArrayRef<Tensor> in) {
      checkSquare(e, "cholesky", in[0]);
      return std::vector{(in[0] + conj(swapAxes(in[0], -1, -2))) / 2};
    };
    mlir::Value factor = e.make<stablehlo::CholeskyOp>(
        described(e.inexactOf(terms[0]), x.where, symmetric)[0], e.builder.getBoolAttr(true));
    return described(factor, x.where,
                     [](llvm::ArrayRef<Tensor> in) { return std::vector{tril(in[0])}; })[0];
  });
}
/// Only one triangle of a is read, so the other may hold anything.
Tensor triangularSolve(const Operand &a, const Operand &b, const TriangularOptions &options) {
  const OpKey key(options.isLeft, options.isLower, options.isTransposed, options.isUnit);
  return apply("triangularSolve", {&a, &b}, key, [&](Emitter &e, Terms terms) {
    const ElementType type = typeFor(e, "triangularSolve", terms, Takes::Inexact);
    mlir::Value left = e.valueOf(terms[0], type), right = e.valueOf(terms[1], type);
    llvm::ArrayRef<int64_t> la = Emitter::dimsOf(left), lb = Emitter::dimsOf(right);
    const size_t rank = la.size();
    if (rank < 2 || rank != lb.size() || la[rank - 1] != la[rank - 2] ||
        la.drop_back(2) != lb.drop_back(2) || la.back() != lb[options.isLeft ? rank - 2 : rank - 1])
      e.refuse("triangularSolve of " + e.textOf(terms) +
               ": square matrices and right sides of the same batch and size are wanted");
    auto transpose = stablehlo::TransposeAttr::get(
        e.builder.getContext(), options.isTransposed ? stablehlo::Transpose::TRANSPOSE
                                                     : stablehlo::Transpose::NO_TRANSPOSE);
    return e.make<stablehlo::TriangularSolveOp>(left, right, e.builder.getBoolAttr(options.isLeft),
                                                e.builder.getBoolAttr(options.isLower),
                                                e.builder.getBoolAttr(options.isUnit), transpose);
  });
}
/// Two triangular systems, one after the other.
Tensor choleskySolve(const Operand &factor, const Operand &b) {
  return compose("choleskySolve", {&factor, &b}, OpKey(), [](Emitter &, llvm::ArrayRef<Tensor> in) {
    Tensor half = triangularSolve(in[0], in[1], {.isLower = true});
    return triangularSolve(conj(in[0]), half, {.isLower = true, .isTransposed = true});
  });
}

} // namespace frontend
} // namespace spmd
