// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// jit: a function over trees becomes a program, which is traced and compiled once per structure of
// its arguments.
//
// jit calls the user's function on stand-ins for its arguments and records the ops. Parameter types
// come from the function, which therefore spells them: no `auto`. What only depends on leaves and
// structures lies in the library, so that a source file compiles fast.
#pragma once
#include <span>
#include <spmd/mesh.h>
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

struct NamedOperand; // named.h

/// What a traced function gets for a parameter: a Tensor for an Operand, a NamedTensor for a
/// NamedOperand, else the type itself.
template <class T>
using Parameter = std::conditional_t<
    std::same_as<std::decay_t<T>, Operand>, Tensor,
    std::conditional_t<std::same_as<std::decay_t<T>, NamedOperand>, NamedTensor, T>>;
template <class T> constexpr bool kNever = false;
/// The type R(A...) of a function, function object or jitted function, as the member `type`.
template <class F> struct SignatureOf {
  static_assert(
      kNever<F>,
      "spmd: write the parameter types of this function: with `auto`, or several overloads, the "
      "types of its arguments are not known");
  /// The signature.
  using type = Tensor(Tensor);
};
template <class R, class... A> struct SignatureOf<R (*)(A...)> {
  static_assert(Field<R> && (Field<std::decay_t<Parameter<A>>> && ...),
                "spmd: a parameter or the result of this function is not a tree (does its struct "
                "have SPMD_FIELDS?)");
  static_assert(
      ((!std::is_lvalue_reference_v<A> || std::is_const_v<std::remove_reference_t<A>>) && ...),
      "spmd: a parameter is a non-const reference; what the function changes, it returns");
  /// The signature.
  using type = R(Parameter<A>...);
};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...)> : SignatureOf<R (*)(A...)> {
  static_assert(kNever<C>,
                "spmd: a traced function may not be mutable: it runs once, not once per call");
};
template <class C, class R, class... A>
struct SignatureOf<R (C::*)(A...) const> : SignatureOf<R (*)(A...)> {};
template <class F>
  requires requires { typename F::Signature; }
struct SignatureOf<F> {
  using type = typename F::Signature;
};
template <class F>
  requires(
      !requires { typename F::Signature; } && requires { &F::operator(); })
struct SignatureOf<F> : SignatureOf<decltype(&F::operator())> {};
/// The type R(A...) of a function object, a pointer to a function or a transformed function.
template <class F> using Signature = typename SignatureOf<F>::type;

/// The result and the parameters of a signature R(A...).
template <class S> struct SignatureParts;
template <class R, class... A> struct SignatureParts<R(A...)> {
  using Result = R;
  using Arguments = std::tuple<std::decay_t<A>...>;
};
/// The result type of a function.
template <class F> using ResultOf = typename SignatureParts<Signature<F>>::Result;
/// The parameters as a tuple of trees.
template <class F> using ArgumentsOf = typename SignatureParts<Signature<F>>::Arguments;

/// Options of jit: the program's name, donated parameters, shardings of parameters and results.
struct JitOptions {
  std::string name = "jit"; // in messages, and as the name of the module
  // Shardings of the leaves of each parameter, and of the result. Without one the compiler chooses.
  Specs inSpecs = {}, outSpecs = {};
  // Parameters whose tensors a call uses up: their memory becomes that of results of equal types,
  // so that a step of training needs no second copy of its model. A later use of such a tensor
  // throws; all copies of the handle are meant.
  std::vector<size_t> donate = {};
};

/// A traced function with its compiled program; defined in the library.
struct JitProgram;

/// The part of a jitted function that does not depend on its type: programs by key.
class JitCache {
public:
  JitCache(JitOptions options);
  ~JitCache();
  JitCache(const JitCache &) = delete;

  /// The program for arguments of this structure. If there is none, `call` runs the user's function
  /// on `standIns`, copies of the arguments whose leaves become values of the new program, and
  /// gives its result, which must live as long as `owner`, which is read after the call. Throws
  /// what `call` throws, and where an argument or the result has a leaf of another trace.
  const JitProgram &find(std::span<const TreeRef> arguments, std::span<const TreeRef> standIns,
                         const std::function<TreeRef()> &call,
                         const std::shared_ptr<const void> &owner, Where where);
  /// The same where there is a program already; else null. Calls come here first: a call of a known
  /// program copies no tree.
  const JitProgram *known(std::span<const TreeRef> arguments, Where where) const;
  size_t traceCount() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

/// Whether the innermost jit is tracing: its ops are recorded, not run.
bool isTracing();
/// Runs a program, compiling it first if need be. The leaves of `result`, a copy of the traced
/// function's result, become the results. Throws where the program does not compile.
void runProgram(const JitProgram &program, std::span<const TreeRef> arguments, TreeRef result,
                Where where);
/// What the traced function returned, of the type that it has.
const void *resultOf(const JitProgram &program);
/// The module as text.
const std::string &textOf(const JitProgram &program);

/// A traced function of the signature S, for example Jitted<Tensor(const Model &, Tensor)>.
template <class S> class Jitted;
/// A traced function. The type can be written: Jitted<Tensor(const Model &, Tensor)> as a member.
/// Copies share their programs. Any thread may call it; calls of one function wait for each other
/// while it is traced and compiled.
template <class R, class... A> class Jitted<R(A...)> {
public:
  using Signature = R(A...);

  Jitted(std::function<R(A...)> f, JitOptions options)
      : f(std::move(f)), cache(std::make_shared<JitCache>(std::move(options))) {}

  /// Runs the program for these arguments, which is traced and compiled at the first call with
  /// trees of this structure (statics, sizes of containers, shapes and types of leaves). Inside of
  /// another jit the function becomes a part of that one's program. Throws what the function
  /// throws while it is traced.
  R operator()(A... arguments, Where where = Where::current()) const {
    if (isTracing())
      return f(arguments...);
    const JitProgram &program = programOf(where, arguments...);
    R result = *static_cast<const R *>(resultOf(program));
    std::array<TreeRef, sizeof...(A)> trees{TreeRef(arguments)...};
    runProgram(program, trees, result, where);
    return result;
  }

  /// The program for these arguments as text: StableHLO with the lines of the user's source.
  std::string lower(A... arguments, Where where = Where::current()) const {
    return textOf(programOf(where, arguments...));
  }

  /// The result as a tree whose leaves have types and no elements; nothing is compiled.
  R shapeOf(A... arguments, Where where = Where::current()) const {
    return *static_cast<const R *>(resultOf(programOf(where, arguments...)));
  }

  /// How many programs were traced.
  size_t traceCount() const { return cache->traceCount(); }

private:
  /// The result of the function, made while it is traced.
  struct Result {
    std::optional<R> value;
  };

  template <class... T> const JitProgram &programOf(Where where, const T &...arguments) const {
    std::array<TreeRef, sizeof...(T)> trees{TreeRef(arguments)...};
    if (const JitProgram *known = cache->known(trees, where))
      return *known;
    std::tuple<T...> copies{arguments...};
    auto standIns = std::apply(
        [](const auto &...copy) { return std::array<TreeRef, sizeof...(T)>{TreeRef(copy)...}; },
        copies);
    auto result = std::make_shared<Result>();
    auto call = [&]() -> TreeRef {
      result->value.emplace(std::apply(f, copies));
      return *result->value;
    };
    // The program keeps the result alive under the address that resultOf returns.
    return cache->find(trees, standIns, call, result, where);
  }

  std::function<R(A...)> f;
  std::shared_ptr<JitCache> cache;
};

/// Makes a jitted function of `f`, whose parameters and result are trees. Nothing is traced before
/// the first call. What a lambda captures is not part of the key: a captured tensor is the one of
/// the first trace.
template <class F> auto jit(F f, JitOptions options = {}) {
  return Jitted<Signature<F>>(std::move(f), std::move(options));
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
