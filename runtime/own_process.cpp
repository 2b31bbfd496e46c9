// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap is reserved in one piece and marked for large pages before anything is
// allocated.
#include "runtime/own_process.h"
#include "runtime/library_threads.h"
#include <cstdint>
#include <cstdlib>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace spmd::rt {
namespace {

/// Grows the heap once and marks it. On the first failure malloc keeps its defaults.
void useLargePages() {
#if defined(__GLIBC__)
  // The heap reserves its address space once and does not shrink. Large allocations come
  // from it as well: mapped ones would be returned to the system, and their pages would
  // fault again each time.
  constexpr int kHeap = 512 << 20, kMapped = 32 << 20;
  constexpr uintptr_t kPage = 2 << 20;
  if (!mallopt(M_TOP_PAD, kHeap) || !mallopt(M_TRIM_THRESHOLD, 2 * kHeap - 1) ||
      !mallopt(M_MMAP_THRESHOLD, kMapped))
    return;
  // Only whole pages of 2 MiB inside of the heap can be marked.
  const auto begin = (reinterpret_cast<uintptr_t>(sbrk(0)) + kPage - 1) / kPage * kPage;
  // volatile: a compiler may remove a malloc whose memory is only freed.
  void *volatile grows = malloc(1 << 20);
  free(grows);
  const auto end = reinterpret_cast<uintptr_t>(sbrk(0)) / kPage * kPage;
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

} // namespace

void ownProcess() {
  useLargePages();
  endBlasThreads();
}

} // namespace spmd::rt
