// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs programs. A call checks its arguments, makes the buffers of the results, and returns; the
// run follows in the client's queue, in the order of the calls.
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/executable.h"
#include "compiler/pjrt/profiler.h"
#include "compiler/pjrt/tracing.h"
#include "runtime/host_calls.h"
#include "runtime/run_failure.h"
#include "runtime/trace_events.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

namespace spmd::pjrt {
namespace {

/// The shards of one array, from the memories of its parts.
std::shared_ptr<rt::Shards> joined(const Compiled::Parts &parts) {
  if (parts.size() == 1)
    return parts[0]->shards;
  std::vector<std::shared_ptr<rt::Shards>> shards;
  for (const std::shared_ptr<Memory> &part : parts)
    shards.push_back(part->shards);
  return rt::Shards::join(std::move(shards));
}

/// Elements that a run must copy first: it writes to memory that somebody else reads.
struct Copy {
  std::shared_ptr<Memory> from, to;
};

/// One call of a program: what is checked and made before the call returns. Nothing of it is kept
/// but what the run needs, since the framework may free its buffers at once.
struct Call {
  PJRT_LoadedExecutable &loaded;
  const PJRT_LoadedExecutable_Execute_Args &args;
  std::vector<Compiled::Parts> arguments, results;
  std::vector<std::shared_ptr<Completion>> awaited; // of arguments that are being computed
  std::vector<Copy> copies;
  std::unordered_set<const Memory *> read; // by arguments that the run does not write to

  const rt::Program &program() const { return loaded.compiled->program(); }
  PJRT_Buffer &argument(size_t place, size_t index) const {
    return *args.argument_lists[place][index];
  }
  PJRT_Error *check() const;
  PJRT_Error *take();
  PJRT_Error *makeResults();

private:
  bool isWritten(size_t index) const {
    const rt::Border &border = program().arguments[index];
    return border.donated || border.alias >= 0;
  }
  PJRT_Error *checkDonations(const std::vector<bool> &mayDonate) const;
  PJRT_Error *takeArgument(size_t index, bool isDonated);
};

/// A refusal that names the argument.
PJRT_Error *fault(size_t index, const std::string &what) {
  return refuse(PJRT_Error_Code::InvalidArgument,
                "argument " + std::to_string(index) + " of the program " + what);
}

// What the framework got wrong is said here, before anything is taken from it.
PJRT_Error *Call::check() const {
  if (loaded.isDeleted)
    return refuse(PJRT_Error_Code::FailedPrecondition, "the program was deleted");
  if (args.num_devices != loaded.ownDevices.size())
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "arguments for " + std::to_string(args.num_devices) +
                      " devices; the program runs on " + std::to_string(loaded.ownDevices.size()));
  if (args.num_args != program().arguments.size())
    return refuse(PJRT_Error_Code::InvalidArgument, std::to_string(args.num_args) +
                                                        " arguments; the program has " +
                                                        std::to_string(program().arguments.size()));
  if (loaded.compiled->isShared() && rt::isInHostCall())
    return refuse(PJRT_Error_Code::FailedPrecondition,
                  "a function that a program has called runs a program of several processes");
  if (args.options && (args.options->num_send_ops || args.options->num_recv_ops))
    return refuse(PJRT_Error_Code::Unimplemented, "send and recv callbacks are not supported");
  for (size_t i = 0; i < args.num_args; ++i) {
    const rt::Border &border = program().arguments[i];
    for (size_t place = 0; place < args.num_devices; ++place) {
      const PJRT_Buffer &buffer = argument(place, i);
      if (buffer.type != border.type || buffer.dims != border.localShape)
        return fault(i, "is " + rt::typeText(buffer.type, buffer.dims) + " on " +
                            loaded.ownDevices[place]->description.debugText + "; it should be " +
                            rt::typeText(border.type, border.localShape));
      if (buffer.device != loaded.ownDevices[place])
        return fault(i, "lies on " + buffer.device->description.debugText + "; it should be on " +
                            loaded.ownDevices[place]->description.debugText);
    }
  }
  return nullptr;
}

/// One array as two arguments, of which one gives its memory to a result, is refused in the words
/// of XLA. What no result takes is copied instead, since others read it.
///   f(donate(a), a)
PJRT_Error *Call::checkDonations(const std::vector<bool> &mayDonate) const {
  auto isDonated = [&](size_t i) { return program().arguments[i].alias >= 0 && mayDonate[i]; };
  // Most programs donate nothing, and nothing is looked up for them.
  std::vector<size_t> donated;
  for (size_t i = 0; i < args.num_args; ++i)
    if (isDonated(i))
      donated.push_back(i);
  for (size_t place = 0; !donated.empty() && place < args.num_devices; ++place) {
    std::unordered_map<const PJRT_Buffer *, size_t> first;
    for (size_t i : donated)
      first.emplace(&argument(place, i), i);
    for (size_t i = 0; i < args.num_args; ++i) {
      auto found = first.find(&argument(place, i));
      if (found == first.end() || found->second == i)
        continue;
      const bool both = isDonated(i), isAfter = i > found->second;
      const std::string what = both ? "donate the same buffer twice in"
                               : isAfter
                                   ? "use a buffer that was previously donated in the same call to"
                                   : "donate a buffer which is also used by the same call to";
      return refuse(PJRT_Error_Code::InvalidArgument,
                    "Attempt to " + what + " Execute() (flattened argument " +
                        std::to_string(std::max(i, found->second)) + ", partition " +
                        std::to_string(loaded.logicalIds[place].partition) +
                        ", first use: " + std::to_string(std::min(i, found->second)) +
                        "). Toy example for this bug: " +
                        (both      ? "`f(donate(a), donate(a))`."
                         : isAfter ? "`f(donate(a), a)`."
                                   : "`f(a, donate(a))`."));
    }
  }
  return nullptr;
}

/// A donated argument is gone after the call, whether or not the program uses its memory.
PJRT_Error *Call::takeArgument(size_t index, bool isDonated) {
  const bool isWritten = this->isWritten(index);
  for (size_t place = 0; place < args.num_devices; ++place) {
    PJRT_Buffer &buffer = argument(place, index);
    const bool isHeld = buffer.isHeld();
    std::shared_ptr<Memory> memory = isDonated && isWritten ? buffer.release() : buffer.memory();
    if (!memory)
      return fault(index, "was deleted or donated");
    if (!buffer.defined->isDone())
      awaited.push_back(buffer.defined);
    else if (buffer.defined->wait().failed)
      return toCaller(buffer.defined->wait());
    if (!isWritten)
      read.insert(memory.get());
    // Two arrays with one memory, of which one is donated: the run reads the other one while it
    // writes. And within a function that a program has called, what was asked for before may still
    // be waiting.
    const bool isRead = isWritten && (read.count(memory.get()) || rt::isInHostCall());
    if (isWritten && (!isDonated || isHeld || isRead || !memory->shards->isWritable())) {
      auto own = rt::Shards::allocate(buffer.bytes, 1);
      if (!own)
        return toCaller(statusOf(own.takeError()));
      copies.push_back({memory, std::make_shared<Memory>(std::move(*own), *buffer.place)});
      memory = copies.back().to;
    }
    arguments[index].push_back(std::move(memory));
  }
  return nullptr;
}

// Which arguments the program writes to follows from the program; which of them it may have, from
// the call.
PJRT_Error *Call::take() {
  arguments.resize(args.num_args);
  std::vector<bool> mayDonate(args.num_args, true);
  if (args.options)
    for (size_t i = 0; i < args.options->num_non_donatable_input_indices; ++i)
      if (const int64_t index = args.options->non_donatable_input_indices[i];
          index >= 0 && size_t(index) < args.num_args)
        mayDonate[size_t(index)] = false;
  if (PJRT_Error *error = checkDonations(mayDonate))
    return error;
  // First those that are only read, so that one that is also donated is still there.
  for (bool isWritten : {false, true})
    for (size_t i = 0; i < args.num_args; ++i)
      if (this->isWritten(i) == isWritten)
        if (PJRT_Error *error = takeArgument(i, mayDonate[i]))
          return error;
  return nullptr;
}

/// The memory of a device that the program names for a result.
PJRT_Memory &placeOf(const rt::Border &border, PJRT_Device &device) {
  return device.memories[size_t(memoryKindOf(border.memory))];
}

// Results with an alias lie in the memory of an argument. All others are allocated now, so that
// the framework knows at once if there is no memory.
PJRT_Error *Call::makeResults() {
  results.resize(program().results.size());
  for (size_t i = 0; i < results.size(); ++i) {
    const rt::Border &border = program().results[i];
    if (border.alias >= 0) {
      results[i] = arguments[size_t(border.alias)];
      continue;
    }
    for (PJRT_Device *device : loaded.ownDevices) {
      auto shards = rt::Shards::allocate(bytesOf(border.type, border.localShape), 1);
      if (!shards)
        return toCaller(statusOf(shards.takeError()));
      results[i].push_back(std::make_shared<Memory>(std::move(*shards), placeOf(border, *device)));
    }
  }
  return nullptr;
}

/// A run whose exceptions are its error: on the queue's thread nobody else would catch them.
Status runGuarded(Compiled &compiled, const std::vector<Compiled::Parts> &arguments,
                  const std::vector<Compiled::Parts> &results) {
  try {
    return compiled.run(arguments, results);
  } catch (const std::bad_alloc &) {
    return {true, {PJRT_Error_Code::ResourceExhausted, "out of memory during a run"}};
  } catch (const std::exception &error) {
    return {true, {PJRT_Error_Code::Internal, error.what()}};
  }
}

/// Waits for what a run reads, and runs. Where a run on several ranks cannot begin, the others are
/// told, since they wait for this one.
Status runWhenReady(Compiled &compiled, const Completion &ended,
                    const std::vector<std::shared_ptr<Completion>> &awaited,
                    const std::vector<Copy> &copies, const std::vector<Compiled::Parts> &arguments,
                    const std::vector<Compiled::Parts> &results) {
  for (const std::shared_ptr<Completion> &each : awaited)
    if (const Status &status = each->wait(); status.failed) {
      compiled.giveUp(status);
      return status;
    }
  if (ended.isCancelled())
    return statusOf(llvm::make_error<rt::RunCancelled>("the run was cancelled before it began",
                                                       llvm::inconvertibleErrorCode()));
  for (const Copy &copy : copies)
    std::memcpy(copy.to->data(), copy.from->data(), copy.to->shards->bytes());
  return runGuarded(compiled, arguments, results);
}

PJRT_Error *execute(PJRT_LoadedExecutable_Execute_Args *args) {
  Call call{*args->executable, *args, {}, {}, {}, {}, {}};
  if (PJRT_Error *error = call.check())
    return error;
  if (args->num_devices == 0) // other processes have all devices of the program
    return nullptr;
  if (PJRT_Error *error = call.take())
    return error;
  if (PJRT_Error *error = call.makeResults())
    return error;
  PJRT_Client *client = args->executable->client;
  for (const std::shared_ptr<Completion> &each : call.awaited)
    if (PJRT_Error *error = client->settle(*each))
      return error;
  auto ended = std::make_shared<Completion>();
  for (size_t place = 0; place < args->num_devices; ++place) {
    for (size_t i = 0; i < call.results.size(); ++i) {
      const rt::Border &border = call.program().results[i];
      args->output_lists[place][i] =
          new PJRT_Buffer(&placeOf(border, *args->executable->ownDevices[place]), border.type,
                          border.localShape, call.results[i][place], ended);
    }
    if (args->device_complete_events)
      args->device_complete_events[place] = new PJRT_Event{ended};
  }
  const std::shared_ptr<Compiled> compiled = args->executable->compiled;
  const bool isShort = compiled->isShort() && call.awaited.empty();
  Work work{
      .run =
          [compiled, ended, arguments = std::move(call.arguments),
           results = std::move(call.results), awaited = call.awaited,
           copies = std::move(call.copies)]() mutable {
            Status status = runWhenReady(*compiled, *ended, awaited, copies, arguments, results);
            // Whoever waits finds the memory of arguments free.
            arguments.clear(), results.clear(), copies.clear();
            ended->finish(std::move(status));
          },
      .isReady = [awaited = std::move(
                      call.awaited)] { return std::ranges::all_of(awaited, &Completion::isDone); },
      .hasEffects = compiled->callsHost};
  // Other ranks wait for their part of a run.
  if (!compiled->isShared())
    work.cancel = [compiled, ended](bool isRunning) {
      ended->cancel();
      if (isRunning)
        compiled->cancel();
    };
  if (rt::isInHostCall())
    client->queue->runInside(std::move(work));
  else if (!isShort || !client->queue->runAtOnce(work))
    client->queue->add(std::move(work));
  return nullptr;
}

/// Contexts carry nothing: no program calls back with one.
PJRT_Error *createContext(PJRT_ExecuteContext_Create_Args *args) {
  args->context = reinterpret_cast<PJRT_ExecuteContext *>(new char);
  return nullptr;
}

PJRT_Error *destroyContext(PJRT_ExecuteContext_Destroy_Args *args) {
  delete reinterpret_cast<char *>(args->context);
  return nullptr;
}

/// Whether a loop has no known number of trips.
bool hasOpenLoop(const rt::Program &program) {
  return std::ranges::any_of(program.blocks, [](const rt::Block &block) {
    return std::ranges::any_of(block, [](const rt::Command &command) {
      const auto *loop = std::get_if<rt::WhileCommand>(&command.action);
      const auto *kernel = std::get_if<rt::LoopCommand>(&command.action);
      return (loop && loop->tripCount < 0) || (kernel && kernel->tripCount < 0);
    });
  });
}

} // namespace

Compiled::Compiled(std::unique_ptr<Session> opened, const Participants &participants,
                   std::string source, CompileOptions options)
    : session(std::move(opened)), ranks(participants.ranks), rank(participants.rank),
      deviceIds(participants.deviceIds), source(std::move(source)), options(std::move(options)),
      facts(program()), callsHost(rt::callsHost(program())),
      isBounded(!callsHost && !ranks && !hasOpenLoop(program())) {
  if (ranks)
    shared = sharedProgram(program(), participants);
}

// Nobody waits for the runs of a process alone.
void Compiled::giveUp(const Status &status) {
  if (ranks)
    failTogether(*ranks, status);
}

Status Compiled::run(const std::vector<Parts> &arguments, const std::vector<Parts> &results) {
  if (rt::isInHostCall())
    return runApart(arguments, results);
  return ranks ? runTogether(*ranks, shared, [&] { return runHere(arguments, results); })
               : runHere(arguments, results);
}

// Binding writes addresses; equal ones cost nothing, as in a loop with donated state.
Status Compiled::runHere(const std::vector<Parts> &arguments, const std::vector<Parts> &results) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::shared_ptr<rt::Shards>> bound; // until the end of the run
  for (size_t i = 0; i < arguments.size(); ++i)
    session->bindArgument(i, *bound.emplace_back(joined(arguments[i])));
  for (size_t i = 0; i < results.size(); ++i)
    if (program().results[i].alias < 0)
      session->bindResult(i, *bound.emplace_back(joined(results[i])));
  const bool isTraced = Tracing::ofProcess().isOn();
  const int64_t beginNs = isTraced ? rt::TraceRecord::now() : 0;
  if (isTraced)
    session->startTracing();
  Status status = statusOf(session->run());
  const auto duration = std::chrono::steady_clock::now() - begin;
  if (isTraced && Tracing::ofProcess().isOn())
    Tracing::ofProcess().add(facts.name, rank, beginNs, rt::TraceRecord::now(),
                             session->trace(rank, deviceIds));
  if (isTraced)
    session->stopTracing();
  if (isProfiled())
    recordRun(facts.name, duration);
  if (!status.failed) // one that was cancelled says nothing of the next
    lastMicroseconds.store(std::chrono::duration_cast<std::chrono::microseconds>(duration).count(),
                           std::memory_order_relaxed);
  return status;
}

Status Compiled::runApart(const std::vector<Parts> &arguments,
                          const std::vector<Parts> &results) const {
  std::vector<std::shared_ptr<rt::Shards>> bound;
  std::vector<const rt::Shards *> in, out;
  for (const Parts &parts : arguments)
    in.push_back(bound.emplace_back(joined(parts)).get());
  for (size_t i = 0; i < results.size(); ++i)
    out.push_back(program().results[i].alias < 0 ? bound.emplace_back(joined(results[i])).get()
                                                 : nullptr);
  return statusOf(session->runApart(in, out));
}

// Contexts are made and destroyed, since the framework does so where it finds the functions.
void addExecuteFunctions(PJRT_Api &api) {
  set<execute>(api, Slot::LoadedExecutable_Execute);
  set<createContext>(api, Slot::ExecuteContext_Create);
  set<destroyContext>(api, Slot::ExecuteContext_Destroy);
}

} // namespace spmd::pjrt
