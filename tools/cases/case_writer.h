// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes one random case: a small program about one op, with random shardings of its operands and
// results. The op may have other ops before and behind it, and may stand in a loop, in a branch or
// in a manual computation. The tables of ops (case_ops.h) say how each op is written.
#pragma once
#include "tools/spmd_random_writer.h"
#include <optional>

namespace spmd::random {

/// Classes of elements, one bit each.
enum Elements : unsigned {
  kFloats = 1,
  kSigned = 2,
  kUnsigned = 4,
  kFlags = 8,
  kComplex = 16,
  kIntegers = kSigned | kUnsigned,
  kReals = kFloats | kIntegers,
  kNumbers = kReals | kComplex,
  kAny = kNumbers | kFlags,
  kRounded = kFloats | kComplex,
};
Elements classOf(llvm::StringRef element);

/// A number of such elements as MLIR writes it: "2.0", "2", "true", "(2.0, 0.0)".
std::string numberText(llvm::StringRef element, int64_t number);
/// "array<i64: 1, 2>", of no numbers "array<i64>".
std::string arrayText(llvm::ArrayRef<int64_t> numbers);
std::string joinNames(llvm::ArrayRef<Value> values);
std::string joinTypes(llvm::ArrayRef<Value> values);

/// A body that sees only its arguments: that of a function or of a manual computation.
struct Isolated {
  AxisSet manual = 0; // the axes that are manual in it
  std::vector<Value> operands, arguments;
  std::vector<std::string> inShardings; // of the arguments, without manual_computation: "<@mesh..>"
};

struct CaseWriter {
  Writer &w;
  bool divides = true;      // all dims are divided by the axes that split them
  bool hasSpecials = false; // floats of arguments may be NaN or infinite
  std::string arguments;    // of main
  std::string functions;    // beside main
  Scope scope;              // the values that the next op may read
  /// Set inside of a body that sees only its arguments.
  std::optional<Isolated> isolated;
  int argumentCount = 0;

  explicit CaseWriter(Writer &writer) : w(writer) {}

  int64_t dim();
  /// A shape of `least` to `most` dims, with few enough elements.
  Shape shape(size_t least = 1, size_t most = 3);
  std::string element(unsigned classes);
  /// A value of any of these classes and ranks: one of the scope, or a new argument. `isExact`: no
  /// op has rounded it, so that all ways agree on what is compared, sorted or chosen. Among NaN and
  /// infinities that is an argument, since the sign of a NaN depends on the op that made it.
  Value input(unsigned classes, size_t least = 1, size_t most = 3, bool isExact = false);
  Value inputOf(const Shape &shape, llvm::StringRef element, bool isExact = false);
  /// A value without NaN and infinities, for ops that may multiply them by zero or not.
  Value finite(const Shape &shape, llvm::StringRef element);
  /// A scalar i32: an argument, or the counter of a loop.
  Value index() { return inputOf({}, "i32", true); }
  /// A new argument of main, which a body that sees only its arguments gets by an operand.
  Value argument(const Shape &shape, llvm::StringRef element);
  /// A constant that later ops do not read.
  Value constant(const Shape &shape, llvm::StringRef element, const std::string &number);
  Value scalar(llvm::StringRef element, int64_t number) {
    return constant({}, element, numberText(element, number));
  }
  /// The value `x` in another shape, by a reshape.
  Value reshaped(const Value &x, const Shape &shape);

  /// The type of a result: `like` the operands, exact where they are and nothing is rounded.
  static Value result(llvm::ArrayRef<Value> operands, const Shape &shape, llvm::StringRef element,
                      bool isRounded);
  /// Writes `%r = "name"(operands) <{attributes}> regions : ..` and adds the results to the scope.
  /// One op in five has an annotation.
  std::vector<Value> emit(llvm::StringRef name, llvm::ArrayRef<Value> operands,
                          const std::string &attributes, std::vector<Value> results,
                          const std::string &regions = "");
  /// The same for ops of one result that later ops may not read as an input of their own.
  Value helper(llvm::StringRef name, llvm::ArrayRef<Value> operands, const std::string &attributes,
               Value result);
  /// `({ ^bb0(%a: S, %b: S): %c = OP %a, %b; return %c })` on scalars.
  std::string reducer(llvm::StringRef op, llvm::StringRef element);
  /// "<@mesh, [{"a"}, {}]>" with axes that are free here.
  std::string sharding(const Shape &shape, bool mayBeOpen);

private:
  bool isExact(const Value &value) const;
  void annotate(std::string &text, llvm::ArrayRef<Value> results);
  Value operandOf(const Shape &shape, llvm::StringRef element);
};

} // namespace spmd::random
