// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the element classes of tensors and the traits that base.td names. The classes are bits,
// so that a type constraint of any classes is one call.
#pragma once
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace spmd::stablehlo {

/// Classes of element types (StableHLO specification, section Types). kSigned has the signless
/// integers except i1, since StableHLO writes signed integers as signless.
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

/// Returns the bits of the classes of `elementType`; 0 if a StableHLO tensor cannot hold the type.
unsigned elementClasses(mlir::Type elementType);

/// Returns whether `type` is a ranked tensor whose element type belongs to one of `classes`. A type
/// that is quantized per axis must fit the shape: its dim exists and has one scale per index.
bool isTensorOf(mlir::Type type, unsigned classes);
bool isScalarOf(mlir::Type type, unsigned classes); ///< of rank 0
bool isVectorOf(mlir::Type type, unsigned classes); ///< of rank 1

/// Verifies that all operand and result types of `op` are compatible (infer.h).
llvm::LogicalResult verifyCompatibleTypes(mlir::Operation *op);
/// Verifies that all operand and result types of `op` have compatible shapes.
llvm::LogicalResult verifyCompatibleShapes(mlir::Operation *op);

/// Verifies that the written result types of `op` are compatible with those inferred from its
/// operands and attributes.
llvm::LogicalResult verifyInferredTypes(mlir::Operation *op);

/// Returns whether `op` may be moved to a place where it did not run before. It may not if dynamic
/// sizes could disagree, which is undefined behavior.
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
// base.td adds the methods of these three traits to the op's class.
template <class Op>
struct SpeculatableIfStatic : mlir::OpTrait::TraitBase<Op, SpeculatableIfStatic> {};
template <class Op>
struct RecursivelySpeculatableIfStatic
    : mlir::OpTrait::TraitBase<Op, RecursivelySpeculatableIfStatic> {};
/// Declares that async_start may start the op.
template <class Op> struct Startable : mlir::OpTrait::TraitBase<Op, Startable> {};
template <class Op> struct InferFromOperands : mlir::OpTrait::TraitBase<Op, InferFromOperands> {};

} // namespace spmd::stablehlo
