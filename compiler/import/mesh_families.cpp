// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collects the families of a module (mesh_families.h).
#include "compiler/import/mesh_families.h"
#include "dialects/notes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {
namespace {

/// All axes and parts of axes that the attributes of an op name.
SmallVector<sdy::AxisRefAttr> axesNamedBy(Operation *op) {
  SmallVector<sdy::AxisRefAttr> refs;
  op->getAttrDictionary().walk([&](sdy::AxisRefAttr ref) { refs.push_back(ref); });
  return refs;
}

/// The bytes of tensors. Elements of unusual types count eight, since this only decides which mesh
/// becomes the base.
double bytesOf(TypeRange types) {
  double bytes = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.hasStaticShape())
      bytes += double(tensor.getNumElements()) *
               (tensor.getElementType().isIntOrFloat() ? tensor.getElementTypeBitWidth() / 8.0 : 8);
  return bytes;
}

} // namespace

Operation *outermostManual(Operation *op) {
  Operation *outermost = nullptr;
  for (; op; op = op->getParentOp())
    if (isa<sdy::ManualComputationOp>(op))
      outermost = op;
  return outermost;
}

/// The shardings in a manual computation belong to it, so the walk does not enter its body.
LogicalResult MeshFamilies::collect() {
  WalkResult walk = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(collect(op)))
      return WalkResult::interrupt();
    return isa<sdy::ManualComputationOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

/// The mesh of a sharding; null if it has no axes.
sdy::MeshOp MeshFamilies::meshOf(sdy::TensorShardingAttr sharding) {
  auto name = sharding ? dyn_cast<FlatSymbolRefAttr>(sharding.getMeshOrRef()) : nullptr;
  auto op = name ? symbols.lookup<sdy::MeshOp>(name.getValue()) : sdy::MeshOp();
  return op && !op.getMesh().getAxes().empty() ? op : sdy::MeshOp();
}

/// Notes a mesh, and refuses one with another number of devices than those before it.
LogicalResult MeshFamilies::use(Operation *at, sdy::MeshOp mesh) {
  if (llvm::is_contained(used, mesh))
    return success();
  used.push_back(mesh);
  sdy::MeshOp first = used.front();
  int64_t devices = mesh.getMesh().getTotalSize(), before = first.getMesh().getTotalSize();
  latest = at;
  if (devices == before)
    return success();
  return at->emitError("uses mesh @")
         << mesh.getSymName() << " of " << devices << " devices beside mesh @" << first.getSymName()
         << " of " << before << "; the meshes of a program have the same devices"
         << symbolNote(first) << symbolNote(mesh);
}

/// The first family over the mesh with which all these parts nest, or a new one.
///   "x":(1)2, then "x":(1)3, then "x":(2)3 of x=6   ->   families 0, 1, 0
FailureOr<unsigned> MeshFamilies::familyFor(Operation *at, sdy::MeshOp mesh,
                                            ArrayRef<sdy::AxisRefAttr> refs) {
  AxisList parts = sdy::toAxes(refs, mesh.getMesh());
  auto cutAll = [&](AxisCuts &cuts) -> const Axis * {
    AxisCuts changed = cuts;
    for (const Axis &part : parts)
      if (changed.cut(part))
        return &part;
    cuts = std::move(changed);
    return nullptr;
  };
  // First fit: a sharding that is seen again fits again, because families only get further cuts.
  for (auto [i, family] : llvm::enumerate(families))
    if (family.op == mesh && !cutAll(family.cuts))
      return i;
  Family family{mesh, AxisCuts(mesh.getMesh())};
  if (const Axis *part = cutAll(family.cuts))
    return at->emitError("has parts of axis \"")
           << mesh.getMesh().getAxes()[part->index].getName() << "\" that do not nest, among them "
           << sdy::toAttr(*part, mesh.getMesh()).toString()
           << "; within one sharding or manual computation, cuts of one axis have to divide each "
              "other"
           << symbolNote(mesh);
  families.push_back(std::move(family));
  return families.size() - 1;
}

/// Finds the families of an op's shardings. A manual computation answers for its body.
LogicalResult MeshFamilies::collect(Operation *op) {
  if (isa<sdy::ManualComputationOp>(op) || op->hasTrait<sdy::CollectiveTrait>())
    return collectAsOne(op);
  SmallVector<sdy::TensorShardingAttr> shardings;
  sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
    shardings.push_back(sharding);
    return sharding;
  });
  for (sdy::TensorShardingAttr sharding : shardings) {
    sdy::MeshOp mesh = meshOf(sharding);
    if (!mesh)
      continue;
    if (failed(use(op, mesh)))
      return failure();
    SmallVector<sdy::AxisRefAttr> refs;
    sharding.forEachAxisRef([&](sdy::AxisRefAttr ref) { refs.push_back(ref); });
    FailureOr<unsigned> family = familyFor(op, mesh, refs);
    if (failed(family))
      return failure();
    familyOfSharding.try_emplace(sharding, *family);
  }
  if (auto function = dyn_cast<func::FuncOp>(op))
    weighBorders(function);
  return success();
}

/// The shardings of an op and of all ops in it are over one mesh and in one family. A manual
/// computation needs this because its manual axes mean the same everywhere in its body, a
/// collective because it names axes of its operand and of its result.
LogicalResult MeshFamilies::collectAsOne(Operation *unit) {
  sdy::MeshOp mesh;
  SmallVector<sdy::AxisRefAttr> refs;
  WalkResult walk = unit->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::append_range(refs, axesNamedBy(op));
    bool isOther = false;
    sdy::transformShardings(op, [&](sdy::TensorShardingAttr sharding) {
      sdy::MeshOp its = meshOf(sharding);
      mesh = mesh ? mesh : its;
      isOther |= its && its != mesh;
      return sharding;
    });
    if (isOther) {
      op->emitError("has a sharding over another mesh than @")
          << mesh.getSymName() << ", the mesh of the manual computation around it"
          << symbolNote(mesh);
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  if (!mesh)
    return success();
  if (failed(use(unit, mesh)))
    return failure();
  FailureOr<unsigned> family = familyFor(unit, mesh, refs);
  if (failed(family))
    return failure();
  familyOfOp[unit] = *family;
  families[*family].borderBytes +=
      bytesOf(unit->getOperandTypes()) + bytesOf(unit->getResultTypes());
  return success();
}

/// Adds the bytes of arguments and results to their families.
void MeshFamilies::weighBorders(func::FuncOp function) {
  auto weigh = [&](sdy::TensorShardingAttr sharding, Type type) {
    if (Family *family = of(function, sharding))
      family->borderBytes += bytesOf(type);
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    weigh(sdy::getFuncArgSharding(function, i), type);
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    weigh(sdy::getFuncResultSharding(function, i), type);
}

/// All shardings were seen by collect(), so each has a family.
Family *MeshFamilies::of(Operation *op, sdy::TensorShardingAttr sharding) {
  if (!meshOf(sharding))
    return nullptr;
  Operation *unit = outermostManual(op);
  auto it = familyOfOp.find(unit ? unit : op);
  return &families[it == familyOfOp.end() ? familyOfSharding.at(sharding) : it->second];
}

Family *MeshFamilies::of(sdy::ManualComputationOp op) {
  auto it = familyOfOp.find(outermostManual(op));
  return it == familyOfOp.end() ? nullptr : &families[it->second];
}

/// The base has the order of devices in which most bytes cross borders, since all others are
/// sent; among meshes of that order it is the one with the most axes, which leaves the fewest
/// parts.
void MeshFamilies::chooseBase() {
  auto bytesOfOrder = [&](sdy::MeshAttr mesh) {
    double bytes = 0;
    for (Family &other : families)
      if (other.mesh().getDeviceIds() == mesh.getDeviceIds())
        bytes += other.borderBytes;
    return bytes;
  };
  auto axisCount = [](sdy::MeshAttr mesh) {
    return llvm::count_if(mesh.getAxes(), [](auto axis) { return axis.getSize() > 1; });
  };
  auto rank = [&](unsigned i) {
    return std::pair(bytesOfOrder(families[i].mesh()), axisCount(families[i].mesh()));
  };
  for (unsigned i = 1; i < families.size(); ++i)
    if (rank(i) > rank(baseNumber))
      baseNumber = i;
}

/// Matches all families with the base: first those with its order of devices, as long as the base
/// is cut nowhere else.
LogicalResult MeshFamilies::match() {
  chooseBase();
  sdy::MeshAttr mesh = families[baseNumber].mesh();
  auto isLater = [&](unsigned i) {
    return i == baseNumber ? 0 : families[i].mesh().getDeviceIds() == mesh.getDeviceIds() ? 1 : 2;
  };
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, families.size()));
  llvm::sort(order, [&](unsigned l, unsigned r) {
    return std::pair(isLater(l), l) < std::pair(isLater(r), r);
  });
  // The base itself is matched first: its own cuts come before those of others.
  MeshMatcher matcher(mesh);
  for (unsigned i : order) {
    std::optional<MeshMatch> match = matcher.match(families[i].mesh(), families[i].cuts);
    if (!match)
      return latest->emitError() << "uses mesh @" << families[i].op.getSymName() << " beside mesh @"
                                 << families[baseNumber].op.getSymName() << ", in which the "
                                 << mesh.getTotalSize()
                                 << " devices stand in another order; that is done for at most "
                                 << kMostReordered << " devices"
                                 << symbolNote(families[baseNumber].op)
                                 << symbolNote(families[i].op);
    families[i].match = std::move(*match);
  }
  return success();
}

} // namespace spmd
