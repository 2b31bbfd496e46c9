// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The network between the devices, as far as partition and the order of collectives depend on it.
// The bytes of a collective take the time latency + bytes / rate. Nothing here changes what a
// program computes but for the order of sums, which follows from the placements.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include <algorithm>

namespace spmd {

/// How fast devices send to each other along an axis of the mesh.
struct Link {
  double latency = 1000; // nanoseconds of a message without bytes
  double rate = 5;       // bytes per nanosecond of one device

  /// Of two links that a collective waits for, the worse numbers.
  Link slowest(const Link &other) const {
    return {std::max(latency, other.latency), std::min(rate, other.rate)};
  }
  /// Nanoseconds in which a device sends so many bytes.
  double timeOf(double bytes) const { return latency + bytes / rate; }
  /// The bytes that a device sends while one message is on its way.
  double bytesOfLatency() const { return latency * rate; }
  /// The bytes that the default link carries while this one carries `bytes`: the unit in which
  /// placements are compared. With the default links these are the bytes themselves.
  double priced(double bytes) const { return bytes * (Link{}.rate / rate); }
};

/// The default is what processes or threads of one machine reach, as an order of magnitude: 1 us
/// and 5 bytes per nanosecond, along every axis.
class Topology {
public:
  /// Reads `{"latency": 1000, "rate": 5, "axes": {"data": {"latency": 20000, "rate": 1}}}`.
  /// Everything may be left out; an axis takes what it leaves out from the numbers outside. Fails
  /// for other names and for numbers that are not between 1e-3 and 1e12.
  static llvm::Expected<Topology> parse(llvm::StringRef json);
  /// The topology of a file; the default for no name.
  static llvm::Expected<Topology> read(llvm::StringRef path);

  Link along(llvm::StringRef axis) const;
  /// Collectives over several axes wait for the slowest one. Without axes, that is for groups of
  /// ids, the slowest of all counts.
  Link across(llvm::ArrayRef<llvm::StringRef> axes) const;

  /// Collectives join up to this many bytes. From there on, a latency of its own costs a collective
  /// at most a fiftieth of its time.
  static double joinedBytes(const Link &link) { return 50 * link.bytesOfLatency(); }

private:
  Link others; // along axes that have no link of their own
  llvm::StringMap<Link> axes;
};

/// The topology of a file, as Topology::read. Where it fails, `at` gets the error.
llvm::FailureOr<Topology> readTopology(mlir::Operation *at, llvm::StringRef path);

} // namespace spmd
