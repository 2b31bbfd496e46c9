// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lowers sdy collectives on local values to StableHLO collectives. Separate from localize.cpp,
// which clones all other ops. Groups of devices are written as mesh axes (StableHLO's
// replica_group_mesh_axes), so that the text does not grow with the number of devices.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"
#include <utility>

namespace spmd {

/// Lowers the collectives of one module; it hands out the channel handles.
class CollectiveLowering {
public:
  explicit CollectiveLowering(sdy::MeshAttr mesh) : mesh(mesh) {}

  /// Returns the local result of `op`, any sdy collective that communicates. `input` is its local
  /// operand. `before` is the placement of the operand inside the surrounding body, that is,
  /// without manual axes.
  mlir::FailureOr<mlir::Value> lower(mlir::Operation *op, sdy::TensorShardingAttr before,
                                     mlir::Value input, mlir::OpBuilder &builder);

  /// Sends `input` from shard to shard along `axes`: each pair is (source, target). A device that
  /// is no target gets zeros.
  mlir::Value permute(mlir::Value input, llvm::ArrayRef<sdy::AxisRefAttr> axes,
                      llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs, mlir::OpBuilder &builder);

  /// Sends `input` from one shard along `axes` to all. `roots`, a list of one number, says which.
  mlir::Value broadcast(mlir::Location loc, mlir::Value input,
                        llvm::ArrayRef<sdy::AxisRefAttr> axes, mlir::Value roots,
                        mlir::OpBuilder &builder);

  /// Sends the parts of a value from one order of devices to another: `from` and `to` are meshes
  /// that differ in their device ids only. `what` names the value in accounts. Returns `input` if
  /// every device has its part already.
  mlir::Value reorder(mlir::Value input, sdy::TensorShardingAttr sharding, sdy::MeshAttr from,
                      sdy::MeshAttr to, llvm::StringRef what, mlir::OpBuilder &builder);

  /// Makes groups of the devices of another mesh from now on. Returns the mesh before.
  sdy::MeshAttr setMesh(sdy::MeshAttr other) { return std::exchange(mesh, other); }

private:
  mlir::Attribute groups(llvm::ArrayRef<sdy::AxisRefAttr> axes, mlir::OpBuilder &builder) const;
  mlir::DenseIntElementsAttr permutation(sdy::TensorShardingAttr before,
                                         sdy::TensorShardingAttr after,
                                         mlir::OpBuilder &builder) const;

  sdy::MeshAttr mesh;
  int64_t channels = 0; // handles count up from 1 over the module
};

} // namespace spmd
