// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long the commands of a program take, as far as the order of exchanges depends on it. The
// numbers are those of one core of the reference machine (compiler/machine.h), so that all ranks
// order their exchanges alike. They need to be right within a factor of two.
#pragma once
#include "compiler/machine.h"
#include "compiler/topology.h"
#include "dialects/spmd/spmd.h"

namespace spmd {

/// Additions of f32 of the reference machine in a nanosecond: one vector each cycle at 3 GHz.
inline constexpr double kAdditionsPerNs = 3 * double(Machine{}.vectorBytes) / 4;

/// Nanoseconds in which a device computes the op, its regions included. Exchanges take none.
double computeTime(mlir::Operation *op);

/// The op that ends an exchange.
ir::CollectiveDoneOp doneOf(ir::CollectiveStartOp start);
/// The bytes of the larger side, as buffers hold them.
int64_t exchangedBytes(ir::CollectiveStartOp start);
/// The bytes by which the peak of a program may grow for its exchanges, if `asked` for: -1 asks for
/// one of so many parts of six times the largest exchange, or of all that a trip of a loop
/// exchanges if that is more. 0 without an exchange.
int64_t exchangeMemory(mlir::Operation *program, int64_t asked, int64_t parts);
/// The link that the exchange waits for. Lists of ids and permutes name no axes, so they wait for
/// the slowest one of all.
Link linkOf(ir::CollectiveStartOp start, const Topology &topology);
/// Nanoseconds from the start of an exchange to its end where the links are free: the bytes that a
/// device sends in a ring (runtime/program_stats.h) at the rate of the link, and a latency.
double exchangeTime(ir::CollectiveStartOp start, const Topology &topology);

} // namespace spmd
