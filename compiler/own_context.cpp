// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread works in such a context, so it has no pool of threads.
#include "compiler/own_context.h"
#include "dialects/register.h"
#include "dialects/source_names.h"

using namespace mlir;

namespace spmd {

/// The dialects of all programs. Never destroyed: threads may compile until the end.
static const DialectRegistry &allDialects() {
  static const DialectRegistry *registry = [] {
    auto *made = new DialectRegistry;
    registerAllDialects(*made);
    return made;
  }();
  return *registry;
}

// Warnings and remarks are dropped: whoever asks for a text cannot act on them.
OwnContext::OwnContext()
    : context(allDialects(), MLIRContext::Threading::DISABLED),
      handler(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return success();
        const std::string place = shortLocation(diagnostic.getLocation());
        errors +=
            (errors.empty() ? "" : "\n") + place + (place.empty() ? "" : ": ") + diagnostic.str();
        return success();
      }) {
  context.printOpOnDiagnostic(false); // the note would print the op, which may be the whole module
}

llvm::Error OwnContext::refusal(const Twine &fallback) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 errors.empty() ? fallback.str() : errors);
}

} // namespace spmd
