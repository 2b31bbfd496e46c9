// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrites shardings over several meshes of the same devices onto one of these meshes, the base, so
// that all later passes know one mesh. The axes of the other meshes become parts of its axes
// (mesh_match.h). Parts of one axis that do not nest count as axes of another mesh. Where devices
// stand in another order than in the base, an argument, a result or a manual computation says so
// by `spmd.device_order`, and localize sends shards from one order to the other. A placement of any
// other value tells how the value is split; the pass does not keep its order of devices, since
// nothing but the time of a run could show it.
//   base <["a"=2, "b"=4]>:  sharding<@flat, [{"x"}]>  ->  sharding<@base, [{"a", "b"}]>
#include "compiler/import/mesh_families.h"
#include "compiler/passes.h"
#include "compiler/sharding/border.h"
#include "compiler/sharding/border_attrs.h"
#include "dialects/notes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_MERGEMESHES
#include "compiler/passes.h.inc"
namespace {

/// Rewrites the shardings of one module.
class Merger {
public:
  explicit Merger(ModuleOp module) : module(module), symbols(module), families(module) {}

  /// A module whose shardings are all over one mesh, with parts that nest, only loses meshes that
  /// nothing names.
  LogicalResult run() {
    if (failed(families.collect()))
      return failure();
    if (families.size() == 1)
      result = families.base().op;
    if (families.size() < 2) {
      adoptWhole();
      eraseMeshes();
      return success();
    }
    if (failed(families.match()))
      return failure();
    makeResult();
    // Collectives ask for the shardings of their operands, so they come last.
    SmallVector<Operation *> moves;
    module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      rewrite(op);
      if (op->hasTrait<sdy::CollectiveTrait>())
        moves.push_back(op);
    });
    llvm::for_each(moves, [&](Operation *op) { rewriteCollective(op); });
    adoptWhole();
    eraseMeshes();
    return success();
  }

private:
  ModuleOp module;
  SymbolTable symbols;
  MeshFamilies families;
  sdy::MeshOp result;  // the mesh that is left
  AxisCuts resultCuts; // where axes of the base are cut into several axes of the result

  /// Shardings over a mesh without axes, which JAX writes for values on one device, say the same
  /// over the mesh that is left: whole.
  ///   <@empty_mesh, [{}]>  ->  <@mesh, [{}]>
  void adoptWhole() {
    if (!result)
      return;
    auto symbol = FlatSymbolRefAttr::get(result.getSymNameAttr());
    module.walk([&](Operation *op) {
      sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
        auto name = dyn_cast<FlatSymbolRefAttr>(sharding.getMeshOrRef());
        auto mesh = name && name != symbol ? symbols.lookup<sdy::MeshOp>(name.getValue()) : nullptr;
        if (!mesh || !mesh.getMesh().getAxes().empty() || mesh.getMesh().isMaximal())
          return sharding;
        return sdy::TensorShardingAttr::get(module.getContext(), symbol, sharding.getDimShardings(),
                                            sharding.getReplicatedAxes(),
                                            sharding.getUnreducedAxes());
      });
    });
  }

  /// Makes the mesh that is left. Manual axes have to be whole axes, so axes of the base of which
  /// only parts are manual become several axes.
  ///   base <["x"=8]>, manual "a" of <["a"=2, "b"=4]>   ->   <["x_0"=2, "x_1"=4]>
  void makeResult() {
    result = families.base().op;
    resultCuts = AxisCuts(result.getMesh());
    bool isCut = false;
    module.walk([&](sdy::ManualComputationOp op) {
      if (!families.of(op))
        return;
      for (Axis part : manualParts(op)) {
        isCut |= part.size != result.getMesh().getAxes()[part.index].getSize();
        resultCuts.cut(part);
      }
    });
    if (!isCut)
      return;
    SmallVector<sdy::MeshAxisAttr> axes;
    llvm::StringSet<> names;
    for (sdy::MeshAxisAttr axis : result.getMesh().getAxes())
      names.insert(axis.getName());
    for (auto [index, axis] : llvm::enumerate(result.getMesh().getAxes())) {
      ArrayRef<int64_t> points = resultCuts.of(index);
      if (points.size() <= 2) {
        axes.push_back(axis);
        continue;
      }
      // Another axis may have such a name already.
      for (size_t i = 0, number = 0; i + 1 < points.size(); ++i) {
        std::string name;
        do
          name = (axis.getName() + "_" + Twine(number++)).str();
        while (!names.insert(name).second);
        axes.push_back(
            sdy::MeshAxisAttr::get(module.getContext(), name, points[i + 1] / points[i]));
      }
    }
    OpBuilder b(result);
    result = sdy::MeshOp::create(
        b, result.getLoc(), result.getSymName(),
        sdy::MeshAttr::get(module.getContext(), axes, result.getMesh().getDeviceIds()));
    symbols.insert(result);
  }

  /// The parts of base axes that stand for the manual axes of a computation. Axes of size 1 have
  /// none: nothing is manual along them.
  AxisList manualParts(sdy::ManualComputationOp op) {
    AxisList parts;
    Family *family = families.of(op);
    for (StringAttr axis : op.getManualAxes())
      parts.append(family->match.toBase(wholeAxis(axis, family->mesh())));
    return parts;
  }
  static Axis wholeAxis(StringAttr name, sdy::MeshAttr mesh) {
    return sdy::toAxis(sdy::AxisRefAttr::get(name.getContext(), name.getValue()), mesh);
  }

  /// Parts of base axes as axes of the result.
  ///   base axis "b"=4 that became "b_0"=2 and "b_1"=2:  b -> b_0, b_1    b:(2)2 -> b_1
  AxisList inResult(ArrayRef<Axis> parts) const {
    AxisList out;
    for (Axis part : parts) {
      int32_t index = 0; // of the first axis of the result that the base axis became
      for (int32_t before = 0; before < part.index; ++before)
        index += std::max<int32_t>(1, resultCuts.of(before).size() - 1);
      ArrayRef<int64_t> points = resultCuts.of(part.index);
      for (size_t i = 0; i + 1 < points.size(); ++i, ++index) {
        int64_t from = std::max<int64_t>(part.pre, points[i]);
        int64_t to = std::min<int64_t>(part.end(), points[i + 1]);
        if (from < to)
          appendMerged(out, {index, int32_t(from / points[i]), int32_t(to / from)});
      }
    }
    return out;
  }

  /// Axes of a family's mesh as axes of the result, the order kept.
  SmallVector<sdy::AxisRefAttr> translated(ArrayRef<sdy::AxisRefAttr> refs, Family &family) {
    AxisList out;
    for (Axis axis : sdy::toAxes(refs, family.mesh()))
      appendMerged(out, inResult(family.match.toBase(axis)));
    return sdy::toAttrs(out, result.getMesh());
  }

  /// The same in the order of the mesh, for lists of replicated and unreduced axes.
  SmallVector<sdy::AxisRefAttr> sorted(ArrayRef<sdy::AxisRefAttr> refs, Family &family) {
    SmallVector<sdy::AxisRefAttr> axes = translated(refs, family);
    sdy::sortAndMergeAxes(axes, result.getMesh());
    return axes;
  }

  /// The sharding over the result.
  sdy::TensorShardingAttr translated(sdy::TensorShardingAttr sharding, Family &family) {
    auto dims =
        llvm::map_to_vector(sharding.getDimShardings(), [&](sdy::DimensionShardingAttr dim) {
          return dim.withAxes(translated(dim.getAxes(), family));
        });
    return sdy::TensorShardingAttr::get(
        module.getContext(), FlatSymbolRefAttr::get(result.getSymNameAttr()), dims,
        sorted(sharding.getReplicatedAxes(), family), sorted(sharding.getUnreducedAxes(), family),
        sharding.getReductionKind());
  }

  /// Rewrites the shardings of an op. Orders of devices are found from the shardings as they were
  /// written, so these come first.
  void rewrite(Operation *op) {
    if (auto function = dyn_cast<func::FuncOp>(op))
      orderBorders(function);
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      rewriteManual(manual);
    if (op->hasTrait<sdy::CollectiveTrait>())
      return; // later, since its operand's sharding is rewritten first
    sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
      Family *family = families.of(op, sharding);
      return family ? translated(sharding, *family) : sharding;
    });
  }

  /// The devices at the positions of the result, if a value so sharded has its shards elsewhere.
  DenseI64ArrayAttr orderOf(sdy::TensorShardingAttr sharding, Family &family) {
    auto isElsewhere = [&](sdy::AxisRefAttr ref) {
      return !family.match.agrees(sdy::toAxis(ref, family.mesh()));
    };
    bool isAny = llvm::any_of(sharding.getUnreducedAxes(), isElsewhere) ||
                 llvm::any_of(sharding.getDimShardings(), [&](sdy::DimensionShardingAttr dim) {
                   return llvm::any_of(dim.getAxes(), isElsewhere);
                 });
    return isAny ? DenseI64ArrayAttr::get(module.getContext(), family.match.devices)
                 : DenseI64ArrayAttr();
  }

  /// Nothing is sent in silence.
  void remark(Location at, const Twine &what, sdy::TensorShardingAttr sharding) {
    emitRemark(at) << what << " has the sharding " << sharding
                   << ", whose devices stand in another order than those of mesh @"
                   << result.getSymName() << "; its parts are sent from one order to the other";
  }

  /// Gives arguments and results the order of devices in which callers have their parts.
  void orderBorders(func::FuncOp function) {
    auto order = [&](const Twine &what, Location at, NamedAttrList &attrs) {
      auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(attrs.get(sdy::kShardingAttr));
      Family *family = families.of(function, sharding);
      if (DenseI64ArrayAttr devices = family ? orderOf(sharding, *family) : DenseI64ArrayAttr()) {
        attrs.set(kDeviceOrderAttr, devices);
        remark(at, what, sharding);
      }
    };
    bool hasBody = !function.isExternal();
    editArgumentAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      order("argument " + Twine(i), hasBody ? function.getArgument(i).getLoc() : function.getLoc(),
            attrs);
    });
    editResultAttrs(function, [&](unsigned i, NamedAttrList &attrs) {
      order("result " + Twine(i), function.getLoc(), attrs);
    });
  }

  /// Writes the manual axes as those of the result. The outermost computation keeps the order of
  /// its devices if they have other positions along some manual axis in it: the body may ask for a
  /// device's position, and its collectives list devices.
  void rewriteManual(sdy::ManualComputationOp op) {
    Operation *unit = outermostManual(op);
    Family *family = families.of(op);
    if (!family)
      return;
    bool agrees = llvm::all_of(op.getManualAxes(), [&](StringAttr axis) {
      return family->match.agrees(wholeAxis(axis, family->mesh()));
    });
    if (!agrees && !unit->hasAttr(kDeviceOrderAttr)) {
      unit->setAttr(kDeviceOrderAttr,
                    DenseI64ArrayAttr::get(module.getContext(), family->match.devices));
      emitRemark(unit->getLoc()) << "the devices of mesh @" << family->op.getSymName()
                                 << " stand in another order than those of mesh @"
                                 << result.getSymName()
                                 << "; operands and results of the manual computation are sent "
                                    "from one order to the other";
    }
    SmallVector<StringAttr> names;
    for (Axis axis : inResult(manualParts(op)))
      names.push_back(
          StringAttr::get(op.getContext(), result.getMesh().getAxes()[axis.index].getName()));
    op.setManualAxesAttr(sdy::ManualAxesAttr::get(op.getContext(), names));
  }

  /// Collectives only say how their result is split, and the axes that they name may be parts that
  /// stand for other positions now. So most become reshards. What makes a value partial stays, with
  /// the axes of the result.
  void rewriteCollective(Operation *op) {
    sdy::TensorShardingAttr sharding = sdy::getSharding(op->getResult(0));
    Family *family = families.of(op, sharding);
    if (!family)
      return;
    sdy::TensorShardingAttr after = translated(sharding, *family);
    IRRewriter rewriter(op);
    if (!isa<sdy::ReplicatedToUnreducedOp, sdy::ShardedToUnreducedOp>(op)) {
      rewriter.replaceOpWithNewOp<sdy::ReshardOp>(op, op->getOperand(0), after);
      return;
    }
    AttrTypeReplacer replacer;
    replacer.addReplacement([&](sdy::TensorShardingAttr) {
      return std::make_pair(Attribute(after), WalkResult::skip());
    });
    bool isSorted = isa<sdy::ReplicatedToUnreducedOp>(op); // the lists of dims have another order
    replacer.addReplacement([&](sdy::AxisRefListAttr list) {
      SmallVector<sdy::AxisRefAttr> axes =
          isSorted ? sorted(list.getValue(), *family) : translated(list.getValue(), *family);
      return std::make_pair(Attribute(sdy::AxisRefListAttr::get(op->getContext(), axes)),
                            WalkResult::skip());
    });
    replacer.replaceElementsIn(op);
  }

  /// Erases the other meshes that no collective names, and puts the result before all that are
  /// left: it is the mesh of values without sharding.
  void eraseMeshes() {
    if (!result || llvm::hasSingleElement(module.getOps<sdy::MeshOp>()))
      return;
    result->moveBefore(module.getBody(), module.getBody()->begin());
    for (auto mesh : llvm::make_early_inc_range(module.getOps<sdy::MeshOp>()))
      if (mesh != result && SymbolTable::symbolKnownUseEmpty(mesh, module))
        mesh.erase();
  }
};

/// Comes behind the passes that name meshes by symbols and drop axes of size 1, and before the
/// one that lists manual axes in the order of the mesh.
struct MergeMeshes : impl::MergeMeshesBase<MergeMeshes> {
  void runOnOperation() override {
    if (failed(Merger(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
} // namespace spmd
