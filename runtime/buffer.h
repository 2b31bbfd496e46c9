// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One aligned block of memory: an argument, a result, an arena. Page faults are expensive (1.6 us
// per 4 KiB page was measured on a virtual machine), so large blocks lie on huge pages where the
// kernel grants them and may be touched at once.
#pragma once
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <utility>

namespace spmd::rt {

struct BufferOptions {
  bool prefault = false; // touch every page now, so that the first step pays no page faults
  bool zero = false;     // fresh large blocks are zero anyway; small ones are cleared
};

/// Owns `size()` bytes at `data()`; movable, not copyable. Invariant: data() is aligned to 64
/// bytes, to 2 MiB from 2 MiB on, and is never null after allocate(), also for 0 bytes.
class Buffer {
public:
  Buffer() = default;
  Buffer(Buffer &&other) noexcept
      : address(std::exchange(other.address, nullptr)), bytes(std::exchange(other.bytes, 0)),
        mappedBytes(std::exchange(other.mappedBytes, 0)) {}
  Buffer &operator=(Buffer &&other) noexcept {
    std::swap(address, other.address);
    std::swap(bytes, other.bytes);
    std::swap(mappedBytes, other.mappedBytes);
    return *this;
  }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  ~Buffer();

  /// Fails with the number of bytes where the system has no room.
  static llvm::Expected<Buffer> allocate(uint64_t bytes, BufferOptions options = {});

  std::byte *data() const { return address; }
  uint64_t size() const { return bytes; }
  explicit operator bool() const { return address != nullptr; }

private:
  std::byte *address = nullptr;
  uint64_t bytes = 0;
  uint64_t mappedBytes = 0; // of the mapping; 0 for blocks from the heap
};

/// Main memory and swap of this machine. More cannot be filled: the system would end a process to
/// make room.
uint64_t memoryOfMachine();

} // namespace spmd::rt
