// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Complex arithmetic on pairs of real tensors. Formulas keep the digits of parts that nearly cancel: quotients by Smith's
// method, inverse functions by Kahan (Branch cuts for complex elementary functions, 1987).
#include "compiler/ops/parts.h"
#include "dialects/chlo/chlo.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>
#include <numbers>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {
namespace {

/// A tensor with operators.
struct Real {
  Value v;
  OpBuilder *b;
  Location loc;
  RankedTensorType type() const { return cast<RankedTensorType>(v.getType()); }
  Real with(Value other) const { return {other, b, loc}; }
  Real constant(double value) const {
    auto number = DenseElementsAttr::get(type(), Attribute(b->getFloatAttr(type().getElementType(), value)));
    return with(ConstantOp::create(*b, loc, number));
  }
  template <class Op> Real unary() const { return with(Op::create(*b, loc, type(), v)); }
  template <class Op> Real binary(Real r) const { return with(Op::create(*b, loc, type(), v, r.v)); }
  Value compare(ComparisonDirection direction, Real r) const { return CompareOp::create(*b, loc, v, r.v, direction); }
  Real select(Value predicate, Real otherwise) const { // this where the predicate holds
    return with(SelectOp::create(*b, loc, type(), predicate, v, otherwise.v));
  }
  Value isZero() const { return compare(ComparisonDirection::EQ, constant(0)); }
};
Real operator+(Real l, Real r) { return l.binary<AddOp>(r); }
Real operator-(Real l, Real r) { return l.binary<SubtractOp>(r); }
Real operator*(Real l, Real r) { return l.binary<MulOp>(r); }
Real operator/(Real l, Real r) { return l.binary<DivOp>(r); }
Real operator+(Real l, double r) { return l + l.constant(r); }
Real operator-(Real l, double r) { return l - l.constant(r); }
Real operator*(Real l, double r) { return l * l.constant(r); }
Real operator-(Real x) { return x.unary<NegOp>(); }
Real sqrt(Real x) { return x.unary<SqrtOp>(); }
Real abs(Real x) { return x.unary<AbsOp>(); }
Real exp(Real x) { return x.unary<ExpOp>(); }
Real sin(Real x) { return x.unary<SineOp>(); }
Real cos(Real x) { return x.unary<CosineOp>(); }
Real sinh(Real x) { return x.unary<chlo::SinhOp>(); }
Real cosh(Real x) { return x.unary<chlo::CoshOp>(); }
Real asinh(Real x) { return x.unary<chlo::AsinhOp>(); }
Real log1p(Real x) { return x.unary<Log1pOp>(); }
Real atan2(Real y, Real x) { return y.binary<Atan2Op>(x); }
Value isLess(Real l, Real r) { return l.compare(ComparisonDirection::LT, r); }
/// abs(x) with the sign of y, that of a zero included.
Real withSign(Real x, Real y) {
  Value negative = OrOp::create(*y.b, y.loc, isLess(y, y.constant(0)), isLess(y.constant(1) / y, y.constant(0)));
  Real a = abs(x);
  return (-a).select(negative, a);
}

struct Complex {
  Real re, im;
};
Complex operator+(Complex x, Complex y) { return {x.re + y.re, x.im + y.im}; }
Complex operator-(Complex x, Complex y) { return {x.re - y.re, x.im - y.im}; }
Complex operator-(Complex x) { return {-x.re, -x.im}; }
Complex operator*(Complex x, Complex y) { return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re}; }
Complex operator*(Complex x, double y) { return {x.re * y, x.im * y}; }
Complex conj(Complex x) { return {x.re, -x.im}; }
Complex timesI(Complex x) { return {-x.im, x.re}; }
Complex overI(Complex x) { return {x.im, -x.re}; }
Complex plusReal(Complex x, double y) { return {x.re + y, x.im}; }
Complex constant(Complex like, double value) { return {like.re.constant(value), like.re.constant(0)}; }
Complex select(Value predicate, Complex yes, Complex no) {
  return {yes.re.select(predicate, no.re), yes.im.select(predicate, no.im)};
}

/// Smith: the smaller part of the divisor is divided by the larger one first.
Complex operator/(Complex x, Complex y) {
  Value wide = isLess(abs(y.re), abs(y.im));
  Real big = y.im.select(wide, y.re), small = y.re.select(wide, y.im);
  Real ratio = small / big, divisor = big + small * ratio;
  Real re = ((x.re * ratio + x.im) / divisor).select(wide, (x.re + x.im * ratio) / divisor);
  Real im = ((x.im * ratio - x.re) / divisor).select(wide, (x.im - x.re * ratio) / divisor);
  return {re, im};
}

Real abs(Complex x) {
  Real a = abs(x.re), b = abs(x.im);
  Real big = a.binary<MaxOp>(b), small = a.binary<MinOp>(b);
  Real ratio = small / big;
  Value isInfinite = big.compare(ComparisonDirection::EQ, big.constant(INFINITY));
  Real value = big * sqrt(ratio * ratio + 1);
  return big.select(isInfinite, big.select(big.isZero(), value));
}

Complex exp(Complex x) {
  Real size = exp(x.re);
  return {size * cos(x.im), x.im.select(x.im.isZero(), size * sin(x.im))};
}

Complex expm1(Complex x) {
  Real half = sin(x.im * 0.5);
  return {x.re.unary<Expm1Op>() * cos(x.im) - half * half * 2, exp(x.re) * sin(x.im)};
}

/// Near a modulus of 1 its logarithm is that of 1 + ((big - 1)(big + 1) + small^2), halved.
Complex log(Complex x) {
  Real a = abs(x.re), b = abs(x.im), size = abs(x);
  Real big = a.binary<MaxOp>(b), small = a.binary<MinOp>(b);
  Real nearOne = log1p((big - 1) * (big + 1) + small * small) * 0.5;
  Value isNear = AndOp::create(*x.re.b, x.re.loc, isLess(size.constant(0.5), size), isLess(size, size.constant(2)));
  return {nearOne.select(isNear, size.unary<LogOp>()), atan2(x.im, x.re)};
}

Complex log1p(Complex x) {
  Real excess = x.re * (x.re + 2) + x.im * x.im;
  Value isNear = isLess(abs(excess), excess.constant(0.5));
  Complex far = log(plusReal(x, 1));
  return {(log1p(excess) * 0.5).select(isNear, far.re), far.im};
}

Complex sinh(Complex x) { return {sinh(x.re) * cos(x.im), cosh(x.re) * sin(x.im)}; }
Complex cosh(Complex x) { return {cosh(x.re) * cos(x.im), sinh(x.re) * sin(x.im)}; }
Complex sin(Complex x) { return overI(sinh(timesI(x))); }
Complex cos(Complex x) { return cosh(timesI(x)); }

/// Kahan; where exp(2 abs(re)) swamps 1 the limit and its first term.
Complex tanh(Complex x) {
  Real t = sin(x.im) / cos(x.im), s = sinh(x.re), rho = sqrt(s * s + 1), beta = t * t + 1;
  Real divisor = beta * s * s + 1;
  Real decay = exp(abs(x.re) * -2);
  Value isFar = abs(x.re).compare(ComparisonDirection::GT, x.re.constant(x.re.type().getElementType().isF64() ? 20 : 10));
  Complex far{withSign(x.re.constant(1), x.re), sin(x.im) * cos(x.im) * decay * 4};
  return select(isFar, far, {beta * rho * s / divisor, t / divisor});
}
Complex tan(Complex x) { return overI(tanh(timesI(x))); }

Complex sqrt(Complex x) {
  Real size = abs(x);
  Real root = sqrt((size + abs(x.re)) * 0.5), other = x.im / (root * 2);
  Value isRight = x.re.compare(ComparisonDirection::GE, x.re.constant(0));
  Complex value{root.select(isRight, abs(other)), other.select(isRight, withSign(root, x.im))};
  return select(size.isZero(), {size, x.im}, value);
}

Complex power(Complex x, Complex y) {
  Value isZero = abs(x).isZero(), isOne = abs(y).isZero();
  Complex general = select(isZero, constant(x, 0), exp(y * log(x)));
  return select(isOne, constant(x, 1), general);
}

Complex asin(Complex x) {
  Complex l = sqrt(plusReal(-x, 1)), r = sqrt(plusReal(x, 1));
  return {atan2(x.re, (l * r).re), asinh((conj(l) * r).im)};
}
Complex acos(Complex x) {
  Complex l = sqrt(plusReal(-x, 1)), r = sqrt(plusReal(x, 1));
  return {atan2(l.re, r.re) * 2, asinh((conj(r) * l).im)};
}
Complex acosh(Complex x) {
  Complex l = sqrt(plusReal(x, -1)), r = sqrt(plusReal(x, 1));
  return {asinh((conj(l) * r).re), atan2(l.im, r.re) * 2};
}
Complex atanh(Complex x) { return (log1p(x) - log1p(-x)) * 0.5; }

/// sqrt(a^2 - x^2) + i log(a + sqrt(a^2 - 1)), a = (hypot(x + 1, y) + hypot(x - 1, y)) / 2.
Complex asinAcosKernel(Complex z) {
  Real x = abs(z.re), y = abs(z.im);
  Real a = (abs(Complex{x + 1, y}) + abs(Complex{x - 1, y})) * 0.5;
  return {sqrt((a - x) * (a + x)), a.binary<MaxOp>(a.constant(1)).unary<chlo::AcoshOp>()};
}

Complex sign(Complex x) {
  Real size = abs(x);
  return select(size.isZero(), x, {x.re / size, x.im / size});
}

/// f in doubles: roots, logarithms and angles one after the other would lose more than a unit of a single's last place.
template <auto f> Complex inDoubles(Complex x) {
  RankedTensorType type = x.re.type(), wide = type.clone(x.re.b->getF64Type());
  if (type == wide)
    return f(x);
  auto as = [](RankedTensorType to, Real r) { return r.with(ConvertOp::create(*r.b, r.loc, to, r.v)); };
  Complex y = f({as(wide, x.re), as(wide, x.im)});
  return {as(type, y.re), as(type, y.im)};
}
Complex asinh(Complex x) { return overI(asin(timesI(x))); }
Complex atan(Complex x) { return overI(atanh(timesI(x))); }

using Function = Complex (*)(Complex);
const llvm::StringMap<Function> &functions() {
  static const llvm::StringMap<Function> all = {
      {"stablehlo.negate", [](Complex x) { return -x; }},
      {"stablehlo.exponential", exp},
      {"stablehlo.exponential_minus_one", expm1},
      {"stablehlo.log", log},
      {"stablehlo.log_plus_one", log1p},
      {"stablehlo.sine", sin},
      {"stablehlo.cosine", cos},
      {"stablehlo.tan", tan},
      {"stablehlo.tanh", tanh},
      {"stablehlo.sqrt", sqrt},
      {"stablehlo.rsqrt", [](Complex x) { return constant(x, 1) / sqrt(x); }},
      {"stablehlo.cbrt", [](Complex x) { return power(x, constant(x, 1.0 / 3)); }},
      {"stablehlo.logistic", [](Complex x) { return constant(x, 1) / plusReal(exp(-x), 1); }},
      {"stablehlo.sign", sign},
      {"chlo.conj", conj},
      {"chlo.square", [](Complex x) { return Complex{(x.re - x.im) * (x.re + x.im), x.re * x.im * 2}; }},
      {"chlo.sinh", sinh},
      {"chlo.cosh", cosh},
      {"chlo.tan", tan},
      {"chlo.asin", inDoubles<asin>},
      {"chlo.acos", inDoubles<acos>},
      {"chlo.acosh", inDoubles<acosh>},
      {"chlo.atanh", inDoubles<atanh>},
      {"chlo.asinh", inDoubles<static_cast<Function>(asinh)>},
      {"chlo.atan", inDoubles<atan>},
      {"chlo._asin_acos_kernel", asinAcosKernel},
  };
  return all;
}

using Operator = Complex (*)(Complex, Complex);
const llvm::StringMap<Operator> &operators() {
  static const llvm::StringMap<Operator> all = {
      {"stablehlo.add", [](Complex x, Complex y) { return x + y; }},
      {"stablehlo.subtract", [](Complex x, Complex y) { return x - y; }},
      {"stablehlo.multiply", [](Complex x, Complex y) { return x * y; }},
      {"stablehlo.divide", [](Complex x, Complex y) { return x / y; }},
      {"stablehlo.power", power},
  };
  return all;
}

Real realOf(Operation *op, OpBuilder &b, Value v) { return {v, &b, op->getLoc()}; }
Complex complexOf(Operation *op, OpBuilder &b, const Parts &parts) {
  return {realOf(op, b, parts[0]), realOf(op, b, parts[1])};
}
Parts partsOf(Complex x) { return {x.re.v, x.im.v}; }

/// An op that is linear in each of its two operands, as four on real ones; an operand of one part is real.
Parts bilinear(Operation *op, OpBuilder &b, const Parts &l, const Parts &r) {
  auto real = partTypes(op->getResult(0).getType())[0];
  auto product = [&](Value x, Value y) {
    OperationState state(op->getLoc(), op->getName(), {x, y}, {real}, op->getAttrs());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    return realOf(op, b, b.create(state)->getResult(0));
  };
  if (l.size() == 1 || r.size() == 1) {
    Parts out;
    for (Value x : l)
      for (Value y : r)
        out.push_back(product(x, y).v);
    return out;
  }
  return {(product(l[0], r[0]) - product(l[1], r[1])).v, (product(l[0], r[1]) + product(l[1], r[0])).v};
}

Parts constantParts(ConstantOp op, OpBuilder &b) {
  auto value = cast<DenseElementsAttr>(op.getValue());
  Parts out;
  for (auto [i, type] : llvm::enumerate(partTypes(op.getType()))) {
    SmallVector<APFloat> numbers;
    if (value.isSplat()) {
      auto z = value.getSplatValue<std::complex<APFloat>>();
      numbers.push_back(i ? z.imag() : z.real());
    } else {
      for (const std::complex<APFloat> &z : value.getValues<std::complex<APFloat>>())
        numbers.push_back(i ? z.imag() : z.real());
    }
    auto part = DenseElementsAttr::get(cast<ShapedType>(type), numbers);
    out.push_back(ConstantOp::create(b, op.getLoc(), part));
  }
  return out;
}

Parts convertParts(ConvertOp op, OpBuilder &b, const Parts &x) {
  SmallVector<Type, 2> types = partTypes(op.getType());
  if (types.empty()) // only the real part is left
    return {ConvertOp::create(b, op.getLoc(), op.getType(), x[0])};
  Parts out;
  for (auto [type, part] : llvm::zip(types, x))
    out.push_back(ConvertOp::create(b, op.getLoc(), type, part));
  if (x.size() == 1)
    out.push_back(realOf(op, b, out[0]).constant(0).v);
  return out;
}

} // namespace

std::optional<Parts> complexOnParts(Operation *op, OpBuilder &b, ArrayRef<Parts> x) {
  StringRef name = op->getName().getStringRef();
  if (auto it = functions().find(name); it != functions().end())
    return partsOf(it->second(complexOf(op, b, x[0])));
  if (auto it = operators().find(name); it != operators().end())
    return partsOf(it->second(complexOf(op, b, x[0]), complexOf(op, b, x[1])));
  using Result = std::optional<Parts>;
  return TypeSwitch<Operation *, Result>(op)
      .Case([&](ConstantOp constant) -> Result { return constantParts(constant, b); })
      .Case([&](ConvertOp convert) -> Result { return convertParts(convert, b, x[0]); })
      .Case([&](ComplexOp) -> Result { return Parts{x[0][0], x[1][0]}; })
      .Case([&](RealOp) -> Result { return Parts{x[0][0]}; })
      .Case([&](ImagOp) -> Result { return Parts{x[0].size() > 1 ? x[0][1] : realOf(op, b, x[0][0]).constant(0).v}; })
      .Case([&](AbsOp) -> Result { return Parts{abs(complexOf(op, b, x[0])).v}; })
      .Case([&](SelectOp) -> Result { return partsOf(select(x[0][0], complexOf(op, b, x[1]), complexOf(op, b, x[2]))); })
      .Case([&](CompareOp compare) -> Result {
        ComparisonDirection direction = compare.getComparisonDirection();
        Value re = CompareOp::create(b, op->getLoc(), x[0][0], x[1][0], direction);
        Value im = CompareOp::create(b, op->getLoc(), x[0][1], x[1][1], direction);
        if (direction == ComparisonDirection::NE)
          return Parts{OrOp::create(b, op->getLoc(), re.getType(), re, im)};
        return Parts{AndOp::create(b, op->getLoc(), re.getType(), re, im)};
      })
      .Case([&](IotaOp iota) -> Result {
        Value re = IotaOp::create(b, op->getLoc(), partTypes(iota.getType())[0], iota.getIotaDimension());
        return Parts{re, realOf(op, b, re).constant(0).v};
      })
      .Case<DotGeneralOp, DotOp, ConvolutionOp>([&](auto) -> Result { return bilinear(op, b, x[0], x[1]); })
      .Case([&](BitcastConvertOp cast) -> Result {
        return cast.getType() == op->getOperand(0).getType() ? Result(x[0]) : std::nullopt;
      })
      .Default([](Operation *) -> Result { return std::nullopt; });
}

static RankedTensorType pairsOf(RankedTensorType complex) {
  SmallVector<int64_t> shape(complex.getShape());
  shape.push_back(2);
  return RankedTensorType::get(shape, cast<ComplexType>(complex.getElementType()).getElementType());
}

Parts complexFromMemory(OpBuilder &b, Value complex) {
  RankedTensorType type = pairsOf(cast<RankedTensorType>(complex.getType()));
  Value pairs = UnrealizedConversionCastOp::create(b, complex.getLoc(), type, complex).getResult(0);
  Parts out;
  for (auto [part, partType] : llvm::enumerate(partTypes(complex.getType()))) {
    SmallVector<int64_t> begin(type.getRank(), 0), end(type.getShape()), strides(type.getRank(), 1);
    begin.back() = part;
    end.back() = part + 1;
    Value one = SliceOp::create(b, complex.getLoc(), pairs, begin, end, strides);
    out.push_back(ReshapeOp::create(b, complex.getLoc(), partType, one));
  }
  return out;
}

Value complexToMemory(OpBuilder &b, Location loc, RankedTensorType complex, const Parts &parts) {
  RankedTensorType type = pairsOf(complex);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = 1;
  SmallVector<Value> columns;
  for (Value part : parts)
    columns.push_back(ReshapeOp::create(b, loc, type.clone(shape), part));
  Value pairs = ConcatenateOp::create(b, loc, type, columns, type.getRank() - 1);
  return UnrealizedConversionCastOp::create(b, loc, complex, pairs).getResult(0);
}

} // namespace spmd
