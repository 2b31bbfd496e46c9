// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernels/element_source.h"
#include "compiler/ops/elementwise.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace spmd {

ElementSources::ElementSources(const FusionBody &body) : ops(body.ops.begin(), body.ops.end()) {
  for (Operation *op : body.ops)
    if (op->getNumRegions())
      if (std::optional<ReductionShape> shape = reductionShape(op))
        reductions.try_emplace(op, std::move(*shape));
}

const ReductionShape *ElementSources::reduction(Operation *op) const {
  auto found = reductions.find(op);
  return found == reductions.end() ? nullptr : &found->second;
}

std::optional<ElementSources::Kind> ElementSources::kind(Operation *op) const {
  auto found = kinds.find(op);
  return found == kinds.end() ? std::nullopt : std::optional<Kind>(found->second);
}

Source ElementSources::of(Value value, ArrayRef<AffineExpr> index, unsigned nest,
                          IndexAlgebra &algebra, llvm::function_ref<AffineExpr()> row) const {
  Operation *op = value.getDefiningOp();
  if (!op || !inBody(op))
    return Source::Buffer;
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)))
    return constant.isSplat() ? Source::Splat : Source::Table;
  if (isElementwise(op))
    return Source::Arithmetic;
  if (!reduction(op))
    return Source::Movement;
  std::optional<Kind> kind = this->kind(op);
  if (!kind)
    return Source::Reduction;
  if (*kind == Kind::PrefixScan)
    return Source::PrefixScan;
  if (*kind != Kind::Row)
    return Source::Pieces;
  return nest == 0 && algebra.linear(index, shapeOf(value)) == row() ? Source::RowTotal
                                                                     : Source::Reduction;
}

ElementKey keyOf(Value v, ArrayRef<AffineExpr> index) {
  // Dim and symbol counts only have to be larger than any that occurs.
  return {v, AffineMap::get(4096, 4096, index, v.getContext())};
}

static AffineExpr rowMajor(IndexAlgebra &algebra, ArrayRef<int64_t> sizes,
                           ArrayRef<AffineExpr> dims) {
  AffineExpr e = algebra.constant(0);
  for (auto [size, dim] : llvm::zip_equal(sizes, dims))
    e = e * size + dim;
  return algebra.simplify(e);
}

AffineExpr elementNumber(IndexAlgebra &algebra, const FusionKernel &kernel,
                         ArrayRef<AffineExpr> dims) {
  return rowMajor(algebra, kernel.sizes, dims);
}

AffineExpr rowNumber(IndexAlgebra &algebra, const FusionKernel &kernel, ArrayRef<AffineExpr> dims) {
  return rowMajor(algebra, ArrayRef(kernel.sizes).take_front(kernel.rowDims),
                  dims.take_front(kernel.rowDims));
}

AffineExpr columnNumber(IndexAlgebra &algebra, const FusionKernel &kernel,
                        ArrayRef<AffineExpr> dims) {
  return rowMajor(algebra, ArrayRef(kernel.sizes).drop_front(kernel.rowDims),
                  dims.drop_front(kernel.rowDims));
}

bool ElementSources::followsRows(Value v) {
  Operation *op = v.getDefiningOp();
  if (!op || !inBody(op))
    return false;
  if (kinds.contains(op))
    return true;
  auto found = following.find(v);
  if (found != following.end())
    return found->second;
  bool follows = llvm::any_of(op->getOperands(), [&](Value x) { return followsRows(x); });
  return following[v] = follows;
}

} // namespace spmd
