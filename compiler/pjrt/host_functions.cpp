// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C functions by which the Python package registers the functions that programs call
// (runtime/host_calls.h). They are no part of the PJRT interface: spmd_jax/callbacks.py calls them
// by ctypes, in the same process.
#include "runtime/host_calls.h"
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <string>

namespace {

/// Calls the function of a key, on addresses of operands and results. Returns 0, or 1 behind a call
/// of spmd_host_function_fail on the same thread.
using Dispatch = int (*)(uint64_t key, void *const *operands, void *const *results);

std::atomic<Dispatch> dispatcher{nullptr};
// What the dispatcher has last said on this thread.
thread_local std::string lastFailure;

/// A dispatcher that says nothing has failed all the same.
std::string dispatch(uint64_t key, void *const *operands, void *const *results) {
  lastFailure.clear();
  if (dispatcher.load()(key, operands, results) == 0)
    return {};
  return "a host function has failed: " + (lastFailure.empty() ? "no reason given" : lastFailure);
}

} // namespace

// By these functions the Python package registers callbacks (spmd_jax/callbacks.py). They belong to
// the process, not to a client: keys are unique in the process, and programs hold what they call.
extern "C" {

/// Sets the function that calls all others, once.
[[gnu::visibility("default")]] void spmd_host_function_dispatch(Dispatch function) {
  dispatcher.store(function);
  spmd::rt::setHostDispatch(dispatch);
}

/// Registers a function by the bytes of its operands and results, holds it, and returns its key.
[[gnu::visibility("default")]] uint64_t spmd_host_function_add(const uint64_t *operandBytes,
                                                               size_t operands,
                                                               const uint64_t *resultBytes,
                                                               size_t results) {
  return spmd::rt::addHostFunction(
      {{operandBytes, operandBytes + operands}, {resultBytes, resultBytes + results}});
}

/// Ends the hold of the one who has registered it. The programs that call it hold it, too.
[[gnu::visibility("default")]] void spmd_host_function_let_go(uint64_t key) {
  spmd::rt::letGoOfHostFunction(key);
}

/// Writes the keys of functions that nobody holds any more, at most `room`, each once. Returns how
/// many it has written.
[[gnu::visibility("default")]] size_t spmd_host_function_gone(uint64_t *keys, size_t room) {
  static std::mutex mutex;
  static auto *left = new std::vector<uint64_t>; // those for which there was no room
  std::lock_guard lock(mutex);
  for (uint64_t key : spmd::rt::takeGoneHostFunctions())
    left->push_back(key);
  const size_t count = std::min(room, left->size());
  std::copy_n(left->end() - ptrdiff_t(count), count, keys);
  left->resize(left->size() - count);
  return count;
}

/// Says why the call in progress on this thread fails.
[[gnu::visibility("default")]] void spmd_host_function_fail(const char *reason) {
  lastFailure = reason;
}

} // extern "C"
