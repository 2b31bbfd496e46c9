// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The binary interface of PJRT plugins: topologies that travel, news of other processes, transfers
// in pieces, and the extensions for layouts and for versions of executables.
#pragma once
#include "compiler/pjrt/abi_executables.h"

struct PJRT_AsyncHostToDeviceTransferManager;
struct PJRT_ExecutableAbiVersion;
struct PJRT_Layouts_MemoryLayout;
struct PJRT_RuntimeAbiVersion;

struct PJRT_TopologyDescription_Create_Args : PJRT_Args {
  const char *topology_name;
  size_t topology_name_size;
  const PJRT_NamedValue *create_options;
  size_t num_options;
  PJRT_TopologyDescription *topology;
};
struct PJRT_TopologyDescription_Serialize_Args : PJRT_Args {
  PJRT_TopologyDescription *topology;
  const char *serialized_bytes;
  size_t serialized_bytes_size;
  void *serialized_topology;
  void (*serialized_topology_deleter)(void *);
};
struct PJRT_TopologyDescription_Deserialize_Args : PJRT_Args {
  const char *serialized_topology;
  size_t serialized_topology_size;
  PJRT_TopologyDescription *topology;
};
struct PJRT_Compile_Args : PJRT_Args {
  const PJRT_TopologyDescription *topology;
  const PJRT_Program *program;
  const char *compile_options;
  size_t compile_options_size;
  PJRT_Client *client;
  PJRT_Executable *executable;
};

// What the framework's service knows of the processes of a job.
struct PJRT_Client_UpdateGlobalProcessInfo_Args : PJRT_Args {
  PJRT_Client *client;
  void *process_infos;
  size_t num_process_infos;
};

// Buffers that the host fills in pieces.
struct PJRT_ShapeSpec : PJRT_Args {
  const int64_t *dims;
  size_t num_dims;
  PJRT_Buffer_Type element_type;
};
struct PJRT_Client_CreateBuffersForAsyncHostToDevice_Args : PJRT_Args {
  PJRT_Client *client;
  PJRT_ShapeSpec *shape_specs;
  size_t num_shape_specs;
  PJRT_Buffer_MemoryLayout **device_layouts;
  size_t num_device_layouts;
  PJRT_Memory *memory;
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
};
struct PJRT_AsyncHostToDeviceTransferManager_Destroy_Args : PJRT_Args {
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
};
struct PJRT_AsyncHostToDeviceTransferManager_TransferData_Args : PJRT_Args {
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int32_t buffer_index;
  const void *data;
  int64_t offset, transfer_size; // bytes
  bool is_last_transfer;
  PJRT_Event *done_with_h2d_transfer;
};
struct PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args : PJRT_Args {
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int32_t buffer_index;
  PJRT_Buffer *buffer_out;
};
struct PJRT_AsyncHostToDeviceTransferManager_Device_Args : PJRT_Args {
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  PJRT_Device *device_out;
};
struct PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args : PJRT_Args {
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  size_t buffer_count;
};
struct PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args : PJRT_Args {
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int32_t buffer_index;
  size_t buffer_size;
};
struct PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args : PJRT_Args {
  PJRT_AsyncHostToDeviceTransferManager *transfer_manager;
  int32_t buffer_index;
  PJRT_Error_Code error_code;
  const char *error_message;
  size_t error_message_size;
};

/// Extension 4: layouts as texts.
struct PJRT_Layouts_Extension {
  static constexpr uint32_t kType = 4;
  PJRT_Extension_Base base;
  void *PJRT_Layouts_MemoryLayout_Destroy;
  void *PJRT_Layouts_MemoryLayout_Serialize;
  void *PJRT_Layouts_PJRT_Client_GetDefaultLayout;
  void *PJRT_Layouts_PJRT_Buffer_MemoryLayout;
  void *PJRT_Layouts_PJRT_Topology_GetDefaultLayout;
  void *PJRT_Layouts_PJRT_Executable_GetOutputLayouts;
  void *PJRT_Layouts_PJRT_Executable_GetParameterLayouts;
};
struct PJRT_Layouts_MemoryLayout_Destroy_Args : PJRT_Args {
  PJRT_Layouts_MemoryLayout *layout;
};
struct PJRT_Layouts_MemoryLayout_Serialize_Args : PJRT_Args {
  PJRT_Layouts_MemoryLayout *layout;
  const char *serialized_bytes;
  size_t serialized_bytes_size;
  void *serialized_layout;
  void (*serialized_layout_deleter)(void *);
};
struct PJRT_Layouts_PJRT_Client_GetDefaultLayout_Args : PJRT_Args {
  PJRT_Client *client;
  PJRT_Buffer_Type type;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Layouts_MemoryLayout *layout;
};
struct PJRT_Layouts_PJRT_Topology_GetDefaultLayout_Args : PJRT_Args {
  PJRT_TopologyDescription *topology_description;
  PJRT_Buffer_Type type;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Layouts_MemoryLayout *layout;
};
struct PJRT_Layouts_PJRT_Buffer_MemoryLayout_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Layouts_MemoryLayout *layout;
};
struct PJRT_Layouts_PJRT_Executable_GetOutputLayouts_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_outputs;
  PJRT_Layouts_MemoryLayout **layouts; // of the executable
};
struct PJRT_Layouts_PJRT_Executable_GetParameterLayouts_Args : PJRT_Args {
  PJRT_Executable *executable;
  size_t num_parameters;
  PJRT_Layouts_MemoryLayout **layouts; // of the executable
};

/// Extension 20: whether a serialized executable runs here. Its argument structs have no pointer to
/// extensions.
struct PJRT_AbiVersion_Extension {
  static constexpr uint32_t kType = 20;
  PJRT_Extension_Base base;
  void *client_runtime_abi_version;
  void *executable_get_abi_version;
  void *runtime_abi_version_destroy;
  void *runtime_abi_version_is_compatible_with_runtime;
  void *runtime_abi_version_is_compatible_with_executable;
  void *runtime_abi_version_to_proto;
  void *runtime_abi_version_platform_id;
  void *executable_abi_version_destroy;
  void *executable_abi_version_to_proto;
  void *executable_abi_version_platform_id;
  void *runtime_abi_version_from_proto;
  void *executable_abi_version_from_proto;
};
struct PJRT_Client_RuntimeAbiVersion_Args {
  size_t struct_size;
  PJRT_Client *client;
  PJRT_RuntimeAbiVersion *abi_version;
};
struct PJRT_Executable_GetAbiVersion_Args {
  size_t struct_size;
  PJRT_Executable *executable;
  PJRT_ExecutableAbiVersion *abi_version;
};
struct PJRT_RuntimeAbiVersion_Destroy_Args {
  size_t struct_size;
  PJRT_RuntimeAbiVersion *abi_version;
};
struct PJRT_ExecutableAbiVersion_Destroy_Args {
  size_t struct_size;
  PJRT_ExecutableAbiVersion *abi_version;
};
struct PJRT_RuntimeAbiVersion_IsCompatibleWithRuntime_Args {
  size_t struct_size;
  PJRT_RuntimeAbiVersion *abi_version, *other_abi_version;
};
struct PJRT_RuntimeAbiVersion_IsCompatibleWithExecutable_Args {
  size_t struct_size;
  PJRT_RuntimeAbiVersion *abi_version;
  PJRT_ExecutableAbiVersion *executable_abi_version;
};
struct PJRT_RuntimeAbiVersion_ToProto_Args {
  size_t struct_size;
  PJRT_RuntimeAbiVersion *abi_version;
  const char *serialized_proto;
  size_t serialized_proto_size;
  void *serialized_proto_holder;
  void (*serialized_proto_deleter)(void *);
};
struct PJRT_ExecutableAbiVersion_ToProto_Args {
  size_t struct_size;
  PJRT_ExecutableAbiVersion *abi_version;
  const char *serialized_proto;
  size_t serialized_proto_size;
  void *serialized_proto_holder;
  void (*serialized_proto_deleter)(void *);
};
struct PJRT_RuntimeAbiVersion_PlatformId_Args {
  size_t struct_size;
  PJRT_RuntimeAbiVersion *abi_version;
  uint64_t platform_id;
};
struct PJRT_ExecutableAbiVersion_PlatformId_Args {
  size_t struct_size;
  PJRT_ExecutableAbiVersion *abi_version;
  uint64_t platform_id;
};
struct PJRT_RuntimeAbiVersion_FromProto_Args {
  size_t struct_size;
  const char *serialized_proto;
  size_t serialized_proto_size;
  PJRT_RuntimeAbiVersion *abi_version;
};
struct PJRT_ExecutableAbiVersion_FromProto_Args {
  size_t struct_size;
  const char *serialized_proto;
  size_t serialized_proto_size;
  PJRT_ExecutableAbiVersion *abi_version;
};
