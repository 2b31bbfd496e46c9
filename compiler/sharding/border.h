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
/// JAX's name of the memory in which an argument or a result of main lies: "pinned_host".
inline constexpr llvm::StringLiteral kMemoryKindAttr = "mhlo.memory_kind";

/// The discardable attribute of an argument, a result or a manual computation whose devices stand
/// in another order than those of the module's mesh: the device at each position of the mesh. It
/// comes from another mesh of the program; localize sends shards from one order to the other.
inline constexpr llvm::StringLiteral kDeviceOrderAttr = "spmd.device_order";

/// The attribute for a value of type `global`. Without a mesh or a sharding every device holds the
/// whole value. compiler/codegen/borders.h reads it.
mlir::DictionaryAttr encodeBorder(sdy::MeshAttr mesh, sdy::TensorShardingAttr sharding,
                                  mlir::RankedTensorType global);

} // namespace spmd
