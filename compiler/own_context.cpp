// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread works in such a context, so it has no pool of threads.
#include "compiler/own_context.h"
#include "dialects/register.h"

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

OwnContext::OwnContext()
    : context(allDialects(), MLIRContext::Threading::DISABLED), errors(&context) {
  context.printOpOnDiagnostic(false); // the note would print the op, which may be the whole module
}

} // namespace spmd
