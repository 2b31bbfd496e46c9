// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the logger of the process.
#include "runtime/log.h"
#include <cstdio>
#include <mutex>

namespace spmd::rt {
namespace {

struct Log {
  std::mutex mutex;
  Logger logger;
  /// Never destroyed: threads may log while the process exits.
  static Log &ofProcess() {
    static Log &one = *new Log;
    return one;
  }
};

} // namespace

void setLogger(Logger logger) {
  Log &log = Log::ofProcess();
  std::lock_guard lock(log.mutex);
  log.logger = std::move(logger);
}

void log(std::string_view message) {
  Log &log = Log::ofProcess();
  std::lock_guard lock(log.mutex);
  if (log.logger)
    log.logger(message);
  else
    std::fprintf(stderr, "spmd: %.*s\n", int(message.size()), message.data());
}

} // namespace spmd::rt
