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

Value IndexCode::narrow(Value number) { return b.make<arith::IndexCastOp>(b.getI32Type(), number); }

Value IndexCode::constant(int64_t value, Form form) {
  if (!form.isNarrow)
    return b.splat(b.index(value), form.lanes);
  auto type = cast<VectorType>(withLanes(b.getI32Type(), form.lanes));
  return b.constant(DenseElementsAttr::get(type, int32_t(value)));
}

// The first lane, and the others in steps of one.
Value IndexCode::ofVariable(const Variable &v, Form form) {
  if (form.lanes == 1)
    return v.value;
  Type element = form.isNarrow ? Type(b.getI32Type()) : Type(b.getIndexType());
  SmallVector<APInt> steps;
  for (unsigned i = 0; i < form.lanes; ++i)
    steps.push_back(APInt(form.isNarrow ? 32 : 64, i));
  auto type = cast<VectorType>(withLanes(element, form.lanes));
  return b.add(b.splat(form.isNarrow ? narrow(v.value) : v.value, form.lanes),
               b.constant(DenseElementsAttr::get(type, steps)));
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
    out = b.make<arith::MaxSIOp>(out, constant(0, {lanes}));
  return b.make<arith::MinUIOp>(out, constant(s.limit, {lanes}));
}

Value IndexCode::ofBinary(AffineBinaryOpExpr expr, Form form) {
  Value x = number(expr.getLHS(), form), y = number(expr.getRHS(), form);
  if (expr.getKind() == AffineExprKind::Add)
    return b.add(x, y);
  if (expr.getKind() == AffineExprKind::Mul)
    return b.mul(x, y);
  bool isQuotient = expr.getKind() == AffineExprKind::FloorDiv;
  assert((isQuotient || expr.getKind() == AffineExprKind::Mod) && "simplified, so no ceildiv");
  if (algebra.range(expr.getLHS()).low >= 0)
    return isQuotient ? Value(b.make<arith::DivUIOp>(x, y)) : Value(b.make<arith::RemUIOp>(x, y));
  Value rest = b.make<arith::RemSIOp>(x, y);
  Value isBelow = b.make<arith::CmpIOp>(arith::CmpIPredicate::slt, rest, constant(0, form));
  if (!isQuotient)
    return b.make<arith::SelectOp>(isBelow, b.add(rest, y), rest);
  Value q = b.make<arith::DivSIOp>(x, y);
  return b.make<arith::SelectOp>(isBelow, b.sub(q, constant(1, form)), q);
}

bool IndexCode::fitsNarrow(AffineExpr expr) {
  bool fits = true;
  expr.walk([&](AffineExpr e) {
    fits = fits && !isa<AffineSymbolExpr>(e) && algebra.range(e).within(INT32_MIN, INT32_MAX);
  });
  return fits;
}

/// No vector instruction multiplies 64 by 64 bits to 128, by which lanes of 64 bits would be
/// divided by a constant; they are divided one by one.
static bool isDivision(AffineExpr expr) {
  return expr.getKind() == AffineExprKind::FloorDiv || expr.getKind() == AffineExprKind::Mod;
}

Value IndexCode::number(AffineExpr expr, Form form) {
  if (auto c = dyn_cast<AffineConstantExpr>(expr))
    return constant(c.getValue(), form);
  if (form.lanes > 1 && laneVariable(expr) < 0) {
    Value one = number(expr, 1);
    return b.splat(form.isNarrow ? narrow(one) : one, form.lanes);
  }
  // Numbers of 32 bits are kept beside those of type index.
  const std::pair<AffineExpr, unsigned> key{expr, form.lanes | (form.isNarrow ? 1u << 31 : 0)};
  for (LoopScope *s = b.current(); s; s = s->parent)
    if (auto found = s->indices.find(key); found != s->indices.end())
      return found->second;
  LoopBuilder::At at(b, home(expr));
  Value out;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    out = ofVariable(variables[dim.getPosition()], form);
  else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    out = ofSymbol(algebra.symbolAt(symbol.getPosition()), form.lanes);
  else if (form.lanes > 1 && !form.isNarrow && isDivision(expr) && fitsNarrow(expr))
    out = b.make<arith::IndexCastOp>(withLanes(b.getIndexType(), form.lanes),
                                     number(expr, {form.lanes, /*isNarrow=*/true}));
  else
    out = ofBinary(cast<AffineBinaryOpExpr>(expr), form);
  b.current()->indices[key] = out;
  return out;
}

/// The limit c where the conditions are e >= 0 and c - e >= 0: both ends of a range that begins at
/// zero.
static std::optional<int64_t> commonLimit(IndexAlgebra &algebra, const IndexAlgebra::Condition &low,
                                          const IndexAlgebra::Condition &high) {
  if (low.equality || high.equality)
    return std::nullopt;
  auto sum = dyn_cast<AffineConstantExpr>(algebra.simplify(low.expr + high.expr));
  return sum && sum.getValue() >= 0 ? std::optional(sum.getValue()) : std::nullopt;
}

// An unsigned comparison tests both ends of a range at once: below zero are the largest numbers.
Value IndexCode::holds(ArrayRef<IndexAlgebra::Condition> conditions) {
  using Predicate = arith::CmpIPredicate;
  Value all;
  for (size_t i = 0; i < conditions.size(); ++i) {
    const IndexAlgebra::Condition &c = conditions[i];
    const unsigned lanes = lanesOf(c.expr);
    const Form form{lanes, lanes > 1 && fitsNarrow(c.expr)};
    Predicate predicate = c.equality ? Predicate::eq : Predicate::sge;
    int64_t limit = 0;
    if (i + 1 < conditions.size())
      if (std::optional<int64_t> both = commonLimit(algebra, c, conditions[i + 1]);
          both && (!form.isNarrow || *both <= INT32_MAX)) {
        predicate = Predicate::ule, limit = *both;
        ++i;
      }
    Value one = b.make<arith::CmpIOp>(predicate, number(c.expr, form), constant(limit, form));
    if (all) {
      unsigned most = std::max(spmd::lanesOf(all), lanes);
      one = b.make<arith::AndIOp>(b.splat(all, most), b.splat(one, most));
    }
    all = one;
  }
  return all;
}

} // namespace spmd
