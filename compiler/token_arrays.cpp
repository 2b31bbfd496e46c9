// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/token_arrays.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace spmd {
namespace {

bool isToken(Type type) { return isa<stablehlo::TokenType>(type); }

/// Whether the op has tokens as operands, results, or arguments of its regions.
bool hasTokens(Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  return llvm::any_of(op->getOperandTypes(), isToken) ||
         llvm::any_of(op->getResultTypes(), isToken) ||
         (function && (llvm::any_of(function.getArgumentTypes(), isToken) ||
                       llvm::any_of(function.getResultTypes(), isToken))) ||
         llvm::any_of(op->getRegions(), [](Region &region) {
           return llvm::any_of(region.getArgumentTypes(), isToken);
         });
}

/// Whether the op makes one token of tokens, and does nothing else: a new one, or a join.
bool makesToken(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         isToken(op->getResult(0).getType()) && llvm::all_of(op->getOperandTypes(), isToken) &&
         isMemoryEffectFree(op) && !sdy::isDataFlowOp(op);
}

/// Whether the op only passes its tokens on.
bool passesTokens(Operation *op) {
  return sdy::isDataFlowOp(op) || op->hasTrait<OpTrait::IsTerminator>() ||
         isa<FunctionOpInterface, CallOpInterface>(op);
}

/// The types of one module.
class Replacer {
public:
  explicit Replacer(MLIRContext *context)
      : context(context), type(RankedTensorType::get({0}, IntegerType::get(context, 1))) {}

  /// Values, then what states something for them.
  void replace(Operation *op) {
    SmallVector<bool> results = areTokens(op->getResultTypes());
    if (llvm::is_contained(results, true) && !sdy::getShardings(op).empty())
      sdy::setShardings(op, spread(sdy::getShardingPerValue(op), results));
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
      // Operands have been visited before.
      manual.setInShardingsAttr(
          spread(manual.getInShardings(), areTokens(op->getRegion(0).getArgumentTypes())));
      manual.setOutShardingsAttr(spread(manual.getOutShardings(), results));
    }
    for (Value result : op->getResults())
      replace(result);
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      replaceBorders(function);
    for (Region &region : op->getRegions())
      for (Value argument : region.getArguments())
        replace(argument);
  }
  Value emptyArray(Operation *maker) {
    OpBuilder b(maker);
    return stablehlo::ConstantOp::create(b, maker->getLoc(),
                                         DenseElementsAttr::get(type, ArrayRef<bool>()));
  }

private:
  MLIRContext *context;
  RankedTensorType type;

  void replace(Value value) {
    if (isToken(value.getType()))
      value.setType(type);
  }
  static SmallVector<bool> areTokens(TypeRange types) {
    return llvm::map_to_vector(types, isToken);
  }
  /// The shardings with those of tokens, which have no dims, for a dim that is whole.
  sdy::TensorShardingPerValueAttr spread(sdy::TensorShardingPerValueAttr list,
                                         ArrayRef<bool> tokens) {
    SmallVector<sdy::TensorShardingAttr> made(list.getShardings());
    for (auto [sharding, is] : llvm::zip(made, tokens))
      if (is && sharding.getRank() == 0)
        sharding = sdy::TensorShardingAttr::getFullyClosed(context, 1, sharding.getMeshOrRef());
    return sdy::TensorShardingPerValueAttr::get(context, made);
  }
  /// A token has one place at most, and its array no elements: its sharding says nothing.
  void replaceBorders(FunctionOpInterface function) {
    SmallVector<Type> in(function.getArgumentTypes()), out(function.getResultTypes());
    for (auto [i, each] : llvm::enumerate(in))
      if (isToken(each)) {
        each = type;
        function.removeArgAttr(i, sdy::kShardingAttr);
      }
    for (auto [i, each] : llvm::enumerate(out))
      if (isToken(each)) {
        each = type;
        function.removeResultAttr(i, StringAttr::get(context, sdy::kShardingAttr));
      }
    function.setType(FunctionType::get(context, in, out));
  }
};

} // namespace

void replaceTokens(ModuleOp module) {
  SmallVector<Operation *> found, makers;
  bool isPlain = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!hasTokens(op))
      return;
    (makesToken(op) ? makers : found).push_back(op);
    isPlain &= makesToken(op) || passesTokens(op);
  });
  if (!isPlain)
    return;
  Replacer replacer(module.getContext());
  for (Operation *op : found)
    replacer.replace(op);
  for (Operation *op : makers) {
    op->replaceAllUsesWith(ValueRange(replacer.emptyArray(op)));
    op->erase();
  }
}

} // namespace spmd
