// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements between the host and devices, and from device to device.
//
// Host memory is lent where the framework allows it and its address suits vector code, else copied
// at once, on the calling thread: a queue would only delay what costs a memcpy. Reading a buffer
// that is still being computed waits in the client's queue.
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/buffer.h"
#include "compiler/pjrt/strides.h"
#include <cstring>

namespace spmd::pjrt {
namespace {

/// Alignment of the memory that kernels read (runtime/buffer.h).
constexpr uintptr_t kAlignment = 64;

/// Callers name one or the other.
PJRT_Memory *placeOf(PJRT_Device *device, PJRT_Memory *memory) {
  return memory || !device ? memory : &device->memories[0];
}

/// A new buffer with undefined elements.
// Types and dims come from the framework, so they are checked here.
PJRT_Error *allocate(PJRT_Memory *place, PJRT_Buffer_Type type, std::vector<int64_t> dims,
                     std::shared_ptr<Completion> defined, PJRT_Buffer *&made) {
  if (!place)
    return refuse(PJRT_Error_Code::InvalidArgument, "a buffer needs a device or a memory");
  if (!place->device->isAddressable())
    return notHere(*place->device);
  const std::optional<rt::DType> own = typeOf(type);
  if (!own)
    return noSuchType(type);
  for (int64_t size : dims)
    if (size < 0)
      return refuse(PJRT_Error_Code::InvalidArgument,
                    "a dim of a buffer has the size " + std::to_string(size));
  auto shards = rt::Shards::allocate(bytesOf(*own, dims), 1);
  if (!shards)
    return toCaller(statusOf(shards.takeError()));
  made = new PJRT_Buffer(place, *own, std::move(dims),
                         std::make_shared<Memory>(std::move(*shards), *place), std::move(defined));
  return nullptr;
}

/// Whether the host's array lies as buffers do. Dims of one element may have any stride.
bool isDense(const PJRT_Client_BufferFromHostBuffer_Args &args, const std::vector<int64_t> &dims,
             int64_t elementBytes) {
  const std::vector<int64_t> dense = denseStrides(dims, elementBytes);
  for (size_t d = 0; args.byte_strides && d < dims.size(); ++d)
    if (dims[d] > 1 && args.byte_strides[d] != dense[d])
      return false;
  return true;
}

/// A buffer in the framework's own memory, which stays as it is until the buffer's event says that
/// it is gone.
PJRT_Error *lend(PJRT_Client_BufferFromHostBuffer_Args *args, rt::DType type,
                 std::vector<int64_t> dims) {
  PJRT_Memory *place = placeOf(args->device, args->memory);
  auto released = std::make_shared<Completion>();
  // The elements are only read: programs write to shards of their own (Shards::isWritable).
  auto *data = static_cast<std::byte *>(const_cast<void *>(args->data));
  auto shards =
      rt::Shards::borrow(data, bytesOf(type, dims),
                         std::shared_ptr<void>(data, [released](void *) { released->finish({}); }));
  args->buffer =
      new PJRT_Buffer(place, type, std::move(dims),
                      std::make_shared<Memory>(std::move(shards), *place), Completion::ready());
  args->done_with_host_buffer = new PJRT_Event{released};
  return nullptr;
}

/// Lends or copies.
PJRT_Error *fromHost(PJRT_Client_BufferFromHostBuffer_Args *args) {
  std::vector<int64_t> dims(args->dims, args->dims + args->num_dims);
  const std::optional<rt::DType> type = typeOf(args->type);
  PJRT_Memory *place = placeOf(args->device, args->memory);
  const bool mayLend = args->host_buffer_semantics == PJRT_HostBufferSemantics::ImmutableZeroCopy;
  if (type && place && place->device->isAddressable() && mayLend &&
      isDense(*args, dims, rt::sizeOf(*type)) && bytesOf(*type, dims) > 0 &&
      reinterpret_cast<uintptr_t>(args->data) % kAlignment == 0)
    return lend(args, *type, std::move(dims));
  PJRT_Buffer *made = nullptr;
  if (PJRT_Error *error = allocate(place, args->type, dims, Completion::ready(), made))
    return error;
  const int64_t element = rt::sizeOf(*type);
  const std::vector<int64_t> dense = denseStrides(dims, element);
  copyStrided(made->memory()->data(), dense, static_cast<const std::byte *>(args->data),
              args->byte_strides ? std::vector(args->byte_strides, args->byte_strides + dims.size())
                                 : dense,
              dims, element);
  args->buffer = made;
  args->done_with_host_buffer = new PJRT_Event{Completion::ready()};
  return nullptr;
}

/// For callers that write to the memory themselves.
PJRT_Error *uninitialized(PJRT_Client_CreateUninitializedBuffer_Args *args) {
  return allocate(placeOf(args->device, args->memory), args->shape_element_type,
                  {args->shape_dims, args->shape_dims + args->shape_num_dims}, Completion::ready(),
                  args->buffer);
}

/// A buffer in memory of somebody else, who is told when it is gone. It is copied where the
/// address does not suit vector code.
PJRT_Error *view(PJRT_Client_CreateViewOfDeviceBuffer_Args *args) {
  const std::optional<rt::DType> type = typeOf(args->element_type);
  PJRT_Memory *place = placeOf(args->device, args->memory);
  if (!type)
    return noSuchType(args->element_type);
  if (!place ||
      (!args->device_buffer_ptr && bytesOf(*type, {args->dims, args->dims + args->num_dims})))
    return refuse(PJRT_Error_Code::InvalidArgument, "a view needs a device and an address");
  if (!place->device->isAddressable())
    return notHere(*place->device);
  std::vector<int64_t> dims(args->dims, args->dims + args->num_dims);
  auto *data = static_cast<std::byte *>(args->device_buffer_ptr);
  std::shared_ptr<void> owner(data, [callback = args->on_delete_callback,
                                     user = args->on_delete_callback_arg](void *pointer) {
    if (callback)
      callback(pointer, user);
  });
  if (reinterpret_cast<uintptr_t>(data) % kAlignment == 0) {
    auto shards = rt::Shards::borrow(data, bytesOf(*type, dims), std::move(owner));
    args->buffer =
        new PJRT_Buffer(place, *type, std::move(dims),
                        std::make_shared<Memory>(std::move(shards), *place), Completion::ready());
    return nullptr;
  }
  if (PJRT_Error *error =
          allocate(place, args->element_type, dims, Completion::ready(), args->buffer))
    return error;
  std::memcpy(args->buffer->memory()->data(), data, args->buffer->bytes);
  return nullptr;
}

/// Copies `read` bytes that `copy` takes, now or when the elements are there. The event tells.
PJRT_Error *whenDefined(PJRT_Buffer &buffer, const std::shared_ptr<Memory> &memory,
                        PJRT_Event *&event, std::function<void()> copy) {
  if (PJRT_Error *error = buffer.device->client->settle(*buffer.defined))
    return error;
  if (buffer.defined->isDone()) {
    const Status &status = buffer.defined->wait();
    if (!status.failed)
      copy();
    event = new PJRT_Event{buffer.defined};
    return nullptr;
  }
  auto copied = std::make_shared<Completion>();
  buffer.device->client->queue->add(
      {.run =
           [copied, memory, defined = buffer.defined, copy = std::move(copy)] {
             const Status &status = defined->wait();
             if (!status.failed)
               copy();
             copied->finish(status);
           },
       .isReady = [defined = buffer.defined] { return defined->isDone(); }});
  event = new PJRT_Event{copied};
  return nullptr;
}

/// Strides of the host's array; dense without a layout. Tiles are refused.
PJRT_Error *hostStrides(const PJRT_Buffer &buffer, const PJRT_Buffer_MemoryLayout *layout,
                        std::vector<int64_t> &strides) {
  const int64_t element = rt::sizeOf(buffer.type);
  strides = denseStrides(buffer.dims, element);
  if (!layout)
    return nullptr;
  const size_t rank = buffer.dims.size();
  if (layout->type == PJRT_Buffer_MemoryLayout_Type::Strides) {
    if (layout->strides.num_byte_strides != rank)
      return refuse(PJRT_Error_Code::InvalidArgument,
                    std::to_string(layout->strides.num_byte_strides) + " strides for " +
                        std::to_string(rank) + " dims");
    strides.assign(layout->strides.byte_strides, layout->strides.byte_strides + rank);
    return nullptr;
  }
  const PJRT_Buffer_MemoryLayout_Tiled &tiled = layout->tiled;
  std::vector<bool> seen(rank);
  bool isOrder = tiled.minor_to_major_size == rank;
  for (size_t i = 0; isOrder && i < rank; ++i) {
    const int64_t dim = tiled.minor_to_major[i];
    isOrder = dim >= 0 && dim < int64_t(rank) && !seen[size_t(dim)];
    if (isOrder)
      seen[size_t(dim)] = true;
  }
  if (!isOrder || tiled.num_tiles > 0)
    return refuse(PJRT_Error_Code::Unimplemented,
                  "a layout of the host with tiles, or without an order of all " +
                      std::to_string(rank) + " dims, is not supported");
  strides = stridesInOrder(buffer.dims,
                           {tiled.minor_to_major, tiled.minor_to_major + tiled.minor_to_major_size},
                           element);
  return nullptr;
}

/// Without a target, tells the size.
PJRT_Error *toHost(PJRT_Buffer_ToHostBuffer_Args *args) {
  PJRT_Buffer &buffer = *args->src;
  if (!args->dst) {
    args->dst_size = buffer.bytes;
    return nullptr;
  }
  if (args->dst_size < buffer.bytes)
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "the host has " + std::to_string(args->dst_size) + " bytes for a buffer of " +
                      std::to_string(buffer.bytes));
  const std::shared_ptr<Memory> memory = buffer.memory();
  if (!memory)
    return refuse(PJRT_Error_Code::FailedPrecondition, "the buffer was deleted or donated");
  std::vector<int64_t> strides;
  if (PJRT_Error *error = hostStrides(buffer, args->host_layout, strides))
    return error;
  return whenDefined(buffer, memory, args->event,
                     [memory, strides, dims = buffer.dims, type = buffer.type,
                      target = static_cast<std::byte *>(args->dst)] {
                       const int64_t element = rt::sizeOf(type);
                       copyStrided(target, strides, memory->data(), denseStrides(dims, element),
                                   dims, element);
                     });
}

/// A range of bytes.
PJRT_Error *rawToHost(PJRT_Buffer_CopyRawToHost_Args *args) {
  PJRT_Buffer &buffer = *args->buffer;
  const std::shared_ptr<Memory> memory = buffer.memory();
  if (!memory)
    return refuse(PJRT_Error_Code::FailedPrecondition, "the buffer was deleted or donated");
  const uint64_t offset = uint64_t(args->offset), size = uint64_t(args->transfer_size);
  if (args->offset < 0 || args->transfer_size < 0 || offset > buffer.bytes ||
      size > buffer.bytes - offset)
    return refuse(PJRT_Error_Code::InvalidArgument,
                  std::to_string(args->transfer_size) + " bytes from byte " +
                      std::to_string(args->offset) + " on of a buffer of " +
                      std::to_string(buffer.bytes));
  return whenDefined(buffer, memory, args->event, [memory, offset, size, target = args->dst] {
    std::memcpy(target, memory->data() + offset, size);
  });
}

/// A copy in another memory. All of them are places in the memory of this process, so it is a
/// memcpy, which waits for the elements where they are being computed.
PJRT_Error *copyTo(PJRT_Buffer &buffer, PJRT_Memory *place, PJRT_Buffer *&made) {
  const std::shared_ptr<Memory> memory = buffer.memory();
  if (!memory)
    return refuse(PJRT_Error_Code::FailedPrecondition, "the buffer was deleted or donated");
  if (PJRT_Error *error = buffer.device->client->settle(*buffer.defined))
    return error;
  const bool isThere = buffer.defined->isDone();
  auto copied = isThere ? buffer.defined : std::make_shared<Completion>();
  if (PJRT_Error *error = allocate(place, typeOf(buffer.type), buffer.dims, copied, made))
    return error;
  auto copy = [from = memory, to = made->memory(), bytes = buffer.bytes] {
    std::memcpy(to->data(), from->data(), bytes);
  };
  if (isThere) {
    if (!copied->wait().failed)
      copy();
    return nullptr;
  }
  buffer.device->client->queue->add(
      {.run =
           [copied, defined = buffer.defined, copy] {
             const Status &status = defined->wait();
             if (!status.failed)
               copy();
             copied->finish(status);
           },
       .isReady = [defined = buffer.defined] { return defined->isDone(); }});
  return nullptr;
}

/// The older form, by device.
PJRT_Error *toDevice(PJRT_Buffer_CopyToDevice_Args *args) {
  return copyTo(*args->buffer, placeOf(args->dst_device, nullptr), args->dst_buffer);
}

/// The newer form, by memory.
PJRT_Error *toMemory(PJRT_Buffer_CopyToMemory_Args *args) {
  return copyTo(*args->buffer, args->dst_memory, args->dst_buffer);
}

} // namespace

// All copies are here; buffers that are filled piece by piece are in pieces.cpp.
void addTransferFunctions(PJRT_Api &api) {
  set<fromHost>(api, Slot::Client_BufferFromHostBuffer);
  set<uninitialized>(api, Slot::Client_CreateUninitializedBuffer);
  set<view>(api, Slot::Client_CreateViewOfDeviceBuffer);
  set<toHost>(api, Slot::Buffer_ToHostBuffer);
  set<rawToHost>(api, Slot::Buffer_CopyRawToHost);
  set<toDevice>(api, Slot::Buffer_CopyToDevice);
  set<toMemory>(api, Slot::Buffer_CopyToMemory);
}

} // namespace spmd::pjrt
