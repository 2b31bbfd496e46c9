// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts the start of each exchange earlier and its end later, so that a device computes while bytes
// travel.
//   a = matmul; s = start gather; w = done s; b = matmul a, w
//   ->   s = start gather; a = matmul; w = done s; b = matmul a, w
// The pass plays the block through in time. One exchange after the other occupies the network, and
// one op after the other the device. The next op is the first one of the given order whose operands
// have arrived. An exchange starts when its result will be read soon. The peak of memory may grow
// by a budget.
#include "compiler/optimize/block_graph.h"
#include "compiler/optimize/time_estimate.h"
#include "compiler/passes.h"
#include <set>

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_OVERLAPEXCHANGES
#include "compiler/passes.h.inc"
namespace {

using ir::CollectiveDoneOp;
using ir::CollectiveStartOp;
using Order = BlockGraph::Order;

/// The most nodes that may go next which are looked at. Later ones wait.
constexpr size_t kMostCandidates = 64;
/// The exchanges that are under way before their turn: one travels, the next one is ready when the
/// network is free.
constexpr unsigned kMostEarly = 2;
/// An exchange starts so many times its own time before its result is read, since times are
/// estimates.
constexpr double kAhead = 2;

/// Views and ops that make and cost less than this go at once: they compute what is to be sent.
constexpr int64_t kIndexBytes = 64;
constexpr double kIndexTime = 100; // nanoseconds

/// How many parts of the budget are tried, from the whole down.
constexpr int64_t kLimits = 4;

/// Plays an order of a block through in time.
class Timeline {
public:
  Timeline(const BlockGraph &graph, const Topology &topology)
      : graph(graph), time(graph.nodes.size()), readAt(graph.nodes.size()),
        kind(graph.nodes.size(), Kind::Compute) {
    for (auto [n, node] : llvm::enumerate(graph.nodes)) {
      Operation *op = node.ops.front();
      if (auto start = dyn_cast<CollectiveStartOp>(op)) {
        kind[n] = Kind::Start;
        time[n] = exchangeTime(start, topology);
      } else if (isa<CollectiveDoneOp>(op)) {
        kind[n] = Kind::Done;
      } else {
        time[n] = computeTime(op);
        bool isSmall = llvm::all_of(
            node.makes, [&](unsigned s) { return graph.storages[s].bytes <= kIndexBytes; });
        if (isSmall && time[n] <= kIndexTime)
          kind[n] = Kind::Index;
      }
    }
    findReaders();
    findDeadlines();
    findUse();
  }

  /// The order with early starts and late ends. Its peak stays within `limit` bytes as far as it is
  /// known on the way: an op whose turn it is goes on in any case.
  Order overlapped(int64_t limit);
  /// Nanoseconds from the first op to the last.
  double duration(const Order &order);

private:
  enum class Kind : uint8_t { Compute, Index, Start, Done };
  const BlockGraph &graph;
  std::vector<double> time;     // nanoseconds of each node
  std::vector<double> readAt;   // of a start: the work before the first reader of its result
  std::vector<double> deadline; // of a start: the work before which its exchange has to end
  // mostUsed[k][n]: the most bytes at one time while 2^k nodes from n on run in the given order.
  std::vector<std::vector<int64_t>> mostUsed;
  std::vector<Kind> kind;

  // How far the block has been played. A storage is live from the node that makes it to its last
  // reader.
  Order order;
  double now = 0, networkFree = 0, worked = 0; // nanoseconds
  std::vector<double> ends, arrivals;          // of starts by node, and in the order of placing
  std::vector<bool> placed;
  std::vector<unsigned> waiting; // for how many nodes, ends of exchanges that are under way apart
  std::set<unsigned> candidates; // that wait for none, in the given order
  std::vector<unsigned> left;    // readers of a storage
  int64_t live = 0;              // bytes

  void findReaders();
  void findDeadlines();
  void findUse();
  void restart();
  void place(unsigned n);
  void placeWithEnds(unsigned n);
  double readyAt(unsigned n) const;
  int64_t usedBy(unsigned n) const;
  bool fitsUntilTurn(unsigned n, int64_t limit) const;
  bool mayGo(unsigned n, int64_t limit) const;
  bool isDue(unsigned start) const;
  double nextWork() const;
  std::optional<unsigned> next(int64_t limit) const;
  unsigned startOf(unsigned done) const { return graph.nodes[done].before.front(); }
  void follow(unsigned n);
};

/// The work of all ops before the one that first reads the result, in the given order.
void Timeline::findReaders() {
  double before = 0;
  std::vector<double> at(time.size());
  for (size_t n = 0; n < time.size(); ++n) {
    at[n] = before;
    before += kind[n] == Kind::Compute ? time[n] : 0;
  }
  for (unsigned n = 0; n < time.size(); ++n)
    if (kind[n] == Kind::Done) {
      double first = before;
      for (unsigned reader : graph.nodes[n].after)
        first = std::min(first, at[reader]);
      readAt[startOf(n)] = first;
    }
}

/// One exchange follows the other on the network. So each one has to end before its result is read
/// and before the next one has to start. Where exchanges take longer than the work of the block,
/// the first deadlines are below zero, and the network never waits.
void Timeline::findDeadlines() {
  std::vector<unsigned> starts;
  for (unsigned n = 0; n < kind.size(); ++n)
    if (kind[n] == Kind::Start)
      starts.push_back(n);
  llvm::sort(starts, [&](unsigned a, unsigned b) {
    return std::pair(readAt[a], a) < std::pair(readAt[b], b);
  });
  deadline = readAt;
  for (size_t i = starts.size(); i-- > 1;) {
    double &before = deadline[starts[i - 1]];
    before = std::min(before, deadline[starts[i]] - time[starts[i]]);
  }
}

/// Plays the given order, and lets each level tell the most of two neighbours of the level before.
void Timeline::findUse() {
  restart();
  mostUsed.emplace_back();
  for (unsigned n = 0; n < time.size(); ++n) {
    mostUsed[0].push_back(usedBy(n));
    place(n);
  }
  for (size_t step = 1; 2 * step <= time.size(); step *= 2) {
    std::vector<int64_t> half = mostUsed.back(), &whole = mostUsed.emplace_back();
    for (size_t n = 0; n + step < half.size(); ++n)
      whole.push_back(std::max(half[n], half[n + step]));
  }
}

/// Goes back to the beginning of the block: its arguments are live, and what needs no other node
/// may go.
void Timeline::restart() {
  size_t count = graph.nodes.size();
  order.clear();
  now = networkFree = worked = 0;
  ends.assign(count, 0);
  arrivals.clear();
  placed.assign(count, false);
  waiting.resize(count);
  candidates.clear();
  live = 0;
  left.resize(graph.storages.size());
  for (auto [s, storage] : llvm::enumerate(graph.storages)) {
    left[s] = storage.readers.size() + storage.isReturned;
    live += storage.isArgument ? storage.bytes : 0;
  }
  for (unsigned n = 0; n < count; ++n)
    waiting[n] = graph.nodes[n].before.size();
  for (unsigned n = 0; n < count; ++n)
    if (!waiting[n])
      candidates.insert(n);
}

/// Advances the time and the bytes by one node.
void Timeline::place(unsigned n) {
  const BlockGraph::Node &node = graph.nodes[n];
  order.push_back(n);
  placed[n] = true;
  switch (kind[n]) {
  case Kind::Start:
    networkFree = ends[n] = std::max(now, networkFree) + time[n];
    arrivals.push_back(networkFree);
    break;
  case Kind::Done:
    now = std::max(now, ends[startOf(n)]);
    break;
  case Kind::Index:
    break;
  case Kind::Compute:
    now += time[n];
    worked += time[n];
    break;
  }
  for (unsigned s : node.makes)
    live += graph.storages[s].bytes;
  for (unsigned s : node.reads)
    if (--left[s] == 0)
      live -= graph.storages[s].bytes;
  for (unsigned s : node.makes)
    if (left[s] == 0)
      live -= graph.storages[s].bytes;
}

/// Releases those that waited for the node only. Those behind a start wait for its end only in
/// time: whoever reads the result places the end before itself.
void Timeline::follow(unsigned n) {
  for (unsigned after : graph.nodes[n].after)
    if (--waiting[after] == 0) {
      if (kind[after] == Kind::Done)
        follow(after);
      else
        candidates.insert(after);
    }
}

/// Exchanges end right before the first op that reads what they give.
void Timeline::placeWithEnds(unsigned n) {
  for (unsigned before : graph.nodes[n].before)
    if (!placed[before])
      place(before);
  place(n);
  candidates.erase(n);
  follow(n);
}

/// When the operands of the node have arrived.
double Timeline::readyAt(unsigned n) const {
  double ready = 0;
  for (unsigned before : graph.nodes[n].before)
    if (!placed[before])
      ready = std::max(ready, ends[startOf(before)]);
  return ready;
}

/// The bytes in use while the node runs if it goes next. Results exist beside operands, which are
/// freed after the op, unless the op writes in place of one (BlockGraph::peak).
int64_t Timeline::usedBy(unsigned n) const {
  const BlockGraph::Node &node = graph.nodes[n];
  int64_t made = 0, reused = 0;
  for (unsigned s : node.makes)
    made += graph.storages[s].bytes;
  if (node.mayReuse)
    for (unsigned s : node.reads) {
      int64_t bytes = graph.storages[s].bytes;
      if (left[s] == 1 && llvm::any_of(node.makes, [&](unsigned made) {
            return graph.storages[made].bytes == bytes;
          }))
        reused += bytes;
    }
  return live + std::max(made, node.inside) - std::min(made, reused);
}

/// Whether there is room for the results of the node until its turn comes, as far as the given
/// order tells: a loop on the way may need more than the ops here.
bool Timeline::fitsUntilTurn(unsigned n, int64_t limit) const {
  unsigned first = *candidates.begin();
  if (first >= n)
    return true;
  int64_t more = 0;
  for (unsigned s : graph.nodes[n].makes)
    more += graph.storages[s].bytes;
  // Two spans of the longest length that fits cover the nodes from the first one to the node.
  unsigned level = llvm::Log2_32(n - first);
  return std::max(mostUsed[level][first], mostUsed[level][n - (1u << level)]) + more <= limit;
}

/// Ops whose turn has come go on in any case, others only where there is room. Few exchanges are
/// under way before their turn.
bool Timeline::mayGo(unsigned n, int64_t limit) const {
  if (n == *candidates.begin())
    return true;
  bool isCrowded = arrivals.size() >= kMostEarly && arrivals[arrivals.size() - kMostEarly] > now;
  bool isUseless = kind[n] == Kind::Compute && time[n] == 0; // undefined contents
  return !isUseless && usedBy(n) <= limit && fitsUntilTurn(n, limit) &&
         (kind[n] != Kind::Start || !isCrowded);
}

/// Whether the exchange would come too late if it started behind the next op. It waits for those
/// under way first.
bool Timeline::isDue(unsigned start) const {
  double lead = std::max(0.0, networkFree - now) + time[start];
  return deadline[start] - worked - nextWork() <= kAhead * lead;
}

/// The work of the op that goes next. No exchange starts while it runs.
double Timeline::nextWork() const {
  auto op = llvm::find_if(candidates, [&](unsigned n) { return kind[n] == Kind::Compute; });
  return op == candidates.end() ? 0 : time[*op];
}

/// The node that goes next: a view or an index, since exchanges need them; if an exchange is due,
/// the one whose result is read first, since the network does one after the other; the first op
/// that may go; what is ready first. Nothing: only what does not fit is left.
std::optional<unsigned> Timeline::next(int64_t limit) const {
  std::optional<unsigned> best, start;
  bool isAnyDue = false;
  size_t looked = 0;
  for (unsigned n : candidates) {
    if (looked++ == kMostCandidates)
      break;
    if (!mayGo(n, limit))
      continue;
    bool isReady = readyAt(n) <= now;
    if (isReady && kind[n] == Kind::Index)
      return n;
    if (kind[n] != Kind::Start) {
      if (!best || (readyAt(*best) > now && readyAt(n) < readyAt(*best)))
        best = n;
    } else if (isReady) {
      isAnyDue |= isDue(n);
      if (!start || readAt[n] < readAt[*start])
        start = n;
    }
  }
  return isAnyDue ? start : best;
}

/// Every round places a node or moves on to the end of an exchange, so the walk ends.
Order Timeline::overlapped(int64_t limit) {
  restart();
  while (!candidates.empty()) {
    unsigned n = next(limit).value_or(*candidates.begin());
    if (readyAt(n) > now)
      now = readyAt(n); // an exchange has ended, so another one may start first
    else
      placeWithEnds(n);
  }
  for (unsigned n = 0; n < placed.size(); ++n)
    if (!placed[n])
      place(n); // exchanges whose results nobody in the block reads
  return std::move(order);
}

/// An exchange that is still under way at the end counts, too.
double Timeline::duration(const Order &given) {
  restart();
  for (unsigned n : given)
    place(n);
  return std::max(now, networkFree);
}

struct OverlapExchanges : impl::OverlapExchangesBase<OverlapExchanges> {
  using Base::Base;

  /// Inner blocks first, as the peak of a loop's body counts for the node of the loop.
  void runOnOperation() override {
    const int64_t budget = exchangeMemory(getOperation(), memory, 2);
    if (!budget)
      return;
    FailureOr<Topology> topology = readTopology(getOperation(), this->topology);
    if (failed(topology))
      return signalPassFailure();
    // In the given order, and in the new one.
    BlockGraph::Peaks before, after;
    for (Block *block : commandBlocks(getOperation()))
      overlap(*block, before, after, budget, *topology);
  }

private:
  /// `before` and `after` are the peaks of the blocks in the given order and in the new one. The
  /// order stays where no time is won, or where the peak grows by more than the budget.
  static void overlap(Block &block, BlockGraph::Peaks &before, BlockGraph::Peaks &after,
                      int64_t budget, const Topology &topology) {
    BlockGraph old(block, before, BlockGraph::Exchanges::Apart);
    BlockGraph graph(block, after, BlockGraph::Exchanges::Apart);
    const int64_t peak = before[&block] = old.peak(old.given()), limit = peak + budget;
    after[&block] = graph.peak(graph.given());
    if (block.getOps<CollectiveStartOp>().empty())
      return;
    Timeline timeline(graph, topology);
    double shortest = timeline.duration(graph.given());
    // More is live than the walk foresees where an op goes on in any case. A smaller limit on the
    // way may keep to the real one in the end.
    for (int64_t parts = kLimits; parts >= 0; --parts) {
      Order order = timeline.overlapped(peak + budget * parts / kLimits);
      if (graph.peak(order) > limit)
        continue;
      if (timeline.duration(order) < shortest) {
        after[&block] = graph.peak(order);
        graph.apply(order);
      }
      return;
    }
  }
};

} // namespace
} // namespace spmd
