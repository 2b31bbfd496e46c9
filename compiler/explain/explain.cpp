// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the answers of provenance.h in words. The file holds all text of --explain; provenance.cpp
// and refusals.cpp find the answers.
#include "compiler/explain/explain.h"
#include "compiler/explain/place_names.h"
#include "compiler/explain/refusals.h"
#include "dialects/sdy/verify.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace spmd {
namespace {

constexpr size_t kMostRefusals = 8, kMostHolders = 8; // the most that are printed for a dim

/// Prints explanations of places. With `brief` the middle of long chains is left out.
class Explainer {
  using SiteSet = llvm::SmallSetVector<unsigned, 8>;

public:
  Explainer(const PropagationGraph &graph, raw_ostream &os, bool brief)
      : graph(graph), provenance(graph), names(graph), os(os), brief(brief) {}

  // Prints the name of the place, its sharding, and for each dim where its axes come from and which
  // axes of neighbours it does not have.
  void explain(int place) {
    const Sharding &sharding = graph.places[place].sharding;
    os << names.describe(place) << "\n";
    if (!sharding) {
      os << "  no sharding: no annotation reaches it\n";
      return;
    }
    os << "  " << names.print(sharding) << "\n";
    std::vector<Refusal> refusals = refusalsOf(provenance, place);
    for (auto [d, dim] : llvm::enumerate(sharding.dims)) {
      if (dim.axes.empty())
        os << "  dim " << d << " is whole" << (dim.closed ? ", and closed" : "") << "\n";
      for (Axis axis : dim.axes)
        explainAxis({place, unsigned(d), axis});
      explainRefusals(d, refusals);
    }
  }

private:
  /// "model" or "model":(1)2.
  std::string axisText(int place, Axis axis) const {
    return StringRef(graph.meshes.print(graph.places[place].sharding.mesh, axis)).trim("{}").str();
  }

  // Prints the chain of every part of an axis that came in a step of its own.
  void explainAxis(const Spot &spot) {
    SmallVector<Arrival> parts = provenance.arrivals(spot);
    for (const Arrival &part : parts) {
      os << "  dim " << spot.dim << " over " << axisText(spot.place, part.spot.axis) << "\n";
      printHolders(spot, printChain(part));
    }
  }

  /// Prints the steps from the arrival back to an annotation, and returns that annotation.
  Arrival printChain(Arrival at) {
    auto [end, steps] = provenance.origin(at);
    // The first step and the annotation say where the axis came from; the middle is only counted.
    if (brief && steps > 2) {
      printStep(at);
      os << "    ... " << steps - 1 << " more steps\n";
      return printAnnotation(end);
    }
    // An axis may have arrived in several parts, each by a chain of its own. The chain of the first
    // part is printed; for the others only the annotation at the end.
    while (at.kind != Arrival::Annotated) {
      printStep(at);
      SmallVector<Arrival> earlier = provenance.arrivals(at.from, at.before);
      if (earlier.empty())
        return at;
      for (const Arrival &part : llvm::drop_begin(earlier)) {
        os << "    (" << axisText(part.spot.place, part.spot.axis) << " of it is from "
           << names.annotation(provenance.origin(part).first.spot) << ")\n";
      }
      at = earlier.front();
    }
    return printAnnotation(at);
  }

  // <- %x dim 0, forward through stablehlo.tanh %1 along i, at model.mlir:3:8
  void printStep(const Arrival &at) {
    os << "    <- " << names.name(at.from.place) << " dim " << at.from.dim << ", ";
    if (at.kind == Arrival::Group) {
      os << "of the same sharding group\n";
      return;
    }
    // Operand to result is forward, result to operand backward; between operands, or results, it is
    // across.
    bool fromOperand = at.source < at.node->rule->operands.size(),
         toOperand = at.tensor < at.node->rule->operands.size();
    os << (fromOperand && toOperand ? "across "
           : fromOperand            ? "forward through "
           : toOperand              ? "backward through "
                                    : "across ");
    os << nodeText(*at.node, at.factor) << "\n";
  }

  // == annotated: argument %x <@mesh, [{"a"}]>, at model.mlir:2:5, p1
  Arrival printAnnotation(const Arrival &at) {
    os << "    == annotated: " << names.annotation(at.spot);
    if (at.phase.priority > 0)
      os << ", p" << at.phase.priority;
    os << "\n";
    return at;
  }

  /// "stablehlo.dot_general %2 along j, at model.mlir:3:8".
  std::string nodeText(const Node &node, int64_t factor) {
    std::string text = names.name(node);
    if (node.kind == Node::Rule) {
      text += " along " + sdy::factorSymbol(factor);
      switch (node.rule->factors[factor].kind) {
      case FactorKind::PassThrough:
        break;
      case FactorKind::Reduction:
        text += " (reduced)";
        break;
      case FactorKind::NeedReplication:
        text += " (wants to be whole)";
        break;
      case FactorKind::Permutation:
        text += " (exchanged with neighbours)";
        break;
      }
    }
    std::string loc = names.location(node);
    return loc.empty() ? text : text + ", at " + loc;
  }

  // Prints the other annotations that would keep the axis where it is if `end` were removed.
  void printHolders(const Spot &spot, const Arrival &end) {
    unsigned own = siteNumber(end.spot);
    const SiteSet &holders = sitesThatHold(spot);
    // The annotation at the end of the printed chain does not count.
    size_t others = holders.size() - holders.count(own), printed = 0;
    if (others == 0)
      return;
    os << "    also held there by " << others
       << (others == 1 ? " other annotation" : " other annotations");
    os << (brief ? "\n" : ":\n");
    if (brief)
      return;
    for (unsigned site : holders)
      if (site != own && printed++ < kMostHolders)
        os << "      " << sites[site] << "\n";
    if (others > kMostHolders)
      os << "      and " << others - kMostHolders << " more\n";
  }

  /// The annotations that hold the axis, as numbers in `sites`. A constraint that holds several
  /// places counts once. Spots with the same holders share one set.
  const SiteSet &sitesThatHold(const Spot &spot) {
    ArrayRef<Spot> holders = provenance.holders(spot);
    auto [set, isNew] = siteSets.try_emplace(holders.data());
    if (isNew)
      for (const Spot &holder : holders)
        set->second.insert(siteNumber(holder));
    return set->second;
  }

  /// The number of an annotation in `sites`.
  unsigned siteNumber(const Spot &spot) {
    auto [place, isNew] = siteOfPlace.try_emplace(spot.place, 0);
    if (isNew) {
      auto [site, isFirst] = siteNumbers.try_emplace(names.annotation(spot), sites.size());
      if (isFirst)
        sites.push_back(site->getKey().str());
      place->second = site->second;
    }
    return place->second;
  }

  // Prints the axes that neighbours of this dim have and the dim has not, each with the reason.
  void explainRefusals(unsigned dim, ArrayRef<Refusal> refusals) {
    size_t count = 0;
    for (const Refusal &refusal : refusals) {
      if (refusal.dim != dim || ++count > kMostRefusals)
        continue;
      const Spot &wish = refusal.wish;
      os << "    not " << axisText(wish.place, wish.axis) << ", which " << names.name(wish.place)
         << " dim " << wish.dim << " has, through " << nodeText(*refusal.node, refusal.factor)
         << ":\n      " << reason(refusal) << "\n";
    }
    if (count > kMostRefusals)
      os << "    and " << count - kMostRefusals << " more\n";
  }

  // Why the axis was not taken, in words.
  std::string reason(const Refusal &refusal) {
    std::string axis = axisText(refusal.wish.place, refusal.wish.axis);
    std::string own = names.name(refusal.node->places[refusal.tensor]);
    // The part of the axis that would fit, if any.
    std::string partial =
        refusal.fits ? "; only " + axisText(refusal.wish.place, *refusal.fits) + " could go" : "";
    switch (refusal.reason) {
    case Refusal::OtherAxis:
      return "the dim has " + axisText(refusal.rival->place, refusal.rival->axis) + " there, " +
             verdict(refusal);
    case Refusal::OtherDim:
      return "dim " + std::to_string(refusal.rival->dim) + " has " +
             axisText(refusal.rival->place, refusal.rival->axis) + ", " + verdict(refusal) +
             partial;
    case Refusal::Replicated:
      return axis + " is a replicated axis of " + own + partial;
    case Refusal::Unreduced:
      return axis + " is an unreduced axis of " + own + partial;
    case Refusal::Closed:
      return "the dim is closed";
    case Refusal::Overflow:
      return "an axis before it does not fit the op's factors, which ends the list";
    case Refusal::Uneven:
      return "factor " + sdy::factorSymbol(refusal.factor) + " has size " +
             std::to_string(refusal.node->rule->factors[refusal.factor].size) + ", which " +
             std::to_string(refusal.wish.axis.size) + " more shards do not divide" + partial;
    case Refusal::Blocked:
      return "the op's rule lets nothing pass along " + sdy::factorSymbol(refusal.factor);
    case Refusal::Barrier:
      return "the barrier does not let shardings pass this way";
    case Refusal::Sideways:
      return "operands of elementwise ops follow the result, which does not have it";
    case Refusal::Disagreement:
      return names.name(refusal.rival->place) + " dim " + std::to_string(refusal.rival->dim) +
             " has " + axisText(refusal.rival->place, refusal.rival->axis) +
             " in its place; where an op's tensors disagree, neither goes on";
    case Refusal::MeshesDiffer:
      return "the two are on different meshes";
    case Refusal::NotTaken:
      return "another tensor of the op could not follow";
    }
    llvm_unreachable("all reasons are listed");
  }

  // Why the other axis was preferred, as the end of the sentence that reason() begins.
  std::string verdict(const Refusal &refusal) {
    Verdict verdict = verdictOf(provenance, refusal);
    std::string winner = std::to_string(verdict.winner), loser = std::to_string(verdict.loser);
    switch (verdict.why) {
    case Verdict::IsAnnotated:
      return "which is annotated";
    case Verdict::UserPriority:
      return "of priority p" + winner + " against p" + loser;
    case Verdict::OpPriority:
      return "which came at op priority " + winner + ", before the turn of " + loser;
    case Verdict::LargerTensor:
      return "from the larger tensor: " + winner + " elements against " + loser;
    case Verdict::MoreShards:
      return "which makes more shards: " + winner + " against " + loser;
    case Verdict::EarlierTensor:
      return "from the op's tensor " + winner + ", which goes before tensor " + loser +
             " of equal size";
    case Verdict::EarlierFactor:
      return "along " + sdy::factorSymbol(verdict.winner) + ", which goes before " +
             sdy::factorSymbol(verdict.loser);
    case Verdict::CameFirst:
      return "which came first";
    }
    llvm_unreachable("all verdicts are listed");
  }

  const PropagationGraph &graph;
  Provenance provenance;
  PlaceNames names;
  raw_ostream &os;
  bool brief;
  std::vector<std::string> sites;
  llvm::StringMap<unsigned> siteNumbers;
  DenseMap<int, unsigned> siteOfPlace;
  DenseMap<const Spot *, SiteSet> siteSets; // by the address of the list of holders
};

} // namespace

/// Prices are only printed here: partition has chosen among its candidates before. A value that a
/// pass made has the place of the op that it was made of, and its lines.
/// The steps are those of the default pipeline: aggressive strategy, op priorities, user
/// priorities.
LogicalResult explainShardings(ModuleOp module, StringRef query, const LinesByPlace &prices,
                               raw_ostream &os) {
  // The same checks and preparations as in run() of run.cpp.
  FailureOr<func::FuncOp> entry = failure();
  if (failed(checkForPropagation(module)) || failed(entry = entryFunction(module)))
    return failure();
  syncShardingGroups(module);
  PropagationGraph graph(module, {});
  graph.keepHistory();
  UserPriorities(graph).run([&] { propagateByOpPriority(graph, Strategy::Aggressive); });
  SmallVector<int> places = PlaceNames(graph).find(query);
  if (places.empty())
    return emitError(module.getLoc())
           << "--explain: no tensor with dims is called \"" << query
           << "\", or nothing uses it; values are named as in the text (%5, @f%5), arg0, result0, "
              "FILE:LINE, or by the name in their location";
  Explainer explainer(graph, os, query == "all");
  for (auto [i, place] : llvm::enumerate(places)) {
    if (i)
      os << "\n";
    explainer.explain(place);
    // Arguments and results of functions have no op that could be split in several ways.
    Value value = graph.places[place].value;
    if (Operation *op = value ? value.getDefiningOp() : nullptr)
      for (const std::string &line : prices.lookup(op->getLoc()))
        os << "  " << line << "\n";
  }
  return success();
}

} // namespace spmd
