# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random StableHLO programs with random shardings, made so that every op with a sharding rule, every form of a sharding and every way in
which shardings meet occurs often. `RandomProgram(seed)` is one program; `.text`, and what it has: `.ops`, `.features`.
"""
import random
import re

MESHES = [{"a": 2, "b": 2, "c": 2}, {"x": 4, "y": 2}, {"x": 4, "y": 2, "z": 3}, {"x": 8, "y": 2}, {"a": 2}, {"x": 4},
          {"y": 6, "x": 4}, {"a": 2, "b": 4}]
DIMS = [8, 8, 8, 16, 4, 12, 6, 2, 3, 1]
UNARY = ["abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one",
         "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"]
BINARY = ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"]
INT_UNARY = ["not", "popcnt", "count_leading_zeros"]
INT_BINARY = ["and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical"]
POINTWISE_CALLS = ["annotate_device_placement", "Cholesky", "CompactWyHelper", "InspectSharding",
                   "InvertDiagBlocksLowerTriangular", "LayoutConstraint", "mhlo.erf", "MoveToDevice", "MoveToHost"]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


class RandomProgram:
    def __init__(self, seed):
        self.r = r = random.Random(seed)
        self.mesh = r.choice(MESHES)
        self.lines, self.args, self.count, self.features = [], [], 0, set()
        self.kept = []  # values that main returns
        self.values = []  # in scope: (name, shape, element)
        self.manual = []  # axes that are manual here
        self.isolated = 0  # depth of bodies that see nothing from outside
        self.functions = []
        self.priorities = r.random() < 0.3
        self.features.add(f"mesh of {len(self.mesh)} axes")
        for _ in range(r.randint(2, 4)):
            self.argument(self.shape(), "f32")
        kinds = list(KINDS)
        weights = [KINDS[k][1] for k in kinds]
        for _ in range(r.randint(3, 9)):
            self.step(r.choices(kinds, weights)[0])
        if r.random() < 0.3:
            self.conflict()
        if r.random() < 0.12:
            self.groups()
        self.text = self.program()
        self.ops = set(re.findall(r"\b(?:stablehlo|sdy|func)\.(\w+)", self.text)) - {
            "return", "mesh", "func", "sharding", "op_sharding_rule", "sharding_rule", "sharding_per_value"}
        if ":(" in self.text:
            self.features.add("sub-axis")
        if self.ops & {"while", "case", "manual_computation"}:
            self.features.add("region op")

    # --- values ------------------------------------------------------------------------------------

    def shape(self, low=1, high=3):
        return tuple(self.r.choice(DIMS) for _ in range(self.r.randint(low, high)))

    def fresh(self, letter="v"):
        self.count += 1
        return f"%{letter}{self.count}"

    def argument(self, shape, element):
        """A value of this type from outside; in an isolated body a constant."""
        if self.isolated:
            name = self.fresh("k")
            zero = {"f32": "1.0", "i32": "1", "i1": "true", "ui32": "1", "ui64": "1"}.get(element)
            if zero is None:
                zero = "(1.0,0.0)"
            self.lines.append(f"{name} = stablehlo.constant dense<{zero}> : {tensor(shape, element)}")
        else:
            name = self.fresh("arg")
            self.args.append((name, shape, element))
        self.values.append((name, shape, element))
        return name, shape

    def pick(self, element="f32", low=1, high=4, shape=None, wanted=None):
        """A value in scope that fits, mostly a recent one; or a new argument."""
        fitting = [v for v in self.values if v[2] == element and low <= len(v[1]) <= high and
                   (shape is None or v[1] == shape) and (wanted is None or wanted(v[1]))]
        if fitting and self.r.random() < 0.85:
            v = self.r.choice(fitting[-4:] if self.r.random() < 0.6 else fitting)
            return v[0], v[1]
        if shape is None:
            for _ in range(50):
                shape = self.shape(max(low, 1), min(high, 3)) if high else ()
                if wanted is None or wanted(shape):
                    break
            else:
                return None, None
        return self.argument(shape, element)

    def emit(self, op, body, shape, element="f32", attr=True):
        """Adds `%v = stablehlo.OP BODY`; "ATTR" in the body is where attributes stand."""
        name = self.fresh()
        attrs = ""
        if attr and shape and self.r.random() < 0.12:
            attrs = f" {{sdy.sharding = #sdy.sharding_per_value<[<@m, {self.sharding(shape)}>]>}}"
            self.features.add("sharding on an op")
        self.lines.append(f"{name} = {op} " + body.replace("ATTR", attrs))
        self.values.append((name, shape, element))
        return name, shape

    # --- shardings -----------------------------------------------------------------------------------

    def sharding(self, shape, closed=None, plain=False, use=0.5):
        """Axes dealt out at random, some of them in part; each at most once."""
        r, parts = self.r, []
        free = {name: size for name, size in self.mesh.items() if name not in self.manual}
        for name, size in free.items():
            if size in (4, 6, 8) and r.random() < 0.2 and not plain:
                step = r.choice([2, size // 2]) if size != 4 else 2
                rest = size // step
                parts += ([f'"{name}":(1){step}', f'"{name}":({step}){rest}'] if r.random() < 0.5 else
                          [r.choice([f'"{name}":(1){step}', f'"{name}":({step}){rest}'])])
            else:
                parts.append(f'"{name}"')
        r.shuffle(parts)
        dims, replicated = [[] for _ in shape], []
        for part in parts:
            dice = r.random()
            if dice < use and shape:
                dims[r.randrange(len(shape))].append(part)
            elif dice < use + 0.07 and not plain:
                if not any(part.split(":")[0] == p.split(":")[0] for p in replicated):
                    replicated.append(part)
        text = []
        for dim in dims:
            dim = self.unmerged(dim)
            is_open = r.random() < 0.6 if closed is None else not closed
            priority = ""
            if self.priorities and not plain and (dim or is_open) and r.random() < 0.5:
                priority = f"p{r.randint(0, 3)}"
                self.features.add("priority")
            self.features.add("open dim" if is_open else "closed dim")
            text.append("{" + ", ".join(dim + (["?"] if is_open else [])) + "}" + priority)
        if replicated:
            self.features.add("replicated axis")
            order = list(self.mesh)
            replicated.sort(key=lambda p: order.index(p.split('"')[1]))
        tail = ", replicated={" + ", ".join(replicated) + "}" if replicated else ""
        return "[" + ", ".join(text) + "]" + tail

    @staticmethod
    def unmerged(dim):
        """Neighbours that are one axis in two parts are refused: the parts change places."""
        key = lambda p: (p.split('"')[1], int(p.split("(")[1].split(")")[0]), int(p.split(")")[1])) if ":" in p else None
        i = 0
        while i + 1 < len(dim):
            left, right = key(dim[i]), key(dim[i + 1])
            if left and right and left[0] == right[0] and left[1] * left[2] == right[1]:
                dim[i], dim[i + 1] = dim[i + 1], dim[i]
            i += 1
        return dim

    def constrain(self, name, shape, text, element="f32"):
        result = self.fresh()
        self.lines.append(f"{result} = sdy.sharding_constraint {name} <@m, {text}> : {tensor(shape, element)}")
        self.values.append((result, shape, element))
        self.features.add("constraint")
        return result, shape

    def conflict(self):
        """Two wishes for one dim, or one axis for two dims."""
        axes = [a for a in self.mesh if a not in self.manual]
        x, shape = self.pick()
        closing = lambda: self.r.choice(["", ", ?"])
        if len(axes) > 1 and self.r.random() < 0.6:
            a, b = self.r.sample(axes, 2)
            d = self.r.randrange(len(shape))
            form = lambda axis: "[" + ", ".join('{"%s"%s}' % (axis, closing()) if i == d else "{?}" for i in range(len(shape))) + "]"
            l, _ = self.constrain(x, shape, form(a))
            y, _ = self.pick(shape=shape)
            r, _ = self.constrain(y, shape, form(b))
            v, _ = self.emit(f"stablehlo.{self.r.choice(BINARY)}", f"{l}, {r}ATTR : {tensor(shape)}", shape)
        else:
            a = self.r.choice(axes)
            k = self.r.choice([4, 8])
            x, s = self.argument((self.r.choice([8, 16]), k), "f32")
            y, t = self.argument((k, self.r.choice([8, 4])), "f32")
            l, _ = self.constrain(x, s, '[{"%s"%s}, {?}]' % (a, closing()))
            r, _ = self.constrain(y, t, '[{?}, {"%s"%s}]' % (a, closing()))
            out = (s[0], t[1])
            v, shape = self.emit("stablehlo.dot", f"{l}, {r}ATTR : ({tensor(s)}, {tensor(t)}) -> {tensor(out)}", out)
        self.kept.append((v, shape, "f32"))
        self.features.add("conflict")

    def groups(self):
        x, shape = self.pick()
        y, _ = self.pick(shape=shape)
        for name in sorted({x, y}):
            self.lines.append(f"sdy.sharding_group {name} group_id={self.r.randint(0, 1)} : {tensor(shape)}")
        self.features.add("group")

    def step(self, kind):
        KINDS[kind][0](self)

    # --- ops: elementwise --------------------------------------------------------------------------------

    def unary(self):
        x, s = self.pick(low=0 if self.r.random() < 0.1 else 1)
        self.emit(f"stablehlo.{self.r.choice(UNARY)}", f"{x}ATTR : {tensor(s)}", s)

    def binary(self):
        x, s = self.pick()
        y, _ = self.pick(shape=s)
        self.emit(f"stablehlo.{self.r.choice(BINARY)}", f"{x}, {y}ATTR : {tensor(s)}", s)

    def same(self):
        x, s = self.pick()
        self.emit("stablehlo.add", f"{x}, {x}ATTR : {tensor(s)}", s)

    def int_unary(self):
        x, s = self.pick("i32")
        self.emit(f"stablehlo.{self.r.choice(INT_UNARY)}", f"{x}ATTR : {tensor(s, 'i32')}", s, "i32")

    def int_binary(self):
        x, s = self.pick("i32")
        y, _ = self.pick("i32", shape=s)
        self.emit(f"stablehlo.{self.r.choice(INT_BINARY)}", f"{x}, {y}ATTR : {tensor(s, 'i32')}", s, "i32")

    def compare(self):
        x, s = self.pick()
        y, _ = self.pick(shape=s)
        self.emit("stablehlo.compare", f"LT, {x}, {y}, FLOATATTR : ({tensor(s)}, {tensor(s)}) -> {tensor(s, 'i1')}", s, "i1")

    def select(self):
        x, s = self.pick()
        y, _ = self.pick(shape=s)
        p, t = self.pick("i1", shape=s if self.r.random() < 0.7 else ())
        self.emit("stablehlo.select", f"{p}, {x}, {y}ATTR : {tensor(t, 'i1')}, {tensor(s)}", s)

    def clamp(self):
        x, s = self.pick()
        if self.r.random() < 0.5:
            low, t = self.pick(low=0, high=0, shape=())
        else:
            low, t = self.pick(shape=s)
        self.emit("stablehlo.clamp", f"{low}, {x}, {low}ATTR : ({tensor(t)}, {tensor(s)}, {tensor(t)}) -> {tensor(s)}", s)

    def convert(self):
        x, s = self.pick()
        self.emit("stablehlo.convert", f"{x}ATTR : ({tensor(s)}) -> {tensor(s, 'i32')}", s, "i32")

    def to_float(self):
        x, s = self.pick("i32")
        self.emit("stablehlo.convert", f"{x}ATTR : ({tensor(s, 'i32')}) -> {tensor(s)}", s)

    def is_finite(self):
        x, s = self.pick()
        self.emit("stablehlo.is_finite", f"{x}ATTR : ({tensor(s)}) -> {tensor(s, 'i1')}", s, "i1")

    def complex(self):
        x, s = self.pick()
        y, _ = self.pick(shape=s)
        z, _ = self.emit("stablehlo.complex", f"{x}, {y}ATTR : {tensor(s, 'complex<f32>')}", s, "complex<f32>")
        op = self.r.choice(["real", "imag"])
        self.emit(f"stablehlo.{op}", f"{z}ATTR : ({tensor(s, 'complex<f32>')}) -> {tensor(s)}", s)

    def reduce_precision(self):
        x, s = self.pick()
        self.emit("stablehlo.reduce_precision", f"{x}, format = e5m10ATTR : {tensor(s)}", s)

    def bitcast(self):
        x, s = self.pick()
        if self.r.random() < 0.5:
            self.emit("stablehlo.bitcast_convert", f"{x}ATTR : ({tensor(s)}) -> {tensor(s, 'i32')}", s, "i32")
        else:
            t = s + (2,)
            y, _ = self.emit("stablehlo.bitcast_convert", f"{x}ATTR : ({tensor(s)}) -> {tensor(t, 'i16')}", t, "i16")
            if self.r.random() < 0.5:
                self.emit("stablehlo.bitcast_convert", f"{y}ATTR : ({tensor(t, 'i16')}) -> {tensor(s)}", s)

    def constant(self):
        x, s = self.pick()
        name = self.fresh("c")
        self.lines.append(f"{name} = stablehlo.constant dense<1.0> : {tensor(s)}")
        self.emit("stablehlo.multiply", f"{x}, {name}ATTR : {tensor(s)}", s)

    def iota(self):
        x, s = self.pick("i32")
        y, _ = self.emit("stablehlo.iota", f"dim = {self.r.randrange(len(s))}ATTR : {tensor(s, 'i32')}", s, "i32")
        self.emit("stablehlo.add", f"{x}, {y}ATTR : {tensor(s, 'i32')}", s, "i32")

    def constant_expression(self):
        x, s = self.pick()
        c, d, e = self.fresh("c"), self.fresh("c"), self.fresh("c")
        self.lines += [f"{c} = stablehlo.constant dense<1.0> : tensor<f32>",
                       f"{d} = stablehlo.broadcast_in_dim {c}, dims = [] : (tensor<f32>) -> {tensor(s)}",
                       f"{e} = stablehlo.negate {d} : {tensor(s)}"]
        self.emit("stablehlo.add", f"{x}, {self.r.choice([d, e])}ATTR : {tensor(s)}", s)
        self.emit("stablehlo.multiply", f"{x}, {self.r.choice([d, e])}ATTR : {tensor(s)}", s)

    def scalar_broadcast(self):
        x, s = self.pick()
        c, _ = self.pick(low=0, high=0, shape=())
        d = self.fresh("b")
        self.lines.append(f"{d} = stablehlo.broadcast_in_dim {c}, dims = [] : (tensor<f32>) -> {tensor(s)}")
        self.emit("stablehlo.add", f"{x}, {d}ATTR : {tensor(s)}", s)
        self.emit("stablehlo.subtract", f"{x}, {d}ATTR : {tensor(s)}", s)

    # --- ops: products, movements ------------------------------------------------------------------------

    def dot_general(self):
        r = self.r
        x, s = self.pick(low=1, high=3)
        fitting = [(v[0], v[1]) for v in self.values if v[2] == "f32" and v[1] and set(v[1]) & set(s)]
        y, t = r.choice(fitting)
        pairs = [(i, j) for i, d in enumerate(s) for j, e in enumerate(t) if d == e]
        r.shuffle(pairs)
        used_l, used_r, chosen = set(), set(), []
        for i, j in pairs[:r.choice([1, 2, 3])]:
            if i not in used_l and j not in used_r:
                chosen.append((i, j)), used_l.add(i), used_r.add(j)
        cut = r.randint(0, len(chosen)) if r.random() < 0.6 else 0
        batch, contract = chosen[:cut], chosen[cut:]
        out = tuple(s[i] for i, _ in batch) + tuple(d for i, d in enumerate(s) if i not in used_l) + \
            tuple(d for j, d in enumerate(t) if j not in used_r)
        if len(out) > 4:
            return
        text = f"{x}, {y}"
        if batch:
            text += f", batching_dims = {[i for i, _ in batch]} x {[j for _, j in batch]}"
        text += f", contracting_dims = {[i for i, _ in contract]} x {[j for _, j in contract]}"
        self.emit("stablehlo.dot_general", f"{text}ATTR : ({tensor(s)}, {tensor(t)}) -> {tensor(out)}", out)

    def dot(self):
        x, s = self.pick(low=1, high=2)
        y, t = self.pick(low=1, high=2, wanted=lambda t: t[0] == s[-1])
        if y is None:
            y, t = self.argument((s[-1], self.r.choice(DIMS)), "f32")
        out = s[:-1] + t[1:]
        self.emit("stablehlo.dot", f"{x}, {y}ATTR : ({tensor(s)}, {tensor(t)}) -> {tensor(out)}", out)

    def broadcast(self):
        x, s = self.pick(high=3)
        i = self.r.randint(0, len(s))
        out = tuple(self.r.choice(DIMS) if d == 1 and self.r.random() < 0.5 else d for d in s)
        out = out[:i] + (self.r.choice(DIMS),) + out[i:]
        dims = [d for d in range(len(out)) if d != i]
        self.emit("stablehlo.broadcast_in_dim", f"{x}, dims = {dims}ATTR : ({tensor(s)}) -> {tensor(out)}", out)

    def transpose(self):
        x, s = self.pick()
        p = self.r.sample(range(len(s)), len(s))
        out = tuple(s[i] for i in p)
        self.emit("stablehlo.transpose", f"{x}, dims = {p}ATTR : ({tensor(s)}) -> {tensor(out)}", out)

    def reshape(self):
        r = self.r
        x, s = self.pick()
        i, dice = r.randrange(len(s)), r.random()
        if dice < 0.35 and i + 1 < len(s):
            out = s[:i] + (s[i] * s[i + 1],) + s[i + 2:]
        elif dice < 0.7:
            f = r.choice([d for d in (2, 3, 4, 6) if s[i] % d == 0] or [1])
            out = s[:i] + (f, s[i] // f) + s[i + 1:]
        elif dice < 0.85 and i + 1 < len(s):  # 6x4 -> 4x6
            n = s[i] * s[i + 1]
            f = r.choice([d for d in (2, 3, 4, 6, 8, 12) if n % d == 0] or [1])
            out = s[:i] + (f, n // f) + s[i + 2:]
        else:
            out = s[:i] + (1,) + s[i:]
        if len(out) <= 4:
            self.emit("stablehlo.reshape", f"{x}ATTR : ({tensor(s)}) -> {tensor(out)}", out)

    def reverse(self):
        x, s = self.pick()
        dims = sorted(self.r.sample(range(len(s)), self.r.randint(1, len(s))))
        self.emit("stablehlo.reverse", f"{x}, dims = {dims}ATTR : {tensor(s)}", s)

    def slice(self):
        x, s = self.pick()
        bounds, out = [], []
        for d in s:
            if self.r.random() < 0.5 or d == 1:
                bounds.append(f"0:{d}"), out.append(d)
            else:
                low, step = self.r.randint(0, d // 2), self.r.choice([1, 1, 2])
                bounds.append(f"{low}:{d}" + (f":{step}" if step > 1 else "")), out.append(-(-(d - low) // step))
        self.emit("stablehlo.slice", f"{x} [{', '.join(bounds)}]ATTR : ({tensor(s)}) -> {tensor(out)}", tuple(out))

    def pad(self):
        x, s = self.pick()
        z, _ = self.pick(low=0, high=0, shape=())
        low = [self.r.choice([0, 0, 1, 2]) for _ in s]
        high = [self.r.choice([0, 0, 4, -1 if d > 1 else 0]) for d in s]
        inner = [self.r.choice([0, 0, 0, 1]) for _ in s]
        out = tuple(d + l + h + i * (d - 1) for d, l, h, i in zip(s, low, high, inner))
        self.emit("stablehlo.pad", f"{x}, {z}, low = {low}, high = {high}, interior = {inner}ATTR : "
                  f"({tensor(s)}, tensor<f32>) -> {tensor(out)}", out)

    def concatenate(self):
        x, s = self.pick()
        i = self.r.randrange(len(s))
        if self.r.random() < 0.3 and s[i] > 1:  # of slices of one value: a rotation
            cut = s[i] // 2
            part = lambda lo, hi: ", ".join(f"{lo}:{hi}" if d == i else f"0:{n}" for d, n in enumerate(s))
            l, r = s[:i] + (s[i] - cut,) + s[i + 1:], s[:i] + (cut,) + s[i + 1:]
            a, _ = self.emit("stablehlo.slice", f"{x} [{part(cut, s[i])}]ATTR : ({tensor(s)}) -> {tensor(l)}", l)
            b, _ = self.emit("stablehlo.slice", f"{x} [{part(0, cut)}]ATTR : ({tensor(s)}) -> {tensor(r)}", r)
            self.emit("stablehlo.concatenate", f"{a}, {b}, dim = {i}ATTR : ({tensor(l)}, {tensor(r)}) -> {tensor(s)}", s)
            return
        y, _ = self.pick(shape=s)
        out = s[:i] + (2 * s[i],) + s[i + 1:]
        self.emit("stablehlo.concatenate", f"{x}, {y}, dim = {i}ATTR : ({tensor(s)}, {tensor(s)}) -> {tensor(out)}", out)

    def index(self):
        return self.pick("i32", low=0, high=0, shape=())[0]

    def constant_index(self):
        name = self.fresh("c")
        self.lines.append(f"{name} = stablehlo.constant dense<0> : tensor<i32>")
        return name

    def dynamic_slice(self):
        x, s = self.pick()
        out = tuple(d if self.r.random() < 0.5 else self.r.choice([1, max(1, d // 2)]) for d in s)
        starts = ", ".join(self.index() for _ in s)
        types = ", ".join(["tensor<i32>"] * len(s))
        self.emit("stablehlo.dynamic_slice", f"{x}, {starts}, sizes = {list(out)}ATTR : ({tensor(s)}, {types}) -> {tensor(out)}", out)

    def dynamic_update_slice(self):
        x, s = self.pick()
        u, t = self.pick(wanted=lambda t: len(t) == len(s) and all(e <= d for d, e in zip(s, t)))
        if u is None:
            u, t = self.argument(tuple(max(1, d // 2) for d in s), "f32")
        get = self.constant_index if self.r.random() < 0.4 else self.index
        starts = ", ".join(get() for _ in s)
        types = ", ".join(["tensor<i32>"] * len(s))
        self.emit("stablehlo.dynamic_update_slice", f"{x}, {u}, {starts}ATTR : ({tensor(s)}, {tensor(t)}, {types}) -> {tensor(s)}", s)

    # --- ops: reductions, windows --------------------------------------------------------------------------

    def init(self):
        name = self.fresh("c")
        self.lines.append(f"{name} = stablehlo.constant dense<0.0> : tensor<f32>")
        return name

    def reduce(self):
        x, s = self.pick()
        dims = sorted(self.r.sample(range(len(s)), self.r.randint(1, max(1, len(s) - 1))))
        out = tuple(d for i, d in enumerate(s) if i not in dims)
        init = self.init()
        body = self.r.choice(["add", "maximum", "minimum", "multiply"])
        name = self.fresh()
        if self.r.random() < 0.2:  # two inputs
            y, _ = self.pick(shape=s)
            self.lines.append(f"""{name}:2 = stablehlo.reduce({x} init: {init}), ({y} init: {init}) across dimensions = {dims} : ({tensor(s)}, {tensor(s)}, tensor<f32>, tensor<f32>) -> ({tensor(out)}, {tensor(out)})
 reducer({name}a: tensor<f32>, {name}b: tensor<f32>) ({name}c: tensor<f32>, {name}d: tensor<f32>) {{
  {name}e = stablehlo.add {name}a, {name}b : tensor<f32>
  {name}f = stablehlo.maximum {name}c, {name}d : tensor<f32>
  stablehlo.return {name}e, {name}f : tensor<f32>, tensor<f32>
}}""")
            self.values.append((f"{name}#0", out, "f32"))
            self.values.append((f"{name}#1", out, "f32"))
            return
        self.emit("stablehlo.reduce", f"({x} init: {init}) applies stablehlo.{body} across dimensions = {dims}ATTR : "
                  f"({tensor(s)}, tensor<f32>) -> {tensor(out)}", out)

    def reduce_window(self):
        x, s = self.pick()
        window = [self.r.choice([1, 1, 2]) if d > 1 else 1 for d in s]
        strides = [self.r.choice([1, w]) for w in window]
        padding = [[0, 0] if self.r.random() < 0.7 else [w - 1, 0] for w in window]
        out = tuple((d + p[0] + p[1] - w) // t + 1 for d, w, t, p in zip(s, window, strides, padding))
        init, name = self.init(), self.fresh()
        pads = f", padding = dense<{padding}> : tensor<{len(s)}x2xi64>"
        self.lines.append(f"""{name} = "stablehlo.reduce_window"({x}, {init}) <{{window_dimensions = array<i64: {', '.join(map(str, window))}>, window_strides = array<i64: {', '.join(map(str, strides))}>{pads}}}> ({{
^bb0({name}a: tensor<f32>, {name}b: tensor<f32>):
  {name}c = stablehlo.maximum {name}a, {name}b : tensor<f32>
  stablehlo.return {name}c : tensor<f32>
}}) : ({tensor(s)}, tensor<f32>) -> {tensor(out)}""")
        self.values.append((name, out, "f32"))

    def select_and_scatter(self):
        x, s = self.pick(high=3)
        window = [2 if d % 2 == 0 and self.r.random() < 0.6 else 1 for d in s]
        source = tuple(d // w for d, w in zip(s, window))
        y, _ = self.pick(shape=source)
        init, n = self.init(), self.fresh()
        w = ", ".join(map(str, window))
        self.lines.append(f"""{n} = "stablehlo.select_and_scatter"({x}, {y}, {init}) <{{window_dimensions = array<i64: {w}>, window_strides = array<i64: {w}>}}> ({{
^bb0({n}a: tensor<f32>, {n}b: tensor<f32>):
  {n}c = stablehlo.compare GE, {n}a, {n}b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return {n}c : tensor<i1>
}}, {{
^bb0({n}d: tensor<f32>, {n}e: tensor<f32>):
  {n}f = stablehlo.add {n}d, {n}e : tensor<f32>
  stablehlo.return {n}f : tensor<f32>
}}) : ({tensor(s)}, {tensor(source)}, tensor<f32>) -> {tensor(s)}""")
        self.values.append((n, s, "f32"))

    def sort(self):
        x, s = self.pick()
        n, d = self.fresh(), self.r.randrange(len(s))
        self.lines.append(f"""{n} = "stablehlo.sort"({x}) <{{dimension = {d} : i64}}> ({{
^bb0({n}a: tensor<f32>, {n}b: tensor<f32>):
  {n}c = stablehlo.compare LT, {n}a, {n}b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  stablehlo.return {n}c : tensor<i1>
}}) : ({tensor(s)}) -> {tensor(s)}""")
        self.values.append((n, s, "f32"))

    def convolution(self):
        r = self.r
        batch, groups, batch_groups = r.choice([4, 8]), 1, 1
        dice = r.random()
        features, outs = r.choice([4, 8]), r.choice([4, 8])
        if dice < 0.25:
            groups = 2
        elif dice < 0.4:
            batch_groups = 2
        h, w = r.choice([8, 6]), 8
        kh, kw = r.choice([1, 2, 3, 8]), r.choice([1, 3])
        kh = min(kh, h)
        x, s = self.pick(shape=(batch, h, w, features))
        k, t = self.pick(shape=(kh, kw, features // groups, outs))
        stride = [r.choice([1, 2]), 1]
        pad = [[0, 0], [kw // 2, kw // 2]]
        out = (batch // batch_groups, (h - kh) // stride[0] + 1, w + 2 * (kw // 2) - kw + 1, outs)
        self.emit("stablehlo.convolution", f"({x}, {k}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], "
                  f"window = {{stride = {stride}, pad = {pad}}} {{batch_group_count = {batch_groups} : i64, "
                  f"feature_group_count = {groups} : i64}} : ({tensor(s)}, {tensor(t)}) -> {tensor(out)}", out)

    def batch_norm_inference(self):
        x, s = self.pick()
        d = self.r.randrange(len(s))
        v = ", ".join(self.pick(shape=(s[d],))[0] for _ in range(4))
        t = tensor((s[d],))
        self.emit('"stablehlo.batch_norm_inference"', f"({x}, {v}) <{{epsilon = 0.001 : f32, feature_index = {d} : i64}}> : "
                  f"({tensor(s)}, {t}, {t}, {t}, {t}) -> {tensor(s)}", s)

    # --- ops: gather, scatter ----------------------------------------------------------------------------------

    def gather(self):
        r = self.r
        x, s = self.pick(low=1, high=3)
        batch = self.shape(1, 2)
        d = r.randrange(len(s))
        sizes = [1 if i == d else n if r.random() < 0.7 else max(1, n // 2) for i, n in enumerate(s)]
        if r.random() < 0.3 and len(s) > 1:  # explicit batching
            e = r.choice([i for i in range(len(s)) if i != d])
            batch = (s[e],) + batch[:1]
            i, _ = self.pick("i32", shape=batch + (1,))
            sizes[e] = 1
            window = [n for j, n in enumerate(sizes) if j not in (d, e)]
            out = batch + tuple(window)
            offset = list(range(len(batch), len(out)))
            dims = (f"offset_dims = {offset}, collapsed_slice_dims = [{d}], operand_batching_dims = [{e}], start_indices_batching_dims = [0], "
                    f"start_index_map = [{d}], index_vector_dim = {len(batch)}")
        else:
            i, _ = self.pick("i32", shape=batch + (1,))
            collapse = r.random() < 0.7
            window = [n for j, n in enumerate(sizes) if j != d or not collapse]
            out = batch + tuple(window)
            offset = list(range(len(batch), len(out)))
            dims = (f"offset_dims = {offset}, collapsed_slice_dims = [{d}], start_index_map = [{d}], index_vector_dim = {len(batch)}"
                    if collapse else f"offset_dims = {offset}, start_index_map = [{d}], index_vector_dim = {len(batch)}")
        dims = dims.replace("offset_dims = [], ", "")
        if len(out) > 4:
            return
        it = tensor(batch + (1,), "i32")
        sizes = ", ".join(map(str, sizes))
        self.emit('"stablehlo.gather"', f"({x}, {i}) <{{dimension_numbers = #stablehlo.gather<{dims}>, slice_sizes = array<i64: {sizes}>}}> : "
                  f"({tensor(s)}, {it}) -> {tensor(out)}", out, attr=False)

    def scatter(self):
        r = self.r
        x, s = self.pick(low=1, high=3)
        batch = self.shape(1, 1)
        d = r.randrange(len(s))
        i, _ = self.pick("i32", shape=batch + (1,))
        window = [n if r.random() < 0.7 else max(1, n // 2) for j, n in enumerate(s) if j != d]
        u, _ = self.pick(shape=batch + tuple(window))
        n = self.fresh()
        dims = f"update_window_dims = {list(range(1, 1 + len(window)))}, inserted_window_dims = [{d}], scatter_dims_to_operand_dims = [{d}], index_vector_dim = 1"
        dims = dims.replace("update_window_dims = [], ", "")
        body = r.choice(["add", "maximum", "multiply", "divide"])
        self.lines.append(f"""{n} = "stablehlo.scatter"({x}, {i}, {u}) <{{scatter_dimension_numbers = #stablehlo.scatter<{dims}>}}> ({{
^bb0({n}a: tensor<f32>, {n}b: tensor<f32>):
  {n}c = stablehlo.{body} {n}a, {n}b : tensor<f32>
  stablehlo.return {n}c : tensor<f32>
}}) : ({tensor(s)}, {tensor(batch + (1,), 'i32')}, {tensor(batch + tuple(window))}) -> {tensor(s)}""")
        self.values.append((n, s, "f32"))

    # --- ops: linear algebra, random numbers ------------------------------------------------------------------

    def cholesky(self):
        n = self.r.choice([4, 8])
        x, s = self.pick(low=2, wanted=lambda s: len(s) > 1 and s[-1] == s[-2])
        if x is None:
            x, s = self.argument((self.r.choice(DIMS), n, n), "f32")
        self.emit("stablehlo.cholesky", f"{x}, lower = trueATTR : {tensor(s)}", s)

    def triangular_solve(self):
        r = self.r
        n, k, batch = r.choice([4, 8]), r.choice([2, 8]), self.shape(0, 1)
        left = r.random() < 0.6
        a, s = self.pick(shape=batch + (n, n))
        b, t = self.pick(shape=batch + ((n, k) if left else (k, n)))
        transpose = r.choice(["NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"])
        self.emit('"stablehlo.triangular_solve"', f"({a}, {b}) <{{left_side = {str(left).lower()}, lower = true, "
                  f"transpose_a = #stablehlo<transpose {transpose}>, unit_diagonal = false}}> : ({tensor(s)}, {tensor(t)}) -> {tensor(t)}", t)

    def fft(self):
        x, s = self.pick()
        z, _ = self.emit("stablehlo.complex", f"{x}, {x} : {tensor(s, 'complex<f32>')}", s, "complex<f32>")
        if self.r.random() < 0.5 or s[-1] < 2:
            y, _ = self.emit("stablehlo.fft", f"{z}, type = FFT, length = [{s[-1]}]ATTR : ({tensor(s, 'complex<f32>')}) -> {tensor(s, 'complex<f32>')}", s, "complex<f32>")
            self.emit("stablehlo.real", f"{y} : ({tensor(s, 'complex<f32>')}) -> {tensor(s)}", s)
        else:
            t = s[:-1] + (s[-1] // 2 + 1,)
            self.emit("stablehlo.fft", f"{x}, type = RFFT, length = [{s[-1]}]ATTR : ({tensor(s)}) -> {tensor(t, 'complex<f32>')}", t, "complex<f32>")

    def rng_bit_generator(self):
        s, n = self.shape(), self.fresh()
        state, _ = self.pick("ui64", shape=(2,))
        self.lines.append(f"{n}:2 = stablehlo.rng_bit_generator {state}, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, {tensor(s, 'ui32')})")
        self.values.append((f"{n}#0", (2,), "ui64"))
        self.emit("stablehlo.convert", f"{n}#1ATTR : ({tensor(s, 'ui32')}) -> {tensor(s)}", s)

    # --- ops: collectives, custom calls ------------------------------------------------------------------------

    def collective(self):
        r = self.r
        x, s = self.pick()
        d = r.randrange(len(s))
        kind = r.choice(["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast"])
        groups = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
        n = self.fresh()
        add = f"""({{
^bb0({n}a: tensor<f32>, {n}b: tensor<f32>):
  {n}c = stablehlo.add {n}a, {n}b : tensor<f32>
  stablehlo.return {n}c : tensor<f32>
}})"""
        if kind == "all_reduce":
            out, text = s, f'"stablehlo.all_reduce"({x}) <{{{groups}}}> {add}'
        elif kind == "all_gather":
            out = s[:d] + (2 * s[d],) + s[d + 1:]
            text = f'"stablehlo.all_gather"({x}) <{{all_gather_dim = {d} : i64, {groups}}}>'
        elif kind == "reduce_scatter":
            if s[d] % 2:
                return
            out = s[:d] + (s[d] // 2,) + s[d + 1:]
            text = f'"stablehlo.reduce_scatter"({x}) <{{{groups}, scatter_dimension = {d} : i64}}> {add}'
        elif kind == "all_to_all":
            e = r.randrange(len(s))
            if s[d] % 2:
                return
            out = list(s)
            out[d] //= 2
            out[e] *= 2
            out = tuple(out)
            text = f'"stablehlo.all_to_all"({x}) <{{concat_dimension = {e} : i64, {groups}, split_count = 2 : i64, split_dimension = {d} : i64}}>'
        elif kind == "collective_permute":
            out, text = s, f'"stablehlo.collective_permute"({x}) <{{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}}>'
        else:
            out, text = s, f'"stablehlo.collective_broadcast"({x}) <{{{groups}}}>'
        self.lines.append(f"{n} = {text} : ({tensor(s)}) -> {tensor(out)}")
        self.values.append((n, out, "f32"))

    def custom_call(self):
        r = self.r
        dice = r.random()
        if dice < 0.4:
            x, s = self.pick()
            target = r.choice(POINTWISE_CALLS)
            self.emit(f"stablehlo.custom_call", f"@{target}({x})ATTR : ({tensor(s)}) -> {tensor(s)}", s)
        elif dice < 0.55:
            x, s = self.pick(low=3, high=3)
            n = self.fresh()
            out = tensor((s[0], s[1]))
            self.lines.append(f"{n}:2 = stablehlo.custom_call @Eigh({x}) : ({tensor(s)}) -> ({tensor(s)}, {out})")
            self.values += [(f"{n}#0", s, "f32"), (f"{n}#1", (s[0], s[1]), "f32")]
        elif dice < 0.7:
            x, s = self.pick(low=3, high=3)
            n = self.fresh()
            taus = (s[0], min(s[1], s[2]))
            self.lines.append(f"{n}:2 = stablehlo.custom_call @Qr({x}) : ({tensor(s)}) -> ({tensor(s)}, {tensor(taus)})")
            self.values += [(f"{n}#0", s, "f32"), (f"{n}#1", taus, "f32")]
        elif dice < 0.8:
            x, s = self.pick(low=2, high=2)
            i, _ = self.pick("i32", shape=s)
            n, k = self.fresh(), max(1, s[1] // 2)
            target = r.choice(["ApproxTopK", "PartialReduce"])
            c, ci = self.init(), self.constant_index()
            out = (s[0], k)
            self.lines.append(f"{n}:2 = stablehlo.custom_call @{target}({x}, {i}, {c}, {ci}) : ({tensor(s)}, {tensor(s, 'i32')}, tensor<f32>, tensor<i32>) -> ({tensor(out)}, {tensor(out, 'i32')})")
            self.values += [(f"{n}#0", out, "f32"), (f"{n}#1", out, "i32")]
        elif dice < 0.9:
            x, s = self.pick()
            k, n = max(1, s[-1] // 2), self.fresh()
            out = s[:-1] + (k,)
            self.lines.append(f"{n}:2 = stablehlo.custom_call @mhlo.topk({x}) : ({tensor(s)}) -> ({tensor(out)}, {tensor(out, 'i32')})")
            self.values += [(f"{n}#0", out, "f32"), (f"{n}#1", out, "i32")]
        else:
            x, s = self.pick(low=2, high=2)
            rule = f"#sdy.op_sharding_rule<([i, j])->([i, j]) {{i={s[0]}, j={s[1]}}}{r.choice(['', ' need_replication={j}', ' permutation={i}', ' blocked_propagation={j}'])}, custom>"
            n = self.fresh()
            self.lines.append(f"{n} = stablehlo.custom_call @foo({x}) {{sdy.sharding_rule = {rule}}} : ({tensor(s)}) -> {tensor(s)}")
            self.values.append((n, s, "f32"))
            self.features.add("user rule")

    # --- sdy, regions ----------------------------------------------------------------------------------------

    def constraint(self):
        x, s = self.pick()
        text = self.sharding(s, closed=self.r.choice([True, None]))
        for p in ("p0", "p1", "p2", "p3"):
            text = text.replace("}" + p, "}")
        self.constrain(x, s, text)

    def barrier(self):
        x, s = self.pick()
        if self.r.random() < 0.4:
            direction = self.r.choice(["NONE", "FORWARD", "BACKWARD"])
            self.emit("sdy.propagation_barrier", f"{x} allowed_direction={direction} : {tensor(s)}", s, attr=False)
            return
        y, t = self.pick()
        n = self.fresh()
        self.lines.append(f"{n}:2 = stablehlo.optimization_barrier {x}, {y} : {tensor(s)}, {tensor(t)}")
        self.values += [(f"{n}#0", s, "f32"), (f"{n}#1", t, "f32")]

    def body(self, values, isolated, steps):
        """Lines of a body in which `values` are known, and the values at its end."""
        outer_lines, outer_values = self.lines, self.values
        self.lines, self.values = [], ([] if isolated else list(outer_values)) + values
        self.isolated += 1
        simple = ["unary", "binary", "same", "transpose", "constraint", "dot_general", "reduce", "broadcast", "reshape"]
        for _ in range(steps):
            self.step(self.r.choice(simple))
        self.isolated -= 1
        lines, end = self.lines, self.values
        self.lines, self.values = outer_lines, outer_values
        return lines, end

    @staticmethod
    def live(lines, used):
        """The lines that the values of the text `used` need: jaxlib drops dead ops on its way, ours does before it starts."""
        kept = []
        for line in reversed(lines):
            name = re.match(r"(%\w+)(?::\d+)? = ", line)
            if not name or "sharding_constraint" in line or re.search(re.escape(name[1]) + r"\b", used):
                kept.append(line)
                used += "\n" + line.split(" = ", 1)[-1]
        return kept[::-1]

    def result(self, end, lines, shape):
        """A value of the wanted shape in a body: the last of them."""
        fitting = [v[0] for v in end if v[1] == shape and v[2] == "f32"]
        return fitting[-1]

    def while_(self):
        x, s = self.pick()
        y, t = self.pick()
        k = self.index()
        n = self.fresh("w")
        a, b, c = f"{n}a", f"{n}b", f"{n}c"
        lines, end = self.body([(b, s, "f32"), (c, t, "f32")], False, self.r.randint(1, 3))
        first = self.result(end, lines, s)
        second = self.result([v for v in end if v[0] != b] or end, lines, t) if s == t else self.result(end, lines, t)
        inner = "\n".join(self.live(lines, first + " " + second))
        attrs = ""
        if self.r.random() < 0.2:
            attrs = f" attributes {{sdy.sharding = #sdy.sharding_per_value<[<@m, []>, <@m, {self.sharding(s)}>, <@m, {self.sharding(t)}>]>}}"
        self.lines.append(f"""{n}:3 = stablehlo.while({a} = {k}, {b} = {x}, {c} = {y}) : tensor<i32>, {tensor(s)}, {tensor(t)}{attrs}
cond {{
  {n}p = stablehlo.compare LT, {a}, {a}, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return {n}p : tensor<i1>
}} do {{
{inner}
  stablehlo.return {a}, {first}, {second} : tensor<i32>, {tensor(s)}, {tensor(t)}
}}""")
        self.values += [(f"{n}#1", s, "f32"), (f"{n}#2", t, "f32")]

    def case_(self):
        x, s = self.pick()
        k, n = self.index(), self.fresh("w")
        branches = []
        for _ in range(2):
            lines, end = self.body([(x, s, "f32")], False, self.r.randint(1, 2))
            last = self.result(end, lines, s)
            inner = "\n".join(self.live(lines, last))
            branches.append(f"{{\n{inner}\n  stablehlo.return {last} : {tensor(s)}\n}}")
        self.lines.append(f'{n} = "stablehlo.case"({k}) ({", ".join(branches)}) : (tensor<i32>) -> {tensor(s)}')
        self.values.append((n, s, "f32"))

    def manual_computation(self):
        free = [a for a in self.mesh if a not in self.manual]
        if not free:
            return
        axes = [a for a in free if self.r.random() < 0.6] or free[:1]
        x, s = self.pick()
        dims, local, left = [], [], list(axes)
        for d in s:
            mine = []
            while left and self.r.random() < 0.6 and d % self.mesh[left[0]] == 0:
                d //= self.mesh[left[0]]
                mine.append(left.pop(0))
            local.append(d)
            dims.append("{" + ", ".join(f'"{a}"' for a in mine) + (", ?" if mine else "?") + "}" if self.r.random() < 0.6 else
                        "{" + ", ".join(f'"{a}"' for a in mine) + "}")
        placed = f"<@m, [{', '.join(dims)}]" + (", replicated={" + ", ".join(f'"{a}"' for a in sorted(left, key=list(self.mesh).index)) + "}" if left and self.r.random() < 0.5 else "") + ">"
        local = tuple(local)
        n = self.fresh("w")
        self.manual += axes
        lines, end = self.body([(f"{n}a", local, "f32")], True, self.r.randint(1, 3))
        self.manual = [a for a in self.manual if a not in axes]
        names = ", ".join(f'"{a}"' for a in axes)
        last = self.result(end, lines, local)
        inner = "\n".join(self.live(lines, last))
        self.lines.append(f"""{n} = sdy.manual_computation({x}) in_shardings=[{placed}] out_shardings=[{placed}] manual_axes={{{names}}} ({n}a: {tensor(local)}) {{
{inner}
  sdy.return {last} : {tensor(local)}
}} : ({tensor(s)}) -> {tensor(s)}""")
        self.values.append((n, s, "f32"))

    def call(self):
        """A function, called once or twice."""
        x, s = self.pick()
        name = f"f{len(self.functions)}"
        outer_lines, outer_values = self.lines, self.values
        lines, end = self.body([("%p", s, "f32")], True, self.r.randint(1, 2))
        attr = lambda: f" {{sdy.sharding = #sdy.sharding<@m, {self.sharding(s)}>}}" if self.r.random() < 0.3 else ""
        last = self.result(end, lines, s)
        inner = "\n".join(self.live(lines, last))
        self.functions.append(f"""func.func private @{name}(%p: {tensor(s)}{attr()}) -> ({tensor(s)}{attr()}) {{
{inner}
  return {last} : {tensor(s)}
}}""")
        for _ in range(self.r.choice([1, 1, 2])):
            y, _ = self.pick(shape=s)
            n = self.fresh()
            self.lines.append(f"{n} = func.call @{name}({y}) : ({tensor(s)}) -> {tensor(s)}")
            self.values.append((n, s, "f32"))
        self.features.add("call")

    # --- the program -------------------------------------------------------------------------------------------

    def program(self):
        r = self.r
        attr = lambda s, p: f" {{sdy.sharding = #sdy.sharding<@m, {self.sharding(s)}>}}" if s and r.random() < p else ""
        body = "\n".join(self.lines)
        ends = [v for v in self.values if v[0].startswith(("%v", "%w")) and
                len(re.findall(re.escape(v[0]) + r"(?![\w#])", body)) == (0 if "#" in v[0] else 1)]
        returned = self.kept + r.sample(ends, min(len(ends), 5))
        returned += [r.choice(self.values)] if r.random() < 0.3 or not returned else []
        args = ", ".join(f"{n}: {tensor(s, e)}{attr(s, 0.55)}" for n, s, e in self.args)
        results = ", ".join(f"{tensor(s, e)}{attr(s, 0.3)}" for _, s, e in returned)
        axes = ", ".join(f'"{a}"={n}' for a, n in self.mesh.items())
        body = "\n".join(self.live(self.lines, " ".join(v[0] for v in returned)))
        called = [f for i, f in enumerate(self.functions) if re.search(rf"@f{i}\b", body)]
        return (f"module {{\nsdy.mesh @m = <[{axes}]>\nfunc.func @main({args}) -> ({results}) {{\n{body}\n"
                f"return {', '.join(v[0] for v in returned)} : {', '.join(tensor(s, e) for _, s, e in returned)}\n}}\n"
                + "\n".join(called) + "\n}\n")


P = RandomProgram
KINDS = {  # kind -> (how, weight)
    "unary": (P.unary, 6), "binary": (P.binary, 6), "same": (P.same, 1), "int_unary": (P.int_unary, 1.2),
    "int_binary": (P.int_binary, 2), "compare": (P.compare, 1), "select": (P.select, 1), "clamp": (P.clamp, 1),
    "convert": (P.convert, 1), "to_float": (P.to_float, 1), "is_finite": (P.is_finite, 1), "complex": (P.complex, 1),
    "reduce_precision": (P.reduce_precision, 1), "bitcast": (P.bitcast, 1), "constant": (P.constant, 1),
    "iota": (P.iota, 1), "constant_expression": (P.constant_expression, 1), "scalar_broadcast": (P.scalar_broadcast, 1),
    "dot_general": (P.dot_general, 4), "dot": (P.dot, 1.5), "broadcast": (P.broadcast, 2), "transpose": (P.transpose, 2),
    "reshape": (P.reshape, 4), "reverse": (P.reverse, 1), "slice": (P.slice, 1.5), "pad": (P.pad, 1.5),
    "concatenate": (P.concatenate, 1.5), "dynamic_slice": (P.dynamic_slice, 1.5),
    "dynamic_update_slice": (P.dynamic_update_slice, 1.5), "reduce": (P.reduce, 2), "reduce_window": (P.reduce_window, 1.2),
    "select_and_scatter": (P.select_and_scatter, 1), "sort": (P.sort, 1), "convolution": (P.convolution, 1.5),
    "batch_norm_inference": (P.batch_norm_inference, 1), "gather": (P.gather, 2), "scatter": (P.scatter, 1.5),
    "cholesky": (P.cholesky, 1), "triangular_solve": (P.triangular_solve, 1), "fft": (P.fft, 1),
    "rng_bit_generator": (P.rng_bit_generator, 1), "collective": (P.collective, 4), "custom_call": (P.custom_call, 2.5),
    "constraint": (P.constraint, 4), "barrier": (P.barrier, 1.5), "while": (P.while_, 1.5), "case": (P.case_, 1),
    "manual_computation": (P.manual_computation, 1.2), "call": (P.call, 1)}
