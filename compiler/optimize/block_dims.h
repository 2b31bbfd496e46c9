// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Describes along which dims an op can be cut into blocks, so that each block of its result is the
// same op on blocks of its operands. Separate from block_group.h, which groups ops that can be cut
// along the same dims.
#pragma once
#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>

namespace spmd {

/// One loop of an op: its size and the dims that run along it, of operands as (operand, dim) and of
/// the result, -1 if the op sums over the loop.
struct OpDim {
  llvm::SmallVector<std::pair<unsigned, unsigned>, 2> operands;
  int64_t result = -1;
  int64_t size = 1;
};

/// The loops of an op with one result if a block of the result is the same op on blocks of its
/// operands: matmuls, elementwise ops, reductions, broadcasts, transposes. Nothing for any other
/// op.
std::optional<llvm::SmallVector<OpDim>> blockDimsOf(mlir::Operation *op);

/// Whether a block is contiguous in memory. `cut` gives for each dim the loop that cuts it into
/// `counts[loop]` parts, or -1.
bool isContiguousBlock(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> cut,
                       llvm::ArrayRef<int64_t> counts);

} // namespace spmd
