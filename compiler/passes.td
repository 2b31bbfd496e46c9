// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of contents: every pass, in the order of the pipeline, a paragraph each. A pass `Foo` of stage `bar` is
// written in compiler/bar/foo.cpp and tested in tests/bar/foo.mlir. Public sdy passes keep their public names.
include "mlir/Pass/PassBase.td"

//===-- import: makes every later stage simpler ------------------------------------------------------------------===//

//===-- propagation: every value gets a complete sharding ----------------------------------------------------------===//

//===-- partition: local shapes and collectives ----------------------------------------------------------------------===//

//===-- export: the public sdy export passes; our own pipeline does not use them ---------------------------------------===//

//===-- optimize: still StableHLO in, StableHLO and spmd out ------------------------------------------------------------===//

//===-- contracts: what must hold between stages ------------------------------------------------------------------------===//
