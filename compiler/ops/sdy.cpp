// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of the sharding dialect in a program on global values. Annotations and reshards return
// their operand. manual_computation, whose body is a program for one device, is up to the
// interpreter. The two reshards that need no communication have a local form; partition lowers all
// others to collectives.
#include "dialects/sdy/sdy.h"
#include "compiler/ops/batching.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/region.h"

using namespace mlir;

namespace spmd::ops {

namespace {

/// An annotation with one dim more. Collectives over global values come from partition.
LogicalResult batchPlacement(Operation *op, Batching &g) {
  if (op->hasAttr("out_sharding"))
    return g.refuse("partition makes such ops, and batches come before it");
  SmallVector<NamedAttribute> changed;
  auto sharding = op->getAttrOfType<sdy::TensorShardingAttr>("sharding");
  if (hasAxes(sharding, g.along))
    return g.refuse("its sharding has an axis that splits the batch");
  if (sharding)
    changed.push_back(g.b.getNamedAttr("sharding", batchedSharding(sharding, g.dim(0), g.along)));
  return g.clone(g.value(0), g.dim(0), changed);
}

/// Ops that return their operand.
template <class OpT> struct Identity : Pointwise<OpT> {
  static Tensor eval(OpT, Inputs in) { return in[0]; }
  /// Placements do not change values.
  static Expr vjp(Backward &g) { return g.ct(); }
  /// The sharding gets a dim more.
  static LogicalResult batch(OpT op, Batching &g) { return batchPlacement(op, g); }
  using Facets = Has<Space, Linear, NoRule<"the placements of operand and result are its own">, Vjp,
                     Batch, Eval>;
};

/// Those that propagation passes shardings through.
template <class OpT, OpPriority kPriority> struct PassedThrough : Identity<OpT> {
  static OpPriority priority(OpT) { return kPriority; }
  using Facets = Has<Space, Linear, NoRule<"the placements of operand and result are its own">,
                     Priority, Vjp, Batch, Eval>;
};

/// Zeros, which other devices add to.
FailureOr<Value> zeros(Operation *op, LocalizeContext &c, RankedTensorType type) {
  DenseElementsAttr zero = identityOf(ir::CombineKind::Sum, type.getElementType());
  if (!zero)
    return op->emitError("leaves a sum of element type ")
           << type.getElementType() << " unreduced, which has no zero";
  return splat(c, type, zero);
}

/// The first device along the axes keeps its value, all others get zeros.
struct ReplicatedToUnreduced : Identity<sdy::ReplicatedToUnreducedOp> {
  // zeros on all devices but the first: the sum over the axes is the value.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    FailureOr<Value> zero = zeros(op, c, c.resultTypes[0]);
    if (failed(zero))
      return failure();
    c.replace(onFirstShard(c, op.getAxes().getValue(), c.operands[0], *zero));
    return success();
  }
  using Facets = Has<Localize, Space, Linear,
                     NoRule<"the placements of operand and result are its own">, Vjp, Batch, Eval>;
};

/// Each device writes its part into zeros.
struct ShardedToUnreduced : Identity<sdy::ShardedToUnreducedOp> {
  // zeros with this device's part at its offset: the sum over the axes is the whole value.
  static LogicalResult localize(Op op, LocalizeContext &c) {
    FailureOr<Value> zero = zeros(op, c, c.resultTypes[0]);
    if (failed(zero))
      return failure();
    SmallVector<Value> starts;
    auto part = cast<RankedTensorType>(c.operands[0].getType());
    for (auto [d, axes] : llvm::enumerate(op.getAxes().getValue()))
      starts.push_back(c.shardOffset(axes.getValue(), part.getDimSize(d)));
    c.replace(
        c.make<stablehlo::DynamicUpdateSliceOp>(c.resultTypes[0], *zero, c.operands[0], starts));
    return success();
  }
  using Facets = Has<Localize, Space, Linear,
                     NoRule<"the placements of operand and result are its own">, Vjp, Batch, Eval>;
};

/// A sharding_constraint, whose operand and result share their factors.
struct Constraint : Pointwise<sdy::ShardingConstraintOp> {
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &) { return pointwiseRule(op); }
  static Tensor eval(Op, Inputs in) { return in[0]; }
  static OpPriority priority(Op) { return OpPriority::Elementwise; }
  /// The cotangent is placed like the value.
  static Expr vjp(Op op, Backward &g) {
    return g.make(op->getName().getStringRef(), op.getType(), g.ct(), op->getAttrs());
  }
  static LogicalResult batch(Op op, Batching &g) { return batchPlacement(op, g); }
  using Facets = Has<Space, Rule, Linear, Priority, Vjp, Batch, Eval>;
};

struct Group : Meaning<sdy::ShardingGroupOp> {
  static TensorList eval(Op, Inputs) { return {}; }
  /// Batched members are a group of their own, as members have one rank.
  static LogicalResult batch(Op op, Batching &g) {
    constexpr int64_t kBatchedGroups = int64_t(1) << 32; // added to numbers, which are small
    return g.clone(g.at(0, 0), ArrayRef<int64_t>(),
                   g.number(op.getGroupIdAttrName(), op.getGroupId() + kBatchedGroups));
  }
  using Facets = Has<NoRule<"it ties placements, not dims">, ZeroVjp, Batch, Eval>;
};

/// sdy.constant, whose value is that of stablehlo.constant.
struct SdyConstant : Pointwise<sdy::ConstantOp> {
  static llvm::Expected<Tensor> eval(Op op, Inputs) { return Tensor::fromAttr(op.getValue()); }
  using Facets = Has<Space, NoRule<"a constant is placed as its users want it">, ZeroVjp, Eval>;
};

/// A body whose arguments and results are those of the op.
struct NamedComputation : Flows<sdy::NamedComputationOp> {
  static llvm::Expected<TensorList> eval(Op op, Inputs in, EvalContext &context) {
    return context.runRegion(op.getBody(), in);
  }
};

/// The body is a program for one device, so the context runs it on all devices.
struct ManualComputation : Flows<sdy::ManualComputationOp> {
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &context) {
    return context.onDevices(op, in, out);
  }
};

} // namespace

void addSdyRules(RuleTable &table) {
  table.add<Constraint, Group, SdyConstant, NamedComputation, ManualComputation,
            PassedThrough<sdy::ReshardOp, OpPriority::Elementwise>,
            PassedThrough<sdy::PropagationBarrierOp, OpPriority::Elementwise>,
            PassedThrough<sdy::DataFlowEdgeOp, OpPriority::PassThrough>,
            PassedThrough<sdy::FuncDataFlowEdgeOp, OpPriority::PassThrough>,
            Identity<sdy::AllGatherOp>, Identity<sdy::AllSliceOp>, Identity<sdy::AllToAllOp>,
            Identity<sdy::CollectivePermuteOp>, Identity<sdy::AllReduceOp>,
            Identity<sdy::ReduceScatterOp>, ShardedToUnreduced, ReplicatedToUnreduced>();
}

} // namespace spmd::ops
