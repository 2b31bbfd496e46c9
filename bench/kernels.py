#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Question: how fast are single kernels, beside tuned JAX and beside the machine's limits, all in one run?

    .venv/bin/python bench/kernels.py [--rounds=9] [--only=WORD,WORD] [--small]

Three measurements alternate, round by round: our program, JAX's (same text, same inputs, allocator tuned as in
bench/train_step.py) and the limit: y = a x + b with ordinary stores over arrays larger than the caches, on as many threads,
for kernels that are bound by memory; OpenBLAS or oneDNN, whichever is faster, for matmuls. Rates count the bytes that must move (each
operand once, each result once) or the operations of the matmuls. The limit is taken before and after ours: on a shared machine it moves
by half within a run. Times, rates and limits are medians over the rounds, ratios are medians of the rounds' ratios. Results are
compared with JAX's. bench-kernels, which is built first, is our side. Fails where a row is slower than JAX or than wanted, but with
--small, whose figures mean nothing.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

import targets

ROOT = targets.ROOT
TUNED = dict(MALLOC_MMAP_MAX_="0", MALLOC_TRIM_THRESHOLD_="16000000000", MALLOC_TOP_PAD_="67108864", MALLOC_ARENA_MAX="1")
ROUND_S = 0.08          # of each side in a round
AXPB = 2**25            # elements: two arrays of 128 MiB
ROWS = "kernel | ours, us | JAX, us | ours / JAX | our rate | limit | of the limit | wanted"


class Case:
    """A function of JAX, its inputs, and what it is held against: bytes (of memory) or operations (of a matmul)."""

    def __init__(self, name, function, *inputs, bytes=0, flops=0, wanted=0.0, matmul=None, donate=()):
        self.name, self.function, self.inputs, self.donate = name, function, inputs, donate
        self.bytes, self.flops, self.wanted = bytes, flops, wanted
        self.matmul = matmul or (2048, 2048, 2048, 1)  # (m, n, k, batch) of the library beside it


def shrink(n):
    """A size at which a row only shows that everything runs."""
    return max(n // 16, 2) if n > 64 else n


def cases(cut=lambda n: n):
    """All rows; `cut` gives each size of a row another."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    rng = np.random.default_rng(0)

    def f32(*shape):
        return lambda: rng.standard_normal([cut(n) for n in shape], np.float32)

    def bf16(*shape):
        return lambda: rng.standard_normal([cut(n) for n in shape], np.float32).astype(jnp.bfloat16)

    def index(high, *shape):
        return lambda: rng.integers(0, cut(high), [cut(n) for n in shape], np.int32)

    def positive(*shape):
        return lambda: np.abs(rng.standard_normal([cut(n) for n in shape], np.float32)) * np.float32(1e-3)

    def normed(x, g, b):
        x = x - x.mean(-1, keepdims=True)
        return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5) * g + b

    def with_gradient(f):
        """Results and cotangents of all operands but the last argument, which is the results' cotangent."""
        def both(*operands):
            out, back = jax.vjp(f, *operands[:-1])
            return out, *back(operands[-1])
        return both

    def attention(q, k, v):
        scores = jnp.einsum("bhqd,bhkd->bhqk", q, k).astype(jnp.float32) / 8
        scores = jnp.where(jnp.tril(jnp.ones(scores.shape[-2:], bool)), scores, -1e30)
        return jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, -1).astype(q.dtype), v)

    def adamw(p, m, v, g):
        norm = jnp.sqrt(sum(jnp.sum(x * x) for x in g))
        scale = jnp.minimum(1.0, 1.0 / norm)
        g = [x * scale for x in g]
        m = [0.9 * a + 0.1 * x for a, x in zip(m, g)]
        v = [0.999 * a + 0.001 * x * x for a, x in zip(v, g)]
        p = [x - 1e-3 * (a / 0.1 / (jnp.sqrt(b / 0.001) + 1e-8) + 0.01 * x) for x, a, b in zip(p, m, v)]
        return p, m, v

    def all_of(make, shapes):
        return [make(*shape) for shape in shapes]

    n, big = cut(4096) * cut(3072), (4096, 3072)
    heads = [(4, 12, 256, 64)] * 3
    ad = [(16384, 768), (768,)] + 2 * [(4, 768, 3072), (4, 3072, 768)]
    count = sum(int(np.prod([cut(x) for x in s])) for s in ad)
    score = 4 * 12 * cut(256) ** 2 * 64
    row = cut(4096) * cut(768)

    def matmul(m, k, nn, kind=f32):
        m, k, nn = cut(m), cut(k), cut(nn)
        name = f"matmul {m} x {k} x {nn} {kind.__name__}"
        return Case(name, lambda a, b: a @ b, kind(m, k), kind(k, nn), flops=2.0 * m * k * nn, matmul=(m, nn, k, 1), wanted=0.95)

    return [
        Case("exp (4096, 3072)", jnp.exp, f32(*big), bytes=8 * n, wanted=0.8),
        Case("gelu f32 (4096, 3072)", jax.nn.gelu, f32(*big), bytes=8 * n, wanted=0.8),
        Case("gelu bf16 (4096, 3072)", jax.nn.gelu, bf16(*big), bytes=4 * n, wanted=0.8),
        Case("softmax (1024, 50257)", lambda x: jax.nn.softmax(x, -1), f32(1024, 50257), bytes=8 * cut(1024) * cut(50257), wanted=0.7),
        Case("softmax (48, 256, 256)", lambda x: jax.nn.softmax(x, -1), f32(48, 256, 256), bytes=8 * 48 * cut(256) ** 2, wanted=0.7),
        Case("layernorm (4096, 768)", normed, f32(4096, 768), f32(768), f32(768), bytes=8 * row, wanted=0.8),
        Case("layernorm forward + backward", with_gradient(normed), f32(4096, 768), f32(768), f32(768), f32(4096, 768),
             bytes=16 * row, wanted=0.7),
        Case("sum over rows (4096, 3072)", lambda x: x.sum(1), f32(*big), bytes=4 * n, wanted=0.8),
        Case("sum over columns (4096, 3072)", lambda x: x.sum(0), f32(*big), bytes=4 * n, wanted=0.8),
        Case("argmax (1024, 50257)", lambda x: jnp.argmax(x, -1), f32(1024, 50257), bytes=4 * cut(1024) * cut(50257)),
        Case("cumsum (4096, 3072)", lambda x: jnp.cumsum(x, -1), f32(*big), bytes=8 * n),
        Case("transpose (4096, 3072)", lambda x: x.T, f32(*big), bytes=8 * n, wanted=0.7),
        Case("transpose 0213 (4, 256, 12, 64)", lambda x: x.transpose(0, 2, 1, 3), f32(4, 256, 12, 64), bytes=8 * 4 * cut(256) * 768,
             wanted=0.7),
        Case("gather 4096 rows of (50257, 768)", lambda x, i: jnp.take(x, i, axis=0, mode="clip"), f32(50257, 768),
             index(50257, 4096), bytes=8 * row, wanted=0.8),
        Case("scatter-add 4096 rows into (50257, 768)", lambda i, u: jnp.zeros((cut(50257), cut(768))).at[i].add(u),
             index(50257, 4096), f32(4096, 768), bytes=4 * cut(50257) * cut(768) + 4 * row, wanted=0.8),
        Case("adamw + clip, 50 M parameters", adamw, all_of(f32, ad), all_of(f32, ad), all_of(positive, ad), all_of(f32, ad),
             bytes=32 * count, wanted=0.8, donate=(0, 1, 2)),
        matmul(2048, 2048, 2048), matmul(1024, 768, 8192), matmul(1024, 768, 8192, bf16),
        *(matmul(m, 768, 3072) for m in (1, 2, 4, 8)), matmul(1, 768, 3072, bf16), matmul(8, 768, 3072, bf16),
        Case("48 matmuls 256 x 64 x 256 f32", lambda a, b: a @ b, f32(48, 256, 64), f32(48, 64, 256),
             flops=2.0 * 48 * cut(256) ** 2 * 64, matmul=(cut(256), cut(256), 64, 48), wanted=0.95),
        Case("attention f32 b4 h12 s256 d64", attention, *all_of(f32, heads), flops=4 * score),
        Case("attention bf16", attention, *all_of(bf16, heads), flops=4 * score),
        Case("attention f32, forward + backward", with_gradient(attention), *all_of(f32, heads + heads[:1]), flops=12 * score, wanted=0.6),
        Case("attention bf16, forward + backward", with_gradient(attention), *all_of(bf16, heads + heads[:1]), flops=12 * score, wanted=0.6),
        Case("conv 3x3 (8, 32, 32, 64) -> 64", lambda x, w: jax.lax.conv_general_dilated(
            x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")), f32(8, 32, 32, 64), f32(3, 3, 64, 64),
             flops=2.0 * 8 * 32 * 32 * 64 * 64 * 9),
        Case("x + 1 on 4 floats", lambda x: x + 1, f32(4)),
    ]


def all_cases(small):
    return cases(shrink) if small else cases()


def serve_jax(small):
    """JAX's side, a process of its own for its allocator: case NUMBER FOLDER, run COUNT, check FILE on stdin."""
    import time
    import jax
    import jax.numpy as jnp
    import numpy as np
    every = all_cases(small)

    def bits(x):
        return x.view(np.uint16) if x.dtype == jnp.bfloat16 else x

    def check(file):
        theirs, ours = [np.asarray(x) for x in jax.tree.leaves(compiled(*made))], np.load(file)
        worst = 0.0
        for i, x in enumerate(theirs):
            y = ours[f"out{i}"]
            y = y.view(jnp.bfloat16) if x.dtype == jnp.bfloat16 else y
            x, y = x.astype(np.float32), y.astype(np.float32)
            worst = max(worst, float(np.abs(x - y).max() / max(np.abs(x).max(), 1e-30)))
        return worst

    for line in sys.stdin:
        command, *words = line.split()
        if command == "case":
            case, folder = every[int(words[0])], words[1]
            made = jax.tree.map(lambda make: make(), list(case.inputs), is_leaf=callable)
            np.savez(folder + "/args.npz", **{f"arg{i}": bits(x) for i, x in enumerate(jax.tree.leaves(made))})
            lowered = jax.jit(case.function, donate_argnums=case.donate).lower(*made)
            with open(folder + "/case.mlir", "w", encoding="utf-8") as file:
                file.write(lowered.as_text())
            compiled = lowered.compile()
            placed = jax.tree.map(jnp.asarray, made)
            answer = "ok"
        elif command == "run":
            times = []
            for _ in range(int(words[0])):
                begin = time.perf_counter()
                out = compiled(*placed)
                jax.block_until_ready(out)
                times.append(time.perf_counter() - begin)
                if case.donate:
                    placed = [*out, *placed[len(out):]]
                del out
            answer = str(1e6 * sorted(times)[len(times) // 2])
        else:
            answer = str(check(words[0]))
        print("ANSWER", answer, flush=True)


class Side:
    """A process that answers one line to each line."""

    def __init__(self, command, tag="", env=None):
        self.tag = tag
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for answer in self.process.stdout:
            if answer.startswith(self.tag):
                answer = answer[len(self.tag):].strip()
                if answer.startswith("error"):
                    raise SystemExit(f"kernels: {line}: {answer}")
                return answer
        raise SystemExit(f"kernels: {line}: the process has ended")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


def measure(case, number, rounds, ours, theirs, folder, axpb):
    """One row of the table and whether the row holds."""
    theirs.ask(f"case {number} {folder}")
    ours.ask(f"open {folder}/case.mlir {folder}/args.npz")
    first = [float(side.ask("run 1")) for side in (ours, theirs)]
    ours.ask(f"save {folder}/out.npz")
    difference = float(theirs.ask(f"check {folder}/out.npz")) if not case.donate else 0.0
    if difference > (2e-2 if "bf16" in case.name else 1e-4):
        raise SystemExit(f"kernels: {case.name}: results differ from JAX's by {difference:.1e} of the largest")
    counts = [max(1, min(300, int(ROUND_S * 1e6 / float(side.ask("run 2"))))) for side in (ours, theirs)]
    by_memory, limits, times = bool(case.bytes), [], ([], [])

    def limit():
        if by_memory:
            return float(ours.ask(f"axpb {axpb} 3"))
        m, n, k, batch = case.matmul
        return float(ours.ask(f"sgemm {m} {n} {k} {batch} {max(1, min(25, int(2.5e9 / (2.0 * m * n * k * batch))))}"))

    for _ in range(rounds):
        has_limit = by_memory or case.flops
        before = limit() if has_limit else 0.0
        times[0].append(float(ours.ask(f"run {counts[0]}")))
        if has_limit:
            limits.append((before + limit()) / 2)
        times[1].append(float(theirs.ask(f"run {counts[1]}")))
    ours.ask("close")
    a, b = map(statistics.median, times)
    beside = statistics.median(x / y for x, y in zip(*times))
    row = [case.name, f"{a:,.0f}" if a > 20 else f"{a:.1f}", f"{b:,.0f}" if b > 20 else f"{b:.1f}", f"{beside:.2f}"]
    if limits:
        unit, amount = ("GB/s", case.bytes) if by_memory else ("GFLOP/s", case.flops)
        reached = statistics.median(amount / x * 1e-3 / most for x, most in zip(times[0], limits))
        row += [f"{amount / a * 1e-3:.1f} {unit}", f"{statistics.median(limits):.1f}", f"{reached:.2f}",
                f"{case.wanted}" if case.wanted else "as JAX"]
        missed = reached < case.wanted
    else:
        row += ["-", "8 us", "-", "8 us"]
        missed = a > 8
    missed |= beside > 1
    return "| " + " | ".join(row) + (" (missed) |" if missed else " |"), not missed


def table(rounds=9, only=(), small=False):
    """Prints the rows as they are measured; whether all of them hold."""
    axpb = 2**20 if small else AXPB
    held = True
    with tempfile.TemporaryDirectory() as folder:
        ours = Side([ROOT + "/build/bin/bench-kernels"])
        theirs = Side([sys.executable, os.path.abspath(__file__), "--serve", *(["--small"] if small else [])], "ANSWER", dict(os.environ, **TUNED))
        print("| " + ROWS + " |\n|" + " --- |" * (ROWS.count("|") + 1))
        for number, case in enumerate(all_cases(small)):
            if not only or any(word in case.name for word in only):
                row, holds = measure(case, number, rounds, ours, theirs, folder, axpb)
                held &= holds
                print(row, flush=True)
        ours.end()
        theirs.end()
    return held


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--serve", action="store_true")
    options = parser.parse_args()
    if options.serve:
        return serve_jax(options.small)
    targets.need("bench-kernels")
    held = table(options.rounds, [word for word in options.only.split(",") if word], options.small)
    return not held and not options.small


if __name__ == "__main__":
    sys.exit(main())
