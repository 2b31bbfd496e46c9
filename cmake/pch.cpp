// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a precompiled header once, for all targets that use it.
