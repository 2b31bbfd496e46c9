// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The execution of the program by one device, called a walk. A walk is a loop over steps that can
// be suspended at any collective or shared kernel and resumed by another thread. Invariant:
// whenever another thread may run the walk, its whole state is in this object.
#pragma once
#include "runtime/steps.h"
#include "runtime/trace_events.h"

namespace spmd::rt {

/// Is called when a walk has reached the end of main.
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

  /// Sets the walk to the beginning of main. Afterwards it can be pushed to the workers.
  void restart();
  void run() override;

  /// Sets where the walk records its commands from the next restart on; null records nothing.
  void setTrace(TraceRecord *record) { trace = record; }

  /// Exchanges the buffer of an argument or result. Must not be called during a run.
  void bindArgument(size_t index, std::byte *data) { steps.argumentUses[index].bind(data); }
  void bindResult(size_t index, std::byte *data) { steps.resultUses[index].bind(data); }

private:
  // One open block of the program: main, a loop body, a condition or a branch.
  struct Frame {
    const Step *at = nullptr, *end = nullptr;
    // The While step that this block belongs to; null for main and branches.
    const Step *loop = nullptr;
    int64_t trips = 0; // trips left, this one included, where the count is known
    bool isCond = false;
    uint32_t block = 0;
  };

  void enterLoop(const Step &step);
  void enter(uint32_t block, const Step *loop, int64_t trips, bool isCond);
  /// Ends the innermost block: starts the next trip of its loop, or returns to the enclosing block.
  /// False: main has ended.
  bool leave();
  /// Runs the tiles of a step together with other workers. False: other workers still run tiles,
  /// and the worker that ends the last one continues the walk.
  bool runTiles(const Step &step);
  /// Runs a loop that needs no other worker, or a block inside of it, without frames: a trip of a
  /// small body takes less time than a frame. No further trip begins where the run has failed.
  void runLoopAlone(const Step &loop);
  void runBlockAlone(uint32_t block);
  void runLoopKernel(const Step &step);
  /// Whether the loop that runs alone has to end, since nobody waits for the run any more.
  bool isEnded() const { return workers.isHalted() || steps.failure->isSet(); }
  void record(const Step &step, uint32_t block);
  void start(const Step &step);
  /// Awaits the exchanges that are open, then tells the observer that the walk has ended.
  void end();

  Workers &workers;
  Steps steps;
  WalkObserver &observer;
  Job *job;
  TraceRecord *trace = nullptr;
  std::vector<Frame> frames;
  size_t top = 0;
  bool isFailing = false; // the run has failed: no step follows
};

} // namespace spmd::rt
