// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The function of a loop kernel: the commands of a trip in a loop, on buffers that LLVM is told not
// to overlap, so that it keeps what is carried in registers.
#include "compiler/codegen/loop_kernel.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace spmd {
namespace {

/// Writes two functions: the kernel, which loads the addresses of the buffers, and the trips, whose
/// parameters these are. Only for parameters can LLVM be told that buffers do not overlap.
class LoopEmitter {
public:
  LoopEmitter(Module &module, const LoopKernel &loop, ArrayRef<Function *> parts)
      : b(module.getContext()), module(module), loop(loop), parts(parts) {}

  void emit(StringRef symbol) {
    Function *trips = tripsFunction(symbol.str() + ".trips");
    // The kernel loads the addresses of the buffers.
    auto *type = FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty()},
                                   /*isVarArg=*/false);
    auto *kernel = Function::Create(type, GlobalValue::ExternalLinkage, symbol, module);
    kernel->setDoesNotThrow();
    b.SetInsertPoint(BasicBlock::Create(b.getContext(), "entry", kernel));
    SmallVector<Value *> arguments;
    // As LoopKernel::command lists them.
    size_t read = 0, written = count_if(loop.buffers, [](auto &b) { return b.isOperand(); });
    for (const LoopKernel::Buffer &buffer : loop.buffers) {
      const size_t operand = buffer.isOperand() ? read++ : 0;
      const size_t slot = buffer.isWritten ? written++ : operand;
      arguments.push_back(
          b.CreateLoad(b.getPtrTy(), b.CreateConstGEP1_64(b.getPtrTy(), kernel->getArg(0), slot)));
    }
    arguments.append({kernel->getArg(1), kernel->getArg(2)});
    b.CreateCall(trips, arguments);
    b.CreateRetVoid();
  }

private:
  IRBuilder<> b;
  Module &module;
  const LoopKernel &loop;
  ArrayRef<Function *> parts;
  Function *function = nullptr; // of the trips

  /// The trips as a function of the buffers, begin and end. It is not inlined into the kernel: then
  /// its parameters would be gone, and what is known of them would have to be kept as metadata of
  /// each load and store. A run may be ended between two of its calls, so it leaves in memory what
  /// it carries.
  Function *tripsFunction(StringRef name) {
    SmallVector<Type *> types(loop.buffers.size(), b.getPtrTy());
    types.append(2, b.getInt64Ty());
    function = Function::Create(FunctionType::get(b.getVoidTy(), types, /*isVarArg=*/false),
                                GlobalValue::InternalLinkage, name, module);
    function->setDoesNotThrow();
    function->addFnAttr(Attribute::NoInline);
    for (auto [i, buffer] : enumerate(loop.buffers)) {
      AttrBuilder attributes(b.getContext());
      attributes.addDereferenceableAttr(buffer.bytes);
      if (buffer.isAlone)
        attributes.addAttribute(Attribute::NoAlias);
      function->addParamAttrs(i, attributes);
    }
    BasicBlock *entry = newBlock("entry");
    b.SetInsertPoint(entry);
    emitLoop(loop.loop, function->getArg(loop.buffers.size()),
             function->getArg(loop.buffers.size() + 1));
    b.CreateRetVoid();
    return function;
  }

  BasicBlock *newBlock(const Twine &name) {
    return BasicBlock::Create(b.getContext(), name, function);
  }

  Value *address(const rt::Address &at) {
    return b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), function->getArg(at.index), at.offset);
  }
  /// Indices are clamped as the walk does (runtime/walk.cpp).
  Value *address(const rt::Operand &operand) {
    Value *at = address(operand.base);
    for (const rt::DynamicOffset &offset : operand.dynamic) {
      Value *index = b.CreateBinaryIntrinsic(
          Intrinsic::smin,
          b.CreateBinaryIntrinsic(Intrinsic::smax, integer(offset.index, offset.type),
                                  b.getInt64(0)),
          b.getInt64(offset.limit));
      at = b.CreateGEP(b.getInt8Ty(), at, b.CreateMul(index, b.getInt64(offset.strideBytes)));
    }
    return at;
  }
  /// A scalar as a signed number of 64 bits: what these hold unsigned only becomes the largest.
  Value *integer(const rt::Address &at, rt::DType type) {
    const unsigned bytes = unsigned(rt::sizeOf(type));
    Value *value = b.CreateAlignedLoad(b.getIntNTy(8 * bytes), address(at), Align(bytes));
    if (const int unused = rt::unusedBits(type)) {
      value = b.CreateShl(value, unused);
      value = rt::isSigned(type) ? b.CreateAShr(value, unused) : b.CreateLShr(value, unused);
    }
    if (type == rt::DType::U64)
      return b.CreateBinaryIntrinsic(Intrinsic::umin, value, b.getInt64(INT64_MAX));
    if (type == rt::DType::Pred)
      return b.CreateZExt(b.CreateIsNotNull(value), b.getInt64Ty());
    return b.CreateIntCast(value, b.getInt64Ty(), rt::isSigned(type));
  }

  void emitBlock(uint32_t block) {
    for (const rt::Command &command : loop.blocks[block])
      std::visit([this](const auto &action) { emit(action); }, command.action);
  }

  /// The trips [begin, end); without a known number of trips, up to the one whose condition fails.
  /// Behind the last trip, the predicate says that the loop goes on: that trip may have written
  /// something else to its place.
  void emitLoop(const rt::WhileCommand &command, Value *begin, Value *end) {
    BasicBlock *before = b.GetInsertBlock(), *header = newBlock("header"), *body = newBlock("body"),
               *done = newBlock("done");
    b.CreateBr(header);
    b.SetInsertPoint(header);
    PHINode *trip = b.CreatePHI(b.getInt64Ty(), 2);
    trip->addIncoming(begin, before);
    Value *goesOn = b.CreateICmpSLT(trip, end);
    if (command.tripCount < 0) {
      BasicBlock *test = newBlock("test"), *pause = newBlock("pause");
      b.CreateCondBr(goesOn, test, pause);
      b.SetInsertPoint(pause);
      if (loop.makesPredicate())
        b.CreateStore(b.getInt8(1), address(command.predicate));
      b.CreateBr(done);
      b.SetInsertPoint(test);
      emitBlock(command.cond);
      goesOn = b.CreateIsNotNull(b.CreateLoad(b.getInt8Ty(), address(command.predicate)));
    }
    b.CreateCondBr(goesOn, body, done);
    b.SetInsertPoint(body);
    emitBlock(command.body);
    trip->addIncoming(b.CreateNSWAdd(trip, b.getInt64(1)), b.GetInsertBlock());
    b.CreateBr(header);
    b.SetInsertPoint(done);
  }

  void emit(const rt::WhileCommand &inner) {
    emitLoop(inner, b.getInt64(0), b.getInt64(inner.tripCount));
  }
  /// The kernel reads its addresses from an array, which disappears with the call.
  void emit(const rt::KernelCommand &kernel) {
    auto *type = ArrayType::get(b.getPtrTy(), kernel.operands.size() + kernel.results.size());
    IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
    Value *array = entry.CreateAlloca(type);
    size_t slot = 0;
    for (const auto *list : {&kernel.operands, &kernel.results})
      for (const rt::Operand &operand : *list)
        b.CreateStore(address(operand), b.CreateConstInBoundsGEP2_64(type, array, 0, slot++));
    b.CreateCall(parts[kernel.kernel], {array, b.getInt64(0), b.getInt64(kernel.extent)});
  }
  /// A copy of a few bytes becomes a load and a store. Source and target may be one place.
  void emit(const rt::CopyCommand &copy) {
    b.CreateMemMove(address(copy.target), MaybeAlign(), address(copy.source), MaybeAlign(),
                    copy.source.bytes);
  }
  /// The last branch is that of all numbers out of range. An `if` is a case whose branch 0 is the
  /// true one.
  void emit(const rt::CaseCommand &choice) {
    Value *selector = integer(choice.selector, choice.type);
    if (choice.type == rt::DType::Pred)
      selector = b.CreateSub(b.getInt64(1), selector);
    BasicBlock *done = newBlock("joined"), *last = newBlock("branch");
    SwitchInst *to = b.CreateSwitch(selector, last);
    for (auto [i, branch] : enumerate(choice.branches)) {
      const bool isLast = i + 1 == choice.branches.size();
      BasicBlock *target = isLast ? last : newBlock("branch");
      if (!isLast)
        to->addCase(b.getInt64(i), target);
      b.SetInsertPoint(target);
      emitBlock(branch);
      b.CreateBr(done);
    }
    b.SetInsertPoint(done);
  }
  template <class Other> void emit(const Other &) {} // see LoopKernel::fault
};

} // namespace

void emitLoopKernel(Module &module, const LoopKernel &loop, ArrayRef<Function *> parts,
                    StringRef symbol) {
  for (Function *part : parts) {
    part->setLinkage(GlobalValue::InternalLinkage);
    part->addFnAttr(Attribute::AlwaysInline);
  }
  LoopEmitter(module, loop, parts).emit(symbol);
}

} // namespace spmd
