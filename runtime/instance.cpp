// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/instance.h"
#include "runtime/border.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <map>

namespace spmd::rt {

namespace {

llvm::Error failure(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message.c_str());
}

constexpr const char *kProcessExits = "the process is exiting; its runs have been stopped";

/// More devices in one process are taken for a typing error. Each takes some 3 KiB beside its
/// arrays: `spmd-run` of one op on a mesh of 65,536 has 193 MB more than on one device.
constexpr int64_t kMostDevices = 1 << 16;

/// Fails where devices cannot have what they need. All of it is touched when an instance is made:
/// asking for more than there is would end some process, and not with a message.
llvm::Error checkRoom(const Executable &executable, int64_t devices) {
  if (devices > kMostDevices)
    return failure(fmt::format("the mesh has {} devices for this process, which holds at most {}; "
                               "use a smaller mesh or more ranks",
                               devices, kMostDevices));
  const Executable::Memory each = executable.memoryOfDevice();
  const uint64_t most = memoryOfMachine();
  if (each.peakBytes() > most / uint64_t(devices))
    return failure(fmt::format("{} of {} bytes each ({} of arguments, {} of temporaries, {} of "
                               "results) {} more memory than the {} "
                               "bytes of this machine",
                               devices == 1 ? "1 device" : fmt::format("{} devices", devices),
                               each.peakBytes(), each.argumentBytes, each.arenaBytes,
                               each.resultBytes - each.aliasBytes, devices == 1 ? "needs" : "need",
                               most));
  return llvm::Error::success();
}

/// Gives the bytes of rank `owner` to all ranks.
void share(RankTransport &transport, int64_t owner, std::byte *data, uint64_t bytes) {
  std::vector<Transfer> transfers;
  if (owner != transport.rank())
    transfers.push_back({.peer = int32_t(owner), .data = data, .bytes = bytes});
  else
    for (int32_t peer = 0; peer < transport.rankCount(); ++peer)
      if (peer != owner)
        transfers.push_back({.peer = peer, .isSend = true, .data = data, .bytes = bytes});
  exchangeNow(transport, std::move(transfers), "the joining of results");
}

} // namespace

bool Future::isReady() const {
  std::lock_guard lock(instance->mutex);
  return instance->endedRuns >= run || !instance->broken.empty();
}

llvm::Error Future::wait() {
  Workers::Helper helper(instance->workers);
  return wait(helper);
}

llvm::Error Future::wait(Workers::Helper &helper) {
  helper.work([this] { return instance->endedRuns.load(std::memory_order_relaxed) >= run; });
  helper.leave();
  return waitIdle();
}

llvm::Error Future::waitIdle() {
  // Under the lock also where the run is over: whoever ended it may still hold it.
  std::unique_lock lock(instance->mutex);
  auto isOver = [this] { return instance->endedRuns >= run || !instance->broken.empty(); };
  // Asleep with walks under way means that nobody is left to wake them, unless messages are on
  // their way.
  while (!instance->ended.wait_for(lock, std::chrono::milliseconds(250), isOver))
    if (instance->workers.isHalted())
      instance->broken = kProcessExits;
    else if (!instance->topology.transport && instance->workers.areAllAsleep() &&
             instance->running.load() > 0)
      instance->broken = instance->describeDeadlock();
  return instance->broken.empty() ? llvm::Error::success() : failure(instance->broken);
}

unsigned workerCountFor(const RankTransport *transport) {
  unsigned cores = availableCores();
  if (!transport || cores < std::thread::hardware_concurrency())
    return cores;
  return std::max(1u, cores / unsigned(transport->ranksOfThisMachine()));
}

Instance::Instance(std::shared_ptr<const Executable> code, Workers &workers, Topology topology)
    : executable(std::move(code)), workers(workers), topology(topology) {
  for (int64_t i = 0; i < topology.devicesPerRank; ++i)
    devices.push_back(topology.rank() * topology.devicesPerRank + i);
  if (topology.transport)
    staging = std::make_unique<StagingPool>(*topology.transport);
}

Instance::~Instance() {
  assert((startedRuns == endedRuns || !broken.empty()) && "an instance outlives its runs");
}

llvm::Expected<std::unique_ptr<Instance>>
Instance::create(std::shared_ptr<const Executable> executable, Workers &workers,
                 RankTransport *transport) {
  int64_t deviceCount = executable->program().deviceCount,
          rankCount = transport ? transport->rankCount() : 1;
  if (deviceCount % rankCount)
    return failure(fmt::format(
        "{} devices cannot be shared evenly by {} ranks; start a number of ranks that divides {}",
        deviceCount, rankCount, deviceCount));
  Topology topology{.transport = transport, .devicesPerRank = deviceCount / rankCount};
  if (llvm::Error error = checkRoom(*executable, topology.devicesPerRank))
    return error;
  std::unique_ptr<Instance> instance(new Instance(std::move(executable), workers, topology));
  if (llvm::Error error = instance->allocate())
    return error;
  instance->meet();
  return instance;
}

llvm::Error Instance::allocate() {
  auto allocateFor = [this](uint64_t bytes, int64_t device,
                            const char *what) -> llvm::Expected<std::byte *> {
    llvm::Expected<Buffer> buffer = Buffer::allocate(bytes, {.prefault = true, .zero = true});
    if (!buffer)
      return failure(fmt::format("device {}: no room for {} of {} bytes: {}", device, what, bytes,
                                 llvm::toString(buffer.takeError())));
    buffers.push_back(std::move(*buffer));
    return buffers.back().data();
  };
  for (int64_t device : devices) {
    DeviceMemory &own = memory.emplace_back();
    own.constants = executable->constants();
    for (const Border &argument : program().arguments) {
      llvm::Expected<std::byte *> data = allocateFor(localBytes(argument), device, "an argument");
      if (!data)
        return data.takeError();
      own.arguments.push_back(*data);
    }
    for (const Border &result : program().results) {
      if (result.alias >= 0) {
        own.results.push_back(own.arguments[size_t(result.alias)]);
        continue;
      }
      llvm::Expected<std::byte *> data = allocateFor(localBytes(result), device, "a result");
      if (!data)
        return data.takeError();
      own.results.push_back(*data);
    }
    llvm::Expected<std::byte *> arena = allocateFor(program().arenaBytes, device, "temporaries");
    if (!arena)
      return arena.takeError();
    own.arena = *arena;
  }
  return llvm::Error::success();
}

/// Makes the places where devices meet, one per group of each collective, and the walks that lead
/// there.
void Instance::meet() {
  int64_t deviceCount = program().deviceCount;
  int32_t tag = 0; // every group of every collective has its own, numbered alike on all ranks
  std::map<uint32_t, std::vector<Participant>> participants; // by collective, by device
  for (const Block &block : program().blocks)
    for (const Command &command : block) {
      auto *start = std::get_if<CollectiveStart>(&command.action);
      if (!start)
        continue;
      std::vector<Participant> &row = participants[start->id];
      row.resize(size_t(deviceCount));
      std::map<size_t, const CollectivePlan *> planOf; // by size of the group
      for (const std::vector<int64_t> &members : groupsOf(*start, deviceCount)) {
        ++tag;
        int64_t localCount = std::count_if(members.begin(), members.end(), [this](int64_t device) {
          return topology.rankOf(device) == topology.rank();
        });
        if (localCount == 0)
          continue;
        const CollectivePlan *&plan = planOf[members.size()];
        if (!plan) {
          plans.push_back(
              llvm::cantFail(planCollective(*start, int64_t(members.size()), command.location)));
          plan = &plans.back();
        }
        if (size_t(localCount) == members.size())
          rendezvous.push_back(std::make_unique<ThreadRendezvous>(workers, *plan, *start, members));
        else
          rendezvous.push_back(
              std::make_unique<RankRendezvous>(workers, *plan, *start, members, topology, *staging,
                                               tag, program().locations[command.location].c_str()));
        for (size_t position = 0; position < members.size(); ++position)
          row[size_t(members[position])] = {.rendezvous = rendezvous.back().get(),
                                            .position = int64_t(position)};
      }
    }
  for (size_t place = 0; place < devices.size(); ++place) {
    size_t device = size_t(devices[place]);
    Steps steps =
        resolveSteps(*executable, devices[place], memory[place], [&](const CollectiveStart &start) {
          return participants.at(start.id)[device];
        });
    walks.push_back(std::make_unique<Walk>(workers, std::move(steps), *this));
  }
}

llvm::Error Instance::setArgument(size_t index, const Array &global) {
  if (index >= program().arguments.size())
    return failure(
        fmt::format("argument {} of a program that takes {}", index, program().arguments.size()));
  const Border &border = program().arguments[index];
  if (global.type != border.type || global.shape != border.globalShape)
    return failure(fmt::format("argument {} is {}; the program takes {}", index,
                               typeText(global.type, global.shape),
                               typeText(border.type, border.globalShape)));
  for (size_t place = 0; place < devices.size(); ++place)
    readBlock(global, blockOf(border, devices[place]), memory[place].arguments[index]);
  return llvm::Error::success();
}

Future Instance::run() {
  return start([this](auto... list) { workers.push(list...); });
}

llvm::Error Instance::runToEnd() {
  Workers::Helper helper(workers); // from here on; so that nobody is woken for what it will do
  return start([&](auto... list) { helper.push(list...); }).wait(helper);
}

Future
Instance::start(llvm::function_ref<void(Runnable *first, Runnable *last, int64_t count)> push) {
  {
    std::lock_guard lock(mutex);
    assert((startedRuns == endedRuns || !broken.empty()) && "one run at a time");
    ++startedRuns;
    if (broken.empty() && workers.isHalted())
      broken = kProcessExits;
    if (!broken.empty())
      return Future(*this, startedRuns);
  }
  running.store(int64_t(walks.size()), std::memory_order_relaxed);
  for (size_t i = 0; i < walks.size(); ++i) {
    walks[i]->restart();
    walks[i]->next = i + 1 < walks.size() ? walks[i + 1].get() : nullptr;
  }
  push(walks.front().get(), walks.back().get(), int64_t(walks.size()));
  return Future(*this, startedRuns);
}

void Instance::startTracing() {
  traces.resize(walks.size());
  for (size_t place = 0; place < walks.size(); ++place) {
    traces[place].spans.clear();
    walks[place]->setTrace(&traces[place]);
  }
}

void Instance::walkEnded() {
  if (running.fetch_sub(1, std::memory_order_acq_rel) > 1)
    return;
  std::lock_guard lock(mutex);
  ++endedRuns;
  ended.notify_all(); // under the lock: whoever waits may destroy this object as soon as it is free
}

std::string Instance::describeDeadlock() const {
  std::string text = "devices wait for each other";
  for (const std::unique_ptr<Rendezvous> &place : rendezvous)
    if (int64_t arrived = place->arrivedCount())
      text += fmt::format("; {} at {} was reached by {} of {} devices", nameOf(place->plan.kind),
                          program().locations[place->plan.location], arrived, place->memberCount());
  return text + "; all devices of a group must take the same branches around a collective";
}

llvm::Expected<Array> Instance::join(const Border &border, bool isResult, size_t index) {
  llvm::Expected<Array> global = Array::allocate(border.type, border.globalShape);
  if (!global)
    return global;
  std::vector<int64_t> holders = firstHolders(border, program().deviceCount);
  for (int64_t device = 0; device < program().deviceCount; ++device) {
    if (holders[size_t(device)] != device)
      continue;
    int64_t owner = topology.rankOf(device);
    std::byte *bytes = nullptr;
    Buffer received;
    if (owner == topology.rank()) {
      const DeviceMemory &own = memory[size_t(device - devices[0])];
      bytes = isResult ? own.results[index] : own.arguments[index];
    } else {
      llvm::Expected<Buffer> buffer = Buffer::allocate(localBytes(border));
      if (!buffer)
        topology.transport->abort(3, llvm::toString(buffer.takeError())); // the others wait for us
      received = std::move(*buffer);
      bytes = received.data();
    }
    if (topology.transport)
      share(*topology.transport, owner, bytes, localBytes(border));
    writeBlock(*global, blockOf(border, device), bytes);
  }
  return global;
}

llvm::Expected<Array> Instance::result(size_t index) {
  return join(program().results[index], true, index);
}

llvm::Expected<Array> Instance::argument(size_t index) {
  return join(program().arguments[index], false, index);
}

} // namespace spmd::rt
