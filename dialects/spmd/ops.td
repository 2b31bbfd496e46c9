// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops that the optimize stage creates and the codegen stage reads. An optimized main is a list
// of these ops and of control flow.
#ifndef SPMD_DIALECTS_SPMD_OPS
#define SPMD_DIALECTS_SPMD_OPS

include "dialects/spmd/attrs.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Spmd_Op<string mnemonic, list<Trait> traits = []> : Op<SpmdDialect, mnemonic, traits>;

def Spmd_FusionOp : Spmd_Op<"fusion", [Pure, IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "a group of ops that run as one kernel";
  let description = [{
    ```mlir
    %0 = spmd.fusion(%a = %x, %b = %y) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
      %1 = stablehlo.add %a, %b : tensor<8xf32>
      spmd.yield %1 : tensor<8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Spmd_KernelOp : Spmd_Op<"kernel", [Pure, IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "a fusion with its loops";
  let description = [{
    The passes spmd-plan-kernels, spmd-stage-rows, spmd-choose-lanes and spmd-interleave-rows decide what it says. `nests` are run
    one after the other, mostly one; `stores` say which of them writes which result; `updates` are pairs (input, output) that
    have to be one buffer, `shares` lists for each output inputs whose buffer it may take over. The attribute
    spmd.interleaved_rows is the number of rows of the first nest that share a loop over the columns, each a pass behind the one
    before it. In the body, spmd.accumulation says how the loops compute a reduction, and spmd.staged from which pass on a row
    keeps a value (a number per result, -1: not at all).
    ```mlir
    %0 = spmd.kernel(%a = %x) {nests = [#spmd.nest<rows = [4], columns = [1024], lanes = 32, passes = 2>],
                               stores = [#spmd.store<output = 0, pass = 1>], shares = [array<i64: 0>]}
        : (tensor<4x1024xf32>) -> tensor<4x1024xf32> {
      ...
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       TypedArrayAttrBase<Spmd_NestAttr, "a list of nests">:$nests,
                       TypedArrayAttrBase<Spmd_StoreAttr, "a list of stores">:$stores,
                       DefaultValuedAttr<TypedArrayAttrBase<DenseI64ArrayAttr, "pairs of input and output">, "{}">:$updates,
                       DefaultValuedAttr<TypedArrayAttrBase<DenseI64ArrayAttr, "inputs of each output">, "{}">:$shares,
                       DefaultValuedAttr<I64Attr, "0">:$scratch_bytes);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Spmd_YieldOp : Spmd_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["FusionOp", "KernelOp", "BlocksOp", "LibraryOp"]>]> {
  let summary = "ends the region of a fusion, a kernel, a blocks op or a library call and gives its results";
  let arguments = (ins Variadic<AnyRankedTensor>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

def Spmd_DotOp : Spmd_Op<"dot", [Pure]> {
  let summary = "a matmul whose operands and result may have their dims in any order";
  let description = [{
    result[perm(batch.., m.., n..)] = sum over k of lhs * rhs. Here m are the dims of lhs that are
    neither batch nor contracting, in order, and n those of rhs. Result dim i is dim
    result_permutation[i] of (batch.., m.., n..):
    ```mlir
    // lhs[b, m, k] * rhs[b, n, k] -> result[b, n, m]
    %0 = spmd.dot %lhs, %rhs batch = [0] x [0] contract = [2] x [2] to [0, 2, 1]
         : (tensor<8x3x5xf32>, tensor<8x4x5xf32>) -> tensor<8x4x3xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs, DenseI64ArrayAttr:$lhs_batch, DenseI64ArrayAttr:$rhs_batch,
                       DenseI64ArrayAttr:$lhs_contract, DenseI64ArrayAttr:$rhs_contract,
                       DenseI64ArrayAttr:$result_permutation);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `batch` `=` $lhs_batch `x` $rhs_batch `contract` `=` $lhs_contract `x` $rhs_contract
    `to` $result_permutation attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    /// Dims of lhs (rhs) that are neither batch nor contracting.
    ::llvm::SmallVector<int64_t> lhsFree();
    ::llvm::SmallVector<int64_t> rhsFree();
  }];
  let hasVerifier = 1;
}

def Spmd_ComplexPartOp : Spmd_Op<"complex_part", [Pure]> {
  let summary = "one part of a function of complex numbers, element by element";
  let description = [{
    The operands are the real and the imaginary part of each argument. `function` is the name of the
    op on complex numbers. A kernel that computes both parts computes shared subexpressions once.
    ```mlir
    %re = spmd.complex_part "stablehlo.divide"(%a, %b, %c, %d) : (tensor<8xf32>, ..) -> tensor<8xf32>
    %im = spmd.complex_part "stablehlo.divide" imaginary(%a, %b, %c, %d) : (tensor<8xf32>, ..) -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$parts, StrAttr:$function, UnitAttr:$imaginary);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$function (`imaginary` $imaginary^)? `(` $parts `)` attr-dict `:` functional-type($parts, $result)";
}

def Spmd_FourierOp : Spmd_Op<"fourier", [Pure]> {
  let summary = "the discrete Fourier transform along one dim, of real and imaginary parts";
  let description = [{
    Two operands are the parts of complex numbers, one is real numbers; so are the results. From real
    numbers it gives the half spectrum, values 0 to length / 2; to real numbers it takes one and is
    an inverse. An inverse divides by the length.

    `turned` is the first half of a transform of length * inner values, where inner is the size of
    all dims behind `dim`: value k at place i of these dims is multiplied by
    exp(-2 pi i k i / (length * inner)), and the dims behind `dim` come before it in the result.

    `from_pairs` reads both parts from one operand with one more dim of size 2, which is how complex
    numbers lie in memory; `to_pairs` makes one such result.
    ```mlir
    %re, %im = spmd.fourier(%x) dim = 1 length = 8 : (tensor<4x8xf32>) -> (tensor<4x5xf32>, tensor<4x5xf32>)
    %y = spmd.fourier(%re, %im) dim = 1 length = 8 inverse : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$parts, I64Attr:$dim, I64Attr:$length, UnitAttr:$inverse,
                       UnitAttr:$turned, UnitAttr:$from_pairs, UnitAttr:$to_pairs);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    `(` $parts `)` `dim` `=` $dim `length` `=` $length (`inverse` $inverse^)? (`turned` $turned^)?
    (`from_pairs` $from_pairs^)? (`to_pairs` $to_pairs^)? attr-dict `:` functional-type($parts, results)
  }];
  let extraClassDeclaration = [{
    bool takesReal() { return getParts().size() == 1 && !getFromPairs(); }
    bool givesReal() { return getNumResults() == 1 && !getToPairs(); }
    /// The type of one part of the operand, without the dim of pairs.
    ::mlir::RankedTensorType operandPart();
  }];
  let hasVerifier = 1;
}

def Spmd_BlocksOp : Spmd_Op<"blocks", [Pure, IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "ops that run block by block, so that intermediate values need not be in memory";
  let description = [{
    `grid` lists the sizes of the loops over blocks, major first. The last `serial` loops run in
    order. The region computes one block: its arguments and results are blocks of the inputs and
    outputs. `reads` and `writes` have one list per input and output, with one entry per dim: entry
    l cuts the dim into grid[l] equal parts, one per iteration of loop l; entry -1 leaves the dim
    whole. An output that a serial loop does not cut is the sum over that loop.

    Attention of one head at a time, 64 rows of scores at a time:
    ```mlir
    %o = spmd.blocks(%q, %k, %v) grid = [8, 4] serial = 0 reads = [[0, 1, -1], [0, -1, -1], [0, -1, -1]]
        writes = [[0, 1, -1]] : (tensor<8x256x64xf32>, ...) -> tensor<8x256x64xf32> {
    ^bb0(%a: tensor<1x64x64xf32>, %b: tensor<1x256x64xf32>, %c: tensor<1x256x64xf32>):
      ...
      spmd.yield %r : tensor<1x64x64xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, DenseI64ArrayAttr:$grid, I64Attr:$serial,
                       TypedArrayAttrBase<DenseI64ArrayAttr, "a list of loops per dim">:$reads,
                       TypedArrayAttrBase<DenseI64ArrayAttr, "a list of loops per dim">:$writes);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    `(` $inputs `)` `grid` `=` $grid `serial` `=` $serial `reads` `=` $reads `writes` `=` $writes attr-dict `:`
    functional-type($inputs, results) $body
  }];
  let hasVerifier = 1;
}

def Spmd_LibraryOp : Spmd_Op<"library", [Pure, IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "an op that a routine of runtime/kernels computes";
  let description = [{
    The body is that one op. It reads the inputs and gives the results in their order. The configuration of the routine follows
    from the op and its types.
    ```mlir
    %0 = spmd.library(%a = %x) : (tensor<8x8xf32>) -> tensor<8x8xf32> {
      %1 = stablehlo.cholesky %a, lower = true : tensor<8x8xf32>
      spmd.yield %1 : tensor<8x8xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::Operation *getCall() { return &getBody().front().front(); }
  }];
}

def Spmd_UndefinedOp : Spmd_Op<"undefined", [NoMemoryEffect]> {
  let summary = "a value whose bytes are written before they are read";
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Spmd_RowsOp : Spmd_Op<"rows", [Pure, SameTypeOperands]> {
  let summary = "arguments of main as the rows of one tensor, each where it is";
  let description = [{
    Only ops that move single rows read the result: read_row, write_row, slices of a row, and loops that carry it.
    With `is_copied` the rows are copied together, and any op may read the result.
    A stack of no arguments has undefined rows, which lie in the results of main that are its rows.
    ```mlir
    %w = spmd.rows %arg0, %arg1 : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<2x8x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$buffers, UnitAttr:$is_copied);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$buffers attr-dict `:` functional-type($buffers, $result)";
  let hasVerifier = 1;
}

def Spmd_ReadRowOp : Spmd_Op<"read_row", [Pure]> {
  let summary = "one row of a stack, where it is";
  let description = [{
    The row is that of a dynamic_slice of one row: the index is clamped.
    ```mlir
    %r = spmd.read_row %w[%i] : tensor<2x8x4xf32>, tensor<i32> -> tensor<1x8x4xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$whole, AnyRankedTensor:$index);
  let results = (outs AnyRankedTensor:$row);
  let assemblyFormat = "$whole `[` $index `]` attr-dict `:` type($whole) `,` type($index) `->` type($row)";
  let hasVerifier = 1;
}

def Spmd_WriteRowOp : Spmd_Op<"write_row", [Pure, AllTypesMatch<["whole", "result"]>]> {
  let summary = "a stack with one row replaced, in place; the row is computed where it lies if nothing else is there";
  let description = [{
    ```mlir
    %u = spmd.write_row %r, %w[%i] : tensor<1x8x4xf32>, tensor<2x8x4xf32>, tensor<i32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$row, AnyRankedTensor:$whole, AnyRankedTensor:$index);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$row `,` $whole `[` $index `]` attr-dict `:` type($row) `,` type($whole) `,` type($index)";
  let hasVerifier = 1;
}

def Spmd_CollectiveStartOp : Spmd_Op<"collective_start", [AttrSizedOperandSegments]> {
  let summary = "starts a collective; its operands must not change until the collective_done";
  let description = [{
    `groups` is a matrix of device ids with one row per group, or
    #stablehlo.replica_group_mesh_axes, or, for a permute, a matrix of (source, target) rows. `dim`
    is the dim that is gathered, scattered or split. `concat_dim` is the dim along which an
    all_to_all concatenates the received parts. One collective_done awaits the handle.

    A broadcast may name a root for each input: the position in the group of the device whose operand all members get, which
    is the same number on all of them. Without roots it is the first member.
    ```mlir
    %h = spmd.collective_start collective_broadcast none(%x from %root : tensor<i32>) {groups = #g} : tensor<4xf32>
    ```

    With `into`, the results are written into rows of buffers that the collective_done returns: row `row` of two,
    0 or 1. The other row may be read meanwhile. With `skips_last_trip`, the exchange stands in the body of a
    counted loop and does not take place in its last trip.
    ```mlir
    %h = spmd.collective_start all_gather none(%x) into(%w : tensor<2x8xf32>) at %i : tensor<i32> {groups = #g} : tensor<4xf32>
    %w2 = spmd.collective_done %h : tensor<2x8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs, Variadic<AnyRankedTensor>:$roots,
                       Variadic<AnyRankedTensor>:$into, Optional<AnyRankedTensor>:$row, Spmd_CollectiveKind:$kind, Spmd_CombineKind:$combine, AnyAttr:$groups, DefaultValuedAttr<I64Attr, "0">:$dim, DefaultValuedAttr<I64Attr, "0">:$concat_dim,
                       UnitAttr:$skips_last_trip);
  let results = (outs Spmd_Handle:$handle);
  let assemblyFormat = [{
    $kind $combine `(` $inputs (`from` $roots^ `:` type($roots))? `)`
    (`into` `(` $into^ `:` type($into) `)` `at` $row `:` type($row))? attr-dict `:` type($inputs)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The types of what arrives: those of the results, or of a row of the buffers.
    ::llvm::SmallVector<::mlir::Type> receivedTypes();
    /// A start of the same exchange of other tensors, without buffers and in every trip.
    static CollectiveStartOp of(::mlir::OpBuilder &b, ::mlir::Location loc, ::mlir::ValueRange inputs, ::mlir::ValueRange roots,
                                CollectiveStartOp like);
  }];
}

def Spmd_CollectiveDoneOp : Spmd_Op<"collective_done"> {
  let summary = "waits for a collective; gives one result for each operand of its start";
  let arguments = (ins Spmd_Handle:$handle);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let assemblyFormat = "$handle attr-dict `:` type($outputs)";
  let hasVerifier = 1;
}

#endif // SPMD_DIALECTS_SPMD_OPS
