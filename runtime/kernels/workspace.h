// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that one tile of a routine needs for itself (packed panels, a merge buffer): a block per
// thread that only grows, so that steps after the first allocate nothing.
#pragma once
#include <cstddef>
#include <cstdint>

namespace spmd::rt {

/// At least `bytes` bytes, aligned to 64, valid until the next call on this thread. Ends the
/// process with a message where the memory is not there: a tile has nobody to hand an error to.
std::byte *workspace(uint64_t bytes);

} // namespace spmd::rt
