// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the named layers share: parameters that are drawn as those of their twins without names, and
// axes that are moved to where the twins want them.
#pragma once
#include "compiler/frontend/lib/named_common.h"
#include <spmd/nn_named.h>

namespace spmd {
inline namespace frontend {
namespace nn {

/// The names of axes, in their order.
Names namesOf(const std::vector<Axis> &axes);
/// A parameter of these axes, as the initialiser draws it for their sizes. `fans` are positions
/// among the axes.
NamedTensor drawn(const init::Function &init, const Key &key, const std::vector<Axis> &axes,
                  ElementType type, const init::Axes &fans);
/// x with some axes last, in the order given: [embed, batch, position] with embed last -> [batch,
/// position, embed].
NamedTensor withLast(const NamedTensor &x, const Names &last);
/// The tensor of a parameter, with its logical names.
std::optional<Tensor> tensorOf(const std::optional<NamedTensor> &parameter);

} // namespace nn
} // namespace frontend
} // namespace spmd
