// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Window positions that an index tensor gives, as in gather and scatter. Unites the dimension
// numbers of both ops, enumerates the positions, derives the sharding rule, and makes the positions
// relative to a shard.
#pragma once
#include "compiler/ops/facets.h"
#include "compiler/ops/localize.h"

namespace spmd::ops {

/// The dimension numbers of gather and scatter under common names: `operand` is the gather's
/// operand and the scatter's input, `slices` the gather's result and the scatter's updates.
struct Places {
  llvm::ArrayRef<int64_t> windowDims;    // of the slices
  llvm::ArrayRef<int64_t> collapsedDims; // of the operand; the slices lack them
  llvm::ArrayRef<int64_t> operandBatch, indicesBatch;
  llvm::ArrayRef<int64_t> indexMap; // component of an index vector -> dim of the operand
  int64_t vectorDim = 0;            // of the indices

  /// The dims of the slices that run over the indices, in order.
  llvm::SmallVector<int64_t> batchDims(int64_t slicesRank) const {
    llvm::SmallVector<int64_t> dims;
    for (int64_t d = 0; d < slicesRank; ++d)
      if (!llvm::is_contained(windowDims, d))
        dims.push_back(d);
    return dims;
  }
  /// The dim of the indices that corresponds to batch dim `b` (counted among the batch dims).
  int64_t indicesDim(int64_t b) const { return b < vectorDim ? b : b + 1; }
  /// The dims of the operand that correspond to the window dims, in order.
  llvm::SmallVector<int64_t> windowedOperandDims(int64_t operandRank) const {
    llvm::SmallVector<int64_t> dims;
    for (int64_t d = 0; d < operandRank; ++d)
      if (!llvm::is_contained(collapsedDims, d) && !llvm::is_contained(operandBatch, d))
        dims.push_back(d);
    return dims;
  }
};

/// Finds for each element of the slices its position in the operand, before clamping and bounds
/// checks.
class PlaceWalk {
public:
  PlaceWalk(const Places &places, const Tensor &indices, int64_t operandRank, int64_t slicesRank)
      : places(places), indices(indices), indexStrides(stridesOf(indices.shape())),
        operandRank(operandRank), batchDims(places.batchDims(slicesRank)),
        windowed(places.windowedOperandDims(operandRank)) {}

  /// For element `r` of the slices: the first operand index of its window, and its offset within
  /// the window.
  void find(llvm::ArrayRef<int64_t> r, llvm::SmallVectorImpl<int64_t> &start,
            llvm::SmallVectorImpl<int64_t> &offset) const;

private:
  const Places &places;
  const Tensor &indices;
  llvm::SmallVector<int64_t> indexStrides;
  int64_t operandRank;
  llvm::SmallVector<int64_t> batchDims, windowed;
};

/// The sharding rule: factors for the dims of the slices, then for the other dims of the operand,
/// then for the index vectors. `batchKind` is the kind of the batch dims that the operand does not
/// share.
std::optional<ShardingRule> placesRule(mlir::Operation *op, const Places &places, bool isScatter,
                                       llvm::ArrayRef<int64_t> sliceSizes,
                                       const RuleOptions &options, FactorKind batchKind);

/// Makes the indices of a gather or scatter relative to this device's shard of the operand dims
/// that are sharded: replaces them among the local operands of `c` by i32 or i64.
struct ShardedPlaces {
  LocalizeContext &c;
  mlir::RankedTensorType indices;        // local type
  int64_t vectorDim;                     // of the indices; may be their rank
  llvm::ArrayRef<int64_t> componentDims; // operand dim of each component
  // The offsets per component, broadcast to the indices; null if nothing is sharded.
  mlir::Value offsets;
  llvm::SmallVector<int64_t> localSizes; // per component: local size of the operand dim

  /// Dims with a window of one element may be sharded; other dims are whole or taken whole.
  ShardedPlaces(LocalizeContext &c, unsigned operand, unsigned indicesOperand, int64_t vectorDim,
                llvm::ArrayRef<int64_t> componentDims, llvm::ArrayRef<int64_t> windowSizes);

  /// Broadcasts one value per component over the batch dims.
  mlir::Value perComponent(llvm::ArrayRef<mlir::Value> parts);
  mlir::Value constants(llvm::ArrayRef<int64_t> values);
};

} // namespace spmd::ops
