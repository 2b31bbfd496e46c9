// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Broadcasts sums to which one device of each group, their owner, adds anything but zeros: the
// results of the last stage of a pipeline that is written out by shard_map, or the gradient of what
// only the first stage reads. A broadcast sends half the bytes of a sum.
//   all_reduce(select(axis_index == 3, %x, 0))   ->   collective_broadcast(..) from position 3
// The owner gives its own bits, so -0.0 stays where the sum with zeros would be +0.0. Sums whose
// owner partition knows by shardings are broadcasts before (owners.h).
#include "compiler/ops/localize.h"
#include "compiler/passes.h"
#include "compiler/structure/exchange.h"
#include "compiler/structure/nonzero_devices.h"
#include "compiler/topology.h"
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_BROADCASTOWNEDSUMS
#include "compiler/passes.h.inc"
namespace {

using Groups = SmallVector<SmallVector<int64_t>>;

/// An all_reduce that adds up, with its groups as lists of devices.
struct Sum {
  Operation *op = nullptr;
  Exchange exchange;
  Groups groups;
};

/// The sum that `op` is, if all of its groups have one size. The empty list of groups, which stands
/// for all devices, is left alone, since it does not say how many there are.
std::optional<Sum> sumOf(Operation *op, SymbolTableCollection &symbols) {
  std::optional<Exchange> exchange = exchangeOf(op);
  if (!exchange || exchange->kind != ir::CollectiveKind::AllReduce ||
      exchange->combine != ir::CombineKind::Sum)
    return std::nullopt;
  auto groups = stablehlo::listGroups(op, exchange->groups, symbols);
  if (!groups || groups->empty() || groups->front().size() < 2 ||
      !llvm::all_of(*groups, [&](const auto &g) { return g.size() == groups->front().size(); }))
    return std::nullopt;
  return Sum{op, *exchange, std::move(*groups)};
}

/// The position of the owner in each group; none if a group has several owners. A group in which
/// all hold zeros may take any member.
///   groups [0, 1] [2, 3], nonzero on {1, 3}   ->   1, 1
SmallVector<int64_t> ownersOf(const Groups &groups, const llvm::BitVector &nonzero) {
  SmallVector<int64_t> owners;
  for (ArrayRef<int64_t> group : groups) {
    auto owns = [&](int64_t device) { return nonzero[device]; };
    if (llvm::count_if(group, owns) > 1)
      return {};
    const auto *owner = llvm::find_if(group, owns);
    owners.push_back(owner == group.end() ? -1 : owner - group.begin());
  }
  // Then groups agree on a position where they can.
  const auto *any = llvm::find_if(owners, [](int64_t position) { return position >= 0; });
  int64_t common = any == owners.end() ? 0 : *any;
  for (int64_t &position : owners)
    position = position < 0 ? common : position;
  return owners;
}

/// The groups as a matrix of ids in which the owner comes first, which makes it the root.
Attribute ownersFirst(Groups groups, ArrayRef<int64_t> owners, OpBuilder &b) {
  SmallVector<int64_t> ids;
  for (auto [group, owner] : llvm::zip_equal(groups, owners)) {
    std::rotate(group.begin(), group.begin() + owner, group.begin() + owner + 1);
    llvm::append_range(ids, group);
  }
  int64_t size = groups.front().size();
  auto type = RankedTensorType::get({int64_t(groups.size()), size}, b.getI64Type());
  return DenseIntElementsAttr::get(type, ids);
}

/// Any collective may be on it, since all devices run them in one order.
constexpr int64_t kChannel = 1;

/// Operand `i` of the sum, broadcast from its owners. Groups along mesh axes stay such groups if
/// their owners have one position, so that the text does not grow with the devices.
Value broadcast(const Sum &sum, unsigned i, ArrayRef<int64_t> owners) {
  OpBuilder b(sum.op);
  Exchange exchange{ir::CollectiveKind::Broadcast, ir::CombineKind::None, sum.exchange.groups};
  bool isMatrix = isa<DenseIntElementsAttr>(exchange.groups);
  if (isMatrix || !llvm::all_equal(owners))
    exchange.groups = ownersFirst(sum.groups, owners, b);
  else if (owners.front() != 0)
    exchange.roots = stablehlo::ConstantOp::create(b, sum.op->getLoc(),
                                                   b.getI32TensorAttr({int32_t(owners.front())}));
  return createExchange(b, sum.op->getLoc(), exchange, sum.op->getOperand(i),
                        sum.op->getResult(i).getType(), kChannel);
}

/// The sum without the operands that `isGone` marks.
void dropOperands(Operation *op, const llvm::BitVector &isGone) {
  if (!isGone.all()) {
    OpBuilder b(op);
    OperationState state(op->getLoc(), op->getName());
    state.addAttributes(op->getAttrs());
    SmallVector<Value> replaced;
    for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
      if (!isGone[result.getResultNumber()]) {
        state.operands.push_back(operand);
        state.types.push_back(result.getType());
        replaced.push_back(result);
      }
    state.addRegion()->takeBody(op->getRegion(0));
    for (auto [from, to] : llvm::zip_equal(replaced, b.create(state)->getResults()))
      from.replaceAllUsesWith(to);
  }
  op->erase();
}

/// A sum, and the positions of the owners of each operand; empty for an operand without.
struct OwnedSum {
  Sum sum;
  SmallVector<SmallVector<int64_t>> owners;

  bool isWhollyOwned() const {
    return llvm::none_of(owners, [](ArrayRef<int64_t> list) { return list.empty(); });
  }
};

/// Whether a sum of these groups stays in the block of `owned`. It would take a small one along
/// within its own latency.
bool hasCompany(const OwnedSum &owned, ArrayRef<OwnedSum> all) {
  return llvm::any_of(all, [&](const OwnedSum &other) {
    return !other.isWhollyOwned() && other.sum.op->getBlock() == owned.sum.op->getBlock() &&
           other.sum.exchange.groups == owned.sum.exchange.groups;
  });
}

/// Whether a broadcast of the operand saves less time than a collective of its own costs.
bool isSmall(const OwnedSum &owned, unsigned operand, const Topology &topology) {
  auto type = cast<RankedTensorType>(owned.sum.op->getOperand(operand).getType());
  double bytes = double(type.getNumElements()) *
                 (type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() / 8.0 : 16);
  SmallVector<StringRef> axes = stablehlo::axisNames(owned.sum.exchange.groups);
  double members = owned.sum.groups.front().size();
  return bytes * (members - 1) / members < topology.across(axes).bytesOfLatency();
}

/// Replaces the operands with owners by broadcasts.
void rewrite(const OwnedSum &owned) {
  Operation *op = owned.sum.op;
  llvm::BitVector isGone(op->getNumOperands());
  for (auto [i, owners] : llvm::enumerate(owned.owners))
    if (!owners.empty()) {
      op->getResult(i).replaceAllUsesWith(broadcast(owned.sum, i, owners));
      isGone.set(i);
    }
  if (isGone.any())
    dropOperands(op, isGone);
}

struct BroadcastOwnedSums : impl::BroadcastOwnedSumsBase<BroadcastOwnedSums> {
  using BroadcastOwnedSumsBase::BroadcastOwnedSumsBase;

  /// Finds all owners before the first op changes, as the analysis keeps what it knows of values.
  void runOnOperation() override {
    FailureOr<Topology> links = readTopology(getOperation(), topology);
    if (failed(links))
      return signalPassFailure();
    std::vector<OwnedSum> sums;
    SymbolTableCollection symbols;
    getOperation().walk([&](Operation *op) {
      if (std::optional<Sum> sum = sumOf(op, symbols))
        sums.push_back({std::move(*sum), {}});
    });
    findOwners(sums);
    for (OwnedSum &owned : sums)
      for (auto [i, owners] : llvm::enumerate(owned.owners))
        if (!owners.empty() && isSmall(owned, i, *links) && hasCompany(owned, sums))
          owners.clear();
    if (llvm::none_of(sums, [](const OwnedSum &owned) {
          return llvm::any_of(owned.owners, [](const auto &owners) { return !owners.empty(); });
        }))
      return markAllAnalysesPreserved();
    llvm::for_each(sums, rewrite);
  }

  static void findOwners(std::vector<OwnedSum> &sums) {
    int64_t devices = 0;
    for (const OwnedSum &owned : sums)
      for (ArrayRef<int64_t> group : owned.sum.groups)
        devices = std::max(devices, *llvm::max_element(group) + 1);
    NonzeroDevices nonzero(devices);
    for (OwnedSum &owned : sums)
      for (Value operand : owned.sum.op->getOperands())
        owned.owners.push_back(ownersOf(owned.sum.groups, nonzero.of(operand)));
  }
};

} // namespace
} // namespace spmd
