# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ratio.py A.json B.json FIELD MOST: fails unless FIELD of A's last line is at most MOST times that of B's."""
import json
import sys

a, b = (json.loads(open(path).read().splitlines()[-1])[sys.argv[3]] for path in sys.argv[1:3])
print(f"{sys.argv[3]}: {a} / {b} = {a / b:.3f}, at most {sys.argv[4]}")
sys.exit(a > float(sys.argv[4]) * b)
