# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions of jax.scipy.signal, which scatter into complex spectra and read one part of them, against JAX."""
import os
import sys

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
import jax.numpy as jnp
import jax.scipy.signal as signal
import numpy as np

from run_module import run

FUNCTIONS = {
    "welch": lambda x: signal.welch(x, fs=100.0, nperseg=256),
    "csd": lambda x: signal.csd(x, jnp.cos(x), nperseg=128),
    "stft": lambda x: signal.stft(x, nperseg=128),
    "istft": lambda x: signal.istft(signal.stft(x, nperseg=128)[2], nperseg=128),
}


def main():
    x, wrong = np.random.default_rng(0).normal(size=1024).astype(np.float32), 0
    for name, f in FUNCTIONS.items():
        function = jax.jit(f)
        results = run(function.lower(x).as_text(), [x])
        for got, want in zip(results, jax.tree.leaves(function(x))):
            error = np.max(np.abs(got - want)) / np.max(np.abs(want))  # sums of 128 to 256 products of f32 in another order
            if not error <= 1e-5:
                print(f"{name}: an error of {error:.3g} of the largest element")
                wrong += 1
    print(f"{len(FUNCTIONS)} functions, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
