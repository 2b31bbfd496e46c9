# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random StableHLO programs with random shardings, made so that every op with a sharding rule, every form of a sharding and every way in
which shardings meet occurs often. `RandomProgram(seed)` is one program; `.text`, and what it has: `.ops`, `.features`.
"""
import random
import re

from random_calls import Calls
from random_large_ops import LargeOps
from random_ops import BINARY, DIMS, Ops, tensor
from random_regions import Regions

MESHES = [{"a": 2, "b": 2, "c": 2}, {"x": 4, "y": 2}, {"x": 4, "y": 2, "z": 3}, {"x": 8, "y": 2}, {"a": 2}, {"x": 4},
          {"y": 6, "x": 4}, {"a": 2, "b": 4}, {"x": 4, "one": 1, "y": 2}]


class RandomProgram(Ops, LargeOps, Calls, Regions):
    def __init__(self, seed):
        self.r = r = random.Random(seed)
        self.rare = random.Random(seed + 0.5)  # for what came later: programs without it stay as they were
        self.mesh = r.choice(MESHES)
        self.lines, self.args, self.count, self.features = [], [], 0, set()
        self.kept = []  # values that main returns
        self.values = []  # in scope: (name, shape, element)
        self.manual = []  # axes that are manual here
        self.isolated = 0  # depth of bodies that see nothing from outside
        self.functions = []
        self.tuples = []  # arguments that are no tensors
        self.priorities = r.random() < 0.3
        self.dead = r.random() < 0.25
        self.partial = self.rare.random() < 0.2
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
        if self.rare.random() < 0.08:
            self.quantized()
        self.text = self.meshes(self.program())
        self.ops = set(re.findall(r"\b(?:stablehlo|sdy|func)\.([\w-]+)", self.text)) - {
            "return", "mesh", "func", "sharding", "op_sharding_rule", "sharding_rule", "sharding_per_value", "token", "channel_handle"}
        self.ops |= {"custom_call @" + target for target in re.findall(r"custom_call @([\w.]+)", self.text)}
        if self.dead:
            self.features.add("dead code")
        if ":(" in self.text:
            self.features.add("sub-axis")
        if self.ops & {"while", "case", "manual_computation", "named_computation"}:
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
        dims, replicated, unreduced = [[] for _ in shape], [], []
        for part in parts:
            dice = r.random()
            if dice < use and shape:
                dims[r.randrange(len(shape))].append(part)
            elif dice < use + 0.07 and not plain:
                if not any(part.split(":")[0] == p.split(":")[0] for p in replicated):
                    replicated.append(part)
            elif self.partial and not plain and self.rare.random() < 0.3:
                if not any(part.split(":")[0] == p.split(":")[0] for p in unreduced):
                    unreduced.append(part)
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
        order = list(self.mesh)
        tail = ""
        for name, axes in (("replicated", replicated), ("unreduced", unreduced)):
            if axes:
                self.features.add(name + " axis")
                axes.sort(key=lambda p: order.index(p.split('"')[1]))
                tail += f", {name}={{{', '.join(axes)}}}"
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

    # --- sdy ----------------------------------------------------------------------------------------

    def constraint(self):
        x, s = self.pick()
        text = self.sharding(s, closed=self.r.choice([True, None]))
        for p in ("p0", "p1", "p2", "p3"):
            text = text.replace("}" + p, "}")
        self.constrain(x, s, text)

    def reshard(self):
        x, s = self.pick()
        self.emit("sdy.reshard", f"{x} <@m, {self.sharding(s, closed=self.r.choice([True, None]))}> : {tensor(s)}", s, attr=False)

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

    def meshes(self, text):
        """Some shardings with the mesh written out, or with another name of the same mesh."""
        dice = self.r.random()
        if dice > 0.15:
            return text
        axes = ", ".join(f'"{a}"={n}' for a, n in self.mesh.items())
        other = f"mesh<[{axes}]>" if dice < 0.1 else "@same"
        self.features.add("inlined mesh" if dice < 0.1 else "two names of a mesh")
        text = re.sub("<@m,", lambda m: f"<{other}," if self.r.random() < 0.5 else m[0], text)
        return text if dice < 0.1 else text.replace("func.func @main", f"sdy.mesh @same = <[{axes}]>\nfunc.func @main", 1)

    # --- the program -------------------------------------------------------------------------------------------

    def program(self):
        r = self.r
        attr = lambda s, p: f" {{sdy.sharding = #sdy.sharding<@m, {self.sharding(s)}>}}" if s and r.random() < p else ""
        body = "\n".join(self.lines)
        ends = [v for v in self.values if v[0].startswith(("%v", "%w")) and
                len(re.findall(re.escape(v[0]) + r"(?![\w#])", body)) == (0 if "#" in v[0] else 1)]
        returned = self.kept + r.sample(ends, min(len(ends), 5))
        returned += [r.choice(self.values)] if r.random() < 0.3 or not returned else []
        args = ", ".join([f"{n}: {tensor(s, e)}{attr(s, 0.55)}" for n, s, e in self.args] + self.tuples)
        results = ", ".join(f"{tensor(s, e)}{attr(s, 0.3)}" for _, s, e in returned)
        axes = ", ".join(f'"{a}"={n}' for a, n in self.mesh.items())
        body = "\n".join(self.live(self.lines, " ".join(v[0] for v in returned)))
        called = [f for i, f in enumerate(self.functions) if re.search(rf"@f{i}\b", body)]
        return (f"module {{\nsdy.mesh @m = <[{axes}]>\nfunc.func @main({args}) -> ({results}) {{\n{body}\n"
                f"return {', '.join(v[0] for v in returned)} : {', '.join(tensor(s, e) for _, s, e in returned)}\n}}\n"
                + "\n".join(called) + "\n}\n")


P = RandomProgram
KINDS = {  # kind -> (how, weight)
    "unary": (P.unary, 8), "binary": (P.binary, 6), "same": (P.same, 1), "int_unary": (P.int_unary, 1.5),
    "int_binary": (P.int_binary, 3), "compare": (P.compare, 1), "select": (P.select, 1), "clamp": (P.clamp, 1),
    "convert": (P.convert, 1), "to_float": (P.to_float, 1), "is_finite": (P.is_finite, 1), "complex": (P.complex, 1.5),
    "reduce_precision": (P.reduce_precision, 1), "bitcast": (P.bitcast, 1), "constant": (P.constant, 1),
    "iota": (P.iota, 1), "constant_expression": (P.constant_expression, 1), "scalar_broadcast": (P.scalar_broadcast, 1),
    "dot_general": (P.dot_general, 4), "dot": (P.dot, 1.5), "broadcast": (P.broadcast, 2), "transpose": (P.transpose, 2),
    "reshape": (P.reshape, 4), "reverse": (P.reverse, 1), "slice": (P.slice, 1.5), "pad": (P.pad, 1.5),
    "concatenate": (P.concatenate, 1.5), "dynamic_slice": (P.dynamic_slice, 1.5),
    "dynamic_update_slice": (P.dynamic_update_slice, 1.5), "reduce": (P.reduce, 2), "reduce_window": (P.reduce_window, 1.2),
    "select_and_scatter": (P.select_and_scatter, 1), "sort": (P.sort, 1), "convolution": (P.convolution, 1.5),
    "batch_norm_inference": (P.batch_norm_inference, 1), "gather": (P.gather, 2), "scatter": (P.scatter, 1.5),
    "cholesky": (P.cholesky, 1), "triangular_solve": (P.triangular_solve, 1), "fft": (P.fft, 1),
    "rng_bit_generator": (P.rng_bit_generator, 1), "collective": (P.collective, 5), "custom_call": (P.custom_call, 4),
    "pointwise_calls": (P.pointwise_calls, 4), "words": (P.words, 1), "channel": (P.channel, 1), "device": (P.device, 1.5),
    "element": (P.element, 0.8), "reshard": (P.reshard, 1.5), "named_computation": (P.named_computation, 0.4),
    "constraint": (P.constraint, 4), "barrier": (P.barrier, 2), "while": (P.while_, 2.4), "case": (P.case_, 1.8),
    "manual_computation": (P.manual_computation, 1.8), "call": (P.call, 1)}
