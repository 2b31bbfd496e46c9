// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Walks over a partitioned program and counts what its collectives send.
#include "compiler/account/account.h"
#include "compiler/placement/reshard_planner.h"
#include "compiler/structure/cause.h"
#include "compiler/structure/exchange.h"
#include "dialects/sdy/sdy.h"
#include "dialects/source_names.h"
#include "dialects/stablehlo/groups.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace spmd {
namespace {

/// The bytes of all tensors as buffers hold them.
int64_t bytesOf(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.hasStaticShape())
      bytes += tensor.getNumElements() * bufferElementBytes(tensor);
  return bytes;
}

/// What an axis of a group is called: data, or x:(2)4 for a part.
std::string nameOf(stablehlo::AxisRefAttr axis) {
  std::string name = axis.getName().str();
  if (stablehlo::SubAxisInfoAttr part = axis.getSubAxisInfo())
    name += ":(" + std::to_string(part.getPreSize()) + ")" + std::to_string(part.getSize());
  return name;
}

/// The devices and axes of the replica groups of `op`. Lists of ids have no axes: these are groups
/// that the program writes itself. Of groups that differ in size the largest counts.
void setGroups(AccountEntry &entry, Operation *op, Attribute groups) {
  // Groups of axes may name their mesh by a symbol.
  SymbolTableCollection symbols;
  if (std::optional<int64_t> size = stablehlo::groupSize(op, groups, symbols))
    entry.groupSize = *size;
  else if (auto lists = stablehlo::listGroups(op, groups, symbols))
    for (const auto &list : *lists)
      entry.groupSize = std::max(entry.groupSize, int64_t(list.size()));
  entry.axes = std::to_string(entry.groupSize) + " devices";
  if (auto named = dyn_cast<stablehlo::ReplicaGroupMeshAxesAttr>(groups))
    entry.axes = llvm::join(llvm::map_range(stablehlo::axisRefsOf(named), nameOf), ", ");
}

/// How many devices send to another one in a permute.
int64_t sendersOf(DenseIntElementsAttr pairs) {
  // A pair of a device and itself sends nothing.
  int64_t senders = 0;
  auto ids = llvm::to_vector(pairs.getValues<int64_t>());
  for (size_t i = 0; i + 1 < ids.size(); i += 2)
    senders += ids[i] != ids[i + 1];
  return senders;
}

/// The sharding as [{"data"}, {}], or what else the cause says.
std::string dimsText(Attribute sharding) {
  auto known = dyn_cast_or_null<sdy::TensorShardingAttr>(sharding);
  if (!known)
    return "whole";
  // One brace for each dim, as the sharding language writes it.
  SmallVector<std::string> dims;
  for (sdy::DimensionShardingAttr dim : known.getDimShardings())
    dims.push_back(
        "{" +
        llvm::join(
            llvm::map_range(dim.getAxes(), [](sdy::AxisRefAttr axis) { return axis.toString(); }),
            ", ") +
        "}");
  std::string text = "[" + llvm::join(dims, ", ") + "]";
  if (!known.getUnreducedAxes().empty())
    text += " partial over " +
            llvm::join(llvm::map_range(known.getUnreducedAxes(),
                                       [](sdy::AxisRefAttr axis) { return axis.toString(); }),
                       ", ");
  return text;
}

/// Says which value moves and why. What no reshard made is of the program, or moves rows of an op.
void setCause(AccountEntry &entry, Operation *op) {
  if (std::optional<Cause> cause = causeOf(op->getLoc())) {
    entry.cause = cause->user + ": " + dimsText(cause->before) + " -> " + dimsText(cause->after);
    entry.value = cause->value;
    entry.remedy = cause->remedy;
    return;
  }
  // Names of the source tell which op it was before.
  std::optional<SourceName> name = sourceNameOf(op->getLoc());
  if (!name)
    return;
  OperationName source(name->op, op->getContext());
  // A broadcast never moves rows of an op: it was a sum of the program that has one owner.
  bool isOwn = source == op->getName() || source.hasTrait<sdy::CollectiveTrait>() ||
               entry.kind == ir::CollectiveKind::Broadcast;
  entry.value = sourceNameOfValue(op->getResult(0));
  entry.cause =
      isOwn ? ("the program's own " + name->op).str() : ("rows that " + name->op + " moves").str();
}

/// Multiplies in the trips of the loops around an op, and notes branches. A loop of which the
/// number of trips is not known counts once.
void setTimes(AccountEntry &entry, Operation *op) {
  for (Operation *around = op->getParentOp(); around && !isa<func::FuncOp>(around);
       around = around->getParentOp())
    if (isa<stablehlo::WhileOp>(around)) {
      auto trips = around->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
      entry.times = boundedMultiple(entry.times, trips ? trips.getInt() : 1);
      entry.isUnbounded |= !trips;
    } else {
      entry.isConditional = true;
    }
}

/// A collective of either form: before it is split into a start and a done, or behind that.
///   all_reduce %x, or collective_start all_reduce (%x, %y)   ->   kind, groups, types
struct Sent {
  ir::CollectiveKind kind;
  Attribute groups;
  SmallVector<Type> from, to;
};
std::optional<Sent> sentBy(Operation *op) {
  if (auto start = dyn_cast<ir::CollectiveStartOp>(op))
    return Sent{start.getKind(), start.getGroups(), llvm::to_vector(start.getInputs().getTypes()),
                start.receivedTypes()};
  if (std::optional<Exchange> exchange = exchangeOf(op))
    return Sent{exchange->kind, exchange->groups,
                llvm::to_vector(sentOperands(op, *exchange).getTypes()),
                llvm::to_vector(op->getResultTypes())};
  return std::nullopt;
}

/// The entry of one collective. A collective on several values counts them all.
AccountEntry entryOf(Operation *op, const Sent &sent, int64_t devices, const Topology &topology) {
  AccountEntry entry{.kind = sent.kind,
                     .axes = {},
                     .from = sent.from.front(),
                     .to = sent.to.front(),
                     .loc = op->getLoc()};
  setCause(entry, op);
  int64_t source = bytesOf(sent.from), target = bytesOf(sent.to);
  Link link = topology.across(stablehlo::axisNames(sent.groups));
  if (sent.kind == ir::CollectiveKind::Permute) {
    auto pairs = cast<DenseIntElementsAttr>(sent.groups);
    int64_t senders = sendersOf(pairs);
    entry.axes = std::to_string(pairs.getType().getDimSize(0)) + " pairs";
    entry.bytes = source * senders / devices;
    // The average says nothing about time: whoever sends sends all of it.
    entry.time = senders ? link.timeOf(double(source)) : 0;
  } else {
    // The larger side: an all_gather is measured by its result, a reduce_scatter by its operand.
    setGroups(entry, op, sent.groups);
    int64_t n = std::max<int64_t>(entry.groupSize, 1);
    entry.bytes = ringBytes(sent.kind, std::max(source, target), n);
    entry.time = n > 1 ? link.timeOf(double(entry.bytes)) : 0;
  }
  setTimes(entry, op);
  return entry;
}

} // namespace

// The sum over all entries, each times the trips of its loops.
int64_t Account::bytesOfStep() const {
  int64_t sum = 0;
  for (const AccountEntry &entry : entries)
    sum = boundedSum(sum, entry.bytesOfStep());
  return sum;
}

// Nothing is sent beside anything else in this sum: overlap depends on the machine.
double Account::timeOfStep() const {
  double sum = 0;
  for (const AccountEntry &entry : entries)
    sum += entry.timeOfStep();
  return sum;
}

// A collective in a loop counts for each trip.
int64_t Account::count() const {
  int64_t sum = 0;
  for (const AccountEntry &entry : entries)
    sum = boundedSum(sum, entry.times);
  return sum;
}

int64_t AccountEntry::bytesOfStep() const { return boundedMultiple(bytes, times); }

int64_t boundedSum(int64_t x, int64_t y) {
  int64_t sum = 0;
  return llvm::AddOverflow(x, y, sum) ? INT64_MAX : sum;
}
int64_t boundedMultiple(int64_t x, int64_t y) {
  int64_t multiple = 0;
  return llvm::MulOverflow(x, y, multiple) ? INT64_MAX : multiple;
}

// In the order of the program.
Account accountOf(ModuleOp module, int64_t devices, const Topology &topology) {
  Account account;
  module.walk([&](Operation *op) {
    if (std::optional<Sent> sent = sentBy(op))
      account.entries.push_back(entryOf(op, *sent, devices, topology));
  });
  return account;
}

// Values of unrolled layers have remarks of their own, since they have constraints of their own.
void remarkGathers(const Account &account) {
  SmallVector<const AccountEntry *> gathers;
  for (const AccountEntry &entry : account.entries)
    if (entry.kind == ir::CollectiveKind::AllGather && !entry.remedy.empty())
      gathers.push_back(&entry);
  // Entries lie in the order of the program.
  llvm::sort(gathers, [](const AccountEntry *l, const AccountEntry *r) {
    int64_t left = l->bytesOfStep(), right = r->bytesOfStep();
    return left != right ? left > right : l < r;
  });
  for (const AccountEntry *entry : gathers) {
    InFlightDiagnostic remark = emitRemark(entry->loc);
    remark << (entry->value.empty() ? "a value" : entry->value) << " is split over " << entry->axes
           << " and gathered for " << entry->cause << ", by " << entry->bytesOfStep()
           << " bytes from each device in a step";
    remark.attachNote() << entry->remedy;
  }
}

} // namespace spmd
