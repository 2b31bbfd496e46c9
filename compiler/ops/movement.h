// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facet `index` of ops that move elements without computing: for each result index, which
// operand holds the element and at which index. The map is piecewise affine, with guards, a fill
// value, and symbols that are read from index operands at run time. Code generation, fusion and
// gradients therefore treat slice, pad, concatenate, reshape, broadcast, transpose, reverse,
// dynamic_slice, dynamic_update_slice and gather alike.
#pragma once
#include "compiler/ops/space.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd {

/// A number that is read at run time: element `at`(result index) of operand `operand`, converted to
/// an index and clamped to [0, limit]. For dynamic_slice `at` is () -> (), because the operand is a
/// scalar. For gather it is (result dims) -> (batch dims.., component).
struct MovementSymbol {
  unsigned operand = 0;
  mlir::AffineMap at;
  int64_t limit = 0;
  // False: an index out of range is not clamped but makes the guards fail.
  bool clamped = true;
};

/// Where `guard` holds, the result element at d is operand[map(d)[symbols]]. A null guard always
/// holds.
struct MovementPiece {
  unsigned operand = 0;
  mlir::AffineMap map;    // (result dims)[symbols] -> operand dims; may use floordiv and mod
  mlir::IntegerSet guard; // over the same dims and symbols; may be null
};

/// pad of [8] to [12] with low 2, whose padding value is operand 1:
///   pieces {operand 0, (d) -> (d - 2), guard 0 <= d - 2 < 8}, fill 1
/// concatenate of [3] and [5]: pieces {0, (d) -> (d), d < 3}, {1, (d) -> (d - 3)}. The first piece
/// whose guard holds supplies the element.
struct Movement {
  llvm::SmallVector<MovementSymbol> symbols;
  llvm::SmallVector<MovementPiece> pieces;
  int fill = -1; // scalar operand for indices where no guard holds; -1: there are none
};

/// The space of an op without symbols: the loops are the dims of the result, and each piece indexes
/// its operand.
IterationSpace movementSpace(mlir::Operation *op, const Movement &movement);

} // namespace spmd
