// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Defines the discardable attribute `spmd.sharding` on the arguments and results of a partitioned
// main. It says how global arrays are cut and joined, so that a partitioned module needs no sdy op
// or attribute.
//   spmd.sharding = {axes = ["data", "model"], sizes = array<i64: 2, 4>, dims = [["data"], []],
//                    shape = array<i64: 8, 16>}
#pragma once
#include "dialects/sdy/sdy.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace spmd {

inline constexpr llvm::StringLiteral kBorderAttr = "spmd.sharding";

/// An axis or a part of one. The position of a device along the part is (coordinate / (axis size /
/// (preSize * size))) % size.
struct BorderAxis {
  std::string name;
  int64_t preSize = 1, size = 1;
};

struct BorderSharding {
  llvm::SmallVector<std::string> axisNames;
  llvm::SmallVector<int64_t> axisSizes;
  llvm::SmallVector<int64_t> deviceIds; // logical index -> device id; empty: the identity
  llvm::SmallVector<llvm::SmallVector<BorderAxis>> dims;
  llvm::SmallVector<int64_t> globalShape;
};

/// The attribute for a value of type `global`. Without a mesh or a sharding every device holds the
/// whole value.
mlir::DictionaryAttr encodeBorder(sdy::MeshAttr mesh, sdy::TensorShardingAttr sharding,
                                  mlir::RankedTensorType global);
/// The inverse of encodeBorder. Fails with a diagnostic at `op` if the attribute does not have that
/// form.
mlir::FailureOr<BorderSharding> decodeBorder(mlir::Operation *op, mlir::Attribute attr);

} // namespace spmd
