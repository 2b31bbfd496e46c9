// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pass with planted defects, which the tests of spmd-fuzz have to find.
#pragma once

namespace spmd::fuzz {

/// Registers fuzz-planted. It crashes at stablehlo.tanh, loops for ever at stablehlo.cosine
/// and fails without a message at stablehlo.exponential.
void registerPlantedPass();

} // namespace spmd::fuzz
