// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Derives a ReductionShape from the iteration space of an op.
#include "compiler/kernels/reduction_shape.h"
#include "compiler/ops/region.h"
#include "compiler/ops/rule.h"

using namespace mlir;

namespace spmd {

// All operands must be indexed alike, and the region must be arithmetic that can be emitted.
std::optional<ReductionShape> reductionShape(Operation *op) {
  const OpRules &rules = Rules::of(op);
  if (!rules.space || op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock() ||
      op->getNumOperands() != 2 * op->getNumResults() || op->getNumResults() == 0)
    return std::nullopt;
  // reduce and reduce_window have as many initial values as operands.
  ReductionShape out{rules.space(op)};
  out.combine = &op->getRegion(0);
  out.count = op->getNumResults();
  if (out.combine->getNumArguments() != 2 * out.count)
    return std::nullopt;
  if (!isEmittableRegion(*out.combine))
    return std::nullopt;
  // [m, k] over k -> reducedDims = {1}, reducesLast.
  for (auto [i, dim] : llvm::enumerate(out.space.dims)) {
    if (dim.kind == DimKind::Sequential)
      return std::nullopt;
    if (dim.kind == DimKind::Reduction)
      out.reducedDims.push_back(i);
  }
  // Code generation needs one index map for all operands, and each result dim must be one loop.
  AffineMap operandMap = out.space.operandMap(0), resultMap = out.space.resultMap(0);
  if (out.reducedDims.empty() || !operandMap || !resultMap || !resultMap.isProjectedPermutation())
    return std::nullopt;
  for (unsigned k = 1; k < out.count; ++k)
    if (out.space.operandMap(k) != operandMap)
      return std::nullopt;
  auto operandType = cast<RankedTensorType>(op->getOperand(0).getType());
  auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
  out.operandElements = operandType.getNumElements();
  out.resultElements = resultType.getNumElements();
  out.combinations = 1;
  for (const IterationSpace::Dim &dim : out.space.dims)
    out.combinations *= double(dim.size);
  out.windowed = !operandMap.isPermutation();
  if (out.windowed)
    return out;
  // [a, b, c] over b sets neither flag; [a, 1, c] over c and the unit dim sets reducesLast.
  // Positions of the reduced dims in the operand, ignoring dims of size 1.
  bool seenKept = false, seenReduced = false;
  out.reducesLast = out.reducesFirst = true;
  for (auto [d, expr] : llvm::enumerate(operandMap.getResults())) {
    if (operandType.getDimSize(d) == 1)
      continue;
    bool reduced = llvm::is_contained(out.reducedDims, cast<AffineDimExpr>(expr).getPosition());
    if (reduced && seenKept)
      out.reducesFirst = false;
    if (!reduced && seenReduced)
      out.reducesLast = false;
    (reduced ? seenReduced : seenKept) = true;
  }
  return out;
}

// Loops that neither the result nor the reduction gives a value have index 0.
Index ReductionShape::operandIndex(IndexAlgebra &algebra, ArrayRef<AffineExpr> result,
                                   ArrayRef<AffineExpr> reduced,
                                   SmallVectorImpl<IndexAlgebra::Condition> &conditions) const {
  SmallVector<AffineExpr> dims(space.dims.size());
  // Loops of the result take its index, reduced loops take `reduced`.
  for (auto [expr, value] : llvm::zip_equal(space.resultMap(0).getResults(), result))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      dims[dim.getPosition()] = value;
  for (auto [position, value] : llvm::zip_equal(reducedDims, reduced))
    dims[position] = value;
  for (AffineExpr &e : dims)
    if (!e)
      e = algebra.constant(0);
  Index out;
  auto type = cast<RankedTensorType>(space.op->getOperand(0).getType());
  for (auto [d, expr] : llvm::enumerate(space.operandMap(0).getResults())) {
    AffineExpr e = algebra.simplify(expr.replaceDims(dims));
    out.push_back(e);
    IndexRange r = algebra.range(e);
    // Only windows can violate a bound.
    if (r.low < 0)
      conditions.push_back({e, false});
    if (r.high >= type.getDimSize(d))
      conditions.push_back({algebra.simplify(algebra.constant(type.getDimSize(d) - 1) - e), false});
  }
  return out;
}

} // namespace spmd
