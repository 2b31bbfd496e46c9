// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Adafactor (Shazeer and Stern, arXiv:1804.04235): the second moment of a matrix from the means of
// its rows and columns, n + m numbers instead of n * m.
//
// A tensor of more dims is factored along its two largest ones, and the others are batches. The
// state has the slots v_row and v_col of factored parameters and v of all others.
#include "compiler/frontend/lib/moments.h"
#include <numeric>
#include <spmd/sharding.h>

namespace spmd {
inline namespace frontend {
namespace optim {
namespace {

/// The two largest dims, the largest one second; none where the smaller one is too small. Of equal
/// sizes the later dim counts as larger.
///   {3, 256, 512} -> (1, 2);  {512, 8} -> none
std::optional<std::pair<int64_t, int64_t>> factoredDims(const std::vector<int64_t> &shape,
                                                        const AdafactorOptions &options) {
  if (!options.isFactored || shape.size() < 2)
    return std::nullopt;
  std::vector<int64_t> order(shape.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](int64_t a, int64_t b) { return std::pair(shape[a], a) < std::pair(shape[b], b); });
  const int64_t smaller = order[order.size() - 2], larger = order.back();
  if (shape[smaller] < options.minSizeToFactor)
    return std::nullopt;
  return std::pair(smaller, larger);
}

/// Zeros like a parameter without one of its dims; the names of the others stay.
Tensor zerosWithout(const Tensor &parameter, int64_t dim) {
  const Tensor zero = sum(zerosLike(parameter), dim);
  std::vector<std::string> axes = axesOf(parameter);
  if (axes.empty())
    return zero;
  axes.erase(axes.begin() + dim);
  return withAxes(zero, axes);
}

/// One leaf: updates the slots and returns g / sqrt(v).
struct FactoredScaling {
  const AdafactorOptions &options;
  Tensor decay; // f32 or f64, rises with the count from 0 to 1
  Slots slots;

  Tensor average(const char *slot, const Leaf &leaf, const Tensor &squares) const {
    Tensor &at = slots.at(slot, leaf);
    at = astype(decay * at + (1.0 - decay) * squares, leaf.tensor.elementType());
    return at;
  }

  Tensor operator()(const Tensor &g, const Leaf &leaf) const {
    const Tensor squares = square(g) + options.eps;
    const auto dims = factoredDims(leaf.tensor.shape(), options);
    if (!dims)
      return g * rsqrt(average("v", leaf, squares));
    const auto [smaller, larger] = *dims;
    const Tensor row = average("v_row", leaf, mean(squares, larger));
    const Tensor column = average("v_col", leaf, mean(squares, smaller));
    // The mean of all squares stands in both factors; one of them is divided by it.
    const int64_t inRow = smaller > larger ? smaller - 1 : smaller;
    const Tensor rowFactor = rsqrt(row / mean(row, inRow, keepDims));
    return g * expandDims(rowFactor, larger) * expandDims(rsqrt(column), smaller);
  }
};

/// The decay is 1 - step ^ -decayRate: the first step has no memory, so that no bias is to be
/// corrected.
Optimizer scaleByFactoredRms(const AdafactorOptions &options) {
  auto init = [=](const Leaves &parameters, Slots slots) {
    slots.addCount();
    for (const Leaf &leaf : parameters) {
      const auto dims = factoredDims(leaf.tensor.shape(), options);
      if (!dims) {
        slots.add("v", leaf, momentLike(leaf.tensor));
        continue;
      }
      slots.add("v_row", leaf, zerosWithout(leaf.tensor, dims->second));
      slots.add("v_col", leaf, zerosWithout(leaf.tensor, dims->first));
    }
  };
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    const Tensor step = slots.count() - options.decayOffset + 1;
    slots.increment();
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &g = updates[i].tensor;
      const ElementType type = g.elementType() == f64 ? f64 : f32;
      const Tensor decay = 1.0 - power(astype(step, type), -options.decayRate);
      g = astype(FactoredScaling{options, decay, slots}(g, parameters[i]), g.elementType());
    }
  };
  return Optimizer("adafactor", init, update);
}

/// Multiplies by the RMS of the parameter, at least 1e-3.
Tensor scaledByParameter(const Tensor &g, const Tensor &parameter) {
  return g * maximum(sqrt(mean(square(parameter))), 1e-3);
}

/// The moving average of the updates in a type of its own, without bias correction.
Optimizer averaged(double decay, ElementType type) {
  auto init = [=](const Leaves &parameters, Slots slots) {
    for (const Leaf &leaf : parameters)
      slots.add("mean", leaf, momentLike(leaf.tensor, type));
  };
  auto update = [=](Leaves &updates, const Leaves &parameters, Slots slots) {
    for (size_t i = 0; i < updates.size(); ++i) {
      Tensor &mean = slots.at("mean", parameters[i]);
      const Tensor next = decayed(updates[i].tensor, mean, decay);
      mean = astype(next, type);
      updates[i].tensor = next;
    }
  };
  return Optimizer("average", init, update);
}

} // namespace

/// The sign is turned at the end: clipping and scaling before do not depend on it.
Optimizer adafactor(Schedule rate, AdafactorOptions options) {
  std::vector<Optimizer> parts{scaleByFactoredRms(options)};
  if (options.clippingThreshold != 0)
    parts.push_back(clipByLeafRms(options.clippingThreshold));
  parts.push_back(rate.constant() ? scale(*rate.constant()) : scaleBySchedule(rate));
  if (options.multiplyByParameterScale)
    parts.push_back(leafByLeaf("parameter", scaledByParameter));
  if (options.momentum != 0)
    parts.push_back(averaged(options.momentum, options.momentumType));
  parts.push_back(addDecayedWeights(options.weightDecay, options.mask));
  parts.push_back(scale(-1));
  return chain(std::move(parts));
}

} // namespace optim
} // namespace frontend
} // namespace spmd
