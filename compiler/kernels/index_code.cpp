// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/index_code.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

AffineExpr IndexCode::variable(Value value, int64_t low, int64_t size, unsigned lanes) {
  variables.push_back({value, b.current(), lanes});
  return algebra.newVariable(low, size);
}

LoopScope *IndexCode::home(ArrayRef<AffineExpr> index) {
  SmallVector<unsigned> used;
  for (AffineExpr e : index)
    algebra.collectVariables(e, used);
  LoopScope *scope = b.current();
  while (scope->parent && !scope->isBarrier &&
         llvm::none_of(used, [&](unsigned v) { return variables[v].scope == scope; }))
    scope = scope->parent;
  return scope;
}

int IndexCode::laneVariable(AffineExpr expr) {
  SmallVector<unsigned> used;
  algebra.collectVariables(expr, used);
  for (unsigned v : used)
    if (variables[v].lanes > 1)
      return v;
  return -1;
}

unsigned IndexCode::lanesOf(AffineExpr expr) {
  int lane = laneVariable(expr);
  return lane < 0 ? 1 : variables[lane].lanes;
}

Value IndexCode::ofVariable(const Variable &v, unsigned lanes) {
  if (lanes == 1)
    return v.value;
  SmallVector<APInt> steps;
  for (unsigned i = 0; i < lanes; ++i)
    steps.push_back(APInt(64, i));
  auto type = cast<VectorType>(withLanes(b.getIndexType(), lanes));
  return b.add(b.splat(v.value, lanes), b.constant(DenseElementsAttr::get(type, steps)));
}

Value IndexCode::ofSymbol(IndexAlgebra::Symbol s, unsigned lanes) {
  Type type = getElementTypeOrSelf(s.value), wide = withLanes(b.getIndexType(), lanes);
  bool isUnsigned = type.isUnsignedInteger() || type.isInteger(1);
  Value read = b.splat(element(s.value, s.at), lanes);
  Value out = isUnsigned ? Value(b.make<arith::IndexCastUIOp>(wide, read))
                         : Value(b.make<arith::IndexCastOp>(wide, read));
  if (!s.clamped)
    return out;
  if (!isUnsigned)
    out = b.make<arith::MaxSIOp>(out, constant(0, lanes));
  return b.make<arith::MinUIOp>(out, constant(s.limit, lanes));
}

Value IndexCode::ofBinary(AffineBinaryOpExpr expr, unsigned lanes) {
  Value x = number(expr.getLHS(), lanes), y = number(expr.getRHS(), lanes);
  if (expr.getKind() == AffineExprKind::Add)
    return b.add(x, y);
  if (expr.getKind() == AffineExprKind::Mul)
    return b.mul(x, y);
  bool isQuotient = expr.getKind() == AffineExprKind::FloorDiv;
  assert((isQuotient || expr.getKind() == AffineExprKind::Mod) && "simplified, so no ceildiv");
  if (algebra.range(expr.getLHS()).low >= 0)
    return isQuotient ? Value(b.make<arith::DivUIOp>(x, y)) : Value(b.make<arith::RemUIOp>(x, y));
  Value rest = b.make<arith::RemSIOp>(x, y);
  Value isBelow = b.make<arith::CmpIOp>(arith::CmpIPredicate::slt, rest, constant(0, lanes));
  if (!isQuotient)
    return b.make<arith::SelectOp>(isBelow, b.add(rest, y), rest);
  Value q = b.make<arith::DivSIOp>(x, y);
  return b.make<arith::SelectOp>(isBelow, b.sub(q, constant(1, lanes)), q);
}

Value IndexCode::number(AffineExpr expr, unsigned lanes) {
  if (auto c = dyn_cast<AffineConstantExpr>(expr))
    return constant(c.getValue(), lanes);
  if (lanes > 1 && laneVariable(expr) < 0)
    return b.splat(number(expr, 1), lanes);
  for (LoopScope *s = b.current(); s; s = s->parent)
    if (auto found = s->indices.find({expr, lanes}); found != s->indices.end())
      return found->second;
  LoopBuilder::At at(b, home(expr));
  Value out;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    out = ofVariable(variables[dim.getPosition()], lanes);
  else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    out = ofSymbol(algebra.symbolAt(symbol.getPosition()), lanes);
  else
    out = ofBinary(cast<AffineBinaryOpExpr>(expr), lanes);
  b.current()->indices[{expr, lanes}] = out;
  return out;
}

Value IndexCode::holds(ArrayRef<IndexAlgebra::Condition> conditions) {
  Value all;
  for (const IndexAlgebra::Condition &c : conditions) {
    unsigned lanes = lanesOf(c.expr);
    Value one =
        b.make<arith::CmpIOp>(c.equality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge,
                              number(c.expr, lanes), constant(0, lanes));
    if (all) {
      unsigned most = std::max(spmd::lanesOf(all), lanes);
      one = b.make<arith::AndIOp>(b.splat(all, most), b.splat(one, most));
    }
    all = one;
  }
  return all;
}

} // namespace spmd
