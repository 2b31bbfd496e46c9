// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins collectives that do not depend on each other into one exchange of several tensors, so that
// they share one latency.
//   %a = start all_reduce(%x) over data; %b = start all_reduce(%y) over data
//   ->   %ab = start all_reduce(%x, %y) over data
// A collective joins the nearest earlier one of its kind and groups, up to the bytes from which on
// its own latency hardly counts (Topology::joinedBytes), and up to a part of the program's memory.
// Elements are combined one by one, so results keep their bits.
#include "compiler/optimize/recompute.h"
#include "compiler/optimize/time_estimate.h"
#include "compiler/passes.h"
#include "compiler/structure/op_sets.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include <queue>

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_COMBINECOLLECTIVES
#include "compiler/passes.h.inc"
namespace {

using ir::CollectiveDoneOp;
using ir::CollectiveStartOp;

/// The work for a block grows with its ops times this number: collectives behind the first ones
/// stay alone, and each looks at so many earlier groups of its kind.
constexpr size_t kMostCollectives = 4096, kMostGroups = 64;

/// The ops of a block, and which of them an op needs, directly or inside of its regions.
struct BlockOrder {
  std::vector<Operation *> ops;
  std::vector<llvm::SmallSetVector<unsigned, 4>> needs;

  explicit BlockOrder(Block &block) {
    DenseMap<Operation *, unsigned> indexOf;
    for (Operation &op : block.without_terminator()) {
      indexOf[&op] = ops.size();
      auto &needed = needs.emplace_back();
      ops.push_back(&op);
      op.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (Operation *def = operand.getDefiningOp(); def && def->getBlock() == &block)
            needed.insert(indexOf.lookup(def));
      });
    }
  }
};

/// Decides which collectives of a block become one. Each belongs to a group, at first alone.
class Groups {
public:
  /// `budget` is in bytes.
  Groups(const BlockOrder &order, const Topology &topology, double budget)
      : topology(topology), budget(budget) {
    for (auto [i, op] : llvm::enumerate(order.ops))
      if (auto start = dyn_cast<CollectiveStartOp>(op); start && starts.size() < kMostCollectives) {
        numberOf[i] = starts.size();
        starts.push_back(start);
        members.push_back({unsigned(i)});
        bytes.push_back(exchangedBytes(start));
      }
    findNeeded(order);
  }

  /// Joins as many as the limit allows. Returns the members of each group with more than one, as
  /// indices of ops in ascending order.
  std::vector<SmallVector<unsigned>> join() {
    // Those that differ in their tensors only may be one op.
    DenseMap<Attribute, std::vector<size_t>> alike;
    for (size_t c = 0; c < starts.size(); ++c) {
      std::vector<size_t> &groups = alike[starts[c]->getAttrDictionary()];
      auto near = llvm::ArrayRef(groups).take_back(kMostGroups);
      auto free = llvm::find_if(llvm::reverse(near), [&](size_t g) { return mayJoin(g, c); });
      if (free != near.rend())
        unite(*free, c);
      else
        groups.push_back(c);
    }
    llvm::erase_if(members, [](const auto &group) { return group.size() < 2; });
    return std::move(members);
  }

private:
  const Topology &topology;
  const double budget; // bytes of memory that a group may hold
  std::vector<CollectiveStartOp> starts;
  DenseMap<unsigned, unsigned> numberOf; // of the start at an index
  // For each collective: the others that come before it, through any ops and through what has
  // joined.
  std::vector<llvm::BitVector> needed;
  // By the first member. A collective that has joined an earlier one has no members.
  std::vector<SmallVector<unsigned>> members;
  std::vector<int64_t> bytes;

  /// Carries the sets of collectives from op to op. A set that no later op needs is dropped, so
  /// that long blocks with many collectives do not fill the memory.
  void findNeeded(const BlockOrder &order) {
    std::vector<unsigned> left(order.ops.size());
    for (const auto &list : order.needs)
      for (unsigned n : list)
        ++left[n];
    std::vector<llvm::BitVector> before(order.ops.size());
    for (size_t i = 0; i < order.ops.size(); ++i) {
      before[i].resize(starts.size());
      for (unsigned n : order.needs[i]) {
        before[i] |= before[n];
        if (--left[n] == 0)
          before[n] = llvm::BitVector();
      }
      if (auto number = numberOf.find(i); number != numberOf.end()) {
        needed.push_back(before[i]);
        before[i].set(number->second);
      }
    }
  }

  /// Whether the group of `g` and the lone collective `c` are small and independent. Sets
  /// are closed under what has joined, so one bit answers for a whole group.
  bool mayJoin(size_t g, size_t c) const {
    return !needed[c][g] && !needed[g][c] && double(bytes[g] + bytes[c]) <= limitOf(starts[g]);
  }

  /// The bytes up to which others join.
  double limitOf(CollectiveStartOp start) const {
    return std::min(budget, Topology::joinedBytes(linkOf(start, topology)));
  }

  /// Whoever needs one member of the group now needs all, and all that these need.
  void unite(size_t g, size_t c) {
    members[g].push_back(members[c].front());
    members[c].clear();
    bytes[g] += bytes[c];
    llvm::BitVector both = needed[g];
    both |= needed[c];
    llvm::BitVector ids(starts.size());
    for (unsigned member : members[g])
      ids.set(numberOf.lookup(member));
    for (size_t other = 0; other < starts.size(); ++other)
      if (ids[other])
        needed[other] = both;
      else if (needed[other].anyCommon(ids))
        (needed[other] |= both) |= ids;
  }
};

/// Puts the ops of a block into an order in which each comes behind what it needs. `placeOf` says
/// where an op wants to stand; the members of a group share the place of the last one.
void sortOps(Block &block, const BlockOrder &order, ArrayRef<unsigned> placeOf) {
  size_t count = order.ops.size();
  // The ops of one place wait for what any of them needs.
  std::vector<unsigned> waits(count);
  std::vector<SmallVector<unsigned, 2>> at(count), readers(count);
  for (size_t i = 0; i < count; ++i) {
    at[placeOf[i]].push_back(i);
    for (unsigned n : order.needs[i]) {
      readers[placeOf[n]].push_back(placeOf[i]);
      ++waits[placeOf[i]];
    }
  }
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (size_t place = 0; place < count; ++place)
    if (!at[place].empty() && !waits[place])
      ready.push(place);
  // Of those that may go next, the one that stood first goes.
  while (!ready.empty()) {
    unsigned place = ready.top();
    ready.pop();
    for (unsigned i : at[place])
      order.ops[i]->moveBefore(block.getTerminator());
    for (unsigned reader : readers[place])
      if (--waits[reader] == 0)
        ready.push(reader);
  }
}

/// Replaces starts that stand side by side, and their dones.
void replace(ArrayRef<CollectiveStartOp> starts) {
  CollectiveStartOp first = starts.front();
  OpBuilder b(starts.back());
  SmallVector<Value> inputs, roots;
  SmallVector<Location> places;
  SmallVector<Type> types;
  for (CollectiveStartOp start : starts) {
    llvm::append_range(inputs, start.getInputs());
    llvm::append_range(roots, start.getRoots());
    llvm::append_range(types, doneOf(start).getResultTypes());
    places.push_back(start.getLoc());
  }
  Location loc = b.getFusedLoc(places);
  auto all = CollectiveStartOp::of(b, loc, inputs, roots, first);
  auto done = CollectiveDoneOp::create(b, loc, types, all.getHandle());
  // Results come in the order of the starts.
  auto result = done.getResults().begin();
  for (CollectiveStartOp start : starts) {
    for (Value old : doneOf(start).getResults())
      old.replaceAllUsesWith(*result++);
    doneOf(start).erase();
    start.erase();
  }
}

/// What joins waits for each other, so its bytes are held for longer. They may be this part of what
/// the arguments take anyway. With a 32nd, the peaks of the models in tests/models stay as they are
/// within 0.2 %; with an eighth, one grows by 3.5 %.
constexpr double kMemoryParts = 32;

double memoryBudget(ModuleOp module) {
  int64_t bytes = 0;
  module.walk([&](func::FuncOp func) {
    int64_t here = 0;
    for (Type type : func.getArgumentTypes())
      here += bytesOf(type);
    bytes = std::max(bytes, here);
  });
  return double(bytes) / kMemoryParts;
}

struct CombineCollectives : impl::CombineCollectivesBase<CombineCollectives> {
  using Base::Base;

  /// The bodies of loops and branches are blocks of their own: a collective joins none of another
  /// block.
  void runOnOperation() override {
    FailureOr<Topology> topology = readTopology(getOperation(), this->topology);
    if (failed(topology))
      return signalPassFailure();
    llvm::SetVector<Block *> blocks, several;
    for (CollectiveStartOp start : opsIn<CollectiveStartOp>(getOperation()))
      if (!blocks.insert(start->getBlock()))
        several.insert(start->getBlock());
    double budget = memoryBudget(getOperation());
    for (Block *block : several)
      combine(*block, *topology, budget);
  }

private:
  /// Decides first, moves next, and replaces at last: indices of ops hold until then.
  static void combine(Block &block, const Topology &topology, double budget) {
    BlockOrder order(block);
    std::vector<SmallVector<unsigned>> groups = Groups(order, topology, budget).join();
    if (groups.empty())
      return;
    SmallVector<unsigned> placeOf = llvm::to_vector(llvm::seq<unsigned>(0, order.ops.size()));
    for (ArrayRef<unsigned> group : groups)
      for (unsigned member : group)
        placeOf[member] = group.back();
    sortOps(block, order, placeOf);
    for (ArrayRef<unsigned> group : groups)
      replace(llvm::map_to_vector(
          group, [&](unsigned i) { return cast<CollectiveStartOp>(order.ops[i]); }));
  }
};

} // namespace
} // namespace spmd
