// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the topology: the devices without a client.
#include "compiler/pjrt/abi_extensions.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/device.h"
#include "compiler/pjrt/text.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

// Descriptions of its own, since it may outlive the client.
PJRT_TopologyDescription::PJRT_TopologyDescription(int32_t count, int32_t processes)
    : serialized("spmd devices=" + std::to_string(count) +
                 (processes > 1 ? " processes=" + std::to_string(processes) : "")) {
  for (int32_t id = 0; id < count; ++id) {
    owned.push_back(std::make_unique<PJRT_DeviceDescription>(id, id / (count / processes)));
    descriptions.push_back(owned.back().get());
  }
}

namespace spmd::pjrt {
namespace {

/// That of the client.
PJRT_Error *platformName(PJRT_TopologyDescription_PlatformName_Args *args) {
  args->platform_name = kPlatform.data();
  args->platform_name_size = kPlatform.size();
  return nullptr;
}

/// That of the client.
PJRT_Error *version(PJRT_TopologyDescription_PlatformVersion_Args *args) {
  args->platform_version = platformVersion().data();
  args->platform_version_size = platformVersion().size();
  return nullptr;
}

/// One for each device, by number.
PJRT_Error *descriptions(PJRT_TopologyDescription_GetDeviceDescriptions_Args *args) {
  args->descriptions = args->topology->descriptions.data();
  args->num_descriptions = args->topology->descriptions.size();
  return nullptr;
}

/// None: the devices say where they are.
PJRT_Error *attributes(PJRT_TopologyDescription_Attributes_Args *args) {
  args->attributes = nullptr;
  args->num_attributes = 0;
  return nullptr;
}

/// Equal for topologies with equally many devices and processes.
PJRT_Error *fingerprint(PJRT_TopologyDescription_Fingerprint_Args *args) {
  args->fingerprint = llvm::xxh3_64bits(args->topology->serialized);
  return nullptr;
}

/// A text that names the number of devices, and that of processes where there are several.
PJRT_Error *serialize(PJRT_TopologyDescription_Serialize_Args *args) {
  giveText(args->topology->serialized, args->serialized_bytes, args->serialized_bytes_size,
           args->serialized_topology, args->serialized_topology_deleter);
  return nullptr;
}

/// "spmd devices=8", "spmd devices=8 processes=2". The text may come from another machine, so it is
/// checked whole: the number is that of the devices, which all have one kind.
PJRT_Error *parse(llvm::StringRef text, PJRT_TopologyDescription *&topology) {
  llvm::StringRef rest = text;
  int64_t devices = 0, processes = 1;
  bool isValid = rest.consume_front("spmd devices=") && !rest.consumeInteger(10, devices) &&
                 devices >= 1 && devices <= kMostDevices;
  if (isValid && rest.consume_front(" processes="))
    isValid = !rest.consumeInteger(10, processes) && processes >= 1 && devices % processes == 0;
  if (!isValid || !rest.empty())
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "'" + text.take_front(80).str() +
                      "' is no topology: 'spmd devices=N' is, for N from 1 to " +
                      std::to_string(kMostDevices) +
                      ", and 'spmd devices=N processes=P', for P that divides N");
  topology = new PJRT_TopologyDescription(int32_t(devices), int32_t(processes));
  return nullptr;
}

/// Refuses what serialize has not written.
PJRT_Error *deserialize(PJRT_TopologyDescription_Deserialize_Args *args) {
  return parse({args->serialized_topology, args->serialized_topology_size}, args->topology);
}

/// The name is what serialize writes; without one it is a single device.
PJRT_Error *create(PJRT_TopologyDescription_Create_Args *args) {
  const llvm::StringRef name(args->topology_name, args->topology_name_size);
  return parse(name.empty() ? llvm::StringRef("spmd devices=1") : name, args->topology);
}

/// Of a topology without a client.
PJRT_Error *destroy(PJRT_TopologyDescription_Destroy_Args *args) {
  delete args->topology;
  return nullptr;
}

} // namespace

void addTopologyFunctions(PJRT_Api &api) {
  set<platformName>(api, Slot::TopologyDescription_PlatformName);
  set<version>(api, Slot::TopologyDescription_PlatformVersion);
  set<descriptions>(api, Slot::TopologyDescription_GetDeviceDescriptions);
  set<attributes>(api, Slot::TopologyDescription_Attributes);
  set<serialize>(api, Slot::TopologyDescription_Serialize);
  set<deserialize>(api, Slot::TopologyDescription_Deserialize);
  set<create>(api, Slot::TopologyDescription_Create);
  set<destroy>(api, Slot::TopologyDescription_Destroy);
  set<fingerprint>(api, Slot::TopologyDescription_Fingerprint);
}

} // namespace spmd::pjrt
