// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Derives the loops of an op from its iteration space; matmuls (spmd.dot) and views have their own
// rules.
#include "compiler/optimize/block_dims.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/kernels/reduction_shape.h"
#include "compiler/kernels/update_window.h"
#include "compiler/ops/elementwise.h"
#include "compiler/ops/rule.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"

using namespace mlir;

namespace spmd {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// The loops of a matmul in the order batch, free lhs, free rhs, contracted.
///   dot [b, m, k] x [b, k, n] -> [b, m, n]: b (0:0, 1:0 -> 0), m (0:1 -> 1), n (1:2 -> 2), k -> -1
SmallVector<OpDim> dimsOf(ir::DotOp op) {
  SmallVector<OpDim> dims;
  auto shape = [&](unsigned operand) { return typeOf(op->getOperand(operand)).getShape(); };
  // The dims of the result are permuted at will: placeOf[p] is the dim where loop p arrives.
  SmallVector<int64_t> placeOf(op.getResultPermutation().size());
  for (auto [i, p] : llvm::enumerate(op.getResultPermutation()))
    placeOf[p] = i;
  size_t next = 0;
  for (auto [l, r] : llvm::zip_equal(op.getLhsBatch(), op.getRhsBatch()))
    dims.push_back({{{0u, unsigned(l)}, {1u, unsigned(r)}}, placeOf[next++], shape(0)[l]});
  for (int64_t l : op.lhsFree())
    dims.push_back({{{0u, unsigned(l)}}, placeOf[next++], shape(0)[l]});
  for (int64_t r : op.rhsFree())
    dims.push_back({{{1u, unsigned(r)}}, placeOf[next++], shape(1)[r]});
  for (auto [l, r] : llvm::zip_equal(op.getLhsContract(), op.getRhsContract()))
    dims.push_back({{{0u, unsigned(l)}, {1u, unsigned(r)}}, -1, shape(0)[l]});
  return dims;
}

/// Whether the result of an op depends on its operands only, not on where an element lies. Excluded
/// are writes into a window, windowed reductions, and movements with guards, symbols, a fill value
/// or several pieces.
bool worksOnBlocks(Operation *op) {
  if (op->getNumOperands() == 0 || !isFusible(op) || updateWindow(op))
    return false;
  if (isElementwise(op))
    return true;
  if (op->getNumRegions()) {
    std::optional<ReductionShape> shape = reductionShape(op);
    return shape && !shape->windowed;
  }
  if (!Rules::of(op).index)
    return false;
  Movement movement = Rules::of(op).index(op);
  return movement.pieces.size() == 1 && movement.symbols.empty() && !movement.pieces[0].guard &&
         movement.fill < 0;
}

} // namespace

/// The loops of a view that only adds and drops dims of size one, because its index map need not
/// show them.
///   [4, 1, 8] -> [4, 8, 1]: loops of 4 (0 -> 0), 8 (2 -> 1) and 1 (-> 2)
static std::optional<SmallVector<OpDim>> dimsOfView(const View &view, Value result) {
  ArrayRef<int64_t> from = typeOf(view.base).getShape(), to = typeOf(result).getShape();
  SmallVector<OpDim> dims;
  size_t d = 0;
  for (auto [r, size] : llvm::enumerate(to)) {
    if (size == 1) {
      dims.push_back({{}, int64_t(r), 1});
      continue;
    }
    while (d < from.size() && from[d] == 1)
      ++d;
    if (d == from.size() || from[d] != size)
      return std::nullopt;
    dims.push_back({{{0u, unsigned(d++)}}, int64_t(r), size});
  }
  return view.offset || !view.moving.empty() ? std::nullopt : std::optional(std::move(dims));
}

/// Refuses ops with an index expression that is neither a dim nor a constant, such as d0 + d1 of a
/// window.
std::optional<SmallVector<OpDim>> blockDimsOf(Operation *op) {
  if (auto dot = dyn_cast<ir::DotOp>(op))
    return dimsOf(dot);
  if (op->getNumResults() != 1 || !Rules::of(op).space || !worksOnBlocks(op))
    return std::nullopt;
  if (std::optional<View> view = viewOf(op->getResult(0)))
    return dimsOfView(*view, op->getResult(0));
  IterationSpace space = Rules::of(op).space(op);
  SmallVector<OpDim> dims(space.dims.size());
  for (auto [dim, from] : llvm::zip_equal(dims, space.dims))
    dim.size = from.size;
  if (!space.resultMap(0))
    return std::nullopt;
  for (auto [d, expr] : llvm::enumerate(space.resultMap(0).getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || dims[dim.getPosition()].result >= 0)
      return std::nullopt;
    dims[dim.getPosition()].result = d;
  }
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    int64_t rank = typeOf(op->getOperand(i)).getRank();
    AffineMap map = space.operandMap(i);
    if (!map && rank > 0)
      return std::nullopt;
    for (int64_t d = 0; d < (map ? rank : 0); ++d)
      if (auto dim = dyn_cast<AffineDimExpr>(map.getResult(d)))
        dims[dim.getPosition()].operands.push_back({i, unsigned(d)});
      else if (!isa<AffineConstantExpr>(map.getResult(d)))
        return std::nullopt;
  }
  return dims;
}

/// Leading dims may be cut down to one index; the first dim with more is cut freely, and all dims
/// after it must be whole.
///   [8, 16, 32] cut into (4, 1, 1) or (8, 2, 1) parts: contiguous; (1, 2, 1) parts: not
bool isContiguousBlock(ArrayRef<int64_t> shape, ArrayRef<int64_t> cut, ArrayRef<int64_t> counts) {
  auto part = [&](size_t d) { return cut[d] < 0 ? shape[d] : shape[d] / counts[cut[d]]; };
  size_t d = 0;
  while (d < shape.size() && part(d) == 1)
    ++d;
  for (++d; d < shape.size(); ++d)
    if (part(d) != shape[d])
      return false;
  return true;
}

} // namespace spmd
