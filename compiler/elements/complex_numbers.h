// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of complex numbers as emitted arithmetic, and operators on registers, so that they read
// as formulas.
#pragma once
#include "compiler/elements/arith.h"
#include <cmath>

namespace spmd::complex {

using mlir::Value;
using Predicate = mlir::arith::CmpFPredicate;

/// A register of f32 or f64 with operators.
struct Real {
  Value v;
  ScalarBuilder *b;
  bool isDouble() const { return ops::registerBits(v) == 64; }
  Real with(Value other) const { return {other, b}; }
  Real constant(double value) const { return with(ops::floatLike(*b, v, value)); }
  template <class Op> Real unary() const { return with(b->make<Op>(v)); }
  template <class Op> Real binary(Real r) const { return with(b->make<Op>(v, r.v)); }
  Value compare(Predicate p, Real r) const { return ops::compareFloats(*b, p, v, r.v); }
  Real select(Value predicate, Real otherwise) const { // this where the predicate holds
    return with(ops::choose(*b, predicate, v, otherwise.v));
  }
  Value isZero() const { return compare(Predicate::OEQ, constant(0)); }
  Value isNaN() const { return compare(Predicate::UNO, *this); }
  Value isInfinite() const;
  Value isFinite() const;
  Value both(Value l, Value r) const { return b->make<mlir::arith::AndIOp>(l, r); }
  Value either(Value l, Value r) const { return b->make<mlir::arith::OrIOp>(l, r); }
  Value negated(Value predicate) const {
    return b->make<mlir::arith::XOrIOp>(predicate, ops::intLike(*b, predicate, 1));
  }
};
inline Real operator+(Real l, Real r) { return l.binary<mlir::arith::AddFOp>(r); }
inline Real operator-(Real l, Real r) { return l.binary<mlir::arith::SubFOp>(r); }
inline Real operator*(Real l, Real r) { return l.binary<mlir::arith::MulFOp>(r); }
inline Real operator/(Real l, Real r) { return l.binary<mlir::arith::DivFOp>(r); }
inline Real operator+(Real l, double r) { return l + l.constant(r); }
inline Real operator-(Real l, double r) { return l - l.constant(r); }
inline Real operator*(Real l, double r) { return l * l.constant(r); }
inline Real operator/(double l, Real r) { return r.constant(l) / r; }
inline Real operator-(Real x) { return x.unary<mlir::arith::NegFOp>(); }
inline Real sqrt(Real x) { return x.unary<mlir::math::SqrtOp>(); }
inline Real cbrt(Real x) { return x.unary<mlir::math::CbrtOp>(); }
inline Real abs(Real x) { return x.unary<mlir::math::AbsFOp>(); }
inline Real exp(Real x) { return x.unary<mlir::math::ExpOp>(); }
inline Real log(Real x) { return x.unary<mlir::math::LogOp>(); }
inline Real sin(Real x) { return x.unary<mlir::math::SinOp>(); }
inline Real cos(Real x) { return x.unary<mlir::math::CosOp>(); }
inline Real sinh(Real x) { return x.unary<mlir::math::SinhOp>(); }
inline Real cosh(Real x) { return x.unary<mlir::math::CoshOp>(); }
inline Real asinh(Real x) { return x.unary<mlir::math::AsinhOp>(); }
inline Real log1p(Real x) { return x.unary<mlir::math::Log1pOp>(); }
inline Real expm1(Real x) { return x.unary<mlir::math::ExpM1Op>(); }
inline Real atan2(Real y, Real x) { return y.binary<mlir::math::Atan2Op>(x); }
inline Real pow(Real x, Real y) { return x.binary<mlir::math::PowFOp>(y); }
inline Real max(Real x, Real y) { return x.binary<mlir::arith::MaximumFOp>(y); } // NaN wins
inline Real min(Real x, Real y) { return x.binary<mlir::arith::MinimumFOp>(y); }
inline Value isLess(Real l, Real r) { return l.compare(Predicate::OLT, r); }
inline Value isLess(Real l, double r) { return isLess(l, l.constant(r)); }
inline Value isLess(double l, Real r) { return isLess(r.constant(l), r); }
inline Value Real::isInfinite() const {
  return complex::abs(*this).compare(Predicate::OEQ, constant(INFINITY));
}
inline Value Real::isFinite() const { return isLess(complex::abs(*this), INFINITY); }
/// abs(x) with the sign of y, also if y is a zero.
inline Real withSign(Real x, Real y) { return x.binary<mlir::math::CopySignOp>(y); }
/// The number in double precision.
inline Real inDouble(Real x) {
  return x.isDouble() ? x
                      : x.with(x.b->make<mlir::arith::ExtFOp>(
                            ops::typeLike(x.v, x.b->builder.getF64Type()), x.v));
}
/// x in the type of `like`.
inline Real as(Real like, Real x) {
  return like.isDouble() == x.isDouble()
             ? x
             : x.with(x.b->make<mlir::arith::TruncFOp>(like.v.getType(), x.v));
}

struct Complex {
  Real re, im;
};
inline Complex operator+(Complex x, Complex y) { return {x.re + y.re, x.im + y.im}; }
inline Complex operator-(Complex x, Complex y) { return {x.re - y.re, x.im - y.im}; }
inline Complex operator-(Complex x) { return {-x.re, -x.im}; }
/// a b - c d with an error of at most one and a half units in the last place, because the rounding
/// errors of the two products are compensated (Kahan; Jeannerod, Louvet, Muller 2013). Where that
/// gives NaN, the plain expression counts.
Real differenceOfProducts(Real a, Real b, Real c, Real d);
inline Complex operator*(Complex x, Complex y) {
  return {differenceOfProducts(x.re, y.re, x.im, y.im),
          differenceOfProducts(x.re, y.im, -x.im, y.re)};
}
inline Complex operator*(Complex x, double y) { return {x.re * y, x.im * y}; }
inline Complex operator*(Complex x, Real y) { return {x.re * y, x.im * y}; }
inline Complex conj(Complex x) { return {x.re, -x.im}; }
inline Complex timesI(Complex x) { return {-x.im, x.re}; }
inline Complex overI(Complex x) { return {x.im, -x.re}; }
inline Complex plusReal(Complex x, double y) { return {x.re + y, x.im}; }
inline Complex constant(Complex like, double value) {
  return {like.re.constant(value), like.re.constant(0)};
}
inline Complex select(Value predicate, Complex yes, Complex no) {
  return {yes.re.select(predicate, no.re), yes.im.select(predicate, no.im)};
}

/// f computed in doubles. Squares and products of singles neither overflow nor underflow there, and
/// the result is accurate to the last bit of a single.
template <auto f> Complex inDoubles(Complex x) {
  Complex y = f({inDouble(x.re), inDouble(x.im)});
  return {as(x.re, y.re), as(x.re, y.im)};
}
template <auto f> Complex inDoubles(Complex x, Complex y) {
  Complex z = f({inDouble(x.re), inDouble(x.im)}, {inDouble(y.re), inDouble(y.im)});
  return {as(x.re, z.re), as(x.re, z.im)};
}

// complex_arithmetic.cpp
Real abs(Complex x);
Complex operator/(Complex x, Complex y);
Complex sqrt(Complex x);
Complex rsqrt(Complex x);
Complex cbrt(Complex x);
Complex sign(Complex x);
Complex square(Complex x);
// complex_functions.cpp
/// z + p^2 + q^2, added in this order with compensated rounding errors, for sums that nearly
/// cancel. For singles the result is a double.
Real sumWithSquares(Real z, Real p, Real q);
Complex exp(Complex x);
Complex expm1(Complex x);
Complex log(Complex x);
Complex log1p(Complex x);
Complex sin(Complex x);
Complex cos(Complex x);
Complex tan(Complex x);
Complex sinh(Complex x);
Complex cosh(Complex x);
Complex tanh(Complex x);
Complex logistic(Complex x);
Complex pow(Complex x, Complex y);
// complex_inverses.cpp
Complex asin(Complex x);
Complex acos(Complex x);
Complex atan(Complex x);
Complex asinh(Complex x);
Complex acosh(Complex x);
Complex atanh(Complex x);
Complex asinAcosKernel(Complex x);

} // namespace spmd::complex
