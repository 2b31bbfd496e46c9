# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and holds its exit code against the wanted one: ends_with.py CODE COMMAND...
`not` would take any failure; a death by a signal is never what a test here wants."""
import subprocess
import sys

wanted = int(sys.argv[1])
code = subprocess.run(sys.argv[2:], stderr=subprocess.STDOUT).returncode
if code != wanted:
    sys.exit(f"ended with {code}, wanted {wanted}: {' '.join(sys.argv[2:])}")
