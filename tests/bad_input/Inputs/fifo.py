# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command beside a FIFO that gives the bytes of a file once: fifo.py FIFO FILE COMMAND..."""
import os
import subprocess
import sys

fifo, file, command = sys.argv[1], sys.argv[2], sys.argv[3:]
if os.path.exists(fifo):
    os.remove(fifo)
os.mkfifo(fifo)
run = subprocess.Popen(command)
with open(fifo, "wb") as target, open(file, "rb") as source:
    target.write(source.read())
sys.exit(run.wait(timeout=120))
