// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies updates to positions that depend on data.
//
// Tiles split a window loop rather than the loop over index vectors, because two index vectors may
// name the same position and their order must not change.
#include "runtime/kernels/scatter.h"
#include "runtime/elements.h"
#include "runtime/kernels/library_config.h"
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace spmd::rt {
namespace {

/// A tile handles at least this many window elements. With fewer, computing the positions costs
/// more than the updates.
constexpr int64_t kWindowPerTile = 256;
constexpr int64_t kMostTiles = 16;

/// Maximum and minimum as StableHLO defines them: a NaN wins over numbers, and +0 is above -0.
template <class T> T larger(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    // Where a == b, only the sign of a zero can differ: +0 must win.
    return std::isnan(a) || (a == b && std::signbit(b)) ? a : std::isnan(b) || b >= a ? b : a;
  else
    return std::max(a, b);
}
// The same with -0 below +0.
template <class T> T smaller(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    return std::isnan(a) || (a == b && std::signbit(a)) ? a : std::isnan(b) || b <= a ? b : a;
  else
    return std::min(a, b);
}

// Combines two numbers. Integers are computed as uint64_t, because signed overflow is undefined in
// C++.
template <class T> T combined(ScatterCombine kind, T a, T b) {
  using Wrapping = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
  switch (kind) {
  case ScatterCombine::Add:
    return T(Wrapping(a) + Wrapping(b));
  case ScatterCombine::Multiply:
    return T(Wrapping(a) * Wrapping(b));
  case ScatterCombine::Maximum:
    return larger(a, b);
  case ScatterCombine::Minimum:
    return smaller(a, b);
  case ScatterCombine::And:
    if constexpr (std::is_integral_v<T>)
      return T(a & b);
    return b;
  case ScatterCombine::Or:
    if constexpr (std::is_integral_v<T>)
      return T(a | b);
    return b;
  default:
    return b;
  }
}

/// The function that combines an update into a target in memory, for one element type.
using CombineFn = void (*)(ScatterCombine kind, std::byte *target, const std::byte *update);

/// Computes in the stored type where C++ has it. Narrower floats are computed in f32 and rounded
/// after each update.
template <class Element>
void combineAs(ScatterCombine kind, std::byte *target, const std::byte *update) {
  using Stored = typename Element::Storage;
  using Number = typename Element::Number;
  Stored a, b;
  std::memcpy(&a, target, sizeof a);
  std::memcpy(&b, update, sizeof b);
  Element::set(
      &a, combined(kind, Element::template get<Number>(&a), Element::template get<Number>(&b)));
  std::memcpy(target, &a, sizeof a);
}
// Booleans: minimum, product and and are an and, other kinds an or.
void combinePred(ScatterCombine kind, std::byte *target, const std::byte *update) {
  bool a = *target != std::byte(0), b = *update != std::byte(0);
  bool both = kind == ScatterCombine::And || kind == ScatterCombine::Multiply ||
              kind == ScatterCombine::Minimum;
  *target = std::byte(both ? a && b : a || b);
}

// Chosen once per tile, so that the loop over updates does not switch on the type.
CombineFn combineFor(DType type) {
  assert(type != DType::C64 && type != DType::C128 &&
         "complex elements are combined by a callback");
  if (type == DType::Pred)
    return combinePred;
  return forElement(type, []<class Element>(Element) -> CombineFn { return combineAs<Element>; });
}

/// Returns the largest window loop, which tiles split, or -1 without window loops.
int64_t splitWindow(const ScatterConfig &config) {
  int64_t best = -1;
  for (size_t i = 0; i < config.window.size(); ++i)
    if (best < 0 || config.window[i].size > config.window[best].size)
      best = int64_t(i);
  return best;
}

// The number of tiles, limited by the work (kWindowPerTile) and by the size of the split loop.
int64_t scatterTiles(const LibraryConfig &call, const void *) {
  const auto &config = std::get<ScatterConfig>(call);
  int64_t split = splitWindow(config), elements = 1;
  for (const auto &w : config.window)
    elements *= w.size;
  if (split < 0)
    return 1;
  return std::clamp<int64_t>(elements / kWindowPerTile, 1,
                             std::min(kMostTiles, config.window[split].size));
}

/// Advances to the next index in row-major order; false after the last one.
/// Example: sizes {2, 2}: {0, 0} -> {0, 1} -> {1, 0} -> {1, 1} -> false.
template <class Dims> bool next(std::vector<int64_t> &index, const Dims &dims) {
  for (size_t d = dims.size(); d-- > 0;) {
    if (++index[d] < dims[d].size)
      return true;
    index[d] = 0;
  }
  return false;
}

/// One tile of a scatter: a part of the split window loop, for all index vectors.
/// Example, the gradient of an embedding table [vocabulary, width] for tokens [n]:
///   batch {size n: update += width, index += 1}, window {size width: update += 1, input += 1}
///   component {index 0, input width, dimSize vocabulary}
class ScatterTile {
public:
  ScatterTile(const RoutineArgs &args, int64_t tile)
      : config(std::get<ScatterConfig>(args.config)), callback(args.callback),
        target(static_cast<std::byte *>(args.results[0])),
        indices(static_cast<const std::byte *>(args.operands[1])),
        updates(static_cast<const std::byte *>(args.operands[2])), size(sizeOf(config.type)),
        split(splitWindow(config)) {
    if (split >= 0) {
      int64_t tiles = scatterTiles(args.config, nullptr);
      ScatterConfig::Window &w = config.window[size_t(split)];
      from = w.size * tile / tiles;
      w.size = w.size * (tile + 1) / tiles - from;
    }
    if (config.combine != ScatterCombine::Callback && config.combine != ScatterCombine::Replace)
      combine = combineFor(config.type);
    // Contiguous f32 sums, the gradient of an embedding, have a loop of their own that vectorises.
    const ScatterConfig::Window *inner = config.window.empty() ? nullptr : &config.window.back();
    bool isRun = inner && inner->update == 1 && inner->input == 1 && inner->component < 0 &&
                 config.type == DType::F32 && config.combine == ScatterCombine::Add;
    runLength = isRun ? inner->size : 0;
    outer.assign(config.window.begin(), config.window.end() - (isRun ? 1 : 0));
  }

  // For each index vector it reads the start indices and walks the window.
  void run() {
    auto isEmpty = [](const auto &loop) { return loop.size == 0; };
    if (std::any_of(config.batch.begin(), config.batch.end(), isEmpty) ||
        std::any_of(config.window.begin(), config.window.end(), isEmpty))
      return;
    const int64_t indexSize = sizeOf(config.indexType);
    std::vector<int64_t> b(config.batch.size(), 0), starts(config.components.size());
    do {
      int64_t update = 0, index = 0, base = 0;
      for (size_t i = 0; i < b.size(); ++i) {
        update += b[i] * config.batch[i].update;
        index += b[i] * config.batch[i].index;
        base += b[i] * config.batch[i].input;
      }
      // U64 from 2^63 on become negative and so count as outside.
      for (size_t c = 0; c < starts.size(); ++c)
        starts[c] = elementAs<int64_t>(config.indexType,
                                       indices + (index + config.components[c].index) * indexSize);
      std::vector<int64_t> w(outer.size(), 0);
      do
        updateAt(w, starts, base, update);
      while (next(w, outer));
    } while (next(b, config.batch));
  }

private:
  // Applies the update at the place `w` of the window, or the run that begins there. The start of a
  // window dim comes from its component; dims without one start at 0.
  void updateAt(const std::vector<int64_t> &w, const std::vector<int64_t> &starts, int64_t at,
                int64_t update) {
    std::vector<int64_t> places = starts;
    for (size_t i = 0; i < config.window.size(); ++i) {
      int64_t k = (i < w.size() ? w[i] : 0) + (int64_t(i) == split ? from : 0);
      update += k * config.window[i].update;
      if (config.window[i].component >= 0)
        places[size_t(config.window[i].component)] += k;
      else
        at += k * config.window[i].input;
    }
    // Each element is checked by itself: StableHLO skips only the elements outside, not the whole
    // window.
    for (size_t c = 0; c < places.size(); ++c) {
      if (places[c] < 0 || places[c] >= config.components[c].dimSize)
        return;
      at += places[c] * config.components[c].input;
    }
    if (runLength == 0)
      return apply(target + at * size, updates + update * size);
    auto *sum = reinterpret_cast<float *>(target) + at;
    auto *add = reinterpret_cast<const float *>(updates) + update;
    for (int64_t k = 0; k < runLength; ++k)
      sum[k] += add[k];
  }

  // The result of a callback goes through `made`: the callback may write it before it has read all
  // of its arguments. 16 bytes hold the largest element, C128.
  void apply(std::byte *at, const std::byte *update) const {
    if (config.combine == ScatterCombine::Callback) {
      std::byte made[16];
      const void *in[] = {at, update};
      void *out[] = {made};
      callback(in, out);
      std::memcpy(at, made, size_t(size));
    } else if (config.combine == ScatterCombine::Replace) {
      std::memcpy(at, update, size_t(size));
    } else {
      combine(config.combine, at, update);
    }
  }

  ScatterConfig config; // with this tile's part of the split loop
  const ScalarFn callback;
  std::byte *const target;
  const std::byte *const indices, *const updates;
  const int64_t size, split;
  int64_t from = 0; // where this tile's part of the split loop begins
  CombineFn combine = nullptr;
  int64_t runLength = 0;                    // of contiguous sums; 0 where there are none
  std::vector<ScatterConfig::Window> outer; // the loops around a run, or all
};

void runScatter(const RoutineArgs &args, int64_t tile) { ScatterTile(args, tile).run(); }

// Windows overlap, so select_and_scatter is not divided.
int64_t oneTile(const LibraryConfig &, const void *) { return 1; }

// Fills the result with init, then looks for the selected element of each window and adds the
// source element there. Windows may overlap, so one tile does all the work in order.
void runSelectAndScatter(const RoutineArgs &args, int64_t) {
  const auto &config = std::get<SelectAndScatterConfig>(args.config);
  const size_t rank = config.dims.size();
  const int64_t size = sizeOf(config.type);
  auto *operand = static_cast<const std::byte *>(args.operands[0]),
       *source = static_cast<const std::byte *>(args.operands[1]);
  auto *init = static_cast<const std::byte *>(args.operands[2]);
  auto *result = static_cast<std::byte *>(args.results[0]);
  std::vector<int64_t> strides(rank, 1);
  int64_t count = 1, sources = 1, windows = 1;
  for (size_t d = rank; d-- > 0;) {
    strides[d] = count;
    count *= config.dims[d].operand;
    sources *= config.dims[d].source;
    windows *= config.dims[d].window;
  }
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(result + i * size, init, size);
  CombineFn combine = combineFor(config.type);
  std::vector<int64_t> s(rank), k(rank);
  for (int64_t i = 0; i < sources; ++i) {
    for (size_t d = rank, rest = i; d-- > 0; rest /= config.dims[d].source)
      s[d] = rest % config.dims[d].source;
    int64_t chosen = -1;
    long double best = 0;
    for (int64_t j = 0; j < windows; ++j) {
      int64_t at = 0;
      bool isInside = true;
      for (size_t d = rank, rest = j; d-- > 0; rest /= config.dims[d].window) {
        const auto &dim = config.dims[d];
        int64_t place = s[d] * dim.stride + int64_t(rest % dim.window) - dim.low;
        isInside &= place >= 0 && place < dim.operand;
        at += place * strides[d];
      }
      if (!isInside)
        continue;
      // A long double also holds 64-bit integers exactly.
      auto value = elementAs<long double>(config.type, operand + at * size);
      // select(chosen, candidate) is chosen >= candidate (or <=). The candidate replaces the chosen
      // element where that is false, so the first among equals stays.
      if (chosen < 0 || !(config.selectsLargest ? best >= value : best <= value)) {
        chosen = at;
        best = value;
      }
    }
    if (chosen >= 0)
      combine(ScatterCombine::Add, result + chosen * size, source + i * size);
  }
}

} // namespace

const Routine kScatterRoutine = {"scatter", scatterTiles, runScatter, /*inPlace=*/true};
const Routine kSelectAndScatterRoutine = {"select_and_scatter", oneTile, runSelectAndScatter};

} // namespace spmd::rt
