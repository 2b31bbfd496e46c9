// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Derives a ScatterShape from the dimension numbers of a scatter.
#include "compiler/kernels/scatter_shape.h"
#include "compiler/ops/region.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {

// Splits the dims of the updates into window dims and batch dims.
std::optional<ScatterShape> scatterShape(Operation *op) {
  auto scatter = dyn_cast<stablehlo::ScatterOp>(op);
  if (!scatter || !isEmittableRegion(op->getRegion(0)))
    return std::nullopt;
  ScatterShape out;
  out.op = op;
  out.combine = &op->getRegion(0);
  out.count = op->getNumResults();
  auto numbers = scatter.getScatterDimensionNumbers();
  auto windowDims = numbers.getUpdateWindowDims();
  auto type = cast<RankedTensorType>(out.update(0).getType());
  if (!type.hasStaticShape())
    return std::nullopt;
  // updates [32, 64] with update_window_dims = [1]: 32 windows of 64 elements.
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    bool inWindow = llvm::is_contained(windowDims, int64_t(d));
    (inWindow ? out.windowSizes : out.batchSizes).push_back(size);
    (inWindow ? out.windowElements : out.windowCount) *= size;
  }
  // Windows of different batch entries lie in different parts of the input.
  auto whole = cast<RankedTensorType>(out.input(0).getType());
  int64_t apart = 1;
  size_t next = 0;
  bool moves = false;
  for (int64_t d = 0; d < whole.getRank(); ++d)
    if (llvm::is_contained(numbers.getInputBatchingDims(), d))
      apart *= whole.getDimSize(d);
    else if (!llvm::is_contained(numbers.getInsertedWindowDims(), d))
      moves |= out.windowSizes[next++] > 1 &&
               llvm::is_contained(numbers.getScatterDimsToOperandDims(), d);
  out.isShifted = moves && out.windowCount > apart;
  return out;
}

// Distributes the indices of batch and window over the dims of the updates.
Index ScatterShape::updateIndex(IndexAlgebra &algebra, AffineExpr window,
                                AffineExpr element) const {
  auto windowDims =
      cast<stablehlo::ScatterOp>(op).getScatterDimensionNumbers().getUpdateWindowDims();
  Index batch = algebra.delinear(window, batchSizes),
        inside = algebra.delinear(element, windowSizes), out;
  size_t b = 0, w = 0;
  for (int64_t d = 0, rank = batchSizes.size() + windowSizes.size(); d < rank; ++d)
    out.push_back(llvm::is_contained(windowDims, d) ? inside[w++] : batch[b++]);
  return out;
}

// Adds a condition for each bound that the index may violate. Dims without an index component need
// none.
Index ScatterShape::resultIndex(IndexAlgebra &algebra, AffineExpr window, AffineExpr element,
                                SmallVectorImpl<IndexAlgebra::Condition> &conditions) const {
  auto numbers = cast<stablehlo::ScatterOp>(op).getScatterDimensionNumbers();
  auto type = cast<RankedTensorType>(input(0).getType());
  auto indicesType = cast<RankedTensorType>(indices().getType());
  int64_t vectorDim = numbers.getIndexVectorDim();
  Index batch = algebra.delinear(window, batchSizes),
        inside = algebra.delinear(element, windowSizes), out;
  // The batch index for dim `d` of the indices. The updates have no batch dim for the dim of the
  // index vectors.
  auto batchOf = [&](int64_t d) { return batch[d < vectorDim ? d : d - 1]; };
  size_t w = 0;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    auto batching = llvm::find(numbers.getInputBatchingDims(), d);
    AffineExpr e = algebra.constant(0);
    // A batching dim has the batch index, a window dim the position within the window, an inserted
    // dim 0.
    if (batching != numbers.getInputBatchingDims().end())
      e = batchOf(numbers.getScatterIndicesBatchingDims()[batching -
                                                          numbers.getInputBatchingDims().begin()]);
    else if (!llvm::is_contained(numbers.getInsertedWindowDims(), d))
      e = inside[w++];
    auto mapped = llvm::find(numbers.getScatterDimsToOperandDims(), d);
    if (mapped != numbers.getScatterDimsToOperandDims().end()) {
      // The index component is a symbol that is read from the indices at the batch position.
      int64_t component = mapped - numbers.getScatterDimsToOperandDims().begin();
      IndexAlgebra::Symbol start{indices(), {}, 0, false};
      for (int64_t i = 0; i < indicesType.getRank(); ++i)
        start.at.push_back(i == vectorDim ? algebra.constant(component) : batchOf(i));
      e = e + algebra.symbol(start);
    }
    e = algebra.simplify(e);
    IndexRange r = algebra.range(e);
    // The algebra knows a range for each expression, so no test is emitted where it cannot fail.
    if (r.low < 0)
      conditions.push_back({e, false});
    if (r.high >= type.getDimSize(d))
      conditions.push_back({algebra.simplify(algebra.constant(type.getDimSize(d) - 1) - e), false});
    out.push_back(e);
  }
  return out;
}

} // namespace spmd
