// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of contents: every pass, in the order of the pipeline, a paragraph each. A pass `Foo` of stage `bar` is
// written in compiler/bar/foo.cpp and tested in tests/bar/foo.mlir. Public sdy passes keep their public names.
include "mlir/Pass/PassBase.td"

//===-- import: makes every later stage simpler ------------------------------------------------------------------===//

//===-- propagation: every value gets a complete sharding ----------------------------------------------------------===//

//===-- partition: local shapes and collectives ----------------------------------------------------------------------===//

def InsertReshards : Pass<"spmd-insert-reshards", "mlir::ModuleOp"> {
  let summary = "decide how each op is split and put an sdy.reshard wherever neighbours disagree";
  let description = [{
    Wants every value to have a closed sharding. Each op gets the split of its factors that costs the fewest bytes on
    the wire, given where its operands are and where its results are wanted; its sharding then says what it makes,
    partial sums as unreduced axes.
  }];
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def LowerReshards : Pass<"spmd-lower-reshards", "mlir::ModuleOp"> {
  let summary = "turn each sdy.reshard into the cheapest chain of sdy collectives";
  let dependentDialects = ["::spmd::sdy::SdyDialect"];
}

def Localize : Pass<"spmd-localize", "mlir::ModuleOp"> {
  let summary = "give every value the type that one device holds; sdy collectives become StableHLO collectives";
  let description = [{
    Arguments and results of functions keep `spmd.sharding`: mesh, axes per dim, device order and global shape. No sdy op
    and no mesh is left.
  }];
  let dependentDialects = ["::spmd::stablehlo::StablehloDialect"];
}

//===-- export: the public sdy export passes; our own pipeline does not use them ---------------------------------------===//

//===-- optimize: still StableHLO in, StableHLO and spmd out ------------------------------------------------------------===//

//===-- contracts: what must hold between stages ------------------------------------------------------------------------===//
