// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise ops on values of one type, and the forms of chlo that broadcast their operands.
#include "tools/cases/case_ops.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd::random {
namespace {

constexpr llvm::StringLiteral kDirections[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};

/// Functions that jump, such as floor, or have poles or edges, such as log and sqrt at zero, are
/// written on exact values only: where a sum cancels to zero, its rounding would decide between
/// two branches.
bool jumps(llvm::StringRef op) {
  static constexpr llvm::StringLiteral kJumps[] = {"stablehlo.floor",
                                                   "stablehlo.ceil",
                                                   "stablehlo.round_nearest_afz",
                                                   "stablehlo.sign",
                                                   "stablehlo.is_finite",
                                                   "stablehlo.round_nearest_even",
                                                   "stablehlo.remainder",
                                                   "stablehlo.atan2",
                                                   "chlo.next_after",
                                                   "chlo.is_inf",
                                                   "chlo.is_neg_inf",
                                                   "chlo.is_pos_inf",
                                                   "stablehlo.maximum",
                                                   "stablehlo.minimum",
                                                   "stablehlo.compare",
                                                   "stablehlo.power",
                                                   "stablehlo.log",
                                                   "stablehlo.log_plus_one",
                                                   "stablehlo.rsqrt",
                                                   "stablehlo.sqrt",
                                                   "stablehlo.cbrt",
                                                   "stablehlo.tan",
                                                   "stablehlo.divide",
                                                   "chlo.tan",
                                                   "chlo.acos",
                                                   "chlo.acosh",
                                                   "chlo.asin",
                                                   "chlo.atanh",
                                                   "chlo.erf_inv",
                                                   "chlo.digamma",
                                                   "chlo.lgamma",
                                                   "chlo.polygamma",
                                                   "chlo.zeta",
                                                   "chlo._asin_acos_kernel",
                                                   "chlo.atan"};
  return llvm::is_contained(kJumps, op);
}

/// Do results hold the digits of the operands, without rounding?
bool isMove(llvm::StringRef op) {
  return op == "stablehlo.negate" || op == "stablehlo.abs" || op == "stablehlo.maximum" ||
         op == "stablehlo.minimum" || op == "stablehlo.real" || op == "stablehlo.imag";
}

///   complex<f32> -> f32
std::string partOf(llvm::StringRef complex) {
  complex.consume_front("complex<");
  return complex.drop_back().str();
}

/// One operand, and a result of its type.
void unary(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4, jumps(op.name));
  // The size of a complex number is a real one.
  bool isSize = op.name == "stablehlo.abs" && classOf(x.element) == kComplex;
  c.emit(
      op.name, {x}, "",
      {c.result({x}, x.shape, isSize ? partOf(x.element) : x.element, isSize || !isMove(op.name))});
}

/// A property of each element.
void flagOf(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4, true);
  c.emit(op.name, {x}, "", {c.result({x}, x.shape, "i1", false)});
}

/// The real or the imaginary part.
void partOfComplex(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4);
  c.emit(op.name, {x}, "", {c.result({x}, x.shape, partOf(x.element), false)});
}

/// Two operands of one type, sometimes the same one.
void binary(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4, jumps(op.name)),
        y = c.inputOf(x.shape, x.element, jumps(op.name));
  c.emit(op.name, {x, y}, "", {c.result({x, y}, x.shape, x.element, !isMove(op.name))});
}

/// Two reals become a complex number.
void complexOf(CaseWriter &c, const CaseOp &op) {
  std::string element = c.w.chance(0.7) ? "f32" : "f64";
  Value x = c.argument(c.shape(0, 3), element), y = c.inputOf(x.shape, element);
  c.emit(op.name, {x, y}, "", {c.result({x, y}, x.shape, "complex<" + element + ">", false)});
}

/// Complex numbers are equal or not; others also have an order.
std::string direction(CaseWriter &c, llvm::StringRef element, llvm::StringRef dialect) {
  unsigned count = classOf(element) == kComplex ? 2 : 6;
  return "comparison_direction = #" + dialect.str() + "<comparison_direction " +
         kDirections[c.w.below(count)].str() + ">";
}

/// Only exact values are compared: sums in another order may differ in the last digit.
void compare(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4, true), y = c.inputOf(x.shape, x.element, true);
  c.emit(op.name, {x, y}, direction(c, x.element, "stablehlo"),
         {c.result({x, y}, x.shape, "i1", false)});
}

/// Some conditions and limits are scalars.
void select(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4), y = c.inputOf(x.shape, x.element),
        flag = c.inputOf(c.w.chance(0.2) ? Shape{} : x.shape, "i1");
  c.emit(op.name, {flag, x, y}, "", {c.result({x, y, flag}, x.shape, x.element, false)});
}

/// The limits are independent, so a lower one may lie above the upper one.
void clamp(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4);
  bool areScalars = c.w.chance(0.3);
  Value low = c.inputOf(areScalars ? Shape{} : x.shape, x.element),
        high = c.inputOf(c.w.chance(0.3) ? Shape{} : x.shape, x.element);
  // A lower limit above the upper one gives the upper one.
  c.emit(op.name, {low, x, high}, "", {c.result({x, low, high}, x.shape, x.element, false)});
}

/// The op of a map is an elementwise one on scalars.
void map(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3), y = c.inputOf(x.shape, x.element);
  Shape dims;
  for (size_t d = 0; d < x.shape.size(); ++d)
    dims.push_back(d);
  llvm::StringRef body = classOf(x.element) == kFlags ? "stablehlo.xor" : "stablehlo.multiply";
  c.emit(op.name, {x, y}, "dimensions = " + arrayText(dims),
         {c.result({x, y}, x.shape, x.element, true)}, c.reducer(body, x.element));
}

/// The shape of a second operand that is broadcast to the first one, or the other way round: some
/// dims have one element, and the leading ones may be missing.
///   4x6x5  ->  1x6x5, or 6x1, or 4x1x1
Shape narrower(CaseWriter &c, const Shape &shape) {
  Shape out;
  size_t missing = c.w.chance(0.4) ? c.w.below(shape.size() + 1) : 0;
  for (int64_t size : llvm::drop_begin(shape, missing))
    out.push_back(c.w.chance(0.4) ? 1 : size);
  return out;
}

/// `chlo.broadcast_X` writes the dims of X's operands only where their ranks differ, or always.
void broadcasting(CaseWriter &c, const CaseOp &op) {
  llvm::StringRef plain = op.name.substr(strlen("chlo.broadcast_"));
  bool isCompare = plain == "compare", isComplex = plain == "complex", isExact = isCompare;
  isExact |= jumps(("stablehlo." + plain).str()) || jumps(("chlo." + plain).str());
  Value x = isComplex ? c.argument(c.shape(1, 3), c.w.chance(0.5) ? "f32" : "f64")
                      : c.input(op.elements, 1, 3, isExact);
  Value y = c.inputOf(narrower(c, x.shape), x.element, isExact);
  // Without the attribute, the dims of a narrower operand are the last ones.
  std::string attributes;
  if (y.shape.size() < x.shape.size() || c.w.chance(0.3)) {
    Shape dims;
    for (size_t d = x.shape.size() - y.shape.size(); d < x.shape.size(); ++d)
      dims.push_back(d);
    attributes = "broadcast_dimensions = " + arrayText(dims);
  }
  std::string element = isCompare ? "i1" : isComplex ? "complex<" + x.element + ">" : x.element;
  Value out = c.result({x, y}, x.shape, element, !isCompare);
  // Equal ranks have one order of dims, so either operand may be the narrow one.
  bool isSwapped = c.w.chance(0.3) && y.shape.size() == x.shape.size();
  if (isCompare)
    attributes += (attributes.empty() ? "" : ", ") + direction(c, x.element, "chlo");
  c.emit(op.name, isSwapped ? std::vector{y, x} : std::vector{x, y}, attributes, {out});
}

/// All three operands are broadcast to one shape; here the second one has it.
void broadcastingSelect(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3), y = c.inputOf(narrower(c, x.shape), x.element),
        flag = c.inputOf(narrower(c, x.shape), "i1");
  c.emit(op.name, {flag, x, y}, "", {c.result({x, y, flag}, x.shape, x.element, false)});
}

/// Functions on real and complex numbers, and ops on bits.
constexpr unsigned kWave = kFloats | kComplex;
constexpr unsigned kBits = kIntegers | kFlags;

// The classes of elements are those that the dialects allow for the op.
constexpr CaseOp kElementwise[] = {
    {"stablehlo.abs", unary, kFloats | kSigned | kComplex},
    {"stablehlo.cbrt", unary, kFloats},
    {"stablehlo.ceil", unary, kFloats},
    {"stablehlo.cosine", unary, kWave},
    {"stablehlo.count_leading_zeros", unary, kIntegers},
    {"stablehlo.exponential", unary, kWave},
    {"stablehlo.exponential_minus_one", unary, kWave},
    {"stablehlo.floor", unary, kFloats},
    {"stablehlo.log", unary, kWave},
    {"stablehlo.log_plus_one", unary, kWave},
    {"stablehlo.logistic", unary, kWave},
    {"stablehlo.negate", unary, kFloats | kIntegers | kComplex},
    {"stablehlo.not", unary, kBits},
    {"stablehlo.popcnt", unary, kIntegers},
    {"stablehlo.round_nearest_afz", unary, kFloats},
    {"stablehlo.round_nearest_even", unary, kFloats},
    {"stablehlo.rsqrt", unary, kWave},
    {"stablehlo.sign", unary, kFloats | kSigned},
    {"stablehlo.sine", unary, kWave},
    {"stablehlo.sqrt", unary, kWave},
    {"stablehlo.tan", unary, kWave},
    {"stablehlo.tanh", unary, kWave},
    {"chlo._asin_acos_kernel", unary, kComplex},
    {"chlo.acos", unary, kWave},
    {"chlo.acosh", unary, kWave},
    {"chlo.asin", unary, kWave},
    {"chlo.asinh", unary, kWave},
    {"chlo.atan", unary, kWave},
    {"chlo.atanh", unary, kWave},
    {"chlo.bessel_i1e", unary, kFloats},
    {"chlo.conj", unary, kComplex},
    {"chlo.cosh", unary, kWave},
    {"chlo.digamma", unary, kFloats},
    {"chlo.erf", unary, kFloats},
    {"chlo.erf_inv", unary, kFloats},
    {"chlo.erfc", unary, kFloats},
    {"chlo.lgamma", unary, kFloats},
    {"chlo.sinh", unary, kWave},
    {"chlo.square", unary, kWave},
    {"chlo.tan", unary, kWave},
    {"stablehlo.is_finite", flagOf, kFloats},
    {"chlo.is_inf", flagOf, kFloats},
    {"chlo.is_neg_inf", flagOf, kFloats},
    {"chlo.is_pos_inf", flagOf, kFloats},
    {"stablehlo.real", partOfComplex, kComplex},
    {"stablehlo.imag", partOfComplex, kComplex},
    {"stablehlo.add", binary, kAny},
    {"stablehlo.atan2", binary, kFloats},
    {"stablehlo.divide", binary, kNumbers},
    {"stablehlo.maximum", binary, kReals | kFlags},
    {"stablehlo.minimum", binary, kReals | kFlags},
    {"stablehlo.multiply", binary, kAny},
    {"stablehlo.power", binary, kReals},
    {"stablehlo.remainder", binary, kReals},
    {"stablehlo.subtract", binary, kNumbers},
    {"stablehlo.and", binary, kBits},
    {"stablehlo.or", binary, kBits},
    {"stablehlo.xor", binary, kBits},
    {"stablehlo.shift_left", binary, kIntegers},
    {"stablehlo.shift_right_arithmetic", binary, kIntegers},
    {"stablehlo.shift_right_logical", binary, kIntegers},
    {"chlo.mulhi", binary, kIntegers},
    {"chlo.next_after", binary, kFloats},
    {"chlo.polygamma", binary, kFloats},
    {"chlo.zeta", binary, kFloats},
    {"stablehlo.complex", complexOf},
    {"stablehlo.compare", compare, kAny},
    {"stablehlo.select", select, kAny},
    {"stablehlo.clamp", clamp, kReals},
    {"stablehlo.map", map, kNumbers | kFlags},
};

// Each is written out as broadcasts and the op itself before shardings are propagated.
constexpr CaseOp kBroadcasting[] = {
    {"chlo.broadcast_add", broadcasting, kNumbers},
    {"chlo.broadcast_and", broadcasting, kBits},
    {"chlo.broadcast_atan2", broadcasting, kFloats},
    {"chlo.broadcast_compare", broadcasting, kAny},
    {"chlo.broadcast_complex", broadcasting, kFloats},
    {"chlo.broadcast_divide", broadcasting, kNumbers},
    {"chlo.broadcast_maximum", broadcasting, kReals},
    {"chlo.broadcast_minimum", broadcasting, kReals},
    {"chlo.broadcast_multiply", broadcasting, kNumbers},
    {"chlo.broadcast_next_after", broadcasting, kFloats},
    {"chlo.broadcast_or", broadcasting, kBits},
    {"chlo.broadcast_polygamma", broadcasting, kFloats},
    {"chlo.broadcast_power", broadcasting, kReals},
    {"chlo.broadcast_remainder", broadcasting, kReals},
    {"chlo.broadcast_select", broadcastingSelect, kAny},
    {"chlo.broadcast_shift_left", broadcasting, kIntegers},
    {"chlo.broadcast_shift_right_arithmetic", broadcasting, kIntegers},
    {"chlo.broadcast_shift_right_logical", broadcasting, kIntegers},
    {"chlo.broadcast_subtract", broadcasting, kNumbers},
    {"chlo.broadcast_xor", broadcasting, kBits},
    {"chlo.broadcast_zeta", broadcasting, kFloats},
};

} // namespace

llvm::ArrayRef<CaseOp> elementwiseCases() { return kElementwise; }
llvm::ArrayRef<CaseOp> broadcastingCases() { return kBroadcasting; }

} // namespace spmd::random
