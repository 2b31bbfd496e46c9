// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws shapes, elements and operands of cases, and writes ops in their generic form, which is the
// same for all of them.
#include "tools/cases/case_writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace spmd::random {
namespace {

/// The most elements of an argument. Most of the time of a case is spent on the passes, as long as
/// values are this small (measured: 100 cases of 1,000 elements).
constexpr int64_t kMostOfArgument = 600;

/// Frequent types stand in a list several times.
constexpr llvm::StringLiteral kFloatTypes[] = {"f32", "f32", "f32",  "f32", "f32",      "f64",
                                               "f64", "f64", "bf16", "f16", "f8E4M3FN", "f8E5M2"};
constexpr llvm::StringLiteral kSignedTypes[] = {"i32", "i32", "i32", "i64", "i8", "i16"};
constexpr llvm::StringLiteral kUnsignedTypes[] = {"ui8", "ui32", "ui64", "ui16"};
constexpr llvm::StringLiteral kComplexTypes[] = {"complex<f32>", "complex<f64>"};

/// The elements of a value of this shape.
int64_t countOf(const Shape &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

/// "a, b"
std::string list(llvm::ArrayRef<std::string> parts) { return llvm::join(parts, ", "); }

} // namespace

/// By the name of the type: "ui8" is unsigned, "i8" signed, "f8E5M2" a float.
Elements classOf(llvm::StringRef element) {
  if (element == "i1")
    return kFlags;
  if (element.starts_with("complex"))
    return kComplex;
  if (element.starts_with("ui"))
    return kUnsigned;
  return element.starts_with("i") ? kSigned : kFloats;
}

std::string numberText(llvm::StringRef element, int64_t number) {
  std::string digits = std::to_string(number);
  switch (classOf(element)) {
  case kFlags:
    return number ? "true" : "false";
  case kComplex:
    return "(" + digits + ".0, 0.0)";
  case kFloats:
    return digits + ".0";
  default:
    return digits;
  }
}

std::string arrayText(llvm::ArrayRef<int64_t> numbers) {
  return numbers.empty() ? "array<i64>" : "array<i64: " + listText(numbers) + ">";
}

std::string joinNames(llvm::ArrayRef<Value> values) {
  return llvm::join(llvm::map_range(values, [](const Value &v) { return v.name; }), ", ");
}
std::string joinTypes(llvm::ArrayRef<Value> values) {
  return llvm::join(llvm::map_range(values, [](const Value &v) { return v.type(); }), ", ");
}

/// Of a case that divides, a product of some axes and a small factor; else any small size.
int64_t CaseWriter::dim() {
  if (!divides)
    return w.chance(0.1) ? 1 : 2 + int64_t(w.below(12));
  AxisSet some = w.chance(0.7) ? AxisSet(w.random()) & w.mesh.all() : w.mesh.all();
  int64_t size = w.mesh.sizeOf(some) * (1 + int64_t(w.below(3)));
  return size > 32 ? w.mesh.sizeOf(some) : size;
}

/// Dims that would make it too large become 1, 2 or 3.
Shape CaseWriter::shape(size_t least, size_t most) {
  Shape shape;
  for (size_t n = least + w.below(most - least + 1); n; --n) {
    int64_t size = dim();
    if (countOf(shape) * size > kMostOfArgument)
      size = 1 + w.below(3);
    shape.insert(shape.begin() + w.below(shape.size() + 1), size);
  }
  return shape;
}

/// f32 is the most frequent float. Integers are rare among all classes, since floats have more
/// that can go wrong: padding may hold NaN.
std::string CaseWriter::element(unsigned classes) {
  llvm::SmallVector<llvm::StringRef> all;
  if (classes & kFloats)
    all.append(std::begin(kFloatTypes), std::end(kFloatTypes));
  if (classes & kSigned)
    all.append(std::begin(kSignedTypes), std::end(kSignedTypes));
  if (classes & kUnsigned)
    all.append(std::begin(kUnsignedTypes), std::end(kUnsignedTypes));
  // flags and complex numbers are two types of many
  if (classes & kComplex)
    all.append(std::begin(kComplexTypes), std::end(kComplexTypes));
  if (classes & kFlags)
    all.push_back("i1");
  return w.pick(all).str();
}

bool CaseWriter::isExact(const Value &value) const {
  bool isArgument = llvm::StringRef(value.name).starts_with("%arg") ||
                    llvm::StringRef(value.name).starts_with("%in");
  return value.isExact && (!hasSpecials || isArgument || !(classOf(value.element) & kRounded));
}

/// The latest values are likelier, so that ops form chains.
Value CaseWriter::input(unsigned classes, size_t least, size_t most, bool isExact) {
  std::vector<const Value *> fitting;
  for (const Value &value : scope.values)
    if ((classOf(value.element) & classes) && value.shape.size() >= least &&
        value.shape.size() <= most && (!isExact || this->isExact(value)) &&
        value.count() <= kMostElements)
      fitting.push_back(&value);
  if (!fitting.empty() && w.chance(0.8))
    return w.chance(0.7) ? *fitting.back() : *w.pick(fitting);
  // Nothing fits, or nothing was wanted: a new argument.
  std::string drawn = element(classes);
  // Small floats round even short sums.
  while (isExact && classOf(drawn) == kFloats && drawn != "f32" && drawn != "f64")
    drawn = element(classes);
  return argument(shape(least, most), drawn);
}

/// Half of the time a value that is there, so that an op also meets one operand twice.
Value CaseWriter::inputOf(const Shape &shape, llvm::StringRef element, bool isExact) {
  std::vector<const Value *> fitting;
  for (const Value &value : scope.values)
    if (value.shape == shape && value.element == element && (!isExact || this->isExact(value)))
      fitting.push_back(&value);
  return !fitting.empty() && w.chance(0.5) ? *w.pick(fitting) : argument(shape, element);
}

/// Integers are finite in all types.
Value CaseWriter::finite(const Shape &shape, llvm::StringRef element) {
  if (!hasSpecials || !(classOf(element) & kRounded))
    return inputOf(shape, element);
  Value x = inputOf(shape, "i8");
  return helper("stablehlo.convert", {x}, "", result({x}, shape, element, true));
}

std::string CaseWriter::sharding(const Shape &shape, bool mayBeOpen) {
  return w.sharding(shape, w.mesh.all() & ~scope.manual, mayBeOpen);
}

/// Three of four arguments have a sharding.
Value CaseWriter::operandOf(const Shape &shape, llvm::StringRef element) {
  Value value{"%arg" + std::to_string(argumentCount++), shape, element.str()};
  value.isExact = classOf(element) != kFloats || element == "f32" || element == "f64";
  arguments += (arguments.empty() ? "" : ", ") + value.name + ": " + value.type();
  if (w.chance(0.75))
    arguments += " {sdy.sharding = #sdy.sharding" + w.sharding(shape, w.mesh.all(), true) + "}";
  return value;
}

/// A body with manual axes gets a part of an argument that is longer along them.
///   tensor<4xf32> where "a" of 2 is manual  ->  tensor<8xf32> split over "a"
Value CaseWriter::argument(const Shape &shape, llvm::StringRef element) {
  if (!isolated) {
    Value value = operandOf(shape, element);
    scope.values.push_back(value);
    return value;
  }
  // Three of four manual axes split the operand; devices along the others get copies.
  std::vector<std::string> prefix(shape.size());
  Shape whole = shape;
  AxisSet used = 0;
  for (size_t axis = 0; axis < w.mesh.sizes.size(); ++axis) {
    int64_t size = w.mesh.sizes[axis];
    if (!(isolated->manual >> axis & 1) || shape.empty() || w.chance(0.25) ||
        countOf(whole) * size > kMostElements)
      continue;
    size_t dim = w.below(shape.size());
    whole[dim] *= size;
    prefix[dim] += (prefix[dim].empty() ? "\"" : ", \"") + std::string(1, char('a' + axis)) + "\"";
    used |= AxisSet(1) << axis;
  }
  Value operand = operandOf(whole, element), inside = operand;
  inside.name = "%in" + std::to_string(isolated->arguments.size());
  inside.shape = shape;
  inside.varies = used;
  // Dims inside of manual computations are not padded, so the free axes at their borders have to
  // divide. The operand outside may be split as it likes.
  bool wasUneven = std::exchange(w.isUneven, w.isUneven && !isolated->manual);
  isolated->inShardings.push_back(
      w.sharding(shape, w.mesh.all() & ~isolated->manual, false, prefix));
  w.isUneven = wasUneven;
  isolated->operands.push_back(operand);
  isolated->arguments.push_back(inside);
  scope.values.push_back(inside);
  return inside;
}

/// The writer adds constants to the scope, from which they are removed here: an op on constants
/// alone would be folded.
Value CaseWriter::constant(const Shape &shape, llvm::StringRef element, const std::string &number) {
  Value value = w.constant(scope, shape, element, number);
  scope.values.pop_back();
  return value;
}

/// Nobody else reads the value.
Value CaseWriter::reshaped(const Value &x, const Shape &shape) {
  return helper("stablehlo.reshape", {x}, "", result({x}, shape, x.element, false));
}

/// Along which manual axes a result varies follows from its operands, too.
Value CaseWriter::result(llvm::ArrayRef<Value> operands, const Shape &shape,
                         llvm::StringRef element, bool isRounded) {
  Value out{"", shape, element.str()};
  for (const Value &operand : operands) {
    out.varies |= operand.varies;
    out.isExact &= operand.isExact;
  }
  out.isExact &= !isRounded || classOf(element) != kFloats;
  return out;
}

/// `{sdy.sharding = #sdy.sharding_per_value<[<@mesh, ..>, ..]>}`
void CaseWriter::annotate(std::string &text, llvm::ArrayRef<Value> results) {
  std::vector<std::string> shardings;
  for (const Value &value : results)
    shardings.push_back(sharding(value.shape, true));
  text += " {sdy.sharding = #sdy.sharding_per_value<[" + list(shardings) + "]>}";
}

/// Annotations of ops in bodies with manual axes name free axes only, which divide.
std::vector<Value> CaseWriter::emit(llvm::StringRef name, llvm::ArrayRef<Value> operands,
                                    const std::string &attributes, std::vector<Value> results,
                                    const std::string &regions) {
  std::string line = "\"" + name.str() + "\"(" + joinNames(operands) + ")";
  if (!attributes.empty())
    line += " <{" + attributes + "}>";
  line += regions.empty() ? "" : " " + regions;
  if (w.chance(0.2)) {
    bool wasUneven = std::exchange(w.isUneven, w.isUneven && !scope.manual);
    annotate(line, results);
    w.isUneven = wasUneven;
  }
  line += " : (" + joinTypes(operands) + ") -> (" + joinTypes(results) + ")";
  //   %5:2 = "stablehlo.sort"(%1, %2) <{..}> ({ .. }) {sdy.sharding = ..} : (..) -> (..)
  std::string own = w.fresh();
  w.line(own + (results.size() > 1 ? ":" + std::to_string(results.size()) : "") + " = " + line);
  for (size_t i = 0; i < results.size(); ++i) {
    results[i].name = results.size() == 1 ? own : own + "#" + std::to_string(i);
    scope.values.push_back(results[i]);
  }
  return results;
}

/// Helpers have no annotations: they stand between an argument and the op of the case.
Value CaseWriter::helper(llvm::StringRef name, llvm::ArrayRef<Value> operands,
                         const std::string &attributes, Value result) {
  result.name = w.fresh();
  w.line(result.name + " = \"" + name + "\"(" + joinNames(operands) + ")" +
         (attributes.empty() ? "" : " <{" + attributes + "}>") + " : (" + joinTypes(operands) +
         ") -> " + result.type());
  return result;
}

///   ({ ^bb0(%p1: tensor<f32>, %q2: tensor<f32>): %s3 = stablehlo.add %p1, %q2; return %s3 })
std::string CaseWriter::reducer(llvm::StringRef op, llvm::StringRef element) {
  std::string a = w.freshRegionName("p"), b = w.freshRegionName("q"), c = w.freshRegionName("s");
  std::string type = typeText({}, element);
  return "({\n^bb0(" + a + ": " + type + ", " + b + ": " + type + "):\n" + c + " = " + op.str() +
         " " + a + ", " + b + " : " + type + "\nstablehlo.return " + c + " : " + type + "\n})";
}

} // namespace spmd::random
