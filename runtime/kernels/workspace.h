// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that one tile of a routine needs for itself, such as packed panels or a merge buffer. The
// buffers belong to the thread and only grow, so that steps after the first allocate nothing.
#pragma once
#include <cstddef>
#include <cstdint>

namespace spmd::rt {

/// The uses that may hold memory at the same time on one thread: a convolution pads its input for a
/// matmul, and a routine of LAPACK works beside its arrays.
enum class WorkspaceUse : uint8_t { Matmul, Convolution, Sort, Blocks, Lapack, LapackWork, Fft };

/// Returns at least `bytes` bytes, aligned to 64. They are valid until the next call for the same
/// use on this thread. Ends the process with a message where memory is short, because a tile cannot
/// return an error.
std::byte *workspace(WorkspaceUse use, uint64_t bytes);

} // namespace spmd::rt
