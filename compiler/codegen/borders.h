// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The borders of main: what the runtime cuts global arrays by, from the attribute that partition
// leaves (compiler/sharding/border.h).
#pragma once
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/program.h"
#include <optional>

namespace spmd {

struct MeshAxes {
  std::vector<std::string> names;
  std::vector<int64_t> sizes;

  /// The digit of a device's logical index that an axis is, or its part (preSize)size. Nothing
  /// where there is no such axis or where the part does not divide it.
  ///   x=2, y=4: "x" is {stride 4, size 2}, "y" {stride 1, size 4}, "y":(1)2 {stride 2, size 2}
  std::optional<rt::Digit> digit(llvm::StringRef axis) const;
  std::optional<rt::Digit> digit(llvm::StringRef axis, int64_t preSize, int64_t size) const;
};

/// The border of an argument or result of `main` of this type, which buffers must hold. Without the
/// attribute (null) every device has the whole array; else `mesh` becomes the axes that it lists.
/// Fails with a diagnostic where the attribute is none that encodeBorder makes, or does not fit.
///   tensor<4x16xf32>, [["data"], []] of 8x16, data=2, model=4 -> splits {{{stride 4, size 2}}, {}}
mlir::FailureOr<rt::Border> borderOf(mlir::func::FuncOp main, mlir::Type type, mlir::Attribute attr,
                                     MeshAxes &mesh);

} // namespace spmd
