// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes the position of this device in the mesh from its id, as scalar ops at the head of a
// function. Each list of axes is computed once and shared by all users.
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace spmd {

class ShardIndices {
public:
  /// New ops are inserted at the start of `entry`.
  ShardIndices(sdy::MeshAttr mesh, mlir::Block &entry) : mesh(mesh), entry(entry) {}

  /// The index of this device along `axes`, major first, as tensor<i32>. For axes "a", "b" of a
  /// mesh [.., a, .., b, ..]:
  ///   ((d / stride a) % size a) * size b + (d / stride b) % size b
  /// Axes that are adjacent in the mesh are computed as one digit.
  mlir::Value get(llvm::ArrayRef<sdy::AxisRefAttr> axes);

private:
  template <class Op, class... Args> mlir::Value add(Args &&...args);
  mlir::Value constant(int64_t value);
  mlir::Value deviceIndex();
  mlir::Value make(llvm::ArrayRef<sdy::AxisRefAttr> axes);

  sdy::MeshAttr mesh;
  mlir::Block &entry;
  mlir::Operation *last = nullptr; // new ops are inserted after it
  mlir::Value device;              // position of this device in the mesh, tensor<i32>
  llvm::DenseMap<mlir::ArrayAttr, mlir::Value> known;
};

} // namespace spmd
