// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device forms of ops that combine the elements of sharded dims, as far as more than types
// changes: the init of a reduction counts once, not once per shard, and grouped convolutions have
// fewer groups on each device. Random bits are here, too: they depend on their place in the tensor.
#include "compiler/ops/device_form/device_form.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"
#include <numeric>

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Along sharded dims the first shard starts from the init, all others from the identity of the
/// body. An init that is the identity starts all of them. (Shardy folds the init into the result
/// once per shard.)
struct ReduceForm {
  using Op = ReduceOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    FailureOr<SmallVector<Type>> types = b.localResultTypes();
    if (failed(types))
      return failure();
    // Operands are n inputs, then n inits.
    unsigned n = op->getNumOperands() / 2;
    AxesOfDims dims = DeviceFormBuilder::axesOf(op->getOperand(0));
    // The axes along which the shards are reduced: of the first input, as all have the same.
    SmallVector<sdy::AxisRefAttr> axes;
    for (int64_t d : op.getDimensions())
      llvm::append_range(axes, dims[d]);
    for (unsigned i = 0; !axes.empty() && i < n; ++i) {
      auto type = cast<RankedTensorType>(op->getOperand(n + i).getType());
      auto combiner = combinerOfPair(op->getRegion(0), i);
      DenseElementsAttr identity =
          combiner ? identityOf(*combiner, type.getElementType()) : DenseElementsAttr();
      if (!identity)
        return op->emitOpError("reduces the sharded dims of ")
               << DeviceFormBuilder::shardingOf(op->getOperand(0))
               << " by a body that is not one sum, product, maximum or minimum, so the parts of "
                  "the shards have no start";
      if (isSplatOf(op->getOperand(n + i), identity))
        continue;
      sdy::MeshAttr mesh = b.meshOf(DeviceFormBuilder::shardingOf(op->getOperand(0)));
      Value first = b.reshape(b.isFirst(mesh, axes), {});
      b.operands[n + i] = b.make<SelectOp>(first, b.operands[n + i], b.constant(identity));
    }
    return SmallVector<Value>(b.clone(*types)->getResults());
  }
};

/// Groups are the major part of the dim that they divide, so shards divide the groups first: 8
/// groups on 4 devices are 2 groups on each, 2 groups on 4 devices half a group.
struct ConvolutionForm {
  using Op = ConvolutionOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    FailureOr<SmallVector<Type>> types = b.localResultTypes();
    if (failed(types))
      return failure();
    auto clone = cast<ConvolutionOp>(b.clone(*types));
    // A convolution of whole tensors keeps its attributes.
    bool isWhole = types->front() == op.getType();
    for (auto [global, local] : llvm::zip_equal(op->getOperands(), b.operands))
      isWhole &= global.getType() == local.getType();
    if (isWhole)
      return SmallVector<Value>{clone.getResult()};
    auto numbers = op.getDimensionNumbers();
    // Divides a number of groups by the shards of the dim that they lie in.
    auto divide = [&](int64_t groups, Value value, int64_t dim) -> FailureOr<int64_t> {
      // A value on a single device has a sharding without dims.
      sdy::TensorShardingAttr sharding = DeviceFormBuilder::shardingOf(value);
      Axes axes = DeviceFormBuilder::axesOf(value)[dim];
      int64_t shards = axes.empty() ? 1 : sdy::getShardedSize(axes, b.meshOf(sharding));
      int64_t groupShards = std::gcd(groups, shards);
      if (groupShards != std::min(groups, shards))
        return op->emitOpError("has ")
               << groups << " groups, which the " << shards << " shards of dim " << dim << " of "
               << sharding << " do not divide evenly";
      return groups / groupShards;
    };
    auto features =
        divide(op.getFeatureGroupCount(), op.getRhs(), numbers.getKernelOutputFeatureDimension());
    if (failed(features))
      return failure();
    auto batches = divide(op.getBatchGroupCount(), op.getLhs(), numbers.getInputBatchDimension());
    if (failed(batches))
      return failure();
    // Shardy builds the op new, without other attributes.
    clone.setFeatureGroupCount(*features);
    clone.setBatchGroupCount(*batches);
    clone->setDiscardableAttrs(DictionaryAttr::get(clone->getContext()));
    return SmallVector<Value>{clone.getResult()};
  }
};

/// All devices compute all bits, so that they are those of the global program, and slice their
/// part. (In Shardy every shard has the bits of the first one.)
struct RandomBitsForm {
  using Op = RngBitGeneratorOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op.getOutput());
    if (!local)
      return failure();
    // The next state is that of the global program, as all devices draw all bits.
    Operation *whole = b.clone(op->getResultTypes());
    SmallVector<Value> results(whole->getResults());
    if (local != op.getOutput().getType()) {
      whole->removeDiscardableAttr(sdy::kShardingAttr);
      results[1] = b.ownPart(b.meshOf(DeviceFormBuilder::shardingOf(op.getOutput())), results[1],
                             DeviceFormBuilder::axesOf(op.getOutput()), local.getShape());
    }
    return results;
  }
};

} // namespace

void addReductionDeviceForms(DeviceFormTable &table) {
  table.add<ReduceForm, ConvolutionForm, RandomBitsForm>();
}

} // namespace spmd::ops
