// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lets counted loops alternate between buffers. A kernel that reads neighbours of what it writes
// cannot write its result over the carried value, and each trip would end with a copy. Two trips
// in one body need none: the first writes another buffer, the second the carried one again.
//   100 trips { %u = stencil(%u) }  ->  50 trips { %v = stencil(%u); %u = stencil(%v) }
// Carried values that only change places, as the last two steps of a wave, need as many trips as
// there are places. Trips that are left over stand before the loop. Equal kernels are compiled
// once, so that only the list of commands grows.
#include "compiler/kernels/kernel_op.h"
#include "compiler/kernels/value_size.h"
#include "compiler/ops/library_call.h"
#include "compiler/passes.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/IRMapping.h"
#include <numeric>

using namespace mlir;

namespace spmd {
#define GEN_PASS_DEF_ALTERNATEBUFFERS
#include "compiler/passes.h.inc"
namespace {

/// The most trips that one body may hold.
constexpr int64_t kMostTrips = 6;
/// The most ops of a body with several trips. Each is about one command of 200 bytes.
constexpr int64_t kMostOps = 512;
/// A copy of so many bytes takes less time than the command that asks for it (docs/runtime.md).
constexpr int64_t kCheapCopy = 64;

/// The carried values of a loop, and how their buffers may change hands.
class CarriedBuffers {
public:
  explicit CarriedBuffers(Operation *loop) : body(loop->getRegion(1).front()) {
    for (Value next : body.getTerminator()->getOperands())
      nexts.push_back(baseOf(next));
  }

  /// The number of trips after which every carried value can lie in its own buffer without a copy.
  /// One where each trip can do so by itself, or where no number of trips helps.
  int64_t period() const {
    int64_t trips = 1;
    for (unsigned i = 0; i < nexts.size(); ++i)
      if (int64_t of = bytesOf(i) > kCheapCopy ? periodOf(i) : 1; std::lcm(trips, of) <= kMostTrips)
        trips = std::lcm(trips, of);
    return trips;
  }

private:
  Block &body;
  SmallVector<Value> nexts; // what each carried value becomes, without views

  static Value baseOf(Value value) {
    while (std::optional<View> view = viewOf(value))
      value = view->base;
    return value;
  }
  int64_t bytesOf(unsigned i) const {
    auto type = dyn_cast<RankedTensorType>(body.getArgument(i).getType());
    const bool hasBytes = type && type.getElementType().isIntOrFloat();
    return hasBytes ? elementsOf(body.getArgument(i)) * bytesInBuffer(body.getArgument(i)) : 0;
  }
  /// The carried value whose value before the trip is the i-th one after it, if any.
  std::optional<unsigned> origin(unsigned i) const {
    auto argument = dyn_cast<BlockArgument>(nexts[i]);
    if (!argument || argument.getOwner() != &body)
      return std::nullopt;
    return argument.getArgNumber();
  }

  /// Of values that change places, the number of places; of a computed value the number of buffers
  /// that it and the older ones behind it take turns with.
  ///   (a, b) -> (b, a)         2
  ///   (a, b) -> (b, f(a, b))   2 where f may write over a, else 3
  int64_t periodOf(unsigned i) const {
    int64_t places = 1;
    unsigned oldest = i;
    // Follows the value to the places that it has in later trips.
    for (std::optional<unsigned> at = i; at && places <= kMostTrips;) {
      std::optional<unsigned> later;
      for (unsigned k = 0; k < nexts.size(); ++k)
        if (origin(k) == at && k != *at)
          later = k;
      if (later == i)
        return places;
      at = later;
      if (at)
        oldest = *at, ++places;
    }
    auto made = dyn_cast<OpResult>(nexts[i]);
    if (origin(i) || !made || made.getOwner()->getBlock() != &body)
      return 1;
    return places + !mayTakeOver(made, body.getArgument(oldest));
  }

  /// Whether `made` may lie where `old` lay: no op behind its own reads `old`, and its own reads
  /// each element only to write it.
  bool mayTakeOver(OpResult made, Value old) const {
    SmallVector<Value> work{old};
    while (!work.empty())
      for (OpOperand &use : work.pop_back_val().getUses()) {
        Operation *user = use.getOwner(), *top = body.findAncestorOpInBlock(*user);
        if (!top || top == body.getTerminator())
          continue;
        if (user == top && user->getNumResults() == 1 && viewOf(user->getResult(0)))
          work.push_back(user->getResult(0));
        else if (made.getOwner()->isBeforeInBlock(top) ||
                 (top == made.getOwner() && !mayShare(use, made)))
          return false;
      }
    return true;
  }

  /// Whether the op that makes `made` may write it over the operand.
  static bool mayShare(OpOperand &operand, OpResult made) {
    const unsigned input = operand.getOperandNumber(), output = made.getResultNumber();
    Operation *op = operand.getOwner();
    if (isControlFlow(op) || isControlFlow(made.getOwner()))
      return true; // the body decides
    if (auto write = dyn_cast<ir::WriteRowOp>(op))
      return &operand == &write.getWholeMutable();
    if (auto library = dyn_cast<ir::LibraryOp>(op))
      return input == output && worksInPlace(library.getCall());
    auto kernel = dyn_cast<ir::KernelOp>(op);
    if (!kernel)
      return false;
    auto isPair = [&](DenseI64ArrayAttr pair) { return pair[0] == input && pair[1] == output; };
    return llvm::any_of(kernel.getUpdates().getAsRange<DenseI64ArrayAttr>(), isPair) ||
           (output < kernel.getShares().size() &&
            llvm::is_contained(cast<DenseI64ArrayAttr>(kernel.getShares()[output]).asArrayRef(),
                               int64_t(input)));
  }
};

/// Clones the body of a loop for one trip that begins with `values`; returns those after it.
SmallVector<Value> cloneTrip(OpBuilder &b, ArrayRef<Operation *> ops, ValueRange arguments,
                             ValueRange nexts, ValueRange values) {
  IRMapping map;
  map.map(arguments, values);
  for (Operation *op : ops)
    b.clone(*op, map);
  return llvm::map_to_vector(nexts, [&](Value next) { return map.lookupOrDefault(next); });
}

/// Puts `period` trips into the body of a loop, and those that are left over before it.
void unroll(Operation *loop, int64_t period) {
  auto trips = loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
  Block &body = loop->getRegion(1).front();
  Operation *end = body.getTerminator();
  SmallVector<Operation *> ops =
      llvm::map_to_vector(body.without_terminator(), [](Operation &op) { return &op; });
  SmallVector<Value> nexts(end->getOperands());
  OpBuilder before(loop), inside(end);
  for (int64_t trip = 0; trip < trips.getInt() % period; ++trip)
    loop->setOperands(cloneTrip(before, ops, body.getArguments(), nexts, loop->getOperands()));
  for (int64_t trip = 1; trip < period; ++trip)
    end->setOperands(cloneTrip(inside, ops, body.getArguments(), nexts, end->getOperands()));
  loop->setAttr(ir::kTripCountAttr, IntegerAttr::get(trips.getType(), trips.getInt() / period));
}

struct AlternateBuffers : impl::AlternateBuffersBase<AlternateBuffers> {
  void runOnOperation() override {
    for (Operation *loop : opsWhere(getOperation(), isLoop)) {
      auto trips = loop->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
      if (!trips || trips.getInt() < 2)
        continue;
      int64_t ops = 0;
      bool exchanges = false;
      loop->walk([&](Operation *op) {
        exchanges |= isa<ir::CollectiveStartOp>(op);
        ++ops;
        return isa<ir::KernelOp>(op) ? WalkResult::skip() : WalkResult::advance();
      });
      // An exchange may be part of a plan over the trips of its loop (prefetch_exchanges.cpp).
      int64_t period = exchanges ? 1 : CarriedBuffers(loop).period();
      if (period > 1 && period <= trips.getInt() && period * ops <= kMostOps)
        unroll(loop, period);
    }
  }
};

} // namespace
} // namespace spmd
