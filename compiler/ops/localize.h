// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface that partition offers to the facet `localize` of an op: local operands, local
// result types, the axes that shard each dim, and the position of this device. Ops that only need
// smaller types have no such facet. At the end: the values that local programs need beside their
// operands.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"

namespace spmd {

class LocalizeContext {
public:
  virtual ~LocalizeContext() = default;

  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<mlir::Value> operands;               // local
  llvm::SmallVector<mlir::RankedTensorType> resultTypes; // local

  /// The axes that shard a dim, major first; empty if it is whole.
  virtual llvm::ArrayRef<sdy::AxisRefAttr> operandAxes(unsigned operand, int64_t dim) const = 0;
  virtual llvm::ArrayRef<sdy::AxisRefAttr> resultAxes(unsigned result, int64_t dim) const = 0;
  /// The axes along which the results of the op stay partial.
  virtual llvm::ArrayRef<sdy::AxisRefAttr> partialAxes() const = 0;
  /// The number of shards along the axes.
  virtual int64_t shardCount(llvm::ArrayRef<sdy::AxisRefAttr> axes) const = 0;
  /// The shard of this device, 0 .. shardCount - 1, as a scalar tensor<i32>. It is computed once
  /// per list of axes.
  virtual mlir::Value shardIndex(llvm::ArrayRef<sdy::AxisRefAttr> axes) = 0;
  /// Replaces the results of the op by these local values.
  virtual void replace(mlir::ValueRange results) = 0;

  /// An op of one result, and that result.
  template <class Op, class... Args> mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  /// The index of this device's first element along a dim with `localSize` elements per device, as
  /// tensor<i32>.
  mlir::Value shardOffset(llvm::ArrayRef<sdy::AxisRefAttr> axes, int64_t localSize);
  /// This device's part of `whole`, of type `local`: a dynamic_slice at the offsets of the shards.
  mlir::Value sliceOwnPart(mlir::Value whole, mlir::RankedTensorType local,
                           llvm::function_ref<llvm::ArrayRef<sdy::AxisRefAttr>(int64_t)> axesOfDim);
  /// A clone of the op with local operands, local result types, the attributes `changed` replaced,
  /// and its regions.
  mlir::Operation *cloneLocal(mlir::Operation *op,
                              llvm::ArrayRef<mlir::NamedAttribute> changed = {});

protected:
  LocalizeContext(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}
};

/// The attributes that do not belong to the sharding dialect.
mlir::DictionaryAttr withoutShardings(mlir::DictionaryAttr attrs);

/// Whether the module has an op of the sharding dialect, or an attribute of it on an op, an
/// argument or a result.
bool usesShardings(mlir::ModuleOp module);

namespace ops {

/// Indices of at most last[j], where j counts along dim `vectorDim` of the indices; without that
/// dim there is one j. The result is placed like the indices.
mlir::Value limitIndices(mlir::OpBuilder &b, mlir::Location loc, mlir::Value indices,
                         llvm::ArrayRef<int64_t> last, int64_t vectorDim = 0);

/// A constant of `type` whose elements all equal `element` (a tensor of rank 0) or `value`.
mlir::Value splat(LocalizeContext &c, mlir::RankedTensorType type, mlir::DenseElementsAttr element);
mlir::Value splatInteger(LocalizeContext &c, mlir::RankedTensorType type, int64_t value);
mlir::Value broadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type,
                      llvm::ArrayRef<int64_t> dims);
mlir::Value scalarBroadcast(LocalizeContext &c, mlir::Value value, mlir::RankedTensorType type);
/// `value` on the first shard along the axes, `otherwise` on all others.
mlir::Value onFirstShard(LocalizeContext &c, llvm::ArrayRef<sdy::AxisRefAttr> axes,
                         mlir::Value value, mlir::Value otherwise);
/// Where results stay partial, operands first .. end - 1 of a reduction keep their values on the
/// first shard along the partial axes. On all others they become the identity of the body; there is
/// one where the facet `combine` lets results be partial.
void startOnFirstShard(LocalizeContext &c, mlir::Region &body, unsigned first, unsigned end);

} // namespace ops
} // namespace spmd
