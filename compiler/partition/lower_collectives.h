// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sdy collectives on local values as StableHLO collectives; groups are written as mesh axes, so
// that the text does not grow with the number of devices.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"

namespace spmd {

class CollectiveLowering {
public:
  explicit CollectiveLowering(sdy::MeshAttr mesh) : mesh(mesh) {}

  /// The local result of `op` (any sdy collective that communicates), given its local input.
  /// `before` is the placement of its operand as the body around it sees it: without manual axes.
  mlir::FailureOr<mlir::Value> lower(mlir::Operation *op, sdy::TensorShardingAttr before,
                                     mlir::Value input, mlir::OpBuilder &builder);

private:
  mlir::Attribute groups(llvm::ArrayRef<sdy::AxisRefAttr> axes, mlir::OpBuilder &builder) const;
  mlir::DenseIntElementsAttr permutation(sdy::TensorShardingAttr before,
                                         sdy::TensorShardingAttr after,
                                         mlir::OpBuilder &builder) const;

  sdy::MeshAttr mesh;
  int64_t channels = 0; // handles count up from 1 over the module
};

} // namespace spmd
