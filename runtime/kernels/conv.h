// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Routine "conv": StableHLO's convolution in full generality, as a matmul of patches (im2col) and
// the kernel. Operands {lhs, rhs}, results {result}. Dimension numbers are given as strides, so one
// code serves every layout.
#pragma once
#include "runtime/dtype.h"
#include "runtime/kernels/registry.h"
#include <cstdint>
#include <vector>

namespace spmd::rt {

/// One spatial dim; strides count elements. The high padding follows from outputSize.
struct ConvDim {
  int64_t inputSize = 1, kernelSize = 1, outputSize = 1;
  int64_t lhsStride = 0, rhsStride = 0, resultStride = 0;
  int64_t windowStride = 1, padLow = 0, lhsDilation = 1, rhsDilation = 1;
  bool reversed = false;
};

/// Sizes have StableHLO's meaning: batch = lhs.ib, inputFeatures = lhs.if, outputFeatures = rhs.ko.
/// The kernel has inputFeatures / featureGroups input features; the result's batch is batch /
/// batchGroups.
struct ConvConfig {
  DType lhs = DType::F32, rhs = DType::F32, result = DType::F32;
  DType accumulate = DType::F32; // as in GemmConfig
  int64_t batch = 1, inputFeatures = 1, outputFeatures = 1;
  int64_t featureGroups = 1, batchGroups = 1;
  int64_t lhsBatchStride = 0, lhsFeatureStride = 0;
  int64_t rhsInputStride = 0, rhsOutputStride = 0; // of the kernel's input and output features
  int64_t resultBatchStride = 0, resultFeatureStride = 0;
  std::vector<ConvDim> spatial;
};

extern const Routine kConvRoutine;

} // namespace spmd::rt
