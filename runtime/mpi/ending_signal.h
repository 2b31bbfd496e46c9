// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SIGTERM, which launchers send to all ranks where one has died. A rank that waits for the dead one
// says so before it ends, since the dead one cannot.
#pragma once

namespace spmd::rt {

/// One for the process, since signals are. Called by the thread that speaks MPI.
class EndingSignal {
public:
  /// From now on the signal is only noted, unless the host handles it.
  static void note();
  /// The signal ends the process again.
  static void release();
  static bool hasCome();
  /// Ends the process as the signal would have.
  static void endProcess();
};

} // namespace spmd::rt
