#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what CONTRIBUTING.md says, beside an existing build. usage: run_contributing.py PAGE SOURCE BUILD FOLDER

The text in front of a fence says where its lines go: "In `FILE`, below (or: above) the line with `TEXT`:", or "new file `FILE`:".
FOLDER gets the edited files and nothing else. A .td file is run through TableGen again, and an edited .cpp file is compiled with the
command of the build, where FOLDER is searched for headers first; so is the file that includes the new definitions. The library is
linked again with these objects in the place of their own. That takes a minute, where `ninja` would compile every file that includes a
header of the dialect. Then the new tests' RUN lines are run, and each command that begins with build/bin/, whose output the next
fence shows: `...` stands for any text, and a line of its own for any lines.
"""
import glob
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

page, source, build, folder = (os.path.abspath(path) for path in sys.argv[1:])
tree, generated = folder + "/tree", folder + "/generated"
PLACE = re.compile(r"`([^`]+)`, (below|above) the line\s+with `([^`]+)`:$")
NEW = re.compile(r"new file\s+`([^`]+)`:$")


def fail(message):
    sys.exit(f"{page}: {message}")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def run(command, **more):
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        fail(f"`{command}` ends with {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout + done.stderr


def steps():
    """The page as ("edit", text before, fence) and ("run", command, fence of its output or None)."""
    before, command, found = "", None, []
    parts = re.split(r"^```\w*\n(.*?)^```\n", read(page), flags=re.MULTILINE | re.DOTALL)
    for text, fence in zip(parts[::2], [*parts[1::2], None]):
        commands = re.findall(r"^    (build/bin/.*)", text, re.MULTILINE)
        before = text.strip()
        found += [("run", command, None) for command in commands[:-1]]
        if commands:
            found.append(("run", commands[-1], fence))
        elif fence is not None:
            found.append(("edit", before, fence))
    return found


def edit(before, lines):
    """Applies one fence. Returns the file, relative to the root."""
    before = re.sub(r"\s+", " ", before)
    if new := NEW.search(before):
        write(f"{tree}/{new[1]}", lines)
        return new[1]
    place = PLACE.search(before) or fail(f"where do these lines go?\n{before[-200:]}")
    path, side, text = place.groups()
    if not os.path.exists(f"{tree}/{path}"):
        write(f"{tree}/{path}", read(f"{source}/{path}"))
    old = read(f"{tree}/{path}").splitlines(True)
    at = [i for i, line in enumerate(old) if text in line]
    if len(at) != 1:
        fail(f"{path} has {len(at)} lines with `{text}`")
    gap = ["\n"] if lines.count("\n") > 1 else []
    old[at[0] + (side == "below"):at[0] + (side == "below")] = [lines, *gap] if side == "above" else [*gap, lines]
    write(f"{tree}/{path}", "".join(old))
    return path


def tablegen(path, commands):
    """Runs TableGen on an edited .td file, for each of its outputs. Returns the files of the tree that hold the new definitions."""
    users = set()
    for command in (c for c in commands if f" {source}/{path} " in c):
        where = re.match(r"cd (\S+) ", command)[1]
        out = os.path.relpath(os.path.join(where, re.search(r" -o (\S+)", command)[1]), build)
        os.makedirs(os.path.dirname(f"{generated}/{out}"), exist_ok=True)
        command = re.search(r"&& (\S*tblgen .*?) --write-if-changed", command)[1].replace(f"{source}/{path}", f"{tree}/{path}")
        run(f"{command.replace(' -I', f' -I{tree} -I', 1)} -o {generated}/{out}")
        included = out.replace(".cpp.inc", ".ops.inc")  # which includes the definitions of an op family (dialects/CMakeLists.txt)
        for user in glob.glob(f"{source}/{os.path.dirname(path)}/*.cpp"):
            text = read(user)
            if f'#include "{included}"' in text and (out.endswith(".cpp.inc") or "GEN_PASS_REGISTRATION" in text):
                users.add(os.path.relpath(user, source))
    return users


def compile_one(path, commands):
    """Compiles a file as the build does. Returns whether the build has an object of it, the new object, and in the place of which or
    beside which of the build's it is linked."""
    known = next((c for c in commands if c.endswith(f" -c {source}/{path}")), None)
    beside = known or next((c for c in commands if f" -c {source}/{os.path.dirname(path)}/" in c), None)
    if not beside:
        fail(f"no file beside {path} is compiled")
    old, made = re.search(r" -o (\S+)", beside)[1], f"{folder}/objects/{path}.o"
    os.makedirs(os.path.dirname(made), exist_ok=True)
    file = f"{tree}/{path}" if os.path.exists(f"{tree}/{path}") else f"{source}/{path}"
    command = re.sub(r" -MD -MT \S+ -MF \S+ -o \S+ -c \S+$", f" -o {made} -c {file}", beside)
    run(command.replace(" -I", f" -I{tree} -I{generated} -I", 1), cwd=build)
    return bool(known), made, old


def link(objects, commands):
    """Links each library that has one of the objects, into FOLDER/lib."""
    os.makedirs(folder + "/lib")
    for command in (c for c in commands if " -shared " in c):
        linked = command
        for known, made, place in objects:
            linked = linked.replace(f" {place} ", f" {made} " if known else f" {place} {made} ")
        if linked != command:
            name = re.search(r"-soname,(\S+)", command)[1]  # which the tools look for
            run(re.sub(r" -o \S+ ", f" -o {folder}/lib/{name} ", linked), cwd=build)


def compare(wanted, output, command):
    pattern = "".join("(?:.*\n)*?" if line == "..." else ".*".join(re.escape(part) for part in re.split(r"\.\.\.| +", line)) + "\n"
                      for line in map(str.strip, wanted.splitlines()))
    if not re.search(pattern, "\n".join(line.strip() for line in output.splitlines()) + "\n"):
        fail(f"`{command}` does not print\n{wanted}but\n{output}")


def main():
    shutil.rmtree(folder, ignore_errors=True)
    found = steps()
    files = list(dict.fromkeys(edit(*step[1:]) for step in found if step[0] == "edit"))
    cpp = [file for file in files if file.endswith(".cpp")]
    run(f"clang-format-22 --style=file:{source}/.clang-format --dry-run -Werror " + " ".join(cpp), cwd=tree)
    commands = run("ninja -t commands spmd-opt spmd-run", cwd=build).splitlines()
    compiled = set(cpp)
    for file in files:
        if file.endswith(".td"):
            compiled |= tablegen(file, commands)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        link(list(pool.map(lambda file: compile_one(file, commands), sorted(compiled))), commands)
    os.makedirs(tree + "/build")
    os.symlink(build + "/bin", tree + "/build/bin")
    environment = {**os.environ, "LD_LIBRARY_PATH": folder + "/lib", "PATH": f"{build}/bin:{os.environ['PATH']}"}
    tests = 0
    for file in files:
        for command in re.findall(r"^// RUN: (.*)", read(f"{tree}/{file}"), re.MULTILINE):
            run("set -o pipefail; " + command.replace("%s", f"{tree}/{file}"), cwd=folder, env=environment, executable="/bin/bash")
            tests += 1
    for kind, command, wanted in found:
        if kind == "run":
            compare(wanted or "", run(command, cwd=tree, env=environment), command)
    print(f"{len(files)} files, {len(compiled)} compiled, {tests} test commands")


if __name__ == "__main__":
    main()
