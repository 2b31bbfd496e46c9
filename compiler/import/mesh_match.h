// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds out how the axes of one mesh look from another mesh of the same devices, the base. Two
// meshes of n devices have the same prime factors, so every axis of one can be named by parts of
// axes of the other. If the parts agree, a device has the same position along both. Otherwise the
// names stand for other positions, and a device order says which device is at each position.
// Separate from the pass, because this is arithmetic on axes that knows nothing of a program.
//   base <["a"=2, "b"=4]>
//   <["x"=8]>            "x" is "a", "b"; all devices agree
//   <["p"=4, "q"=2]>     "p" is "a", "b":(1)2 and "q" is "b":(2)2; all devices agree
//   base <["a"=2, "b"=3]>
//   <["c"=3, "d"=2]>     "c" is called "b" and "d" is called "a"; position (a, b) is device 2 b + a
#pragma once
#include "compiler/sharding/axis_cuts.h"

namespace spmd {

/// A mesh, seen from the base.
struct MeshMatch {
  struct Part {
    Axis own, base; // of the same size
    bool agrees;    // every device has the same position along both
  };
  llvm::SmallVector<Part> parts;      // sorted by `own`
  llvm::SmallVector<int64_t> devices; // at each position of the base; empty if as in the base

  /// The parts of base axes that stand for an axis, the major one first. The axis begins and ends
  /// at cuts of its mesh.
  AxisList toBase(Axis own) const;
  /// Whether every device has the same position along the axis and the parts that stand for it.
  bool agrees(Axis own) const;
};

/// The most devices that may stand in another order, which every border and every permute between
/// orders writes out. Derived: a permute of n devices is 40 n bytes of text, here 2.5 MB, and
/// matching asks each device once for each pair of parts (0.15 s here, 0.02 s for 1,024 devices).
inline constexpr int64_t kMostReordered = 1 << 16;

/// Matches meshes with one base. Each match may cut the base further, so the order of the calls
/// decides which meshes agree with it.
class MeshMatcher {
public:
  explicit MeshMatcher(sdy::MeshAttr base);

  /// `cuts` are those of the axes of `mesh`, which has as many devices as the base. Nothing if more
  /// than kMostReordered devices stand in another order.
  std::optional<MeshMatch> match(sdy::MeshAttr mesh, const AxisCuts &cuts);

private:
  bool agree(Axis own, Axis part) const;
  std::optional<Axis> findPart(Axis own);
  void matchEqualParts(Axis own, MeshMatch &out, AxisList &left);
  void matchBySize(Axis own, AxisList &free, MeshMatch &out);
  AxisList freeParts(const MeshMatch &match) const;

  sdy::MeshAttr baseMesh, ownMesh;
  MeshGrid base, own;
  AxisCuts cuts;                        // of the base
  llvm::SmallVector<int64_t> positions; // in the base, of each device; empty: of equal orders
};

} // namespace spmd
