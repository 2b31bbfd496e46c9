// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that one tile of a routine needs for itself (packed panels, a merge buffer): blocks per
// thread that only grow, so that steps after the first allocate nothing.
#pragma once
#include <cstddef>
#include <cstdint>

namespace spmd::rt {

/// Who may hold a block at the same time on one thread: a convolution pads its input for a matmul.
enum class WorkspaceUse : uint8_t { Matmul, Convolution, Sort, Blocks };

/// At least `bytes` bytes, aligned to 64, valid until the next call for the same use on this
/// thread. Ends the process with a message where the memory is not there: a tile has nobody to hand
/// an error to.
std::byte *workspace(WorkspaceUse use, uint64_t bytes);

} // namespace spmd::rt
