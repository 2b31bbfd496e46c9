// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime needs of a transport between processes ("ranks"): messages that are posted and
// end later. A transport only moves bytes; what is added up is added by our own code (sum_tree.h).
// In-process runs need none.
#pragma once
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spmd::rt {

struct Transfer {
  int32_t peer = 0; // rank
  bool isSend = false;
  std::byte *data = nullptr;
  uint64_t bytes = 0;
};

/// Messages that are posted together and end together. Between two ranks, messages of one tag
/// arrive in the order in which they were posted, so both sides list them alike.
class Exchange {
public:
  std::vector<Transfer> transfers;
  int32_t tag = 0;
  const char *what = "";     // for reports: "all_reduce"
  const char *location = ""; // "model.mlir:12:3"
  Exchange *next = nullptr;  // of the transport

  /// All transfers have ended. Called on the transport's thread: must be short. The exchange may be
  /// posted again from here.
  virtual void ended() = 0;

protected:
  ~Exchange() = default;
};

class RankTransport {
public:
  virtual ~RankTransport() = default;
  virtual int64_t rank() const = 0;
  virtual int64_t rankCount() const = 0;
  /// How many ranks share this machine; cores are divided among them.
  virtual int64_t ranksOfThisMachine() const = 0;
  /// Starts an exchange and returns at once. From any thread.
  virtual void post(Exchange &exchange) = 0;
  /// Ends the processes of all ranks with `exitCode`, after "rank r of n: REASON" on stderr.
  [[noreturn]] virtual void abort(int exitCode, std::string_view reason) = 0;
};

struct TransportOptions {
  /// A rank that is waited for and has given no sign of life for so long ends the run; 0: wait for
  /// ever.
  double timeoutSeconds = 0;
  /// Of a rank whose flags could not be read, which is about to say so: it takes whatever the
  /// others were given.
  static constexpr double kUnknownTimeout = -1;
};

/// Whether a launcher (mpirun, srun, ...) started this process as one of several; from the
/// environment.
bool isLaunchedByMpi();

/// The transport between the ranks that a launcher started, from libspmd_mpi.so beside this
/// library; null where the process was started alone. Fails where the library or MPI itself is
/// missing.
llvm::Expected<std::unique_ptr<RankTransport>> openTransport(const TransportOptions &options);

/// Posts messages and waits for them: for the few that are no part of a step.
void exchangeNow(RankTransport &transport, std::vector<Transfer> transfers, const char *what);

/// Every rank's `value`, by rank.
std::vector<uint64_t> gatherValues(RankTransport &transport, uint64_t value, const char *what);

/// Every rank's bytes, by rank; on rank 0 only, empty on the others.
std::vector<std::vector<uint8_t>> gatherBytes(RankTransport &transport, std::vector<uint8_t> bytes,
                                              const char *what);

/// Gives rank 0's bytes to all ranks.
void broadcastBytes(RankTransport &transport, std::vector<uint8_t> &bytes, const char *what);

/// What libspmd_mpi.so exports by the name "spmdOpenMpiTransport": null and a reason in `error`
/// where MPI fails.
using OpenTransportFn = RankTransport *(*)(const TransportOptions &options, std::string &error);

} // namespace spmd::rt
