#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs what takes too long for CI: random programs, fuzzing and unit tests with sanitizers, programs of JAX, mutants, all benchmarks once.

    tests/long.py BUILD_DIR [--only=PART,...] [--seed=N] [--count=N] [--chunk=N] [--chunks=N] [--list]

Each part is cut into chunks with seeds of their own. After each chunk BUILD_DIR/reports/long-COMMIT.json is written, so the run may
be ended at any time: the next one goes on where it was, as long as the tree is the same. A chunk that failed is tried again. The file
has the commit, the machine, and of each chunk its seed, the number of programs, the seconds and the end of its output; programs that
are findings lie in BUILD_DIR/long-COMMIT/PART. --count and --chunk replace the sizes of all parts, --chunks ends the run after so many.
The last line is `N passed, N failed, N left, N skipped`, counted in chunks.
"""
import argparse
import dataclasses
import glob
import hashlib
import json
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SANITIZE = "-DSPMD_SANITIZE=ON"
THREADS = "-DSPMD_SANITIZE=thread"
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "SPMD_CHECK_CONTRACTS": "1", "SPMD_VERIFY_PARTITION": "1",
               # LLVM is without sanitizers, so containers and arenas that it shares with this project are half marked.
               "ASAN_OPTIONS": "detect_container_overflow=0:allow_user_poisoning=0",
               "TSAN_OPTIONS": "ignore_noninstrumented_modules=1 die_after_fork=0 report_thread_leaks=0"}


@dataclasses.dataclass
class Part:
    """`command` may hold {seed}, {end} (the first seed after the chunk), {count}, {jobs}, {keep} and {bin}."""
    name: str
    about: str
    command: str
    count: int = 1      # programs
    chunk: int = 1      # programs at a time
    folder: str = ""    # within BUILD_DIR: a build of its own
    options: str = ""   # of CMake for that build
    targets: str = ""   # what to build there, all by default
    jax: bool = False


FUZZ = "{bin}/spmd-fuzz --count={count} --seed={seed} --limit=300 --keep={keep} "
OPS = "{bin}/spmd-random --kind=ops --count={count} --seed={seed} --jobs={jobs} --keep={keep} "
UNITS = "for test in {bin}/*_tests; do $test --gtest_brief=1 || exit 1; done"
EXAMPLE = ("name=$(echo gpt2 llama mixture_of_experts mlp convnet | cut -d' ' -f{seed}) && mkdir -p {keep} && c++ -std=c++20 -Icompiler/frontend "
           "-Icompiler/frontend/include examples/$name/train.cpp -o {keep}/$name -L{bin}/../lib -lspmd -Wl,-rpath,{bin}/../lib,--unresolved-symbols="
           "ignore-in-shared-libs && tests/embed/Inputs/example_modes.py {keep}/$name examples/$name/train.cpp {keep} --all-ranks --learns=0.95 LICENSE")
PARTS = [
    Part("fusions", "random fusions against the reference interpreter", "{bin}/spmd-random --kind=fusions --count={count} --seed={seed} "
         "--jobs={jobs} --keep={keep}", 300000, 10000),
    Part("manual", "random manual computations, run in four ways", "{bin}/spmd-random --kind=manual --count={count} --seed={seed} "
         "--jobs={jobs} --keep={keep}", 20000, 1000),
    Part("uneven", "random placements over axes that do not divide, run in four ways", "{bin}/spmd-random --kind=uneven --count={count} "
         "--seed={seed} --jobs={jobs} --keep={keep}", 20000, 1000),
    Part("placements-meshes", "random programs over several meshes of the same devices, run in four ways", "{bin}/spmd-random --kind=meshes "
         "--count={count} --seed={seed} --jobs={jobs} --keep={keep}", 20000, 1000),
    Part("explain", "--explain against the models, 30 values of each", "PATH={bin}:$PATH tests/propagation/explain_models.py {bin}/spmd-opt "
         "tests/models/Inputs --values=30 --seed={seed}", 2, 1),
    Part("ops", "random cases of all ops: whole and partitioned, by the interpreter", OPS, 1000000, 10000),
    Part("ops-compiled", "the same, also by generated code", OPS + "--compile=100", 200000, 5000),
    Part("ops-memory", "the same, with sanitizers", OPS + "--compile=20 --limit=300", 100000, 2500, "sanitized", SANITIZE),
    Part("meshes", "the models on 2 to 16 devices, in process and over MPI", "tests/models/every_mesh.py tests/models/Inputs "
         "--spmd-run={bin}/spmd-run --mpirun='mpirun --oversubscribe --allow-run-as-root' --part={seed}:{end}", 218, 10),
    Part("fuzz", "the sharding passes on changed programs, with sanitizers", FUZZ + "tests", 200000, 10000, "sanitized", SANITIZE),
    Part("fuzz-partition", "the same, partitioned", FUZZ + "--partition --only=spmd-pipeline tests", 50000, 2500, "sanitized", SANITIZE),
    Part("fuzz-compile", "the same, compiled to the end", FUZZ + "--compile --only=compile tests", 20000, 1000, "sanitized", SANITIZE),
    Part("fuzz-artifacts", "portable artifacts with changed bytes, with sanitizers", "{bin}/spmd-fuzz --artifacts --count={count} --seed={seed} "
         "--limit=300 --keep={keep} $(ls tests/dialects/vhlo/Inputs/*.mlirbc tests/dialects/vhlo/Inputs/*.jaxexport)", 5000000, 250000,
         "sanitized", SANITIZE),
    Part("units-memory", "all unit tests with AddressSanitizer and UndefinedBehaviorSanitizer", UNITS, folder="sanitized", options=SANITIZE),
    Part("units-threads", "the runtime and <spmd.h> with ThreadSanitizer, the compiler, too", "{bin}/runtime_tests --gtest_brief=1 "
         "--gtest_repeat=20 && {bin}/compiler_frontend_tests --gtest_brief=1 --gtest_repeat=5", folder="threads-all", options=THREADS,
         targets="runtime_tests compiler_frontend_tests"),
    Part("rolled-data-parallel", "unrolled layers on two devices that share the batch, against JAX",
         "PATH={bin}:$PATH .venv/bin/python tests/jax/rolled_layers.py --data-parallel", jax=True),
    Part("isa", "the tests of codegen with fewer instructions", "SPMD_MAX_ISA=x86-64 {bin}/compiler_codegen_tests --gtest_brief=1 && "
         "SPMD_MAX_ISA=avx2 {bin}/compiler_codegen_tests --gtest_brief=1"),
    Part("inputs", "vector code of functions over all f32", "SPMD_ALL_INPUTS=1 {bin}/compiler_codegen_tests --gtest_filter='VectorMath.*'"),
    Part("placements", "programs of JAX under random shardings", ".venv/bin/python tests/jax/random_placements.py --seeds={seed}:{end}", 200, 10,
         jax=True),
    Part("differential", "the sharding passes beside jaxlib's", ".venv/bin/python tests/jax/differential.py --spmd-opt={bin}/spmd-opt "
         "--count={count} --seed={seed} --show=1 --pipeline=import,populate,batching,conservative,pipeline,pipeline-dedup --allowed=0.001",
         20000, 1000, jax=True),
    Part("differential-jax", "the same on every function of jax_programs.py, twice", ".venv/bin/python tests/jax/differential.py --spmd-opt="
         "{bin}/spmd-opt --jax=2 --show=1 --pipeline=import,pipeline --allowed=0.001", jax=True),
    Part("artifacts", "portable artifacts of all target versions beside jaxlib, all of them read", ".venv/bin/python tests/jax/artifacts.py "
         "--spmd-opt={bin}/spmd-opt --jobs={jobs} --part={seed}/8", 8, 1, jax=True),
    Part("artifact-results", "300 files of JAX, run", ".venv/bin/python tests/jax/artifact_results.py --spmd-run={bin}/spmd-run --part={seed}/8", 8, 1,
         jax=True),
    Part("gradients", "second derivatives of all ops beside JAX, and gradients beside differences", ".venv/bin/python tests/jax/gradients.py "
         "--dtypes=f64 --second --part={seed}/4 && .venv/bin/python tests/jax/gradients.py --dtypes=f64 --differences --part={seed}/4 "
         "&& .venv/bin/python tests/jax/gradients.py --dtypes=f64 --part={seed}/4", 4, 1, jax=True),
    Part("examples", "the examples of the frontend in all modes on 8 devices, 2 and 8 ranks", EXAMPLE, 5, 1),
    Part("frontend", "values, gradients and batches of all functions of the frontend beside JAX", "SPMD_PART={seed}/32 $(command -v lit-22 || command -v lit) "
         "-sv -j{jobs} {bin}/../tests --filter 'jax/(frontend_(ops|functions|movement|indexing|order|statistics|linalg|complex|special|numbers|sets|layers|"
         "attention|losses|updates|draws|control|nested|shards)|lapack).test'", 32, 1, jax=True),
    Part("bytes", "what steps of GPT-2 send and hold, traced in C++, beside JAX's programs", "SPMD_PART=0/1 $(command -v lit-22 || command -v lit) -v "
         "{bin}/../tests --filter 'jax/frontend_bytes.test'", jax=True),
    Part("rejection", "a million numbers of each distribution that is drawn by rejection beside JAX", "SPMD_DRAWS=1000000 $(command -v lit-22 || "
         "command -v lit) -v {bin}/../tests --filter 'jax/frontend_rejection.test'", jax=True),
    Part("functions", "every public function of JAX on the plugin beside XLA's CPU backend, also transformed", "SPMD_PART={seed}/32 PYTHONPATH="
         "compiler/pjrt/python/src SPMD_PJRT_LIBRARY={bin}/../lib/libspmd_pjrt.so .venv/bin/python tests/pjrt/Inputs/functions.py", 32, 1, jax=True),
    Part("primitives", "the cases that JAX has for each primitive, on the plugin beside its CPU backend", "SPMD_PART={seed}/6 PYTHONPATH=compiler/pjrt/"
         "python/src SPMD_PJRT_LIBRARY={bin}/../lib/libspmd_pjrt.so .venv/bin/python tests/pjrt/Inputs/primitives.py", 6, 1, jax=True),
    Part("behaviours", "arrays and jitted functions of JAX on the plugin beside its CPU backend", "PYTHONPATH=compiler/pjrt/python/src SPMD_PJRT_LIBRARY="
         "{bin}/../lib/libspmd_pjrt.so .venv/bin/python tests/pjrt/Inputs/behaviours_$(echo arrays jit | cut -d' ' -f{seed}).py", 2, 1, jax=True),
    Part("steady", "the memory of a process behind 100,000 calls of each kind", "PYTHONPATH=compiler/pjrt/python/src SPMD_PJRT_LIBRARY={bin}/../lib/"
         "libspmd_pjrt.so .venv/bin/python tests/pjrt/Inputs/steady_memory.py 100000", jax=True),
    Part("compilations", "10,000 programs that one process compiles and forgets", "mkdir -p {keep} && PYTHONPATH=compiler/pjrt/python/src "
         "SPMD_PJRT_LIBRARY={bin}/../lib/libspmd_pjrt.so .venv/bin/python tests/pjrt/Inputs/many_compilations.py 10000 {keep}", jax=True),
    Part("mutants", "small changes in the partitioner, which tests and fuzzing find", "tests/mutants.py --copy={bin}/../mutants --long "
         "--numbers={seed}:{end} --results={keep}.jsonl", 200, 5),
    Part("benchmarks", "every benchmark once, small", ".venv/bin/python bench/run.py --quick", jax=True),
]


def git(*arguments):
    return subprocess.run(["git", "-C", ROOT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout


def tree():
    """The commit; with a hash of the changes where the tree differs from it, because results of another tree do not count."""
    changes = git("diff", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    return (git("rev-parse", "--short", "HEAD").strip() or "unknown") + (f"-{hashlib.sha1(changes.encode()).hexdigest()[:8]}" if changes else "")


def cpu():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return re.search(r"model name[^:]*: *(.*)|$", file.read())[1] or "unknown"


def run(command):
    """Exit status and output of a shell command in the repository."""
    done = subprocess.run(command, shell=True, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env={**os.environ, **ENVIRONMENT}, check=False)
    return done.returncode, done.stdout


class Results:
    """The file of one commit."""

    def __init__(self, build, commit):
        self.path = f"{build}/reports/long-{commit}.json"
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        self.data = {"commit": commit, "machine": cpu(), "parts": {}}
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.data = json.load(file)

    def chunks(self, part):
        return self.data["parts"].setdefault(part.name, [])

    def passed(self, part, seed, count):
        """Whether the chunk passed; None where it has not run."""
        return next((chunk["passed"] for chunk in self.chunks(part) if (chunk["seed"], chunk["count"]) == (seed, count)), None)

    def add(self, part, chunk):
        """Replaces an earlier entry of the chunk, and the file as a whole: a run that is killed leaves the old one."""
        same = (chunk["seed"], chunk["count"])
        self.data["parts"][part.name] = [c for c in self.chunks(part) if (c["seed"], c["count"]) != same] + [chunk]
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump(self.data, file, indent=1)
        os.replace(self.path + ".new", self.path)


def prepare(part, build):
    """Builds what a part needs. Returns the folder of its programs, or nothing and the reason."""
    if not part.folder:
        return f"{build}/bin", ""
    status, output = run(f"cmake -S {ROOT} -B {build}/{part.folder} -G Ninja {part.options} && cd {build}/{part.folder} && ninja {part.targets}")
    return (None, output) if status else (f"{build}/{part.folder}/bin", "")


def plan(part, options):
    """The chunks of a part: first seed and number of programs of each."""
    count, step = options.count or part.count, options.chunk or part.chunk
    return [(options.seed + begin, min(step, count - begin)) for begin in range(0, count, step)]


def run_chunk(part, seed, count, build, results):
    """Runs one chunk and enters what came of it."""
    programs, output = prepare(part, build)
    keep = f"{build}/long-{results.data['commit']}/{part.name}"
    command = part.command.format(seed=seed, end=seed + count, count=count, jobs=os.cpu_count(), keep=keep, bin=programs)
    start, status = time.time(), 1
    if programs:
        status, output = run(command)
    seconds = round(time.time() - start, 1)
    print(f"{part.name}: seed {seed}, {count} programs, {seconds} s: {'passed' if status == 0 else f'FAILED ({status})'}", flush=True)
    if status:
        print("\n".join(output.splitlines()[-20:]) + f"\n{part.name}: {command}", flush=True)
    results.add(part, {"seed": seed, "count": count, "passed": status == 0, "status": status, "seconds": seconds, "command": command,
                       "ended": time.strftime("%Y-%m-%dT%H:%M:%S"), "output": output.splitlines()[-(20 if status else 1):]})


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--chunk", type=int, default=0)
    parser.add_argument("--chunks", type=int, default=sys.maxsize)
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    options.parts = options.only.split(",") if options.only else [part.name for part in PARTS]
    for name in options.parts:
        if name not in [part.name for part in PARTS]:
            parser.error(f"no part is called {name}; --list shows all")
    return options


def main():
    options = parse()
    if options.list:
        print("\n".join(f"{part.name:15} {part.count:7} in chunks of {part.chunk:5}  {part.about}" for part in PARTS))
        return 0
    build = os.path.abspath(options.build)
    results, may_run, skipped, outcomes = Results(build, tree()), options.chunks, 0, []
    for part in [part for part in PARTS if part.name in options.parts]:
        if part.jax and not glob.glob(ROOT + "/.venv/lib/*/site-packages/jaxlib"):
            print(f"{part.name}: skipped, because .venv has no JAX (tools/setup.sh --with-jax)")
            skipped += len(plan(part, options))
            continue
        for chunk in plan(part, options):
            if not results.passed(part, *chunk) and may_run:
                run_chunk(part, *chunk, build, results)
                may_run -= 1
            outcomes.append(results.passed(part, *chunk))
    print(f"{results.path}\n{outcomes.count(True)} passed, {outcomes.count(False)} failed, {outcomes.count(None)} left, {skipped} skipped")
    return 1 if False in outcomes else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("long: ended early; the same command goes on here")
