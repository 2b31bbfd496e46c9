// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes down the candidates among which insert-reshards chose the split of an op, for a reader:
// what each would send, how long that takes by the topology, and the price that decided.
#pragma once
#include "compiler/partition/choose_placement.h"
#include "compiler/partition/value_versions.h"

namespace spmd {

/// Which ops get a remark.
enum class PricedOps : uint8_t {
  None,
  Sending,  // those whose split makes devices send something
  Choosing, // those with more than one candidate, too
};
/// The meaning of the pass option: "", "sending", "all". Fails with an error at `module` for other
/// words.
mlir::FailureOr<PricedOps> readPrices(mlir::ModuleOp module, llvm::StringRef word);

/// The placement as the sharding language writes it, without the mesh.
///   {a, -} partial b   ->   [{"a"}, {}], unreduced={"b"}
std::string dimsOf(const AtomTable &atoms, const Placement &placement);

/// The candidates of one op.
class PriceList {
public:
  PriceList(const AtomTable &atoms, ValueVersions &versions, mlir::Operation *op,
            const OpOnMesh &onMesh)
      : atoms(atoms), versions(versions), op(op), onMesh(onMesh) {}

  void add(const OpPlacement &candidate);
  /// Emits a remark with the cheapest candidate, which is the chosen one, and notes with the next
  /// ones.
  ///   remark: chosen of 3 splits: [{"a"}, {}] x [{}, {}] -> [{"a"}, {}] sends 0 bytes in 0.00 us,
  ///           price 102
  void report(PricedOps ops) const;

private:
  struct Entry {
    std::string text; // the placements
    double cost = 0, bytes = 0, time = 0;
  };
  const AtomTable &atoms;
  ValueVersions &versions;
  mlir::Operation *op;
  const OpOnMesh &onMesh;
  std::vector<Entry> entries;
};

} // namespace spmd
