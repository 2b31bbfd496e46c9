// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matches the axes of two meshes: first the parts along which all devices agree, then the rest by
// name and size.
#include "compiler/import/mesh_match.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;

namespace spmd {
namespace {

/// The divisors of a number, the largest first: 6 -> 6, 3, 2, 1. Sizes of axes reach 2^31, so the
/// loop ends at the square root and takes both divisors of a pair.
SmallVector<int64_t> divisorsOf(int64_t number) {
  SmallVector<int64_t> low, all;
  for (int64_t i = 1; i * i <= number; ++i)
    if (number % i == 0) {
      low.push_back(i);
      all.push_back(number / i);
    }
  for (int64_t divisor : llvm::reverse(low))
    if (divisor != all.back())
      all.push_back(divisor);
  return all;
}

/// Only the name of an axis tells that two meshes mean the same by it.
StringRef nameOf(Axis axis, sdy::MeshAttr mesh) { return mesh.getAxes()[axis.index].getName(); }

} // namespace

/// Neighbouring parts of one base axis are written as one.
AxisList MeshMatch::toBase(Axis own) const {
  AxisList list;
  for (const Part &part : parts)
    if (contains(own, part.own))
      appendMerged(list, part.base);
  return list;
}

bool MeshMatch::agrees(Axis own) const {
  return llvm::all_of(parts,
                      [&](const Part &part) { return part.agrees || !contains(own, part.own); });
}

MeshMatcher::MeshMatcher(sdy::MeshAttr base)
    : baseMesh(base), base(sdy::gridOf(base)), own(this->base), cuts(base) {}

/// With equal device orders the strides tell. Otherwise all devices are asked.
bool MeshMatcher::agree(Axis ownPart, Axis part) const {
  if (positions.empty())
    return own.stride(ownPart) == base.stride(part);
  for (int64_t at = 0, end = positions.size(); at < end; ++at)
    if (own.coordinate(at, ownPart) != base.coordinate(positions[own.device(at)], part))
      return false;
  return true;
}

/// The part of a base axis, of the size of `ownPart`, along which all devices agree with it. Cuts
/// the base there.
std::optional<Axis> MeshMatcher::findPart(Axis ownPart) {
  for (Axis axis : base.axes()) {
    if (axis.size % ownPart.size)
      continue;
    for (int64_t pre : divisorsOf(axis.size / ownPart.size)) {
      Axis part{axis.index, int32_t(pre), ownPart.size};
      if (agree(ownPart, part) && !cuts.cut(part))
        return part;
    }
  }
  return std::nullopt;
}

/// Takes the largest part from the major end of `ownPart` that agrees with a part of the base, and
/// so on; then from its minor end. What agrees with nothing goes to `left`.
///   "x"=8 on the base <["a"=2, "b"=4]>: the minor 4 are "b", the 2 before them are "a"
void MeshMatcher::matchEqualParts(Axis ownPart, MeshMatch &out, AxisList &left) {
  // Larger parts come first, so that an axis that agrees as a whole is not cut.
  auto take = [&](bool isMajor) {
    for (int64_t size : divisorsOf(ownPart.size)) {
      if (size == 1)
        break;
      int64_t pre = isMajor ? ownPart.pre : ownPart.end() / size;
      Axis part{ownPart.index, int32_t(pre), int32_t(size)};
      std::optional<Axis> found = findPart(part);
      if (!found)
        continue;
      out.parts.push_back({part, *found, true});
      ownPart.pre *= isMajor ? size : 1;
      ownPart.size /= size;
      return true;
    }
    return false;
  };
  while (take(/*isMajor=*/true) || take(/*isMajor=*/false))
    ;
  if (ownPart.size > 1)
    left.push_back(ownPart);
}

/// The parts of the base between its cuts that stand for nothing yet.
AxisList MeshMatcher::freeParts(const MeshMatch &match) const {
  AxisList free = cuts.parts();
  llvm::erase_if(free, [&](Axis part) {
    return llvm::any_of(match.parts,
                        [&](const MeshMatch::Part &taken) { return contains(taken.base, part); });
  });
  return free;
}

/// Gives `ownPart` free parts of the base: rather of an axis of the same name, then of the same
/// size, then such that few cuts are needed. Both meshes have the same prime factors, so some part
/// always fits.
void MeshMatcher::matchBySize(Axis ownPart, AxisList &free, MeshMatch &out) {
  while (ownPart.size > 1) {
    // How well a part fits: the size that it would take, and whether it is a namesake and as large.
    auto fit = [&](Axis part) {
      bool isNamesake = nameOf(part, baseMesh) == nameOf(ownPart, ownMesh);
      int32_t size = std::gcd(part.size, ownPart.size);
      return size == 1 ? std::tuple(0, false, false)
                       : std::tuple(size, isNamesake, part.size == ownPart.size);
    };
    auto better = [&](Axis l, Axis r) {
      auto [lSize, lName, lWhole] = fit(l);
      auto [rSize, rName, rWhole] = fit(r);
      return std::tuple(lSize > 0, lName, lWhole, lSize) <
             std::tuple(rSize > 0, rName, rWhole, rSize);
    };
    auto *best = std::max_element(free.begin(), free.end(), better);
    // What both have in common stands for each other; the rest of either looks for another partner.
    int32_t size = best == free.end() ? 1 : std::gcd(best->size, ownPart.size);
    if (size == 1)
      return; // of meshes with other numbers of devices
    Axis part{best->index, best->pre, size};
    cuts.cut(part);
    out.parts.push_back({{ownPart.index, ownPart.pre, size}, part, false});
    ownPart = {ownPart.index, ownPart.pre * size, ownPart.size / size};
    *best = {best->index, best->pre * size, best->size / size};
    if (best->size == 1)
      free.erase(best);
  }
}

/// Parts that agree come first, so that as few axes as possible stand for other positions.
///   <["c"=3, "d"=2]> on the base <["a"=2, "b"=3]>
///     no part agrees, c <-> b and d <-> a by their sizes
///     devices: position (a, b) is own position (b, a), device 2 b + a: 0, 2, 4, 1, 3, 5
std::optional<MeshMatch> MeshMatcher::match(sdy::MeshAttr mesh, const AxisCuts &ownCuts) {
  ownMesh = mesh;
  own = sdy::gridOf(mesh);
  positions.clear();
  int64_t count = base.deviceCount();
  // The inverse of the base's list of devices; without it agree() compares strides.
  if (own.deviceIds != base.deviceIds) {
    positions.resize(count);
    for (int64_t at = 0; at < count; ++at)
      positions[base.device(at)] = at;
  }
  MeshMatch out;
  AxisList left;
  for (Axis part : ownCuts.parts())
    matchEqualParts(part, out, left);
  if (!left.empty() && count > kMostReordered)
    return std::nullopt;
  AxisList free = freeParts(out);
  for (Axis part : left)
    matchBySize(part, free, out);
  llvm::sort(out.parts, [](const auto &l, const auto &r) { return l.own < r.own; });
  if (left.empty())
    return out;
  // The device at each position of the base is the one whose own position has the same digits.
  out.devices.resize(count);
  for (int64_t at = 0; at < count; ++at) {
    int64_t position = 0;
    for (const MeshMatch::Part &part : out.parts)
      position += own.coordinate(at, part.own) * base.stride(part.base);
    out.devices[position] = own.device(at);
  }
  return out;
}

} // namespace spmd
