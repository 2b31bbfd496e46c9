// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass that is wrong on purpose, so that the tests of spmd-fuzz have something to find.
#pragma once

namespace spmd::fuzz {

/// Registers fuzz-planted: it dies at stablehlo.tanh, takes for ever at stablehlo.cosine and fails
/// without a message at stablehlo.exponential.
void registerPlantedPass();

} // namespace spmd::fuzz
