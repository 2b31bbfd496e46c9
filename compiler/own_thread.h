// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs compilations on threads of their own. The calling thread belongs to the host: its stack may
// be small, and its rounding mode may be any. For rooms that are built with exceptions.
#pragma once
#include "runtime/process_exit.h"
#include "runtime/thread.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cfenv>
#include <chrono>
#include <exception>
#include <future>

namespace spmd {

/// Stack of the thread that compiles: the caller's thread may have little. Measured: the
/// deepest programs that are accepted (kDeepestNesting), 490 nested ifs, compile with
/// `ulimit -s 2048` and fail with 1536. The rest is for the larger frames of sanitizers and
/// of builds without optimization; pages that are never touched take no memory.
inline constexpr size_t kCompilerStackBytes = 64 << 20;

/// Runs `work` on a thread of its own, and passes on its error or its exception. The thread rounds
/// to nearest, whatever the caller's rounding mode is. exit() waits for the end of `work`. Fails
/// where the process is exiting and where no thread can be started. The ExitWaits is in this frame,
/// because the compiler is built without exceptions: its frames would not count down when memory
/// runs out and the exception passes through them. While the caller waits, it calls `meanwhile`
/// every 100 ms.
inline llvm::Error runOnOwnThread(llvm::function_ref<llvm::Error()> work,
                                  llvm::function_ref<void()> meanwhile = nullptr) {
  rt::noteCaller(); // first: it may be the thread that ends the process
  if (rt::isExiting())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the process is exiting; nothing is compiled any more");
  std::exception_ptr thrown;
  std::promise<void> ended;
  llvm::Error result = llvm::Error::success();
  llvm::consumeError(std::move(result));
  llvm::Expected<rt::Thread> thread = rt::Thread::start(
      [&] {
        std::fesetenv(FE_DFL_ENV);
        try {
          rt::ExitWaits compiles;
          result = work();
        } catch (...) {
          thrown = std::current_exception();
        }
        ended.set_value();
      },
      kCompilerStackBytes);
  if (!thread)
    return thread.takeError();
  if (meanwhile)
    for (auto end = ended.get_future();
         end.wait_for(std::chrono::milliseconds(100)) != std::future_status::ready;)
      meanwhile();
  thread->join();
  if (thrown)
    std::rethrow_exception(thrown);
  return result;
}

} // namespace spmd
