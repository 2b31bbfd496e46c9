// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts and shares the threads of sessions.
#include "compiler/session_workers.h"
#include "runtime/process_exit.h"
#include "runtime/workers.h"
#include <mutex>

namespace spmd {

/// Fewer threads than were asked for are an error: the user would wonder about the speed.
llvm::Expected<std::shared_ptr<rt::Workers>> startWorkers(unsigned wanted,
                                                          const rt::RankTransport *transport) {
  rt::WorkerOptions options;
  options.threads = wanted ? wanted : rt::workerCountFor(transport);
  auto workers = std::make_shared<rt::Workers>(options);
  if (!workers->startError().empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   workers->startError() + "; ask for fewer threads");
  return workers;
}

/// The first session decides how many ranks share the machine; all sessions of a process agree.
llvm::Expected<std::shared_ptr<rt::Workers>> sharedWorkers(const rt::RankTransport *transport) {
  static std::mutex mutex;
  static uint64_t generation = 0;
  static auto *shared = new std::weak_ptr<rt::Workers>; // outlives static objects of the host
  std::lock_guard lock(mutex);
  std::shared_ptr<rt::Workers> workers = shared->lock();
  if (workers && generation == rt::processGeneration())
    return workers;
  // The parent's workers must not be joined here.
  if (workers)
    (void)new std::shared_ptr<rt::Workers>(workers);
  auto started = startWorkers(0, transport);
  if (!started)
    return started.takeError();
  generation = rt::processGeneration();
  workers = std::move(*started);
  *shared = workers;
  return workers;
}

} // namespace spmd
