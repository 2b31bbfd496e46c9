// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of elementwise ops that take more than a line: the Bessel function of order 1, whose
// slope takes the one of order 0, and the ops of chlo that broadcast their operands first.
#include "compiler/elements/bessel_series.h"
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/rule.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

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
  Expr series = chebyshev(16 / far + -1, kBesselI0Far) * rsqrt(far);
  return select(isNear, chebyshev(0.25 * near + -1, kBesselI0Near), series);
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
