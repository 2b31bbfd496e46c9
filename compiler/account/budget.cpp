// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads limits and compares an account with them.
#include "compiler/account/budget.h"
#include "compiler/byte_count.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace spmd {
namespace {

constexpr llvm::StringLiteral kKindNames =
    "all_gather, all_reduce, reduce_scatter, all_to_all, collective_permute, collective_broadcast "
    "or any";

/// An error without a place; callers add where the text stands.
llvm::Error failure(const Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// The kind of a name; the inner optional is empty for "any".
std::optional<std::optional<ir::CollectiveKind>> kindNamed(StringRef name) {
  if (name == "any")
    return std::optional<ir::CollectiveKind>();
  StringRef full = llvm::StringSwitch<StringRef>(name)
                       .Case("gather", "all_gather")
                       .Case("reduce", "all_reduce")
                       .Case("scatter", "reduce_scatter")
                       .Case("permute", "collective_permute")
                       .Case("broadcast", "collective_broadcast")
                       .Default(name);
  std::optional<ir::CollectiveKind> kind = ir::symbolizeCollectiveKind(full);
  if (!kind)
    return std::nullopt;
  return std::optional<std::optional<ir::CollectiveKind>>(kind);
}

/// One limit of a budget: all_gather<=2 or bytes<=28KiB.
llvm::Expected<Limit> parseAllowance(StringRef text) {
  // No space stands around the sign: spaces part limits.
  auto [name, most] = text.split("<=");
  if (name == text)
    return failure("'" + text + "' is no limit of the form NAME<=NUMBER");
  Limit limit{.subject = Limit::Count, .text = text.str()};
  if (name == "bytes" || name == "wire_bytes" || name == "peak") {
    llvm::Expected<int64_t> bytes = parseByteCount(most);
    if (!bytes)
      return bytes.takeError();
    limit.subject = name == "peak" ? Limit::Peak : Limit::Bytes;
    limit.most = *bytes;
    return limit;
  }
  auto kind = kindNamed(name);
  if (!kind)
    return failure("'" + name + "' is none of bytes, peak, " + kKindNames);
  if (most.getAsInteger(10, limit.most) || limit.most < 0)
    return failure("'" + most + "' is no number of collectives");
  limit.kind = *kind;
  return limit;
}

/// Prints an error at a place of the program's text.
void printError(const llvm::SourceMgr &sources, StringRef at, const Twine &message) {
  sources.PrintMessage(llvm::SMLoc::getFromPointer(at.data()), llvm::SourceMgr::DK_Error, message);
}

/// Whether the limit is about such collectives.
bool isOf(const AccountEntry &entry, const Limit &limit) {
  return !limit.kind || entry.kind == *limit.kind;
}

/// What a step has of what the limit counts.
int64_t amountOf(const Account &account, const Limit &limit) {
  // Collectives in loops count for each trip.
  int64_t amount = 0;
  for (const AccountEntry &entry : account.entries)
    if (isOf(entry, limit))
      amount =
          boundedSum(amount, limit.subject == Limit::Bytes ? entry.bytesOfStep() : entry.times);
  return amount;
}

} // namespace

// Spaces around commas and signs do not matter here.
llvm::Expected<SmallVector<Limit>> parseLimits(StringRef text) {
  SmallVector<Limit> limits;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [name, most] = part.trim().split('>');
    auto kind = kindNamed(name.trim());
    if (!kind)
      return failure("'" + name.trim() + "' is not " + kKindNames);
    llvm::Expected<int64_t> bytes = parseByteCount(most.trim());
    if (!bytes)
      return bytes.takeError();
    limits.push_back({Limit::EachCollective, *kind, *bytes, part.trim().str()});
  }
  return limits;
}

// An error for each collective and each limit that it exceeds.
LogicalResult checkLimits(const Account &account, ArrayRef<Limit> limits) {
  bool holds = true;
  for (const AccountEntry &entry : account.entries)
    for (const Limit &limit : limits)
      if (isOf(entry, limit) && entry.bytesOfStep() > limit.most) {
        InFlightDiagnostic error = emitError(entry.loc)
                                   << "an " << ir::stringifyCollectiveKind(entry.kind) << " over "
                                   << entry.axes << " sends " << entry.bytesOfStep()
                                   << " bytes from each device in a step, more than the "
                                   << limit.most << " of --spmd-fail-on=" << limit.text;
        if (!entry.cause.empty())
          error.attachNote() << "it is for " << entry.cause;
        if (!entry.remedy.empty())
          error.attachNote() << entry.remedy;
        holds = false;
      }
  return success(holds);
}

// Reports all that cannot be read, not the first only.
FailureOr<SmallVector<BudgetLimit>> readBudget(llvm::SourceMgr &sources, StringRef text) {
  SmallVector<BudgetLimit> budget;
  bool isRead = true, exists = false;
  auto report = [&](StringRef at, const Twine &message) {
    isRead = false;
    printError(sources, at, message);
  };
  // Lines may stand anywhere in the text.
  for (StringRef rest = text; !rest.empty();) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    auto [before, stated] = line.split("// BUDGET:");
    if (before.size() == line.size())
      continue;
    exists = true;
    SmallVector<StringRef> parts;
    stated.trim().split(parts, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    // Calls are inlined, so main is all that there is.
    ArrayRef<StringRef> limits = parts;
    if (!limits.empty() && limits.front() == "main")
      limits = limits.drop_front();
    if (limits.empty())
      report(line, "states no limit");
    for (StringRef part : limits) {
      if (llvm::Expected<Limit> limit = parseAllowance(part))
        budget.push_back({*limit, part});
      else
        report(part, llvm::toString(limit.takeError()));
    }
  }
  if (!exists)
    llvm::errs() << "the program has no line '// BUDGET: ...'\n";
  if (!exists || !isRead)
    return mlir::failure();
  return budget;
}

// Reports all that does not hold. A peak that is not known does not hold: else a limit that nobody
// checks would pass in silence.
LogicalResult checkBudget(const Spending &spent, ArrayRef<BudgetLimit> budget,
                          llvm::SourceMgr &sources) {
  bool holds = true;
  auto report = [&](StringRef at, const Twine &message) {
    holds = false;
    printError(sources, at, message);
  };
  for (const BudgetLimit &stated : budget) {
    const Limit &limit = stated.limit;
    if (limit.subject != Limit::Peak) {
      if (int64_t amount = amountOf(spent.account, limit); amount > limit.most)
        report(stated.at, "does not hold: a step has " + Twine(amount));
    } else if (!spent.peakBytes) {
      report(stated.at, "is not known to hold, since generated code does not run this program: " +
                            spent.fault);
    } else if (*spent.peakBytes > uint64_t(limit.most)) {
      report(stated.at, "does not hold: a device needs " + Twine(*spent.peakBytes) + " bytes");
    }
  }
  return success(holds);
}

} // namespace spmd
