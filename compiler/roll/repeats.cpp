// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Searches for periods (repeats.h): a text
// in which op i equals op i + 137 for 1,507 ops in a row has twelve layers of 137 ops, or eleven
// and parts of two more. Only the distances between equal pieces of a few ops are tried as periods,
// so that the time grows with the length of the text and not with its square.
#include "compiler/roll/repeats.h"
#include "dialects/stablehlo/stablehlo.h"
#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace spmd {
namespace {

/// Whether the ops may differ in their properties: these become values that differ by copy.
bool hasFreeNumbers(Operation *op) { return isa<stablehlo::ConstantOp, stablehlo::SliceOp>(op); }

/// Compares ops by all but their operands, free numbers and locations. Properties are hashed and
/// compared as they are: building the attribute dictionary of each op of an unrolled model would
/// cost more than all else here.
struct EqualKinds : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(Operation *op) {
    llvm::hash_code own = llvm::hash_combine(
        op->getName().getAsOpaquePointer(), op->getRawDictionaryAttrs().getAsOpaquePointer(),
        hasFreeNumbers(op) ? llvm::hash_code(0) : op->hashProperties());
    for (Type type : op->getResultTypes())
      own = llvm::hash_combine(own, type.getAsOpaquePointer());
    return own;
  }
  static bool isEqual(Operation *l, Operation *r) {
    auto isKey = [](Operation *op) { return op == getTombstoneKey() || op == getEmptyKey(); };
    if (l == r || isKey(l) || isKey(r))
      return l == r;
    if (l->getName() != r->getName() || l->getOperandTypes() != r->getOperandTypes() ||
        l->getResultTypes() != r->getResultTypes() ||
        l->getRawDictionaryAttrs() != r->getRawDictionaryAttrs())
      return false;
    if (auto slice = dyn_cast<stablehlo::SliceOp>(l))
      return slice.getStrides() == cast<stablehlo::SliceOp>(r).getStrides();
    if (hasFreeNumbers(l))
      return true;
    if (l->getNumRegions())
      return isSame(l, r);
    return !l->getPropertiesStorageSize() ||
           l->getName().compareOpProperties(l->getPropertiesStorage(), r->getPropertiesStorage());
  }

private:
  /// Values inside of regions must correspond; those from outside may differ.
  static bool isSame(Operation *l, Operation *r) {
    DenseMap<Value, Value> inside; // of l
    DenseSet<Value> insideOther;   // of r
    auto check = [&](Value a, Value b) {
      auto it = inside.find(a);
      return success(it != inside.end() ? it->second == b
                                        : a.getType() == b.getType() && !insideOther.contains(b));
    };
    auto mark = [&](Value a, Value b) { inside[a] = b, insideOther.insert(b); };
    return OperationEquivalence::isEquivalentTo(l, r, check, mark,
                                                OperationEquivalence::IgnoreLocations);
  }
};

/// As many ops in a row as are looked up at once: the same few ops occur several times in one
/// layer.
constexpr size_t kPiece = 8;
/// Periods that are tried. A text has about three for each kind of layer (forward, backward and
/// updates), and as many that are multiples or parts of these.
constexpr size_t kMostPeriods = 32;

} // namespace

bool areEqual(Operation *l, Operation *r) { return EqualKinds::isEqual(l, r); }

// Numbers are given in the order in which kinds occur.
OpSequence::OpSequence(Block &block) {
  DenseMap<Operation *, unsigned, EqualKinds> numbers;
  for (Operation &op : block.without_terminator()) {
    ops.push_back(&op);
    kinds.push_back(numbers.try_emplace(&op, numbers.size()).first->second);
  }
}

// The distances at which pieces come again, the most frequent first.
std::vector<Repeats> OpSequence::repeats(size_t from, size_t to, size_t leastCopies) const {
  llvm::MapVector<size_t, size_t> distances;
  DenseMap<size_t, size_t> last; // place of each piece, by its hash
  for (size_t at = from; at + kPiece <= to; ++at) {
    size_t hash = llvm::hash_combine_range(kinds.begin() + at, kinds.begin() + at + kPiece);
    auto [it, isNew] = last.try_emplace(hash, at);
    if (!isNew)
      ++distances[at - std::exchange(it->second, at)];
  }
  auto found = distances.takeVector();
  llvm::sort(found, [](auto l, auto r) {
    return std::pair(r.second, l.first) < std::pair(l.second, r.first);
  });
  found.resize(std::min(found.size(), kMostPeriods));

  std::vector<Repeats> all;
  for (auto [period, count] : found)
    for (size_t at = from; at + period < to; ++at) {
      size_t end = at;
      while (end + period < to && kinds[end] == kinds[end + period])
        ++end;
      Repeats run{at, end - at + period, period};
      if (end > at && run.copies() >= leastCopies)
        all.push_back(run);
      at = end;
    }
  llvm::sort(all, [](const Repeats &l, const Repeats &r) {
    return std::tuple((r.copies() - 1) * r.period, l.first, l.period) <
           std::tuple((l.copies() - 1) * l.period, r.first, r.period);
  });
  return all;
}

// Regions may read values of ops around them, such as a branch of a case.
SmallVector<Value> valuesRead(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value value : inner->getOperands())
        if (!region.isAncestor(value.getParentRegion()))
          values.push_back(value);
    });
  return values;
}

} // namespace spmd
