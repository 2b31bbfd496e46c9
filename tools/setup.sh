#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Installs what the build, the tools and the tests need on Debian 12: only what is missing, quietly. Needs root (or sudo)
# only where something is missing. `--with-jax` adds a Python environment with JAX, flax, optax and safetensors under .venv: the
# oracles of some tests and benchmarks; the product itself needs no Python. Exits with 3 where only that failed.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(cmake ninja-build ccache pkg-config git clang-22 clang-format-22 libclang-rt-22-dev lld-22 llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
          libopenblas0-pthread libopenblas-pthread-dev libdnnl-dev libfmt-dev libgtest-dev libbenchmark-dev libboost-math-dev
          protobuf-compiler libprotobuf-dev libzip-dev zipcmp zipmerge ziptool zlib1g-dev libzstd-dev libopenmpi-dev openmpi-bin doxygen python3 python3-psutil python3-venv)

missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  echo "installing: ${missing[*]}" >&2
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update -qq &&
         DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "setup: packages could not be installed; the lines above say why" >&2
    exit 1
  fi
  rm -f "$log"
fi

if [ "${1:-}" = --with-jax ] && ! .venv/bin/python -c 'import jax, sys; sys.exit(jax.__version__ != "0.10.2")' 2>/dev/null; then
  echo "installing jax 0.10.2 into .venv" >&2
  log=$(mktemp)
  if ! { python3 -m venv .venv && .venv/bin/pip install --quiet --disable-pip-version-check jax==0.10.2; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "setup: JAX could not be installed; the lines above say why" >&2
    rm -rf .venv "$log"
    exit 3
  fi
  rm -f "$log"
fi

# Oracles that are tested only where they are there, without what they want for more than the tests use (of flax: tensorstore, orbax).
flax=(flax==0.12.8 absl-py etils markdown-it-py mdurl msgpack pygments pyyaml rich typing_extensions)
oracles=(optax==0.2.8 absl-py safetensors==0.8.0)
install_oracle() { # NAME package...: where NAME cannot be imported
  [ "${with_jax:-}" = 1 ] && ! .venv/bin/python -c "import importlib.util as u, sys; sys.exit(not u.find_spec('$1'))" || return 0
  echo "installing $1 into .venv" >&2
  local log
  log=$(mktemp)
  if ! .venv/bin/pip install --quiet --disable-pip-version-check --no-deps "${@:2}" >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    echo "setup: $1 could not be installed; the tests that compare with it are skipped" >&2
  fi
  rm -f "$log"
}
[ "${1:-}" != --with-jax ] || with_jax=1
install_oracle flax "${flax[@]}"
install_oracle treescope treescope==0.1.10 # flax.nnx shows values with it
install_oracle optax "${oracles[@]}"
install_oracle flatbuffers flatbuffers==25.12.19 # jax.export writes files with it
install_oracle safetensors "${oracles[@]}"
install_oracle pypjrt pypjrt==0.1.1 # describes the PJRT interface, and tries plugins
