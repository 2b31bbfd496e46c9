// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Depthwise convolutions (one feature per group) of f32 with the features innermost in memory. As
// matmuls they would have one column each; here the features are the lanes of vectors.
#pragma once
#include "runtime/kernels/conv.h"

namespace spmd::rt {

bool isDepthwise(const ConvConfig &conv);
/// One tile for each batch item and chunk of rows of the result. A chunk has one row of the first
/// spatial dim, or many where rows are short.
int64_t depthwiseTiles(const ConvConfig &conv);
void runDepthwise(const ConvConfig &conv, const float *lhs, const float *rhs, float *result,
                  int64_t tile);

} // namespace spmd::rt
