// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Orders the commands of each block for a low peak of memory. JAX writes a training step as
// forward, backward, update: all gradients wait for the end, residuals and gathered weights for the
// middle. The pass walks each block twice. Backwards, an op that does not increase the live bytes
// moves down to its first reader. Forwards, an op that frees at least as much as it makes moves up.
// Of the orders met, the one with the lowest peak is kept. All devices order their exchanges alike,
// because the choice depends on shapes only.
#include "compiler/optimize/recompute.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ORDERFORMEMORY
#include "compiler/passes.h.inc"
namespace {

/// The value that owns the bytes of a view.
Value baseOf(Value value) {
  while (std::optional<View> view = viewOf(value))
    value = view->base;
  return value;
}

/// Growth up to this many bytes counts as none, so that scalars and the like do not hold up an op
/// that frees a gradient.
constexpr int64_t kNoBytes = 4096;

/// The nodes that may go next because they do not increase the live bytes. take() returns the node
/// that shrinks them most, and among equals the one that comes first in the walk (`lastFirst`: last
/// in the given order).
class EagerNodes {
public:
  EagerNodes(size_t count, bool lastFirst) : key(count), lastFirst(lastFirst) {}
  /// Adds the node, or updates its growth.
  void offer(unsigned node, int64_t grows, unsigned rank) {
    remove(node);
    if (grows <= kNoBytes)
      queue.insert(
          *(key[node] = std::tuple(grows, lastFirst ? -int64_t(rank) : int64_t(rank), node)));
  }

  /// Takes the ready node that comes first in the order of the queue.
  std::optional<unsigned> take() {
    if (queue.empty())
      return std::nullopt;
    unsigned node = std::get<2>(*queue.begin());
    remove(node);
    return node;
  }

private:
  using Key = std::tuple<int64_t, int64_t, unsigned>;
  std::set<Key> queue;
  std::vector<std::optional<Key>> key;
  bool lastFirst;
  void remove(unsigned node) {
    if (key[node])
      queue.erase(*key[node]);
    key[node].reset();
  }
};

/// The ops of a block with the buffers that they read and write. An exchange that is awaited
/// immediately is one node with its start. A view is a node without buffers. The terminator is no
/// node.
class BlockGraph {
public:
  /// The bytes of one buffer. Views share the storage of their base.
  struct Storage {
    // 0 if the block cannot free it: constants, arguments and results of main, values from outside.
    int64_t bytes = 0;
    bool isArgument = false, isReturned = false;
    SmallVector<unsigned> readers;
  };

  /// One op, or an exchange with its start. `before` and `after` are the nodes that must keep their
  /// order to it.
  struct Node {
    SmallVector<Operation *, 2> ops;
    SmallVector<unsigned> reads, makes; // indices of storages
    SmallVector<unsigned> before, after;
    int64_t inside = 0; // the highest peak of its regions
    bool mayReuse = false;
  };
  std::vector<Node> nodes;
  std::vector<Storage> storages;
  using Order = std::vector<unsigned>;

  /// Makes a node of each op. `peaks` has the most bytes that each inner block needs at one time,
  /// which count while its op runs.
  BlockGraph(Block &block, const DenseMap<Block *, int64_t> &peaks) : block(block) {
    for (BlockArgument argument : block.getArguments())
      storageOf(argument).isArgument = true;
    for (Operation &op : block.without_terminator())
      addNode(&op, peaks);
    for (Value value : block.getTerminator()->getOperands())
      storageOf(baseOf(value)).isReturned = true;
    keepCarriedInPlace();
  }

  /// The bytes in use at the worst node. A node that may reuse a buffer writes in place of an
  /// operand that it reads last, if the sizes are equal.
  int64_t peak(const Order &order) const {
    int64_t live = 0, worst = 0;
    // The number of readers of each storage that are still to come.
    std::vector<unsigned> left(storages.size());
    for (auto [s, storage] : llvm::enumerate(storages)) {
      left[s] = storage.readers.size() + storage.isReturned;
      live += storage.isArgument ? storage.bytes : 0;
    }
    // Results of a node exist beside its operands, so `worst` counts both before operands are
    // freed.
    for (unsigned n : order) {
      const Node &node = nodes[n];
      int64_t made = 0, freed = 0, reused = 0;
      for (unsigned s : node.makes)
        made += storages[s].bytes;
      for (unsigned s : node.reads)
        if (--left[s] == 0) {
          freed += storages[s].bytes;
          if (node.mayReuse && llvm::any_of(node.makes, [&](unsigned m) {
                return storages[m].bytes == storages[s].bytes;
              }))
            reused += storages[s].bytes;
        }
      worst = std::max(worst, live + made - std::min(made, reused) + node.inside);
      for (unsigned s : node.makes)
        freed += left[s] == 0 ? storages[s].bytes : 0;
      live += made - freed;
    }
    return worst;
  }

  // The two walks; each returns a new order.
  Order sunk(const Order &base) const;
  Order hoisted(const Order &base) const;
  template <class Growth, class Settles>
  Order walked(const Order &base, bool backwards, Growth growth, Settles settles) const;

  /// Moves the ops of the block into the order.
  void apply(const Order &order) const {
    for (unsigned n : order)
      for (Operation *op : nodes[n].ops)
        op->moveBefore(block.getTerminator());
  }

private:
  Block &block;
  DenseMap<Value, unsigned> storageIndex;
  DenseMap<Operation *, unsigned> nodeOf;

  Storage &storageOf(Value value) { return storages[indexOf(value)]; }
  /// The index of a value's storage, with the bytes that this block could free.
  unsigned indexOf(Value value) {
    auto [it, isNew] = storageIndex.try_emplace(value, storages.size());
    if (isNew) {
      storages.emplace_back();
      Operation *def = value.getDefiningOp();
      bool isOurs =
          value.getParentBlock() == &block && !(def && def->hasTrait<OpTrait::ConstantLike>());
      if (auto main = dyn_cast<func::FuncOp>(block.getParentOp()))
        isOurs &= bool(def) && !llvm::is_contained(block.getTerminator()->getOperands(), value);
      storages.back().bytes = isOurs ? bytesOf(value.getType()) : 0;
    }
    return it->second;
  }

  /// Adds an op as a node with its edges and storages. A loop or branch also reads what its regions
  /// read from outside.
  void addNode(Operation *op, const DenseMap<Block *, int64_t> &peaks) {
    auto done = dyn_cast<ir::CollectiveDoneOp>(op);
    if (done && op->getPrevNode() == done.getHandle().getDefiningOp()) {
      nodeOf[op] = nodes.size() - 1;
    } else {
      nodeOf[op] = nodes.size();
      nodes.emplace_back();
    }
    unsigned n = nodeOf[op];
    nodes[n].ops.push_back(op);
    nodes[n].mayReuse |= isa<ir::FusionOp>(op) || isControlFlow(op);
    SetVector<Value> operands;
    auto addOperands = [&](Operation *reader) {
      for (Value operand : reader->getOperands())
        if (operand.getParentBlock() == &block)
          operands.insert(operand);
    };
    addOperands(op);
    if (isControlFlow(op))
      for (Region &region : op->getRegions()) {
        nodes[n].inside = std::max(nodes[n].inside, peaks.lookup(&region.front()));
        region.walk(addOperands);
      }
    bool isView = op->getNumResults() && viewOf(op->getResult(0));
    for (Value operand : operands) {
      if (Operation *def = operand.getDefiningOp())
        addEdge(nodeOf.lookup(def), n);
      if (!isView)
        addRead(n, operand);
    }
    if (done) // an exchange reads its sources until it is done
      for (Value source : done.getHandle().getDefiningOp()->getOperands())
        addRead(n, source);
    if (!isView)
      for (Value result : op->getResults())
        nodes[n].makes.push_back(indexOf(result));
  }

  /// Records that the node reads the operand's storage.
  void addRead(unsigned n, Value operand) {
    unsigned s = indexOf(baseOf(operand));
    if (!llvm::is_contained(nodes[n].reads, s)) {
      nodes[n].reads.push_back(s);
      storages[s].readers.push_back(n);
    }
  }

  /// Records that `from` must stay before `to`.
  void addEdge(unsigned from, unsigned to) {
    if (from == to || llvm::is_contained(nodes[to].before, from))
      return;
    nodes[to].before.push_back(from);
    nodes[from].after.push_back(to);
  }

  /// Keeps the producer of a carried value's next value behind the last reader of the old one, if
  /// the program had it so, and does the same for results that take over a donated argument. Both
  /// values can then share a buffer.
  void keepCarriedInPlace() {
    auto main = dyn_cast<func::FuncOp>(block.getParentOp());
    auto connect = [&](BlockArgument argument, Value next) {
      Operation *def = next.getDefiningOp();
      if (!def || def->getBlock() != &block)
        return;
      unsigned maker = nodeOf.lookup(def);
      for (unsigned reader : storageOf(argument).readers)
        if (reader < maker)
          addEdge(reader, maker);
    };
    ValueRange ends = block.getTerminator()->getOperands();
    for (BlockArgument argument : block.getArguments()) {
      unsigned i = argument.getArgNumber();
      if (main) {
        auto alias = main.getArgAttrOfType<IntegerAttr>(i, "tf.aliasing_output");
        if (alias && uint64_t(alias.getInt()) < ends.size())
          connect(argument, baseOf(ends[alias.getInt()]));
      } else if (isLoop(block.getParentOp()) && ends.size() == block.getNumArguments()) {
        connect(argument, baseOf(ends[i]));
      }
    }
  }
};

/// Places the nodes one by one, from the end to the start or the other way. Nodes that do not
/// increase the live bytes go as soon as their neighbours on the walk's side are placed; without
/// such a node, the walk takes the next one of the given order. `growth` tells the bytes that a
/// node adds. `settles(s)` is called when a placed node reads storage s, and returns whether the
/// growth of its other readers changes by that.
template <class Growth, class Settles>
BlockGraph::Order BlockGraph::walked(const Order &base, bool backwards, Growth growth,
                                     Settles settles) const {
  auto behind = backwards ? &Node::before : &Node::after;
  std::vector<unsigned> rank(nodes.size()), waiting(nodes.size());
  for (auto [i, n] : llvm::enumerate(base))
    rank[n] = i;
  std::vector<bool> placed(nodes.size());
  EagerNodes eager(nodes.size(), /*lastFirst=*/backwards);
  auto consider = [&](unsigned n) {
    if (!placed[n] && !waiting[n])
      eager.offer(n, growth(nodes[n]), rank[n]);
  };
  for (auto [n, node] : llvm::enumerate(nodes))
    waiting[n] = (backwards ? node.after : node.before).size();
  for (unsigned n = 0; n < nodes.size(); ++n)
    consider(n);
  Order order;
  for (size_t cursor = 0; order.size() < base.size();) {
    unsigned n = 0;
    if (std::optional<unsigned> next = eager.take()) {
      n = *next;
    } else {
      n = backwards ? base.rbegin()[cursor] : base[cursor];
      if (++cursor; placed[n])
        continue;
    }
    placed[n] = true;
    order.push_back(n);
    for (unsigned next : nodes[n].*behind)
      if (--waiting[next] == 0)
        consider(next);
    for (unsigned s : nodes[n].reads)
      if (settles(s))
        for (unsigned reader : storages[s].readers)
          consider(reader);
  }
  if (backwards)
    std::reverse(order.begin(), order.end());
  return order;
}

/// Walks from the end to the start. An op whose operands add no more bytes than its results free is
/// placed right before its first reader. `live` marks storages that have a reader among the placed
/// nodes.
///   w = gather, a, b, use(w)   ->   a, b, w = gather, use(w)
BlockGraph::Order BlockGraph::sunk(const Order &base) const {
  std::vector<bool> live(storages.size());
  for (auto [s, storage] : llvm::enumerate(storages))
    live[s] = storage.isReturned || storage.bytes == 0;
  auto growth = [&](const Node &node) {
    int64_t grows = 0;
    for (unsigned s : node.reads)
      grows += live[s] ? 0 : storages[s].bytes;
    for (unsigned s : node.makes)
      grows -= storages[s].bytes;
    return grows;
  };
  return walked(base, /*backwards=*/true, growth, [&](unsigned s) {
    bool isFirst = !live[s];
    live[s] = true;
    return isFirst;
  });
}

/// Walks from the start to the end. An op that frees at least as many bytes as it makes runs as
/// soon as its operands exist.
///   g0 = grad, g1 = grad, update(g0), update(g1)   ->   g0, update(g0), g1, update(g1)
BlockGraph::Order BlockGraph::hoisted(const Order &base) const {
  std::vector<unsigned> left(storages.size());
  for (auto [s, storage] : llvm::enumerate(storages))
    left[s] = storage.readers.size() + storage.isReturned;
  auto growth = [&](const Node &node) {
    int64_t grows = 0;
    for (unsigned s : node.makes)
      grows += storages[s].bytes;
    for (unsigned s : node.reads)
      grows -= left[s] == 1 ? storages[s].bytes : 0;
    return grows;
  };
  return walked(base, /*backwards=*/false, growth, [&](unsigned s) { return --left[s] == 1; });
}

struct OrderForMemory : impl::OrderForMemoryBase<OrderForMemory> {
  /// Orders inner blocks first, as the peak of a loop's body counts for the node of the loop.
  void runOnOperation() override {
    SmallVector<Block *> blocks; // inner ones first
    getOperation().walk([&](Operation *op) {
      if (isControlFlow(op) || isa<func::FuncOp>(op))
        for (Region &region : op->getRegions())
          for (Block &block : region)
            blocks.push_back(&block);
    });
    DenseMap<Block *, int64_t> peaks;
    for (Block *block : blocks)
      peaks[block] = order(*block, peaks);
  }

  /// Tries four orders: the given one, hoisted, sunk, and sunk then hoisted. Returns the lowest
  /// peak.
  static int64_t order(Block &block, const DenseMap<Block *, int64_t> &peaks) {
    BlockGraph graph(block, peaks);
    BlockGraph::Order given(graph.nodes.size());
    for (unsigned n = 0; n < given.size(); ++n)
      given[n] = n;
    BlockGraph::Order best = given;
    int64_t least = graph.peak(given);
    auto propose = [&](BlockGraph::Order order) {
      if (int64_t peak = graph.peak(order); peak < least) {
        least = peak;
        best = std::move(order);
      }
    };
    propose(graph.hoisted(given));
    BlockGraph::Order sunk = graph.sunk(given);
    propose(sunk);
    propose(graph.hoisted(sunk));
    graph.apply(best);
    return least;
  }
};

} // namespace
} // namespace spmd
