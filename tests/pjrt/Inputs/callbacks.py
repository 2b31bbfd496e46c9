#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of one device that call Python functions: values and types, vmap, loops and branches, order, prints, gradients."""
import functools

from callback_comparison import case, finish, jax, like, np, raised, x
import jax.numpy as jnp
from jax.experimental import io_callback


@case
def pure(devices, log):
    def f(a, b):
        assert isinstance(a, jax.Array), type(a)
        return np.sin(a) + b, np.int32(a.size)

    return jax.jit(lambda a: jax.pure_callback(f, (like(a.shape, a.dtype), like((), jnp.int32)), a, b=a * 2))(x)


@case
def pure_without_jit(devices, log):
    return jax.pure_callback(lambda a: np.cumsum(a, axis=1), like(x.shape, x.dtype), jnp.asarray(x))


@case
def pure_types(devices, log):
    def f(*arrays):
        log.append([(str(a.dtype), a.shape) for a in arrays])
        return tuple(np.asarray(a)[..., ::-1] if a.ndim else np.asarray(a) for a in arrays)

    arrays = [x.astype(t) for t in ("float16", "bfloat16", "int8", "uint8", "int32", "uint32", "bool")] + [x + 1j * x[::-1], x[:, :0], np.float32(3), np.bool_(True)]
    return jax.jit(lambda *a: jax.pure_callback(f, [like(b.shape, b.dtype) for b in a], *a))(*arrays)


@case
def pure_without_operands(devices, log):
    return jax.jit(lambda: jax.pure_callback(lambda: np.arange(5, dtype=np.int32), like((5,), jnp.int32)) * 2)()


@case
def pure_under_vmap(devices, log):
    def f(a):
        return np.asarray(a) * 2 + a.shape[0]

    def of(method):
        return jax.vmap(lambda a: jax.pure_callback(f, like(a.shape, a.dtype), a, vmap_method=method))(x)

    return [jax.jit(functools.partial(of, method))() for method in ("sequential", "sequential_unrolled", "expand_dims", "broadcast_all")]


@case
def pure_in_loops(devices, log):
    def step(a):
        return jax.pure_callback(lambda a: np.tanh(a) + 1, like(a.shape, a.dtype), a)

    @jax.jit
    def f(a):
        b, rows = jax.lax.scan(lambda c, r: (step(c) + r, step(r)), a[0], a)
        c = jax.lax.while_loop(lambda c: jnp.max(c) < 2.5, lambda c: step(c) * 1.5, a)
        return b, rows, c, jax.lax.cond(a[0, 0] < 0, step, lambda a: a, a)

    return f(x)


def dropped(devices, log):
    """A pure function whose result nothing reads may go; one with effects may not."""
    def f(a):
        jax.pure_callback(lambda a: a, like(a.shape, a.dtype), a)
        io_callback(lambda a: log.append("io") or np.float32(1), like((), a.dtype), a)
        io_callback(lambda: log.append("nothing"), None)
        return a + 1

    return jax.jit(f)(x)


case(dropped, in_order=False)


@case
def merged(devices, log):
    """Equal calls with effects stay two."""
    def count():
        log.append(len(log))
        return np.int32(len(log))

    return jax.jit(lambda: [io_callback(count, like((), jnp.int32), ordered=True) for _ in range(3)])()


@case
def ordered(devices, log):
    def note(tag, a):
        log.append((str(tag), float(a)))

    def note_and_give(a):
        log.append(float(a))
        return np.float32(a) * 2

    @jax.jit
    def f(a):
        io_callback(functools.partial(note, "first"), None, a.sum(), ordered=True)
        b = a @ a.T
        io_callback(functools.partial(note, "second"), None, b.sum(), ordered=True)
        c = io_callback(note_and_give, like((), a.dtype), a.max(), ordered=True)

        def body(i, c):
            io_callback(functools.partial(note, "loop"), None, c + i, ordered=True)
            return io_callback(note_and_give, like((), a.dtype), c - 1, ordered=True)

        c = jax.lax.fori_loop(0, 3, body, c)
        c = jax.lax.cond(c > 0, lambda c: (io_callback(functools.partial(note, "yes"), None, c, ordered=True), c)[1], lambda c: c, c)
        io_callback(functools.partial(note, "last"), None, a.min(), ordered=True)
        return c, b

    first = f(x)
    return first, f(x + 1)


@case
def ordered_in_while(devices, log):
    def ask(i):
        log.append(int(i))
        return np.bool_(i < 4)

    return jax.jit(lambda: jax.lax.while_loop(lambda i: io_callback(ask, like((), jnp.bool_), i, ordered=True), lambda i: i + 1, 0))()


def unordered(devices, log):
    """Without an order; under vmap each element is a call."""
    @jax.jit
    def f(a):
        jax.debug.callback(lambda a: log.append(np.round(float(a), 4)), a.sum())
        jax.vmap(lambda r: jax.debug.callback(lambda r: log.append(np.round(float(r), 4)), r.sum()))(a)
        return jax.vmap(lambda r: io_callback(lambda r: log.append(r.shape) or np.float32(r[0]), like((), r.dtype), r))(a)

    return f(x)


case(unordered, in_order=False)


@case
def printing(devices, log):
    @jax.jit
    def f(a, n):
        jax.debug.print("a = {a}, n: {n:>6}", a=a, n=n, ordered=True)
        jax.debug.print("{}", a.astype(jnp.bfloat16), ordered=True)
        jax.debug.print("no placeholders", ordered=True)
        jax.lax.fori_loop(0, 3, lambda i, c: (jax.debug.print("trip {i} {c:.3f}", i=i, c=c, ordered=True), c * 2)[1], n)
        return a + n

    return f(x, 3.5)


case(lambda devices, log: jax.jit(lambda a: (jax.debug.print("{a}", a=a), jax.vmap(lambda r: jax.debug.print("row {r}", r=r))(a), a)[2])(x), in_order=False)


@case
def printing_in_gradients(devices, log):
    def f(a):
        jax.debug.print("{}", a.sum(), ordered=True)
        return jnp.sum(jnp.sin(a))

    return jax.jit(jax.value_and_grad(f))(x)


@case
def printing_without_jit(devices, log):
    jax.debug.print("eager {}", jnp.asarray(x))
    jax.effects_barrier()
    return x


@case
def sparse_solver(devices, log):
    """Its rule for the platform cpu calls scipy. Its module comes after the plugin."""
    from jax.experimental.sparse import BCSR
    from jax.experimental.sparse.linalg import spsolve

    a = BCSR.fromdense(3 * np.eye(5, dtype=np.float32) + np.diag(np.ones(4, np.float32), 1))
    solve = jax.jit(lambda data, b: spsolve(data, a.indices, a.indptr, b))
    return solve(a.data, jnp.ones(5)), jax.grad(lambda data: solve(data, jnp.arange(5.0)).sum())(a.data)


@case
def with_gradient(devices, log):
    @jax.custom_vjp
    def f(a):
        return jax.pure_callback(np.sin, like(a.shape, a.dtype), a)

    f.defvjp(lambda a: (f(a), a), lambda a, ct: (jax.pure_callback(np.cos, like(a.shape, a.dtype), a) * ct,))
    return jax.jit(jax.grad(lambda a: jnp.sum(f(a) ** 2)))(x)


@case
def buffers_filled_in_place(devices, log):
    """jax.experimental.buffer_callback: what the function sees of its buffers, aliases, vmap, effects, and its mistakes."""
    from jax.experimental.buffer_callback import buffer_callback

    def f(ctx, out, a, b):
        log.append((str(ctx.stage), [(str(v.dtype), v.shape, v.ndim, v.writeable, v.__dlpack_device__()) for v in (*out, a, b)]))
        np.asarray(out[0])[...] = np.sin(np.asarray(a))
        np.from_dlpack(out[1])[...] = np.asarray(b)[::-1]

    def twice(ctx, out, a):
        np.asarray(out)[...] *= 2

    def run(f, type, *arguments, **options):
        return jax.jit(buffer_callback(f, type, **options))(*arguments)

    return (jax.jit(lambda a, b: buffer_callback(f, (like(a.shape, a.dtype), like(b.shape, b.dtype)))(a, b=b))(x, np.arange(4, dtype=np.int32)),
            run(twice, like(x.shape, x.dtype), x, input_output_aliases={0: 0}),
            jax.vmap(buffer_callback(lambda ctx, out, a: np.copyto(np.asarray(out), np.cumsum(a)), like((4,), x.dtype), vmap_method="sequential"))(x),
            run(lambda ctx, out, a: print("called with", np.asarray(a).sum()), (), x, has_side_effect=True),
            raised(lambda: run(lambda ctx, out, a: 3, like(x.shape, x.dtype), x), "must not return any values"),
            raised(lambda: jax.grad(lambda a: buffer_callback(twice, like(x.shape, x.dtype))(a).sum())(x), "do not support JVP"))


finish()
