// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the topology: the devices without a client.
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/device.h"
#include "llvm/Support/xxhash.h"

PJRT_TopologyDescription::PJRT_TopologyDescription(int32_t count)
    : serialized("spmd devices=" + std::to_string(count)) {
  for (int32_t id = 0; id < count; ++id) {
    owned.push_back(std::make_unique<PJRT_DeviceDescription>(id));
    descriptions.push_back(owned.back().get());
  }
}

namespace spmd::pjrt {
namespace {

PJRT_Error *platformName(PJRT_TopologyDescription_PlatformName_Args *args) {
  args->platform_name = kPlatform.data();
  args->platform_name_size = kPlatform.size();
  return nullptr;
}

PJRT_Error *version(PJRT_TopologyDescription_PlatformVersion_Args *args) {
  args->platform_version = platformVersion().data();
  args->platform_version_size = platformVersion().size();
  return nullptr;
}

PJRT_Error *descriptions(PJRT_TopologyDescription_GetDeviceDescriptions_Args *args) {
  args->descriptions = args->topology->descriptions.data();
  args->num_descriptions = args->topology->descriptions.size();
  return nullptr;
}

PJRT_Error *attributes(PJRT_TopologyDescription_Attributes_Args *args) {
  args->attributes = nullptr;
  args->num_attributes = 0;
  return nullptr;
}

PJRT_Error *fingerprint(PJRT_TopologyDescription_Fingerprint_Args *args) {
  args->fingerprint = llvm::xxh3_64bits(args->topology->serialized);
  return nullptr;
}

} // namespace

void addTopologyFunctions(PJRT_Api &api) {
  set<platformName>(api, Slot::TopologyDescription_PlatformName);
  set<version>(api, Slot::TopologyDescription_PlatformVersion);
  set<descriptions>(api, Slot::TopologyDescription_GetDeviceDescriptions);
  set<attributes>(api, Slot::TopologyDescription_Attributes);
  set<fingerprint>(api, Slot::TopologyDescription_Fingerprint);
}

} // namespace spmd::pjrt
