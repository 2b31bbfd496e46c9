// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that combine the elements of a dim, cut along it into the pieces of its shards: each shard
// works on its piece, and what the pieces give is small enough to be sent to all. Each family of
// ops adds its patterns.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/PatternMatch.h"

namespace spmd {

/// A dim [n] of `value` as [shards, piece], the first of them split like the dim was. If n does not
/// divide, fillers stand at the end.
///   10 elements over 4 shards   ->   [4, 3], with 2 fillers
struct DimCut {
  int64_t dim = 0, size = 0, shards = 1, piece = 0;
  sdy::TensorShardingAttr sharding; // of the values before the cut

  /// Nothing if the dim is whole, if its pieces would have fewer than two elements, or if it cannot
  /// be padded: inside of manual computations, types are local.
  static std::optional<DimCut> of(mlir::Operation *op, mlir::Value value, int64_t dim);

  bool hasFillers() const { return shards * piece != size; }
  /// The sharding of a cut value.
  sdy::TensorShardingAttr cutSharding() const;
  /// The cut of a value with this dim and sharding; `filler` is a scalar.
  mlir::Value cut(mlir::OpBuilder &b, mlir::Value value, mlir::Value filler) const;
  /// The value with this dim, without fillers, whose cut is `value`.
  mlir::Value join(mlir::OpBuilder &b, mlir::Value value) const;
};

/// The sharding with the dims that `dims` lists, in that order; -1 stands for a dim that is whole.
sdy::TensorShardingAttr withDims(sdy::TensorShardingAttr sharding, llvm::ArrayRef<int64_t> dims);

/// Reductions whose partial results no collective combines (argmax, products), and prefix scans.
void addCutReductions(mlir::RewritePatternSet &patterns);
/// The k greatest elements.
void addCutTopK(mlir::RewritePatternSet &patterns);
/// Scans that the program spells out (associative_scan.h). Returns whether there were any.
bool cutAssociativeScans(mlir::Operation *function);

} // namespace spmd
