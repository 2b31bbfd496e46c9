// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest or smallest of a row in three instructions a vector. IEEE's maximum takes five,
// because any step may meet a NaN or two zeros; here each lane keeps what x86 calls max(x, total),
// which skips NaNs, and beside it whether a NaN went by and which signs did. The end of the row
// settles both once:
//   a NaN went by                          -> NaN
//   the largest is a zero, of either sign  -> +0, unless all signs were set (smallest: -0, if
//                                             any was)
// The bits are those of maximum and minimum in any order, but for the payload of a NaN.
#include "compiler/codegen/loop_emitter.h"

using namespace mlir;

namespace spmd {

constexpr unsigned kRegisterBits = 256;

static llvm::Type *bitsOf(llvm::IRBuilder<> &b, llvm::Type *type) {
  return type->getWithNewType(b.getIntNTy(type->getScalarSizeInBits()));
}

static llvm::Value *larger(llvm::IRBuilder<> &b, bool isLargest, llvm::Value *x,
                           llvm::Value *total) {
  return b.CreateSelect(isLargest ? b.CreateFCmpOGT(x, total) : b.CreateFCmpOLT(x, total), x,
                        total);
}

static llvm::Value *joinSigns(llvm::IRBuilder<> &b, bool isLargest, llvm::Value *x,
                              llvm::Value *y) {
  return isLargest ? b.CreateAnd(x, y) : b.CreateOr(x, y);
}

std::optional<bool> LoopEmitter::maxOrMin(Operation *op) {
  if (op->getNumResults() != 1 || !totalType(op, 0)->isFloatingPointTy())
    return std::nullopt;
  Operation *inner = pairOp(op, 0);
  llvm::StringRef name = inner ? inner->getName().stripDialect() : "";
  if (name != "maximumf" && name != "minimumf")
    return std::nullopt;
  return name == "maximumf";
}

void LoopEmitter::addToMaxMin(Totals &totals, bool isLargest, llvm::Value *x) {
  unsigned lanes = lanesOf(x);
  llvm::Type *type = x->getType(), *bits = bitsOf(b, type);
  // Two registers are asked at once whether either holds a NaN.
  bool inPairs = lanes * type->getScalarSizeInBits() >= 2 * kRegisterBits;
  llvm::Value *one = inPairs ? someLanes(x, 0, lanes / 2) : x,
              *other = inPairs ? someLanes(x, lanes / 2, lanes / 2) : x;
  llvm::Type *nanType = bitsOf(b, one->getType());
  auto &slots = totals.byLanes[lanes];
  if (slots.empty()) {
    slots = {local(type), local(nanType), local(bits)};
    std::optional<At> at;
    if (totals.home != current)
      at.emplace(*this, totals.home);
    b.CreateStore(splatTo(b, neutral(totals.op, 0), lanes), slots[0]);
    b.CreateStore(llvm::Constant::getNullValue(nanType), slots[1]);
    b.CreateStore(isLargest ? llvm::Constant::getAllOnesValue(bits)
                            : llvm::Constant::getNullValue(bits),
                  slots[2]);
  }
  b.CreateStore(larger(b, isLargest, x, b.CreateLoad(type, slots[0])), slots[0]);
  llvm::Value *nan = b.CreateSExt(b.CreateFCmpUNO(one, other), nanType);
  b.CreateStore(b.CreateOr(b.CreateLoad(nanType, slots[1]), nan), slots[1]);
  b.CreateStore(joinSigns(b, isLargest, b.CreateLoad(bits, slots[2]), b.CreateBitCast(x, bits)),
                slots[2]);
}

llvm::Value *LoopEmitter::resolveMaxMin(ArrayRef<llvm::AllocaInst *> slots, bool isLargest) {
  auto loaded = [&](unsigned i) -> llvm::Value * {
    return b.CreateLoad(slots[i]->getAllocatedType(), slots[i]);
  };
  llvm::Value *x = loaded(0), *nan = loaded(1), *signs = loaded(2);
  auto half = [&](llvm::Value *v, unsigned which) {
    return someLanes(v, which * lanesOf(v) / 2, lanesOf(v) / 2);
  };
  unsigned perRegister = kRegisterBits / x->getType()->getScalarSizeInBits();
  while (lanesOf(x) > 1)
    x = larger(b, isLargest, half(x, 0), half(x, 1));
  while (lanesOf(nan) > perRegister)
    nan = b.CreateOr(half(nan, 0), half(nan, 1));
  while (lanesOf(signs) > perRegister)
    signs = joinSigns(b, isLargest, half(signs, 0), half(signs, 1));
  // The sign bits of a register as one number.
  auto signBits = [&](llvm::Value *v) {
    llvm::Value *set = b.CreateICmpSLT(v, llvm::Constant::getNullValue(v->getType()));
    return b.CreateBitCast(set, b.getIntNTy(lanesOf(v)));
  };
  llvm::Value *sawNaN = b.CreateIsNotNull(signBits(nan)), *set = signBits(signs);
  llvm::Value *isNegative =
      isLargest ? b.CreateICmpEQ(set, llvm::Constant::getAllOnesValue(set->getType()))
                : b.CreateIsNotNull(set);
  llvm::Type *type = x->getType();
  llvm::Value *zero = b.CreateSelect(isNegative, llvm::ConstantFP::getNegativeZero(type),
                                     llvm::ConstantFP::getZero(type));
  x = b.CreateSelect(b.CreateFCmpOEQ(x, llvm::ConstantFP::getZero(type)), zero, x);
  return b.CreateSelect(sawNaN, llvm::ConstantFP::getQNaN(type), x);
}

} // namespace spmd
