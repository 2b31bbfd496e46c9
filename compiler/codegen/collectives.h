// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Translates spmd.collective_start to the runtime's command: the kind, the reduction, the
// dims and the groups. The caller fills in the buffers.
#pragma once
#include "dialects/spmd/spmd.h"
#include "runtime/program.h"

namespace spmd {

/// Returns the command without id and parts. Fails with a diagnostic where a group names a
/// device that the program does not have, or where groups are neither a matrix of ids nor
/// mesh axes.
mlir::FailureOr<rt::CollectiveStart> collectiveCommand(ir::CollectiveStartOp op,
                                                       int64_t deviceCount);

} // namespace spmd
