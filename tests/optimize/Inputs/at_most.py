# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""at_most.py STATS.json FIELD MOST: fails unless FIELD of the last line is at most MOST."""
import json
import sys

value = json.loads(open(sys.argv[1]).read().splitlines()[-1])[sys.argv[2]]
print(f"{sys.argv[2]}: {value}, at most {sys.argv[3]}")
sys.exit(value > int(sys.argv[3]))
