// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic on scalars in memory, for loop counters, predicates and start indices. Each
// combination of HostOp and type is a function that a walk calls.
#pragma once
#include "runtime/program.h"

namespace spmd::rt {

/// Reads up to three scalars of HostCommand::type and writes one of HostCommand::resultType.
using HostFn = void (*)(const void *const *operands, void *result);

/// Null where the operation is not defined on these types (floats, except for Copy and Select), and
/// for PartitionId, which does not depend on operands.
HostFn hostFunction(HostOp op, DType type, DType resultType);

/// The number of operands of `op`.
int operandCount(HostOp op);

/// The scalar at `address` as a signed number. Unsigned values above 2^63 - 1 become 2^63 - 1. Pred
/// is 0 or 1.
int64_t readInteger(DType type, const void *address);

bool isInteger(DType type); // S8 to U64

} // namespace spmd::rt
