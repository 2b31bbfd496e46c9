// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matmuls as configurations of the runtime's gemm. Used for whole matmuls (program.cpp) and
// for matmuls on blocks, whose strides differ (blocks.cpp).
#include "compiler/codegen/gemm_numbers.h"
#include "compiler/elements/dtype.h"
#include "compiler/elements/tensor.h"

using namespace mlir;

namespace spmd {

/// Lists batch, m, n and k dims with the stride of each array along them. The runtime merges
/// dims where it can. bf16, f16 and f8 matmuls accumulate in f32.
///   'bqhd,bkhd->bhqk'  ->  batch {b, h}, m {q}, n {k}, k {d}
rt::GemmConfig gemmConfig(ir::DotOp op, ArrayRef<int64_t> l, ArrayRef<int64_t> r,
                          ArrayRef<int64_t> plain) {
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType(),
                   result = op.getResult().getType();
  rt::GemmConfig config;
  config.lhs = *dtypeOf(lhs.getElementType());
  config.rhs = *dtypeOf(rhs.getElementType());
  config.result = *dtypeOf(result.getElementType());
  bool narrow = isa<FloatType>(result.getElementType()) &&
                result.getElementType().getIntOrFloatBitWidth() < 32;
  config.accumulate = narrow ? rt::DType::F32 : config.result;
  SmallVector<int64_t> made(result.getRank());
  for (auto [i, p] : llvm::enumerate(op.getResultPermutation()))
    made[p] = plain[i]; // stride of dim p of (batch.., m.., n..)
  size_t next = 0;
  for (auto [a, b] : llvm::zip_equal(op.getLhsBatch(), op.getRhsBatch()))
    config.batch.push_back({lhs.getDimSize(a), l[a], r[b], made[next++]});
  for (int64_t d : op.lhsFree())
    config.m.push_back({lhs.getDimSize(d), l[d], 0, made[next++]});
  for (int64_t d : op.rhsFree())
    config.n.push_back({rhs.getDimSize(d), 0, r[d], made[next++]});
  for (auto [a, b] : llvm::zip_equal(op.getLhsContract(), op.getRhsContract()))
    config.k.push_back({lhs.getDimSize(a), l[a], r[b], 0});
  return config;
}

rt::GemmConfig gemmConfig(ir::DotOp op) {
  return gemmConfig(op, stridesOf(op.getLhs().getType().getShape()),
                    stridesOf(op.getRhs().getType().getShape()),
                    stridesOf(op.getResult().getType().getShape()));
}

} // namespace spmd
