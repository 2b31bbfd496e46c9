// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The registration of all passes, apart from their declarations: it is long to compile and one file
// needs it.
#include "compiler/passes.h"

namespace spmd {
namespace generated {
#define GEN_PASS_REGISTRATION
#include "compiler/passes.h.inc"
} // namespace generated

void registerSpmdPasses() { generated::registerSpmdPasses(); }

} // namespace spmd
