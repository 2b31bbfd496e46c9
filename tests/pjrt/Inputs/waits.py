#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ctrl-C ends what Python waits for: runs, elements, compilations, a full queue. Each case is a process of its own, which gets SIGINT while
it waits. Without arguments: runs all cases. With one: is that case."""
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

os.environ["JAX_PLATFORMS"] = "spmd"
SECONDS = 60  # for what takes hours, or minutes, without the signal


def endless():
    import jax

    return jax.jit(lambda x: jax.lax.while_loop(lambda x: x[0, 0] > 0, lambda x: x * 1.0 + 1.0, x))


def begin(f, *arguments):
    """Calls, and tells the parent that the call has returned."""
    result = f(*arguments)
    print("ready", flush=True)
    return result


def caught(wait):
    """Waits until the signal comes, and goes on to compute something."""
    import numpy as np

    import spmd_jax

    try:
        wait()
        print("no signal came")
    except KeyboardInterrupt:
        spmd_jax.cancel()
        import jax.numpy as jnp

        print("then", np.asarray(jnp.arange(4.0) * 2).tolist())


def case_block(x):
    y = begin(endless(), x)
    caught(y.block_until_ready)


def case_tree(x):
    import jax

    y = begin(endless(), x)
    caught(lambda: jax.block_until_ready([y, x]))


def case_numpy(x):
    import numpy as np

    y = begin(endless(), x)
    caught(lambda: np.asarray(y))


def case_float(x):
    y = begin(endless(), x)
    caught(lambda: float(y[0, 0]))


def case_print(x):
    y = begin(endless(), x)
    caught(lambda: str(y))


def case_device_get(x):
    import jax

    y = begin(endless(), x)
    caught(lambda: jax.device_get({"y": y}))


def case_full_queue(x):
    import jax

    f, y = jax.jit(lambda x: x + 1), begin(endless(), x)

    def wait():
        z = y
        for _ in range(100):
            z = f(z)

    caught(wait)


def many_kernels():
    """A program whose compilation takes ten seconds: no kernel is like another."""
    import jax
    import jax.numpy as jnp

    def many(x):
        for i in range(3000):
            x = jnp.tanh(x[: 4000 - i]) * float(i)
        return x

    return jax.jit(many).lower(jnp.ones(4001))


def case_compile(x):
    lowered = many_kernels()
    print("ready", flush=True)
    caught(lowered.compile)


def case_full_queue_exit(x):
    """What a handler raises is what Python gets."""
    import jax

    import spmd_jax

    f, y = jax.jit(lambda x: x + 1), begin(endless(), x)

    def handler(*_):
        raise SystemExit("then [0.0, 2.0, 4.0, 6.0]")

    signal.signal(signal.SIGINT, handler)
    try:
        for _ in range(100):
            y = f(y)
    except SystemExit as error:
        print(error)
        spmd_jax.cancel()


def case_trace(x):
    """The end of a trace waits for the run."""
    import spmd_jax

    f = endless()

    def wait():
        with spmd_jax.trace(sys.argv[1]):
            begin(f, x)

    caught(wait)


def case_memory(x):
    import spmd_jax

    lowered = many_kernels()
    print("ready", flush=True)
    caught(lambda: spmd_jax.memory(lowered))


def case_own_handler(x):
    """A handler that does not raise: the wait goes on."""
    import jax

    seen = []
    signal.signal(signal.SIGINT, lambda *_: seen.append(1))
    y = begin(jax.jit(lambda x: jax.lax.fori_loop(0, 20_000, lambda i, x: jax.numpy.sin(x) + 1, x)), x)
    y.block_until_ready()
    while not seen:
        time.sleep(0.01)
    print("then", [0.0, 2.0, 4.0, 6.0])


def case_uncaught(x):
    begin(endless(), x).block_until_ready()


def case_uncaught_effects(x):
    import jax

    def body(x):
        jax.debug.callback(lambda y: None, x[0, 0])
        return x * 1.0 + 1.0

    begin(jax.jit(lambda x: jax.lax.while_loop(lambda x: x[0, 0] > 0, body, x)), x).block_until_ready()


def case_nobody_waits(x):
    """No signal: the process ends while a run is in progress whose result nobody can read."""
    begin(endless(), x)
    print("then", [0.0, 2.0, 4.0, 6.0])


def main():
    faults = 0
    cases = [name for name in globals() if name.startswith("case_")]
    for name in cases:
        env = os.environ | {"SPMD_NO_PROGRAM_CACHE": "1", "XDG_CACHE_HOME": sys.argv[1], "PYTHONUNBUFFERED": "1"}
        log = pathlib.Path(sys.argv[1]) / "stderr"
        with log.open("w") as stderr:
            # A shell lets its jobs in the background ignore SIGINT, and children inherit that.
            child = subprocess.Popen([sys.executable, __file__, sys.argv[1], name], env=env, stdout=subprocess.PIPE, stderr=stderr, text=True,
                                     preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        first = child.stdout.readline()
        time.sleep(0.7)
        start = time.monotonic()
        if name != "case_nobody_waits":
            child.send_signal(signal.SIGINT)
        ender = threading.Timer(SECONDS, child.kill)
        ender.start()
        out = child.stdout.read()
        child.wait()
        ender.cancel()
        err = log.read_text()
        isUncaught = name.startswith("case_uncaught")
        holds = first == "ready\n" and (child.returncode in (-signal.SIGINT, 130) and "KeyboardInterrupt" in err if isUncaught else child.returncode == 0 and out == "then [0.0, 2.0, 4.0, 6.0]\n")
        if not holds:
            faults += 1
            print(name, child.returncode, first, out, err[-1500:], flush=True)
        elif "-v" in sys.argv:
            print(name, f"{time.monotonic() - start:.2f} s", flush=True)
    print(f"{len(cases)} cases, {faults} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[2].startswith("case_"):
        import jax.numpy as jnp

        globals()[sys.argv[2]](jnp.ones((64, 64)))
    else:
        main()
