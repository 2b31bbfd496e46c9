// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes around sdy.manual_computation: ops move into one, inside of another, too; axes, shardings
// and collectives of those that are there change. Most results are well-formed; the
// caller drops the others.
#include "compiler/structure/exchange.h"
#include "dialects/sdy/manual.h"
#include "dialects/sdy/sdy.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/Builders.h"
#include "tools/spmd_fuzz_mutate.h"

using namespace mlir;

namespace spmd::fuzz {

namespace {

/// Any of the mesh's axes, each with even chance, in an order of its own.
sdy::ManualAxesAttr randomManualAxes(sdy::MeshAttr mesh, Random &random) {
  SmallVector<StringAttr> axes;
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    if (below(random, 2))
      axes.insert(axes.begin() + below(random, axes.size() + 1),
                  StringAttr::get(mesh.getContext(), axis.getName()));
  return sdy::ManualAxesAttr::get(mesh.getContext(), axes);
}

/// The sharding with the manual axes of each dim in front, whole, and no sub-axes of them anywhere.
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

/// What the body sees of a type; null where a dim is not divided evenly.
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

/// x = f(y)  ->  x = manual_computation(y) { f of the local types }.
void wrap(Operation *op, ModuleOp module, Random &random) {
  OpBuilder b(op);
  SmallVector<sdy::TensorShardingAttr> in, out;
  sdy::MeshAttr mesh;
  sdy::ManualAxesAttr manual;
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
  if (llvm::is_contained(types, Type()))
    return computation.erase();
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    values.map(operand, body.addArgument(types[i], op->getLoc()));
  b.setInsertionPointToEnd(&body);
  Operation *inner = b.clone(*op, values);
  inner->removeDiscardableAttr(sdy::kShardingAttr);
  for (auto [i, result] : llvm::enumerate(inner->getResults()))
    result.setType(types[op->getNumOperands() + i]);
  sdy::ReturnOp::create(b, op->getLoc(), inner->getResults());
  op->replaceAllUsesWith(computation.getResults());
  op->erase();
}

/// A sum over some mesh axes behind an op of the body.
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
  Value sum =
      createExchange(b, value.getLoc(), exchange, value, value.getType(), 1 + below(random, 3));
  value.replaceAllUsesExcept(sum, sum.getDefiningOp());
}

/// Another sharding at one border, with the manual axes where they were, so that the
/// body's types still fit.
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

void mutateManual(ModuleOp module, Random &random) {
  SmallVector<sdy::ManualComputationOp> computations;
  SmallVector<Operation *> ops;
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
  default: // one more around it, or inside of it
    Operation *inner = &manual.getBody().front().front();
    wrap(below(random, 2) || inner->hasTrait<OpTrait::IsTerminator>() ? manual.getOperation()
                                                                      : inner,
         module, random);
  }
}

} // namespace spmd::fuzz
