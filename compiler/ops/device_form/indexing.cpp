// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device forms of gather and scatter, whose indices are data. Indices are global, so a device
// subtracts the offset of its shard from them. A gather gives zeros for elements that other devices
// hold, and an all_reduce behind it adds the parts; a scatter skips updates that lie on other
// devices.
#include "compiler/ops/device_form/device_form.h"
#include "compiler/ops/known_range.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// Adds numbers along the vectors of an index tensor. Component j of each vector indexes dim
/// indexMap[j] of the operand; without a dim for the vectors there is one component.
class IndexVectors {
public:
  IndexVectors(DeviceFormBuilder &b, Value indices, int64_t vectorDim)
      : b(b), type(typeOf(indices)), vectorDim(vectorDim) {}

  Type element() const { return type.getElementType(); }
  RankedTensorType shapedType() const { return type; }
  bool hasVectorDim() const { return vectorDim < type.getRank(); }

  /// One number per component, each a tensor of rank 0, as a tensor of the shape of the indices.
  Value spread(ArrayRef<Value> numbers) const {
    if (numbers.size() == 1)
      return b.broadcast(numbers[0], type.getShape(), {});
    // Components may have different offsets; one that is not sharded has 0.
    SmallVector<Value> parts;
    for (Value number : numbers)
      parts.push_back(b.reshape(number, {1}));
    int64_t count = numbers.size();
    Value joined =
        b.make<ConcatenateOp>(RankedTensorType::get({count}, element()), parts, int64_t(0));
    return b.broadcast(joined, type.getShape(), {vectorDim});
  }
  /// The same of constants.
  Value spread(ArrayRef<int64_t> numbers) const {
    if (numbers.size() == 1)
      return b.constant(type.getShape(), element(), numbers[0]);
    auto integer = cast<IntegerType>(element());
    SmallVector<APInt> bits;
    for (int64_t number : numbers)
      bits.emplace_back(integer.getWidth(), number, /*isSigned=*/true, /*implicitTrunc=*/true);
    int64_t count = numbers.size();
    Value joined =
        b.constant(DenseElementsAttr::get(RankedTensorType::get({count}, element()), bits));
    return b.broadcast(joined, type.getShape(), {vectorDim});
  }
  /// The offset of this device's shard of a dim, in the type of the indices.
  Value offset(sdy::MeshAttr mesh, Axes axes, int64_t localSize) const {
    return b.make<ConvertOp>(RankedTensorType::get({}, element()), b.offset(mesh, axes, localSize));
  }
  Value constant(int64_t number) const { return b.constant({}, element(), number); }
  /// The greatest number that an index can be.
  int64_t greatest() const { return greatestOf(cast<IntegerType>(element())); }
  /// Fails if the indices cannot hold the numbers of all elements of a dim.
  LogicalResult check(Operation *op, int64_t dim, int64_t size) const {
    if (size - 1 <= greatest())
      return success();
    return op->emitOpError("has indices of ")
           << element() << ", which cannot hold the positions in sharded dim " << dim << " of "
           << size << " elements";
  }

private:
  DeviceFormBuilder &b;
  RankedTensorType type;
  int64_t vectorDim;
};

/// The local form of a gather whose operand is sharded.
class GatherForm {
public:
  using Op = GatherOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    RankedTensorType local = b.localType(op.getResult()), from = b.localType(op.getOperand());
    if (!local || !from)
      return failure();
    if (from == op.getOperand().getType())
      return SmallVector<Value>{b.clone(TypeRange{local})->getResult(0)};
    return GatherForm(op, b, local, from).run();
  }

private:
  GatherForm(Op op, DeviceFormBuilder &b, RankedTensorType result, RankedTensorType operand)
      : op(op), b(b), result(result), local(operand), global(typeOf(op.getOperand())),
        numbers(op.getDimensionNumbers()), axes(DeviceFormBuilder::axesOf(op.getOperand())),
        mesh(b.meshOf(DeviceFormBuilder::shardingOf(op.getOperand()))),
        vectors(b, b.operands[1], numbers.getIndexVectorDim()) {}

  /// Whether a slice takes one element of the dim, whose shards are searched for it. Batching dims
  /// are sharded like the indices.
  bool isSearched(int64_t dim) {
    return !axes[dim].empty() && op.getSliceSizes()[dim] == 1 &&
           !llvm::is_contained(numbers.getOperandBatchingDims(), dim);
  }

  /// The order of the ops is Shardy's: clamped and shifted indices, masks of dims without index,
  /// the gather, then zeros where the mask is false.
  LocalResults run() {
    SmallVector<int64_t> sizes(op.getSliceSizes());
    for (int64_t d = 0; d < global.getRank(); ++d) {
      if (axes[d].empty() || sizes[d] == 1)
        continue;
      if (sizes[d] != global.getDimSize(d))
        return op->emitOpError("takes ")
               << sizes[d] << " of the " << global.getDimSize(d) << " elements of dim " << d
               << ", which is sharded; a slice of a sharded dim has one element or all of them";
      sizes[d] = local.getDimSize(d);
    }
    Value indices = b.operands[1], mask;
    ArrayRef<int64_t> map = numbers.getStartIndexMap();
    if (llvm::any_of(map, [&](int64_t d) { return isSearched(d); })) {
      for (int64_t d : map)
        if (isSearched(d) && failed(vectors.check(op, d, global.getDimSize(d))))
          return failure();
      std::tie(indices, mask) = searchIndices(map);
    }
    // A dim that no index moves is read at element 0, which the first shard has.
    for (int64_t d = 0; d < global.getRank(); ++d)
      if (isSearched(d) && !llvm::is_contained(map, d)) {
        Value offset = b.offset(mesh, axes[d], local.getDimSize(d));
        Value here = b.make<CompareOp>(offset, b.constant({}, b.builder.getI64Type(), 0),
                                       ComparisonDirection::EQ);
        if (mask && typeOf(mask).getRank() > 0)
          here = b.broadcast(here, typeOf(mask).getShape(), {});
        mask = mask ? b.make<AndOp>(mask, here) : here;
      }
    // The local gather clamps shifted indices, too; what it reads there is masked.
    b.operands[1] = indices;
    auto clone = cast<GatherOp>(b.clone(TypeRange{result}));
    clone.setSliceSizes(sizes);
    clone.setIndicesAreSortedAttr(b.builder.getBoolAttr(op.getIndicesAreSorted()));
    if (!mask)
      return SmallVector<Value>{clone.getResult()};
    DenseElementsAttr zeros = zerosOf(result);
    if (!zeros)
      return op->emitOpError("gathers elements of type ")
             << result.getElementType() << " from a sharded dim, which have no zero";
    return SmallVector<Value>{masked(clone.getResult(), mask, zeros)};
  }

  /// The indices minus the offsets of the shards, and for each component whether the shard has its
  /// element. They are clamped before, as a gather does with all indices; slices of several
  /// elements are clamped further by the local gather, in their unsharded dims.
  std::pair<Value, Value> searchIndices(ArrayRef<int64_t> map) {
    SmallVector<int64_t> last;
    // A bound that no index can pass bounds nothing.
    for (int64_t d : map)
      last.push_back(std::min(global.getDimSize(d) - 1, vectors.greatest()));
    Value zero = b.constant(vectors.shapedType().getShape(), vectors.element(), 0);
    Value index = b.make<ClampOp>(zero, b.operands[1], vectors.spread(last));
    SmallVector<Value> least, greatest;
    for (auto [d, limit] : llvm::zip_equal(map, last)) {
      if (!isSearched(d)) {
        least.push_back(vectors.constant(0));
        greatest.push_back(vectors.constant(limit));
        continue;
      }
      least.push_back(vectors.offset(mesh, axes[d], local.getDimSize(d)));
      greatest.push_back(b.make<AddOp>(least.back(), vectors.constant(local.getDimSize(d) - 1)));
    }
    Value offsets = vectors.spread(least), lasts = vectors.spread(greatest);
    Value shifted = b.make<SubtractOp>(index, offsets);
    Value above = b.make<CompareOp>(index, offsets, ComparisonDirection::GE);
    Value below = b.make<CompareOp>(index, lasts, ComparisonDirection::LE);
    return {shifted, b.make<AndOp>(above, below)};
  }

  /// `rows`, with zeros where the mask of the index vectors is false in some component.
  Value masked(Value rows, Value mask, DenseElementsAttr zeros) {
    RankedTensorType type = typeOf(rows);
    if (typeOf(mask).getRank() > 0 && vectors.hasVectorDim()) {
      Value yes = b.constant({}, b.builder.getI1Type(), 1);
      mask = ReduceOp::create(b.builder, b.loc, mask, yes,
                              ArrayRef<int64_t>{numbers.getIndexVectorDim()},
                              AndOp::getOperationName())
                 ->getResult(0);
    }
    // The dims of the mask are the batch dims of the result.
    SmallVector<int64_t> dims;
    if (typeOf(mask).getRank() > 0)
      for (int64_t d = 0; d < type.getRank(); ++d)
        if (!llvm::is_contained(numbers.getOffsetDims(), d))
          dims.push_back(d);
    mask = b.broadcast(mask, type.getShape(), dims);
    return b.make<SelectOp>(mask, rows, b.constant(zeros));
  }
  Op op;
  DeviceFormBuilder &b;
  RankedTensorType result, local, global;
  GatherDimensionNumbersAttr numbers;
  AxesOfDims axes;
  sdy::MeshAttr mesh;
  IndexVectors vectors;
};

/// Sharded updates: the first shard starts from the inputs, all others from the identity of the
/// combination. Sharded inputs: positions minus offset, so that updates of other devices lie
/// outside.
struct ScatterForm {
  using Op = ScatterOp;
  static LocalResults onDevice(Op op, DeviceFormBuilder &b) {
    unsigned n = op.getInputs().size();
    FailureOr<SmallVector<Type>> types = b.localResultTypes();
    if (failed(types))
      return failure();
    bool starts = false;
    if (failed(startOnFirst(op, b, starts)))
      return failure();
    FailureOr<bool> moves = subtractOffsets(op, b, n);
    if (failed(moves))
      return failure();
    auto clone = cast<ScatterOp>(b.clone(*types));
    if (starts || *moves) {
      clone.setIndicesAreSortedAttr(b.builder.getBoolAttr(op.getIndicesAreSorted()));
      clone.setUniqueIndicesAttr(b.builder.getBoolAttr(op.getUniqueIndices()));
    }
    return SmallVector<Value>(clone->getResults());
  }

  /// The axes of the batch dims of the indices that no input has: each shard adds its own updates.
  static SmallVector<sdy::AxisRefAttr> axesOfUpdates(Op op) {
    auto numbers = op.getScatterDimensionNumbers();
    SmallVector<sdy::AxisRefAttr> axes;
    for (auto [d, list] : llvm::enumerate(DeviceFormBuilder::axesOf(op.getScatterIndices())))
      if (int64_t(d) != numbers.getIndexVectorDim() &&
          !llvm::is_contained(numbers.getScatterIndicesBatchingDims(), int64_t(d)))
        llvm::append_range(axes, list);
    return axes;
  }

  /// Lets all shards of the updates but the first one start from the identity, so that the
  /// all_reduce behind the op counts the inputs once.
  static LogicalResult startOnFirst(Op op, DeviceFormBuilder &b, bool &starts) {
    SmallVector<sdy::AxisRefAttr> axes = axesOfUpdates(op);
    if (axes.empty())
      return success();
    starts = true;
    auto combiner = combinerOfPairs(op.getUpdateComputation());
    SmallVector<DenseElementsAttr> identities;
    for (Value input : op.getInputs())
      identities.push_back(combiner ? startOf(*combiner, typeOf(input).getElementType())
                                    : DenseElementsAttr());
    if (!combiner || llvm::is_contained(identities, DenseElementsAttr()))
      return op->emitOpError("has sharded updates, which its body does not combine by one sum, "
                             "product, maximum, minimum, `and` or `or`");
    // All inputs have one mask and, as a rule, one identity.
    sdy::MeshAttr mesh = b.meshOf(DeviceFormBuilder::shardingOf(op.getScatterIndices()));
    ArrayRef<int64_t> shape = typeOf(b.operands[0]).getShape();
    Value identity = b.constant(identities[0]);
    Value mask = b.broadcast(b.isFirst(mesh, axes), shape, {0});
    identity = b.broadcast(identity, shape, {});
    for (unsigned i = 0; i < op.getInputs().size(); ++i) {
      if (typeOf(b.operands[i]).getElementType() != typeOf(identity).getElementType())
        identity = b.broadcast(b.constant(identities[i]), shape, {});
      b.operands[i] = b.make<SelectOp>(mask, b.operands[i], identity);
    }
    return success();
  }
  /// The element from which other shards start; 0.0 for a sum, as in the reduction of a gather.
  static DenseElementsAttr startOf(ir::CombineKind kind, Type element) {
    return kind == ir::CombineKind::Sum ? zerosOf(RankedTensorType::get({}, element))
                                        : identityOf(kind, element);
  }

  /// Returns whether the positions changed.
  static FailureOr<bool> subtractOffsets(Op op, DeviceFormBuilder &b, unsigned n) {
    auto numbers = op.getScatterDimensionNumbers();
    Value input = op.getInputs()[0];
    RankedTensorType global = typeOf(input), local = b.localType(input);
    if (!local)
      return failure();
    AxesOfDims axes = DeviceFormBuilder::axesOf(input);
    AxesOfDims updateAxes = DeviceFormBuilder::axesOf(op.getUpdates()[0]);
    RankedTensorType update = typeOf(op.getUpdates()[0]);
    ArrayRef<int64_t> map = numbers.getScatterDimsToOperandDims();
    IndexVectors vectors(b, b.operands[n], numbers.getIndexVectorDim());
    // Which dims of the inputs are searched by indices.
    SmallVector<bool> isMoved(global.getRank(), false);
    for (int64_t d = 0, window = 0; d < global.getRank(); ++d) {
      // `w` is the dim of the updates that runs along dim d of the inputs, if there is one.
      bool isInserted = llvm::is_contained(numbers.getInsertedWindowDims(), d);
      bool isBatch = llvm::is_contained(numbers.getInputBatchingDims(), d);
      int64_t w = isInserted || isBatch ? -1 : numbers.getUpdateWindowDims()[window++];
      if (axes[d].empty() || isBatch ||
          (w >= 0 && updateAxes[w] == axes[d] && update.getDimSize(w) == global.getDimSize(d)))
        continue;
      if (!llvm::is_contained(map, d))
        return op->emitOpError("has updates for dim ")
               << d
               << " that no index moves; such a dim cannot be sharded unless the updates are "
                  "sharded alike";
      // A window of one element lies on one device, a longer one may not.
      if (w >= 0 && update.getDimSize(w) != 1)
        return op->emitOpError("has windows of ")
               << update.getDimSize(w) << " elements along dim " << d
               << ", which is sharded; they may lie on two devices";
      if (failed(vectors.check(op, d, global.getDimSize(d))))
        return failure();
      isMoved[d] = true;
    }
    if (llvm::none_of(isMoved, [](bool moved) { return moved; }))
      return false;
    sdy::MeshAttr mesh = b.meshOf(DeviceFormBuilder::shardingOf(input));
    // The order of the components is that of the index vectors.
    SmallVector<Value> offsets;
    for (int64_t d : map)
      offsets.push_back(isMoved[d] ? vectors.offset(mesh, axes[d], local.getDimSize(d))
                                   : vectors.constant(0));
    b.operands[n] = b.make<SubtractOp>(b.operands[n], vectors.spread(offsets));
    return true;
  }
};

} // namespace

void addIndexingDeviceForms(DeviceFormTable &table) { table.add<GatherForm, ScatterForm>(); }

} // namespace spmd::ops
