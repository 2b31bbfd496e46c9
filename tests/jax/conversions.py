# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Conversions to floats of at most 16 bits, from all numbers of 16 bits, those beside ties of wider types, and integers; each is
rounded once. ml_dtypes is the oracle where it rounds once itself: from numbers that an f32 holds, or that were rounded to an odd f32."""
import itertools
import sys

import numpy as np

from run_module import TYPES, run, stored

np.seterr(all="ignore")
NARROW = [name for name in TYPES if name.startswith("f8")] + ["f16", "bf16"]


def sources():
    codes = np.arange(65536, dtype=np.uint16)
    yield "f16", codes.view(np.float16)
    yield "bf16", codes.view(TYPES["bf16"])
    bits = codes.astype(np.uint32) << 16
    single = np.concatenate([bits + np.uint32(d) for d in (0, 0x7FFF, 0x8000, 0x8001)]).view(np.float32)
    yield "f32", single
    double = single[::2].astype(np.float64)
    yield "f64", np.concatenate([double, np.nextafter(double, np.inf), np.nextafter(double, -np.inf)])
    for name in ("i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"):
        info = np.iinfo(TYPES[name])
        numbers = {sign * ((odd << shift) + d) for sign, odd, shift, d in
                   itertools.product((1, -1), (0, 1, 3, 5, 7, 9, 17, 33, 35, 257, 259, 1025, 2049, 2051), range(64), (-1, 0, 1))}
        yield name, np.array(sorted(n for n in numbers if info.min <= n <= info.max), dtype=TYPES[name])


def to_odd(numbers):
    """f32 from f64 and integers: the odd one of the two neighbours of a number that an f32 does not hold."""
    nearest = numbers.astype(np.float32)
    if numbers.dtype.kind == "f":
        back = nearest.astype(np.float64)
        isRounded, isUp = (back != numbers) & ~np.isnan(numbers), np.abs(back) > np.abs(numbers)
    else:
        pairs = [(int(n), int(r)) for n, r in zip(numbers, nearest)]
        isRounded = np.array([n != r for n, r in pairs])
        isUp = np.array([abs(r) > abs(n) for n, r in pairs])
    bits = nearest.view(np.int32)
    return np.where(isRounded, (bits - isUp) | 1, bits).astype(np.int32).view(np.float32)


def to_power_of_two(numbers):
    """f8E8M0FNU: the nearest power of two, the larger one where two are; ml_dtypes goes up from 1.25 2^-127 on."""
    exact = numbers.astype(np.float64)
    isValid = (exact > 0) & np.isfinite(exact)
    fraction, exponent = np.frexp(np.where(isValid, exact, 1.0))
    exponent = np.maximum(np.where(fraction >= 0.75, exponent, exponent - 1), -127)
    return np.where(isValid & (exponent <= 127), exponent + 127, 255).astype(np.uint8).view(TYPES["f8E8M0FNU"])


def expected(name, numbers, target):
    single = to_odd(numbers) if name in ("f64", "i32", "ui32", "i64", "ui64") else numbers.astype(np.float32)
    return to_power_of_two(single) if target == "f8E8M0FNU" else single.astype(TYPES[target])


def conversions(name, targets, count):
    """A module whose results are the argument as each of the types."""
    of, to = f"tensor<{count}x{name}>", [f"tensor<{count}x{target}>" for target in targets]
    lines = [f"  %{i} = stablehlo.convert %x : ({of}) -> {type}" for i, type in enumerate(to)]
    lines.append(f"  return {', '.join(f'%{i}' for i in range(len(to)))} : {', '.join(to)}")
    return f"func.func @main(%x: {of}) -> ({', '.join(to)}) {{\n" + "\n".join(lines) + "\n}\n"


def main():
    count = wrong = 0
    wanted = list(sources())
    for name in NARROW:  # and from the types of 8 bits to all others
        if name.startswith("f8"):
            wanted.append((name, np.arange(256, dtype=np.uint8).view(TYPES[name])))
    for name, numbers in wanted:
        targets = [target for target in NARROW if target != name]
        for flags in ([], ["--backend=reference"]):
            results = run(conversions(name, targets, len(numbers)), [numbers], *flags)
            for target, got in zip(targets, results):
                want = expected(name, numbers, target)
                both_nan = np.isnan(want.astype(np.float32)) & np.isnan(got.view(TYPES[target]).astype(np.float32))
                bad = np.flatnonzero((stored(want) != got.view(stored(want).dtype)) & ~both_nan)
                count += 1
                wrong += bool(len(bad))
                for i in bad[:3]:
                    print(f"{name} -> {target} {flags}: {numbers[i]} is {got[i]}, expected {stored(want)[i]}")
    print(f"{count} conversions, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
