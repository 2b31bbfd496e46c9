// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys, and the functions of random.h that need bits, shifts or neighbours of floats: bits,
// uniform, randint, normal, truncatedNormal. The other distributions are written in ops, in
// frontend/lib.
//
// Each function is one op of the frontend, so that outside of jit it is one program. The formulas
// are those that jax.random documents, in the order of operations that gives the same bits.
#include "compiler/elements/erf_inverse.h"
#include "compiler/frontend/include/spmd/random.h"
#include "compiler/frontend/random/bits.h"
#include "compiler/frontend/random/jax_roundings.h"
#include "compiler/frontend/random/key_uses.h"
#include "compiler/structure/gradient_attributes.h"
#include <cmath>

namespace spmd {
inline namespace frontend {
namespace {

using stablehlo::ComparisonDirection;
using Terms = llvm::ArrayRef<Term>;

/// An operand for a key that is used, with the line of the call.
Operand operandOf(const char *name, const Key &key, Where where) {
  Operand words(key.data, where);
  useKey(words, name);
  return words;
}

/// The smallest and the largest integer of a type.
struct Limits {
  int64_t low;
  uint64_t high;
};
/// i8 -> -128, 127; u8 -> 0, 255.
Limits limitsOf(ElementType type) {
  const unsigned bits = 8 * unsigned(rt::sizeOf(runtimeType(type)));
  if (type >= u8 && type <= u64)
    return {0, ~uint64_t(0) >> (64 - bits)};
  return {std::numeric_limits<int64_t>::min() >> (64 - bits), ~uint64_t(0) >> (65 - bits)};
}

/// Converts integers; those beyond the type become its smallest or largest one.
mlir::Value clippedTo(Emitter &e, mlir::Value value, ElementType type) {
  const Limits own = limitsOf(Emitter::elementOf(value)), wanted = limitsOf(type);
  if (own.low < wanted.low)
    value = e.make<stablehlo::MaxOp>(value, e.constantLike(wanted.low, value));
  if (own.high > wanted.high)
    value = e.make<stablehlo::MinOp>(value, e.constantLike(int64_t(wanted.high), value));
  return e.convert(value, type);
}

/// A bound of randint as a value of its own integer type. Numbers are as wide as numbers of C++.
mlir::Value boundOf(Emitter &e, const Term &term, llvm::ArrayRef<int64_t> dims) {
  const ElementType type = term.weakKind ? i64 : Emitter::promoted(term);
  if (isInexact(type) || type == boolean || (term.weakKind && *term.weakKind != 1))
    e.refuse("random::randint with a bound " + Emitter::textOf(term) + "; bounds are integers");
  return parameterValue(e, "random::randint", term, type, dims);
}

/// (higher * 2^bits + lower) modulo span, computed within the type. Twice as many bits as the type
/// has keep the bias of the remainder small. A span of 0 stands for 2^bits: the remainder by 0 is
/// the number itself.
mlir::Value remainderOfTwo(Emitter &e, mlir::Value higher, mlir::Value lower, mlir::Value span,
                           unsigned bits) {
  auto rest = [&](mlir::Value value) { return e.make<stablehlo::RemOp>(value, span); };
  // 2^bits modulo span, from the square of its root
  mlir::Value root = rest(e.constantLike(int64_t(1) << (bits / 2), span));
  mlir::Value multiplier = rest(e.make<stablehlo::MulOp>(root, root));
  mlir::Value upper = e.make<stablehlo::MulOp>(rest(higher), multiplier);
  return rest(e.make<stablehlo::AddOp>(upper, rest(lower)));
}

/// Integers in [low, high), whose type has 32 or 64 bits; see randint. `exceeds` tells where the
/// upper bound before it was clipped lay above the type.
mlir::Value integersBetween(Emitter &e, const KeyWords &key, mlir::Value low, mlir::Value high,
                            mlir::Value exceeds) {
  const ElementType type = Emitter::elementOf(low);
  const bool isWide = type == i64 || type == u64;
  const ElementType drawn = isWide ? u64 : u32;
  llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(low);
  auto [first, second] = splitInTwo(e, key);
  mlir::Value higher = randomBits(e, "random::randint", first, dims, drawn);
  mlir::Value lower = randomBits(e, "random::randint", second, dims, drawn);
  mlir::Value span = e.convert(e.make<stablehlo::SubtractOp>(high, low), drawn);
  mlir::Value one = e.constantLike(int64_t(1), span);
  // Where there is nothing between the bounds, the remainder by 1 gives the lower one.
  span = e.make<stablehlo::SelectOp>(e.compare(ComparisonDirection::LE, high, low), one, span);
  mlir::Value isOneMore =
      e.make<stablehlo::AndOp>(exceeds, e.compare(ComparisonDirection::GT, high, low));
  span = e.make<stablehlo::SelectOp>(isOneMore, e.make<stablehlo::AddOp>(span, one), span);
  mlir::Value offset = remainderOfTwo(e, higher, lower, span, isWide ? 64 : 32);
  return e.make<stablehlo::AddOp>(low, e.convert(offset, type));
}

/// Bits of an operand type that draws none are refused.
void checkFloat(Emitter &e, llvm::StringRef name, ElementType type) {
  if (!isFloat(type))
    e.refuse(name.str() + " of type " + text(type) + "; it draws bf16, f16, f32 and f64");
}

/// Whether both bounds are numbers whose difference, as a float of this type, is a power of 2.
bool hasExactSpan(const Operand &low, const Operand &high, ElementType type) {
  if (!low.number || !high.number)
    return false;
  auto valueOf = [](const Operand &x) { return complexOf(*x.number).real(); };
  int exponent = 0;
  const double span = valueOf(high) - valueOf(low);
  return std::frexp(type == f32 ? double(float(span)) : span, &exponent) == 0.5;
}

/// The arithmetic of ops::writeErfInverseAt as ops.
struct OpWriter {
  Emitter &e;
  using V = mlir::Value;
  V constant(V like, double number) { return e.constantLike(number, like); }
  V add(V a, V b) { return e.make<stablehlo::AddOp>(a, b); }
  V sub(V a, V b) { return e.make<stablehlo::SubtractOp>(a, b); }
  V mul(V a, V b) { return e.make<stablehlo::MulOp>(a, b); }
  V sqrt(V x) { return e.make<stablehlo::SqrtOp>(x); }
  V abs(V x) { return e.make<stablehlo::AbsOp>(x); }
  V isBelow(V a, V b) { return e.compare(ComparisonDirection::LT, a, b); }
  V isEqual(V a, V b) { return e.compare(ComparisonDirection::EQ, a, b); }
  V select(V c, V a, V b) { return e.make<stablehlo::SelectOp>(c, a, b); }
};

/// The same with one rounding for a product and a sum.
struct FusedWriter : OpWriter {
  V fused(V a, V b, V c) { return fusedMultiplyAdd(e, a, b, c); }
};

/// sqrt(2) erf_inv(u) with JAX's roundings: its compiler computes log(1 - u^2) from a rounded u^2,
/// which near 1 changes the last five bits of the result. chlo.erf_inv does not, and is used for
/// f64.
mlir::Value normalOf(Emitter &e, mlir::Value u, bool likeJax) {
  const ElementType type = Emitter::elementOf(u);
  mlir::Value inverse;
  if (type == f64) {
    inverse = e.make<chlo::ErfInvOp>(u);
  } else {
    OpWriter plain{e};
    FusedWriter fused{{e}};
    mlir::Value x = e.convert(u, f32), minusSquare = e.make<stablehlo::NegOp>(plain.mul(x, x));
    mlir::Value rest = likeJax ? jaxLog1p(e, minusSquare) : e.make<stablehlo::Log1pOp>(minusSquare);
    mlir::Value at = e.make<stablehlo::NegOp>(rest);
    inverse = e.convert(likeJax ? ops::writeErfInverseAt(fused, x, at, /*isDouble=*/false)
                                : ops::writeErfInverseAt(plain, x, at, /*isDouble=*/false),
                        type);
  }
  return e.with<stablehlo::MulOp>(inverse, std::sqrt(2.0));
}

/// Each bit pattern gives one number.
Tensor normalNumbers(const Key &key, const std::vector<int64_t> &shape, ElementType type,
                     bool likeJax, Where where) {
  constexpr const char *name = "random::normal";
  const Operand words = operandOf(name, key, where);
  const OpKey own(shape, int64_t(type), int64_t(likeJax));
  return apply(name, {&words}, own, [&](Emitter &e, Terms terms) {
    checkFloat(e, name, type);
    const KeyWords k = keyWords(e, name, terms[0]);
    return normalsOfBits(e, randomBits(e, name, k, shape, drawnBits(type)), type, likeJax);
  });
}

} // namespace

/// Uniform numbers from -1 upwards, without -1 itself, where the inverse is infinite. Their span
/// rounds to 2.
mlir::Value normalsOfBits(Emitter &e, mlir::Value bits, ElementType type, bool likeJax) {
  const int digits = type == bf16 ? 8 : type == f16 ? 11 : type == f32 ? 24 : 53;
  llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(bits);
  mlir::Value low = e.constant(std::ldexp(1, -digits) - 1, type, dims);
  return normalOf(e, floatsOfBits(e, bits, low, e.constant(1.0, type, dims), /*hasExactSpan=*/true),
                  likeJax);
}

/// As normal.
Tensor jaxNormal(const Key &key, std::vector<int64_t> shape, ElementType type, Where where) {
  return normalNumbers(key, shape, type, /*likeJax=*/true, where);
}

/// The words are made here, so a seed is no op.
Key::Key(uint64_t seed, Where where)
    : data(tensor({uint32_t(seed >> 32), uint32_t(seed)}, where)) {}

/// A stacked key has its words in the last dim.
Key::Key(Tensor words, Where where) : data(std::move(words)) {
  if (!data.hasValue() || data.elementType() != u32 || data.rank() == 0 || data.shape().back() != 2)
    fail(where, "a key has data of type ui32[2], this is " +
                    (data.hasValue() ? text(data.type()) : "a tensor without a value"));
}

/// The hash of the number.
Key Key::fold(const Operand &number) const {
  const Operand words(data, number.where);
  return Key(apply("Key::fold", {&words, &number}, OpKey(),
                   [&](Emitter &e, Terms terms) {
                     const ElementType type = Emitter::promoted(terms[1]);
                     if (isInexact(type) || type == boolean)
                       e.refuse("Key::fold of " + Emitter::textOf(terms[1]) +
                                "; the number is an integer");
                     mlir::Value folded = e.valueOf(terms[1], u32);
                     if (!Emitter::dimsOf(folded).empty())
                       e.refuse("Key::fold of " + Emitter::textOf(terms[1]) +
                                "; the number has rank 0");
                     const KeyWords key = keyWords(e, "Key::fold", terms[0]);
                     auto [x, y] = threefry(e, key, e.constant(int64_t(0), u32), folded);
                     return e.make<stablehlo::ConcatenateOp>(
                         mlir::ValueRange{e.reshape(x, {1}), e.reshape(y, {1})}, uint64_t(0));
                   }),
             number.where);
}

/// One call of the hash for all keys.
Key Key::splitStacked(int64_t count, Where where) const {
  const Operand words = operandOf("Key::split", *this, where);
  return Key(apply("Key::split", {&words}, OpKey(count),
                   [&](Emitter &e, Terms terms) {
                     if (count < 1)
                       e.refuse("Key::split into " + std::to_string(count) +
                                " keys; at least one is wanted");
                     return splitKey(e, keyWords(e, "Key::split", terms[0]), count);
                   }),
             where);
}

/// An op that does nothing makes another handle.
Key Key::clone(Where where) const {
  const Operand words(data, where);
  return Key(apply("Key::clone", {&words}, OpKey(),
                   [&](Emitter &e, Terms terms) {
                     mlir::Value value = e.valueOf(terms[0]);
                     return e.make<stablehlo::ConvertOp>(value.getType(), value);
                   }),
             where);
}

/// Each key is a row of the stacked one.
std::vector<Key> Key::split(int64_t count, Where where) const {
  const Key all = splitStacked(count, where);
  std::vector<Key> keys;
  for (int64_t i = 0; i < count; ++i)
    keys.push_back(Key(all.data[Index(i, where)], where));
  return keys;
}

namespace random {

/// The only draw without arithmetic on the bits.
Tensor bits(const Key &key, Shape shape, ElementType type, Where where) {
  const Operand words = operandOf("random::bits", key, where);
  return apply("random::bits", {&words}, OpKey(shape, int64_t(type)), [&](Emitter &e, Terms terms) {
    if (type < u8 || type > u64)
      e.refuse("random::bits of type " + text(type) + "; bits are of type ui8, ui16, ui32 or ui64");
    return randomBits(e, "random::bits", keyWords(e, "random::bits", terms[0]), shape, type);
  });
}

/// The bounds are converted to the type first.
Tensor uniform(const Key &key, Shape shape, ElementType type, const Operand &low,
               const Operand &high, Where where) {
  constexpr const char *name = "random::uniform";
  const Operand words = operandOf(name, key, where);
  const bool isExact = hasExactSpan(low, high, type);
  return apply(name, {&words, &low, &high}, OpKey(shape, int64_t(type), int64_t(isExact)),
               [&](Emitter &e, Terms terms) {
                 checkFloat(e, name, type);
                 checkDrawnShape(e, name, shape);
                 const KeyWords k = keyWords(e, name, terms[0]);
                 return uniformFloats(e, name, k, shape,
                                      parameterValue(e, name, terms[1], type, shape),
                                      parameterValue(e, name, terms[2], type, shape), isExact);
               });
}

/// Narrow types are drawn as i32, whose bias is smaller.
Tensor randint(const Key &key, Shape shape, const Operand &low, const Operand &high,
               ElementType type, Where where) {
  constexpr const char *name = "random::randint";
  const Operand words = operandOf(name, key, where);
  auto build = [&](Emitter &e, Terms terms) {
    if (isInexact(type) || type == boolean)
      e.refuse(std::string(name) + " of type " + text(type) + "; it draws integers");
    checkDrawnShape(e, name, shape);
    const KeyWords k = keyWords(e, name, terms[0]);
    mlir::Value from = boundOf(e, terms[1], shape), to = boundOf(e, terms[2], shape);
    const bool isNarrow = rt::sizeOf(runtimeType(type)) < 4;
    const ElementType drawn = isNarrow ? i32 : type;
    if (isNarrow) { // the upper bound is exclusive, and i32 has room for it
      const Limits limits = limitsOf(type);
      auto clip = [&](mlir::Value bound, int64_t most) {
        bound = clippedTo(e, bound, i32);
        return e.make<stablehlo::MinOp>(
            e.make<stablehlo::MaxOp>(bound, e.constantLike(limits.low, bound)),
            e.constantLike(most, bound));
      };
      from = clip(from, int64_t(limits.high));
      to = clip(to, int64_t(limits.high) + 1);
    }
    const Limits most = limitsOf(drawn), own = limitsOf(Emitter::elementOf(to));
    mlir::Value exceeds = e.compare(ComparisonDirection::GT, to,
                                    e.constantLike(int64_t(std::min(most.high, own.high)), to));
    mlir::Value drawnIntegers =
        integersBetween(e, k, clippedTo(e, from, drawn), clippedTo(e, to, drawn), exceeds);
    return e.convert(drawnIntegers, type);
  };
  return apply(name, {&words, &low, &high}, OpKey(shape, int64_t(type)), build);
}

Tensor normal(const Key &key, Shape shape, ElementType type, Where where) {
  return normalNumbers(key, shape, type, /*likeJax=*/false, where);
}

/// The inverse of the distribution function, at a uniform number between its values at the bounds;
/// rounding may reach a bound, so results are clipped to the floats next to it.
Tensor truncatedNormal(const Key &key, const Operand &low, const Operand &high, Shape shape,
                       ElementType type, Where where) {
  constexpr const char *name = "random::truncatedNormal";
  const Operand words = operandOf(name, key, where);
  auto build = [&](Emitter &e, Terms terms) {
    checkFloat(e, name, type);
    checkDrawnShape(e, name, shape);
    const KeyWords k = keyWords(e, name, terms[0]);
    const double root = std::sqrt(2.0), infinity = std::numeric_limits<double>::infinity();
    mlir::Value from = parameterValue(e, name, terms[1], type, shape);
    mlir::Value to = parameterValue(e, name, terms[2], type, shape);
    auto shareBelow = [&](mlir::Value bound) {
      return e.make<chlo::ErfOp>(e.with<stablehlo::DivOp>(bound, root));
    };
    mlir::Value share = uniformFloats(e, name, k, shape, shareBelow(from), shareBelow(to),
                                      /*hasExactSpan=*/false);
    mlir::Value drawn = e.with<stablehlo::MulOp>(e.make<chlo::ErfInvOp>(share), root);
    // As in JAX, the clip has no gradient in the bounds.
    auto next = [&](mlir::Value bound, double towards) {
      return e.with<chlo::NextAfterOp>(e.marked(bound, kStopGradientAttr), towards);
    };
    const mlir::Value least = next(from, infinity), most = next(to, -infinity);
    return e.make<stablehlo::MinOp>(e.make<stablehlo::MaxOp>(drawn, least), most);
  };
  return apply(name, {&words, &low, &high}, OpKey(shape, int64_t(type)), build);
}

} // namespace random
} // namespace frontend
} // namespace spmd
