// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the loops of a kernel come to an element of a value, and at which index they want the
// operands. Planning (fusion_trace.cpp) records the answers, the expansion (elements.cpp) emits
// code for them; so the two walk over a body alike.
#pragma once
#include "compiler/kernels/fusion_plan.h"
#include "compiler/kernels/index_algebra.h"
#include "compiler/kernels/reduction_shape.h"
#include "compiler/kernels/value_size.h"
#include "compiler/structure/neighbours.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace spmd {

/// Elements with a stride of at most so many are taken out of vectors that hold all of them.
inline constexpr int64_t kMostLoadedStride = kMostNeighbours;

enum class Source : uint8_t {
  Buffer,     // an input
  Table,      // a constant
  Splat,      // a constant that is the same everywhere
  Arithmetic, // of the operands' elements at operandIndex
  RowTotal,   // accumulated over the columns of the row where the loops stand
  PrefixScan, // carried on to where the loops stand
  Pieces,     // partial results of the first nest, to be added up
  Reduction,  // loops of its own, where it is wanted
  Movement,   // an operand's element: IndexAlgebra::move
};

/// The sources of the elements of one body.
class ElementSources {
public:
  using Kind = FusionPlan::ReductionKind;
  explicit ElementSources(const FusionBody &body);

  bool inBody(mlir::Operation *op) const { return ops.contains(op); }
  /// Null where `op` is no reduction.
  const ReductionShape *reduction(mlir::Operation *op) const;
  /// How the first nest accumulates a reduction; nothing where no loop does.
  std::optional<Kind> kind(mlir::Operation *op) const;
  void setKind(mlir::Operation *op, Kind kind) { kinds[op] = kind; }
  void clearKinds() {
    kinds.clear();
    following.clear();
  }
  /// Does `v` depend on a reduction that has a kind?
  bool followsRows(mlir::Value v);
  /// Of element `index` of `value` in nest `nest`; `row` says in which row the loops stand.
  Source of(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index, unsigned nest,
            IndexAlgebra &algebra, llvm::function_ref<mlir::AffineExpr()> row) const;

private:
  llvm::DenseSet<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, ReductionShape> reductions;
  llvm::DenseMap<mlir::Operation *, Kind> kinds;
  llvm::DenseMap<mlir::Value, bool> following;
};

/// Where arithmetic on elements at `index` wants an operand: there, or the only element.
inline llvm::ArrayRef<mlir::AffineExpr> operandIndex(mlir::Value operand,
                                                     llvm::ArrayRef<mlir::AffineExpr> index) {
  return shapeOf(operand).empty() ? llvm::ArrayRef<mlir::AffineExpr>() : index;
}

/// A value's element at an index, as a key.
using ElementKey = std::pair<mlir::Value, mlir::AffineMap>;
ElementKey keyOf(mlir::Value value, llvm::ArrayRef<mlir::AffineExpr> index);

/// Row-major numbers of where the loops stand, `dims` being one index per loop dim.
mlir::AffineExpr elementNumber(IndexAlgebra &algebra, const FusionKernel &kernel,
                               llvm::ArrayRef<mlir::AffineExpr> dims);
mlir::AffineExpr rowNumber(IndexAlgebra &algebra, const FusionKernel &kernel,
                           llvm::ArrayRef<mlir::AffineExpr> dims);
mlir::AffineExpr columnNumber(IndexAlgebra &algebra, const FusionKernel &kernel,
                              llvm::ArrayRef<mlir::AffineExpr> dims);

} // namespace spmd
