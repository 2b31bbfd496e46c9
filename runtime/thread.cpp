// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts threads with pthreads and blocks the host's signals in them.
#include "runtime/thread.h"
#include "runtime/failure.h"
#include <cassert>
#include <csignal>
#include <cstring>
#include <fmt/format.h>

namespace spmd::rt {
namespace {

using Body = llvm::unique_function<void()>;

// The entry point of the new thread, which owns the body.
void *runBody(void *argument) {
  std::unique_ptr<Body> body(static_cast<Body *>(argument));
  (*body)();
  return nullptr;
}

/// While an object lives, threads that the calling thread starts block all signals except those
/// that report a thread's own faults and those of profilers. A new thread inherits the mask, so no
/// signal can reach it before it could set a mask itself.
class SignalsForOthers {
public:
  SignalsForOthers() {
    sigset_t blocked;
    sigfillset(&blocked);
    for (int kept : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPROF, SIGVTALRM})
      sigdelset(&blocked, kept);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
  }
  ~SignalsForOthers() { pthread_sigmask(SIG_SETMASK, &before, nullptr); }

private:
  sigset_t before;
};

} // namespace

// The body is handed over by pointer. It belongs to the new thread once pthread_create has
// succeeded.
llvm::Expected<Thread> Thread::start(Body body, size_t stackBytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (stackBytes)
    pthread_attr_setstacksize(&attributes, stackBytes);
  auto owned = std::make_unique<Body>(std::move(body));
  pthread_t id;
  int error = 0;
  {
    SignalsForOthers signals;
    error = pthread_create(&id, &attributes, runBody, owned.get());
  }
  pthread_attr_destroy(&attributes);
  if (error)
    return failure("no thread can be started: {}", std::strerror(error));
  owned.release(); // now owned by the thread
  return Thread(id);
}

// A thread that is never joined would keep its stack forever, hence the assertion in the
// destructor.
void Thread::join() {
  assert(!joined && "a thread is joined once");
  pthread_join(id, nullptr);
  joined = true;
}

Thread::~Thread() { assert(joined && "a thread is joined before its end"); }

} // namespace spmd::rt
