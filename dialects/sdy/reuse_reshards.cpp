// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reshards of one value that agree. The StableHLO ops are known here by their names alone, as in
// data_flow.cpp.
#include "dialects/sdy/reuse_reshards.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

bool isOp(Operation *op, StringRef name) { return op && op->getName().getStringRef() == name; }

/// Where the value of a reshard comes from: root, then reshapes, then transposes.
struct Origin {
  Value root;
  Value flat;                          // before the transposes: a reshape of the root
  TensorShardingAttr flatSharding;     // what the reshard asks for, seen there
  SmallVector<Operation *, 4> changes; // the last one first
};

TensorShardingAttr beforeTranspose(TensorShardingAttr sharding, Operation *transpose) {
  auto permutation = transpose->getAttrOfType<DenseI64ArrayAttr>("permutation");
  SmallVector<DimensionShardingAttr> dims(sharding.getDimShardings());
  for (auto [to, from] : llvm::enumerate(permutation.asArrayRef()))
    dims[from] = sharding.getDimSharding(to);
  return sharding.withDimShardings(dims);
}

Origin originOf(ReshardOp op) {
  Origin origin{op.getInput(), {}, op.getSharding(), {}};
  auto stepBack = [&](StringRef name) -> Operation * {
    Operation *def = origin.root.getDefiningOp();
    if (!isOp(def, name))
      return nullptr;
    origin.changes.push_back(def);
    origin.root = def->getOperand(0);
    return def;
  };
  while (Operation *transpose = stepBack("stablehlo.transpose"))
    origin.flatSharding = beforeTranspose(origin.flatSharding, transpose);
  origin.flat = origin.root;
  while (stepBack("stablehlo.reshape")) {
  }
  return origin;
}

/// An axis as a factor of the row-major index: it cuts pieces of `from` elements into pieces of
/// `to` elements. Where a dim does not divide, the whole dim (its size, and the elements behind one
/// index) is written, too.
using Cut = std::tuple<Attribute, int64_t, int64_t, int64_t>;

std::optional<SmallVector<Cut>> layoutOf(ArrayRef<int64_t> shape, TensorShardingAttr sharding,
                                         MeshAttr mesh) {
  SmallVector<Cut> cuts;
  if (ShapedType::isDynamicShape(shape) || sharding.getRank() != static_cast<int64_t>(shape.size()))
    return std::nullopt;
  int64_t behind = 1;
  for (int64_t size : shape)
    behind *= size;
  for (auto [size, dim] : llvm::zip_equal(shape, sharding.getDimShardings())) {
    if (size == 0)
      return std::nullopt;
    int64_t piece = behind;
    behind /= size;
    bool divides = size % dim.getShardedSize(mesh) == 0;
    for (AxisRefAttr axis : dim.getAxes()) {
      int64_t part = divides ? piece / axis.getSize(mesh) : behind;
      cuts.push_back({axis, piece, part, divides ? 0 : size});
      piece = part;
    }
  }
  return cuts;
}

bool isSameLayout(Value left, TensorShardingAttr leftSharding, Value right,
                  TensorShardingAttr rightSharding, MeshAttr mesh) {
  if (leftSharding.getMeshOrRef() != rightSharding.getMeshOrRef() ||
      leftSharding.getReplicatedAxes() != rightSharding.getReplicatedAxes() ||
      leftSharding.getUnreducedAxes() != rightSharding.getUnreducedAxes() ||
      leftSharding.getReductionKind() != rightSharding.getReductionKind())
    return false;
  if (left.getType() == right.getType())
    return leftSharding.areDimAxesEqual(rightSharding);
  auto leftLayout = layoutOf(cast<ShapedType>(left.getType()).getShape(), leftSharding, mesh);
  auto rightLayout = layoutOf(cast<ShapedType>(right.getType()).getShape(), rightSharding, mesh);
  return leftLayout && leftLayout == rightLayout;
}

/// A reshard of `root`, or of a reshape of it, that comes before `op` and asks for the same layout.
ReshardOp findEarlier(ReshardOp op, const Origin &origin, MeshAttr mesh) {
  SmallVector<Value> seen = {origin.root};
  for (size_t i = 0; i < seen.size(); ++i)
    for (Operation *user : seen[i].getUsers()) {
      if (isOp(user, "stablehlo.reshape"))
        seen.push_back(user->getResult(0));
      auto earlier = dyn_cast<ReshardOp>(user);
      if (earlier && earlier != op && earlier->getBlock() == op->getBlock() &&
          earlier->isBeforeInBlock(op) &&
          isSameLayout(earlier.getInput(), earlier.getSharding(), origin.flat, origin.flatSharding,
                       mesh))
        return earlier;
    }
  return {};
}

} // namespace

LogicalResult reuseEarlierReshard(ReshardOp op, PatternRewriter &rewriter) {
  MeshAttr mesh = op.getSharding().getMesh(op);
  if (!mesh || mesh.isMaximal())
    return rewriter.notifyMatchFailure(op, "the mesh has no axes");
  Origin origin = originOf(op);
  ReshardOp earlier = findEarlier(op, origin, mesh);
  if (!earlier)
    return rewriter.notifyMatchFailure(op, "no earlier reshard of the value to this placement");
  rewriter.setInsertionPointAfter(earlier);
  Value value = earlier;
  if (value.getType() != origin.root.getType()) {
    OperationState reshape(op.getLoc(), "stablehlo.reshape", value, origin.root.getType());
    value = rewriter.create(reshape)->getResult(0);
  }
  for (Operation *change : llvm::reverse(origin.changes)) {
    IRMapping mapping;
    mapping.map(change->getOperand(0), value);
    value = rewriter.clone(*change, mapping)->getResult(0);
  }
  rewriter.replaceOp(op, value);
  return success();
}

} // namespace spmd::sdy
