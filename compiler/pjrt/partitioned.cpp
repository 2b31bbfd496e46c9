// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a compiled program, for readers. Most programs are never read, so nothing but the
// source is kept until somebody asks.
#include "compiler/partitioned_text.h"
#include "compiler/pjrt/executable.h"

namespace spmd::pjrt {

// What cannot be told is "unimplemented", for which JAX has an answer: as_text() is None.
Status Compiled::textOf(const std::string *&made) {
  std::lock_guard lock(mutex);
  made = &text;
  if (!text.empty())
    return {};
  if (source.empty())
    return {true,
            {PJRT_Error_Code::Unimplemented,
             "the executable was read from a file, which holds machine code and not the program"}};
  Status status = runCancellable([&](const std::atomic<bool> &cancelled) {
    CompileOptions cancellable = options;
    cancellable.cancelled = &cancelled;
    return partitionedText(source, "program", cancellable).moveInto(text);
  });
  if (status.failed && status.error.code != PJRT_Error_Code::Cancelled)
    status.error.code = PJRT_Error_Code::Unimplemented;
  return status;
}

} // namespace spmd::pjrt
