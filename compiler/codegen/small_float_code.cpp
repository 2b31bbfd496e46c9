// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Emits conversions of 8-bit floats. All parameters of a type come from APFloat's
// semantics, so that one function serves all types but f8E8M0FNU.
#include "compiler/codegen/small_float_code.h"
#include "compiler/elements/tensor.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using llvm::APFloat;

namespace spmd {

static unsigned lanes(llvm::Value *v) {
  auto type = llvm::dyn_cast<llvm::FixedVectorType>(v->getType());
  return type ? type->getNumElements() : 1;
}
static llvm::Type *like(llvm::Value *v, llvm::Type *element) {
  return lanes(v) == 1 ? element : llvm::FixedVectorType::get(element, lanes(v));
}
static float toFloat(const APFloat &x) { return float(asDouble(x)); }

/// A load from a table of 256 floats per lane; the table is a private constant of the
/// module, one per type.
llvm::Value *emitFromSmallFloat(llvm::IRBuilder<> &b, llvm::Value *bytes, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  unsigned width = type.getWidth();
  SmallVector<float> table(256);
  for (unsigned i = 0; i < 256; ++i)
    table[i] = toFloat(APFloat(semantics, llvm::APInt(width, i & ((1u << width) - 1))));
  llvm::Module *module = b.GetInsertBlock()->getModule();
  // All kernels of a module share the table of a type.
  std::string name = "table." + std::to_string(unsigned(APFloat::SemanticsToEnum(semantics)));
  llvm::GlobalVariable *global = module->getNamedGlobal(name);
  if (!global) {
    auto *data = llvm::ConstantDataArray::get(b.getContext(), table);
    global = new llvm::GlobalVariable(*module, data->getType(), true,
                                      llvm::GlobalValue::PrivateLinkage, data, name);
  }
  auto element = [&](llvm::Value *byte) {
    llvm::Value *at = b.CreateGEP(b.getFloatTy(), global, b.CreateZExt(byte, b.getInt64Ty()));
    return b.CreateLoad(b.getFloatTy(), at);
  };
  if (lanes(bytes) == 1)
    return element(bytes);
  llvm::Value *out = llvm::PoisonValue::get(like(bytes, b.getFloatTy()));
  for (unsigned i = 0; i < lanes(bytes); ++i)
    out = b.CreateInsertElement(out, element(b.CreateExtractElement(bytes, i)), i);
  return out;
}

/// f8E8M0FNU holds the powers of two from 2^-127 to 2^127, and NaN for all else, so its code
/// is the exponent field of an f32. A tie lies between 1 * 2^e and 1 * 2^(e+1) and has to go
/// to the even mantissa, which only the upper one has, so ties go up. Below 2^-126 an f32 is
/// denormal; the halfway point between 2^-127 and 2^-126 is 3 * 2^-128.
static llvm::Value *emitToExponent(llvm::IRBuilder<> &b, llvm::Value *value) {
  llvm::Type *bitsType = like(value, b.getInt32Ty());
  auto number = [&](uint32_t n) { return llvm::ConstantInt::get(bitsType, n); };
  llvm::Value *bits = b.CreateBitCast(value, bitsType);
  // 0x400000 is half a unit of the exponent field, so ties round up.
  llvm::Value *normal = b.CreateLShr(b.CreateAdd(bits, number(0x400000)), 23);
  llvm::Value *low = b.CreateZExt(b.CreateICmpUGE(bits, number(0x600000)), bitsType);
  llvm::Value *code = b.CreateSelect(b.CreateICmpULT(bits, number(0x800000)), low, normal);
  // Infinity and NaN have the exponent field 255, the code of NaN.
  llvm::Value *isPositive = b.CreateICmpSGT(bits, number(0));
  llvm::Value *out = b.CreateSelect(
      isPositive, b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, code, number(255)), number(255));
  return b.CreateTrunc(out, like(value, b.getInt8Ty()));
}

/// Rounds in two ways and selects. Normal numbers are rounded in the bits of the f32, by
/// adding half a unit in the last place that is kept. Denormal numbers are rounded by a
/// float addition.
///   f8E4M3FN: 17.0 -> 0x58 (16.0), 0.002 -> 0x01 (2^-9), 1000.0 -> 0x7f (NaN)
llvm::Value *emitToSmallFloat(llvm::IRBuilder<> &b, llvm::Value *value, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (!APFloat::semanticsHasZero(semantics))
    return emitToExponent(b, value);
  unsigned width = type.getWidth(), mantissa = APFloat::semanticsPrecision(semantics) - 1;
  bool isSigned = APFloat::semanticsHasSignedRepr(semantics);
  llvm::Type *bitsType = like(value, b.getInt32Ty());
  auto number = [&](uint32_t n) { return llvm::ConstantInt::get(bitsType, n); };
  auto real = [&](float x) { return llvm::ConstantFP::get(value->getType(), x); };
  auto code = [&](const APFloat &x) { return number(x.bitcastToAPInt().getZExtValue()); };

  float smallest = toFloat(APFloat::getSmallestNormalized(semantics));
  APFloat largest = APFloat::getLargest(semantics);
  // The codes of normal numbers and the upper bits of the f32 count in step, so one
  // constant is the difference between them.
  uint32_t smallestBits = llvm::bit_cast<uint32_t>(smallest), drop = 23 - mantissa;
  uint32_t smallestCode = APFloat::getSmallestNormalized(semantics).bitcastToAPInt().getZExtValue();

  llvm::Value *bits = b.CreateBitCast(value, bitsType);
  llvm::Value *magnitudeBits = b.CreateAnd(bits, number(0x7fffffff));
  llvm::Value *magnitude = b.CreateBitCast(magnitudeBits, value->getType());
  // Ties go to even: the added half is one smaller unless the last kept bit is set.
  llvm::Value *odd = b.CreateAnd(b.CreateLShr(magnitudeBits, drop), number(1));
  llvm::Value *rounded =
      b.CreateAdd(magnitudeBits, b.CreateAdd(odd, number((1u << (drop - 1)) - 1)));
  llvm::Value *normal =
      b.CreateAdd(b.CreateLShr(rounded, drop), number(smallestCode - (smallestBits >> drop)));
  // Denormal: adding 2^23 times the smallest step leaves the number of steps, rounded to
  // nearest even, in the low bits.
  float base = std::ldexp(smallest, int(23 - mantissa));
  llvm::Value *shifted = b.CreateBitCast(b.CreateFAdd(magnitude, real(base)), bitsType);
  llvm::Value *denormal = b.CreateSub(shifted, number(llvm::bit_cast<uint32_t>(base)));
  llvm::Value *out = b.CreateSelect(b.CreateFCmpOLT(magnitude, real(smallest)), denormal, normal);

  bool hasInfinity = APFloat::semanticsHasInf(semantics),
       hasNaN = APFloat::semanticsHasNaN(semantics);
  // f4 types have neither infinity nor NaN and saturate.
  APFloat beyond = hasInfinity ? APFloat::getInf(semantics)
                   : hasNaN    ? APFloat::getNaN(semantics)
                               : largest;
  llvm::Value *beyondCode = b.CreateAnd(code(beyond), number(0xff));
  llvm::Value *tooLarge = b.CreateICmpUGT(out, code(largest));
  out = b.CreateSelect(tooLarge, beyondCode, out);
  llvm::Value *special = tooLarge;
  if (hasNaN) {
    llvm::Value *nan = b.CreateFCmpUNO(value, value);
    out = b.CreateSelect(nan, code(APFloat::getNaN(semantics)), out);
    special = b.CreateOr(special, nan);
  }
  if (isSigned) {
    llvm::Value *sign = b.CreateShl(b.CreateLShr(bits, 31), width - 1);
    // In types without -0 that code is NaN: a zero loses its sign there, and so does a NaN.
    bool negativeZeroIsNaN =
        hasNaN && APFloat::getNaN(semantics).bitcastToAPInt() == (1u << (width - 1));
    if (negativeZeroIsNaN)
      sign = b.CreateSelect(b.CreateOr(special, b.CreateICmpEQ(out, number(0))), number(0), sign);
    out = b.CreateOr(out, sign);
  }
  return b.CreateTrunc(out, like(value, b.getInt8Ty()));
}

} // namespace spmd
