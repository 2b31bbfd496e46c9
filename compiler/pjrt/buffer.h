// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array, or a device's part of one, in the memory of a device.
#pragma once
#include "compiler/pjrt/abi_buffers.h"
#include "compiler/pjrt/client.h"
#include "compiler/pjrt/completion.h"
#include "runtime/dtype.h"
#include "runtime/shards.h"
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace spmd::pjrt {

/// The type of the runtime; nothing for types that no buffer holds.
std::optional<rt::DType> typeOf(PJRT_Buffer_Type type);
PJRT_Buffer_Type typeOf(rt::DType type);
/// The refusal of a type.
PJRT_Error *noSuchType(PJRT_Buffer_Type type);
/// Bytes of a dense array.
uint64_t bytesOf(rt::DType type, const std::vector<int64_t> &dims);

/// The memory of a buffer: the one place of its shards, and its device's account of it. What lies
/// in memory of the host is not in that account.
class Memory {
public:
  Memory(std::shared_ptr<rt::Shards> shards, const PJRT_Memory &place)
      : shards(std::move(shards)), use(place.kind == 0 ? &place.device->use : nullptr) {
    if (use)
      use->add(int64_t(this->shards->bytes()));
  }
  ~Memory() {
    if (use)
      use->remove(int64_t(shards->bytes()));
  }
  Memory(const Memory &) = delete;

  std::byte *data() const { return shards->data(0); }
  const std::shared_ptr<rt::Shards> shards;

private:
  MemoryUse *const use;
};

} // namespace spmd::pjrt

/// Any thread may use it.
struct PJRT_Buffer {
  PJRT_Buffer(PJRT_Memory *place, spmd::rt::DType type, std::vector<int64_t> dims,
              std::shared_ptr<spmd::pjrt::Memory> memory,
              std::shared_ptr<spmd::pjrt::Completion> defined);

  /// The memory, or null where the buffer was deleted or donated.
  std::shared_ptr<spmd::pjrt::Memory> memory() const;
  /// Gives the memory away. Null where somebody else has it already.
  std::shared_ptr<spmd::pjrt::Memory> release();
  /// Whether somebody outside reads the memory (numpy's views, for example).
  bool isHeld() const;
  void hold();
  void letGo();

  PJRT_Memory *const place;
  PJRT_Device *const device; // of that memory
  const spmd::rt::DType type;
  const std::vector<int64_t> dims, minorToMajor;
  const uint64_t bytes;
  /// When the elements are there.
  const std::shared_ptr<spmd::pjrt::Completion> defined;

private:
  mutable std::mutex mutex;
  std::shared_ptr<spmd::pjrt::Memory> own, held; // `held` while `holders` is above 0
  int holders = 0;
};
