// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where this device is in the mesh, as scalars computed from its id: made once per list of axes, at
// the head of a function.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

class ShardIndices {
public:
  /// New ops go to the start of `entry`.
  ShardIndices(sdy::MeshAttr mesh, mlir::Block &entry) : mesh(mesh), entry(entry) {}

  /// This device's index along `axes`, the first one major: tensor<i32>. Axes "a", "b" of a mesh
  /// [.., a, .., b, ..]:
  ///   ((d / stride a) % size a) * size b + (d / stride b) % size b
  /// where axes that are neighbours in the mesh are one digit.
  mlir::Value get(llvm::ArrayRef<sdy::AxisRefAttr> axes);

private:
  template <class Op, class... Args> mlir::Value add(Args &&...args);
  mlir::Value constant(int64_t value);
  mlir::Value deviceIndex();
  mlir::Value make(llvm::ArrayRef<sdy::AxisRefAttr> axes);

  sdy::MeshAttr mesh;
  mlir::Block &entry;
  mlir::Operation *last = nullptr; // new ops go behind it
  mlir::Value device;              // logical index of this device, tensor<i32>
  llvm::DenseMap<mlir::ArrayAttr, mlir::Value> known;
};

} // namespace spmd
