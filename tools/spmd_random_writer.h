// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the text of a random program on a mesh, and tracks for each value its shape, the
// axes over which it varies and a bound on its elements.
#pragma once
#include "tools/spmd_random_program.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace spmd::random {

using Shape = llvm::SmallVector<int64_t, 4>;
/// A set of axes of the mesh, one bit per axis.
using AxisSet = unsigned;

struct Mesh {
  std::vector<int64_t> sizes;     // axis i is named 'a' + i
  std::vector<int64_t> deviceIds; // empty: in ascending order
  std::string name = "mesh";

  int64_t deviceCount() const;
  AxisSet all() const { return (1u << sizes.size()) - 1; }
  /// The product of the sizes of the axes.
  int64_t sizeOf(AxisSet axes) const;
  /// The coordinate of a device along an axis, given its position in row-major order, not
  /// its id.
  int64_t coordinate(int64_t place, size_t axis) const;
  int64_t idAt(int64_t place) const { return deviceIds.empty() ? place : deviceIds[place]; }
  /// The groups of devices that differ in these axes only, each in the order of coordinates.
  std::vector<std::vector<int64_t>> groups(AxisSet axes) const;
  /// `<["a"=2, "b"=2], device_ids=[..]>`.
  std::string text() const;
};

struct Value {
  std::string name;
  Shape shape;         // global along the free axes, local along the manual ones
  std::string element; // "f32"
  AxisSet varies = 0;  // manual axes along which devices may hold different values
  double bound = 1;    // no element is larger
  bool isExact = true; // no op has rounded it: comparisons have certain results

  int64_t count() const;
  std::string type() const;
};

/// A body in progress and the values that it may use.
struct Scope {
  std::vector<Value> values;
  AxisSet manual = 0; // axes that are manual here
  /// Manual axes along which devices may be in different branches, or not reach this place
  /// at all.
  AxisSet divergent = 0;
  int depth = 0; // of regions
};

struct Writer {
  Random &random;
  Mesh mesh;
  std::string text;
  int names = 0, channels = 0;
  bool isUneven = false; // shardings may split dims that their axes do not divide
  // Of programs on several meshes: all of them, and the share of values on a single device.
  std::vector<Mesh> meshes = {};
  double single = 0;
  int64_t manualPart = 0; // the only size of parts inside of a manual computation: they nest there
  bool isUsedInParts = false; // axes of any size, not only those of 4
  // Of the shardings that were written: does one split a dim, and one that the axes do not divide?
  bool hasSplit = false, hasUnevenSplit = false;

  std::string fresh() { return "%" + std::to_string(names++); }
  std::string freshRegionName(llvm::StringRef letter) {
    return "%" + letter.str() + std::to_string(names++);
  }
  void line(const llvm::Twine &what) { text += (what + "\n").str(); }
  uint64_t below(uint64_t bound) { return random::below(random, bound); }
  bool chance(double probability) { return random::chance(random, probability); }
  template <class Range> auto &pick(Range &&range) { return range[below(std::size(range))]; }

  /// Appends `%5 = DEFINITION` and adds the value to the scope. Floats whose bound is large
  /// are scaled down.
  Value &define(Scope &scope, Value value, const llvm::Twine &definition);
  /// Appends `%5:2 = DEFINITION` and adds both values to the scope.
  void definePair(Scope &scope, Value first, Value second, const llvm::Twine &definition);
  /// A constant with one value for all elements.
  Value &constant(Scope &scope, Shape shape, llvm::StringRef element, llvm::StringRef number);

  /// A sharding that fits a value: `axes` on any of its dims, whole or in parts, behind the
  /// `prefix` of each dim. The axes divide the dims unless isUneven.
  ///   shape 8x4, axes {b, c}, prefix [a, -]  ->  <@mesh, [{"a", "c"}, {?}]>
  std::string sharding(llvm::ArrayRef<int64_t> shape, AxisSet axes, bool mayBeOpen,
                       llvm::ArrayRef<std::string> prefix = {});
  /// A sharding of a value outside of manual computations, on any of the meshes.
  std::string placement(llvm::ArrayRef<int64_t> shape, bool mayBeOpen);
  /// Goes on with another mesh, unless an axis of this one is manual.
  void changeMesh(const Scope &scope);
  /// A random subset of the axes; not empty where `axes` is not.
  AxisSet someOf(AxisSet axes);
};

/// Puts the devices of a mesh in a random order.
void shuffleDevices(Writer &writer, Mesh &mesh);

bool isFloat(llvm::StringRef element);
bool isInteger(llvm::StringRef element); // not i1
std::string typeText(llvm::ArrayRef<int64_t> shape, llvm::StringRef element);
std::string listText(llvm::ArrayRef<int64_t> numbers); // "1, 2"

/// The most elements of a value: many small programs find more than few large ones.
inline constexpr int64_t kMostElements = 4096;
/// The result of an op on `operands`. It varies along every axis along which an operand varies.
Value resultOf(llvm::ArrayRef<const Value *> operands, Shape shape, bool isRounded);

/// Writes a random op without regions on values of the scope and adds its result.
void writeOp(Writer &writer, Scope &scope);
/// Writes an elementwise op on values of one type.
void writePointwise(Writer &writer, Scope &scope);
/// Writes a reduction or a convolution by windows that move along the dims of `x`.
void writeReduceWindow(Writer &writer, Scope &scope, const Value &x);
void writeConvolution(Writer &writer, Scope &scope, const Value &x);
/// Writes an argmax, a top_k or a sort of `x`.
void writeChoice(Writer &writer, Scope &scope, const Value &x);
void writeArgmax(Writer &writer, Scope &scope, const Value &x);
void writeTopK(Writer &writer, Scope &scope, const Value &x);
// Movement of the elements of `x`, which has at least one dim.
void writeTranspose(Writer &writer, Scope &scope, const Value &x);
void writeReverse(Writer &writer, Scope &scope, const Value &x);
void writeSlice(Writer &writer, Scope &scope, const Value &x);
void writePad(Writer &writer, Scope &scope, const Value &x);
/// Writes a collective along manual axes, as JAX prints it in a shard_map, or the device's
/// position along one.
void writeExchange(Writer &writer, Scope &scope);
/// The collective of this name on `x`, or nothing where a dim does not allow it.
void writeCollective(Writer &writer, Scope &scope, const Value &x, llvm::StringRef name);
/// The position of this device along a manual axis.
void writePlace(Writer &writer, Scope &scope);
/// Writes a constraint or a reshard along the free axes.
void writeConstraint(Writer &writer, Scope &scope);
/// Writes sdy collectives along the free axes.
void writeMoves(Writer &writer, Scope &scope);
void writeMovesOf(Writer &writer, Scope &scope, const Value &x);

} // namespace spmd::random
