# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the programs that a benchmark runs, so that a benchmark needs no command before it."""
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def need(*targets, build=ROOT + "/build"):
    """Builds the targets, and configures the build folder first where it is missing. Ends the process with the reason if that fails."""
    commands = [] if os.path.exists(build + "/build.ninja") else [["cmake", "-S", ROOT, "-B", build, "-G", "Ninja"]]
    commands.append(["ninja", "-C", build, *targets])
    for command in commands:
        if not shutil.which(command[0]):
            sys.exit(f"bench: {command[0]} is not installed; tools/setup.sh installs what the build needs")
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if run.returncode:
            print("".join(run.stdout.splitlines(True)[-20:]), file=sys.stderr)
            sys.exit(f"bench: {' '.join(command)} ended with {run.returncode}; the lines above say why")
