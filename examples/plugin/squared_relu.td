// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the dialect `example` with one op.
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Example_Dialect : Dialect {
  let name = "example";
  let cppNamespace = "::example";
}

def Example_SquaredReluOp : Op<Example_Dialect, "squared_relu", [Pure, SameOperandsAndResultType]> {
  let summary = "max(x, 0) squared, an activation (So et al., Primer, 2021)";
  let arguments = (ins RankedTensorOf<[AnyFloat]>:$x);
  let results = (outs RankedTensorOf<[AnyFloat]>:$result);
  let assemblyFormat = "$x attr-dict `:` type($x)";
}
