// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes a collective as arithmetic on shapes: which devices form a group, which piece of a
// source goes to which place in a target, and how the work is cut into tiles. Plans do not know
// threads, ranks or addresses, so all transports share them.
#pragma once
#include "runtime/program.h"
#include "llvm/Support/Error.h"
#include <span>

namespace spmd::rt {

/// The groups of a collective as rows of device ids. The position of a device is its index in the
/// row. The groups of a permute are the devices that its pairs connect, in rising order; a device
/// that no pair names is a group of its own. So is one that no list of a broadcast names.
std::vector<std::vector<int64_t>> groupsOf(const CollectiveStart &start, int64_t deviceCount);

/// Bytes laid out as `outer` x `inner` rows of `run` contiguous bytes, as seen from the source or
/// from the target.
struct Strides {
  int64_t outer = 0, inner = 0; // bytes from one row to the next
  int64_t piece = 0;            // bytes from one position's piece to the next one's
};

/// One tensor of a collective. A piece is the data that one position sends to another:
///   AllGather      the whole source               ReduceScatter      1/n of the source along `dim`
///   AllToAll       1/n of the source along `dim`  all others         the whole source
struct PartPlan {
  DType type = DType::F32;
  int64_t elementBytes = 4;
  int64_t outer = 1, inner = 1, run = 0;
  Strides source, target;
  int64_t sourceBytes = 0, targetBytes = 0;
  int64_t pieceBytes() const { return outer * inner * run; }
};

/// A unit of work: bytes [begin, end) of a target. AllReduce and AllGather write the same bytes to
/// all targets, so each of their tiles serves all positions. AllToAll counts the bytes piece after
/// piece, each piece packed.
struct PlanTile {
  uint32_t part = 0;
  uint32_t position = 0;
  int64_t begin = 0, end = 0;
};

struct CollectivePlan {
  CollectiveKind kind = CollectiveKind::AllReduce;
  ReductionKind reduction = ReductionKind::None;
  int64_t positions = 1;
  std::vector<PartPlan> parts;
  std::vector<PlanTile> tiles; // of all positions, in order of position
  int64_t movedBytes = 0;      // read and written by all tiles
  uint32_t location = 0;
};

/// Fails where a shape does not divide, byte counts disagree with shapes, or the type cannot be
/// reduced.
llvm::Expected<CollectivePlan> planCollective(const CollectiveStart &start, int64_t positions,
                                              uint32_t location);

/// Copies bytes [begin, end) of a piece between two layouts. The bytes are counted in packed order.
void copyPiece(const PartPlan &part, const std::byte *source, const Strides &sourceStrides,
               std::byte *target, const Strides &targetStrides, int64_t from, int64_t to);

/// Assembles bytes [begin, end) of a gathered tensor in targets[0] and copies them to the other
/// targets, so that the sources are read once for all targets. `sources` are the whole sources by
/// position.
void gatherRange(const PartPlan &part, std::span<const std::byte *const> sources,
                 std::span<std::byte *const> targets, int64_t begin, int64_t end);

/// The layout of a packed piece, one row after the other.
Strides packedStrides(const PartPlan &part);

/// The name for messages, traces and statistics: "all_gather", "all_reduce", ...
const char *nameOf(CollectiveKind kind);

} // namespace spmd::rt
