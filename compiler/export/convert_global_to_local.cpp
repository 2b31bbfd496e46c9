// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sdy-convert-global-to-local: replaces global types by those of one device, and sdy collectives by
// those of StableHLO. The pass builds the body of each function a second time, so that the global
// one stays readable. Ops with a device form (compiler/ops/device_form) say themselves what they
// become; for all other ops only types change. The text is Shardy's, for programs that go on to
// other compilers; our own pipeline localizes by compiler/partition/localize.cpp.
//   add : 8x4, dim 0 sharded over "a"=2  ->  add : 4x4
#include "compiler/export/channels.h"
#include "compiler/export/shard_checks.h"
#include "compiler/ops/device_form/device_form.h"
#include "compiler/passes.h"
#include "dialects/sdy/data_flow.h"
#include "dialects/sdy/manual.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_CONVERTGLOBALTOLOCAL
#include "compiler/passes.h.inc"
namespace {

/// Builds local bodies. `mapping` takes each global value to its local one.
class LocalBodies {
public:
  LocalBodies(DeviceProgram program, MeshTable &meshes) : program(program), meshes(meshes) {}

  /// Replaces the body and the types of a function; results have the types of their shardings.
  LogicalResult convert(func::FuncOp function) {
    SmallVector<Type> argumentTypes, resultTypes;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
      if (!argumentTypes.emplace_back(
              typeOnDevice(function, type, sdy::getFuncArgSharding(function, i))))
        return failure();
    for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
      if (!resultTypes.emplace_back(
              typeOnDevice(function, type, sdy::getFuncResultSharding(function, i))))
        return failure();
    // The type of a result follows its sharding, whatever the returned value has.
    returned = resultTypes;
    // Values of the function before are destroyed, and new ones may have their addresses.
    mapping.clear();
    Region body;
    if (failed(convertRegion(function.getBody(), body)))
      return failure();
    // Bodies that device forms cloned still use global values from outside of them.
    body.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (Value local = mapping.lookupOrNull(operand.get()))
          operand.set(local);
    });
    // Global ops may use each other in any order, so all references go before they are destroyed.
    for (Block &block : function.getBody())
      block.dropAllReferences();
    function.getBody().takeBody(body);
    function.setFunctionType(FunctionType::get(function.getContext(), argumentTypes, resultTypes));
    return success();
  }

private:
  /// Converts blocks and their arguments. Arguments of bodies that compute on elements have no
  /// sharding, so their types stay. Terminators are converted like all other ops; `mapping` has
  /// their operands by then.
  LogicalResult convertRegion(Region &from, Region &to) {
    for (Block &block : from) {
      Block &copy = to.emplaceBlock();
      for (BlockArgument argument : block.getArguments()) {
        Type type =
            typeOnDevice(block.getParentOp(), argument.getType(), sdy::getShardingInside(argument));
        if (!type)
          return failure();
        mapping.map(argument, copy.addArgument(type, argument.getLoc()));
      }
      OpBuilder builder(from.getContext());
      builder.setInsertionPointToEnd(&copy);
      for (Operation &op : block)
        if (failed(convertOp(&op, builder)))
          return failure();
    }
    return success();
  }

  /// Checks an op and converts it: by its device form, or by a clone with local types. Fails on ops
  /// of sdy that the passes before this one must have replaced.
  LogicalResult convertOp(Operation *op, OpBuilder &builder) {
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      return inlineManual(manual, builder);
    DeviceForm form = deviceFormOf(op);
    if (!form && isa_and_nonnull<sdy::SdyDialect>(op->getDialect()) &&
        !op->hasTrait<OpTrait::IsTerminator>() && !sdy::isDataFlowOp(op))
      return op->emitOpError("has no local form; the passes before this one replace such ops");
    if (failed(checkCaptures(op)) || failed(checkShards(op, form, meshes)) ||
        failed(checkReturn(op)))
      return failure();
    if (!form)
      return cloneOp(op, builder);
    DeviceFormBuilder b(builder, op, program);
    for (Value operand : op->getOperands())
      b.operands.push_back(mapping.lookup(operand));
    FailureOr<SmallVector<Value>> results = form(op, b);
    if (failed(results))
      return failure();
    mapping.map(op->getResults(), ValueRange(*results));
    return success();
  }

  /// An op of which only the types change, and the ops of its regions.
  LogicalResult cloneOp(Operation *op, OpBuilder &builder) {
    // Types first: a dim that its shards do not divide ends the pass before the op is made.
    SmallVector<Type> types;
    for (Value result : op->getResults())
      if (!types.emplace_back(typeOnDevice(op, result.getType(), sdy::getShardingInside(result))))
        return failure();
    Operation *local = op->cloneWithoutRegions(mapping);
    builder.insert(local);
    if (auto call = dyn_cast<CallOpInterface>(op))
      if (failed(adaptCall(call, local)))
        return failure();
    for (auto [result, type] : llvm::zip_equal(local->getResults(), types))
      result.setType(type);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), local->getRegions()))
      if (failed(convertRegion(from, to)))
        return failure();
    return success();
  }

  /// The results of a call are those of its callee, also in their types. The call loses its
  /// attributes, as in Shardy.
  LogicalResult adaptCall(CallOpInterface call, Operation *local) {
    auto callee = dyn_cast_or_null<FunctionOpInterface>(call.resolveCallable());
    if (!callee)
      return success();
    // The callee may be converted already; its shardings stay, so they tell its types.
    for (OpResult result : call->getResults()) {
      unsigned i = result.getResultNumber();
      sdy::TensorShardingAttr own = sdy::getSharding(result);
      sdy::TensorShardingAttr given = sdy::getFuncResultSharding(callee, i);
      if (!sdy::isEquivalent(own, given)) {
        InFlightDiagnostic error = call->emitOpError("has result ")
                                   << i << " of sharding " << shown(own)
                                   << ", which its callee gives as " << shown(given)
                                   << "; sdy-insert-func-call-reshards makes them equal";
        error.attachNote(callee.getLoc()) << "the callee";
        return error;
      }
    }
    local->setDiscardableAttrs(DictionaryAttr::get(local->getContext()));
    return success();
  }
  static std::string shown(sdy::TensorShardingAttr sharding) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (sharding)
      os << sharding;
    return sharding ? text : "none";
  }

  /// The types inside are local to the manual axes already, so the ops of the body take the place
  /// of the computation.
  LogicalResult inlineManual(sdy::ManualComputationOp op, OpBuilder &builder) {
    Block &body = op.getBody().front();
    for (auto [argument, operand] : llvm::zip_equal(body.getArguments(), op->getOperands())) {
      Value local = mapping.lookup(operand);
      Type type = typeOnDevice(op, argument.getType(), sdy::getShardingInside(argument));
      if (!type)
        return failure();
      if (type != local.getType())
        return op.emitOpError("has operand ")
               << argument.getArgNumber() << " of local type " << local.getType()
               << ", which its in_shardings make " << type
               << "; sdy-insert-explicit-reshards makes them equal";
      mapping.map(argument, local);
    }
    // Collectives of the body join devices by ids already; they stay as they are.
    for (Operation &inner : body.without_terminator())
      if (failed(convertOp(&inner, builder)))
        return failure();
    for (auto [result, value] :
         llvm::zip_equal(op->getResults(), body.getTerminator()->getOperands()))
      mapping.map(result, mapping.lookup(value));
    return success();
  }

  /// A body that computes on elements may use values from outside only if they are whole.
  /// Branches and loops have regions of tensors, for which all values are local.
  LogicalResult checkCaptures(Operation *op) {
    if (!isElementwiseBody(op) || sdy::isDataFlowOp(op) || isa<CallOpInterface>(op))
      return success();
    SetVector<Value> captures;
    for (Region &region : op->getRegions())
      getUsedValuesDefinedAbove(region, captures);
    for (Value value : captures)
      if (sdy::TensorShardingAttr sharding = sdy::getShardingInside(value);
          sharding && !sharding.isFullyReplicated())
        return op->emitOpError("has a body that uses a value of sharding ")
               << sharding << " from outside, of which each device has a part only";
    return success();
  }
  /// Whether the arguments of the op's regions are elements, not tensors that may be sharded.
  static bool isElementwiseBody(Operation *op) {
    return llvm::any_of(op->getRegions(), [](Region &region) {
      return !region.empty() && region.getNumArguments() > 0;
    });
  }

  /// A function returns values of the types that its results have.
  LogicalResult checkReturn(Operation *op) {
    if (!isa<func::ReturnOp>(op))
      return success();
    for (auto [i, value] : llvm::enumerate(op->getOperands()))
      if (Type local = mapping.lookup(value).getType(); local != returned[i])
        return op->emitOpError("returns value ")
               << i << " of local type " << local << ", but the sharding of the result makes it "
               << returned[i];
    return success();
  }

  DeviceProgram program;
  MeshTable &meshes;
  IRMapping mapping;
  SmallVector<Type> returned; // types of the function's results
};

struct ConvertGlobalToLocal : impl::ConvertGlobalToLocalBase<ConvertGlobalToLocal> {
  using Base::Base;

  /// Functions are converted one by one; they share the numbers of channels.
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (replicaCount > 1 && partitionCount > 1) {
      module.emitError("has ") << replicaCount.getValue() << " replicas and "
                               << partitionCount.getValue()
                               << " partitions; devices are numbered by one of them only";
      return signalPassFailure();
    }
    DeviceProgram program;
    program.perDimAllGather = perDimAllGather;
    program.combinesReduceScatter = combineMultiDimensionReduceScatter;
    program.writesMeshAxes = enableRgv3;
    program.isReplicated = replicaCount > 1;
    program.lastChannel = lastChannelOf(module);
    MeshTable meshes(module);
    LocalBodies bodies(program, meshes);
    for (auto function : module.getOps<func::FuncOp>())
      if (failed(bodies.convert(function)))
        return signalPassFailure();
  }
};

} // namespace
} // namespace spmd
