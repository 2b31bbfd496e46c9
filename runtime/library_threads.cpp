// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits the threads of OpenBLAS and OpenMP at run time, and saves and restores the floating-point
// environment.
#include "runtime/library_threads.h"
#include <cblas.h>
#include <dlfcn.h>
#include <mutex>

namespace spmd::rt {
namespace {

/// The objects that live, and the host's number of threads while there are any.
struct BlasUsers {
  std::mutex mutex;
  int count = 0;
  int threadsOfHost = 1;
};

/// Never destroyed: a run may end while the process exits.
BlasUsers &blasUsers() {
  static BlasUsers &users = *new BlasUsers;
  return users;
}

/// Looks a function up by name. This runtime is not built with OpenMP, and an OpenBLAS without
/// threads lacks some of the functions.
template <class Function> Function *find(const char *name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

} // namespace

// Where the number is 1 already it is not set again: setting it would restart the threads that
// endBlasThreads() has ended.
OneBlasThread::OneBlasThread() {
  BlasUsers &users = blasUsers();
  std::lock_guard lock(users.mutex);
  if (users.count++)
    return;
  users.threadsOfHost = openblas_get_num_threads();
  if (users.threadsOfHost > 1)
    openblas_set_num_threads(1);
}

OneBlasThread::~OneBlasThread() {
  BlasUsers &users = blasUsers();
  std::lock_guard lock(users.mutex);
  if (--users.count == 0 && users.threadsOfHost > 1 && openblas_get_num_threads() == 1)
    openblas_set_num_threads(users.threadsOfHost);
}

int useOneOpenMpThread() {
  static auto *const count = find<int()>("omp_get_max_threads");
  const int before = count ? count() : 0;
  useOpenMpThreads(before ? 1 : 0);
  return before;
}

void useOpenMpThreads(int count) {
  // OpenMP keeps this setting per thread.
  static auto *const set = find<void(int)>("omp_set_num_threads");
  if (set && count)
    set(count);
}

WorkerThreadState::WorkerThreadState() : openMpThreads(useOneOpenMpThread()) {
  std::fegetenv(&floatingPoint);
  // Also switches off flushing of subnormals, which a host may have set for speed.
  std::fesetenv(FE_DFL_ENV);
}

WorkerThreadState::~WorkerThreadState() {
  std::fesetenv(&floatingPoint);
  useOpenMpThreads(openMpThreads);
}

void endBlasThreads() {
  openblas_set_num_threads(1);
  if (auto *end = find<int()>("blas_thread_shutdown_"))
    end();
}

} // namespace spmd::rt
