// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records the trial of one program: the way that is tried, the first error of the compiler,
// and the finding.
#pragma once
#include "mlir/IR/Diagnostics.h"
#include "tools/spmd_random_ways.h"
#include "llvm/Support/Error.h"

namespace spmd::random {

class Record {
public:
  Record(mlir::MLIRContext &context, const std::function<void(llvm::StringRef)> &onWay)
      : onWay(onWay), handler(&context, [this](mlir::Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error && message.empty())
            llvm::raw_string_ostream(message)
                << diagnostic.getLocation() << ": error: " << diagnostic;
          return mlir::success();
        }) {}

  /// Starts a way; earlier messages are forgotten.
  void begin(llvm::StringRef next) {
    way = next.str();
    message.clear();
    onWay(next);
  }
  /// Ends the way with the compiler's error, or with `error`. Returns false.
  bool refuse() {
    return end(Outcome::Refused, message.empty() ? "refused without a message" : message);
  }
  /// With the compiler's error where there is one.
  bool refuse(const std::string &why) {
    return end(Outcome::Refused, message.empty() ? why : message);
  }
  bool refuse(llvm::Error error) { return end(Outcome::Refused, llvm::toString(std::move(error))); }
  llvm::StringRef firstError() const { return message; }
  bool differ(std::string what) { return end(Outcome::Differ, std::move(what)); }

  std::optional<Finding> finding;

private:
  const std::function<void(llvm::StringRef)> &onWay;
  std::string way, message;
  mlir::ScopedDiagnosticHandler handler;

  /// Stores the finding.
  bool end(Outcome outcome, std::string what) {
    finding = Finding{outcome, way, std::move(what)};
    return false;
  }
};

} // namespace spmd::random
