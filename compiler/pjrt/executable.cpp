// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the framework asks of a compiled program.
#include "compiler/pjrt/executable.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/messages.pb.h"
#include "compiler/pjrt/text.h"
#include "runtime/serialize.h"
#include <cstring>

namespace spmd::pjrt {
namespace {

/// Runs in progress keep the program.
PJRT_Error *destroy(PJRT_Executable_Destroy_Args *args) {
  delete args->executable;
  return nullptr;
}

const Facts &factsOf(const PJRT_Executable *executable) { return executable->compiled->facts; }

/// That of the function that is run.
PJRT_Error *name(PJRT_Executable_Name_Args *args) {
  args->executable_name = factsOf(args->executable).name.data();
  args->executable_name_size = factsOf(args->executable).name.size();
  return nullptr;
}

/// Always one: programs are partitioned.
PJRT_Error *replicas(PJRT_Executable_NumReplicas_Args *args) {
  args->num_replicas = 1;
  return nullptr;
}

/// The devices of the mesh.
PJRT_Error *partitions(PJRT_Executable_NumPartitions_Args *args) {
  args->num_partitions = size_t(args->executable->compiled->program().deviceCount);
  return nullptr;
}

/// Results of main.
PJRT_Error *outputs(PJRT_Executable_NumOutputs_Args *args) {
  args->num_outputs = factsOf(args->executable).resultTypes.size();
  return nullptr;
}

/// Object code of all kernels.
PJRT_Error *codeSize(PJRT_Executable_SizeOfGeneratedCodeInBytes_Args *args) {
  args->size_in_bytes = factsOf(args->executable).codeBytes;
  return nullptr;
}

/// Equal for equal programs.
PJRT_Error *fingerprint(PJRT_Executable_Fingerprint_Args *args) {
  args->executable_fingerprint = factsOf(args->executable).fingerprint.data();
  args->executable_fingerprint_size = factsOf(args->executable).fingerprint.size();
  return nullptr;
}

/// As fingerprint.
PJRT_Error *loadedFingerprint(PJRT_LoadedExecutable_Fingerprint_Args *args) {
  args->executable_fingerprint = args->executable->compiled->facts.fingerprint.data();
  args->executable_fingerprint_size = args->executable->compiled->facts.fingerprint.size();
  return nullptr;
}

/// Bytes, of one device.
PJRT_Error *costs(PJRT_Executable_GetCostAnalysis_Args *args) {
  args->properties = factsOf(args->executable).costs.data();
  args->num_properties = factsOf(args->executable).costs.size();
  return nullptr;
}

/// By the numbers of the interface.
PJRT_Error *outputTypes(PJRT_Executable_OutputElementTypes_Args *args) {
  const Facts &facts = factsOf(args->executable);
  args->output_types = const_cast<PJRT_Buffer_Type *>(facts.resultTypes.data());
  args->num_output_types = facts.resultTypes.size();
  return nullptr;
}

/// Of the part on one device.
PJRT_Error *outputDimensions(PJRT_Executable_OutputDimensions_Args *args) {
  const Facts &facts = factsOf(args->executable);
  args->num_outputs = facts.resultRanks.size();
  args->dims = facts.resultDims.data();
  args->dim_sizes = facts.resultRanks.data();
  return nullptr;
}

/// As the program names them.
PJRT_Error *outputMemories(PJRT_Executable_OutputMemoryKinds_Args *args) {
  const Facts &facts = factsOf(args->executable);
  args->num_outputs = facts.resultMemories.size();
  args->memory_kinds = facts.resultMemories.data();
  args->memory_kind_sizes = facts.resultMemorySizes.data();
  return nullptr;
}

/// As the program names them; arguments may lie elsewhere.
PJRT_Error *parameterMemories(PJRT_Executable_ParameterMemoryKinds_Args *args) {
  const Facts &facts = factsOf(args->executable);
  args->num_parameters = facts.parameterMemories.size();
  args->memory_kinds = facts.parameterMemories.data();
  args->memory_kind_sizes = facts.parameterMemorySizes.data();
  return nullptr;
}

/// Exact: arguments, results and temporaries are laid out before the first run.
PJRT_Error *memoryStats(PJRT_Executable_GetCompiledMemoryStats_Args *args) {
  const Facts &facts = factsOf(args->executable);
  args->generated_code_size_in_bytes = facts.codeBytes;
  args->argument_size_in_bytes = facts.argumentBytes;
  args->output_size_in_bytes = facts.resultBytes;
  args->alias_size_in_bytes = facts.aliasBytes;
  args->temp_size_in_bytes = facts.temporaryBytes;
  args->host_generated_code_size_in_bytes = args->host_argument_size_in_bytes = 0;
  args->host_output_size_in_bytes = args->host_alias_size_in_bytes = 0;
  args->host_temp_size_in_bytes = 0;
  const int64_t peak =
      facts.argumentBytes + facts.resultBytes - facts.aliasBytes + facts.temporaryBytes;
  // Older callers end before these.
  if (args->struct_size >= sizeof *args - sizeof args->total_size_in_bytes)
    args->peak_memory_in_bytes = peak;
  if (args->struct_size >= sizeof *args)
    args->total_size_in_bytes = peak + facts.codeBytes;
  return nullptr;
}

/// The bytes of an .spmdx file.
PJRT_Error *serialize(PJRT_Executable_Serialize_Args *args) {
  if (args->executable->compiled->callsHost)
    return refuse(PJRT_Error_Code::Unimplemented,
                  "the program calls functions of this process and cannot be written to a file");
  const std::vector<uint8_t> bytes = rt::serializeProgram(args->executable->compiled->program());
  giveText({bytes.begin(), bytes.end()}, args->serialized_bytes, args->serialized_bytes_size,
           args->serialized_executable, args->serialized_executable_deleter);
  return nullptr;
}

/// Asked twice: for the size, then for the text. The framework turns the format "mlir" into modules
/// of HLO, which `compiled.as_text()` prints.
PJRT_Error *optimizedProgram(PJRT_Executable_OptimizedProgram_Args *args) {
  constexpr std::string_view kFormat = "mlir";
  const std::string *text = nullptr;
  if (Status status = args->executable->compiled->textOf(text); status.failed)
    return toCaller(status);
  PJRT_Program &program = *args->program;
  program.format = kFormat.data();
  program.format_size = kFormat.size();
  if (program.code) {
    if (program.code_size < text->size())
      return refuse(PJRT_Error_Code::InvalidArgument, std::to_string(program.code_size) +
                                                          " bytes for a program of " +
                                                          std::to_string(text->size()));
    std::memcpy(program.code, text->data(), text->size());
  }
  program.code_size = text->size();
  return nullptr;
}

/// Runs in progress keep the program.
PJRT_Error *destroyLoaded(PJRT_LoadedExecutable_Destroy_Args *args) {
  delete args->executable;
  return nullptr;
}

/// Later runs are refused.
PJRT_Error *deleteLoaded(PJRT_LoadedExecutable_Delete_Args *args) {
  args->executable->isDeleted = true;
  return nullptr;
}

/// Whether the framework has deleted it.
PJRT_Error *isDeleted(PJRT_LoadedExecutable_IsDeleted_Args *args) {
  args->is_deleted = args->executable->isDeleted;
  return nullptr;
}

/// Another handle of the same program.
PJRT_Error *getExecutable(PJRT_LoadedExecutable_GetExecutable_Args *args) {
  args->executable = new PJRT_Executable{args->loaded_executable->compiled};
  return nullptr;
}

/// In the order of partitions.
PJRT_Error *devices(PJRT_LoadedExecutable_AddressableDevices_Args *args) {
  args->addressable_devices = args->executable->ownDevices.data();
  args->num_addressable_devices = args->executable->ownDevices.size();
  return nullptr;
}

/// Replica 0 of each partition.
PJRT_Error *logicalIds(PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args *args) {
  args->addressable_device_logical_ids = args->executable->logicalIds.data();
  args->num_addressable_device_logical_ids = args->executable->logicalIds.size();
  return nullptr;
}

/// As a DeviceAssignment.
PJRT_Error *assignment(PJRT_LoadedExecutable_GetDeviceAssignment_Args *args) {
  messages::DeviceAssignment message;
  message.set_replica_count(1);
  message.set_computation_count(int32_t(args->executable->devices.size()));
  for (const PJRT_Device *device : args->executable->devices)
    message.add_computation_devices()->add_replica_device_ids(device->description.id);
  giveText(message.SerializeAsString(), args->serialized_bytes, args->serialized_bytes_size,
           args->serialized_device_assignment, args->serialized_device_assignment_deleter);
  return nullptr;
}

} // namespace

// OptimizedProgram is left out: the framework would want it as XLA's HLO.
void addExecutableFunctions(PJRT_Api &api) {
  set<destroy>(api, Slot::Executable_Destroy);
  set<name>(api, Slot::Executable_Name);
  set<replicas>(api, Slot::Executable_NumReplicas);
  set<partitions>(api, Slot::Executable_NumPartitions);
  set<outputs>(api, Slot::Executable_NumOutputs);
  set<codeSize>(api, Slot::Executable_SizeOfGeneratedCodeInBytes);
  set<fingerprint>(api, Slot::Executable_Fingerprint);
  set<loadedFingerprint>(api, Slot::LoadedExecutable_Fingerprint);
  set<costs>(api, Slot::Executable_GetCostAnalysis);
  set<outputTypes>(api, Slot::Executable_OutputElementTypes);
  set<outputDimensions>(api, Slot::Executable_OutputDimensions);
  set<outputMemories>(api, Slot::Executable_OutputMemoryKinds);
  set<parameterMemories>(api, Slot::Executable_ParameterMemoryKinds);
  set<memoryStats>(api, Slot::Executable_GetCompiledMemoryStats);
  set<serialize>(api, Slot::Executable_Serialize);
  set<optimizedProgram>(api, Slot::Executable_OptimizedProgram);
  set<destroyLoaded>(api, Slot::LoadedExecutable_Destroy);
  set<deleteLoaded>(api, Slot::LoadedExecutable_Delete);
  set<isDeleted>(api, Slot::LoadedExecutable_IsDeleted);
  set<getExecutable>(api, Slot::LoadedExecutable_GetExecutable);
  set<devices>(api, Slot::LoadedExecutable_AddressableDevices);
  set<logicalIds>(api, Slot::LoadedExecutable_AddressableDeviceLogicalIds);
  set<assignment>(api, Slot::LoadedExecutable_GetDeviceAssignment);
}

} // namespace spmd::pjrt
