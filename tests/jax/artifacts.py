#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Portable artifacts, as jaxlib writes them, read by spmd-opt.

  artifacts.py [--spmd-opt=PATH] [--count=1010] [--part=K/N] [--once] [--jobs=2] [--show=3]

Each of `count` programs (artifact_programs.py) is written by jaxlib for every target version from 0.9.0 to 1.17.0 that it accepts. What
spmd-opt reads must be what jaxlib's own deserialiser gives, with locations: both texts, in MLIR's generic form, after a round through
jaxlib's parser. Together the programs must hold all rows of VHLO that version 1.17 has (dialects/vhlo/op_table.cpp), but for two. --part does a part
of the programs, drawn evenly; then rows need not be complete. --once reads files only once that differ in the name of the version alone.
Exits with 77 without jax.
"""
import argparse
import concurrent.futures
import itertools
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile

VERSIONS = [f"0.{n}.0" for n in range(9, 21)] + [f"1.{n}.0" for n in range(18)]
QUANTIZED = {"uniform_quantize_v1", "uniform_dequantize_v1"}  # jaxlib has no quantized types, and so no program with them
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def parse(text, context):
    from jaxlib.mlir import ir
    return ir.Module.parse(text, context)


def generic(module):
    text = module.operation.get_asm(print_generic_op_form=True, enable_debug_info=True, large_elements_limit=1 << 30)
    # jaxlib keeps a number for all elements where there are none: dense<1.0> : tensor<0xf32> is dense<>.
    return re.sub(r"dense<[^<>]*>( : tensor<(?:\d+x)*0x)", r"dense<>\1", text)


def all_written(text, versions):
    """The artifact of each version; None where jaxlib refuses."""
    import jax.extend.mlir as jem
    from jax._src.interpreters import mlir
    with mlir.make_ir_context() as context:
        try:
            module = parse(text, context)
        except Exception:  # jaxlib raises what it likes
            return [None] * len(versions)
        artifacts = []
        for version in versions:
            try:
                artifacts.append(jem.serialize_portable_artifact(module, version, True))
            except Exception:
                artifacts.append(None)
        return artifacts


def written(text, version):
    return all_written(text, [version])[0]


def expected(data):
    import jax.extend.mlir as jem
    from jax._src.interpreters import mlir
    with mlir.make_ir_context() as context:
        return generic(jem.deserialize_portable_artifact(data, context))


def ours(data, spmd_opt, folder):
    """The text of spmd-opt after jaxlib's parser and printer; or what is wrong."""
    from jax._src.interpreters import mlir
    path = os.path.join(folder, "program.mlirbc")
    with open(path, "wb") as file:
        file.write(data)
    done = subprocess.run([spmd_opt, path, "--mlir-print-op-generic", "--mlir-print-debuginfo"], capture_output=True, text=True, check=False)
    if done.returncode:
        return f"exit {done.returncode}: {done.stderr[:600]}"
    with mlir.make_ir_context() as context:
        try:
            return generic(parse(done.stdout, context))
        except Exception as error:  # the text is not jaxlib's
            return f"jaxlib does not read the text: {str(error)[:600]}\n{done.stdout[:2000]}"


def rows(data):
    return set(re.findall(rb"\x00([a-z0-9_-]+_v\d+)(?=\x00)", b"\x00" + data))


def first_difference(a, b):
    for left, right in zip(a.splitlines(), b.splitlines()):
        if left != right:
            return f"jaxlib: {left[:700]}\nours:   {right[:700]}"
    return f"jaxlib has {len(a.splitlines())} lines, ours {len(b.splitlines())}\n{b[:400]}"


def compare(job):
    """All versions of a program: (versions, files read, rows at 1.17, faults)."""
    name, text, spmd_opt, once = job
    versions, found, faults = 0, set(), []
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        for version, data in zip(VERSIONS, all_written(text, VERSIONS)):
            if data is None:
                continue
            versions += 1
            found = rows(data)
            body = re.sub(rb"(?<=StableHLO_v)[\d.]+", b"", data)
            if once and body in seen:
                continue
            seen.add(body)
            want, have = expected(data), ours(data, spmd_opt, folder)
            if want != have:
                faults.append(f"{name} at {version}: {first_difference(want, have)}")
    return versions, len(seen), found if data is not None else set(), faults


def compare_all(batch, jobs):
    """Results of all programs, in processes of their own: jaxlib's writer ends its process for some programs, which then count as refused."""
    results, lost = [], []
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for job, future in [(job, pool.submit(compare, job)) for job in batch]:
            try:
                results.append(future.result())
            except concurrent.futures.process.BrokenProcessPool:
                lost.append(job)
    if len(batch) == 1:
        return results or print(f"{batch[0][0]}: jaxlib's process ended", file=sys.stderr) or []
    return results + [result for job in lost for result in compare_all([job], 1)]


def table_rows():
    """The rows of version 1.17 in the reader's table."""
    with open(f"{ROOT}/dialects/vhlo/op_table.cpp", encoding="utf-8") as file:
        table = file.read().split("kRows[] = {")[1].split("\n};")[0]
    table = re.sub(r'"\s*\n\s*"', "", table)
    return {name for ops, until in re.findall(r'\{"([^"]*)",\s*\{[^}]*\},\s*(kNow|\{1, 17\}|\{\d+, \d+\})', table)
            if until in ("kNow", "{1, 17}") for name in ops.split()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--spmd-opt", default=f"{ROOT}/build/bin/spmd-opt")
    parser.add_argument("--count", type=int, default=1010)
    parser.add_argument("--part", default=os.environ.get("SPMD_PART", "0/1"))
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--show", type=int, default=3)
    options = parser.parse_args()
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        import jax  # noqa: F401
    except ImportError:
        print("no jax")
        sys.exit(77)
    from artifact_programs import programs
    part, parts = map(int, options.part.split("/"))
    part %= parts
    spmd_random = os.path.join(os.path.dirname(options.spmd_opt), "spmd-random")
    candidates = (program for i, program in enumerate(programs(spmd_random)) if i % parts == part)
    count, artifacts, read, faults, found = 0, 0, 0, [], set()
    while count < options.count // parts:
        batch = [(*program, options.spmd_opt, options.once) for program in itertools.islice(candidates, min(64, options.count // parts - count))]
        for versions, files, has, wrong in compare_all(batch, options.jobs):
            count, artifacts, read = count + (versions > 0), artifacts + versions, read + files
            found |= has
            faults += wrong
            if wrong and options.show > 0:
                options.show -= 1
                print(wrong[0], flush=True)
    missing = table_rows() - QUANTIZED - {row.decode() for row in found}
    print(f"{count} programs, {artifacts} artifacts of {len(VERSIONS)} versions, {read} read, {len(found)} rows, {len(faults)} differ")
    if missing and parts == 1:
        print("rows of version 1.17 that no program has:", *sorted(missing))
    if faults or (missing and parts == 1) or not count:
        sys.exit(1)


if __name__ == "__main__":
    main()
