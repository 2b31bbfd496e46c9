# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares examples/named_gpt2 with examples/gpt2: losses, and what a fully sharded step exchanges.
usage: named_gpt2.py NAMED PLAIN FOLDER TEXT..."""
import difflib
import json
import pathlib
import re
import subprocess
import sys

named, plain, folder, texts = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), sys.argv[4:]
source = pathlib.Path(__file__).parents[3] / "examples/named_gpt2/train.cpp"
MPI = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n"]


def losses(program, mode, ranks=1):
    log = folder / f"{pathlib.Path(program).name}-{mode}-{ranks}.json"
    launcher = [*MPI, str(ranks)] if ranks > 1 else []
    subprocess.run([*launcher, program, f"--mode={mode}", "--steps=20", f"--log={log}", *texts], check=True, stdout=subprocess.DEVNULL)
    return [json.loads(line)["loss"] for line in log.read_text().splitlines()]


def exchanges(program):
    """The collectives and loops of the partitioned step, in their order."""
    module = folder / f"{pathlib.Path(program).name}.mlir"
    subprocess.run([program, "--mode=fsdp", "--steps=11", f"--program={module}", *texts], check=True, stdout=subprocess.DEVNULL)
    parts = subprocess.run(["spmd-opt", module, "--spmd-pipeline=stop-after=partition"], check=True, capture_output=True, text=True).stdout
    return re.findall(r"(?:stablehlo\.(?:all_gather|all_reduce|all_to_all|collective_permute|reduce_scatter)|stablehlo\.while)\b", parts)


def differing_rows():
    """The lines of the example in which a program that trains fully sharded differs from one for a single device: the row of the mode."""
    text = source.read_text()
    rows = {mode: re.search(rf'^    \{{"{mode}", (.*)\}},$', text, re.M)[1] for mode in ("single", "fsdp")}
    changed = text.replace(rows["single"], rows["fsdp"], 1).splitlines()
    return sum(line.startswith("+ ") for line in difflib.ndiff(text.splitlines(), changed))


def main():
    single = losses(named, "single")
    if len(single) != 20 or not single[-1] < 0.6 * single[0]:
        sys.exit(f"single does not learn: {single}")
    same = single == losses(plain, "single")
    print(f"single: 20 losses with {'the' if same else 'other'} bits {'of' if same else 'than'} examples/gpt2")
    faults = not same
    for mode, ranks in [("fsdp", [1, 2]), ("fsdp+tensor", [1])]:
        all_losses = [losses(named, mode, n) for n in ranks]
        worst = max(abs(a - b) / b for a, b in zip(all_losses[0], single, strict=True))
        equal = all(one == all_losses[0] for one in all_losses)
        print(f"{mode}: losses within {worst:.2g}" + f", {'the same' if equal else 'others'} on {' and '.join(map(str, ranks))} ranks" * (len(ranks) > 1))
        faults |= not equal or worst > 1e-4
    ours, theirs = exchanges(named), exchanges(plain)
    print(f"fsdp: {'the' if ours == theirs else 'other'} exchanges {'of' if ours == theirs else 'than'} examples/gpt2, {len(ours)} of them")
    print(f"single and fsdp differ in {differing_rows()} line")
    sys.exit(bool(faults or ours != theirs or "stablehlo.reduce_scatter" not in ours))


main()
