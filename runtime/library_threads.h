// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenBLAS and oneDNN start threads of their own. The runtime's threads are the workers, so each
// matmul must run on the thread that calls it.
#pragma once

namespace spmd::rt {

/// From now on matmuls of the calling thread stay on it, and OpenBLAS matmuls of all threads stay
/// on their callers. Returns how many threads OpenMP, the threading of oneDNN, would have used for
/// the calling thread so far; 0 without OpenMP.
int useNoLibraryThreads();

/// Undoes useNoLibraryThreads: OpenMP may use `count` threads for the calling thread again. 0 does
/// nothing.
void useLibraryThreads(int count);

/// Ends the threads that OpenBLAS starts when it is loaded. They spin for 2^26 cycles, which took
/// 80 ms of CPU time per process. For programs that own their process; must be the first call in
/// main.
void endLibraryThreads();

} // namespace spmd::rt
