// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far two numbers are apart: what tolerances are compared with, here and in programs that check
// themselves.
#pragma once
#include <cmath>
#include <limits>

namespace spmd::rt {

/// |a - b| where both are numbers. Equal values and pairs of NaNs have distance 0. A number and a
/// NaN have distance infinity, as do unequal infinities.
inline double distance(double a, double b) {
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  double d = std::abs(a - b);
  return std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
}

} // namespace spmd::rt
