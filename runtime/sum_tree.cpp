// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Evaluates the tree of a collective reduction, one chunk of elements at a time.
//
// The tree is walked once per chunk of 1024 elements, so that the inner nodes of a chunk stay in
// the first-level cache. Leaves of types that need no conversion are read in place.
#include "runtime/sum_tree.h"
#include "runtime/elements.h"
#include <algorithm>
#include <bit>
#include <cassert>
#include <complex>
#include <cstdint>
#include <cstring>
#include <type_traits>

// Promises the vectorizer that iterations are independent: an out may be exactly one of the inputs,
// but never one that is shifted against it.
#if defined(__clang__)
#define SPMD_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define SPMD_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace spmd::rt {

namespace {

constexpr int64_t kBlock = 1024; // elements per chunk: 4 KiB of f32 for each level of the tree
constexpr int kLevels = 17;      // up to 65536 positions

// The ops of ReductionKind. Each combines two accumulators, the left one from lower positions.
struct Sum {
  template <class T> static T apply(T a, T b) { return T(a + b); }
};
struct Product {
  template <class T> static T apply(T a, T b) {
    if constexpr (requires { a.imag(); })
      return T(a.real() * b.real() - a.imag() * b.imag(),
               a.real() * b.imag() + a.imag() * b.real());
    else if constexpr (std::is_integral_v<T>)
      return T(uint64_t(a) * uint64_t(b)); // wraps
    else
      return a * b;
  }
};
/// Maximum and minimum as StableHLO defines them: a NaN on either side wins, +0 is above -0,
/// complex numbers are ordered by (real, imaginary).
template <bool kLargest> struct MaxOrMin {
  template <class T> static bool precedes(T a, T b) {
    if constexpr (requires { a.imag(); })
      return a.real() == b.real() ? precedes(a.imag(), b.imag()) : precedes(a.real(), b.real());
    else
      return kLargest ? a > b : a < b;
  }
  template <class T> static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
      Bits x = std::bit_cast<Bits>(a), y = std::bit_cast<Bits>(b);
      // Where a == b, their bits differ at most in the sign of a zero.
      T equal = std::bit_cast<T>(kLargest ? x & y : x | y);
      T wins = (precedes(a, b) | (a != a)) ? a : b;
      return a == b ? equal : wins;
    } else if constexpr (requires { a.imag(); }) {
      if (b != b)
        return b;
      return precedes(a, b) || a != a ? a : b;
    } else {
      return precedes(a, b) ? a : b;
    }
  }
};
using Minimum = MaxOrMin<false>;
using Maximum = MaxOrMin<true>;
struct And {
  template <class T> static T apply(T a, T b) { return a & b; }
};
struct Or {
  template <class T> static T apply(T a, T b) { return a | b; }
};

/// The evaluation for one element type and op. T is the stored type, A the accumulator type, which
/// is float for the floats that C++ lacks, and a byte for integers of fewer bits. `leaves` are
/// consumed in order by `cursor`, because the tree is evaluated from left to right.
template <class Element, class Op> class Tree {
  using T = typename Element::Storage;
  using A = typename Element::Number;

public:
  Tree(const TreeShape &shape, std::span<const TreeLeaf> leaves, bool keepAccumulators)
      : shape(shape), leaves(leaves), keep(keepAccumulators) {}

  // Combines elements [from, from + count). The root is the smallest subtree of 2^level positions
  // that contains all leaves.
  void run(int64_t from, int64_t count, std::span<void *const> outs) {
    int64_t begin = leaves.front().begin;
    int64_t end = leaves.back().end;
    int level = 0;
    // The smallest subtree of 2^level positions that holds all leaves.
    while ((begin >> level) != ((end - 1) >> level))
      ++level;
    int64_t first = begin >> level << level;
    for (int64_t done = 0; done < count; done += kBlock) {
      blockFrom = from + done;
      blockSize = std::min(kBlock, count - done);
      cursor = 0;
      writeTo(first, level, done, outs);
    }
  }

private:
  /// Evaluates the root and writes it to all outs. Where stored and accumulator type are the same,
  /// the root is computed directly in the first out; otherwise it is computed in scratch and
  /// rounded.
  void writeTo(int64_t first, int level, int64_t done, std::span<void *const> outs) {
    if constexpr (isPlain<Element>) {
      A *out = static_cast<A *>(outs[0]) + done;
      const A *root = evaluate(first, level, out, /*isRoot=*/true);
      if (root != out)
        std::memmove(out, root, size_t(blockSize) * sizeof(A));
      for (void *other : outs.subspan(1))
        std::memcpy(static_cast<A *>(other) + done, out, size_t(blockSize) * sizeof(A));
    } else {
      const A *root = evaluate(first, level, scratch[kLevels - 1], /*isRoot=*/true);
      if (keep) {
        for (void *out : outs)
          std::memcpy(static_cast<A *>(out) + done, root, size_t(blockSize) * sizeof(A));
        return;
      }
      T *out = static_cast<T *>(outs[0]) + done;
      SPMD_INDEPENDENT
      for (int64_t i = 0; i < blockSize; ++i)
        Element::set(&out[i], root[i]);
      for (void *other : outs.subspan(1))
        std::memcpy(static_cast<T *>(other) + done, out, size_t(blockSize) * sizeof(T));
    }
  }

  /// Returns the address of the chunk's values of the node over 2^level positions from `first`.
  /// Inner nodes are computed in `into`. The root's `into` is an out, which may be the memory of a
  /// leaf. So nothing is written there before all leaves of the chunk have been read; the root's
  /// children are computed in scratch instead.
  /// Example with five positions, where a leaf holds p0 + p1 already:
  ///   root [0, 5) = [0, 4) + [4, 5);  [0, 4) = leaf [0, 2) + [2, 4);  [2, 4) = leaf 2 + leaf 3
  const A *evaluate(int64_t first, int level, A *into, bool isRoot) {
    const TreeLeaf &leaf = leaves[cursor];
    int64_t end = std::min(first + (int64_t(1) << level), shape.positions);
    if (leaf.begin == first && leaf.end >= end) {
      ++cursor;
      return load(leaf, isRoot ? scratch[0] : into);
    }
    assert(level > 0 && "leaves are whole subtrees");
    int64_t middle = first + (int64_t(1) << (level - 1));
    A *leftInto = isRoot ? scratch[level] : into;
    const A *left = evaluate(first, level - 1, leftInto, false);
    // Positions beyond the group do not exist: the node is its left child alone.
    if (middle >= end)
      return left;
    const A *right = evaluate(middle, level - 1, scratch[level - 1], false);
    SPMD_INDEPENDENT
    for (int64_t i = 0; i < blockSize; ++i)
      into[i] = Op::apply(left[i], right[i]);
    return into;
  }

  /// The leaf's chunk as accumulators: in place where the leaf holds accumulators, else converted
  /// into `into`.
  const A *load(const TreeLeaf &leaf, A *into) {
    if (isPlain<Element> || leaf.accumulated)
      return loadAs<A>(leaf, into, [](A value) { return value; });
    return loadAs<T>(leaf, into, [](T value) { return Element::template get<A>(&value); });
  }

  // Reads the chunk row by row. A chunk that lies in one row and needs no conversion is not copied:
  // the function returns its address in the leaf.
  template <class S, class Convert>
  const A *loadAs(const TreeLeaf &leaf, A *into, Convert convert) {
    const char *base = static_cast<const char *>(leaf.data);
    int64_t row = shape.rowElements ? shape.rowElements : INT64_MAX;
    int64_t index = shape.rowElements ? blockFrom / row : 0;
    int64_t column = blockFrom - index * row;
    for (int64_t done = 0; done < blockSize; ++index, column = 0) {
      const S *values = reinterpret_cast<const S *>(base + index * leaf.rowStride) + column;
      int64_t size = std::min(blockSize - done, row - column);
      if constexpr (std::is_same_v<S, A>)
        if (size == blockSize)
          return values;
      SPMD_INDEPENDENT
      for (int64_t i = 0; i < size; ++i)
        into[done + i] = convert(values[i]);
      done += size;
    }
    return into;
  }

  const TreeShape &shape;
  std::span<const TreeLeaf> leaves;
  bool keep;
  int64_t blockFrom = 0, blockSize = 0;
  size_t cursor = 0;
  // A chunk for each level of the tree; aligned for vector loads.
  alignas(64) A scratch[kLevels][kBlock];
};

template <class Element, class Op>
void reduceWith(const TreeShape &shape, std::span<const TreeLeaf> leaves, int64_t from,
                int64_t count, std::span<void *const> outs, bool keep) {
  Tree<Element, Op>(shape, leaves, keep).run(from, count, outs);
}

using ReduceFn = void (*)(const TreeShape &, std::span<const TreeLeaf>, int64_t, int64_t,
                          std::span<void *const>, bool);

// The reduction of `kind` on one type, or null where the op is not defined on the type.
template <class Element> ReduceFn byKind(ReductionKind kind) {
  constexpr bool isInteger = std::is_integral_v<typename Element::Number>;
  switch (kind) {
  case ReductionKind::None:
    return nullptr;
  case ReductionKind::Sum:
    return reduceWith<Element, Sum>;
  case ReductionKind::Product:
    return reduceWith<Element, Product>;
  case ReductionKind::Minimum:
    return reduceWith<Element, Minimum>;
  case ReductionKind::Maximum:
    return reduceWith<Element, Maximum>;
  case ReductionKind::And:
    if constexpr (isInteger)
      return reduceWith<Element, And>;
    return nullptr;
  case ReductionKind::Or:
    if constexpr (isInteger)
      return reduceWith<Element, Or>;
    return nullptr;
  }
  return nullptr;
}

/// Booleans are bytes of 0 and 1. Sum, maximum and or are therefore all an or; product, minimum and
/// and are all an and.
ReduceFn forPred(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::None:
    return nullptr;
  case ReductionKind::Sum:
  case ReductionKind::Maximum:
  case ReductionKind::Or:
    return reduceWith<Plain<uint8_t>, Or>;
  default:
    return reduceWith<Plain<uint8_t>, And>;
  }
}

// The instantiation for an op and an element type, or null where isReducible() is false.
ReduceFn find(ReductionKind kind, DType type) {
  if (type == DType::C64)
    return byKind<Plain<std::complex<float>>>(kind);
  if (type == DType::C128)
    return byKind<Plain<std::complex<double>>>(kind);
  return forElement(type, [kind]<class Element>(Element) -> ReduceFn {
    using T = typename Element::Storage;
    if constexpr (std::is_same_v<Element, PredElement>) {
      return forPred(kind);
    } else {
      // Unsigned sums wrap; signed overflow would be undefined behaviour in C++. The bits are the
      // same.
      if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
        if (kind == ReductionKind::Sum)
          return reduceWith<Plain<std::make_unsigned_t<T>>, Sum>;
      return byKind<Element>(kind);
    }
  });
}

} // namespace

DType accumulatorOf(DType type) { return isFloat(type) && sizeOf(type) < 4 ? DType::F32 : type; }

bool isReducible(ReductionKind kind, DType type) { return find(kind, type) != nullptr; }

void reduceTree(const TreeShape &shape, std::span<const TreeLeaf> leaves, int64_t from,
                int64_t count, std::span<void *const> outs, bool keepAccumulators) {
  assert(!leaves.empty() && !outs.empty() && "something to combine and a place for it");
  if (count > 0)
    find(shape.kind, shape.type)(shape, leaves, from, count, outs, keepAccumulators);
}

// Takes, from left to right, the largest subtree that begins at the next member and has only
// members as leaves. The last subtree may be cut at `positions`.
std::vector<TreeNode> coverWithSubtrees(std::span<const int64_t> members, int64_t positions) {
  std::vector<TreeNode> nodes;
  for (size_t i = 0; i < members.size();) {
    // The largest subtree that begins here and whose positions are all members. Because members are
    // sorted, it is enough to look at the last one.
    int64_t begin = members[i];
    int64_t end = begin + 1;
    for (int level = 1; (begin & ((int64_t(1) << level) - 1)) == 0; ++level) {
      int64_t next = std::min(begin + (int64_t(1) << level), positions);
      size_t size = size_t(next - begin);
      if (i + size > members.size() || members[i + size - 1] != next - 1)
        break;
      end = next;
      if (next == positions)
        break;
    }
    nodes.push_back({begin, end});
    i += size_t(end - begin);
  }
  return nodes;
}

} // namespace spmd::rt
