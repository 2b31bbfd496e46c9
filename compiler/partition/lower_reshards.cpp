// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces every sdy.reshard by the chain of sdy collectives that the planner finds cheapest. Types
// stay global; localize makes them local. Separate from localize, so that the chosen collectives
// can be read and tested as global IR.
//   sdy.reshard %x [{"a"}, {}] -> [{}, {"a"}]  ->  sdy.all_to_all of "a" from dim 0 to dim 1
#include "compiler/partition/borders.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/passes.h"
#include "compiler/placement/reshard_planner.h"
#include "compiler/structure/cause.h"
#include "dialects/notes.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_LOWERRESHARDS
#include "compiler/passes.h.inc"
namespace {

/// Builds the collectives of one reshard.
struct Lowering {
  const AtomTable &atoms;
  IRRewriter builder;
  Location loc;
  sdy::ReductionKind reduction;

  /// The step's axes as a list for each dim: axes "x" at dim 1 give `[{}, {"x"}]`.
  sdy::ListOfAxisRefListsAttr perDim(const ReshardStep &step) {
    MLIRContext *context = builder.getContext();
    SmallVector<sdy::AxisRefListAttr> lists(step.after.dims.size(),
                                            sdy::AxisRefListAttr::get(context, {}));
    lists[step.dim] = sdy::AxisRefListAttr::get(context, atoms.axes(step.atoms));
    return sdy::ListOfAxisRefListsAttr::get(context, lists);
  }

  /// Builds the collective of one step and returns its result.
  Value apply(const ReshardStep &step, Value input) {
    MLIRContext *context = builder.getContext();
    Type type = input.getType();
    auto kind = sdy::ReductionKindAttr::get(context, reduction);
    sdy::TensorShardingAttr after = atoms.sharding(
        step.after, step.after.partial.empty() ? sdy::ReductionKind::SUM : reduction);
    switch (step.kind) {
    case StepKind::AllGather:
      return sdy::AllGatherOp::create(builder, loc, type, input, perDim(step), after);
    case StepKind::AllSlice:
      return sdy::AllSliceOp::create(builder, loc, type, input, perDim(step), after);
    case StepKind::ReduceScatter:
      return sdy::ReduceScatterOp::create(builder, loc, type, input, perDim(step), kind, after);
    case StepKind::AllReduce: {
      SmallVector<sdy::AxisRefAttr> axes = atoms.axes(step.atoms);
      return sdy::AllReduceOp::create(builder, loc, type, input,
                                      sdy::AxisRefListAttr::get(context, axes), kind, after);
    }
    case StepKind::AllToAll: {
      auto param =
          sdy::AllToAllParamAttr::get(context, atoms.axes(step.atoms), step.dim, step.toDim);
      return sdy::AllToAllOp::create(builder, loc, type, input,
                                     sdy::AllToAllParamListAttr::get(context, {param}), after);
    }
    case StepKind::Permute:
      return sdy::CollectivePermuteOp::create(builder, loc, type, input, after);
    }
    llvm_unreachable("all kinds are handled");
  }
};

/// The first op that reads the value behind all reshards.
///   "operand 1 of stablehlo.dot_general"
std::string userOf(sdy::ReshardOp reshard) {
  // A version of a value may be the source of another one.
  for (OpOperand &use : reshard->getUses()) {
    if (auto next = dyn_cast<sdy::ReshardOp>(use.getOwner()))
      return userOf(next);
    return ("operand " + Twine(use.getOperandNumber()) + " of " +
            use.getOwner()->getName().getStringRef())
        .str();
  }
  return "nothing";
}

struct LowerReshards : impl::LowerReshardsBase<LowerReshards> {
  using LowerReshardsBase::LowerReshardsBase;
  /// Replaces all reshards. Placements inside a manual computation lack its manual axes, and no
  /// step may use those axes.
  ///   reshard [{"x"}, {}] -> [{}, {"x"}]   becomes   all_to_all ["x": 0->1]
  void runOnOperation() override {
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation(), topology);
    if (failed(atoms))
      return signalPassFailure();
    if (!atoms->mesh())
      return;
    ReshardPlanner planner(atoms->sizes(), atoms->links());
    bool failed = false;
    getOperation().walk([&](sdy::ReshardOp op) {
      int64_t rank = sdy::getTensorRank(op.getInput());
      sdy::TensorShardingAttr from = sdy::getSharding(op.getInput());
      const ReshardPlan *plan =
          planner.plan(op.getType(), insideManual(*atoms, op, atoms->placement(from, rank)),
                       insideManual(*atoms, op, atoms->placement(op.getSharding(), rank)),
                       manualAtomsAround(*atoms, op));
      // There is no plan if a dim does not divide, or if a value would have to become partial.
      if (!plan) {
        op.emitError("cannot be made of collectives with parts of equal size")
            << typeNote("the value", op.getInput())
            << factNote("its sharding is", op.getInput().getLoc(), from);
        failed = true;
        return;
      }
      Location loc =
          causes ? withCause(op.getLoc(), userOf(op), from, op.getSharding()) : op.getLoc();
      Lowering lowering{*atoms, IRRewriter(op), loc,
                        from ? from.getReductionKind() : sdy::ReductionKind::SUM};
      Value value = op.getInput();
      for (const ReshardStep &step : plan->steps)
        value = lowering.apply(step, value);
      lowering.builder.replaceOp(op, value);
    });
    if (failed)
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
