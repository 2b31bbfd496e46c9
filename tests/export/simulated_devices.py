# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the result of passes that put ops into manual computations: values outside of them stay global, and their bodies run on all
devices of the mesh, on slices of their operands. For tests/jax/random_permutations.py and tests/export/single_instructions.py."""
import collections
import math
import re


class Mesh:
    """The mesh of a text: sizes of axes in order, and devices. An axis is (name, pre-size, size)."""

    def __init__(self, text):
        self.axes = {name: int(size) for name, size in re.findall(r'"(\w+)"=(\d+)', text)}
        devices = re.search(r"device_ids=\[([\d, ]*)\]", text)
        self.devices = [int(d) for d in devices[1].split(",")] if devices else list(range(math.prod(self.axes.values())))
        self.index = {device: index for index, device in enumerate(self.devices)}

    def parts(self, text):
        """The axes of a dim: {"x", "y":(1)2}."""
        return [(name, int(pre or 1), int(size or self.axes[name])) for name, pre, size in re.findall(r'"(\w+)"(?::\((\d+)\)(\d+))?', text)]

    def whole(self, names):
        return [(name, 1, self.axes[name]) for name in names]

    def position(self, index, axes):
        """The row-major position of a logical device index along some axes."""
        place, rest, position = {}, index, 0
        for name, size in reversed(self.axes.items()):
            place[name], rest = rest % size, rest // size
        for name, pre, size in axes:
            position = position * size + place[name] // (self.axes[name] // (pre * size)) % size
        return position


def meshes_of(text):
    return {name: Mesh(rest) for name, rest in re.findall(r"sdy\.mesh @(\w+) = <(.*)>", text)}


def shape_of(type_):
    return [int(s) for s in type_[7:-1].split("x")[:-1]]


def without_shardings(line):
    line = re.sub(r"(, |\{)sdy\.sharding = #sdy\.sharding_per_value<\[.*?\]>\]>", r"\1", line)
    return re.sub(r",? ?\{\}|\{, |, \}", lambda m: {"{, ": "{", ", }": "}"}.get(m[0], ""), line) if "sdy" not in line else line


class Simulation:
    """The lines of @main and the functions that they run. `results` are the values that @main returned."""

    def __init__(self, text):
        self.meshes, self.functions, self.lines, self.count, self.names = meshes_of(text), [], [], 0, {}
        body = text[text.index("func.func @main"):].splitlines()[1:]
        i = 0
        while not body[i].strip().startswith("return"):
            line = self.named(without_shardings(body[i].strip()))
            i += 1
            if "sdy.manual_computation" in line:
                end = next(j for j in range(i, len(body)) if body[j].strip().startswith("} : "))
                self.manual(line, [without_shardings(b.strip()) for b in body[i:end]], body[end].strip())
                i = end + 1
            elif "sdy.reshard" in line:
                self.lines.append(re.sub(r"sdy\.reshard (%[\w#]+) <.*> : (.*)$", r"stablehlo.optimization_barrier \1 : \2", line))
            else:
                self.lines.append(line)
        self.results = re.findall(r"%[\w#]+", self.named(body[i]))

    def named(self, line):
        return re.sub(r"%\w+#\d+", lambda m: self.names.get(m[0], m[0]), line)

    def fresh(self):
        self.count += 1
        return f"%s{self.count}"

    def manual(self, head, inner, tail):
        result, operands, ins, outs, manual, arguments = re.match(
            r"(%\w+)(?::\d+)? = sdy\.manual_computation\((.*?)\) in_shardings=\[(.*)\] out_shardings=\[(.*)\] manual_axes=\{(.*?)\} \((.*)\) \{",
            head).groups()
        operands, manual = [o for o in operands.split(", ") if o], re.findall(r'"(\w+)"', manual)
        mesh = self.meshes[re.search(r"<@(\w+)", ins + outs)[1]]
        dims_of = lambda text: [[[a for a in mesh.parts(d) if a[0] in manual] for d in re.findall(r"\{(.*?)\}", s)]
                                for s in re.findall(r"<@\w+, \[(.*?)\]", text)]
        types, local = re.findall(r"tensor<.*?>", tail), re.findall(r"tensor<.*?>", arguments)
        parts = re.findall(r"tensor<.*?>", re.search(r"sdy\.return .* : (.*)$", inner[-1])[1])
        name, n = f"body{len(self.functions)}", len(mesh.devices)
        self.functions.append(f"func.func private @{name}({arguments}) -> ({', '.join(parts)}) {{\n"
                              + "\n".join(inner).replace("sdy.return", "return") + "\n}\n")
        given = []
        for device in range(n):
            for operand, dims, whole, part in zip(operands, dims_of(ins), types, local):
                sizes = shape_of(part)
                starts = [size * mesh.position(mesh.index[device], axes) for size, axes in zip(sizes, dims)]
                given.append(self.fresh() if sizes else operand)
                if sizes:
                    ranges = ", ".join(f"{a}:{a + s}" for a, s in zip(starts, sizes))
                    self.lines.append(f"{given[-1]} = stablehlo.slice {operand} [{ranges}] : ({whole}) -> {part}")
        shards, count = self.fresh(), len(parts)
        self.lines.append(f'{shards}:{n * count} = "interpreter.run_parallel"({", ".join(given)}) {{programs = [[{", ".join([f"@{name}"] * n)}]]}} : '
                          f'({", ".join(local * n)}) -> ({", ".join(parts * n)})')
        for r, (part, dims) in enumerate(zip(parts, dims_of(outs))):
            places = {}  # the shards of each dim -> the first device that holds them; all others must hold the same
            for device in range(n):
                place, value = tuple(mesh.position(mesh.index[device], axes) for axes in dims), f"{shards}#{device * count + r}"
                if place in places:
                    self.lines.append(f"check.expect_eq {value}, {places[place]} : {part}")
                places.setdefault(place, value)
            joined = self.join(places, part, dims)
            self.names[f"{result}#{r}"] = joined
            if count == 1:
                whole = types[len(operands)]
                self.lines.append(f"{result} = stablehlo.optimization_barrier {joined} : {whole}")

    def join(self, places, part, dims):
        shape, element = shape_of(part), re.search(r"(\w+)>$", part)[1].split("x")[-1]
        text = lambda s: f"tensor<{'x'.join([*map(str, s), element])}>"
        for d in reversed(range(len(shape))):
            joined, before = collections.defaultdict(list), list(shape)
            for place, value in sorted(places.items()):
                joined[place[:d]].append(value)
            shape[d] *= math.prod(size for _, _, size in dims[d])
            places = {place: self.fresh() for place in joined}
            for place, values in joined.items():
                self.lines.append(f"{places[place]} = stablehlo.concatenate {', '.join(values)}, dim = {d} : "
                                  f"({', '.join([text(before)] * len(values))}) -> {text(shape)}")
        return places[()]
