// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rounds f32 to the values of 8-bit floats without leaving f32, with some ten integer
// instructions per vector. Separate from small_float_code.cpp, whose way through bytes
// would look up every lane in a table.
#include "compiler/codegen/element_memory.h"
#include "compiler/codegen/small_float_code.h"
#include "compiler/elements/tensor.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using llvm::APFloat;

namespace spmd {

/// Rounds normal numbers in their bits and denormal ones by adding and subtracting a large
/// number; too large numbers become infinity or NaN, as in emitToSmallFloat.
///   f8E4M3FN: 17.0f -> 16.0f, 0.002f -> 0x1p-9f, 1000.0f -> NaN
llvm::Value *emitRoundToSmallFloat(llvm::IRBuilder<> &b, llvm::Value *value, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  if (!APFloat::semanticsHasSignedRepr(semantics)) // f8E8M0FNU: powers of two and a NaN
    return emitFromSmallFloat(b, emitToSmallFloat(b, value, type), type);
  llvm::Type *bitsType = value->getType()->getWithNewType(b.getInt32Ty());
  auto number = [&](uint32_t n) { return llvm::ConstantInt::get(bitsType, n); };
  auto real = [&](float x) { return llvm::ConstantFP::get(value->getType(), x); };
  uint32_t drop = 24 - APFloat::semanticsPrecision(semantics);
  auto smallest = float(asDouble(APFloat::getSmallestNormalized(semantics))),
       largest = float(asDouble(APFloat::getLargest(semantics)));

  llvm::Value *bits = b.CreateBitCast(value, bitsType),
              *sign = b.CreateAnd(bits, number(0x80000000));
  llvm::Value *size = b.CreateAnd(bits, number(0x7fffffff)),
              *magnitude = b.CreateBitCast(size, value->getType());
  llvm::Value *odd = b.CreateAnd(b.CreateLShr(size, drop), number(1));
  llvm::Value *normal = b.CreateAdd(size, b.CreateAdd(odd, number((1u << (drop - 1)) - 1)));
  // Clears the bits that the type does not have.
  normal = b.CreateAnd(normal, number(~((1u << drop) - 1)));
  // Below the smallest normal number all steps have equal size: adding 2^23 steps rounds to
  // whole steps.
  float base = std::ldexp(smallest, int(drop));
  llvm::Value *denormal =
      b.CreateBitCast(b.CreateFSub(b.CreateFAdd(magnitude, real(base)), real(base)), bitsType);
  llvm::Value *out = b.CreateSelect(b.CreateFCmpOLT(magnitude, real(smallest)), denormal, normal);
  constexpr uint32_t kInfinity = 0x7f800000, kNaN = 0x7fc00000;
  llvm::Value *tooLarge = b.CreateICmpUGT(out, number(llvm::bit_cast<uint32_t>(largest)));
  out =
      b.CreateSelect(tooLarge, number(APFloat::semanticsHasInf(semantics) ? kInfinity : kNaN), out);
  out = b.CreateSelect(b.CreateFCmpUNO(value, value), number(kNaN), out);
  // Types whose NaN has the code of -0 have no -0.
  bool negativeZeroIsNaN =
      APFloat::getNaN(semantics).bitcastToAPInt() == (1u << (type.getWidth() - 1));
  if (negativeZeroIsNaN)
    sign = b.CreateSelect(b.CreateICmpEQ(out, number(0)), number(0), sign);
  return b.CreateBitCast(b.CreateOr(out, sign), value->getType());
}

} // namespace spmd
