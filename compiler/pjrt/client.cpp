// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes clients. The number of devices is an option of the framework (`num_devices`), or
// SPMD_DEVICES in the environment, or 1.
#include "compiler/pjrt/client.h"
#include "compiler/pjrt/abi_extensions.h"
#include "compiler/pjrt/api.h"
#include "runtime/host_calls.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>
#include <mutex>
#include <set>

namespace {

/// The clients that exist. Never destroyed: threads may use clients until the end.
struct Clients {
  static Clients &ofProcess() {
    static auto *all = new Clients;
    return *all;
  }
  std::mutex mutex;
  std::set<PJRT_Client *> clients;
};

} // namespace

// Example: two ranks with SPMD_DEVICES=2. Rank 1 has devices 2 and 3, whose numbers in the process
// are 0 and 1; devices 0 and 1 are known to it, but nothing can lie there.
//
// Devices are numbered from 0, rank after rank, and stay where they are: the framework keeps their
// addresses.
PJRT_Client::PJRT_Client(int32_t count, spmd::SharedRanks *ranks)
    : ranks(ranks), processIndex(ranks ? int32_t(ranks->transport->rank()) : 0),
      processCount(ranks ? int32_t(ranks->transport->rankCount()) : 1),
      topology(count * processCount, processCount) {
  for (int32_t id = 0; id < count * processCount; ++id) {
    const bool isOwn = id / count == processIndex;
    owned.push_back(std::make_unique<PJRT_Device>(this, id, id / count,
                                                  isOwn ? id % count : PJRT_Device::kFar));
    devices.push_back(owned.back().get());
    if (!isOwn)
      continue;
    ownDevices.push_back(devices.back());
    for (PJRT_Memory &memory : devices.back()->memories)
      memories.push_back(&memory);
  }
  std::lock_guard lock(Clients::ofProcess().mutex);
  Clients::ofProcess().clients.insert(this);
}

PJRT_Client::~PJRT_Client() {
  std::lock_guard lock(Clients::ofProcess().mutex);
  Clients::ofProcess().clients.erase(this);
}

// Numbers come from the framework and from programs.
PJRT_Device *PJRT_Client::find(int32_t id) const {
  return id >= 0 && size_t(id) < devices.size() ? devices[size_t(id)] : nullptr;
}

// Within a function that a program has called, the queue's thread is waiting for that function.
// Work in front of the result is done here; where there is none, the wait would never end.
PJRT_Error *PJRT_Client::settle(const spmd::pjrt::Completion &completion) {
  auto isDone = [&] { return completion.isDone(); };
  if (!spmd::rt::isInHostCall() || isDone() || queue->help(isDone))
    return nullptr;
  return spmd::pjrt::refuse(PJRT_Error_Code::FailedPrecondition,
                            "a function that a program has called waits for a result of that "
                            "program, or of one that runs behind it");
}

namespace spmd::pjrt {

/// Their queues, which may outlive them. Nobody waits under the lock.
static std::vector<std::shared_ptr<Queue>> allQueues() {
  std::lock_guard lock(Clients::ofProcess().mutex);
  std::vector<std::shared_ptr<Queue>> queues;
  for (PJRT_Client *client : Clients::ofProcess().clients)
    queues.push_back(client->queue);
  return queues;
}

void cancelAllClients() {
  for (const std::shared_ptr<Queue> &queue : allQueues())
    queue->cancel();
}

void awaitAllClients(bool forHost) {
  for (const std::shared_ptr<Queue> &queue : allQueues())
    queue->drain(forHost);
}

namespace {

/// The options of a client, as text: numbers may come as such or spelled out.
std::string textOf(const PJRT_NamedValue &value) {
  switch (value.type) {
  case PJRT_NamedValue_Type::String:
    return std::string(value.string_value, value.value_size);
  case PJRT_NamedValue_Type::Int64:
    return std::to_string(value.int64_value);
  case PJRT_NamedValue_Type::Float:
    return std::to_string(value.float_value);
  case PJRT_NamedValue_Type::Bool:
    return value.bool_value ? "1" : "0";
  case PJRT_NamedValue_Type::Int64List:
    break;
  }
  return "a list of numbers";
}

/// The framework's option goes before the environment.
PJRT_Error *create(PJRT_Client_Create_Args *args) {
  const char *environment = std::getenv("SPMD_DEVICES");
  std::string wanted = environment ? environment : "1", source = "SPMD_DEVICES";
  for (size_t i = 0; i < args->num_options; ++i) {
    const PJRT_NamedValue &option = args->create_options[i];
    if (std::string_view(option.name, option.name_size) == "num_devices") {
      wanted = textOf(option);
      source = "num_devices";
    }
  }
  int64_t count = 0;
  if (llvm::StringRef(wanted).getAsInteger(10, count) || count < 1 || count > kMostDevices)
    return refuse(PJRT_Error_Code::InvalidArgument,
                  source + " is '" + wanted + "', which is no number of devices from 1 to " +
                      std::to_string(kMostDevices));
  SharedRanks *ranks = nullptr;
  if (PJRT_Error *error = meetRanks(*args, count, ranks))
    return error;
  if (ranks && count * ranks->transport->rankCount() > kMostDevices)
    return refuse(PJRT_Error_Code::InvalidArgument,
                  std::to_string(count) + " devices on each of " +
                      std::to_string(ranks->transport->rankCount()) +
                      " ranks; a client has at most " + std::to_string(kMostDevices));
  args->client = new PJRT_Client(int32_t(count), ranks);
  return nullptr;
}

/// Nobody can read any more what is being computed. Other ranks may wait for their part of it.
PJRT_Error *destroy(PJRT_Client_Destroy_Args *args) {
  if (!args->client->ranks)
    args->client->queue->cancelUnseen();
  delete args->client;
  return nullptr;
}

/// "spmd": what JAX_PLATFORMS names.
PJRT_Error *platformName(PJRT_Client_PlatformName_Args *args) {
  args->platform_name = kPlatform.data();
  args->platform_name_size = kPlatform.size();
  return nullptr;
}

/// Of the plugin and of LLVM.
PJRT_Error *version(PJRT_Client_PlatformVersion_Args *args) {
  args->platform_version = platformVersion().data();
  args->platform_version_size = platformVersion().size();
  return nullptr;
}

/// The rank.
PJRT_Error *processIndex(PJRT_Client_ProcessIndex_Args *args) {
  args->process_index = args->client->processIndex;
  return nullptr;
}

/// Those of all ranks, by number.
PJRT_Error *devices(PJRT_Client_Devices_Args *args) {
  args->devices = args->client->devices.data();
  args->num_devices = args->client->devices.size();
  return nullptr;
}

/// Those of this rank.
PJRT_Error *addressableDevices(PJRT_Client_AddressableDevices_Args *args) {
  args->addressable_devices = args->client->ownDevices.data();
  args->num_addressable_devices = args->client->ownDevices.size();
  return nullptr;
}

/// One for each device of this rank.
PJRT_Error *addressableMemories(PJRT_Client_AddressableMemories_Args *args) {
  args->addressable_memories = args->client->memories.data();
  args->num_addressable_memories = args->client->memories.size();
  return nullptr;
}

/// The refusal of a number.
PJRT_Error *noDevice(size_t devices, int32_t id) {
  return refuse(PJRT_Error_Code::InvalidArgument, "there is no device " + std::to_string(id) +
                                                      ": the client has " +
                                                      std::to_string(devices));
}

/// By the number in the whole job.
PJRT_Error *lookupDevice(PJRT_Client_LookupDevice_Args *args) {
  args->device = args->client->find(args->id);
  return args->device ? nullptr : noDevice(args->client->devices.size(), args->id);
}

/// By the number in this process.
PJRT_Error *lookupAddressableDevice(PJRT_Client_LookupAddressableDevice_Args *args) {
  const std::vector<PJRT_Device *> &own = args->client->ownDevices;
  const int32_t id = args->local_hardware_id;
  args->addressable_device = id >= 0 && size_t(id) < own.size() ? own[size_t(id)] : nullptr;
  return args->addressable_device ? nullptr : noDevice(own.size(), id);
}

/// What the framework's own service knows of the processes. It is not needed: the ranks watch each
/// other over MPI. An error would end the process.
PJRT_Error *updateProcesses(PJRT_Client_UpdateGlobalProcessInfo_Args *) { return nullptr; }

/// Lent: it lives with the client.
PJRT_Error *topology(PJRT_Client_TopologyDescription_Args *args) {
  args->topology = &args->client->topology;
  return nullptr;
}

/// The i-th device for the i-th partition, replicas major: of this rank where they suffice, else of
/// all ranks.
PJRT_Error *defaultAssignment(PJRT_Client_DefaultDeviceAssignment_Args *args) {
  const int64_t wanted = int64_t(args->num_replicas) * args->num_partitions;
  const std::vector<PJRT_Device *> &own = args->client->ownDevices;
  const std::vector<PJRT_Device *> &from =
      wanted <= int64_t(own.size()) ? own : args->client->devices;
  if (wanted < 1 || wanted > int64_t(args->client->devices.size()) ||
      wanted > int64_t(args->default_assignment_size))
    return refuse(PJRT_Error_Code::InvalidArgument,
                  std::to_string(args->num_replicas) + " replicas of " +
                      std::to_string(args->num_partitions) + " partitions on " +
                      std::to_string(args->client->devices.size()) + " devices");
  for (int64_t i = 0; i < wanted; ++i)
    args->default_assignment[i] = from[size_t(i)]->description.id;
  return nullptr;
}

} // namespace

// The framework's key-value store is not needed: ranks meet over MPI.
void addClientFunctions(PJRT_Api &api) {
  set<create>(api, Slot::Client_Create);
  set<destroy>(api, Slot::Client_Destroy);
  set<platformName>(api, Slot::Client_PlatformName);
  set<version>(api, Slot::Client_PlatformVersion);
  set<processIndex>(api, Slot::Client_ProcessIndex);
  set<devices>(api, Slot::Client_Devices);
  set<addressableDevices>(api, Slot::Client_AddressableDevices);
  set<addressableMemories>(api, Slot::Client_AddressableMemories);
  set<lookupDevice>(api, Slot::Client_LookupDevice);
  set<lookupAddressableDevice>(api, Slot::Client_LookupAddressableDevice);
  set<topology>(api, Slot::Client_TopologyDescription);
  set<defaultAssignment>(api, Slot::Client_DefaultDeviceAssignment);
  set<updateProcesses>(api, Slot::Client_UpdateGlobalProcessInfo);
}

} // namespace spmd::pjrt
