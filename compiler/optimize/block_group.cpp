// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grows a group from its seed: ops behind the seed join if their loops fit, and pull in the large
// values that they read. Then the group drops ops at its end that gain nothing, and finds its
// outputs.
#include "compiler/optimize/block_group.h"
#include "compiler/kernels/fusion_plan.h"
#include "compiler/ops/rule.h"
#include "compiler/structure/views.h"
#include "dialects/spmd/spmd.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace spmd {
namespace {

RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Whether the op broadcasts, converts or reshapes a constant that has one value in all elements.
bool isOneNumber(Operation *op) {
  return op->getNumRegions() == 0 && op->getNumOperands() == 1 &&
         op->getOperand(0).getDefiningOp() && isSplatConstant(op->getOperand(0).getDefiningOp());
}

/// The factors of an operand's dims, as the loops of its reader have them.
BlockFactors factorsOfOperand(const BlockMember &member, unsigned operand, int64_t rank) {
  BlockFactors factors(rank, -1);
  for (auto [dim, factor] : llvm::zip_equal(member.dims, member.factors))
    for (auto [o, d] : dim.operands)
      if (o == operand)
        factors[d] = factor;
  return factors;
}

/// Whether computing the matmul a second time costs less than keeping its result.
bool isCheapTwice(ir::DotOp dot, const BlockLimits &limits) {
  int64_t depth = 1;
  for (int64_t d : dot.getLhsContract())
    depth *= dot.getLhs().getType().getDimSize(d);
  bool isNarrow = dot.getType().getElementTypeBitWidth() < limits.narrowBits;
  return depth <= limits.mostDepth &&
         !(isNarrow && bytesOf(dot.getType()) < limits.leastNarrowBytes);
}

} // namespace

bool isSplatConstant(Operation *op) {
  DenseElementsAttr value;
  return matchPattern(op, m_Constant(&value)) && value.isSplat();
}

bool BlockGroup::isSeed(Operation *op) {
  auto dot = dyn_cast<ir::DotOp>(op);
  return dot && !dot.getLhsBatch().empty() && isa<FloatType>(dot.getType().getElementType()) &&
         dot.getType().getNumElements() >=
             dot.getLhs().getType().getNumElements() + dot.getRhs().getType().getNumElements();
}

/// Whether the value has at least as many elements as the result of the seed.
bool BlockGroup::isLarge(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getNumElements() >= largeElements;
}

bool BlockGroup::hasMemberUser(Value value) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) { return members.contains(user); });
}

bool BlockGroup::readsLargeMember(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value v) { return contains(v) && isLarge(v); });
}

/// The representative of a factor; -1 stays -1.
int BlockGroup::root(int factor) const {
  while (factor >= 0 && parent[factor] != factor)
    factor = parent[factor];
  return factor;
}

/// Unites two factors that turn out to be one, for example the keys of the scores and the dim along
/// which a row's maximum is broadcast. Refused if some op has both as different loops. `own` are
/// the factors of the op that is being added.
bool BlockGroup::unite(int a, int b, ArrayRef<int> own) {
  auto hasBoth = [&](ArrayRef<int> factors) {
    auto has = [&](int wanted) {
      return llvm::any_of(factors, [&](int f) { return root(f) == wanted; });
    };
    return has(a) && has(b);
  };
  if (sizes[a] != sizes[b] || hasBoth(own) ||
      llvm::any_of(memberOf, [&](auto &entry) { return hasBoth(entry.second.factors); }))
    return false;
  parent[std::max(a, b)] = std::min(a, b);
  return true;
}

/// Adds one op. Each loop of the op takes the factor that its operands or its result have in the
/// group, or a new one. Returns false if the op cannot be cut into blocks or its loops contradict
/// the factors.
bool BlockGroup::add(Operation *op) {
  std::optional<SmallVector<OpDim>> dims = blockDimsOf(op);
  if (!dims)
    return false;
  Member member{std::move(*dims), {}};
  auto made = factorsOf.find(op->getResult(0)); // known if a member reads the result
  for (const OpDim &dim : member.dims) {
    if (dim.size == 1) { // a dim of one element needs no factor
      member.factors.push_back(-1);
      continue;
    }
    int factor = made != factorsOf.end() && dim.result >= 0 ? root(made->second[dim.result]) : -1;
    for (auto [i, d] : dim.operands) {
      if (!contains(op->getOperand(i)))
        continue;
      int other = root(factorsOf.find(op->getOperand(i))->second[d]);
      if (factor >= 0 && other >= 0 && other != factor && !unite(factor, other, member.factors))
        return false;
      factor = factor < 0 ? other : root(factor);
    }
    auto isSame = [&](int earlier) { return root(earlier) == factor; };
    if (factor >= 0 && (sizes[factor] != dim.size || llvm::any_of(member.factors, isSame)))
      return false;
    if (factor < 0) {
      factor = sizes.size();
      sizes.push_back(dim.size);
      parent.push_back(factor);
    }
    member.factors.push_back(factor);
  }
  if (op == seed)
    for (size_t b = 0; b < cast<ir::DotOp>(op).getLhsBatch().size(); ++b)
      batch.push_back(member.factors[b]);
  if (!isWelcome(op, member))
    return false;
  Factors result(typeOf(op->getResult(0)).getRank(), -1);
  for (auto [dim, factor] : llvm::zip_equal(member.dims, member.factors))
    if (dim.result >= 0)
      result[dim.result] = factor;
  factorsOf[op->getResult(0)] = std::move(result);
  memberOf[op] = std::move(member);
  members.insert(op);
  return true;
}

/// Keeps ops out that would leave no loop for the others: ops that sum over a batch dim or lack
/// one. Also keeps out matmuls and reductions that neither read nor produce a large value.
bool BlockGroup::isWelcome(Operation *op, const Member &member) const {
  for (int wanted : batch) {
    if (wanted < 0)
      continue;
    const auto *it =
        llvm::find_if(member.factors, [&](int factor) { return root(factor) == root(wanted); });
    if (it == member.factors.end() || member.dims[it - member.factors.begin()].result < 0)
      return false;
  }
  bool isLargeOp = isLarge(op->getResult(0)) || readsLargeMember(op);
  bool sums =
      llvm::any_of(member.dims, [](const OpDim &dim) { return dim.result < 0 && dim.size > 1; });
  return isLargeOp || (!sums && !isa<ir::DotOp>(op));
}

void BlockGroup::remove(Operation *op) {
  members.remove(op);
  copied.erase(op);
  memberOf.erase(op);
  factorsOf.erase(op->getResult(0));
}

/// Computes a large value that members read inside the group, if nothing prevents it. Returns false
/// only if the value depends on a member through an op outside of the group, as the group could
/// then not run as one op.
bool BlockGroup::pull(Value value, SmallVectorImpl<Operation *> &added) {
  Operation *def = value.getDefiningOp();
  if (!def || members.contains(def) || tainted.contains(def) ||
      (!isLarge(value) && !isOneNumber(def)))
    return !def || !tainted.contains(def);
  // Only matmuls of this block may move into the group; other ops must be cheap enough to be
  // copied.
  bool isOwnDot = isa<ir::DotOp>(def) && def->getBlock() == seed->getBlock();
  if (!isOwnDot && (isa<ir::DotOp>(def) || def->getNumRegions() || !blockDimsOf(def)))
    return true; // read from memory
  if (!add(def))
    return true;
  added.push_back(def);
  if (!pullOperands(def, added))
    return false;
  // An op that depends on no other op of the group but copies is itself a copy.
  if (!isOwnDot && llvm::all_of(def->getOperands(), [&](Value v) {
        return !contains(v) || copied.contains(v.getDefiningOp());
      }))
    copied.insert(def);
  return true;
}

/// Pulls in the operands of a member. Their factors follow from the member, so their producers
/// adopt them.
bool BlockGroup::pullOperands(Operation *op, SmallVectorImpl<Operation *> &added) {
  const Member &member = memberOf[op];
  SmallVector<std::pair<Value, Factors>> wanted;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (contains(operand))
      continue;
    wanted.push_back({operand, factorsOfOperand(member, i, typeOf(operand).getRank())});
  }
  for (auto &[operand, factors] : wanted) {
    if (contains(operand))
      continue;
    factorsOf[operand] = factors;
    bool isFine = pull(operand, added);
    if (!contains(operand))
      factorsOf.erase(operand);
    if (!isFine)
      return false;
  }
  return true;
}

/// Adds an op and pulls in its operands; removes all of them again if that fails.
bool BlockGroup::join(Operation *op) {
  if (op->getNumResults() != 1 || !add(op))
    return false;
  SmallVector<Operation *> added{op};
  if (pullOperands(op, added))
    return true;
  for (Operation *back : llvm::reverse(added))
    remove(back);
  return false;
}

/// Visits the next `reach` ops behind the seed. An op that reads a member either joins or taints
/// all ops behind it. The loops are chosen with rows if possible, else over batch dims only.
bool BlockGroup::grow() {
  largeElements = typeOf(seed->getResult(0)).getNumElements();
  if (!add(seed))
    return false;
  // `tainted` are the ops that depend on a member but stay outside. No op behind them may join, or
  // the group would need a result from outside before it can finish.
  int64_t left = limits.reach;
  for (Operation *op = seed->getNextNode(); op && left-- > 0; op = op->getNextNode()) {
    if (members.contains(op))
      continue;
    bool readsMember = false, isBehind = false;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        readsMember |= contains(operand) && !copied.contains(operand.getDefiningOp());
        isBehind |= tainted.contains(operand.getDefiningOp());
      }
    });
    if (isBehind || (readsMember && !join(op)))
      tainted.insert(op);
  }
  prune();
  // From here on, all factors are their representatives.
  for (auto &[op, member] : memberOf)
    for (int &factor : member.factors)
      factor = root(factor);
  for (auto &[value, factors] : factorsOf)
    for (int &factor : factors)
      factor = root(factor);
  for (int &factor : batch)
    factor = root(factor);
  return findOutputs() && (chooseLoops(/*withRows=*/true) || chooseLoops(/*withRows=*/false));
}

/// Drops small ops at the end of the group, repeatedly. They gain nothing, as they can read their
/// operands from memory.
void BlockGroup::prune() {
  for (bool changed = true; changed;) {
    changed = false;
    SmallVector<Operation *> all(members.begin(), members.end());
    for (Operation *op : all) {
      bool makesSmall = readsLargeMember(op) && !isLarge(op->getResult(0));
      if (op != seed && !makesSmall && !hasMemberUser(op->getResult(0))) {
        remove(op);
        changed = true;
      }
    }
  }
}

/// Whether a large value that ops outside read may be computed there a second time. The backward
/// part reads such values of the forward part. They stay in place for those ops, which may form the
/// next group around them. Matmuls of little depth are recomputed rather than kept; `limits` draws
/// the line.
bool BlockGroup::mayBeMadeTwice(Operation *op) const {
  for (Operation *user : op->getUsers())
    if (!members.contains(user) && (user->getBlock() != seed->getBlock() || !blockDimsOf(user)))
      return false;
  llvm::SetVector<Operation *> makers;
  makers.insert(op);
  for (size_t i = 0; i < makers.size(); ++i) { // grows on the way
    if (auto dot = dyn_cast<ir::DotOp>(makers[i]); dot && !isCheapTwice(dot, limits))
      return false;
    for (Value operand : makers[i]->getOperands())
      if (contains(operand))
        makers.insert(operand.getDefiningOp());
  }
  return true;
}

/// Collects the small values that ops outside read, each as the base of its views. Returns false if
/// a large value would have to be an output.
bool BlockGroup::findOutputs() {
  llvm::SetVector<Value> found;
  for (Operation *op : members) {
    Value result = op->getResult(0);
    bool isRead =
        llvm::any_of(result.getUsers(), [&](Operation *user) { return !members.contains(user); });
    if (!isRead || copied.contains(op))
      continue;
    if (isLarge(result)) {
      if (!mayBeMadeTwice(op))
        return false;
      continue;
    }
    while (std::optional<View> view = viewOf(result)) {
      if (!contains(view->base))
        break;
      result = view->base;
    }
    // A large output would have to go through memory, which the group exists to avoid.
    if (isLarge(result) || viewOf(result))
      return false;
    found.insert(result);
  }
  outputs.assign(found.begin(), found.end());
  return hasMemberUser(seed->getResult(0)) && !outputs.empty();
}

} // namespace spmd
