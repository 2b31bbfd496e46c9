// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Joins collectives that do not depend on each other into one exchange of several tensors, so that
// they share one latency.
//   %a = start all_reduce(%x) over data; %b = start all_reduce(%y) over data
//   ->   %ab = start all_reduce(%x, %y) over data
// A collective joins the nearest earlier one of its kind and groups, up to the bytes from which on
// its own latency hardly counts (Topology::joinedBytes). What joins waits for each other, and all
// that needs the earlier one waits with it, so the pass plays each join through in the memory
// profile of its block (block_graph.h): the peak of the program may grow by a 32nd. Therefore it
// runs behind the fusions, when it is known which values have buffers. Elements are combined one by
// one, so results keep their bits.
#include "compiler/optimize/block_graph.h"
#include "compiler/optimize/recompute.h"
#include "compiler/optimize/time_estimate.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include <limits>
#include <memory>

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_COMBINECOLLECTIVES
#include "compiler/passes.h.inc"
namespace {

using ir::CollectiveDoneOp;
using ir::CollectiveStartOp;

/// The work for a block grows with its ops times these numbers: collectives behind the first ones
/// stay alone, each looks at so many earlier ones of its kind, and is played through with so many
/// of these.
constexpr unsigned kMostCollectives = 4096, kMostGroups = 64, kMostPlayed = 2;

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

/// The nodes of a block as steps that run one after another, and which exchanges become one step.
class Steps {
public:
  Steps(Block &block, const BlockGraph::Peaks &peaks)
      : graph(block, peaks, BlockGraph::Exchanges::Whole), order(graph.given()), placeOf(order) {
    for (unsigned n : order)
      members.push_back({n});
    int64_t live = 0;
    for (const BlockGraph::Storage &storage : graph.storages)
      live += storage.isArgument ? storage.bytes : 0;
    left.assign(graph.storages.size(), kUnknown);
    uses = *play(order, 0, live, std::numeric_limits<int64_t>::max());
  }

  /// The most bytes in use at one time.
  int64_t peak() const {
    int64_t most = 0;
    for (const BlockGraph::Use &use : uses)
      most = std::max(most, use.during);
    return most;
  }
  /// Joins what the links allow, as long as no more than `limit` bytes are in use.
  void join(const Topology &topology, int64_t limit);
  /// Brings the ops of the block into the order of the steps, and makes one op of each exchange.
  void apply();
  /// For each block inside of this one: the bytes in use beside it while it runs.
  void forInner(llvm::function_ref<void(Block &, int64_t)> tell) const;

private:
  BlockGraph graph;
  // Each step is named by its last node. Those that joined a later step have no members, and keep
  // their place in the order.
  std::vector<SmallVector<unsigned, 1>> members;
  BlockGraph::Order order;
  std::vector<unsigned> placeOf;     // of a node's step in the order
  std::vector<BlockGraph::Use> uses; // by place
  // While steps are played, the readers of each storage that are to come, where that is known.
  static constexpr unsigned kUnknown = ~0u;
  std::vector<unsigned> left;
  SmallVector<unsigned> touched;

  CollectiveStartOp startOf(unsigned node) const {
    const BlockGraph::Node &exchange = graph.nodes[node];
    return exchange.ops.size() == 2 ? dyn_cast<CollectiveStartOp>(exchange.ops.front()) : nullptr;
  }
  std::optional<std::vector<BlockGraph::Use>> play(ArrayRef<unsigned> steps, unsigned first,
                                                   int64_t live, int64_t limit);
  bool joinTwo(unsigned earlier, unsigned later, int64_t limit);
  llvm::DenseSet<unsigned> neededBy(unsigned step, unsigned first) const;
};

/// The bytes in use around each of the steps, which are those from the place `first` on in any
/// order; nothing if more than `limit` are in use. `live` bytes are in use before them.
std::optional<std::vector<BlockGraph::Use>> Steps::play(ArrayRef<unsigned> steps, unsigned first,
                                                        int64_t live, int64_t limit) {
  touched.clear();
  unsigned many = 0;
  auto readersLeft = [&](unsigned s) -> unsigned & {
    const BlockGraph::Storage &storage = graph.storages[s];
    if (storage.bytes == 0) // it does not matter when it is free
      return many = 2;
    if (left[s] == kUnknown) {
      touched.push_back(s);
      left[s] = storage.isReturned + llvm::count_if(storage.readers, [&](unsigned reader) {
                  return placeOf[reader] >= first;
                });
    }
    return left[s];
  };
  std::vector<BlockGraph::Use> uses;
  bool fits = true;
  for (unsigned step : steps) {
    uses.push_back(graph.run(members[step], live, readersLeft));
    live = uses.back().behind;
    fits = uses.back().during <= limit;
    if (!fits)
      break;
  }
  for (unsigned s : touched)
    left[s] = kUnknown;
  return fits ? std::optional(std::move(uses)) : std::nullopt;
}

/// The steps from the place `first` on that a step needs, through any others.
llvm::DenseSet<unsigned> Steps::neededBy(unsigned step, unsigned first) const {
  llvm::DenseSet<unsigned> needed;
  SmallVector<unsigned> todo{step};
  while (!todo.empty())
    for (unsigned member : members[todo.pop_back_val()])
      for (unsigned before : graph.nodes[member].before)
        if (placeOf[before] >= first && needed.insert(order[placeOf[before]]).second)
          todo.push_back(order[placeOf[before]]);
  return needed;
}

/// Puts an exchange beside a later one that does not need it, and all that needs it behind both.
/// Changes nothing and returns false if too many bytes would be in use.
///   g, uses g, makes x, c(x)   ->   makes x, {g, c(x)}, uses g
bool Steps::joinTwo(unsigned earlier, unsigned later, int64_t limit) {
  const unsigned first = placeOf[earlier], last = placeOf[later];
  llvm::DenseSet<unsigned> waits(members[earlier].begin(), members[earlier].end());
  SmallVector<unsigned> steps{earlier}, behind;
  for (unsigned step : llvm::ArrayRef(order).slice(first + 1, last - first - 1)) {
    bool needsOne = llvm::any_of(members[step], [&](unsigned member) {
      return llvm::any_of(graph.nodes[member].before,
                          [&](unsigned n) { return waits.contains(n); });
    });
    if (needsOne)
      waits.insert(members[step].begin(), members[step].end());
    (needsOne ? behind : steps).push_back(step);
  }
  steps.push_back(later);
  llvm::append_range(steps, behind);
  const auto before = members[earlier], alone = members[later];
  members[earlier].clear();
  members[later].insert(members[later].begin(), before.begin(), before.end());
  auto played = play(steps, first, uses[first].before, limit);
  if (!played) {
    members[earlier] = before;
    members[later] = alone;
    return false;
  }
  llvm::copy(*played, uses.begin() + first);
  llvm::copy(steps, order.begin() + first);
  for (unsigned place = first; place <= last; ++place)
    for (unsigned member : members[order[place]])
      placeOf[member] = place;
  return true;
}

/// Goes through the exchanges in their order. Each one looks for the nearest earlier one that it
/// may join.
void Steps::join(const Topology &topology, int64_t limit) {
  auto bytesOfStep = [&](unsigned step) {
    int64_t bytes = 0;
    for (unsigned member : members[step])
      bytes += exchangedBytes(startOf(member));
    return double(bytes);
  };
  // Exchanges that differ in their tensors only may be one op.
  DenseMap<Attribute, SmallVector<unsigned>> alike;
  unsigned looked = 0;
  for (unsigned place = 0; place < order.size() && looked < kMostCollectives; ++place) {
    unsigned step = order[place];
    CollectiveStartOp start = members[step].empty() ? nullptr : startOf(step);
    if (!start)
      continue;
    ++looked;
    SmallVector<unsigned> &earlier = alike[start->getAttrDictionary()];
    double room = Topology::joinedBytes(linkOf(start, topology)) - bytesOfStep(step);
    SmallVector<unsigned> near;
    for (unsigned other : llvm::reverse(llvm::ArrayRef(earlier).take_back(kMostGroups)))
      if (bytesOfStep(other) <= room)
        near.push_back(other);
    if (!near.empty()) {
      unsigned first = place;
      for (unsigned other : near)
        first = std::min(first, placeOf[other]);
      llvm::DenseSet<unsigned> needed = neededBy(step, first);
      llvm::erase_if(near, [&](unsigned other) { return needed.contains(other); });
      near.truncate(std::min<size_t>(near.size(), kMostPlayed));
      auto joined =
          llvm::find_if(near, [&](unsigned other) { return joinTwo(other, step, limit); });
      if (joined != near.end())
        llvm::erase(earlier, *joined);
    }
    earlier.push_back(step);
  }
}

/// The ops of a step stand side by side then.
void Steps::apply() {
  BlockGraph::Order flat;
  for (unsigned step : order)
    llvm::append_range(flat, members[step]);
  graph.apply(flat);
  for (ArrayRef<unsigned> step : members)
    if (step.size() > 1)
      replace(llvm::map_to_vector(step, [&](unsigned member) { return startOf(member); }));
}

/// While an op runs, its regions or its results are in use, whichever takes more.
void Steps::forInner(llvm::function_ref<void(Block &, int64_t)> tell) const {
  for (auto [n, node] : llvm::enumerate(graph.nodes)) {
    if (!isControlFlow(node.ops.front()))
      continue;
    int64_t made = 0;
    for (unsigned s : node.makes)
      made += graph.storages[s].bytes;
    for (Region &region : node.ops.front()->getRegions())
      tell(region.front(), uses[placeOf[n]].during - std::max(made, node.inside));
  }
}

/// The peak of the program may grow by this part of the memory that it needs anyway, its arguments
/// included.
constexpr int64_t kMemoryParts = 32;

struct CombineCollectives : impl::CombineCollectivesBase<CombineCollectives> {
  using Base::Base;

  /// The bodies of loops and branches are blocks of their own: a collective joins none of another
  /// block. Inner blocks come first, since a loop saves as many latencies as it has trips. Each
  /// block first joins what costs no memory.
  void runOnOperation() override {
    FailureOr<Topology> topology = readTopology(getOperation(), this->topology);
    if (failed(topology))
      return signalPassFailure();
    llvm::SetVector<Block *> blocks, several;
    for (CollectiveStartOp start : opsIn<CollectiveStartOp>(getOperation()))
      if (!blocks.insert(start->getBlock()))
        several.insert(start->getBlock());
    if (several.empty())
      return;
    const SmallVector<Block *> all = commandBlocks(getOperation());
    DenseMap<Block *, Limit> limits = limitsOf(all);
    BlockGraph::Peaks peaks;
    for (Block *block : all) {
      Steps steps(*block, peaks);
      if (several.contains(block)) {
        Limit limit = limits.lookup(block);
        steps.join(*topology, limit.before);
        steps.join(*topology, limit.before + limit.more);
        peaks[block] = steps.peak();
        steps.apply();
      } else
        peaks[block] = steps.peak();
    }
  }

private:
  /// What a block may need without raising the peak of the program, and how much more it may need.
  struct Limit {
    int64_t before = 0, more = 0;
  };

  /// From the peaks of inner blocks follow those of main, and from what main has in use beside an
  /// inner block follows the limit of that block.
  static DenseMap<Block *, Limit> limitsOf(ArrayRef<Block *> blocks) {
    BlockGraph::Peaks peaks;
    std::vector<std::unique_ptr<Steps>> steps;
    for (Block *block : blocks) {
      steps.push_back(std::make_unique<Steps>(*block, peaks));
      peaks[block] = steps.back()->peak();
    }
    DenseMap<Block *, Limit> limits;
    for (auto [block, step] : llvm::reverse(llvm::zip_equal(blocks, steps))) {
      if (auto func = dyn_cast<func::FuncOp>(block->getParentOp())) {
        int64_t bytes = peaks[block];
        for (Type type : func.getArgumentTypes())
          bytes += bytesOf(type);
        limits[block] = {peaks[block], bytes / kMemoryParts};
      }
      Limit limit = limits.lookup(block);
      step->forInner([&](Block &inner, int64_t beside) {
        limits[&inner] = {limit.before - beside, limit.more};
      });
    }
    return limits;
  }
};

} // namespace
} // namespace spmd
