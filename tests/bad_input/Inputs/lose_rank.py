# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lose_rank.py SIGNAL SECONDS COMMAND...: starts a program of several ranks that prints "run N ..." after every run, sends
SIGNAL to rank 1 once it runs, and prints what is said from then on. Everything has to be over within SECONDS, and no process
may be left; the exit code stands in the last line."""
import os
import signal
import subprocess
import sys
import threading
import time

number, seconds, command = getattr(signal, sys.argv[1]), float(sys.argv[2]), sys.argv[3:]


def descendants(root):
    """Process ids below `root`, itself left out."""
    children = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                parent = int(file.read().rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(pid))
    found, open_ = [], [root]
    while open_:
        below = children.get(open_.pop(), [])
        found += below
        open_ += below
    return found


def is_rank(pid, rank):
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return f"OMPI_COMM_WORLD_RANK={rank}".encode() in file.read().split(b"\0")
    except OSError:
        return False


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
late = threading.Timer(seconds + 60, process.kill)  # the start may take long on a loaded machine
late.start()
ranks, begin = [], None
for line in process.stdout:
    if line.startswith("run "):
        if begin is None and line.startswith("run 3 "):
            ranks = descendants(process.pid)
            os.kill(next(pid for pid in ranks if is_rank(pid, 1)), number)
            begin = time.monotonic()
    else:
        print(line, end="", flush=True)
code = process.wait()
late.cancel()
if begin is None:
    sys.exit(f"ended with {code} before the third run")
took = time.monotonic() - begin
while any(is_alive(pid) for pid in ranks) and time.monotonic() - begin < seconds:
    time.sleep(0.05)
left = [pid for pid in ranks if is_alive(pid)]
for pid in left:
    os.kill(pid, signal.SIGKILL)
if left or took > seconds:
    sys.exit(f"after {took:.1f} s, {seconds} were given: {len(left)} processes left")
print(f"ended with {code} and no process left")
