// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of elementwise ops that take more than a line: the Bessel function of order 1, whose
// slope takes the one of order 0, and the ops of chlo that broadcast their operands first.
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/rule.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

// Chebyshev coefficients of I0(x) e^-x in x/4 - 1 on [0, 8], and of the same times sqrt(x) in
// 16/x - 1 beyond: interpolated at 400 nodes of scipy.special.i0e (1.17), 1.5e-14 of it at most.
constexpr double kNear[] = {
    0.33839763720473803,     -0.3046826723431984,    0.1716209015222087,
    -0.09490109704804756,    0.04930528423967058,    -0.023737414805899384,
    0.01054646039459498,     -0.004324309995050513,  0.0016394756169412744,
    -0.0005763755745385368,  0.00018850288509573488, -5.754195010049701e-05,
    1.6448448070693066e-05,  -4.416738358563599e-06, 1.1173875390746436e-06,
    -2.6707938512560146e-07, 6.046995009889589e-08,  -1.3000250109751478e-08,
    2.6598236424479894e-09,  -5.189793439441815e-10, 9.67580288113723e-11,
    -1.7268291241379075e-11, 2.954748112848904e-12,  -4.855249535751227e-13,
    7.669309631808118e-14,   -1.1666223542761145e-14};
constexpr double kFar[] = {0.40224520550705445,    0.003369116478255698,    6.889758346916963e-05,
                           2.891370520838876e-06,  2.048918588859472e-07,   2.266668992056964e-08,
                           3.3962320333813523e-09, 4.94060259370599e-10,    1.1889135231868408e-11,
                           -3.149915883682297e-11, -1.3215846195180348e-11, -1.7940449126285784e-12,
                           7.179912220323104e-13,  3.852318464225846e-13,   1.5403234243649423e-14,
                           -4.140243703432134e-14, -9.60453938603223e-15,   3.7636560534792805e-15,
                           1.758593271006248e-15,  -2.4646951146678477e-16};

/// The Chebyshev series at t in [-1, 1], by Clenshaw's recurrence.
Expr chebyshev(Expr t, ArrayRef<double> coefficients) {
  Expr later, latest; // zeros
  for (double coefficient : llvm::reverse(coefficients.drop_front())) {
    Expr next = 2 * t * latest - later;
    next = next ? next + coefficient : t.g->number(coefficient, t.type());
    later = std::exchange(latest, next);
  }
  return t * latest - later + coefficients.front();
}

/// I0(x) e^-|x|.
Expr besselI0e(Expr x) {
  Expr size = apply("stablehlo.abs", x), isNear = compare(size, "LE", 8);
  Expr eight = x.g->number(8, x.type()), near = select(isNear, size, eight);
  Expr far = select(isNear, eight, size);
  Expr series = chebyshev(16 / far + -1, kFar) * rsqrt(far);
  return select(isNear, chebyshev(0.25 * near + -1, kNear), series);
}

} // namespace

/// I0(x) e^-|x| - y (sign(x) + 1/x), and 1/2 at 0.
Expr besselI1eGradient(Backward &g) {
  Expr x = g.in(), isTiny = compare(apply("stablehlo.abs", x), "LE", 1e-7);
  Expr safe = select(isTiny, g.number(1, x.type()), x);
  Expr slope = besselI0e(safe) - g.out() * (apply("stablehlo.sign", safe) + 1 / safe);
  return g.ct() * select(isTiny, g.number(0.5, x.type()), slope);
}

LogicalResult broadcastingGradient(Backward &g) {
  auto out = cast<RankedTensorType>(g.op->getResult(0).getType());
  OperationState state = *withoutBroadcast(g.op);
  state.location = g.loc;
  state.addTypes(out);
  Cotangents inner;
  // Dims of an operand are the last ones of the result, or those that the op names.
  SmallVector<SmallVector<int64_t>> dims;
  for (Value operand : g.op->getOperands()) {
    auto type = cast<RankedTensorType>(operand.getType());
    auto named = g.op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
    int64_t missing = out.getRank() - type.getRank();
    dims.push_back(named && int64_t(named.size()) == type.getRank() && missing
                       ? llvm::to_vector(named.asArrayRef())
                       : llvm::to_vector(llvm::seq<int64_t>(missing, out.getRank())));
    Expr whole = broadcast(g.of(operand), out.getShape(), dims.back());
    state.addOperands(whole.value);
    if (g.wants(operand))
      inner.active.insert(whole.value);
  }
  Operation *onOneShape = g.b.create(state);
  const OpRules &rules = Rules::of(onOneShape);
  if (!rules.vjp)
    return g.op->emitOpError("has no gradient");
  inner.totals[onOneShape->getResult(0)] = g.ct().value;
  Backward back(onOneShape, g.b, inner);
  if (failed(rules.vjp(onOneShape, back)))
    return failure();
  for (auto [i, operand] : llvm::enumerate(g.op->getOperands())) {
    auto shape = cast<RankedTensorType>(operand.getType()).getShape();
    SmallVector<int64_t> summed;
    for (int64_t d = 0; d < out.getRank(); ++d) {
      const auto *at = llvm::find(dims[i], d);
      if (at == dims[i].end() || (shape[at - dims[i].begin()] == 1 && out.getDimSize(d) != 1))
        summed.push_back(d);
    }
    if (Expr ct = g.of(inner.totals.lookup(onOneShape->getOperand(i))); ct)
      g.give(i, reshape(sum(ct, summed), shape));
  }
  return success();
}

} // namespace spmd::ops
