// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The passes that compare programs with their partitioned form; compiler/passes.td includes this.
// The second one runs the pipeline, so it stands in compiler/verify_partition.cpp.

def MaxSteps : Option<"maxSteps", "max-steps", "int64_t", "262144",
                      "ops whose loops have more steps, or that have more elements, are not verified">;
def MaxElements : Option<"maxElements", "max-elements", "int64_t", "4194304",
                         "programs whose arguments and results have more are not verified as a whole">;
def MaxDevices : Option<"maxDevices", "max-devices", "int64_t", "64", "meshes with more are not verified">;
def VerifySeed : Option<"seed", "seed", "int64_t", "1", "of the arguments">;
def VerifyReport : Option<"report", "report", "bool", "false", "remarks say what is not verified, and why">;
def VerifyLocalForms : Pass<"spmd-verify-local-forms", "::mlir::ModuleOp"> {
  let summary = "runs each op and its local form in the reference interpreter and compares them";
  let description = [{
    Stands behind insert-reshards, which decided the placement of every op. Each op becomes a program
    of its own, with shorter dims but as many shards, and runs as a whole on one device and
    partitioned on all devices of the mesh. Where no partial results are added up, both must give
    the same bits. Equal ops run once.
  }];
  let options = [MaxSteps, MaxDevices, VerifySeed, VerifyReport];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
def VerifyPartition : Pass<"spmd-verify-partition", "::mlir::ModuleOp"> {
  let summary = "partitions a copy of the program and compares what both compute";
  let description = [{
    At level `ops` the copy goes through spmd-verify-local-forms. At level `module` the program and
    its partitioned form run on random arguments. What pads arguments are NaN and large integers. The
    program stays as it is.
  }];
  let options = [Option<"level", "level", "::spmd::VerifyLevel", "::spmd::VerifyLevel::Ops", "what is compared",
                        [{::llvm::cl::values(clEnumValN(::spmd::VerifyLevel::Ops, "ops", "each op and its local form"),
                                             clEnumValN(::spmd::VerifyLevel::Module, "module", "the whole program"))}]>,
                 MaxSteps, MaxElements, MaxDevices, VerifySeed, VerifyReport];
  let dependentDialects = ["::spmd::sdy::SdyDialect", "::spmd::stablehlo::StablehloDialect"];
}
