// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Builds emitted arithmetic: registers, and when they are rounded to their element type.
#pragma once
#include "mlir/IR/Builders.h"

namespace spmd {

/// Which ops round their f8, f16 and bf16 results to the type. Registers hold such values as f32.
enum class Rounding : uint8_t {
  Late,  // none: stores and conversions round
  Usual, // ops on f8 and f16; bf16 keeps its excess precision within a kernel, as in XLA
  Exact, // ops on bf16 as well
};

/// The type of an element in registers: i1 for pred, signless iN for signed and unsigned integers,
/// i64 for indices, f32 for f16, bf16 and f8 (loads extend, stores round), f32 and f64. Complex
/// numbers have none.
mlir::Type registerType(mlir::Type element);

/// Builds the arithmetic of one result element, or of a vector of result elements of shape `lanes`;
/// all operand values have that shape.
struct ScalarBuilder {
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::ArrayRef<int64_t> lanes = {}; // empty: scalars
  // The index of the element along a result dim, as i64. Iota needs it.
  llvm::function_ref<mlir::Value(int64_t)> resultIndex = nullptr;
  Rounding rounding = Rounding::Late;

  template <class Op, class... Args> mlir::Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  /// A scalar of that type, or a vector of shape `lanes`.
  mlir::Type registerType(mlir::Type element) const;
  /// A constant of that type, the same in all lanes.
  mlir::Value constant(mlir::Type element, double value);
  mlir::Value constantInt(mlir::Type element, int64_t value);
};

} // namespace spmd
