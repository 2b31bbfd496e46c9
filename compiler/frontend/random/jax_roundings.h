// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of random numbers with the bits that jax.random gives on CPUs.
//
// The compiler's own log and log1p are within 0.6 units in the last place of the true value, those
// of XLA within 1.3. One unit of them is many of what follows from it: the cube of a normal number,
// or the exponential of a large logarithm. So f32 is computed here step by step as XLA computes it,
// with one rounding where it adds to a product. Narrower types go through f32; f64 has the
// compiler's functions, since those of XLA are off by hundreds of units.
#pragma once
#include "compiler/frontend/include/spmd/random.h"

namespace spmd {
inline namespace frontend {

/// log(x) for x >= 0. Subnormal numbers count as the smallest normal one, as on CPUs in JAX.
/// Without a gradient.
Tensor jaxLog(const Tensor &x);
/// log(1 + x) for x >= -1, without a gradient.
Tensor jaxLog1p(const Tensor &x);
/// The numbers of random::normal, for what multiplies them with each other.
Tensor jaxNormal(const Key &key, std::vector<int64_t> shape, ElementType type,
                 Where where = Where::current());

} // namespace frontend
} // namespace spmd
