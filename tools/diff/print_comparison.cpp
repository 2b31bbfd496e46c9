// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text has totals first, then what moved; lines that do not differ are left out where a list
// may be long.
#include "tools/diff/print_comparison.h"
#include "dialects/source_names.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/ScopedPrinter.h"

namespace spmd::diff {
namespace {

constexpr llvm::StringLiteral kUnknown = "unknown";

/// A number with a sign, or nothing for zero.
///   -1234567 -> "-1,234,567"
std::string signedText(int64_t number) {
  if (number == 0)
    return "";
  return number < 0 ? "-" + grouped(-number) : "+" + grouped(number);
}

/// A row of the table at the top.
void printRow(llvm::StringRef name, llvm::StringRef before, llvm::StringRef after,
              llvm::StringRef change, llvm::raw_ostream &os) {
  std::string row = llvm::formatv("{0,-26}  {1,16}  {2,16}  {3,16}", name, before, after, change);
  os << llvm::StringRef(row).rtrim() << "\n";
}

/// A total. What one side does not know has no change.
void printTotal(llvm::StringRef name, std::optional<int64_t> before, std::optional<int64_t> after,
                llvm::raw_ostream &os) {
  auto text = [](std::optional<int64_t> number) {
    return number ? grouped(*number) : kUnknown.str();
  };
  printRow(name, text(before), text(after), before && after ? signedText(*after - *before) : "",
           os);
}

/// The same for times, in microseconds.
void printTime(llvm::StringRef name, std::optional<double> before, std::optional<double> after,
               llvm::raw_ostream &os) {
  auto text = [](std::optional<double> time) {
    return time ? microseconds(*time) : kUnknown.str();
  };
  // What rounds to nothing is no change.
  std::string change = before && after ? microseconds(*after - *before) : "";
  if (change == "0.00" || change == "-0.00")
    change = "";
  else if (!change.empty() && change.front() != '-')
    change = "+" + change;
  printRow(name, text(before), text(after), change, os);
}

// What is not known of one program stays empty, and is printed as unknown or null.
std::optional<int64_t> joinedCount(const Side &side) {
  const std::optional<Account> &account = side.costs.joined.account;
  return account ? std::optional(account->count()) : std::nullopt;
}
std::optional<double> joinedTime(const Side &side) {
  const std::optional<Account> &account = side.costs.joined.account;
  return account ? std::optional(account->timeOfStep()) : std::nullopt;
}
std::optional<int64_t> peakOf(const Side &side) {
  return side.costs.peakBytes ? std::optional(int64_t(*side.costs.peakBytes)) : std::nullopt;
}

/// The table at the top: all totals, also those that are equal. Totals come before and after
/// collectives join, since combining changes counts and times, but neither bytes nor causes.
void printTotals(const Side &before, const Side &after, llvm::raw_ostream &os) {
  const Account &old = before.costs.sent, &now = after.costs.sent;
  printRow("", "old", "new", "change", os);
  printTotal("devices", before.costs.devices, after.costs.devices, os);
  printTotal("collectives of a step", old.count(), now.count(), os);
  printTotal("bytes that a device sends", old.bytesOfStep(), now.bytesOfStep(), os);
  printTime("us by the topology", old.timeOfStep(), now.timeOfStep(), os);
  printTotal("left where some join", joinedCount(before), joinedCount(after), os);
  printTime("us of these", joinedTime(before), joinedTime(after), os);
  printTotal("peak bytes of a device", peakOf(before), peakOf(after), os);
  // The reason why generated code does not run a program.
  for (const Side *side : {&before, &after})
    if (!side->costs.joined.fault.empty())
      os << side->file
         << ": what is unknown needs generated code, which does not run this program: "
         << side->costs.joined.fault << "\n";
}

/// "for operand 0 of stablehlo.sine: [{"a"}, {}] -> [{}, {}]", with the value in front.
std::string causeOf(const AccountEntry &entry) {
  if (entry.value.empty() || entry.cause.empty())
    return entry.cause.empty() ? entry.value : entry.cause;
  return entry.value + ", " + entry.cause;
}

/// Where it is: of several alike places the first one.
std::string placeOf(const AccountEntry &entry, int64_t places) {
  std::string place = shortLocation(entry.loc);
  return places > 1 ? place + " and " + std::to_string(places - 1) + " more" : place;
}

/// A line of what moved: - is gone, + is new, * changed.
///   + +3,072 reduce_scatter over data, tensor<..> -> tensor<..>, %0, operand 0 of .., new.mlir:5:3
void printMove(const Move &move, llvm::raw_ostream &os) {
  const AccountEntry &entry = move.after ? *move.after : *move.before;
  const char *sign = !move.before ? "+" : !move.after ? "-" : "*";
  os << llvm::formatv("{0} {1,16}  {2} over {3}, {4} -> {5}, {6}, {7}", sign,
                      signedText(move.change()), ir::stringifyCollectiveKind(entry.kind),
                      entry.axes, llvm::to_string(entry.from), llvm::to_string(entry.to),
                      causeOf(entry), placeOf(entry, move.places))
            .str();
  // The new program's line is above, so the old one's follows.
  if (move.before && move.after)
    os << " (was " << grouped(move.bytesBefore) << " bytes, " << llvm::to_string(move.before->from)
       << " -> " << llvm::to_string(move.before->to) << ", " << shortLocation(move.before->loc)
       << ")";
  os << "\n";
}

/// What main takes or returns in one program and not in the other.
///   argument 1: tensor<8x32xf32> of 32x32 over [["data"], []] -> tensor<32x32xf32> of 32x32 ..
void printBorder(llvm::StringRef what, const std::vector<size_t> &positions,
                 const std::vector<std::string> &before, const std::vector<std::string> &after,
                 llvm::raw_ostream &os) {
  auto text = [](const std::vector<std::string> &all, size_t i) {
    return i < all.size() ? all[i] : "none";
  };
  for (size_t i : positions)
    os << "  " << what << " " << i << ": " << text(before, i) << " -> " << text(after, i) << "\n";
}

/// The same three numbers as in a row of the text.
void writeAmount(llvm::json::OStream &json, llvm::StringRef name, const KindTotal::Amount &amount) {
  json.attributeObject(name, [&] {
    json.attribute("count", amount.count);
    json.attribute("bytes", amount.bytes);
    json.attribute("us", amount.time / 1000);
  });
}

/// The totals of one program. What is not known is null.
void writeSide(llvm::json::OStream &json, llvm::StringRef name, const Side &side) {
  auto orNull = [](auto number) {
    return number ? llvm::json::Value(*number) : llvm::json::Value(nullptr);
  };
  json.attributeObject(name, [&] {
    json.attribute("file", llvm::json::fixUTF8(side.file));
    json.attribute("devices", side.costs.devices);
    json.attribute("count", side.costs.sent.count());
    json.attribute("bytes", side.costs.sent.bytesOfStep());
    json.attribute("us", side.costs.sent.timeOfStep() / 1000);
    std::optional<double> time = joinedTime(side);
    json.attribute("joined_count", orNull(joinedCount(side)));
    json.attribute("joined_us", orNull(time ? std::optional(*time / 1000) : time));
    json.attribute("peak_bytes", orNull(peakOf(side)));
    json.attribute("fault", llvm::json::fixUTF8(side.costs.joined.fault));
  });
}

/// The shape of a move does not depend on its kind: what one program lacks has 0 bytes and an empty
/// place.
void writeMove(llvm::json::OStream &json, const Move &move) {
  const AccountEntry &entry = move.after ? *move.after : *move.before;
  auto place = [](const AccountEntry *entry) {
    return llvm::json::fixUTF8(entry ? shortLocation(entry->loc) : "");
  };
  json.object([&] {
    json.attribute("how", !move.before ? "new" : !move.after ? "gone" : "changed");
    json.attribute("kind", ir::stringifyCollectiveKind(entry.kind));
    json.attribute("axes", entry.axes);
    json.attribute("value", llvm::json::fixUTF8(entry.value));
    json.attribute("cause", entry.cause);
    json.attribute("places", move.places);
    json.attribute("old_bytes", move.bytesBefore);
    json.attribute("new_bytes", move.bytesAfter);
    json.attribute("old_place", place(move.before));
    json.attribute("new_place", place(move.after));
  });
}

} // namespace

// Equal programs give one line.
void printComparison(const Side &before, const Side &after, const Comparison &comparison,
                     llvm::raw_ostream &os) {
  if (comparison.isEqual)
    os << "Equal: the programs send the same, for the same ops, and need the same memory.\n";
  printTotals(before, after, os);
  if (!comparison.kinds.empty())
    os << "\ncollectives, bytes and us by kind and axes\n";
  for (const KindTotal &kind : comparison.kinds)
    os << llvm::formatv(
        "{0,-26}  {1,8} -> {2,-8}  {3,14} -> {4,-14}  {5,10} -> {6}\n", kind.kind + " " + kind.axes,
        grouped(kind.before.count), grouped(kind.after.count), grouped(kind.before.bytes),
        grouped(kind.after.bytes), microseconds(kind.before.time), microseconds(kind.after.time));
  if (!comparison.moves.empty())
    os << "\nwhat moved: bytes of a step, - gone, + new, * changed\n";
  for (const Move &move : comparison.moves)
    printMove(move, os);
  if (!comparison.arguments.empty() || !comparison.results.empty())
    os << "\nwhat main takes and returns on each device\n";
  printBorder("argument", comparison.arguments, before.arguments, after.arguments, os);
  printBorder("result", comparison.results, before.results, after.results, os);
}

// Keys as in --spmd-account=json where they mean the same.
void printComparisonAsJson(const Side &before, const Side &after, const Comparison &comparison,
                           llvm::raw_ostream &os) {
  llvm::json::OStream json(os, 1);
  json.object([&] {
    json.attribute("equal", comparison.isEqual);
    writeSide(json, "old", before);
    writeSide(json, "new", after);
    json.attributeArray("kinds", [&] {
      for (const KindTotal &kind : comparison.kinds)
        json.object([&] {
          json.attribute("kind", kind.kind);
          json.attribute("axes", kind.axes);
          writeAmount(json, "old", kind.before);
          writeAmount(json, "new", kind.after);
        });
    });
    json.attributeArray("moved", [&] {
      for (const Move &move : comparison.moves)
        writeMove(json, move);
    });
    auto writePositions = [&](llvm::StringRef name, const std::vector<size_t> &positions) {
      json.attributeArray(name, [&] {
        for (size_t i : positions)
          json.value(int64_t(i));
      });
    };
    writePositions("arguments", comparison.arguments);
    writePositions("results", comparison.results);
  });
  os << "\n";
}

} // namespace spmd::diff
