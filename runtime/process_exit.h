// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What exit() and fork() of the host mean for threads of ours. exit() destroys static objects,
// those of libraries too, while all threads go on: whatever uses them is stopped before. A child of
// fork() has none of the threads.
#pragma once
#include <cstdint>

namespace spmd::rt {

/// Something that stands still before the process destroys its static objects.
class ExitListener {
protected:
  /// From here on stopForExit() may be called, once, by the thread that calls exit().
  void listen();
  /// Waits for a stopForExit() under way.
  void stopListening();
  ~ExitListener() = default;

private:
  friend class ExitListeners;
  virtual void stopForExit() = 0;
};

/// While one lives, exit() of another thread waits: for a compilation, whose
/// threads nobody can stop.
class ExitWaits {
public:
  ExitWaits();
  ~ExitWaits();
  ExitWaits(const ExitWaits &) = delete;
  ExitWaits &operator=(const ExitWaits &) = delete;
};

/// The first call into a library that makes static objects on the way. A thread that has called
/// noteCaller() and ends, or calls exit(), waits for the end of such a call before any static
/// object is destroyed; then the listeners are stopped before the new ones are.
class FirstUse {
public:
  FirstUse();
  ~FirstUse();
  FirstUse(const FirstUse &) = delete;
  FirstUse &operator=(const FirstUse &) = delete;
};

/// The calling thread belongs to the host, and may be the one that calls exit().
void noteCaller();

/// Listeners are stopped before objects are destroyed that were constructed before this call:
/// exit() goes backwards. So it is called again whenever something may have made static objects
/// that threads use.
void stopBeforeExit();

/// Whether exit() has come to the listeners.
bool isExiting();

/// How often this process has come out of a fork(). What was made under another number has no
/// threads here and may be locked for ever.
uint64_t processGeneration();

} // namespace spmd::rt
