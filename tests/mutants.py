#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes small changes in the partitioner, one at a time, and looks which of them the tests and the fuzzing find.

    tests/mutants.py [--copy=DIR] [--seed=N] [--count=N] [--numbers=A:B,K] [--part=I/N] [--quick | --long] [--again] [--only=REGEX] [--list]

Mutant K of seed S is a function of the sources: mutants/changes.py draws COUNT changes over all files of compiler/partition and
compiler/placement and over the local forms of compiler/ops. A change that does not compile is no mutant; the next one of its file takes
the number. The tree in DIR is a copy of the files that git knows here, with a build of its own; the checkout is never changed. Each mutant
goes through these stages, cheapest first, until one finds it:

    tests   the unit tests of the rooms, then the lit tests of the rooms; those that name a pass or op of the file come first
    fuzz    60 s of spmd-random: the ops of the file, else all kinds by turns
    long    with --long: all other lit tests but those of the text of the sources, then 5 minutes of fuzzing

A test or program that takes too much time or memory finds the mutant, too. Each mutant adds a line to --results (tests/mutants/results.jsonl);
numbers that have one are not run again, except those that were not found: --again runs all stages for them, and --long the ones they
lack. The last line of a number counts. What is left needs a line with its number in tests/mutants/README.md: the reason why no
program can tell. --numbers (from 1, without the end) and --part, which takes each N-th number, let several runs share the work, each
with a copy of its own. --quick runs only the unit tests and the two dozen most likely lit tests, and leaves what they do not find to a run
without it. Without --copy nothing is run: the last line sums up the results, and --list shows the changes.
The last line is `N mutants, N found by tests, N by fuzzing, N by timeouts, N left`; the status is 1 if one left has no reason.
"""
import argparse
import collections
import fcntl
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "mutants"))
sys.dont_write_bytecode = True
import changes  # noqa: E402

ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "SPMD_CHECK_CONTRACTS": "1", "SPMD_VERIFY_PARTITION": "1"}
TOOLS = ["spmd-opt", "spmd-run", "spmd-random"]
LIBRARY = "spmd_compiler"
UNITS = ["compiler_partition_tests", "compiler_placement_tests", "compiler_ops_tests"]
ROOMS = ["partition", "spmd", "verify"]
# These read the sources, or build and run other programs than the mutant.
NO_TESTS = ":: (house|tools|sanitized|conformance|bench)/|facet_misspelt"
# Program seeds of the fuzzing: beyond those of the tests, and the same for each mutant, so that one run without a change checks all.
FIRST_SEED = 5000000
SLOW = 3         # seconds of a test, without a change; slower ones come last
CPU_LIMIT = 60   # seconds of one process of a test; the slowest one of a room takes 10
MEMORY = 8 << 30


class Copy:
    """The tree that is changed, built and tested."""

    def __init__(self, path, jobs):
        self.path, self.build, self.jobs = path, f"{path}/build", jobs
        if os.path.realpath(path) == os.path.realpath(ROOT):
            sys.exit("mutants: --copy is the checkout itself; name another folder")
        os.makedirs(path, exist_ok=True)
        self.lock = open(f"{path}/.mutants.lock", "w", encoding="utf-8")
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            sys.exit(f"mutants: another run works in {path}; give each one a copy of its own")
        listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], stdout=subprocess.PIPE, text=True, check=True)
        for name in listed.stdout.splitlines():
            self.update(name)
        if os.path.exists(f"{ROOT}/.venv") and not os.path.exists(f"{path}/.venv"):
            os.symlink(os.path.realpath(f"{ROOT}/.venv"), f"{path}/.venv")

    def update(self, name):
        """Copies a file if it differs: equal ones keep their times, and so their objects."""
        source, target = f"{ROOT}/{name}", f"{self.path}/{name}"
        if not os.path.isfile(source):
            return
        with open(source, "rb") as file:
            wanted = file.read()
        if os.path.exists(target):
            with open(target, "rb") as file:
                if file.read() == wanted:
                    return
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copyfile(source, target)
        shutil.copymode(source, target)

    def run(self, command, timeout, cpu=None):
        """Status and output; the status is None where it took too long. All its processes end with it."""
        def limit():
            os.setpgid(0, 0)  # no session of its own: a new one would leave the priority that the user gave this run
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            if cpu:
                resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
        with subprocess.Popen(command, cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                              env={**os.environ, **ENVIRONMENT}, preexec_fn=limit) as process:
            try:
                output, _ = process.communicate(timeout=timeout)
                return process.returncode, output
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return None, process.communicate()[0]

    def ninja(self, targets):
        if not os.path.exists(f"{self.build}/build.ninja"):
            self.run(["cmake", "-S", self.path, "-B", self.build, "-G", "Ninja"], 600)
        return self.run(["ninja", "-C", self.build, f"-j{self.jobs}", *targets], 7200)

    def lit(self, names, timeout, *options):
        return self.run([next((p for p in ("/usr/bin/lit-22", "/usr/bin/lit") if os.path.exists(p)), "lit"), "-v", f"-j{self.jobs}",
                         "--order=lexical", *options, *(f"{self.build}/{name}" for name in names)], timeout, CPU_LIMIT)


def read_tests(copy):
    """Seconds of each lit test of the rooms without a change, but of those that fail then or fuzz. They are kept in the copy."""
    path, report, seconds = f"{copy.build}/mutants-tests.json", f"{copy.build}/mutants.xml", {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            seconds = json.load(file)
    names = {f"tests/{room}/{name}" for room in ROOMS for name in os.listdir(f"{copy.path}/tests/{room}")
             if re.search(r"\.(mlir|test)$", name) and not name.startswith("random_")}
    seconds = {name: seconds[name] for name in sorted(names & set(seconds))}
    if new := sorted(names - set(seconds)):
        copy.lit(new, 3000, f"--xunit-xml-output={report}")
        for case in xml.parse(report).getroot().iter("testcase"):
            name = "tests/" + case.get("classname").split(".", 1)[1].replace(".", "/") + "/" + case.get("name")
            if case.find("failure") is not None:
                print(f"{name} fails without a change and is left out", flush=True)
            elif case.find("skipped") is None:
                seconds[name] = float(case.get("time"))
        with open(path, "w", encoding="utf-8") as file:
            json.dump(seconds, file, indent=1)
    return seconds


class Interest:
    """What a changed file is about: the passes and ops that tests name."""

    def __init__(self, copy):
        self.root, self.texts = copy.path, {}
        with open(f"{copy.path}/compiler/partition/passes.td", encoding="utf-8") as file:
            self.passes = {name.upper(): flag for name, flag in re.findall(r'def (\w+) : Pass<"([\w-]+)"', file.read())}
        listed = copy.run([f"{copy.build}/bin/spmd-opt", "--list-ops"], 60)[1].splitlines()
        self.ops = [row.split()[0] for row in listed[1:] if row.split()[4] == "x"]

    def text(self, path):
        if path not in self.texts:
            with open(f"{self.root}/{path}", encoding="utf-8") as file:
                self.texts[path] = file.read()
        return self.texts[path]

    def includers(self, path):
        """The file, and the sources of its room that include its header, also by other headers."""
        found, room = [path], os.path.dirname(path)
        for at in found:
            header = re.sub(r"\.cpp$", ".h", at)
            found += [f"{room}/{name}" for name in sorted(os.listdir(f"{self.root}/{room}")) if re.search(r"\.(cpp|h)$", name)
                      and f"{room}/{name}" not in found and f'"{header}"' in self.text(f"{room}/{name}")]
            if "GEN_PASS_DEF_" in self.text(path):
                break
        return found

    def passes_of(self, path):
        names = {name for file in self.includers(path) for name in re.findall(r"GEN_PASS_DEF_(\w+)", self.text(file))}
        return sorted(self.passes[name] for name in names if name in self.passes)

    def ops_of(self, path):
        if not path.startswith("compiler/ops/"):
            return []
        camel = lambda op: "".join(part.capitalize() for part in op.split(".")[1].split("_")) + "Op"
        named = lambda file: [op for op in self.ops if re.search(rf"\b{camel(op)}\b", self.text(file))]
        return named(path) or sorted({op for file in self.includers(path)[1:] for op in named(file)})


class Search:
    """Looks for a test or program that tells a mutant from the program it was made of."""

    def __init__(self, copy, quick):
        self.copy, self.quick = copy, quick
        status, output = copy.ninja([*TOOLS, *UNITS])
        if status:
            sys.exit("mutants: the copy does not build without a change\n" + output[-3000:])
        self.seconds, self.interest = read_tests(copy), Interest(copy)
        self.finds = collections.Counter()

    def failed(self, stage, status, output, name):
        """A record of what found the mutant."""
        named = re.search(r"^(?:FAIL|TIMEOUT|UNRESOLVED|XPASS): \S+ :: (\S+)", output, flags=re.M)
        late = status is None or re.search(r"exit (?:code|status): -?(?:24|9|137|152)\b|CPU time limit|took more than|SIGXCPU", output)
        name = named[1] if named else name
        self.finds[name] += 1
        return {"stage": "timeout" if late else stage, "name": name}

    def units(self):
        for unit in UNITS:
            status, output = self.copy.run([f"{self.copy.build}/bin/{unit}", "--gtest_brief=1", "--gtest_fail_fast"], 600, CPU_LIMIT)
            if status != 0:
                test = re.search(r"\[  FAILED  \] (\S+)", output)
                return self.failed("tests", status, "", f"{unit}: {test[1].rstrip(',') if test else status}")
        return None

    def tests(self, path):
        words = self.interest.passes_of(path) + self.interest.ops_of(path)
        weight = lambda name: 3 * any(word in self.interest.text(name) for word in words) + self.finds[name.split("/", 1)[1]]
        order = sorted(self.seconds, key=lambda name: (self.seconds[name] > SLOW, -weight(name) / (1 + self.seconds[name]), self.seconds[name]))
        if found := self.units():
            return found
        for begin, end in ((0, 2), (2, 8), (8, 24), (24, len(order)))[:3 if self.quick else 4]:
            status, output = self.copy.lit(order[begin:end], 1800, "--max-failures=1")
            if status != 0:
                return self.failed("tests", status, output, "lit")
        return None

    def fuzz(self, path, seconds):
        """Chunks of programs by turns, until the time is over: of the processors, or three times as much of the clock."""
        used = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) / self.copy.jobs
        ops = self.interest.ops_of(path)
        kinds = [("ops", 200, [f"--only={op}"]) for op in ops] + [("ops", 200, [])] if ops else \
                [(kind, count, []) for kind, count in (("ops", 200), ("uneven", 60), ("manual", 60), ("meshes", 60))]
        end, last, turn = used() + seconds, time.time() + 3 * seconds, 0
        while used() < end and time.time() < last:
            for kind, count, only in kinds:
                command = [f"{self.copy.build}/bin/spmd-random", f"--kind={kind}", f"--count={count}", f"--seed={FIRST_SEED + turn * count}",
                           f"--jobs={self.copy.jobs}", "--reduce=false", *only]
                status, output = self.copy.run(command, 600)
                if status not in (0, 2):
                    return self.failed("fuzz", status, output, " ".join(command[1:4] + only))
                if used() > end or time.time() > last:
                    break
            turn += 1
        return None

    def everything(self, path):
        self.copy.ninja([])
        status, output = self.copy.lit(["tests", "docs"], 7200, "--max-failures=1", f"--filter-out={NO_TESTS}|:: ({'|'.join(ROOMS)})/(?!random_)")
        return self.failed("tests", status, output, "lit") if status else self.fuzz(path, 300)

    def stages(self, path, names):
        """The find and the name of the stage it is of, or nothing; and the stages that were run."""
        calls = {"tests": self.tests, "fuzz": lambda path: self.fuzz(path, 60), "long": self.everything}
        for i, name in enumerate(names, 1):
            if found := calls[name](path):
                return found, names[:i]
        return None, names


def read_results(path, seed):
    """The last line of each number."""
    lines = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            lines = {line["number"]: line for line in map(json.loads, file) if line["seed"] == seed}
    return lines


def reasons(path):
    """The numbers in the first column of the table of survivors."""
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as file:
        return {int(number) for number in re.findall(r"^\| *(\d+) *\|", file.read(), flags=re.M)}


def run_mutant(search, number, path, source, candidates, stages, options):
    """Builds the first candidate that compiles, runs the stages, adds the line and puts the file back."""
    start, skipped, target = time.time(), 0, f"{search.copy.path}/{path}"
    try:
        for change in candidates:
            with open(target, "w", encoding="utf-8") as file:
                file.write(changes.apply(source, change))
            # The programs load the library, so only a header, whose code may be in them, too, needs new ones.
            if search.copy.ninja([LIBRARY] if path.endswith(".cpp") else [*TOOLS, *UNITS])[0] == 0:
                break
            skipped += 1
        else:
            print(f"{number}: no change of {path} is left that compiles", flush=True)
            return
        built = time.time()
        found, stages = search.stages(path, stages)
    finally:
        with open(target, "w", encoding="utf-8") as file:
            file.write(source)
        if not path.endswith(".cpp"):
            search.copy.ninja([*TOOLS, *UNITS])
    if not found and search.quick:
        return
    line, before, after = changes.describe(source, change)
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    record = {"seed": options.seed, "number": number, "file": path, "line": line, "kind": change.kind, "before": before, "after": after,
              "not_compiled": skipped, "found": found, "stages": stages, "build_s": round(built - start, 1),
              "search_s": round(time.time() - built, 1), "commit": commit}
    os.makedirs(os.path.dirname(os.path.abspath(options.results)), exist_ok=True)
    with open(options.results, "a", encoding="utf-8") as file:
        file.write(json.dumps(record) + "\n")
    print(f"{number}: {path}:{line}: {before[:100]} -> {after[:100]}: {found or 'NOT FOUND'} "
          f"({record['build_s']} s + {record['search_s']} s)", flush=True)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--copy", default="")
    parser.add_argument("--results", default=f"{ROOT}/tests/mutants/results.jsonl")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--numbers", default="")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--only", default="", help="files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    for flag in ("long", "quick", "again", "list"):
        parser.add_argument(f"--{flag}", action="store_true")
    options = parser.parse_args()
    rest, parts = map(int, options.part.split("/"))
    ranges = [part.split(":") if ":" in part else (part, int(part) + 1) for part in (options.numbers or f"1:{options.count + 1}").split(",")]
    options.range = [n for n in range(1, options.count + 1) if n % parts == rest and any(int(a) <= n < int(b) for a, b in ranges)]
    return options


def main():
    options = parse()
    sources = changes.files(ROOT)
    drawn = {number: pair for number, pair in enumerate(changes.draw(sources, options.seed, options.count), 1)
             if number in options.range and re.search(options.only, pair[0])}
    if options.list:
        for number, (path, candidates) in drawn.items():
            line, before, after = changes.describe(sources[path][0], candidates[0])
            print(f"{number}: {path}:{line}: {candidates[0].kind}: {before} -> {after}")
        return 0
    search = None
    for number, (path, candidates) in drawn.items() if options.copy else ():
        last = read_results(options.results, options.seed).get(number)
        stages = ["tests"] if options.quick else ["tests", "fuzz", "long"] if options.long else ["tests", "fuzz"]
        if last and last["found"] or last and not options.again and set(stages) <= set(last["stages"]):
            continue
        if last and not options.again:
            stages = [stage for stage in stages if stage not in last["stages"]]
        search = search or Search(Copy(os.path.abspath(options.copy), options.jobs), options.quick)
        run_mutant(search, number, path, sources[path][0], candidates, stages, options)
    lines = [line for number, line in read_results(options.results, options.seed).items() if number in drawn]
    by = collections.Counter(line["found"]["stage"] if line["found"] else "left" for line in lines)
    left = [line["number"] for line in lines if not line["found"]]
    missing = sorted(set(left) - reasons(f"{ROOT}/tests/mutants/README.md"))
    if missing:
        print("no reason in tests/mutants/README.md: " + ", ".join(map(str, missing)))
    print(f"{len(lines)} mutants, {by['tests']} found by tests, {by['fuzz']} by fuzzing, {by['timeout']} by timeouts, {len(left)} left")
    return 1 if missing else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("mutants: ended early; the same command goes on here")
