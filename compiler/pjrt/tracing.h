// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A trace of what the programs of this process do, in one file for chrome://tracing and Perfetto.
// It is written run by run, so that it takes no memory and is there when the process is killed.
#pragma once
#include "compiler/pjrt/status.h"
#include "runtime/program.h"
#include <atomic>
#include <cstdio>
#include <mutex>
#include <string>

namespace spmd::pjrt {

/// Any thread may call its functions.
class Tracing {
public:
  /// That of the process. SPMD_TRACE=FILE in the environment starts it, until the process ends.
  /// Where another process writes that file, another rank or a parent, it is FILE.PID.
  static Tracing &ofProcess();
  bool isOn() const { return on.load(std::memory_order_relaxed); }
  /// Begins a file. Fails where there is a trace already, where the file cannot be written, and
  /// where another process writes it.
  Status start(const std::string &path);
  /// Ends the file. Fails where there is none, and where not all could be written.
  Status stop();

  /// Adds a run of a program: when it began and ended, on the steady clock, and the events of its
  /// devices (Session::trace). `rank` is that of this process.
  void add(const std::string &program, int64_t rank, int64_t beginNs, int64_t endNs,
           const std::string &spans);

private:
  void write(const std::string &event);

  std::atomic<bool> on = false;
  std::mutex mutex;
  std::string path;
  std::FILE *file = nullptr;
  int64_t events = 0;
};

} // namespace spmd::pjrt
