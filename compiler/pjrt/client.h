// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A client: the devices that the framework sees, and the work that they do. Over MPI these are the
// devices of all ranks, and this process works for its own.
#pragma once
#include "compiler/pjrt/completion.h"
#include "compiler/pjrt/device.h"
#include "compiler/pjrt/queue.h"
#include "compiler/pjrt/ranks.h"
#include <memory>
#include <vector>

/// The framework destroys executables and buffers before it.
struct PJRT_Client {
  /// With `count` devices on each rank; `ranks` is null in a process of its own.
  PJRT_Client(int32_t count, spmd::SharedRanks *ranks);
  ~PJRT_Client();
  /// The device of a number, or null.
  PJRT_Device *find(int32_t id) const;
  /// Within a function that a program has called, waits for a piece of work, by doing it. Else does
  /// nothing. Fails where the work waits for that program.
  PJRT_Error *settle(const spmd::pjrt::Completion &completion);

  spmd::SharedRanks *const ranks;
  const int32_t processIndex, processCount;
  std::vector<std::unique_ptr<PJRT_Device>> owned;
  std::vector<PJRT_Device *> devices, ownDevices; // of all ranks, and of this one
  std::vector<PJRT_Memory *> memories;            // of this one
  PJRT_TopologyDescription topology;
  // Destroyed first, since its work may use all others. Who waits for it holds it.
  const std::shared_ptr<spmd::pjrt::Queue> queue = std::make_shared<spmd::pjrt::Queue>();
};

namespace spmd::pjrt {

/// Waits until the clients of this process have nothing to do (Queue::drain).
void awaitAllClients(bool forHost = false);
/// Cancels what they do, but for runs on several ranks, which would have to agree on that. The runs
/// fail, and so does what reads their results.
void cancelAllClients();

} // namespace spmd::pjrt
