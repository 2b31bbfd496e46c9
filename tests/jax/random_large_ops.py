# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ops of random programs that have many parameters: reductions, windows, gather, scatter, linear algebra. Calls and collectives are in
random_calls.py."""
from random_ops import tensor


class LargeOps:
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
        e = r.choice([i for i in range(len(s)) if i != d]) if r.random() < 0.3 and len(s) > 1 else None  # a batching dim, written as such
        if e is not None:
            batch = (s[e],) + batch
        i, _ = self.pick("i32", shape=batch + (1,))
        window = [n if r.random() < 0.7 else max(1, n // 2) for j, n in enumerate(s) if j not in (d, e)]
        u, _ = self.pick(shape=batch + tuple(window))
        n = self.fresh()
        batching = f"input_batching_dims = [{e}], scatter_indices_batching_dims = [0], " if e is not None else ""
        dims = (f"update_window_dims = {list(range(len(batch), len(batch) + len(window)))}, inserted_window_dims = [{d}], {batching}"
                f"scatter_dims_to_operand_dims = [{d}], index_vector_dim = {len(batch)}")
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
