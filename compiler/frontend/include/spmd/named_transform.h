// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Batches and loops over an axis of named tensors: vmap, scan and fold.
//
// A function is run on the entries of an axis. It sees named tensors that have the axis without it,
// one entry at a time; all other leaves are shared by the entries. As haliax.vmap, scan and fold.
#pragma once
#include <spmd/control_flow.h>
#include <spmd/named.h>
#include <spmd/transform.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The named tensors of some trees that have an axis, with the axis in front.
struct AxisEntries {
  std::vector<Tensor> tensors;
  std::vector<size_t> positions; // among all named tensors of the trees, in the order of the walk
};
/// Takes an axis off the names in the trees. Throws where no tensor has it, or has another size.
AxisEntries takeAxis(const std::string &what, const Axis &axis, std::span<const TreeRef> trees,
                     Where where);
/// Gives the trees the entries for which `tensors` stand.
void putEntries(const AxisEntries &entries, std::span<const TreeRef> trees);
/// Names the leading dim that named tensors have beside their names.
void nameLeadingAxis(const Axis &axis, TreeRef tree, Where where);
/// Records the function on a batch along an axis.
void traceNamedBatch(const TracedCall &call, const Axis &axis);

/// The tree whose named tensors have a dim more than names, as a vmap over keys or Stacked::layers
/// gives them, with this axis in front. Layers that have an axis can be split by its rule, and fold
/// runs over them. Throws for other sizes, and for tensors without such a dim.
template <class T> T withLeadingAxis(T tree, const Axis &axis, Where where = Where::current()) {
  nameLeadingAxis(axis, tree, where);
  return tree;
}

/// The function that runs f on each entry of an axis. Named tensors of the result have the axis in
/// front. Throws where no argument has it.
template <class F> auto vmap(F f, const Axis &axis, Where where = Where::current()) {
  auto make = [&]<class R, class... A>(SignatureParts<R(A...)>) {
    auto traced = [f, axis, where](A... arguments) -> R {
      std::tuple<std::decay_t<A>...> copies{arguments...};
      const auto trees = treesOf(copies);
      std::optional<R> result;
      auto run = [&]() -> TreeRef { return result.emplace(std::apply(f, copies)); };
      traceNamedBatch({"vmap", trees, run, where}, axis);
      return *result;
    };
    return Jitted<R(A...)>(traced, {.name = "vmap"});
  };
  return make(SignatureParts<Signature<F>>());
}

/// Runs (carry, x) -> carry, or (carry, x) -> pair(carry, y), over the entries of an axis of xs, as
/// scan of control_flow.h. Named tensors of y have the axis in front.
template <class F, class Carry, class Xs>
auto scan(F f, const Axis &axis, const Carry &init, const Xs &xs, ScanOptions options = {},
          Where where = Where::current()) {
  using R = ResultOf<F>;
  std::tuple_element_t<0, ArgumentsOf<F>> carry = init;
  std::tuple_element_t<1, ArgumentsOf<F>> element = xs;
  const std::array<TreeRef, 1> trees{TreeRef(element)};
  AxisEntries entries = takeAxis("scan", axis, trees, where);
  if constexpr (kHasY<R, decltype(carry)>) {
    std::optional<typename R::second_type> y;
    runScan({carry, entries.tensors,
             [&]() -> std::optional<TreeRef> {
               putEntries(entries, trees);
               auto [next, out] = f(carry, element);
               carry = std::move(next);
               return y.emplace(std::move(out));
             }},
            options, where);
    nameLeadingAxis(axis, *y, where);
    return R(std::move(carry), std::move(*y));
  } else {
    static_assert(std::same_as<R, decltype(carry)>,
                  "spmd: the body of a scan returns the carry, or std::pair(carry, y)");
    runScan({carry, entries.tensors,
             [&]() -> std::optional<TreeRef> {
               putEntries(entries, trees);
               carry = f(carry, element);
               return {};
             }},
            options, where);
    return carry;
  }
}

/// The last carry of (carry, x) -> carry over the entries of an axis of xs:
/// fold(layer, Layers, x, layers).
template <class F, class Carry, class Xs>
auto fold(F f, const Axis &axis, const Carry &init, const Xs &xs, ScanOptions options = {},
          Where where = Where::current()) {
  static_assert(!kHasY<ResultOf<F>, std::tuple_element_t<0, ArgumentsOf<F>>>,
                "spmd: the body of a fold returns the carry alone; scan takes a y as well");
  return scan(std::move(f), axis, init, xs, std::move(options), where);
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
