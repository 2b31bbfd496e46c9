// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rolls unrolled layers up, so that compile time follows what is different in a program and not
// what is repeated: 96 layers of a training step take two to four times as long as a scan over
// them (docs/benchmarks.md). The stages behind it see the program of a scan over layers whose
// parameters are stacked: forward and backward loops, and updates of stacked parameters.
#include "compiler/ops/rule.h"
#include "compiler/ops/space.h"
#include "compiler/passes.h"
#include "compiler/roll/copies.h"
#include "dialects/sdy/sdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ROLLLAYERS
#include "compiler/passes.h.inc"
namespace {

/// Whether the op combines many elements into one, as a matmul does: no kernel computes it together
/// with the same op of the next layer, so a loop parts nothing that belongs together.
bool combines(Operation *op) {
  const OpRules &rules = Rules::of(op);
  return rules.space && rules.space(op).combines();
}

/// Whether the program asks for nothing but that batches are split: arguments are whole, or split
/// along their first dim alone. Then layers exchange sums over the batch, and a loop as many of
/// them. With any other split, layers that stand one after the other send less, since the backward
/// part reads what the forward part has gathered.
bool isDataParallel(func::FuncOp function) {
  // Closed, since propagation may split what is open.
  auto splitsBatch = [](sdy::TensorShardingAttr sharding) {
    return sharding.isFullyClosed() && sharding.getUnreducedAxes().empty() &&
           llvm::all_of(sharding.getDimShardings().drop_front(sharding.getRank() > 0),
                        [](sdy::DimensionShardingAttr dim) { return dim.emptyAxes(); });
  };
  auto shardingOf = [](Attribute attr) { return dyn_cast_or_null<sdy::TensorShardingAttr>(attr); };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto sharding = shardingOf(function.getArgAttr(i, sdy::kShardingAttr));
        !sharding || !splitsBatch(sharding))
      return false;
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    if (auto sharding = shardingOf(function.getResultAttr(i, sdy::kShardingAttr));
        sharding && !splitsBatch(sharding))
      return false;
  // Constraints and manual computations place what layers compute.
  auto asks = [](Operation *op) {
    return isa_and_nonnull<sdy::SdyDialect>(op->getDialect()) ? WalkResult::interrupt()
                                                              : WalkResult::advance();
  };
  return !function.walk(asks).wasInterrupted();
}

/// Rolls the layers of one function. Regions of equal ops are found first, largest first, and then
/// rolled in the order of the text, so that a backward part finds the stacks of the forward part
/// and an optimizer those of both.
class LayerRoller {
  /// Of twelve layers, the updates of one may stay as they are: its gradient has another form.
  static constexpr double kLeastShare = 0.9;
  /// Each region costs a search of the ops beside it. A training step has one forward, one backward
  /// and a few of updates for each kind of layer.
  static constexpr size_t kMostRegions = 32;

public:
  LayerRoller(func::FuncOp function, size_t leastCopies, size_t leastOps)
      : text(function.front()), layerRows(function), leastCopies(leastCopies), leastOps(leastOps),
        rolled(text.sequence.ops.size()) {}

  /// Ops of rolled copies stay until all runs are written, since later runs are wired to them.
  void run() {
    search(0, text.sequence.ops.size());
    llvm::sort(regions,
               [](const auto &l, const auto &r) { return l.front().first < r.front().first; });
    for (std::vector<LayerRun> &cuts : regions)
      roll(cuts);
    if (!isWorthIt())
      return discard();
    useRolled();
    for (size_t at = rolled.size(); at-- > 0;)
      if (rolled[at])
        text.sequence.ops[at]->erase();
  }

private:
  /// Whether nearly all ops of the regions were written once. If the layers roll and the updates of
  /// their parameters do not, all gradients are kept until the last layer, and each update reads
  /// its own row.
  bool isWorthIt() const {
    size_t found = 0;
    for (const std::vector<LayerRun> &cuts : regions)
      found += cuts.front().end() - cuts.front().first;
    return rolled.any() && double(rolled.count()) >= kLeastShare * double(found);
  }
  /// Erases what was written; no op of the text reads it yet.
  void discard() {
    DenseSet<Operation *> own(text.sequence.ops.begin(), text.sequence.ops.end());
    SmallVector<Operation *> written;
    for (Operation &op : text.block.without_terminator())
      if (!own.contains(&op))
        written.push_back(&op);
    for (Operation *op : llvm::reverse(written))
      op->erase();
  }

  /// The ops that go.
  size_t saved(size_t copies, size_t period) const { return (copies - 1) * period; }

  /// Finds regions of equal copies in the ops [from, to): the largest first, then those on both
  /// sides of it. A region of which no cut is wired equally is passed over for the next one.
  void search(size_t from, size_t to) {
    if (to - from < leastOps || regions.size() == kMostRegions)
      return;
    for (const Repeats &region : text.sequence.repeats(from, to, leastCopies)) {
      if (saved(region.copies(), region.period) < leastOps)
        return;
      std::vector<LayerRun> found = cuts(region);
      if (found.empty())
        continue;
      // A region may begin with the last ops of what stands before it, as these are equal, too. Its
      // other cuts may reach into the neighbours, so roll() takes none that overlaps a rolled one.
      size_t begin = found.front().first, end = found.front().end();
      regions.push_back(std::move(found));
      search(from, begin);
      search(end, to);
      return;
    }
  }

  /// The wirings of a region by the op at which a copy begins, those first that carry the fewest
  /// values. A region often begins in the middle of a layer.
  std::vector<LayerRun> cuts(const Repeats &region) const {
    // crossing[i]: values that are defined before op i of a copy in the middle of the region and
    // read from there on.
    size_t middle = region.first + region.copies() / 2 * region.period;
    std::vector<int64_t> crossing(region.period + 1, 0);
    for (size_t at = middle - region.period; at < middle + region.period; ++at)
      for (Value result : text.sequence.ops[at]->getResults()) {
        size_t last = at;
        for (Operation *user : result.getUsers())
          if (std::optional<size_t> index = text.indexOf(user);
              index && *index < at + 2 * region.period && *index < region.first + region.size)
            last = std::max(last, *index);
        size_t begin = std::max(at + 1, middle), end = std::min(last + 1, middle + region.period);
        if (begin < end)
          ++crossing[begin - middle], --crossing[end - middle];
      }
    for (size_t i = 1; i < region.period; ++i)
      crossing[i] += crossing[i - 1];
    crossing.pop_back();
    int64_t least = *llvm::min_element(crossing);
    std::vector<LayerRun> runs;
    for (auto [shift, count] : llvm::enumerate(crossing)) {
      size_t copies = (region.size - shift) / region.period;
      if (count != least || saved(copies, region.period) < leastOps)
        continue;
      // The first copy may be wired otherwise.
      for (size_t skipped : {size_t(0), size_t(1)})
        if (auto run = LayerRun::of(text, region.first + shift + skipped * region.period,
                                    region.period, copies - skipped, leastCopies)) {
          runs.push_back(std::move(*run));
          break;
        }
    }
    llvm::sort(runs, [](const LayerRun &l, const LayerRun &r) {
      return std::pair(r.copies, l.first) < std::pair(l.copies, r.first);
    });
    return runs;
  }

  /// Rolls the first cut of a region that can be. Cuts that carry no value between copies are
  /// updates of parameters, or layers beside each other, of which only elementwise ones are worth
  /// it.
  void roll(std::vector<LayerRun> &cuts) {
    for (LayerRun &run : cuts) {
      run.findOutputs();
      if (saved(run.copies, run.period) < leastOps ||
          rolled.find_first_in(run.first, run.end()) >= 0)
        continue;
      if (run.isChain()) {
        bool isWorthIt = false;
        for (size_t at = 0; at < run.period && !isWorthIt; ++at)
          isWorthIt = combines(run.op(0, at));
        if (!isWorthIt || !canLoop(run, layerRows))
          continue;
        writeLoop(run, layerRows);
        for (size_t at = run.first; at < run.end(); ++at)
          setRolled(at);
      } else if (!rollParts(run)) {
        continue;
      }
      return;
    }
  }

  /// Writes the parts of independent copies. Returns whether there are some.
  bool rollParts(const LayerRun &run) {
    bool any = false;
    for (const CopyPart &part : partsOf(run, layerRows, leastCopies)) {
      if (failed(writeBatch(run, part, layerRows)))
        continue;
      any = true;
      for (size_t copy : part.copies)
        for (size_t at : part.ops)
          setRolled(run.first + copy * run.period + at);
    }
    return any;
  }

  void setRolled(size_t at) {
    rolled.set(at);
    layerRows.addRolled(text.sequence.ops[at]);
  }

  /// The ops that stay, and the terminator, read what stands for the results of those that go.
  void useRolled() {
    for (auto [at, op] : llvm::enumerate(text.sequence.ops))
      if (!rolled[at])
        useRolled(op);
    useRolled(text.block.getTerminator());
  }
  /// Also the ops inside of its regions, which may read values from outside.
  void useRolled(Operation *op) {
    op->walk([&](Operation *inner) {
      for (OpOperand &operand : inner->getOpOperands())
        operand.set(layerRows.now(operand.get()));
    });
  }

  LayerText text;
  LayerRows layerRows;
  size_t leastCopies, leastOps;
  std::vector<std::vector<LayerRun>> regions; // the cuts of each
  llvm::BitVector rolled;                     // the ops that are written elsewhere
};

/// Functions that are called have been inlined; those that are left are main and functions that
/// attributes name.
struct RollLayers : impl::RollLayersBase<RollLayers> {
  using RollLayersBase::RollLayersBase;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal() && function.getBody().hasOneBlock() &&
          (!onMesh || isDataParallel(function)))
        LayerRoller(function, leastCopies, leastOps).run();
  }
};

} // namespace
} // namespace spmd
