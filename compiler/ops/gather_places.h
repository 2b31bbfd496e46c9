// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places that an index tensor names, as gather and scatter have them: the dimension numbers of both
// in one set of words, the walk over the places, and the sharding rule.
#pragma once
#include "compiler/ops/facets.h"

namespace spmd::ops {

/// The dimension numbers of gather and scatter in one set of words: `operand` is the gather's
/// operand and the scatter's input, `slices` the gather's result and the scatter's updates.
struct Places {
  llvm::ArrayRef<int64_t> windowDims;    // of the slices
  llvm::ArrayRef<int64_t> collapsedDims; // of the operand: no dim of the slices
  llvm::ArrayRef<int64_t> operandBatch, indicesBatch;
  llvm::ArrayRef<int64_t> indexMap; // component of an index vector -> dim of the operand
  int64_t vectorDim = 0;            // of the indices

  /// The slices' dims that run over the indices, in order.
  llvm::SmallVector<int64_t> batchDims(int64_t slicesRank) const {
    llvm::SmallVector<int64_t> dims;
    for (int64_t d = 0; d < slicesRank; ++d)
      if (!llvm::is_contained(windowDims, d))
        dims.push_back(d);
    return dims;
  }
  /// The indices' dim that batch dim `b` (counted among batch dims) runs along.
  int64_t indicesDim(int64_t b) const { return b < vectorDim ? b : b + 1; }
  /// The operand's dims that the window dims run along, in order.
  llvm::SmallVector<int64_t> windowedOperandDims(int64_t operandRank) const {
    llvm::SmallVector<int64_t> dims;
    for (int64_t d = 0; d < operandRank; ++d)
      if (!llvm::is_contained(collapsedDims, d) && !llvm::is_contained(operandBatch, d))
        dims.push_back(d);
    return dims;
  }
};

/// Walks over the slices' indices and says where each lies in the operand, before clamping and
/// bounds.
class PlaceWalk {
public:
  PlaceWalk(const Places &places, const Tensor &indices, int64_t operandRank, int64_t slicesRank)
      : places(places), indices(indices), indexStrides(stridesOf(indices.shape())),
        operandRank(operandRank), batchDims(places.batchDims(slicesRank)),
        windowed(places.windowedOperandDims(operandRank)) {}

  /// The operand dims' starts for the slice that slices-index `r` belongs to; `offset` the place
  /// inside of it.
  void find(llvm::ArrayRef<int64_t> r, llvm::SmallVectorImpl<int64_t> &start,
            llvm::SmallVectorImpl<int64_t> &offset) const;

private:
  const Places &places;
  const Tensor &indices;
  llvm::SmallVector<int64_t> indexStrides;
  int64_t operandRank;
  llvm::SmallVector<int64_t> batchDims, windowed;
};

/// Has factors of the dims of the slices, then of the operand's other dims, then of the index
/// vectors. `batchKind`: of the batch dims that the operand does not share.
std::optional<ShardingRule> placesRule(mlir::Operation *op, const Places &places, bool isScatter,
                                       llvm::ArrayRef<int64_t> sliceSizes,
                                       const RuleOptions &options, FactorKind batchKind);

} // namespace spmd::ops
