// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tries a function of two rows, as of a scan (associative_scan.h), on numbers: a program may spell
// out a recursion like that of a scan with a function that may not be grouped otherwise.
#pragma once
#include "compiler/structure/associative_scan.h"

namespace spmd {

/// Whether f(f(x, y), z) and f(x, f(y, z)) agree on seeded positive numbers, but for rounding. Also
/// false where the function cannot be evaluated.
///   h: a' x + x', a: a a'   ->   true          x - x'   ->   false
bool isAssociative(const AssociativeScan &scan);

} // namespace spmd
