// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes random programs for one device that become fused kernels: the values that exist so
// far, and functions that append an op. The functions are in files by kind of op.
#pragma once
#include "tools/spmd_random_program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <optional>
#include <string>
#include <vector>

namespace spmd::random {

using Dims = llvm::SmallVector<int64_t, 4>;

/// A value of the program.
struct Operand {
  std::string name;
  Dims shape;
  std::string element; // "f32"

  int64_t count() const;
  std::string type() const;
};

/// Classes of element types: floats, integers without i1, complex numbers.
bool isReal(llvm::StringRef element);
bool isWhole(llvm::StringRef element);
bool isComplex(llvm::StringRef element);
unsigned bitsOf(llvm::StringRef element);

/// A program in progress. Names begin with `prefix`, so that several programs can share a
/// module.
struct FusionWriter {
  Random &random;
  std::string prefix;
  int64_t most; // the most elements of a value
  std::string body;
  std::vector<Operand> arguments, values;
  int names = 0;

  uint64_t below(uint64_t bound) { return random::below(random, bound); }
  bool chance(double probability) { return random::chance(random, probability); }
  template <class Range> auto &pick(Range &&range) { return range[below(std::size(range))]; }

  std::string fresh() { return "%" + prefix + std::to_string(names++); }
  /// Appends `NAME = DEFINITION` and makes the result available to later ops.
  Operand define(Dims shape, llvm::StringRef element, const llvm::Twine &definition);
  /// Adds an argument of the program.
  Operand argument(Dims shape, llvm::StringRef element);
  /// A constant with one value for all elements; `number` is in MLIR's syntax.
  Operand constant(Dims shape, llvm::StringRef element, llvm::StringRef number);
  /// Zero, one or another small number of the type, in MLIR's syntax.
  std::string smallNumber(llvm::StringRef element);

  /// Draws any value; later ones are likelier.
  Operand any();
  /// Returns a value of this type: an existing one, the conversion of one, a constant or a
  /// new argument.
  Operand like(llvm::ArrayRef<int64_t> shape, llvm::StringRef element);
  /// An i32 value of this shape to be used as index. Its elements may be out of range.
  Operand index(Dims shape);
  std::string randomElement();
  /// One to four dims with sizes that tests like: ones, primes, powers of two and their
  /// neighbours.
  Dims randomShape();
};

/// Each function writes an op, or a few that belong together. It returns false where the
/// drawn values do not allow the op.
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

/// A program of 3 to 25 ops.
struct FusionProgram {
  std::string body;
  std::vector<Operand> arguments, results;
  std::vector<std::optional<size_t>> donatedTo; // per argument: the result that gets its memory
};
FusionProgram fusionProgram(Random &random, const std::string &prefix);
/// Joins the programs of seeds first .. first + count - 1 to one function @main, and returns
/// the seed of each argument and result.
std::string fusionModule(uint64_t first, uint64_t count, std::vector<uint64_t> &seedOfArgument,
                         std::vector<uint64_t> &seedOfResult);

} // namespace spmd::random
