// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why partition wrote a collective. The cause travels inside its location, like the names of
// values (dialects/source_names.h): passes copy locations, and none of them decides by one.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include <optional>

namespace spmd {

struct Cause {
  std::string user;              // "operand 1 of stablehlo.dot_general"
  std::string value;             // "%x" in the text of the program; empty if it has no name there
  mlir::Attribute before, after; // the shardings of the value, null: whole
  /// Of a value that is gathered although its dims are split: what would keep it split, or why
  /// nothing would.
  std::string remedy;
};

/// `loc` with a cause in it.
mlir::Location withCause(mlir::Location loc, const Cause &cause);
/// The cause inside a location.
std::optional<Cause> causeOf(mlir::Location loc);

} // namespace spmd
