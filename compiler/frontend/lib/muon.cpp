// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Muon (Jordan et al., 2024, https://kellerjordan.github.io/posts/muon): the momentum of a matrix,
// made nearly orthogonal. All other parameters go through adamw.
//
// The Newton-Schulz iteration x <- a x + (b A + c A A) x with A = x x^T drives all singular values
// towards 1. It works on the side that has fewer rows, since A is a matrix of rows times rows.
#include "compiler/frontend/lib/moments.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace optim {
namespace {

/// [rows, columns] -> [rows, columns] with singular values near 1, between 0.7 and 1.2 for the
/// default coefficients, which trade exactness for a fast start. The division by the norm brings
/// all singular values below 1, where the iteration converges. eps keeps a gradient of zeros from
/// being NaN.
Tensor orthogonalized(const Tensor &matrix, const MuonOptions &options) {
  const bool isTall = matrix.size(0) > matrix.size(1);
  const auto [a, b, c] = options.coefficients;
  Tensor x = isTall ? transpose(matrix) : matrix;
  x = x / (normOf(x) + options.eps);
  for (int step = 0; step < options.steps; ++step) {
    const Tensor squares = matmul(x, transpose(x));
    x = a * x + matmul(b * squares + matmul(c * squares, squares), x);
  }
  return isTall ? transpose(x) : x;
}

/// Rows are inputs and columns outputs: a matrix with more outputs moves further.
Optimizer orthogonalMomentum(const MuonOptions &options) {
  auto init = [](const Leaves &parameters, Slots slots) {
    slots.addCount();
    for (const Leaf &leaf : parameters) {
      if (leaf.tensor.rank() != 2)
        refuse("muon of '" + leaf.path + "', which is " + text(leaf.tensor.type()) +
               "; it takes matrices");
      slots.add("mu", leaf, momentLike(leaf.tensor));
    }
  };
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    const Tensor count = slots.increment();
    const BiasCorrection corrected(options.beta, count), ahead(options.beta, count + 1);
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      Tensor &at = slots.at("mu", parameters[i]);
      const Tensor mu = decayed(g, at, options.beta);
      at = astype(mu, at.elementType());
      const Tensor mean = options.nesterov
                              ? options.beta * ahead(mu) + (1 - options.beta) * corrected(g)
                              : corrected(mu);
      const double ratio = double(g.size(1)) / double(g.size(0));
      g = std::sqrt(std::max(1.0, ratio)) * orthogonalized(mean, options);
    }
  };
  return Optimizer("muon", init, update);
}

} // namespace

/// The two groups have rates of their own, because an orthogonal update has another length than one
/// of Adam.
Optimizer muon(Schedule rate, MuonOptions options) {
  const Mask matrices = options.matrices ? options.matrices : ofRank(2);
  auto others = [](const std::string &, const Type &) { return true; };
  Optimizer forMatrices =
      chain(orthogonalMomentum(options), addDecayedWeights(options.weightDecay, options.mask),
            descend(rate));
  return partition({{matrices, forMatrices},
                    {others, adamw(options.adamRate ? *options.adamRate : rate, options.adam)}});
}

} // namespace optim
} // namespace frontend
} // namespace spmd
