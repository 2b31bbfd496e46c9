// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What exit() and fork() of the host program mean for the runtime's threads. exit() destroys static
// objects, also those of libraries, while all threads keep running. Threads that use such objects
// must be stopped before. A child of fork() has none of the threads.
#pragma once
#include <cstdint>

namespace spmd::rt {

/// An object that must stop its threads before the process destroys its static objects.
class ExitListener {
protected:
  /// From now on stopForExit() may be called, once, by the thread that calls exit().
  void listen();
  /// Waits for a stopForExit() in progress.
  void stopListening();
  ~ExitListener() = default;

private:
  friend class ExitListeners;
  virtual void stopForExit() = 0;
};

/// While an object lives, exit() of another thread waits. Compilations use it, because their
/// threads cannot be stopped.
class ExitWaits {
public:
  ExitWaits();
  ~ExitWaits();
  ExitWaits(const ExitWaits &) = delete;
  ExitWaits &operator=(const ExitWaits &) = delete;
};

/// Guards the first call into a library that creates static objects on the way. A thread that has
/// called noteCaller() and ends, or calls exit(), waits for the end of such a call before any
/// static object is destroyed. Afterwards the listeners are stopped before the new static objects
/// are destroyed.
class FirstUse {
public:
  FirstUse();
  ~FirstUse();
  FirstUse(const FirstUse &) = delete;
  FirstUse &operator=(const FirstUse &) = delete;
};

/// The calling thread belongs to the host and may be the one that calls exit().
void noteCaller();

/// Ensures that listeners are stopped before static objects are destroyed that existed at this
/// call; exit() works backwards through destructors and atexit functions. It is called again
/// whenever static objects that threads use may have been created.
void stopBeforeExit();

/// Whether exit() has reached the listeners.
bool isExiting();

/// How many fork()s this process descends from since it first used the runtime. Objects made under
/// another number have no threads here and may be locked forever.
uint64_t processGeneration();

} // namespace spmd::rt
