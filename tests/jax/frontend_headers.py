# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The names that the public headers of the C++ frontend declare, for frontend_ops.py.
usage: frontend_headers.py HEADERS TEST...: prints which headers no test reads"""
import pathlib
import re
import sys

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


# Headers that no family of frontend_*.test reads.
ELSEWHERE = {
    **dict.fromkeys(["spmd.h", "nn.h"], "they include others"),
    **dict.fromkeys(["caller_line.h", "jit.h", "mesh.h", "sharding.h", "state.h", "tensor.h", "tree.h"], "no functions of numbers: compiler/frontend/*_test.cpp"),
    **dict.fromkeys(["files.h", "progress.h", "tokens.h"], "files and terminals: compiler/frontend/lib/*_test.cpp"),
    **dict.fromkeys(["axis.h", "named.h", "named_movement.h", "named_ops.h", "named_transform.h", "nn_named.h"],
                    "the same functions by names of dims: compiler/frontend/lib/named_test.cpp, nn_named_test.cpp"),
}


def main():
    """Prints the headers of a folder that neither stand in one of the tests nor in ELSEWHERE."""
    folder, *tests = sys.argv[1:]
    text = "".join(pathlib.Path(test).read_text(encoding="utf-8") for test in tests)
    names = {path.name for path in pathlib.Path(folder).glob("*.h")}
    missing = sorted(name for name in names - ELSEWHERE.keys() if f"spmd/{name}" not in text)
    print(f"{len(names)} headers, {len(missing)} without a test: {' '.join(missing)}")
    print(f"{len(ELSEWHERE.keys() - names)} reasons for headers that do not exist")


if __name__ == "__main__":
    main()
