// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Buffers that the host fills piece by piece. Each is ready when its last piece has come.
#include "compiler/pjrt/abi_extensions.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/buffer.h"
#include <cstring>

/// The buffers of one transfer. Any thread may fill them.
struct PJRT_AsyncHostToDeviceTransferManager {
  struct Target {
    spmd::rt::DType type;
    std::vector<int64_t> dims;
    std::shared_ptr<spmd::pjrt::Memory> memory;
    std::shared_ptr<spmd::pjrt::Completion> filled = std::make_shared<spmd::pjrt::Completion>();
  };
  PJRT_Memory *place;
  std::vector<Target> targets;
};

namespace spmd::pjrt {
namespace {

/// The name of the interface is long.
using Manager = PJRT_AsyncHostToDeviceTransferManager;

/// All buffers lie in one memory.
PJRT_Error *create(PJRT_Client_CreateBuffersForAsyncHostToDevice_Args *args) {
  if (!args->memory)
    return refuse(PJRT_Error_Code::InvalidArgument, "buffers need a memory");
  auto made = std::make_unique<Manager>(Manager{args->memory, {}});
  for (size_t i = 0; i < args->num_shape_specs; ++i) {
    const PJRT_ShapeSpec &spec = args->shape_specs[i];
    const std::optional<rt::DType> type = typeOf(spec.element_type);
    if (!type)
      return noSuchType(spec.element_type);
    Manager::Target target{*type, {spec.dims, spec.dims + spec.num_dims}, nullptr};
    auto shards = rt::Shards::allocate(bytesOf(*type, target.dims), 1);
    if (!shards)
      return toCaller(statusOf(shards.takeError()));
    target.memory = std::make_shared<Memory>(std::move(*shards), *made->place);
    made->targets.push_back(std::move(target));
  }
  args->transfer_manager = made.release();
  return nullptr;
}

/// A buffer by its number.
PJRT_Error *find(Manager &manager, int32_t index, Manager::Target *&target) {
  if (index < 0 || size_t(index) >= manager.targets.size())
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "there is no buffer " + std::to_string(index) + " among the " +
                      std::to_string(manager.targets.size()) + " of the transfer");
  target = &manager.targets[size_t(index)];
  return nullptr;
}

/// Copies at once.
PJRT_Error *transfer(PJRT_AsyncHostToDeviceTransferManager_TransferData_Args *args) {
  Manager::Target *target = nullptr;
  if (PJRT_Error *error = find(*args->transfer_manager, args->buffer_index, target))
    return error;
  const uint64_t bytes = target->memory->shards->bytes();
  if (args->offset < 0 || args->transfer_size < 0 || uint64_t(args->offset) > bytes ||
      uint64_t(args->transfer_size) > bytes - uint64_t(args->offset))
    return refuse(PJRT_Error_Code::InvalidArgument,
                  std::to_string(args->transfer_size) + " bytes at byte " +
                      std::to_string(args->offset) + " of a buffer of " + std::to_string(bytes));
  if (target->filled->isDone())
    return refuse(PJRT_Error_Code::FailedPrecondition,
                  "buffer " + std::to_string(args->buffer_index) + " has had its last piece");
  std::memcpy(target->memory->data() + args->offset, args->data, size_t(args->transfer_size));
  if (args->is_last_transfer)
    target->filled->finish({});
  args->done_with_h2d_transfer = new PJRT_Event{Completion::ready()};
  return nullptr;
}

/// May be asked for before the last piece has come.
PJRT_Error *retrieve(PJRT_AsyncHostToDeviceTransferManager_RetrieveBuffer_Args *args) {
  Manager::Target *target = nullptr;
  if (PJRT_Error *error = find(*args->transfer_manager, args->buffer_index, target))
    return error;
  args->buffer_out = new PJRT_Buffer(args->transfer_manager->place, target->type, target->dims,
                                     target->memory, target->filled);
  return nullptr;
}

/// That of all buffers.
PJRT_Error *device(PJRT_AsyncHostToDeviceTransferManager_Device_Args *args) {
  args->device_out = args->transfer_manager->place->device;
  return nullptr;
}

/// Of buffers.
PJRT_Error *count(PJRT_AsyncHostToDeviceTransferManager_BufferCount_Args *args) {
  args->buffer_count = args->transfer_manager->targets.size();
  return nullptr;
}

/// In bytes.
PJRT_Error *size(PJRT_AsyncHostToDeviceTransferManager_BufferSize_Args *args) {
  Manager::Target *target = nullptr;
  if (PJRT_Error *error = find(*args->transfer_manager, args->buffer_index, target))
    return error;
  args->buffer_size = target->memory->shards->bytes();
  return nullptr;
}

/// Those who wait for the buffer get the error.
PJRT_Error *setError(PJRT_AsyncHostToDeviceTransferManager_SetBufferError_Args *args) {
  Manager::Target *target = nullptr;
  if (PJRT_Error *error = find(*args->transfer_manager, args->buffer_index, target))
    return error;
  if (!target->filled->isDone())
    target->filled->finish(
        {true, {args->error_code, {args->error_message, args->error_message_size}}});
  return nullptr;
}

/// Buffers that never had their last piece fail, so that nobody waits for ever.
PJRT_Error *destroy(PJRT_AsyncHostToDeviceTransferManager_Destroy_Args *args) {
  for (Manager::Target &target : args->transfer_manager->targets)
    if (!target.filled->isDone())
      target.filled->finish(
          {true, {PJRT_Error_Code::Cancelled, "the transfer ended before its last piece"}});
  delete args->transfer_manager;
  return nullptr;
}

} // namespace

// Metadata of transfers is for transports that this plugin does not have.
void addPieceFunctions(PJRT_Api &api) {
  set<create>(api, Slot::Client_CreateBuffersForAsyncHostToDevice);
  set<transfer>(api, Slot::AsyncHostToDeviceTransferManager_TransferData);
  set<retrieve>(api, Slot::AsyncHostToDeviceTransferManager_RetrieveBuffer);
  set<device>(api, Slot::AsyncHostToDeviceTransferManager_Device);
  set<count>(api, Slot::AsyncHostToDeviceTransferManager_BufferCount);
  set<size>(api, Slot::AsyncHostToDeviceTransferManager_BufferSize);
  set<setError>(api, Slot::AsyncHostToDeviceTransferManager_SetBufferError);
  set<destroy>(api, Slot::AsyncHostToDeviceTransferManager_Destroy);
}

} // namespace spmd::pjrt
