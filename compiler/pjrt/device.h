// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of the framework: numbered places that a program may run on, each with a memory of its
// own. Over MPI those of other ranks are known, too, and nothing lies on them here.
#pragma once
#include "compiler/pjrt/abi.h"
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spmd::pjrt {

inline constexpr std::string_view kPlatform = "spmd";
/// The version of the plugin, with that of LLVM.
const std::string &platformVersion();
/// The kinds of memory of each device, with JAX's names. All of them are memory of this process; a
/// program that moves arrays between them keeps their bytes. The first one is that of results.
inline constexpr std::array<std::string_view, 3> kMemoryKinds = {"device", "pinned_host",
                                                                 "unpinned_host"};
/// The number of a kind by its name; that of the first one for names of other platforms.
int32_t memoryKindOf(std::string_view name);

/// The most devices of a client. More is taken for a typing error.
inline constexpr int64_t kMostDevices = 4096;

/// Bytes of the buffers on a device, now and at most.
struct MemoryUse {
  std::atomic<int64_t> bytes = 0, peak = 0, allocations = 0, largest = 0;
  void add(int64_t size);
  void remove(int64_t size) { bytes -= size; }
};

} // namespace spmd::pjrt

/// What is known of a device without a client.
struct PJRT_DeviceDescription {
  PJRT_DeviceDescription(int32_t id, int32_t process);
  PJRT_DeviceDescription(const PJRT_DeviceDescription &) = delete;
  int32_t id, process;
  std::string text, debugText;
  int64_t coords; // devices are numbered in one line: the framework's meshes order them
  PJRT_NamedValue attribute;
};

struct PJRT_Memory {
  PJRT_Memory(PJRT_Device *device, int32_t kind);
  PJRT_Device *device;
  int32_t kind; // index into kMemoryKinds
  std::string text;
};

struct PJRT_Device {
  /// The number in this process of a device that is in another one.
  static constexpr int32_t kFar = -1;
  PJRT_Device(PJRT_Client *client, int32_t id, int32_t process, int32_t localId)
      : client(client), localId(localId), description(id, process),
        memories{PJRT_Memory(this, 0), PJRT_Memory(this, 1), PJRT_Memory(this, 2)} {}
  bool isAddressable() const { return localId != kFar; }
  PJRT_Client *client;
  int32_t localId; // among the devices of this process
  PJRT_DeviceDescription description;
  std::array<PJRT_Memory, spmd::pjrt::kMemoryKinds.size()> memories;
  spmd::pjrt::MemoryUse use;
  // This device, and its memories, as lists.
  PJRT_Device *self = this;
  std::array<PJRT_Memory *, spmd::pjrt::kMemoryKinds.size()> memoryList = {
      &memories[0], &memories[1], &memories[2]};
};

struct PJRT_TopologyDescription {
  /// `count` devices, equally many in each process.
  PJRT_TopologyDescription(int32_t count, int32_t processes);
  std::vector<std::unique_ptr<PJRT_DeviceDescription>> owned;
  std::vector<PJRT_DeviceDescription *> descriptions;
  std::string serialized;
};
