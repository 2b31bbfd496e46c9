// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares what all op families share: tensor constraints by element class, attribute constraints,
// traits and op classes.
#ifndef SPMD_DIALECTS_STABLEHLO_BASE
#define SPMD_DIALECTS_STABLEHLO_BASE

include "dialects/sdy/interfaces.td"
include "dialects/stablehlo/attrs.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// Tensors by element class. `classes` are the bits of spmd::stablehlo::ElementClass (traits.h), so
// that each constraint is one call.
class StableHLO_TensorOf<string classes, string text> : Type<
    CPred<"::spmd::stablehlo::isTensorOf($_self, " # !subst("k", "::spmd::stablehlo::k", classes) # ")">, "ranked tensor of " # text # " values",
    "::mlir::RankedTensorType">;
class StableHLO_ScalarOf<string classes, string text> : Type<
    CPred<"::spmd::stablehlo::isScalarOf($_self, " # !subst("k", "::spmd::stablehlo::k", classes) # ")">, "rank-0 tensor of " # text # " values",
    "::mlir::RankedTensorType">;
class StableHLO_VectorOf<string classes, string text> : Type<
    CPred<"::spmd::stablehlo::isVectorOf($_self, " # !subst("k", "::spmd::stablehlo::k", classes) # ")">, "rank-1 tensor of " # text # " values",
    "::mlir::RankedTensorType">;

// The element classes of any StableHLO tensor. StableHLO_TensorOrPerAxis also admits types that are
// quantized per axis.
defvar kAll = "kBool | kInt | kFloat | kComplex | kQuantized";
defvar kAllText = "boolean, integer, float, complex or per-tensor quantized";

def StableHLO_Tensor : StableHLO_TensorOf<kAll, kAllText>;
def StableHLO_TensorOrPerAxis : StableHLO_TensorOf<kAll # " | kQuantizedPerAxis",
    "boolean, integer, float, complex or quantized">;
def StableHLO_Scalar : StableHLO_ScalarOf<kAll, kAllText>;

def StableHLO_BoolTensor : StableHLO_TensorOf<"kBool", "boolean">;
def StableHLO_IntTensor : StableHLO_TensorOf<"kInt", "integer">;
def StableHLO_FloatTensor : StableHLO_TensorOf<"kFloat", "float">;
def StableHLO_ComplexTensor : StableHLO_TensorOf<"kComplex", "complex">;
def StableHLO_BoolIntTensor : StableHLO_TensorOf<"kBool | kInt", "boolean or integer">;
def StableHLO_IntFloatTensor : StableHLO_TensorOf<"kInt | kFloat", "integer or float">;
def StableHLO_BoolIntFloatTensor : StableHLO_TensorOf<"kBool | kInt | kFloat", "boolean, integer or float">;
def StableHLO_FloatComplexTensor : StableHLO_TensorOf<"kFloat | kComplex", "float or complex">;
def StableHLO_FloatQuantTensor : StableHLO_TensorOf<"kFloat | kQuantized", "float or per-tensor quantized">;
def StableHLO_FloatComplexQuantTensor : StableHLO_TensorOf<"kFloat | kComplex | kQuantized",
    "float, complex or per-tensor quantized">;
def StableHLO_IntFloatComplexQuantTensor : StableHLO_TensorOf<"kInt | kFloat | kComplex | kQuantized",
    "integer, float, complex or per-tensor quantized">;
def StableHLO_SignedFloatComplexQuantTensor : StableHLO_TensorOf<"kSigned | kFloat | kComplex | kQuantized",
    "signed integer, float, complex or per-tensor quantized">;
def StableHLO_SignedFloatQuantTensor : StableHLO_TensorOf<"kSigned | kFloat | kQuantized",
    "signed integer, float or per-tensor quantized">;
def StableHLO_PlainTensor : StableHLO_TensorOf<"kBool | kInt | kFloat | kComplex",
    "boolean, integer, float or complex">;
def StableHLO_FloatOrAnyQuantTensor : StableHLO_TensorOf<"kFloat | kQuantized | kQuantizedPerAxis",
    "float or quantized">;
def StableHLO_AnyQuantTensor : StableHLO_TensorOf<"kQuantized | kQuantizedPerAxis", "quantized">;
def StableHLO_F32F64Tensor : StableHLO_TensorOf<"kF32F64", "f32 or f64">;

def StableHLO_BoolScalar : StableHLO_ScalarOf<"kBool", "boolean">;
def StableHLO_IntScalar : StableHLO_ScalarOf<"kInt", "integer">;
def StableHLO_Int32Scalar : StableHLO_ScalarOf<"kI32", "signless 32-bit integer">;
def StableHLO_UInt32Scalar : StableHLO_ScalarOf<"kUI32", "unsigned 32-bit integer">;
def StableHLO_BoolIntFloatScalar : StableHLO_ScalarOf<"kBool | kInt | kFloat", "boolean, integer or float">;

// Shapes and indices that are operands. `index` is admitted for interoperation with other dialects.
def StableHLO_IndexTensor : StableHLO_TensorOf<"kInt | kIndex", "integer or index">;
def StableHLO_IndexVector : StableHLO_VectorOf<"kInt | kIndex", "integer or index">;

def StableHLO_TokenType : Type<CPred<"::llvm::isa<::spmd::stablehlo::TokenType>($_self)">, "token",
    "::spmd::stablehlo::TokenType">, BuildableType<"$_builder.getType<::spmd::stablehlo::TokenType>()">;
def StableHLO_FutureType : Type<CPred<"::llvm::isa<::spmd::stablehlo::FutureType>($_self)">, "future",
    "::spmd::stablehlo::FutureType">;
def StableHLO_BufferType : Type<CPred<"::llvm::isa<::mlir::MemRefType>($_self)">, "buffer", "::mlir::MemRefType">;
def StableHLO_TupleType : Type<CPred<"::llvm::isa<::mlir::TupleType>($_self)">, "tuple", "::mlir::TupleType">;
def StableHLO_TensorOrToken : AnyTypeOf<[StableHLO_TensorOrPerAxis, StableHLO_TokenType]>;
def StableHLO_TensorTokenOrTuple : AnyTypeOf<[StableHLO_TensorOrPerAxis, StableHLO_TokenType, StableHLO_TupleType]>;
def StableHLO_TensorTokenOrBuffer : AnyTypeOf<[StableHLO_TensorOrPerAxis, StableHLO_TokenType, StableHLO_BufferType]>;
def StableHLO_AnyValue : AnyTypeOf<[StableHLO_TensorOrPerAxis, StableHLO_TokenType, StableHLO_TupleType,
    StableHLO_BufferType, StableHLO_FutureType]>;

// Attribute constraints.
// Precisions print as `[DEFAULT, HIGH]`, in the generic form as `[#stablehlo<precision DEFAULT>,
// ..]`.
def StableHLO_PrecisionConfigAttr : TypedArrayAttrBase<StableHLO_Precision, "precision per operand">;
def StableHLO_NonNegativeI64Attr : ConfinedAttr<I64Attr, [IntNonNegative]>;
def StableHLO_PositiveI64Attr : ConfinedAttr<I64Attr, [IntPositive]>;

// Traits.

class StableHLO_NativeTrait<string name, code declaration = [{}], code definition = [{}]>
    : NativeOpTrait<name, [], declaration, definition> {
  let cppNamespace = "::spmd::stablehlo";
}

def StableHLO_Startable : StableHLO_NativeTrait<"Startable">;

// Verifies that operand and result types are pairwise compatible (quantization parameters may
// differ).
def StableHLO_CompatibleTypes : StableHLO_NativeTrait<"CompatibleTypes">;

// Verifies that operands and results have compatible shapes.
def StableHLO_CompatibleShapes : StableHLO_NativeTrait<"CompatibleShapes">;

// The op has no effects. It may be hoisted where its shapes cannot disagree at run time.
def StableHLO_Pure : TraitList<[NoMemoryEffect, ConditionallySpeculatable,
    StableHLO_NativeTrait<"SpeculatableIfStatic", [{
      ::mlir::Speculation::Speculatability getSpeculatability() {
        return ::spmd::stablehlo::speculatableIfStatic(getOperation());
      }
    }]>]>;

// The op has the effects of the ops in its regions.
def StableHLO_RegionEffects : TraitList<[RecursiveMemoryEffects, ConditionallySpeculatable,
    StableHLO_NativeTrait<"RecursivelySpeculatableIfStatic", [{
      ::mlir::Speculation::Speculatability getSpeculatability() {
        return ::spmd::stablehlo::recursivelySpeculatableIfStatic(getOperation());
      }
    }]>]>;

// The result types are `types`: an expression over `adaptor`, `location` and `context` that gives one
// type or a list of types, or fails with a diagnostic. A program may write any types for which
// `isCompatible` (inferred, written) holds. The trait InferredTypes checks them and reports one
// message. MLIR's own check would report a second one, so refineReturnTypes, which that check calls,
// always succeeds.
class StableHLO_InferAs<code types, code declaration = [{}], code isCompatible = [{
  static bool isCompatibleReturnTypes(::mlir::TypeRange l, ::mlir::TypeRange r) {
    return ::spmd::stablehlo::areCompatible(l, r);
  }
}]> : TraitList<[DeclareOpInterfaceMethods<InferTypeOpInterface>, StableHLO_NativeTrait<"InferredTypes",
    !strconcat(declaration, isCompatible, [{
  static ::llvm::LogicalResult refineReturnTypes(::mlir::MLIRContext *, std::optional<::mlir::Location>,
      ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties, ::mlir::RegionRange,
      ::llvm::SmallVectorImpl<::mlir::Type> &) {
    return ::mlir::success();
  }
}]), !strconcat([{
  ::llvm::LogicalResult $cppClass::inferReturnTypes(::mlir::MLIRContext *context,
      std::optional<::mlir::Location> location, ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
      ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
      ::llvm::SmallVectorImpl<::mlir::Type> &inferred) {
    Adaptor adaptor(operands, attributes, properties, regions);
    return ::spmd::stablehlo::appendTypes(}], types, [{, inferred);
  }
}])>]>;

// The op's .cpp file defines inferType or, for an op with any number of results, inferTypes.
def StableHLO_InferType : StableHLO_InferAs<"inferType(adaptor, location)", [{
  static ::mlir::FailureOr<::mlir::Type> inferType(Adaptor adaptor, std::optional<::mlir::Location> location);
}]>;
def StableHLO_InferTypes : StableHLO_InferAs<"inferTypes(adaptor, location)", [{
  static ::mlir::FailureOr<::llvm::SmallVector<::mlir::Type>> inferTypes(
      Adaptor adaptor, std::optional<::mlir::Location> location);
}]>;

// The result has the most specific of the operand types (mostSpecific in infer.h).
def StableHLO_InferSame : TraitList<[StableHLO_NativeTrait<"InferFromOperands">,
    StableHLO_InferAs<"::spmd::stablehlo::mostSpecific(location, operands.getTypes())">]>;

// Op classes. `Elementwise` is last in the lists of traits: traits are verified in order, so the
// dialect's own messages, which show the types, come first.
class StableHLO_Op<string mnemonic, list<Trait> traits = []> : Op<Stablehlo_Dialect, mnemonic, traits>;

// One operand: `stablehlo.OP %x {attrs} : T`, or `: (T) -> R` where the types differ.
class StableHLO_Unary<string mnemonic, Type operandType, Type resultType = operandType>
    : StableHLO_Op<mnemonic, [StableHLO_Pure, StableHLO_CompatibleTypes, StableHLO_InferSame, Elementwise]> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameTypes>(type($operand), type($result))";
}

// A function with the attribute result_accuracy, by which a program asks for an accuracy.
class StableHLO_UnaryWithAccuracy<string mnemonic, Type operandType> : StableHLO_Unary<mnemonic, operandType> {
  let arguments = (ins operandType:$operand, OptionalAttr<StableHLO_ResultAccuracy>:$result_accuracy);
}

// Two operands: `stablehlo.OP %a, %b {attrs} : T`, or `: (T, T) -> R`.
class StableHLO_Binary<string mnemonic, Type operandType, list<Trait> traits = []>
    : StableHLO_Op<mnemonic, [StableHLO_Pure, StableHLO_CompatibleTypes, StableHLO_InferSame, Elementwise] # traits> {
  let arguments = (ins operandType:$lhs, operandType:$rhs);
  let results = (outs operandType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))";
}

#endif
