// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exists only to compile cmake/pch.h once; every room reuses it.
