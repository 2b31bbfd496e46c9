// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The type of an element in registers, its type in memory, and the instructions that
// convert one to the other.
#pragma once
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace spmd {

/// The type of an element in registers, without lanes: i1, iN, float, double.
llvm::Type *registerType(mlir::Type element, llvm::LLVMContext &context);
/// Its type in memory: i8 for pred, i16 for bf16, half for f16, i8 for 8-bit floats.
llvm::Type *memoryType(mlir::Type element, llvm::LLVMContext &context);
/// The type of an element in a local variable: that of registers, but of memory for integers of 2
/// and 4 bits.
llvm::Type *slotType(mlir::Type element, llvm::LLVMContext &context);
/// A register as it lies in a local variable; fromMemory() is the inverse.
llvm::Value *toSlot(llvm::IRBuilder<> &b, llvm::Value *value);
/// Bytes of one element in a buffer.
int64_t elementBytes(mlir::Type element);

/// Converts elements, scalar or vector, between memory and registers. fromMemory extends
/// exactly; toMemory rounds to nearest even.
llvm::Value *fromMemory(llvm::IRBuilder<> &b, llvm::Value *loaded, mlir::Type element);
llvm::Value *toMemory(llvm::IRBuilder<> &b, llvm::Value *value, mlir::Type element);

/// Rounds `value`, a register of type `element`, to that type (f8, f16, bf16), to nearest
/// even.
llvm::Value *roundTo(llvm::IRBuilder<> &b, llvm::Value *value, mlir::Type element);

/// A constant of the module that holds elements in memory form. `values` is no splat.
llvm::Constant *constantInMemory(llvm::Module &module, mlir::DenseElementsAttr values);

/// Splats a scalar to `lanes` lanes; a vector is returned as it is.
llvm::Value *splatTo(llvm::IRBuilder<> &b, llvm::Value *value, unsigned lanes);
unsigned lanesOf(llvm::Value *value);
unsigned lanesOf(mlir::Type type);
/// A vector of `type`; the type itself for one lane.
llvm::Type *withLanes(llvm::Type *type, unsigned lanes);

} // namespace spmd
