// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits special functions as series of a fixed number of terms. The number suffices for doubles
// over the range in which each series is used, and code without loops can be vectorized. Formula
// numbers are those of Abramowitz and Stegun.
#include "compiler/elements/special_code.h"
#include "compiler/elements/arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <cmath>
#include <numbers>

using namespace mlir;

namespace spmd::ops {
namespace {

/// A register of f64 with operators.
struct Double {
  ScalarBuilder *b;
  Value v;

  Double with(Value other) const { return {b, other}; }
  Double constant(double value) const { return with(floatLike(*b, v, value)); }
  template <class Op> Double unary() const { return with(b->make<Op>(v)); }
  Value compare(arith::CmpFPredicate p, Double r) const { return compareFloats(*b, p, v, r.v); }
  Value compare(arith::CmpFPredicate p, double r) const { return compare(p, constant(r)); }
  Double select(Value predicate, Double otherwise) const {
    return with(choose(*b, predicate, v, otherwise.v));
  }
};
Double operator+(Double l, Double r) { return l.with(l.b->make<arith::AddFOp>(l.v, r.v)); }
Double operator-(Double l, Double r) { return l.with(l.b->make<arith::SubFOp>(l.v, r.v)); }
Double operator*(Double l, Double r) { return l.with(l.b->make<arith::MulFOp>(l.v, r.v)); }
Double operator/(Double l, Double r) { return l.with(l.b->make<arith::DivFOp>(l.v, r.v)); }
Double operator+(Double l, double r) { return l + l.constant(r); }
Double operator-(Double l, double r) { return l - l.constant(r); }
Double operator*(Double l, double r) { return l * l.constant(r); }
Double operator/(double l, Double r) { return r.constant(l) / r; }
Double operator-(Double x) { return x.with(x.b->make<arith::NegFOp>(x.v)); }
Double pow(Double x, Double y) { return x.with(x.b->make<math::PowFOp>(x.v, y.v)); }
Double floor(Double x) { return x.unary<math::FloorOp>(); }
Value isWhole(Double x) { return x.compare(arith::CmpFPredicate::OEQ, floor(x)); }
Value both(Double like, Value l, Value r) { return like.b->make<arith::AndIOp>(l, r); }
Value isFinite(Double x) {
  return x.unary<math::AbsFOp>().compare(arith::CmpFPredicate::OLT, INFINITY);
}
Value isEven(Double x) { return both(x, isWhole(x * 0.5), isFinite(x)); }

Double widened(ScalarBuilder &b, Value x) {
  return {&b, registerBits(x) == 64
                  ? x
                  : b.make<arith::ExtFOp>(typeLike(x, b.builder.getF64Type()), x)};
}
Value narrowed(Double value, Value like) {
  return registerBits(like) == 64 ? value.v
                                  : Value(value.b->make<arith::TruncFOp>(like.getType(), value.v));
}

/// Calls a function for which the math dialect has no op.
Value call(ScalarBuilder &b, StringRef name, Value x) {
  return func::CallOp::create(b.builder, b.loc, name, x.getType(), x).getResult(0);
}

/// The power series 9.6.10 up to 20 and the asymptotic series 9.7.1 above, both as nested products.
Double besselI1e(Double x) {
  Double a = x.unary<math::AbsFOp>(), quarter = a * a * 0.25, powers = x.constant(1),
         tail = x.constant(1);
  // Terms from the innermost to the outermost, so that no factorials appear.
  for (int k = 50; k > 0; --k)
    powers = powers * quarter * (1.0 / (double(k) * (k + 1))) + 1;
  Double inverse = 1 / a;
  for (int k = 30; k > 0; --k)
    tail = tail * inverse * (((2.0 * k - 1) * (2.0 * k - 1) - 4) / (8.0 * k)) + 1;
  Double near = (-a).unary<math::ExpOp>() * a * 0.5 * powers;
  Double far = tail / (a * (2 * std::numbers::pi)).unary<math::SqrtOp>();
  Double value = near.select(a.compare(arith::CmpFPredicate::OLE, 20), far);
  return value.with(value.b->make<math::CopySignOp>(value.v, x.v));
}

/// Euler-Maclaurin summation: ten terms, the integral of the rest, and twelve corrections B2k /
/// (2k)!. The selections at the end are the special cases of hurwitzZeta.
Double zeta(Double x, Double q) {
  constexpr double corrections[] = {1.0 / 12,
                                    -1.0 / 720,
                                    1.0 / 30240,
                                    -1.0 / 1209600,
                                    1.0 / 47900160,
                                    -691.0 / 1307674368000,
                                    1.0 / 74724249600,
                                    -3617.0 / 10670622842880000,
                                    43867.0 / 5109094217170944000,
                                    -174611.0 / 802857662698291200000.0,
                                    77683.0 / 14101100039391805440000.0,
                                    -236364091.0 / 1693824136731743669452800000.0};
  // (q + k)^-x for k = 0 .. 9.
  Double sum = pow(q, -x);
  for (int k = 1; k < 10; ++k)
    sum = sum + pow(q + k, -x);
  Double a = q + 10, power = pow(a, -x), inverse = 1 / a;
  Double rest = power * a / (x - 1) + power * 0.5, step = x * power * inverse;
  for (auto [k, correction] : llvm::enumerate(corrections)) {
    rest = rest + step * correction;
    step = step * ((x + (2.0 * k + 1)) * inverse) * ((x + (2.0 * k + 2)) * inverse);
  }
  Value isTiny = power.compare(arith::CmpFPredicate::OLE, sum.unary<math::AbsFOp>() * 1e-18);
  Double value = sum.select(isTiny, sum + rest);
  Double infinity = x.constant(INFINITY), nan = x.constant(NAN);
  // Special cases, the strongest last: poles, x = 1, x < 1, NaN.
  Value isLeft = q.compare(arith::CmpFPredicate::OLE, 0);
  value = nan.select(both(x, isLeft, x.compare(arith::CmpFPredicate::ONE, floor(x))), value);
  value = infinity.select(isEven(x), nan).select(both(x, isLeft, isWhole(q)), value);
  value = infinity.select(x.compare(arith::CmpFPredicate::OEQ, 1), value);
  value = nan.select(x.compare(arith::CmpFPredicate::OLT, 1), value);
  return (x + q).select(x.compare(arith::CmpFPredicate::UNO, q), value);
}

Double lgamma(Double x) { return x.with(call(*x.b, "lgamma", x.v)); }
Double digamma(Double x) { return x.with(call(*x.b, "digamma", x.v)); }

// (-1)^(n+1) n! zeta(n + 1, x), digamma for n = 0, NaN if n is no natural number.
Double polygamma(Double n, Double x) {
  Double value = lgamma(n + 1).unary<math::ExpOp>() * zeta(n + 1, x);
  value = (-value).select(isEven(n), value);
  value = digamma(x).select(n.compare(arith::CmpFPredicate::OEQ, 0), value);
  Value isOrder = both(n, isWhole(n), n.compare(arith::CmpFPredicate::OGE, 0));
  isOrder = both(n, isOrder, isFinite(n));
  return value.select(isOrder, n.constant(NAN));
}

} // namespace

Value emitLgamma(ScalarBuilder &b, Value x) { return call(b, "lgamma", x); }
Value emitDigamma(ScalarBuilder &b, Value x) { return call(b, "digamma", x); }
Value emitBesselI1e(ScalarBuilder &b, Value x) { return narrowed(besselI1e(widened(b, x)), x); }
Value emitZeta(ScalarBuilder &b, Value x, Value q) {
  return narrowed(zeta(widened(b, x), widened(b, q)), x);
}
Value emitPolygamma(ScalarBuilder &b, Value n, Value x) {
  return narrowed(polygamma(widened(b, n), widened(b, x)), x);
}

} // namespace spmd::ops
