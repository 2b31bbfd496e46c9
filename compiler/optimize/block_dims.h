// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Along which dims an op can be cut into blocks: each block of its result is the same op on blocks
// of its operands. Grouping ops that can be cut alike is another matter (block_group.h).
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>

namespace spmd {

/// One loop of an op and which dims run along it: of its operands (operand, dim) and of its result
/// (-1: it is summed).
struct OpDim {
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> operands;
  int64_t result = -1;
  int64_t size = 1;
};

/// The loops of an op of one result whose blocks are computed by the same op from blocks of its
/// operands: matmuls, arithmetic on elements, reductions, broadcasts, transposes. Nothing for any
/// other op.
std::optional<llvm::SmallVector<OpDim>> blockDimsOf(mlir::Operation *op);

/// Is a block one run of bytes? `cut` has the loop that cuts each dim into `counts[loop]` parts, or
/// -1.
bool isContiguousBlock(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> cut,
                       llvm::ArrayRef<int64_t> counts);

} // namespace spmd
