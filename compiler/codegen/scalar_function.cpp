// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/scalar_function.h"
#include "compiler/codegen/element_memory.h"
#include "compiler/codegen/lower_arithmetic.h"
#include "compiler/kernels/element_code.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

/// The results of `code` for these arguments.
static SmallVector<llvm::Value *> emitScalars(llvm::IRBuilder<> &b, const ElementCode &code,
                                              ArrayRef<llvm::Value *> arguments) {
  DenseMap<Value, llvm::Value *> values;
  for (auto [from, to] : llvm::zip_equal(code.block.getArguments(), arguments))
    values[from] = to;
  auto lookUp = [&](Value v) { return values.lookup(v); };
  for (Operation &op : code.block) {
    llvm::Value *result =
        lowerArithmetic(b, &op, llvm::map_to_vector(op.getOperands(), lookUp), /*lanes=*/1);
    if (!result)
      llvm::report_fatal_error(llvm::Twine("emit facet built an op that has no instruction: ") +
                               op.getName().getStringRef());
    values[op.getResult(0)] = result;
  }
  return llvm::map_to_vector(code.results, lookUp);
}

/// The function gets two arrays of pointers, to operands and to results, each to one element. It
/// loads all operands, computes the region on registers and stores the results, rounded to their
/// types.
void emitScalarFunction(llvm::Module &module, Region &region, Rounding rounding,
                        llvm::StringRef symbol) {
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> b(context);
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *type = llvm::FunctionType::get(b.getVoidTy(), {pointer, pointer}, false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, symbol, module);
  function->setDoesNotThrow();
  b.SetInsertPoint(llvm::BasicBlock::Create(context, "entry", function));
  auto address = [&](unsigned list, unsigned i) {
    return b.CreateLoad(pointer, b.CreateConstGEP1_64(pointer, function->getArg(list), i));
  };
  SmallVector<llvm::Value *> arguments;
  for (BlockArgument arg : region.getArguments()) {
    Type element = getElementTypeOrSelf(arg.getType());
    llvm::Value *loaded =
        b.CreateAlignedLoad(memoryType(element, context), address(0, arg.getArgNumber()),
                            llvm::Align(elementBytes(element)));
    arguments.push_back(fromMemory(b, loaded, element));
  }
  ElementCodes codes(rounding);
  SmallVector<llvm::Value *> results = emitScalars(b, codes.of(region), arguments);
  for (auto [i, v] : llvm::enumerate(region.front().getTerminator()->getOperands())) {
    Type element = getElementTypeOrSelf(v.getType());
    b.CreateAlignedStore(toMemory(b, results[i], element), address(1, i),
                         llvm::Align(elementBytes(element)));
  }
  b.CreateRetVoid();
}

} // namespace spmd
