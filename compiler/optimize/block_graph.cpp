// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds the graph of a block and finds the peak of an order (block_graph.h).
#include "compiler/optimize/block_graph.h"
#include "compiler/ops/library_call.h"
#include "compiler/optimize/recompute.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/outside_effects.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace spmd {
namespace {

/// Whether the op's result lies in buffers of arguments or results.
bool isTable(Operation *op) {
  auto rows = dyn_cast<ir::RowsOp>(op);
  return rows && !rows.getIsCopied();
}

/// The value that owns the bytes of a view.
Value baseOf(Value value) {
  while (std::optional<View> view = viewOf(value))
    value = view->base;
  return value;
}

} // namespace

/// The edges that keep carried values in place need all nodes, so they come last.
BlockGraph::BlockGraph(Block &block, const Peaks &peaks, Exchanges exchanges)
    : block(block), exchanges(exchanges) {
  for (BlockArgument argument : block.getArguments())
    storageOf(argument).isArgument = true;
  for (Operation &op : block.without_terminator())
    addNode(&op, peaks);
  for (Value value : block.getTerminator()->getOperands())
    storageOf(baseOf(value)).isReturned = true;
  keepCarriedInPlace();
  keepEffectsInOrder();
}

/// Nodes were made in this order.
BlockGraph::Order BlockGraph::given() const {
  Order order(nodes.size());
  for (unsigned n = 0; n < order.size(); ++n)
    order[n] = n;
  return order;
}

/// Each op goes behind those that have been moved already. The terminator stays the last one.
void BlockGraph::apply(const Order &order) const {
  for (unsigned n : order)
    for (Operation *op : nodes[n].ops)
      op->moveBefore(block.getTerminator());
}

/// Results exist beside operands, which are freed behind their last reader.
BlockGraph::Use BlockGraph::run(ArrayRef<unsigned> together, int64_t live,
                                llvm::function_ref<unsigned &(unsigned)> left) const {
  int64_t made = 0, freed = 0, reused = 0, inside = 0;
  for (unsigned n : together) {
    const Node &node = nodes[n];
    inside = std::max(inside, node.inside);
    for (unsigned s : node.makes)
      made += storages[s].bytes;
    for (unsigned s : node.reads)
      if (--left(s) == 0) {
        freed += storages[s].bytes;
        if (node.mayReuse && llvm::any_of(node.makes, [&](unsigned m) {
              return storages[m].bytes == storages[s].bytes;
            }))
          reused += storages[s].bytes;
      }
  }
  // The values that a loop carries count among the arguments of its body, and those that a branch
  // gives at its end.
  Use use = {live, live + std::max(made, inside) - std::min(made, reused), live + made - freed};
  for (unsigned n : together)
    for (unsigned s : nodes[n].makes)
      use.behind -= left(s) == 0 ? storages[s].bytes : 0;
  return use;
}

/// Arguments are in use from the beginning.
int64_t BlockGraph::peak(const Order &order) const {
  int64_t live = 0, worst = 0;
  std::vector<unsigned> left(storages.size());
  for (auto [s, storage] : llvm::enumerate(storages)) {
    left[s] = storage.readers.size() + storage.isReturned;
    live += storage.isArgument ? storage.bytes : 0;
  }
  for (unsigned n : order) {
    Use use = run(n, live, [&](unsigned s) -> unsigned & { return left[s]; });
    worst = std::max(worst, use.during);
    live = use.behind;
  }
  return worst;
}

/// The index of a value's storage, with the bytes that this block could free.
unsigned BlockGraph::indexOf(Value value) {
  auto [it, isNew] = storageIndex.try_emplace(value, storages.size());
  if (isNew) {
    storages.emplace_back();
    Operation *def = value.getDefiningOp();
    bool isOurs = value.getParentBlock() == &block &&
                  !(def && (def->hasTrait<OpTrait::ConstantLike>() || isTable(def)));
    if (auto main = dyn_cast<func::FuncOp>(block.getParentOp()))
      isOurs &= bool(def) && !llvm::is_contained(block.getTerminator()->getOperands(), value);
    storages.back().bytes = isOurs ? bytesOf(value.getType()) : 0;
  }
  return it->second;
}

/// Adds an op as a node with its edges and storages. A loop or branch also reads what its regions
/// read from outside.
void BlockGraph::addNode(Operation *op, const Peaks &peaks) {
  auto done = dyn_cast<ir::CollectiveDoneOp>(op);
  if (done && exchanges == Exchanges::Whole &&
      op->getPrevNode() == done.getHandle().getDefiningOp()) {
    nodeOf[op] = nodes.size() - 1;
  } else {
    nodeOf[op] = nodes.size();
    nodes.emplace_back();
  }
  unsigned n = nodeOf[op];
  nodes[n].ops.push_back(op);
  auto library = dyn_cast<ir::LibraryOp>(op);
  nodes[n].mayReuse |= isa<ir::FusionOp, ir::WriteRowOp>(op) || isControlFlow(op) ||
                       (library && worksInPlace(library.getCall()));
  if (isControlFlow(op))
    for (Region &region : op->getRegions())
      nodes[n].inside = std::max(nodes[n].inside, peaks.lookup(&region.front()));
  addBuffers(op, n);
}

/// An exchange reads its sources and writes its results from its start until it is done. So where
/// both are nodes, the start makes the results, and the other one reads them.
void BlockGraph::addBuffers(Operation *op, unsigned n) {
  SetVector<Value> operands;
  auto addOperands = [&](Operation *reader) {
    for (Value operand : reader->getOperands())
      if (operand.getParentBlock() == &block)
        operands.insert(operand);
  };
  addOperands(op);
  if (isControlFlow(op))
    for (Region &region : op->getRegions())
      region.walk(addOperands);
  bool isView = op->getNumResults() && viewOf(op->getResult(0));
  for (Value operand : operands) {
    if (Operation *def = operand.getDefiningOp())
      addEdge(nodeOf.lookup(def), n);
    if (!isView && !isa<ir::HandleType>(operand.getType()))
      addRead(n, operand);
  }
  auto done = dyn_cast<ir::CollectiveDoneOp>(op);
  auto start = done ? done.getHandle().getDefiningOp<ir::CollectiveStartOp>() : nullptr;
  if (start)
    for (ValueRange sources : {ValueRange(start.getInputs()), ValueRange(start.getRoots())})
      for (Value source : sources)
        addRead(n, source);
  if (isView)
    return;
  unsigned maker = start ? nodeOf.lookup(start) : n;
  for (Value result : op->getResults())
    if (!isa<ir::HandleType>(result.getType())) {
      nodes[maker].makes.push_back(indexOf(result));
      if (maker != n)
        addRead(n, result);
    }
}

/// Records that the node reads the operand's storage.
void BlockGraph::addRead(unsigned n, Value operand) {
  unsigned s = indexOf(baseOf(operand));
  if (!llvm::is_contained(nodes[n].reads, s)) {
    nodes[n].reads.push_back(s);
    storages[s].readers.push_back(n);
  }
}

/// Records that `from` must stay before `to`.
void BlockGraph::addEdge(unsigned from, unsigned to) {
  if (from == to || llvm::is_contained(nodes[to].before, from))
    return;
  nodes[to].before.push_back(from);
  nodes[from].after.push_back(to);
}

/// Keeps the producer of a carried value's next value behind the last reader of the old one, if
/// the program had it so, and does the same for results that take over a donated argument. Both
/// values can then share a buffer.
void BlockGraph::keepCarriedInPlace() {
  auto main = dyn_cast<func::FuncOp>(block.getParentOp());
  auto connect = [&](BlockArgument argument, Value next) {
    Operation *def = next.getDefiningOp();
    if (!def || def->getBlock() != &block)
      return;
    if (auto write = dyn_cast<ir::WriteRowOp>(def)) // the row is computed where it lies
      if (Operation *row = write.getRow().getDefiningOp(); row && row->getBlock() == &block)
        def = row;
    if (auto done = dyn_cast<ir::CollectiveDoneOp>(def)) // it writes from its start on
      def = done.getHandle().getDefiningOp();
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

/// Calls of host functions, and loops and branches with some, stay one behind the other.
void BlockGraph::keepEffectsInOrder() {
  std::optional<unsigned> last;
  for (auto [n, node] : llvm::enumerate(nodes))
    if (llvm::any_of(node.ops, hasOutsideEffects)) {
      if (last)
        addEdge(*last, n);
      last = n;
    }
}

/// A walk meets ops behind those inside of them, so the order follows from it. Regions of reducers
/// and of kernels hold no commands.
SmallVector<Block *> commandBlocks(Operation *module) {
  SmallVector<Block *> blocks;
  module->walk([&](Operation *op) {
    if (isControlFlow(op) || isa<func::FuncOp>(op))
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
  });
  return blocks;
}

} // namespace spmd
