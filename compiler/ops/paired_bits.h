// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How XLA lays out the bits of ThreeFry: a block makes two words, which are neighbours along one
// dim, the first one of even size, else the longest one. There the words of an odd last block are
// left out.
#pragma once
#include "dialects/stablehlo/stablehlo.h"
#include <optional>

namespace spmd {

/// Bits of the shape [outer, size, inner]. Word h of block [o, s, i] of [outer, halves(), inner] is
/// the element [o, 2 s + h, i].
struct PairedBits {
  int64_t outer = 1, size = 1, inner = 1;
  int64_t halves() const { return (size + 1) / 2; }
  int64_t words() const { return 2 * outer * halves() * inner; }
  /// The number of the word that is the element of a row-major number.
  int64_t wordOf(int64_t element) const {
    const int64_t i = element % inner, s = element / inner % size, o = element / inner / size;
    return 2 * ((o * halves() + s / 2) * inner + i) + s % 2;
  }
};

/// Nothing where bits are row-major: those of other algorithms, of elements with more than 32 bits,
/// and of shapes in which the two orders agree.
///   ui32 [6, 7] -> pairs along the 6       ui32 [8] -> nothing
std::optional<PairedBits> pairedBits(stablehlo::RngBitGeneratorOp op);

} // namespace spmd
