// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies updates to positions that depend on data, in their order: two index vectors may name the
// same position. Tiles therefore split the result, not the updates. Large windows are split along
// a loop in which no two windows are shifted against each other. Of smaller ones each tile takes
// those that begin in its part of a dim, and looks at all indices. Single elements are one tile,
// since looking at an index costs as much as an update.
//
// Updates of one element after the other wait for each other (a load, an addition and a store: some
// ten cycles) where they meet at a position. Where the input is small, neighbouring updates go to
// different copies of it.
#include "runtime/kernels/scatter.h"
#include "runtime/cpu.h"
#include "runtime/elements.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/scatter_combine.h"
#include <algorithm>
#include <array>
#include <cstring>

namespace spmd::rt {
namespace {

/// A tile handles at least this many elements of a window that is split. With fewer, computing the
/// positions costs more than the updates.
constexpr int64_t kWindowPerTile = 256;
constexpr int64_t kMostTiles = 16;
/// A tile that looks at all indices, at 0.7 ns each, has updates of so many elements for each (0.25
/// ns), so that looking costs no more than updating.
constexpr int64_t kElementsPerLook = 6;
/// Fewer elements are one tile: they take less than 20 us.
constexpr int64_t kWorthTiles = int64_t(1) << 16;
/// Bytes that copies of a small input take at most. Beside them the first cache holds the input, a
/// third of them, and the indices and updates that pass.
constexpr int64_t kCopyBytes = kFirstCache / 2;
/// Index vectors whose places are computed before their updates are applied.
constexpr int64_t kBlock = 512;

/// Returns the largest window loop that tiles may split, or -1 without one. Windows that an index
/// moves along a loop overlap there by parts of different tiles, if they lie in the same part of
/// the input.
int64_t splitWindow(const ScatterConfig &config) {
  const bool isApart = std::all_of(config.batch.begin(), config.batch.end(),
                                   [](auto &b) { return b.size == 1 || b.input != 0; });
  int64_t best = -1;
  for (size_t i = 0; i < config.window.size(); ++i)
    if ((isApart || config.window[i].component < 0) &&
        (best < 0 || config.window[i].size > config.window[best].size))
      best = int64_t(i);
  return best;
}

/// How a scatter is cut into tiles.
struct Cut {
  enum class By : uint8_t { None, Window, FirstComponent } by = By::None;
  int64_t tiles = 1;

  explicit Cut(const ScatterConfig &config) {
    int64_t window = 1, vectors = 1;
    for (const auto &w : config.window)
      window *= w.size;
    for (const auto &b : config.batch)
      vectors *= b.size;
    const int64_t split = splitWindow(config);
    if (split >= 0 && window >= 2 * kWindowPerTile) {
      by = By::Window;
      tiles = std::min({window / kWindowPerTile, kMostTiles, config.window[split].size});
      return;
    }
    // Tiles by the first component: tile t owns the windows that begin in part t of its dim.
    // A window that is longer along that dim would reach into the part of another tile.
    const bool isOneRow = std::none_of(config.window.begin(), config.window.end(),
                                       [](auto &w) { return w.component == 0 && w.size > 1; });
    if (!config.components.empty() && isOneRow && window * vectors >= kWorthTiles) {
      by = By::FirstComponent;
      tiles =
          std::clamp<int64_t>(window / kElementsPerLook, 1,
                              std::clamp<int64_t>(config.components[0].dimSize, 1, kMostTiles / 2));
    }
  }
};

int64_t scatterTiles(const LibraryConfig &call, const void *) {
  return Cut(std::get<ScatterConfig>(call)).tiles;
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

/// Instead of a place: the window lies outside, or it lies outside in part.
constexpr int64_t kOutside = -1, kPartly = -2;

/// Where the starts of single elements lie; kOutside where they are not in [least, least + size).
template <class E>
[[gnu::always_inline]] inline void unitPlaces(const typename E::Storage *starts, int64_t least,
                                              int64_t size, int64_t base, int64_t *places,
                                              int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    const int64_t start = E::template get<int64_t>(starts + i);
    places[i] = uint64_t(start) - uint64_t(least) < uint64_t(size) ? base + start : kOutside;
  }
}
/// The same for CPUs that have vectors of 64-bit numbers with masks. Without these vectors, finding
/// the places took two fifths of the time of a segment sum.
#if defined(__x86_64__)
template <class E>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void
unitPlaces512(const typename E::Storage *starts, int64_t least, int64_t size, int64_t base,
              int64_t *places, int64_t count) {
  unitPlaces<E>(starts, least, size, base, places, count);
}
#endif

/// One tile of a scatter.
/// Example, the gradient of an embedding table [vocabulary, width] for tokens [n]:
///   batch {size n: update += width, index += 1}, window {size width: update += 1, input += 1}
///   component {index 0, input width, dimSize vocabulary}
class ScatterTile {
public:
  ScatterTile(const RoutineArgs &args, int64_t tile)
      : config(std::get<ScatterConfig>(args.config)), callback(args.callback),
        target(static_cast<std::byte *>(args.results[0])),
        indices(static_cast<const std::byte *>(args.operands[1])),
        updates(static_cast<const std::byte *>(args.operands[2])), size(sizeOf(config.type)) {
    const Cut cut(config);
    reach.resize(config.components.size());
    if (cut.by == Cut::By::Window) {
      ScatterConfig::Window &w = config.window[size_t(splitWindow(config))];
      const int64_t from = w.size * tile / cut.tiles;
      w.size = w.size * (tile + 1) / cut.tiles - from;
      updates += from * w.update * size;
      if (w.component >= 0)
        reach[size_t(w.component)].low = from;
      else
        target += from * w.input * size;
    }
    if (cut.by == Cut::By::FirstComponent) {
      ownBegin = config.components[0].dimSize * tile / cut.tiles;
      ownEnd = config.components[0].dimSize * (tile + 1) / cut.tiles;
    }
    for (Reach &r : reach)
      r.high = r.low;
    for (const auto &w : config.window)
      if (w.component >= 0)
        reach[size_t(w.component)].high = reach[size_t(w.component)].low + w.size - 1;
    for (const Reach &r : reach)
      hasPartly |= r.high > r.low;
    inner = config.batch.empty() ? ScatterConfig::Batch() : config.batch.back();
    outer.assign(config.batch.begin(), config.batch.end() - (config.batch.empty() ? 0 : 1));
    if (config.combine != ScatterCombine::Callback)
      loops = scatterLoops(config.combine, config.type);
    listWindow();
  }

  // For blocks of index vectors it computes the places and then applies the updates.
  void run() {
    auto isEmpty = [](const auto &loop) { return loop.size == 0; };
    if (std::any_of(config.batch.begin(), config.batch.end(), isEmpty) ||
        std::any_of(config.window.begin(), config.window.end(), isEmpty))
      return;
    makeCopies();
    std::vector<int64_t> b(outer.size(), 0);
    do {
      int64_t update = 0, index = 0, base = 0;
      for (size_t i = 0; i < b.size(); ++i) {
        update += b[i] * outer[i].update;
        index += b[i] * outer[i].index;
        base += b[i] * outer[i].input;
      }
      for (int64_t begin = 0; begin < inner.size; begin += kBlock) {
        const int64_t count = std::min(kBlock, inner.size - begin);
        findPlaces(index + begin * inner.index, base + begin * inner.input, count);
        apply(index + begin * inner.index, update + begin * inner.update, count);
      }
    } while (next(b, outer));
    joinCopies();
  }

private:
  /// How far a window reaches from its start along the dim of a component.
  struct Reach {
    int64_t low = 0, high = 0;
  };

  /// Makes a list of the runs of a window, as offsets. Loops that continue each other in the input
  /// and in the updates are one; the last one is the run.
  void listWindow() {
    std::vector<ScatterConfig::Window> merged;
    for (const auto &w : config.window) {
      if (w.size == 1)
        continue;
      const int64_t input =
          w.component >= 0 ? config.components[size_t(w.component)].input : w.input;
      if (!merged.empty() && merged.back().update == w.update * w.size &&
          merged.back().input == input * w.size)
        merged.back() = {merged.back().size * w.size, w.update, input};
      else
        merged.push_back({w.size, w.update, input});
    }
    runs.assign(1, {0, 0});
    if (merged.empty())
      return;
    last = merged.back();
    merged.pop_back();
    for (const auto &w : merged) {
      std::vector<std::array<int64_t, 2>> longer;
      for (auto [to, from] : runs)
        for (int64_t k = 0; k < w.size; ++k)
          longer.push_back({to + k * w.input, from + k * w.update});
      runs.swap(longer);
    }
  }

  /// Computes where the windows of `count` index vectors begin.
  void findPlaces(int64_t index, int64_t base, int64_t count) {
    // Of a single component that no window exceeds, in one pass.
    const bool isSimple = config.components.size() == 1 && inner.input == 0 && !hasPartly;
    for (int64_t i = 0; i < count && !isSimple; ++i)
      places[i] = bases[i] = base + i * inner.input;
    forElement(config.indexType, [&]<class E>(E) {
      using S = typename E::Storage;
      if constexpr (std::is_integral_v<typename E::Exact>)
        for (size_t c = 0; c < config.components.size(); ++c) {
          const S *starts =
              reinterpret_cast<const S *>(indices) + index + config.components[c].index;
          if (isSimple)
            placesOf<E>(starts, base, count);
          else
            addComponent<E>(starts, c, count);
        }
    });
  }
  /// One comparison of unsigned numbers checks both ends of the dim. For unit strides the loop has
  /// no multiplication, which CPUs before AVX-512 do not have for vectors of 64-bit integers.
  template <class E> void placesOf(const typename E::Storage *starts, int64_t base, int64_t count) {
    const auto &component = config.components[0];
    const int64_t least = ownBegin - reach[0].low,
                  size = (ownEnd >= 0 ? ownEnd : component.dimSize) - ownBegin;
    const int64_t stride = inner.index, step = component.input;
    base += reach[0].low * step;
    if (stride == 1 && step == 1) { // histograms and sums of segments
#if defined(__x86_64__)
      if (isaOfThisCpu() >= Isa::Avx512)
        return unitPlaces512<E>(starts, least, size, base, places.data(), count);
#endif
      return unitPlaces<E>(starts, least, size, base, places.data(), count);
    }
    for (int64_t i = 0; i < count; ++i) {
      const int64_t start = E::template get<int64_t>(starts + i * stride);
      places[i] =
          uint64_t(start) - uint64_t(least) < uint64_t(size) ? base + start * step : kOutside;
    }
  }
  // Adds what one component contributes to all places of the block. A place that is outside along
  // one dim stays outside, whatever the other components are.
  // U64 from 2^63 on become negative and so count as outside.
  template <class E> void addComponent(const typename E::Storage *starts, size_t c, int64_t count) {
    const auto &component = config.components[c];
    const int64_t least = c == 0 ? ownBegin : 0,
                  end = c == 0 && ownEnd >= 0 ? ownEnd : component.dimSize;
    const Reach far = reach[c];
    const bool isOne = far.high == far.low;
    const int64_t stride = inner.index, step = component.input;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t start = E::template get<int64_t>(starts + i * stride);
      const bool isInside = start >= least - far.low && start < end - far.high;
      if (isInside) {
        places[i] += places[i] < 0 ? 0 : (start + far.low) * step;
        continue;
      }
      const bool isPartly = !isOne && start > -1 - far.high && start < end - far.low;
      places[i] = isPartly && places[i] != kOutside ? kPartly : kOutside;
    }
  }

  /// Applies the updates of `count` index vectors whose places are known. Single elements go to a
  /// loop of their type, which looks at the places itself; windows go run by run.
  void apply(int64_t index, int64_t update, int64_t count) {
    const std::byte *from = updates + update * size;
    if (copies[1])
      return loops.spread(copies.data(), places.data(), from, inner.update, count);
    if (loops.points && runs.size() == 1 && last.size == 1 && !hasPartly)
      return loops.points(target, places.data(), from, inner.update, count);
    for (int64_t i = 0; i < count; ++i, from += inner.update * size) {
      if (places[i] >= 0)
        for (auto [to, offset] : runs)
          applyRun(target + (places[i] + to) * size, from + offset * size);
      else if (places[i] == kPartly)
        applyPartly(index + i * inner.index, i, from);
    }
  }
  // A call through a pointer for each run: it takes some 2 ns, as much as eight elements.
  void applyRun(std::byte *to, const std::byte *from) const {
    if (loops.run)
      return loops.run(to, last.input, from, last.update, last.size);
    for (int64_t k = 0; k < last.size; ++k)
      applyCallback(to + k * last.input * size, from + k * last.update * size);
  }
  // The result of a callback goes through `made`: the callback may write it before it has read all
  // of its arguments. 16 bytes hold the largest element, C128.
  void applyCallback(std::byte *to, const std::byte *from) const {
    std::byte made[16];
    const void *in[] = {to, from};
    void *out[] = {made};
    callback(in, out);
    std::memcpy(to, made, size_t(size));
  }
  /// Each element is checked by itself: StableHLO skips only the elements outside, not the whole
  /// window. `i` counts from the first index vector of the block.
  void applyPartly(int64_t index, int64_t i, const std::byte *from) const {
    std::vector<int64_t> starts, w(config.window.size(), 0);
    for (const auto &component : config.components)
      starts.push_back(elementAs<int64_t>(
          config.indexType, indices + (index + component.index) * sizeOf(config.indexType)));
    do {
      std::vector<int64_t> at = starts;
      int64_t place = bases[i], update = 0;
      for (size_t c = 0; c < at.size(); ++c)
        at[c] += reach[c].low;
      for (size_t d = 0; d < w.size(); ++d) {
        update += w[d] * config.window[d].update;
        if (config.window[d].component >= 0)
          at[size_t(config.window[d].component)] += w[d];
        else
          place += w[d] * config.window[d].input;
      }
      bool isInside = true;
      for (size_t c = 0; c < at.size(); ++c) {
        isInside &= at[c] >= 0 && at[c] < config.components[c].dimSize;
        place += at[c] * config.components[c].input;
      }
      if (!isInside)
        continue;
      if (loops.run)
        loops.run(target + place * size, 1, from + update * size, 1, 1);
      else
        applyCallback(target + place * size, from + update * size);
    } while (next(w, config.window));
  }

  /// Copies pay where the updates are many times the elements that have to be filled and joined.
  void makeCopies() {
    int64_t elements = 1, vectors = 1;
    for (const auto &component : config.components)
      elements += (component.dimSize - 1) * component.input;
    for (const auto &b : config.batch)
      vectors *= b.size, elements += (b.size - 1) * b.input;
    const bool isOneElement = runs.size() == 1 && last.size == 1 && !hasPartly;
    const int64_t bytes = (elements * size + 63) / 64 * 64;
    if (!loops.spread || !isOneElement || vectors < 4 * kScatterCopies * elements ||
        (kScatterCopies - 1) * bytes > kCopyBytes)
      return;
    copies[0] = target, copyElements = elements;
    for (int64_t i = 1; i < kScatterCopies; ++i) {
      copies[i] = copyMemory.data() + (i - 1) * bytes;
      loops.fillNeutral(copies[i], elements);
    }
  }
  // In the order of the copies, so that the bits do not depend on anything but shapes.
  void joinCopies() const {
    for (int64_t i = 1; copies[1] && i < kScatterCopies; ++i)
      loops.run(target, 1, copies[i], 1, copyElements);
  }

  ScatterConfig config; // with this tile's part of the split loop
  const ScalarFn callback;
  std::byte *target;
  const std::byte *const indices;
  const std::byte *updates;
  const int64_t size;
  ScatterLoops loops{};              // empty for callbacks
  std::vector<Reach> reach;          // of each component
  int64_t ownBegin = 0, ownEnd = -1; // of the first component, where tiles split it
  bool hasPartly = false;            // windows may lie outside in part
  ScatterConfig::Batch inner;        // the last loop over index vectors
  std::vector<ScatterConfig::Batch> outer;
  std::vector<std::array<int64_t, 2>> runs; // offsets in the input and the updates
  ScatterConfig::Window last;               // the loop of a run
  std::array<int64_t, kBlock> places, bases;
  std::array<void *, kScatterCopies> copies{}; // the target and copies of it
  int64_t copyElements = 0;
  alignas(64) std::array<std::byte, kCopyBytes> copyMemory;
};

void runScatter(const RoutineArgs &args, int64_t tile) { ScatterTile(args, tile).run(); }

} // namespace

const Routine kScatterRoutine = {"scatter", scatterTiles, runScatter, /*inPlace=*/true};

} // namespace spmd::rt
