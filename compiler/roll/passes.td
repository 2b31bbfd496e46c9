// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes of compiler/roll; compiler/passes.td includes this.

def RollLayers : Pass<"spmd-roll-layers", "::mlir::ModuleOp"> {
  let summary = "Writes equal layers once: chains of them as loops, independent ones as ops on stacks";
  let description = [{
    Copies are equal up to the values that they read, the numbers of their constants and the places of
    their slices. What differs by copy becomes a row of a stack. Chains need an op that combines elements
    (a matmul, a reduction); chains of elementwise ops are one kernel, and stay.
    ```mlir
    // x1 = tanh(dot(x0, w0)), x2 = tanh(dot(x1, w1)), .., x8
    // -> w = concatenate(w0, .., w7), while (i < 8) { x = tanh(dot(x, w[i])) }
    ```
  }];
  let options = [
    Option<"leastCopies", "least-copies", "size_t", "8", "fewer copies stay as they are">,
    Option<"leastOps", "least-ops", "size_t", "256", "runs that save fewer ops stay as they are">,
    Option<"onMesh", "on-mesh", "bool", "false",
           "only layers of data parallel programs become loops">];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

def JoinArguments : Pass<"spmd-join-arguments", "::mlir::ModuleOp"> {
  let summary = "Concatenations of arguments along a new dim become stacks, which do not copy them";
  let dependentDialects = ["::spmd::ir::SpmdDialect"];
}
def MoveRows : Pass<"spmd-move-rows", "::mlir::ModuleOp"> {
  let summary = "Loops read and write single rows of stacks of arguments where these are";
  let description = [{
    A stack that an op reads as a whole is copied together, or is a concatenation again if it has few rows.
    ```mlir
    // dynamic_slice %stack, %i, ..           -> spmd.read_row %stack[%i]
    // dynamic_update_slice %stack, %r, %i, .. -> spmd.write_row %r, %stack[%i]
    ```
  }];
  let dependentDialects = ["::spmd::ir::SpmdDialect", "::spmd::stablehlo::StablehloDialect"];
}
