// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles cmake/pch.h once, for all targets.
