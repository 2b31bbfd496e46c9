# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a run of random programs must have reached to say something: every op with a sharding rule of its own, every form of a sharding."""
from random_calls import POINTWISE, WITHOUT_RULE
from random_ops import BINARY, INT_BINARY, INT_UNARY, UNARY

CALLS = POINTWISE + WITHOUT_RULE + [
    "X64SplitHigh", "X64SplitLow", "X64Combine", "Eigh", "Qr", "QrDecompositionBlock", "ProductOfElementaryHouseholderReflectors",
    "mhlo.topk", "ApproxTopK", "PartialReduce", "foo"]
OPS = UNARY + BINARY + INT_UNARY + INT_BINARY + [
    "compare", "select", "clamp", "convert", "is_finite", "complex", "real", "imag", "reduce_precision", "bitcast_convert", "all_reduce",
    "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast", "cross-replica-sum",
    "batch_norm_inference", "broadcast_in_dim", "cholesky", "fft", "sort", "transpose", "reverse", "concatenate", "convolution",
    "dot_general", "dot", "dynamic_slice", "dynamic_update_slice", "gather", "scatter", "iota", "constant", "while", "case",
    "optimization_barrier", "partition_id", "replica_id", "send", "recv", "infeed", "outfeed", "create_token", "after_all",
    "get_tuple_element", "call", "reshard", "propagation_barrier", "sharding_constraint", "sharding_group", "manual_computation",
    "named_computation", "pad", "slice", "reduce", "reduce_window", "reshape", "rng_bit_generator", "select_and_scatter",
    "triangular_solve", "custom_call", "uniform_quantize", "uniform_dequantize"] + ["custom_call @" + target for target in CALLS]
SHARES = {"conflict": 0.25, "region op": 0.20, "sub-axis": 0.20, "mesh of 1 axes": 0.15, "mesh of 2 axes": 0.15, "mesh of 3 axes": 0.15,
          "open dim": 0.25, "closed dim": 0.25, "priority": 0.10, "replicated axis": 0.10, "constraint": 0.10, "group": 0.05}


def missing(table, count):
    """One line for each minimum that `count` programs do not hold: an op in 200 of 20,000; a small run must have each op once in 500
    programs, and nine tenths of the shares."""
    least = count // 100 if count >= 20000 else count // 500
    lines = [f"{op} is in {table['op ' + op]} of {count} programs, at least {least} are wanted" for op in OPS if table["op " + op] < least]
    scale = 1 if count >= 20000 else 0.9
    return lines + [f"{what} is in {table[what]} of {count} programs, at least {share * scale:.1%} are wanted"
                    for what, share in SHARES.items() if count >= 500 and table[what] < share * scale * count]
