# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the frontend differs from JAX on purpose, with the reasons: for frontend_ops.py."""

# Operands that are refused here and not by JAX, by name without a number at its end.
STRICTER = {}

# Names whose gradients, batches or compositions throw.
NONE = {}

# Names whose value has steps that a difference may cross.
STEPS = set()
