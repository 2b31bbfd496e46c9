// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles what the framework sends: a StableHLO module, as a portable artifact or as text, and its
// options.
//
// Any number of threads may compile at once, each in a context of its own. Each runs on a thread
// of its own (compiler/own_thread.h).
#include "compiler/own_thread.h"
#include "compiler/pjrt/abi_extensions.h"
#include "compiler/pjrt/api.h"
#include "compiler/pjrt/compiler_options.h"
#include "compiler/pjrt/executable.h"
#include "compiler/pjrt/host_signals.h"
#include "compiler/pjrt/program_cache.h"
#include "runtime/cpu.h"
#include "runtime/log.h"
#include "runtime/serialize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <cstdlib>

namespace spmd::pjrt {
namespace {

/// How often all compilations have been cancelled.
std::atomic<uint64_t> cancellations = 0;

/// One set of workers for all programs; buffers are bound at each run.
SessionOptions sessionOptions(const Participants &participants,
                              const CompileOptions &compile = compileOptions()) {
  SessionOptions options;
  options.compile = compile;
  options.sharesWorkers = true;
  options.ranks = participants.ranks ? SessionRanks::Listed : SessionRanks::Alone;
  options.rankOfDevice = participants.rankOfDevice;
  options.bindsBorders = true;
  return options;
}

/// The devices of the partitions, in order. The framework assigns them in the order of its mesh:
///   mesh of devices 3, 2, 1, 0  ->  partition 0 runs on device 3
/// Without an assignment partition i runs on device i.
PJRT_Error *devicesOf(const PJRT_Client &client, const messages::BuildOptions &options,
                      int64_t partitions, std::vector<PJRT_Device *> &devices) {
  const messages::DeviceAssignment &assignment = options.device_assignment();
  if (options.num_replicas() > 1 || assignment.replica_count() > 1)
    return refuse(
        PJRT_Error_Code::Unimplemented,
        std::to_string(std::max<int64_t>(options.num_replicas(), assignment.replica_count())) +
            " replicas: programs run on partitions of one mesh (jax.pmap is not "
            "supported, jax.jit with shardings is)");
  const bool isAssigned = assignment.computation_devices_size() > 0;
  if (isAssigned && assignment.computation_devices_size() != partitions)
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "the program is for " + std::to_string(partitions) +
                      " devices, and the framework assigns " +
                      std::to_string(assignment.computation_devices_size()));
  for (int64_t i = 0; i < partitions; ++i) {
    int64_t id = i;
    if (isAssigned) {
      const auto &ids = assignment.computation_devices(int(i)).replica_device_ids();
      id = ids.empty() ? -1 : ids[0];
    }
    PJRT_Device *device = client.find(int32_t(id));
    if (!device)
      return refuse(PJRT_Error_Code::InvalidArgument,
                    "partition " + std::to_string(i) + " is for device " + std::to_string(id) +
                        "; the client has " + std::to_string(client.devices.size()));
    devices.push_back(device);
  }
  return nullptr;
}

/// Who runs a program on these devices: this process alone where it has all of them.
Participants participantsOf(const PJRT_Client &client, const std::vector<PJRT_Device *> &devices) {
  Participants made;
  made.rank = client.processIndex;
  for (const PJRT_Device *device : devices)
    made.deviceIds.push_back(device->description.id);
  if (llvm::all_of(devices, [](const PJRT_Device *device) { return device->isAddressable(); }))
    return made;
  made.ranks = client.ranks;
  for (const PJRT_Device *device : devices)
    made.rankOfDevice.push_back(device->description.process);
  return made;
}

/// A program on its devices. The framework destroys it.
PJRT_LoadedExecutable *loaded(PJRT_Client *client, std::vector<PJRT_Device *> devices,
                              std::unique_ptr<Session> session, std::string source = {},
                              const CompileOptions &options = {}) {
  const Participants participants = participantsOf(*client, devices);
  auto *made = new PJRT_LoadedExecutable{client, std::move(devices), {}, {}, nullptr};
  for (size_t i = 0; i < made->devices.size(); ++i)
    if (made->devices[i]->isAddressable()) {
      made->ownDevices.push_back(made->devices[i]);
      made->logicalIds.push_back({0, int32_t(i)});
    }
  made->compiled =
      std::make_shared<Compiled>(std::move(session), participants, std::move(source), options);
  return made;
}

/// Fields that the plugin does not know are skipped.
PJRT_Error *readOptions(const char *bytes, size_t size, messages::CompileOptions &options,
                        ProgramOptions &ofProgram) {
  if (size > INT32_MAX || !options.ParseFromArray(bytes, int(size)))
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "the " + std::to_string(size) + " bytes of compile options cannot be read");
  if (options.parameter_is_tupled_arguments())
    return refuse(PJRT_Error_Code::Unimplemented, "arguments as one tuple are not supported");
  const Status status = readProgramOptions(options, ofProgram);
  return status.failed ? toCaller(status) : nullptr;
}

/// Writes what the framework sent to SPMD_DUMP_PROGRAMS/program-PROCESS-NUMBER.mlirbc, for the
/// tools: spmd-opt and spmd-run read it. A file that cannot be written is only logged.
void dump(std::string_view code) {
  const char *folder = std::getenv("SPMD_DUMP_PROGRAMS");
  if (!folder || !*folder)
    return;
  static std::atomic<int> count = 0;
  const std::string path = std::string(folder) + "/program-" +
                           std::to_string(llvm::sys::Process::getProcessId()) + "-" +
                           std::to_string(count++) + ".mlirbc";
  std::error_code failed;
  llvm::raw_fd_ostream out(path, failed);
  if (failed)
    return rt::log("SPMD_DUMP_PROGRAMS: " + path + ": " + failed.message());
  out << llvm::StringRef(code);
}

/// How many devices a program is for, as far as its options say so before it is compiled. The
/// framework assigns a device to each partition. Programs that come without it, as those of other
/// callers than JAX, tell the number of partitions.
int64_t partitionsOf(const messages::BuildOptions &options) {
  const int assigned = options.device_assignment().computation_devices_size();
  return assigned ? assigned : std::max<int64_t>(1, options.num_partitions());
}

/// Compiles, with the diagnostics as the error.
Status compileHere(std::string_view code, const ProgramOptions &ofProgram,
                   const Participants &participants, std::unique_ptr<Session> &session) {
  return runCancellable([&](const std::atomic<bool> &isCancelled) -> llvm::Error {
    SessionOptions options = sessionOptions(participants, ofProgram.compile);
    options.compile.cancelled = &isCancelled;
    const bool isShared = participants.ranks != nullptr;
    if (std::optional<rt::Program> kept = findProgram(code, ofProgram.key, isShared))
      return Session::load(std::move(*kept), options).moveInto(session);
    if (llvm::Error error = Session::open(code, "program", options).moveInto(session))
      return error;
    keepProgram(code, ofProgram.key, isShared, session->program());
    return llvm::Error::success();
  });
}

/// Parses and compiles.
PJRT_Error *open(const PJRT_Program &program, const ProgramOptions &options,
                 const Participants &participants, std::unique_ptr<Session> &session) {
  const std::string_view format(program.format, program.format_size);
  if (format != "mlir")
    return refuse(PJRT_Error_Code::Unimplemented,
                  "programs in the format '" + std::string(format) + "'; 'mlir' is supported");
  dump({program.code, program.code_size});
  Status status = compileHere({program.code, program.code_size}, options, participants, session);
  if (!status.failed)
    status = tellInspections({program.code, program.code_size}, options.compile);
  return status.failed ? toCaller(status) : nullptr;
}

/// For devices of the client. Which processes have them decides how the program is compiled, so the
/// devices are looked up first.
PJRT_Error *compile(PJRT_Client_Compile_Args *args) {
  messages::CompileOptions options;
  ProgramOptions ofProgram;
  std::unique_ptr<Session> session;
  if (PJRT_Error *error =
          readOptions(args->compile_options, args->compile_options_size, options, ofProgram))
    return error;
  const messages::BuildOptions &build = options.executable_build_options();
  std::vector<PJRT_Device *> devices;
  if (args->client->ranks)
    if (PJRT_Error *error = devicesOf(*args->client, build, partitionsOf(build), devices))
      return error;
  if (PJRT_Error *error =
          open(*args->program, ofProgram, participantsOf(*args->client, devices), session))
    return error;
  devices.clear();
  if (PJRT_Error *error = devicesOf(*args->client, build, session->program().deviceCount, devices))
    return error;
  args->executable = loaded(args->client, std::move(devices), std::move(session),
                            {args->program->code, args->program->code_size}, ofProgram.compile);
  return nullptr;
}

/// Without a client: for as many devices as the topology has, at least.
PJRT_Error *compileApart(PJRT_Compile_Args *args) {
  messages::CompileOptions options;
  ProgramOptions ofProgram;
  std::unique_ptr<Session> session;
  if (PJRT_Error *error =
          readOptions(args->compile_options, args->compile_options_size, options, ofProgram))
    return error;
  if (PJRT_Error *error = open(*args->program, ofProgram, {}, session))
    return error;
  const int64_t wanted = session->program().deviceCount;
  if (wanted > int64_t(args->topology->descriptions.size()))
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "the program is for " + std::to_string(wanted) + " devices; the topology has " +
                      std::to_string(args->topology->descriptions.size()));
  args->executable = new PJRT_Executable{std::make_shared<Compiled>(
      std::move(session), Participants{},
      std::string(args->program->code, args->program->code_size), ofProgram.compile)};
  return nullptr;
}

/// A program that Executable_Serialize has written. It runs on the devices that the options of the
/// framework assign, else on the first ones.
PJRT_Error *deserialize(PJRT_Executable_DeserializeAndLoad_Args *args) {
  messages::CompileOptions options;
  ProgramOptions unused; // the program is compiled
  if (args->struct_size >= sizeof *args && args->overridden_serialized_compile_options)
    if (PJRT_Error *error =
            readOptions(args->overridden_serialized_compile_options,
                        args->overridden_serialized_compile_options_size, options, unused))
      return error;
  std::unique_ptr<Session> session;
  std::vector<PJRT_Device *> devices;
  PJRT_Error *refusal = nullptr;
  const auto *bytes = reinterpret_cast<const uint8_t *>(args->serialized_executable);
  const Status status = statusOf(runOnOwnThread([&]() -> llvm::Error {
    auto program = rt::deserializeProgram({bytes, args->serialized_executable_size}, "executable");
    if (!program)
      return program.takeError();
    const std::string missing = rt::missingOnThisCpu(program->cpuFeatures);
    if (!missing.empty())
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "the executable needs instructions that this CPU lacks: " +
                                         missing);
    refusal =
        devicesOf(*args->client, options.executable_build_options(), program->deviceCount, devices);
    if (refusal)
      return llvm::Error::success();
    return Session::load(std::move(*program),
                         sessionOptions(participantsOf(*args->client, devices)))
        .moveInto(session);
  }));
  if (refusal || status.failed)
    return refusal ? refusal : toCaller(status);
  args->loaded_executable = loaded(args->client, std::move(devices), std::move(session));
  return nullptr;
}

} // namespace

void cancelCompilations() { ++cancellations; }

Status runCancellable(llvm::function_ref<llvm::Error(const std::atomic<bool> &)> work) {
  std::atomic<bool> isCancelled = false;
  const uint64_t before = cancellations;
  Status status = statusOf(runOnOwnThread(
      [&] { return work(isCancelled); },
      /*meanwhile=*/[&] { isCancelled = isCancelled || cancellations != before || isWaitOver(); }));
  if (status.failed && isCancelled)
    status.error.code = PJRT_Error_Code::Cancelled;
  return status;
}

// Two ways in: with the client's devices, and for devices that are elsewhere.
void addCompileFunctions(PJRT_Api &api) {
  set<compile>(api, Slot::Client_Compile);
  set<compileApart>(api, Slot::Compile);
  set<deserialize>(api, Slot::Executable_DeserializeAndLoad);
}

} // namespace spmd::pjrt
