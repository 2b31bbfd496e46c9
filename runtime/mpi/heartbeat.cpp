// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sends one byte to every other rank at a fixed interval and notes when each rank was heard last.
#include "runtime/mpi/heartbeat.h"
#include <algorithm>

namespace spmd::rt {

// Posts one receive per peer. `lastSent` lies in the past, so that the first heartbeat goes out at
// once.
Heartbeat::Heartbeat(int64_t self, int64_t count, double timeoutSeconds)
    : self(self), timeout(std::chrono::duration_cast<Clock::duration>(
                      std::chrono::duration<double>(timeoutSeconds))),
      interval(timeout / 4), lastSent(Clock::now() - timeout), lastLooked(Clock::now()),
      peers(size_t(count)) {
  MPI_Comm_dup(MPI_COMM_WORLD, &channel);
  MPI_Comm_set_errhandler(channel, MPI_ERRORS_RETURN);
  for (size_t i = 0; i < peers.size(); ++i) {
    if (int64_t(i) == self)
      continue;
    peers[i].heard = Clock::now();
    MPI_Irecv(&peers[i].in, 1, MPI_BYTE, int(i), 0, channel, &peers[i].receive);
  }
}

// Cancels the receives that are still open; a heartbeat that is being sent may end by itself.
Heartbeat::~Heartbeat() {
  for (Peer &peer : peers) {
    if (peer.receive != MPI_REQUEST_NULL) {
      MPI_Cancel(&peer.receive);
      MPI_Request_free(&peer.receive);
    }
    if (peer.send != MPI_REQUEST_NULL)
      MPI_Request_free(&peer.send);
  }
  // MPI_Finalize frees `channel`. Freeing it here would wait for messages that nobody receives.
}

// The channels are looked at 16 times per interval at most, since MPI_Test costs time. A heartbeat
// to a peer is skipped while the previous one is still being sent.
void Heartbeat::beat() {
  Clock::time_point now = Clock::now();
  // This process itself was stopped or got no CPU time, so it could not have heard anybody.
  if (now - lastLooked > interval)
    for (Peer &peer : peers)
      peer.heard = now;
  bool isDue = now - lastSent >= interval;
  if (!isDue && now - lastLooked < interval / 16)
    return;
  lastLooked = now;
  for (size_t i = 0; i < peers.size(); ++i) {
    if (int64_t(i) == self)
      continue;
    Peer &peer = peers[i];
    for (int arrived = 1; arrived && peer.receive != MPI_REQUEST_NULL;) {
      MPI_Test(&peer.receive, &arrived, MPI_STATUS_IGNORE);
      if (arrived) {
        peer.heard = now;
        peer.hasFailed |= peer.in == kFailed;
        MPI_Irecv(&peer.in, 1, MPI_BYTE, int(i), 0, channel, &peer.receive);
      }
    }
    int sent = 1;
    if (peer.send != MPI_REQUEST_NULL)
      MPI_Test(&peer.send, &sent, MPI_STATUS_IGNORE);
    if (isDue && sent)
      MPI_Isend(&out, 1, MPI_BYTE, int(i), 0, channel, &peer.send);
  }
  if (isDue)
    lastSent = now;
}

// Compares with `lastLooked` rather than with the current time: heartbeats that arrived since then
// have not been read yet.
std::vector<int64_t> Heartbeat::silentRanks() const {
  std::vector<int64_t> silent;
  for (size_t i = 0; i < peers.size(); ++i)
    if (int64_t(i) != self && lastLooked - peers[i].heard > timeout)
      silent.push_back(int64_t(i));
  return silent;
}

std::vector<int64_t> Heartbeat::failedRanks() const {
  std::vector<int64_t> failed;
  for (size_t i = 0; i < peers.size(); ++i)
    if (peers[i].hasFailed)
      failed.push_back(int64_t(i));
  return failed;
}

// A heartbeat that is still being sent is left to MPI: messages of one rank arrive in order.
void Heartbeat::tellFailure() {
  out = kFailed;
  for (size_t i = 0; i < peers.size(); ++i)
    if (int64_t(i) != self) {
      if (peers[i].send != MPI_REQUEST_NULL)
        MPI_Request_free(&peers[i].send);
      MPI_Isend(&out, 1, MPI_BYTE, int(i), 0, channel, &peers[i].send);
    }
  const Clock::time_point end = Clock::now() + std::chrono::milliseconds(100);
  for (Peer &peer : peers)
    for (int sent = 0; !sent && Clock::now() < end;)
      MPI_Test(&peer.send, &sent, MPI_STATUS_IGNORE);
}

// An eighth of the interval keeps the heartbeat punctual and the thread mostly asleep.
std::chrono::nanoseconds Heartbeat::pause(std::chrono::nanoseconds longest) const {
  return std::min<std::chrono::nanoseconds>(longest, interval / 8);
}

} // namespace spmd::rt
