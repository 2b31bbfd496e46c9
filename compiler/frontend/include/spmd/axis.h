// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes of named tensors: a name with a size, and how functions are told which axes are meant.
//
// A function that reads axes takes an AxisSelection, in which an axis is a name or an Axis, whose
// size must then be that of the tensor. A function that makes dims takes Axes, which have sizes.
// The idea is that of Haliax; its AxisSelector is a union of the two as well.
#pragma once
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// A dim of a NamedTensor: Axis Embed("embed", 64). A static of models: it has no leaf.
struct Axis {
  std::string name;
  int64_t size;
  SPMD_FIELDS(name, size)

  template <std::integral T>
  Axis(std::string name, T size) : name(std::move(name)), size(int64_t(size)) {}
  /// An axis of this size with another name.
  Axis alias(std::string other) const { return Axis(std::move(other), size); }
  /// An axis of this name with another size.
  Axis resize(int64_t other) const { return Axis(name, other); }
  bool operator==(const Axis &) const = default;
};
/// "embed=64".
std::string text(const Axis &axis);

/// One axis of a tensor, by name or as an Axis; `ellipsis` stands for all that are not named, where
/// a function says so.
struct AxisSelector {
  std::string name;
  std::optional<int64_t> size = {};
  AxisSelector(const Axis &axis) : name(axis.name), size(axis.size) {}
  AxisSelector(std::string name) : name(std::move(name)) {}
  AxisSelector(const char *name) : name(name) {}
  AxisSelector(Ellipsis) : name("...") {}
};

/// Axes of a tensor: one, several in braces, or all of them.
struct AxisSelection {
  std::vector<AxisSelector> list;
  bool areAll = false;
  AxisSelection(std::initializer_list<AxisSelector> list) : list(list) {}
  template <std::convertible_to<AxisSelector> T> AxisSelection(const T &one) : list{one} {}
  AxisSelection(const std::vector<Axis> &axes) : list(axes.begin(), axes.end()) {}
  AxisSelection(const std::vector<std::string> &names) : list(names.begin(), names.end()) {}
  /// All axes of the tensor.
  static AxisSelection all() {
    AxisSelection selection({});
    selection.areAll = true;
    return selection;
  }
};

/// An axis or none: what stands behind the first one in the braces of Axes.
struct OptionalAxis {
  std::optional<Axis> axis = {};
  OptionalAxis() = default;
  OptionalAxis(Axis axis) : axis(std::move(axis)) {}
  template <std::integral T>
  OptionalAxis(std::string name, T size) : axis(Axis(std::move(name), size)) {}
};
/// Dims that are made: one Axis, up to eight in braces, or a vector of them. Braces without an axis
/// are refused, since zeros({}) is a Tensor.
struct Axes {
  std::vector<Axis> list;
  Axes(std::vector<Axis> list) : list(std::move(list)) {}
  Axes(Axis first, const OptionalAxis &axis1 = {}, const OptionalAxis &axis2 = {},
       const OptionalAxis &axis3 = {}, const OptionalAxis &axis4 = {},
       const OptionalAxis &axis5 = {}, const OptionalAxis &axis6 = {},
       const OptionalAxis &axis7 = {}) {
    list.push_back(std::move(first));
    for (const OptionalAxis *next : {&axis1, &axis2, &axis3, &axis4, &axis5, &axis6, &axis7})
      if (next->axis)
        list.push_back(*next->axis);
  }
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
