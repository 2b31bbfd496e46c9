// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the threads on which sessions run: a set for one session, or one for many.
#pragma once
#include "runtime/instance.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace spmd {

/// Starts as many workers as were asked for; 0: a share of the cores. Fails where the system
/// refuses a thread.
llvm::Expected<std::shared_ptr<rt::Workers>> startWorkers(unsigned wanted,
                                                          const rt::RankTransport *transport);
/// The workers of all sessions with `sharesWorkers` of this process, started by the first of them.
/// They end with the last session. A child of fork() starts its own, because it has none of its
/// parent's threads.
llvm::Expected<std::shared_ptr<rt::Workers>> sharedWorkers(const rt::RankTransport *transport);

} // namespace spmd
