// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts the sources of each window away from its shard: the next one with wanted rows to the left
// is number -1, to the right number 1. Transfers of one number go in one round, unless one shard
// would send twice in it.
#include "compiler/placement/window_exchange.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace spmd {
namespace {

/// The transfers to one shard, from the lowest source to the highest.
llvm::SmallVector<RowTransfer> transfersTo(const RowWindow &window, int64_t target) {
  llvm::SmallVector<RowTransfer> transfers;
  int64_t begin = window.begin(target), end = begin + window.size;
  int64_t last = std::min(window.shards - 1, llvm::divideFloorSigned(end - 1, window.rows));
  for (int64_t source = std::max<int64_t>(0, llvm::divideFloorSigned(begin, window.rows));
       source <= last; ++source) {
    int64_t low = std::max(begin, source * window.rows),
            high = std::min(end, (source + 1) * window.rows);
    if (low < high)
      transfers.push_back({source, target, low - source * window.rows, low - begin, high - low});
  }
  return transfers;
}

/// Whether all transfers of both rounds can go in one, with no row more.
bool canJoin(const ExchangeRound &round, const ExchangeRound &other) {
  if (round.rows != other.rows)
    return false;
  llvm::DenseSet<int64_t> sources, targets;
  for (const RowTransfer &t : other.transfers) {
    sources.insert(t.source);
    targets.insert(t.target);
  }
  return llvm::none_of(round.transfers, [&](const RowTransfer &t) {
    return sources.contains(t.source) || targets.contains(t.target);
  });
}

} // namespace

// Rows of the left neighbour, own rows and rows of the right one do not overlap. A reversed dim of
// an odd number of shards is not regular: the shard in the middle keeps what all others send.
bool WindowExchange::isRegular(const RowWindow &window) const {
  llvm::SmallVector<std::pair<int64_t, int64_t>> parts; // begin, end
  auto add = [&](llvm::ArrayRef<RowTransfer> transfers) {
    const RowTransfer &first = transfers.front();
    parts.push_back({first.to, first.to + first.size});
    return llvm::all_of(transfers, [&](const RowTransfer &t) {
      return t.from == first.from && t.to == first.to && t.size == first.size;
    });
  };
  if (!own.empty() && (int64_t(own.size()) != window.shards || !add(own)))
    return false;
  if (!llvm::all_of(rounds, [&](const ExchangeRound &round) { return add(round.transfers); }))
    return false;
  llvm::sort(parts);
  return llvm::all_of(llvm::zip(parts, llvm::drop_begin(parts)), [](auto neighbours) {
    auto [left, right] = neighbours;
    return left.second <= right.first;
  });
}

// With rows 4 and windows of 6 rows from one row before each shard, the rounds are:
//   number -1   0->1, 1->2, 2->3   the last row of the left neighbour
//   number  1   1->0, 2->1, 3->2   the first row of the right neighbour
WindowExchange planWindow(const RowWindow &window) {
  WindowExchange exchange;
  // Rounds by the number of the source, then by how often a shard has sent under that number.
  std::map<std::pair<int64_t, int64_t>, ExchangeRound> rounds;
  std::map<std::pair<int64_t, int64_t>, int64_t> sent; // number, source -> transfers
  for (int64_t target = 0; target < window.shards; ++target) {
    llvm::SmallVector<RowTransfer> transfers = transfersTo(window, target);
    int64_t before =
        llvm::count_if(transfers, [&](const RowTransfer &t) { return t.source < target; });
    int64_t number = -before;
    for (const RowTransfer &transfer : transfers) {
      if (transfer.source == target) {
        exchange.own.push_back(transfer);
        number = 1;
        continue;
      }
      if (number == 0) // the shard holds none of the rows
        number = 1;
      ExchangeRound &round = rounds[{number, sent[{number, transfer.source}]++}];
      round.rows = std::max(round.rows, transfer.size);
      round.transfers.push_back(transfer);
      ++number;
    }
  }
  // Rounds that share no shard become one.
  llvm::SmallVector<int64_t> rowsSent(window.shards, 0);
  for (auto &[key, round] : rounds) {
    for (const RowTransfer &transfer : round.transfers)
      rowsSent[transfer.source] += round.rows;
    auto *into = llvm::find_if(
        exchange.rounds, [&](const ExchangeRound &earlier) { return canJoin(earlier, round); });
    if (into == exchange.rounds.end())
      exchange.rounds.push_back(std::move(round));
    else
      into->transfers.append(round.transfers);
  }
  for (int64_t rows : rowsSent)
    exchange.sentRows = std::max(exchange.sentRows, rows);
  return exchange;
}

} // namespace spmd
