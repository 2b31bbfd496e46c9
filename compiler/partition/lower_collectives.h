// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sdy collectives on local values as StableHLO collectives; groups are written as mesh axes, so that the text does not
// grow with the number of devices.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"

namespace spmd {

class CollectiveLowering {
public:
  explicit CollectiveLowering(sdy::MeshAttr mesh) : mesh(mesh) {}

  /// The local result of `op` (any sdy collective but all_slice, which communicates nothing), given its local input.
  mlir::FailureOr<mlir::Value> lower(mlir::Operation *op, mlir::Value input, mlir::OpBuilder &builder);

private:
  mlir::Attribute groups(llvm::ArrayRef<sdy::AxisRefAttr> axes, mlir::OpBuilder &builder) const;
  mlir::DenseIntElementsAttr permutation(sdy::CollectivePermuteOp op, mlir::OpBuilder &builder) const;

  sdy::MeshAttr mesh;
  int64_t channels = 0; // handles count up from 1 over the module
};

} // namespace spmd
