// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One buffer for each thread and use.
#include "runtime/kernels/workspace.h"
#include "runtime/buffer.h"
#include "llvm/Support/Error.h"

namespace spmd::rt {

std::byte *workspace(WorkspaceUse use, uint64_t bytes) {
  thread_local Buffer blocks[size_t(WorkspaceUse::Fft) + 1];
  Buffer &block = blocks[size_t(use)];
  if (block.size() < bytes) {
    block = Buffer(); // freed first: its contents are not needed
    llvm::Expected<Buffer> made = Buffer::allocate(bytes + bytes / 4);
    if (!made)
      llvm::report_fatal_error(llvm::joinErrors(
          llvm::createStringError("no memory for a tile of a routine"), made.takeError()));
    block = std::move(*made);
  }
  return block.data();
}

} // namespace spmd::rt
