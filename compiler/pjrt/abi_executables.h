// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The binary interface of PJRT plugins: compiled programs, and the extension by which a framework
// asks how their arguments and results are sharded.
#pragma once
#include "compiler/pjrt/abi_buffers.h"

struct PJRT_Executable_Destroy_Args : PJRT_Args {
  PJRT_Executable *executable;
};
struct PJRT_Executable_Name_Args : PJRT_Args {
  PJRT_Executable *executable;
  const char *executable_name;
  size_t executable_name_size;
};
struct PJRT_Executable_NumReplicas_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_replicas;
};
struct PJRT_Executable_NumPartitions_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_partitions;
};
struct PJRT_Executable_NumOutputs_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_outputs;
};
struct PJRT_Executable_SizeOfGeneratedCodeInBytes_Args : PJRT_Args {
  PJRT_Executable *executable;
  int64_t size_in_bytes;
};
struct PJRT_Executable_Fingerprint_Args : PJRT_Args {
  PJRT_Executable *executable;
  const char *executable_fingerprint;
  size_t executable_fingerprint_size;
};
struct PJRT_Executable_GetCostAnalysis_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_properties;
  const PJRT_NamedValue *properties;
};
struct PJRT_Executable_OutputElementTypes_Args : PJRT_Args {
  PJRT_Executable *executable;
  PJRT_Buffer_Type *output_types;
  size_t num_output_types;
};
struct PJRT_Executable_OutputDimensions_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_outputs;
  const int64_t *dims;     // of all results, one after another
  const size_t *dim_sizes; // the number of dims of each
};
struct PJRT_Executable_OutputMemoryKinds_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_outputs;
  const char *const *memory_kinds;
  const size_t *memory_kind_sizes;
};
struct PJRT_Executable_ParameterMemoryKinds_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_parameters;
  const char *const *memory_kinds;
  const size_t *memory_kind_sizes;
};
struct PJRT_Executable_OptimizedProgram_Args : PJRT_Args {
  PJRT_Executable *executable;
  PJRT_Program *program; // without code: asks for the size
};
struct PJRT_Executable_GetCompiledMemoryStats_Args : PJRT_Args {
  PJRT_Executable *executable;
  int64_t generated_code_size_in_bytes, argument_size_in_bytes, output_size_in_bytes;
  int64_t alias_size_in_bytes, temp_size_in_bytes;
  int64_t host_generated_code_size_in_bytes, host_argument_size_in_bytes;
  int64_t host_output_size_in_bytes, host_alias_size_in_bytes, host_temp_size_in_bytes;
  int64_t peak_memory_in_bytes, total_size_in_bytes;
};
struct PJRT_Executable_Serialize_Args : PJRT_Args {
  PJRT_Executable *executable;
  const char *serialized_bytes;
  size_t serialized_bytes_size;
  void *serialized_executable;
  void (*serialized_executable_deleter)(void *);
};
struct PJRT_Executable_DeserializeAndLoad_Args : PJRT_Args {
  PJRT_Client *client;
  const char *serialized_executable;
  size_t serialized_executable_size;
  PJRT_LoadedExecutable *loaded_executable;
  const char *overridden_serialized_compile_options; // or null
  size_t overridden_serialized_compile_options_size;
};

struct PJRT_LoadedExecutable_Destroy_Args : PJRT_Args {
  PJRT_LoadedExecutable *executable;
};
using PJRT_LoadedExecutable_Delete_Args = PJRT_LoadedExecutable_Destroy_Args;
struct PJRT_LoadedExecutable_IsDeleted_Args : PJRT_Args {
  PJRT_LoadedExecutable *executable;
  bool is_deleted;
};
struct PJRT_LoadedExecutable_GetExecutable_Args : PJRT_Args {
  PJRT_LoadedExecutable *loaded_executable;
  PJRT_Executable *executable;
};
struct PJRT_LoadedExecutable_AddressableDevices_Args : PJRT_Args {
  PJRT_LoadedExecutable *executable;
  PJRT_Device *const *addressable_devices;
  size_t num_addressable_devices;
};
struct PJRT_LogicalDeviceIds {
  int32_t replica, partition;
};
struct PJRT_LoadedExecutable_AddressableDeviceLogicalIds_Args : PJRT_Args {
  PJRT_LoadedExecutable *executable;
  const PJRT_LogicalDeviceIds *addressable_device_logical_ids;
  size_t num_addressable_device_logical_ids;
};
struct PJRT_LoadedExecutable_GetDeviceAssignment_Args : PJRT_Args {
  PJRT_LoadedExecutable *executable;
  const char *serialized_bytes; // a DeviceAssignmentProto
  size_t serialized_bytes_size;
  void *serialized_device_assignment;
  void (*serialized_device_assignment_deleter)(void *);
};
struct PJRT_LoadedExecutable_Fingerprint_Args : PJRT_Args {
  PJRT_LoadedExecutable *executable;
  const char *executable_fingerprint;
  size_t executable_fingerprint_size;
};

struct PJRT_ExecuteContext_Create_Args : PJRT_Args {
  PJRT_ExecuteContext *context;
};
struct PJRT_ExecuteContext_Destroy_Args : PJRT_Args {
  PJRT_ExecuteContext *context;
};
struct PJRT_ExecuteOptions : PJRT_Args {
  void *send_callbacks, *recv_callbacks;
  size_t num_send_ops, num_recv_ops;
  int32_t launch_id;
  const int64_t *non_donatable_input_indices;
  size_t num_non_donatable_input_indices;
  PJRT_ExecuteContext *context;
};
struct PJRT_LoadedExecutable_Execute_Args : PJRT_Args {
  PJRT_LoadedExecutable *executable;
  PJRT_ExecuteOptions *options;
  PJRT_Buffer *const *const *argument_lists; // [num_devices][num_args]
  size_t num_devices, num_args;
  PJRT_Buffer **const *output_lists;   // [num_devices][num_outputs], filled
  PJRT_Event **device_complete_events; // [num_devices], filled, or null
  PJRT_Device *execute_device;
};

/// Extension 19: how the partitioner sharded parameters and results, each a serialized OpSharding.
struct PJRT_Shardings_Extension {
  static constexpr uint32_t kType = 19;
  PJRT_Extension_Base base;
  void *PJRT_Shardings_PJRT_Executable_ParameterShardings;
  void *PJRT_Shardings_PJRT_Executable_OutputShardings;
};
struct PJRT_Shardings_PJRT_Executable_ParameterShardings_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_parameters;
  const char *const *shardings;
  const size_t *sharding_sizes;
};
struct PJRT_Shardings_PJRT_Executable_OutputShardings_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_outputs;
  const char *const *shardings;
  const size_t *sharding_sizes;
};
