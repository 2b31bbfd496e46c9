// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic on scalars in memory, for loop counters, predicates and start indices: each
// HostOp and type as a function that a walk calls.
#pragma once
#include "runtime/program.h"

namespace spmd::rt {

/// Reads up to three scalars of HostCommand::type and writes one of HostCommand::resultType.
using HostFn = void (*)(const void *const *operands, void *result);

/// Null where the operation has no meaning on these types (floats, but for Copy), and for
/// PartitionId, which is no function of its operands.
HostFn hostFunction(HostOp op, DType type, DType resultType);

/// How many operands `op` takes.
int operandCount(HostOp op);

/// The scalar at `address` as a signed number; unsigned values beyond 2^63 - 1 become 2^63 - 1.
/// Pred is 0 or 1.
int64_t readInteger(DType type, const void *address);

bool isInteger(DType type); // S8 to U64

} // namespace spmd::rt
