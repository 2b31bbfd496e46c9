// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the stablehlo dialect (StableHLO specification). The add functions register
// the op families (dialects/CMakeLists.txt).
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
    void addElementwise();
    void addMovement();
    void addReduction();
    void addDot();
    void addConvolution();
    void addIndexing();
    void addControl();
    void addCollective();
    void addRandom();
    void addLinalg();
    void addQuantized();
    void addDynamic();
  }];
}

#endif
