// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Opens the transport that sessions share, and closes it when the process exits.
//
// Tags of messages are unique within a program only. Programs that share a transport run one after
// the other, in the same order on all ranks, and messages of one tag keep their order, so that
// those of two programs are never mixed up.
#include "compiler/session_ranks.h"
#include "runtime/process_exit.h"
#include <cstdlib>

namespace spmd {
namespace {

/// Never destroyed as an object: sessions may be destroyed after the transport has been closed.
SharedRanks *opened = nullptr;

/// The process that has opened them: a child of fork() has no thread that speaks MPI.
uint64_t generation = 0;
bool hasEnded = false;

} // namespace

bool hasSharedRanks() { return opened && !hasEnded && generation == rt::processGeneration(); }

// A host may call this itself, when nothing of it uses MPI any more; exit() would call it too late
// where another library ends MPI before.
//
// Without MPI_Finalize a launcher takes the end of a rank for a crash. Where another rank has begun
// a run that this one will not join, closing would wait for it: the transport stays open.
void endSharedRanks() {
  if (!hasSharedRanks())
    return;
  hasEnded = true;
  if (opened->calls.end())
    opened->transport.reset();
}

llvm::Expected<SharedRanks *> sharedRanks(const rt::TransportOptions &options) {
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (opened || !rt::isLaunchedByMpi())
    return opened;
  auto transport = rt::openTransport(options);
  if (!transport)
    return transport.takeError();
  if (!*transport)
    return nullptr;
  opened = new SharedRanks(std::move(*transport));
  generation = rt::processGeneration();
  std::atexit(endSharedRanks);
  return opened;
}

/// Sessions of one rank alone share the machine with those of the other ranks, too.
const rt::RankTransport *machineRanks(const rt::RankTransport *own) {
  return own || !opened ? own : opened->transport.get();
}

} // namespace spmd
