// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements pad_computation.h. The sharding rule of an op and its facets `grow` and `combine`
// (compiler/ops/rule.h) tell what it does with longer dims.
#include "compiler/export/pad_computation.h"
#include "compiler/export/padded_factors.h"
#include "compiler/ops/region.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// The element that changes nothing where the op reduces; null if there is none. Sums use 0.0,
/// which is also the padding of sharded values.
DenseElementsAttr neutralOf(Operation *op, Type element) {
  // `combine` tells how the op's partial results are combined over devices; bodies that are not
  // combined so (a product) have neutral elements, too.
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

/// Works on one op. Its operands have their new types already, its results still those of the
/// program.
class ComputationPadder {
public:
  ComputationPadder(Operation *op, PaddedTypes &types) : op(op), types(types) {}

  LogicalResult run() {
    if (op->getNumOperands() == 0 && growWithoutOperands())
      return success();
    return visitComputation();
  }

private:
  /// A constant of equal elements, or an iota.
  bool growWithoutOperands() {
    auto constant = op->getAttrOfType<DenseElementsAttr>("value");
    // Constants of unequal elements are padded as whole values, like results of other ops.
    if (constant && op->getNumResults() == 1) {
      if (!constant.isSplat())
        return false;
      // A quantized constant lists stored integers, so the element types may differ.
      ArrayRef<int64_t> shape = types.after(op->getResult(0)).getShape();
      op->setAttr("value", constant.resizeSplat(constant.getType().clone(shape)));
    } else if (!Rules::of(op).grow) {
      return false;
    }
    types.grow(op->getResult(0));
    return true;
  }

  /// The sharding rule of the op on values of the sizes that they have in the program. Rules read
  /// sizes from operands, so these get their former types for a moment.
  std::optional<ShardingRule> ruleAsInProgram() {
    SmallVector<std::pair<Value, Type>> now;
    for (Value operand : op->getOperands()) {
      now.push_back({operand, operand.getType()});
      if (RankedTensorType type = types.before(operand))
        operand.setType(type);
    }
    std::optional<ShardingRule> rule = shardingRuleOf(op, {});
    for (auto [value, type] : llvm::reverse(now)) // a value may be there twice
      value.setType(type);
    return rule;
  }

  /// Ops whose factors fit work on padded values as they are. All others get whole values.
  ///   add of 7 -> 8 columns: on padded values
  ///   reshape of 9 -> 3x3, padded to 10 and 4x3: on whole values
  LogicalResult visitComputation() {
    std::optional<ShardingRule> rule = ruleAsInProgram();
    SmallVector<PaddedShape> shapes;
    for (size_t t = 0; rule && t < rule->tensorCount(); ++t) {
      Value value = valueAt(op, t);
      RankedTensorType from = types.before(value), to = types.after(value);
      shapes.emplace_back();
      if (from && !rule->tensor(t).dims.empty())
        shapes.back() = {llvm::to_vector(from.getShape()), llvm::to_vector(to.getShape())};
    }
    std::optional<PaddedFactors> fit =
        rule ? fitPadding(*rule, shapes, priorityOf(op) == OpPriority::Broadcast) : std::nullopt;
    if (fit && resize(*fit) && maskReduced(*fit)) {
      growResults();
      return success();
    }
    return computeWhole(rule);
  }

  /// Pads the results of an op whose operands are padded already.
  void growResults() {
    OpBuilder b(op);
    SmallVector<RankedTensorType> operandsBefore;
    for (Value operand : op->getOperands())
      operandsBefore.push_back(types.before(operand));
    bool isGrown =
        llvm::any_of(op->getResults(), [&](Value v) { return types.isPadded(v); }) ||
        llvm::any_of(op->getOperands(), [&](Value v) { return v.getType() != types.before(v); });
    // Window sizes, limits of slices and the like are attributes; `grow` knows which.
    if (auto *adapt = Rules::of(op).grow; adapt && isGrown && op->getNumResults() > 0)
      adapt(op, {b, operandsBefore, types.after(op->getResult(0))});
    for (Value result : op->getResults())
      types.grow(result);
    // f(0) = 0 for ops that are linear in all operands. Conversions do not count, as in the public
    // pass.
    auto isLinear = [&](OpOperand &operand) {
      auto *linearIn = Rules::of(op).linearIn;
      return linearIn && linearIn(op, operand.getOperandNumber()) &&
             getElementTypeOrSelf(operand.get()) == getElementTypeOrSelf(op->getResult(0));
    };
    auto isZeroPadded = [&](Value v) {
      return types.zeroPadded.contains(v) || types.linearInZeros.contains(v);
    };
    if (op->hasTrait<OpTrait::Elementwise>() && llvm::all_of(op->getOpOperands(), isLinear) &&
        llvm::all_of(op->getOperands(), isZeroPadded))
      types.linearInZeros.insert(op->getResult(0));
    if (auto slice = dyn_cast<stablehlo::SliceOp>(op))
      tightenLimits(slice);
  }

  /// Sets limits right behind the last element that is taken, as the public pass does.
  ///   [10:12:2] of one element -> [10:11:2]
  static void tightenLimits(stablehlo::SliceOp op) {
    SmallVector<int64_t> limits;
    for (auto [start, stride, size] :
         llvm::zip_equal(op.getStartIndices(), op.getStrides(), op.getType().getShape()))
      limits.push_back(start + std::max<int64_t>(size - 1, 0) * stride + (size > 0));
    op.setLimitIndices(limits);
  }

  /// Slices and paddings along padded dims move no rows between devices if the padded sizes are
  /// equal: all rows stay where they are. Returns false for other ops and sizes.
  bool resize(const PaddedFactors &fit) {
    if (fit.resizedDims.empty())
      return true;
    auto from = cast<RankedTensorType>(op->getOperand(0).getType());
    RankedTensorType to = types.after(op->getResult(0));
    // Row i of the operand is row i of the result, and equal sizes put it on one device.
    auto isInPlace = [&](int64_t dim, int64_t begin, int64_t step) {
      return begin == 0 && step == 1 && from.getDimSize(dim) == to.getDimSize(dim);
    };
    if (auto slice = dyn_cast<stablehlo::SliceOp>(op))
      return llvm::all_of(fit.resizedDims, [&](int64_t d) {
        return isInPlace(d, slice.getStartIndices()[d], slice.getStrides()[d]);
      });
    // A pad of 7 to 8 columns over 2 devices has 8 columns before and after, one of them padding.
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
        sizes.push_back(types.before(pad.getOperand()).getDimSize(d));
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
    types.standsFor(value, operand.get());
    operand.set(value);
  }

  /// Puts neutral elements into the padding of dims that the op reduces. Returns false if there are
  /// none.
  bool maskReduced(const PaddedFactors &fit) {
    for (auto [i, dims] : llvm::enumerate(fit.reducedDims)) {
      if (dims.empty() || Rules::of(op).readsNoPadding)
        continue;
      OpOperand &operand = op->getOpOperand(i);
      RankedTensorType type = types.before(operand.get());
      DenseElementsAttr neutral = neutralOf(op, type.getElementType());
      if (!neutral)
        return false;
      // Matmuls and convolutions ask for padding that was written as zeros, as in the public pass.
      bool isBody = op->getNumRegions() == 1;
      if (isZero(neutral) && (types.zeroPadded.contains(operand.get()) ||
                              (isBody && types.linearInZeros.contains(operand.get()))))
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
  LogicalResult computeWhole(const std::optional<ShardingRule> &rule) {
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
      RankedTensorType type = types.before(operand.get());
      if (!type)
        continue;
      OpBuilder b(op);
      sdy::TensorShardingAttr sharding = sdy::getShardingInside(operand.get());
      operand.set(PaddingBuilder{b, op->getLoc()}.gather(operand.get(), type, sharding));
    }
    types.changed = true;
    for (Value result : op->getResults()) {
      sdy::TensorShardingAttr sharding = sdy::getShardingInside(result);
      RankedTensorType type = types.after(result);
      if (!type || !sharding || sharding.isFullyReplicated())
        continue;
      sdy::setShardingInside(result, sdy::TensorShardingAttr::getFullyClosedLike(sharding));
      // Uses are collected first, because the new ops use the result, too.
      OpBuilder b(op->getContext());
      b.setInsertionPointAfter(op);
      auto uses = llvm::map_to_vector(result.getUses(), [](OpOperand &use) { return &use; });
      Value padded = PaddingBuilder{b, op->getLoc()}.shard(result, type, sharding);
      for (OpOperand *use : uses)
        use->set(padded);
      types.standsFor(padded, result);
    }
    return success();
  }

  bool isShardedDim(Value value, int64_t dim) const {
    sdy::TensorShardingAttr sharding = sdy::getShardingInside(value);
    return sharding && dim < sharding.getRank() && !sharding.getDimSharding(dim).emptyAxes();
  }

  Operation *op;
  PaddedTypes &types;
};

} // namespace

LogicalResult padComputation(Operation *op, PaddedTypes &types) {
  return ComputationPadder(op, types).run();
}

} // namespace spmd
