// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The account as a table with totals, and as JSON.
#include "compiler/account/account.h"
#include "dialects/source_names.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace mlir;

namespace spmd {
namespace {

/// Entries that are alike in every column of the table.
struct Row {
  const AccountEntry *entry = nullptr;
  int64_t count = 0, bytes = 0; // of a step
  double time = 0;              // nanoseconds of a step
};

/// In the order in which texts come first.
using RowsByText = llvm::MapVector<std::string, Row, std::map<std::string, unsigned>>;

/// A type as the program writes it.
std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// How often: "12", "12 x 3" of three alike, "12+" if a loop has no known number of trips.
std::string timesText(const Row &row) {
  std::string text = std::to_string(row.entry->times);
  if (row.entry->isUnbounded)
    text += "+";
  if (row.entry->isConditional)
    text += "?";
  return row.count == 1 ? text : text + " x " + std::to_string(row.count);
}

/// The rows of the table, the largest first. A layer that is unrolled twelve times gives one row of
/// twelve.
llvm::SmallVector<Row> rowsOf(const Account &account) {
  RowsByText rows;
  for (const AccountEntry &entry : account.entries) {
    std::string key = llvm::formatv(
        "{0}|{1}|{2}|{3}|{4}|{5}", ir::stringifyCollectiveKind(entry.kind), entry.axes, entry.times,
        textOf(entry.from), textOf(entry.to), entry.cause + shortLocation(entry.loc));
    Row &row = rows[key];
    row.entry = &entry;
    ++row.count;
    row.bytes = boundedSum(row.bytes, entry.bytesOfStep());
    row.time += entry.timeOfStep();
  }
  llvm::SmallVector<Row> all;
  for (auto &[key, row] : rows)
    all.push_back(row);
  // Entries lie in the order of the program.
  llvm::sort(all, [](const Row &l, const Row &r) {
    return l.bytes != r.bytes ? l.bytes > r.bytes : l.entry < r.entry;
  });
  return all;
}

/// Bytes and collectives by a property of the entries, the largest first.
llvm::SmallVector<std::pair<std::string, Row>>
totalsBy(const Account &account, llvm::function_ref<std::string(const AccountEntry &)> nameOf) {
  RowsByText totals;
  for (const AccountEntry &entry : account.entries) {
    Row &row = totals[nameOf(entry)];
    row.count = boundedSum(row.count, entry.times);
    row.bytes = boundedSum(row.bytes, entry.bytesOfStep());
    row.time += entry.timeOfStep();
  }
  auto all = totals.takeVector();
  llvm::sort(all, [](const auto &l, const auto &r) {
    return l.second.bytes != r.second.bytes ? l.second.bytes > r.second.bytes : l.first < r.first;
  });
  return {all.begin(), all.end()};
}

/// The properties by which there are totals.
std::string kindOf(const AccountEntry &entry) {
  return ir::stringifyCollectiveKind(entry.kind).str();
}
std::string axesOf(const AccountEntry &entry) { return entry.axes; }
/// The cause without shardings: what comes before the colon.
std::string userOf(const AccountEntry &entry) {
  llvm::StringRef cause = llvm::StringRef(entry.cause).split(':').first;
  return cause.empty() ? "unknown" : cause.str();
}

/// A property by which the table has totals.
struct Total {
  llvm::StringLiteral name;
  std::string (*of)(const AccountEntry &);
};
constexpr Total kTotals[] = {{"kind", kindOf}, {"axes", axesOf}, {"cause", userOf}};

/// The line about time, and about what is left where collectives join.
void printTimes(const Account &account, const JoinedAccount &joined, llvm::raw_ostream &os) {
  os << "By the topology they take " << microseconds(account.timeOfStep())
     << " us one after another.";
  if (joined.account)
    os << " Where collectives join, " << grouped(joined.account->count())
       << " are left, which take " << microseconds(joined.account->timeOfStep()) << " us.\n";
  else
    os << " How many join is not known: " << joined.fault << "\n";
}

} // namespace

std::string grouped(int64_t number) {
  std::string digits = std::to_string(number);
  for (int64_t at = int64_t(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(size_t(at), ",");
  return digits;
}

// Two digits are 10 ns, a hundredth of the default latency.
std::string microseconds(double nanoseconds) { return llvm::formatv("{0:F2}", nanoseconds / 1000); }

void printAccount(const Account &account, const JoinedAccount &joined, llvm::raw_ostream &os) {
  // The first line is enough for a glance.
  os << "In a step each device sends " << grouped(account.bytesOfStep()) << " bytes by "
     << grouped(account.count()) << " collectives.\n";
  if (account.entries.empty())
    return;
  printTimes(account, joined, os);
  os << "\n"
     << llvm::formatv("{0,14}  {1,10}  {2,-8}  {3,-20}  {4,-14}  {5}\n", "bytes", "us", "times",
                      "collective", "axes", "what for");
  for (const Row &row : rowsOf(account)) {
    // The columns are as wide as usual names; longer ones push the rest.
    std::string place = shortLocation(row.entry->loc);
    os << llvm::formatv("{0,14}  {1,10}  {2,-8}  {3,-20}  {4,-14}  {5} -> {6}", grouped(row.bytes),
                        microseconds(row.time), timesText(row), kindOf(*row.entry), row.entry->axes,
                        textOf(row.entry->from), textOf(row.entry->to));
    if (!row.entry->cause.empty())
      os << ", " << row.entry->cause;
    if (!place.empty())
      os << ", " << place;
    os << "\n";
  }
  // What the table shows by place, once more by kind, axes and cause.
  for (const Total &total : kTotals) {
    os << "\nby " << total.name << "\n";
    for (const auto &[name, row] : totalsBy(account, total.of))
      os << llvm::formatv("{0,14}  {1,10}  {2,-8}  {3}\n", grouped(row.bytes),
                          microseconds(row.time), row.count, name);
  }
}

// Numbers as numbers, types and places as text. Totals are objects from names to bytes.
void printAccountAsJson(const Account &account, const JoinedAccount &joined,
                        llvm::raw_ostream &os) {
  llvm::json::OStream json(os, 1);
  json.object([&] {
    json.attribute("bytes", account.bytesOfStep());
    json.attribute("count", account.count());
    json.attribute("us", account.timeOfStep() / 1000);
    if (joined.account)
      json.attributeObject("joined", [&] {
        json.attribute("count", joined.account->count());
        json.attribute("us", joined.account->timeOfStep() / 1000);
      });
    else
      json.attribute("joined", nullptr);
    json.attributeArray("collectives", [&] {
      for (const AccountEntry &entry : account.entries)
        json.object([&] {
          json.attribute("kind", kindOf(entry));
          json.attribute("axes", entry.axes);
          json.attribute("devices", entry.groupSize);
          json.attribute("times", entry.times);
          json.attribute("trips_known", !entry.isUnbounded);
          json.attribute("in_branch", entry.isConditional);
          json.attribute("bytes", entry.bytes);
          json.attribute("us", entry.time / 1000);
          json.attribute("from", textOf(entry.from));
          json.attribute("to", textOf(entry.to));
          json.attribute("value", entry.value);
          json.attribute("cause", entry.cause);
          json.attribute("remedy", entry.remedy);
          json.attribute("place", shortLocation(entry.loc));
        });
    });
    for (const Total &total : kTotals)
      json.attributeObject(("by_" + total.name).str(), [&] {
        for (const auto &[name, row] : totalsBy(account, total.of))
          json.attribute(name, row.bytes);
      });
  });
  os << "\n";
}

} // namespace spmd
