// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// spmd.collective_start -> the runtime's command, but for its buffers: kind, reduction, dims and
// groups.
#pragma once
#include "dialects/spmd/spmd.h"
#include "runtime/program.h"

namespace spmd {

/// Fails with a diagnostic where the groups name devices that the program does not have, or are not
/// equal in size.
mlir::FailureOr<rt::CollectiveStart> collectiveCommand(ir::CollectiveStartOp op,
                                                       int64_t deviceCount);

} // namespace spmd
