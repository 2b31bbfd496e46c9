// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of phases, dim by dim.
//
// Result position o meets window position k at position o * windowStride + k * rhsDilation - padLow
// of the dilated dim, and there is an element where lhsDilation divides that. Which k do so depends
// on the residue of o alone.
#include "runtime/kernels/conv_phases.h"
#include <algorithm>
#include <numeric>

namespace spmd::rt {

namespace {

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

/// The steps from one result position, and from one window position, to the next of a phase.
struct PhaseSteps {
  int64_t result, window;
  explicit PhaseSteps(const ConvDim &d)
      : result(d.lhsDilation / std::gcd(d.lhsDilation, d.windowStride)),
        window(d.lhsDilation / std::gcd(d.lhsDilation, d.rhsDilation)) {}
};

int64_t phaseCount(const ConvDim &d) { return std::min(PhaseSteps(d).result, d.outputSize); }

ConvDim largestPhase(const ConvDim &d) {
  const PhaseSteps steps(d);
  ConvDim phase = d;
  phase.outputSize = ceilDiv(d.outputSize, steps.result);
  phase.kernelSize = ceilDiv(d.kernelSize, steps.window);
  phase.lhsDilation = 1;
  return phase;
}

/// The dim of the phase whose first result position is `residue`. Moves the offsets to its first
/// result and to the first element of its part of the kernel in memory.
ConvDim phaseOf(const ConvDim &d, int64_t residue, int64_t &rhsOffset, int64_t &resultOffset) {
  const PhaseSteps steps(d);
  // The first window position that meets an element. If the first `steps.window` positions do not,
  // then no other does.
  const int64_t begin = residue * d.windowStride - d.padLow;
  int64_t first = 0;
  while (first < steps.window && (begin + first * d.rhsDilation) % d.lhsDilation != 0)
    ++first;
  const bool isEmpty = first >= std::min(steps.window, d.kernelSize);
  ConvDim phase = d;
  phase.outputSize = ceilDiv(d.outputSize - residue, steps.result);
  phase.resultStride = d.resultStride * steps.result;
  resultOffset += residue * d.resultStride;
  phase.windowStride = d.windowStride * steps.result / d.lhsDilation;
  phase.lhsDilation = 1;
  phase.kernelSize = isEmpty ? 0 : ceilDiv(d.kernelSize - first, steps.window);
  if (isEmpty)
    return phase;
  phase.rhsDilation = d.rhsDilation * steps.window / d.lhsDilation;
  phase.padLow = -(begin + first * d.rhsDilation) / d.lhsDilation;
  phase.rhsStride = d.rhsStride * steps.window;
  // A reversed kernel counts window positions from its end.
  const int64_t last = first + (phase.kernelSize - 1) * steps.window;
  rhsOffset += (d.reversed ? d.kernelSize - 1 - last : first) * d.rhsStride;
  return phase;
}

} // namespace

int64_t phaseCount(const ConvConfig &conv) {
  int64_t count = 1;
  for (const ConvDim &d : conv.spatial)
    count *= phaseCount(d);
  return count;
}

// The residues of the dims are the digits of the index, the last dim's first.
ConvPhase phaseOf(const ConvConfig &conv, int64_t index) {
  ConvPhase phase{conv};
  for (size_t d = conv.spatial.size(); d-- > 0;) {
    const int64_t count = phaseCount(conv.spatial[d]);
    phase.conv.spatial[d] =
        phaseOf(conv.spatial[d], index % count, phase.rhsOffset, phase.resultOffset);
    index /= count;
  }
  return phase;
}

ConvConfig largestPhase(const ConvConfig &conv) {
  ConvConfig largest = conv;
  for (ConvDim &d : largest.spatial)
    d = largestPhase(d);
  return largest;
}

} // namespace spmd::rt
