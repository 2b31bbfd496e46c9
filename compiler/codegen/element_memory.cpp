// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts elements between memory and registers. bf16, f16 and the 8-bit floats are f32 in
// registers; bf16 is converted by integer code, f16 by LLVM's casts, 8-bit floats in
// small_float_code.cpp.
#include "compiler/codegen/element_memory.h"
#include "compiler/codegen/small_float_code.h"
#include "compiler/elements/rounding.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/IR/PatternMatch.h"

using namespace mlir;
using namespace llvm::PatternMatch;

namespace spmd {

/// The LLVM type of registerType() in scalar_builder.h: narrow floats are f32 in registers, all
/// integers keep their width.
llvm::Type *registerType(Type element, llvm::LLVMContext &context) {
  if (auto i = dyn_cast<IntegerType>(element))
    return llvm::IntegerType::get(context, i.getWidth());
  if (isa<IndexType>(element))
    return llvm::Type::getInt64Ty(context);
  return element.isF64() ? llvm::Type::getDoubleTy(context) : llvm::Type::getFloatTy(context);
}

int64_t elementBytes(Type element) {
  if (isa<IndexType>(element))
    return 8;
  return (element.getIntOrFloatBitWidth() + 7) / 8;
}

/// The type of an element in a buffer. bf16 and f8 are integers of their size there, because their
/// bits are converted by code of our own (small_float_code.h); i1 is a byte.
llvm::Type *memoryType(Type element, llvm::LLVMContext &context) {
  if (element.isF16())
    return llvm::Type::getHalfTy(context);
  if (element.isF32() || element.isF64())
    return registerType(element, context);
  return llvm::IntegerType::get(context, 8 * elementBytes(element));
}

// LLVM packs vectors of integers of 2 and 4 bits into bits, which takes shifts at each access.
llvm::Type *slotType(Type element, llvm::LLVMContext &context) {
  bool isPacked = isa<IntegerType>(element) && !element.isInteger(1) && elementBytes(element) == 1;
  return isPacked ? memoryType(element, context) : registerType(element, context);
}

llvm::Value *toSlot(llvm::IRBuilder<> &b, llvm::Value *value) {
  llvm::Type *type = value->getType();
  unsigned bits = type->isIntOrIntVectorTy() ? type->getScalarSizeInBits() : 0;
  bool isPacked = bits > 1 && bits < 8;
  return isPacked ? b.CreateZExt(value, type->getWithNewType(b.getInt8Ty())) : value;
}

unsigned lanesOf(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

unsigned lanesOf(llvm::Value *value) {
  auto type = llvm::dyn_cast<llvm::FixedVectorType>(value->getType());
  return type ? type->getNumElements() : 1;
}

llvm::Value *splatTo(llvm::IRBuilder<> &b, llvm::Value *value, unsigned lanes) {
  if (lanes == 1 || value->getType()->isVectorTy())
    return value;
  return b.CreateVectorSplat(lanes, value);
}

llvm::Type *withLanes(llvm::Type *type, unsigned lanes) {
  return lanes == 1 ? type : llvm::FixedVectorType::get(type, lanes);
}

///   bf16 0x3f80 (i16)  ->  0x3f800000 (i32)  ->  1.0f
llvm::Value *fromMemory(llvm::IRBuilder<> &b, llvm::Value *loaded, Type element) {
  unsigned lanes = lanesOf(loaded);
  llvm::Type *type = withLanes(registerType(element, b.getContext()), lanes);
  if (loaded->getType() == type)
    return loaded;
  if (element.isBF16()) {
    llvm::Value *wide = b.CreateZExt(loaded, withLanes(b.getInt32Ty(), lanes));
    return b.CreateBitCast(b.CreateShl(wide, 16), type);
  }
  if (element.isF16())
    return b.CreateFPExt(loaded, type);
  if (isSmallFloat(element))
    return emitFromSmallFloat(b, loaded, cast<FloatType>(element));
  // Any byte but 0 is true. Of narrower integers the low bits count.
  return element.isInteger(1)
             ? b.CreateICmpNE(loaded, llvm::Constant::getNullValue(loaded->getType()))
             : b.CreateTrunc(loaded, type);
}

/// bf16 rounds by integer arithmetic: adding 0x7fff, and 1 more where the last kept bit is
/// odd, carries into the upper half exactly where the value rounds up.
llvm::Value *toMemory(llvm::IRBuilder<> &b, llvm::Value *value, Type element) {
  unsigned lanes = lanesOf(value);
  llvm::Type *type = withLanes(memoryType(element, b.getContext()), lanes);
  if (value->getType() == type)
    return value;
  if (element.isBF16()) {
    llvm::Value *exact = nullptr; // `value` came from fromMemory unchanged, so it is a bf16 already
    if (match(value, m_BitCast(m_Shl(m_ZExt(m_Value(exact)), m_SpecificInt(16)))) &&
        exact->getType() == type)
      return exact;
    llvm::Type *bitsType = withLanes(b.getInt32Ty(), lanes);
    auto number = [&](uint32_t n) { return llvm::ConstantInt::get(bitsType, n); };
    llvm::Value *bits = b.CreateBitCast(value, bitsType);
    //   0x3f808000, halfway: the last kept bit is 0, so 0x7fff is added -> 0x3f80 (stays)
    //   0x3f818000, halfway: the last kept bit is 1, so 0x8000 is added -> 0x3f82 (carries)
    llvm::Value *odd = b.CreateAnd(b.CreateLShr(bits, 16), number(1));
    llvm::Value *rounded = b.CreateAdd(bits, b.CreateAdd(odd, number(0x7fff)));
    // Adding to a NaN whose high bits are all ones would carry into the sign and give zero,
    // so NaNs get the quiet bit instead.
    llvm::Value *quiet = b.CreateOr(bits, number(0x400000));
    llvm::Value *nan = b.CreateFCmpUNO(value, value);
    return b.CreateTrunc(b.CreateLShr(b.CreateSelect(nan, quiet, rounded), 16), type);
  }
  if (element.isF16())
    return b.CreateFPTrunc(value, type);
  if (isSmallFloat(element))
    return emitToSmallFloat(b, value, cast<FloatType>(element));
  return b.CreateZExt(value, type);
}

llvm::Value *roundTo(llvm::IRBuilder<> &b, llvm::Value *value, Type element) {
  return isSmallFloat(element) ? emitRoundToSmallFloat(b, value, cast<FloatType>(element))
                               : fromMemory(b, toMemory(b, value, element), element);
}

/// The elements of a constant as private data of the module, in the form of a buffer: booleans are
/// bytes.
llvm::Constant *constantInMemory(llvm::Module &module, DenseElementsAttr values) {
  assert((values.size() == 1 || !values.isSplat()) && "a splat holds one element for all");
  llvm::LLVMContext &context = module.getContext();
  Type element = values.getElementType();
  ArrayRef<char> bytes = values.getRawData();
  SmallVector<char> bools;
  if (element.isInteger(1)) { // may be single bits in MLIR
    llvm::append_range(bools, values.getValues<bool>());
    bytes = bools;
  }
  llvm::Constant *data = llvm::ConstantDataArray::getRaw(
      llvm::StringRef(bytes.data(), bytes.size()), values.size(), memoryType(element, context));
  return new llvm::GlobalVariable(module, data->getType(), /*isConstant=*/true,
                                  llvm::GlobalValue::PrivateLinkage, data, "constant");
}

} // namespace spmd
