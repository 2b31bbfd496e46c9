// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Implements the plan of reshard_chain.h as rounds of four steps: slice, permute, all-to-all,
// gather. The rules are those of the public Shardy pass, as seen in its results.
#include "compiler/export/permute_axes.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace spmd {
namespace {

bool areEmpty(const DimAxes &dims) {
  return llvm::all_of(dims, [](const AxisList &axes) { return axes.empty(); });
}

/// Plans one chain. Every step changes `axes` and is recorded.
class ChainPlanner {
public:
  ChainPlanner(llvm::ArrayRef<int64_t> shape, const DimAxes &from, const DimAxes &to, bool reorder)
      : shape(shape), axes(from, to), reorder(reorder) {}

  std::vector<ChainStep> plan() {
    resolveConflicts();
    // Two rounds suffice where sizes divide each other. More rounds help at odd sizes; the public
    // pass stops after two there, in another sharding than asked for.
    for (int round = 0; round < 4 && (reorder || !axes.isEmpty()); ++round) {
      slice();
      permute();
      allToAll();
      gather([&](Axis axis) { return !axes.isWanted(axis); });
    }
    if (axes.isEmpty())
      return std::move(steps);
    // Sizes without a common divisor can block each other. Then everything is gathered.
    gather([](Axis) { return true; });
    takeSlices(DimAxes(axes.out));
    return std::move(steps);
  }

private:
  size_t rank() const { return shape.size(); }

  /// Appends a step that moved these axes; `axes` is what the step leaves.
  void record(ChainStep::Kind kind, const DimAxes &moved, size_t source = 0, size_t target = 0) {
    DimAxes merged(rank());
    for (size_t d = 0; d < rank(); ++d)
      appendMerged(merged[d], moved[d]);
    steps.push_back({kind, std::move(merged), axes.current(), static_cast<int64_t>(source),
                     static_cast<int64_t>(target)});
    axes.dropCommonPrefixes();
  }

  /// Removes axes that overlap a wanted axis in a way that no common split has: b:(1)2 of b=6 where
  /// b:(1)3 is wanted. No sharding between both ends could name both. One permute does it all if
  /// the shards of each dim keep their number; otherwise such axes are gathered.
  void resolveConflicts() {
    auto conflicts = [&](Axis axis) {
      return llvm::any_of(axes.out, [&](const AxisList &list) {
        return llvm::any_of(list, [&](Axis other) {
          return axis != other && (overlaps(axis, other) || !canCoexist(axis, other));
        });
      });
    };
    DimAxes moved(rank());
    bool sameCounts = true;
    for (size_t d = 0; d < rank(); ++d) {
      sameCounts &= shardCount(axes.in[d]) == shardCount(axes.out[d]);
      auto *first = llvm::find_if(axes.in[d], conflicts);
      moved[d].append(first, axes.in[d].end());
    }
    if (areEmpty(moved))
      return;
    if (sameCounts) {
      axes.in = axes.out;
      reorder = false;
      return record(ChainStep::Permute, DimAxes(rank()));
    }
    for (size_t d = 0; d < rank(); ++d)
      axes.in[d].truncate(axes.in[d].size() - moved[d].size());
    record(ChainStep::Gather, moved);
  }

  /// Appends axes to the dims, where they cut every shard into parts without communication.
  void takeSlices(const DimAxes &sliced) {
    if (areEmpty(sliced))
      return;
    for (size_t d = 0; d < rank(); ++d)
      axes.in[d].append(sliced[d]);
    record(ChainStep::Slice, sliced);
  }

  /// Slices along all axes that the value is not sharded by yet, if some dim has room for them: its
  /// number of shards may grow to a multiple that the end has, too.
  void slice() {
    DimAxes sliced(rank());
    auto isFree = [&](Axis axis) { return axes.isFree(axis) && !placeOf(sliced, axis); };
    // 2 -> 6 shards: 3 more. 2 -> 3 shards: 3 more, 6 in between.
    llvm::SmallVector<int64_t> capacity;
    for (auto [in, out] : llvm::zip_equal(axes.in, axes.out))
      capacity.push_back(shardCount(out) / std::gcd(shardCount(in), shardCount(out)));
    for (size_t d = 0; d < rank(); ++d)
      sliced[d].append(companions(d, isFree));
    auto take = [&](size_t d, Axis axis) {
      int64_t size = isFree(axis) ? fittingSize(axis, capacity[d]) : 1;
      if (size == 1)
        return;
      if (size != axis.size)
        axes.split(axis, size);
      capacity[d] /= size;
      sliced[d].push_back(headOf(axis, size));
    };
    // Lists grow while the loops run, where axes are split.
    for (size_t d = 0; d < rank(); ++d)
      for (size_t i = 0; i < axes.out[d].size(); ++i)
        take(d, axes.out[d][i]);
    for (size_t target = 0; target < rank(); ++target)
      for (size_t i = 0; i < axes.out[target].size(); ++i)
        for (size_t d = 0; d < rank(); ++d)
          take(d, axes.out[target][i]);
    takeSlices(sliced);
  }

  /// The axes that a dim takes on although another dim wants them, because they travel together
  /// with its last axis in one all_to_all:
  ///   [{a}, {}] -> [{}, {a, b}]: slice b in dim 0, then move a and b
  /// The size of the dim must be a multiple of the new number of shards.
  AxisList companions(size_t d, llvm::function_ref<bool(Axis)> isFree) const {
    if (axes.in[d].empty() || !axes.out[d].empty())
      return {};
    std::optional<RemainingAxes::Place> place = axes.wantedAt(axes.in[d].back());
    if (!place || !axes.in[place->dim].empty())
      return {};
    auto rest = llvm::ArrayRef(axes.out[place->dim]).drop_front(place->index + 1);
    int64_t shards = shardCount(axes.done[d]) * shardCount(axes.in[d]) * shardCount(rest);
    return shape[d] % shards == 0 && llvm::all_of(rest, isFree) ? AxisList(rest) : AxisList();
  }

  /// Exchanges axes where the other steps would do badly. A new order of the devices takes a
  /// permute in any case, and an exchange of axes is free on its way.
  void permute() {
    bool isNeeded = needsPermute(axes);
    if (!isNeeded && !reorder)
      return;
    std::optional<DimAxes> permuted = isNeeded ? permutedAxes(axes) : std::nullopt;
    if (!permuted && !reorder)
      return;
    if (permuted)
      axes.in = std::move(*permuted);
    reorder = false;
    record(ChainStep::Permute, DimAxes(rank()));
  }

  /// Moves the last axes of a dim that are all wanted on one other dim; with `inPlace`, only if the
  /// other dim waits for just these axes first.
  ///   [{a, b}, {}] -> [{}, {a, b}]: moves {a, b} from dim 0 to dim 1
  bool moveSuffix(size_t source, bool inPlace) {
    AxisList &in = axes.in[source];
    std::optional<RemainingAxes::Place> place =
        in.empty() ? std::nullopt : axes.wantedAt(in.back());
    if (!place || place->dim == source)
      return false;
    size_t target = place->dim, begin = in.size() - 1;
    for (; begin > 0; --begin)
      if (auto next = axes.wantedAt(in[begin - 1]); !next || next->dim != target)
        break;
    DimAxes moved(rank());
    moved[source].append(in.begin() + begin, in.end());
    if (inPlace &&
        !llvm::ArrayRef(axes.out[target]).take_front(moved[source].size()).equals(moved[source]))
      return false;
    in.truncate(begin);
    axes.in[target].append(moved[source]);
    record(ChainStep::AllToAll, moved, source, target);
    return true;
  }

  /// First moves axes to where they stay, then all that are on a wrong dim. There is one op per
  /// pair of dims; the canonicalization under sdy-collective fuses ops on disjoint dims.
  void allToAll() {
    for (bool inPlace : {true, false})
      for (bool changed = true; changed;) {
        changed = false;
        for (size_t source = 0; source < rank(); ++source)
          while (moveSuffix(source, inPlace))
            changed = true;
      }
  }

  /// Gathers the longest suffix of every dim whose axes satisfy the predicate.
  void gather(llvm::function_ref<bool(Axis)> predicate) {
    DimAxes moved(rank());
    for (size_t d = 0; d < rank(); ++d) {
      AxisList &in = axes.in[d];
      size_t begin = in.size();
      while (begin > 0 && predicate(in[begin - 1]))
        --begin;
      moved[d].append(in.begin() + begin, in.end());
      in.truncate(begin);
    }
    if (!areEmpty(moved))
      record(ChainStep::Gather, moved);
  }

  llvm::ArrayRef<int64_t> shape;
  RemainingAxes axes;
  bool reorder;
  std::vector<ChainStep> steps;
};

} // namespace

std::vector<ChainStep> planReshardChain(llvm::ArrayRef<int64_t> shape, const DimAxes &from,
                                        const DimAxes &to, bool reorderDevices) {
  return ChainPlanner(shape, from, to, reorderDevices).plan();
}

} // namespace spmd
