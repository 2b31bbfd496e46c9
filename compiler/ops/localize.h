// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the partition stage offers to an op's facet `localize`: the op's local operands, its local
// result types, which axes split which dim, and where this device is. Ops for which smaller types
// are all there is to it need no facet.
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

  /// Axes that split a dim, major first; empty where it is whole.
  virtual llvm::ArrayRef<sdy::AxisRefAttr> operandAxes(unsigned operand, int64_t dim) const = 0;
  virtual llvm::ArrayRef<sdy::AxisRefAttr> resultAxes(unsigned result, int64_t dim) const = 0;
  /// Axes over which the op's results stay partial.
  virtual llvm::ArrayRef<sdy::AxisRefAttr> partialAxes() const = 0;
  /// Number of shards.
  virtual int64_t shardCount(llvm::ArrayRef<sdy::AxisRefAttr> axes) const = 0;
  /// Which shard this device holds, 0 .. shardCount - 1: a scalar of type tensor<i32>; made once
  /// per list of axes.
  virtual mlir::Value shardIndex(llvm::ArrayRef<sdy::AxisRefAttr> axes) = 0;
  /// The op's results are these local values.
  virtual void replace(mlir::ValueRange results) = 0;

  /// Index of this device's first element along a dim of `localSize` elements per device:
  /// tensor<i32>.
  mlir::Value shardOffset(llvm::ArrayRef<sdy::AxisRefAttr> axes, int64_t localSize);
  /// `whole`'s part of this device, shape `local`: a dynamic_slice at the shards' offsets.
  mlir::Value sliceOwnPart(mlir::Value whole, mlir::RankedTensorType local,
                           llvm::function_ref<llvm::ArrayRef<sdy::AxisRefAttr>(int64_t)> axesOfDim);
  /// The op with local operands, local result types and attributes `changed` in place of its own;
  /// its regions are cloned.
  mlir::Operation *cloneLocal(mlir::Operation *op,
                              llvm::ArrayRef<mlir::NamedAttribute> changed = {});

protected:
  LocalizeContext(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}
};

/// The attributes that say nothing about the placement of whole values: all but those of sdy.
mlir::DictionaryAttr withoutShardings(mlir::DictionaryAttr attrs);

/// Has the module an op of sdy, or an attribute of it at an op, an argument or a result?
bool usesShardings(mlir::ModuleOp module);

} // namespace spmd
