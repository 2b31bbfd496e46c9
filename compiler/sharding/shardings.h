// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shardings as plain data, which are cheaper to copy, compare and change than attributes. A stage
// reads the attributes once at its beginning and writes them once at its end. A MeshTable
// translates between the numbers of axes and their names.
#pragma once
#include "dialects/axis.h"
#include "dialects/sdy/sdy.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace spmd {

struct DimSharding {
  AxisList axes; // major first
  bool closed = false;
  bool operator==(const DimSharding &) const = default;
};

/// A sharding without priorities: propagation handles them apart (UserPriorities in
/// compiler/propagation/propagate.h).
struct Sharding {
  int mesh = -1; // number in the MeshTable; -1: the value has no sharding
  sdy::ReductionKind reduction = sdy::ReductionKind::SUM;
  llvm::SmallVector<DimSharding, 4> dims;
  AxisList replicated, unreduced; // in the order of the mesh

  explicit operator bool() const { return mesh >= 0; }
  bool operator==(const Sharding &) const = default;
  static Sharding open(int mesh, int64_t rank);
  static Sharding closed(int mesh, int64_t rank);
};

/// The meshes of a module, numbered in the order of their appearance. Meshes with equal axes and
/// device order have the same `kind`.
class MeshTable {
public:
  explicit MeshTable(mlir::ModuleOp module);

  /// The number of a mesh that is given as a symbol or written out; -1 if the module has no such
  /// symbol. A mesh that is written out gets a number when it is first seen.
  int number(mlir::Attribute meshOrRef);
  sdy::MeshAttr mesh(int number) const { return entries[number].mesh; }
  mlir::Attribute reference(int number) const { return entries[number].reference; }
  int kind(int number) const { return entries[number].kind; }
  bool isMaximal(int number) const { return entries[number].mesh.isMaximal(); }
  bool isEmpty(int number) const { return entries[number].mesh.empty(); }
  size_t size() const { return entries.size(); }

  Axis axis(int mesh, sdy::AxisRefAttr ref) const { return sdy::toAxis(ref, this->mesh(mesh)); }
  sdy::AxisRefAttr toAttr(int mesh, Axis axis) const { return sdy::toAttr(axis, this->mesh(mesh)); }
  /// The whole of mesh axis number `index`.
  Axis wholeAxis(int mesh, int32_t index) const;
  int64_t axisSize(int mesh, int32_t index) const {
    return entries[mesh].mesh.getAxes()[index].getSize();
  }
  int64_t deviceCount(int mesh) const { return entries[mesh].mesh.getTotalSize(); }

  /// The sharding of an attribute. A null attribute gives a Sharding without a mesh.
  Sharding read(sdy::TensorShardingAttr attr);
  sdy::TensorShardingAttr write(const Sharding &sharding) const;
  std::string print(int mesh, llvm::ArrayRef<Axis> axes) const;

private:
  struct Entry {
    sdy::MeshAttr mesh;
    mlir::Attribute reference;
    int kind;
  };
  int add(sdy::MeshAttr mesh, mlir::Attribute reference);

  llvm::SmallVector<Entry> entries;
  llvm::DenseMap<mlir::Attribute, int> numbers;
};

} // namespace spmd
