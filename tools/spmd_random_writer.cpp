// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text of meshes, types, constants and shardings. Everything is text rather than IR, so
// that the programs also test the parser.
#include "tools/spmd_random_writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

namespace spmd::random {
namespace {

/// Floats with a larger bound are scaled down: differences of large numbers would only show
/// how they were rounded.
constexpr double kLargest = 64;

std::string axisName(size_t axis) { return std::string("\"") + char('a' + axis) + "\""; }

} // namespace

int64_t Mesh::deviceCount() const { return sizeOf(all()); }

int64_t Mesh::sizeOf(AxisSet axes) const {
  int64_t product = 1;
  for (size_t i = 0; i < sizes.size(); ++i)
    product *= axes >> i & 1 ? sizes[i] : 1;
  return product;
}

/// The position in row-major order is a number whose digits are the coordinates.
int64_t Mesh::coordinate(int64_t place, size_t axis) const {
  for (size_t i = sizes.size(); --i > axis;)
    place /= sizes[i];
  return place % sizes[axis];
}

/// Numbers the groups by the coordinates along the other axes.
std::vector<std::vector<int64_t>> Mesh::groups(AxisSet axes) const {
  //   mesh <"a"=2, "b"=2>, axes {b}  ->  [[0, 1], [2, 3]];  axes {a}  ->  [[0, 2], [1, 3]]
  std::vector<std::vector<int64_t>> groups(deviceCount() / sizeOf(axes));
  for (int64_t place = 0; place < deviceCount(); ++place) {
    int64_t group = 0;
    for (size_t i = 0; i < sizes.size(); ++i)
      if (!(axes >> i & 1))
        group = group * sizes[i] + coordinate(place, i);
    groups[group].push_back(idAt(place));
  }
  return groups;
}

///   <["a"=2, "b"=3]>, or with device ids <["a"=2], device_ids=[1, 0]>
std::string Mesh::text() const {
  std::string out = "<[";
  for (size_t i = 0; i < sizes.size(); ++i)
    out += (i ? ", " : "") + axisName(i) + "=" + std::to_string(sizes[i]);
  out += "]";
  if (!deviceIds.empty())
    out += ", device_ids=[" +
           llvm::join(llvm::map_range(deviceIds, [](int64_t id) { return std::to_string(id); }),
                      ", ") +
           "]";
  return out + ">";
}

bool isFloat(llvm::StringRef element) { return element.starts_with("f") || element == "bf16"; }
bool isInteger(llvm::StringRef element) {
  return element != "i1" && (element.starts_with("i") || element.starts_with("ui"));
}

std::string typeText(llvm::ArrayRef<int64_t> shape, llvm::StringRef element) {
  std::string out = "tensor<";
  for (int64_t size : shape)
    out += std::to_string(size) + "x";
  return out + element.str() + ">";
}

int64_t Value::count() const {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}
std::string Value::type() const { return typeText(shape, element); }

Value &Writer::constant(Scope &scope, Shape shape, llvm::StringRef element,
                        llvm::StringRef number) {
  Value value{"", std::move(shape), element.str()};
  return define(scope, value, "stablehlo.constant dense<" + number + "> : " + value.type());
}

/// The scale is a power of two, so it does not round.
Value &Writer::define(Scope &scope, Value value, const llvm::Twine &definition) {
  value.name = fresh();
  std::string text = definition.str();
  line(value.name + " = " + text);
  // the next op may need this op's sharding
  bool isMoved = llvm::StringRef(text).starts_with("sdy.");
  if (value.bound > kLargest && isFloat(value.element) && !isMoved) {
    int shift = int(std::ceil(std::log2(value.bound)));
    std::string factor = fresh(), scaled = fresh(), type = value.type();
    line(factor + " = stablehlo.constant dense<" + std::to_string(std::ldexp(1.0, -shift)) +
         "> : " + type);
    line(scaled + " = stablehlo.multiply " + value.name + ", " + factor + " : " + type);
    value.name = scaled;
    value.bound = 1;
  }
  scope.values.push_back(std::move(value));
  return scope.values.back();
}

/// Values of such ops are small or are bounded like what they are made of, so none is scaled.
void Writer::definePair(Scope &scope, Value first, Value second, const llvm::Twine &definition) {
  std::string name = fresh();
  line(name + ":2 = " + definition);
  first.name = name + "#0";
  second.name = name + "#1";
  scope.values.push_back(std::move(first));
  scope.values.push_back(std::move(second));
}

/// Random bits masked by `axes`; where none is left, all of `axes`.
AxisSet Writer::someOf(AxisSet axes) {
  AxisSet some = axes & AxisSet(random());
  return some ? some : axes;
}

void Writer::changeMesh(const Scope &scope) {
  if (!meshes.empty() && !scope.manual)
    mesh = pick(meshes);
}

std::string Writer::placement(llvm::ArrayRef<int64_t> shape, bool mayBeOpen) {
  if (!meshes.empty()) {
    if (chance(single))
      return "<@single, []>";
    mesh = pick(meshes);
  }
  return sharding(shape, mesh.all(), mayBeOpen);
}

/// Draws the axes in random order and puts each on a random dim that it may split, or on none.
/// An axis of size 4 may be used by half.
std::string Writer::sharding(llvm::ArrayRef<int64_t> shape, AxisSet axes, bool mayBeOpen,
                             llvm::ArrayRef<std::string> prefix) {
  std::vector<std::string> dims(prefix.begin(), prefix.end());
  dims.resize(shape.size());
  // The local size of each dim, which the next axis has to divide.
  Shape left(shape);
  std::vector<size_t> order;
  for (size_t i = 0; i < mesh.sizes.size(); ++i)
    if (axes >> i & 1)
      order.insert(order.begin() + below(order.size() + 1), i);
  for (size_t axis : order) {
    if (shape.empty() || chance(0.35))
      continue;
    int64_t size = mesh.sizes[axis];
    std::string name = axisName(axis);
    int64_t prime = 2; // the smallest factor: parts at this cut nest
    while (prime < size && size % prime)
      ++prime;
    if ((size == 4 || (isUsedInParts && prime < size)) && chance(0.3)) { // its major or minor part
      bool isMajor = chance(0.5);
      name += isMajor ? ":(1)" + std::to_string(prime)
                      : ":(" + std::to_string(prime) + ")" + std::to_string(size / prime);
      size = isMajor ? prime : size / prime;
    } else if (!meshes.empty() && size % 6 == 0 && chance(0.5)) { // parts that need not nest
      int64_t part = chance(0.5) ? 2 : 3, pre = chance(0.5) ? 1 : size / part;
      if (manualPart) {
        part = manualPart;
        pre = 1;
      }
      size = part;
      name += ":(" + std::to_string(pre) + ")" + std::to_string(part);
    }
    size_t dim = below(shape.size());
    if (left[dim] % size && !isUneven)
      continue;
    hasSplit = true;
    hasUnevenSplit |= left[dim] % size != 0;
    left[dim] = (left[dim] + size - 1) / size;
    dims[dim] += (dims[dim].empty() ? "" : ", ") + name;
  }
  std::string out = "<@" + mesh.name + ", [";
  for (size_t d = 0; d < dims.size(); ++d) {
    // An open dim ends in "?": {"a", ?}, or {?} without axes.
    bool isOpen = mayBeOpen && chance(0.2);
    out += (d ? ", {" : "{") + dims[d] + (isOpen ? dims[d].empty() ? "?" : ", ?" : "") + "}";
  }
  return out + "]>";
}

} // namespace spmd::random
