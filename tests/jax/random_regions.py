# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ops with regions and calls for `RandomProgram`, as a mixin: loops, branches, manual and named computations, functions."""
import re

from random_ops import tensor

KEPT = re.compile(r"sdy\.sharding_constraint|stablehlo\.(infeed|outfeed|send|recv)\b")  # with effects, or kept by jaxlib though dead


class Regions:
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

    def live(self, lines, used):
        """The lines that the values of the text `used` need, in three of four programs; the others keep dead ones."""
        if self.dead:
            return lines
        kept = []
        for line in reversed(lines):
            name = re.match(r"(%\w+)(?::\d+)? = ", line)
            if not name or KEPT.search(line) or re.search(re.escape(name[1]) + r"\b", used):
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

    def named_computation(self):
        x, s = self.pick()
        n = self.fresh("w")
        lines, end = self.body([(f"{n}a", s, "f32")], True, self.r.randint(1, 3))
        last = self.result(end, lines, s)
        inner = "\n".join(self.live(lines, last))
        part = lambda key: f" {key}=[<@m, {self.sharding(s)}>]" if self.r.random() < 0.4 else ""
        self.lines.append(f"""{n} = sdy.named_computation<"name{n[1:]}">({x}){part("in_shardings")}{part("out_shardings")} ({n}a: {tensor(s)}) {{
{inner}
  sdy.return {last} : {tensor(s)}
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
