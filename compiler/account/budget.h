// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits on an account: those of the command line (`--spmd-fail-on=all_gather>1MiB`), and those
// that a program's text states beside what it tests:
//   // BUDGET: main all_gather<=2 bytes<=28KiB peak<=1MiB
#pragma once
#include "compiler/account/account.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/SourceMgr.h"

namespace spmd {

/// What may be sent.
struct Limit {
  enum Subject : uint8_t {
    EachCollective, // bytes of one collective of the kind in a step
    Count,          // collectives of the kind in a step
    Bytes,          // bytes of all collectives in a step
    Peak,           // bytes of memory of one device
  };
  Subject subject = EachCollective;
  std::optional<ir::CollectiveKind> kind; // null: of any kind
  int64_t most = 0;
  std::string text; // as it was written
};

/// Parses "KIND>BYTES, ...": KIND is all_gather, all_reduce, reduce_scatter, all_to_all,
/// collective_permute, collective_broadcast, their short forms gather, reduce, scatter, permute,
/// broadcast, or any; BYTES is a number with or without KiB, MiB or GiB.
llvm::Expected<llvm::SmallVector<Limit>> parseLimits(llvm::StringRef text);

/// Emits an error for each collective that exceeds one of the limits.
mlir::LogicalResult checkLimits(const Account &account, llvm::ArrayRef<Limit> limits);

/// A limit of a program's text, and where it stands.
struct BudgetLimit {
  Limit limit;
  llvm::StringRef at;
};

/// Reads the lines "// BUDGET: main KIND<=COUNT bytes<=BYTES peak<=BYTES" of a program's text; the
/// name of the function may be left out. Errors of lines that cannot be read are printed by
/// `sources` at the line. A text without such lines is refused.
mlir::FailureOr<llvm::SmallVector<BudgetLimit>> readBudget(llvm::SourceMgr &sources,
                                                           llvm::StringRef text);

/// What a budget is compared with. `peakBytes` may be missing: then `fault` says why.
struct Spending {
  const Account &account;
  std::optional<uint64_t> peakBytes;
  llvm::StringRef fault;
};

/// Prints an error for each limit that does not hold.
mlir::LogicalResult checkBudget(const Spending &spent, llvm::ArrayRef<BudgetLimit> budget,
                                llvm::SourceMgr &sources);

} // namespace spmd
