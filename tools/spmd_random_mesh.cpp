// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generates random programs on a mesh, with random shardings of arguments, values and results. Two
// kinds: manual computations over 1 to 4 axes, nested, with loops and branches inside, constraints
// on the free axes and collectives along the manual ones; and shardings over axes that need not
// divide the dims.
#include "tools/spmd_random_regions.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace spmd::random {
namespace {

/// The most devices of a mesh: each is a thread of the reference interpreter.
constexpr int64_t kMostDevices = 24;

/// The sizes of axes and dims that a kind of programs has, and what stands in the middle of one.
struct Kind {
  llvm::ArrayRef<int64_t> axisSizes, dimSizes;
  void (*writeMiddle)(Writer &, Scope &);
};

} // namespace

/// Puts the devices of a mesh in a random order.
void shuffleDevices(Writer &w, Mesh &mesh) {
  mesh.deviceIds.resize(mesh.deviceCount());
  std::iota(mesh.deviceIds.begin(), mesh.deviceIds.end(), 0);
  // A shuffle (Fisher, Yates) with this file's random numbers, which are equal on all machines.
  for (size_t i = mesh.deviceIds.size(); --i > 0;)
    std::swap(mesh.deviceIds[i], mesh.deviceIds[w.below(i + 1)]);
  // the order 0, 1, 2, .. is not written
  if (std::is_sorted(mesh.deviceIds.begin(), mesh.deviceIds.end()))
    mesh.deviceIds.clear();
}

namespace {

/// Draws one to four axes. One mesh in seven lists its devices in random order.
Mesh randomMesh(Writer &w, const Kind &kind) {
  Mesh mesh;
  do {
    mesh.sizes.clear();
    for (uint64_t n = 1 + w.below(4); n; --n)
      mesh.sizes.push_back(w.pick(kind.axisSizes));
    // Small sizes are frequent, so few meshes are rejected.
  } while (mesh.deviceCount() > kMostDevices);
  if (w.chance(0.15))
    shuffleDevices(w, mesh);
  return mesh;
}

Shape randomShape(Writer &w, llvm::ArrayRef<int64_t> sizes) {
  Shape shape;
  for (uint64_t n = 1 + w.below(3); n; --n)
    shape.push_back(w.pick(sizes));
  return shape;
}

/// The allowed relative difference of results in an element type where sums are added in
/// another order or rounded elsewhere: about 100 times half a unit in the last place.
double toleranceOf(llvm::StringRef element) {
  return element == "bf16" ? 0.2 : element == "f16" ? 0.025 : 1e-5;
}

/// Writes the text of a module on the writer's mesh: random arguments, about `size` ops with the
/// middle among them, and the last values as results. The first argument is an i32, on which loops
/// and branches depend.
std::string programOn(Writer &w, const Kind &kind, double &tolerance, int64_t size) {
  constexpr llvm::StringLiteral kElements[] = {"f32",          "f32",  "f32", "f32", "f64",
                                               "i32",          "i8",   "ui8", "i1",  "i64",
                                               "complex<f32>", "bf16", "f16", "ui32"};
  // The body of main: all devices take the same branches, and no axis is manual.
  Scope scope;
  std::string arguments, results, resultTypes;
  llvm::StringRef element = w.pick(kElements),
                  second = w.chance(0.3) ? llvm::StringRef(w.pick(kElements)) : element;
  tolerance = std::max(toleranceOf(element), toleranceOf(second));
  Shape shape = randomShape(w, kind.dimSizes), other = randomShape(w, kind.dimSizes);
  scope.values.push_back({w.fresh(), {}, "i32"});
  arguments = scope.values[0].name + ": tensor<i32>";
  // Two or three tensors of at most two shapes and two types, so that ops find fitting
  // operands.
  for (uint64_t i = 0, n = 2 + w.below(2); i < n; ++i) {
    Value value{w.fresh(), w.chance(0.6) ? shape : other, (i == 1 ? second : element).str()};
    arguments += ", " + value.name + ": " + value.type();
    if (w.chance(0.7))
      arguments += " {sdy.sharding = #sdy.sharding" + w.placement(value.shape, true) + "}";
    scope.values.push_back(value);
  }
  // Some ops before the middle, and some behind it.
  writeBody(w, scope, w.below(3));
  kind.writeMiddle(w, scope);
  writeBody(w, scope, w.below(size / 2 + 1));
  size_t count = std::min<size_t>(1 + w.below(3), scope.values.size());
  std::string names, types;
  for (const Value &value : llvm::ArrayRef(scope.values).take_back(count)) {
    bool isFirst = names.empty();
    names += (isFirst ? "" : ", ") + value.name;
    types += (isFirst ? "" : ", ") + value.type();
    results += (isFirst ? "" : ", ") + value.type();
    if (w.chance(0.6))
      results += " {sdy.sharding = #sdy.sharding" + w.placement(value.shape, true) + "}";
  }
  std::string meshes = w.meshes.empty() ? "sdy.mesh @mesh = " + w.mesh.text() + "\n" : "";
  for (const Mesh &mesh : w.meshes)
    meshes += "sdy.mesh @" + mesh.name + " = " + mesh.text() + "\n";
  if (w.single > 0)
    meshes += "sdy.mesh @single = <[], device_ids=[" +
              std::to_string(w.below(w.mesh.deviceCount())) + "]>\n";
  return meshes + "func.func @main(" + arguments + ") -> (" + results + ") {\n" + w.text +
         "return " + names + " : " + types + "\n}\n";
}

/// Sizes of dims are often divided by those of axes.
constexpr int64_t kManualAxes[] = {2, 2, 2, 2, 2, 3, 4, 4, 1};
constexpr int64_t kManualDims[] = {4, 8, 12, 6, 2, 4, 8, 12, 3, 1};
constexpr Kind kManual{kManualAxes, kManualDims, writeManual};

/// Sizes of dims are often not divided by those of axes, and sometimes less.
constexpr int64_t kUnevenAxes[] = {2, 2, 3, 3, 4, 5, 7};
constexpr int64_t kUnevenDims[] = {4, 6, 10, 5, 7, 12, 9, 3, 2, 1};

/// Loops, branches and single ops.
void writeFlow(Writer &w, Scope &scope) {
  for (int i = 0; i < 4; ++i)
    w.chance(0.7) ? writeOp(w, scope) : w.chance(0.5) ? writeLoop(w, scope) : writeBranch(w, scope);
}
constexpr Kind kUneven{kUnevenAxes, kUnevenDims, writeFlow};

/// Another mesh of as many devices: the prime factors of the sizes in random order and groups, the
/// devices often in another order.
Mesh otherShape(Writer &w, const Mesh &mesh, llvm::StringRef name) {
  Mesh other;
  other.name = name;
  std::vector<int64_t> primes;
  for (int64_t left = mesh.deviceCount(), prime = 2; left > 1;
       left % prime ? void(++prime) : void(left /= prime))
    if (left % prime == 0)
      primes.insert(primes.begin() + w.below(primes.size() + 1), prime);
  for (int64_t prime : primes)
    if (other.sizes.empty() || w.chance(0.5))
      other.sizes.push_back(prime);
    else
      other.sizes.back() *= prime;
  other.deviceIds = mesh.deviceIds;
  if (w.chance(0.4))
    shuffleDevices(w, other);
  return other;
}

/// Loops, branches, single ops and manual computations, each on some mesh.
void writeFlowAndManual(Writer &w, Scope &scope) {
  w.chance(0.6) ? writeManual(w, scope) : writeFlow(w, scope);
}
constexpr int64_t kSharedAxes[] = {2, 2, 3, 4, 6, 6};
constexpr int64_t kSharedDims[] = {4, 8, 12, 6, 12, 6, 24, 5};
constexpr Kind kShared{kSharedAxes, kSharedDims, writeFlowAndManual};

} // namespace

/// Two or three meshes over the same devices, in other shapes and orders, with parts of axes that
/// do not nest and values on a single device. Such programs have no form for one device.
RandomProgram meshesProgram(Random &random, const GeneratorOptions &options) {
  RandomProgram program;
  Writer writer{random, {}, "", 0, 0};
  do
    writer.mesh = randomMesh(writer, kShared);
  while (writer.mesh.deviceCount() < 4);
  writer.meshes.push_back(writer.mesh);
  for (uint64_t i = 0, n = writer.below(3); i < n; ++i)
    writer.meshes.push_back(otherShape(writer, writer.mesh, i ? "third" : "other"));
  writer.isUneven = writer.chance(0.5);
  writer.single = writer.chance(0.3) ? 0.2 : 0;
  program.text = programOn(writer, kShared, program.tolerance, options.size);
  program.hasOneDevice = false;
  return program;
}

/// A quarter of the programs gets a twin for one device, whose axes all have size 1: a
/// program with local types cannot be resized.
RandomProgram manualProgram(Random &random, const GeneratorOptions &options) {
  RandomProgram program;
  Writer writer{random, {}, "", 0, 0};
  writer.mesh = randomMesh(writer, kManual);
  program.text = programOn(writer, kManual, program.tolerance, options.size);
  if (!writer.chance(0.25)) {
    program.hasOneDevice = false;
    return program;
  }
  // The twin continues the same random numbers, on a mesh of as many axes.
  Writer alone{random, {std::vector<int64_t>(writer.mesh.sizes.size(), 1), {}}, "", 0, 0};
  double tolerance;
  program.oneDevice = programOn(alone, kManual, tolerance, options.size);
  program.tolerance = std::max(program.tolerance, tolerance);
  return program;
}

/// A mesh that lists its devices, and one whose axes are used in parts, cannot be resized to one
/// device; nor can a program with local types.
RandomProgram unevenProgram(Random &random, const GeneratorOptions &options) {
  RandomProgram program;
  Writer writer{random, {}, "", 0, 0};
  writer.mesh = randomMesh(writer, kUneven);
  writer.isUneven = true;
  program.text = programOn(writer, kUneven, program.tolerance, options.size);
  llvm::StringRef text = program.text;
  program.hasOneDevice = !text.contains("sdy.manual_computation") && !text.contains("\":(") &&
                         writer.mesh.deviceIds.empty();
  return program;
}

} // namespace spmd::random
