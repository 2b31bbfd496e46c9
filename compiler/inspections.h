// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The values whose shardings a program asks for, by the custom call @InspectSharding, which
// jax.debug.inspect_array_sharding writes.
#pragma once
#include "compiler/options.h"
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace spmd {

struct Inspection {
  std::string key;   // what the call says of itself: its backend_config
  rt::Border border; // the value on the devices
  int64_t devices = 1;
};

/// The inspections of `source`, in the order of the program, with the shardings that propagation
/// finds. Fails where the source does not compile.
///   %y = dot(%x, %w) {[{"data"}, {}]}, custom_call @InspectSharding(%y) {backend_config = "7"}
///   ->  {"7", the first dim split into as many parts as "data" has devices}
llvm::Expected<std::vector<Inspection>>
inspectionsOf(std::string_view source, std::string_view name, CompileOptions options);

} // namespace spmd
