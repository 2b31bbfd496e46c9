// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk from loops in MLIR to LLVM IR. Loops come out rotated, with the test at their end, as
// neither a loop pass nor a vectorizer runs afterwards (object.cpp).
#include "compiler/codegen/lower_loops.h"
#include "compiler/codegen/element_memory.h"
#include "compiler/codegen/lower_arithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/PatternMatch.h"

using namespace mlir;
using namespace llvm::PatternMatch;

namespace spmd {

namespace {

constexpr int64_t kSlotAlignment = 64; // bytes: the widest register, and a cache line

/// Is `memref` a local variable in register form?
bool isSlot(Value memref) { return cast<MemRefType>(memref.getType()).getRank() == 0; }

/// The f32 of which arith.truncf makes the narrow float `v`; null for any other value.
Value beforeRounding(Value v) {
  auto rounded = v.getDefiningOp<arith::TruncFOp>();
  return rounded && getElementTypeOrSelf(rounded.getIn()).isF32() ? rounded.getIn() : Value();
}

/// Does `op` store to a buffer, where narrow floats have their memory form?
bool storesToBuffer(Operation *op) {
  auto store = dyn_cast<memref::StoreOp>(op);
  return store ? !isSlot(store.getMemRef()) : isa<vector::StoreOp, vector::ScatterOp>(op);
}

[[noreturn]] llvm::Value *noInstruction(Operation *op) {
  llvm::report_fatal_error(llvm::Twine("loops have an op that has no instruction: ") +
                           op->getName().getStringRef());
}

/// Lowers the ops of one function.
class Walk {
public:
  Walk(llvm::Module &module) : module(module), context(module.getContext()), b(context) {}
  void function(func::FuncOp loops, llvm::StringRef symbol);

private:
  llvm::Value *at(Value v) const {
    llvm::Value *found = values.lookup(v);
    assert(found && "operands are lowered before their users");
    return found;
  }
  SmallVector<llvm::Value *> all(ValueRange some) const {
    return llvm::map_to_vector(some, [&](Value v) { return at(v); });
  }
  void bind(ValueRange to, ArrayRef<llvm::Value *> from) {
    for (auto [v, lowered] : llvm::zip_equal(to, from))
      values[v] = lowered;
  }
  llvm::Type *inRegister(Type type) {
    return withLanes(registerType(getElementTypeOrSelf(type), context), lanesOf(type));
  }
  llvm::Type *inMemory(Type type) {
    return withLanes(memoryType(getElementTypeOrSelf(type), context), lanesOf(type));
  }
  /// A local variable holds registers, but for integers of 2 and 4 bits, which take a byte there.
  llvm::Type *inSlot(Type type) {
    return withLanes(slotType(getElementTypeOrSelf(type), context), lanesOf(type));
  }

  /// Lowers a block up to its terminator and returns the terminator's operands.
  SmallVector<llvm::Value *> block(Block &body);
  /// Returns the result of an op that has one; ops with regions bind theirs.
  llvm::Value *lower(Operation *op);
  llvm::Value *arithmetic(Operation *op);
  llvm::Value *lower(scf::ForOp op);
  llvm::Value *lower(scf::IfOp op);

  llvm::AllocaInst *slotOf(Value memref) { return llvm::cast<llvm::AllocaInst>(at(memref)); }
  llvm::Value *address(Value memref, ValueRange indices);
  llvm::Value *laneAddress(llvm::Value *base, Type element, llvm::Value *places, unsigned lane);
  llvm::Value *lower(memref::AllocaOp op);
  llvm::Value *lower(memref::PrefetchOp op);
  template <class Op> llvm::Value *load(Op op);
  template <class Op> llvm::Value *store(Op op);
  llvm::Value *toBuffer(Value stored);
  llvm::Value *lower(vector::MaskedLoadOp op);
  llvm::Value *lower(vector::GatherOp op);
  llvm::Value *lower(vector::ScatterOp op);
  llvm::Value *lower(vector::FromElementsOp op);

  llvm::Module &module;
  llvm::LLVMContext &context;
  llvm::IRBuilder<> b;
  llvm::Function *code = nullptr;
  llvm::BasicBlock *entry = nullptr; // holds the local variables
  llvm::DenseMap<Value, llvm::Value *> values;
  bool storesNonTemporally = false;
};
} // namespace

/// Emits the LLVM function of a kernel (runtime/abi.h). Tables are constants of the module. Allocas
/// go to a block of their own before the code, outside of all loops.
void Walk::function(func::FuncOp loops, llvm::StringRef symbol) {
  auto *pointer = b.getPtrTy();
  code = llvm::Function::Create(
      llvm::FunctionType::get(b.getVoidTy(), {pointer, b.getInt64Ty(), b.getInt64Ty()}, false),
      llvm::GlobalValue::ExternalLinkage, symbol, module);
  code->setDoesNotThrow();
  code->addParamAttr(0, llvm::Attribute::ReadOnly);
  entry = llvm::BasicBlock::Create(context, "entry", code);
  auto *start = llvm::BasicBlock::Create(context, "start", code);
  b.SetInsertPoint(start);

  ArrayRef<Attribute> tables;
  if (auto list = loops->getAttrOfType<ArrayAttr>("spmd.tables"))
    tables = list.getValue();
  ArrayRef<BlockArgument> arguments = loops.getArguments(), memrefs = arguments.drop_back(2);
  for (auto [i, buffer] : llvm::enumerate(memrefs.drop_back(tables.size())))
    values[buffer] = b.CreateLoad(pointer, b.CreateConstGEP1_64(pointer, code->getArg(0), i));
  for (auto [memref, table] : llvm::zip_equal(memrefs.take_back(tables.size()), tables))
    values[memref] = constantInMemory(module, cast<DenseElementsAttr>(table));
  bind(loops.getArguments().take_back(2), {code->getArg(1), code->getArg(2)});
  block(loops.front());
  // Non-temporal stores are not ordered with other stores: whoever is told that the kernel has
  // ended must see them.
  if (storesNonTemporally && module.getTargetTriple().isX86())
    b.CreateIntrinsic(b.getVoidTy(), llvm::Intrinsic::x86_sse_sfence, {});
  b.CreateRetVoid();
  llvm::IRBuilder<>(entry).CreateBr(start);
}

SmallVector<llvm::Value *> Walk::block(Block &body) {
  for (Operation &op : body.without_terminator())
    if (llvm::Value *result = lower(&op))
      values[op.getResult(0)] = result;
  return all(body.getTerminator()->getOperands());
}

/// A rotated loop. The test before it is left out where constants show that the loop runs, and a
/// loop that runs once is its body.
llvm::Value *Walk::lower(scf::ForOp op) {
  Block &body = *op.getBody();
  auto *step = llvm::cast<llvm::ConstantInt>(at(op.getStep()));
  llvm::Value *upper = at(op.getUpperBound());
  SmallVector<llvm::Value *> entering = all(op.getInitArgs()); // the counter, then carried values
  entering.insert(entering.begin(), at(op.getLowerBound()));
  auto *first = llvm::dyn_cast<llvm::ConstantInt>(entering[0]),
       *end = llvm::dyn_cast<llvm::ConstantInt>(upper);
  bool mayBeEmpty = !first || !end;
  int64_t length = mayBeEmpty ? INT64_MAX : end->getSExtValue() - first->getSExtValue();
  if (length <= step->getSExtValue()) {
    bind(body.getArguments(), entering);
    bind(op.getResults(), length > 0 ? block(body) : all(op.getInitArgs()));
    return nullptr;
  }
  auto *header = llvm::BasicBlock::Create(context, "loop", code),
       *exit = llvm::BasicBlock::Create(context, "done"), *before = b.GetInsertBlock();
  if (mayBeEmpty)
    b.CreateCondBr(b.CreateICmpSLT(entering[0], upper), header, exit);
  else
    b.CreateBr(header);

  auto phis = [&] {
    return llvm::map_to_vector(entering, [&](llvm::Value *v) -> llvm::Value * {
      llvm::PHINode *phi = b.CreatePHI(v->getType(), 2);
      phi->addIncoming(v, before);
      return phi;
    });
  };
  b.SetInsertPoint(header);
  SmallVector<llvm::Value *> now = phis();
  bind(body.getArguments(), now);
  SmallVector<llvm::Value *> next = block(body);
  next.insert(next.begin(), b.CreateNSWAdd(now[0], step));
  b.CreateCondBr(b.CreateICmpSLT(next[0], upper), header, exit);
  auto complete = [&, latch = b.GetInsertBlock()](ArrayRef<llvm::Value *> phis) {
    for (auto [phi, v] : llvm::zip_equal(phis, next))
      llvm::cast<llvm::PHINode>(phi)->addIncoming(v, latch);
  };
  complete(now);

  exit->insertInto(code);
  b.SetInsertPoint(exit);
  SmallVector<llvm::Value *> left = mayBeEmpty ? phis() : next;
  if (mayBeEmpty)
    complete(left);
  bind(op.getResults(), ArrayRef(left).drop_front());
  return nullptr;
}

/// A diamond: both branches end in the block `merge`, where results become phi nodes. An `if`
/// without results and without `else` jumps to `merge` directly.
llvm::Value *Walk::lower(scf::IfOp op) {
  struct Branch {
    llvm::BasicBlock *first, *end = nullptr;
    SmallVector<llvm::Value *> yielded;
  };
  SmallVector<Branch, 2> branches;
  for (Region &region : op->getRegions())
    if (!region.empty())
      branches.push_back({llvm::BasicBlock::Create(context, "branch", code)});
  auto *merge = llvm::BasicBlock::Create(context, "merge");
  b.CreateCondBr(at(op.getCondition()), branches[0].first,
                 branches.size() > 1 ? branches[1].first : merge);
  for (auto [branch, region] : llvm::zip_first(branches, op->getRegions())) {
    b.SetInsertPoint(branch.first);
    branch.yielded = block(region.front());
    branch.end = b.GetInsertBlock();
    b.CreateBr(merge);
  }
  merge->insertInto(code);
  b.SetInsertPoint(merge);
  for (OpResult result : op.getResults()) {
    llvm::PHINode *phi = b.CreatePHI(inRegister(result.getType()), 2);
    for (Branch &branch : branches)
      phi->addIncoming(branch.yielded[result.getResultNumber()], branch.end);
    values[result] = phi;
  }
  return nullptr;
}

/// Arithmetic comes first, as most ops are of that kind.
llvm::Value *Walk::lower(Operation *op) {
  if (isa<arith::ArithDialect, math::MathDialect, func::FuncDialect>(op->getDialect()))
    return arithmetic(op);
  return llvm::TypeSwitch<Operation *, llvm::Value *>(op)
      .Case<memref::LoadOp, vector::LoadOp>([&](auto load) { return this->load(load); })
      .Case<memref::StoreOp, vector::StoreOp>([&](auto store) { return this->store(store); })
      .Case<vector::BitCastOp, vector::ReductionOp>([&](Operation *op) { return arithmetic(op); })
      .Case([&](vector::BroadcastOp op) {
        return splatTo(b, at(op.getSource()), lanesOf(op.getType()));
      })
      .Case([&](vector::ExtractOp op) {
        return b.CreateExtractElement(at(op.getSource()), op.getStaticPosition()[0]);
      })
      .Case([&](vector::ShuffleOp op) {
        return b.CreateShuffleVector(at(op.getV1()), at(op.getV2()),
                                     SmallVector<int>(op.getMask()));
      })
      .Case([&](memref::ViewOp op) {
        return b.CreateGEP(b.getInt8Ty(), at(op.getSource()), at(op.getByteShift()));
      })
      .Case([&](memref::ExtractAlignedPointerAsIndexOp op) {
        return b.CreatePtrToInt(at(op.getSource()), b.getInt64Ty());
      })
      .Case<vector::FromElementsOp, vector::GatherOp, vector::ScatterOp, vector::MaskedLoadOp,
            scf::ForOp, scf::IfOp, memref::AllocaOp, memref::PrefetchOp>(
          [&](auto op) { return lower(op); })
      .Default(noInstruction);
}

llvm::Value *Walk::arithmetic(Operation *op) {
  // Stores round the operand instead.
  if (op->getNumResults() == 1 && beforeRounding(op->getResult(0)) &&
      llvm::all_of(op->getUsers(), storesToBuffer))
    return nullptr;
  llvm::Value *result =
      lowerArithmetic(b, op, all(op->getOperands()), lanesOf(op->getResult(0).getType()));
  return result ? result : noInstruction(op);
}

llvm::Value *Walk::address(Value memref, ValueRange indices) {
  llvm::Value *base = at(memref), *index = at(indices[0]);
  if (match(index, m_ZeroInt()))
    return base;
  return b.CreateGEP(inMemory(cast<MemRefType>(memref.getType()).getElementType()), base, index);
}

/// The address of one lane. Places that are a scalar plus constants are not extracted from the
/// vector, so that the vector is never computed.
llvm::Value *Walk::laneAddress(llvm::Value *base, Type element, llvm::Value *places,
                               unsigned lane) {
  llvm::Value *vector = nullptr, *place = nullptr;
  llvm::Constant *steps = nullptr;
  if (match(places, m_c_Add(m_Value(vector), m_Constant(steps))))
    if (llvm::Value *first = llvm::getSplatValue(vector))
      place = b.CreateAdd(first, steps->getAggregateElement(lane));
  if (!place)
    place = b.CreateExtractElement(places, lane);
  return b.CreateGEP(inMemory(element), base, place);
}

llvm::Value *Walk::lower(memref::AllocaOp op) {
  Type element = op.getType().getElementType();
  llvm::IRBuilder<> first(entry);
  llvm::AllocaInst *slot =
      isSlot(op) ? first.CreateAlloca(inSlot(element))
                 : first.CreateAlloca(inMemory(element), b.getInt64(op.getType().getNumElements()));
  slot->setAlignment(llvm::Align(op.getAlignment().value_or(kSlotAlignment)));
  return slot;
}

llvm::Value *Walk::lower(memref::PrefetchOp op) {
  llvm::Value *place = address(op.getMemref(), op.getIndices());
  b.CreateIntrinsic(llvm::Intrinsic::prefetch, {place->getType()},
                    {place, b.getInt32(op.getIsWrite()), b.getInt32(op.getLocalityHint()),
                     b.getInt32(op.getIsDataCache())});
  return nullptr;
}

/// The alignment of an access to a buffer: that of an element, if `op` does not give one.
template <class Op> static llvm::Align alignmentOf(Op op, Type type) {
  return llvm::Align(op.getAlignment().value_or(elementBytes(getElementTypeOrSelf(type))));
}

template <class Op> llvm::Value *Walk::load(Op op) {
  Value memref = op->getOperand(0);
  Type type = op.getType();
  llvm::Value *loaded =
      isSlot(memref) ? b.CreateAlignedLoad(inSlot(type), at(memref), slotOf(memref)->getAlign())
                     : b.CreateAlignedLoad(inMemory(type), address(memref, op.getIndices()),
                                           alignmentOf(op, type));
  return fromMemory(b, loaded, getElementTypeOrSelf(type));
}

/// `stored` in memory form; narrow floats are rounded once.
llvm::Value *Walk::toBuffer(Value stored) {
  Value exact = beforeRounding(stored);
  return toMemory(b, at(exact ? exact : stored), getElementTypeOrSelf(stored));
}

/// Stores to a slot as it is, or to a buffer, rounded to its type. Non-temporal stores carry LLVM's
/// metadata. The function then ends with a fence, since such stores are not ordered with others.
template <class Op> llvm::Value *Walk::store(Op op) {
  Value stored = op->getOperand(0), memref = op->getOperand(1);
  if (isSlot(memref)) {
    b.CreateAlignedStore(toSlot(b, at(stored)), at(memref), slotOf(memref)->getAlign());
    return nullptr;
  }
  llvm::Value *place = address(memref, op.getIndices());
  llvm::StoreInst *made =
      b.CreateAlignedStore(toBuffer(stored), place, alignmentOf(op, stored.getType()));
  if (op.getNontemporal()) {
    storesNonTemporally = true;
    made->setMetadata(llvm::LLVMContext::MD_nontemporal,
                      llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(b.getInt32(1))));
  }
  return nullptr;
}

llvm::Value *Walk::lower(vector::MaskedLoadOp op) {
  Type type = op.getType(), element = getElementTypeOrSelf(type);
  llvm::Value *passThrough = toMemory(b, at(op.getPassThru()), element);
  return fromMemory(b,
                    b.CreateMaskedLoad(inMemory(type), address(op.getBase(), op.getIndices()),
                                       alignmentOf(op, type), at(op.getMask()), passThrough),
                    element);
}

llvm::Value *Walk::lower(vector::GatherOp op) {
  Type type = op.getType(), element = getElementTypeOrSelf(type);
  llvm::Align align = alignmentOf(op, type);
  llvm::Value *base = address(op.getBase(), op.getOffsets()), *places = at(op.getIndices()),
              *mask = at(op.getMask());
  if (!match(mask, m_AllOnes())) {
    llvm::Value *addresses = b.CreateGEP(inMemory(element), base, places),
                *passThrough = toMemory(b, at(op.getPassThru()), element);
    return fromMemory(b, b.CreateMaskedGather(inMemory(type), addresses, align, mask, passThrough),
                      element);
  }
  // Scalar loads: hardware gathers are no faster, and slower on many machines.
  llvm::Value *out = llvm::PoisonValue::get(inMemory(type));
  for (unsigned i = 0; i < lanesOf(type); ++i) {
    llvm::Value *place = laneAddress(base, element, places, i);
    out = b.CreateInsertElement(out, b.CreateAlignedLoad(inMemory(element), place, align), i);
  }
  return fromMemory(b, out, element);
}

llvm::Value *Walk::lower(vector::ScatterOp op) {
  Type type = op.getValueToStore().getType(), element = getElementTypeOrSelf(type);
  llvm::Value *base = address(op.getBase(), op.getOffsets()), *places = at(op.getIndices()),
              *stored = toBuffer(op.getValueToStore());
  for (unsigned i = 0; i < lanesOf(type); ++i)
    b.CreateAlignedStore(b.CreateExtractElement(stored, i), laneAddress(base, element, places, i),
                         alignmentOf(op, type));
  return nullptr;
}

llvm::Value *Walk::lower(vector::FromElementsOp op) {
  llvm::Value *out = llvm::PoisonValue::get(inRegister(op.getType()));
  for (auto [i, element] : llvm::enumerate(op.getElements()))
    out = b.CreateInsertElement(out, at(element), i);
  return out;
}

void lowerLoops(func::FuncOp loops, llvm::Module &module, llvm::StringRef symbol) {
  Walk(module).function(loops, symbol);
}

} // namespace spmd
