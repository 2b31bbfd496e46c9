// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of a transport between processes ("ranks"): messages that are posted and end later.
// A transport only moves bytes; reductions are computed by sum_tree.h, so that all transports give
// the same bits. Runs in one process need no transport.
#pragma once
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace spmd::rt {

// One message: `bytes` bytes at `data`, sent to or received from a rank.
struct Transfer {
  int32_t peer = 0; // rank
  bool isSend = false;
  std::byte *data = nullptr;
  uint64_t bytes = 0;
};

/// Messages that are posted together and end together. Between two ranks, messages of one tag
/// arrive in the order in which they were posted, so both sides must list them in the same order.
class Exchange {
public:
  std::vector<Transfer> transfers;
  int32_t tag = 0;
  const char *what = "";     // for messages: "all_reduce"
  const char *location = ""; // "model.mlir:12:3"
  Exchange *next = nullptr;  // used by the transport

  /// All transfers have ended. Called on the transport's thread, so it must be short. The exchange
  /// may be posted again from here.
  virtual void ended() = 0;
  /// The transport has failed: the transfers will not end, and their data is undefined. Called on
  /// the transport's thread or inside of post(). An exchange that a thread waits for tells it.
  virtual void failed() {}

protected:
  ~Exchange() = default;
};

class RankTransport {
public:
  virtual ~RankTransport() = default;
  virtual int64_t rank() const = 0;
  virtual int64_t rankCount() const = 0;
  /// How many ranks share this machine. Cores are divided among them.
  virtual int64_t ranksOfThisMachine() const = 0;
  /// Starts an exchange and returns at once. May be called from any thread.
  virtual void post(Exchange &exchange) = 0;
  /// This rank cannot go on. A transport that owns its process (TransportOptions) ends all ranks
  /// with `exitCode`, after "rank r of n: REASON" on stderr. Any other tells the ranks that wait
  /// for this one, and from now on no exchange ends here: each fails.
  virtual void fail(int exitCode, std::string_view reason) = 0;
  /// Whether the transport has failed, and the reason: "rank r of n: REASON".
  virtual bool hasFailed() const { return false; }
  virtual std::string failure() const { return ""; }
};

struct TransportOptions {
  /// A run fails when another rank has sent no heartbeat for this many seconds while it is waited
  /// for. 0 waits forever.
  double timeoutSeconds = 0;
  /// The value of a rank whose flags could not be read and which is about to report that. Such a
  /// rank uses the timeout of the others.
  static constexpr double kUnknownTimeout = -1;
  /// For programs that do nothing but run one job: a rank that fails ends the processes of all
  /// ranks, and SIGTERM, which launchers send where a rank has died, makes a rank say what it was
  /// waiting for. Otherwise the process belongs to a host, which learns of failures by errors.
  bool ownsProcess = false;
  /// Bytes per second that a rank sends at most: exchanges end no earlier than over a link of this
  /// rate that carries one after the other. 0: as fast as the network is. For studies of slower
  /// networks.
  int64_t bytesPerSecond = 0;
  /// For a host with other users of MPI in its process: where MPI has been started, that one is
  /// used and not ended, else MPI is started for several threads.
  bool sharesMpi = false;
  /// What messages call the option of the timeout.
  const char *timeoutName = "--timeout";
  /// Where nobody handles SIGTERM, a rank that waits for others says so before the signal ends it.
  bool explainsEnd = false;
};

/// Whether a launcher (mpirun, srun, ...) started this process as one of several ranks, judged by
/// the environment. SPMD_MPI=off says that the ranks have nothing to do with each other.
bool isLaunchedByMpi();

/// The transport between the ranks that a launcher started. It is loaded from libspmd_mpi.so in the
/// folder of this library. Null where the process was started alone. Fails where the library or MPI
/// itself is missing.
llvm::Expected<std::unique_ptr<RankTransport>> openTransport(const TransportOptions &options);

/// Posts messages and waits for them. For the few messages that belong to no step. The functions
/// below return at once, with undefined values, where the transport fails; callers ask hasFailed().
void exchangeNow(RankTransport &transport, std::vector<Transfer> transfers, const char *what);

/// Messages by which every rank sends `own` to every other rank: one each way per pair. Those of
/// the others arrive in `all`.
std::vector<Transfer> valueTransfers(const RankTransport &transport, uint64_t &own,
                                     std::vector<uint64_t> &all);
/// The `value` of every rank, by rank.
std::vector<uint64_t> gatherValues(RankTransport &transport, uint64_t value, const char *what);

/// The bytes of every rank, by rank. Only rank 0 gets them; the result is empty on the others.
std::vector<std::vector<uint8_t>> gatherBytes(RankTransport &transport, std::vector<uint8_t> bytes,
                                              const char *what);

/// Sends the bytes of rank `owner` to all ranks. On the owner `data` is the source, elsewhere the
/// target.
void broadcast(RankTransport &transport, int64_t owner, std::byte *data, uint64_t bytes,
               const char *what);
/// Sends rank 0's bytes, of which the others do not know the number, to all ranks.
void broadcastBytes(RankTransport &transport, std::vector<uint8_t> &bytes, const char *what);

/// The function that libspmd_mpi.so exports as "spmdOpenMpiTransport". Where MPI fails it returns
/// null and a reason in `error`.
using OpenTransportFn = RankTransport *(*)(const TransportOptions &options, std::string &error);

} // namespace spmd::rt
