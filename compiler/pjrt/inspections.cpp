// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells the Python package the shardings that a program asks for (spmd_jax/inspections.py), when it
// is compiled.
#include "compiler/inspections.h"
#include "compiler/pjrt/executable.h"
#include <array>
#include <atomic>

namespace {

/// Calls the function of a key with a serialized OpSharding. Returns 0, or 1 with the reason in
/// `text`, which has `room` bytes and ends with a zero.
using Tell = int (*)(const char *key, const char *sharding, size_t size, char *text, size_t room);

std::atomic<Tell> teller{nullptr};

} // namespace

extern "C" {

/// Sets the function that hears of all inspections, once.
[[gnu::visibility("default")]] void spmd_inspection_dispatch(Tell function) {
  teller.store(function);
}
}

namespace spmd::pjrt {

// The name of the call stands in the bytes of a program that has one.
Status tellInspections(std::string_view code, CompileOptions options) {
  const Tell tell = teller.load();
  if (!tell || code.find("InspectSharding") == std::string_view::npos)
    return {};
  std::vector<Inspection> found;
  Status status = runCancellable([&](const std::atomic<bool> &cancelled) {
    options.cancelled = &cancelled;
    return inspectionsOf(code, "program", options).moveInto(found);
  });
  for (const Inspection &each : found) {
    const std::string sharding = shardingOf(each.border, each.devices);
    std::array<char, 4096> text{};
    if (tell(each.key.c_str(), sharding.data(), sharding.size(), text.data(), text.size()))
      return {true, {PJRT_Error_Code::Internal, text.data()}};
  }
  return status;
}

} // namespace spmd::pjrt
