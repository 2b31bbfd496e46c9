// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arena planner: greedy first fit by offset in three orders and repairs of these, over an index
// of allocations by time that keeps the planner fast for programs of many thousand values.
#include "compiler/codegen/arena.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <optional>
#include <set>
#include <tuple>

namespace spmd {

/// One merge walk over both ascending lists: the interval that ends first cannot overlap
/// anything later in the other list, so it is skipped.
bool overlap(llvm::ArrayRef<Lifetime> a, llvm::ArrayRef<Lifetime> b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].end < b[j].begin)
      ++i;
    else if (b[j].end < a[i].begin)
      ++j;
    else
      return true;
  }
  return false;
}

namespace {

/// An allocation with its offset. Its lifetimes lie within steps [first, last].
struct Taken {
  uint64_t begin, end;
  int64_t first, last;
  size_t block;
};

/// Placed allocations, indexed by time, so that a query visits only those that may overlap
/// the new one. Time is cut into spans of equal length. An allocation that touches at most
/// two spans (a brief one) is listed in each of them; a longer one is in `lasting`. A brief
/// query reads `lasting` and its one or two spans; a long query reads `all`. All lists are
/// sorted by offset.
class Placed {
public:
  /// Chooses the length of a span from the number of steps: queries look only at spans that a
  /// lifetime touches.
  explicit Placed(llvm::ArrayRef<ArenaBlock> blocks) : blocks(blocks) {
    int64_t steps = 0;
    for (const ArenaBlock &block : blocks)
      steps = std::max(steps, block.lifetimes.empty() ? 0 : block.lifetimes.back().end + 1);
    // A span has at least 32 steps, and a program has at most about 1024 spans: few lists
    // for a short program, few entries per list for a long one.
    spanSteps = std::max<int64_t>(32, steps / 1024);
    spans.resize(steps / spanSteps + 1);
  }

  /// Returns the lowest offset at which `size` bytes overlap no placed allocation that is
  /// live at the same time. Walks the candidates by ascending offset and moves past each
  /// conflict.
  /// Counts in `looked` what it visits.
  uint64_t lowestOffset(size_t block, uint64_t size, size_t &looked) const {
    auto [first, last] = stepsOf(block);
    // A brief allocation meets only long ones and those of its own spans: any other placed
    // allocation is live at other times.
    llvm::SmallVector<llvm::ArrayRef<Taken>, 3> lists{all};
    if (isBrief(first, last)) {
      lists = {lasting, spans[first / spanSteps]};
      if (first / spanSteps != last / spanSteps)
        lists.push_back(spans[last / spanSteps]);
    }
    uint64_t offset = 0;
    while (const Taken *other = takeLowest(lists)) {
      ++looked;
      // Candidates come by ascending offset, so all further ones lie above the gap.
      if (other->begin >= offset + size)
        break;
      if (other->end > offset && other->first <= last && first <= other->last &&
          overlap(blocks[block].lifetimes, blocks[other->block].lifetimes))
        offset = other->end;
    }
    return offset;
  }

  /// Adds an allocation at its offset to the lists that later queries read.
  void insert(size_t block, uint64_t offset, uint64_t size) {
    auto [first, last] = stepsOf(block);
    Taken taken{offset, offset + size, first, last, block};
    insert(all, taken);
    if (!isBrief(first, last))
      return insert(lasting, taken);
    insert(spans[first / spanSteps], taken);
    if (first / spanSteps != last / spanSteps)
      insert(spans[last / spanSteps], taken);
  }

private:
  using List = llvm::SmallVector<Taken, 0>;

  /// The first and the last step at which an allocation is live.
  std::pair<int64_t, int64_t> stepsOf(size_t block) const {
    return {blocks[block].lifetimes.front().begin, blocks[block].lifetimes.back().end};
  }
  /// Does an allocation touch at most two neighbouring spans?
  bool isBrief(int64_t first, int64_t last) const {
    return last / spanSteps - first / spanSteps <= 1;
  }

  /// Removes and returns the entry of lowest offset among the fronts of the lists; null
  /// where all are empty. An allocation may be in two lists and is then returned twice,
  /// which is harmless.
  static const Taken *takeLowest(llvm::MutableArrayRef<llvm::ArrayRef<Taken>> lists) {
    llvm::ArrayRef<Taken> *lowest = nullptr;
    for (llvm::ArrayRef<Taken> &list : lists)
      if (!list.empty() && (!lowest || list.front().begin < lowest->front().begin))
        lowest = &list;
    if (!lowest)
      return nullptr;
    const Taken *taken = &lowest->front();
    *lowest = lowest->drop_front();
    return taken;
  }
  static void insert(List &list, const Taken &taken) {
    list.insert(llvm::upper_bound(list, taken,
                                  [](const Taken &a, const Taken &b) { return a.begin < b.begin; }),
                taken);
  }

  llvm::ArrayRef<ArenaBlock> blocks;
  int64_t spanSteps;
  List all, lasting;
  std::vector<List> spans;
};

/// Places the allocations in the given order, each at the lowest offset where it fits. Counts in
/// `looked` how many others that took.
ArenaPlan placeInOrder(llvm::ArrayRef<ArenaBlock> blocks, llvm::ArrayRef<size_t> order,
                       uint64_t alignment, size_t &looked) {
  ArenaPlan plan;
  plan.offsets.resize(blocks.size());
  plan.lenders.assign(blocks.size(), -1);
  Placed placed(blocks);
  for (size_t i : order) {
    // An allocation that is never live keeps offset 0 and occupies nothing.
    if (blocks[i].lifetimes.empty() || blocks[i].bytes == 0)
      continue;
    uint64_t size = llvm::alignTo(blocks[i].bytes, alignment),
             offset = placed.lowestOffset(i, size, looked);
    plan.offsets[i] = offset;
    plan.bytes = std::max(plan.bytes, offset + size);
    placed.insert(i, offset, size);
  }
  return plan;
}

/// A plan is repaired at most so many times, as long as that looks at no more allocations than
/// this: some 10 ms. Ways that move an allocation only by a part of the way have a part of that.
constexpr size_t kMostRepairs = 64, kMostLooked = 1 << 20;

/// Places the allocations in the given order. While that leaves gaps at the peak, the allocation
/// that reaches highest goes forward in the order, to its front or by a part of the way there, so
/// that it is placed before some that were in its way. Returns the smallest plan, or the first one
/// of `least` bytes.
ArenaPlan repaired(llvm::ArrayRef<ArenaBlock> blocks, llvm::SmallVector<size_t> order,
                   uint64_t least, uint64_t alignment, int64_t parts) {
  size_t looked = 0;
  ArenaPlan plan = placeInOrder(blocks, order, alignment, looked), best = plan;
  for (size_t i = 0; i < kMostRepairs && looked < kMostLooked / parts && best.bytes > least; ++i) {
    auto highest = llvm::find_if(order, [&](size_t block) {
      uint64_t size = llvm::alignTo(blocks[block].bytes, alignment);
      return !blocks[block].lifetimes.empty() && plan.offsets[block] + size == plan.bytes;
    });
    std::rotate(highest - llvm::divideCeil(highest - order.begin(), parts), highest,
                std::next(highest));
    plan = placeInOrder(blocks, order, alignment, looked);
    if (plan.bytes < best.bytes)
      best = plan;
  }
  return best;
}

} // namespace

/// Three orders are tried and repaired, since none is best for all programs: large allocations
/// first, then those with the largest product of bytes and steps, then by begin. The search stops
/// early where a plan reaches the lower bound.
ArenaPlan planArena(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment) {
  struct Key {
    uint64_t bytes;
    double area; // bytes x steps
    int64_t begin;
  };
  llvm::SmallVector<Key> keys;
  for (const ArenaBlock &block : blocks) {
    int64_t steps = 0;
    for (Lifetime life : block.lifetimes)
      steps += life.end - life.begin + 1;
    keys.push_back({block.bytes, double(block.bytes) * double(steps),
                    block.lifetimes.empty() ? 0 : block.lifetimes.front().begin});
  }
  llvm::SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(0, blocks.size()));
  uint64_t least = arenaLowerBound(blocks, alignment);
  ArenaPlan best;
  bool isFirst = true;
  // Plans in the order `before` and keeps the smaller plan.
  auto propose = [&](auto before) {
    if (!isFirst && best.bytes == least)
      return;
    // Equal keys are ordered by index, so that plans do not depend on the sort's
    // implementation.
    llvm::sort(order, [&](size_t a, size_t b) {
      return before(keys[a], keys[b]) || (!before(keys[b], keys[a]) && a < b);
    });
    for (int64_t parts : {1, 2, 8}) {
      ArenaPlan plan = repaired(blocks, order, least, alignment, parts);
      if (isFirst || plan.bytes < best.bytes)
        best = std::move(plan);
      isFirst = false;
      if (best.bytes == least)
        return;
    }
  };
  propose([](const Key &a, const Key &b) { return a.bytes > b.bytes; });
  propose([](const Key &a, const Key &b) { return a.area > b.area; });
  propose([](const Key &a, const Key &b) {
    // By begin; of those that begin together, the larger one first.
    return std::pair(a.begin, b.bytes) < std::pair(b.begin, a.bytes);
  });
  return best;
}

namespace {

/// Moves allocations out of the arena into memory that its owners leave idle. A walk over the steps
/// of the program keeps the load: the bytes of the arena that are live. Where it is above the
/// target, allocations move, the largest first, since few large moves leave fewer gaps than many
/// small ones. Lenders only fill up, so an allocation that does not fit once never will: each is
/// tried once.
class Lending {
public:
  Lending(llvm::ArrayRef<ArenaBlock> blocks, llvm::ArrayRef<ArenaBlock> lenders, uint64_t alignment)
      : blocks(blocks), lenders(lenders), alignment(alignment) {
    for (auto [i, block] : llvm::enumerate(blocks))
      for (Lifetime life : block.lifetimes) {
        events.push_back({life.begin, true, i});
        events.push_back({life.end + 1, false, i});
      }
    llvm::sort(events); // what ends before what begins
  }

  /// Two walks: the first one aims at the least load that the bytes of idle lenders allow, and
  /// shows what is left in fact; the second one moves only what is above that. The plan without
  /// lenders stays where this one is no smaller: gaps between allocations may eat up the gain.
  ArenaPlan run(ArenaPlan alone) {
    walk(walk(leastLoad()));
    llvm::SmallVector<ArenaBlock> rest(blocks);
    for (auto [block, lender] : llvm::zip_equal(rest, plan.lenders))
      if (lender >= 0)
        block = {};
    ArenaPlan arena = planArena(rest, alignment);
    for (auto [i, lender] : llvm::enumerate(plan.lenders))
      if (lender < 0)
        plan.offsets[i] = arena.offsets[i];
    plan.bytes = arena.bytes;
    return plan.bytes < alone.bytes ? std::move(plan) : alone;
  }

private:
  /// The largest load less the bytes of the lenders that are idle at that step.
  uint64_t leastLoad() const {
    llvm::SmallVector<ArenaBlock> all(blocks);
    llvm::append_range(all, lenders);
    uint64_t most = arenaLowerBound(all, alignment), lendersBytes = 0;
    for (const ArenaBlock &lender : lenders)
      lendersBytes += llvm::alignTo(lender.bytes, alignment);
    return most - std::min(most, lendersBytes);
  }
  /// Plans from the start. What was moved counts neither at this step nor at later ones; at earlier
  /// ones it was not needed. Returns the largest load that is left, or `target` if that is larger.
  uint64_t walk(uint64_t target) {
    plan.offsets.assign(blocks.size(), 0);
    plan.lenders.assign(blocks.size(), -1);
    lent = std::vector<std::optional<Placed>>(lenders.size());
    std::vector<bool> fits(blocks.size(), true);
    std::set<std::pair<uint64_t, size_t>> live; // size and number of blocks that may move
    uint64_t load = 0;
    for (size_t next = 0; next < events.size();) {
      for (int64_t step = events[next].step; next < events.size() && events[next].step == step;
           ++next) {
        auto [at, begins, block] = events[next];
        uint64_t size = llvm::alignTo(blocks[block].bytes, alignment);
        if (plan.lenders[block] >= 0)
          continue;
        load = begins ? load + size : load - size;
        if (begins && fits[block])
          live.insert({size, block});
        else
          live.erase({size, block});
      }
      for (; load > target && !live.empty(); live.erase(std::prev(live.end()))) {
        auto [size, block] = *live.rbegin();
        fits[block] = move(block);
        load -= fits[block] ? size : 0;
      }
      target = std::max(target, load);
    }
    return target;
  }
  /// Moves a block into the first lender that has room for it.
  bool move(size_t block) {
    return llvm::any_of(llvm::seq<size_t>(0, lenders.size()),
                        [&](size_t lender) { return moveInto(block, lender); });
  }
  /// Moves a block into a lender, between those that it has lent bytes to at the same time. False
  /// where there is no room.
  bool moveInto(size_t block, size_t lender) {
    uint64_t bytes = blocks[block].bytes;
    if (bytes == 0 || bytes > lenders[lender].bytes ||
        overlap(blocks[block].lifetimes, lenders[lender].lifetimes))
      return false;
    if (!lent[lender])
      lent[lender].emplace(blocks);
    // Offsets are multiples of the alignment, so only the last bytes of a lender may be too few.
    size_t looked = 0;
    uint64_t size = llvm::alignTo(bytes, alignment),
             offset = lent[lender]->lowestOffset(block, size, looked);
    if (offset + bytes > lenders[lender].bytes)
      return false;
    lent[lender]->insert(block, offset, size);
    plan.offsets[block] = offset;
    plan.lenders[block] = int(lender);
    return true;
  }

  /// A block begins to hold a value, or no longer holds it.
  struct Event {
    int64_t step;
    bool begins;
    size_t block;
    bool operator<(const Event &other) const {
      return std::tie(step, begins, block) < std::tie(other.step, other.begins, other.block);
    }
  };

  llvm::ArrayRef<ArenaBlock> blocks, lenders;
  uint64_t alignment;
  std::vector<Event> events;
  std::vector<std::optional<Placed>> lent; // per lender: what uses its bytes
  ArenaPlan plan;
};

} // namespace

ArenaPlan planArena(llvm::ArrayRef<ArenaBlock> blocks, llvm::ArrayRef<ArenaBlock> lenders,
                    uint64_t alignment) {
  ArenaPlan alone = planArena(blocks, alignment);
  return lenders.empty() ? alone : Lending(blocks, lenders, alignment).run(std::move(alone));
}

/// A sweep over the steps at which bytes begin or end. At equal steps, ends (negative) sort
/// before begins, since an allocation that ended at step s - 1 has its change at s.
uint64_t arenaLowerBound(llvm::ArrayRef<ArenaBlock> blocks, uint64_t alignment) {
  llvm::SmallVector<std::pair<int64_t, int64_t>> changes; // step, bytes that begin or end there
  for (const ArenaBlock &block : blocks)
    for (Lifetime life : block.lifetimes) {
      int64_t size = llvm::alignTo(block.bytes, alignment);
      // The bytes are free from the step after the last one.
      changes.push_back({life.begin, size});
      changes.push_back({life.end + 1, -size});
    }
  llvm::sort(changes);
  int64_t now = 0, most = 0;
  for (auto [step, bytes] : changes)
    most = std::max(most, now += bytes);
  return most;
}

llvm::SmallVector<Lifetime, 2> joined(llvm::SmallVector<Lifetime, 2> lives) {
  llvm::sort(lives, [](Lifetime p, Lifetime q) { return p.begin < q.begin; });
  llvm::SmallVector<Lifetime, 2> out;
  for (Lifetime life : lives)
    if (!out.empty() && life.begin <= out.back().end + 1)
      out.back().end = std::max(out.back().end, life.end);
    else
      out.push_back(life);
  return out;
}

} // namespace spmd
