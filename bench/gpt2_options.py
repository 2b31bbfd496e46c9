# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options that a benchmark hands on to examples/jax/gpt2.py, looked at before anything runs."""
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT + "/examples/jax")
import gpt2


def check(options):
    """Ends the process with a message and status 2 where one of `options`, a list of texts, is none of gpt2.py's."""
    gpt2.arguments(["out", *options])


def parse(parser, argv=None):
    """What `parser` knows of the command line (or of `argv`), and the rest, a list: options of gpt2.py."""
    known, rest = parser.parse_known_args(argv)
    check(rest)
    return known, rest
