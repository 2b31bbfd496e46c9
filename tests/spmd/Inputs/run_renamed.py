# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_renamed.py FILE.mlir PREFIX COMMAND...: copies the file to a name with a byte that is no UTF-8 and runs the command with it."""
import os
import shutil
import subprocess
import sys

renamed = os.fsencode(sys.argv[2]) + b"\xff.mlir"
shutil.copyfile(os.fsencode(sys.argv[1]), renamed)
sys.exit(subprocess.run([*map(os.fsencode, sys.argv[3:]), renamed]).returncode)
