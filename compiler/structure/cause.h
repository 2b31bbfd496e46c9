// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Why partition wrote a collective. The cause travels inside its location, like the names of
// values (dialects/source_names.h): passes copy locations, and none of them decides by one.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include <optional>

namespace spmd {

struct Cause {
  mlir::StringAttr user;         // "operand 1 of stablehlo.dot_general"
  mlir::Attribute before, after; // the shardings of the value, null: whole
};

/// `loc` with a cause in it.
mlir::Location withCause(mlir::Location loc, llvm::StringRef user, mlir::Attribute before,
                         mlir::Attribute after);
/// The cause inside a location.
std::optional<Cause> causeOf(mlir::Location loc);

} // namespace spmd
