// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Files of jax.export: a FlatBuffers table around a portable artifact. Besides the program it holds
// what JAX wants to know to call it from Python (trees, abstract values, gradients), which is
// skipped.
#pragma once
#include "dialects/vhlo/bytes.h"
#include <optional>

namespace spmd::vhlo {

/// Returns the bytes of the artifact in a file of jax.export; nothing after a fault.
std::optional<llvm::StringRef> moduleOfExport(llvm::StringRef bytes, Faults &faults);

} // namespace spmd::vhlo
