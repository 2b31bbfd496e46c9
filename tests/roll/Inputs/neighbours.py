# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a program of two kinds of unrolled layers, one behind the other.

    neighbours.py regions    both kinds begin alike, and the first weight is no argument: a run of the first kind ends in the second
    neighbours.py operands   the second kind reads a cast of each layer's last value but one, which no stack of the first kind has

Or of independent copies, as updates of parameters are:

    neighbours.py scalars    each has a scalar of its own, which is broadcast to one row
    neighbours.py parts      two updates read the same small value, and nothing of each other
"""
import sys

LAYERS = 12
FIRST = ("sine tanh logistic abs cosine negate sine tanh cosine abs logistic sine negate tanh sine cosine abs tanh negate sine logistic tanh "
         "abs sine cosine tanh").split()
SECOND = ("logistic abs tanh sine tanh negate cosine sine abs tanh logistic negate sine cosine negate logistic abs sine tanh cosine sine abs "
          "negate").split()


class Text:
    """The lines of a function; each op has a name of its own."""

    def __init__(self, width, rows):
        self.lines, self.width = [], width
        self.value, self.weight = f"tensor<{rows}x{width}xf32>", f"tensor<{width}x{width}xf32>"

    def add(self, line):
        name = f"%v{len(self.lines)}"
        self.lines.append(f"  {name} = stablehlo.{line}")
        return name

    def chain(self, ops, value):
        for op in ops:
            value = self.add(f"{op} {value} : {self.value}")
        return value

    def dot(self, value, weight, dim=0):
        return self.add(f"dot_general {value}, {weight}, contracting_dims = [1] x [{dim}] : ({self.value}, {self.weight}) -> {self.value}")

    def cast(self, value):
        """Through bf16, whose values are small enough for a stack of copies where those of f32 are not."""
        narrow = self.value.replace("f32", "bf16")
        value = self.add(f"convert {value} : ({self.value}) -> {narrow}")
        return self.add(f"convert {value} : ({narrow}) -> {self.value}")

    def print(self, arguments, *results):
        types = ", ".join([self.value] * len(results))
        print(f"func.func @main({', '.join(arguments)}) -> ({types}) {{")
        print("\n".join(self.lines))
        print(f"  return {', '.join(results)} : {types}\n}}")


def regions():
    text = Text(64, 64)
    value, first = "%x", text.add(f"multiply %a0, %x : {text.value}")
    for i in range(LAYERS):
        value = text.chain("tanh abs negate cosine".split() + FIRST, text.dot(value, f"%a{i}" if i else first))
    for i in range(LAYERS):
        value = text.chain("tanh abs negate cosine".split() + SECOND, text.dot(value, f"%b{i}"))
    text.print([f"%x: {text.value}"] + [f"%{kind}{i}: {text.value}" for kind in "ab" for i in range(LAYERS)], value)


def operands():
    text = Text(768, 1)
    value, kept = "%x", []
    for i in range(LAYERS):
        value = text.cast(text.chain(FIRST, text.dot(value, f"%w{i}")))
        kept.append(value)
    value = "%g"
    for i in reversed(range(LAYERS)):
        value = text.chain(SECOND, text.dot(value, f"%w{i}", 1))
        value = text.add(f"multiply {value}, {kept[i]} : {text.value}")
    value = text.add(f"add {value}, %x : {text.value}")
    text.print([f"%x: {text.value}", f"%g: {text.value}"] + [f"%w{i}: {text.weight}" for i in range(LAYERS)], value)


def scalars():
    text, results = Text(3, 1), []
    for i in range(LAYERS):
        value = text.add(f"broadcast_in_dim %s{i}, dims = [] : (tensor<f32>) -> {text.value}")
        value = text.add(f"multiply {value}, %p{i} : {text.value}")
        results.append(text.chain(FIRST, value))
    text.print([f"%{kind}{i}: {'tensor<f32>' if kind == 's' else text.value}" for kind in "sp" for i in range(LAYERS)], *results)


def parts():
    text, norms, results = Text(3, 1), [], []
    zero = text.add("constant dense<0.0> : tensor<f32>")
    for i in range(LAYERS):  # sums are no ops of copies
        norm = text.add(f"reduce(%p{i} init: {zero}) applies stablehlo.add across dimensions = [0] : ({text.value}, tensor<f32>) -> tensor<3xf32>")
        norms.append(text.add(f"reshape {norm} : (tensor<3xf32>) -> {text.value}"))
    for i in range(LAYERS):
        for kind, ops in zip("pq", (FIRST, SECOND)):
            results.append(text.chain(ops, text.add(f"multiply {norms[i]}, %{kind}{i} : {text.value}")))
    text.print([f"%{kind}{i}: {text.value}" for kind in "pq" for i in range(LAYERS)], *results)


{"regions": regions, "operands": operands, "scalars": scalars, "parts": parts}[sys.argv[1]]()
