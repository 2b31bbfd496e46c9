// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signals that the host language handles. Python runs its handlers between two instructions of its
// own, so a thread that waits here for long gives it the chance.
#pragma once

namespace spmd::pjrt {

/// Runs the signal handlers of the host that are due. True where one of them has raised an
/// exception, as Ctrl-C does: the host raises it when the thread is back, and the thread stops
/// waiting. False without Python in the process, and on threads other than the main one, where
/// Python runs no handlers. Takes Python's lock, so a thread asks ten times a second and not more.
bool isWaitOver();

} // namespace spmd::pjrt
