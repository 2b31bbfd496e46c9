// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of common axes in three cases: all tensors agree, two tensors disagree, more tensors
// disagree.
#include "compiler/export/common_axes.h"
#include <numeric>
#include <tuple>
#include <vector>

using namespace mlir;

namespace spmd {
namespace {

/// Chooses for one op. Scalars do not take part; `nonScalar` lists the other tensors.
class Chooser {
public:
  /// Tensors without dims take no part in the choice: they have no factor.
  Chooser(const ShardingRule &rule, const Projection &projection, ArrayRef<int64_t> sizes,
          ArrayRef<StringRef> axisNames)
      : rule(rule), tensors(projection.tensors), common(rule.factors.size()), sizes(sizes),
        axisNames(axisNames) {
    for (size_t t = 0; t < tensors.size(); ++t)
      if (!rule.tensor(t).dims.empty())
        nonScalar.push_back(t);
  }

  /// Two tensors follow one of them if no factor must be whole and no dim has several factors; the
  /// general rule serves all other cases.
  CommonAxes run() {
    if (agree())
      return {common, true};
    common.assign(rule.factors.size(), {});
    bool hasWhole = llvm::any_of(
        rule.factors, [](const Factor &f) { return f.kind == FactorKind::NeedReplication; });
    // With two tensors and simple dims, following one of them needs a reshard of the other one
    // only.
    if (nonScalar.size() == 2 && !hasWhole && !hasCompoundDims())
      followOne();
    else if (isReshape() && hasOverflow())
      spread();
    else
      followMost();
    return {common, false};
  }

private:
  /// Whether some dim is a product of several factors.
  bool hasCompoundDims() const {
    for (size_t t : nonScalar)
      for (const auto &dim : rule.tensor(t).dims)
        if (dim.size() > 1)
          return true;
    return false;
  }

  /// Whether the op only regroups the elements of one tensor: both tensors have all factors, and
  /// all factors pass through. (A bitcast has a factor of its own for the bits.)
  bool isReshape() const {
    auto isShared = [&](size_t f) {
      return rule.factors[f].kind == FactorKind::PassThrough &&
             (isEverywhere(f) || rule.factors[f].size == 1);
    };
    return tensors.size() == 2 && llvm::all_of(llvm::seq(rule.factors.size()), isShared);
  }
  bool hasOverflow() const {
    return llvm::any_of(tensors, [](const TensorProjection &tensor) {
      return llvm::any_of(tensor.factors,
                          [](const FactorSharding &own) { return !own.overflow.empty(); });
    });
  }

  /// Whether every factor has the same axes in all tensors that have it, no axis is on two factors,
  /// and factors that need replication have none. Fills `common` on the way.
  bool agree() {
    AxisList used;
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      bool seen = false;
      for (const TensorProjection &tensor : tensors) {
        const FactorSharding &own = tensor.factors[f];
        if (!own.overflow.empty())
          return false;
        if (!own.present)
          continue;
        if (seen && own.axes != common[f])
          return false;
        common[f] = own.axes;
        seen = true;
      }
      if (factor.kind == FactorKind::NeedReplication && !common[f].empty())
        return false;
      for (Axis axis : common[f]) {
        if (overlapsAny(axis, used))
          return false;
        used.push_back(axis);
      }
    }
    return true;
  }

  /// Two tensors: the leader keeps its axes, and the other one adds axes only on factors that the
  /// leader lacks.
  void followOne() {
    auto rank = [&](size_t t) {
      bool permutes = false;
      int64_t shards = 1;
      for (auto [f, own] : llvm::enumerate(tensors[t].factors)) {
        permutes |= rule.factors[f].kind == FactorKind::Permutation && !own.axes.empty();
        shards *= shardCount(own.axes);
      }
      return std::tuple(!permutes, sizes[t], shards);
    };
    size_t leader = nonScalar[0], other = nonScalar[1];
    // Among equals the first tensor leads.
    if (rank(other) > rank(leader))
      std::swap(leader, other);
    AxisList taken;
    for (auto [f, own] : llvm::enumerate(tensors[leader].factors))
      if (own.present) {
        common[f] = own.axes;
        taken.append(own.axes);
      }
    // The other tensor may only add axes on its own factors.
    for (auto [f, own] : llvm::enumerate(tensors[other].factors))
      if (own.present && !tensors[leader].factors[f].present) {
        common[f] = withoutOverlap(own.axes, taken);
        taken.append(common[f]);
      }
  }

  /// How often the factor can still be split.
  int64_t left(size_t factor) const {
    int64_t shards = shardCount(common[factor]);
    return rule.factors[factor].size % shards ? 1 : rule.factors[factor].size / shards;
  }

  /// The factor that takes the axis next in tensor `t`, and the part of the axis that it takes. In
  /// each dim two factors are asked: the first one that is not split completely, and the one behind
  /// it. The last factor of the tensor takes what does not divide it, too.
  std::optional<std::pair<size_t, Axis>> place(size_t t, Axis axis) const {
    const auto &dims = rule.tensor(t).dims;
    for (size_t d = 0; d < dims.size(); ++d) {
      const auto &dim = dims[d];
      bool isLast = d + 1 == dims.size();
      size_t begin = llvm::find_if(dim, [&](int64_t f) { return left(f) != 1; }) - dim.begin();
      if (isLast)
        begin = std::min(begin, dim.size() - 1);
      for (size_t i = begin; i < std::min(begin + 2, dim.size()); ++i) {
        auto part = static_cast<int32_t>(std::gcd(left(dim[i]), int64_t(axis.size)));
        if (part > 1)
          return std::pair(size_t(dim[i]), Axis{axis.index, axis.pre, part});
        if (isLast && i + 1 == dim.size())
          return std::pair(size_t(dim[i]), axis);
      }
    }
    return std::nullopt;
  }

  /// A reshape some of whose axes fit no factor: deals the axes of the tensor with more shards to
  /// the factors again, as long as both tensors agree on the places.
  ///   2x24 -> 48 sharded ["y", "x"], x=2, y=3: x splits the 2, y the 24; ["x", "y"] for the 48
  void spread() {
    AxisList all[2];
    for (size_t t : {0, 1})
      for (const auto &dim : rule.tensor(t).dims)
        for (int64_t f : dim) {
          appendMerged(all[t], tensors[t].factors[f].axes);
          appendMerged(all[t], tensors[t].factors[f].overflow);
        }
    std::optional<size_t> last; // the factor that takes all axes that are left
    for (std::optional<Axis> rest : shardCount(all[1]) > shardCount(all[0]) ? all[1] : all[0])
      while (rest) {
        auto to = last ? std::optional(std::pair(*last, *rest)) : place(0, *rest);
        if (!to || (!last && to != place(1, *rest)))
          return dropUnreachable();
        auto [factor, part] = *to;
        if (left(factor) % part.size != 0)
          last = factor;
        appendMerged(common[factor], part);
        rest = removePrefix(*rest, part);
      }
    dropUnreachable();
  }

  /// Removes the axes of factors behind one that is not split completely: no sharding of the dim
  /// has them.
  void dropUnreachable() {
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t t : {0, 1})
        for (const auto &dim : rule.tensor(t).dims)
          for (size_t i = 1; i < dim.size(); ++i)
            if (!common[dim[i]].empty() && left(dim[i - 1]) != 1) {
              common[dim[i]].clear();
              changed = true;
            }
    }
  }

  /// A factor and a list of axes for it.
  struct Candidate {
    size_t factor;
    AxisList axes;
  };

  /// Prefers factors that can be split without communication, then those that cost less.
  static int kindRank(FactorKind kind) {
    static constexpr FactorKind worstFirst[] = {FactorKind::NeedReplication,
                                                FactorKind::Permutation, FactorKind::Reduction,
                                                FactorKind::PassThrough};
    return llvm::find(worstFirst, kind) - worstFirst;
  }
  /// Whether the factor may be split now. A factor behind another one in a dim waits until that one
  /// is split completely.
  bool isEligible(size_t factor) const {
    for (size_t t : nonScalar)
      for (const auto &dim : rule.tensor(t).dims)
        for (size_t i = 1; i < dim.size(); ++i)
          if (size_t(dim[i]) == factor &&
              shardCount(common[dim[i - 1]]) != rule.factors[dim[i - 1]].size)
            return false;
    return true;
  }

  /// Compares candidates; more is better. The score is: elements of the tensors that are split this
  /// way already, kind of the factor, added shards. The last entries (factor, length,
  /// names) only make the order total, so that the result is deterministic.
  auto score(const Candidate &c) const {
    int64_t support = 0;
    for (auto [t, tensor] : llvm::enumerate(tensors))
      if (tensor.factors[c.factor].present &&
          isPrefix(ArrayRef<Axis>(c.axes), tensor.factors[c.factor].axes))
        support += sizes[t];
    std::vector<std::tuple<StringRef, int64_t, int64_t>> names;
    for (Axis axis : c.axes)
      names.push_back({axisNames[axis.index], axis.pre, axis.size});
    return std::tuple(support, kindRank(rule.factors[c.factor].kind),
                      shardCount(c.axes) / shardCount(common[c.factor]), c.factor, c.axes.size(),
                      std::move(names));
  }

  /// More than two tensors: takes the best candidate, removes its axes from the other candidates,
  /// and repeats until none is left. Candidates are all prefixes of the axes that some tensor has
  /// on some factor.
  void followMost() {
    SmallVector<Candidate> candidates;
    for (size_t f = 0; f < rule.factors.size(); ++f)
      for (const TensorProjection &tensor : tensors)
        // Prefixes, because a tensor that is split over {a, b} reaches {a} by a gather over b
        // alone.
        for (size_t n = 1; tensor.factors[f].present && n <= tensor.factors[f].axes.size(); ++n) {
          AxisList axes(ArrayRef<Axis>(tensor.factors[f].axes).take_front(n));
          if (llvm::none_of(candidates,
                            [&](const Candidate &c) { return c.factor == f && c.axes == axes; }))
            candidates.push_back({f, axes});
        }
    while (true) {
      const Candidate *best = nullptr;
      for (const Candidate &c : candidates)
        if (isEligible(c.factor) && (!best || score(c) > score(*best)))
          best = &c;
      if (!best)
        break;
      size_t f = best->factor;
      common[f] = best->axes;
      for (Candidate &c : candidates) {
        // An axis splits one factor only.
        if (c.factor != f)
          c.axes = withoutOverlap(c.axes, common[f]);
      }
      llvm::erase_if(candidates, [&](const Candidate &c) {
        return !isStrictPrefix(ArrayRef<Axis>(common[c.factor]), ArrayRef<Axis>(c.axes));
      });
    }
    handOver();
  }

  /// Whether all tensors have the factor; scalars do not count.
  bool isEverywhere(size_t factor) const {
    return llvm::all_of(nonScalar, [&](size_t t) { return tensors[t].factors[factor].present; });
  }

  /// Moves the axes of factors that must be whole to pass-through factors that all tensors have, as
  /// long as they divide these evenly.
  void handOver() {
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      if (factor.kind != FactorKind::NeedReplication)
        continue;
      AxisList axes = std::move(common[f]);
      common[f].clear();
      if (!isEverywhere(f))
        continue;
      for (auto [g, target] : llvm::enumerate(rule.factors)) {
        if (target.kind != FactorKind::PassThrough || !isEverywhere(g))
          continue;
        while (!axes.empty() && target.size % (shardCount(common[g]) * axes.front().size) == 0) {
          appendMerged(common[g], axes.front());
          axes.erase(axes.begin());
        }
      }
    }
  }

  const ShardingRule &rule;
  ArrayRef<TensorProjection> tensors;
  SmallVector<AxisList> common;
  // Elements of each tensor. They come from types, as a factor may be larger than its dim.
  ArrayRef<int64_t> sizes;
  ArrayRef<StringRef> axisNames;
  SmallVector<size_t> nonScalar;
};

} // namespace

/// The axes up to the first one that overlaps `taken`, of which the part before the overlap is
/// kept.
///   [x, y] without [y:(2)2], y of 4 -> [x, y:(1)2]
AxisList withoutOverlap(ArrayRef<Axis> axes, ArrayRef<Axis> taken) {
  AxisList kept;
  for (Axis axis : axes) {
    std::optional<Axis> part = prefixWithoutOverlap(axis, taken);
    if (part)
      kept.push_back(*part);
    if (part != axis)
      break;
  }
  return kept;
}

CommonAxes chooseCommonAxes(const ShardingRule &rule, const Projection &projection,
                            ArrayRef<int64_t> sizes, ArrayRef<StringRef> axisNames) {
  return Chooser(rule, projection, sizes, axisNames).run();
}

/// The tensor's own projection with its axes replaced by the common ones, turned back into a
/// sharding.
Sharding withCommonAxes(const ShardingRule &rule, size_t tensor, const Projection &projection,
                        const CommonAxes &common, int mesh) {
  TensorProjection own = projection.tensors[tensor];
  for (auto [f, factor] : llvm::enumerate(own.factors)) {
    factor.overflow.clear();
    factor.axes.clear();
    if (factor.present)
      factor.axes = common.factors[f];
  }
  return unprojectTensor(rule.tensor(tensor), rule.factors, own, mesh);
}

} // namespace spmd
