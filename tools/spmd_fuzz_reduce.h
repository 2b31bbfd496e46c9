// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the program of a finding small: functions, ops, results, attributes, passes and lines go as
// long as the finding stays.
#pragma once
#include "tools/spmd_fuzz_sandbox.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
class DialectRegistry;
}

namespace spmd::fuzz {

struct Finding {
  std::string key, pipeline, text;
};

/// Tries for at most `seconds`. The finding keeps its key.
void reduce(Finding &finding, const mlir::DialectRegistry &registry, Sandbox &sandbox,
            unsigned seconds);

} // namespace spmd::fuzz
