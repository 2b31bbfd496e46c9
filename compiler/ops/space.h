// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The iteration space of an op: the loops that compute it, and the affine maps by which these loops
// index each operand and result. Fusion, cost, loop generation, local shapes and the derived
// sharding rule all read this one description.
#pragma once
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd {

enum class DimKind : uint8_t {
  Parallel,   // iterations are independent and appear in the result
  Reduction,  // iterations are combined by an associative operation
  Sequential, // iterations depend on each other in order (sort, cholesky, scan)
};

/// dot_general [b, m, k] x [b, k, n] -> [b, m, n]:
///   dims        b:parallel m:parallel n:parallel k:reduction
///   operandMaps (b, m, n, k) -> (b, m, k), (b, m, n, k) -> (b, k, n)
///   resultMaps  (b, m, n, k) -> (b, m, n)
/// A null map stands for a tensor that is indexed by data or read as a whole (start indices, the
/// permuted dim of a sort). Windows are affine: (out, window) -> out * stride + window * dilation -
/// low padding, guarded by the operand's bounds.
struct IterationSpace {
  struct Dim {
    DimKind kind = DimKind::Parallel;
    int64_t size = 0;
  };
  static constexpr int64_t kAbsent = -1;

  explicit IterationSpace(mlir::Operation *op);

  /// Adds a parallel dim that runs along dim `operandDims[i]` of operand i and dim `resultDim` of
  /// every result (kAbsent: it does not index that tensor). The size is read from the op. Returns
  /// the index of the new dim.
  int64_t parallel(llvm::ArrayRef<int64_t> operandDims, int64_t resultDim);
  int64_t reduction(llvm::ArrayRef<int64_t> operandDims);
  int64_t sequential(llvm::ArrayRef<int64_t> operandDims, int64_t resultDim);

  /// Adds a dim of any kind. Operands and results beyond the end of a list are not indexed by the
  /// dim. The size is read from the op unless it is given. Returns the index of the new dim.
  int64_t add(DimKind kind, llvm::ArrayRef<int64_t> operandDims, llvm::ArrayRef<int64_t> resultDims,
              int64_t size = -1);
  /// Replaces the index expression of dim `dim` of an operand, for windows and offsets. Call it
  /// after all dims have been added.
  void setOperandExpr(unsigned operand, unsigned dim, mlir::AffineExpr expr);
  /// Marks an operand that is indexed by data or read as a whole.
  void setOperandWhole(unsigned operand) { operandMaps[operand] = {}; }
  mlir::AffineExpr dimExpr(int64_t dim) const;

  /// One parallel dim per result dim, which indexes all operands of the result's rank. Operands of
  /// other ranks (scalars) are indexed by nothing.
  static IterationSpace pointwise(mlir::Operation *op);

  mlir::AffineMap operandMap(unsigned i) const { return operandMaps[i]; }
  mlir::AffineMap resultMap(unsigned i) const { return resultMaps[i]; }
  /// Whether several elements become one, as in a matmul or a reduction.
  bool combines() const;
  void print(llvm::raw_ostream &os) const;

  mlir::Operation *op;
  llvm::SmallVector<Dim> dims;
  llvm::SmallVector<mlir::AffineMap> operandMaps, resultMaps; // over dims.size() loops
};

} // namespace spmd
