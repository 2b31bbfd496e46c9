// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands of a program as one device executes them. Every address is resolved, so that a step
// looks nothing up and allocates nothing. Steps are made once per device and instance.
#pragma once
#include "runtime/executable.h"
#include "runtime/host_ops.h"
#include "runtime/kernels/registry.h"
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
  std::byte *at(const Address &address) const;
};

/// The part of one device in a collective, shared by its Start step and its Done step.
struct Participant {
  Rendezvous *rendezvous = nullptr; // null: this device takes no part
  int64_t position = 0;
  uint32_t round = 0; // how many exchanges the device has completed
};

/// An address in Steps::pointers that must be recomputed whenever its command runs.
struct MovingPointer {
  struct Term {
    const std::byte *index;
    DType type;
    int64_t limit, strideBytes;
  };
  void **slot;
  std::byte *base;
  std::vector<Term> terms;
};

enum class StepKind : uint8_t { Kernel, Library, Host, Copy, Start, Done, While, Case };

struct Step {
  StepKind kind;
  DType type = DType::S32; // type of the selector of a Case
  uint32_t location = 0;
  uint32_t command = 0;      // index in its block, for traces
  int32_t moving = -1;       // index into Steps::moving, or -1: addresses to compute first
  void **pointers = nullptr; // operands, then results; Start: source and target of each part
  int64_t tiles = 1;
  union {
    struct {
      KernelFn function;
      int64_t extent, grain;
    } kernel;
    struct {
      const Routine *routine;
      const RoutineArgs *args;
    } library;
    struct {
      HostFn function; // null stores deviceId instead (PartitionId)
      int64_t deviceId;
      int32_t resultBytes;
      int32_t result; // index of the result's address in `pointers`
    } host;
    struct {
      uint64_t bytes;
    } copy;
    struct {
      Participant *participant;
      int64_t parts;
    } collective;
    struct {
      const std::byte *predicate;
      int64_t tripCount;
      uint32_t cond, body;
    } loop;
    struct {
      const std::byte *selector;
      const std::vector<uint32_t> *branches;
    } choice;
  };
};

struct Steps {
  std::vector<std::vector<Step>> blocks;
  std::vector<std::vector<MovingPointer>> moving; // by Step::moving
  int64_t depth = 1;                              // the most blocks that are open at once

  // The objects that steps point to. They are never resized once filled.
  std::vector<void *> pointers;
  std::deque<RoutineArgs> routineArgs;
  std::deque<std::vector<KernelFn>> routineKernels;
  std::deque<Participant> participants;
};

/// Resolves the commands for one device. `participantOf` returns the device's part in a collective.
Steps resolveSteps(const Executable &executable, int64_t deviceId, const DeviceMemory &memory,
                   llvm::function_ref<Participant(const CollectiveStart &)> participantOf);

} // namespace spmd::rt
