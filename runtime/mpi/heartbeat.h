// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signs of life between ranks: a rank that computes for long is late but alive, one that was
// stopped or killed is not. All calls come from the thread that speaks MPI.
#pragma once
#include <chrono>
#include <cstdint>
#include <mpi.h>
#include <vector>

namespace spmd::rt {

class Heartbeat {
public:
  /// Every rank tells every other one that it lives, four times within the timeout.
  Heartbeat(int64_t self, int64_t count, double timeoutSeconds);
  ~Heartbeat();

  /// Sends and receives what is due. Called often; cheap when nothing is.
  void beat();

  /// Ranks that have not been heard for the timeout, while this rank was awake and listening.
  std::vector<int64_t> silentRanks() const;

  /// How long the thread may sleep without being late.
  std::chrono::nanoseconds pause(std::chrono::nanoseconds longest) const;

private:
  using Clock = std::chrono::steady_clock;
  struct Peer {
    char in = 0;
    MPI_Request receive = MPI_REQUEST_NULL, send = MPI_REQUEST_NULL;
    Clock::time_point heard;
  };
  MPI_Comm channel = MPI_COMM_NULL; // its own, so that no tag collides
  int64_t self;
  Clock::duration timeout, interval;
  Clock::time_point lastSent, lastLooked;
  std::vector<Peer> peers;
  char out = 1;
};

} // namespace spmd::rt
