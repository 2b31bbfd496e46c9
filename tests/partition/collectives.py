#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a partitioned training step sends, and why: reads the module of one device and the manifest of the model.

    spmd-opt MODEL.mlir --spmd-pipeline=stop-after=partition --mlir-print-op-generic | collectives.py MODEL.json

  1. The gradient of each parameter that is split over "data" comes from reduce_scatters over "data": from the parameter's
     first moment back through ops on tensors of its size there is nothing but those, arguments, constants and scalars. The
     one exception needs no sum over devices at all: cotangents that an all_to_all has split by columns are summed by each
     device for its columns (rows scattered into an embedding), where that sends less than a sum over devices would.
  2. What is all-reduced over "data" is at most the gradients of the parameters that are not split over it, and a few
     scalars; what is all-reduced over other axes only is at most the activations of tensor parallelism.
  3. No all_gather makes a whole stack of layers.
Prints one line for each; exits with 1 and the reason where one does not hold.
"""
import json
import math
import re
import sys

SCALARS = 64  # bytes of sums that are no gradients: loss, norm of the gradients, counts


class Op:
    """Results and operands are values: (op or block, index). A block's arguments belong to the block."""

    def __init__(self, name, operands, head, loop):
        self.name, self.operands, self.text, self.types, self.blocks, self.loop = name, operands, head, [], [], loop


class Block:
    def __init__(self, op, types):
        self.op, self.types, self.ops = op, types, []


def types_of(text):
    """The result types at the end of an op's text, as lists of sizes and an element type."""
    return [parse_type(t) for t in re.findall(r"tensor<([^>]*)>", text[text.rfind(" -> "):])]


def parse_type(text):
    *dims, element = text.split("x")
    return [int(d) for d in dims], element


def size_in_bytes(type):
    dims, element = type
    return math.prod(dims) * max(1, int(re.search(r"\d+", element).group(0)) // 8)


def parse(lines):
    """Generic MLIR text, an op a line, regions on lines of their own -> the block of main, and all ops."""
    scopes, stack, every, main = [{}], [], [], None

    def lookup(name):
        base, _, index = name.strip().partition("#")
        for scope in reversed(scopes):
            if base in scope:
                owner, first = scope[base]
                return owner, first + int(index or 0)
        raise ValueError(f"no value is called {name}")

    def finish(op, text):
        op.text += text
        op.types = types_of(text)

    for line in lines:
        line = line.strip()
        if line.startswith("^"):
            block = Block(stack[-1], [parse_type(t) for t in re.findall(r"tensor<([^>]*)>", line)])
            stack[-1].blocks[-1] = block
            for i, name in enumerate(re.findall(r"(%\w+):", line)):
                scopes[-1][name] = (block, i)
        elif line.startswith("}, {"):
            scopes[-1] = {}
            stack[-1].blocks.append(Block(stack[-1], []))
        elif line.startswith("})"):
            scopes.pop()
            op = stack.pop()
            finish(op, line)
        elif match := re.match(r'(?:(%\w+)(?::\d+)? = )?"([\w.]+)"\(([^)]*)\)(.*)$', line):
            result, name, operands, rest = match.groups()
            inner = stack[-1] if stack else None
            op = Op(name, [lookup(o) for o in operands.split(",") if o], line, inner and (inner if "while" in inner.name else inner.loop))
            every.append(op)
            if inner:
                inner.blocks[-1].ops.append(op)
            if result:
                scopes[-1][result] = (op, 0)
            if rest.endswith("({"):
                op.blocks.append(Block(op, []))
                stack.append(op)
                scopes.append({})
                main = op if name == "func.func" and 'sym_name = "main"' in line else main
            else:
                finish(op, rest)
    return main.blocks[0], every


def axes_of(op):
    return re.findall(r'axis_ref<name = "(\w+)"', op.text[op.text.find("axes = ["):])


def fail(message):
    print("collectives: " + message)
    sys.exit(1)


def leaves(value, smallest):
    """Where the elements of `value` come from: (op at which the walk back ends, whether elements were summed on the way)."""
    seen, found, todo = set(), [], [(value, False)]
    while todo:
        (owner, index), summed = todo.pop()
        elements = math.prod(owner.types[index][0])
        if (id(owner), index) in seen or elements < (2 if summed else smallest):
            continue
        seen.add((id(owner), index))
        loop = owner.op if isinstance(owner, Block) else owner
        if loop.name == "stablehlo.while":
            todo += [(loop.blocks[1].ops[-1].operands[index], summed), (loop.operands[index], summed)]
        elif isinstance(owner, Block) or owner.name in ("stablehlo.constant", "stablehlo.iota"):
            pass
        elif owner.name == "stablehlo.scatter":
            todo += [(owner.operands[0], summed), (owner.operands[2], True)]
        elif owner.name == "stablehlo.reduce":
            source, i = owner.operands[0]
            todo.append((owner.operands[0], summed or math.prod(source.types[i][0]) > elements))
        elif owner.blocks or owner.name.startswith(("stablehlo.dot", "stablehlo.all", "stablehlo.collective")):
            found.append((owner, summed))
        else:
            todo += [(operand, summed) for operand in owner.operands]
    return found


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        manifest = json.load(file)
    entry, ops = parse(sys.stdin.read().splitlines())
    mesh = {axis: int(size) for axis, size in (part.split("=") for part in manifest["mesh"].split(","))}
    results = entry.ops[-1].operands
    layers = manifest["config"].get("layers", 2)

    params = [(a["path"], a["spec"], entry.types[a["i"]]) for a in manifest["args"] if a["path"].startswith("[0]['params']")]
    split = [p for p in params if "'data'" in p[1]]
    moments = {r["path"].replace("['m']", "['params']", 1): r["i"] for r in manifest["results"] if r["path"].startswith("[0]['m']")}
    exchanged = 0
    for path, spec, (dims, element) in split:
        found = leaves(results[moments[path]], math.prod(dims) // (layers if "blocks" in path else 1))
        for op, summed in found:
            if op.name not in ("stablehlo.reduce_scatter", "stablehlo.all_to_all" if summed else "") or "data" not in axes_of(op):
                fail(f"the gradient of {path} {spec} comes from {op.text[:200]}")
        if not found:
            fail(f"the gradient of {path} {spec} comes from no collective")
        exchanged += all(summed for _, summed in found)
    print(f"gradients of {len(split) - exchanged} parameters come from reduce_scatters over data, of {exchanged} from all_to_alls")

    payload = {True: 0, False: 0}
    for op in ops:
        if op.name == "stablehlo.all_reduce":
            trips = int(re.search(r"trip_count = (\d+)", op.loop.text).group(1)) if op.loop else 1
            payload["data" in axes_of(op)] += trips * sum(map(size_in_bytes, op.types))
    allowed = sum(size_in_bytes(type) for _, spec, type in params if "'data'" not in spec) + SCALARS
    if payload[True] > allowed:
        fail(f"{payload[True]} bytes are all-reduced over data; parameters that are not split over it have {allowed - SCALARS}, "
             f"{SCALARS} are allowed besides")
    print(f"all-reduced over data: {payload[True]} bytes of at most {allowed}")
    # Twice forward and twice backward a layer, the sums of the embedding and of the last layer's cotangent; the softmax over
    # a split vocabulary adds some numbers for each token (maximum, sum, the label's logit).
    tokens = math.prod(next(a["shape"] for a in manifest["args"] if a["path"] == "[1]['x']")) // mesh.get("data", 1)
    allowed = (tokens * manifest["config"]["d_model"] * (4 * layers + 2) + tokens * 4) * 4 + SCALARS if "model" in mesh else 0
    if payload[False] > allowed:
        fail(f"{payload[False]} bytes are all-reduced over other axes; activations of tensor parallelism have {allowed}")
    print(f"all-reduced over other axes: {payload[False]} bytes of at most {allowed}")

    gathers = [op for op in ops if op.name == "stablehlo.all_gather"]
    for op in gathers:
        if any(len(dims) > 1 and dims[0] == layers for dims, _ in op.types):
            fail(f"a gather makes a whole stack of {layers} layers: {op.text[:200]}")
    print(f"none of {len(gathers)} all_gathers makes a stack of layers")


if __name__ == "__main__":
    main()
