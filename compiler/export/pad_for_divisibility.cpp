// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pads values whose shardings do not divide their dims, so that all devices hold shards of one
// size. Values grow as they are sharded; collectives pad what becomes sharded and trim what becomes
// whole. No element of the program depends on padding: ops that reduce a padded dim get neutral
// elements there, and ops that cannot work on padding run on whole values, on every device. Public
// Shardy pass; docs/sharding.md says where it differs. Our own pipeline pads by classes of dims
// instead (compiler/partition/pad_dims.cpp).
#include "compiler/export/padded_factors.h"
#include "compiler/export/padding.h"
#include "compiler/ops/region.h"
#include "compiler/passes.h"
#include "dialects/notes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PADFORDIVISIBILITY
#include "compiler/passes.h.inc"
namespace {

/// The element that changes nothing where the op reduces; null if there is none. Sums use 0.0,
/// which is also the padding of sharded values.
DenseElementsAttr neutralOf(Operation *op, Type element) {
  std::optional<ir::CombineKind> kind;
  const OpRules &facets = Rules::of(op);
  if (std::optional<sdy::ReductionKind> combined =
          facets.combine ? facets.combine(op) : std::optional<sdy::ReductionKind>())
    kind = combinerOf(*combined);
  else if (op->getNumRegions() == 1)
    kind = combinerOfPairs(op->getRegion(0));
  return kind ? identityOf(*kind, element) : DenseElementsAttr();
}

/// Whether all elements are zero; -0.0 counts.
bool isZero(DenseElementsAttr splat) {
  Attribute value = splat.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().isZero();
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getValue().isZero();
}

/// Rewrites the values of one function, in program order.
class DivisibilityPadder {
public:
  DivisibilityPadder(func::FuncOp function, const SymbolTable &symbols)
      : function(function), symbols(symbols) {}

  LogicalResult run() {
    if (failed(checkBorders()))
      return failure();
    return visit(function.front());
  }
  bool hasChanged() const { return changed; }

private:
  // Types before and after.

  sdy::MeshAttr meshOf(sdy::TensorShardingAttr sharding) const {
    return sharding ? sharding.getMesh(symbols) : sdy::MeshAttr();
  }
  /// The type that the value has in the program; null if it is no tensor of static shape.
  RankedTensorType before(Value value) const {
    if (RankedTensorType type = original.lookup(value))
      return type;
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.hasStaticShape() ? type : RankedTensorType();
  }
  /// The type that its sharding asks for; null as above.
  RankedTensorType after(Value value) const {
    RankedTensorType type = before(value);
    sdy::TensorShardingAttr sharding = sdy::getShardingInside(value);
    return type ? paddedType(type, sharding, meshOf(sharding)) : type;
  }
  bool isPadded(Value value) const { return before(value) != after(value); }
  void setType(Value value, RankedTensorType type) {
    if (value.getType() == type)
      return;
    original.try_emplace(value, cast<RankedTensorType>(value.getType()));
    value.setType(type);
    changed = true;
  }
  void grow(Value value) {
    if (RankedTensorType type = after(value))
      setType(value, type);
  }

  // Borders.

  LogicalResult checkDivides(Operation *op, const Twine &what, Type type,
                             sdy::TensorShardingAttr sharding) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    sdy::MeshAttr mesh = meshOf(sharding);
    if (!tensor || !mesh || paddedType(tensor, sharding, mesh) == tensor)
      return success();
    for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings()))
      if (int64_t shards = dim.getShardedSize(mesh); tensor.getDimSize(d) % shards != 0)
        return op->emitError() << what << " of type " << type << " has the sharding " << sharding
                               << ", whose " << shards << " shards of dim " << d
                               << " do not divide its size " << tensor.getDimSize(d)
                               << "; run sdy-update-non-divisible-input-output-shardings first";
    return success();
  }

  LogicalResult checkBorders() {
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (failed(checkDivides(function, "argument " + Twine(i), type,
                              sdy::getFuncArgSharding(function, i))))
        return failure();
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (failed(checkDivides(function, "result " + Twine(i), type,
                              sdy::getFuncResultSharding(function, i))))
        return failure();
    return success();
  }

  /// Values cross the border of a manual computation at their own sizes: inside, padding would lie
  /// behind the part of each device along the manual axes.
  LogicalResult checkManual(sdy::ManualComputationOp op) {
    for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
      if (failed(checkDivides(op, "operand " + Twine(i), type, op.getInSharding(i))))
        return failure();
    for (auto [i, type] : llvm::enumerate(op->getResultTypes()))
      if (failed(checkDivides(op, "result " + Twine(i), type, op.getOutSharding(i))))
        return failure();
    return success();
  }

  // Ops.

  LogicalResult visit(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(visit(&op)))
        return failure();
    return success();
  }

  LogicalResult visit(Operation *op) {
    if (op->hasTrait<OpTrait::IsTerminator>()) {
      visitTerminator(op);
      return success();
    }
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
      if (failed(checkManual(manual)))
        return failure();
      for (OpOperand &operand : op->getOpOperands())
        coerce(operand, before(operand.get()), {});
      return visit(op->getRegion(0).front());
    }
    if (sdy::isDataFlowOp(op))
      return visitFlow(op);
    auto padded = [&](Value value) { return value.getType() != before(value) || isPadded(value); };
    if (llvm::none_of(op->getOperands(), padded) && llvm::none_of(op->getResults(), padded))
      return success();
    if (sdy::isMove(op))
      return visitMove(op);
    if (op->getNumOperands() == 0 && growWithoutOperands(op))
      return success();
    return visitComputation(op);
  }

  /// Gives the operand a type and, if it has to be moved for that, a sharding.
  void coerce(OpOperand &operand, RankedTensorType type, sdy::TensorShardingAttr sharding) {
    Value value = operand.get();
    if (!type || value.getType() == type)
      return;
    OpBuilder b(operand.getOwner());
    PaddingBuilder builder{b, operand.getOwner()->getLoc()};
    Value all = builder.gather(value, before(value), sdy::getShardingInside(value));
    operand.set(builder.shard(all, type, sharding));
    changed = true;
  }

  void visitTerminator(Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Operation *parent = op->getParentOp();
      if (parent == function || isa<sdy::ManualComputationOp>(parent))
        coerce(operand, before(operand.get()), {});
      else if (Value target = sdy::getDataFlowOwnerOfSource(operand))
        coerce(operand, dyn_cast<RankedTensorType>(target.getType()),
               sdy::getShardingInside(target));
    }
  }

  /// Values that flow into each other are padded alike.
  LogicalResult visitFlow(Operation *op) {
    for (Value owner : sdy::getDataFlowEdgeOwners(op)) {
      grow(owner);
      for (Value target : sdy::getNonOwnerTargets(owner))
        if (before(target))
          setType(target, cast<RankedTensorType>(owner.getType()));
      for (OpOperand *source : sdy::getDataFlowSourceOperands(owner))
        if (source->getOwner() == op)
          coerce(*source, dyn_cast<RankedTensorType>(owner.getType()),
                 sdy::getShardingInside(owner));
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(visit(block)))
          return failure();
    return success();
  }

  /// A collective works at the number of shards of both ends: its operand is padded for those of
  /// its result, and its result trimmed of the padding for those of its operand.
  ///   all_slice of 7 rows over 2 devices: pad to 8, slice
  ///   all_gather: gather 8 rows, trim to 7
  LogicalResult visitMove(Operation *op) {
    Value from = op->getOperand(0), to = op->getResult(0);
    RankedTensorType now = cast<RankedTensorType>(from.getType()), end = after(to);
    if (!sdy::isCollective(op)) {
      if (now == end)
        setType(to, end);
      return now == end ? success()
                        : op->emitError() << "moves the value from " << now << " to " << end
                                          << ", padding included; run "
                                             "sdy-reshard-to-collectives first";
    }
    SmallVector<int64_t> shape;
    for (auto [l, r] : llvm::zip_equal(now.getShape(), end.getShape()))
      shape.push_back(std::max(l, r));
    RankedTensorType both = now.clone(shape);
    bool isZeroPadded = now == before(from) || zeroPadded.contains(from);
    OpBuilder b(op);
    PaddingBuilder builder{b, op->getLoc()};
    op->setOperand(0, builder.pad(from, both, sdy::getShardingInside(from)));
    setType(to, both);
    changed = true;
    if (isZeroPadded && both != now)
      zeroPadded.insert(to);
    b.setInsertionPointAfter(op);
    Value trimmed = builder.trim(to, end, sdy::getShardingInside(to));
    if (trimmed == to)
      return success();
    to.replaceAllUsesExcept(trimmed, trimmed.getDefiningOp());
    original[trimmed] = before(to);
    return success();
  }

  /// A constant of equal elements, or an iota.
  bool growWithoutOperands(Operation *op) {
    auto constant = op->getAttrOfType<DenseElementsAttr>("value");
    if (constant && op->getNumResults() == 1) {
      if (!constant.isSplat())
        return false;
      op->setAttr("value", constant.resizeSplat(after(op->getResult(0))));
    } else if (!Rules::of(op).grow) {
      return false;
    }
    grow(op->getResult(0));
    return true;
  }

  /// The sharding rule of the op on values of the sizes that they have in the program.
  std::optional<ShardingRule> ruleOf(Operation *op) {
    SmallVector<std::pair<Value, Type>> now;
    for (Value operand : op->getOperands()) {
      now.push_back({operand, operand.getType()});
      if (RankedTensorType type = before(operand))
        operand.setType(type);
    }
    std::optional<ShardingRule> rule = shardingRuleOf(op, {});
    for (auto [value, type] : llvm::reverse(now)) // a value may be there twice
      value.setType(type);
    return rule;
  }

  LogicalResult visitComputation(Operation *op) {
    std::optional<ShardingRule> rule = ruleOf(op);
    SmallVector<PaddedShape> shapes;
    for (size_t t = 0; rule && t < rule->tensorCount(); ++t) {
      Value value = valueAt(op, t);
      RankedTensorType from = before(value), to = after(value);
      shapes.emplace_back();
      if (from && !rule->tensor(t).dims.empty())
        shapes.back() = {llvm::to_vector(from.getShape()), llvm::to_vector(to.getShape())};
    }
    std::optional<PaddedFactors> fit =
        rule ? fitPadding(*rule, shapes, priorityOf(op) == OpPriority::Broadcast) : std::nullopt;
    if (fit && resize(op, *fit) && maskReduced(op, *fit)) {
      growResults(op);
      return success();
    }
    return computeWhole(op, rule);
  }

  /// Pads the results of an op whose operands are padded already.
  void growResults(Operation *op) {
    OpBuilder b(op);
    SmallVector<RankedTensorType> operandsBefore;
    for (Value operand : op->getOperands())
      operandsBefore.push_back(before(operand));
    bool isGrown =
        llvm::any_of(op->getResults(), [&](Value v) { return isPadded(v); }) ||
        llvm::any_of(op->getOperands(), [&](Value v) { return v.getType() != before(v); });
    if (auto *adapt = Rules::of(op).grow; adapt && isGrown && op->getNumResults() > 0)
      adapt(op, {b, operandsBefore, after(op->getResult(0))});
    for (Value result : op->getResults())
      grow(result);
    auto isZeroPadded = [&](Value v) {
      return zeroPadded.contains(v) || linearInZeros.contains(v);
    };
    if (op->hasTrait<OpTrait::Elementwise>() && Rules::of(op).linear &&
        llvm::all_of(op->getOperands(), isZeroPadded))
      linearInZeros.insert(op->getResult(0));
    if (auto slice = dyn_cast<stablehlo::SliceOp>(op))
      tightenLimits(slice);
  }

  /// Limits right behind the last element that is taken, which stay within longer operands.
  static void tightenLimits(stablehlo::SliceOp op) {
    SmallVector<int64_t> limits;
    for (auto [start, stride, size] :
         llvm::zip_equal(op.getStartIndices(), op.getStrides(), op.getType().getShape()))
      limits.push_back(start + std::max<int64_t>(size - 1, 0) * stride + (size > 0));
    op.setLimitIndices(limits);
  }

  /// Slices and paddings along padded dims move no rows between devices if the padded sizes are
  /// equal: all rows stay where they are. Returns false for other ops and sizes.
  bool resize(Operation *op, const PaddedFactors &fit) {
    if (fit.resizedDims.empty())
      return true;
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    RankedTensorType to = after(op->getResult(0));
    auto isInPlace = [&](int64_t dim, int64_t begin, int64_t step) {
      return begin == 0 && step == 1 && from.getDimSize(dim) == to.getDimSize(dim);
    };
    if (auto slice = dyn_cast<stablehlo::SliceOp>(op))
      return llvm::all_of(fit.resizedDims, [&](int64_t d) {
        return isInPlace(d, slice.getStartIndices()[d], slice.getStrides()[d]);
      });
    auto pad = dyn_cast<stablehlo::PadOp>(op);
    if (!pad || !llvm::all_of(fit.resizedDims, [&](int64_t d) {
          return isInPlace(d, pad.getEdgePaddingLow()[d], pad.getInteriorPadding()[d] + 1);
        }))
      return false;
    // Rows that the op adds are padding of the operand so far.
    OpBuilder b(op);
    SmallVector<int64_t> dims, sizes;
    for (int64_t d : fit.resizedDims)
      if (pad.getEdgePaddingHigh()[d] > 0) {
        dims.push_back(d);
        sizes.push_back(before(pad.getOperand()).getDimSize(d));
      }
    replaceOperand(op->getOpOperand(0), PaddingBuilder{b, op->getLoc()}.mask(
                                            pad.getOperand(), dims, sizes, pad.getPaddingValue(),
                                            sdy::getShardingInside(pad.getOperand())));
    SmallVector<int64_t> high(pad.getEdgePaddingHigh());
    for (int64_t d : fit.resizedDims)
      high[d] = 0;
    pad.setEdgePaddingHigh(high);
    return true;
  }

  /// The operand's value with other padding.
  void replaceOperand(OpOperand &operand, Value value) {
    if (value == operand.get())
      return;
    original[value] = before(operand.get());
    operand.set(value);
  }

  /// Puts neutral elements into the padding of dims that the op reduces. Returns false if there are
  /// none.
  bool maskReduced(Operation *op, const PaddedFactors &fit) {
    for (auto [i, dims] : llvm::enumerate(fit.reducedDims)) {
      if (dims.empty() || Rules::of(op).readsNoPadding)
        continue;
      OpOperand &operand = op->getOpOperand(i);
      RankedTensorType type = before(operand.get());
      DenseElementsAttr neutral = neutralOf(op, type.getElementType());
      if (!neutral)
        return false;
      // Matmuls and convolutions ask for padding that was written as zeros, as the public pass does.
      bool isBody = op->getNumRegions() == 1;
      if (isZero(neutral) &&
          (zeroPadded.contains(operand.get()) || (isBody && linearInZeros.contains(operand.get()))))
        continue;
      SmallVector<int64_t> sizes =
          llvm::map_to_vector(dims, [&](int64_t d) { return type.getDimSize(d); });
      OpBuilder b(op);
      Value fill;
      if (!isZero(neutral))
        fill = stablehlo::ConstantOp::create(b, op->getLoc(), neutral);
      replaceOperand(operand,
                     PaddingBuilder{b, op->getLoc()}.mask(operand.get(), dims, sizes, fill,
                                                          sdy::getShardingInside(operand.get())));
    }
    return true;
  }

  /// Runs an op that cannot work on padding on whole values, on every device. A reduction of
  /// sharded dims cannot run so: the reduction of its results over devices is in the program.
  LogicalResult computeWhole(Operation *op, const std::optional<ShardingRule> &rule) {
    for (size_t t = 0; rule && t < rule->operands.size(); ++t)
      for (auto [d, parts] : llvm::enumerate(rule->operands[t].dims))
        for (int64_t factor : parts)
          if (rule->factors[factor].kind == FactorKind::Reduction &&
              isShardedDim(valueAt(op, t), d))
            return op->emitError()
                   << "reduces dim " << d << " of operand " << t
                   << ", which is sharded, but cannot work on padded values; give the op operands "
                      "whose shardings divide their sizes";
    for (OpOperand &operand : op->getOpOperands()) {
      RankedTensorType type = before(operand.get());
      if (!type)
        continue;
      OpBuilder b(op);
      sdy::TensorShardingAttr sharding = sdy::getShardingInside(operand.get());
      operand.set(PaddingBuilder{b, op->getLoc()}.gather(operand.get(), type, sharding));
    }
    changed = true;
    for (Value result : op->getResults()) {
      sdy::TensorShardingAttr sharding = sdy::getShardingInside(result);
      RankedTensorType type = after(result);
      if (!type || !sharding || sharding.isFullyReplicated())
        continue;
      sdy::setShardingInside(result, sdy::TensorShardingAttr::getFullyClosedLike(sharding));
      OpBuilder b(op->getContext());
      b.setInsertionPointAfter(op);
      auto uses = llvm::map_to_vector(result.getUses(), [](OpOperand &use) { return &use; });
      Value padded = PaddingBuilder{b, op->getLoc()}.shard(result, type, sharding);
      for (OpOperand *use : uses)
        use->set(padded);
      original[padded] = before(result);
    }
    return success();
  }

  bool isShardedDim(Value value, int64_t dim) const {
    sdy::TensorShardingAttr sharding = sdy::getShardingInside(value);
    return sharding && dim < sharding.getRank() && !sharding.getDimSharding(dim).emptyAxes();
  }

  func::FuncOp function;
  const SymbolTable &symbols;
  DenseMap<Value, RankedTensorType> original; // of values whose type is another one now
  llvm::DenseSet<Value> zeroPadded;           // values whose padding was written as zeros
  llvm::DenseSet<Value> linearInZeros;        // elementwise sums and the like of such values
  bool changed = false;
};

struct PadForDivisibility : impl::PadForDivisibilityBase<PadForDivisibility> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto module = function->getParentOfType<ModuleOp>();
    if (function.isExternal() || !module)
      return markAllAnalysesPreserved();
    SymbolTable symbols(module);
    DivisibilityPadder padder(function, symbols);
    if (failed(padder.run()))
      return signalPassFailure();
    if (!padder.hasChanged())
      markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace spmd
