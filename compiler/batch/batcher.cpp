// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The walk over the ops of a block. Each value of the program has one value in the batched program,
// and maybe a batch dim there.
#include "compiler/batch/batcher.h"
#include "compiler/ops/rule.h"
#include "compiler/structure/control_flow.h"
#include "dialects/sdy/values.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {

Batched Batcher::of(Value value) const { return {values.lookupOrDefault(value), dimOf(value)}; }

// A block may be written several times, so that an old entry may be there.
void Batcher::map(Value value, Batched batched) {
  values.map(value, batched.value);
  if (batched.isBatched())
    dims[value] = batched.dim;
  else
    dims.erase(value);
}

void Batcher::mapArguments(Block &block, Block &made, ArrayRef<int64_t> argumentDims) {
  for (auto [argument, dim] : llvm::zip_equal(block.getArguments(), argumentDims))
    map(argument,
        {made.addArgument(batchedType(argument.getType(), dim, size), argument.getLoc()), dim});
}

Value Batcher::put(Operation *op, OpBuilder &b, Batched value, int64_t dim) {
  return dim == Batched::kNone ? value.value : Batching(op, b, size, values).put(value, dim);
}

Value Batcher::choose(Operation *op, OpBuilder &b, Value which, Value yes, Value no, int64_t dim) {
  if (yes == no)
    return yes;
  Batching g(op, b, size, values);
  Expr wide = broadcast(g.of(which), g.of(yes).shape(), {dim});
  return select(wide, g.of(yes), g.of(no)).value;
}

/// The values that `op` reads, those in its regions included.
static SmallVector<Value> readBy(Operation *op) {
  llvm::SetVector<Value> read(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), read);
  return read.takeVector();
}

bool Batcher::isAffected(Operation *op) {
  return llvm::any_of(readBy(op), [&](Value value) { return dims.contains(value); }) ||
         module.namesAxis(op);
}

LogicalResult Batcher::run(Block &block, OpBuilder &b) {
  for (Operation &op : block.without_terminator())
    if (isAffected(&op)) {
      if (failed(runOne(&op, b)))
        return failure();
    } else {
      b.clone(op, values);
      for (Value result : op.getResults())
        dims.erase(result);
    }
  return success();
}

FailureOr<SmallVector<Batched>> Batcher::runRegion(Region &region, OpBuilder &b) {
  if (failed(run(region.front(), b)))
    return failure();
  return llvm::map_to_vector(region.front().getTerminator()->getOperands(),
                             [&](Value value) { return of(value); });
}

// The batch is one more dim of known size, and other dims are written into shapes beside it.
static LogicalResult checkShapes(Operation *op) {
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && !tensor.hasStaticShape())
      return op->emitOpError("has a tensor of unknown size, ")
             << type << "; batches need all sizes";
  return success();
}

// Which kind of driven op it is follows from its interfaces.
LogicalResult Batcher::runOne(Operation *op, OpBuilder &b) {
  if (failed(checkShapes(op)))
    return failure();
  const OpRules &rules = Rules::of(op);
  if (rules.batch)
    return runFacet(op, b);
  if (rules.drivenBatch) {
    if (isLoop(op))
      return runLoop(op, b);
    if (isControlFlow(op))
      return dimOf(op->getOperand(0)) == Batched::kNone ? runBranches(op, b) : runChoice(op, b);
    if (isa<sdy::DataFlowOp>(op))
      return runComputation(op, b);
    return runCall(op, b);
  }
  // The facet's absence says why.
  StringRef reason = "it is not known to the compiler";
  for (auto [facet, why] : rules.absences)
    if (facet == "batch")
      reason = why;
  return op->emitOpError("has no batched form: ") << reason;
}

LogicalResult Batcher::runFacet(Operation *op, OpBuilder &b) {
  // Bodies of reductions and the like see single elements of all entries.
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  if (llvm::any_of(captured, [&](Value value) { return dims.contains(value); }))
    return op->emitOpError("has no batched form: its body reads a value from outside that differs "
                           "by entry of the batch");
  if (op->hasAttr("sdy.sharding_rule"))
    return op->emitOpError("has no batched form: its sharding rule is for tensors of its own rank");
  if (auto list = op->getAttrOfType<sdy::TensorShardingPerValueAttr>("sdy.sharding"))
    for (sdy::TensorShardingAttr sharding : list)
      if (hasAxes(sharding, along))
        return op->emitOpError("has no batched form: its sharding has an axis that splits the "
                               "batch");
  Batching g(op, b, size, values);
  g.axis = module.axis;
  g.along = along;
  for (Value operand : op->getOperands())
    g.in.push_back(of(operand));
  if (failed(Rules::of(op).batch(op, g)))
    return failure();
  SmallVector<Value> made;
  SmallVector<int64_t> resultDims;
  for (const Batched &result : g.results) {
    assert(result.value && "the facet gives all results");
    made.push_back(result.value);
    resultDims.push_back(result.dim);
  }
  mapResults(op, made, resultDims);
  return success();
}

void Batcher::mapResults(Operation *op, ValueRange made, ArrayRef<int64_t> resultDims) {
  auto list = op->getAttrOfType<sdy::TensorShardingPerValueAttr>("sdy.sharding");
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    // A result may be an operand as it is, which has its own sharding.
    bool isNew = made[i].getDefiningOp() &&
                 llvm::none_of(op->getOperands(), [&](Value v) { return of(v).value == made[i]; });
    if (list && isNew)
      sdy::setSharding(made[i], batchedSharding(list.getSharding(i), resultDims[i], along));
  }
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    map(result, {made[i], resultDims[i]});
}

LogicalResult Batcher::runCall(Operation *op, OpBuilder &b) {
  func::FuncOp callee = module.calleeOf(op);
  if (!callee || callee.isExternal())
    return op->emitOpError("has no batched form: the function that it calls has no body here");
  BatchedModule::Pattern pattern{size, {}, along, std::nullopt};
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    pattern.arguments.push_back(dimOf(operand));
    operands.push_back(of(operand).value);
  }
  FailureOr<BatchedModule::Form> form = module.formOf(callee, pattern);
  if (failed(form))
    return failure();
  auto call = func::CallOp::create(b, op->getLoc(), form->function, operands);
  mapResults(op, call->getResults(), form->dims);
  return success();
}

LogicalResult refuseEffects(Operation *op) {
  WalkResult walked = op->walk([&](Operation *inner) -> WalkResult {
    auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
    if (!effects || inner == op)
      return WalkResult::advance();
    SmallVector<MemoryEffects::EffectInstance> list;
    effects.getEffects(list);
    if (list.empty())
      return WalkResult::advance();
    auto diagnostic = inner->emitOpError("has an effect, and all entries of the batch would have "
                                         "it: whether it runs differs by entry");
    diagnostic.attachNote(op->getLoc()) << "decided here";
    return diagnostic;
  });
  return failure(walked.wasInterrupted());
}

NamedAttrList attributesWithoutSharding(Operation *op) {
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.erase("sdy.sharding");
  return attributes;
}

} // namespace spmd
