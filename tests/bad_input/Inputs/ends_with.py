# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a command and holds its exit code against the wanted one: ends_with.py CODE [STREAM=STATE...] COMMAND...
`not` would take any failure; a death by a signal is never what a test here wants. STREAM is stdout or stderr, STATE is what is
wrong with it: closed, full (no space is left), broken (a pipe that nobody reads). `limit=BYTES` limits the address space,
`stack=BYTES` the stack."""
import os
import re
import resource
import subprocess
import sys

wanted, command = int(sys.argv[1]), sys.argv[2:]
streams, limits = {}, {}
while match := re.fullmatch(r"(stdout|stderr|limit|stack)=(\w+)", command[0]):
    if match[1] in ("limit", "stack"):
        limits[resource.RLIMIT_AS if match[1] == "limit" else resource.RLIMIT_STACK] = int(match[2])
    else:
        streams[match[1]] = match[2]
    command.pop(0)


def prepare():
    for stream, state in streams.items():
        number = {"stdout": 1, "stderr": 2}[stream]
        if state == "closed":
            os.close(number)
        elif state == "full":
            os.dup2(os.open("/dev/full", os.O_WRONLY), number)
        else:
            reader, writer = os.pipe()
            os.dup2(writer, number)
            os.close(reader)
            os.close(writer)
    for limit, size in limits.items():
        resource.setrlimit(limit, (size, size))


errors = None if "stdout" in streams else subprocess.STDOUT
# Python ignores SIGPIPE, a shell does not; the command starts as from a shell.
code = subprocess.run(command, stderr=errors, preexec_fn=prepare, restore_signals=True).returncode
if code != wanted:
    sys.exit(f"ended with {code}, wanted {wanted}: {' '.join(command)}")
