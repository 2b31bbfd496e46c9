// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Detects whether other ranks exist, loads the transport that reaches them, and implements the
// blocking exchanges that belong to no step.
#include "runtime/failure.h"
#include "runtime/transport.h"
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <mutex>

namespace spmd::rt {

namespace {

// The number in an environment variable, or 0.
int64_t numberIn(const char *variable) {
  const char *text = getenv(variable);
  return text ? strtoll(text, nullptr, 10) : 0;
}

/// An exchange that a thread waits for. `done` is notified under the lock: the waiting thread
/// destroys the object next.
class Waited final : public Exchange {
public:
  void ended() override {
    std::lock_guard lock(mutex);
    isDone = true;
    done.notify_one();
  }
  void failed() override { ended(); }
  void wait() {
    std::unique_lock lock(mutex);
    done.wait(lock, [this] { return isDone; });
  }

private:
  std::mutex mutex;
  std::condition_variable done;
  bool isDone = false;
};

// Transfers are in bytes.
std::byte *bytesOf(void *data) { return static_cast<std::byte *>(data); }

} // namespace

// Open MPI sets OMPI_COMM_WORLD_SIZE, MPICH and its relatives set PMI_SIZE. Slurm's variables are
// also set in a batch script outside of srun, so the rank and the step must be set too.
bool isLaunchedByMpi() {
  const char *wish = getenv("SPMD_MPI");
  if (wish && std::string_view(wish) == "off")
    return false;
  return numberIn("OMPI_COMM_WORLD_SIZE") > 1 || numberIn("PMI_SIZE") > 1 ||
         (numberIn("SLURM_NTASKS") > 1 && getenv("SLURM_PROCID") && getenv("SLURM_STEP_ID"));
}

// The MPI library is loaded only here, so that processes without MPI do not need it installed. It
// is searched in the folder of this library, whose path dladdr() tells.
llvm::Expected<std::unique_ptr<RankTransport>> openTransport(const TransportOptions &options) {
  if (!isLaunchedByMpi())
    return std::unique_ptr<RankTransport>();
  // Every message says first that several ranks were started.
  auto refusal = [](const std::string &reason) {
    return failure("a launcher started several ranks, but {}", reason);
  };
  Dl_info self;
  if (!dladdr(reinterpret_cast<void *>(&openTransport), &self) || !self.dli_fname)
    return refusal("the folder of libspmd_runtime.so is unknown");
  std::string path = self.dli_fname;
  size_t slash = path.rfind('/');
  path =
      (slash == std::string::npos ? std::string() : path.substr(0, slash + 1)) + "libspmd_mpi.so";
  // Open MPI's plug-ins look for symbols of the main MPI library, so it must be loaded globally.
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return refusal(fmt::format(
        "the MPI transport cannot be loaded: {}; build with MPI installed, or start one process",
        dlerror()));
  auto open = reinterpret_cast<OpenTransportFn>(dlsym(library, "spmdOpenMpiTransport"));
  if (!open)
    return refusal(path + " is no transport");
  std::string error;
  std::unique_ptr<RankTransport> transport(open(options, error));
  if (!transport)
    return refusal(error);
  if (transport->rankCount() == 1)
    transport.reset();
  return transport;
}

// The location stands in messages about a rank that does not answer.
void exchangeNow(RankTransport &transport, std::vector<Transfer> transfers, const char *what) {
  Waited exchange;
  exchange.transfers = std::move(transfers);
  exchange.what = what;
  exchange.location = "outside of the program";
  transport.post(exchange);
  exchange.wait();
}

std::vector<Transfer> valueTransfers(const RankTransport &transport, uint64_t &own,
                                     std::vector<uint64_t> &all) {
  std::vector<Transfer> transfers;
  for (int32_t peer = 0; peer < transport.rankCount(); ++peer)
    if (peer != transport.rank()) {
      transfers.push_back(
          {.peer = peer, .isSend = true, .data = bytesOf(&own), .bytes = sizeof(own)});
      transfers.push_back(
          {.peer = peer, .data = bytesOf(&all[size_t(peer)]), .bytes = sizeof(own)});
    }
  return transfers;
}

// `value` is a parameter, so it stays alive until the exchange has ended.
std::vector<uint64_t> gatherValues(RankTransport &transport, uint64_t value, const char *what) {
  std::vector<uint64_t> values(size_t(transport.rankCount()), value);
  exchangeNow(transport, valueTransfers(transport, value, values), what);
  return values;
}

// Two exchanges: first the sizes, then the bytes. A transfer needs to know its size.
std::vector<std::vector<uint8_t>> gatherBytes(RankTransport &transport, std::vector<uint8_t> bytes,
                                              const char *what) {
  std::vector<uint64_t> sizes = gatherValues(transport, bytes.size(), what);
  std::vector<std::vector<uint8_t>> all;
  if (transport.hasFailed())
    return all; // the sizes are undefined
  std::vector<Transfer> transfers;
  if (transport.rank() != 0) {
    transfers.push_back(
        {.peer = 0, .isSend = true, .data = bytesOf(bytes.data()), .bytes = bytes.size()});
  } else {
    all.resize(sizes.size());
    for (size_t peer = 1; peer < sizes.size(); ++peer) {
      all[peer].resize(size_t(sizes[peer]));
      transfers.push_back(
          {.peer = int32_t(peer), .data = bytesOf(all[peer].data()), .bytes = sizes[peer]});
    }
    all[0] = std::move(bytes);
  }
  exchangeNow(transport, std::move(transfers), what);
  return all;
}

void broadcast(RankTransport &transport, int64_t owner, std::byte *data, uint64_t bytes,
               const char *what) {
  std::vector<Transfer> transfers;
  if (owner != transport.rank())
    transfers.push_back({.peer = int32_t(owner), .data = data, .bytes = bytes});
  else
    for (int32_t peer = 0; peer < transport.rankCount(); ++peer)
      if (peer != owner)
        transfers.push_back({.peer = peer, .isSend = true, .data = data, .bytes = bytes});
  exchangeNow(transport, std::move(transfers), what);
}

// The first exchange tells the size of rank 0's bytes.
// All ranks exchange sizes, although only rank 0's is needed: gatherValues() exists already, and
// these exchanges are rare.
void broadcastBytes(RankTransport &transport, std::vector<uint8_t> &bytes, const char *what) {
  std::vector<uint64_t> sizes = gatherValues(transport, bytes.size(), what);
  if (transport.hasFailed())
    return; // the sizes are undefined
  bytes.resize(size_t(sizes[0]));
  broadcast(transport, 0, bytesOf(bytes.data()), bytes.size(), what);
}

} // namespace spmd::rt
