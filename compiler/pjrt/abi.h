// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The binary interface of PJRT plugins, version 0.106: the structs through which a framework and a
// plugin pass arguments, as far as this plugin fills them. Each function takes one struct that the
// caller allocates; `struct_size` says how much of it the caller knows. Names are those of the
// interface. tests/pjrt/abi.test compares sizes and offsets with an independent description.
#pragma once
#include <cstddef>
#include <cstdint>

// What the plugin defines itself and the framework only points at.
struct PJRT_Buffer;
struct PJRT_Client;
struct PJRT_Device;
struct PJRT_DeviceDescription;
struct PJRT_Error;
struct PJRT_Event;
struct PJRT_Executable;
struct PJRT_ExecuteContext;
struct PJRT_LoadedExecutable;
struct PJRT_Memory;
struct PJRT_TopologyDescription;

/// The codes of absl::Status.
enum class PJRT_Error_Code : uint32_t {
  Cancelled = 1,
  Unknown = 2,
  InvalidArgument = 3,
  NotFound = 5,
  ResourceExhausted = 8,
  FailedPrecondition = 9,
  Unimplemented = 12,
  Internal = 13,
};

/// What the framework may do with host memory after the call that passes it.
enum class PJRT_HostBufferSemantics : uint32_t {
  ImmutableOnlyDuringCall = 0,
  ImmutableUntilTransferCompletes = 1,
  ImmutableZeroCopy = 2,
  MutableZeroCopy = 3,
};

enum class PJRT_NamedValue_Type : uint32_t {
  String = 0,
  Int64 = 1,
  Int64List = 2,
  Float = 3,
  Bool = 4
};

/// The head of all argument structs.
struct PJRT_Args {
  size_t struct_size;
  void *extension_start;
};

struct PJRT_Extension_Base {
  size_t struct_size;
  uint32_t type;
  PJRT_Extension_Base *next;
};

struct PJRT_Api_Version : PJRT_Args {
  int32_t major_version, minor_version;
};

struct PJRT_NamedValue : PJRT_Args {
  const char *name;
  size_t name_size;
  PJRT_NamedValue_Type type;
  union {
    const char *string_value;
    int64_t int64_value;
    const int64_t *int64_array_value;
    float float_value;
    bool bool_value;
  };
  size_t value_size; // of a string or a list; else 1
};

// Errors and events.
struct PJRT_Error_Destroy_Args : PJRT_Args {
  PJRT_Error *error;
};
struct PJRT_Error_Message_Args : PJRT_Args {
  const PJRT_Error *error;
  const char *message;
  size_t message_size;
};
struct PJRT_Error_GetCode_Args : PJRT_Args {
  const PJRT_Error *error;
  PJRT_Error_Code code;
};
struct PJRT_Error_ForEachPayload_Args : PJRT_Args {
  const PJRT_Error *error;
  void *visitor, *user_arg;
};
struct PJRT_Event_Destroy_Args : PJRT_Args {
  PJRT_Event *event;
};
using PJRT_Event_Error_Args = PJRT_Event_Destroy_Args;
using PJRT_Event_Await_Args = PJRT_Event_Destroy_Args;
struct PJRT_Event_IsReady_Args : PJRT_Args {
  PJRT_Event *event;
  bool is_ready;
};
struct PJRT_Event_OnReady_Args : PJRT_Args {
  PJRT_Event *event;
  void (*callback)(PJRT_Error *error, void *user_arg);
  void *user_arg;
};

// The plugin and the client.
struct PJRT_Plugin_Initialize_Args : PJRT_Args {};
struct PJRT_Plugin_Attributes_Args : PJRT_Args {
  const PJRT_NamedValue *attributes;
  size_t num_attributes;
};
struct PJRT_Client_Create_Args : PJRT_Args {
  const PJRT_NamedValue *create_options;
  size_t num_options;
  void *kv_get_callback, *kv_get_user_arg, *kv_put_callback, *kv_put_user_arg;
  PJRT_Client *client;
  void *kv_try_get_callback, *kv_try_get_user_arg;
};
struct PJRT_Client_Destroy_Args : PJRT_Args {
  PJRT_Client *client;
};
struct PJRT_Client_PlatformName_Args : PJRT_Args {
  PJRT_Client *client;
  const char *platform_name;
  size_t platform_name_size;
};
struct PJRT_Client_PlatformVersion_Args : PJRT_Args {
  PJRT_Client *client;
  const char *platform_version;
  size_t platform_version_size;
};
struct PJRT_Client_ProcessIndex_Args : PJRT_Args {
  PJRT_Client *client;
  int32_t process_index;
};
struct PJRT_Client_Devices_Args : PJRT_Args {
  PJRT_Client *client;
  PJRT_Device *const *devices;
  size_t num_devices;
};
struct PJRT_Client_AddressableDevices_Args : PJRT_Args {
  PJRT_Client *client;
  PJRT_Device *const *addressable_devices;
  size_t num_addressable_devices;
};
struct PJRT_Client_AddressableMemories_Args : PJRT_Args {
  PJRT_Client *client;
  PJRT_Memory *const *addressable_memories;
  size_t num_addressable_memories;
};
struct PJRT_Client_LookupDevice_Args : PJRT_Args {
  PJRT_Client *client;
  int32_t id;
  PJRT_Device *device;
};
struct PJRT_Client_LookupAddressableDevice_Args : PJRT_Args {
  PJRT_Client *client;
  int32_t local_hardware_id;
  PJRT_Device *addressable_device;
};
struct PJRT_Client_TopologyDescription_Args : PJRT_Args {
  PJRT_Client *client;
  PJRT_TopologyDescription *topology;
};
struct PJRT_Client_DefaultDeviceAssignment_Args : PJRT_Args {
  PJRT_Client *client;
  int32_t num_replicas, num_partitions;
  size_t default_assignment_size;
  int32_t *default_assignment;
};
struct PJRT_Program : PJRT_Args {
  char *code;
  size_t code_size;
  const char *format;
  size_t format_size;
};
struct PJRT_Client_Compile_Args : PJRT_Args {
  PJRT_Client *client;
  const PJRT_Program *program;
  const char *compile_options;
  size_t compile_options_size;
  PJRT_LoadedExecutable *executable;
};

// Devices and their memories.
struct PJRT_DeviceDescription_Id_Args : PJRT_Args {
  PJRT_DeviceDescription *device_description;
  int32_t id;
};
struct PJRT_DeviceDescription_ProcessIndex_Args : PJRT_Args {
  PJRT_DeviceDescription *device_description;
  int32_t process_index;
};
struct PJRT_DeviceDescription_Attributes_Args : PJRT_Args {
  PJRT_DeviceDescription *device_description;
  size_t num_attributes;
  const PJRT_NamedValue *attributes;
};
struct PJRT_DeviceDescription_Kind_Args : PJRT_Args {
  PJRT_DeviceDescription *device_description;
  const char *device_kind;
  size_t device_kind_size;
};
struct PJRT_DeviceDescription_DebugString_Args : PJRT_Args {
  PJRT_DeviceDescription *device_description;
  const char *debug_string;
  size_t debug_string_size;
};
struct PJRT_DeviceDescription_ToString_Args : PJRT_Args {
  PJRT_DeviceDescription *device_description;
  const char *to_string;
  size_t to_string_size;
};
struct PJRT_Device_GetDescription_Args : PJRT_Args {
  PJRT_Device *device;
  PJRT_DeviceDescription *device_description;
};
struct PJRT_Device_IsAddressable_Args : PJRT_Args {
  PJRT_Device *device;
  bool is_addressable;
};
struct PJRT_Device_LocalHardwareId_Args : PJRT_Args {
  PJRT_Device *device;
  int32_t local_hardware_id;
};
struct PJRT_Device_AddressableMemories_Args : PJRT_Args {
  PJRT_Device *device;
  PJRT_Memory *const *memories;
  size_t num_memories;
};
struct PJRT_Device_DefaultMemory_Args : PJRT_Args {
  PJRT_Device *device;
  PJRT_Memory *memory;
};
struct PJRT_Device_ClearMemoryStats_Args : PJRT_Args {
  PJRT_Device *device;
};
struct PJRT_Device_MemoryStats_Args : PJRT_Args {
  PJRT_Device *device;
  int64_t bytes_in_use;
  int64_t peak_bytes_in_use;
  bool peak_bytes_in_use_is_set;
  int64_t num_allocs;
  bool num_allocs_is_set;
  int64_t largest_alloc_size;
  bool largest_alloc_size_is_set;
  int64_t bytes_limit;
  bool bytes_limit_is_set;
  int64_t bytes_reserved;
  bool bytes_reserved_is_set;
  int64_t peak_bytes_reserved;
  bool peak_bytes_reserved_is_set;
  int64_t bytes_reservable_limit;
  bool bytes_reservable_limit_is_set;
  int64_t largest_free_block_bytes;
  bool largest_free_block_bytes_is_set;
  int64_t pool_bytes;
  bool pool_bytes_is_set;
  int64_t peak_pool_bytes;
  bool peak_pool_bytes_is_set;
};
struct PJRT_Device_GetAttributes_Args : PJRT_Args {
  PJRT_Device *device;
  const PJRT_NamedValue *attributes;
  size_t num_attributes;
  void *device_attributes;
  void (*attributes_deleter)(void *);
};
struct PJRT_Memory_Id_Args : PJRT_Args {
  PJRT_Memory *memory;
  int32_t id;
};
struct PJRT_Memory_Kind_Args : PJRT_Args {
  PJRT_Memory *memory;
  const char *kind;
  size_t kind_size;
};
struct PJRT_Memory_Kind_Id_Args : PJRT_Args {
  PJRT_Memory *memory;
  int32_t kind_id;
};
struct PJRT_Memory_DebugString_Args : PJRT_Args {
  PJRT_Memory *memory;
  const char *debug_string;
  size_t debug_string_size;
};
struct PJRT_Memory_ToString_Args : PJRT_Args {
  PJRT_Memory *memory;
  const char *to_string;
  size_t to_string_size;
};
struct PJRT_Memory_AddressableByDevices_Args : PJRT_Args {
  PJRT_Memory *memory;
  PJRT_Device *const *devices;
  size_t num_devices;
};

// The topology: the devices, without a client.
struct PJRT_TopologyDescription_Destroy_Args : PJRT_Args {
  PJRT_TopologyDescription *topology;
};
struct PJRT_TopologyDescription_PlatformName_Args : PJRT_Args {
  PJRT_TopologyDescription *topology;
  const char *platform_name;
  size_t platform_name_size;
};
struct PJRT_TopologyDescription_PlatformVersion_Args : PJRT_Args {
  PJRT_TopologyDescription *topology;
  const char *platform_version;
  size_t platform_version_size;
};
struct PJRT_TopologyDescription_GetDeviceDescriptions_Args : PJRT_Args {
  PJRT_TopologyDescription *topology;
  PJRT_DeviceDescription *const *descriptions;
  size_t num_descriptions;
};
struct PJRT_TopologyDescription_Attributes_Args : PJRT_Args {
  PJRT_TopologyDescription *topology;
  const PJRT_NamedValue *attributes;
  size_t num_attributes;
};
struct PJRT_TopologyDescription_Fingerprint_Args : PJRT_Args {
  PJRT_TopologyDescription *topology;
  uint64_t fingerprint;
};
