// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A client: the devices that the framework sees, and the work that they do.
#pragma once
#include "compiler/pjrt/completion.h"
#include "compiler/pjrt/device.h"
#include "compiler/pjrt/queue.h"
#include <memory>
#include <vector>

/// The framework destroys executables and buffers before it.
struct PJRT_Client {
  explicit PJRT_Client(int32_t count);
  /// The device of a number, or null.
  PJRT_Device *find(int32_t id) const;
  /// Within a function that a program has called, waits for a piece of work, by doing it. Else does
  /// nothing. Fails where the work waits for that program.
  PJRT_Error *settle(const spmd::pjrt::Completion &completion);

  std::vector<std::unique_ptr<PJRT_Device>> owned;
  std::vector<PJRT_Device *> devices;
  std::vector<PJRT_Memory *> memories;
  PJRT_TopologyDescription topology;
  spmd::pjrt::Queue queue; // destroyed first: its work may use all others
};
