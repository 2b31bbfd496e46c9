// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the functions of named tensors share: axes found by name, operands to compute with, results
// that are placed by their names. All of it runs within the CallerLine of a public function, whose
// line its errors carry.
#pragma once
#include "compiler/frontend/lib/library_error.h"
#include <spmd/named.h>

namespace spmd {
inline namespace frontend {

using Names = std::vector<std::string>;

/// "batch, embed"; "no axes".
std::string listText(const Names &names);
/// "f32[batch=8] and f32[embed=64]".
std::string listText(const std::vector<NamedTensor> &tensors);
/// The position of a name; empty where it is not there.
std::optional<size_t> find(const Names &names, std::string_view name);
/// The names that are not among `others`.
Names without(const Names &names, const Names &others);
/// Refuses lists in which a name stands twice or is empty: "WHAT: axis batch stands twice".
void checkUnique(const std::string &what, const Names &names);

/// Refuses a tensor without a value, and one that has other dims than names.
void checkNamed(const std::string &what, const NamedTensor &x);
/// The dim of an axis; refuses "WHAT of f32[batch=8]: there is no axis embed", and other sizes.
size_t dimOf(const std::string &what, const NamedTensor &x, const AxisSelector &axis);
/// The dims of several, in the order of the selection.
std::vector<int64_t> dimsOf(const std::string &what, const NamedTensor &x,
                            const AxisSelection &axes);
/// The names that a selection means, checked as above.
Names namesOf(const std::string &what, const NamedTensor &x, const AxisSelection &axes);

/// Whether the tensor is a parameter: withAxes gave it logical names.
bool isParameter(const NamedTensor &x);
/// The tensor as functions compute with it: parameters by the rules for values, without names.
Tensor computed(const NamedTensor &x);
/// A checked operand of a function, computed.
NamedTensor operandOf(const std::string &what, const NamedOperand &x);
/// A value: placed by its names under a mesh.
NamedTensor valueOf(const Tensor &x, Names names);
/// A parameter: placed by the rules for parameters.
NamedTensor parameterOf(const Tensor &x, Names names);
/// x with its axes in the order in which they stand in `order`, which may have more.
NamedTensor ordered(const NamedTensor &x, const Names &order);
/// The sum of products over letters: the result has these axes. Operands are checked before.
Tensor dotInto(const std::vector<NamedTensor> &operands, const Names &result);

} // namespace frontend
} // namespace spmd
