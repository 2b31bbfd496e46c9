// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logical axis names of tensors. Equal lists of names are one object, so that comparing them and
// writing them into a key costs a pointer.
#pragma once
#include "compiler/frontend/trace/value.h"

namespace spmd {
inline namespace frontend {

/// The one object for this list; null for a list of empty names.
const AxisNames *internedAxes(std::vector<std::string> names);
/// The tensor with these names in place of its own. The elements are shared. A tensor without a
/// value, or of another rank, stays as it is.
Tensor withNames(const Tensor &tensor, const AxisNames *names);
/// The stacked leaves with the names of one of them, and a row with those of the stacked leaves:
/// the leading dim has no name.
Tensor withNamesOfRow(const Tensor &stacked, const Tensor &row);
Tensor withNamesOfStack(const Tensor &row, const Tensor &stacked);
/// The stand-in for an argument that lies so.
Tensor withLayout(const Tensor &standIn, const Layout *layout);
/// Those of a tensor that has a value; else null.
inline const AxisNames *namesOf(const Tensor &tensor) {
  return tensor.hasValue() ? tensor.value->axes : nullptr;
}

} // namespace frontend
} // namespace spmd
