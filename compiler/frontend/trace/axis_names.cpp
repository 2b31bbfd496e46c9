// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps the logical axis names of tensors: axesOf, and the table of all lists of names that the
// process has used. What names mean under a mesh is in constrain.cpp.
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

namespace {

/// A value with the elements of a tensor, which stay with their owner.
std::shared_ptr<TensorValue> copyOf(const Tensor &tensor) {
  const TensorValue &own = *tensor.value;
  auto copy = std::make_shared<TensorValue>();
  copy->type = own.type, copy->where = own.where, copy->id = own.id, copy->axes = own.axes;
  copy->layout = own.layout, copy->trace = own.trace, copy->traced = own.traced;
  if (!own.trace)
    copy->origin = own.origin ? own.origin : tensor.value;
  return copy;
}

} // namespace

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
      (names && names->size() != tensor.value->type->dims.size()))
    return tensor;
  std::shared_ptr<TensorValue> named = copyOf(tensor);
  named->axes = names;
  return Tensor(std::move(named));
}

/// Operands that stretch have other dims than the result.
Tensor withNamesOf(const Tensor &made, std::initializer_list<const Operand *> operands) {
  for (const Operand *operand : operands)
    if (const AxisNames *names = namesOf(operand->tensor);
        names && operand->tensor.shape() == made.shape())
      return withNames(made, names);
  return made;
}

Tensor withNamesOfRow(const Tensor &stacked, const Tensor &row) {
  AxisNames names = axesOf(row);
  if (!names.empty())
    names.insert(names.begin(), "");
  return withNames(stacked, internedAxes(std::move(names)));
}

/// A name of the leading dim is lost.
Tensor withNamesOfStack(const Tensor &row, const Tensor &stacked) {
  AxisNames names = axesOf(stacked);
  if (!names.empty())
    names.erase(names.begin());
  return withNames(row, internedAxes(std::move(names)));
}

Tensor withLayout(const Tensor &standIn, const Layout *layout) {
  std::shared_ptr<TensorValue> placed = copyOf(standIn);
  placed->layout = layout;
  return Tensor(std::move(placed));
}

const std::vector<std::string> &axesOf(const Tensor &x) {
  static const auto *none = new AxisNames;
  (void)x.type(); // throws where there is no value
  return x.value->axes ? *x.value->axes : *none;
}

} // namespace frontend
} // namespace spmd
