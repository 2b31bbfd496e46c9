// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenBLAS and oneDNN bring threads of their own. Ours are the workers, so each matmul runs on the
// thread that asks.
#pragma once

namespace spmd::rt {

/// From here on matmuls of the calling thread stay on it; OpenBLAS's of all threads do. How many
/// threads OpenMP, oneDNN's runtime, would have started for this one so far; 0 where there is no
/// OpenMP.
int useNoLibraryThreads();

/// Lets OpenMP start `count` threads for the calling thread again, as useNoLibraryThreads told; 0:
/// nothing.
void useLibraryThreads(int count);

/// For a process that is ours, first in main: OpenBLAS's threads, which it started when it was
/// loaded and which look for work for 2^26 cycles, end. They took 80 ms of CPU time of each
/// process.
void endLibraryThreads();

} // namespace spmd::rt
