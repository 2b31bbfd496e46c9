// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of the process spmd-run. Separate, because a library must not change malloc.
#pragma once

namespace spmd::run {

/// Asks for pages of 2 MiB for the heap of this process. A compiler touches its memory once,
/// and page faults for every 4 KiB took a seventh of the time. Call it first in main. Where
/// malloc is not glibc's or the system has no such pages, nothing changes.
void useLargePages();

} // namespace spmd::run
