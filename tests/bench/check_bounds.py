# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench/bounds.py beside counts that are written out here, for sizes at which they are easy. What bench/xla_wire.py makes of a step's
collectives, in time.

    check_bounds.py SOURCE_ROOT
"""
import sys
import types

sys.path.insert(0, sys.argv[1] + "/bench")
import bounds
import xla_wire

GPT2 = types.SimpleNamespace(layers=1, d=2, heads=1, seq=4, batch=8, vocab=16, micro=4)


def is_count(function, axes, expected, o=GPT2):
    found = function(o, axes)
    assert abs(found - expected) < 1e-6, (function.__name__, found, expected)


# A layer has 12 d^2 + 9 d = 66 elements (four vectors of norms, a bias of 4 d, one of d), the rest 16 d + 4 d + 2 d = 44.
assert bounds.params_size(GPT2) == 4 * (66 + 44)
is_count(bounds.dp, {"data": 4}, 2 * 3 / 4 * 4 * (110 + 1))
# Each leaf once more for its gradient; leaves that are only added (b1, b2, bi, bf: 7 d; wpe, b: 5 d) are gathered once less.
is_count(bounds.fsdp, {"data": 4}, 3 / 4 * 4 * (3 * 110 - 12 * 2) + 2 * 3 / 4 * 4)
is_count(bounds.fsdp_remat, {"data": 4}, 3 / 4 * 4 * (3 * 110 - 5 * 2) + 2 * 3 / 4 * 4)
# a = 8 * 4 * 2 * 4 bytes; two statistics of 32 tokens.
a = 256
is_count(bounds.tp_forward, {"model": 2}, 3 * a + 2 * 32 * 4 + 4)
is_count(bounds.tp, {"model": 2}, 6 * a + 2 * 32 * 4 + 4)
is_count(bounds.megatron, {"model": 2}, 6 * a + 2 * 32 * 4 + 4 + 7 * 2 * 4)
# Two devices: of blocks q0 q1 | k0 ..., the first one holds q0 q1 k0 and needs q0 k0 v0: it lacks one, of d / 2 columns and d rows.
is_count(bounds.tp_flat, {"model": 2}, 6 * a + 2 * 32 * 4 + 4 + 2 * 1 * 2 * 1 * 4)
is_count(bounds.cp, {"seq": 2}, 4 * a / 2 + 4 * (110 - 8) + 4)
is_count(bounds.ulysses, {"seq": 2}, 8 * a / 4 + 4 * (110 - 8) + 4)
# 5 ticks of a quarter of a, forth and back, one of two stages sends; results and gradient once.
is_count(bounds.pp, {"pipe": 2}, 2 * 5 / 4 * a / 2 + 2 * a / 2)
is_count(bounds.heat, {"rows": 2}, 3 * 2 * 10 * 4 / 2, types.SimpleNamespace(size=10, steps=3))
is_count(bounds.argmax, {"model": 4}, 3 / 4 * 8 * 12)

# Three collectives and 1,000 bytes: at 1 us and 5 bytes per nanosecond 3.2 us.
assert abs(xla_wire.wire_time({"all_reduce": [2, 0, 400], "permute": [1, 0, 600]}) - 3.2) < 1e-9
