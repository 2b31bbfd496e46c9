// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread of the runtime in the process of a host program. Its start may fail, and signals are
// left to the host's own threads. std::thread is no choice: it throws where the system has no more
// threads, and only compiler/frontend is built with exceptions.
#pragma once
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <memory>
#include <pthread.h>

namespace spmd::rt {

class Thread {
public:
  /// Runs `body` on a new thread. Fails with the system's reason where no thread can be started.
  /// `stackBytes` of 0 means the system's default.
  static llvm::Expected<Thread> start(llvm::unique_function<void()> body, size_t stackBytes = 0);
  Thread(Thread &&other) noexcept : id(other.id), joined(other.joined) { other.joined = true; }
  Thread &operator=(Thread &&) = delete;
  /// The thread must have been joined.
  ~Thread();

  /// Waits for the end of the thread.
  void join();
  bool isJoined() const { return joined; }
  bool isCurrent() const { return !joined && pthread_equal(id, pthread_self()); }

private:
  explicit Thread(pthread_t id) : id(id) {}
  pthread_t id;
  bool joined = false;
};

} // namespace spmd::rt
