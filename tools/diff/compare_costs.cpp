// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matches the collectives of two programs. Lines and names of values change with every edit, so
// they decide only which of several alike collectives belong together.
#include "tools/diff/compare_costs.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ScopedPrinter.h"
#include <map>

namespace spmd::diff {
namespace {

using Entries = std::vector<const AccountEntry *>;
/// The entries of both programs that have one text, in the order of the program.
struct Pair {
  Entries before, after;
};
using PairsByText = std::map<std::string, Pair>;
using TextOf = llvm::function_ref<std::string(const AccountEntry &)>;

/// The kind, the devices, and what is sent how often.
std::string sentText(const AccountEntry &entry) {
  return llvm::formatv("{0}|{1}|{2}|{3}|{4}|{5}|{6}|{7}|{8}",
                       ir::stringifyCollectiveKind(entry.kind), entry.axes, entry.groupSize,
                       entry.times, entry.isUnbounded, entry.isConditional, entry.bytes,
                       llvm::to_string(entry.from), llvm::to_string(entry.to));
}

/// The same with the cause: entries of one text are one collective to a reader.
std::string wholeText(const AccountEntry &entry) { return sentText(entry) + "|" + entry.cause; }

/// Why it is sent, without how much: entries of one text may differ in bytes.
std::string causeText(const AccountEntry &entry) {
  return llvm::formatv("{0}|{1}|{2}", ir::stringifyCollectiveKind(entry.kind), entry.axes,
                       entry.cause);
}

/// Sorted by text, so that the result does not depend on addresses.
PairsByText pairsBy(const Pair &all, TextOf textOf) {
  PairsByText pairs;
  for (const AccountEntry *entry : all.before)
    pairs[textOf(*entry)].before.push_back(entry);
  for (const AccountEntry *entry : all.after)
    pairs[textOf(*entry)].after.push_back(entry);
  return pairs;
}

/// Removes entries that both programs have. Of alike ones, those of one value belong together, and
/// then those that come first.
///   before {%a, %b, %c}, after {%c, %d}   ->   before {%b}: %c stays %c, and %a became %d
void cancel(Pair &pair) {
  std::map<std::string, Entries> byValue;
  for (const AccountEntry *entry : pair.after)
    byValue[entry->value].push_back(entry);
  llvm::erase_if(pair.before, [&](const AccountEntry *entry) {
    Entries &same = byValue[entry->value];
    if (same.empty())
      return false;
    llvm::erase(pair.after, same.back());
    same.pop_back();
    return true;
  });
  // What is left has other values in both programs: those were renamed, as far as the numbers of
  // both agree.
  size_t common = std::min(pair.before.size(), pair.after.size());
  pair.before.erase(pair.before.begin(), pair.before.begin() + common);
  pair.after.erase(pair.after.begin(), pair.after.begin() + common);
}

/// What is left of both programs when entries of equal text are removed.
Pair withoutCommon(const Pair &all, TextOf textOf) {
  Pair left;
  for (auto &[text, pair] : pairsBy(all, textOf)) {
    cancel(pair);
    llvm::append_range(left.before, pair.before);
    llvm::append_range(left.after, pair.after);
  }
  return left;
}

/// The entries that are alike, as one.
struct Alike {
  const AccountEntry *first = nullptr;
  int64_t places = 0, bytes = 0;
};

/// Joins entries of one text, the largest first.
///   twelve layers that gather 3,072 bytes each   ->   one entry of 36,864 bytes in twelve places
std::vector<Alike> joinAlike(const Entries &entries) {
  llvm::MapVector<std::string, Alike, std::map<std::string, unsigned>> alike;
  for (const AccountEntry *entry : entries) {
    Alike &all = alike[wholeText(*entry)];
    all.first = all.first ? all.first : entry;
    ++all.places;
    all.bytes = boundedSum(all.bytes, entry->bytesOfStep());
  }
  std::vector<Alike> out;
  for (auto &[text, all] : alike)
    out.push_back(all);
  llvm::sort(out, [](const Alike &l, const Alike &r) {
    return l.bytes != r.bytes ? l.bytes > r.bytes : l.first < r.first;
  });
  return out;
}

/// The moves of one cause. Where both programs send something for it, it became larger or smaller.
void addMoves(const Pair &pair, std::vector<Move> &moves) {
  std::vector<Alike> before = joinAlike(pair.before), after = joinAlike(pair.after);
  for (size_t i = 0; i < std::max(before.size(), after.size()); ++i) {
    Move move;
    if (i < before.size()) {
      move.before = before[i].first;
      move.bytesBefore = before[i].bytes;
      move.places = before[i].places;
    }
    if (i < after.size()) {
      move.after = after[i].first;
      move.bytesAfter = after[i].bytes;
      move.places = std::max(move.places, after[i].places);
    }
    moves.push_back(move);
  }
}

/// Where a move comes in the list: the larger change first, then what is sent more, then by text.
bool comesBefore(const Move &l, const Move &r) {
  auto size = [](const Move &move) { return std::abs(move.change()); };
  auto text = [](const Move &move) { return wholeText(move.after ? *move.after : *move.before); };
  if (size(l) != size(r))
    return size(l) > size(r);
  int64_t left = std::max(l.bytesBefore, l.bytesAfter),
          right = std::max(r.bytesBefore, r.bytesAfter);
  return left != right ? left > right : text(l) < text(r);
}

/// What moved. A program that was partitioned before does not know why it sends what it sends, so
/// then the causes do not count.
std::vector<Move> movesOf(const Side &before, const Side &after) {
  Pair all;
  for (const AccountEntry &entry : before.costs.sent.entries)
    all.before.push_back(&entry);
  for (const AccountEntry &entry : after.costs.sent.entries)
    all.after.push_back(&entry);
  bool hasCauses = !before.wasPartitioned && !after.wasPartitioned;
  std::vector<Move> moves;
  for (const auto &[text, pair] :
       pairsBy(withoutCommon(all, hasCauses ? wholeText : sentText), causeText))
    addMoves(pair, moves);
  llvm::sort(moves, comesBefore);
  return moves;
}

/// The totals by kind and axes that differ. They are of the account, where collectives are apart:
/// those that have joined may be of several causes.
std::vector<KindTotal> kindsOf(const Account &before, const Account &after) {
  std::map<std::pair<std::string, std::string>, KindTotal> totals;
  auto add = [&](const Account &account, KindTotal::Amount KindTotal::*side) {
    for (const AccountEntry &entry : account.entries) {
      std::string kind = ir::stringifyCollectiveKind(entry.kind).str();
      KindTotal &total = totals[{kind, entry.axes}];
      total.kind = kind;
      total.axes = entry.axes;
      KindTotal::Amount &amount = total.*side;
      amount.count = boundedSum(amount.count, entry.times);
      amount.bytes = boundedSum(amount.bytes, entry.bytesOfStep());
      amount.time += entry.timeOfStep();
    }
  };
  add(before, &KindTotal::before);
  add(after, &KindTotal::after);
  std::vector<KindTotal> out;
  for (auto &[name, total] : totals)
    // Times follow from the rest, up to the order in which they are added.
    if (total.before.count != total.after.count || total.before.bytes != total.after.bytes)
      out.push_back(total);
  return out;
}

/// The positions at which two lists differ.
std::vector<size_t> differences(const std::vector<std::string> &before,
                                const std::vector<std::string> &after) {
  std::vector<size_t> out;
  for (size_t i = 0; i < std::max(before.size(), after.size()); ++i)
    if (i >= before.size() || i >= after.size() || before[i] != after[i])
      out.push_back(i);
  return out;
}

/// Whether as many are left where collectives join. What is not known of both is equal.
bool joinAlike(const JoinedAccount &before, const JoinedAccount &after) {
  if (!before.account || !after.account)
    return before.account.has_value() == after.account.has_value();
  return before.account->count() == after.account->count() &&
         before.account->bytesOfStep() == after.account->bytesOfStep();
}

} // namespace

// Times follow from the rest, so they decide nothing: a topology is no property of a program.
Comparison compare(const Side &before, const Side &after) {
  Comparison out;
  out.kinds = kindsOf(before.costs.sent, after.costs.sent);
  out.moves = movesOf(before, after);
  out.arguments = differences(before.arguments, after.arguments);
  out.results = differences(before.results, after.results);
  out.isEqual = out.kinds.empty() && out.moves.empty() && out.arguments.empty() &&
                out.results.empty() && before.costs.devices == after.costs.devices &&
                before.costs.peakBytes == after.costs.peakBytes &&
                joinAlike(before.costs.joined, after.costs.joined);
  return out;
}

} // namespace spmd::diff
