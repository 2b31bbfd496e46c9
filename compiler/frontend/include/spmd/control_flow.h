// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops and branches that are part of the program: scan, foriLoop, whileLoop, cond, switchCase.
//
// Bodies are functions over trees. Inside of jit a body is recorded once and becomes the body of a
// loop or branch. Outside, it runs step by step on concrete tensors, so that a model can be
// debugged. A body may capture any tensor.
#pragma once
#include <spmd/jit.h>
#include <spmd/stacked.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// Options of scan, as the parameters of jax.lax.scan.
struct ScanOptions {
  /// The number of steps; needed where xs has no leaf.
  std::optional<int64_t> length = {};
  bool reverse = false; // from the last element to the first
  int64_t unroll = 1;   // how many steps one trip of the loop takes
};

/// The trees of a loop, whose leaves the library replaces: the carry, which `step` makes the next
/// one, and an element of xs, which holds all of xs at first. `step` gives the tree of its y.
struct ScanBody {
  TreeRef carry, element;
  std::function<std::optional<TreeRef>()> step;
};
/// Leaves the last carry in `carry`, the stacked ys in the leaves of y.
void runScan(const ScanBody &body, const ScanOptions &options, Where where);
/// `next` makes the next carry; `holds` says whether there is one more trip.
void runWhile(TreeRef carry, const std::function<Tensor()> &holds,
              const std::function<void()> &next, Where where);
/// `next` makes the next carry at a position.
void runFor(TreeRef carry, const Operand &begin, const Operand &end,
            const std::function<void(Tensor position)> &next, Where where);
/// `branches` give trees of one structure; the leaves of the first become the result.
TreeRef runBranches(const Operand &index, std::span<const std::function<TreeRef()>> branches,
                    std::string_view name);

/// The element type of xs: T for Stacked<T>, else the tree itself.
template <class T> struct ElementOf {
  /// The tree whose leaves have the leading dim.
  static const T &of(const T &xs) { return xs; }
};
template <class T> struct ElementOf<Stacked<T>> {
  static const T &of(const Stacked<T> &xs) { return xs.layers; }
};
/// Whether a body returns the carry with a y beside it.
template <class R, class Carry> constexpr bool kHasY = false;
template <class Carry, class Y> constexpr bool kHasY<std::pair<Carry, Y>, Carry> = true;

/// Runs the body over the elements of xs: (carry, x) -> carry, or (carry, x) -> pair(carry, y), as
/// jax.lax.scan. xs is a Stacked<X>, or a tree whose leaves have a leading dim. Returns the last
/// carry, or a pair of it and y with a leading dim on each leaf. Throws where leading sizes differ
/// and where the carry changes its structure, a shape or a type.
template <class F, class Carry, class Xs>
auto scan(F f, const Carry &init, const Xs &xs, ScanOptions options = {},
          Where where = Where::current()) {
  using R = ResultOf<F>;
  std::tuple_element_t<0, ArgumentsOf<F>> carry = init;
  auto element = ElementOf<Xs>::of(xs);
  if constexpr (kHasY<R, decltype(carry)>) {
    std::optional<typename R::second_type> y;
    runScan({carry, element,
             [&]() -> std::optional<TreeRef> {
               auto [next, out] = f(carry, element);
               carry = std::move(next);
               return y.emplace(std::move(out));
             }},
            options, where);
    return R(std::move(carry), std::move(*y));
  } else {
    static_assert(std::same_as<R, decltype(carry)>,
                  "spmd: the body of a scan returns the carry, or std::pair(carry, y)");
    runScan({carry, element,
             [&]() -> std::optional<TreeRef> {
               carry = f(carry, element);
               return {};
             }},
            options, where);
    return carry;
  }
}

/// Runs body(i, carry) -> carry for i = begin, begin + 1, .. end - 1, an i32. Bounds that are
/// numbers make a counted loop, which has a gradient; tensors are converted to i32. Throws for
/// bounds that are no integer scalars, and for numbers beyond an i32.
template <class F, class Carry>
Carry foriLoop(const Operand &begin, const Operand &end, F body, Carry carry,
               Where where = Where::current()) {
  runFor(carry, begin, end, [&](Tensor i) { carry = body(i, carry); }, where);
  return carry;
}

/// Runs body(carry) -> carry as long as condition(carry), a boolean scalar, holds.
template <class Condition, class F, class Carry>
Carry whileLoop(Condition condition, F body, Carry carry, Where where = Where::current()) {
  runWhile(
      carry, [&]() -> Tensor { return condition(carry); }, [&] { carry = body(carry); }, where);
  return carry;
}

/// Branch `index` of functions with the same parameters, on these arguments. An index beyond the
/// branches takes the nearest one. Throws where results differ in structure or types.
template <class F, class... T>
auto switchCase(const Operand &index, const std::vector<F> &branches, const T &...arguments) {
  using R = std::invoke_result_t<const F &, const T &...>;
  std::vector<std::optional<R>> results(branches.size());
  std::vector<std::function<TreeRef()>> calls;
  for (size_t i = 0; i < branches.size(); ++i)
    calls.push_back([&, i]() -> TreeRef { return results[i].emplace(branches[i](arguments...)); });
  const void *taken = runBranches(index, calls, "switchCase").address();
  for (std::optional<R> &result : results)
    if (result && &*result == taken)
      return std::move(*result);
  throw Error("switchCase: no branch ran"); // not reached: runBranches returns one of the trees
}

/// onTrue(arguments) where the boolean scalar holds, else onFalse(arguments). Throws where results
/// differ in structure or types.
template <class F, class G, class... T>
auto cond(const Operand &condition, F onTrue, G onFalse, const T &...arguments) {
  using R = std::invoke_result_t<const F &, const T &...>;
  static_assert(std::same_as<R, std::invoke_result_t<const G &, const T &...>>,
                "spmd: both branches of cond return the same type");
  std::optional<R> yes, no;
  const std::array<std::function<TreeRef()>, 2> calls{
      [&]() -> TreeRef { return no.emplace(onFalse(arguments...)); },
      [&]() -> TreeRef { return yes.emplace(onTrue(arguments...)); }};
  const void *taken = runBranches(condition, calls, "cond").address();
  return std::move(yes && &*yes == taken ? *yes : *no);
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
