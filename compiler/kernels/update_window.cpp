// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises windows and orders by the facet `index` alone. A window has two pieces, of which the
// first is shifted and guarded and the second is the unchanged operand.
#include "compiler/kernels/update_window.h"
#include "compiler/ops/rule.h"

using namespace mlir;

namespace spmd {

// The offset along dim d is d - map(d); it must not depend on the dims.
std::optional<UpdateWindow> updateWindow(Operation *op) {
  const OpRules &rules = Rules::of(op);
  if (!rules.index)
    return std::nullopt;
  Movement movement = rules.index(op);
  // Pad has a fill value, and concatenate has two shifted pieces: neither is a window.
  if (movement.pieces.size() != 2 || movement.fill >= 0 || !movement.pieces[0].guard ||
      movement.pieces[1].guard)
    return std::nullopt;
  // An unclamped start could leave the window partly outside.
  if (!movement.pieces[1].map.isIdentity() ||
      llvm::any_of(movement.symbols, [](auto &s) { return !s.clamped; }))
    return std::nullopt;
  UpdateWindow window{
      op->getOperand(movement.pieces[1].operand), op->getOperand(movement.pieces[0].operand), {}};
  AffineMap map = movement.pieces[0].map;
  if (map.getNumResults() != map.getNumDims())
    return std::nullopt;
  // dynamic_update_slice: map (d) -> (d - s), so the offset is s.
  for (auto [d, e] : llvm::enumerate(map.getResults())) {
    AffineExpr offset = simplifyAffineExpr(getAffineDimExpr(d, op->getContext()) - e,
                                           map.getNumDims(), map.getNumSymbols());
    for (unsigned i = 0; i < map.getNumDims(); ++i)
      if (offset.isFunctionOfDim(i))
        return std::nullopt;
    window.offsets.push_back(offset);
  }
  return window;
}

// Reads the offsets as symbols of the algebra and adds them to the index.
Index indexInWhole(IndexAlgebra &algebra, Operation *op, const UpdateWindow &window,
                   ArrayRef<AffineExpr> index) {
  SmallVector<AffineExpr> symbols;
  for (const MovementSymbol &s : Rules::of(op).index(op).symbols) {
    IndexAlgebra::Symbol symbol{op->getOperand(s.operand), {}, s.limit, s.clamped};
    for (AffineExpr e : s.at.getResults())
      symbol.at.push_back(algebra.simplify(e.replaceDimsAndSymbols(index, {})));
    symbols.push_back(algebra.symbol(symbol));
  }
  Index out;
  for (auto [offset, i] : llvm::zip_equal(window.offsets, index))
    out.push_back(algebra.simplify(i + offset.replaceDimsAndSymbols({}, symbols)));
  return out;
}

// Compares the index of a symbolic element.
bool readsWindow(Operation *op, Operation *update, const UpdateWindow &window) {
  const OpRules &rules = Rules::of(op);
  if (!rules.index || op->getNumResults() != 1 ||
      shapeOf(op->getResult(0)) != shapeOf(window.update))
    return false;
  IndexAlgebra algebra(op->getContext());
  Index element = algebra.newIndex(shapeOf(window.update));
  IndexAlgebra::Pieces pieces = algebra.move(op, rules.index(op), element);
  return pieces.pieces.size() == 1 && pieces.fill < 0 &&
         op->getOperand(pieces.pieces[0].operand) == window.whole &&
         llvm::equal(pieces.pieces[0].index, indexInWhole(algebra, update, window, element));
}

// Compares the numbers of a symbolic element in both tensors.
bool keepsOrder(Operation *op, Value operand) {
  const OpRules &rules = Rules::of(op);
  if (!rules.index || op->getNumResults() != 1 ||
      ShapedType::getNumElements(shapeOf(operand)) !=
          ShapedType::getNumElements(shapeOf(op->getResult(0))))
    return false;
  IndexAlgebra algebra(op->getContext());
  ArrayRef<int64_t> shape = shapeOf(op->getResult(0));
  Index element = algebra.newIndex(shape);
  IndexAlgebra::Pieces pieces = algebra.move(op, rules.index(op), element);
  return pieces.pieces.size() == 1 && pieces.fill < 0 && pieces.pieces[0].conditions.empty() &&
         op->getOperand(pieces.pieces[0].operand) == operand &&
         algebra.linear(pieces.pieces[0].index, shapeOf(operand)) == algebra.linear(element, shape);
}

} // namespace spmd
