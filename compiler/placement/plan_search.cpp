// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A search for the cheapest way from one placement to another (A*; Hart, Nilsson and Raphael 1968).
// Every move handles one atom, except that an all_reduce handles any subset of the partial ones.
// Placements are short strings here: a program over four axes asks for thousands of plans, each of
// which looks at dozens of placements.
#include "compiler/placement/plan_search.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <cstring>
#include <limits>
#include <queue>
#include <unordered_map>

namespace spmd {
namespace {

/// The part of a latency that a step is charged. Most collectives join others, so few have a
/// latency of their own. These are 64 bytes of the default link, which break ties between plans of
/// nearly equal bytes in favour of fewer steps.
constexpr double kLatencyPart = 0.0128;
/// A slice sends no bytes, but it copies its result. This fraction of the result breaks ties in
/// favour of plans that copy less.
constexpr double kCopyWeight = 1e-3;
/// A search that has seen this many placements stops.
constexpr size_t kMaxPlacements = 20000;
/// Costs along one way are summed up in another order than a bound of them.
constexpr double kRoundingShare = 1e-9;
/// Atoms are bytes of a string, which has a byte of its own for the end of a dim.
constexpr size_t kMaxAtoms = 255;

/// A placement as a string: the letters of the atoms of each dim, each dim with a zero behind it,
/// then those of the partial atoms. Strings compare like placements.
///   {a b} {} {c}, partial d   ->   "ab0 0 c0 d"
/// Atoms are few, so a letter is a byte, and most words fit into the object.
class Word {
public:
  Word(const Placement &placement) {
    for (const Atoms &dim : placement.dims) {
      append(dim);
      letters.push_back(0);
    }
    append(placement.partial);
  }
  Placement placement(size_t rank) const {
    Placement out;
    out.dims.resize(rank);
    size_t dim = 0;
    for (uint8_t letter : letters)
      if (letter == 0)
        ++dim;
      else
        (dim < rank ? out.dims[dim] : out.partial).push_back(letter - 1);
    return out;
  }

  bool operator==(const Word &o) const { return letters == o.letters; }
  bool operator<(const Word &o) const { return letters < o.letters; }
  /// Whether a dim is split along the atom, or the value is partial over it.
  bool uses(int atom) const { return std::memchr(letters.data(), atom + 1, letters.size()); }
  int atom(size_t at) const { return letters[at] - 1; } // -1: the end of a dim
  /// Letters, with the ends of the dims.
  size_t size() const { return letters.size(); }

  Word without(size_t at) const {
    Word out = *this;
    out.letters.erase(out.letters.begin() + at);
    return out;
  }
  Word with(size_t at, int atom) const {
    Word out = *this;
    out.letters.insert(out.letters.begin() + at, uint8_t(atom + 1));
    return out;
  }
  /// Atoms a and b change places in the first `count` letters; b need not be there.
  Word exchanged(size_t count, int a, int b) const {
    Word out = *this;
    for (uint8_t &letter : llvm::MutableArrayRef(out.letters).take_front(count))
      letter = letter == a + 1 ? b + 1 : letter == b + 1 ? a + 1 : letter;
    return out;
  }
  size_t hash() const { return llvm::hash_combine_range(letters.begin(), letters.end()); }

private:
  llvm::SmallVector<uint8_t, 32> letters;

  void append(const Atoms &atoms) {
    for (int atom : atoms)
      letters.push_back(uint8_t(atom + 1));
  }
};

struct HashOfWord {
  size_t operator()(const Word &word) const { return word.hash(); }
};

/// A collective on its way to becoming a step.
struct Move {
  StepKind kind;
  int64_t dim, toDim;
  Atoms atoms; // that the step names; a permute names none
  double wireBytes = 0;
};

/// The state of one search.
/// Nodes stay where they are in the map, so that steps and the queue may point to them.
class Search {
public:
  explicit Search(const ReshardQuestion &question)
      : question(question), sizes(question.sizes), goal(question.to),
        goalDims(sizes.size(), kNowhere) {
    for (auto [dim, atoms] : llvm::enumerate(question.to.dims))
      for (int atom : atoms)
        goalDims[atom] = int(dim);
    for (int atom : question.to.partial)
      goalDims[atom] = kPartial;
    goalBytes = bytesOf(goal).value_or(0);
    Link fastest = question.links.empty() ? Link() : question.links.front();
    for (const Link &link : question.links)
      fastest = {std::min(fastest.latency, link.latency), std::max(fastest.rate, link.rate)};
    cheapestByte = fastest.priced(1);
    double latency = Link().rate * fastest.latency; // in bytes of the default link
    cheapestStep = kLatencyPart * latency + kCopyWeight * goalBytes;
  }

  std::optional<llvm::SmallVector<ReshardStep>> run() {
    const Reached *start = &*nodes.try_emplace(Word(question.from)).first;
    queue.push({0, 0, start});
    while (!queue.empty() && nodes.size() < kMaxPlacements) {
      auto [bound, cost, at] = queue.top();
      queue.pop();
      Node &node = nodes.find(at->first)->second;
      // The queue may hold older, more expensive entries for the same placement.
      if (node.done)
        continue;
      node.done = true;
      if (at->first == goal)
        return stepsTo(at);
      expand(at, cost);
    }
    return std::nullopt;
  }
  size_t searched() const { return nodes.size(); }

private:
  // The cheapest way to a placement so far: its last step and where that step started. `done` says
  // that no cheaper way exists.
  struct Node;
  using Reached = std::pair<const Word, Node>;
  struct Node {
    double cost = 0;
    const Reached *previous = nullptr;
    Move move{};
    double stepCost = 0;
    bool done = false;
  };
  struct Entry {
    double bound; // of the cost of ways to the goal through this placement
    double cost;
    const Reached *at;
  };
  /// Orders by bound, then by placement, so that plans do not depend on the order of insertion.
  struct MoreExpensive {
    bool operator()(const Entry &a, const Entry &b) const {
      return a.bound != b.bound ? a.bound > b.bound : b.at->first < a.at->first;
    }
  };
  static constexpr int kNowhere = -1, kPartial = -2;

  const ReshardQuestion &question;
  llvm::ArrayRef<int64_t> sizes;
  Word goal;
  std::vector<int> goalDims; // where the target has an atom
  double goalBytes = 0;      // of a device's part
  double cheapestByte = 0,
         cheapestStep = 0; // bounds of the cost of any byte, and of any step besides
  double goalCost = std::numeric_limits<double>::infinity(); // of the cheapest way there so far
  std::unordered_map<Word, Node, HashOfWord> nodes;
  std::priority_queue<Entry, std::vector<Entry>, MoreExpensive> queue;

  /// Follows the steps back from the target.
  llvm::SmallVector<ReshardStep> stepsTo(const Reached *at) const {
    llvm::SmallVector<ReshardStep> steps;
    for (; at->second.previous; at = at->second.previous) {
      const auto &[word, node] = *at;
      steps.push_back({node.move.kind, node.move.dim, node.move.toDim, node.move.atoms,
                       word.placement(question.shape.size()), node.move.wireBytes, node.stepCost});
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  /// The bytes of a device's part, or nothing if a dim does not divide.
  std::optional<double> bytesOf(const Word &word) const {
    double bytes = question.elementBytes;
    size_t at = 0;
    for (int64_t size : question.shape) {
      int64_t shards = 1;
      for (int atom; (atom = word.atom(at++)) >= 0;)
        shards *= sizes[atom];
      if (size % shards)
        return std::nullopt;
      bytes *= double(size / shards);
    }
    return bytes;
  }

  /// A bound of the cost from a placement whose part has `local` bytes to the goal, for which at
  /// least one step is left. Parts become larger by gathers alone, and a gather sends as many bytes
  /// as it adds.
  double costLeft(double local) const {
    return cheapestStep + cheapestByte * std::max(0.0, goalBytes - local);
  }

  /// Prices a move by the links along `along`, and records it if what it leads to divides evenly
  /// and it is the cheapest way there so far. A placement that was reached before may be reached at
  /// less cost: then it is queued again.
  void offer(const Reached *from, double costSoFar, Word after, const Move &move,
             llvm::ArrayRef<int> along) {
    std::optional<double> local = bytesOf(after);
    if (!local)
      return;
    Link link = slowestLink(along, question.links);
    double stepCost = link.priced(move.wireBytes);
    double cost = costSoFar + kLatencyPart * link.priced(link.bytesOfLatency()) + stepCost +
                  kCopyWeight * *local;
    bool isGoal = after == goal;
    double bound = isGoal ? cost : cost + (1 - kRoundingShare) * costLeft(*local);
    if (bound > goalCost)
      return;
    auto [it, isNew] = nodes.try_emplace(std::move(after));
    if (!isNew && it->second.cost <= cost)
      return;
    if (isGoal)
      goalCost = cost;
    it->second = {cost, from, move, stepCost, false};
    queue.push({bound, cost, &*it});
  }

  /// Offers all moves from one placement.
  void expand(const Reached *at, double cost) {
    double local = *bytesOf(at->first);
    llvm::SmallVector<size_t, 8> ends; // of the dims
    for (size_t i = 0; ends.size() < question.shape.size(); ++i)
      if (at->first.atom(i) < 0)
        ends.push_back(i);
    gatherAndExchange(at, cost, local, ends);
    slice(at, cost, ends);
    swap(at, cost, local, ends);
    reduce(at, cost, local, ends);
  }

  /// Gathers the minor atom of a dim, or moves it to the end of another dim that wants it. Costs
  /// are those of ring algorithms on n devices with `local` bytes each: local * (n - 1) for a
  /// gather, local * (n - 1) / n for an all-to-all.
  void gatherAndExchange(const Reached *at, double cost, double local,
                         llvm::ArrayRef<size_t> ends) {
    for (size_t d = 0; d < ends.size(); ++d) {
      if (ends[d] == (d ? ends[d - 1] + 1 : 0))
        continue;
      // Only the last atom of a dim can leave it: the shards of a minor atom are contiguous inside
      // those of the major ones.
      int atom = at->first.atom(ends[d] - 1);
      double n = sizes[atom];
      Word without = at->first.without(ends[d] - 1);
      offer(at, cost, without, {StepKind::AllGather, int64_t(d), -1, {atom}, local * (n - 1)},
            atom);
      if (int e = goalDims[atom]; e >= 0 && e != int(d))
        offer(at, cost, without.with(ends[e] - (e > int(d)), atom),
              {StepKind::AllToAll, int64_t(d), int64_t(e), {atom}, local * (n - 1) / n}, atom);
    }
  }

  /// Appends an unused atom to a dim that wants it.
  void slice(const Reached *at, double cost, llvm::ArrayRef<size_t> ends) {
    for (size_t d = 0; d < ends.size(); ++d)
      for (int atom : question.to.dims[d])
        if (!at->first.uses(atom))
          offer(at, cost, at->first.with(ends[d], atom),
                {StepKind::AllSlice, int64_t(d), -1, {atom}, 0}, atom);
  }

  /// Permutes devices: two placed atoms of equal size change places, or a placed and an unused one
  /// do, or two neighbours within a dim. A permute sends all `local` bytes.
  void swap(const Reached *at, double cost, double local, llvm::ArrayRef<size_t> ends) {
    size_t count = ends.empty() ? 0 : ends.back();
    auto permute = [&](int a, int b) {
      offer(at, cost, at->first.exchanged(count, a, b), {StepKind::Permute, -1, -1, {}, local},
            {a, b});
    };
    for (size_t i = 0; i < count; ++i) {
      int a = at->first.atom(i);
      if (a < 0)
        continue;
      if (int next = at->first.atom(i + 1); next >= 0)
        permute(a, next);
      for (int b = 0; b < int(sizes.size()); ++b)
        // Atoms that are partial or taken hold different values, so they stay where they are. At
        // least one of the two must be an atom of the target; otherwise the swap leads no closer
        // to it.
        if (b != a && sizes[b] == sizes[a] && !isPartial(at->first, b, ends) &&
            !llvm::is_contained(question.taken, b) &&
            (goalDims[a] != kNowhere || goalDims[b] != kNowhere))
          permute(a, b);
    }
  }
  /// Partial atoms stand behind the end of the last dim.
  static bool isPartial(const Word &word, int atom, llvm::ArrayRef<size_t> ends) {
    for (size_t i = ends.empty() ? 0 : ends.back() + 1; i < word.size(); ++i)
      if (word.atom(i) == atom)
        return true;
    return false;
  }

  /// Combines partial values: an all_reduce over any subset of the atoms that the target does not
  /// leave partial (ring cost 2 * local * (n - 1) / n), or a reduce_scatter of one of them onto any
  /// dim (half of that).
  void reduce(const Reached *at, double cost, double local, llvm::ArrayRef<size_t> ends) {
    llvm::SmallVector<size_t, 8> open; // atoms that are partial here but not in the target
    for (size_t i = ends.empty() ? 0 : ends.back() + 1; i < at->first.size(); ++i)
      if (goalDims[at->first.atom(i)] != kPartial)
        open.push_back(i);
    // All subsets, because one all_reduce over two atoms sends less than two all_reduces.
    for (unsigned subset = 1; subset < (1u << open.size()); ++subset) {
      Word after = at->first;
      Atoms summed;
      for (size_t i = open.size(); i-- > 0;)
        if (subset >> i & 1) {
          summed.insert(summed.begin(), at->first.atom(open[i]));
          after = after.without(open[i]);
        }
      double n = shardCountOf(summed, sizes);
      double bytes = allReduceFactor(summed, question.owned) * local * (n - 1) / n;
      offer(at, cost, std::move(after), {StepKind::AllReduce, -1, -1, summed, bytes}, summed);
    }
    for (size_t i : open)
      for (size_t d = 0; d < ends.size(); ++d) {
        int atom = at->first.atom(i);
        double n = sizes[atom];
        offer(at, cost, at->first.without(i).with(ends[d], atom),
              {StepKind::ReduceScatter, int64_t(d), -1, {atom}, local * (n - 1) / n}, atom);
      }
  }
};

} // namespace

double allReduceFactor(llvm::ArrayRef<int> atoms, llvm::ArrayRef<int> owned) {
  bool isOwned = llvm::all_of(atoms, [&](int atom) { return llvm::is_contained(owned, atom); });
  return isOwned ? 1 : 2;
}

std::optional<llvm::SmallVector<ReshardStep>> cheapestSteps(const ReshardQuestion &question,
                                                            size_t &searched) {
  if (question.sizes.size() >= kMaxAtoms)
    return std::nullopt;
  Search search(question);
  auto steps = search.run();
  searched = search.searched();
  return steps;
}

} // namespace spmd
