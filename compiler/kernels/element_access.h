// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads and writes elements of buffers at expressions of IndexAlgebra: contiguous, broadcast, with
// a stride, looked up, under a mask. Narrow floats are f32 outside of memory.
#pragma once
#include "compiler/kernels/index_code.h"

namespace spmd {

class ElementAccess {
public:
  ElementAccess(LoopBuilder &b, IndexAlgebra &algebra, IndexCode &index)
      : b(b), algebra(algebra), index(index) {}

  /// Element `linear` of `base`, a memref of rank 1; of several lanes if a variable has them. Lanes
  /// that the mask excludes are zero.
  mlir::Value load(mlir::Value base, mlir::AffineExpr linear);
  /// Writes `value`, which has one lane or `lanes`.
  void store(mlir::Value base, mlir::AffineExpr linear, mlir::Value value, unsigned lanes);
  /// Writes `values`, of `lanes` each, one behind the other for each lane: x0 y0 x1 y1 .. from
  /// `linear` on.
  void storeNeighbours(mlir::Value base, mlir::AffineExpr linear,
                       llvm::ArrayRef<mlir::Value> values, unsigned lanes);

private:
  mlir::Value loadApart(mlir::Value base, mlir::AffineExpr linear, int lane, int64_t stride);
  mlir::Value loadLanes(mlir::Value base, mlir::AffineExpr linear, int lane);
  mlir::Value constantMask(unsigned lanes);

  LoopBuilder &b;
  IndexAlgebra &algebra;
  IndexCode &index;
};

/// Narrow floats become f32.
mlir::Value toRegister(LoopBuilder &b, mlir::Value value);
/// The reverse of it; rounds to nearest even.
mlir::Value toElement(LoopBuilder &b, mlir::Value value, mlir::Type element);

} // namespace spmd
