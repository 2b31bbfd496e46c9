// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the ops of random fusions that compute elements: arithmetic, functions,
// comparisons and conversions. Each function draws an operand and returns false where its
// type has no such op; f8E8M0FNU, which has neither zero nor sign, is only converted.
#include "tools/spmd_random_fusions.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd::random {
namespace {

using Name = llvm::StringLiteral;

/// "stablehlo.NAME %a, %b", without types. A chlo op brings its prefix along.
std::string op(llvm::StringRef name, llvm::ArrayRef<Operand> operands) {
  std::string text = (name.starts_with("chlo.") ? name : "stablehlo." + name).str();
  for (auto [i, o] : llvm::enumerate(operands))
    text += (i ? ", " : " ") + o.name;
  return text;
}

/// Ops by class of operand type. The first list of each pair has no rounding freedom.
constexpr Name kExactReals[] = {
    "negate", "abs", "sign", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt"};
constexpr Name kFunctions[] = {
    "exponential",           "tanh",         "logistic", "log", "rsqrt", "sine", "cosine", "cbrt",
    "exponential_minus_one", "log_plus_one", "chlo.erf", "tan"};
constexpr Name kWholes[] = {"negate", "abs", "sign", "not", "popcnt", "count_leading_zeros"};
constexpr Name kComplexes[] = {"negate"};
constexpr Name kRealPairs[] = {"add",     "subtract", "multiply", "divide",
                               "maximum", "minimum",  "remainder"};
constexpr Name kRealFunctions[] = {"power", "atan2"};
constexpr Name kWholePairs[] = {"add",
                                "subtract",
                                "multiply",
                                "divide",
                                "maximum",
                                "minimum",
                                "remainder",
                                "and",
                                "or",
                                "xor",
                                "shift_left",
                                "shift_right_logical",
                                "shift_right_arithmetic",
                                "power"};
constexpr Name kTruths[] = {"and", "or", "xor", "maximum", "minimum", "add", "multiply"};
constexpr Name kComplexPairs[] = {"add", "subtract", "multiply"};

/// The share of ops without rounding freedom, whose results are compared bit by bit.
constexpr double kExactOps = 0.85;

} // namespace

/// An op of one operand, from the list for its type. Unsigned integers have no negate, abs
/// and sign.
bool writeUnary(FusionWriter &w) {
  Operand x = w.any();
  llvm::ArrayRef<Name> names;
  if (x.element == "i1" || x.element == "f8E8M0FNU")
    return false;
  if (isComplex(x.element))
    names = kComplexes;
  else if (isWhole(x.element))
    names = llvm::StringRef(x.element).starts_with("ui") ? llvm::ArrayRef(kWholes).drop_front(3)
                                                         : llvm::ArrayRef(kWholes);
  else
    names = w.chance(kExactOps) ? llvm::ArrayRef(kExactReals) : llvm::ArrayRef(kFunctions);
  llvm::StringRef name = w.pick(names);
  w.define(x.shape, x.element,
           op(name, x) + " : " +
               (name.starts_with("chlo.") ? x.type() + " -> " + x.type() : x.type()));
  return true;
}

/// An op of two operands of one type, sometimes the same value twice, in random order.
bool writeBinary(FusionWriter &w) {
  Operand x = w.any();
  if (x.element == "f8E8M0FNU")
    return false;
  Operand y = w.chance(0.15) ? x : w.like(x.shape, x.element);
  llvm::ArrayRef<Name> names = x.element == "i1"      ? llvm::ArrayRef(kTruths)
                               : isComplex(x.element) ? llvm::ArrayRef(kComplexPairs)
                               : isWhole(x.element)   ? llvm::ArrayRef(kWholePairs)
                               : w.chance(kExactOps)  ? llvm::ArrayRef(kRealPairs)
                                                      : llvm::ArrayRef(kRealFunctions);
  if (w.chance(0.5))
    std::swap(x, y);
  w.define(x.shape, x.element, op(w.pick(names), {x, y}) + " : " + x.type());
  return true;
}

/// A clamp, or a comparison that mostly feeds a select:
///   %c = compare LT, %x, %y ; %r = select %c, %x, %z
bool writeChoice(FusionWriter &w) {
  Operand x = w.any();
  if (isComplex(x.element) || x.element == "f8E8M0FNU")
    return false;
  if (w.chance(0.25) && x.element != "i1") {
    // The bounds of a clamp are scalars or of the operand's shape.
    Operand low = w.like(w.chance(0.5) ? Dims() : x.shape, x.element),
            high = w.like(low.shape, x.element);
    w.define(x.shape, x.element,
             op("clamp", {low, x, high}) + " : (" + low.type() + ", " + x.type() + ", " +
                 low.type() + ") -> " + x.type());
    return true;
  }
  static constexpr Name kDirections[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  Operand y = w.like(x.shape, x.element);
  Operand truth = w.define(x.shape, "i1",
                           "stablehlo.compare " + w.pick(kDirections).str() + ", " + x.name + ", " +
                               y.name + " : (" + x.type() + ", " + x.type() + ") -> " +
                               Operand{"", x.shape, "i1"}.type());
  if (w.chance(0.3))
    return true;
  // The selected values may have another type than the compared ones.
  Operand yes = w.chance(0.5) ? x : w.like(x.shape, w.chance(0.7) ? x.element : w.randomElement()),
          no = w.like(x.shape, yes.element);
  w.define(x.shape, yes.element,
           op("select", {truth, yes, no}) + " : " + truth.type() + ", " + yes.type());
  return true;
}

/// A random type of `bits` bits, for bitcast_convert.
static std::string typeOfBits(FusionWriter &w, unsigned bits) {
  static constexpr Name kBytes[] = {"i8",     "ui8",        "f8E5M2",     "f8E4M3FN",     "f8E4M3",
                                    "f8E3M4", "f8E4M3FNUZ", "f8E5M2FNUZ", "f8E4M3B11FNUZ"};
  static constexpr Name kHalves[] = {"i16", "ui16", "f16", "bf16"},
                        kSingles[] = {"i32", "ui32", "f32"}, kDoubles[] = {"i64", "ui64", "f64"};
  return bits == 8    ? w.pick(kBytes).str()
         : bits == 16 ? w.pick(kHalves).str()
         : bits == 32 ? w.pick(kSingles).str()
                      : w.pick(kDoubles).str();
}

/// Takes a part of a complex number, or makes a complex number of two parts.
static bool writeParts(FusionWriter &w, const Operand &x) {
  if (isComplex(x.element)) {
    std::string part = x.element == "complex<f32>" ? "f32" : "f64";
    w.define(x.shape, part,
             op(w.chance(0.5) ? "real" : "imag", x) + " : (" + x.type() + ") -> " +
                 Operand{"", x.shape, part}.type());
    return true;
  }
  Operand y = w.like(x.shape, x.element);
  std::string whole = "complex<" + x.element + ">";
  w.define(x.shape, whole, op("complex", {x, y}) + " : " + Operand{"", x.shape, whole}.type());
  return true;
}

/// Conversions of four kinds: parts of complex numbers, bit casts, reduce_precision with a
/// random format, and convert to a random type. No type is converted to a complex one.
bool writeConversion(FusionWriter &w) {
  Operand x = w.any();
  if (isComplex(x.element) || ((x.element == "f32" || x.element == "f64") && w.chance(0.1)))
    return writeParts(w, x);
  if (x.element != "i1" && x.element != "f8E8M0FNU" && w.chance(0.15)) {
    // Equal widths, so the shape stays.
    std::string to = typeOfBits(w, bitsOf(x.element));
    w.define(x.shape, to,
             op("bitcast_convert", x) + " : (" + x.type() + ") -> " +
                 Operand{"", x.shape, to}.type());
    return true;
  }
  if (isReal(x.element) && x.element != "f8E8M0FNU" && bitsOf(x.element) >= 16 && w.chance(0.1)) {
    w.define(x.shape, x.element,
             op("reduce_precision", x) + ", format = e" + std::to_string(3 + w.below(9)) + "m" +
                 std::to_string(1 + w.below(24)) + " : " + x.type());
    return true;
  }
  std::string to;
  do
    to = w.randomElement();
  while (isComplex(to));
  w.define(x.shape, to,
           op("convert", x) + " : (" + x.type() + ") -> " + Operand{"", x.shape, to}.type());
  return true;
}

} // namespace spmd::random
