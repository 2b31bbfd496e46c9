// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops of movement.h whose result takes elements of a dim at positions that are known while a
// program is traced: pads that mirror or repeat, rolls, repeats, splits.
//
// Positions are cut into runs that ascend, descend or stay: each run is a slice, a reversed slice
// or a broadcast, and the runs are concatenated. A gather would hide all this from the compiler,
// and would be a scatter in the gradient.
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/include/spmd/statistics.h"
#include "compiler/frontend/trace/elementwise.h"

namespace spmd {
inline namespace frontend {
namespace {

/// Positions from `begin` on with a step of 1, -1 or 0.
struct Run {
  int64_t begin, count, step;
};

/// 3 2 1 0 1 2 2 2 -> (3, 4, -1), (1, 2, 1), (2, 2, 0)
std::vector<Run> runsOf(const std::vector<int64_t> &positions) {
  std::vector<Run> runs;
  for (size_t i = 0; i < positions.size();) {
    Run run{positions[i], 1, 1};
    if (i + 1 < positions.size() && std::abs(positions[i + 1] - positions[i]) <= 1)
      run.step = positions[i + 1] - positions[i];
    for (++i; i < positions.size() && positions[i] == run.begin + run.count * run.step; ++i)
      ++run.count;
    runs.push_back(run);
  }
  return runs;
}

/// begin .. begin + count - 1 of a dim.
Tensor part(const Tensor &x, int64_t dim, int64_t begin, int64_t count, bool isReversed = false) {
  Index index{};
  index.items.assign(size_t(dim), _);
  index.items.push_back(slice(begin, begin + count));
  Tensor taken = x[index];
  return isReversed ? flip(taken, dim) : taken;
}

/// Elements along a dim at positions that exist.
Tensor at(const Tensor &x, int64_t dim, const std::vector<int64_t> &positions) {
  std::vector<Operand> parts;
  for (const Run &run : runsOf(positions)) {
    if (run.step == 0 && run.count > 1) {
      std::vector<int64_t> shape = x.shape();
      shape[size_t(dim)] = run.count;
      parts.push_back(broadcastTo(part(x, dim, run.begin, 1), shape));
      continue;
    }
    // A run of one element counts as ascending.
    const bool isReversed = run.step < 0;
    parts.push_back(
        part(x, dim, isReversed ? run.begin - run.count + 1 : run.begin, run.count, isReversed));
  }
  if (parts.empty())
    return part(x, dim, 0, 0);
  return parts.size() == 1 ? parts[0].tensor : concatenate(parts, dim);
}

/// The position in a dim of n elements at which the element at i of the padded dim, counted from
/// the first of x, stands.
int64_t sourceOf(int64_t i, int64_t n, PadMode mode) {
  auto modulo = [](int64_t a, int64_t b) { return (a % b + b) % b; };
  switch (mode) {
  case PadMode::Reflect: { // 0 1 2 | 1 0 | 1 2
    if (n == 1)
      return 0;
    const int64_t at = modulo(i, 2 * (n - 1));
    return at < n ? at : 2 * (n - 1) - at;
  }
  case PadMode::Symmetric: { // 0 1 2 | 2 1 0 | 0 1 2
    const int64_t at = modulo(i, 2 * n);
    return at < n ? at : 2 * n - 1 - at;
  }
  case PadMode::Wrap:
    return modulo(i, n);
  default:
    return std::clamp<int64_t>(i, 0, n - 1);
  }
}

/// The median along a dim, which stays with size 1; of integers rounded.
Tensor middleOf(const Tensor &x, int64_t dim) {
  Tensor middle = median(x, dim, keepDims);
  return isFloat(x.elementType()) ? middle : round(middle);
}

/// One dim padded by numbers between 0, at the new ends, and the edge. Integers are rounded down.
Tensor padByRamp(const Tensor &x, int64_t dim, const Padding &width) {
  const ElementType own = x.elementType(), wide = own == f64 ? f64 : f32;
  auto ramp = [&](int64_t count, int64_t from, bool isDown) {
    std::vector<int64_t> along(x.rank(), 1);
    along[size_t(dim)] = count;
    Tensor share = reshape(arange(count, wide), along) / double(std::max<int64_t>(count, 1));
    if (isDown)
      share = flip(share, dim);
    const Tensor line = astype(part(x, dim, from, 1), wide) * share;
    return isInexact(own) ? astype(line, own) : astype(floor(line), own);
  };
  return concatenate({ramp(width.low, 0, false), x, ramp(width.high, x.size(dim) - 1, true)}, dim);
}

/// One dim padded by a statistic of it, in the type of x; means of integers are rounded.
Tensor padByStatistic(const Tensor &x, int64_t dim, const Padding &width, PadMode mode) {
  Tensor one = mode == PadMode::Maximum     ? max(x, dim, keepDims)
               : mode == PadMode::Minimum   ? min(x, dim, keepDims)
               : mode == PadMode::Median    ? middleOf(x, dim)
               : isInexact(x.elementType()) ? mean(x, dim, keepDims)
                                            : round(mean(x, dim, keepDims));
  one = astype(one, x.elementType());
  auto repeated = [&](int64_t count) {
    std::vector<int64_t> shape = x.shape();
    shape[size_t(dim)] = count;
    return broadcastTo(one, shape);
  };
  return concatenate({repeated(width.low), x, repeated(width.high)}, dim);
}

/// One Padding per dim. Refuses other numbers of them.
std::vector<Padding> perDim(Emitter &e, const std::vector<Padding> &widths, const std::string &type,
                            size_t rank) {
  if (widths.size() == 1)
    return std::vector<Padding>(rank, widths[0]);
  if (widths.size() != rank)
    e.refuse("pad of " + type + ": " + std::to_string(widths.size()) + " paddings for " +
             std::to_string(rank) + " dims");
  return widths;
}

/// All amounts, in the order of dims.
std::vector<int64_t> keyOf(const std::vector<Padding> &widths) {
  std::vector<int64_t> key;
  for (const Padding &width : widths)
    key.insert(key.end(), {width.low, width.high, width.interior});
  return key;
}

/// The parts of a dim that begin at these positions and end where the next one begins.
std::vector<Tensor> parts(const Tensor &x, int64_t dim, const std::vector<int64_t> &borders) {
  std::vector<Tensor> out;
  for (size_t i = 0; i + 1 < borders.size(); ++i)
    out.push_back(part(x, dim, borders[i], borders[i + 1] - borders[i]));
  return out;
}

} // namespace

/// One op of StableHLO, whose value is an operand of rank 0.
Tensor pad(const Operand &x, const std::vector<Padding> &widths, const Operand &value) {
  return apply("pad", {&x, &value}, OpKey(keyOf(widths)), [&](Emitter &e, Terms terms) {
    mlir::Value v = e.valueOf(terms[0]);
    const ElementType type = e.elementOf(v);
    const std::string what = "pad of " + e.textOf(terms[0]);
    if (terms[1].value && !Emitter::dimsOf(terms[1].value).empty())
      e.refuse(what + " with " + e.textOf(terms[1]) + ": one element is wanted");
    if (losesPart(e.promoted(terms[1]), type))
      e.refuse(what + " with " + e.textOf(terms[1]) +
               ": floats do not fit into integers; convert the value first");
    Sizes low, high, interior;
    for (auto [d, width] :
         llvm::enumerate(perDim(e, widths, e.textOf(terms[0]), Emitter::dimsOf(v).size()))) {
      const int64_t size = Emitter::dimsOf(v)[d];
      const int64_t spread = size + (size > 0 ? (size - 1) * width.interior : 0);
      if (width.interior < 0 || spread + width.low + width.high < 0)
        e.refuse(what + ": dim " + std::to_string(d) +
                 " would have a negative size, or a negative amount between elements");
      low.push_back(width.low);
      high.push_back(width.high);
      interior.push_back(width.interior);
    }
    return e.make<stablehlo::PadOp>(v, e.valueOf(terms[1], type), low, high, interior);
  });
}

/// Dim after dim: a later dim repeats what the earlier ones made, as in numpy.
Tensor pad(const Operand &x, const std::vector<Padding> &widths, PadMode mode) {
  return compose("pad", {&x}, OpKey(keyOf(widths), int64_t(mode)),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   Tensor out = in[0];
                   const std::string type = text(out.type());
                   for (auto [d, width] : llvm::enumerate(perDim(e, widths, type, out.rank()))) {
                     const int64_t size = out.shape()[d];
                     const bool isSame = width.low == 0 && width.high == 0;
                     // Without elements there is a mean, NaN, and nothing else to add.
                     if (width.low < 0 || width.high < 0 || width.interior != 0 ||
                         (size == 0 && !isSame && mode != PadMode::Mean))
                       e.refuse("pad of " + type + ": dim " + std::to_string(d) +
                                " must have elements, and amounts of 0 or more at its ends only");
                     // Nothing to add: no slices and no concatenation are recorded.
                     if (isSame)
                       continue;
                     if (mode == PadMode::LinearRamp) {
                       out = padByRamp(out, int64_t(d), width);
                       continue;
                     }
                     if (mode >= PadMode::Maximum) {
                       out = padByStatistic(out, int64_t(d), width, mode);
                       continue;
                     }
                     std::vector<int64_t> positions;
                     for (int64_t i = -width.low; i < size + width.high; ++i)
                       positions.push_back(sourceOf(i, size, mode));
                     out = at(out, int64_t(d), positions);
                   }
                   return out;
                 });
}

/// A shift beyond the dim goes around more than once.
Tensor roll(const Operand &x, int64_t shift, std::optional<int64_t> dim) {
  return compose(
      "roll", {&x}, OpKey(shift, dim.has_value(), dim.value_or(0)),
      [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
        if (!dim)
          return reshape(roll(reshape(in[0], {-1}), shift, 0), in[0].shape());
        const int64_t d = e.checkedDim("roll", *dim, int64_t(in[0].rank()), text(in[0].type()));
        const int64_t size = in[0].size(d);
        const int64_t by = size == 0 ? 0 : (shift % size + size) % size;
        if (by == 0)
          return in[0];
        return concatenate({part(in[0], d, size - by, by), part(in[0], d, 0, size - by)}, d);
      });
}

/// Each dim becomes a pair (count, size), of which the count is a broadcast.
Tensor tile(const Operand &x, std::vector<int64_t> counts) {
  return compose("tile", {&x}, OpKey(counts), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    std::vector<int64_t> shape = in[0].shape(), all = counts;
    all.insert(all.begin(), std::max(shape.size(), all.size()) - all.size(), 1);
    shape.insert(shape.begin(), all.size() - shape.size(), 1);
    std::vector<int64_t> apart, wide, out;
    for (auto [size, count] : llvm::zip(shape, all)) {
      if (count < 0)
        e.refuse("tile of " + text(in[0].type()) + ": counts are 0 or more");
      apart.insert(apart.end(), {1, size});
      wide.insert(wide.end(), {count, size});
      out.push_back(count * size);
    }
    return reshape(broadcastTo(reshape(in[0], apart), wide), out);
  });
}

/// As tile, with the pair (size, count).
Tensor repeat(const Operand &x, int64_t count, std::optional<int64_t> dim) {
  return compose("repeat", {&x}, OpKey(count, dim.has_value(), dim.value_or(0)),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   Tensor from = dim ? in[0] : reshape(in[0], {-1});
                   const std::string type = text(in[0].type());
                   const int64_t d =
                       e.checkedDim("repeat", dim.value_or(0), int64_t(from.rank()), type);
                   if (count < 0)
                     e.refuse("repeat of " + type + ": counts are 0 or more");
                   std::vector<int64_t> wide = from.shape(), out = from.shape();
                   wide.insert(wide.begin() + d + 1, count);
                   out[size_t(d)] *= count;
                   return reshape(broadcastTo(expandDims(from, d + 1), wide), out);
                 });
}
/// Counts are known while a program is traced: the size of the result depends on them.
Tensor repeat(const Operand &x, const std::vector<int64_t> &counts, int64_t dim) {
  return compose("repeat", {&x}, OpKey(counts, dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const std::string type = text(in[0].type());
    const int64_t d = e.checkedDim("repeat", dim, int64_t(in[0].rank()), type);
    if (int64_t(counts.size()) != in[0].size(d) ||
        llvm::any_of(counts, [](int64_t count) { return count < 0; }))
      e.refuse("repeat of " + type + ": one count of 0 or more per element of dim " +
               std::to_string(d) + " is wanted");
    std::vector<int64_t> positions;
    for (size_t i = 0; i < counts.size(); ++i)
      positions.insert(positions.end(), size_t(counts[i]), int64_t(i));
    return at(in[0], d, positions);
  });
}
/// Negative positions count from the end.
Tensor takeFixed(const Operand &x, const std::vector<int64_t> &positions, int64_t dim) {
  return compose("takeFixed", {&x}, OpKey(positions, dim),
                 [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                   const std::string type = text(in[0].type());
                   const int64_t d = e.checkedDim("takeFixed", dim, int64_t(in[0].rank()), type);
                   std::vector<int64_t> exact;
                   for (int64_t position : positions) {
                     exact.push_back(position < 0 ? position + in[0].size(d) : position);
                     if (exact.back() < 0 || exact.back() >= in[0].size(d))
                       e.refuse("takeFixed of " + type + ": position " + std::to_string(position) +
                                " of dim " + std::to_string(d) + " is out of range");
                   }
                   return at(in[0], d, exact);
                 });
}

/// One slice per part.
std::vector<Tensor> split(const Operand &x, int64_t count, int64_t dim) {
  return composeMany("split", {x}, OpKey(count, dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const std::string type = text(in[0].type());
    const int64_t d = e.checkedDim("split", dim, int64_t(in[0].rank()), type);
    const int64_t size = in[0].size(d);
    if (count < 1 || size % count)
      e.refuse("split of " + type + ": dim " + std::to_string(d) + " has no " +
               std::to_string(count) + " equal parts");
    std::vector<int64_t> borders;
    for (int64_t i = 0; i <= count; ++i)
      borders.push_back(i * (size / count));
    return parts(in[0], d, borders);
  });
}
/// Parts may be empty where positions repeat.
std::vector<Tensor> splitAt(const Operand &x, const std::vector<int64_t> &positions, int64_t dim) {
  return composeMany("splitAt", {x}, OpKey(positions, dim),
                     [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
                       const std::string type = text(in[0].type());
                       const int64_t d = e.checkedDim("splitAt", dim, int64_t(in[0].rank()), type);
                       std::vector<int64_t> borders{0};
                       borders.insert(borders.end(), positions.begin(), positions.end());
                       borders.push_back(in[0].size(d));
                       if (!llvm::is_sorted(borders))
                         e.refuse("splitAt of " + type +
                                  ": positions ascend from 0 to the size of "
                                  "dim " +
                                  std::to_string(d));
                       return parts(in[0], d, borders);
                     });
}
/// One slice and one reshape per element of the dim.
std::vector<Tensor> unstack(const Operand &x, int64_t dim) {
  return composeMany("unstack", {x}, OpKey(dim), [&](Emitter &e, llvm::ArrayRef<Tensor> in) {
    const int64_t d = e.checkedDim("unstack", dim, int64_t(in[0].rank()), text(in[0].type()));
    std::vector<Tensor> out;
    for (int64_t i = 0; i < in[0].size(d); ++i)
      out.push_back(squeeze(part(in[0], d, i, 1), d));
    return out;
  });
}

} // namespace frontend
} // namespace spmd
