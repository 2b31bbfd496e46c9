// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program of one device as StableHLO, for readers that know nothing of this compiler.
#pragma once
#include "compiler/options.h"
#include "llvm/Support/Error.h"
#include <string>
#include <string_view>

namespace spmd {

/// The text of `source` after partition: local shapes, collectives between the devices, locations.
/// Fails where it does not compile, and where it holds an op that neither StableHLO nor chlo has.
///   add(%x, %x) on 8x4, split into 4 parts  ->  add(%x, %x) on 2x4
llvm::Expected<std::string> partitionedText(std::string_view source, std::string_view name,
                                            CompileOptions options);

} // namespace spmd
