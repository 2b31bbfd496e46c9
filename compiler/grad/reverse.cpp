// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over the ops of a block, and what depends on what.
#include "compiler/grad/reverse.h"
#include "compiler/grad/expand.h"
#include "compiler/ops/rule.h"
#include "compiler/structure/control_flow.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {

// Integers, predicates, tokens and quantized numbers have none.
bool isDifferentiable(Type type) {
  return isa<RankedTensorType>(type) && isa<FloatType, ComplexType>(getElementTypeOrSelf(type));
}

Value zerosOf(OpBuilder &b, Location loc, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  // All element types have zero as all bits clear, of which one element is a splat.
  Type element = tensor.getElementType();
  unsigned bits = isa<ComplexType>(element)
                      ? 2 * cast<ComplexType>(element).getElementType().getIntOrFloatBitWidth()
                      : element.getIntOrFloatBitWidth();
  SmallVector<char> zero((bits + 7) / 8, 0);
  return stablehlo::ConstantOp::create(b, loc, DenseElementsAttr::getFromRawBuffer(tensor, zero));
}

// OpBuilder::atBlockBegin asks the op around the block for the context, and there is none yet.
OpBuilder builderAtBegin(Block &block, MLIRContext *context) {
  OpBuilder b(context);
  b.setInsertionPointToStart(&block);
  return b;
}
OpBuilder builderAtEnd(Block &block, MLIRContext *context) {
  OpBuilder b(context);
  b.setInsertionPointToEnd(&block);
  return b;
}

// Values with several users get a sum, in the order in which the users are visited.
void addCotangent(OpBuilder &b, Location loc, Cotangents &c, Value value, Value ct) {
  if (!ct || !c.active.contains(value))
    return;
  Value &total = c.totals[value];
  total = total ? stablehlo::AddOp::create(b, loc, ct.getType(), total, ct).getResult() : ct;
}

SmallVector<Value> activeCaptures(Operation *op, const Cotangents &c) {
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return llvm::to_vector(
      llvm::make_filter_range(captured, [&](Value value) { return c.active.contains(value); }));
}

/// The values that `op` reads, those in its regions included.
static SmallVector<Value> readBy(Operation *op) {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  return read.takeVector();
}

/// The ops of a block without its terminator.
static SmallVector<Operation *> opsOf(Block &block) {
  return llvm::map_to_vector(block.without_terminator(), [](Operation &op) { return &op; });
}

// An op with regions counts as a whole here; its regions are looked at where it is differentiated.
void Reverse::propagate(ArrayRef<Operation *> ops, Cotangents &c) {
  for (Operation *op : ops)
    if (!op->hasAttr(kStopGradientAttr) &&
        llvm::any_of(readBy(op), [&](Value value) { return c.active.contains(value); }))
      for (Value result : op->getResults())
        if (isDifferentiable(result.getType()))
          c.active.insert(result);
}
void Reverse::propagate(Block &block, Cotangents &c) { propagate(opsOf(block), c); }

// One walk from the end suffices, as values are defined before their uses.
llvm::DenseSet<Value> Reverse::dependencies(Block &block, ValueRange roots, const Cotangents &c) {
  llvm::DenseSet<Value> reached(roots.begin(), roots.end());
  for (Operation &op : llvm::reverse(block.without_terminator()))
    if (llvm::any_of(op.getResults(), [&](Value result) { return reached.contains(result); }))
      for (Value value : readBy(&op))
        if (c.active.contains(value))
          reached.insert(value);
  return reached;
}

LogicalResult Reverse::run(Block &block, OpBuilder &b, Cotangents &c) {
  return run(opsOf(block), b, c);
}

// Ops may be replaced while they are visited, so the list was taken before.
LogicalResult Reverse::run(ArrayRef<Operation *> ops, OpBuilder &b, Cotangents &c) {
  for (Operation *op : llvm::reverse(ops)) {
    bool hasCotangent =
        llvm::any_of(op->getResults(), [&](Value result) { return c.totals.lookup(result); });
    bool isWanted = llvm::any_of(readBy(op), [&](Value value) { return c.active.contains(value); });
    if (hasCotangent && isWanted && failed(runOne(op, b, c)))
      return failure();
  }
  return success();
}

// Most ops have the facet. The others are those whose regions or functions hold ops of their own;
// which kind each one is follows from its interfaces.
LogicalResult Reverse::runOne(Operation *op, OpBuilder &b, Cotangents &c) {
  // What an op was expanded into is differentiated in its place.
  if (Expansion made = expandBody(op); !made.ops.empty()) {
    for (auto [result, value] : llvm::zip_equal(op->getResults(), made.results))
      if (Value ct = c.totals.lookup(result))
        c.totals[value] = ct;
    propagate(made.ops, c);
    return run(made.ops, b, c);
  }
  const OpRules &rules = Rules::of(op);
  if (rules.vjp) {
    Backward g(op, b, c);
    return rules.vjp(op, g);
  }
  if (rules.drivenVjp) {
    if (isLoop(op))
      return runLoop(op, b, c);
    if (isControlFlow(op))
      return runBranches(op, b, c);
    if (auto call = dyn_cast<CallOpInterface>(op))
      return runCall(call, b, c);
    if (isa<sdy::DataFlowOp>(op))
      return runComputation(op, b, c);
  }
  // The facet's absence says why.
  StringRef reason = "it is not known to the compiler";
  for (auto [facet, why] : rules.absences)
    if (facet == "vjp")
      reason = why;
  return op->emitOpError("has no gradient: ") << reason;
}

} // namespace spmd
