// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batched forms of ops with a body on scalars, which stays as it is: reductions, windows, sorts and
// maps. All tensors of such an op have one shape, so that all are batched if one is.
#include "compiler/ops/batching/batchings.h"
#include "compiler/ops/region.h"
#include "compiler/ops/windows.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Whether one of the operands first .. end - 1 is batched.
static bool areBatched(Batching &g, unsigned first, unsigned end) {
  for (unsigned i = first; i < end; ++i)
    if (g.isBatched(i))
      return true;
  return false;
}

/// Initial values that differ by entry: the reduction begins with the identity of its body, and the
/// body's op combines the result with the initial value.
static LogicalResult startFromIdentity(ReduceOp op, Batching &g, unsigned n) {
  std::optional<ir::CombineKind> kind = combinerOf(op.getBody());
  DenseElementsAttr identity =
      kind && n == 1 ? identityOf(*kind, typeOf(op.getInputs()[0]).getElementType()) : nullptr;
  if (!identity)
    return g.oneByOne();
  int64_t d = g.isBatched(0) ? g.dim(0) : 0, reduced = 0;
  Value start = ConstantOp::create(g.b, g.loc, identity);
  Expr init = g.of(g.value(1));
  if (g.isBatched(0)) {
    for (int64_t each : op.getDimensions())
      reduced += each < d;
    d -= reduced;
    if (failed(g.clone({g.value(0), start}, d,
                       g.dims(op.getDimensionsAttrName(),
                              Batching::shifted(op.getDimensions(), d + reduced)))))
      return failure();
  } else {
    // All entries reduce the same elements.
    if (failed(g.clone({g.value(0), start}, Batched::kNone)))
      return failure();
    g.give(0, g.put(g.results[0], d), d);
  }
  Expr result = g.of(g.results[0].value);
  g.give(0, apply(opNameOf(*kind), broadcast(init, result.shape(), {d}), result).value, d);
  return success();
}

LogicalResult batchReduce(ReduceOp op, Batching &g) {
  unsigned n = op.getInputs().size();
  if (areBatched(g, n, 2 * n))
    return startFromIdentity(op, g, n);
  int64_t d = g.dim(),
          before = llvm::count_if(op.getDimensions(), [&](int64_t r) { return r < d; });
  SmallVector<Value> operands;
  for (unsigned i = 0; i < 2 * n; ++i)
    operands.push_back(i < n ? g.at(i, d) : g.value(i));
  return g.clone(operands, d - before,
                 g.dims(op.getDimensionsAttrName(), Batching::shifted(op.getDimensions(), d)));
}

/// The attributes of windows, with a window of one element along the batch at `dim`.
template <class OpT>
static SmallVector<NamedAttribute> withBatch(OpT op, Batching &g, int64_t dim) {
  auto windows = op.getWindow();
  windows.insert(windows.begin() + dim, WindowDim{1, 1, 0, 0, 1, 1});
  auto list = [&](auto member) {
    return llvm::map_to_vector(windows, [&](const WindowDim &each) { return each.*member; });
  };
  SmallVector<NamedAttribute> attributes{g.dims("window_dimensions", list(&WindowDim::size)),
                                         g.dims("window_strides", list(&WindowDim::stride)),
                                         g.b.getNamedAttr("padding", paddingAttr(g.b, windows))};
  // select_and_scatter has no dilations.
  if constexpr (requires { op.getBaseDilations(); }) {
    attributes.push_back(g.dims("base_dilations", list(&WindowDim::baseDilation)));
    attributes.push_back(g.dims("window_dilations", list(&WindowDim::windowDilation)));
  }
  return attributes;
}

LogicalResult batchReduceWindow(ReduceWindowOp op, Batching &g) {
  unsigned n = op.getInputs().size();
  if (areBatched(g, n, 2 * n)) // padding takes part with the initial value
    return g.oneByOne();
  int64_t d = g.dim();
  SmallVector<Value> operands;
  for (unsigned i = 0; i < 2 * n; ++i)
    operands.push_back(i < n ? g.at(i, d) : g.value(i));
  return g.clone(operands, d, withBatch(op, g, d));
}

LogicalResult batchSelectAndScatter(SelectAndScatterOp op, Batching &g) {
  if (g.isBatched(2))
    return g.oneByOne();
  int64_t d = g.dim();
  return g.clone({g.at(0, d), g.at(1, d), g.value(2)}, d, withBatch(op, g, d));
}

LogicalResult batchSort(SortOp op, Batching &g) {
  // A negative dim counts from the end.
  int64_t d = g.dim(), rank = typeOf(op.getInputs()[0]).getRank(), sorted = op.getDimension();
  sorted = Batching::shifted(sorted < 0 ? sorted + rank : sorted, d);
  return g.clone(g.allAt(d), d, g.number(op.getDimensionAttrName(), sorted));
}

LogicalResult batchMap(MapOp op, Batching &g) {
  int64_t d = g.dim();
  return g.clone(g.allAt(d), d,
                 g.dims(op.getDimensionsAttrName(),
                        llvm::to_vector(llvm::seq<int64_t>(op.getDimensions().size() + 1))));
}

/// Statistics are over all dims but the features, so that entries are features of their own.
LogicalResult batchNormalization(Batching &g) {
  int64_t feature = g.op->getAttrOfType<IntegerAttr>("feature_index").getInt();
  // Vectors are [features], other tensors have them at `feature`.
  auto featureOf = [&](Value value) { return typeOf(value).getRank() == 1 ? 0 : feature; };
  OperationState state(g.loc, g.op->getName().getStringRef());
  for (auto [i, operand] : llvm::enumerate(g.op->getOperands()))
    state.addOperands(g.merged(g.at(i, 0), 0, featureOf(operand)));
  for (Value result : g.op->getResults()) {
    SmallVector<int64_t> shape(typeOf(result).getShape());
    shape[featureOf(result)] *= g.size;
    state.addTypes(typeOf(result).clone(shape));
  }
  NamedAttrList attributes(g.op->getAttrDictionary());
  attributes.erase("sdy.sharding");
  state.addAttributes(attributes);
  Operation *made = g.b.create(state);
  for (auto [i, result] : llvm::enumerate(g.op->getResults())) {
    Batched parts = g.split(made->getResult(i), featureOf(result));
    g.give(i, parts.value, parts.dim);
  }
  return success();
}

} // namespace spmd::ops
