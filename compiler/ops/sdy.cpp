// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops of the sharding dialect in a program on global values. Annotations and reshards return
// their operand. manual_computation, whose body is a program for one device, is up to the
// interpreter. The two reshards that need no communication have a local form; partition lowers all
// others to collectives.
#include "dialects/sdy/sdy.h"
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"
#include "compiler/ops/region.h"

using namespace mlir;

namespace spmd::ops {

namespace {

llvm::Error same(Inputs in, Outputs out) {
  out[0] = in[0];
  return llvm::Error::success();
}

/// Ops that return their operand.
template <class OpT> struct Identity {
  using Op = OpT;
  static IterationSpace space(OpT op) { return IterationSpace::pointwise(op); }
  static llvm::Error eval(OpT, Inputs in, Outputs out, EvalContext &) { return same(in, out); }
  using Facets =
      Has<Space, Linear, NoRule<"the placements of operand and result are its own">, Eval>;
};

/// Those that propagation passes shardings through.
template <class OpT, OpPriority kPriority> struct PassedThrough : Identity<OpT> {
  static OpPriority priority(OpT) { return kPriority; }
  using Facets = Has<Space, Linear, NoRule<"the placements of operand and result are its own">,
                     Priority, Eval>;
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
    auto i32 = RankedTensorType::get({}, c.builder.getI32Type());
    Value isFirst =
        stablehlo::CompareOp::create(c.builder, c.loc, c.shardIndex(op.getAxes().getValue()),
                                     splatInteger(c, i32, 0), stablehlo::ComparisonDirection::EQ);
    c.replace(
        stablehlo::SelectOp::create(c.builder, c.loc, isFirst, c.operands[0], *zero)->getResults());
    return success();
  }
  using Facets = Has<Localize, Space, Linear,
                     NoRule<"the placements of operand and result are its own">, Eval>;
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
    c.replace(stablehlo::DynamicUpdateSliceOp::create(c.builder, c.loc, c.resultTypes[0], *zero,
                                                      c.operands[0], starts)
                  ->getResults());
    return success();
  }
  using Facets = Has<Localize, Space, Linear,
                     NoRule<"the placements of operand and result are its own">, Eval>;
};

/// A sharding_constraint, whose operand and result share their factors.
struct Constraint {
  using Op = sdy::ShardingConstraintOp;
  static IterationSpace space(Op op) { return IterationSpace::pointwise(op); }
  static std::optional<ShardingRule> rule(Op op, const RuleOptions &) { return pointwiseRule(op); }
  static llvm::Error eval(Op, Inputs in, Outputs out, EvalContext &) { return same(in, out); }
  static OpPriority priority(Op) { return OpPriority::Elementwise; }
  using Facets = Has<Space, Rule, Linear, Priority, Eval>;
};

/// Membership in a sharding group. It computes nothing and ends with propagation.
struct Group {
  using Op = sdy::ShardingGroupOp;
  static llvm::Error eval(Op, Inputs, Outputs, EvalContext &) { return llvm::Error::success(); }
  using Facets = Has<NoRule<"it ties placements, not dims">, Eval>;
};

/// sdy.constant, whose value is that of stablehlo.constant.
struct SdyConstant {
  using Op = sdy::ConstantOp;
  static IterationSpace space(Op op) { return IterationSpace::pointwise(op); }
  static llvm::Error eval(Op op, Inputs, Outputs out, EvalContext &) {
    return Tensor::fromAttr(op.getValue()).moveInto(out[0]);
  }
  using Facets = Has<Space, NoRule<"a constant is placed as its users want it">, Eval>;
};

/// A body whose arguments and results are those of the op.
struct NamedComputation {
  using Op = sdy::NamedComputationOp;
  /// Runs the body on the operands. A named computation has its name for the user only.
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &context) {
    auto results = context.runRegion(op.getBody(), in);
    if (!results)
      return results.takeError();
    llvm::move(*results, out.begin());
    return llvm::Error::success();
  }
  using Facets = Has<NoRule<"placements follow the data flow">, Eval>;
};

/// The body is a program for one device, so the context runs it on all devices.
struct ManualComputation {
  using Op = sdy::ManualComputationOp;
  static llvm::Error eval(Op op, Inputs in, Outputs out, EvalContext &context) {
    return context.onDevices(op, in, out);
  }
  using Facets = Has<NoRule<"placements follow the data flow">, Eval>;
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
