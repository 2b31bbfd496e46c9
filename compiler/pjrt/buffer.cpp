// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the framework asks of a buffer.
#include "compiler/pjrt/buffer.h"
#include "compiler/pjrt/api.h"
#include <array>

using spmd::pjrt::Memory;

PJRT_Buffer::PJRT_Buffer(PJRT_Memory *place, spmd::rt::DType type, std::vector<int64_t> dims,
                         std::shared_ptr<Memory> memory,
                         std::shared_ptr<spmd::pjrt::Completion> defined)
    : place(place), device(place->device), type(type), dims(std::move(dims)), minorToMajor([&] {
        std::vector<int64_t> order(this->dims.size());
        for (size_t d = 0; d < order.size(); ++d)
          order[d] = int64_t(order.size() - 1 - d);
        return order;
      }()),
      bytes(spmd::pjrt::bytesOf(type, this->dims)), defined(std::move(defined)),
      own(std::move(memory)) {}

// A copy of the pointer: the buffer may be deleted by another thread meanwhile.
std::shared_ptr<Memory> PJRT_Buffer::memory() const {
  std::lock_guard lock(mutex);
  return own;
}

// Two calls that donate one buffer at once: one of them gets it.
std::shared_ptr<Memory> PJRT_Buffer::release() {
  std::lock_guard lock(mutex);
  return std::move(own);
}

// Asked before memory is given away.
bool PJRT_Buffer::isHeld() const {
  std::lock_guard lock(mutex);
  return holders > 0;
}

// The memory outlives the buffer's deletion while somebody holds it.
void PJRT_Buffer::hold() {
  std::lock_guard lock(mutex);
  if (holders++ == 0)
    held = own;
}

// The memory goes after the lock.
void PJRT_Buffer::letGo() {
  std::shared_ptr<Memory> last;
  std::lock_guard lock(mutex);
  if (holders > 0 && --holders == 0)
    last = std::move(held);
}

namespace spmd::pjrt {
namespace {

/// A type by the number of the interface and by the runtime's.
struct Names {
  PJRT_Buffer_Type type;
  rt::DType own;
};
constexpr std::array kTypes = {
    Names{PJRT_Buffer_Type::PRED, rt::DType::Pred},
    Names{PJRT_Buffer_Type::S8, rt::DType::S8},
    Names{PJRT_Buffer_Type::S16, rt::DType::S16},
    Names{PJRT_Buffer_Type::S32, rt::DType::S32},
    Names{PJRT_Buffer_Type::S64, rt::DType::S64},
    Names{PJRT_Buffer_Type::U8, rt::DType::U8},
    Names{PJRT_Buffer_Type::U16, rt::DType::U16},
    Names{PJRT_Buffer_Type::U32, rt::DType::U32},
    Names{PJRT_Buffer_Type::U64, rt::DType::U64},
    Names{PJRT_Buffer_Type::F16, rt::DType::F16},
    Names{PJRT_Buffer_Type::F32, rt::DType::F32},
    Names{PJRT_Buffer_Type::F64, rt::DType::F64},
    Names{PJRT_Buffer_Type::BF16, rt::DType::BF16},
    Names{PJRT_Buffer_Type::C64, rt::DType::C64},
    Names{PJRT_Buffer_Type::C128, rt::DType::C128},
    Names{PJRT_Buffer_Type::S2, rt::DType::S2},
    Names{PJRT_Buffer_Type::S4, rt::DType::S4},
    Names{PJRT_Buffer_Type::U2, rt::DType::U2},
    Names{PJRT_Buffer_Type::U4, rt::DType::U4},
    Names{PJRT_Buffer_Type::F8E5M2, rt::DType::F8E5M2},
    Names{PJRT_Buffer_Type::F8E4M3FN, rt::DType::F8E4M3FN},
    Names{PJRT_Buffer_Type::F8E4M3B11FNUZ, rt::DType::F8E4M3B11FNUZ},
    Names{PJRT_Buffer_Type::F8E5M2FNUZ, rt::DType::F8E5M2FNUZ},
    Names{PJRT_Buffer_Type::F8E4M3FNUZ, rt::DType::F8E4M3FNUZ},
    Names{PJRT_Buffer_Type::F8E4M3, rt::DType::F8E4M3},
    Names{PJRT_Buffer_Type::F8E3M4, rt::DType::F8E3M4},
    Names{PJRT_Buffer_Type::F8E8M0FNU, rt::DType::F8E8M0FNU},
};

} // namespace

// Tokens and floats of 4 bits have none.
std::optional<rt::DType> typeOf(PJRT_Buffer_Type type) {
  for (const Names &each : kTypes)
    if (each.type == type)
      return each.own;
  return {};
}

// Each type of the runtime has one.
PJRT_Buffer_Type typeOf(rt::DType type) {
  for (const Names &each : kTypes)
    if (each.own == type)
      return each.type;
  return PJRT_Buffer_Type::INVALID;
}

PJRT_Error *noSuchType(PJRT_Buffer_Type type) {
  return refuse(PJRT_Error_Code::Unimplemented,
                "buffers of the element type number " + std::to_string(unsigned(type)) +
                    " of the interface are not supported (floats of 4 bits, tokens)");
}

// Sizes were checked before they came here; an overflow would be refused by the allocation.
uint64_t bytesOf(rt::DType type, const std::vector<int64_t> &dims) {
  uint64_t bytes = uint64_t(rt::sizeOf(type));
  for (int64_t size : dims)
    bytes *= uint64_t(size);
  return bytes;
}

namespace {

/// Runs in progress keep the memory.
PJRT_Error *destroy(PJRT_Buffer_Destroy_Args *args) {
  delete args->buffer;
  return nullptr;
}

/// By the number of the interface.
PJRT_Error *elementType(PJRT_Buffer_ElementType_Args *args) {
  args->type = typeOf(args->buffer->type);
  return nullptr;
}

/// Of the part on this device.
PJRT_Error *dimensions(PJRT_Buffer_Dimensions_Args *args) {
  args->dims = args->buffer->dims.data();
  args->num_dims = args->buffer->dims.size();
  return nullptr;
}

/// The same: nothing is padded.
PJRT_Error *unpaddedDimensions(PJRT_Buffer_UnpaddedDimensions_Args *args) {
  args->unpadded_dims = args->buffer->dims.data();
  args->num_dims = args->buffer->dims.size();
  return nullptr;
}

/// Shapes are static.
PJRT_Error *dynamicDimensions(PJRT_Buffer_DynamicDimensionIndices_Args *args) {
  args->dynamic_dim_indices = nullptr;
  args->num_dynamic_dims = 0;
  return nullptr;
}

/// Dense, major to minor, without tiles.
PJRT_Error *memoryLayout(PJRT_Buffer_GetMemoryLayout_Args *args) {
  PJRT_Buffer_MemoryLayout_Tiled &tiled = args->layout.tiled;
  tiled = {};
  tiled.struct_size = sizeof tiled;
  tiled.minor_to_major = args->buffer->minorToMajor.data();
  tiled.minor_to_major_size = args->buffer->minorToMajor.size();
  args->layout.type = PJRT_Buffer_MemoryLayout_Type::Tiled;
  return nullptr;
}

/// Without the rest of a page.
PJRT_Error *sizeInBytes(PJRT_Buffer_OnDeviceSizeInBytes_Args *args) {
  args->on_device_size_in_bytes = args->buffer->bytes;
  return nullptr;
}

/// Where the elements are.
PJRT_Error *device(PJRT_Buffer_Device_Args *args) {
  args->device = args->buffer->device;
  return nullptr;
}

/// One of the device's.
PJRT_Error *memoryOf(PJRT_Buffer_Memory_Args *args) {
  args->memory = args->buffer->place;
  return nullptr;
}

/// The handle stays, and says that it is deleted.
PJRT_Error *deleteBuffer(PJRT_Buffer_Delete_Args *args) {
  args->buffer->release();
  return nullptr;
}

/// Deleted by the framework, or donated to a run.
PJRT_Error *isDeleted(PJRT_Buffer_IsDeleted_Args *args) {
  args->is_deleted = args->buffer->memory() == nullptr;
  return nullptr;
}

/// So that numpy reads the elements where they are.
PJRT_Error *isOnCpu(PJRT_Buffer_IsOnCpu_Args *args) {
  args->is_on_cpu = true;
  return nullptr;
}

/// Each caller gets an event of its own.
PJRT_Error *readyEvent(PJRT_Buffer_ReadyEvent_Args *args) {
  if (PJRT_Error *error = args->buffer->device->client->settle(*args->buffer->defined))
    return error;
  args->event = new PJRT_Event{args->buffer->defined};
  return nullptr;
}

/// Somebody outside reads the memory from now on.
PJRT_Error *hold(PJRT_Buffer_IncreaseExternalReferenceCount_Args *args) {
  args->buffer->hold();
  return nullptr;
}

/// The end of hold.
PJRT_Error *letGo(PJRT_Buffer_DecreaseExternalReferenceCount_Args *args) {
  args->buffer->letGo();
  return nullptr;
}

/// The address of the elements, once they are there.
PJRT_Error *addressOf(const PJRT_Buffer &buffer, void *&address) {
  const std::shared_ptr<Memory> memory = buffer.memory();
  if (!memory)
    return refuse(PJRT_Error_Code::FailedPrecondition, "the buffer was deleted or donated");
  if (PJRT_Error *error = buffer.device->client->settle(*buffer.defined))
    return error;
  if (const Status status = buffer.defined->waitForHost(); status.failed)
    return toCaller(status);
  address = memory->data();
  return nullptr;
}

/// Waits for the elements.
PJRT_Error *opaquePointer(PJRT_Buffer_OpaqueDeviceMemoryDataPointer_Args *args) {
  return addressOf(*args->buffer, args->device_memory_ptr);
}

/// As opaquePointer, as a number.
PJRT_Error *unsafePointer(PJRT_Buffer_UnsafePointer_Args *args) {
  void *address = nullptr;
  PJRT_Error *error = addressOf(*args->buffer, address);
  args->buffer_pointer = reinterpret_cast<uintptr_t>(address);
  return error;
}

} // namespace

void addBufferFunctions(PJRT_Api &api) {
  set<destroy>(api, Slot::Buffer_Destroy);
  set<elementType>(api, Slot::Buffer_ElementType);
  set<dimensions>(api, Slot::Buffer_Dimensions);
  set<unpaddedDimensions>(api, Slot::Buffer_UnpaddedDimensions);
  set<dynamicDimensions>(api, Slot::Buffer_DynamicDimensionIndices);
  set<memoryLayout>(api, Slot::Buffer_GetMemoryLayout);
  set<sizeInBytes>(api, Slot::Buffer_OnDeviceSizeInBytes);
  set<device>(api, Slot::Buffer_Device);
  set<memoryOf>(api, Slot::Buffer_Memory);
  set<deleteBuffer>(api, Slot::Buffer_Delete);
  set<isDeleted>(api, Slot::Buffer_IsDeleted);
  set<isOnCpu>(api, Slot::Buffer_IsOnCpu);
  set<readyEvent>(api, Slot::Buffer_ReadyEvent);
  set<hold>(api, Slot::Buffer_IncreaseExternalReferenceCount);
  set<letGo>(api, Slot::Buffer_DecreaseExternalReferenceCount);
  set<opaquePointer>(api, Slot::Buffer_OpaqueDeviceMemoryDataPointer);
  set<unsafePointer>(api, Slot::Buffer_UnsafePointer);
}

} // namespace spmd::pjrt
