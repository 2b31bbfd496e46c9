// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that change the elements of a value and not its shape, and those that need no operands.
#include "tools/cases/case_ops.h"

namespace spmd::random {
namespace {

/// A comparison of sums that were added in another order is one of rounded numbers, so integers
/// and flags are made of exact values only.
void convert(CaseWriter &c, const CaseOp &op) {
  std::string to = c.element(kAny);
  bool isDiscrete = classOf(to) != kFloats && classOf(to) != kComplex;
  Value x = c.input(op.elements, 0, 4, isDiscrete);
  // A complex number becomes a complex one.
  while (classOf(x.element) == kComplex && classOf(to) != kComplex)
    to = c.element(kComplex);
  c.emit(op.name, {x}, "", {c.result({x}, x.shape, to, true)});
}

/// Bits of a type; of other types nothing.
int64_t widthOf(llvm::StringRef element) {
  return llvm::StringSwitch<int64_t>(element)
      .Cases({"i8", "ui8"}, 8)
      .Cases({"i16", "ui16", "bf16", "f16"}, 16)
      .Cases({"i32", "ui32", "f32"}, 32)
      .Cases({"i64", "ui64", "f64"}, 64)
      .Default(0);
}

/// Elements of another width add a dim, or take the last one away.
///   4xf32 -> 4xui32, 4xf32 -> 4x2xi16, 4x4xi8 -> 4xf32
void bitcast(CaseWriter &c, const CaseOp &op) {
  // Types of equal width are drawn often enough by chance.
  constexpr llvm::StringLiteral kTypes[] = {"i8",  "ui8",  "i16", "ui16", "bf16", "f16",
                                            "i32", "ui32", "f32", "i64",  "ui64", "f64"};
  std::string from = c.w.pick(kTypes).str(), to = c.w.pick(kTypes).str();
  int64_t ratio = widthOf(from) / std::max<int64_t>(1, widthOf(to)),
          parts = widthOf(to) / widthOf(from);
  Shape shape = c.shape(0, 2), out = shape;
  if (ratio > 1)
    out.push_back(ratio);
  else if (parts > 1)
    shape.push_back(parts);
  Value x = c.inputOf(shape, from, true), made = c.result({x}, out, to, true);
  // The bits of a NaN are not specified where it was computed.
  made.isExact = true;
  c.emit(op.name, {x}, "", {made});
}

/// Any number of bits for exponents, from two on, and for mantissas.
void reducePrecision(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 0, 4, true);
  c.emit(op.name, {x},
         "exponent_bits = " + std::to_string(2 + c.w.below(7)) +
             " : i32, mantissa_bits = " + std::to_string(c.w.below(12)) + " : i32",
         {c.result({x}, x.shape, x.element, false)});
}

/// Quantizes and dequantizes again, since main returns no quantized values. Between the two there
/// may be an op on quantized elements.
void quantize(CaseWriter &c, const CaseOp &) {
  Value x = c.argument(c.shape(1, 3), "f32");
  // Quantized along the last dim, each element of it has a scale.
  bool isByDim = c.w.chance(0.2) && x.shape.back() <= 4;
  std::string scales = "0.5:2";
  if (isByDim) {
    scales = "{";
    for (int64_t i = 0; i < x.shape.back(); ++i)
      scales += (i ? ", 0." : "0.") + std::to_string(25 * (1 + i % 2)) + ":" + std::to_string(i);
    scales += "}";
  }
  std::string type = "!quant.uniform<i8:f32" +
                     (isByDim ? ":" + std::to_string(x.shape.size() - 1) : std::string()) + ", " +
                     scales + ">";
  Value q = c.result({x}, x.shape, type, false), out = c.result({x}, x.shape, "f32", true);
  q = c.emit("stablehlo.uniform_quantize", {x}, "", {q})[0];
  c.scope.values.pop_back();
  if (!isByDim && c.w.chance(0.5)) {
    constexpr llvm::StringLiteral kBetween[] = {"stablehlo.add", "stablehlo.maximum",
                                                "stablehlo.multiply"};
    q = c.helper(c.w.pick(kBetween), {q, q}, "", q);
  }
  c.emit("stablehlo.uniform_dequantize", {q}, "", {out});
}

/// One or two values that may not be computed across the barrier.
void barrier(CaseWriter &c, const CaseOp &op) {
  std::vector<Value> values{c.input(op.elements, 0, 4)};
  if (c.w.chance(0.4))
    values.push_back(c.input(op.elements, 0, 4));
  c.emit(op.name, values, "", values);
}

/// "dense<[[1, 2], [3, 4]]>" of small numbers.
std::string denseText(CaseWriter &c, const Shape &shape, llvm::StringRef element, size_t at = 0) {
  if (at == shape.size())
    return numberText(element, int64_t(c.w.below(4)));
  std::string out = "[";
  for (int64_t i = 0; i < shape[at]; ++i)
    out += (i ? ", " : "") + denseText(c, shape, element, at + 1);
  return out + "]";
}

/// Constants of equal elements are made smaller, others are cut by the device.
std::string constantText(CaseWriter &c, const Value &value) {
  return "value = dense<" +
         (c.w.chance(0.3) ? numberText(value.element, 1)
                          : denseText(c, value.shape, value.element)) +
         "> : " + value.type();
}

/// A source is split as its annotation or its users say.
void constant(CaseWriter &c, const CaseOp &op) {
  Value value = c.result({}, c.shape(1, 3), c.element(op.elements), false);
  value.isExact = classOf(value.element) != kFloats || value.element == "f32";
  c.emit(op.name, {}, constantText(c, value), {value});
}

/// The constant takes the shape of an operand and nothing else of it.
void constantLike(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  c.emit(op.name, {x}, "value = " + numberText(x.element, 2) + " : " + x.element,
         {c.result({}, x.shape, x.element, false)});
}

/// Numbers along one dim. Where that dim is split, devices start at other numbers.
void iota(CaseWriter &c, const CaseOp &op) {
  Value value = c.result({}, c.shape(1, 3), c.element(op.elements), true);
  c.emit(op.name, {},
         "iota_dimension = " + std::to_string(c.w.below(value.shape.size())) + " : i64", {value});
}

/// The size of the whole dim, also on a device that holds a part of it.
void dimensionSize(CaseWriter &c, const CaseOp &op) {
  Value x = c.input(op.elements, 1, 3);
  c.emit(op.name, {x}, "dimension = " + std::to_string(c.w.below(x.shape.size())) + " : i64",
         {c.result({}, {}, "i32", false)});
}

/// Each device makes its part of the bits, which are those of the whole.
void randomBits(CaseWriter &c, const CaseOp &op) {
  constexpr llvm::StringLiteral kAlgorithms[] = {"THREE_FRY", "PHILOX", "DEFAULT"};
  Value state = c.argument({2}, "ui64"), next = c.result({state}, {2}, "ui64", false),
        bits = c.result({state}, c.shape(1, 3), c.element(kUnsigned), false);
  c.emit(op.name, {state},
         "rng_algorithm = #stablehlo<rng_algorithm " + c.w.pick(kAlgorithms).str() + ">",
         {next, bits});
}

// Quantizing and dequantizing are one case each, written alike.
constexpr CaseOp kConverting[] = {
    {"stablehlo.convert", convert, kAny},
    {"stablehlo.bitcast_convert", bitcast},
    {"stablehlo.reduce_precision", reducePrecision, kFloats},
    {"stablehlo.uniform_quantize", quantize},
    {"stablehlo.uniform_dequantize", quantize},
    {"stablehlo.optimization_barrier", barrier, kAny},
};
// Ops on nothing but shapes, or on a state that is not split.
constexpr CaseOp kSources[] = {
    {"stablehlo.constant", constant, kAny},
    {"chlo.constant", constant, kAny},
    {"sdy.constant", constant, kAny},
    {"chlo.constant_like", constantLike, kReals},
    {"stablehlo.iota", iota, kNumbers},
    {"stablehlo.get_dimension_size", dimensionSize, kAny},
    {"stablehlo.rng_bit_generator", randomBits},
};

} // namespace

llvm::ArrayRef<CaseOp> convertingCases() { return kConverting; }
llvm::ArrayRef<CaseOp> sourceCases() { return kSources; }

} // namespace spmd::random
