// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// When the exchanges of a loop's body can start and have to end, in time of work of one trip. The
// passes that let exchanges go a trip ahead or behind ask it which ones make the body wait.
#pragma once
#include "compiler/optimize/time_estimate.h"
#include "llvm/ADT/MapVector.h"

namespace spmd {

/// The loops of two or more trips whose counter and number of trips are known, inner ones first.
llvm::SmallVector<mlir::Operation *> countedLoops(mlir::Operation *root);

class TripTimes {
public:
  /// Exchanges that write into buffers are done in other trips and do not count.
  TripTimes(mlir::Block &body, const Topology &topology);

  /// Lets an exchange have the whole trip, since its operands are known before the trip and its
  /// result is read after it.
  void release(ir::CollectiveStartOp start);
  /// Nanoseconds by which the trip gets longer because of exchanges, if the network always carries
  /// the one that is needed first.
  double wait() const;
  /// wait() if the exchange had the whole trip.
  double waitWithout(ir::CollectiveStartOp start) const;

private:
  struct Span {
    double from = 0, to = 0; // work before the exchange can start, and before its result is read
    double time = 0;         // that the exchange takes
  };
  mlir::Block &body;
  llvm::MapVector<mlir::Operation *, Span> spans;
  double work = 0; // of the trip

  double workAround(mlir::Operation *op, bool isBefore) const;
};

} // namespace spmd
