// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Follows partial values back to the slices that made them, and computes which shard a slice reads.
#include "compiler/partition/owners.h"
#include "compiler/ops/rule.h"
#include "compiler/ops/shifts.h"
#include "compiler/partition/borders.h"
#include "dialects/stablehlo/stablehlo.h"

using namespace mlir;

namespace spmd {
namespace {

/// The rows of one dim of an op's operand 0, as `op` takes them.
struct OwnedRows {
  Operation *op = nullptr;
  int64_t dim = 0;
  Atoms split; // of the dim, major first
};

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Whether the result is one device's over the atoms over which operand 0 is: the op is linear in
/// that operand alone, so the parts of all other devices stay zero.
bool passesOwner(Operation *op) {
  if (sdy::isMove(op))
    return true;
  return op->getNumOperands() == 1 && Rules::of(op).linearIn && Rules::of(op).linearIn(op, 0) &&
         op->getNumResults() == 1 && op->getNumRegions() == 0;
}

Placement placementOf(Value value, Operation *at, const AtomTable &atoms) {
  return insideManual(atoms, at,
                      atoms.placement(sdy::getSharding(value), sdy::getTensorRank(value)));
}

// insert-reshards keeps placements in its own tables and asks with these. The passes behind it ask
// with the annotations that it wrote.

/// The dim of operand 0 that `atom` splits and of which one shard has all rows that the op takes.
std::optional<int64_t> ownedDim(Operation *op, const Placement &operand, int atom,
                                ArrayRef<int64_t> atomSizes) {
  for (auto [d, split] : llvm::enumerate(operand.dims))
    if (llvm::is_contained(split, atom) && hasOneOwner(op, d, shardCountOf(split, atomSizes)))
      return d;
  return std::nullopt;
}

/// The rows because of which `value` is partial over an atom and one device's; nothing if it is
/// summed up. Values that loops carry have no owner, since another one may come in each trip.
/// The walk ends at the op that made the parts: no op before it is partial over the atom.
///   all_gather (negate (slice %x))   ->   the rows that the slice takes of %x
std::optional<OwnedRows> ownedRows(Value value, int atom, const AtomTable &atoms) {
  for (Operation *op = value.getDefiningOp(); op && op->getNumOperands();
       value = op->getOperand(0), op = value.getDefiningOp()) {
    if (!llvm::is_contained(placementOf(value, op, atoms).partial, atom))
      return std::nullopt;
    Placement operand = placementOf(op->getOperand(0), op, atoms);
    if (std::optional<int64_t> dim = ownedDim(op, operand, atom, atoms.sizes()))
      return OwnedRows{op, *dim, operand.dims[*dim]};
    if (!passesOwner(op))
      return std::nullopt;
  }
  return std::nullopt;
}

/// The shard of a dim that has the rows.
struct Shard {
  const OwnedRows &rows;
  ArrayRef<int64_t> sizes; // of the atoms
  TakenRows taken = *Rules::of(rows.op).taken(rows.op, rows.dim);
  int64_t size = typeOf(rows.op->getOperand(0)).getDimSize(rows.dim);
  int64_t held = size / shardCountOf(rows.split, sizes);

  bool isKnown() const { return !taken.at; }
  int64_t known() const { return taken.start / held; }
  /// The number of shards that one step along the atom passes over.
  int64_t strideOf(int atom) const {
    const int *at = llvm::find(rows.split, atom);
    return shardCountOf(ArrayRef<int>(at + 1, rows.split.end()), sizes);
  }
  /// A scalar i32, the number of the shard.
  Value computed(LocalizeContext &c, function_ref<Value(Value)> localOf) const {
    auto scalar = RankedTensorType::get({}, c.builder.getI32Type());
    if (isKnown())
      return ops::splatInteger(c, scalar, known());
    Value start = ops::clampedStart(c, localOf(taken.at), size - taken.size);
    return held == 1 ? start : c.make<stablehlo::DivOp>(start, ops::splatInteger(c, scalar, held));
  }
};

} // namespace

// Which shard has rows from a start on that is known at run time is known for a single row only.
bool hasOneOwner(Operation *op, int64_t dim, int64_t shards) {
  auto *taken = Rules::of(op).taken;
  std::optional<TakenRows> rows = taken ? taken(op, dim) : std::nullopt;
  if (!rows)
    return false;
  // A start that the data give is clamped by the op, so its row exists.
  // Slices of more rows than a dim has do not exist, so `held` is at least 1 where rows are taken.
  int64_t held = std::max<int64_t>(typeOf(op->getOperand(0)).getDimSize(dim) / shards, 1);
  return rows->at ? rows->size == 1 : rows->start / held == (rows->start + rows->size - 1) / held;
}

Atoms ownedAtoms(Operation *op, const Placement &operand, ArrayRef<int> passed,
                 ArrayRef<int64_t> atomSizes) {
  Atoms owned;
  if (passesOwner(op))
    llvm::append_range(owned, passed);
  for (const Atoms &split : operand.dims)
    llvm::copy_if(split, std::back_inserter(owned),
                  [&](int atom) { return ownedDim(op, operand, atom, atomSizes).has_value(); });
  return owned;
}

Atoms ownedAtoms(Value value, const AtomTable &atoms) {
  Atoms owned;
  if (Operation *op = value.getDefiningOp())
    llvm::copy_if(placementOf(value, op, atoms).partial, std::back_inserter(owned),
                  [&](int atom) { return ownedRows(value, atom, atoms).has_value(); });
  return owned;
}

// The digit of an atom in the number of the shard goes to its place in the number of the position:
// the group may list the atoms in another order than the dim, or fewer of them. Where it lists the
// same ones, the position is the shard.
Value ownerPosition(Value value, ArrayRef<int> group, const AtomTable &atoms, LocalizeContext &c,
                    function_ref<Value(Value)> localOf) {
  SmallVector<OwnedRows> owners;
  for (int atom : group) {
    std::optional<OwnedRows> rows = ownedRows(value, atom, atoms);
    if (!rows)
      return nullptr;
    owners.push_back(*rows);
  }
  ArrayRef<int64_t> sizes = atoms.sizes();
  auto scalar = RankedTensorType::get({}, c.builder.getI32Type());
  auto list = scalar.clone(ArrayRef<int64_t>{1});
  if (owners.empty())
    return nullptr;
  if (llvm::all_of(owners, [&](const OwnedRows &rows) { return Shard{rows, sizes}.isKnown(); })) {
    int64_t position = 0;
    for (auto [rows, atom] : llvm::zip_equal(owners, group)) {
      Shard shard{rows, sizes};
      position = position * sizes[atom] + shard.known() / shard.strideOf(atom) % sizes[atom];
    }
    return ops::splatInteger(c, list, position);
  }
  // Start indices are whole on all devices of the group, so all compute the same number.
  if (llvm::equal(owners.front().split, group))
    return c.make<stablehlo::ReshapeOp>(list, Shard{owners.front(), sizes}.computed(c, localOf));
  // Otherwise the position is put together digit by digit, major first.
  auto number = [&](int64_t n) { return ops::splatInteger(c, scalar, n); };
  Value position = number(0);
  for (auto [rows, atom] : llvm::zip_equal(owners, group)) {
    Shard shard{rows, sizes};
    Value digit =
        c.make<stablehlo::DivOp>(shard.computed(c, localOf), number(shard.strideOf(atom)));
    digit = c.make<stablehlo::RemOp>(digit, number(sizes[atom]));
    Value above = c.make<stablehlo::MulOp>(position, number(sizes[atom]));
    position = c.make<stablehlo::AddOp>(above, digit);
  }
  return c.make<stablehlo::ReshapeOp>(list, position);
}

} // namespace spmd
