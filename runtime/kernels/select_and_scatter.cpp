// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gradient of max and min pooling. Windows are walked in order, and each step selects and adds
// for many lanes at once: for the elements of the dims behind the windows (channels of NHWC), or,
// where there are few, for several items of the dims before them (NCHW), which are transposed into
// lanes first.
//
// A tile owns some rows of the result. It looks at all windows that reach these rows, and leaves
// out what they add elsewhere. So each element gets its sources in row-major order, whatever the
// tiles.
#include "runtime/cpu.h"
#include "runtime/elements.h"
#include "runtime/kernels/library_config.h"
#include "runtime/kernels/workspace.h"
#include <algorithm>
#include <vector>

namespace spmd::rt {
namespace {

using Dim = SelectAndScatterConfig::Dim;

/// Lanes that one step computes: a vector register of f32 with AVX-512, two with AVX2.
constexpr int64_t kStep = 16;
/// Windows of several rows are looked at by both neighbours of a border between tiles, so a tile
/// has rows for so many windows, where there are as many.
constexpr int64_t kWindowsOfTile = 8;

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The dims in the order in which a tile walks them. Example, 2 x 2 on NHWC (8, 56, 56, 64):
///   items 8, windowed {56, 56}, behind 64; NCHW (8, 64, 56, 56): items 512, behind 1.
struct Walk {
  int64_t items = 1;                // before the windows
  std::vector<Dim> windowed;        // at least one
  int64_t behind = 1;               // elements behind the windows, contiguous
  int64_t together = 1;             // items that become lanes
  int64_t rest = 1, sourceRest = 1; // positions of a row: of all windowed dims but the first
  int64_t rowsPerTile = 1;

  Walk(const SelectAndScatterConfig &config, int64_t size) {
    auto hasWindow = [](const Dim &d) {
      return d.window != 1 || d.stride != 1 || d.low != 0 || d.operand != d.source;
    };
    auto first = std::find_if(config.dims.begin(), config.dims.end(), hasWindow);
    auto last = std::find_if(config.dims.rbegin(), config.dims.rend(), hasWindow).base();
    for (auto d = config.dims.begin(); d != first; ++d)
      items *= d->operand;
    for (auto d = std::max(first, last); d != config.dims.end(); ++d)
      (first == config.dims.end() ? items : behind) *= d->operand;
    windowed.assign(first, std::max(first, last));
    if (windowed.empty())
      windowed.push_back({});
    for (size_t d = 1; d < windowed.size(); ++d)
      rest *= windowed[d].operand, sourceRest *= windowed[d].source;
    if (behind < kStep)
      together = std::clamp<int64_t>(kStep / std::max<int64_t>(1, behind), 1, items);
    // Operand and result of a tile take half of the second cache.
    const Dim &rows = windowed[0];
    const int64_t rowBytes = std::max<int64_t>(1, rest * lanes() * size);
    rowsPerTile = std::clamp<int64_t>(kSecondCache / 4 / rowBytes,
                                      std::min(rows.operand, kWindowsOfTile * rows.stride),
                                      std::max<int64_t>(1, rows.operand));
    rowsPerTile = std::max<int64_t>(1, rowsPerTile);
  }
  int64_t lanes() const { return behind * together; }
  bool isEmpty() const { return items * windowed[0].operand * rest * behind == 0; }
  int64_t tilesOfItem() const { return ceilDiv(windowed[0].operand, rowsPerTile); }
  int64_t tiles() const { return isEmpty() ? 0 : ceilDiv(items, together) * tilesOfItem(); }
};

/// The elements under one window, as offsets from the first element of lane 0.
struct Places {
  const int64_t *offsets;
  const uint8_t *owned; // which of them the tile owns; null: all
  int64_t count;
};

/// The type in which elements are compared and added: that of the elements, f32 for narrow floats.
template <class E> using NumberOf = typename E::Number;

template <class T> T sumOf(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return T(uint64_t(a) + uint64_t(b)); // signed overflow is undefined
  else
    return a + b;
}

/// Selects and adds for `Lanes` lanes. select(kept, next) is kept >= next (or <=). The next one
/// is taken where that is false, so the first among equals stays and no NaN does.
template <class E, int Lanes, bool Largest>
[[gnu::always_inline]] inline void step(const typename E::Storage *operand,
                                        const typename E::Storage *source,
                                        typename E::Storage *result, const Places &places) {
  using T = NumberOf<E>;
  using Chosen = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
  T best[Lanes], add[Lanes];
  Chosen chosen[Lanes];
  for (int l = 0; l < Lanes; ++l) {
    best[l] = E::template get<T>(operand + places.offsets[0] + l);
    add[l] = E::template get<T>(source + l);
    chosen[l] = 0;
  }
  for (int64_t j = 1; j < places.count; ++j) {
    const typename E::Storage *from = operand + places.offsets[j];
    for (int l = 0; l < Lanes; ++l) {
      const T next = E::template get<T>(from + l);
      const bool stays = Largest ? best[l] >= next : best[l] <= next;
      best[l] = stays ? best[l] : next;
      chosen[l] = stays ? chosen[l] : Chosen(j);
    }
  }
  // Targets that no source hits are written back as they are, instead of with a zero added: -0
  // stays.
  for (int64_t j = 0; j < places.count; ++j) {
    if (places.owned && !places.owned[j])
      continue;
    typename E::Storage *to = result + places.offsets[j];
    for (int l = 0; l < Lanes; ++l) {
      const T old = E::template get<T>(to + l);
      typename E::Storage sum;
      E::template set<T>(&sum, sumOf(old, add[l]));
      to[l] = chosen[l] == Chosen(j) ? sum : to[l];
    }
  }
}

// Whole steps have a fixed number of lanes, which the compiler turns into vectors; the rest goes
// one by one, in the same order.
template <class E, bool Largest>
[[gnu::always_inline]] inline void
allSteps(const typename E::Storage *operand, const typename E::Storage *source,
         typename E::Storage *result, const Places &places, int64_t lanes) {
  int64_t l = 0;
  for (; l + kStep <= lanes; l += kStep)
    step<E, kStep, Largest>(operand + l, source + l, result + l, places);
  for (; l < lanes; ++l)
    step<E, 1, Largest>(operand + l, source + l, result + l, places);
}

/// One window for all lanes.
template <class E>
using WindowFn = void (*)(const typename E::Storage *operand, const typename E::Storage *source,
                          typename E::Storage *result, const Places &places, int64_t lanes);

// The same code for each instruction set.
#define WINDOW_FUNCTION(name, attribute)                                                           \
  template <class E, bool Largest>                                                                 \
  attribute void name(const typename E::Storage *operand, const typename E::Storage *source,       \
                      typename E::Storage *result, const Places &places, int64_t lanes) {          \
    allSteps<E, Largest>(operand, source, result, places, lanes);                                  \
  }
#if defined(__x86_64__)
WINDOW_FUNCTION(window512, [[gnu::target("avx512f,avx512dq,avx512bw,avx512vl")]])
WINDOW_FUNCTION(window256, [[gnu::target("avx2,fma")]])
#endif
WINDOW_FUNCTION(window128, )
#undef WINDOW_FUNCTION

template <class E, bool Largest> WindowFn<E> windowFunction() {
#if defined(__x86_64__)
  if (isaOfThisCpu() >= Isa::Avx512)
    return window512<E, Largest>;
  if (isaOfThisCpu() >= Isa::Avx2)
    return window256<E, Largest>;
#endif
  return window128<E, Largest>;
}

/// One tile: `together` items from `item` on, rows [begin, end) of the result.
template <class E> class Tile {
  using S = typename E::Storage;

public:
  Tile(const Walk &walk, const RoutineArgs &args, bool largest, int64_t tile)
      : walk(walk), operand(static_cast<const S *>(args.operands[0])),
        source(static_cast<const S *>(args.operands[1])),
        init(*static_cast<const S *>(args.operands[2])), result(static_cast<S *>(args.results[0])),
        window(largest ? windowFunction<E, true>() : windowFunction<E, false>()),
        item(tile / walk.tilesOfItem() * walk.together),
        count(std::min(walk.together, walk.items - item)), lanes(count * walk.behind) {
    const Dim &rows = walk.windowed[0];
    begin = tile % walk.tilesOfItem() * walk.rowsPerTile;
    end = std::min(begin + walk.rowsPerTile, rows.operand);
    // Window w covers the rows w * stride - low + [0, window).
    const int64_t reach = begin + rows.low - rows.window + 1;
    firstWindow = reach <= 0 ? 0 : ceilDiv(reach, rows.stride);
    endWindow = std::min(rows.source, (end - 1 + rows.low) / rows.stride + 1);
    endWindow = end - 1 + rows.low < 0 ? 0 : std::max(endWindow, firstWindow);
    // The rows of the operand that these windows and the tile cover.
    firstRow = std::min(begin, std::max<int64_t>(0, firstWindow * rows.stride - rows.low));
    endRow = std::max(
        end, std::min(rows.operand, (endWindow - 1) * rows.stride - rows.low + rows.window));
    listWholeWindow();
  }

  // One item is computed in place. Several are transposed into a workspace, of which the rows that
  // the tile owns are written back.
  void run() {
    const int64_t ofItem = walk.windowed[0].operand * walk.rest * walk.behind;
    if (count == 1) {
      S *to = result + item * ofItem;
      std::fill(to + begin * walk.rest * lanes, to + end * walk.rest * lanes, init);
      walkWindows(operand + item * ofItem,
                  source + item * walk.windowed[0].source * walk.sourceRest * walk.behind, to, 0,
                  0);
      return;
    }
    const int64_t positions = (endRow - firstRow) * walk.rest,
                  sources = (endWindow - firstWindow) * walk.sourceRest;
    S *in = reinterpret_cast<S *>(workspace(
        WorkspaceUse::Convolution, uint64_t((2 * positions + sources) * lanes) * sizeof(S)));
    S *from = in + positions * lanes, *to = from + sources * lanes;
    intoLanes(operand, ofItem, firstRow * walk.rest * walk.behind, positions, in);
    intoLanes(source, walk.windowed[0].source * walk.sourceRest * walk.behind,
              firstWindow * walk.sourceRest * walk.behind, sources, from);
    std::fill_n(to, positions * lanes, init);
    walkWindows(in, from, to, firstRow, firstWindow);
    outOfLanes(to + (begin - firstRow) * walk.rest * lanes, ofItem);
  }

private:
  /// Items become lanes: [item][position][behind] -> [position][item][behind].
  void intoLanes(const S *from, int64_t ofItem, int64_t offset, int64_t positions, S *to) const {
    for (int64_t p = 0; p < positions; ++p)
      for (int64_t i = 0; i < count; ++i, to += walk.behind)
        std::copy_n(from + (item + i) * ofItem + offset + p * walk.behind, walk.behind, to);
  }
  void outOfLanes(const S *from, int64_t ofItem) const {
    for (int64_t p = begin * walk.rest; p < end * walk.rest; ++p)
      for (int64_t i = 0; i < count; ++i, from += walk.behind)
        std::copy_n(from, walk.behind, result + (item + i) * ofItem + p * walk.behind);
  }

  /// The offsets of a window that lies inside, from its first element.
  void listWholeWindow() {
    whole.assign(1, 0);
    int64_t stride = walk.rest * lanes;
    for (size_t d = 0; d < walk.windowed.size(); ++d) {
      if (d > 0)
        stride /= walk.windowed[d].operand;
      std::vector<int64_t> longer;
      for (int64_t offset : whole)
        for (int64_t k = 0; k < walk.windowed[d].window; ++k)
          longer.push_back(offset + k * stride);
      whole.swap(longer);
    }
  }

  /// Windows in row-major order. The arrays begin at rows `rowsBefore` and `windowsBefore`.
  void walkWindows(const S *in, const S *from, S *to, int64_t rowsBefore, int64_t windowsBefore) {
    std::vector<int64_t> at(walk.windowed.size(), 0);
    at[0] = firstWindow;
    from += (firstWindow - windowsBefore) * walk.sourceRest * lanes;
    const int64_t windows = (endWindow - firstWindow) * walk.sourceRest;
    for (int64_t i = 0; i < windows; ++i, from += lanes) {
      bool isInside = true;
      int64_t base = 0;
      for (size_t d = 0; d < at.size(); ++d) {
        const Dim &dim = walk.windowed[d];
        const int64_t start = at[d] * dim.stride - dim.low;
        isInside &=
            start >= (d == 0 ? begin : 0) && start + dim.window <= (d == 0 ? end : dim.operand);
        base = base * dim.operand + start;
      }
      base = (base - rowsBefore * walk.rest) * lanes;
      // A window that lies inside of the operand and of the tile has the same offsets as all such
      // windows; others get a list of their own.
      if (isInside) {
        window(in + base, from, to + base, {whole.data(), nullptr, int64_t(whole.size())}, lanes);
      } else if (listPart(at, rowsBefore)) {
        window(in, from, to, {part.data(), owned.data(), int64_t(part.size())}, lanes);
      }
      for (size_t d = at.size(); d-- > 0;) {
        if (++at[d] < (d == 0 ? endWindow : walk.windowed[d].source))
          break;
        at[d] = 0;
      }
    }
  }

  /// The elements of a window that exist, and which of them the tile owns. False where there are
  /// none.
  bool listPart(const std::vector<int64_t> &at, int64_t rowsBefore) {
    part.assign(1, 0), owned.assign(1, 1);
    for (size_t d = 0; d < at.size(); ++d) {
      const Dim &dim = walk.windowed[d];
      std::vector<int64_t> longer;
      std::vector<uint8_t> stillOwned;
      for (size_t i = 0; i < part.size(); ++i)
        for (int64_t k = 0; k < dim.window; ++k) {
          const int64_t place = at[d] * dim.stride - dim.low + k;
          if (place < 0 || place >= dim.operand)
            continue;
          longer.push_back(part[i] * dim.operand + place - (d == 0 ? rowsBefore : 0));
          stillOwned.push_back(owned[i] && (d > 0 || (place >= begin && place < end)));
        }
      part.swap(longer), owned.swap(stillOwned);
    }
    for (int64_t &offset : part)
      offset *= lanes;
    return !part.empty();
  }

  const Walk &walk;
  const S *const operand, *const source;
  const S init;
  S *const result;
  const WindowFn<E> window;
  const int64_t item, count, lanes;
  int64_t begin, end, firstWindow, endWindow, firstRow, endRow;
  std::vector<int64_t> whole, part;
  std::vector<uint8_t> owned;
};

// Tiles count the parts of the first group of items, then those of the second, and so on. They
// follow from shapes alone.
int64_t tilesOf(const LibraryConfig &call, const void *) {
  const auto &config = std::get<SelectAndScatterConfig>(call);
  return Walk(config, sizeOf(config.type)).tiles();
}

void runTile(const RoutineArgs &args, int64_t tile) {
  const auto &config = std::get<SelectAndScatterConfig>(args.config);
  const Walk walk(config, sizeOf(config.type));
  forElement(config.type, [&]<class E>(E) {
    if constexpr (!std::is_same_v<E, PredElement>)
      Tile<E>(walk, args, config.selectsLargest, tile).run();
  });
}

} // namespace

const Routine kSelectAndScatterRoutine = {"select_and_scatter", tilesOf, runTile};

} // namespace spmd::rt
