// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facet `index` of ops that move elements without computing: for a result index, which operand
// holds the element and where. Piecewise affine, with guards, a fill value, and symbols that are
// read from index operands at run time; so slice, pad, concatenate, reshape, broadcast, transpose,
// reverse, dynamic_slice, dynamic_update_slice and gather are one case for code generation, fusion
// and gradients.
#pragma once
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/SmallVector.h"

namespace spmd {

/// A number that is read at run time: element `at`(result index) of operand `operand`, converted to
/// index and clamped to [0, limit]. dynamic_slice: `at` is () -> () (a scalar operand), gather:
/// (result dims) -> (batch dims.., component).
struct MovementSymbol {
  unsigned operand = 0;
  mlir::AffineMap at;
  int64_t limit = 0;
  // False: an index out of range makes guards fail rather than being moved inside.
  bool clamped = true;
};

/// Where `guard` holds (null: everywhere), the result element at d is operand[map(d)[symbols]].
struct MovementPiece {
  unsigned operand = 0;
  mlir::AffineMap map;    // (result dims)[symbols] -> operand dims; floordiv and mod allowed
  mlir::IntegerSet guard; // over the same dims and symbols; may be null
};

/// pad of [8] to [12] with low 2, value operand 1:
///   pieces {operand 0, (d) -> (d - 2), guard 0 <= d - 2 < 8}, fill 1
/// concatenate [3] and [5]: pieces {0, (d) -> (d), d < 3}, {1, (d) -> (d - 3)}; the first piece
/// whose guard holds wins.
struct Movement {
  llvm::SmallVector<MovementSymbol> symbols;
  llvm::SmallVector<MovementPiece> pieces;
  int fill = -1; // scalar operand used where no guard holds; -1: cannot happen
};

} // namespace spmd
