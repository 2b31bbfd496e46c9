// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs ops that are placed on one device there. Such an op has replicated operands: the other
// devices skip it and have zeros in place of its results, which are then summed over all devices.
//   %1 = sdy.reshard %0 <@one, []>              %c = partition_id == 1
//   %2 = op %1 {<@one, []>}                ->   %i = if %c { op %0 } else { zeros }
//   %3 = sdy.reshard %2 <@mesh, [{}]>           %3 = sdy.all_reduce {"x", "y"} %i
// Public Shardy pass. Our own pipeline has one program for all devices and no single ones.
#include "compiler/export/partitioner_passes.h"
#include "compiler/ops/region.h"
#include "compiler/passes.h"
#include "dialects/notes.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_RESOLVESINGLEDEVICESHARDING
#include "compiler/passes.h.inc"
namespace {

/// The zeros that are summed with the result of an op. A token is a new one. Null for types without
/// a sum or a zero.
Value neutralValue(OpBuilder &b, Location loc, Type type) {
  if (isa<stablehlo::TokenType>(type))
    return stablehlo::CreateTokenOp::create(b, loc, type);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return {};
  // -0.0 for floats: -0.0 + -0.0 keeps the sign where 0.0 + -0.0 does not.
  DenseElementsAttr zero = identityOf(ir::CombineKind::Sum, tensor.getElementType());
  return zero ? stablehlo::ConstantOp::create(b, loc, zero.resizeSplat(tensor)) : Value();
}

struct ResolveSingleDeviceSharding
    : impl::ResolveSingleDeviceShardingBase<ResolveSingleDeviceSharding> {
  using Base::Base;
  /// Drops the reshards to single devices, puts the ops into branches, and then drops the reshards
  /// from single devices, whose operands have become sums by then.
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkDeviceCounts(function, replicaCount, partitionCount)) ||
        failed(checkBorders(function)))
      return signalPassFailure();
    // Collected first, as shardings vanish on the way.
    SmallVector<Operation *> placed;
    SmallVector<sdy::ReshardOp> reshards; // to single devices, and from them
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto reshard = dyn_cast<sdy::ReshardOp>(op)) {
        if (isSingle(reshard.getSharding(), op) ||
            isSingle(sdy::getSharding(reshard.getInput()), op))
          reshards.push_back(reshard);
      } else if (llvm::any_of(sdy::getShardings(op), [&](auto s) { return isSingle(s, op); })) {
        placed.push_back(op);
        return WalkResult::skip(); // what is inside runs with the op
      }
      return WalkResult::advance();
    });
    if (placed.empty() && reshards.empty())
      return markAllAnalysesPreserved();
    if (failed(findMesh(function)))
      return signalPassFailure();
    for (sdy::ReshardOp reshard : reshards)
      if (isSingle(reshard.getSharding(), reshard))
        reshard.getResult().replaceAllUsesWith(reshard.getInput());
    for (Operation *op : placed)
      if (failed(runOnOneDevice(op)))
        return signalPassFailure();
    for (sdy::ReshardOp reshard : reshards) {
      // From a single device to shards: the sum is on all devices, and is still to be split.
      if (!reshard.use_empty()) {
        if (!sdy::isEquivalent(reshard.getSharding(), sdy::getSharding(reshard.getInput())))
          continue;
        reshard.getResult().replaceAllUsesWith(reshard.getInput());
      }
      reshard.erase();
    }
  }

private:
  /// Whether the sharding is that of a maximal mesh: one device has the whole value.
  static bool isSingle(sdy::TensorShardingAttr sharding, Operation *op) {
    sdy::MeshAttr mesh = sharding ? sharding.getMesh(op) : sdy::MeshAttr();
    return mesh && mesh.isMaximal();
  }

  /// Values at the border of a function belong to all devices. The caller of a function does not
  /// know of single ones.
  LogicalResult checkBorders(func::FuncOp function) {
    auto check = [&](StringRef what, unsigned i, sdy::TensorShardingAttr sharding) {
      if (!isSingle(sharding, function))
        return success();
      function.emitOpError() << "has " << what << " " << i << " on a single device (" << sharding
                             << "): arguments and results belong to all devices";
      return failure();
    };
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (failed(check("argument", i, sdy::getFuncArgSharding(function, i))))
        return failure();
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (failed(check("result", i, sdy::getFuncResultSharding(function, i))))
        return failure();
    return success();
  }

  /// The first mesh of the module that has axes: its devices run the program.
  LogicalResult findMesh(func::FuncOp function) {
    mesh = {};
    for (auto op : function->getParentOfType<ModuleOp>().getOps<sdy::MeshOp>())
      if (!op.getMesh().getAxes().empty()) {
        mesh = op;
        return success();
      }
    return function.emitOpError("has ops on a single device, but the module has no mesh with axes, "
                                "whose devices would get their results");
  }

  /// The device of an op. Fails if its results are on several ones, or if the mesh lacks it.
  FailureOr<int64_t> deviceOf(Operation *op) {
    std::optional<int64_t> device;
    for (sdy::TensorShardingAttr sharding : sdy::getShardings(op)) {
      if (!isSingle(sharding, op)) {
        op->emitOpError() << "has a result on a single device and another one with " << sharding
                          << ": all results must be on the same device";
        return failure();
      }
      int64_t own = sharding.getMesh(op).getDeviceIds().front();
      if (device && *device != own) {
        op->emitOpError() << "has results on devices " << *device << " and " << own
                          << ": all results must be on the same device";
        return failure();
      }
      device = own;
    }
    // A mesh of n devices has the ids 0 to n - 1, in whatever order it lists them.
    if (*device >= mesh.getMesh().getTotalSize()) {
      op->emitOpError() << "is placed on device " << *device << ", but @" << mesh.getSymName()
                        << " has the devices 0 to " << mesh.getMesh().getTotalSize() - 1
                        << symbolNote(mesh);
      return failure();
    }
    return *device;
  }

  /// Whether every device can run the op: all values from outside are whole everywhere. Reshards
  /// inside of the op vanish, as nothing leaves the device.
  LogicalResult checkInputs(Operation *op) {
    if (op->getParentOfType<sdy::ManualComputationOp>())
      return op->emitOpError("is on a single device inside of a manual computation, where devices "
                             "already run programs of their own");
    op->walk([](sdy::ReshardOp reshard) {
      reshard.getResult().replaceAllUsesWith(reshard.getInput());
      reshard.erase();
    });
    // Operands of ops inside count if they come from outside of the op.
    WalkResult result = op->walk([&](Operation *inner) {
      if (inner != op && sdy::isMove(inner)) {
        inner->emitOpError() << "moves data between devices inside of an op on a single device"
                             << factNote("the op has the sharding", op->getLoc(),
                                         sdy::getShardings(op).front());
        return WalkResult::interrupt();
      }
      for (OpOperand &operand : inner->getOpOperands()) {
        if (op->isAncestor(operand.get().getParentBlock()->getParentOp()) && inner != op)
          continue;
        sdy::TensorShardingAttr sharding = sdy::getSharding(operand.get());
        if (!sharding || sharding.isFullyReplicated())
          continue;
        inner->emitOpError() << "is on a single device, but operand " << operand.getOperandNumber()
                             << " has the sharding " << sharding
                             << "; reshard it to a replicated one before"
                             << originNote("the operand", operand.get());
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  /// Puts the op into a branch that only its device takes.
  LogicalResult runOnOneDevice(Operation *op) {
    FailureOr<int64_t> device = deviceOf(op);
    if (failed(device) || failed(checkInputs(op)))
      return failure();
    // Ids are unsigned, as those of StableHLO.
    OpBuilder b(op);
    Location loc = op->getLoc();
    auto idType = RankedTensorType::get({}, b.getIntegerType(32, /*isSigned=*/false));
    Value id = replicaCount > 1 ? stablehlo::ReplicaIdOp::create(b, loc, idType).getResult()
                                : stablehlo::PartitionIdOp::create(b, loc, idType).getResult();
    Value own =
        stablehlo::ConstantOp::create(b, loc, DenseElementsAttr::get(idType, APInt(32, *device)));
    Value isOwn = stablehlo::CompareOp::create(b, loc, id, own, stablehlo::ComparisonDirection::EQ);
    auto branches = stablehlo::IfOp::create(b, loc, op->getResultTypes(), isOwn);
    // Users of the op now use the branches; sumResults() puts the sums in between.
    for (auto [from, to] : llvm::zip_equal(op->getResults(), branches->getResults()))
      from.replaceAllUsesWith(to);
    op->moveBefore(&branches.getTrueBranch().emplaceBlock(),
                   branches.getTrueBranch().front().end());
    // Inside, there is one device only.
    op->walk([](Operation *inner) { inner->removeAttr(sdy::kShardingAttr); });
    b.setInsertionPointAfter(op);
    stablehlo::ReturnOp::create(b, loc, op->getResults());
    b.setInsertionPointToEnd(&branches.getFalseBranch().emplaceBlock());
    // What the other devices add to the result.
    SmallVector<Value> neutral;
    for (OpResult result : op->getResults()) {
      neutral.push_back(neutralValue(b, loc, result.getType()));
      if (!neutral.back())
        return op->emitOpError() << "is on a single device, but values of type " << result.getType()
                                 << " cannot be summed over all devices";
    }
    stablehlo::ReturnOp::create(b, loc, neutral);
    sumResults(branches);
    return success();
  }

  /// Sums the tensors over all devices, one of which has the result. Before, they are unreduced.
  void sumResults(Operation *branches) {
    MLIRContext *context = &getContext();
    SmallVector<sdy::AxisRefAttr> axes;
    for (sdy::MeshAxisAttr axis : mesh.getMesh().getAxes())
      axes.push_back(sdy::AxisRefAttr::get(context, axis.getName()));
    auto name = FlatSymbolRefAttr::get(mesh);
    OpBuilder b(context);
    b.setInsertionPointAfter(branches);
    SmallVector<sdy::TensorShardingAttr> partial;
    for (OpResult result : branches->getResults()) {
      auto whole =
          sdy::TensorShardingAttr::getFullyClosed(context, sdy::getTensorRank(result), name);
      bool isTensor = isa<RankedTensorType>(result.getType());
      // Tokens order effects; each device has its own.
      partial.push_back(isTensor ? whole.replaceUnreducedAxes(axes) : whole);
      if (!isTensor)
        continue;
      auto sum = sdy::AllReduceOp::create(b, branches->getLoc(), result.getType(), result,
                                          sdy::AxisRefListAttr::get(context, axes),
                                          sdy::ReductionKind::SUM, whole);
      result.replaceAllUsesExcept(sum, sum);
    }
    if (!partial.empty())
      sdy::setShardings(branches, partial);
  }

  sdy::MeshOp mesh; // whose devices run the function
};

} // namespace
} // namespace spmd
