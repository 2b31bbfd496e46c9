// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognises prefix scans, which JAX writes for cumsum, cummax, cumlogsumexp and others as
// reduce_window with windows as long as the dim.
#pragma once
#include "mlir/IR/Operation.h"
#include <optional>

namespace spmd {

/// Result i combines the elements 0 .. i of `dim`, or i .. n - 1 in reverse. The initial values are
/// constants c with body(c, c) = c, so combining one more or one less of them changes nothing.
struct PrefixScan {
  int64_t dim = -1;
  bool isReverse = false;
};

/// Whether a reduction by `body` starts from constants c with body(c, c) = c, so that combining one
/// more or one less of them changes nothing.
bool startsIdempotently(mlir::Region &body, mlir::ValueRange inits);

/// Nothing if `op` is no prefix scan, or its body is more than elementwise ops.
std::optional<PrefixScan> prefixScan(mlir::Operation *op);

/// Up to this many elements, windows cost less than loops or pieces.
inline constexpr int64_t kShortPrefixScan = 32;

} // namespace spmd
