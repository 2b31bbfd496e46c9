// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Index arithmetic and element access: contiguous, broadcast, strided, gathered, under a mask.
#include "compiler/codegen/loop_emitter.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

int LoopEmitter::laneVariable(AffineExpr expr) {
  SmallVector<unsigned> used;
  algebra.collectVariables(expr, used);
  for (unsigned v : used)
    if (variables[v].lanes > 1)
      return v;
  return -1;
}

llvm::Value *LoopEmitter::number(AffineExpr expr, unsigned lanes) {
  if (auto c = dyn_cast<AffineConstantExpr>(expr))
    return splatTo(b, i64(c.getValue()), lanes);
  if (lanes > 1 && laneVariable(expr) < 0)
    return splatTo(b, number(expr, 1), lanes);
  for (Scope *s = current; s; s = s->parent)
    if (auto found = s->indices.find({expr, lanes}); found != s->indices.end())
      return found->second;
  Scope *where = home(expr);
  std::optional<At> at;
  if (where != current)
    at.emplace(*this, where);

  auto constant = [&](int64_t c) -> llvm::Value * { return splatTo(b, i64(c), lanes); };
  llvm::Value *out = nullptr;
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    const Variable &v = variables[dim.getPosition()];
    out = v.value;
    if (lanes > 1) {
      SmallVector<uint64_t> steps(lanes);
      std::iota(steps.begin(), steps.end(), 0);
      out =
          b.CreateAdd(splatTo(b, out, lanes), llvm::ConstantDataVector::get(b.getContext(), steps));
    }
  } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    IndexAlgebra::Symbol s = algebra.symbolAt(symbol.getPosition());
    Type element = getElementTypeOrSelf(s.value);
    out = splatTo(b, pull(s.value, s.at), lanes);
    llvm::Type *wide = b.getInt64Ty();
    if (lanes > 1)
      wide = llvm::FixedVectorType::get(wide, lanes);
    bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
    out = isUnsigned ? b.CreateZExtOrTrunc(out, wide) : b.CreateSExtOrTrunc(out, wide);
    if (s.clamped) {
      if (!isUnsigned)
        out = b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, out, constant(0));
      out = b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, out, constant(s.limit));
    }
  } else {
    auto binary = cast<AffineBinaryOpExpr>(expr);
    llvm::Value *x = number(binary.getLHS(), lanes), *y = number(binary.getRHS(), lanes);
    bool natural = algebra.range(binary.getLHS()).low >= 0;
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      out = b.CreateAdd(x, y);
      break;
    case AffineExprKind::Mul:
      out = b.CreateMul(x, y);
      break;
    case AffineExprKind::FloorDiv: {
      if (natural) {
        out = b.CreateUDiv(x, y);
        break;
      }
      llvm::Value *q = b.CreateSDiv(x, y);
      llvm::Value *negative = b.CreateICmpSLT(b.CreateSub(x, b.CreateMul(q, y)), constant(0));
      out = b.CreateSelect(negative, b.CreateSub(q, constant(1)), q);
      break;
    }
    default: {
      assert(expr.getKind() == AffineExprKind::Mod && "simplified expressions have no ceildiv");
      if (natural) {
        out = b.CreateURem(x, y);
        break;
      }
      llvm::Value *r = b.CreateSRem(x, y);
      out = b.CreateSelect(b.CreateICmpSLT(r, constant(0)), b.CreateAdd(r, y), r);
    }
    }
  }
  current->indices[{expr, lanes}] = out;
  return out;
}

llvm::Value *LoopEmitter::holds(ArrayRef<IndexAlgebra::Condition> conditions) {
  llvm::Value *all = nullptr;
  for (const IndexAlgebra::Condition &c : conditions) {
    int lane = laneVariable(c.expr);
    unsigned lanes = lane < 0 ? 1 : variables[lane].lanes;
    llvm::Value *x = number(c.expr, lanes), *zero = splatTo(b, i64(0), lanes);
    llvm::Value *one = c.equality ? b.CreateICmpEQ(x, zero) : b.CreateICmpSGE(x, zero);
    if (all) {
      unsigned most = std::max(lanesOf(all), lanesOf(one));
      all = b.CreateAnd(splatTo(b, all, most), splatTo(b, one, most));
    } else {
      all = one;
    }
  }
  return all;
}

llvm::Value *LoopEmitter::buffer(unsigned position) { return buffers[position]; }

llvm::Value *LoopEmitter::load(llvm::Value *base, llvm::Type *type, int64_t bytes,
                               AffineExpr linear) {
  linear = algebra.simplify(linear);
  llvm::Align align(bytes);
  auto address = [&](llvm::Value *at) { return b.CreateGEP(type, base, at); };
  int lane = laneVariable(linear);
  if (lane < 0)
    return b.CreateAlignedLoad(type, address(number(linear, 1)), align);
  unsigned lanes = variables[lane].lanes;
  auto *vector = llvm::FixedVectorType::get(type, lanes);
  if (llvm::Value *x = loadFromTable(base, type, align, linear))
    return x;
  llvm::Value *mask = nullptr;
  for (Scope *s = current; s && !mask; s = s->parent)
    if (s->mask && s->maskVariable == unsigned(lane))
      mask = s->mask;
  std::optional<int64_t> stride = algebra.stride(linear, lane);
  if (stride && *stride == 1) {
    llvm::Value *at = address(number(linear, 1));
    if (mask)
      return b.CreateMaskedLoad(vector, at, align, mask, llvm::Constant::getNullValue(vector));
    prefetchAhead(at, bytes * lanes);
    prefetchNextLookup(base, bytes, lanes, linear);
    return b.CreateAlignedLoad(vector, at, align);
  }
  if (stride && *stride == -1 && !mask) {
    llvm::Value *at = address(b.CreateSub(number(linear, 1), i64(lanes - 1)));
    return b.CreateVectorReverse(b.CreateAlignedLoad(vector, at, align));
  }
  if (mask) {
    llvm::Value *at = b.CreateGEP(type, base, number(linear, lanes));
    return b.CreateMaskedGather(vector, at, align, mask, llvm::Constant::getNullValue(vector));
  }
  if (stride)
    if (llvm::Value *x = loadFromTile(base, type, linear, lane))
      return x;
  // Scalar loads: hardware gathers are no faster, and slower on many machines.
  llvm::Value *first = stride ? number(linear, 1) : nullptr,
              *all = stride ? nullptr : number(linear, lanes);
  llvm::Value *out = llvm::PoisonValue::get(vector);
  for (unsigned i = 0; i < lanes; ++i) {
    llvm::Value *at =
        stride ? b.CreateAdd(first, i64(*stride * i)) : b.CreateExtractElement(all, i);
    out = b.CreateInsertElement(out, b.CreateAlignedLoad(type, address(at), align), i);
  }
  return out;
}

/// Places that are numbers of 16 bits in a table that has all of them (spmd-tabulate): four at a
/// time as one word, whose parts are in reach by shifts. That is twice as fast as 64-bit numbers in
/// vectors, and no mask is wanted.
llvm::Value *LoopEmitter::loadFromTable(llvm::Value *base, llvm::Type *type, llvm::Align align,
                                        AffineExpr linear) {
  auto symbol = dyn_cast<AffineSymbolExpr>(linear);
  if (!symbol)
    return nullptr;
  IndexAlgebra::Symbol s = algebra.symbolAt(symbol.getPosition());
  if (!getElementTypeOrSelf(s.value).isUnsignedInteger(16) || s.limit < UINT16_MAX)
    return nullptr;
  llvm::Value *places = pull(s.value, s.at);
  unsigned lanes = lanesOf(places), perWord = std::min(lanes, 4u);
  if (lanes == 1)
    return nullptr;
  llvm::Type *word = b.getIntNTy(16 * perWord);
  llvm::Value *words = b.CreateBitCast(places, llvm::FixedVectorType::get(word, lanes / perWord));
  llvm::Value *out = llvm::PoisonValue::get(llvm::FixedVectorType::get(type, lanes)),
              *four = nullptr;
  for (unsigned i = 0; i < lanes; ++i) {
    if (i % perWord == 0)
      four = b.CreateExtractElement(words, i / perWord);
    llvm::Value *place = b.CreateAnd(b.CreateLShr(four, 16 * (i % perWord)),
                                     llvm::ConstantInt::get(word, UINT16_MAX));
    llvm::Value *at = b.CreateGEP(type, base, b.CreateZExtOrTrunc(place, b.getInt64Ty()));
    out = b.CreateInsertElement(out, b.CreateAlignedLoad(type, at, align), i);
  }
  return out;
}

void LoopEmitter::store(llvm::Value *base, llvm::Type *type, int64_t bytes, AffineExpr linear,
                        llvm::Value *value, unsigned lanes, bool past) {
  linear = algebra.simplify(linear);
  llvm::Align align(bytes);
  auto address = [&](llvm::Value *at) { return b.CreateGEP(type, base, at); };
  int lane = laneVariable(linear);
  if (lane < 0) {
    assert(lanesOf(value) == 1 && "one place, one value");
    b.CreateAlignedStore(value, address(number(linear, 1)), align);
    return;
  }
  value = splatTo(b, value, lanes);
  std::optional<int64_t> stride = algebra.stride(linear, lane);
  if (stride && *stride == 1) {
    llvm::StoreInst *made =
        b.CreateAlignedStore(value, address(number(linear, 1)), past ? llvm::Align(32) : align);
    if (past)
      made->setMetadata(
          llvm::LLVMContext::MD_nontemporal,
          llvm::MDNode::get(b.getContext(), llvm::ConstantAsMetadata::get(b.getInt32(1))));
    return;
  }
  llvm::Value *all = number(linear, lanes);
  for (unsigned i = 0; i < lanes; ++i)
    b.CreateAlignedStore(b.CreateExtractElement(value, i), address(b.CreateExtractElement(all, i)),
                         align);
}

llvm::Value *LoopEmitter::loadElement(llvm::Value *base, Type element, AffineExpr linear) {
  llvm::Value *loaded =
      load(base, memoryType(element, b.getContext()), elementBytes(element), linear);
  return fromMemory(b, loaded, element);
}

/// A constant that is not a splat, as data of the module.
llvm::Value *LoopEmitter::constantTable(DenseElementsAttr constant, Type element) {
  llvm::Type *type = memoryType(element, b.getContext());
  SmallVector<llvm::Constant *> data;
  for (Attribute a : constant.getValues<Attribute>()) {
    llvm::APInt bits = isa<FloatAttr>(a) ? cast<FloatAttr>(a).getValue().bitcastToAPInt()
                                         : cast<IntegerAttr>(a).getValue();
    bits = bits.zextOrTrunc(8 * elementBytes(element));
    data.push_back(
        type->isIntegerTy()
            ? llvm::cast<llvm::Constant>(llvm::ConstantInt::get(type, bits))
            : llvm::ConstantFP::get(b.getContext(), llvm::APFloat(type->getFltSemantics(), bits)));
  }
  auto *array = llvm::ArrayType::get(type, data.size());
  return new llvm::GlobalVariable(module, array, true, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantArray::get(array, data), "constant");
}

} // namespace spmd
