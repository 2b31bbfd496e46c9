// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands of a program as one device executes them. Every address is resolved, so that a step
// looks nothing up and allocates nothing. Steps are made once per device and instance.
#pragma once
#include "runtime/executable.h"
#include "runtime/kernels/registry.h"
#include "runtime/program.h"
#include "runtime/run_failure.h"
#include "runtime/trace_events.h"
#include "runtime/transport_threads.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>

namespace spmd::rt {

/// The addresses of the buffers of one device.
struct DeviceMemory {
  // The entry of a result with an alias is its argument's buffer.
  std::vector<std::byte *> arguments, results;
  std::byte *arena = nullptr;
  std::byte *constants = nullptr;
  /// Null for addresses in tables and in the memory of a worker.
  std::byte *at(const Address &address) const;
};

/// The part of one device in a collective, shared by its Start step and its Done step.
struct Participant {
  Rendezvous *rendezvous = nullptr; // null: this device takes no part
  int64_t position = 0;
  uint32_t round = 0;     // how many exchanges the device has completed
  bool isSkipped = false; // the Start has not begun this exchange (CollectiveStart::skipsLastTrip)
  bool isOpen = false;    // begun and not awaited
};

/// The block that a worker runs of a BlocksCommand; empty outside of such commands.
struct BlockPlace {
  std::byte *local = nullptr; // Space::Local
  std::span<int64_t> at;      // the iteration of each loop
};

/// The rows of a table on one device.
struct TableRows {
  uint64_t rowBytes = 1;
  std::vector<std::byte *> rows;
};

/// An address of a step that must be recomputed whenever its command runs.
struct MovingPointer {
  struct Term {
    const std::byte *index;
    DType type;
    int64_t limit, strideBytes;
  };
  size_t slot;     // index in Step::pointers
  std::byte *base; // null: the address is in Space::Local or in a table
  uint64_t offset; // in these
  const TableRows *table;
  std::vector<Term> terms;
  std::span<const int64_t> strides; // bytes for each loop of a BlocksCommand

  std::byte *address(const BlockPlace &block) const;
};

enum class StepKind : uint8_t {
  Kernel,
  Library,
  PartitionId,
  Copy,
  Start,
  Done,
  While,
  Loop,
  Case,
  Blocks
};

struct BlockLoops;

struct Step {
  StepKind kind;
  DType type = DType::S32; // type of the selector of a Case
  uint32_t location = 0;
  uint32_t command = 0; // index in its block, for traces
  // Addresses to compute first; null: none.
  const std::vector<MovingPointer> *moving = nullptr;
  void **pointers = nullptr; // operands, then results; Start: source, target and root of each part
  size_t pointerCount = 0;
  int64_t tiles = 1;
  union {
    struct {
      KernelFn function;
      int64_t extent, grain;
    } kernel;
    struct {
      const Routine *routine;
      const RoutineArgs *args;
    } library; // args->operands is `pointers`
    struct {
      uint32_t device;
    } partitionId;
    struct {
      uint64_t bytes;
    } copy;
    struct {
      Participant *participant;
      int64_t parts;
      bool skipsLastTrip;
      bool hasRoots;
    } collective;
    struct {
      const std::byte *predicate;
      int64_t tripCount;
      uint32_t cond, body;
      bool isAlone; // one worker runs all of it: nothing inside has tiles or waits
    } loop;
    struct {
      KernelFn function;
      const std::byte *predicate; // null: the number of trips is known
      int64_t tripCount, grain;
    } loopKernel;
    struct {
      const std::byte *selector;
      const std::vector<uint32_t> *branches;
    } choice;
    struct {
      BlockLoops *loops;
    } blocks;
  };
};

/// The loops of a Blocks step, which all its tiles share.
struct BlockLoops {
  const BlocksCommand *command;
  const std::vector<Step> *first, *rest; // the steps of the first serial iteration and of others
  int64_t serialBlocks = 1;              // that a tile runs in order
  size_t mostPointers = 0;               // of the steps inside
  // While a trace is recorded: the time of each command inside, over all blocks and workers.
  std::deque<NestedTime> times; // of `first`, then of `rest` where that is another block
  bool isTimed = false;
};

/// The places where steps hold addresses in the buffer of one argument or result. With them the
/// buffer can be exchanged between two runs.
struct BorderUses {
  struct Use {
    void *slot; // holds a pointer
    uint64_t offset;
  };
  std::vector<Use> uses;
  std::vector<const Step *> starts; // Start steps among them, whose rendezvous has copies

  /// Writes the addresses in a buffer that begins at `data`.
  void bind(std::byte *data) const;
};

struct Steps {
  std::vector<std::vector<Step>> blocks;
  int64_t depth = 1; // the most blocks that are open at once

  // The objects that steps point to. They are never resized once filled.
  std::vector<void *> pointers;
  std::deque<std::vector<MovingPointer>> moving;
  std::vector<TableRows> tables;
  std::deque<RoutineArgs> routineArgs;
  std::deque<BlockLoops> blockLoops;
  std::deque<Participant> participants;

  // Filled for programs whose buffers are bound (Instance::create). A result with an alias has its
  // uses among those of the argument.
  std::vector<BorderUses> argumentUses, resultUses;

  RunFailure *failure = nullptr; // why the run ends early, which routines set
};

/// Sets the addresses of a Start step at its rendezvous.
void setAddresses(const Step &step);

/// Resolves the commands for one device. `participantOf` returns the device's part in a collective.
/// Arguments and results may have no buffer yet (null); their addresses are bound later. Routines
/// that cannot go on say so in `failure`.
Steps resolveSteps(const Executable &executable, int64_t deviceId, const DeviceMemory &memory,
                   llvm::function_ref<Participant(const CollectiveStart &)> participantOf,
                   RunFailure *failure);

} // namespace spmd::rt
