// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of devices and of their memories.
#include "compiler/pjrt/device.h"
#include "compiler/pjrt/api.h"
#include "runtime/buffer.h"
#include "spmd_version.h"
#include "llvm/Config/llvm-config.h"
#include <algorithm>

// Texts and the attribute are made once: the framework keeps pointers to them.
PJRT_DeviceDescription::PJRT_DeviceDescription(int32_t id, int32_t process)
    : id(id), process(process), text("SpmdDevice(id=" + std::to_string(id) + ")"),
      debugText("spmd:" + std::to_string(id)), coords(id), attribute{} {
  attribute.struct_size = sizeof attribute;
  attribute.name = "coords";
  attribute.name_size = 6;
  attribute.type = PJRT_NamedValue_Type::Int64List;
  attribute.int64_array_value = &coords;
  attribute.value_size = 1;
}

// Shown by the framework: "pinned_host memory of spmd:3".
PJRT_Memory::PJRT_Memory(PJRT_Device *device, int32_t kind)
    : device(device), kind(kind), text(std::string(spmd::pjrt::kMemoryKinds[size_t(kind)]) +
                                       " memory of " + device->description.debugText) {}

namespace spmd::pjrt {

// Shown by the framework, and a part of its own caches' keys.
const std::string &platformVersion() {
  static const std::string text =
      std::string("spmd ") + SPMD_VERSION + ", LLVM " + LLVM_VERSION_STRING;
  return text;
}

// Programs may come from other platforms, by jax.export.
int32_t memoryKindOf(std::string_view name) {
  const auto *at = std::ranges::find(kMemoryKinds, name);
  return at == kMemoryKinds.end() ? 0 : int32_t(at - kMemoryKinds.begin());
}

PJRT_Error *notHere(const PJRT_Device &device) {
  return refuse(PJRT_Error_Code::InvalidArgument, device.description.debugText +
                                                      " is a device of process " +
                                                      std::to_string(device.description.process));
}

/// Raises a maximum that other threads raise, too.
static void raise(std::atomic<int64_t> &most, int64_t value) {
  for (int64_t seen = most; seen < value && !most.compare_exchange_weak(seen, value);)
    ;
}

// Any thread may allocate. The peak is that of the sum.
void MemoryUse::add(int64_t size) {
  ++allocations;
  raise(largest, size);
  raise(peak, bytes += size);
}

namespace {

/// A text that lives as long as its owner, in two fields of an argument struct.
void give(std::string_view text, const char *&data, size_t &size) {
  data = text.data();
  size = text.size();
}

/// Unique in the client.
PJRT_Error *id(PJRT_DeviceDescription_Id_Args *args) {
  args->id = args->device_description->id;
  return nullptr;
}

/// The rank that has the device.
PJRT_Error *processIndex(PJRT_DeviceDescription_ProcessIndex_Args *args) {
  args->process_index = args->device_description->process;
  return nullptr;
}

/// The position in the line of devices.
PJRT_Error *attributes(PJRT_DeviceDescription_Attributes_Args *args) {
  args->attributes = &args->device_description->attribute;
  args->num_attributes = 1;
  return nullptr;
}

/// The same for all devices.
PJRT_Error *kind(PJRT_DeviceDescription_Kind_Args *args) {
  give(kPlatform, args->device_kind, args->device_kind_size);
  return nullptr;
}

/// "spmd:3".
PJRT_Error *debugString(PJRT_DeviceDescription_DebugString_Args *args) {
  give(args->device_description->debugText, args->debug_string, args->debug_string_size);
  return nullptr;
}

/// "SpmdDevice(id=3)", which Python shows.
PJRT_Error *toString(PJRT_DeviceDescription_ToString_Args *args) {
  give(args->device_description->text, args->to_string, args->to_string_size);
  return nullptr;
}

/// Lent by the device.
PJRT_Error *description(PJRT_Device_GetDescription_Args *args) {
  args->device_description = &args->device->description;
  return nullptr;
}

/// Whether it is in this process.
PJRT_Error *isAddressable(PJRT_Device_IsAddressable_Args *args) {
  args->is_addressable = args->device->isAddressable();
  return nullptr;
}

/// The number in this process.
PJRT_Error *localHardwareId(PJRT_Device_LocalHardwareId_Args *args) {
  args->local_hardware_id = args->device->localId;
  return nullptr;
}

/// None, if the device is in another process.
PJRT_Error *addressableMemories(PJRT_Device_AddressableMemories_Args *args) {
  args->memories = args->device->memoryList.data();
  args->num_memories = args->device->isAddressable() ? kMemoryKinds.size() : 0;
  return nullptr;
}

/// The first one.
PJRT_Error *defaultMemory(PJRT_Device_DefaultMemory_Args *args) {
  args->memory = &args->device->memories[0];
  return nullptr;
}

/// Of the buffers that the framework holds. Memory of programs is in their own account.
PJRT_Error *memoryStats(PJRT_Device_MemoryStats_Args *args) {
  if (!args->device->isAddressable())
    return notHere(*args->device);
  const MemoryUse &use = args->device->use;
  args->bytes_in_use = use.bytes;
  args->peak_bytes_in_use = use.peak;
  args->num_allocs = use.allocations;
  args->largest_alloc_size = use.largest;
  args->bytes_limit = int64_t(rt::memoryOfMachine());
  args->peak_bytes_in_use_is_set = args->num_allocs_is_set = args->largest_alloc_size_is_set =
      args->bytes_limit_is_set = true;
  args->bytes_reserved_is_set = args->peak_bytes_reserved_is_set =
      args->bytes_reservable_limit_is_set = args->largest_free_block_bytes_is_set =
          args->pool_bytes_is_set = args->peak_pool_bytes_is_set = false;
  return nullptr;
}

/// Peaks start again at what is in use.
PJRT_Error *clearMemoryStats(PJRT_Device_ClearMemoryStats_Args *args) {
  MemoryUse &use = args->device->use;
  use.peak = use.bytes.load();
  use.allocations = use.largest = 0;
  return nullptr;
}

/// Those of the description.
PJRT_Error *deviceAttributes(PJRT_Device_GetAttributes_Args *args) {
  args->attributes = &args->device->description.attribute;
  args->num_attributes = 1;
  args->device_attributes = nullptr;
  args->attributes_deleter = [](void *) {}; // the device owns them
  return nullptr;
}

/// Unique in the client.
PJRT_Error *memoryId(PJRT_Memory_Id_Args *args) {
  const PJRT_Memory &memory = *args->memory;
  args->id = memory.device->description.id * int32_t(kMemoryKinds.size()) + memory.kind;
  return nullptr;
}

/// Its name.
PJRT_Error *memoryKind(PJRT_Memory_Kind_Args *args) {
  give(kMemoryKinds[size_t(args->memory->kind)], args->kind, args->kind_size);
  return nullptr;
}

/// From 1 on.
PJRT_Error *memoryKindId(PJRT_Memory_Kind_Id_Args *args) {
  args->kind_id = args->memory->kind + 1;
  return nullptr;
}

/// "device memory of spmd:3".
PJRT_Error *memoryDebugString(PJRT_Memory_DebugString_Args *args) {
  give(args->memory->text, args->debug_string, args->debug_string_size);
  return nullptr;
}

/// As the other text.
PJRT_Error *memoryToString(PJRT_Memory_ToString_Args *args) {
  give(args->memory->text, args->to_string, args->to_string_size);
  return nullptr;
}

/// The device that it belongs to.
PJRT_Error *addressableByDevices(PJRT_Memory_AddressableByDevices_Args *args) {
  args->devices = &args->memory->device->self;
  args->num_devices = 1;
  return nullptr;
}

} // namespace

void addDeviceFunctions(PJRT_Api &api) {
  set<id>(api, Slot::DeviceDescription_Id);
  set<processIndex>(api, Slot::DeviceDescription_ProcessIndex);
  set<attributes>(api, Slot::DeviceDescription_Attributes);
  set<kind>(api, Slot::DeviceDescription_Kind);
  set<debugString>(api, Slot::DeviceDescription_DebugString);
  set<toString>(api, Slot::DeviceDescription_ToString);
  set<description>(api, Slot::Device_GetDescription);
  set<isAddressable>(api, Slot::Device_IsAddressable);
  set<localHardwareId>(api, Slot::Device_LocalHardwareId);
  set<addressableMemories>(api, Slot::Device_AddressableMemories);
  set<defaultMemory>(api, Slot::Device_DefaultMemory);
  set<memoryStats>(api, Slot::Device_MemoryStats);
  set<clearMemoryStats>(api, Slot::Device_ClearMemoryStats);
  set<deviceAttributes>(api, Slot::Device_GetAttributes);
  set<memoryId>(api, Slot::Memory_Id);
  set<memoryKind>(api, Slot::Memory_Kind);
  set<memoryKindId>(api, Slot::Memory_Kind_Id);
  set<memoryDebugString>(api, Slot::Memory_DebugString);
  set<memoryToString>(api, Slot::Memory_ToString);
  set<addressableByDevices>(api, Slot::Memory_AddressableByDevices);
}

} // namespace spmd::pjrt
