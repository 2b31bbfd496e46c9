// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library_threads.h"
#include <cblas.h>
#include <dlfcn.h>
#include <mutex>

namespace spmd::rt {
namespace {

// Once: to set a number of threads starts those that were ended.
std::once_flag openBlas;

/// Looked up by name: nothing of ours is built with OpenMP, and an OpenBLAS without threads has
/// none to end.
template <class Function> Function *find(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

} // namespace

int useNoLibraryThreads() {
  std::call_once(openBlas, [] { openblas_set_num_threads(1); });
  static auto *const count = find<int()>("omp_get_max_threads");
  const int before = count ? count() : 0;
  useLibraryThreads(before ? 1 : 0);
  return before;
}

void useLibraryThreads(int count) {
  // The setting belongs to the calling thread.
  static auto *const set = find<void(int)>("omp_set_num_threads");
  if (set && count)
    set(count);
}

void endLibraryThreads() {
  std::call_once(openBlas, [] {
    openblas_set_num_threads(1);
    if (auto *end = find<int()>("blas_thread_shutdown_"))
      end();
  });
}

} // namespace spmd::rt
