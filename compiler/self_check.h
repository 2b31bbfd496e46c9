// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Splits a program that checks its own results: the module keeps the computation, and
// SelfCheck keeps the checks and the constants that they need.
#pragma once
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/array.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace spmd {

class SelfCheck {
public:
  /// Takes the checks out of the module's main, or of its only function, which is then
  /// renamed to main. Returns nothing where there are no checks. Calls are inlined on the
  /// way. Fails with a diagnostic.
  ///
  /// \param keepConstants  false: constants that reach a check become main's last arguments
  static mlir::FailureOr<std::optional<SelfCheck>> takeFrom(mlir::ModuleOp module,
                                                            bool keepConstants);

  /// The values of main's last arguments.
  const std::vector<rt::Array> &arguments() const { return values; }

  /// Removes the compared values, main's last results, from `results`, and compares them.
  /// The error of a check carries its location. It is a CheckFailure (compiler/ops/eval.h)
  /// where the check ran and does not hold.
  llvm::Error verify(std::vector<rt::Array> &results) const;

private:
  mlir::OwningOpRef<mlir::ModuleOp> checks; // one function
  std::vector<rt::Array> values;
};

} // namespace spmd
