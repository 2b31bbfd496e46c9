// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One device on its way through the program: a loop over steps that can be left at any collective
// or shared kernel and entered again, by another thread. Invariant: whenever somebody else may run
// the walk, its whole state is in here.
#pragma once
#include "runtime/steps.h"
#include "runtime/trace_events.h"

namespace spmd::rt {

/// Told when a walk has come to the end of main.
class WalkObserver {
public:
  virtual void walkEnded() = 0;

protected:
  ~WalkObserver() = default;
};

class Walk final : public Runnable {
public:
  Walk(Workers &workers, Steps steps, WalkObserver &observer);
  ~Walk();

  /// Puts the walk at the beginning of main; then it can be pushed to the workers.
  void restart();
  void run() override;

  /// Records from the next restart on; null: nothing.
  void setTrace(TraceRecord *record) { trace = record; }

private:
  struct Frame {
    const Step *at = nullptr, *end = nullptr;
    const Step *loop = nullptr; // the while that this is a block of
    int64_t trips = 0;          // left, where the count is known
    bool isCond = false;
    uint32_t block = 0;
  };

  void enter(uint32_t block, const Step *loop, int64_t trips, bool isCond);
  /// The open block has ended: goes round, or back to the block around it. False: main has ended.
  bool leave();
  /// Runs a step of tiles. False: others still work on it and will go on with the walk.
  bool runTiles(const Step &step, void (*tile)(void *step, int64_t index));
  void move(const Step &step);
  void start(const Step &step);

  Workers &workers;
  Steps steps;
  WalkObserver &observer;
  Job *job;
  TraceRecord *trace = nullptr;
  std::vector<Frame> frames;
  size_t top = 0;
};

} // namespace spmd::rt
