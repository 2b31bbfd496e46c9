// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the ops that run a region over many elements: reductions, windows, sort and map
// (StableHLO specification).
include "dialects/stablehlo/base.td"

// A reduction of inputs with one init each. The body's accumulators come first:
// (a0, a1, b0, b1) -> (r0, r1).
class StableHLO_Reduction<string mnemonic, dag attributes> : StableHLO_Op<mnemonic, [SameVariadicOperandSize,
    StableHLO_RegionEffects, StableHLO_InferTypes, SingleBlock]> {
  let arguments = !con((ins Variadic<StableHLO_Tensor>:$inputs, Variadic<StableHLO_Tensor>:$init_values), attributes);
  let results = (outs Variadic<StableHLO_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def StableHLO_ReduceOp : StableHLO_Reduction<"reduce", (ins DenseI64ArrayAttr:$dimensions)> {
  let builders = [
    // One input, reduced by one op: (input, init, dims, "stablehlo.add").
    OpBuilder<(ins "::mlir::Value":$input, "::mlir::Value":$init, "::llvm::ArrayRef<int64_t>":$dimensions,
        "::llvm::StringRef":$bodyOp)>,
    // Several inputs; `body` gets the block's arguments, fills the block and adds its terminator.
    OpBuilder<(ins "::mlir::ValueRange":$inputs, "::mlir::ValueRange":$inits, "::llvm::ArrayRef<int64_t>":$dimensions,
        "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$body)>
  ];
  let extraClassDeclaration = [{
    /// Creates a reduce by one op: ReduceOp::createWith<AddOp>(builder, location, input, init,
    /// dims).
    template <class BodyOp>
    static ReduceOp createWith(::mlir::OpBuilder &builder, ::mlir::Location location, ::mlir::Value input,
                               ::mlir::Value init, ::llvm::ArrayRef<int64_t> dimensions) {
      return create(builder, location, input, init, dimensions, BodyOp::getOperationName());
    }
  }];
  let hasCustomAssemblyFormat = 1;
}

def StableHLO_ReduceWindowOp : StableHLO_Reduction<"reduce_window", (ins DenseI64ArrayAttr:$window_dimensions,
    OptionalAttr<DenseI64ArrayAttr>:$window_strides, OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
    OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<I64ElementsAttr>:$padding)> {
  let extraClassDeclaration = [{
    /// The window with defaults filled in, one entry per dim.
    ::llvm::SmallVector<::spmd::stablehlo::WindowDim> getWindow();
  }];
}

def StableHLO_SelectAndScatterOp : StableHLO_Op<"select_and_scatter", [StableHLO_RegionEffects, StableHLO_InferType,
    SingleBlock]> {
  let arguments = (ins StableHLO_Tensor:$operand, StableHLO_Tensor:$source, StableHLO_Scalar:$init_value,
      DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs StableHLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let extraClassDeclaration = [{
    /// The window with defaults filled in, one entry per dim.
    ::llvm::SmallVector<::spmd::stablehlo::WindowDim> getWindow();
  }];
  let hasVerifier = 1;
}

def StableHLO_SortOp : StableHLO_Op<"sort", [StableHLO_RegionEffects, StableHLO_InferAs<"::llvm::to_vector(operands.getTypes())">, SingleBlock]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<StableHLO_Tensor>);
  let regions = (region SizedRegion<1>:$comparator);
  let hasVerifier = 1;
}

def StableHLO_MapOp : StableHLO_Op<"map", [StableHLO_RegionEffects, StableHLO_InferType, SingleBlock]> {
  let arguments = (ins Variadic<StableHLO_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let results = (outs StableHLO_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasVerifier = 1;
}
