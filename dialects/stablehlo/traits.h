// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element classes of tensors (as bits, so that a constraint is one call) and the traits that
// base.td names.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spmd::stablehlo {

/// Classes of element types, section "Types" of the specification. kSigned are the signless
/// integers but i1.
enum ElementClass : unsigned {
  kBool = 1,
  kSigned = 2,
  kUnsigned = 4,
  kInt = kSigned | kUnsigned,
  kFloat = 8,
  kComplex = 16,
  kQuantized = 32,        ///< per tensor
  kQuantizedPerAxis = 64, ///< per axis
  kIndex = 128,
  kI32 = 256,
  kUI32 = 512,
  kF32F64 = 1024,
};

/// The bits of the classes that `elementType` belongs to; 0 if a StableHLO tensor cannot hold it.
unsigned elementClasses(mlir::Type elementType);

/// A ranked tensor whose element type belongs to one of `classes`. A per-axis quantized type must
/// fit the shape: its dim exists and has one scale per index.
bool isTensorOf(mlir::Type type, unsigned classes);
bool isScalarOf(mlir::Type type, unsigned classes); ///< of rank 0
bool isVectorOf(mlir::Type type, unsigned classes); ///< of rank 1

/// Checks that all operand and result types of `op` are compatible (infer.h).
llvm::LogicalResult verifyCompatibleTypes(mlir::Operation *op);
/// The same for shapes alone.
llvm::LogicalResult verifyCompatibleShapes(mlir::Operation *op);

/// Checks that the result types of `op` are compatible with those that its operands and attributes
/// tell.
llvm::LogicalResult verifyInferredTypes(mlir::Operation *op);

/// Whether `op` may run where it did not run before: not if dynamic sizes could disagree there.
mlir::Speculation::Speculatability speculatableIfStatic(mlir::Operation *op);
mlir::Speculation::Speculatability recursivelySpeculatableIfStatic(mlir::Operation *op);

/// Declares that all operand and result types are compatible.
template <class Op> struct CompatibleTypes : mlir::OpTrait::TraitBase<Op, CompatibleTypes> {
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return verifyCompatibleTypes(op); }
};
/// Declares that all operands and results have compatible shapes.
template <class Op> struct CompatibleShapes : mlir::OpTrait::TraitBase<Op, CompatibleShapes> {
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return verifyCompatibleShapes(op); }
};
/// Declares that the result types follow from operands and attributes.
template <class Op> struct InferredTypes : mlir::OpTrait::TraitBase<Op, InferredTypes> {
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return verifyInferredTypes(op); }
};
// The methods of these three are written by base.td into the op's class.
template <class Op>
struct SpeculatableIfStatic : mlir::OpTrait::TraitBase<Op, SpeculatableIfStatic> {};
template <class Op>
struct RecursivelySpeculatableIfStatic
    : mlir::OpTrait::TraitBase<Op, RecursivelySpeculatableIfStatic> {};
template <class Op> struct InferFromOperands : mlir::OpTrait::TraitBase<Op, InferFromOperands> {};

} // namespace spmd::stablehlo
