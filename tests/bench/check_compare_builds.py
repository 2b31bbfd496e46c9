# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the parts of bench/compare_builds.py that need no build. Prints its program of different kernels, 40 of them.

    check_compare_builds.py SOURCE_ROOT
"""
import argparse
import contextlib
import io
import sys

sys.path.insert(0, sys.argv[1] + "/bench")
import compare_builds
import kernels

# The median of equal ratios is certain; of spread ones its interval lies around it and is the same for the same seed.
assert compare_builds.interval([1.0] * 11, 1) == (1.0, 1.0)
spread = [0.9 + 0.02 * i for i in range(11)]
low, high = compare_builds.interval(spread, 1)
assert 0.9 <= low < 1.0 < high <= 1.1 and (low, high) == compare_builds.interval(spread, 1), (low, high)

sizes = {name: [cut(n) for n in (4, 768, 1024)] for name, cut in compare_builds.SHAPES.items()}
assert sizes == {"prime": [4, 761, 1021], "2^k + 1": [4, 1025, 1025], "0.6": [4, 461, 614], "1.5": [4, 1152, 1536]}, sizes
assert kernels.shrink(4096) == 256 and kernels.shrink(64) == 64


def section(ratios, seed=1):
    """The table that series of ratios give, one series a measurement, and what misses."""
    options = argparse.Namespace(rounds=11, seed=seed)
    with contextlib.redirect_stdout(io.StringIO()) as text:
        table = compare_builds.Table("kernels", options)
        series = iter(ratios)
        current = []

        def both(is_odd):
            if not current:
                current.extend(next(series))
            return 1.0, current.pop()

        table.add("row", both)
        missed = table.end()
    return text.getvalue() + "\n".join(missed), table.missed


# A narrow interval below the limit holds at once. One above it, or a wide one, is measured twice more; the median of three counts.
text, missed = section([[1.0] * 11])
assert not missed and "of three" not in text and "geometric mean 1.000" in text, text
text, missed = section([[1.2] * 11, [1.0] * 11, [1.01] * 11])
assert not missed and "| 1.010 |" in text and "of three: 1.20, 1.00, 1.01" in text, text
text, missed = section([[1.2] * 11, [1.0] * 11, [1.3] * 11])
assert missed == ["row"] and "(missed)" in text and "kernels: row" in text and "kernels: geometric mean 1.200" in text, text

print(compare_builds.different_kernels(40))
