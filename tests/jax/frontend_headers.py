# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names that the public headers of the C++ frontend declare, for frontend_ops.py."""
import re

# Names that compute nothing of tensors by themselves, by the reason.
OTHERS = {
    **dict.fromkeys(["Activation", "Fan", "Distribution", "Order", "Mode", "DeviceReduction"], "values of an option"),
    **dict.fromkeys(["Dim", "DimList", "Axes", "AxisList", "Mask", "Init", "Update", "State", "Slots", "Function", "Shape", "Kind"], "a type of operands"),
    **dict.fromkeys(["TracedCall", "traceGradient", "traceCheckpoint", "traceCustomGradient", "traceBatch", "traceShardMap", "treesOf", "oneOrTuple",
                     "gradientsFrom", "GradientOf", "GradientAlone", "ScanBody", "runScan", "runWhile", "runFor", "runBranches", "ElementOf",
                     "runAssociativeScan", "stackLeaves", "indexLeaves", "leadingSize", "castLeaf", "selectLeaf", "reduceLeaf", "addUpdates"], "templates of the headers are made of it"),
    **dict.fromkeys(["DebugKeys", "debugKeys"], "a check of keys: key_uses_test.cpp"),
    **dict.fromkeys(["has", "add", "addCount", "count", "increment", "inner", "whole"], "slots of optimizers of one's own: optim_test.cpp"),
    **dict.fromkeys(["operator", "make", "spmdFields", "spmdSize", "text", "results"], "in all trees, or a name within a template"),
}


def ops_of(text):
    """The functions that give tensors."""
    return set(re.findall(r"^(?:Tensor|TopK|Svd|Eig\w*|Qr|Lu\w*|SlogDet|Lstsq|std::\w+<[\w, ]+>) (\w+)\(", text, re.M))


def names_of(text):
    """All functions, methods, constants and types with fields that stand in headers, but for options and OTHERS."""
    code = re.sub(r"//.*", "", text)
    code = re.sub(r"^(?:private|protected):.*?^[}]", "}", code, flags=re.M | re.S)
    words = r"(?:template <[^;{]*?>\s+)?(?:static |constexpr |inline |explicit )*(?!return|throw|using|else)"
    functions = re.findall(rf"^(?:  )?{words}(?:[\w:]+(?:<[^;()=]*>)?)(?: const)? [&*]?(\w+)\(", code, re.M)
    types = re.findall(r"^(?:template <[^;{]*>\s*)?(?:struct|class)(?: \[\[nodiscard\]\])? (\w+)(?: [{]|\s*:)", code, re.M)
    constants = [name for each in re.findall(r"^inline constexpr \w+ ([^;]*);", code, re.M) for name in re.findall(r"(\w+)\s*=\s", each)]
    found = {name for name in {*functions, *types, *constants} if not name.endswith("Options")}
    return found - OTHERS.keys()
