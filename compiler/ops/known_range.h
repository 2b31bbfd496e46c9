// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out about values from the ops that compute them, without evaluating them: bounds of
// integers, constants behind ops that move elements. Gathers ask whether an index component is
// always zero, partial sums whether a summand is.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include <limits>

namespace spmd {

/// A part of a tensor: the elements at `position` of `dim`, or all elements.
struct TensorPart {
  int64_t dim = -1, position = 0;
};

struct KnownRange {
  int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  bool isZero() const { return low == 0 && high == 0; }
  bool operator==(const KnownRange &) const = default;
};

/// Inclusive bounds of all elements of the part; the whole range of int64_t if nothing is known.
/// Looks through constants, iotas, clamps, minima, maxima, comparisons, conversions, concatenations,
/// broadcasts, reshapes that add or drop dims of size 1, and sharding annotations. Example: JAX clamps indices
/// to the positions at which a whole window fits; component 1 of clamp(0, x, [7, 0]) is zero.
KnownRange knownRange(mlir::Value value, TensorPart part = {});

/// Whether all elements are a constant of zero bits, which -0.0 is not.
bool isZeroBits(mlir::Value value);
/// Whether the value is a constant that repeats `element`, also behind broadcasts; -0.0 is 0.0.
bool isSplatOf(mlir::Value value, mlir::DenseElementsAttr element);
/// Whether all elements are one constant that is neither zero nor infinite nor NaN.
bool isFiniteNonzeroSplat(mlir::Value value);

/// The greatest number of an integer type, or that of int64_t if it is less.
int64_t greatestOf(mlir::IntegerType type);

} // namespace spmd
