// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out about values from the ops that compute them, without evaluating them: bounds of
// integers, constants behind ops that move elements, choices between values. Gathers ask whether an
// index component is always zero, partial sums whether a summand is.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include <limits>
#include <optional>

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
/// Looks through constants, iotas, clamps, minima, maxima, comparisons, conversions,
/// concatenations, broadcasts, reshapes that add or drop dims of size 1, and sharding annotations.
/// Example: JAX clamps indices to the positions at which a whole window fits; component 1 of
/// clamp(0, x, [7, 0]) is zero.
KnownRange knownRange(mlir::Value value, TensorPart part = {});

/// The dim of a reshape's operand that a dim of its result was, if both have the same dims of more
/// than one element, and this is one of them.
std::optional<int64_t> dimBeforeReshape(mlir::RankedTensorType from, mlir::RankedTensorType to,
                                        int64_t dim);

/// Whether all elements are a constant of zero bits, which -0.0 is not.
bool isZeroBits(mlir::Value value);
/// Whether the value is a constant that repeats `element`, also behind broadcasts; -0.0 is 0.0.
bool isSplatOf(mlir::Value value, mlir::DenseElementsAttr element);
/// Whether all elements are one constant that is neither zero nor infinite nor NaN.
bool isFiniteNonzeroSplat(mlir::Value value);

/// Whether all numbers of the op's result are zero, of either sign, where those of its operand are:
/// convert, reduce_precision. Linear ops (OpRules::linearIn) keep zeros, too.
bool keepsZeros(mlir::Operation *op);

/// A value that is one of several others, element by element or as a whole.
///   select(%p, %x, %y)            ->   by %p: %x where it holds, else %y
///   case(%i) { %x } { %y } { %z } ->   by %i
struct Choice {
  mlir::Value by; // a predicate or an index
  llvm::SmallVector<mlir::Value> options;
  /// The number of the option that an element of `by` chooses. An index out of range chooses the
  /// last one.
  size_t optionOf(int64_t element) const;
};
/// The choice that a select, if or case makes for `value`; nothing for other ops.
std::optional<Choice> choiceOf(mlir::Value value);

/// The greatest number of an integer type, or that of int64_t if it is less.
int64_t greatestOf(mlir::IntegerType type);

} // namespace spmd
