// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Executes the steps of one device.
//
// Loops and branches are a stack of frames instead of recursion, because another thread must be
// able to continue after any step. The frames are allocated once, for the deepest nesting of the
// program, so that a run allocates nothing.
#include "runtime/walk.h"
#include "runtime/elements.h"
#include "runtime/kernels/workspace.h"
#include "runtime/run_failure.h"
#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace spmd::rt {

// A scalar as a signed number: pred is 0 or 1, and what 64 bits hold unsigned only, the largest.
static int64_t readInteger(DType type, const void *address) {
  if (type == DType::U64)
    return int64_t(std::min(load<uint64_t>(address), uint64_t(INT64_MAX)));
  return elementAs<int64_t>(type, address);
}

// Indices are clamped as StableHLO specifies for dynamic_slice.
std::byte *MovingPointer::address(const BlockPlace &block) const {
  uint64_t moved = 0;
  for (const Term &term : terms)
    moved += uint64_t(std::clamp<int64_t>(readInteger(term.type, term.index), 0, term.limit) *
                      term.strideBytes);
  std::byte *address = nullptr;
  if (table)
    address = table->rows[(offset + moved) / table->rowBytes] + (offset + moved) % table->rowBytes;
  else
    address = (base ? base : block.local + offset) + moved;
  for (size_t l = 0; l < strides.size(); ++l)
    address += block.at[l] * strides[l];
  return address;
}

namespace {

// Runs iterations [index * grain, (index + 1) * grain) of a kernel; the last tile may be shorter.
void kernelTile(void *context, int64_t index) {
  const Step &step = *static_cast<const Step *>(context);
  int64_t begin = index * step.kernel.grain;
  step.kernel.function(step.pointers, begin,
                       std::min(begin + step.kernel.grain, step.kernel.extent));
}

// Runs one tile of a library routine; the routine itself knows its tiles.
void libraryTile(void *context, int64_t index) {
  const Step &step = *static_cast<const Step *>(context);
  step.library.routine->run(*step.library.args, index);
}

// Computes the addresses that depend on scalars in memory, such as the start index of a
// dynamic_slice, or on the block that runs.
void move(const Step &step, const BlockPlace &block, void **pointers) {
  if (step.moving)
    for (const MovingPointer &pointer : *step.moving)
      pointers[pointer.slot] = pointer.address(block);
}

// Runs a whole step on this thread. `pointers` are its addresses.
void runAlone(const Step &step, void *const *pointers) {
  switch (step.kind) {
  case StepKind::Kernel:
    if (step.kernel.extent > 0)
      step.kernel.function(pointers, 0, step.kernel.extent);
    break;
  case StepKind::Library: {
    RoutineArgs args = *step.library.args;
    args.results = pointers + (args.results - args.operands);
    args.operands = pointers;
    for (int64_t tile = 0; tile < step.tiles; ++tile)
      step.library.routine->run(args, tile);
    break;
  }
  case StepKind::PartitionId:
    std::memcpy(pointers[0], &step.partitionId.device, sizeof(uint32_t));
    break;
  case StepKind::Copy:
    std::memmove(pointers[1], pointers[0], step.copy.bytes);
    break;
  default:
    assert(false && "other steps are for the walk alone");
  }
}

// Runs the serial blocks of one tile of a Blocks step. Other workers run other tiles at the same
// time, so the addresses of the steps inside are in memory of this worker, before the loop counters
// and after the local memory of the blocks.
void blocksTile(void *context, int64_t tile) {
  const Step &step = *static_cast<const Step *>(context);
  BlockLoops &loops = *step.blocks.loops;
  const std::vector<int64_t> &sizes = loops.command->loops;
  const uint64_t localBytes = (loops.command->localBytes + 7) / 8 * 8; // aligned for addresses
  std::byte *memory = workspace(WorkspaceUse::Blocks,
                                localBytes + (loops.mostPointers + sizes.size()) * sizeof(void *));
  void **pointers = reinterpret_cast<void **>(memory + localBytes);
  BlockPlace place{memory,
                   {reinterpret_cast<int64_t *>(pointers + loops.mostPointers), sizes.size()}};
  for (int64_t block = 0; block < loops.serialBlocks; ++block) {
    int64_t rest = tile * loops.serialBlocks + block;
    for (size_t l = sizes.size(); l-- > 0; rest /= sizes[l])
      place.at[l] = rest % sizes[l];
    const bool isFirst = block == 0 || loops.first == loops.rest;
    size_t time = isFirst ? 0 : loops.first->size();
    int64_t before = loops.isTimed ? TraceRecord::now() : 0;
    for (const Step &inner : isFirst ? *loops.first : *loops.rest) {
      std::copy_n(inner.pointers, inner.pointerCount, pointers);
      move(inner, place, pointers);
      runAlone(inner, pointers);
      if (!loops.isTimed)
        continue;
      const int64_t now = TraceRecord::now();
      loops.times[time++].ns.fetch_add(now - before, std::memory_order_relaxed);
      before = now;
    }
  }
}

} // namespace

Walk::Walk(Workers &workers, Steps resolved, WalkObserver &observer)
    : workers(workers), steps(std::move(resolved)), observer(observer), job(workers.newJob()),
      frames(size_t(steps.depth)) {
  job->continuation = this;
}

Walk::~Walk() { workers.freeJob(job); }

// Frame 0 is main. Frames above it are left as they are, since enter() overwrites them.
void Walk::restart() {
  top = 0;
  isFailing = false;
  const std::vector<Step> &main = steps.blocks[0];
  frames[0] = {.at = main.data(), .end = main.data() + main.size()};
}

// Opens the first block of a loop, or runs all of it where no other worker is needed. A trace shows
// each command of each trip, so a loop that is recorded has frames.
void Walk::enterLoop(const Step &step) {
  if (step.loop.isAlone && !trace)
    runLoopAlone(step);
  else if (step.loop.predicate)
    enter(step.loop.cond, &step, 0, true);
  else if (step.loop.tripCount > 0)
    enter(step.loop.body, &step, step.loop.tripCount, false);
}

// Opens a block of a loop or a case. `loop` is null for the branch of a case.
void Walk::enter(uint32_t block, const Step *loop, int64_t trips, bool isCond) {
  const std::vector<Step> &body = steps.blocks[block];
  frames[++top] = {.at = body.data(),
                   .end = body.data() + body.size(),
                   .loop = loop,
                   .trips = trips,
                   .isCond = isCond,
                   .block = block};
}

// A loop with a known trip count has no predicate and runs its body `trips` times. Any other loop
// alternates between its condition block and its body; the condition block leaves the decision in
// the predicate's byte.
bool Walk::leave() {
  if (top == 0)
    return false;
  Frame ended = frames[top--];
  if (!ended.loop)
    return true;
  const Step &loop = *ended.loop;
  if (!loop.loop.predicate) {
    if (ended.trips > 1)
      enter(loop.loop.body, ended.loop, ended.trips - 1, false);
  } else if (!ended.isCond) {
    enter(loop.loop.cond, ended.loop, 0, true);
  } else if (*reinterpret_cast<const uint8_t *>(loop.loop.predicate)) {
    enter(loop.loop.body, ended.loop, 0, false);
  }
  return true;
}

// Offers the tiles to all workers and works on them, or runs them one after the other where there
// is one tile or one worker. The step stays unchanged while tiles run, so the const_cast hands out
// no write access.
bool Walk::runTiles(const Step &step) {
  const bool isAlone = step.tiles <= 1 || workers.threadCount() == 1;
  if (isAlone && step.kind == StepKind::Kernel) {
    runAlone(step, step.pointers);
    return true;
  }
  job->tile = step.kind == StepKind::Kernel    ? kernelTile
              : step.kind == StepKind::Library ? libraryTile
                                               : blocksTile;
  job->context = const_cast<Step *>(&step);
  if (!isAlone)
    return workers.openAndHelp(*job, step.tiles);
  for (int64_t tile = 0; tile < step.tiles && !workers.isHalted(); ++tile)
    job->tile(job->context, tile);
  return true;
}

// The block that a case runs: the last one where the selector is out of range.
static uint32_t chosenBranch(const Step &step) {
  const std::vector<uint32_t> &branches = *step.choice.branches;
  int64_t value = readInteger(step.type, step.choice.selector);
  int64_t last = int64_t(branches.size()) - 1;
  // stablehlo.if is a case whose branch 0 is the true one.
  int64_t index = step.type == DType::Pred ? (value ? 0 : 1) : value;
  return branches[size_t(index < 0 || index > last ? last : index)];
}

// Nothing inside waits, so that the stack of this thread may hold the loops around a step. Steps
// that move their addresses do so here as well.
void Walk::runBlockAlone(uint32_t block) {
  for (const Step &step : steps.blocks[block]) {
    move(step, {}, step.pointers);
    if (step.kind == StepKind::While)
      runLoopAlone(step);
    else if (step.kind == StepKind::Loop)
      runLoopKernel(step);
    else if (step.kind == StepKind::Case)
      runBlockAlone(chosenBranch(step));
    else
      runAlone(step, step.pointers);
  }
}

void Walk::runLoopAlone(const Step &loop) {
  const auto [predicate, trips, cond, body, isAlone] = loop.loop;
  if (!predicate)
    for (int64_t trip = 0; trip < trips && !isEnded(); ++trip)
      runBlockAlone(body);
  else
    while (!isEnded() && (runBlockAlone(cond), *reinterpret_cast<const uint8_t *>(predicate) != 0))
      runBlockAlone(body);
}

// Between two calls the loop may be ended. A loop without a known number of trips goes on where its
// condition held before the last trip: the next call begins with it.
void Walk::runLoopKernel(const Step &step) {
  const auto &[function, predicate, trips, grain] = step.loopKernel;
  if (!predicate)
    for (int64_t trip = 0; trip < trips && !isEnded(); trip += grain)
      function(step.pointers, trip, std::min(trip + grain, trips));
  else
    do
      function(step.pointers, 0, grain);
    while (*reinterpret_cast<const uint8_t *>(predicate) && !isEnded());
}

// Notes the beginning of a step in the trace. The commands inside of a Blocks step are timed one by
// one, which costs time itself, so only while there is a trace.
void Walk::record(const Step &step, uint32_t block) {
  BlockLoops *loops = step.kind == StepKind::Blocks ? step.blocks.loops : nullptr;
  if (loops)
    loops->isTimed = trace;
  if (trace)
    trace->begin(block, step.command, loops ? &loops->times : nullptr);
}

// Announces this device at the rendezvous of its collective. Addresses that do not move were set
// when the steps were made; moving ones are set here, before the arrival makes them visible.
void Walk::start(const Step &step) {
  Participant &participant = *step.collective.participant;
  participant.isSkipped = step.collective.skipsLastTrip && frames[top].trips == 1;
  if (!participant.rendezvous || participant.isSkipped)
    return;
  if (step.moving)
    setAddresses(step);
  participant.isOpen = true;
  participant.rendezvous->arrive();
}

// A walk that ends early leaves no exchange behind, since the other members would still copy from
// and to its buffers. Where one of them never arrives, the walk stays suspended, and the instance
// sees that nothing moves any more.
void Walk::end() {
  for (Participant &each : steps.participants)
    if (isFailing && std::exchange(each.isOpen, false) &&
        !each.rendezvous->await(*this, each.round++))
      return;
  if (trace)
    trace->end();
  observer.walkEnded(); // may end the lifetime of this walk
}

// Runs steps until main ends, the process exits, or the walk is suspended. A suspended walk is
// pushed to the workers again by whoever completes the collective or the last tile.
// Example with two devices on one worker: device 0 arrives at an all_reduce and is suspended at its
// Done; device 1 arrives last, exchanges the data, pushes device 0 and continues.
void Walk::run() {
  while (!workers.isHalted()) {
    isFailing = steps.failure->isSet(); // by a routine of any device, or whoever cancels the run
    if (isFailing)
      return end();
    Frame &frame = frames[top];
    if (frame.at == frame.end) {
      if (leave())
        continue;
      return end();
    }
    const Step &step = *frame.at;
    record(step, frame.block);
    move(step, {}, step.pointers);
    // A step that another thread may continue advances `at` first. After the hand-over this thread
    // must not touch the walk any more.
    switch (step.kind) {
    case StepKind::Kernel:
    case StepKind::Library:
    case StepKind::Blocks:
      ++frame.at;
      if (!runTiles(step))
        return;
      break;
    case StepKind::PartitionId:
    case StepKind::Copy:
      runAlone(step, step.pointers);
      ++frame.at;
      break;
    case StepKind::Start:
      start(step);
      ++frame.at;
      break;
    case StepKind::Done: {
      Participant &participant = *step.collective.participant;
      participant.isOpen = false;
      ++frame.at;
      if (participant.rendezvous && !participant.isSkipped &&
          !participant.rendezvous->await(*this, participant.round++))
        return;
      break;
    }
    case StepKind::While:
      ++frame.at;
      enterLoop(step);
      break;
    case StepKind::Loop:
      runLoopKernel(step);
      ++frame.at;
      break;
    case StepKind::Case:
      ++frame.at;
      enter(chosenBranch(step), nullptr, 0, false);
      break;
    }
  }
}

} // namespace spmd::rt
