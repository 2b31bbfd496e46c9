// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension that says whether a serialized executable runs here: where the layout of programs
// and the instructions of its kernels are those of this machine.
#include "compiler/pjrt/abi_extensions.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/executable.h"
#include "compiler/pjrt/text.h"
#include "runtime/cpu.h"
#include "runtime/serialize.h"
#include "llvm/Support/xxhash.h"

/// "spmd program 10" and, for an executable, the target that its kernels were compiled for.
struct PJRT_RuntimeAbiVersion {
  std::string text;
};
struct PJRT_ExecutableAbiVersion {
  std::string text, features;
};

namespace spmd::pjrt {
namespace {

/// Of serialized programs.
std::string layoutVersion() { return "spmd program " + std::to_string(rt::kProgramVersion); }
/// Any number that other platforms do not have.
uint64_t platformId() { return llvm::xxh3_64bits(llvm::StringRef(kPlatform)); }

/// What runs here.
PJRT_Error *ofClient(PJRT_Client_RuntimeAbiVersion_Args *args) {
  args->abi_version = new PJRT_RuntimeAbiVersion{layoutVersion()};
  return nullptr;
}

/// What the executable needs.
PJRT_Error *ofExecutable(PJRT_Executable_GetAbiVersion_Args *args) {
  args->abi_version = new PJRT_ExecutableAbiVersion{
      layoutVersion(), args->executable->compiled->program().cpuFeatures};
  return nullptr;
}

PJRT_Error *destroyRuntime(PJRT_RuntimeAbiVersion_Destroy_Args *args) {
  delete args->abi_version;
  return nullptr;
}

PJRT_Error *destroyExecutable(PJRT_ExecutableAbiVersion_Destroy_Args *args) {
  delete args->abi_version;
  return nullptr;
}

/// An error where the texts differ.
PJRT_Error *differ(const std::string &one, const std::string &other) {
  return one == other ? nullptr
                      : refuse(PJRT_Error_Code::FailedPrecondition,
                               "'" + other + "' does not run on '" + one + "'");
}

/// Whether executables of one run on the other.
PJRT_Error *withRuntime(PJRT_RuntimeAbiVersion_IsCompatibleWithRuntime_Args *args) {
  return differ(args->abi_version->text, args->other_abi_version->text);
}

/// Whether the executable runs here.
PJRT_Error *withExecutable(PJRT_RuntimeAbiVersion_IsCompatibleWithExecutable_Args *args) {
  if (PJRT_Error *error = differ(args->abi_version->text, args->executable_abi_version->text))
    return error;
  const std::string missing = rt::missingOnThisCpu(args->executable_abi_version->features);
  return missing.empty()
             ? nullptr
             : refuse(PJRT_Error_Code::FailedPrecondition,
                      "the executable needs instructions that this CPU lacks: " + missing);
}

/// One line.
PJRT_Error *runtimeToText(PJRT_RuntimeAbiVersion_ToProto_Args *args) {
  giveText(args->abi_version->text, args->serialized_proto, args->serialized_proto_size,
           args->serialized_proto_holder, args->serialized_proto_deleter);
  return nullptr;
}

/// A line for the version, and one for the target.
PJRT_Error *executableToText(PJRT_ExecutableAbiVersion_ToProto_Args *args) {
  giveText(args->abi_version->text + "\n" + args->abi_version->features, args->serialized_proto,
           args->serialized_proto_size, args->serialized_proto_holder,
           args->serialized_proto_deleter);
  return nullptr;
}

PJRT_Error *runtimePlatform(PJRT_RuntimeAbiVersion_PlatformId_Args *args) {
  args->platform_id = platformId();
  return nullptr;
}

PJRT_Error *executablePlatform(PJRT_ExecutableAbiVersion_PlatformId_Args *args) {
  args->platform_id = platformId();
  return nullptr;
}

/// The inverse of runtimeToText.
PJRT_Error *runtimeFromText(PJRT_RuntimeAbiVersion_FromProto_Args *args) {
  args->abi_version =
      new PJRT_RuntimeAbiVersion{std::string(args->serialized_proto, args->serialized_proto_size)};
  return nullptr;
}

/// The inverse of executableToText.
PJRT_Error *executableFromText(PJRT_ExecutableAbiVersion_FromProto_Args *args) {
  auto [text, features] =
      llvm::StringRef(args->serialized_proto, args->serialized_proto_size).split('\n');
  args->abi_version = new PJRT_ExecutableAbiVersion{text.str(), features.str()};
  return nullptr;
}

} // namespace

// In the order of the table.
PJRT_Extension_Base *abiVersionExtension(PJRT_Extension_Base *next) {
  static PJRT_AbiVersion_Extension extension = {
      {sizeof(PJRT_AbiVersion_Extension), PJRT_AbiVersion_Extension::kType, next},
      guarded<ofClient>(),
      guarded<ofExecutable>(),
      guarded<destroyRuntime>(),
      guarded<withRuntime>(),
      guarded<withExecutable>(),
      guarded<runtimeToText>(),
      guarded<runtimePlatform>(),
      guarded<destroyExecutable>(),
      guarded<executableToText>(),
      guarded<executablePlatform>(),
      guarded<runtimeFromText>(),
      guarded<executableFromText>()};
  return &extension.base;
}

} // namespace spmd::pjrt
