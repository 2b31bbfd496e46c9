// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes collectives along manual axes, as JAX prints those of a shard_map: StableHLO ops
// whose groups list devices of the whole mesh.
#include "tools/spmd_random_writer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace spmd::random {
namespace {

/// The most elements of a dim. Gathers that would exceed it are not made.
constexpr int64_t kLongestDim = 48;

/// The text of a matrix: `dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>`.
std::string denseText(llvm::ArrayRef<std::vector<int64_t>> rows) {
  std::string out = "dense<[";
  for (auto [i, row] : llvm::enumerate(rows)) {
    out += i ? ", [" : "[";
    out +=
        llvm::join(llvm::map_range(row, [](int64_t n) { return std::to_string(n); }), ", ") + "]";
  }
  return out + "]> : tensor<" + std::to_string(rows.size()) + "x" + std::to_string(rows[0].size()) +
         "xi64>";
}

/// One collective on the value `x` along `axes`.
struct Collective {
  Writer &w;
  Scope &scope;
  Value x;
  AxisSet axes;
  int64_t n; // devices of a group

  /// Each collective has a channel of its own.
  std::string channel() {
    return "channel_handle = #stablehlo.channel_handle<handle = " + std::to_string(++w.channels) +
           ", type = 1>";
  }
  std::string groups() { return "replica_groups = " + denseText(w.mesh.groups(axes)); }
  /// The text of a reducer: `({ ^bb0(..): add, return })`.
  std::string body(llvm::StringRef op) {
    std::string a = w.freshRegionName("p"), b = w.freshRegionName("q"), c = w.freshRegionName("s");
    std::string scalar = typeText({}, x.element);
    return "({\n^bb0(" + a + ": " + scalar + ", " + b + ": " + scalar + "):\n" + c +
           " = stablehlo." + op.str() + " " + a + ", " + b + " : " + scalar +
           "\nstablehlo.return " + c + " : " + scalar + "\n})";
  }
  /// Defines the result. `isSame`: the devices of a group then hold equal values. `factor`
  /// scales the bound on magnitudes, `isRounded` tells whether the order of additions
  /// affects the bits. `roots` is a list of one root, or empty.
  void define(Shape shape, bool isSame, double factor, bool isRounded, const std::string &name,
              const std::string &attributes, const std::string &region = "",
              const std::string &roots = "") {
    Value out = x;
    out.shape = std::move(shape);
    out.varies = isSame ? x.varies & ~axes : x.varies | (axes & scope.manual);
    out.bound *= factor;
    out.isExact &= !isRounded;
    w.define(scope, out,
             "\"stablehlo." + name + "\"(" + x.name + (roots.empty() ? "" : ", " + roots) + ") <{" +
                 attributes + "}> " + region + " : (" + x.type() +
                 (roots.empty() ? "" : ", tensor<1xi32>") + ") -> " + out.type());
  }
  /// Draws a reducer. i1 has only "or"; complex numbers have no maximum.
  std::string reducer(bool &isSum) {
    isSum = x.element != "i1" && (x.element[0] == 'c' || w.chance(0.7));
    return x.element == "i1" ? "or" : isSum ? "add" : "maximum";
  }

  void allReduce() {
    bool isSum;
    std::string op = reducer(isSum);
    define(x.shape, true, isSum ? n : 1, isSum, "all_reduce",
           channel() + ", " + groups() + ", use_global_device_ids", body(op));
  }
  /// Sums over the group and splits `dim` among its devices.
  void reduceScatter(size_t dim) {
    bool isSum;
    std::string op = reducer(isSum);
    Shape shape = x.shape;
    shape[dim] /= n;
    define(shape, false, isSum ? n : 1, isSum, "reduce_scatter",
           channel() + ", " + groups() + ", scatter_dimension = " + std::to_string(dim) +
               " : i64, use_global_device_ids",
           body(op));
  }
  /// Joins the group's parts along `dim`; afterwards all devices hold the same.
  void allGather(size_t dim) {
    Shape shape = x.shape;
    shape[dim] *= n;
    define(shape, true, 1, false, "all_gather",
           "all_gather_dim = " + std::to_string(dim) + " : i64, " + channel() + ", " + groups() +
               ", use_global_device_ids");
  }
  /// Splits one dim among the group and joins another one.
  void allToAll(size_t split, size_t concat) {
    Shape shape = x.shape;
    shape[split] /= n;
    shape[concat] *= n;
    define(shape, false, 1, false, "all_to_all",
           channel() + ", concat_dimension = " + std::to_string(concat) + " : i64, " + groups() +
               ", split_count = " + std::to_string(n) +
               " : i64, split_dimension = " + std::to_string(split) + " : i64");
  }
  /// Each device of a group gets the value of the first one, or of one that a constant names.
  void broadcast() {
    std::string roots;
    if (w.chance(0.5)) {
      roots = w.fresh();
      w.line(roots + " = stablehlo.constant dense<" + std::to_string(w.below(n)) +
             "> : tensor<1xi32>");
    }
    define(x.shape, true, 1, false, "collective_broadcast",
           channel() + (roots.empty() ? ", " : ", has_dynamic_root, ") + groups(), "", roots);
  }
  /// Each device of a group sends to the device `shift` positions further. Without a ring,
  /// the last devices do not send.
  void permute() {
    std::vector<std::vector<int64_t>> pairs;
    int64_t shift = w.below(n);
    bool isRing = w.chance(0.7);
    for (const std::vector<int64_t> &group : w.mesh.groups(axes))
      for (int64_t i = 0; i < n; ++i)
        if (isRing || i + shift < n)
          //   groups [[0, 1], [2, 3]], shift 1  ->  [[0, 1], [1, 0], [2, 3], [3, 2]]
          pairs.push_back({group[i], group[(i + shift) % n]});
    define(x.shape, false, 1, false, "collective_permute",
           channel() + ", source_target_pairs = " + denseText(pairs));
  }
};

} // namespace

/// Writes the position of this device along a manual axis, looked up in a table by device
/// id, and often a value of another type that depends on it.
void writePlace(Writer &w, Scope &scope) {
  std::vector<size_t> manual;
  for (size_t i = 0; i < w.mesh.sizes.size(); ++i)
    if (scope.manual >> i & 1)
      manual.push_back(i);
  // Axis a of <"a"=2, "b"=2>:
  //   %9 = partition_id; %12 = dynamic_slice [0, 0, 1, 1], %9, sizes = [1]
  size_t axis = w.pick(manual);
  // Entry i is the coordinate of device i.
  std::vector<int64_t> places(w.mesh.deviceCount());
  for (int64_t place = 0; place < w.mesh.deviceCount(); ++place)
    places[w.mesh.idAt(place)] = w.mesh.coordinate(place, axis);
  std::string id = w.fresh(), index = w.fresh(), table = w.fresh(), one = w.fresh();
  std::string type = "tensor<" + std::to_string(places.size()) + "xi32>";
  w.line(id + " = stablehlo.partition_id : tensor<ui32>");
  w.line(index + " = stablehlo.convert " + id + " : (tensor<ui32>) -> tensor<i32>");
  w.line(table + " = stablehlo.constant dense<[" +
         llvm::join(llvm::map_range(places, [](int64_t n) { return std::to_string(n); }), ", ") +
         "]> : " + type);
  w.line(one + " = stablehlo.dynamic_slice " + table + ", " + index + ", sizes = [1] : (" + type +
         ", tensor<i32>) -> tensor<1xi32>");
  Value place = w.define(scope, Value{"", {}, "i32", AxisSet(1) << axis},
                         "stablehlo.reshape " + one + " : (tensor<1xi32>) -> tensor<i32>");
  Value like = w.pick(scope.values);
  if (!isFloat(like.element) && !isInteger(like.element))
    return;
  Value number = place;
  number.element = like.element;
  number.bound = 4;
  // The position as a number of the type of another value, so that later ops combine the
  // two.
  if (like.element != "i32")
    number = w.define(scope, number,
                      "stablehlo.convert " + place.name + " : (tensor<i32>) -> " + number.type());
  number.shape = like.shape;
  w.define(scope, number,
           "stablehlo.broadcast_in_dim " + number.name + ", dims = [] : (" +
               typeText({}, like.element) + ") -> " + number.type());
}

/// Writes a collective of a name along some of the manual axes. A dim that the group does not
/// divide, or that would become too long, gives no op.
void writeCollective(Writer &w, Scope &scope, const Value &x, llvm::StringRef name) {
  AxisSet axes = w.someOf(scope.manual & ~scope.divergent);
  if (!axes || x.shape.empty())
    return;
  Collective c{w, scope, x, axes, w.mesh.sizeOf(axes)};
  size_t dim = w.below(x.shape.size()), other = w.below(x.shape.size());
  bool divides = x.shape[dim] % c.n == 0;
  if (name == "all_reduce")
    c.allReduce();
  else if (name == "reduce_scatter" && divides)
    c.reduceScatter(dim);
  else if (name == "all_gather" && x.shape[dim] * c.n <= kLongestDim)
    c.allGather(dim);
  else if (name == "all_to_all" && divides && x.shape[other] * c.n <= kLongestDim)
    c.allToAll(dim, other);
  else if (name == "collective_permute")
    c.permute();
  else if (name == "collective_broadcast")
    c.broadcast();
}

/// Writes a random collective. Devices that may be in different branches (scope.divergent)
/// do not meet. A collective over free axes is written only where all devices hold the same
/// values.
void writeExchange(Writer &w, Scope &scope) {
  if (w.chance(0.2))
    return writePlace(w, scope);
  AxisSet axes = w.someOf(scope.manual & ~scope.divergent);
  bool spansFree = !scope.divergent && w.chance(0.1); // only where all devices reach the op
  if (spansFree)
    axes |= w.someOf(w.mesh.all());
  if (!axes)
    return;
  Collective c{w, scope, w.pick(scope.values), axes, w.mesh.sizeOf(axes)};
  if (c.x.shape.empty() || (spansFree && w.chance(0.5)))
    return c.allReduce();
  size_t dim = w.below(c.x.shape.size()), other = w.below(c.x.shape.size());
  // Splits need a dim that the group divides; otherwise an all-reduce is written.
  bool divides = c.x.shape[dim] % c.n == 0;
  if (spansFree)
    return c.x.shape[dim] * c.n <= kLongestDim ? c.allGather(dim) : c.allReduce();
  switch (w.below(6)) {
  case 0:
    return divides ? c.reduceScatter(dim) : c.allReduce();
  case 1:
    return c.x.shape[dim] * c.n <= kLongestDim ? c.allGather(dim) : c.allReduce();
  case 2:
    return divides && c.x.shape[other] * c.n <= kLongestDim ? c.allToAll(dim, other)
                                                            : c.allReduce();
  case 3:
    return c.permute();
  case 4:
    return c.broadcast();
  default:
    return c.allReduce();
  }
}

} // namespace spmd::random
