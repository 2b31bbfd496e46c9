// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The binary interface of PJRT plugins: arrays on devices.
#pragma once
#include "compiler/pjrt/abi.h"

/// Element types, by the numbers of the interface.
enum class PJRT_Buffer_Type : uint32_t {
  INVALID,
  PRED,
  S8,
  S16,
  S32,
  S64,
  U8,
  U16,
  U32,
  U64,
  F16,
  F32,
  F64,
  BF16,
  C64,
  C128,
  F8E5M2,
  F8E4M3FN,
  F8E4M3B11FNUZ,
  F8E5M2FNUZ,
  F8E4M3FNUZ,
  S4,
  U4,
  TOKEN,
  S2,
  U2,
  F8E4M3,
  F8E3M4,
  F8E8M0FNU,
  F4E2M1FN,
};

enum class PJRT_Buffer_MemoryLayout_Type : uint32_t { Tiled = 0, Strides = 1 };

struct PJRT_Buffer_MemoryLayout_Tiled : PJRT_Args {
  const int64_t *minor_to_major;
  size_t minor_to_major_size;
  const int64_t *tile_dims;
  const size_t *tile_dim_sizes;
  size_t num_tiles;
};
struct PJRT_Buffer_MemoryLayout_Strides : PJRT_Args {
  const int64_t *byte_strides;
  size_t num_byte_strides;
};
struct PJRT_Buffer_MemoryLayout : PJRT_Args {
  union {
    PJRT_Buffer_MemoryLayout_Tiled tiled;
    PJRT_Buffer_MemoryLayout_Strides strides;
  };
  PJRT_Buffer_MemoryLayout_Type type;
};

struct PJRT_Client_BufferFromHostBuffer_Args : PJRT_Args {
  PJRT_Client *client;
  const void *data;
  PJRT_Buffer_Type type;
  const int64_t *dims;
  size_t num_dims;
  const int64_t *byte_strides; // null: dense, major to minor
  size_t num_byte_strides;
  PJRT_HostBufferSemantics host_buffer_semantics;
  PJRT_Device *device; // or memory
  PJRT_Memory *memory;
  PJRT_Buffer_MemoryLayout *device_layout;
  PJRT_Event *done_with_host_buffer;
  PJRT_Buffer *buffer;
};
struct PJRT_Client_CreateUninitializedBuffer_Args : PJRT_Args {
  PJRT_Client *client;
  const int64_t *shape_dims;
  size_t shape_num_dims;
  PJRT_Buffer_Type shape_element_type;
  PJRT_Buffer_MemoryLayout *shape_layout;
  PJRT_Device *device;
  PJRT_Memory *memory;
  PJRT_Buffer *buffer;
};
struct PJRT_Client_CreateViewOfDeviceBuffer_Args : PJRT_Args {
  PJRT_Client *client;
  void *device_buffer_ptr;
  const int64_t *dims;
  size_t num_dims;
  PJRT_Buffer_Type element_type;
  PJRT_Buffer_MemoryLayout *layout;
  PJRT_Device *device;
  void (*on_delete_callback)(void *device_buffer_ptr, void *user_arg);
  void *on_delete_callback_arg;
  intptr_t stream;
  PJRT_Buffer *buffer;
  PJRT_Memory *memory;
};

struct PJRT_Buffer_Destroy_Args : PJRT_Args {
  PJRT_Buffer *buffer;
};
using PJRT_Buffer_Delete_Args = PJRT_Buffer_Destroy_Args;
using PJRT_Buffer_IncreaseExternalReferenceCount_Args = PJRT_Buffer_Destroy_Args;
using PJRT_Buffer_DecreaseExternalReferenceCount_Args = PJRT_Buffer_Destroy_Args;
struct PJRT_Buffer_ElementType_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Buffer_Type type;
};
struct PJRT_Buffer_Dimensions_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  const int64_t *dims;
  size_t num_dims;
};
struct PJRT_Buffer_UnpaddedDimensions_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  const int64_t *unpadded_dims;
  size_t num_dims;
};
struct PJRT_Buffer_DynamicDimensionIndices_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  const size_t *dynamic_dim_indices;
  size_t num_dynamic_dims;
};
struct PJRT_Buffer_GetMemoryLayout_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Buffer_MemoryLayout layout;
};
struct PJRT_Buffer_OnDeviceSizeInBytes_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  size_t on_device_size_in_bytes;
};
struct PJRT_Buffer_Device_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Device *device;
};
struct PJRT_Buffer_Memory_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Memory *memory;
};
struct PJRT_Buffer_IsDeleted_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  bool is_deleted;
};
struct PJRT_Buffer_IsOnCpu_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  bool is_on_cpu;
};
struct PJRT_Buffer_ReadyEvent_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Event *event;
};
struct PJRT_Buffer_UnsafePointer_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  uintptr_t buffer_pointer;
};
struct PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  void *device_memory_ptr;
};
struct PJRT_Buffer_CopyToDevice_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Device *dst_device;
  PJRT_Buffer *dst_buffer;
};
struct PJRT_Buffer_CopyToMemory_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  PJRT_Memory *dst_memory;
  PJRT_Buffer *dst_buffer;
};
struct PJRT_Buffer_ToHostBuffer_Args : PJRT_Args {
  PJRT_Buffer *src;
  PJRT_Buffer_MemoryLayout *host_layout; // null: dense, major to minor
  void *dst;                             // null: asks for the size
  size_t dst_size;                       // bytes
  PJRT_Event *event;
};
struct PJRT_Buffer_CopyRawToHost_Args : PJRT_Args {
  PJRT_Buffer *buffer;
  void *dst;
  int64_t offset, transfer_size; // bytes
  PJRT_Event *event;
};
