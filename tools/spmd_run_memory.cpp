// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/spmd_run_memory.h"
#include <cstdint>
#include <cstdlib>
#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace spmd::run {

void useLargePages() {
#if defined(__GLIBC__)
  // The heap grows once, by addresses only, and keeps what it has. Large blocks come from it too:
  // mapped ones would be given back, and their pages taken anew, each time.
  constexpr int kHeap = 512 << 20, kMapped = 32 << 20;
  constexpr uintptr_t kPage = 2 << 20;
  if (!mallopt(M_TOP_PAD, kHeap) || !mallopt(M_TRIM_THRESHOLD, 2 * kHeap - 1) ||
      !mallopt(M_MMAP_THRESHOLD, kMapped))
    return;
  const auto begin = (reinterpret_cast<uintptr_t>(sbrk(0)) + kPage - 1) / kPage * kPage;
  void *volatile grows = malloc(1 << 20);
  free(grows);
  const auto end = reinterpret_cast<uintptr_t>(sbrk(0)) / kPage * kPage;
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

} // namespace spmd::run
