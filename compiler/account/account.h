// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The account of a partitioned program: what each collective sends, how often, over which axes, and
// for which op. `spmd-opt --spmd-account` prints it (docs/partitioning.md).
#pragma once
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
  mlir::Type from, to;        // local types
  mlir::Location loc;         // of the op that it is for
  std::string cause;          // "operand 1 of stablehlo.dot_general: [{"data"}, {}] -> [{}, {}]"

  int64_t bytesOfStep() const;
};

struct Account {
  std::vector<AccountEntry> entries; // in the order of the program
  int64_t bytesOfStep() const;
};

/// Sums and products of numbers that are not negative. What is too large becomes 2^63 - 1, so that
/// no limit holds by an overflow.
int64_t boundedSum(int64_t x, int64_t y);
int64_t boundedMultiple(int64_t x, int64_t y);

/// The account of a module behind partition, which runs on so many devices. An all_gather of k
/// bytes among n devices counts k (n - 1) / n, an all_reduce twice that, a reduce_scatter and an
/// all_to_all what their larger side would as an all_gather, a permute what the senders send,
/// averaged over all devices.
Account accountOf(mlir::ModuleOp module, int64_t devices);

void printAccount(const Account &account, llvm::raw_ostream &os);
void printAccountAsJson(const Account &account, llvm::raw_ostream &os);

} // namespace spmd
