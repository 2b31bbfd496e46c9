// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces every sdy.reshard by the chain of sdy collectives that the planner finds cheapest. Types
// stay global; localize makes them local. Separate from localize, so that the chosen collectives
// can be read and tested as global IR.
//   sdy.reshard %x [{"a"}, {}] -> [{}, {"a"}]  ->  sdy.all_to_all of "a" from dim 0 to dim 1
#include "compiler/partition/borders.h"
#include "compiler/partition/gather_remedy.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/partition/owners.h"
#include "compiler/passes.h"
#include "compiler/placement/reshard_planner.h"
#include "compiler/structure/cause.h"
#include "dialects/notes.h"
#include "dialects/source_names.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/TypeUtilities.h"

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
  Type wire;   // the element type of sums on the wire; null: their own
  Atoms owned; // over which the value is one device's, and not summed up

  /// Builds the collectives of a plan. Sums travel in the type `wire`. What a reduce_scatter made
  /// is gathered in the narrower of both types.
  ///   all_reduce %f32   ->   convert to bf16, all_reduce, convert to f32
  Value build(const ReshardPlan &plan, Value value) {
    auto isSum = [&](const ReshardStep &step) {
      bool isOwned = llvm::all_of(step.atoms, [&](int a) { return llvm::is_contained(owned, a); });
      return step.kind == StepKind::ReduceScatter || (step.kind == StepKind::AllReduce && !isOwned);
    };
    const auto *first = llvm::find_if(plan.steps, isSum);
    if (first == plan.steps.end() || !changes(cast<RankedTensorType>(value.getType()))) {
      for (const ReshardStep &step : plan.steps)
        value = apply(step, value);
      return value;
    }
    Type own = getElementTypeOrSelf(value);
    // Back as early as possible where the own type is the narrower one, and as late otherwise.
    bool isNarrower = wire.getIntOrFloatBitWidth() < own.getIntOrFloatBitWidth();
    const ReshardStep *last = &plan.steps.back();
    while (!isNarrower && !isSum(*last))
      --last;
    for (const ReshardStep &step : plan.steps) {
      if (&step == first)
        value = converted(value, wire, sdy::getSharding(value));
      value = apply(step, value);
      if (&step == last)
        value = converted(value, own, sdy::getSharding(value));
    }
    return value;
  }

  /// The step's axes as a list for each dim: axes "x" at dim 1 give `[{}, {"x"}]`.
  sdy::ListOfAxisRefListsAttr perDim(const ReshardStep &step) {
    MLIRContext *context = builder.getContext();
    SmallVector<sdy::AxisRefListAttr> lists(step.after.dims.size(),
                                            sdy::AxisRefListAttr::get(context, {}));
    lists[step.dim] = sdy::AxisRefListAttr::get(context, atoms.axes(step.atoms));
    return sdy::ListOfAxisRefListsAttr::get(context, lists);
  }

  /// Whether sums of this type travel in another one: floats of up to 32 bits do, but no single
  /// numbers in fewer bits, since those are losses and statistics.
  bool changes(RankedTensorType type) const {
    auto own = dyn_cast<FloatType>(type.getElementType());
    return wire && own && own != wire && reduction == sdy::ReductionKind::SUM &&
           own.getWidth() <= 32 &&
           (type.getRank() || wire.getIntOrFloatBitWidth() > own.getWidth());
  }

  /// The elements in another type, placed as before.
  Value converted(Value value, Type element, sdy::TensorShardingAttr sharding) {
    auto convert = stablehlo::ConvertOp::create(
        builder, loc, cast<RankedTensorType>(value.getType()).clone(element), value);
    sdy::setSharding(convert.getResult(), sharding);
    return convert;
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

/// Why the reshard is there. Asked before any reshard is lowered, since it follows chains of them.
Cause causeOfReshard(sdy::ReshardOp reshard, const AtomTable &atoms) {
  Cause cause{.before = sdy::getSharding(reshard.getInput()), .after = reshard.getSharding()};
  // A version of a value may be the source of another one.
  Value value = reshard.getInput();
  while (auto earlier = value.getDefiningOp<sdy::ReshardOp>())
    value = earlier.getInput();
  cause.value = sourceNameOfValue(value);
  OpOperand *use = firstUse(reshard);
  cause.user = use ? ("operand " + Twine(use->getOperandNumber()) + " of " +
                      use->getOwner()->getName().getStringRef())
                         .str()
                   : "nothing";
  cause.remedy = remedyAgainstGather(reshard, atoms);
  return cause;
}

struct LowerReshards : impl::LowerReshardsBase<LowerReshards> {
  using Base::Base;

  /// Replaces all reshards. Placements inside a manual computation lack its manual axes, and no
  /// step may use those axes.
  ///   reshard [{"x"}, {}] -> [{}, {"x"}]   becomes   all_to_all ["x": 0->1]
  void runOnOperation() override {
    Type wire = reduceType();
    if (!wire && !reduceDtype.empty())
      return signalPassFailure();
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation(), topology);
    if (failed(atoms))
      return signalPassFailure();
    if (!atoms->mesh())
      return dropReshards();
    DenseMap<Operation *, Cause> causeOf;
    if (causes)
      getOperation().walk(
          [&](sdy::ReshardOp op) { causeOf.try_emplace(op, causeOfReshard(op, *atoms)); });
    ReshardPlanner planner(getAnalysis<ReshardPlans>(), atoms->sizes(), atoms->links());
    bool failed = false;
    getOperation().walk([&](sdy::ReshardOp op) {
      int64_t rank = sdy::getTensorRank(op.getInput());
      sdy::TensorShardingAttr from = sdy::getSharding(op.getInput());
      const ReshardPlan *plan =
          planner.plan(op.getType(), insideManual(*atoms, op, atoms->placement(from, rank)),
                       insideManual(*atoms, op, atoms->placement(op.getSharding(), rank)),
                       manualAtomsAround(*atoms, op), ownedAtoms(op.getInput(), *atoms));
      // There is no plan if a dim does not divide, or if a value would have to become partial.
      if (!plan) {
        op.emitError("cannot be made of collectives with parts of equal size")
            << typeNote("the value", op.getInput())
            << factNote("its sharding is", op.getInput().getLoc(), from);
        failed = true;
        return;
      }
      Location loc = causes ? withCause(op.getLoc(), causeOf.at(op)) : op.getLoc();
      Lowering lowering{*atoms, IRRewriter(op),
                        loc,    from ? from.getReductionKind() : sdy::ReductionKind::SUM,
                        wire,   ownedAtoms(op.getInput(), *atoms)};
      lowering.builder.replaceOp(op, lowering.build(*plan, op.getInput()));
    });
    if (failed)
      signalPassFailure();
  }

private:
  /// On one device there is one placement: that of the empty mesh, which JAX writes.
  ///   %1 = sdy.reshard %0 <@empty_mesh, [{}]>   becomes   %0
  void dropReshards() {
    getOperation().walk([](sdy::ReshardOp op) {
      op.replaceAllUsesWith(op.getInput());
      op.erase();
    });
  }
  /// The type that the option names; null for none, and after an error.
  Type reduceType() {
    Builder b(&getContext());
    Type type = llvm::StringSwitch<Type>(reduceDtype)
                    .Case("bf16", b.getBF16Type())
                    .Case("f16", b.getF16Type())
                    .Case("f32", b.getF32Type())
                    .Default(nullptr);
    if (!type && !reduceDtype.empty())
      getOperation().emitError("reduce-dtype: '") << reduceDtype << "' is none of bf16, f16, f32";
    return type;
  }
};

} // namespace
} // namespace spmd
