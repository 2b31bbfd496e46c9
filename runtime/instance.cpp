// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocates the devices of a process, connects their collectives, and starts and awaits runs.
#include "runtime/instance.h"
#include "runtime/border.h"
#include "runtime/failure.h"
#include "runtime/program_stats.h"
#include <algorithm>
#include <cassert>
#include <fmt/format.h>
#include <map>

namespace spmd::rt {

char RunCancelled::ID = 0;

namespace {

constexpr const char *kProcessExits = "the process is exiting; its runs have been stopped";

/// A larger number of devices in one process is taken for a typing error. A device takes about 3
/// KiB besides its arrays (measured: `spmd-run` of one op on a mesh of 65,536 devices uses 193 MB
/// more than on one device).
constexpr int64_t kMostDevices = 1 << 16;

/// Fails where the devices need more memory than the machine has. An instance touches all of its
/// memory when it is made. Without this check the kernel would kill some process, without any
/// message.
llvm::Error checkRoom(const Executable &executable, int64_t devices) {
  if (devices > kMostDevices)
    return failure("the mesh has {} devices for this process, which holds at most {}; "
                   "use a smaller mesh or more ranks",
                   devices, kMostDevices);
  const MemoryUse each = memoryUseOf(executable.program());
  const uint64_t most = memoryOfMachine();
  if (each.peakBytes() > most / uint64_t(std::max<int64_t>(1, devices)))
    return llvm::make_error<OutOfMemory>(
        fmt::format("{} of {} bytes each ({} of arguments, {} of temporaries, {} of "
                    "results) {} more memory than the {} bytes of this machine",
                    devices == 1 ? "1 device" : fmt::format("{} devices", devices),
                    each.peakBytes(), each.argumentBytes, each.arenaBytes,
                    each.resultBytes - each.aliasBytes, devices == 1 ? "needs" : "need", most),
        llvm::inconvertibleErrorCode());
  return llvm::Error::success();
}

} // namespace

llvm::Error Future::wait() {
  Workers::Helper helper(instance->workers);
  return wait(helper);
}

// The helper works until the run has ended, or until it found nothing to do for as long as idle
// workers look for work; then it gives up its place and waits without working.
llvm::Error Future::wait(Workers::Helper &helper) {
  helper.work([this] { return instance->endedRuns.load(std::memory_order_relaxed) >= run; });
  helper.leave();
  return waitIdle();
}

// Waits on a condition variable and looks for a deadlock every 250 ms. The period is a compromise:
// a deadlock is reported quickly, and waiting costs next to no CPU time.
llvm::Error Future::waitIdle() {
  RankTransport *transport = instance->rankMap.transport;
  // The lock is taken even where the run is over: the thread that ended the run may still hold it,
  // and the caller may destroy the instance next.
  std::unique_lock lock(instance->mutex);
  auto isOver = [this] { return instance->endedRuns >= run || !instance->broken.empty(); };
  // All workers asleep while walks are in progress means that no thread is left to wake them. With
  // a transport that proves nothing, unless it has failed: messages may be on their way.
  while (!instance->ended.wait_for(lock, std::chrono::milliseconds(250), isOver))
    if (instance->workers.isHalted())
      instance->broken = kProcessExits;
    else if ((!transport || transport->hasFailed()) && instance->workers.areAllAsleep() &&
             instance->running.load() > 0) {
      if (instance->runFailure.isSet() && !transport)
        instance->endedRuns = run; // devices wait for one that has ended its walk
      else
        instance->broken = transport ? transport->failure() : instance->describeDeadlock();
    }
  if (instance->broken.empty() && transport && transport->hasFailed())
    instance->broken = transport->failure();
  if (!instance->broken.empty())
    instance->oneBlasThread.reset();
  return instance->broken.empty() ? instance->takeFailure() : failure("{}", instance->broken);
}

/// The error of a run that has failed. Devices that ended early have taken part in fewer exchanges
/// than the others, so all begin again. Ranks would have to agree on that; they stop instead.
llvm::Error Instance::takeFailure() {
  if (!runFailure.isSet())
    return llvm::Error::success();
  llvm::Error reason = runFailure.take();
  oneBlasThread.reset();
  if (rankMap.transport) {
    broken = llvm::toString(std::move(reason));
    return failure("{}", broken);
  }
  if (!rendezvous.empty()) {
    walks.clear(), rendezvous.clear(), plans.clear();
    meet();
  }
  return reason;
}

// Not after the end: the next run would fail.
void Instance::cancel() {
  std::lock_guard lock(mutex);
  if (endedRuns < startedRuns && broken.empty())
    runFailure.cancel();
}

// A process that may run on fewer cores than the machine has was bound by its launcher (mpirun
// --bind-to), so the cores are its own.
unsigned workerCountFor(const RankTransport *transport) {
  unsigned cores = availableCores();
  if (!transport || cores < std::thread::hardware_concurrency())
    return cores;
  return std::max(1u, cores / unsigned(transport->ranksOfThisMachine()));
}

// Staging is only needed for messages.
Instance::Instance(std::shared_ptr<const Executable> code, Workers &workers, RankMap map)
    : executable(std::move(code)), workers(workers), rankMap(std::move(map)) {
  for (int64_t device = 0; device < program().deviceCount; ++device)
    if (rankMap.rankOf(device) == rankMap.rank())
      devices.push_back(device);
  if (rankMap.transport)
    staging = std::make_unique<StagingPool>(*rankMap.transport);
}

Instance::~Instance() {
  assert((startedRuns == endedRuns || !broken.empty()) && "an instance outlives its runs");
}

// All checks come before the allocation, so that an error leaves nothing behind.
llvm::Expected<std::unique_ptr<Instance>>
Instance::create(std::shared_ptr<const Executable> executable, Workers &workers,
                 RankTransport *transport, bool bindsBorders) {
  int64_t deviceCount = executable->program().deviceCount,
          rankCount = transport ? transport->rankCount() : 1;
  if (deviceCount % rankCount)
    return failure(
        "{} devices cannot be shared evenly by {} ranks; start a number of ranks that divides {}",
        deviceCount, rankCount, deviceCount);
  return create(std::move(executable), workers,
                {.transport = transport, .devicesPerRank = deviceCount / rankCount, .placed = {}},
                bindsBorders);
}

llvm::Expected<std::unique_ptr<Instance>>
Instance::create(std::shared_ptr<const Executable> executable, Workers &workers, RankMap rankMap,
                 bool bindsBorders) {
  // Before the devices are listed: a mistyped mesh has billions.
  if (llvm::Error error = checkRoom(*executable, rankMap.ownDevices()))
    return error;
  std::unique_ptr<Instance> instance(
      new Instance(std::move(executable), workers, std::move(rankMap)));
  if (llvm::Error error = instance->allocate(bindsBorders))
    return error;
  instance->meet();
  return instance;
}

// Allocates arguments, results and the arena of each device, zeroed and with all pages touched.
// Touching here keeps page faults out of the first run.
llvm::Error Instance::allocate(bool bindsBorders) {
  auto allocateFor = [this](uint64_t bytes, int64_t device,
                            const char *what) -> llvm::Expected<std::byte *> {
    llvm::Expected<Buffer> buffer = Buffer::allocate(bytes, {.prefault = true, .zero = true});
    if (!buffer)
      return failure("device {}: no room for {} of {} bytes: {}", device, what, bytes,
                     llvm::toString(buffer.takeError()));
    buffers.push_back(std::move(*buffer));
    return buffers.back().data();
  };
  for (int64_t device : devices) {
    DeviceMemory &own = memory.emplace_back();
    own.constants = executable->constants();
    if (bindsBorders) {
      own.arguments.resize(program().arguments.size());
      own.results.resize(program().results.size());
    }
    for (const Border &argument : program().arguments) {
      if (bindsBorders)
        break;
      llvm::Expected<std::byte *> data = allocateFor(localBytes(argument), device, "an argument");
      if (!data)
        return data.takeError();
      own.arguments.push_back(*data);
    }
    for (const Border &result : program().results) {
      if (bindsBorders)
        break;
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

/// Makes one rendezvous per group of each collective, and then the walks, whose steps refer to
/// them. A group whose devices all live in this process exchanges by copies in memory; any other
/// group with devices of this process exchanges messages with other ranks.
/// Example: an all_reduce over "m" of mesh [d=2, m=4] has the groups {0..3} and {4..7}. With 4
/// devices per rank both are local to a rank; with 2 devices per rank both exchange messages.
void Instance::meet() {
  int64_t deviceCount = program().deviceCount;
  for (const Block &block : program().blocks)
    for (const Command &command : block)
      callsLibraries |= std::holds_alternative<LibraryCommand>(command.action);
  int32_t tag = 0; // each group of each collective has its own tag, numbered alike on all ranks
  std::map<uint32_t, std::vector<Participant>> participants; // by collective id, then by device
  for (const Block &block : program().blocks)
    for (const Command &command : block) {
      auto *start = std::get_if<CollectiveStart>(&command.action);
      if (!start)
        continue;
      std::vector<Participant> &row = participants[start->id];
      row.resize(size_t(deviceCount));
      // By size of the group: groups of equal size share a plan.
      std::map<size_t, const CollectivePlan *> planOf;
      for (const std::vector<int64_t> &members : groupsOf(*start, deviceCount)) {
        ++tag;
        int64_t localCount = std::count_if(members.begin(), members.end(), [this](int64_t device) {
          return rankMap.rankOf(device) == rankMap.rank();
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
              std::make_unique<RankRendezvous>(workers, *plan, *start, members, rankMap, *staging,
                                               tag, program().locations[command.location].c_str()));
        for (size_t position = 0; position < members.size(); ++position)
          row[size_t(members[position])] = {.rendezvous = rendezvous.back().get(),
                                            .position = int64_t(position)};
      }
    }
  for (size_t place = 0; place < devices.size(); ++place) {
    size_t device = size_t(devices[place]);
    Steps steps = resolveSteps(
        *executable, devices[place], memory[place],
        [&](const CollectiveStart &start) { return participants.at(start.id)[device]; },
        &runFailure);
    walks.push_back(std::make_unique<Walk>(workers, std::move(steps), *this));
    if (!traces.empty())
      walks.back()->setTrace(&traces[place]);
  }
}

// Each device reads its own block, with replicated arguments the whole array.
llvm::Error Instance::setArgument(size_t index, const Array &global) {
  if (index >= program().arguments.size())
    return failure("argument {} of a program that takes {}", index, program().arguments.size());
  const Border &border = program().arguments[index];
  if (global.type != border.type || global.shape != border.globalShape)
    return failure("argument {} is {}; the program takes {}", index,
                   typeText(global.type, global.shape), typeText(border.type, border.globalShape));
  for (size_t place = 0; place < devices.size(); ++place)
    readBlock(global, blockOf(border, devices[place]), memory[place].arguments[index]);
  return llvm::Error::success();
}

Future Instance::run() {
  return start([this](auto... list) { workers.push(list...); });
}

llvm::Error Instance::runToEnd() {
  // Taken before the start, so that no worker is woken for work that this thread will do.
  Workers::Helper helper(workers);
  return start([&](auto... list) { helper.push(list...); }).wait(helper);
}

// Links all walks into one list and gives them to `push` at once, so that one lock and one wake-up
// serve all devices.
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
    if (callsLibraries)
      oneBlasThread.emplace();
  }
  running.store(int64_t(walks.size()), std::memory_order_relaxed);
  for (size_t i = 0; i < walks.size(); ++i) {
    walks[i]->restart();
    walks[i]->next = i + 1 < walks.size() ? walks[i + 1].get() : nullptr;
  }
  push(walks.front().get(), walks.back().get(), int64_t(walks.size()));
  return Future(*this, startedRuns);
}

// Records of earlier runs are dropped.
void Instance::startTracing() {
  traces.resize(walks.size());
  for (size_t place = 0; place < walks.size(); ++place) {
    traces[place].spans.clear();
    traces[place].left = 0;
    walks[place]->setTrace(&traces[place]);
  }
}

// The walks do not look at records any more, so these may go.
void Instance::stopTracing() {
  for (const std::unique_ptr<Walk> &walk : walks)
    walk->setTrace(nullptr);
  traces.clear();
}

// The last walk to end completes the run. Threads that wait may destroy this object as soon as the
// mutex is free, so they are notified while it is held.
void Instance::walkEnded() {
  if (running.fetch_sub(1, std::memory_order_acq_rel) > 1)
    return;
  std::lock_guard lock(mutex);
  oneBlasThread.reset();
  ++endedRuns;
  ended.notify_all(); // under the lock, see above
}

// Example: "devices wait for each other; all_reduce at a.mlir:7:10 was reached by 1 of 2 devices;
// ...".
std::string Instance::describeDeadlock() const {
  std::string text = "devices wait for each other";
  for (const std::unique_ptr<Rendezvous> &place : rendezvous)
    if (int64_t arrived = place->arrivedCount())
      text += fmt::format("; {} at {} was reached by {} of {} devices", nameOf(place->plan.kind),
                          program().locations[place->plan.location], arrived, place->memberCount());
  return text + "; all devices of a group must take the same branches around a collective";
}

// By place.
std::vector<std::byte *> Instance::partsOf(bool isResult, size_t index) const {
  std::vector<std::byte *> parts;
  for (const DeviceMemory &own : memory)
    parts.push_back(isResult ? own.results[index] : own.arguments[index]);
  return parts;
}

llvm::Expected<Array> Instance::result(size_t index) {
  return joinParts(program().results[index], program().deviceCount, rankMap, partsOf(true, index));
}

llvm::Expected<Array> Instance::argument(size_t index) {
  return joinParts(program().arguments[index], program().deviceCount, rankMap,
                   partsOf(false, index));
}

// A pointer that is bound already needs no writing: steps of a loop of training mostly find their
// arguments where they left them.
void Instance::bindArgument(size_t index, const Shards &shards) {
  for (size_t place = 0; place < memory.size(); ++place) {
    std::byte *data = shards.data(place);
    if (memory[place].arguments[index] == data)
      continue;
    memory[place].arguments[index] = data;
    if (int32_t alias = program().arguments[index].alias; alias >= 0)
      memory[place].results[size_t(alias)] = data;
    walks[place]->bindArgument(index, data);
  }
}

void Instance::bindResult(size_t index, const Shards &shards) {
  for (size_t place = 0; place < memory.size(); ++place) {
    std::byte *data = shards.data(place);
    if (std::exchange(memory[place].results[index], data) != data)
      walks[place]->bindResult(index, data);
  }
}

} // namespace spmd::rt
