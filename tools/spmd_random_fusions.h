// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random programs for one device that become fused kernels, as text: the values that exist, and the
// ops that make further ones.
#pragma once
#include "tools/spmd_random_program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <string>
#include <vector>

namespace spmd::random {

using Dims = llvm::SmallVector<int64_t, 4>;

struct Operand {
  std::string name;
  Dims shape;
  std::string element; // "f32"

  int64_t count() const;
  std::string type() const;
};

/// Whether an element type is real, an integer (not i1), complex.
bool isReal(llvm::StringRef element);
bool isWhole(llvm::StringRef element);
bool isComplex(llvm::StringRef element);
unsigned bitsOf(llvm::StringRef element);

/// One program while it is written. Names begin with `prefix`, so that several programs can stand
/// in one module.
struct FusionWriter {
  Random &random;
  std::string prefix;
  int64_t most; // elements of a value
  std::string body;
  std::vector<Operand> arguments, values;
  int names = 0;

  uint64_t below(uint64_t bound) { return random::below(random, bound); }
  bool chance(double probability) { return random::chance(random, probability); }
  template <class Range> auto &pick(Range &&range) { return range[below(std::size(range))]; }

  std::string fresh() { return "%" + prefix + std::to_string(names++); }
  /// `NAME = DEFINITION`; the value joins the others.
  Operand define(Dims shape, llvm::StringRef element, const llvm::Twine &definition);
  Operand argument(Dims shape, llvm::StringRef element);
  /// A constant with one value for all elements, as MLIR writes numbers.
  Operand constant(Dims shape, llvm::StringRef element, llvm::StringRef number);
  /// Zero, one, or another small number of the type, as MLIR writes it.
  std::string smallNumber(llvm::StringRef element);

  /// Any value, rather one of the last.
  Operand any();
  /// A value of this type: one that there is, or made from others by a conversion and
  /// a broadcast, or new.
  Operand like(llvm::ArrayRef<int64_t> shape, llvm::StringRef element);
  /// An index that may lie outside of a dim: an i32 of this shape.
  Operand index(Dims shape);
  std::string randomElement();
  /// One to four dims: ones, primes, powers of two and their neighbours.
  Dims randomShape();
};

/// Each writes one op, or a few that belong together, where the values allow it; false
/// where they do not.
bool writeUnary(FusionWriter &w);
bool writeBinary(FusionWriter &w);
bool writeChoice(FusionWriter &w); // compare and select, clamp
/// convert, bitcast_convert, reduce_precision, parts of complex numbers
bool writeConversion(FusionWriter &w);
bool writeBroadcast(FusionWriter &w);
bool writeReduction(FusionWriter &w); // one result, two of them, argmax
bool writeScan(FusionWriter &w);      // prefix sums, maxima, products as JAX prints them
/// transpose, reshape, slice, pad, concatenate, reverse, dynamic slices, gather
bool writeMovement(FusionWriter &w);
bool writeScatter(FusionWriter &w);

/// One program of 3 to 25 ops.
struct FusionProgram {
  std::string body;
  std::vector<Operand> arguments, results;
};
FusionProgram fusionProgram(Random &random, const std::string &prefix);
/// The programs of seeds first .. first + count - 1 in one function @main, and the seed of each
/// argument and result.
std::string fusionModule(uint64_t first, uint64_t count, std::vector<uint64_t> &seedOfArgument,
                         std::vector<uint64_t> &seedOfResult);

} // namespace spmd::random
