// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces global types by the types that one device holds, and sdy collectives by StableHLO
// collectives, in a second body of each function. An op with the facet `localize` says itself what
// it becomes; of all others only types change. Arguments and results of functions keep
// `spmd.sharding`: how global arrays are cut and joined.
//   add : 8x4, dim 0 sharded over "a"=2  ->  add : 4x4
#include "compiler/ops/localize.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/shifts.h"
#include "compiler/partition/borders.h"
#include "compiler/partition/exchange_rows.h"
#include "compiler/partition/local_borders.h"
#include "compiler/partition/lower_collectives.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/partition/owners.h"
#include "compiler/partition/shard_index.h"
#include "compiler/passes.h"
#include "compiler/sharding/border.h"
#include "compiler/sharding/group_meshes.h"
#include "compiler/structure/no_elements.h"
#include "dialects/notes.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
namespace spmd {
#define GEN_PASS_DEF_LOCALIZE
#include "compiler/passes.h.inc"
namespace {

class Localizer;

/// What an op's facet `localize` may ask, answered by the Localizer.
struct Context : LocalizeContext {
  Localizer &localizer;
  Operation *op;
  SmallVector<Value> results;

  /// `results` is what the facet passes to replace().
  Context(Localizer &localizer, Operation *op, OpBuilder &builder)
      : LocalizeContext(builder, op->getLoc()), localizer(localizer), op(op) {}
  static ArrayRef<sdy::AxisRefAttr> axesOf(sdy::TensorShardingAttr sharding, int64_t dim) {
    return sharding ? sharding.getDimSharding(dim).getAxes() : ArrayRef<sdy::AxisRefAttr>();
  }
  ArrayRef<sdy::AxisRefAttr> operandAxes(unsigned i, int64_t dim) const override;
  ArrayRef<sdy::AxisRefAttr> resultAxes(unsigned i, int64_t dim) const override;
  ArrayRef<sdy::AxisRefAttr> partialAxes() const override;
  int64_t shardCount(ArrayRef<sdy::AxisRefAttr> axes) const override;
  Value shardIndex(ArrayRef<sdy::AxisRefAttr> axes) override;
  void replace(ValueRange values) override { results.assign(values.begin(), values.end()); }
};

/// Clones bodies with local types. `mapping` takes each global value to its local one.
class Localizer {
public:
  Localizer(const AtomTable &atoms, Block &entry)
      : mesh(atoms.mesh()), indices(mesh, entry), entry(entry), collectives(mesh), atoms(atoms) {}

  sdy::MeshAttr mesh;

  /// The index of this device along axes, as the ops that are cloned now see it.
  Value shardIndex(ArrayRef<sdy::AxisRefAttr> axes) {
    return indicesInside ? indicesInside->get(axes) : indices.get(axes);
  }

  /// The part of an argument, result or operand after it was sent from the devices of an order to
  /// those of the mesh, or back. `order` is a kDeviceOrderAttr, null for the order of the mesh.
  Value fromOrder(Value local, sdy::TensorShardingAttr sharding, Attribute order, const Twine &what,
                  OpBuilder &b) {
    return order ? collectives.reorder(local, sharding, ordered(order), mesh, what.str(), b)
                 : local;
  }
  Value toOrder(Value local, sdy::TensorShardingAttr sharding, Attribute order, const Twine &what,
                OpBuilder &b) {
    return order ? collectives.reorder(local, sharding, mesh, ordered(order), what.str(), b)
                 : local;
  }

  /// The sharding of a value. Inside of manual computations it lacks their manual axes, because
  /// types there are local to these axes already.
  sdy::TensorShardingAttr shardingOf(Value value) const {
    sdy::TensorShardingAttr sharding = sdy::getSharding(value);
    if (!sharding || manualAtoms.empty())
      return sharding;
    Placement placement = atoms.placement(sharding, sharding.getRank());
    auto isManual = [&](int atom) { return llvm::is_contained(manualAtoms, atom); };
    for (Atoms &dim : placement.dims)
      llvm::erase_if(dim, isManual);
    return atoms.sharding(placement, sharding.getReductionKind());
  }
  Type localType(Type type, sdy::TensorShardingAttr sharding) const {
    auto global = dyn_cast<RankedTensorType>(type);
    return global && sharding && mesh ? Type(sharding.getLocalTensorType(global, mesh)) : type;
  }
  Type localType(Value value) const { return localType(value.getType(), shardingOf(value)); }
  void map(Value global, Value local) { mapping.map(global, local); }

  /// Clones all ops of a block, the terminator included.
  LogicalResult cloneBody(Block &from, Block &to) {
    OpBuilder builder(from.getParentOp()->getContext()); // `to` is not part of an op yet
    builder.setInsertionPointToEnd(&to);
    for (Operation &op : from)
      if (failed(clone(&op, builder)))
        return failure();
    return success();
  }

  /// Replaces captured global values by their local ones in bodies that were cloned as part of an
  /// op (the regions of reductions, for example).
  void mapCaptures(Region &body) {
    body.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        if (Value local = mapping.lookupOrNull(operand.get()))
          operand.set(local);
    });
  }

private:
  ShardIndices indices;
  ShardIndices *indicesInside = nullptr; // of a manual computation with an order of its own
  Block &entry;
  CollectiveLowering collectives;
  const AtomTable &atoms;
  IRMapping mapping;
  Atoms manualAtoms;

  /// The mesh with its devices in another order. Sizes of shards do not depend on the order.
  sdy::MeshAttr ordered(Attribute order) const {
    return sdy::MeshAttr::get(mesh.getContext(), mesh.getAxes(),
                              cast<DenseI64ArrayAttr>(order).asArrayRef());
  }

  void mapResults(Operation *op, ValueRange results) {
    for (auto [global, local] : llvm::zip_equal(op->getResults(), results))
      mapping.map(global, local);
  }
  /// Operands always have a local value, as clone() visits ops in program order.
  SmallVector<Value> localOperands(Operation *op) const {
    return llvm::map_to_vector(op->getOperands(), [&](Value v) { return mapping.lookup(v); });
  }

  /// Clones one op by its kind and maps its results.
  LogicalResult clone(Operation *op, OpBuilder &builder) {
    if (auto slice = dyn_cast<sdy::AllSliceOp>(op))
      return cloneSlice(slice, builder);
    if (op->hasTrait<sdy::CollectiveTrait>() && !Rules::of(op).localize) {
      // A value without elements is not sent; a constant takes its place.
      if (Type type = localType(op->getResult(0)); cast<ShapedType>(type).getNumElements() == 0) {
        mapResults(op, createEmptyConstant(builder, op->getLoc(), type));
        return success();
      }
      if (Value whole = fromOwner(op, builder)) {
        mapResults(op, whole);
        return success();
      }
      FailureOr<Value> local = collectives.lower(op, shardingOf(op->getOperand(0)),
                                                 mapping.lookup(op->getOperand(0)), builder);
      if (failed(local))
        return failure();
      mapResults(op, *local);
      return success();
    }
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      return inlineManual(manual, builder);
    if (sdy::isDataFlowOp(op))
      return cloneRegionOp(op, builder);
    return cloneOp(op, builder);
  }

  /// The sum of a value that one device has, which broadcasts it; null for all other collectives.
  Value fromOwner(Operation *op, OpBuilder &builder) {
    auto reduce = dyn_cast<sdy::AllReduceOp>(op);
    if (!reduce)
      return nullptr;
    auto axes = reduce.getReductionAxes().getValue();
    Value source = op->getOperand(0);
    Atoms group = atoms.atoms(axes);
    Context context(*this, op, builder);
    Value roots = ownerPosition(source, group, atoms, context,
                                [&](Value start) { return mapping.lookup(start); });
    if (!roots)
      return nullptr;
    // Where the result is whole, the owner holds all rows, and nobody reads other devices' rows.
    llvm::sort(group);
    Value local = mapping.lookup(source);
    Placement at = atoms.placement(shardingOf(source), sdy::getTensorRank(source));
    if (Rules::of(source.getDefiningOp()).taken && at.partial == group)
      local = ops::withoutIdentities(local);
    return collectives.broadcast(op->getLoc(), local, axes, roots, builder);
  }

  /// Fails if the body of an op uses a value from outside that is split or partial. A body computes
  /// with single elements, which have no placement, so every device needs the whole value.
  LogicalResult checkCaptures(Operation *op) {
    for (Region &region : op->getRegions()) {
      SetVector<Value> captures;
      getUsedValuesDefinedAbove(region, captures);
      for (Value value : captures)
        if (sdy::TensorShardingAttr sharding = shardingOf(value);
            sharding && (!sharding.isFullyReplicated() || !sharding.getUnreducedAxes().empty()))
          return op->emitOpError("has a body that uses a value from outside which is not whole on "
                                 "each device: ")
                 << sharding << originNote("the value", value);
    }
    return success();
  }

  /// Gives operands that are split along a permutation factor the rows that the op needs.
  void exchangeWindows(Operation *op, Context &context) {
    auto *windowOf = Rules::of(op).window;
    if (!windowOf)
      return;
    for (auto [i, operand] : llvm::enumerate(context.operands))
      for (int64_t dim = 0; dim < sdy::getTensorRank(operand); ++dim)
        if (ArrayRef<sdy::AxisRefAttr> axes = context.operandAxes(i, dim); !axes.empty())
          if (std::optional<RowWindow> window = windowOf(op, i, dim, context.shardCount(axes)))
            operand = exchangeRows(context, collectives, operand, dim, axes, *window);
  }

  /// Clones an op without special treatment: by its facet `localize`, or by a copy with local
  /// operands and types.
  LogicalResult cloneOp(Operation *op, OpBuilder &builder) {
    if (failed(checkCaptures(op)))
      return failure();
    Context context(*this, op, builder);
    context.operands = localOperands(op);
    exchangeWindows(op, context);
    for (Value result : op->getResults()) {
      auto type = dyn_cast<RankedTensorType>(localType(result));
      if (!type)
        return op->emitError("has a result of type ")
               << result.getType() << "; only tensors are partitioned";
      context.resultTypes.push_back(type);
    }
    if (auto *localize = Rules::of(op).localize) {
      if (failed(localize(op, context)))
        return failure();
      assert(context.results.size() == op->getNumResults() && "localize must replace all results");
    } else if (op->getDialect() && isa<sdy::SdyDialect>(op->getDialect())) {
      return op->emitError("is not expected in a module that is made local");
    } else {
      context.replace(context.cloneLocal(op)->getResults());
    }
    mapResults(op, context.results);
    return success();
  }

  /// An all_slice sends nothing: it becomes a dynamic_slice at this device's offsets.
  LogicalResult cloneSlice(sdy::AllSliceOp op, OpBuilder &builder) {
    Context context(*this, op, builder);
    ArrayRef<sdy::AxisRefListAttr> lists = op.getSlicingAxes().getValue();
    auto type = cast<RankedTensorType>(localType(op.getResult()));
    mapResults(op, context.sliceOwnPart(mapping.lookup(op.getTensor()), type,
                                        [&](int64_t d) { return lists[d].getValue(); }));
    return success();
  }

  /// Clones while, case or optimization_barrier: the same op around local bodies.
  LogicalResult cloneRegionOp(Operation *op, OpBuilder &builder) {
    OperationState state(op->getLoc(), op->getName());
    state.operands = localOperands(op);
    for (Value result : op->getResults())
      state.types.push_back(localType(result));
    state.addAttributes(withoutShardings(op->getDiscardableAttrDictionary()).getValue());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    for (unsigned i = 0; i < op->getNumRegions(); ++i)
      state.addRegion();
    Operation *local = builder.create(state);
    for (auto [from, to] : llvm::zip_equal(op->getRegions(), local->getRegions()))
      for (Block &block : from) {
        Block &copy = to.emplaceBlock();
        for (BlockArgument arg : block.getArguments())
          mapping.map(arg, copy.addArgument(localType(arg), arg.getLoc()));
        if (failed(cloneBody(block, copy)))
          return failure();
      }
    mapResults(op, local->getResults());
    return success();
  }

  /// Inlines a manual computation. Its operands are already placed as the body wants them, and the
  /// types in the body are already local to the manual axes. A body with an order of devices of its
  /// own gets its operands sent there, and its results are sent back.
  LogicalResult inlineManual(sdy::ManualComputationOp op, OpBuilder &builder) {
    Block &body = op.getBody().front();
    Attribute order = mesh ? op->getAttr(kDeviceOrderAttr) : Attribute();
    for (auto [i, arg] : llvm::enumerate(body.getArguments()))
      mapping.map(arg, toOrder(mapping.lookup(op->getOperand(i)), op.getInSharding(i), order,
                               "operand " + Twine(i) + " of sdy.manual_computation", builder));
    // Ops in the body see shardings without the axes of this and all outer manual computations.
    Atoms outer = std::exchange(manualAtoms, manualAtomsAround(atoms, body.getTerminator()));
    sdy::MeshAttr meshInside = order ? ordered(order) : mesh;
    // Inside, the indices of shards and the groups of collectives are those of the other order.
    ShardIndices ownIndices(meshInside, entry);
    ShardIndices *indicesOutside = indicesInside;
    sdy::MeshAttr meshOutside;
    if (order) {
      indicesInside = &ownIndices;
      meshOutside = collectives.setMesh(meshInside);
    }
    for (Operation &inner : body.without_terminator())
      if (failed(clone(&inner, builder)))
        return failure();
    manualAtoms = outer;
    indicesInside = indicesOutside;
    if (order)
      collectives.setMesh(meshOutside);
    SmallVector<Value> results = localOperands(body.getTerminator());
    for (auto [i, result] : llvm::enumerate(results))
      result = fromOrder(result, op.getOutSharding(i), order,
                         "result " + Twine(i) + " of sdy.manual_computation", builder);
    mapResults(op, results);
    return success();
  }
};

/// The axes that split a dim of an operand or a result, without those of manual computations around
/// the op.
ArrayRef<sdy::AxisRefAttr> Context::operandAxes(unsigned i, int64_t dim) const {
  return axesOf(localizer.shardingOf(op->getOperand(i)), dim);
}
ArrayRef<sdy::AxisRefAttr> Context::resultAxes(unsigned i, int64_t dim) const {
  return axesOf(localizer.shardingOf(op->getResult(i)), dim);
}
/// All results of an op are partial over the same axes, so the first one answers for them.
ArrayRef<sdy::AxisRefAttr> Context::partialAxes() const {
  sdy::TensorShardingAttr sharding = localizer.shardingOf(op->getResult(0));
  return sharding ? sharding.getUnreducedAxes() : ArrayRef<sdy::AxisRefAttr>();
}
int64_t Context::shardCount(ArrayRef<sdy::AxisRefAttr> axes) const {
  return axes.empty() ? 1 : sdy::getShardedSize(axes, localizer.mesh);
}
Value Context::shardIndex(ArrayRef<sdy::AxisRefAttr> axes) { return localizer.shardIndex(axes); }

/// Builds the local body of a function and replaces the global one by it. With "a"=2:
///   main(%x: tensor<8x16xf32> sharded [{"a"}, {}])   ->   main(%x: tensor<4x16xf32>)
LogicalResult localize(func::FuncOp func, const AtomTable &atoms) {
  restoreConstants(func);
  sdy::MeshAttr mesh = atoms.mesh();
  // The local body grows in a region of its own, so that the global one stays readable while ops
  // are cloned.
  Region body;
  Block &entry = body.emplaceBlock();
  Localizer localizer(atoms, entry);
  SmallVector<Type> argTypes, resultTypes;
  for (BlockArgument arg : func.getArguments()) {
    Type local = localizer.localType(arg);
    argTypes.push_back(local);
    OpBuilder builder(func.getContext()); // `entry` is not part of an op yet
    builder.setInsertionPointToEnd(&entry);
    unsigned i = arg.getArgNumber();
    localizer.map(arg, localizer.fromOrder(
                           entry.addArgument(local, arg.getLoc()), sdy::getFuncArgSharding(func, i),
                           func.getArgAttr(i, kDeviceOrderAttr), "argument " + Twine(i), builder));
  }
  for (auto [i, type] : llvm::enumerate(func.getResultTypes()))
    resultTypes.push_back(localizer.localType(type, sdy::getFuncResultSharding(func, i)));
  if (failed(localizer.cloneBody(func.front(), entry)))
    return failure();
  localizer.mapCaptures(body);
  // Results leave in the order of devices that the caller knows.
  Operation *end = entry.getTerminator();
  OpBuilder builder(end);
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    end->setOperand(i, localizer.toOrder(end->getOperand(i), sdy::getFuncResultSharding(func, i),
                                         func.getResultAttr(i, kDeviceOrderAttr),
                                         "result " + Twine(i), builder));
  placeBorders(func, mesh);
  func->setDiscardableAttrs(withoutShardings(func->getDiscardableAttrDictionary()));
  // The global ops may use each other in any order, so all references go before the ops are
  // destroyed.
  func.front().dropAllReferences();
  func.getBody().takeBody(body);
  func.setFunctionType(FunctionType::get(func.getContext(), argTypes, resultTypes));
  return success();
}

struct Localize : impl::LocalizeBase<Localize> {
  /// Localizes every function with a body and erases the meshes, which nothing names any more.
  void runOnOperation() override {
    // A module without shardings stays as it is, apart from the attributes at its borders.
    if (!usesShardings(getOperation())) {
      for (auto func : getOperation().getOps<func::FuncOp>())
        if (!func.isExternal() && failed(keepWhole(func)))
          return signalPassFailure();
      return;
    }
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation());
    if (failed(atoms) || failed(writeOutGroupMeshes(getOperation())))
      return signalPassFailure();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && failed(localize(func, *atoms)))
        return signalPassFailure();
    for (auto mesh : llvm::make_early_inc_range(getOperation().getOps<sdy::MeshOp>()))
      mesh.erase();
  }
};

} // namespace
} // namespace spmd
