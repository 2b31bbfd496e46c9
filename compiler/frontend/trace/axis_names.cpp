// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the logical axis names of tensors: withAxes and axesOf, and the table of all lists of
// names that the process has used.
//
// Names belong to a handle's value and not to its elements: a named tensor shares the array of the
// one without names. The same names are used for all tensors of a kind, so the table stays small.
#include "compiler/frontend/trace/axis_names.h"
#include "compiler/frontend/include/spmd/sharding.h"
#include <algorithm>
#include <mutex>
#include <set>

namespace spmd {
inline namespace frontend {

/// The lists are never destroyed, since values of any lifetime point to them.
const AxisNames *internedAxes(std::vector<std::string> names) {
  if (std::all_of(names.begin(), names.end(), [](const auto &name) { return name.empty(); }))
    return nullptr;
  static std::mutex mutex;
  static auto *lists = new std::set<AxisNames>; // elements of a set do not move
  std::lock_guard lock(mutex);
  return &*lists->insert(std::move(names)).first;
}

/// The id of the value stays, too: a program that holds the elements need not copy them again.
Tensor withNames(const Tensor &tensor, const AxisNames *names) {
  if (!tensor.hasValue() || tensor.value->axes == names ||
      (names && names->size() != tensor.value->type.dims.size()))
    return tensor;
  auto named = std::make_shared<TensorValue>(*tensor.value);
  named->axes = names;
  return Tensor(std::move(named));
}

/// The line of the value stays that of the op which made it.
Tensor withAxes(const Operand &x, std::vector<std::string> axes) {
  if (x.number)
    fail(x.where, "withAxes of a number, which has no dims");
  const Operand *operands[] = {&x};
  if (!x.tensor.hasValue())
    fail(x.where, "withAxes of a tensor without a value");
  if (axes.size() != x.tensor.rank())
    fail(x.where,
         "withAxes of " + text(x.tensor.type()) + ": the names are " + std::to_string(axes.size()) +
             "; one per dim is wanted, \"\" for a dim without one",
         operands);
  return withNames(x.tensor, internedAxes(std::move(axes)));
}

/// Gradients have leaves without a value, which stay so.
Tensor leafLike(const Tensor &x, const Tensor &like, Where) {
  return like.hasValue() ? withNames(x, like.value->axes) : x;
}

const std::vector<std::string> &axesOf(const Tensor &x) {
  static const auto *none = new AxisNames;
  (void)x.type(); // throws where there is no value
  return x.value->axes ? *x.value->axes : *none;
}

} // namespace frontend
} // namespace spmd
