// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gradients of reductions: over whole dims (reduce) and over windows that move (reduce_window,
// select_and_scatter). A sum hands its cotangent to all elements, a maximum to the largest ones.
#include "compiler/ops/gradient/gradients.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/reducer.h"

using namespace mlir;
using namespace spmd::stablehlo;

namespace spmd::ops {
namespace {

/// The dims 0 .. rank-1 without `dims`.
SmallVector<int64_t> without(ArrayRef<int64_t> dims, int64_t rank) {
  SmallVector<int64_t> kept;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(dims, d))
      kept.push_back(d);
  return kept;
}

/// A window of size 1 along each dim, which changes nothing.
SmallVector<WindowDim> trivialWindow(int64_t rank) {
  return SmallVector<WindowDim>(rank, WindowDim{.size = 1});
}

/// reduce_window of several inputs with one init each, without its body.
ReduceWindowOp reduceWindow(Backward &g, ValueRange inputs, ValueRange inits,
                            ArrayRef<WindowDim> window) {
  // The attributes are written out, so that readers need no defaults.
  auto list = [&](auto get) { return g.b.getDenseI64ArrayAttr(llvm::map_to_vector(window, get)); };
  SmallVector<int64_t> padding;
  for (const WindowDim &w : window)
    padding.append({w.low, w.high});
  auto paddingType = RankedTensorType::get({int64_t(window.size()), 2}, g.b.getI64Type());
  SmallVector<Type> types;
  for (Value input : inputs) {
    auto type = cast<RankedTensorType>(input.getType());
    types.push_back(windowedType(type, window, type.getElementType()));
  }
  return ReduceWindowOp::create(g.b, g.loc, types, inputs, inits,
                                list([](const WindowDim &w) { return w.size; }),
                                list([](const WindowDim &w) { return w.stride; }),
                                list([](const WindowDim &w) { return w.baseDilation; }),
                                list([](const WindowDim &w) { return w.windowDilation; }),
                                DenseIntElementsAttr::get(paddingType, padding));
}

/// The same of one input, whose elements `combiner` combines from `init` on.
Expr reduceWindow(Expr x, StringRef combiner, double init, ArrayRef<WindowDim> window) {
  Backward &g = *x.g;
  Expr first = g.number(init, RankedTensorType::get({}, x.element()));
  auto op = reduceWindow(g, x.value, first.value, window);
  OpBuilder::InsertionGuard guard(g.b);
  addReducer(g.b, g.loc, op.getBody(), combiner, x.element());
  return g.of(op->getResult(0));
}

/// For each element the product of the others of its row, without a division, which a zero would
/// spoil: those before it times those behind it. `x` is [rows.., n].
Expr othersMultiplied(Expr x) {
  Backward &g = *x.g;
  int64_t rank = x.type().getRank(), size = x.shape().back();
  Expr one = g.number(1, RankedTensorType::get({}, x.element()));
  // A prefix scan from either end, moved by one element.
  auto scan = [&](bool fromStart) {
    SmallVector<WindowDim> window = trivialWindow(rank);
    window.back() = {
        .size = size, .low = fromStart ? size - 1 : 0, .high = fromStart ? 0 : size - 1};
    SmallVector<int64_t> low(rank, 0), high = low, none = low;
    low.back() = fromStart ? 1 : -1, high.back() = -low.back();
    Expr products = reduceWindow(x, "stablehlo.multiply", 1, window);
    return g.of(PadOp::create(g.b, g.loc, products.value, one.value, low, high, none));
  };
  return scan(true) * scan(false);
}

/// The cotangent of the factors of a product over `dims`, from that of the result in their shape.
Expr factorGradient(Expr x, ArrayRef<int64_t> dims, Expr ct) {
  if (x.type().getNumElements() == 0) // no windows have size 0
    return ct;
  // [a, b, c] over {0, 2} -> transposed to [b, a, c], reshaped to [b, a c].
  int64_t rank = x.type().getRank(), size = 1;
  // All reduced dims become one, the last.
  SmallVector<int64_t> order = without(dims, rank), shape, inverse(rank);
  for (int64_t d : order)
    shape.push_back(x.shape()[d]);
  for (int64_t d : dims)
    order.push_back(d), size *= x.shape()[d];
  for (auto [i, d] : llvm::enumerate(order))
    inverse[d] = i;
  shape.push_back(size);
  Expr rows = transpose(x, order);
  Expr others = reshape(othersMultiplied(reshape(rows, shape)), rows.shape());
  return ct * transpose(others, inverse);
}

/// The cotangent of input `x` of a reduction to `out`, or a failure where `kind` has none.
FailureOr<Expr> inputGradient(ReduceOp op, Backward &g, Expr x, Expr out, Expr ct,
                              std::optional<ir::CombineKind> kind) {
  // What was reduced is broadcast back along the reduced dims.
  ArrayRef<int64_t> dims = op.getDimensions();
  SmallVector<int64_t> kept = without(dims, x.type().getRank());
  auto spread = [&](Expr reduced) {
    return broadcast(convert(reduced, x.element()), x.shape(), kept);
  };
  using enum ir::CombineKind;
  if (kind == Sum)
    return spread(ct);
  if (kind == Product)
    return factorGradient(x, dims, spread(ct));
  if (kind == Maximum || kind == Minimum) {
    // Elements that are equally large share the cotangent.
    Expr isChosen = convert(compare(x, "EQ", spread(out)), x.element());
    return spread(convert(ct, x.element()) / sum(isChosen, dims)) * isChosen;
  }
  return op.emitOpError("has no gradient: its body is no sum, product, maximum or minimum");
}

/// Whether initial value `i` is wanted, of which only sums have a gradient.
LogicalResult checkInit(Operation *op, Backward &g, Value init,
                        std::optional<ir::CombineKind> kind) {
  if (g.wants(init) && kind != ir::CombineKind::Sum)
    return op->emitOpError("has no gradient in its initial value, as its body is no sum");
  return success();
}

} // namespace

LogicalResult reduceGradient(ReduceOp op, Backward &g) {
  // Several inputs are reduced side by side by one body. Each result has a combiner of its own.
  unsigned count = op.getInputs().size();
  for (unsigned i = 0; i < count; ++i) {
    Expr ct = g.ct(i);
    if (!ct)
      continue;
    auto kind = count == 1 ? combinerOf(op.getBody()) : combinerOfPair(op.getBody(), i);
    Value init = op.getInitValues()[i];
    if (failed(checkInit(op, g, init, kind)))
      return failure();
    g.give(init, ct);
    if (!g.wants(i))
      continue;
    FailureOr<Expr> given = inputGradient(op, g, g.in(i), g.out(i), ct, kind);
    if (failed(given))
      return failure();
    g.give(i, *given);
  }
  return success();
}

/// Of a sum, each window hands its cotangent to its elements: a sum over windows again, in which
/// strides and the dilation of the operand change roles.
static Expr windowSumGradient(Expr ct, RankedTensorType operand, ArrayRef<WindowDim> window) {
  // As in a transposed convolution whose kernel is all ones (Dumoulin and Visin 2016, section 4).
  SmallVector<int64_t> low, high, interior;
  SmallVector<WindowDim> back;
  for (auto [d, w] : llvm::enumerate(window)) {
    auto dilated = [](int64_t size, int64_t by) { return size ? (size - 1) * by + 1 : 0; };
    int64_t reach = dilated(w.size, w.windowDilation);
    low.push_back(reach - w.low - 1);
    high.push_back(dilated(operand.getDimSize(d), w.baseDilation) + reach - 1 -
                   dilated(ct.shape()[d], w.stride) - low.back());
    interior.push_back(w.stride - 1);
    back.push_back({.size = w.size, .stride = w.baseDilation, .windowDilation = w.windowDilation});
  }
  return reduceWindow(pad(ct, low, high, interior), "stablehlo.add", 0, back);
}

/// select_and_scatter of cotangents to the largest or smallest element of each window.
static Expr scatterToChosen(Backward &g, Expr operand, Expr ct, StringRef direction,
                            ArrayRef<WindowDim> window) {
  // The routine of max pooling serves this op (SelectAndScatter::kernel).
  SmallVector<int64_t> sizes, strides, padding;
  for (const WindowDim &w : window) {
    sizes.push_back(w.size), strides.push_back(w.stride);
    padding.append({w.low, w.high});
  }
  auto paddingType = RankedTensorType::get({int64_t(window.size()), 2}, g.b.getI64Type());
  auto scalar = RankedTensorType::get({}, operand.element());
  auto op = SelectAndScatterOp::create(g.b, g.loc, operand.type(), operand.value, ct.value,
                                       g.zeros(scalar).value, g.b.getDenseI64ArrayAttr(sizes),
                                       g.b.getDenseI64ArrayAttr(strides),
                                       DenseIntElementsAttr::get(paddingType, padding));
  OpBuilder::InsertionGuard guard(g.b);
  addReducer(g.b, g.loc, op.getScatter(), "stablehlo.add", operand.element());
  Block *select = g.b.createBlock(&op.getSelect(), {}, {scalar, scalar}, {g.loc, g.loc});
  Expr keeps = compare(g.of(select->getArgument(0)), direction, g.of(select->getArgument(1)));
  ReturnOp::create(g.b, g.loc, keeps.value);
  return g.of(op.getResult());
}

/// The comparison by which a body on pairs (a, a') and (b, b') keeps one of them:
///   keep = compare(a, b), select(keep, a, b), select(keep, a', b')
static CompareOp pairChoice(Region &body) {
  ValueRange results = body.front().getTerminator()->getOperands();
  auto first = results.size() == 2 ? results[0].getDefiningOp<SelectOp>() : SelectOp();
  auto second = first ? results[1].getDefiningOp<SelectOp>() : SelectOp();
  auto keep = second ? first.getPred().getDefiningOp<CompareOp>() : CompareOp();
  auto is = [&](Value value, unsigned i) { return value == body.getArgument(i); };
  bool isChoice = keep && second.getPred() == first.getPred() && is(keep.getLhs(), 0) &&
                  is(keep.getRhs(), 2) && is(first.getOnTrue(), 0) && is(first.getOnFalse(), 2) &&
                  is(second.getOnTrue(), 1) && is(second.getOnFalse(), 3);
  return isChoice ? keep : CompareOp();
}

LogicalResult reduceWindowGradient(ReduceWindowOp op, Backward &g) {
  if (CompareOp keep = pairChoice(op.getBody())) {
    StringRef direction = stringifyComparisonDirection(keep.getComparisonDirection());
    for (unsigned i : {0, 1})
      if (Expr ct = g.ct(i); ct && g.wants(i))
        g.give(i, scatterToChosen(g, g.in(0), ct, direction, op.getWindow()));
    return success();
  }
  if (op.getInputs().size() != 1)
    return op.emitOpError("has no gradient: it reduces several inputs at once");
  if (g.in().type().getNumElements() == 0) {
    g.give(0u, g.zeros(g.in().type()));
    return success();
  }
  // Products and other bodies were expanded before, where the windows are a prefix scan.
  auto kind = combinerOf(op.getBody());
  SmallVector<WindowDim> window = op.getWindow();
  if (failed(checkInit(op, g, op.getInitValues()[0], kind)))
    return failure();
  Expr ct = convert(g.ct(), g.in().element());
  if (kind == ir::CombineKind::Sum) {
    if (g.wants(op.getInitValues()[0]))
      return op.emitOpError("has no gradient in its initial value, which each window adds");
    g.give(0u, windowSumGradient(ct, g.in().type(), window));
    return success();
  }
  bool hasHoles = llvm::any_of(
      window, [](const WindowDim &w) { return w.baseDilation != 1 || w.windowDilation != 1; });
  if (hasHoles || (kind != ir::CombineKind::Maximum && kind != ir::CombineKind::Minimum))
    return op.emitOpError("has no gradient: its windows are no sums, and no maxima or minima "
                          "without dilation");
  g.give(0u,
         scatterToChosen(g, g.in(), ct, kind == ir::CombineKind::Maximum ? "GE" : "LE", window));
  return success();
}

/// Each source value gets the cotangent of the element that its window chose. Windows reduce pairs
/// (element, its cotangent); the region `select` says which pair stays.
LogicalResult selectAndScatterGradient(SelectAndScatterOp op, Backward &g) {
  auto compares = op.getSelect().front().getTerminator()->getOperand(0).getDefiningOp<CompareOp>();
  using enum ComparisonDirection;
  bool isPlain = compares && compares.getLhs() == op.getSelect().getArgument(0) &&
                 compares.getRhs() == op.getSelect().getArgument(1) &&
                 llvm::is_contained({GE, GT, LE, LT}, compares.getComparisonDirection());
  if (!isPlain || combinerOf(op.getScatter()) != ir::CombineKind::Sum)
    return op.emitOpError("has no gradient: it does not add to the largest or smallest element of "
                          "each window");
  if (g.wants(2u))
    return op.emitOpError("has no gradient in its initial value");
  if (!g.wants(1u))
    return success();
  // Which element a window chose is found again, together with its cotangent.
  bool isLargest = llvm::is_contained({GE, GT}, compares.getComparisonDirection());
  Expr operand = g.in(0), ct = g.ct();
  auto scalar = RankedTensorType::get({}, operand.element());
  // Padding never wins: it holds the smallest number.
  Attribute bound = identityOf(isLargest ? ir::CombineKind::Maximum : ir::CombineKind::Minimum,
                               operand.element());
  Value worst = ConstantOp::create(g.b, g.loc, bound);
  auto pairs =
      reduceWindow(g, {operand.value, ct.value}, {worst, g.zeros(scalar).value}, op.getWindow());
  OpBuilder::InsertionGuard guard(g.b);
  SmallVector<Type> types(4, scalar);
  SmallVector<Location> locations(4, g.loc);
  Block *body = g.b.createBlock(&pairs.getBody(), {}, types, locations);
  auto argument = [&](unsigned i) { return g.of(body->getArgument(i)); };
  Expr keeps = compare(argument(0), stringifyComparisonDirection(compares.getComparisonDirection()),
                       argument(2));
  Value element = select(keeps, argument(0), argument(2)).value,
        cotangent = select(keeps, argument(1), argument(3)).value;
  ReturnOp::create(g.b, g.loc, ValueRange{element, cotangent});
  g.give(1, g.of(pairs->getResult(1)));
  return success();
}

} // namespace spmd::ops
