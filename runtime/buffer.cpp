// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates aligned memory: small buffers from the heap, large ones as mappings aligned to the size
// of a huge page.
//
// Huge pages reduce page faults and TLB misses. A mapping can only get them for whole aligned 2 MiB
// pages, hence the limit of kHugePage between the two ways.
#include "runtime/buffer.h"
#include "runtime/abi.h"
#include "runtime/failure.h"
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

namespace spmd::rt {

// Hosts ask for the type: a message is for people (compiler/pjrt tells its framework so).
char OutOfMemory::ID = 0;

namespace {

constexpr uint64_t kHugePage = uint64_t(2) << 20; // 2 MiB, taken from x86-64
constexpr uint64_t kPage = 4096;

uint64_t roundUp(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

// Example: "cannot allocate 1152921504606846976 bytes (1099511627776.0 MiB): Cannot allocate
// memory".
llvm::Error noMemory(uint64_t bytes) {
  return llvm::make_error<OutOfMemory>(fmt::format("cannot allocate {} bytes ({:.1f} MiB): {}",
                                                   bytes, double(bytes) / double(1 << 20),
                                                   std::strerror(ENOMEM)),
                                       llvm::inconvertibleErrorCode());
}

/// Maps `bytes` at an address aligned to a huge page. mmap promises only 4 KiB alignment, so the
/// function maps 2 MiB too much and unmaps both ends. Returns null where there is no room.
std::byte *mapAligned(uint64_t bytes) {
  uint64_t wide = bytes + kHugePage;
  void *raw = mmap(nullptr, wide, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (raw == MAP_FAILED)
    return nullptr;
  auto start = reinterpret_cast<uintptr_t>(raw);
  uintptr_t aligned = roundUp(start, kHugePage);
  if (aligned > start)
    munmap(raw, aligned - start);
  if (uint64_t tail = start + wide - (aligned + bytes))
    munmap(reinterpret_cast<void *>(aligned + bytes), tail);
  return reinterpret_cast<std::byte *>(aligned);
}

/// Touches every page, so that later accesses pay no page faults. MADV_POPULATE_WRITE (Linux 5.14)
/// does it in one system call; older kernels get one store per page.
void touch(std::byte *data, uint64_t bytes) {
#ifdef MADV_POPULATE_WRITE
  if (madvise(data, bytes, MADV_POPULATE_WRITE) == 0)
    return;
#endif
  for (uint64_t i = 0; i < bytes; i += kPage)
    *reinterpret_cast<volatile std::byte *>(data + i) = std::byte{0};
}

} // namespace

// mappedBytes tells which of the two ways the memory came from.
Buffer::~Buffer() {
  if (mappedBytes)
    munmap(address, mappedBytes);
  else
    std::free(address);
}

// Buffers below 2 MiB come from the heap, rounded up to whole cache lines, and are cleared on
// request. Larger buffers are fresh mappings, which the kernel zeroes.
llvm::Expected<Buffer> Buffer::allocate(uint64_t bytes, BufferOptions options) {
  Buffer buffer;
  // More than an x86-64 address space holds; the limit also keeps roundUp from wrapping.
  if (bytes > (uint64_t(1) << 47))
    return noMemory(bytes);
  buffer.bytes = bytes;
  if (bytes < kHugePage) {
    uint64_t rounded = roundUp(bytes ? bytes : 1, kBufferAlignment);
    buffer.address = static_cast<std::byte *>(std::aligned_alloc(kBufferAlignment, rounded));
    if (!buffer.address)
      return noMemory(bytes);
    if (options.zero || options.prefault)
      std::memset(buffer.address, 0, rounded);
    return buffer;
  }
  uint64_t rounded = roundUp(bytes, kPage);
  buffer.address = mapAligned(rounded);
  if (!buffer.address)
    return noMemory(bytes);
  buffer.mappedBytes = rounded;
  madvise(buffer.address, rounded, MADV_HUGEPAGE); // a hint: refusing it is no error
  if (options.prefault)
    touch(buffer.address, rounded);
  return buffer;
}

uint64_t memoryOfMachine() {
  struct sysinfo info;
  return sysinfo(&info) == 0 ? (uint64_t(info.totalram) + info.totalswap) * info.mem_unit
                             : ~uint64_t(0);
}

} // namespace spmd::rt
