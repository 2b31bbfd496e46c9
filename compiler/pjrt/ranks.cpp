// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the transport between ranks for a client, and keeps runs of several ranks together.
//
// A program that devices of several ranks run is compiled by each of these ranks for itself, at any
// time. Before a run each rank tells the others which program it is about to run, by a hash of the
// compiled program and of the ranks of its devices. This message travels beside the run. A rank
// that has sent or received elements waits for it at the end of the run, so results that were mixed
// up are never seen.
//
// MPI is shared by all clients of a process, which end it when Python ends (spmd_end_ranks).
#include "compiler/pjrt/ranks.h"
#include "compiler/pjrt/client.h"
#include "compiler/pjrt/device.h"
#include "runtime/agreement.h"
#include "runtime/serialize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"
#include <cstdlib>
#include <optional>

namespace spmd::pjrt {
namespace {

constexpr double kTimeoutSeconds = 30; // as for hosts of <spmd.h>

/// A number among the options of the framework.
std::optional<int64_t> optionOf(const PJRT_Client_Create_Args &args, std::string_view name) {
  for (size_t i = 0; i < args.num_options; ++i)
    if (const PJRT_NamedValue &option = args.create_options[i];
        std::string_view(option.name, option.name_size) == name &&
        option.type == PJRT_NamedValue_Type::Int64)
      return option.int64_value;
  return std::nullopt;
}

/// How long a rank may be silent, from SPMD_TIMEOUT.
PJRT_Error *readTimeout(double &seconds) {
  seconds = kTimeoutSeconds;
  const char *text = std::getenv("SPMD_TIMEOUT");
  if (!text || !*text)
    return nullptr;
  if (llvm::StringRef(text).getAsDouble(seconds) || !(seconds >= 0))
    return refuse(PJRT_Error_Code::InvalidArgument,
                  "SPMD_TIMEOUT is '" + std::string(text) +
                      "', which is no number of seconds; 0 waits for ever");
  if (seconds >= 1e9)
    seconds = 0;
  return nullptr;
}

/// What the framework was told about the job must be what MPI knows. Empty where it is.
std::string differenceOfJob(const PJRT_Client_Create_Args &args, int64_t rank, int64_t count) {
  const int64_t processes = optionOf(args, "num_nodes").value_or(count);
  const int64_t index = optionOf(args, "node_id").value_or(rank);
  if (processes == count && index == rank)
    return "";
  const std::string told = "jax.distributed was told process " + std::to_string(index) + " of " +
                           std::to_string(processes);
  if (count == 1)
    return told +
           ", but no launcher of MPI has started this process; start the script with "
           "mpirun -n " +
           std::to_string(processes);
  return told + ", but this is rank " + std::to_string(rank) + " of " + std::to_string(count) +
         " of MPI; call jax.distributed.initialize with these numbers, or without any";
}

} // namespace

// All ranks make their clients together: each learns how many devices there are.
PJRT_Error *meetRanks(const PJRT_Client_Create_Args &args, int64_t devices, SharedRanks *&ranks) {
  rt::TransportOptions options;
  options.sharesMpi = options.explainsEnd = true;
  options.timeoutName = "SPMD_TIMEOUT";
  if (PJRT_Error *error = readTimeout(options.timeoutSeconds))
    return error;
  auto opened = sharedRanks(options);
  if (!opened)
    return toCaller(statusOf(opened.takeError()));
  ranks = *opened;
  const std::string difference = differenceOfJob(args, ranks ? ranks->transport->rank() : 0,
                                                 ranks ? ranks->transport->rankCount() : 1);
  if (!ranks)
    return difference.empty() ? nullptr : refuse(PJRT_Error_Code::InvalidArgument, difference);
  if (!ranks->transport)
    return refuse(PJRT_Error_Code::FailedPrecondition, "the ranks of this job have ended");
  rt::Agreement agreement;
  if (!difference.empty())
    agreement.fail(2, difference);
  agreement.add("SPMD_DEVICES", std::to_string(devices));
  agreement.add("the version of the plugin", platformVersion());
  agreement.addEnvironment();
  std::lock_guard lock(ranks->mutex);
  if (auto refusal = agreement.settle(*ranks->transport, "the start of the client"))
    return refuse(PJRT_Error_Code::InvalidArgument, refusal->reason);
  return nullptr;
}

// The ranks of its devices count as well: partition 1 on rank 0 is another program. The place is
// the first line of the source of the user that the program has.
SharedProgram sharedProgram(const rt::Program &program, const Participants &participants) {
  SharedProgram made;
  made.ranks = participants.rankOfDevice;
  llvm::sort(made.ranks);
  made.ranks.erase(llvm::unique(made.ranks), made.ranks.end());
  std::string identity = std::to_string(rt::fingerprintOf(program));
  for (int32_t rank : participants.rankOfDevice)
    identity += " " + std::to_string(rank);
  made.hash = llvm::xxh3_64bits(identity);
  made.place = program.locations.size() > 1 ? program.locations[1] : "";
  for (const rt::Block &block : program.blocks)
    for (const rt::Command &command : block)
      made.sends |= std::holds_alternative<rt::CollectiveStart>(command.action);
  return made;
}

// The lock keeps messages of several clients and threads of this process apart. Which of two
// threads comes first is up to the host, and must be the same on all ranks.
//
// The others are told of a failure here, since they would wait for this rank.
Status runTogether(SharedRanks &ranks, const SharedProgram &program,
                   const std::function<Status()> &run) {
  std::lock_guard lock(ranks.mutex);
  if (!ranks.transport)
    return {true, {PJRT_Error_Code::FailedPrecondition, "the ranks of this job have ended"}};
  ranks.calls.beginRun(program.ranks, program.hash, program.place);
  Status status = run();
  std::string difference;
  if (status.failed || program.sends)
    difference = ranks.calls.differenceOfRun();
  if (!difference.empty())
    status = {true, {PJRT_Error_Code::FailedPrecondition, difference}};
  if (status.failed && !ranks.transport->hasFailed())
    ranks.transport->fail(3, status.error.message);
  return status;
}

// The first reason counts.
void failTogether(SharedRanks &ranks, const Status &status) {
  std::lock_guard lock(ranks.mutex);
  if (ranks.transport && !ranks.transport->hasFailed())
    ranks.transport->fail(3, status.error.message);
}

} // namespace spmd::pjrt

// For the end of the host language, which may be the last time that others use MPI. Runs that are
// in progress end first; the other ranks are waited for.
extern "C" [[gnu::visibility("default")]] void spmd_end_ranks() {
  if (!spmd::hasSharedRanks())
    return;
  spmd::pjrt::awaitAllClients();
  spmd::endSharedRanks();
}
