#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One process compiles many programs, each another one, and forgets them. Its memory stays what it is, and so does the cache on disk.
Arguments: the number of programs, a folder for the cache."""
import os
import pathlib
import sys

os.environ["JAX_PLATFORMS"] = "spmd"
COUNT, os.environ["XDG_CACHE_HOME"] = int(sys.argv[1]), sys.argv[2]

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

from checks import check, finish  # noqa: E402

MOST_MEMORY, MOST_FILES = 48 << 20, 1 << 30  # bytes: growth of the process; a cache that is evicted from at 1 GiB


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


x = jnp.arange(6.0)
for i in range(COUNT):
    f = jax.jit(lambda x, i=i: jnp.sort(jnp.sin(x) * (i + 0.5), stable=bool(i % 2)) + jnp.ones(6 + i % 50).sum())
    y = f(x)
    if i % 500 == 0:
        check(f"program {i}: {y}", bool(jnp.allclose(y, jnp.sort(jnp.sin(x) * (i + 0.5)) + 6 + i % 50, rtol=1e-5)))
        jax.clear_caches()
    if i == COUNT // 4:
        before = resident()
jax.clear_caches()
growth = resident() - before
check(f"{growth} bytes more behind {COUNT} programs than behind {COUNT // 4}", growth <= MOST_MEMORY)
files = [file.stat().st_size for file in pathlib.Path(sys.argv[2]).rglob("*") if file.is_file()]
check(f"{len(files)} files of {sum(files)} bytes", 0 < sum(files) <= MOST_FILES)
print(f"{COUNT} programs, {growth} bytes more, {len(files)} files of {sum(files)} bytes")
finish()
