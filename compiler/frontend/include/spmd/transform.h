// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transformations of functions: gradients, products with Jacobians, checkpoints.
//
// Each takes a function over trees and gives a jitted function, which can be transformed again. In
// the program of an outer jit a transformed function becomes a part of that program. The
// differentiation works on the traced function (docs/gradients.md), so that it goes through loops,
// branches and other transformations. Parameters of floating-point numbers have gradients; leaves
// of integers and booleans get a Tensor without a value.
#pragma once
#include <spmd/jit.h>
#include <spmd/ops.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// A function of the user on stand-ins: the trees of its arguments, whose leaves the library
/// replaces, and the call, which gives the tree of its result.
struct TracedCall {
  std::string name;
  std::span<const TreeRef> arguments;
  std::function<TreeRef()> run;
  Where where;
};
/// Records the function and its gradient into the innermost trace. The leaves of the result become
/// its values, those of the `wanted` arguments the gradients. Without `cotangents`, a tree like the
/// result, the first leaf of the result is the loss. Throws where that is no floating-point scalar,
/// where a wanted argument has no leaf of floating-point numbers, and where an op has no gradient.
void traceGradient(const TracedCall &call, std::span<const size_t> wanted,
                   std::optional<TreeRef> cotangents);
/// Records the function with a checkpoint policy.
void traceCheckpoint(const TracedCall &call, const std::string &policy);
/// Records the function; its gradient is what `backward` computes. `backward` runs on the arguments
/// and on `cotangent`, which is like the result, and gives trees like the arguments.
void traceCustomGradient(const TracedCall &call,
                         const std::function<TreeRef(TreeRef result)> &backward);

/// TreeRefs of the elements of a tuple.
template <class... T> std::array<TreeRef, sizeof...(T)> treesOf(const std::tuple<T...> &trees) {
  return std::apply(
      [](const auto &...tree) { return std::array<TreeRef, sizeof...(T)>{TreeRef(tree)...}; },
      trees);
}

/// One tree alone, several as a tuple.
template <class... T> auto oneOrTuple(std::tuple<T...> trees) {
  if constexpr (sizeof...(T) == 1)
    return std::get<0>(std::move(trees));
  else
    return trees;
}
template <size_t... wanted, class Arguments> auto gradientsFrom(const Arguments &arguments) {
  if constexpr (sizeof...(wanted) == 0)
    return std::get<0>(arguments);
  else
    return oneOrTuple(std::tuple{std::get<wanted>(arguments)...});
}

/// Which dims of arguments and results count the entries of the batch.
struct VmapOptions {
  /// The batch dim of the leaves of each argument, 0 by default; {} for an argument that all
  /// entries share. Negative dims count from the end.
  std::vector<std::optional<int64_t>> in = {};
  /// The batch dim of results: one for all, or one for each element of a tuple; 0 by default.
  std::vector<std::optional<int64_t>> out = {};
  std::string axis = {};                  // a name for psum and other collectives
  std::vector<std::string> meshAxes = {}; // that split the batch
};
/// Records the function on a batch. `elements` of the result have dims of their own; 1 unless it is
/// a tuple.
void traceBatch(const TracedCall &call, const VmapOptions &options, size_t elements);

/// The jitted function that valueAndGrad makes of one with the signature S.
template <class S> struct GradientOf;
template <class R, class... A> struct GradientOf<R(A...)> {
  template <size_t... wanted, class F> static auto make(F f, Where where) {
    using Arguments = std::tuple<std::decay_t<A>...>;
    using Gradients = decltype(gradientsFrom<wanted...>(std::declval<const Arguments &>()));
    auto traced = [f, where](A... arguments) {
      Arguments copies{arguments...};
      const auto trees = treesOf(copies);
      std::optional<R> result;
      const std::array<size_t, std::max<size_t>(1, sizeof...(wanted))> positions{wanted...};
      auto run = [&]() -> TreeRef { return result.emplace(std::apply(f, copies)); };
      traceGradient({"grad", trees, run, where}, positions, std::nullopt);
      return std::pair<R, Gradients>(*result, gradientsFrom<wanted...>(copies));
    };
    return Jitted<std::pair<R, Gradients>(A...)>(traced, {.name = "grad"});
  }
};

/// The function (arguments) -> (result of f, gradient), where the gradient has the type of the
/// first argument; valueAndGrad<0, 2>(f) gives a tuple of the gradients in arguments 0 and 2. The
/// result of f is the loss, a floating-point scalar, or a pair or tuple that begins with it.
template <size_t... wanted, class F> auto valueAndGrad(F f, Where where = Where::current()) {
  return GradientOf<Signature<F>>::template make<wanted...>(std::move(f), where);
}

/// The jitted function that grad makes of valueAndGrad's.
template <class S> struct GradientAlone;
template <class R, class G, class... A> struct GradientAlone<std::pair<R, G>(A...)> {
  template <class F> static auto make(F both) {
    auto gradient = [both](A... arguments) -> G { return both(arguments...).second; };
    return Jitted<G(A...)>(gradient, {.name = "grad"});
  }
};
/// The function (arguments) -> gradient; as valueAndGrad without the value.
template <size_t... wanted, class F> auto grad(F f, Where where = Where::current()) {
  auto both = valueAndGrad<wanted...>(std::move(f), where);
  return GradientAlone<Signature<decltype(both)>>::make(both);
}

/// The function from a cotangent of the result to those of all arguments of f: one tree, or a
/// tuple. It holds the arguments.
template <class S> class Pullback;
template <class R, class... A> class Pullback<R(A...)> {
public:
  using Arguments = std::tuple<std::decay_t<A>...>;
  using Gradients = decltype(oneOrTuple(std::declval<Arguments>()));
  using Signature = Gradients(R);

  template <class F>
  Pullback(F f, Arguments arguments, Where where) : arguments(std::move(arguments)) {
    auto traced = [f, where](Arguments copies, R cotangent) {
      const auto trees = treesOf(copies);
      std::optional<R> result;
      std::array<size_t, sizeof...(A)> positions;
      for (size_t i = 0; i < positions.size(); ++i)
        positions[i] = i;
      auto run = [&]() -> TreeRef { return result.emplace(std::apply(f, copies)); };
      traceGradient({"vjp", trees, run, where}, positions, cotangent);
      return oneOrTuple(copies);
    };
    backward = std::make_shared<Jitted<Gradients(Arguments, R)>>(traced, JitOptions{.name = "vjp"});
  }

  Gradients operator()(R cotangent) const { return (*backward)(arguments, cotangent); }

private:
  Arguments arguments;
  std::shared_ptr<Jitted<Gradients(Arguments, R)>> backward;
};

/// The result of f and its pullback. The pullback computes again what it needs of f; within one
/// program the compiler joins the two. Leaves of the cotangent without a value are zeros.
template <class F, class... T> auto vjp(F f, const T &...arguments) {
  const Where where = Where::current();
  using S = Signature<F>;
  typename SignatureParts<S>::Arguments copies{arguments...};
  auto result = std::apply(Jitted<S>(f, {.name = "vjp"}), copies);
  return std::pair(std::move(result), Pullback<S>(std::move(f), std::move(copies), where));
}

/// The result of f at the arguments and its derivative along the tangents, both of them trees or
/// tuples of as many trees as f has parameters. Forward mode: the pullback is linear in the
/// cotangent, and its own pullback is the derivative along a tangent (Christianson 1992).
template <class F, class T> auto jvp(F f, const T &arguments, const T &tangents) {
  using Arguments = ArgumentsOf<F>;
  using R = ResultOf<F>;
  using Both = std::pair<R, R>;
  auto traced = [f](Arguments at, Arguments along) -> Both {
    auto [result, pullback] = std::apply([&](const auto &...a) { return vjp(f, a...); }, at);
    R zero = mapLeaves(
        [](const Tensor &leaf) {
          return leaf.hasValue() && isInexact(leaf.elementType()) ? zerosLike(leaf) : Tensor();
        },
        result);
    return {result, vjp(pullback, zero).second(oneOrTuple(along))};
  };
  return Jitted<Both(Arguments, Arguments)>(traced, {.name = "jvp"})(Arguments(arguments),
                                                                     Arguments(tangents));
}

/// The same function. Its gradient saves only the arguments of a call and what the policy names,
/// and computes the rest again: "nothing", "dots" (matmuls), "dots_with_no_batch_dims", "names:a,b"
/// (values that checkpointName marked so) or "everything".
template <class F>
auto checkpoint(F f, std::string policy = "nothing", Where where = Where::current()) {
  auto make = [&]<class R, class... A>(SignatureParts<R(A...)>) {
    auto traced = [f, policy, where](A... arguments) -> R {
      std::tuple<std::decay_t<A>...> copies{arguments...};
      const auto trees = treesOf(copies);
      std::optional<R> result;
      auto run = [&]() -> TreeRef { return result.emplace(std::apply(f, copies)); };
      traceCheckpoint({"checkpoint", trees, run, where}, policy);
      return *result;
    };
    return Jitted<R(A...)>(traced, {.name = "checkpoint"});
  };
  return make(SignatureParts<Signature<F>>());
}

template <class R> constexpr size_t kElements = 1;
template <class... T> constexpr size_t kElements<std::tuple<T...>> = sizeof...(T);
template <class A, class B> constexpr size_t kElements<std::pair<A, B>> = 2;
/// The function that runs f on each entry of a batch: its arguments have one dim more, of one size,
/// and so have its results. Values that entries share are computed once (docs/batching.md). Throws
/// where no argument is batched, where sizes differ, where `out` has neither one dim nor one for
/// each element, and where a result without a batch dim depends on the entry.
template <class F> auto vmap(F f, VmapOptions options = {}, Where where = Where::current()) {
  auto make = [&]<class R, class... A>(SignatureParts<R(A...)>) {
    auto traced = [f, options, where](A... arguments) -> R {
      std::tuple<std::decay_t<A>...> copies{arguments...};
      const auto trees = treesOf(copies);
      std::optional<R> result;
      auto run = [&]() -> TreeRef { return result.emplace(std::apply(f, copies)); };
      traceBatch({"vmap", trees, run, where}, options, kElements<R>);
      return *result;
    };
    return Jitted<R(A...)>(traced, {.name = "vmap"});
  };
  return make(SignatureParts<Signature<F>>());
}

/// The function f with a gradient of the user's: forward(arguments) gives the result of f and what
/// the backward part reads, backward(that, cotangent of the result) the gradients of all arguments,
/// one tree or a tuple. Gradients of integers are ignored. The backward part computes `forward`
/// again; the compiler joins the two.
template <class F, class Forward, class Backward>
auto customVjp(F f, Forward forward, Backward backward, Where where = Where::current()) {
  auto make = [&]<class R, class... A>(SignatureParts<R(A...)>) {
    using Arguments = std::tuple<std::decay_t<A>...>;
    using Gradients = decltype(oneOrTuple(std::declval<Arguments>()));
    auto traced = [=](A... arguments) -> R {
      Arguments copies{arguments...};
      const auto trees = treesOf(copies);
      std::optional<R> result;
      std::optional<Gradients> gradients;
      auto run = [&]() -> TreeRef { return result.emplace(std::apply(f, copies)); };
      traceCustomGradient({"custom", trees, run, where}, [&](TreeRef) -> TreeRef {
        return gradients.emplace(backward(std::apply(forward, copies).second, *result));
      });
      return *result;
    };
    return Jitted<R(A...)>(traced, {.name = "customVjp"});
  };
  return make(SignatureParts<Signature<F>>());
}

/// x, which a checkpoint with the policy "names:NAME" saves.
Tensor checkpointName(const Operand &x, const std::string &name);
/// x, whose gradient is zero.
Tensor stopGradient(const Operand &x);
/// The same for each leaf.
template <class T> T stopGradients(const T &tree) {
  return mapLeaves([](const Tensor &leaf) { return leaf.hasValue() ? stopGradient(leaf) : leaf; },
                   tree);
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
