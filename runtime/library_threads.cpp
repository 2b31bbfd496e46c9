// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Switches off the threads of OpenBLAS and OpenMP at run time.
#include "runtime/library_threads.h"
#include <cblas.h>
#include <dlfcn.h>
#include <mutex>

namespace spmd::rt {
namespace {

// Called once only: setting a number of threads would restart the threads that were ended.
std::once_flag openBlas;

/// Looks a function up by name. This runtime is not built with OpenMP, and an OpenBLAS without
/// threads lacks some of the functions.
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
  // OpenMP keeps this setting per thread.
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
