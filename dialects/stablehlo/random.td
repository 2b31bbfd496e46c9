// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declares the random number generators: rng with a hidden state (legacy), and rng_bit_generator,
// which is a function of its state (StableHLO specification).
#ifndef SPMD_DIALECTS_STABLEHLO_RANDOM
#define SPMD_DIALECTS_STABLEHLO_RANDOM

include "dialects/stablehlo/base.td"

def StableHLO_RngOp : StableHLO_Op<"rng", [StableHLO_InferType]> {
  let summary = "random numbers of a distribution (legacy)";
  let description = "UNIFORM on [a, b), or NORMAL with mean a and standard deviation b.";
  let arguments = (ins
    StableHLO_BoolIntFloatScalar:$a,
    StableHLO_BoolIntFloatScalar:$b,
    StableHLO_IndexVector:$shape,
    StableHLO_RngDistribution:$rng_distribution);
  let results = (outs StableHLO_BoolIntFloatTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` custom<Case>($rng_distribution)
    attr-dict `:` functional-type(operands, results)
  }];
}

def StableHLO_RngBitGeneratorOp : StableHLO_Op<"rng_bit_generator", [Pure]> {
  let summary = "gives uniformly distributed bits and the next state";
  let arguments = (ins
    StableHLO_IntFloatTensor:$initial_state,
    StableHLO_RngAlgorithm:$rng_algorithm);
  let results = (outs
    StableHLO_IntFloatTensor:$output_state,
    StableHLO_IntFloatTensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` custom<Case>($rng_algorithm)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif
