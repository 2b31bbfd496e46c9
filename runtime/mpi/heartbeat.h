// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heartbeats between ranks. A rank that computes for a long time is late but alive; a rank that was
// stopped or killed is not. Only heartbeats tell the two apart. All calls come from the thread that
// calls MPI.
#pragma once
#include <chrono>
#include <cstdint>
#include <mpi.h>
#include <vector>

namespace spmd::rt {

class Heartbeat {
public:
  /// Every rank sends a heartbeat to every other rank four times within the timeout.
  Heartbeat(int64_t self, int64_t count, double timeoutSeconds);
  ~Heartbeat();

  /// Sends and receives the heartbeats that are due. Called often; cheap when none is due.
  void beat();

  /// The ranks that sent nothing for the timeout, while this rank was running and listening.
  std::vector<int64_t> silentRanks() const;
  /// The ranks that said by tellFailure() that they have failed.
  std::vector<int64_t> failedRanks() const;

  /// Tells the other ranks that this one has failed, in place of further heartbeats. Waits at most
  /// a tenth of a second for ranks that do not listen.
  void tellFailure();

  /// How long the thread may sleep without sending late: at most `longest`.
  std::chrono::nanoseconds pause(std::chrono::nanoseconds longest) const;

private:
  using Clock = std::chrono::steady_clock;
  struct Peer {
    char in = 0;
    MPI_Request receive = MPI_REQUEST_NULL, send = MPI_REQUEST_NULL;
    Clock::time_point heard;
    bool hasFailed = false;
  };
  MPI_Comm channel = MPI_COMM_NULL; // a communicator of its own, so that no tag collides
  int64_t self;
  Clock::duration timeout, interval;
  Clock::time_point lastSent, lastLooked;
  std::vector<Peer> peers;
  static constexpr char kAlive = 1, kFailed = 0;
  char out = kAlive;
};

} // namespace spmd::rt
