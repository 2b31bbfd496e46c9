// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds and prints iteration spaces.
#include "compiler/ops/space.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace spmd {

/// The map of a tensor that no loop indexes yet: constant 0 in every dim. Null for other values.
static AffineMap mapOfZeros(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return {};
  SmallVector<AffineExpr> zeros(type.getRank(), getAffineConstantExpr(0, value.getContext()));
  return AffineMap::get(0, 0, zeros, value.getContext());
}

IterationSpace::IterationSpace(Operation *op) : op(op) {
  for (Value operand : op->getOperands())
    operandMaps.push_back(mapOfZeros(operand));
  for (Value result : op->getResults())
    resultMaps.push_back(mapOfZeros(result));
}

/// `map` over `dimCount` loops, with result `position` replaced by `expr` unless it is kAbsent.
/// Maps are immutable, so adding a loop builds them again.
static AffineMap with(AffineMap map, int64_t dimCount, int64_t position, AffineExpr expr) {
  if (!map)
    return map;
  SmallVector<AffineExpr> results(map.getResults());
  if (position != IterationSpace::kAbsent)
    results[position] = expr;
  return AffineMap::get(dimCount, 0, results, expr.getContext());
}

static int64_t dimSize(Value value, int64_t dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

// Every map gets the new loop as a dim, also those that do not use it: AffineMaps of one space must
// have the same number of dims.
int64_t IterationSpace::add(DimKind kind, ArrayRef<int64_t> operandDims,
                            ArrayRef<int64_t> resultDims, int64_t size) {
  assert(operandDims.size() <= operandMaps.size() && resultDims.size() <= resultMaps.size());
  auto at = [](ArrayRef<int64_t> list, size_t i) { return i < list.size() ? list[i] : kAbsent; };
  int64_t position = dims.size();
  AffineExpr expr = getAffineDimExpr(position, op->getContext());
  for (auto [i, map] : llvm::enumerate(operandMaps))
    map = with(map, position + 1, at(operandDims, i), expr);
  for (auto [i, map] : llvm::enumerate(resultMaps))
    map = with(map, position + 1, at(resultDims, i), expr);
  // The size comes from a result that has the dim: an operand may have size 1 there and be
  // expanded.
  for (size_t i = 0; i < resultDims.size() && size < 0; ++i)
    if (resultDims[i] != kAbsent)
      size = dimSize(op->getResult(i), resultDims[i]);
  for (size_t i = 0; i < operandDims.size() && size < 0; ++i)
    if (operandDims[i] != kAbsent)
      size = dimSize(op->getOperand(i), operandDims[i]);
  dims.push_back({kind, size});
  return position;
}

int64_t IterationSpace::parallel(ArrayRef<int64_t> operandDims, int64_t resultDim) {
  return add(DimKind::Parallel, operandDims, SmallVector<int64_t>(resultMaps.size(), resultDim));
}

int64_t IterationSpace::reduction(ArrayRef<int64_t> operandDims) {
  return add(DimKind::Reduction, operandDims, {});
}

// A reduction over one element only drops a dim.
bool IterationSpace::combines() const {
  return llvm::any_of(
      dims, [](const Dim &dim) { return dim.kind == DimKind::Reduction && dim.size > 1; });
}

int64_t IterationSpace::sequential(ArrayRef<int64_t> operandDims, int64_t resultDim) {
  return add(DimKind::Sequential, operandDims, SmallVector<int64_t>(resultMaps.size(), resultDim));
}

void IterationSpace::setOperandExpr(unsigned operand, unsigned dim, AffineExpr expr) {
  operandMaps[operand] = with(operandMaps[operand], dims.size(), dim, expr);
}

AffineExpr IterationSpace::dimExpr(int64_t dim) const {
  return getAffineDimExpr(dim, op->getContext());
}

// select(tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> d0:parallel=4, operands () (d0) (d0).
IterationSpace IterationSpace::pointwise(Operation *op) {
  IterationSpace space(op);
  auto type = op->getNumResults() ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                                  : RankedTensorType();
  for (int64_t d = 0; type && d < type.getRank(); ++d) {
    SmallVector<int64_t> operandDims;
    for (Value operand : op->getOperands()) {
      auto operandType = dyn_cast<RankedTensorType>(operand.getType());
      operandDims.push_back(operandType && operandType.getRank() == type.getRank() ? d : kAbsent);
    }
    space.parallel(operandDims, d);
  }
  return space;
}

// The tests compare this text:
//   dims d0:parallel=4 d1:reduction=3
//   operands (d0, d1) -> (d0 * 2 + d1 - 1) (d0, d1) -> ()
//   results (d0, d1) -> (d0)
void IterationSpace::print(raw_ostream &os) const {
  static constexpr StringLiteral names[] = {"parallel", "reduction", "sequential"};
  os << "dims";
  for (auto [i, dim] : llvm::enumerate(dims))
    os << " d" << i << ":" << names[size_t(dim.kind)] << "=" << dim.size;
  auto printMaps = [&](StringRef title, ArrayRef<AffineMap> maps) {
    os << "\n" << title;
    for (AffineMap map : maps)
      map ? void(os << " " << map) : void(os << " whole");
  };
  printMaps("operands", operandMaps);
  printMaps("results", resultMaps);
  os << "\n";
}

} // namespace spmd
