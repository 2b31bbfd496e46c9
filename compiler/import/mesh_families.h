// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorts the shardings of a module into families: those over one mesh whose parts of axes nest. One
// family is the base, and the others are matched with it (mesh_match.h). Separate from the pass,
// which rewrites the shardings afterwards.
#pragma once
#include "compiler/import/mesh_match.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spmd {

struct Family {
  sdy::MeshOp op;
  AxisCuts cuts;
  MeshMatch match = {};   // with the base
  double borderBytes = 0; // of arguments, results and operands of manual computations

  sdy::MeshAttr mesh() { return op.getMesh(); }
};

/// The outermost manual computation around an op, or the op itself; null if there is none. Its body
/// runs in one order of devices.
mlir::Operation *outermostManual(mlir::Operation *op);

class MeshFamilies {
public:
  explicit MeshFamilies(mlir::ModuleOp module) : module(module), symbols(module) {}

  /// Collects the families. Reports meshes of different numbers of devices, and parts that do not
  /// nest inside of one sharding or one manual computation.
  mlir::LogicalResult collect();
  /// Chooses the base and matches all families with it.
  mlir::LogicalResult match();

  size_t size() const { return families.size(); }
  Family &base() { return families[baseNumber]; }
  /// The family of a sharding that `op` holds; null if its mesh has no axes.
  Family *of(mlir::Operation *op, sdy::TensorShardingAttr sharding);
  /// The family of a manual computation; null if it has no sharding.
  Family *of(sdy::ManualComputationOp op);

private:
  sdy::MeshOp meshOf(sdy::TensorShardingAttr sharding);
  mlir::LogicalResult use(mlir::Operation *at, sdy::MeshOp mesh);
  mlir::FailureOr<unsigned> familyFor(mlir::Operation *at, sdy::MeshOp mesh,
                                      llvm::ArrayRef<sdy::AxisRefAttr> refs);
  mlir::LogicalResult collect(mlir::Operation *op);
  mlir::LogicalResult collectAsOne(mlir::Operation *unit);
  void weighBorders(mlir::func::FuncOp function);
  void chooseBase();

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  llvm::SmallVector<Family, 2> families;
  llvm::SmallVector<sdy::MeshOp> used; // of shardings, in the order of their appearance
  mlir::Operation *latest = nullptr;   // the first user of the mesh that appeared last
  // Of manual computations, for all shardings inside of them, and of collectives.
  llvm::DenseMap<mlir::Operation *, unsigned> familyOfOp;
  llvm::DenseMap<mlir::Attribute, unsigned> familyOfSharding;
  unsigned baseNumber = 0;
};

} // namespace spmd
