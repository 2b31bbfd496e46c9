// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registers all passes. Separate from the declarations, because the generated code takes
// long to compile and only one file needs it.
#include "compiler/passes.h"

namespace spmd {
namespace generated {
#define GEN_PASS_REGISTRATION
#include "compiler/passes.h.inc"
} // namespace generated

void registerSpmdPasses() { generated::registerSpmdPasses(); }

} // namespace spmd
