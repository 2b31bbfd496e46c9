# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# How lit runs the tests: .mlir and .test files here, and docs/*.md, whose RUN lines stand in HTML comments.
# %models is the folder of the model programs, NAME.mlir with NAME.npz and NAME.json (make_models.py there says what they are).
# Features: the machine's name (`x86_64`), `mpi` (mpirun is there), `jax` (tools/setup.sh --with-jax has made .venv; its interpreter is
# %jax_python). With SPMD_NEED_JAX=1, as in CI, a test that wants JAX fails where there is none instead of being skipped. The tests of
# conformance/ alone need programs from outside of the repository: conformance/lit.local.cfg.
import os
import platform
import shutil
import subprocess

import lit.formats

config.name = "spmd"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".md"]
config.excludes = ["CMakeLists.txt", "README.md", "Inputs"]
config.test_source_root = getattr(config, "suite_root", os.path.dirname(__file__))
if config.suite_name == "docs":  # pages without commands are no tests
    for page in (name for name in os.listdir(config.test_source_root) if name.endswith(".md")):
        with open(os.path.join(config.test_source_root, page), encoding="utf-8") as text:
            if "\nRUN: " not in text.read():
                config.excludes.append(page)
config.test_exec_root = os.path.join(config.build_dir, "tests", config.suite_name)

# Our tools first, then FileCheck, not and split-file of the LLVM that we were built with.
config.environment["PATH"] = os.pathsep.join([config.tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")])
config.environment["OPENBLAS_NUM_THREADS"] = "1"
config.environment["SPMD_CHECK_CONTRACTS"] = "1"
config.environment["SPMD_VERIFY_PARTITION"] = "1"
for name in ["HOME", "TMPDIR", "OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "ASAN_OPTIONS", "SPMD_MAX_ISA"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]

# Which part of the cases of jax/frontend_*.test runs; tests/long.py runs all parts.
config.environment["SPMD_PART"] = os.environ.get("SPMD_PART", "0/32")
# Programs that take longer than others: fewer or more of them.
for name, part in (("%part_of_draws", "0/96"), ("%part_of_bytes", "0/3")):
    config.substitutions.append((name, os.environ.get("SPMD_PART", part)))
# How many numbers of each distribution jax/frontend_rejection.test draws; tests/long.py draws a million.
config.substitutions.append(("%draws", os.environ.get("SPMD_DRAWS", "20000")))
# JAX keeps what it has compiled, by a hash of the program and of its version, so that a second run of the tests compiles nothing.
config.environment["JAX_COMPILATION_CACHE_DIR"] = os.path.join(config.build_dir, "jax_cache")
config.environment["JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS"] = "0"
config.environment["JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES"] = "-1"

config.substitutions.append(("%python", config.python))
config.substitutions.append(("%source", config.source_dir))
config.substitutions.append(("%build", config.build_dir))
# %cxx_spmd compiles a program with <spmd.h> by the compiler of this build, %cxx_cases one with jax/Inputs/frontend_cases.h, whose headers the
# build has precompiled; examples are compiled as users do, by `c++`.
libraries = os.path.join(config.build_dir, "lib")
link = (f"{config.linker} -L {libraries} -lspmd -Wl,-rpath,{libraries} "
        f"-Wl,-rpath-link,{libraries}:{os.path.dirname(config.llvm_tools_dir)}/lib")
for name, header in (("%cxx_spmd", "spmd"), ("%cxx_cases", "frontend_cases")):
    precompiled = f"-include-pch {config.test_headers}/{header}.pch" if config.test_headers else ""
    config.substitutions.append((name, f"{config.compiler} {config.test_flags} {precompiled} {link}"))
config.substitutions.append(("%llvm", os.path.dirname(config.llvm_tools_dir)))
if config.mpiexec and shutil.which(config.mpiexec):
    config.available_features.add("mpi")
    # More ranks than cores, and as root in a container: both are normal for tests.
    config.environment["OMPI_ALLOW_RUN_AS_ROOT"] = "1"
    config.environment["OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"] = "1"
    config.substitutions.append(("%mpirun", config.mpiexec + " --oversubscribe"))
if shutil.which("doxygen"):
    config.available_features.add("doxygen")
config.available_features.add(platform.machine())
if os.path.exists("/proc/cpuinfo"):
    with open("/proc/cpuinfo", encoding="utf-8") as cpu:
        config.available_features.update({"avx2"} & set(cpu.read().split()))
config.substitutions.append(("%models", os.path.join(config.source_dir, "tests", "models", "Inputs")))

jax_python = os.path.join(config.source_dir, ".venv", "bin", "python")
has_jax = os.path.exists(jax_python) and subprocess.run([jax_python, "-c", "import jaxlib"], stderr=subprocess.DEVNULL).returncode == 0
if has_jax or os.environ.get("SPMD_NEED_JAX") == "1":
    config.available_features.add("jax")
    config.substitutions.append(("%jax_python", jax_python))
# These come with --with-jax, too; a .venv made before they did lacks them. Importing them would take seconds.
find_packages = "import importlib.util as u; print(*[name for name in ('flax', 'optax', 'safetensors', 'treescope', 'pypjrt') if u.find_spec(name)])"
if has_jax:
    config.available_features.update(subprocess.run([jax_python, "-c", find_packages], capture_output=True, text=True).stdout.split())
