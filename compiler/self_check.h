// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that check their own results: the module is left with what computes, and this keeps what
// was given and what has to hold.
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
  /// Takes the checks of the module's main (or of its only function, which is named main then) out
  /// of it; nothing where there are none. Calls are inlined on the way. Fails with a diagnostic.
  /// \param keepConstants  else those that reach a check become main's last arguments
  static mlir::FailureOr<std::optional<SelfCheck>> takeFrom(mlir::ModuleOp module,
                                                            bool keepConstants);

  /// Values of main's last arguments.
  const std::vector<rt::Array> &arguments() const { return values; }

  /// Takes the compared values, main's last results, off `results` and holds them against each
  /// other. The error of a check carries its location; it is a CheckFailure (compiler/ops/eval.h)
  /// where the check was made and does not hold.
  llvm::Error verify(std::vector<rt::Array> &results) const;

private:
  mlir::OwningOpRef<mlir::ModuleOp> checks; // one function
  std::vector<rt::Array> values;
};

} // namespace spmd
