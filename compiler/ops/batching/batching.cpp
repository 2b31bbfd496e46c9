// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the ops of the batched program, and the two forms that serve most ops.
#include "compiler/ops/batching.h"
#include "compiler/ops/rule.h"
#include "dialects/sdy/values.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd {

// Elements that are quantized along a dim name its number.
Type batchedType(Type type, int64_t dim, int64_t size) {
  if (dim == Batched::kNone)
    return type;
  auto tensor = cast<RankedTensorType>(type);
  Type element = tensor.getElementType();
  if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    element = quant::UniformQuantizedPerAxisType::get(
        perAxis.getFlags(), perAxis.getStorageType(), perAxis.getExpressedType(),
        perAxis.getScales(), perAxis.getZeroPoints(),
        Batching::shifted(perAxis.getQuantizedDimension(), dim), perAxis.getStorageTypeMin(),
        perAxis.getStorageTypeMax());
  return RankedTensorType::get(Batching::inserted(tensor.getShape(), dim, size), element);
}

bool hasAxes(sdy::TensorShardingAttr sharding, ArrayRef<sdy::AxisRefAttr> axes) {
  return sharding && llvm::any_of(axes, [&](sdy::AxisRefAttr axis) {
           return sharding.anyOfAxisRef([&](sdy::AxisRefAttr own) { return own.overlaps(axis); });
         });
}

// An axis stands once in a sharding; callers refuse those that have one of the batch.
sdy::TensorShardingAttr batchedSharding(sdy::TensorShardingAttr sharding, int64_t dim,
                                        ArrayRef<sdy::AxisRefAttr> along) {
  if (!sharding || dim == Batched::kNone)
    return sharding;
  SmallVector<sdy::DimensionShardingAttr> dims(sharding.getDimShardings());
  dims.insert(dims.begin() + dim, sdy::DimensionShardingAttr::get(sharding.getContext(), along,
                                                                  /*isClosed=*/!along.empty()));
  return sharding.withDimShardings(dims);
}

int64_t Batching::dim() const {
  for (const Batched &each : in)
    if (each.isBatched())
      return each.dim;
  return Batched::kNone;
}

SmallVector<int64_t> Batching::shifted(ArrayRef<int64_t> dims, int64_t batch) {
  return llvm::map_to_vector(dims, [&](int64_t dim) { return shifted(dim, batch); });
}
SmallVector<int64_t> Batching::inserted(ArrayRef<int64_t> list, int64_t batch, int64_t entry) {
  SmallVector<int64_t> longer(list);
  longer.insert(longer.begin() + batch, entry);
  return longer;
}

/// Moves a dim; a reshape where it passes dims of size 1 only, as no element moves then.
static Expr moveDim(Expr x, int64_t from, int64_t to) {
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(x.type().getRank()));
  permutation.erase(permutation.begin() + from);
  permutation.insert(permutation.begin() + to, from);
  auto passed = x.shape().slice(std::min(from, to) + (from < to), std::abs(from - to));
  bool isReshape =
      x.shape()[from] == 1 || llvm::all_of(passed, [](int64_t size) { return size == 1; });
  if (!isReshape || isa<quant::QuantizedType>(x.element()))
    return transpose(x, permutation);
  return reshape(x, llvm::map_to_vector(permutation, [&](int64_t d) { return x.shape()[d]; }));
}

// Constants of one number and broadcasts are made larger, which saves the op that would copy them.
Value Batching::put(Batched from, int64_t dim) {
  if (from.isBatched())
    return from.dim == dim ? from.value : moveDim(of(from.value), from.dim, dim).value;
  auto type = cast<RankedTensorType>(batchedType(from.value.getType(), dim, size));
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  dims.erase(dims.begin() + dim);
  DenseElementsAttr constant;
  if (matchPattern(from.value, m_Constant(&constant)) && constant.isSplat())
    return ConstantOp::create(b, from.value.getLoc(), constant.resizeSplat(type));
  if (auto broadcast = from.value.getDefiningOp<BroadcastInDimOp>())
    return BroadcastInDimOp::create(
        b, loc, type, broadcast.getOperand(),
        b.getDenseI64ArrayAttr(shifted(broadcast.getBroadcastDimensions(), dim)));
  return BroadcastInDimOp::create(b, loc, type, from.value, b.getDenseI64ArrayAttr(dims));
}

Value Batching::movedTo(unsigned operand, int64_t dim) {
  return isBatched(operand) ? at(operand, dim) : value(operand);
}
SmallVector<Value> Batching::allAt(int64_t dim) {
  return llvm::map_to_vector(in, [&](const Batched &each) { return put(each, dim); });
}

Value Batching::integer(int64_t number, Type element) {
  return words.integers({number}, RankedTensorType::get({}, element)).value;
}

Value Batching::merged(Value value, int64_t batch, int64_t dim, int64_t outer) {
  // [.., B, .., outer * n, ..] -> [.., outer, B, n, ..] -> [.., outer * B * n, ..]
  Expr x = moveDim(of(value), batch, 0);
  SmallVector<int64_t> shape(x.shape().drop_front());
  SmallVector<int64_t> whole(shape), pieces(shape);
  whole[dim] *= size;
  pieces[dim] = outer;
  pieces.insert(pieces.begin() + dim + 1, shape[dim] / std::max<int64_t>(outer, 1));
  pieces.insert(pieces.begin(), size);
  return reshape(moveDim(reshape(x, pieces), 0, dim + 1), whole).value;
}

Batched Batching::split(Value value, int64_t dim, int64_t outer) {
  Expr x = of(value);
  int64_t all = x.shape()[dim], inner = all / (outer * size);
  SmallVector<int64_t> pieces(x.shape());
  pieces[dim] = size;
  pieces.insert(pieces.begin() + dim + 1, inner);
  if (outer == 1)
    return {reshape(x, pieces).value, dim};
  pieces.insert(pieces.begin() + dim, outer);
  SmallVector<int64_t> whole = inserted(x.shape(), 0, size);
  whole[dim + 1] = outer * inner;
  return {reshape(moveDim(reshape(x, pieces), dim + 1, 0), whole).value, 0};
}

// Shardings of the results are set by the driver, which knows the axes of the batch.
LogicalResult Batching::clone(ValueRange operands, ArrayRef<int64_t> dims,
                              ArrayRef<NamedAttribute> changed) {
  OperationState state(loc, op->getName().getStringRef());
  state.addOperands(operands);
  for (auto [result, dim] : llvm::zip_equal(op->getResults(), dims))
    state.addTypes(batchedType(result.getType(), dim, size));
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.erase("sdy.sharding");
  for (NamedAttribute attribute : changed)
    attributes.set(attribute.getName(), attribute.getValue());
  state.addAttributes(attributes);
  for (Region &region : op->getRegions()) {
    IRMapping captured(outside);
    region.cloneInto(state.addRegion(), captured);
  }
  Operation *made = b.create(state);
  for (auto [i, result] : llvm::enumerate(made->getResults()))
    give(i, result, dims[i]);
  return success();
}
LogicalResult Batching::clone(ValueRange operands, int64_t dim, ArrayRef<NamedAttribute> changed) {
  return clone(operands, SmallVector<int64_t>(op->getNumResults(), dim), changed);
}

LogicalResult Batching::refuse(const Twine &reason) {
  return op->emitOpError("has no batched form: ") << reason;
}

namespace {
/// The loop of oneByOne: its carried values are a counter and a buffer per result, of which trip i
/// writes row i.
struct EntryLoop {
  explicit EntryLoop(Batching &g) : g(g) {}
  Batching &g;
  OpBuilder inside{g.b.getContext()};
  Value entry;

  Backward words() { return Backward(g.op, inside, none); }
  Cotangents none;

  /// The row of an operand for this trip; operands that are not batched come from outside.
  Value row(unsigned operand, Value front) {
    if (!g.isBatched(operand))
      return front;
    auto type = cast<RankedTensorType>(front.getType());
    SmallVector<int64_t> sizes(type.getShape());
    sizes[0] = 1;
    auto slice = DynamicSliceOp::create(inside, g.loc, type.clone(sizes), front, starts(type),
                                        inside.getDenseI64ArrayAttr(sizes));
    return ReshapeOp::create(inside, g.loc, type.clone(type.getShape().drop_front()), slice);
  }
  Value written(Value buffer, Value row) {
    auto type = cast<RankedTensorType>(buffer.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[0] = 1;
    Value update = ReshapeOp::create(inside, g.loc, type.clone(shape), row);
    return DynamicUpdateSliceOp::create(inside, g.loc, type, buffer, update, starts(type));
  }

private:
  SmallVector<Value> starts(RankedTensorType type) {
    Backward here = words();
    Value zero = here.integers({0}, cast<RankedTensorType>(entry.getType())).value;
    SmallVector<Value> starts(type.getRank(), zero);
    starts[0] = entry;
    return starts;
  }
};
} // namespace

// The loop counts by a constant, so that spmd-grad differentiates it.
LogicalResult Batching::oneByOne() {
  auto i32 = RankedTensorType::get({}, b.getI32Type());
  SmallVector<Value> fronts, carried{integer(0, b.getI32Type())};
  for (unsigned i = 0; i < in.size(); ++i)
    fronts.push_back(movedTo(i, 0));
  for (Value result : op->getResults())
    carried.push_back(words.zeros(batchedType(result.getType(), 0, size)).value);
  auto loop = WhileOp::create(b, loc, carried);
  Block &test = loop.getCond().front(), &body = loop.getBody().front();
  EntryLoop head(*this);
  head.inside.setInsertionPointToEnd(&test);
  Value count = head.words().integers({size}, i32).value;
  ReturnOp::create(head.inside, loc,
                   ValueRange{CompareOp::create(head.inside, loc, test.getArgument(0), count,
                                                ComparisonDirection::LT)});
  EntryLoop trip(*this);
  trip.inside.setInsertionPointToEnd(&body);
  trip.entry = body.getArgument(0);
  IRMapping operands(outside);
  for (auto [i, front] : llvm::enumerate(fronts))
    operands.map(op->getOperand(i), trip.row(i, front));
  Operation *alone = trip.inside.clone(*op, operands);
  Value one = trip.words().integers({1}, i32).value;
  SmallVector<Value> next{AddOp::create(trip.inside, loc, i32, trip.entry, one)};
  for (auto [buffer, row] : llvm::zip_equal(body.getArguments().drop_front(), alone->getResults()))
    next.push_back(trip.written(buffer, row));
  ReturnOp::create(trip.inside, loc, next);
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    give(i, loop->getResult(i + 1), 0);
  return success();
}

namespace ops {

// select of [4] by a batched scalar [8]: the predicate becomes [8, 4], as it differs by entry.
LogicalResult batchPointwise(Batching &g) {
  IterationSpace space = IterationSpace::pointwise(g.op);
  auto isWhole = [&](unsigned i) {
    auto type = cast<RankedTensorType>(g.op->getOperand(i).getType());
    return type.getRank() == int64_t(space.dims.size());
  };
  int64_t dim = 0;
  for (unsigned i = g.in.size(); i-- > 0;)
    if (g.isBatched(i) && isWhole(i))
      dim = g.dim(i);
  SmallVector<Value> operands;
  for (unsigned i = 0; i < g.in.size(); ++i) {
    if (isWhole(i)) {
      operands.push_back(g.at(i, dim));
    } else if (!g.isBatched(i)) {
      operands.push_back(g.value(i));
    } else {
      SmallVector<int64_t> shape;
      for (const IterationSpace::Dim &each : space.dims)
        shape.push_back(each.size);
      operands.push_back(
          broadcast(g.of(g.value(i)), Batching::inserted(shape, dim, g.size), {dim}).value);
    }
  }
  return g.clone(operands, dim);
}

LogicalResult batchInFront(Batching &g) { return g.clone(g.allAt(0), 0); }

LogicalResult batchEach(Batching &g) {
  SmallVector<Value> operands;
  SmallVector<int64_t> dims;
  for (const Batched &each : g.in) {
    operands.push_back(each.value);
    dims.push_back(each.dim);
  }
  return g.clone(operands, dims);
}

} // namespace ops
} // namespace spmd
