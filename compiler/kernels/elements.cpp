// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/elements.h"
#include "compiler/kernels/at_most_zero.h"
#include "compiler/kernels/partial_results.h"
#include "compiler/kernels/prefix_scans.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

Value Elements::at(Value value, ArrayRef<AffineExpr> index) {
  ElementKey key = keyOf(value, index);
  for (LoopScope *scope = b.current(); scope; scope = scope->parent)
    if (auto found = scope->values.find(key); found != scope->values.end())
      return found->second;
  Index kept(index);
  LoopBuilder::At at(b, s.index.home(kept));
  Value made = compute(value, kept);
  b.current()->values[key] = made;
  return made;
}

/// Emits an element: loads inputs and tables, and computes all other values from elements of their
/// operands.
Value Elements::compute(Value value, ArrayRef<AffineExpr> index) {
  Operation *op = value.getDefiningOp();
  Source source = s.sources.of(value, index, s.nest, s.algebra, [&] { return s.rowNumber(); });
  if (source == Source::Buffer) {
    unsigned input = s.inputOf.lookup(value);
    assert(!s.mayBeOverwritten(input) && "a result may take its place only after this");
    return s.access.load(s.buffer(input), s.algebra.linear(index, shapeOf(value)));
  }
  if (auto staged = s.row->staged.find(value);
      staged != s.row->staged.end() && staged->second.pass < s.pass &&
      s.algebra.linear(index, shapeOf(value)) == s.elementNumber())
    return s.access.load(staged->second.memory, s.columnNumber());
  switch (source) {
  case Source::Table: {
    DenseElementsAttr constant;
    matchPattern(op, m_Constant(&constant));
    return s.access.load(table(constant), s.algebra.linear(index, shapeOf(value)));
  }
  case Source::Splat:
  case Source::Arithmetic:
    return arithmetic(op, value, index);
  case Source::PrefixScan:
    return scans.at(op, value, index);
  case Source::Pieces:
    return partials.sum(*llvm::find_if(s.plan.reductions, [&](auto &r) { return r.op == op; }),
                        value, index);
  case Source::RowTotal:
    // The row's own total, though a chain of reshapes may have left its index in another form.
    if (Index own = s.algebra.delinear(s.rowNumber(), shapeOf(value)); ArrayRef(own) != index)
      return at(value, own);
    [[fallthrough]]; // a later pass may want it where no loop has accumulated it
  case Source::Reduction:
    return reduceHere(op, value, index);
  default:
    return choosePiece(op, s.algebra.move(op, Rules::of(op).index(op), index), 0);
  }
}

/// A constant that is not a splat, as an argument of the function.
Value Elements::table(DenseElementsAttr constant) {
  Value &known = tables[constant];
  if (known)
    return known;
  SmallVector<Attribute> all;
  if (auto before = s.function->getAttrOfType<ArrayAttr>(kTablesAttr))
    llvm::append_range(all, before);
  all.push_back(constant);
  s.function->setAttr(kTablesAttr, b.getArrayAttr(all));
  unsigned place = s.function.getNumArguments() - 2; // before the bounds
  (void)s.function.insertArgument(place,
                                  bufferType(constant.getElementType(), constant.getNumElements()),
                                  {}, s.function.getLoc());
  return known = s.function.getArgument(place);
}

/// The element of an elementwise op: operands at the same index (scalars at none), through the op's
/// code.
Value Elements::arithmetic(Operation *op, Value value, ArrayRef<AffineExpr> index) {
  SmallVector<Value> arguments;
  for (Value operand : op->getOperands())
    arguments.push_back(at(operand, operandIndex(operand, index)));
  const ElementCode &code = s.codes.of(op);
  for (int64_t dim : code.indexDims) {
    unsigned lanes = s.index.lanesOf(index[dim]);
    arguments.push_back(b.make<arith::IndexCastOp>(withLanes(b.getI64Type(), lanes),
                                                   s.index.number(index[dim], lanes)));
  }
  SmallVector<Value> results = cloneElements(b, code, arguments);
  if (op->hasAttr(kAtMostZeroAttr))
    results[0].getDefiningOp()->setAttr(kAtMostZeroAttr, b.getUnitAttr());
  for (auto [made, type] : llvm::zip_equal(results, code.roundTo))
    if (type)
      made = roundTo(b, made, type);
  return s.remember(value, index, results);
}

Value Elements::select(Value mask, unsigned variable, Value there,
                       llvm::function_ref<Value()> other) {
  Value outside =
      b.make<arith::XOrIOp>(mask, b.splat(b.constant(b.getBoolAttr(true)), lanesOf(mask)));
  Value otherwise = b.masked(outside, variable, other);
  unsigned lanes = lanesOf(mask);
  return b.make<arith::SelectOp>(mask, b.splat(there, lanes), b.splat(otherwise, lanes));
}

/// The first piece from `first` on whose conditions hold: a branch where all lanes agree, a mask
/// where they may not. A piece with conditions of both kinds (a window in rows and columns) has the
/// other pieces behind its mask and behind its branch, which are twice the code. A chain of k
/// windows would be 2^k times the code, so the inner windows only have the mask.
Value Elements::choosePiece(Operation *op, const IndexAlgebra::Pieces &pieces, size_t first) {
  // 2^2: two windows inside each other may double the code of the pieces behind them, as an update
  // of a padded value has them (the update's window, and the pad's). From the third window on code
  // stays the same in size and computes masks instead.
  constexpr unsigned kMostCopies = 4;
  Type type = registerType(getElementTypeOrSelf(op->getResult(0)));
  if (first == pieces.pieces.size()) // never asked for where no operand fills
    return pieces.fill < 0 ? b.zero(type) : at(op->getOperand(pieces.fill), {});
  const IndexAlgebra::Piece &piece = pieces.pieces[first];
  auto read = [&] { return at(op->getOperand(piece.operand), piece.index); };
  auto rest = [&] { return choosePiece(op, pieces, first + 1); };
  if (piece.conditions.empty())
    return read();
  SmallVector<IndexAlgebra::Condition> uniform, perLane;
  int lane = -1;
  for (const IndexAlgebra::Condition &c : piece.conditions) {
    int l = s.index.laneVariable(c.expr);
    lane = std::max(lane, l);
    (l < 0 ? uniform : perLane).push_back(c);
  }
  auto readLanes = [&]() -> Value {
    if (perLane.empty())
      return read();
    Value mask = s.index.holds(perLane);
    return select(mask, lane, b.masked(mask, lane, read), rest);
  };
  if (uniform.empty())
    return readLanes();
  if (perLane.empty())
    return b.choose(s.index.holds(uniform), readLanes, rest);
  if (copiesOfCode >= kMostCopies) {
    Value mask = s.index.holds(piece.conditions);
    Value there = b.choose(
        s.index.holds(uniform), [&] { return b.masked(mask, lane, read); },
        [&] { return b.zero(type); });
    return select(mask, lane, there, rest);
  }
  copiesOfCode *= 2;
  Value out = b.choose(s.index.holds(uniform), readLanes, rest);
  copiesOfCode /= 2;
  return out;
}

/// Adds one step of elements, `lanes` of each operand. Where the window may lie outside of the
/// operand, its lanes are read under a condition.
void Elements::reduceElement(InnerReduction &r, unsigned lanes) {
  SmallVector<IndexAlgebra::Condition> conditions;
  Index place = r.shape.operandIndex(s.algebra, r.index, r.reduced, conditions);
  SmallVector<Value> elements;
  for (unsigned k = 0; k < r.shape.count; ++k) {
    auto read = [&] { return b.splat(at(r.op->getOperand(k), place), lanes); };
    if (conditions.empty()) {
      elements.push_back(read());
      continue;
    }
    // Outside of the operand is the initial value, which need not be neutral.
    Value inside = s.index.holds(conditions),
          none = b.splat(at(r.op->getOperand(r.shape.count + k), {}), lanes);
    if (lanesOf(inside) == 1) {
      elements.push_back(b.choose(inside, read, [&] { return none; }));
      continue;
    }
    int lane = -1;
    for (const IndexAlgebra::Condition &c : conditions)
      lane = std::max(lane, s.index.laneVariable(c.expr));
    elements.push_back(b.make<arith::SelectOp>(inside, b.masked(inside, lane, read), none));
  }
  accumulators.add(r.totals, elements, lanes);
}

/// Loops over one reduced dim and those behind it. The last dim goes in steps of lanes, and its
/// rest one by one.
void Elements::reduceDims(InnerReduction &r, size_t dim) {
  int64_t size = r.shape.space.dims[r.shape.reducedDims[dim]].size;
  bool isLast = dim + 1 == r.reduced.size();
  int64_t whole = isLast ? size / r.innerLanes * r.innerLanes : size;
  auto part = [&](int64_t low, int64_t count, unsigned lanes) {
    b.loop(b.index(low), b.index(low + count), lanes, [&](Value i) {
      r.reduced[dim] = s.index.variable(i, low, count, lanes);
      isLast ? reduceElement(r, std::max(lanes, r.outerLanes)) : reduceDims(r, dim + 1);
    });
  };
  part(0, whole, isLast ? r.innerLanes : 1);
  if (whole < size)
    part(whole, size - whole, 1);
}

/// A reduction that is computed where its result is used, without a row that keeps it.
Value Elements::reduceHere(Operation *op, Value value, ArrayRef<AffineExpr> index) {
  constexpr unsigned kMostLanes = 32;
  const ReductionShape &shape = *s.sources.reduction(op);
  InnerReduction r{op, shape, index, {}, {}};
  r.reduced.resize(shape.reducedDims.size());
  for (AffineExpr e : index)
    r.outerLanes = std::max(r.outerLanes, s.index.lanesOf(e));
  r.totals = Totals{op, b.current(), r.outerLanes == 1, {}};
  if (r.outerLanes == 1 && !shape.windowed)
    while (r.innerLanes < kMostLanes &&
           int64_t(2 * r.innerLanes) <= shape.space.dims[shape.reducedDims.back()].size)
      r.innerLanes *= 2;
  reduceDims(r, 0);
  return s.remember(value, index,
                    accumulators.rounded(op, accumulators.total(r.totals, true, r.outerLanes)));
}

} // namespace spmd
