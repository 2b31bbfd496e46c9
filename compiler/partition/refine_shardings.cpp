// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks for better placements than those of propagation, with the whole function in view.
// Propagation follows rules that know no costs: where two shardings meet, the first one passes on,
// however much that sends later. A move takes an axis that some op has on a dim, and offers all
// dims that belong together with this one to take it, or to give it up; a minimum cut says which of
// the values do.
//   x is split by batch, w by features, and the matmul of both has a result split by features
//   -> the result, and what follows, is split by batch
#include "compiler/partition/defer_sums.h"
#include "compiler/partition/factor_atoms.h"
#include "compiler/partition/gather_again.h"
#include "compiler/partition/mesh_of_module.h"
#include "compiler/partition/place_residual_buffers.h"
#include "compiler/partition/placement_move.h"
#include "compiler/partition/price_list.h"
#include "compiler/partition/readers.h"
#include "compiler/passes.h"
#include "compiler/sharding/annotated.h"
#include "dialects/sdy/values.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_REFINESHARDINGS
#include "compiler/passes.h.inc"
namespace {

/// How often all moves are tried again after one of them has saved something.
constexpr int kMostRounds = 3;
/// A move is tried if the ops around its values send at least this share of what the function
/// sends. It bounds the time that is spent on moves which could save little.
constexpr double kLeastShare = 0.01;

/// Moves end when the searches for their reshards have met so many placements. Over a few axes a
/// search meets some tens of them; over eight it meets thousands, and two such searches take a
/// second.
constexpr size_t kMostSearched = 40000;

/// Refines the placements of one function.
class Refinement {
public:
  Refinement(func::FuncOp func, const AtomTable &atoms, ReshardPlans &plans)
      : graph(func, atoms, plans), atoms(atoms) {}

  /// Tries moves until none saves anything, and writes the new shardings. With `remarks`, says so
  /// of each value.
  void run(bool remarks) {
    std::vector<PlacementId> before;
    for (const PlacedValue &value : graph.values)
      before.push_back(value.placement);
    for (int round = 0; round < kMostRounds; ++round)
      if (tryAll() == 0)
        break;
    for (auto [id, value, placement] : llvm::enumerate(graph.values, before))
      if (value.placement != placement) {
        sdy::setSharding(value.value, shardingOf(value));
        if (remarks)
          emitRemark(value.value.getLoc())
              << "placed as " << dimsOf(atoms, graph.placement(value.placement)) << " in place of "
              << dimsOf(atoms, graph.placement(placement)) << ", a move of " << reasons[id].values
              << (reasons[id].values == 1 ? " value" : " values") << " that lowers the price by "
              << llvm::formatv("{0:F0}", reasons[id].saved).str();
      }
    for (PlacedOp &op : graph.ops)
      shareReshards(op);
  }

private:
  PlacementGraph graph;
  const AtomTable &atoms;
  /// An atom that the dims of a class take or give up.
  struct Suggestion {
    unsigned dimClass;
    int atom;
    bool isTaken;
    auto operator<=>(const Suggestion &) const = default;
  };
  std::map<Suggestion, double> suggestions; // with what the ops send that suggest them
  double sent = 0;                          // by all ops
  /// The last move of a value.
  struct Reason {
    double saved = 0;
    size_t values = 0;
  };
  llvm::DenseMap<unsigned, Reason> reasons;

  sdy::TensorShardingAttr shardingOf(const PlacedValue &value) const {
    return atoms.sharding(graph.placement(value.placement), sdy::ReductionKind::SUM);
  }

  /// Moves the results of an op at once to where several ops take them. insert-reshards asks one op
  /// after the other and would not gather a value for the first one, although the second one needs
  /// it whole. Sums stay partial: with others they may become one sum.
  void shareReshards(PlacedOp &op) {
    const OpSplit &split = graph.splitOf(op);
    for (auto [id, made] : llvm::zip_equal(op.results, split.results)) {
      const PlacedValue &value = graph.values[id];
      if (made == value.placement || !graph.placement(made).partial.empty() ||
          readersAsWanted(id) < 2)
        continue;
      OpBuilder builder(op.op->getContext());
      builder.setInsertionPointAfter(op.op);
      sdy::ReshardOp::create(builder, op.op->getLoc(), value.value.getType(), value.value,
                             shardingOf(value));
    }
  }

  /// How many ops take the value where it is wanted.
  int64_t readersAsWanted(unsigned id) {
    return llvm::count_if(graph.values[id].readers, [&](unsigned reader) {
      PlacedOp &op = graph.ops[reader];
      const OpSplit &split = graph.splitOf(op);
      return llvm::any_of(llvm::zip_equal(op.operands, split.operands), [&](auto pair) {
        return std::get<0>(pair) == id && std::get<1>(pair) == graph.values[id].placement;
      });
    });
  }

  /// Tries each suggestion once; returns what they save. Those come first whose ops send most: a
  /// later one then sees what the first ones have settled. Suggestions come from what is sent, so a
  /// program that sends nothing but at its borders tries none.
  double tryAll() {
    suggestions.clear();
    sent = 0;
    for (PlacedOp &op : graph.ops)
      suggest(op);
    for (unsigned id = 0; id < graph.values.size(); ++id)
      suggestRequests(id);
    std::vector<std::pair<Suggestion, double>> order(suggestions.begin(), suggestions.end());
    llvm::sort(order, [](const auto &a, const auto &b) {
      return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    double saved = 0;
    for (const auto &[suggestion, share] : order) {
      if (graph.searched() > kMostSearched)
        return 0;
      llvm::MapVector<unsigned, PlacementId> proposed = proposal(suggestion);
      if (proposed.empty())
        continue;
      PlacementMove move(graph, proposed);
      if (move.sentNow() < kLeastShare * sent)
        continue;
      double less = move.apply();
      saved += less;
      if (less > 0)
        note(proposed, less);
    }
    return saved;
  }

  /// Remembers for a remark why values moved.
  void note(const llvm::MapVector<unsigned, PlacementId> &proposed, double saved) {
    SmallVector<unsigned> moved;
    for (auto [id, placement] : proposed)
      if (graph.values[id].placement == placement)
        moved.push_back(id);
    for (unsigned id : moved)
      reasons[id] = {saved, moved.size()};
  }

  /// What the op pays for reshards of its operands and results.
  double costOf(PlacedOp &op) {
    const OpSplit &split = graph.splitOf(op);
    double cost = 0;
    for (auto [value, to] : llvm::zip_equal(op.operands, split.operands))
      cost += graph.values[value].trips * graph.costOf(value, graph.values[value].placement, to);
    for (auto [value, made] : llvm::zip_equal(op.results, split.results))
      cost +=
          op.trips * graph.costOf(graph.planOfResult(value, made, graph.values[value].placement));
    return cost;
  }

  /// An op that pays suggests, for each atom that splits a factor of it somewhere, that all its
  /// tensors which run along this factor are split so, or none.
  void suggest(PlacedOp &op) {
    double cost = costOf(op);
    if (cost <= 0)
      return;
    sent += cost;
    const ShardingRule &rule = graph.kindOf(op).rule;
    auto valueOf = [&](size_t t) {
      return t < op.operands.size() ? op.operands[t] : op.results[t - op.operands.size()];
    };
    SmallVector<Assignment> all;
    for (size_t t = 0; t < rule.tensorCount(); ++t)
      all.push_back(project(rule, atoms.sizes(), rule.tensor(t),
                            graph.placement(graph.values[valueOf(t)].placement)));
    for (size_t t = 0; t < rule.tensorCount(); ++t)
      for (auto [d, parts] : llvm::enumerate(rule.tensor(t).dims)) {
        if (parts.empty() || !graph.values[valueOf(t)].mayChange)
          continue;
        size_t factor = parts.front();
        unsigned dimClass = graph.classOf(valueOf(t), d);
        for (const Assignment &other : all)
          for (int atom : other[factor])
            if (!llvm::is_contained(all[t][factor], atom))
              suggestions[{dimClass, atom, true}] += cost;
        for (int atom : all[t][factor])
          suggestions[{dimClass, atom, false}] += cost;
      }
    suggestParts(op, all, cost);
  }

  /// An op that sums up along a split dim, or gathers that dim, suggests that its results take the
  /// axis on a dim of theirs, if readers make them smaller: these send less behind the parts.
  ///   dot [b, k: a] x [k: a, n], read by dot [b, n] x [n, 1]   ->   the first result is [b: a, n]
  void suggestParts(PlacedOp &op, ArrayRef<Assignment> all, double cost) {
    llvm::SmallSetVector<int, 4> summed;
    for (auto [f, factor] : llvm::enumerate(graph.kindOf(op).rule.factors))
      for (const Assignment &tensor : all)
        if (factor.kind == FactorKind::Reduction)
          summed.insert_range(tensor[f]);
    for (unsigned id : op.results) {
      const PlacedValue &value = graph.values[id];
      if (summed.empty() || !value.mayChange || !isMadeSmaller(value.value))
        continue;
      for (int64_t d = 0, e = sdy::getTensorRank(value.value); d < e; ++d)
        for (int atom : summed)
          if (!graph.placement(value.placement).uses(atom))
            suggestions[{graph.classOf(id, d), atom, true}] += cost;
    }
  }

  /// A value that is sent on its way into a loop, to a border or to a reshard suggests that it is
  /// split as there, and a carried value that it is split as what it starts as.
  void suggestRequests(unsigned id) {
    const PlacedValue &value = graph.values[id];
    auto suggestAll = [&](PlacementId wanted) {
      double cost = value.trips * graph.costOf(id, value.placement, wanted);
      if (cost <= 0)
        return;
      sent += cost;
      const Placement &from = graph.placement(value.placement), &to = graph.placement(wanted);
      for (size_t d = 0; d < from.dims.size(); ++d) {
        unsigned dimClass = graph.classOf(id, d);
        for (int atom : from.dims[d])
          if (!llvm::is_contained(to.dims[d], atom))
            for (bool isTaken : {false, true})
              suggestions[{dimClass, atom, isTaken}] += cost;
        for (int atom : to.dims[d])
          if (!llvm::is_contained(from.dims[d], atom))
            suggestions[{dimClass, atom, true}] += cost;
      }
    };
    llvm::for_each(value.requests, suggestAll);
    for (unsigned owner : value.flowsInto)
      suggestAll(graph.values[owner].placement);
  }

  /// The values that can follow a suggestion, and how they would be placed: those of the class, and
  /// where it takes an atom, those around them that have it elsewhere.
  llvm::MapVector<unsigned, PlacementId> proposal(Suggestion suggestion) {
    llvm::MapVector<unsigned, PlacementId> proposed;
    llvm::SmallSetVector<unsigned, 16> reached;
    auto reach = [&](unsigned id) {
      const PlacedValue &value = graph.values[id];
      if (value.mayChange && graph.placement(value.placement).uses(suggestion.atom))
        reached.insert(id);
    };
    ArrayRef<unsigned> members = graph.valuesOf(suggestion.dimClass);
    for (unsigned id : members)
      if (graph.values[id].mayChange)
        reached.insert(id);
    for (size_t i = 0; i < reached.size(); ++i) {
      const PlacedValue &value = graph.values[reached[i]];
      PlacementId placement = followed(reached[i], suggestion);
      if (placement == value.placement)
        continue;
      proposed[reached[i]] = placement;
      if (suggestion.isTaken)
        graph.forEachNeighbour(reached[i], reach);
    }
    return proposed;
  }

  /// How a value is placed that follows a suggestion. Where dims of a class take an atom, values
  /// without such a dim give it up: the ops that read both could not use it twice.
  PlacementId followed(unsigned id, Suggestion suggestion) {
    auto [dimClass, atom, isTaken] = suggestion;
    RankedTensorType type = graph.typeOf(id);
    const Placement &now = graph.placement(graph.values[id].placement);
    Placement without = now;
    for (Atoms &dim : without.dims)
      llvm::erase(dim, atom);
    for (int64_t d = 0; d < type.getRank(); ++d) {
      if (graph.classOf(id, d) != dimClass)
        continue;
      bool hasAtom = llvm::is_contained(now.dims[d], atom);
      if (!isTaken && hasAtom)
        return graph.idOf(without);
      if (isTaken && hasAtom)
        return graph.values[id].placement;
      int64_t shards = shardCountOf(without.dims[d], atoms.sizes()) * atoms.sizes()[atom];
      if (isTaken && type.getDimSize(d) % shards == 0) {
        without.dims[d].push_back(atom);
        return graph.idOf(without);
      }
    }
    return isTaken ? graph.idOf(without) : graph.values[id].placement;
  }
};

/// Residual buffers and sums behind loops come first: a move sees what loops save and where, and
/// leaves partial sums alone.
struct RefineShardings : impl::RefineShardingsBase<RefineShardings> {
  using Base::Base;
  void runOnOperation() override {
    FailureOr<AtomTable> atoms = atomsOfModule(getOperation(), topology);
    FailureOr<PricedOps> priced = readPrices(getOperation(), prices);
    if (failed(atoms) || failed(priced))
      return signalPassFailure();
    auto &plans = getAnalysis<ReshardPlans>();
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (atoms->mesh() && !func.isExternal()) {
        gatherAgain(func, *atoms);
        placeResidualBuffers(func, *atoms);
        deferSums(func, *atoms, plans);
        Refinement(func, *atoms, plans).run(*priced != PricedOps::None);
      }
    // The marks have served.
    getOperation().walk([](Operation *op) { op->removeAttr(kAnnotatedAttr); });
  }
};

} // namespace
} // namespace spmd
