// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Settings of a process that does nothing but run programs. A host's process keeps its own.
#pragma once

namespace spmd::rt {

/// Asks for pages of 2 MiB for the heap of this process, and ends the threads of OpenBLAS. A
/// compiler touches its memory once, and page faults for every 4 KiB took a seventh of the time.
/// Call it first in main. Where malloc is not glibc's or the system has no such pages, the heap
/// stays as it is.
void ownProcess();

} // namespace spmd::rt
