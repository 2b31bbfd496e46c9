# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models in plain JAX whose exported programs the tests run; make_models.py writes them."""
