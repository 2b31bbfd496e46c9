// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of the framework: numbered places that a program may run on, each with a memory of its
// own. Over MPI those of other ranks are known, too, and nothing lies on them here.
#pragma once
#include "compiler/pjrt/abi.h"
#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spmd::pjrt {

inline constexpr std::string_view kPlatform = "spmd";
/// The version of the plugin, with that of LLVM.
const std::string &platformVersion();
inline constexpr std::string_view kMemoryKind = "device";
inline constexpr int32_t kMemoryKindId = 1;

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
  explicit PJRT_Memory(PJRT_Device *device);
  PJRT_Device *device;
  std::string text;
};

struct PJRT_Device {
  /// The number in this process of a device that is in another one.
  static constexpr int32_t kFar = -1;
  PJRT_Device(PJRT_Client *client, int32_t id, int32_t process, int32_t localId)
      : client(client), localId(localId), description(id, process), memory(this) {}
  bool isAddressable() const { return localId != kFar; }
  PJRT_Client *client;
  int32_t localId; // among the devices of this process
  PJRT_DeviceDescription description;
  PJRT_Memory memory;
  spmd::pjrt::MemoryUse use;
  // This device, and its memory, as lists of one.
  PJRT_Device *self = this;
  PJRT_Memory *memories = &memory;
};

struct PJRT_TopologyDescription {
  /// `count` devices, equally many in each process.
  PJRT_TopologyDescription(int32_t count, int32_t processes);
  std::vector<std::unique_ptr<PJRT_DeviceDescription>> owned;
  std::vector<PJRT_DeviceDescription *> descriptions;
  std::string serialized;
};
