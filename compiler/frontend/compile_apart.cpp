// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs compilations on threads of their own. The calling thread belongs to the host: its stack may
// be small, and its rounding mode may be any.
#include "compiler/frontend/compile_apart.h"
#include "compiler/frontend/spmd.h"
#include "runtime/process_exit.h"
#include "runtime/thread.h"
#include <cfenv>
#include <exception>
#include <functional>
#include <utility>

namespace spmd {
namespace {

/// Stack of the thread that compiles: the caller's thread may have little. Measured: the
/// deepest programs that are accepted (kDeepestNesting), 490 nested ifs, compile with
/// `ulimit -s 2048` and fail with 1536. The rest is for the larger frames of sanitizers and
/// of builds without optimization; pages that are never touched take no memory.
constexpr size_t kCompilerStackBytes = 64 << 20;

/// Runs `work` on a thread of its own, and passes on its exception. The thread rounds to
/// nearest, whatever the caller's rounding mode is. exit() waits for the end of `work`. The
/// ExitWaits is in this frame, because the compiler is built without exceptions: its frames
/// would not count down when memory runs out and the exception passes through them.
void runApart(const std::function<void()> &work) {
  std::exception_ptr thrown;
  llvm::Expected<rt::Thread> thread = rt::Thread::start(
      [&] {
        std::fesetenv(FE_DFL_ENV);
        try {
          rt::ExitWaits compiles;
          work();
        } catch (...) {
          thrown = std::current_exception();
        }
      },
      kCompilerStackBytes);
  if (!thread)
    throw Error(llvm::toString(thread.takeError()));
  thread->join();
  if (thrown)
    std::rethrow_exception(thrown);
}

} // namespace

/// The caller is noted first: it may be the thread that ends the process.
std::unique_ptr<Session> openApart(std::string_view text, std::string_view name,
                                   const SessionOptions &options) {
  std::unique_ptr<Session> session;
  rt::noteCaller();
  // exit() has begun on another thread.
  if (rt::isExiting())
    throw Error("the process is exiting; nothing is compiled any more");
  runApart([&] {
    llvm::Expected<std::unique_ptr<Session>> opened = Session::open(text, name, options);
    if (!opened)
      throw Error(llvm::toString(opened.takeError()));
    session = std::move(*opened);
  });
  return session;
}

} // namespace spmd
