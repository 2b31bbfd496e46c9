// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the list of listeners of the process and orders exit, first uses and forks.
#include "runtime/process_exit.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <mutex>
#include <pthread.h>
#include <unistd.h>
#include <vector>

namespace spmd::rt {

// Two kinds of waits count here. `waits` are compilations (ExitWaits): exit() waits for those of
// other threads. `firstUses` are calls that create static objects (FirstUse): exit() and ending
// threads wait for all of them.
class ExitListeners {
public:
  /// Never destroyed: threads may use it until the process is gone.
  static ExitListeners &ofProcess() {
    static ExitListeners &one = *new ExitListeners;
    return one;
  }

  // Listeners are stopped in the order in which they were added.
  void add(ExitListener *listener) {
    std::lock_guard lock(mutex);
    all.push_back(listener);
  }
  void remove(ExitListener *listener) {
    std::lock_guard lock(mutex);
    all.erase(std::remove(all.begin(), all.end(), listener), all.end());
  }
  // Compilations: counted for the process, and for the thread, which must not wait for itself.
  void enter() {
    std::lock_guard lock(useMutex);
    ++waits;
    ++waitsOfThisThread;
  }
  void leave() {
    std::lock_guard lock(useMutex);
    --waitsOfThisThread;
    if (--waits == 0)
      left.notify_all();
  }

  // First uses of libraries.
  void enterFirstUse() {
    std::lock_guard lock(useMutex);
    ++firstUses;
  }
  void leaveFirstUse() {
    std::lock_guard lock(useMutex);
    if (--firstUses == 0)
      left.notify_all();
  }

  /// An ending thread waits only for first uses. The end of the process's first thread means that
  /// the process is about to exit, so that thread also waits for compilations.
  void threadEnds() {
    std::unique_lock lock(useMutex);
    const bool isFirst = getpid() == gettid();
    left.wait(lock, [&] { return firstUses == 0 && (!isFirst || waits == waitsOfThisThread); });
  }

  /// Waits for activities that cannot be stopped, then stops all listeners. Activities of the
  /// calling thread are not waited for: exit() may be called by a signal handler in the middle of
  /// one.
  /// The order at exit(): thread_local objects of the calling thread (threadEnds), then this
  /// function, then the destructors of static objects that existed before it was registered.
  void stopAll() {
    exiting = true;
    {
      std::unique_lock lock(useMutex);
      left.wait(lock, [this] { return firstUses == 0 && waits == waitsOfThisThread; });
    }
    std::lock_guard lock(mutex);
    for (ExitListener *listener : all)
      listener->stopForExit();
    all.clear();
  }

  std::atomic<bool> exiting{false};
  std::atomic<uint64_t> generation{0};

private:
  // Both mutexes are held across fork(), so the child finds the lists in a consistent state. The
  // child then forgets the listeners and the activities of threads that it does not have.
  ExitListeners() {
    pthread_atfork([] { ofProcess().lockAll(); }, [] { ofProcess().unlockAll(); },
                   [] {
                     ExitListeners &here = ofProcess();
                     here.all.clear(); // their threads exist only in the parent
                     here.waits = here.waitsOfThisThread;
                     here.firstUses = 0;
                     ++here.generation;
                     here.unlockAll();
                   });
  }
  void lockAll() {
    mutex.lock();
    useMutex.lock();
  }
  void unlockAll() {
    useMutex.unlock();
    mutex.unlock();
  }

  static thread_local int waitsOfThisThread;
  std::mutex mutex; // guards the listeners; held while they stop
  std::vector<ExitListener *> all;
  std::mutex useMutex; // guards the members below; threads that are being stopped take it
  std::condition_variable left;
  int waits = 0;
  int firstUses = 0;
};

thread_local int ExitListeners::waitsOfThisThread = 0;

void ExitListener::listen() { ExitListeners::ofProcess().add(this); }
void ExitListener::stopListening() { ExitListeners::ofProcess().remove(this); }

FirstUse::FirstUse() { ExitListeners::ofProcess().enterFirstUse(); }
// The static objects that the call has created are destroyed before the objects that existed
// earlier, so the listeners are registered once more, after them.
FirstUse::~FirstUse() {
  // Each registration takes some bytes forever, so the number is limited. After a thousand first
  // uses all static objects exist.
  static std::atomic<int> left{1000};
  if (left.fetch_sub(1) > 0)
    stopBeforeExit();
  ExitListeners::ofProcess().leaveFirstUse();
}

void noteCaller() {
  struct End {
    ~End() { ExitListeners::ofProcess().threadEnds(); }
  };
  thread_local End end; // exit() first runs the thread_local destructors of its thread
  (void)end;
}

ExitWaits::ExitWaits() { ExitListeners::ofProcess().enter(); }
ExitWaits::~ExitWaits() { ExitListeners::ofProcess().leave(); }

// atexit functions and destructors of static objects run in one common order, the reverse of their
// registration.
void stopBeforeExit() {
  std::atexit([] { ExitListeners::ofProcess().stopAll(); });
}

bool isExiting() { return ExitListeners::ofProcess().exiting.load(std::memory_order_relaxed); }
uint64_t processGeneration() {
  return ExitListeners::ofProcess().generation.load(std::memory_order_relaxed);
}

} // namespace spmd::rt
