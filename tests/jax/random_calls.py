# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ops of random programs that talk to others: collectives, custom calls, channels to the host, device ids, tuples."""
from random_ops import tensor

POINTWISE = ["annotate_device_placement", "Cholesky", "CompactWyHelper", "InspectSharding", "InvertDiagBlocksLowerTriangular",
             "InvertDiagBlocksUpperTriangular", "LayoutConstraint", "mhlo.erf", "MoveToDevice", "MoveToHost",
             "xla.megascale.provide_metadata", "_SPMDInternalOp_MultiPad", "_SPMDInternalOp_RotateRight",
             "_SPMDInternalOp_MultiRotate", "_SPMDInternalOp_MultiSlice", "_SPMDInternalOp_Wrap"]
WITHOUT_RULE = ["sdy_testonly", "tpu_custom_call", "xla_python_cpu_callback", "xla_ffi_python_cpu_callback", "xla.debug.Log", "nobody_knows"]


class Calls:

    def collective(self):
        r = self.r
        x, s = self.pick()
        d = r.randrange(len(s))
        kind = r.choice(["all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute", "collective_broadcast",
                         "cross-replica-sum"])
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
            out, text = s, f'"stablehlo.{kind}"({x}) <{{{groups}}}>'
        self.lines.append(f"{n} = {text} : ({tensor(s)}) -> {tensor(out)}")
        self.values.append((n, out, "f32"))

    # --- ops: custom calls ---------------------------------------------------------------------------------

    def pointwise_calls(self):
        """Three in a row."""
        x, s = self.pick()
        for target in self.r.sample(POINTWISE, 3):
            x, _ = self.emit("stablehlo.custom_call", f"@{target}({x})ATTR : ({tensor(s)}) -> {tensor(s)}", s)

    def words(self):
        """64-bit words in halves and back; a generator's state made of halves stays whole."""
        x, s = self.pick("ui64", shape=(2,)) if self.r.random() < 0.4 else self.pick("ui64")
        half, whole = tensor(s, "ui32"), tensor(s, "ui64")
        h, _ = self.emit("stablehlo.custom_call", f"@X64SplitHigh({x})ATTR : ({whole}) -> {half}", s, "ui32")
        l, _ = self.emit("stablehlo.custom_call", f"@X64SplitLow({x})ATTR : ({whole}) -> {half}", s, "ui32")
        c, _ = self.emit("stablehlo.custom_call", f"@X64Combine({l}, {h})ATTR : ({half}, {half}) -> {whole}", s, "ui64")
        if s == (2,):
            n, out = self.fresh(), self.shape()
            self.lines.append(f"{n}:2 = stablehlo.rng_bit_generator {c}, algorithm = THREE_FRY : ({whole}) -> ({whole}, {tensor(out, 'ui32')})")
            self.emit("stablehlo.convert", f"{n}#1ATTR : ({tensor(out, 'ui32')}) -> {tensor(out)}", out)
        else:
            self.emit("stablehlo.convert", f"{c}ATTR : ({whole}) -> {tensor(s)}", s)

    def custom_call(self):
        r = self.r
        dice = r.random()
        if dice < 0.25:
            x, s = self.pick()
            for target in r.sample(WITHOUT_RULE, 2):
                x, _ = self.emit("stablehlo.custom_call", f"@{target}({x})ATTR : ({tensor(s)}) -> {tensor(s)}", s)
        elif dice < 0.36:
            x, s = self.pick(low=3, high=3)
            t = (s[0], min(s[1], s[2]))
            y, _ = self.pick(shape=t)
            self.emit("stablehlo.custom_call", f"@ProductOfElementaryHouseholderReflectors({x}, {y})ATTR : ({tensor(s)}, {tensor(t)}) -> {tensor(s)}", s)
        elif dice < 0.45:
            x, s = self.pick(low=3, high=3)
            n = self.fresh()
            out = tensor((s[0], s[1]))
            self.lines.append(f"{n}:2 = stablehlo.custom_call @Eigh({x}) : ({tensor(s)}) -> ({tensor(s)}, {out})")
            self.values += [(f"{n}#0", s, "f32"), (f"{n}#1", (s[0], s[1]), "f32")]
        elif dice < 0.63:
            x, s = self.pick(low=3, high=3)
            n = self.fresh()
            target = r.choice(["Qr", "QrDecompositionBlock"])
            taus = (s[0], min(s[1], s[2]))
            self.lines.append(f"{n}:2 = stablehlo.custom_call @{target}({x}) : ({tensor(s)}) -> ({tensor(s)}, {tensor(taus)})")
            self.values += [(f"{n}#0", s, "f32"), (f"{n}#1", taus, "f32")]
        elif dice < 0.82:
            x, s = self.pick(low=2, high=2)
            i, _ = self.pick("i32", shape=s)
            n, k = self.fresh(), max(1, s[1] // 2)
            target = r.choice(["ApproxTopK", "PartialReduce"])
            c, ci = self.init(), self.constant_index()
            out = (s[0], k)
            self.lines.append(f"{n}:2 = stablehlo.custom_call @{target}({x}, {i}, {c}, {ci}) : ({tensor(s)}, {tensor(s, 'i32')}, tensor<f32>, tensor<i32>) -> ({tensor(out)}, {tensor(out, 'i32')})")
            self.values += [(f"{n}#0", out, "f32"), (f"{n}#1", out, "i32")]
        elif dice < 0.91:
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

    # --- ops: the host, device ids, tuples ------------------------------------------------------------------

    def channel(self):
        """A token, an infeed or a value received; it or another one goes out again."""
        s, n = self.shape(), self.fresh("t")
        t, token = tensor(s), "!stablehlo.token"
        start = f"{n}s"
        self.lines.append(f"{start} = stablehlo.create_token : {token}")
        if self.r.random() < 0.5:
            self.lines.append(f'{n}w:2 = "stablehlo.infeed"({start}) <{{infeed_config = ""}}> : ({token}) -> ({t}, {token})')
        else:
            self.lines.append(f'{n}w:2 = "stablehlo.recv"({start}) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, '
                              f"is_host_transfer = true}}> : ({token}) -> ({t}, {token})")
        self.lines.append(f"{n}a = stablehlo.after_all {n}w#1, {start} : {token}")
        x, s = self.pick()
        if self.r.random() < 0.5:
            self.lines.append(f'{n}o = "stablehlo.outfeed"({x}, {n}a) <{{outfeed_config = ""}}> : ({tensor(s)}, {token}) -> {token}')
        else:
            self.lines.append(f'{n}o = "stablehlo.send"({x}, {n}a) <{{channel_handle = #stablehlo.channel_handle<handle = 2, type = 2>, '
                              f"is_host_transfer = true}}> : ({tensor(s)}, {token}) -> {token}")
        self.emit("stablehlo.negate", f"{n}w#0ATTR : {t}", tuple(int(d) for d in t[7:-1].split("x")[:-1]))

    def device(self):
        """A value that differs between devices."""
        x, s = self.pick("i32")
        n = self.fresh("d")
        op = self.r.choice(["partition_id", "replica_id"])
        self.lines += [f"{n} = stablehlo.{op} : tensor<ui32>", f"{n}i = stablehlo.convert {n} : (tensor<ui32>) -> tensor<i32>",
                       f"{n}b = stablehlo.broadcast_in_dim {n}i, dims = [] : (tensor<i32>) -> {tensor(s, 'i32')}"]
        self.emit("stablehlo.add", f"{x}, {n}bATTR : {tensor(s, 'i32')}", s, "i32")

    def element(self):
        """One of a tuple that main gets."""
        if self.isolated:
            return
        s, t, n = self.shape(), self.shape(), self.fresh("tuple")
        whole = f"tuple<{tensor(s)}, {tensor(t)}>"
        self.tuples.append(f"{n}: {whole}")
        i = self.r.randrange(2)
        self.emit("stablehlo.get_tuple_element", f"{n}[{i}]ATTR : ({whole}) -> {tensor((s, t)[i])}", (s, t)[i])
