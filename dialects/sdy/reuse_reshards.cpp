// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds reshards of one value that request the same layout on the devices and keeps the first one.
// Transposes and reshapes are the ops with the traits PermutesDims and KeepsElementOrder.
#include "dialects/sdy/reuse_reshards.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace spmd::sdy {
namespace {

/// The chain root -> reshapes -> transposes that leads to the operand of a reshard.
struct Origin {
  Value root;
  Value flat;                          // operand of the first transpose: a reshape of the root
  TensorShardingAttr flatSharding;     // the sharding that the reshard requests, for `flat`
  SmallVector<Operation *, 4> changes; // the transposes and reshapes, last op first
};

/// The sharding of a transpose's operand that gives its result `sharding`: result dim `to` is
/// operand dim permutation[to].
TensorShardingAttr beforeTranspose(TensorShardingAttr sharding, Operation *transpose) {
  auto permutation = transpose->getAttrOfType<DenseI64ArrayAttr>("permutation");
  SmallVector<DimensionShardingAttr> dims(sharding.getDimShardings());
  for (auto [to, from] : llvm::enumerate(permutation.asArrayRef()))
    dims[from] = sharding.getDimSharding(to);
  return sharding.withDimShardings(dims);
}

/// Follows the operand of the reshard back, first through transposes, then through reshapes.
Origin originOf(ReshardOp op) {
  Origin origin{op.getInput(), {}, op.getSharding(), {}};
  Operation *def = origin.root.getDefiningOp();
  auto stepBack = [&] {
    origin.changes.push_back(def);
    origin.root = def->getOperand(0);
    def = origin.root.getDefiningOp();
  };
  for (; def && def->hasTrait<PermutesDims>(); stepBack())
    origin.flatSharding = beforeTranspose(origin.flatSharding, def);
  origin.flat = origin.root;
  while (def && def->hasTrait<KeepsElementOrder>())
    stepBack();
  return origin;
}

/// One axis of a sharding as a factor of the row-major index: the axis cuts pieces of `from`
/// elements into pieces of `to` elements. If the shards do not divide the dim, the cut also records
/// the size of the dim and the number of elements behind one of its indices. Equal lists of cuts
/// are equal layouts.
///   tensor<8x4> with [{"a"}, {}], a=2 -> (a, 32, 16)
///   tensor<32>  with [{"a"}], a=2     -> (a, 32, 16)
using Cut = std::tuple<Attribute, int64_t, int64_t, int64_t>;

/// The cuts that a sharding makes, major first. Nothing for dynamic or empty shapes, and for
/// shardings of another rank.
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
    // Shards that do not divide end in padding, so they are equal only to shards of the same dim.
    bool divides = size % dim.getShardedSize(mesh) == 0;
    for (AxisRefAttr axis : dim.getAxes()) {
      int64_t part = divides ? piece / axis.getSize(mesh) : behind;
      cuts.push_back({axis, piece, part, divides ? 0 : size});
      piece = part;
    }
  }
  return cuts;
}

/// Whether the two shardings put the same elements on every device. Values of one type are compared
/// by their dim axes, values of different types, which are reshapes of each other, by their cuts.
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

/// A reshard of `root`, or of a reshape of `root`, that stands before `op` in the same block and
/// requests the same layout; null if there is none.
ReshardOp findEarlier(ReshardOp op, const Origin &origin, MeshAttr mesh) {
  // The root and its reshapes. The list grows while the loop runs: a reshape of a reshape is
  // appended, too.
  SmallVector<Value> seen = {origin.root};
  for (size_t i = 0; i < seen.size(); ++i)
    for (Operation *user : seen[i].getUsers()) {
      if (user->hasTrait<KeepsElementOrder>())
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

/// Builds the result from the earlier reshard: a reshape back to the type of the root, then copies
/// of the reshapes and transposes that lead to `op`. All of them stand right behind the earlier
/// reshard.
LogicalResult reuseEarlierReshard(ReshardOp op, PatternRewriter &rewriter) {
  // On a maximal mesh shardings have no dims to compare.
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
    StringAttr reshape = earlier.getInput().getDefiningOp()->getName().getIdentifier();
    value = rewriter.create(op.getLoc(), reshape, value, TypeRange(origin.root.getType()))
                ->getResult(0);
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
