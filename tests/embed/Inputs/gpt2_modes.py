# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the modes of examples/gpt2 and compares their losses. usage: gpt2_modes.py PROGRAM TEXT FOLDER"""
import json
import pathlib
import re
import subprocess
import sys

program, text, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
source = pathlib.Path(__file__).parents[3] / "examples/gpt2/train.cpp"
MPI = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n"]


def losses(mode, ranks):
    log = folder / f"{mode}-{ranks}.json"
    launcher = [*MPI, str(ranks)] if ranks > 1 else []
    subprocess.run([*launcher, program, f"--mode={mode}", "--steps=20", f"--log={log}", text], check=True, stdout=subprocess.DEVNULL)
    return log.read_text()


def values(log):
    return [json.loads(line)["loss"] for line in log.splitlines()]


def main():
    single = values(losses("single", 1))
    if len(single) != 20 or not single[-1] < 0.6 * single[0]:
        sys.exit(f"single does not learn: {single}")
    faults = 0
    for mode in sorted(set(re.findall(r'^    \{"([^"]+)",', source.read_text(), re.M)) - {"single"}):
        ranks = {"fsdp": [1, 2, 8], "hybrid": [1, 2, 8], "pipeline": [1, 2], "context": [1, 2]}.get(mode, [1])
        logs = [losses(mode, n) for n in ranks]
        worst = max(abs(a - b) / b for a, b in zip(values(logs[0]), single, strict=True))
        same = len(set(logs)) == 1
        print(f"{mode}: losses within {worst:.2g}" + f", {'the same' if same else 'others'} on {' and '.join(map(str, ranks))} ranks" * (len(ranks) > 1))
        faults += not same or worst > 1e-4
    sys.exit(bool(faults))


main()
