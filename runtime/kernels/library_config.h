// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The configurations of all library routines as one type, and their fields.
#pragma once
#include "runtime/kernels/conv.h"
#include "runtime/kernels/fft.h"
#include "runtime/kernels/gemm.h"
#include "runtime/kernels/host_call.h"
#include "runtime/kernels/lapack.h"
#include "runtime/kernels/rng.h"
#include "runtime/kernels/scatter.h"
#include "runtime/kernels/sort.h"
#include "runtime/kernels/top_k.h"
#include "runtime/kernels/triangular.h"

namespace spmd::rt {

// The fields in the order of program files (runtime/serialize.cpp).
template <class A> void fields(A &a, CholeskyConfig &x) { a(x.type, x.batches, x.n, x.lower); }
template <class A> void fields(A &a, ConvDim &x) {
  a(x.inputSize, x.kernelSize, x.outputSize, x.lhsStride, x.rhsStride, x.resultStride,
    x.windowStride, x.padLow, x.lhsDilation, x.rhsDilation, x.reversed);
}
template <class A> void fields(A &a, ConvConfig &x) {
  a(x.lhs, x.rhs, x.result, x.accumulate, x.batch, x.inputFeatures, x.outputFeatures,
    x.featureGroups, x.batchGroups, x.lhsBatchStride, x.lhsFeatureStride, x.rhsInputStride,
    x.rhsOutputStride, x.resultBatchStride, x.resultFeatureStride, x.spatial);
}
template <class A> void fields(A &a, FftConfig &x) {
  a(x.type, x.kind, x.inverse, x.outer, x.length, x.inner, x.turn, x.fromPairs, x.toPairs);
}
template <class A> void fields(A &a, GemmDim &x) { a(x.size, x.lhs, x.rhs, x.result); }
template <class A> void fields(A &a, GemmConfig &x) {
  a(x.lhs, x.rhs, x.result, x.accumulate, x.addToResult, x.batch, x.m, x.n, x.k);
}
template <class A> void fields(A &a, HostCallConfig &x) { a(x.key); }
template <class A> void fields(A &a, LapackConfig &x) {
  a(x.routine, x.type, x.apart, x.batches, x.m, x.n, x.k, x.low, x.high, x.job, x.jobRight, x.uplo,
    x.side, x.transposed, x.diagonal);
}
template <class A> void fields(A &a, RngConfig &x) {
  a(x.algorithm, x.stateWords, x.type, x.elementCount);
}
template <class A> void fields(A &a, ScatterConfig::Batch &x) {
  a(x.size, x.update, x.index, x.input);
}
template <class A> void fields(A &a, ScatterConfig::Window &x) {
  a(x.size, x.update, x.input, x.component);
}
template <class A> void fields(A &a, ScatterConfig::Component &x) {
  a(x.index, x.input, x.dimSize);
}
template <class A> void fields(A &a, ScatterConfig &x) {
  a(x.type, x.indexType, x.combine, x.batch, x.window, x.components);
}
template <class A> void fields(A &a, SelectAndScatterConfig::Dim &x) {
  a(x.operand, x.source, x.window, x.stride, x.low);
}
template <class A> void fields(A &a, SelectAndScatterConfig &x) {
  a(x.type, x.selectsLargest, x.dims);
}
template <class A> void fields(A &a, SortConfig &x) {
  a(x.outer, x.length, x.inner, x.order, x.key, x.types);
}
template <class A> void fields(A &a, TopKConfig &x) { a(x.type, x.rows, x.length, x.k); }
template <class A> void fields(A &a, TriangularSolveConfig &x) {
  a(x.type, x.batches, x.n, x.others, x.left, x.lower, x.unitDiagonal, x.transposed);
}

/// The last value of each enumeration. Readers refuse larger ones.
constexpr DType lastOf(DType) { return DType::U4; }
constexpr FftKind lastOf(FftKind) { return FftKind::ToReal; }
constexpr LapackRoutine lastOf(LapackRoutine) { return LapackRoutine::Trsm; }
constexpr RngAlgorithm lastOf(RngAlgorithm) { return RngAlgorithm::Philox; }
constexpr ScatterCombine lastOf(ScatterCombine) { return ScatterCombine::Replace; }
constexpr SortOrder lastOf(SortOrder) { return SortOrder::TotalGreater; }

const Routine &routineOf(const LibraryConfig &config);

} // namespace spmd::rt
