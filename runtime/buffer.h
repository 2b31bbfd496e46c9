// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One aligned buffer in memory: an argument, a result, an arena. Page faults are expensive (1.6 us
// per 4 KiB page, measured on a virtual machine). Large buffers therefore lie on huge pages where
// the kernel grants them, and can be touched when they are allocated.
#pragma once
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <utility>

namespace spmd::rt {

/// Memory is short, or would be.
class OutOfMemory : public llvm::ErrorInfo<OutOfMemory, llvm::StringError> {
public:
  using ErrorInfo::ErrorInfo;
  static char ID;
};

struct BufferOptions {
  bool prefault = false; // touch every page now, so that the first step pays no page faults
  bool zero = false;     // fresh large buffers are zero anyway; small ones are cleared
};

/// Owns `size()` bytes at `data()`; movable, not copyable. Invariant: data() is aligned to 64
/// bytes, to 2 MiB for buffers of 2 MiB and more, and is never null after allocate(), even for 0
/// bytes.
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

  /// Fails with OutOfMemory where memory is short; the message holds the number of bytes.
  static llvm::Expected<Buffer> allocate(uint64_t bytes, BufferOptions options = {});

  std::byte *data() const { return address; }
  uint64_t size() const { return bytes; }
  explicit operator bool() const { return address != nullptr; }

private:
  std::byte *address = nullptr;
  uint64_t bytes = 0;
  uint64_t mappedBytes = 0; // of the mapping; 0 for buffers from the heap
};

/// Main memory plus swap of this machine, in bytes. Nobody can fill more: the system would kill a
/// process to make room.
uint64_t memoryOfMachine();

} // namespace spmd::rt
