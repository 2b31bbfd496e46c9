// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The account of a partitioned program: what each collective sends, how often, over which axes, and
// for which op. `spmd-opt --spmd-account` prints it (docs/partitioning.md).
#pragma once
#include "compiler/topology.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace spmd {

/// One collective of the program.
struct AccountEntry {
  ir::CollectiveKind kind = ir::CollectiveKind::AllGather;
  std::string axes;           // "data", or "8 devices" where groups are lists of ids
  int64_t groupSize = 1;      // devices that exchange
  int64_t times = 1;          // in a step: the trips of the loops around it
  bool isUnbounded = false;   // a loop around it has no known number of trips; it counts as one
  bool isConditional = false; // it stands in a branch
  int64_t bytes = 0;          // that a device sends each time, by ring algorithms
  double time = 0;            // nanoseconds each time, by the topology
  mlir::Type from, to;        // local types
  mlir::Location loc;         // of the op that it is for
  std::string value;          // the value that moves: "%x", or "" without names
  std::string cause;          // "operand 1 of stablehlo.dot_general: [{"data"}, {}] -> [{}, {}]"
  std::string remedy;         // see Cause::remedy

  int64_t bytesOfStep() const;
  double timeOfStep() const { return time * double(times); }
};

struct Account {
  std::vector<AccountEntry> entries; // in the order of the program
  int64_t bytesOfStep() const;
  double timeOfStep() const; // nanoseconds, one collective after another
  int64_t count() const;     // collectives of a step
};

/// What is left of a program's collectives where some join (docs/partitioning.md).
struct JoinedAccount {
  std::optional<Account> account; // nothing if generated code does not run the program
  std::string fault;              // why not, with the place
};

/// Sums and products of numbers that are not negative. What is too large becomes 2^63 - 1, so that
/// no limit holds by an overflow.
int64_t boundedSum(int64_t x, int64_t y);
int64_t boundedMultiple(int64_t x, int64_t y);

/// The account of a module behind partition or a later stage, which runs on so many devices. An
/// all_gather of k bytes among n devices counts k (n - 1) / n, an all_reduce twice that, a
/// reduce_scatter and an all_to_all what their larger side would as an all_gather, a permute what
/// the senders send, averaged over all devices.
/// Each takes the time latency + bytes / rate of the slowest link among its axes; a permute that of
/// one sender. Groups of ids and permutes name no axes, so the slowest link of all counts.
Account accountOf(mlir::ModuleOp module, int64_t devices, const Topology &topology);

/// Emits a remark for each value that is gathered although its dims are split, the largest first:
/// the bytes, and what would keep it split.
void remarkGathers(const Account &account);

/// 1234567 -> 1,234,567
std::string grouped(int64_t number);
/// 1234.5 nanoseconds -> 1.23, in microseconds
std::string microseconds(double nanoseconds);

void printAccount(const Account &account, const JoinedAccount &joined, llvm::raw_ostream &os);
void printAccountAsJson(const Account &account, const JoinedAccount &joined, llvm::raw_ostream &os);

} // namespace spmd
