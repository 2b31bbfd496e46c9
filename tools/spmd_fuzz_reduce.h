// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reduces the program of a finding: removes functions, ops, results, attributes, passes and
// lines as long as the finding remains.
#pragma once
#include "tools/spmd_fuzz_sandbox.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir {
class DialectRegistry;
}

namespace spmd::fuzz {

/// `key` identifies the defect; `text` under `pipeline` shows it.
struct Finding {
  std::string key, pipeline, text;
};

/// Reduces for at most `seconds`. The finding keeps its key.
void reduce(Finding &finding, const mlir::DialectRegistry &registry, Sandbox &sandbox,
            unsigned seconds);

} // namespace spmd::fuzz
