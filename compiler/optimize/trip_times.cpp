// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the spans of exchanges by the work that they need and that needs them, and plays the
// network through (trip_times.h).
#include "compiler/optimize/trip_times.h"
#include "compiler/structure/control_flow.h"
#include "compiler/structure/op_sets.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace spmd {

using ir::CollectiveStartOp;

/// Times are estimates, and ranks are not exactly in step. An indication from one program at one
/// rate on a busy machine: with 1.3 a step of bench/overlap.py at 230 MB/s takes 577 ms instead of
/// 602.
static constexpr double kMargin = 1.3;

SmallVector<Operation *> countedLoops(Operation *root) {
  return opsWhere(root, [](Operation *op) {
    auto trips = op->getAttrOfType<IntegerAttr>(ir::kTripCountAttr);
    return isLoop(op) && trips && trips.getInt() > 1 && op->hasAttr(ir::kCounterAttr);
  });
}

TripTimes::TripTimes(Block &body, const Topology &topology) : body(body) {
  for (Operation &op : body)
    work += computeTime(&op);
  for (CollectiveStartOp start : body.getOps<CollectiveStartOp>())
    if (start.getInto().empty())
      spans[start] = {workAround(start, true), work - workAround(start, false),
                      kMargin * exchangeTime(start, topology)};
}

/// The work of the ops on which `op` depends, or of those that depend on it. The others may come
/// before or behind it.
double TripTimes::workAround(Operation *op, bool isBefore) const {
  SetVector<Operation *> found;
  found.insert(op);
  double sum = 0;
  for (size_t i = 0; i < found.size(); ++i) {
    sum += computeTime(found[i]);
    if (isBefore) {
      for (Value operand : found[i]->getOperands())
        if (Operation *def = operand.getDefiningOp(); def && def->getBlock() == &body)
          found.insert(def);
    } else {
      for (Operation *user : found[i]->getUsers())
        if (Operation *inBody = body.findAncestorOpInBlock(*user))
          found.insert(inBody);
    }
  }
  return sum;
}

void TripTimes::release(CollectiveStartOp start) {
  Span &span = spans[start];
  span.from = 0;
  span.to = work;
}

/// Of the exchanges that can start, the one goes next whose result is read first. The longest delay
/// is what the trip waits for: whatever is late by less is late for the same reason.
double TripTimes::wait() const {
  SmallVector<Span> left = llvm::map_to_vector(spans, [](auto &entry) { return entry.second; });
  double now = 0, late = 0;
  while (!left.empty()) {
    auto next = left.begin();
    for (auto it = left.begin(); it != left.end(); ++it) {
      bool canStart = it->from <= now, couldStart = next->from <= now;
      if (canStart == couldStart ? (canStart ? it->to < next->to : it->from < next->from)
                                 : canStart)
        next = it;
    }
    now = std::max(now, next->from) + next->time;
    late = std::max(late, now - next->to);
    left.erase(next);
  }
  return late;
}

double TripTimes::waitWithout(CollectiveStartOp start) const {
  TripTimes others = *this;
  others.release(start);
  return others.wait();
}

} // namespace spmd
