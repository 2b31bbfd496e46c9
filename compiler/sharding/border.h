// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The discardable attribute `spmd.sharding` that every argument and result of a partitioned main
// carries: enough to cut global arrays and to join them again, without any sdy op in the module.
//   spmd.sharding = {axes = ["data", "model"], sizes = array<i64: 2, 4>, dims = [["data"], []],
//                    shape = array<i64: 8, 16>}
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace spmd {

inline constexpr llvm::StringLiteral kBorderAttr = "spmd.sharding";

/// Part of an axis: indices (coordinate / (axis size / (preSize * size))) % size.
struct BorderAxis {
  std::string name;
  int64_t preSize = 1, size = 1;
};

struct BorderSharding {
  llvm::SmallVector<std::string> axisNames;
  llvm::SmallVector<int64_t> axisSizes;
  llvm::SmallVector<int64_t> deviceIds; // logical index -> device id; empty is the identity
  llvm::SmallVector<llvm::SmallVector<BorderAxis>> dims;
  llvm::SmallVector<int64_t> globalShape;
};

mlir::DictionaryAttr encodeBorder(sdy::MeshAttr mesh, sdy::TensorShardingAttr sharding,
                                  mlir::RankedTensorType global);
/// Fails with a diagnostic at `op` where the attribute is not of that form.
mlir::FailureOr<BorderSharding> decodeBorder(mlir::Operation *op, mlir::Attribute attr);

} // namespace spmd
