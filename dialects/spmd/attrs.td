// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the enums and types of the spmd dialect.
#ifndef SPMD_DIALECTS_SPMD_ATTRS
#define SPMD_DIALECTS_SPMD_ATTRS

include "dialects/spmd/dialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributes.td"

def Spmd_CollectiveKind : I32EnumAttr<"CollectiveKind", "what a collective does with its operands",
    [I32EnumAttrCase<"AllGather", 0, "all_gather">, I32EnumAttrCase<"AllReduce", 1, "all_reduce">,
     I32EnumAttrCase<"ReduceScatter", 2, "reduce_scatter">, I32EnumAttrCase<"AllToAll", 3, "all_to_all">,
     I32EnumAttrCase<"Permute", 4, "collective_permute">,
     I32EnumAttrCase<"Broadcast", 5, "collective_broadcast">]> {
  let cppNamespace = "::spmd::ir";
}
def Spmd_CombineKind : I32EnumAttr<"CombineKind", "how the operands of a group become one",
    [I32EnumAttrCase<"None", 0, "none">, I32EnumAttrCase<"Sum", 1, "sum">, I32EnumAttrCase<"Product", 2, "product">,
     I32EnumAttrCase<"Minimum", 3, "minimum">, I32EnumAttrCase<"Maximum", 4, "maximum">, I32EnumAttrCase<"And", 5, "and">,
     I32EnumAttrCase<"Or", 6, "or">, I32EnumAttrCase<"Xor", 7, "xor">]> {
  let cppNamespace = "::spmd::ir";
}

class Spmd_Attr<string name, string keyword> : AttrDef<SpmdDialect, name> {
  let mnemonic = keyword;
}

def Spmd_NestAttr : Spmd_Attr<"Nest", "nest"> {
  let summary = "the loops of one kernel of a spmd.kernel";
  let description = [{
    The loops run over the elements of the kernel's largest value in row-major order: `rows` are the outer dims, `columns`
    the inner ones, of which the last is done in steps of `lanes` elements. A row is walked over `passes` times. One
    iteration, of which workers take `grain` at a time, does
    - `rows_per_iteration` rows, or
    - `block` elements of one row, where `block` is not 0, or
    - `tile_columns` columns of `rows_per_iteration` rows, read through transposed tiles, where that is not 0.
    The loop over the last dim is split at `breaks`, where a concatenation or a pad has its borders. A nest that `scatters`
    has the windows of a scatter as rows and the elements of one as columns; its iterations run over the columns.
    ```mlir
    #spmd.nest<rows = [512], columns = [1024], lanes = 32, passes = 3, grain = 4>
    ```
  }];
  let parameters = (ins
      DefaultValuedParameter<"::mlir::DenseI64ArrayAttr", "::mlir::DenseI64ArrayAttr::get($_ctxt, {})">:$rows,
      "::mlir::DenseI64ArrayAttr":$columns, DefaultValuedParameter<"unsigned", "1">:$lanes,
      DefaultValuedParameter<"unsigned", "1">:$passes, DefaultValuedParameter<"int64_t", "1">:$grain,
      DefaultValuedParameter<"int64_t", "1">:$rows_per_iteration, DefaultValuedParameter<"int64_t", "0">:$block,
      DefaultValuedParameter<"int64_t", "0">:$tile_columns,
      DefaultValuedParameter<"::mlir::DenseI64ArrayAttr", "::mlir::DenseI64ArrayAttr::get($_ctxt, {})">:$breaks,
      DefaultValuedParameter<"bool", "false">:$scatters);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    int64_t rowCount() const;
    int64_t columnCount() const;
    /// Iterations of the kernel: runtime/program.h's extent.
    int64_t iterations() const;
  }];
}

def Spmd_StoreAttr : Spmd_Attr<"Store", "store"> {
  let summary = "where a result of a spmd.kernel is written";
  let description = [{
    Result `output` is written in pass `pass` of nest `nest`, at each element of the nest, or once per row. A result with two
    to four times as many elements as a nest without rows has so many neighbours at each of its elements, such as the parts
    of a complex number, which a step computes and stores together. `operand` is not
    -1 where less than the result is written: this operand of the op that makes it (the window of an update in place).
    ```mlir
    #spmd.store<output = 0, nest = 0, pass = 2>
    ```
  }];
  let parameters = (ins "unsigned":$output, DefaultValuedParameter<"unsigned", "0">:$nest,
      DefaultValuedParameter<"unsigned", "0">:$pass, DefaultValuedParameter<"bool", "false">:$per_row,
      DefaultValuedParameter<"int64_t", "-1">:$operand);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Spmd_AccumulationKind : I32EnumAttr<"AccumulationKind", "over what a kernel accumulates a reduction", [
    I32EnumAttrCase<"Row", 0, "row">,           // the columns of a row: complete in the next pass
    I32EnumAttrCase<"Columns", 1, "columns">,   // the rows: a partial result per column and iteration
    I32EnumAttrCase<"All", 2, "all">,           // everything: a partial result per iteration
    I32EnumAttrCase<"OfRows", 3, "of_rows">,    // values that exist once per row: a partial result per iteration
    I32EnumAttrCase<"PrefixScan", 4, "prefix_scan"> // the columns of a row up to each of them
  ]> {
  let cppNamespace = "::spmd::ir";
}

def Spmd_AccumulationAttr : Spmd_Attr<"Accumulation", "accumulation"> {
  let summary = "how the loops of a kernel compute one of its reductions";
  let description = [{
    The attribute spmd.accumulation of a reduction in the body of a spmd.kernel. The first nest accumulates it in pass
    `pass`; of what leaves partial results, `scratch` are the offsets of these in the scratch buffer, one per result. `scans`
    are the passes, as bits, that carry a prefix scan on. A reduction without the attribute is computed where it is needed.
    ```mlir
    %1 = stablehlo.reduce(%0 init: %c) ... {spmd.accumulation = #spmd.accumulation<row>}
    ```
  }];
  let parameters = (ins EnumParameter<Spmd_AccumulationKind>:$kind, DefaultValuedParameter<"unsigned", "0">:$pass,
      DefaultValuedParameter<"::mlir::DenseI64ArrayAttr", "::mlir::DenseI64ArrayAttr::get($_ctxt, {})">:$scratch,
      DefaultValuedParameter<"uint64_t", "0">:$scans);
  let assemblyFormat = "`<` $kind (`,` struct($pass, $scratch, $scans)^)? `>`";
}

def Spmd_Handle : TypeDef<SpmdDialect, "Handle"> {
  let mnemonic = "handle";
  let summary = "a collective that has been started and not yet awaited";
}

#endif // SPMD_DIALECTS_SPMD_ATTRS
