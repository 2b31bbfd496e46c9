// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the programs in which shards of a dim get rows of each other: a manual computation over
// the axes of the dims, and inside of it a permute for each neighbour that a shard gets rows from.
// The ops that resolve-permutation-factors handles share this (resolve_permutation_factors.cpp).
#pragma once
#include "compiler/export/row_moves.h"
#include "dialects/device_groups.h"
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"

namespace spmd {

/// What all exchanges of a module share.
struct HaloContext {
  mlir::ModuleOp module;
  bool isOverReplicas = false;                       // devices are replicas, not partitions
  std::optional<int64_t> lastChannel = std::nullopt; // in use; looked up when it is first needed

  /// A channel that the module does not use yet.
  int64_t takeChannel();
};

/// The axes, by name and in the order of the mesh, that a manual computation has to take so that
/// the dims of `sharding` which `isExchanged` marks have local sizes inside. A dim whose axes are
/// taken in part has all of its axes taken, since manual axes must come first in a dim.
llvm::SmallVector<mlir::StringAttr> manualAxesFor(sdy::TensorShardingAttr sharding,
                                                  sdy::MeshAttr mesh,
                                                  llvm::ArrayRef<bool> isExchanged);

/// `value` with zeros behind its rows, so that it has `type`; `fill` in place of zeros if it is not
/// null. The result has `sharding` with its unreduced axes, unlike that of PaddingBuilder: rows of
/// partial values are exchanged as such.
mlir::Value padTo(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value, mlir::Type type,
                  mlir::Value fill, sdy::TensorShardingAttr sharding);
/// The first rows of every dim, as many as `type` has, with `sharding`.
mlir::Value cutTo(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value, mlir::Type type,
                  sdy::TensorShardingAttr sharding);

/// Builds the body of a manual computation. All ops that it makes have the sharding of the free
/// axes.
class HaloBody {
public:
  /// Starts a manual computation of `inputs` with these shardings. Their dims are divisible.
  HaloBody(HaloContext &context, mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange inputs,
           llvm::ArrayRef<sdy::TensorShardingAttr> shardings,
           llvm::ArrayRef<mlir::StringAttr> manualAxes);
  /// Ends it with a result of the given global shape and sharding.
  mlir::Value finish(mlir::Value local, llvm::ArrayRef<int64_t> shape,
                     sdy::TensorShardingAttr sharding);

  mlir::Value argument(unsigned i) const { return body->getArgument(i); }
  /// Says that all values that fill rows are zeros, which devices without a source get anyway.
  void setFillIsZero(bool isZero) { fillIsZero = isZero; }
  /// The part of the move that this device makes along a dim: `value` is its part of the operand.
  /// Rows that come from no operand hold `fill`, or anything if it is null.
  mlir::Value exchange(mlir::Value value, int64_t dim, llvm::ArrayRef<sdy::AxisRefAttr> axes,
                       const HaloPlan &plan, mlir::Value fill);
  /// The moves along whole dims, as a slice or a padding.
  mlir::Value moveWhole(mlir::Value value, llvm::ArrayRef<RowMove> moves, mlir::Value fill);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  sdy::MeshAttr mesh() const { return meshAttr; }

private:
  template <class Op, class... Args> mlir::Value make(Args &&...args);
  mlir::Value slice(mlir::Value value, int64_t dim, int64_t from, int64_t to, int64_t stride = 1);
  mlir::Value pad(mlir::Value value, int64_t dim, int64_t low, int64_t high, int64_t interior,
                  mlir::Value fill);
  mlir::Value permute(mlir::Value value, llvm::ArrayRef<sdy::AxisRefAttr> axes, int64_t hop);
  /// The entry of a table of one number for each shard, for the shard of this device.
  mlir::Value ofShard(llvm::ArrayRef<sdy::AxisRefAttr> axes, llvm::ArrayRef<int64_t> numbers);
  mlir::Value integer(int64_t value);
  mlir::Value dynamicSlice(mlir::Value value, int64_t dim, mlir::Value from, int64_t size);
  mlir::Value placeRows(mlir::Value rows, int64_t dim, llvm::ArrayRef<sdy::AxisRefAttr> axes,
                        const HaloPlan &plan, mlir::Value fill);
  mlir::Value fillOutside(mlir::Value value, int64_t dim, llvm::ArrayRef<sdy::AxisRefAttr> axes,
                          const HaloPlan &plan, mlir::Value fill);

  HaloContext &context;
  mlir::OpBuilder &outer;
  mlir::OpBuilder b;
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> inputs;
  llvm::SmallVector<sdy::TensorShardingAttr> shardings;
  sdy::ManualAxesAttr manual;
  sdy::MeshAttr meshAttr;
  MeshGrid grid;
  bool fillIsZero = false;
  mlir::Value deviceId; // as i64, once a table is read
  mlir::Region region;  // the body until finish() gives it to the op
  mlir::Block *body;
};

} // namespace spmd
