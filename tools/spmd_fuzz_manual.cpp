// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random changes around sdy.manual_computation: wraps ops into one, also inside of another,
// and changes axes, shardings and collectives of existing ones. Most results are
// well-formed; the caller drops the others.
#include "compiler/structure/exchange.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Builders.h"
#include "tools/spmd_fuzz_mutate.h"

using namespace mlir;

namespace spmd::fuzz {

namespace {

/// Returns a random subset of the mesh's axes in random order; each axis is in it with
/// probability 1/2.
sdy::ManualAxesAttr randomManualAxes(sdy::MeshAttr mesh, Random &random) {
  SmallVector<StringAttr> axes;
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    if (below(random, 2))
      axes.insert(axes.begin() + below(random, axes.size() + 1),
                  StringAttr::get(mesh.getContext(), axis.getName()));
  return sdy::ManualAxesAttr::get(mesh.getContext(), axes);
}

/// Returns a sharding that a manual computation may have: the manual axes of each dim come
/// first and whole, and no sub-axes of them remain. Replicated axes lose the manual ones.
sdy::TensorShardingAttr manualFirst(sdy::TensorShardingAttr sharding, sdy::ManualAxesAttr manual) {
  MLIRContext *context = sharding.getContext();
  auto isManual = [&](sdy::AxisRefAttr axis) { return manual.containsAxis(axis.getName()); };
  SmallVector<sdy::DimensionShardingAttr> dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings()) {
    SmallVector<sdy::AxisRefAttr> axes;
    for (sdy::AxisRefAttr axis : dim.getAxes())
      if (isManual(axis))
        axes.push_back(sdy::AxisRefAttr::get(context, axis.getName()));
    llvm::copy_if(dim.getAxes(), std::back_inserter(axes),
                  [&](sdy::AxisRefAttr axis) { return !isManual(axis); });
    dims.push_back(dim.withAxes(axes));
  }
  auto replicated = llvm::filter_to_vector(sharding.getReplicatedAxes(),
                                           [&](sdy::AxisRefAttr axis) { return !isManual(axis); });
  return sdy::TensorShardingAttr::get(context, sharding.getMeshOrRef(), dims, replicated,
                                      sharding.getUnreducedAxes(), sharding.getReductionKind());
}

/// The type of a value inside of the body; null where an axis does not divide a dim evenly.
Type localType(Type global, sdy::TensorShardingAttr sharding, sdy::ManualAxesAttr manual,
               sdy::MeshAttr mesh) {
  auto tensor = cast<RankedTensorType>(global);
  SmallVector<int64_t> shape(tensor.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, sharding.getDimShardings()))
    for (sdy::AxisRefAttr axis : dim.getAxes())
      if (manual.containsAxis(axis.getName())) {
        if (size % axis.getSize(mesh))
          return {};
        size /= axis.getSize(mesh);
      }
  return tensor.clone(shape);
}

bool isStaticTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape();
}

/// Wraps an op into a manual computation with random manual axes and shardings:
///   x = f(y)  ->  x = manual_computation(y) { f on the local types }
/// Gives up where a value is no static tensor, shardings name different meshes, or a dim
/// does not divide.
void wrap(Operation *op, ModuleOp module, Random &random) {
  OpBuilder b(op);
  SmallVector<sdy::TensorShardingAttr> in, out;
  sdy::MeshAttr mesh;
  sdy::ManualAxesAttr manual;
  // Draws a sharding for an operand or a result. The first one decides about the mesh and
  // the manual axes; returns false where another one is on a different mesh.
  auto choose = [&](Value value, SmallVector<sdy::TensorShardingAttr> &list) {
    sdy::TensorShardingAttr sharding =
        isStaticTensor(value) ? randomSharding(module, sdy::getTensorRank(value), random) : nullptr;
    if (!sharding)
      return false;
    if (!mesh) {
      mesh = sharding.getMesh(module);
      manual = randomManualAxes(mesh, random);
    }
    list.push_back(manualFirst(sharding, manual));
    return sharding.getMesh(module) == mesh;
  };
  if (!llvm::all_of(op->getOperands(), [&](Value v) { return choose(v, in); }) ||
      !llvm::all_of(op->getResults(), [&](Value v) { return choose(v, out); }) ||
      op->getNumResults() == 0)
    return;
  auto computation = sdy::ManualComputationOp::create(
      b, op->getLoc(), op->getResultTypes(), op->getOperands(),
      sdy::TensorShardingPerValueAttr::get(b.getContext(), in),
      sdy::TensorShardingPerValueAttr::get(b.getContext(), out), manual);
  Block &body = computation.getBody().emplaceBlock();
  IRMapping values;
  SmallVector<Type> types;
  for (auto [operand, sharding] : llvm::zip_equal(op->getOperands(), in))
    types.push_back(localType(operand.getType(), sharding, manual, mesh));
  for (auto [result, sharding] : llvm::zip_equal(op->getResults(), out))
    types.push_back(localType(result.getType(), sharding, manual, mesh));
  // Some dim does not divide: the op stays as it was.
  if (llvm::is_contained(types, Type()))
    return computation.erase();
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    values.map(operand, body.addArgument(types[i], op->getLoc()));
  b.setInsertionPointToEnd(&body);
  Operation *inner = b.clone(*op, values);
  // The sharding of the whole op does not hold for its local form.
  inner->removeDiscardableAttr(sdy::kShardingAttr);
  for (auto [i, result] : llvm::enumerate(inner->getResults()))
    result.setType(types[op->getNumOperands() + i]);
  sdy::ReturnOp::create(b, op->getLoc(), inner->getResults());
  op->replaceAllUsesWith(computation.getResults());
  op->erase();
}

/// Inserts an all-reduce (a sum or a maximum) over random mesh axes behind a value of the
/// body.
void addSum(sdy::ManualComputationOp manual, sdy::MeshAttr mesh, Random &random) {
  Block &body = manual.getBody().front();
  SmallVector<Value> values;
  for (Operation &op : body)
    llvm::copy_if(op.getResults(), std::back_inserter(values), isStaticTensor);
  if (values.empty())
    return;
  Value value = values[below(random, values.size())];
  OpBuilder b(manual.getContext());
  b.setInsertionPointAfterValue(value);
  SmallVector<stablehlo::MeshAxisAttr> meshAxes;
  SmallVector<Attribute> axes;
  // The collective names its groups by axes of an inline mesh.
  for (sdy::MeshAxisAttr axis : mesh.getAxes()) {
    meshAxes.push_back(
        stablehlo::MeshAxisAttr::get(b.getContext(), axis.getName(), axis.getSize()));
    if (below(random, 2))
      axes.push_back(stablehlo::AxisRefAttr::get(b.getContext(), axis.getName(),
                                                 stablehlo::SubAxisInfoAttr()));
  }
  Attribute written = stablehlo::MeshAttr::get(b.getContext(), meshAxes, DenseIntElementsAttr());
  Exchange exchange;
  exchange.combine = below(random, 2) ? ir::CombineKind::Sum : ir::CombineKind::Maximum;
  exchange.groups =
      stablehlo::ReplicaGroupMeshAxesAttr::get(b.getContext(), written, b.getArrayAttr(axes));
  if (below(random, 4) == 0)
    exchange.kind = ir::CollectiveKind::Broadcast;
  Value sum =
      createExchange(b, value.getLoc(), exchange, value, value.getType(), 1 + below(random, 3));
  // All later uses read the sum.
  value.replaceAllUsesExcept(sum, sum.getDefiningOp());
}

/// Replaces the sharding of an operand or a result. In three of four cases the manual axes
/// stay, so that the types of the body still fit.
void changeBorder(sdy::ManualComputationOp manual, ModuleOp module, Random &random) {
  bool isIn = below(random, 2);
  SmallVector<sdy::TensorShardingAttr> list(isIn ? manual.getInShardings().getShardings()
                                                 : manual.getOutShardings().getShardings());
  if (list.empty())
    return;
  size_t i = below(random, list.size());
  if (sdy::TensorShardingAttr made = randomSharding(module, list[i].getRank(), random)) {
    sdy::TensorShardingAttr inside = sdy::withoutManualAxes(made, manual.getManualAxes());
    list[i] = below(random, 4) ? sdy::withManualAxes(inside, list[i], manual) : made;
  }
  auto made = sdy::TensorShardingPerValueAttr::get(manual.getContext(), list);
  isIn ? manual.setInShardingsAttr(made) : manual.setOutShardingsAttr(made);
}

} // namespace

/// One change: wraps an op, or changes the manual axes, a collective or a border of an
/// existing computation.
void mutateManual(ModuleOp module, Random &random) {
  SmallVector<sdy::ManualComputationOp> computations;
  SmallVector<Operation *> ops;
  // Ops directly in the module are functions and meshes, which cannot be wrapped.
  module.walk([&](Operation *op) {
    if (auto manual = dyn_cast<sdy::ManualComputationOp>(op))
      computations.push_back(manual);
    if (op->getParentOp() && op->getParentOp() != module && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  if (computations.empty() || below(random, 3) == 0) {
    if (!ops.empty())
      wrap(ops[below(random, ops.size())], module, random);
    return;
  }
  sdy::ManualComputationOp manual = computations[below(random, computations.size())];
  // Shardings name the mesh; the op itself does not.
  auto list = manual.getInShardings().getShardings().empty() ? manual.getOutShardings()
                                                             : manual.getInShardings();
  sdy::MeshAttr mesh = list.getShardings().empty() ? nullptr : list.getSharding(0).getMesh(module);
  if (!mesh)
    return;
  switch (below(random, 4)) {
  case 0:
    return manual.setManualAxesAttr(randomManualAxes(mesh, random));
  case 1:
    return addSum(manual, mesh, random);
  case 2:
    return changeBorder(manual, module, random);
  default: // wrap once more, around the computation or inside of it
    Operation *inner = &manual.getBody().front().front();
    wrap(below(random, 2) || inner->hasTrait<OpTrait::IsTerminator>() ? manual.getOperation()
                                                                      : inner,
         module, random);
  }
}

} // namespace spmd::fuzz
