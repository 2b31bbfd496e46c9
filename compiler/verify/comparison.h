// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a program and its partitioned form in the reference interpreter and compares what each
// device holds in the end. Copies count, too: a device with a stale copy of a replicated value is
// found, although no file that the tools write would show it.
#pragma once
#include "compiler/elements/tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace spmd {

/// Two forms of one program. Arguments are made from the seed for `whole`, and cut for devices as
/// the borders of `partitioned` say.
struct Comparison {
  mlir::ModuleOp whole;       // runs on one device; sdy ops and attributes mean nothing there
  mlir::ModuleOp partitioned; // runs on all devices of its borders
  int64_t devices = 1;
  uint64_t seed = 0; // of the arguments
  /// Floats in arguments are between 0 and 1, so that few roots and logarithms in a program are
  /// NaN. What is NaN in both forms counts as equal.
  bool positive = false;
  /// One float in eight is NaN, an infinity or a zero of negative sign.
  bool specials = false;
  /// The largest difference of two floats, in units in the last place of the largest element. 0:
  /// they have to be equal. Nothing: half of the digits of the type have to agree, which is what
  /// is left where later ops magnify the rounding of a sum as much as the sum loses.
  std::optional<double> tolerance = 0;
  /// Where all elements of a result are smaller, differences are measured against this number: a
  /// sum that cancels leaves what it has rounded.
  double scale = 0;
};

/// The arguments of `whole` that the seed says.
llvm::Expected<std::vector<Tensor>> argumentsOf(const Comparison &comparison);

/// The first difference, as a sentence about a result on a device; nothing where there is none.
/// Fails where `whole` cannot be run; that `partitioned` cannot is a difference.
/// Padding of arguments holds numbers that no result may depend on.
llvm::Expected<std::optional<std::string>> differenceOf(const Comparison &comparison);

} // namespace spmd
