// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shardings as plain data beside the attributes: cheap to copy, compare and change. Attributes are
// read once at the begin of a stage and built once at its end. A MeshTable gives the numbers of
// axes their names back.
#pragma once
#include "compiler/sharding/axis.h"
#include "dialects/sdy/sdy.h"
#include "llvm/ADT/DenseMap.h"
#include <string>

namespace spmd {

struct DimSharding {
  AxisList axes; // major first
  bool closed = false;
  bool operator==(const DimSharding &) const = default;
};

/// Priorities are not kept here; propagation takes them off the attributes first (sharding.md d8).
struct Sharding {
  int mesh = -1; // number in the MeshTable; -1: there is no sharding
  sdy::ReductionKind reduction = sdy::ReductionKind::SUM;
  llvm::SmallVector<DimSharding, 4> dims;
  AxisList replicated, unreduced; // in mesh order

  explicit operator bool() const { return mesh >= 0; }
  bool operator==(const Sharding &) const = default;
  static Sharding open(int mesh, int64_t rank);
  static Sharding closed(int mesh, int64_t rank);
  bool isReplicated() const; // no dim is sharded, nothing unreduced
};

/// The meshes of a module, numbered in order of appearance. Meshes of equal axes and device order
/// are of one `kind`.
class MeshTable {
public:
  explicit MeshTable(mlir::ModuleOp module);

  /// The number of a mesh written as a symbol or inlined; -1 where the module does not have it.
  int number(mlir::Attribute meshOrRef);
  sdy::MeshAttr mesh(int number) const { return entries[number].mesh; }
  mlir::Attribute reference(int number) const { return entries[number].reference; }
  int kind(int number) const { return entries[number].kind; }
  bool isMaximal(int number) const { return entries[number].mesh.isMaximal(); }
  bool isEmpty(int number) const { return entries[number].mesh.empty(); }
  size_t size() const { return entries.size(); }

  Axis axis(int mesh, sdy::AxisRefAttr ref) const;
  sdy::AxisRefAttr toAttr(int mesh, Axis axis) const;
  /// All of mesh axis i.
  Axis wholeAxis(int mesh, int32_t index) const;
  int64_t axisSize(int mesh, int32_t index) const {
    return entries[mesh].mesh.getAxes()[index].getSize();
  }
  int64_t deviceCount(int mesh) const { return entries[mesh].mesh.getTotalSize(); }

  /// The empty Sharding for a null attribute.
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
