# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ops of random programs, a method each: elementwise ones, products, movements. The others are in random_large_ops.py."""
DIMS = [8, 8, 8, 16, 4, 12, 6, 2, 3, 1]
UNARY = ["abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one",
         "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tan", "tanh"]
BINARY = ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"]
INT_UNARY = ["not", "popcnt", "count_leading_zeros"]
INT_BINARY = ["and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical"]


def tensor(shape, element="f32"):
    return "tensor<" + "".join(f"{d}x" for d in shape) + element + ">"


class Ops:
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

    def quantized(self):
        """Floats through 8 bits, with one scale or with one for each index of a dim, and back; with the rules that jaxlib does not have."""
        def rule(shape):
            dims = "[" + ", ".join("ijkl"[:len(shape)]) + "]"
            sizes = ", ".join(f"{letter}={size}" for letter, size in zip("ijkl", shape))
            return f"{{sdy.sharding_rule = #sdy.op_sharding_rule<({dims})->({dims}) {{{sizes}}}>}}"
        x, s = self.pick()
        d = self.r.randrange(len(s))
        kind = "!quant.uniform<i8:f32, 2.0:15>" if self.r.random() < 0.6 else \
            f"!quant.uniform<i8:f32:{d}, {{{', '.join(['5.0e-01'] * s[d])}}}>"
        y, _ = self.emit("stablehlo.uniform_quantize", f"{x} {rule(s)} : ({tensor(s)}) -> {tensor(s, kind)}", s, kind)
        if ":15" in kind and self.r.random() < 0.5:
            s = s[::-1]
            dims = ", ".join(str(i) for i in reversed(range(len(s))))
            y, _ = self.emit("stablehlo.transpose", f"{y}, dims = [{dims}]ATTR : ({tensor(s[::-1], kind)}) -> {tensor(s, kind)}", s, kind)
        z, _ = self.emit("stablehlo.uniform_dequantize", f"{y} {rule(s)} : ({tensor(s, kind)}) -> {tensor(s)}", s)
        self.kept.append((z, s, "f32"))

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
