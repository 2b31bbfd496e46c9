// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out whether there are other ranks, loads the transport that reaches them, and the blocking
// conversations that are no part of a step.
#include "runtime/transport.h"
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fmt/format.h>
#include <mutex>

namespace spmd::rt {

namespace {

int64_t numberIn(const char *variable) {
  const char *text = getenv(variable);
  return text ? strtoll(text, nullptr, 10) : 0;
}

/// An exchange that a thread waits for.
class Waited final : public Exchange {
public:
  void ended() override {
    std::lock_guard lock(mutex);
    isDone = true;
    done.notify_one();
  }
  void wait() {
    std::unique_lock lock(mutex);
    done.wait(lock, [this] { return isDone; });
  }

private:
  std::mutex mutex;
  std::condition_variable done;
  bool isDone = false;
};

std::byte *bytesOf(void *data) { return static_cast<std::byte *>(data); }

} // namespace

bool isLaunchedByMpi() {
  return numberIn("OMPI_COMM_WORLD_SIZE") > 1 || numberIn("PMI_SIZE") > 1 ||
         (numberIn("SLURM_NTASKS") > 1 && getenv("SLURM_PROCID") && getenv("SLURM_STEP_ID"));
}

llvm::Expected<std::unique_ptr<RankTransport>> openTransport(const TransportOptions &options) {
  if (!isLaunchedByMpi())
    return std::unique_ptr<RankTransport>();
  auto failure = [](const std::string &reason) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   ("a launcher started several ranks, but " + reason).c_str());
  };
  Dl_info self;
  if (!dladdr(reinterpret_cast<void *>(&openTransport), &self) || !self.dli_fname)
    return failure("the folder of libspmd_runtime.so is unknown");
  std::string path = self.dli_fname;
  size_t slash = path.rfind('/');
  path =
      (slash == std::string::npos ? std::string() : path.substr(0, slash + 1)) + "libspmd_mpi.so";
  // Global: Open MPI's own plug-ins look for its symbols.
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return failure(fmt::format(
        "the MPI transport cannot be loaded: {}; build with MPI installed, or start one process",
        dlerror()));
  auto open = reinterpret_cast<OpenTransportFn>(dlsym(library, "spmdOpenMpiTransport"));
  if (!open)
    return failure(fmt::format("{} is no transport", path));
  std::string error;
  std::unique_ptr<RankTransport> transport(open(options, error));
  if (!transport)
    return failure(error);
  if (transport->rankCount() == 1)
    transport.reset();
  return transport;
}

void exchangeNow(RankTransport &transport, std::vector<Transfer> transfers, const char *what) {
  Waited exchange;
  exchange.transfers = std::move(transfers);
  exchange.what = what;
  exchange.location = "outside of the program";
  transport.post(exchange);
  exchange.wait();
}

std::vector<uint64_t> gatherValues(RankTransport &transport, uint64_t value, const char *what) {
  std::vector<uint64_t> values(size_t(transport.rankCount()), value);
  std::vector<Transfer> transfers;
  for (int32_t peer = 0; peer < transport.rankCount(); ++peer)
    if (peer != transport.rank()) {
      transfers.push_back(
          {.peer = peer, .isSend = true, .data = bytesOf(&value), .bytes = sizeof(value)});
      transfers.push_back(
          {.peer = peer, .data = bytesOf(&values[size_t(peer)]), .bytes = sizeof(value)});
    }
  exchangeNow(transport, std::move(transfers), what);
  return values;
}

std::vector<std::vector<uint8_t>> gatherBytes(RankTransport &transport, std::vector<uint8_t> bytes,
                                              const char *what) {
  std::vector<uint64_t> sizes = gatherValues(transport, bytes.size(), what);
  std::vector<std::vector<uint8_t>> all;
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

void broadcastBytes(RankTransport &transport, std::vector<uint8_t> &bytes, const char *what) {
  std::vector<uint64_t> sizes = gatherValues(transport, bytes.size(), what);
  bytes.resize(size_t(sizes[0]));
  std::vector<Transfer> transfers;
  if (transport.rank() == 0) {
    for (int32_t peer = 1; peer < transport.rankCount(); ++peer)
      transfers.push_back(
          {.peer = peer, .isSend = true, .data = bytesOf(bytes.data()), .bytes = bytes.size()});
  } else {
    transfers.push_back({.peer = 0, .data = bytesOf(bytes.data()), .bytes = bytes.size()});
  }
  exchangeNow(transport, std::move(transfers), what);
}

} // namespace spmd::rt
