// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a session holds; session.cpp opens and runs it, session_borders.cpp binds shards to it.
#pragma once
#include "compiler/self_check.h"
#include "compiler/session.h"
#include "mlir/IR/MLIRContext.h"
#include "runtime/instance.h"
#include "runtime/process_exit.h"
#include "runtime/rank_calls.h"
#include "runtime/transport.h"
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace spmd {

/// The order of members matters: the transport outlives the workers and the instance.
struct Session::State {
  std::unique_ptr<mlir::MLIRContext> context; // of the checks, where the session made it
  SessionOptions options;
  CompileReport report;
  std::optional<SelfCheck> selfCheck;
  std::shared_ptr<const rt::Executable> executable;
  std::unique_ptr<rt::RankTransport> ownTransport; // destroyed last, since the others use it
  rt::RankTransport *transport = nullptr;          // this one, or the caller's
  std::shared_ptr<rt::Workers> workers;
  std::unique_ptr<rt::Instance> instance;
  std::optional<rt::RankCalls> ownCalls; // of ownTransport
  rt::RankCalls *calls = nullptr;        // only where there are other ranks
  std::optional<rt::Future> run;
  mutable std::mutex apartMutex;
  mutable std::vector<rt::Instance *> apart; // of runApart, while they run
  bool hasRun = false;
  /// The ranks hold equal values of the arguments that each of them holds. Compared before
  /// the first run.
  bool areArgumentsEqual = false;

  /// Called before the first run. Registers with exit() after the objects of the caller were
  /// made, so that workers stop before these objects are destroyed.
  void stopBeforeExit() {
    rt::noteCaller();
    if (!std::exchange(hasRun, true))
      rt::stopBeforeExit();
  }
};

} // namespace spmd
