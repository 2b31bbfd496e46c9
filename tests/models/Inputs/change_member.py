# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""change_member.py FILE.npz MEMBER PART: makes the first element of a member larger by PART of itself."""
import sys

import numpy as np

path, member, part = sys.argv[1:]
arrays = dict(np.load(path))
changed = arrays[member].copy()
changed.flat[0] *= 1 + float(part)
np.savez(path, **{**arrays, member: changed})
