// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pulling an element: what it is made of, by the op's facets.
#include "compiler/codegen/loop_emitter.h"
#include "compiler/codegen/vector_math.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

static ArrayRef<int64_t> shapeOf(Value v) { return cast<RankedTensorType>(v.getType()).getShape(); }
static AffineMap keyOf(Value v, ArrayRef<AffineExpr> index) {
  return AffineMap::get(4096, 4096, index, v.getContext()); // as in the trace
}

void LoopEmitter::remember(Scope *scope, Value value, ArrayRef<AffineExpr> index,
                           llvm::Value *made) {
  scope->values[{value, keyOf(value, index)}] = made;
}

llvm::Value *LoopEmitter::pull(Value value, ArrayRef<AffineExpr> index) {
  Key key{value, keyOf(value, index)};
  for (Scope *s = current; s; s = s->parent)
    if (auto found = s->values.find(key); found != s->values.end())
      return found->second;
  Index kept(index);
  Scope *where = home(kept);
  std::optional<At> at;
  if (where != current)
    at.emplace(*this, where);
  llvm::Value *made = compute(value, kept);
  current->values[key] = made;
  return made;
}

llvm::Value *LoopEmitter::compute(Value value, ArrayRef<AffineExpr> index) {
  Type element = getElementTypeOrSelf(value);
  if (auto input = inputOf.find(value); input != inputOf.end()) {
    AffineExpr linear = algebra.linear(index, shapeOf(value));
    if (pass == 0 && kernel.passes > 1 && linear == elementNumber())
      rowInputs.insert({buffer(input->second), elementBytes(element)});
    return loadElement(buffer(input->second), element, linear);
  }
  Operation *op = value.getDefiningOp();
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)) && !constant.isSplat())
    return loadElement(constantTable(constant, element), element,
                       algebra.linear(index, shapeOf(value)));
  if (auto tile = row->tiles.find(value);
      tile != row->tiles.end() && tile->second.second < pass &&
      algebra.linear(index, shapeOf(value)) == elementNumber()) {
    AffineExpr column = algebra.constant(0);
    for (size_t d = kernel.rowDims; d < dims.size(); ++d)
      column = column * kernel.sizes[d] + dims[d];
    llvm::Type *type = tile->second.first->getAllocatedType();
    llvm::Value *loaded =
        load(tile->second.first, type, FusionTrace::bytesInRegister(value), column);
    return element.isInteger(1)
               ? b.CreateICmpNE(loaded, llvm::Constant::getNullValue(loaded->getType()))
               : loaded;
  }
  if (isElementwise(op))
    return arithmetic(op, value, index);
  if (auto r = reductions.find(op); r != reductions.end()) {
    for (const FusionPlan::Reduction &planned : plan.reductions)
      if (planned.op == op && planned.kind == FusionPlan::ReductionKind::PrefixScan)
        return continuePrefixScan(op, value, index);
      else if (planned.op == op && FusionPlan::isPartial(planned.kind))
        return sumPieces(planned, value, index);
    return reduceHere(op, value, index);
  }
  return choosePiece(op, algebra.move(op, Rules::of(op).index(op), index), 0);
}

llvm::Value *LoopEmitter::arithmetic(Operation *op, Value value, ArrayRef<AffineExpr> index) {
  SmallVector<llvm::Value *> arguments;
  for (Value operand : op->getOperands())
    arguments.push_back(pull(operand, shapeOf(operand).empty() ? ArrayRef<AffineExpr>() : index));
  const ElementCode &code = codes.of(op);
  for (int64_t dim : code.indexDims) {
    int lane = laneVariable(index[dim]);
    arguments.push_back(number(index[dim], lane < 0 ? 1 : variables[lane].lanes));
  }
  SmallVector<llvm::Value *> results =
      isExpOfAtMostZero(op, index)
          ? SmallVector<llvm::Value *>{emitExpOfAtMostZero(b, arguments[0])}
          : emitElements(b, code, arguments);
  for (auto [v, made, type] : llvm::zip_equal(op->getResults(), results, code.roundTo)) {
    if (type)
      made = roundTo(b, made, type);
    remember(current, v, index, made);
  }
  return results[cast<OpResult>(value).getResultNumber()];
}

/// The first piece from `first` on whose conditions hold: a branch where all lanes agree, a mask
/// where they may not. A piece with conditions of both kinds (a window in rows and columns) has the
/// other pieces behind its mask and behind its branch, which are twice the code. A chain of k
/// windows would be 2^k times the code, so the inner windows only have the mask.
llvm::Value *LoopEmitter::choosePiece(Operation *op, const IndexAlgebra::Pieces &pieces,
                                      size_t first) {
  // 2^2: two windows inside each other may double the code of the pieces behind them, as an update
  // of a padded value has them (the update's window, and the pad's). From the third window on code
  // stays the same in size and computes masks instead.
  constexpr unsigned kMostCopies = 4;
  llvm::Type *type = registerType(getElementTypeOrSelf(op->getResult(0)), b.getContext());
  if (first == pieces.pieces.size())
    return pieces.fill < 0 ? llvm::PoisonValue::get(type) : pull(op->getOperand(pieces.fill), {});
  const IndexAlgebra::Piece &piece = pieces.pieces[first];
  auto read = [&] { return pull(op->getOperand(piece.operand), piece.index); };
  auto rest = [&] { return choosePiece(op, pieces, first + 1); };
  if (piece.conditions.empty())
    return read();
  SmallVector<IndexAlgebra::Condition> uniform, perLane;
  int lane = -1;
  for (const IndexAlgebra::Condition &c : piece.conditions) {
    int l = laneVariable(c.expr);
    lane = std::max(lane, l);
    (l < 0 ? uniform : perLane).push_back(c);
  }
  auto select = [&](llvm::Value *mask, llvm::Value *there) -> llvm::Value * {
    llvm::Value *other = masked(b.CreateNot(mask), lane, rest);
    unsigned lanes = lanesOf(mask);
    return b.CreateSelect(mask, splatTo(b, there, lanes), splatTo(b, other, lanes));
  };
  auto readLanes = [&]() -> llvm::Value * {
    if (perLane.empty())
      return read();
    llvm::Value *mask = holds(perLane);
    return select(mask, masked(mask, lane, read));
  };
  if (uniform.empty())
    return readLanes();
  llvm::Value *out = nullptr;
  if (perLane.empty()) {
    conditional(holds(uniform), readLanes, rest, out);
    return out;
  }
  if (copiesOfCode >= kMostCopies) {
    llvm::Value *mask = holds(piece.conditions);
    conditional(
        holds(uniform), [&] { return masked(mask, lane, read); },
        [&] { return llvm::PoisonValue::get(type); }, out);
    return select(mask, out);
  }
  copiesOfCode *= 2;
  conditional(holds(uniform), readLanes, rest, out);
  copiesOfCode /= 2;
  return out;
}

/// A reduction that is computed where it is needed, by loops of its own.
llvm::Value *LoopEmitter::reduceHere(Operation *op, Value value, ArrayRef<AffineExpr> index) {
  const ReductionShape &shape = reductions.find(op)->second;
  unsigned outerLanes = 1;
  for (AffineExpr e : index)
    if (int lane = laneVariable(e); lane >= 0)
      outerLanes = variables[lane].lanes;
  Totals totals{op, current, outerLanes == 1, {}};
  SmallVector<AffineExpr> reduced(shape.reducedDims.size());
  unsigned innerLanes = 1;
  if (outerLanes == 1 && !shape.windowed)
    while (innerLanes < 32 &&
           int64_t(2 * innerLanes) <= shape.space.dims[shape.reducedDims.back()].size)
      innerLanes *= 2;

  auto step = [&](unsigned lanes) {
    SmallVector<IndexAlgebra::Condition> conditions;
    Index at = shape.operandIndex(algebra, index, reduced, conditions);
    SmallVector<llvm::Value *> elements;
    for (unsigned k = 0; k < shape.count; ++k) {
      auto read = [&] { return splatTo(b, pull(op->getOperand(k), at), lanes); };
      if (conditions.empty()) {
        elements.push_back(read());
        continue;
      }
      // Outside of the operand is the initial value, which need not be neutral.
      llvm::Value *inside = holds(conditions),
                  *none = splatTo(b, pull(op->getOperand(shape.count + k), {}), lanes),
                  *x = nullptr;
      if (lanesOf(inside) == 1) {
        conditional(inside, read, [&] { return none; }, x);
      } else {
        int lane = -1;
        for (const IndexAlgebra::Condition &c : conditions)
          lane = std::max(lane, laneVariable(c.expr));
        x = b.CreateSelect(inside, masked(inside, lane, read), none);
      }
      elements.push_back(x);
    }
    addTo(totals, elements, lanes);
  };
  std::function<void(size_t)> nest = [&](size_t d) {
    int64_t size = shape.space.dims[shape.reducedDims[d]].size;
    bool last = d + 1 == reduced.size();
    int64_t whole = last ? size / innerLanes * innerLanes : size;
    auto body = [&](int64_t low, int64_t count, unsigned lanes) {
      loop({i64(low), i64(low + count), false}, lanes, [&](llvm::Value *i) {
        reduced[d] = variable(i, low, count, lanes);
        last ? step(std::max(lanes, outerLanes)) : nest(d + 1);
      });
    };
    body(0, whole, last ? innerLanes : 1);
    if (whole < size)
      body(whole, size - whole, 1);
  };
  nest(0);
  SmallVector<llvm::Value *> results = roundTotals(op, total(totals, true, outerLanes));
  for (auto [v, made] : llvm::zip_equal(op->getResults(), results))
    remember(current, v, index, made);
  return results[cast<OpResult>(value).getResultNumber()];
}

} // namespace spmd
