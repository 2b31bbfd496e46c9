// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Candidates in words. The plans are those that choosePlacement priced, so the numbers agree with
// the decision.
#include "compiler/partition/price_list.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;

namespace spmd {
namespace {

/// Candidates that are shown beside the chosen one. Ops have few that are worth a look: the others
/// are far more expensive, or gather everything.
constexpr size_t kMostOthers = 4;

/// One op's operands or results.
///   {a, -}, {-, -}   ->   [{"a"}, {}] x [{}, {}]
std::string listOf(const AtomTable &atoms, ArrayRef<Placement> placements, StringRef separator) {
  return llvm::join(
      llvm::map_range(placements,
                      [&](const Placement &placement) { return dimsOf(atoms, placement); }),
      separator);
}

} // namespace

std::string dimsOf(const AtomTable &atoms, const Placement &placement) {
  std::string text = llvm::to_string(atoms.sharding(placement, sdy::ReductionKind::SUM));
  return StringRef(text).split(", ").second.drop_back().str();
}

// The words of the pass option: users see them in compiler/partition/passes.td and in the reference
// pages that are made of it.
FailureOr<PricedOps> readPrices(ModuleOp module, StringRef word) {
  auto priced = llvm::StringSwitch<std::optional<PricedOps>>(word)
                    .Case("", PricedOps::None)
                    .Case("sending", PricedOps::Sending)
                    .Case("all", PricedOps::Choosing)
                    .Default(std::nullopt);
  if (!priced)
    return module.emitError("prices: '") << word << "' is neither sending nor all";
  return *priced;
}

/// Adds up what the reshards of operands and results send, and the rows that the op exchanges.
void PriceList::add(const OpPlacement &candidate) {
  Entry entry{.text = listOf(atoms, candidate.operands, " x ") + " -> " +
                      listOf(atoms, candidate.results, ", "),
              .cost = candidate.cost,
              .bytes = candidate.exchangedBytes,
              .time = candidate.exchangeTime};
  auto addPlan = [&](const ReshardPlan &plan) {
    entry.bytes += plan.wireBytes;
    entry.time += timeOf(plan, atoms.links());
  };
  for (auto [operand, placement] : llvm::zip_equal(op->getOperands(), candidate.operands))
    if (const ReshardPlan *plan = versions.plan(operand, placement, onMesh.taken))
      addPlan(*plan);
  for (auto [result, placement] : llvm::zip_equal(onMesh.results, candidate.results))
    if (auto plan = planReshard(result.shape, result.elementBytes, onMesh.atomSizes, placement,
                                result.placement, onMesh.taken, onMesh.links, candidate.owned))
      addPlan(*plan);
  entries.push_back(std::move(entry));
}

// The pass goes on in either case: a remark changes nothing.
void PriceList::report(PricedOps ops) const {
  if (entries.empty())
    return;
  // Of candidates with one price the first one is chosen, as in choosePlacement.
  std::vector<const Entry *> sorted;
  for (const Entry &entry : entries)
    sorted.push_back(&entry);
  llvm::sort(sorted, [](const Entry *l, const Entry *r) {
    return l->cost != r->cost ? l->cost < r->cost : l < r;
  });
  if (sorted.front()->bytes == 0 && (ops != PricedOps::Choosing || sorted.size() == 1))
    return;
  auto priceOf = [](const Entry &entry) {
    return llvm::formatv("{0} sends {1:F0} bytes in {2:F2} us, price {3:F0}", entry.text,
                         entry.bytes, entry.time / 1000, entry.cost)
        .str();
  };
  // At the op's place; the op itself would be printed by its own emitRemark.
  InFlightDiagnostic remark = emitRemark(op->getLoc());
  remark << "chosen of " << sorted.size() << (sorted.size() == 1 ? " split: " : " splits: ")
         << priceOf(*sorted.front());
  for (const Entry *entry : ArrayRef(sorted).drop_front().take_front(kMostOthers))
    remark.attachNote() << "instead of: " << priceOf(*entry);
}

} // namespace spmd
