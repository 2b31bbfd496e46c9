// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises prefix scans by an associative function of one or more values, in the form that
// jax.lax.associative_scan has as a program: pairs are combined, a scan of half the length runs on
// them, and the rows between its results are combined once more.
//   scan(x):   z = scan(combine(x[0::2], x[1::2]))
//              rows 1, 3, 5, ..: z      rows 0, 2, 4, ..: x[0], combine(z, x[2::2])
#pragma once
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace spmd {

/// Row i of result k combines the rows 0 .. i of the inputs. A value of the program that combines
/// them, `combined[k]`, serves as the function: ops that work on each row by itself, on the rows
/// of `sides`.
///   h[t] = a[t] h[t - 1] + x[t]:   inputs h: x, a: a;   combined h: a' x + x', a: a a'
struct AssociativeScan {
  /// Rows 0, 2, 4, .. of an input stand on the left, rows 1, 3, 5, .. on the right.
  struct Side {
    size_t input = 0;
    bool isLeft = false;
  };
  int64_t dim = -1;
  llvm::SmallVector<mlir::Value> inputs, combined;
  llvm::SmallVector<mlir::Value> results; // null where the program needs none
  llvm::DenseMap<mlir::Value, Side> sides;
};

/// The dim along which a value has the interleaved rows that may be the result of a scan: the sum
/// of two tensors, one with zeros between its rows, one with zeros around them. -1 for others.
int64_t interleavedDim(mlir::Value value);

/// The scan that has `result`, and those of `others` that the same scan gives. Every step of the
/// recursion is compared with the first one. Nothing if the function is no tree of elementwise ops,
/// constants and values that are equal in all rows, or is not associative.
std::optional<AssociativeScan> associativeScan(mlir::Value result,
                                               llvm::ArrayRef<mlir::Value> others);

} // namespace spmd
