// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Python's functions are looked up in the process: the plugin is not linked with it, and other
// hosts do not have it. All are part of Python's stable binary interface.
#include "compiler/pjrt/host_signals.h"
#include <dlfcn.h>
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
  void (*restore)(void *, void *, void *) = find<void(void *, void *, void *)>("PyErr_Restore");
  int (*callLater)(int (*)(void *),
                   void *) = find<int(int (*)(void *), void *)>("Py_AddPendingCall");

  bool isThere() const {
    return isInitialized && ensureLock && releaseLock && checkSignals && fetch && restore &&
           callLater && isInitialized();
  }
  static const Python &ofProcess() {
    static const Python python;
    return python;
  }

private:
  template <class Function> static Function *find(const char *name) {
    return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
  }
};

/// What a handler has raised: type, value and traceback.
struct Raised {
  void *parts[3] = {};
};

/// Raises it. Python calls it between two instructions of the main thread.
int raise(void *raised) {
  auto *own = static_cast<Raised *>(raised);
  Python::ofProcess().restore(own->parts[0], own->parts[1], own->parts[2]); // takes the references
  delete own;
  return -1;
}

} // namespace

// Python's lock may be held by this thread already; taking it again is allowed.
//
// What a handler has raised cannot pass through the framework, which is C++, so Python raises it
// again when the thread is back. At most 32 such calls may wait; where there are more, it is lost.
bool isWaitOver() {
  const Python &python = Python::ofProcess();
  // Other threads may come back when Python has ended, and its lock would end them.
  if (gettid() != getpid() || !python.isThere())
    return false;
  const int lock = python.ensureLock();
  const bool isOver = python.checkSignals() != 0;
  if (isOver) {
    auto *raised = new Raised;
    python.fetch(&raised->parts[0], &raised->parts[1], &raised->parts[2]);
    if (python.callLater(raise, raised) != 0)
      delete raised;
  }
  python.releaseLock(lock);
  return isOver;
}

} // namespace spmd::pjrt
