// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms of collectives of a manual computation, which work on all entries at once, of ops
// with implicit broadcasts, and of the markers by which a function names the batch axis itself.
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

// The name of the axis, which tells markers from other calls.
static constexpr llvm::StringLiteral kAxis = "spmd.axis";

std::optional<StringRef> batchAxisOf(Operation *op) {
  auto call = dyn_cast<CustomCallOp>(op);
  auto axis = op->getAttrOfType<StringAttr>(kAxis);
  if (!call || !axis || !call.getCallTargetName().starts_with("spmd."))
    return std::nullopt;
  return axis.getValue();
}

namespace ops {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

// The dims that the attributes name are those of all operands.
LogicalResult batchCollective(Batching &g, ArrayRef<StringRef> dims) {
  int64_t d = g.dim();
  SmallVector<NamedAttribute> changed;
  for (StringRef name : dims)
    changed.push_back(
        g.number(name, Batching::shifted(g.op->getAttrOfType<IntegerAttr>(name).getInt(), d)));
  return g.clone(g.allAt(d), d, changed);
}

LogicalResult batchFromRoots(Batching &g, bool hasRoots) {
  if (hasRoots && g.isBatched(g.in.size() - 1))
    return g.refuse("its roots differ by entry of the batch");
  return batchEach(g);
}

LogicalResult batchBroadcasting(Batching &g) {
  // Dims of an operand become the last ones of the result, or those that the op names.
  auto type = typeOf(g.op->getResult(0));
  int64_t rank = type.getRank();
  auto named = g.op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  OperationState state = *withoutBroadcast(g.op);
  for (auto [i, operand] : llvm::enumerate(g.op->getOperands())) {
    int64_t own = typeOf(operand).getRank();
    bool isNamed = named && named.size() == own && own != rank;
    SmallVector<int64_t> to = isNamed ? SmallVector<int64_t>(named.asArrayRef())
                                      : llvm::to_vector(llvm::seq(rank - own, rank));
    to = Batching::shifted(to, 0);
    if (g.isBatched(i))
      to = Batching::inserted(to, g.dim(i), 0);
    SmallVector<int64_t> shape = Batching::inserted(type.getShape(), 0, g.size);
    Expr x = g.of(g.value(i));
    state.operands.push_back(broadcast(x, shape, to).value);
  }
  state.addTypes(batchedType(type, 0, g.size));
  g.give(0, g.b.create(state)->getResult(0), 0);
  return success();
}

namespace {

/// A marker along the axis of this batch. Its operand may be the same for all entries.
struct Marker {
  CustomCallOp op;
  Batching &g;

  FailureOr<int64_t> dim(StringRef name, int64_t rank) {
    auto attr = op->getAttrOfType<IntegerAttr>(name);
    if (!attr || attr.getInt() < 0 || attr.getInt() >= rank)
      return op.emitOpError("needs ") << name << ", a dim below " << rank;
    return attr.getInt();
  }
  LogicalResult give(Value value, int64_t dim) {
    Type type = batchedType(op->getResult(0).getType(), dim, g.size);
    if (value.getType() != type)
      return op.emitOpError("has a result of type ")
             << op->getResult(0).getType() << ", which does not fit to an axis of " << g.size
             << " entries";
    g.give(0, value, dim);
    return success();
  }

  /// The sum, maximum or minimum over the entries, which is the same for all of them.
  LogicalResult reduced(StringRef combiner) {
    if (g.isBatched(0))
      return give(reduce(g.of(g.value(0)), combiner, {g.dim(0)}).value, Batched::kNone);
    Expr x = g.of(g.value(0));
    if (combiner == "stablehlo.add")
      x = double(g.size) * x;
    return give(x.value, Batched::kNone);
  }
  /// The number of the entry.
  LogicalResult index() {
    auto type = cast<RankedTensorType>(batchedType(op->getResult(0).getType(), 0, g.size));
    if (type.getRank() != 1 || !isa<IntegerType>(type.getElementType()))
      return op.emitOpError("gives the number of an entry, which is an integer scalar and no ")
             << op->getResult(0).getType();
    return give(IotaOp::create(g.b, g.loc, type, 0), 0);
  }
  /// The values of all entries along a new dim of every entry's result.
  LogicalResult gathered() {
    FailureOr<int64_t> at = dim("spmd.dim", typeOf(op->getOperand(0)).getRank() + 1);
    if (failed(at))
      return failure();
    return give(g.at(0, *at), Batched::kNone);
  }
  /// Entry b gets row b of the sum.
  LogicalResult scattered() {
    FailureOr<int64_t> at = dim("spmd.dim", typeOf(op->getOperand(0)).getRank());
    if (failed(at))
      return failure();
    Expr x = g.of(g.value(0));
    return give(g.isBatched(0) ? sum(x, {g.dim(0)}).value : (double(g.size) * x).value, *at);
  }
  /// Entry b gets row b of all entries: the batch and the split dim change places.
  LogicalResult exchanged() {
    int64_t rank = typeOf(op->getOperand(0)).getRank();
    FailureOr<int64_t> from = dim("spmd.split", rank), to = dim("spmd.concat", rank);
    if (failed(from) || failed(to))
      return failure();
    // [B, .. d ..] with the batch in front; without the split dim, the rest has rank - 1 dims.
    SmallVector<int64_t> permutation;
    for (int64_t d = 0; d < rank; ++d)
      if (d != *from)
        permutation.push_back(d + 1);
    permutation.insert(permutation.begin() + *to, 0);
    permutation.insert(permutation.begin(), *from + 1);
    return give(transpose(g.of(g.at(0, 0)), permutation).value, 0);
  }
  /// Entry t gets the value of entry s for each pair (s, t), and zeros without a pair.
  LogicalResult permuted() {
    auto pairs = op->getAttrOfType<DenseIntElementsAttr>("spmd.pairs");
    if (!pairs || pairs.getNumElements() % 2)
      return op.emitOpError("needs spmd.pairs, a list of sources and targets");
    SmallVector<int64_t> source(g.size, 0), flags(g.size, 0);
    auto numbers = llvm::to_vector(pairs.getValues<APInt>());
    for (size_t i = 0; i + 1 < numbers.size(); i += 2) {
      int64_t from = numbers[i].getSExtValue(), to = numbers[i + 1].getSExtValue();
      if (from < 0 || to < 0 || from >= g.size || to >= g.size || flags[to])
        return op.emitOpError("sends from ") << from << " to " << to << ", but there are " << g.size
                                             << " entries, each of which has one source at most";
      source[to] = from;
      flags[to] = 1;
    }
    Expr x = g.of(g.at(0, 0));
    auto type = RankedTensorType::get({g.size, 1}, g.b.getI32Type());
    SmallVector<int64_t> sizes(x.shape()),
        window = llvm::to_vector(llvm::seq<int64_t>(1, sizes.size()));
    sizes[0] = 1;
    auto dims = GatherDimensionNumbersAttr::get(op.getContext(), window, {0}, {}, {}, {0}, 1);
    Expr moved =
        g.of(GatherOp::create(g.b, g.loc, x.type(), x.value, g.words.integers(source, type).value,
                              dims, g.b.getDenseI64ArrayAttr(sizes), g.b.getBoolAttr(false)));
    if (llvm::is_contained(flags, 0)) {
      auto bits = RankedTensorType::get({g.size}, g.b.getI1Type());
      Expr isTarget = broadcast(g.words.integers(flags, bits), x.shape(), {0});
      moved = select(isTarget, moved, g.words.zeros(x.type()));
    }
    return give(moved.value, 0);
  }
};

/// A marker of another axis, which an outer batch will resolve: it works on all entries of this one
/// at once.
LogicalResult batchOuterMarker(Batching &g) {
  SmallVector<NamedAttribute> changed;
  for (StringRef name : {"spmd.dim", "spmd.split", "spmd.concat"})
    if (auto dim = g.op->getAttrOfType<IntegerAttr>(name))
      changed.push_back(g.number(name, dim.getInt() + 1));
  return g.clone(g.allAt(0), 0, changed);
}

} // namespace

LogicalResult batchMarker(CustomCallOp op, Batching &g) {
  if (*batchAxisOf(op) != g.axis)
    return batchOuterMarker(g);
  Marker marker{op, g};
  StringRef name = op.getCallTargetName().drop_front(5); // spmd.
  bool isIndex = name == "axis_index";
  if (op->getNumOperands() != !isIndex || op->getNumResults() != 1)
    return op.emitOpError("takes ")
           << (isIndex ? "no operand" : "one operand") << " and has one result";
  if (isIndex)
    return marker.index();
  if (name == "psum")
    return marker.reduced("stablehlo.add");
  if (name == "pmax")
    return marker.reduced("stablehlo.maximum");
  if (name == "pmin")
    return marker.reduced("stablehlo.minimum");
  if (name == "all_gather")
    return marker.gathered();
  if (name == "psum_scatter")
    return marker.scattered();
  if (name == "all_to_all")
    return marker.exchanged();
  if (name == "ppermute")
    return marker.permuted();
  return op.emitOpError("is no marker of a batch axis; there are psum, pmax, pmin, all_gather, "
                        "psum_scatter, all_to_all, ppermute and axis_index");
}

} // namespace ops
} // namespace spmd
