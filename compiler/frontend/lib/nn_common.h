// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the layers share: shapes and axis names of dims, and parameters with names.
#pragma once
#include "compiler/frontend/lib/library_error.h"
#include <spmd/nn_linear.h>

namespace spmd {
inline namespace frontend {
namespace nn {

/// The sizes of some dims, then those of others.
std::vector<int64_t> sizesOf(const std::vector<Dim> &dims, const std::vector<Dim> &more = {});
/// A parameter with the axis names of its dims, which may all be "".
Tensor named(const Tensor &parameter, const std::vector<Dim> &dims,
             const std::vector<Dim> &more = {});
/// Refuses an x whose last dims are not those of `wanted`, beginning with its dim `first`.
void checkLastDims(const char *name, const Operand &x, const std::vector<int64_t> &wanted);
/// The options of each of the linear layers of an Mlp.
LinearOptions optionsOf(const MlpOptions &options);

} // namespace nn
} // namespace frontend
} // namespace spmd
