// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Trees: a tree is a Tensor, a NamedTensor, a struct with SPMD_FIELDS, a std container or a variant
// of trees. Other fields are static: compared by value, and part of the key under which jit keeps a
// program.
//
// A transformation sees a tree as its leaves (path and tensor, in the order of declaration) and as
// its structure, which decides whether a traced program fits. The idea is JAX's pytree;
// SPMD_FIELDS replaces its registry.
#pragma once
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <spmd/tensor.h>
#include <string_view>
#include <tuple>
#include <variant>

// SPMD_FIELDS(a, b) stands in a struct, in any namespace, and lists every member in the order of
// declaration. It adds no data and keeps constructors and aggregate initialisation as they are. A
// member that is neither a tree nor static, or that is not listed, is a compile error. One std::tie
// instead of a macro per field: an error inside a recursive macro prints hundreds of lines.
#define SPMD_FIELDS(...)                                                                           \
  using SpmdFields = void;                                                                         \
  auto spmdFields() const { return std::tie(__VA_ARGS__); }                                        \
  static constexpr const char *spmdNames() { return #__VA_ARGS__; }                                \
  static constexpr auto spmdSize() {                                                               \
    return ::spmd::FieldsCheck<::spmd::FixedString{#__VA_ARGS__},                                  \
                               decltype(std::tie(__VA_ARGS__))>::size();                           \
  }

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

struct NamedTensor; // named.h

template <class T>
concept Struct = requires { typename T::SpmdFields; };
template <class T> // compared by value, part of the cache key; an empty class is known by its type
concept Static =
    !Struct<T> && (std::is_arithmetic_v<T> || std::is_enum_v<T> ||
                   std::is_convertible_v<const T &, std::string_view> || std::is_empty_v<T>);

template <class T> constexpr bool kField = std::same_as<T, Tensor> || Struct<T> || Static<T>;
template <> inline constexpr bool kField<NamedTensor> = true;
template <class T> constexpr bool kField<const T> = kField<T>;
template <class... T> constexpr bool kField<std::tuple<T...>> = (kField<T> && ...);
template <class A, class B> constexpr bool kField<std::pair<A, B>> = kField<std::tuple<A, B>>;
template <class T, size_t N> constexpr bool kField<std::array<T, N>> = kField<T>;
template <class T> constexpr bool kField<std::vector<T>> = kField<T>;
template <> inline constexpr bool kField<std::vector<bool>> = false; // its elements are no objects
template <class T> constexpr bool kField<std::optional<T>> = kField<T>;
template <class T> constexpr bool kField<std::map<std::string, T>> = kField<T>;
template <class... T> constexpr bool kField<std::variant<T...>> = (kField<T> && ...);
template <class T>
concept Field = kField<T>;

/// Text as a template argument, so that compilers print a field's name in their errors.
template <size_t N> struct FixedString {
  char text[N] = {};
  constexpr FixedString() = default;
  constexpr FixedString(const char (&literal)[N]) { std::copy_n(literal, N, text); }
};

/// Where the i-th name of "norm1, norm2, heads" begins and ends.
constexpr std::pair<size_t, size_t> fieldRange(const char *names, size_t i) {
  size_t begin = 0;
  for (; i > 0; ++begin)
    i -= names[begin] == ',';
  begin += names[begin] == ' ';
  size_t end = begin;
  while (names[end] != ',' && names[end] != 0)
    ++end;
  return {begin, end};
}
constexpr std::string_view fieldName(const char *names, size_t i) {
  auto [begin, end] = fieldRange(names, i);
  return {names + begin, end - begin};
}
template <FixedString names, size_t i> constexpr auto fieldNameOf() {
  constexpr auto copy = names; // gcc 12 with -fsanitize=undefined: no constant pointer into `names`
  constexpr std::pair<size_t, size_t> range = fieldRange(copy.text, i);
  FixedString<range.second - range.first + 1> name;
  std::copy_n(copy.text + range.first, range.second - range.first, name.text);
  return name;
}

/// Refuses a field whose type is no tree, with its name in the message of the compiler.
template <FixedString name, class T> struct FieldCheck {
  static_assert(Field<T>, "SPMD_FIELDS: this field is neither a tree (Tensor, a struct with "
                          "SPMD_FIELDS, a container of "
                          "trees) nor static (number, bool, enum, string)");
};

/// Checks all fields of SPMD_FIELDS; the member `size` is the number of bytes that they take.
template <FixedString names, class Fields> struct FieldsCheck;
template <FixedString names, class... T> struct FieldsCheck<names, std::tuple<T &...>> {
  /// Of a struct with these members and no other.
  static constexpr size_t size() {
    [&]<size_t... i>(std::index_sequence<i...>) {
      (void(FieldCheck<fieldNameOf<names, i>(), std::remove_const_t<T>>()), ...);
    }(std::index_sequence_for<T...>());
    size_t end = 0, alignment = 1;
    ((end = (end + alignof(T) - 1) / alignof(T) * alignof(T) + sizeof(T),
      alignment = std::max(alignment, alignof(T))),
     ...);
    return end == 0 ? 1 : (end + alignment - 1) / alignment * alignment;
  }
};

template <class T> constexpr bool kMap = false;
template <class T> constexpr bool kMap<std::map<std::string, T>> = true;
template <class T> constexpr bool kVariant = false;
template <class... T> constexpr bool kVariant<std::variant<T...>> = true;

/// The way from the root to a node, on the stack of the walk: text is made only where it is shown.
struct Path {
  const Path *parent = nullptr;
  std::string_view name = {}; // "" does not show
  std::optional<size_t> index = {};
};
/// "blocks/0/qkv/weight".
std::string text(const Path &path);

struct TreeVisitor;
/// The names of x as a static, its tensor as a leaf; both have the path of x.
void walkNamed(const Path &path, NamedTensor &x, TreeVisitor &visit);

/// Is called for the leaves and the statics of a tree, in the order of SPMD_FIELDS.
struct TreeVisitor {
  /// For a tensor.
  virtual void leaf(const Path &path, Tensor &tensor) = 0;
  /// For a static, or the size of a container.
  virtual void fixed(const Path &, const std::string &) {} // a static, or the size of a container
  /// For a tensor with names; by default for its names and its tensor.
  virtual void named(const Path &path, NamedTensor &x) { walkNamed(path, x, *this); }
  virtual ~TreeVisitor() = default;
};

/// A static value as text. Equal values have equal texts.
template <class T> std::string staticText(const T &value) {
  if constexpr (std::is_floating_point_v<T>) {
    char digits[32]; // 17 digits: other bits, other text
    std::snprintf(digits, sizeof digits, "%.17g", double(value));
    return digits;
  } else if constexpr (std::is_enum_v<T>) {
    return std::to_string(std::underlying_type_t<T>(value));
  } else if constexpr (std::is_arithmetic_v<T>) {
    return std::to_string(value);
  } else if constexpr (std::is_empty_v<T>) {
    return "";
  } else {
    return '"' + std::string(std::string_view(value)) + '"';
  }
}

/// The only template that looks into trees: one instantiation per type. Visitors change leaves of
/// copies only.
template <class T> void walk(const T &node, const Path &path, TreeVisitor &visit) {
  static_assert(Field<T>,
                "spmd: this type is neither a tree nor static; give its struct SPMD_FIELDS");
  if constexpr (std::same_as<T, Tensor>) {
    visit.leaf(path, const_cast<Tensor &>(node));
  } else if constexpr (std::same_as<T, NamedTensor>) {
    visit.named(path, const_cast<NamedTensor &>(node));
  } else if constexpr (Static<T>) {
    visit.fixed(path, staticText(node));
  } else if constexpr (Struct<T>) {
    static_assert(T::spmdSize() == sizeof(T),
                  "SPMD_FIELDS leaves out a member of this struct, or a base class has members");
    size_t i = 0;
    std::apply(
        [&](const auto &...child) {
          (walk(child, {&path, fieldName(T::spmdNames(), i++)}, visit), ...);
        },
        node.spmdFields());
  } else if constexpr (requires { node.has_value(); }) {
    visit.fixed(path, node ? "given" : "absent");
    if (node)
      walk(*node, path, visit);
  } else if constexpr (kVariant<T>) {
    visit.fixed(path, "alternative " + std::to_string(node.index()));
    if (!node.valueless_by_exception())
      std::visit([&](const auto &child) { walk(child, path, visit); }, node);
  } else if constexpr (kMap<T>) {
    visit.fixed(path, std::to_string(node.size()) + " entries");
    for (const auto &[key, child] : node) {
      const Path at{&path, key};
      visit.fixed(at, "entry"); // other keys are another structure
      walk(child, at, visit);
    }
  } else if constexpr (requires { node.begin(); }) {
    visit.fixed(path, std::to_string(node.size()) + " elements");
    for (size_t i = 0; i < node.size(); ++i)
      walk(node[i], {&path, {}, i}, visit);
  } else {
    size_t i = 0;
    std::apply([&](const auto &...child) { (walk(child, {&path, {}, i++}, visit), ...); }, node);
  }
}

/// A tree whose type is forgotten, for the duration of a call. What follows, and the body of every
/// transformation, takes TreeRefs and is compiled once, in the library.
class TreeRef {
public:
  template <class T>
  TreeRef(const T &tree)
      : tree(&tree), step([](const void *tree, const Path &path, TreeVisitor &visit) {
          spmd::walk(*static_cast<const T *>(tree), path, visit);
        }) {}
  /// Visits the tree; `path` stands before the paths of its leaves.
  void walk(const Path &path, TreeVisitor &visit) const { step(tree, path, visit); }
  /// Where the tree lies.
  const void *address() const { return tree; }

private:
  const void *tree;
  void (*step)(const void *, const Path &, TreeVisitor &);
};

/// A tensor of a tree and its path, such as "blocks/0/weight".
struct Leaf {
  std::string path;
  Tensor tensor;
};
/// The tensors of a tree in the order of its fields.
using Leaves = std::vector<Leaf>;

/// A leaf or a static of a tree, as messages compare them. `layout` is how a leaf lies on the mesh,
/// or "": programs depend on it, but it is no part of the type.
struct TreeEntry {
  std::string path, text;
  bool isLeaf;
  std::string layout = {};
  bool operator==(const TreeEntry &) const = default;
};
/// Leaves with their types, statics with their values, containers with their sizes. Trees of equal
/// structures run the same program.
using Structure = std::vector<TreeEntry>;

/// The leaves with their paths, which begin with `path`.
Leaves flatten(TreeRef tree, const Path &path = {});
/// Throws where two leaves have one path, as "c" of "a/b" and "b/c" of "a" have. What is kept by
/// paths would mix them.
void checkPaths(const Leaves &leaves, const std::string &what);
Structure structure(TreeRef tree, const Path &path = {});
/// leaf = f(leaf) for each leaf, in place.
void replaceLeaves(TreeRef tree, const std::function<Tensor(const Tensor &)> &f);
/// What counts besides paths and statics.
enum class Differing : uint8_t { Statics, Types, Layouts /* and types */ };
/// "heads: 4 -> 8", the first difference; "" where there is none.
std::string difference(const Structure &was, const Structure &is,
                       Differing what = Differing::Types);
/// The leaves of `tree`. Throws where its statics or sizes of containers are not those of `like`.
Leaves leavesLike(TreeRef like, TreeRef tree);

/// f(leaf of tree, leaf of rest...) for each leaf, as a tree of the same type. The tree is copied,
/// not constructed: types need no default constructor, statics come along. Throws where the other
/// trees have another structure.
template <class F, class T, class... Rest>
  requires(std::same_as<T, Rest> && ...)
T mapLeaves(F f, const T &tree, const Rest &...rest) {
  T result = tree;
  std::tuple others{leavesLike(tree, rest)...};
  size_t i = 0;
  replaceLeaves(result, [&](const Tensor &leaf) {
    Tensor mapped =
        std::apply([&](const auto &...other) { return f(leaf, other[i].tensor...); }, others);
    ++i;
    return mapped;
  });
  return result;
}

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
