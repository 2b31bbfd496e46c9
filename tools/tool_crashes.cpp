// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signal handlers on an alternative stack, shared by spmd-fuzz and spmd-random.
#include "tools/tool_crashes.h"
#include <csignal>
#include <execinfo.h>

namespace spmd::tool {

void loadUnwinder() {
  void *frames[1];
  backtrace(frames, 1);
}

/// SA_RESETHAND: a crash inside of the handler ends the process.
void catchCrashes(void (*handler)(int), std::initializer_list<int> more) {
  static char stack[1 << 17];
  stack_t alternative = {.ss_sp = stack, .ss_flags = 0, .ss_size = sizeof(stack)};
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | SA_RESETHAND;
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    sigaction(number, &action, nullptr);
  for (int number : more)
    sigaction(number, &action, nullptr);
}

} // namespace spmd::tool
