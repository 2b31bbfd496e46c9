# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs spmd-run on kernel caches that are in some state: kernel_cache.py STATE FOLDER PROGRAM. Prints the exit code and what
the run said, and how many kernels the cache holds afterwards."""
import os
import shutil
import stat
import subprocess
import sys

state, folder, program = sys.argv[1:]
shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
environment = {**os.environ, "XDG_CACHE_HOME": folder, "HOME": folder + "/home"}


def start(**more):
    return subprocess.Popen(["spmd-run", program, "--random-args=1", "--check-against-sequential"], cwd=folder, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**environment, **more})


def entries():
    return sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names if name.endswith(".o"))


start().wait()
environment_of_run = {}
if state == "swapped":  # each kernel under another's name
    paths = entries()
    bodies = [open(path, "rb").read() for path in paths]
    for path, body in zip(paths, bodies[1:] + bodies[:1]):
        open(path, "wb").write(body)
elif state == "copied":  # the same kernel under all names
    for path in entries()[1:]:
        shutil.copy(entries()[0], path)
elif state == "writable":
    for path in entries():
        os.chmod(path, 0o666)
elif state == "relative":
    shutil.rmtree(folder + "/spmd")
    environment_of_run = {"XDG_CACHE_HOME": "relative"}
elif state == "homeless":
    shutil.rmtree(folder + "/spmd")
    environment_of_run = {"XDG_CACHE_HOME": "", "HOME": ""}
elif state == "file":
    shutil.rmtree(folder + "/spmd")
    open(folder + "/spmd", "w").close()
elif state == "fifo":
    for path in entries():
        os.remove(path)
        os.mkfifo(path)
elif state == "many":
    shutil.rmtree(folder + "/spmd")
    running = [start() for _ in range(4)]
    print("others", [run.communicate()[0] or run.returncode for run in running])
for _ in range(2):  # what was wrong is mended by the first run
    run = start(**environment_of_run)
    said = run.communicate(timeout=300)[0].replace(folder, "FOLDER")
    print("exit", run.returncode, said.strip())
print("kernels", len(entries()), "modes", sorted({oct(stat.S_IMODE(os.lstat(path).st_mode)) for path in entries()}))
print("left", sorted(os.listdir(folder)))
