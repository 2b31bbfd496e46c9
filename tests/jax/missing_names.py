# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the public functions of JAX that have no counterpart in the headers of the C++ frontend. usage: missing_names.py [HEADERS]

A counterpart has the name in camelCase, or stands in REPLACED: what the other name is, or why there is none to write."""
import pathlib
import re
import sys
import types

import jax
import jax.nn
import jax.numpy as jnp
import jax.scipy.special
from jax import lax

OPERATORS = ("add and_ bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_invert invert subtract sub mul div true_divide greater ge gt less_equal "
             "lt le eq ne neg mod rem greater less")
HOST = ("array_repr array_str array_split asarray from_dlpack frombuffer fromfile fromfunction fromiter frompyfunc fromstring get_printoptions printoptions "
        "set_printoptions can_cast isdtype issubdtype isscalar iterable iscomplexobj isrealobj ndim result_type promote_types einsum_path savez "
        "broadcast_shapes shape_as_value dtype conv_dimension_numbers conv_general_permutations conv_general_shape_tuple conv_shape_tuple "
        "conv_transpose_shape_tuple padtype_to_pads reduce_window_shape_tuple stage dce_sink after_all create_token platform_dependent")
REPLACED = {
    **{name: "an operator" for name in OPERATORS.split()}, **{name: "no op of a program" for name in HOST.split()},
    "amax": "max", "amin": "min", "around": "round", "rint": "round", "fabs": "abs", "concat": "concatenate", "permute_dims": "transpose", "pow": "power",
    "float_power": "power", "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan", "arctan2": "atan2",
    "arctanh": "atanh", "std": "stddev", "nanstd": "nanStddev", "ptp": "peakToPeak", "deg2rad": "radians", "rad2deg": "degrees", "rollaxis": "moveAxis",
    "fliplr": "flip", "flipud": "flip", "rev": "flip", "dsplit": "split", "hsplit": "split", "vsplit": "split", "bitwise_count": "popcount",
    "bitwise_left_shift": "shiftLeft", "left_shift": "shiftLeft", "right_shift": "shiftRight", "bitwise_right_shift": "shiftRight",
    "shift_right_arithmetic": "shiftRight", "broadcast_arrays": "broadcastTogether", "cumulative_sum": "cumsum", "cumulative_prod": "cumprod",
    "nancumsum": "nanCumsum", "take_along_axis": "takeAlongDim", "put_along_axis": "putAlongDim", "histogram_bin_edges": "histogram",
    "empty_like": "zerosLike", "i0": "besselI0", "i0e": "besselI0e", "i1": "besselI1", "i1e": "besselI1e", "bessel_i0e": "besselI0e", "population_count": "popcount",
    "apply_along_axis": "applyAlongDim", "atleast_1d": "reshape", "atleast_2d": "reshape", "atleast_3d": "reshape", "ediff1d": "diff", "diagflat": "diag",
    "unique_all": "unique", "unique_counts": "unique", "unique_inverse": "unique", "unique_values": "unique", "matvec": "matmul", "vecmat": "matmul",
    "vectorize": "vmap", "ix_": "ix", "array_equiv": "arrayEqual", "clz": "countLeadingZeros", "bitcast_convert_type": "bitcast", "convert_element_type": "astype",
    "integer_pow": "integerPower", "broadcasted_iota": "iota", "select_n": "select", "swish": "silu", "hard_silu": "hardSwish", "expit": "sigmoid",
    "conv_general_dilated": "convGeneral", "conv_with_general_padding": "convGeneral", "batch_matmul": "matmul", "index_in_dim": "operator[]",
    "slice_in_dim": "operator[]", "index_take": "take", "sort_key_val": "sortBy", "dynamic_update_index_in_dim": "dynamicUpdateSliceInDim",
    "dot_product_attention": "nn::attention", "gammainc": "igamma", "gammaincc": "igammac", "gammaln": "lgamma", "gammasgn": "gammaSign",
    "scatter_add": "scatter", "scatter_max": "scatter", "scatter_min": "scatter", "scatter_mul": "scatter", "scatter_sub": "scatter",
    "reduce_and": "all", "reduce_or": "any", "reduce_max": "max", "reduce_min": "min", "reduce_prod": "prod", "reduce_sum": "sum",
    "PRNGKey": "Key", "key_data": "Key::data", "wrap_key_data": "Key", "fold_in": "Key::fold", "multi_dot": "einsum", "vector_norm": "norm",
    "with_sharding_constraint": "constrain", "broadcast_like": "broadcastTo", "broadcast_to_rank": "expandDims", "approx_max_k": "topK", "approx_min_k": "topK",
}


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parents[2] / "compiler/frontend/include/spmd"
    text = " ".join(path.read_text(encoding="utf-8") for path in pathlib.Path(folder).glob("*.h"))
    known = {word.lower() for word in re.findall(r"\w+", text)}
    for module in (jnp, jnp.linalg, jax.nn, lax, jax.scipy.special, jax.random):
        names = [name for name in sorted(dir(module)) if not name.startswith("_") and not name.endswith("_p")
                 and callable(getattr(module, name)) and not isinstance(getattr(module, name), (type, types.ModuleType))
                 and name.replace("_", "").lower() not in known]
        missing = [name for name in names if name not in REPLACED]
        print(f"{module.__name__}: {len(missing)} without a counterpart: {' '.join(missing)}")
        print(f"  others: {', '.join(f'{name} ({REPLACED[name]})' for name in names if name in REPLACED)}")


main()
