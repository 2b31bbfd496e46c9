// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/library_threads.h"
#include <cblas.h>
#include <dlfcn.h>
#include <mutex>

namespace spmd::rt {
namespace {

// Once: to set a number of threads starts those that were ended.
std::once_flag openBlas;

/// Looked up by name: nothing of ours is built with OpenMP, and an OpenBLAS without threads has none to end.
template <class Function> Function *find(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

} // namespace

void useNoLibraryThreads() {
  std::call_once(openBlas, [] { openblas_set_num_threads(1); });
  if (auto *set = find<void(int)>("omp_set_num_threads")) // oneDNN's runtime; the setting belongs to the calling thread
    set(1);
}

void endLibraryThreads() {
  std::call_once(openBlas, [] {
    openblas_set_num_threads(1);
    if (auto *end = find<int()>("blas_thread_shutdown_"))
      end();
  });
}

} // namespace spmd::rt
