#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a script three times with a cache folder of its own. usage: kept_programs.py FOLDER

The second run finds the programs of the first, although the object code of the kernels was taken out of the folder: it writes nothing. The third
run has SPMD_NO_PROGRAM_CACHE and writes the object code again."""
import os
import pathlib
import shutil
import subprocess
import sys

SCRIPT = """
import jax, jax.numpy as jnp
print(jax.jit(lambda x: jnp.tanh(x) @ x.T + jnp.sum(x))(jnp.arange(12.0).reshape(3, 4)))
"""


def run(folder, **more):
    """What the script prints, and how many entries the cache has behind it."""
    wanted = {name: value for name, value in os.environ.items() if name not in ("SPMD_CHECK_CONTRACTS", "SPMD_VERIFY_PARTITION")}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env={**wanted, "XDG_CACHE_HOME": folder, "JAX_PLATFORMS": "spmd", **more},
                          stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout, entries(folder)


def entries(folder):
    return [path for path in pathlib.Path(folder, "spmd").rglob("*") if path.is_file()]


folder = sys.argv[1]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
first, made = run(folder)
programs = [path for path in made if b"program " in path.read_bytes()[:4096]]
for path in set(made) - set(programs):
    path.unlink()
second, found = run(folder)
third, again = run(folder, SPMD_NO_PROGRAM_CACHE="1")
print(f"{len(programs)} programs among {len(made)} entries, {len(found) - len(programs)} new ones in a second run, {len(again) - len(programs)} in a third; "
      f"{'equal' if first == second == third else 'other'} results")
