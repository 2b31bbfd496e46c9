// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prefix scans, as JAX writes cumsum, cummax, cumlogsumexp and the like: reduce_window with windows
// as long as their dim.
#pragma once
#include "mlir/IR/Operation.h"
#include <optional>

namespace spmd {

/// Result i combines elements 0 .. i of `dim`, or i .. n - 1 of it; one more or less of the initial
/// values, which are constants c with body(c, c) = c, changes nothing.
struct PrefixScan {
  int64_t dim = -1;
  bool isReverse = false;
};

/// Nothing where `op` is no such reduction, or its body has regions.
std::optional<PrefixScan> prefixScan(mlir::Operation *op);

/// Up to this many elements, windows cost less than loops or pieces.
inline constexpr int64_t kShortPrefixScan = 32;

} // namespace spmd
