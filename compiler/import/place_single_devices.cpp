// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives values on a single device a form that the rest of the compiler knows. A sharding on a
// maximal mesh, <[], device_ids=[k]>, says that device k alone holds the value.
// - Ops on device k become a manual computation over all axes, in which device k runs them and the
//   others make zeros. Its results are sums of what the devices return, which are sent where they
//   are used. Floats travel as integers of their bits, since a sum with zeros must keep -0.
// - An argument or a result on device k has a copy on every device, with a remark.
// - A constraint to device k only says where a value should wait, so its operand takes its place,
//   with a remark.
// The form of such ops is that of Shardy's resolve-single-device-sharding.
#include "compiler/ops/region.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/sharding_rule.h"
#include "compiler/passes.h"
#include "compiler/sharding/border_attrs.h"
#include "compiler/structure/outside_effects.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_PLACESINGLEDEVICES
#include "compiler/passes.h.inc"
namespace {

/// The element type in which the results of a device are added to the zeros of the others; null if
/// there is none. Floats are added as integers of their width, which keeps every bit: a sum of
/// floats would change NaNs and the sign of zeros. Integers of any width add up as they are.
Type carrierOf(Type element) {
  auto integer = [&](unsigned width) {
    return IntegerType::get(element.getContext(), width, IntegerType::Unsigned);
  };
  if (element.isInteger(1))
    return integer(8);
  if (isa<FloatType>(element))
    return integer(element.getIntOrFloatBitWidth());
  return isa<ComplexType, IntegerType>(element) ? element : Type();
}

/// The value with another element type, such as the sum of bits as a float again: by its bits
/// where it is a float, by its number otherwise.
Value recoded(OpBuilder &b, Location loc, Value value, Type element) {
  auto type = cast<RankedTensorType>(value.getType());
  Type own = type.getElementType();
  if (own == element)
    return value;
  if (isa<FloatType>(own) || isa<FloatType>(element))
    return stablehlo::BitcastConvertOp::create(b, loc, type.clone(element), value);
  return stablehlo::ConvertOp::create(b, loc, type.clone(element), value);
}

/// Ops of one block on the same device. They run together, where the last of them stands.
struct SingleDeviceOps {
  int64_t device = -1;
  llvm::SetVector<Operation *> ops;

  bool haveEffects() const { return llvm::any_of(ops, hasOutsideEffects); }
  /// Whether the op, or an op in its regions, reads a result of the collected ops.
  bool reads(Operation *op) const {
    bool found = false;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *maker = operand.getDefiningOp())
          found |= ops.contains(maker);
    });
    return found;
  }
};

/// Places the values of one module.
class Placer {
public:
  explicit Placer(ModuleOp module) : module(module), symbols(module) {}

  /// A module without maximal meshes stays as it is.
  LogicalResult run() {
    for (auto op : module.getOps<sdy::MeshOp>())
      if (op.getMesh().isMaximal())
        hasMaximal = true;
      else if (!mesh || mesh.getMesh().getTotalSize() == 1)
        mesh = op;
    if (!hasMaximal)
      return success();
    makeMesh();
    if (failed(checkDevices()))
      return failure();
    for (auto function : module.getOps<func::FuncOp>()) {
      placeBorders(function);
      if (!function.isExternal())
        visit(function.front());
    }
    module.walk([&](Operation *op) { forget(op); });
    return success();
  }

private:
  ModuleOp module;
  SymbolTable symbols;
  sdy::MeshOp mesh; // the first one of several devices, otherwise the first one
  bool hasMaximal = false;
  // Of the mesh, but for those of size 1. Without any there is one device, and nothing is left to
  // do but to forget its number.
  SmallVector<StringAttr> axes;

  /// A module of maximal meshes alone gets an empty mesh: it runs on one device.
  void makeMesh() {
    OpBuilder b(module.getBodyRegion());
    if (!mesh) {
      auto empty = sdy::MeshAttr::get(module.getContext(), ArrayRef<sdy::MeshAxisAttr>());
      mesh = sdy::MeshOp::create(b, module.getLoc(), "mesh", empty);
      symbols.insert(mesh);
    }
    for (sdy::MeshAxisAttr axis : mesh.getMesh().getAxes())
      if (axis.getSize() > 1)
        axes.push_back(b.getStringAttr(axis.getName()));
  }

  /// The device of a sharding on a maximal mesh; nothing for all others.
  std::optional<int64_t> deviceOf(sdy::TensorShardingAttr sharding) const {
    sdy::MeshAttr its = sharding ? sharding.getMesh(symbols) : sdy::MeshAttr();
    return its && its.isMaximal() ? std::optional(its.getDeviceIds().front()) : std::nullopt;
  }
  /// The device of all results of an op. Constraints and reshards hold their sharding elsewhere.
  std::optional<int64_t> deviceOf(Operation *op) const {
    if (isPlacement(op))
      return deviceOf(sdy::getSharding(op->getResult(0)));
    ArrayRef<sdy::TensorShardingAttr> shardings = sdy::getShardings(op);
    std::optional<int64_t> device = shardings.empty() ? std::nullopt : deviceOf(shardings.front());
    bool isAlone = llvm::all_of(shardings, [&](auto other) { return deviceOf(other) == device; });
    return isAlone ? device : std::nullopt;
  }

  /// The sharding of a copy on every device, or of summands on every device along the axes `sum`.
  sdy::TensorShardingAttr replicated(Type type, ArrayRef<StringAttr> sum = {}) {
    auto refs = llvm::map_to_vector(sum, [&](StringAttr axis) {
      return sdy::AxisRefAttr::get(module.getContext(), axis.getValue());
    });
    return sdy::TensorShardingAttr::getFullyClosed(module.getContext(), sdy::getTensorRank(type),
                                                   FlatSymbolRefAttr::get(mesh.getSymNameAttr()))
        .replaceUnreducedAxes(refs);
  }

  /// A device that no mesh with axes has cannot hold a value.
  LogicalResult checkDevices() {
    int64_t devices = mesh.getMesh().getTotalSize();
    for (auto op : module.getOps<sdy::MeshOp>())
      if (op.getMesh().isMaximal() && !axes.empty() &&
          op.getMesh().getDeviceIds().front() >= devices && !op.symbolKnownUseEmpty(module))
        return op.emitError("@") << op.getSymName() << " is device "
                                 << op.getMesh().getDeviceIds().front() << ", and mesh @"
                                 << mesh.getSymName() << " has the devices 0 to " << devices - 1
                                 << symbolNote(mesh);
    return success();
  }

  /// Callers pass whole arrays and take whole arrays, so a copy on every device serves them.
  void placeBorders(func::FuncOp function) {
    auto place = [&](const Twine &what, Location loc, Type type, NamedAttrList &attrs) {
      auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(attrs.get(sdy::kShardingAttr));
      std::optional<int64_t> device = deviceOf(sharding);
      if (!device)
        return;
      if (!axes.empty())
        emitRemark(loc) << what << " is placed on device " << *device
                        << " alone; every device gets a copy of it";
      attrs.set(sdy::kShardingAttr, replicated(type));
    };
    bool hasBody = !function.isExternal();
    editArgumentAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      place("argument " + Twine(i), hasBody ? function.getArgument(i).getLoc() : function.getLoc(),
            function.getArgumentTypes()[i], attrs);
    });
    editResultAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      place("result " + Twine(i), function.getLoc(), function.getResultTypes()[i], attrs);
    });
  }

  /// Whether the op only says where its operand is to be: a constraint, a reshard, a collective of
  /// the sharding language. A barrier counts, too: it has no meaning for one device.
  static bool isPlacement(Operation *op) {
    return op->getNumResults() && (sdy::isMove(op) || op->hasTrait<sdy::PropagationHint>());
  }

  /// Whether one device can run the op alone and send its results: an op that computes tensors from
  /// tensors, whatever the other devices do.
  bool worksAlone(Operation *op) const {
    bool isSource =
        !op->getNumOperands() && (Rules::of(op).localize || op->hasTrait<OpTrait::ConstantLike>());
    bool computes = isSource || shardingRuleOf(op, {});
    // The effects are those of a call, as of a host function, which the device makes alone.
    bool isAlone = isMemoryEffectFree(op) || (hasOutsideEffects(op) && !op->getNumRegions());
    // A collective waits for the other devices.
    bool meetsOthers = op->hasAttr("replica_groups") || op->hasAttr("source_target_pairs");
    return !axes.empty() && computes && !meetsOthers && !isPlacement(op) &&
           !sdy::isDataFlowOp(op) && isAlone && llvm::all_of(op->getResultTypes(), [](Type type) {
             auto tensor = dyn_cast<RankedTensorType>(type);
             return tensor && tensor.hasStaticShape() && carrierOf(tensor.getElementType());
           });
  }

  /// Visits a block whose ops all devices run, that is, of a function or of its control flow.
  /// Ops on one device are collected until another op
  /// reads one of their results.
  void visit(Block &block) {
    SingleDeviceOps open;
    auto close = [&] {
      if (!open.ops.empty())
        outline(open);
      open = {};
    };
    for (Operation &each : llvm::make_early_inc_range(block)) {
      Operation *op = &each;
      std::optional<int64_t> device = deviceOf(op);
      if (device && isPlacement(op)) {
        if (!axes.empty())
          emitRemark(op->getLoc()) << "places a value on device " << *device
                                   << " alone; the value stays where it is until an op takes it";
        IRRewriter(op).replaceOp(op, op->getOperand(0));
        continue;
      }
      if (device && worksAlone(op)) {
        if (open.device != *device)
          close();
        open.device = *device;
        open.ops.insert(op);
        continue;
      }
      // The collected ops run before this one if it reads them, and after it otherwise. Calls with
      // effects keep their order.
      if (!open.ops.empty() && (open.reads(op) || op->hasTrait<OpTrait::IsTerminator>() ||
                                (open.haveEffects() && hasOutsideEffects(op))))
        close();
      else if (!open.ops.empty())
        op->moveBefore(open.ops.front());
      if (sdy::isDataFlowOp(op) && !isa<sdy::ManualComputationOp>(op))
        for (Region &region : op->getRegions())
          for (Block &inner : region)
            visit(inner);
    }
  }

  /// Replaces ops by a manual computation before the last of them.
  ///   manual_computation(operands) { if (partition_id == k) { ops } else { zeros } }
  void outline(const SingleDeviceOps &group) {
    Operation *last = group.ops.back();
    Location loc = last->getLoc();
    SetVector<Value> operands;
    SmallVector<Value> results;
    collectBorders(group, operands, results);
    SmallVector<Type> carried;
    SmallVector<sdy::TensorShardingAttr> in, out;
    for (Value operand : operands)
      in.push_back(replicated(operand.getType()));
    for (Value result : results) {
      auto type = cast<RankedTensorType>(result.getType());
      carried.push_back(type.clone(carrierOf(type.getElementType())));
      out.push_back(replicated(type, axes));
    }
    MLIRContext *context = module.getContext();
    OpBuilder b(last);
    b.setInsertionPointAfter(last);
    // It stands where the last op stands: what the ops read is defined before, and what reads their
    // results comes after.
    auto manual = sdy::ManualComputationOp::create(
        b, loc, carried, operands.getArrayRef(), sdy::TensorShardingPerValueAttr::get(context, in),
        sdy::TensorShardingPerValueAttr::get(context, out),
        sdy::ManualAxesAttr::get(context, axes));
    Block &body = manual.getBody().emplaceBlock();
    IRMapping mapping;
    for (Value operand : operands)
      mapping.map(operand, body.addArgument(operand.getType(), operand.getLoc()));
    fill(b, body, group, results, mapping);
    b.setInsertionPointAfter(manual);
    for (auto [result, sum] : llvm::zip_equal(results, manual.getResults()))
      result.replaceAllUsesWith(
          recoded(b, loc, sum, cast<RankedTensorType>(result.getType()).getElementType()));
    // Later ops read earlier ones.
    for (Operation *op : llvm::reverse(group.ops.getArrayRef()))
      op->erase();
  }

  /// The values that the ops read from outside, and the results that others read.
  static void collectBorders(const SingleDeviceOps &group, SetVector<Value> &operands,
                             SmallVector<Value> &results) {
    auto isInside = [&](Operation *op) {
      while (op && !group.ops.contains(op))
        op = op->getParentOp();
      return op != nullptr;
    };
    for (Operation *op : group.ops) {
      SetVector<Value> captures;
      getUsedValuesDefinedAbove(op->getRegions(), captures);
      captures.insert_range(op->getOperands());
      for (Value value : captures)
        if (!value.getDefiningOp() || !isInside(value.getDefiningOp()))
          operands.insert(value);
      for (Value result : op->getResults())
        if (llvm::any_of(result.getUsers(), [&](Operation *user) { return !isInside(user); }))
          results.push_back(result);
    }
  }

  /// Writes the body of the manual computation. In the branch of device k the ops have no
  /// shardings, since all axes are manual there. The other branch returns what changes no sum.
  void fill(OpBuilder &b, Block &body, const SingleDeviceOps &group, ArrayRef<Value> results,
            IRMapping &mapping) {
    Location loc = group.ops.back()->getLoc();
    b.setInsertionPointToStart(&body);
    auto id = RankedTensorType::get({}, b.getIntegerType(32, /*isSigned=*/false));
    Value own = stablehlo::PartitionIdOp::create(b, loc, id);
    Value wanted = stablehlo::ConstantOp::create(
        b, loc, DenseElementsAttr::get(id, APInt(32, uint64_t(group.device))));
    Value isIt =
        stablehlo::CompareOp::create(b, loc, own, wanted, stablehlo::ComparisonDirection::EQ);
    SmallVector<Type> types;
    for (Value result : results) {
      auto type = cast<RankedTensorType>(result.getType());
      types.push_back(type.clone(carrierOf(type.getElementType())));
    }
    auto branch = stablehlo::IfOp::create(b, loc, types, isIt);
    b.createBlock(&branch.getTrueBranch());
    SmallVector<Value> returned;
    for (Operation *op : group.ops)
      b.clone(*op, mapping)->walk([](Operation *clone) { clone->removeAttr(sdy::kShardingAttr); });
    for (auto [result, type] : llvm::zip_equal(results, types))
      returned.push_back(
          recoded(b, loc, mapping.lookup(result), cast<RankedTensorType>(type).getElementType()));
    stablehlo::ReturnOp::create(b, loc, returned);
    b.createBlock(&branch.getFalseBranch());
    returned.clear();
    for (Type type : types) {
      Type element = cast<RankedTensorType>(type).getElementType();
      DenseElementsAttr none = identityOf(ir::CombineKind::Sum, element);
      returned.push_back(
          stablehlo::ConstantOp::create(b, loc, none.resizeSplat(cast<ShapedType>(type))));
    }
    stablehlo::ReturnOp::create(b, loc, returned);
    b.setInsertionPointToEnd(&body);
    sdy::ReturnOp::create(b, loc, branch.getResults());
  }

  /// Takes the remaining shardings on single devices from an op: of ops that no device runs alone,
  /// and in bodies of manual computations, where all devices run the ops.
  void forget(Operation *op) {
    auto isSingle = [&](sdy::TensorShardingAttr sharding) {
      return deviceOf(sharding).has_value();
    };
    auto open = [&](sdy::TensorShardingPerValueAttr list, TypeRange types) {
      SmallVector<sdy::TensorShardingAttr> made(list.getShardings());
      for (auto [sharding, type] : llvm::zip_equal(made, types))
        if (isSingle(sharding))
          sharding = replicated(type);
      return sdy::TensorShardingPerValueAttr::get(op->getContext(), made);
    };
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op)) {
      manual.setInShardingsAttr(open(manual.getInShardings(), op->getOperandTypes()));
      manual.setOutShardingsAttr(open(manual.getOutShardings(), op->getResultTypes()));
      return;
    }
    if (isPlacement(op)) {
      if (isSingle(sdy::getSharding(op->getResult(0))))
        IRRewriter(op).replaceOp(op, op->getOperand(0));
    } else if (llvm::any_of(sdy::getShardings(op), isSingle)) {
      if (llvm::all_of(sdy::getShardings(op), isSingle))
        op->removeAttr(sdy::kShardingAttr);
      else
        sdy::setShardings(op, open(sdy::getShardingPerValue(op), op->getResultTypes()));
    }
  }
};

/// Comes before spmd-merge-meshes, which then sees meshes with axes only: the manual computations
/// name the axes of one of them.
struct PlaceSingleDevices : impl::PlaceSingleDevicesBase<PlaceSingleDevices> {
  void runOnOperation() override {
    if (failed(Placer(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
