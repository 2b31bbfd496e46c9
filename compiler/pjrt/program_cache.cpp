// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs lie in the folder of the kernels' objects, which checks what it reads and keeps within
// its limits. An entry is the bytes of an .spmdx file.
#include "compiler/pjrt/program_cache.h"
#include "compiler/codegen/object.h"
#include "compiler/codegen/object_cache.h"
#include "compiler/machine.h"
#include "runtime/library_check.h"
#include "runtime/log.h"
#include "runtime/serialize.h"
#include <cstdlib>

namespace spmd::pjrt {
namespace {

/// One folder for the process, opened once. Never destroyed: threads may compile until the end.
ObjectCache &cache() {
  static auto *opened = new ObjectCache("");
  return *opened;
}

/// Whether the environment wants to see, or to check, how a program is compiled.
bool isObserved() {
  for (const char *name :
       {"SPMD_CHECK_CONTRACTS", "SPMD_VERIFY_PARTITION", "SPMD_NO_PROGRAM_CACHE"})
    if (const char *value = std::getenv(name); value && *value)
      return true;
  return false;
}

/// All that the program follows from. The code has the lines of the user's source in it, so that a
/// changed script is compiled again. Exchanges with other processes are placed differently.
std::string keyOf(std::string_view code, std::string_view options, bool isShared) {
  static const std::string circumstances = [] {
    const TargetName target = TargetName::host();
    return "program " + std::to_string(rt::kProgramVersion) + "\n" + target.cpu + "\n" +
           target.features + "\n" + buildIdentity() + "\n" + Machine::host().text() + "\n";
  }();
  return circumstances + (isShared ? "shared\n" : "") + std::string(options) + std::string(code);
}

} // namespace

// Bytes that were written by another build or for another CPU are not found at all; those that
// cannot be read are reported once and compiled again.
std::optional<rt::Program> findProgram(std::string_view code, std::string_view options,
                                       bool isShared) {
  if (isObserved())
    return std::nullopt;
  const std::optional<std::vector<uint8_t>> bytes = cache().read(keyOf(code, options, isShared));
  if (!bytes)
    return std::nullopt;
  llvm::Expected<rt::Program> program = rt::deserializeProgram(*bytes, "the cache");
  if (program)
    return std::move(*program);
  rt::log(llvm::toString(program.takeError()));
  return std::nullopt;
}

// What cannot be written is not kept; the cache has a remark for it.
void keepProgram(std::string_view code, std::string_view options, bool isShared,
                 const rt::Program &program) {
  // Keys of host functions are valid in this process only.
  if (!isObserved() && !rt::callsHost(program))
    cache().write(keyOf(code, options, isShared), rt::serializeProgram(program));
}

} // namespace spmd::pjrt
