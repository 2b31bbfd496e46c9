// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the stablehlo dialect (StableHLO specification). Each op family has its own
// add<Family>Ops(), which the family's .cpp file defines, so that no file compiles all ops.
#ifndef SPMD_DIALECTS_STABLEHLO_DIALECT
#define SPMD_DIALECTS_STABLEHLO_DIALECT

include "mlir/IR/DialectBase.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::spmd::stablehlo";
  let summary = "Tensor programs as the StableHLO specification describes them";
  let dependentDialects = ["::mlir::quant::QuantDialect"];
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser, ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attribute, ::mlir::DialectAsmPrinter &printer) const override;
    void addAttributesAndTypes();
    void addElementwiseOps();
    void addMovementOps();
    void addReductionOps();
    void addDotOps();
    void addConvolutionOps();
    void addIndexingOps();
    void addControlOps();
    void addCollectiveOps();
    void addRandomOps();
    void addLinalgOps();
    void addQuantizedOps();
    void addDynamicOps();
  }];
}

#endif
