// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python's functions are looked up in the process: the plugin is not linked with it, and other
// hosts do not have it. All are part of Python's stable binary interface.
#include "compiler/pjrt/host_signals.h"
#include <dlfcn.h>
#include <initializer_list>
#include <unistd.h>

namespace spmd::pjrt {
namespace {

/// The functions by their names, null where the process has none.
struct Python {
  int (*isInitialized)() = find<int()>("Py_IsInitialized");
  int (*ensureLock)() = find<int()>("PyGILState_Ensure");
  void (*releaseLock)(int) = find<void(int)>("PyGILState_Release");
  int (*checkSignals)() = find<int()>("PyErr_CheckSignals");
  void (*fetch)(void **, void **, void **) = find<void(void **, void **, void **)>("PyErr_Fetch");
  void (*decrement)(void *) = find<void(void *)>("Py_DecRef"); // null is allowed
  unsigned long (*threadId)() = find<unsigned long()>("PyThread_get_thread_ident");
  int (*raiseLater)(unsigned long,
                    void *) = find<int(unsigned long, void *)>("PyThreadState_SetAsyncExc");

  bool isThere() const {
    return isInitialized && ensureLock && releaseLock && checkSignals && fetch && decrement &&
           threadId && raiseLater && isInitialized();
  }

private:
  template <class Function> static Function *find(const char *name) {
    return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
  }
};

} // namespace

// Python's lock may be held by this thread already; taking it again is allowed.
//
// What a handler has raised cannot pass through the framework, which is C++. Its type is raised
// again at Python's next instruction on this thread.
bool isWaitOver() {
  static const Python python;
  // Other threads may come back when Python has ended, and its lock would end them.
  if (gettid() != getpid() || !python.isThere())
    return false;
  const int lock = python.ensureLock();
  const bool isOver = python.checkSignals() != 0;
  if (isOver) {
    void *type = nullptr, *value = nullptr, *traceback = nullptr;
    python.fetch(&type, &value, &traceback);
    python.raiseLater(python.threadId(), type);
    for (void *each : {type, value, traceback})
      python.decrement(each);
  }
  python.releaseLock(lock);
  return isOver;
}

} // namespace spmd::pjrt
