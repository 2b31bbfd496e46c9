// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A union-find forest with weights: the elements of a dim in one unit of its class.
#include "compiler/partition/dim_classes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace spmd {

/// A dim alone is a class whose unit is one element.
unsigned DimClasses::node(Key key) {
  auto [it, isNew] = ids.try_emplace(key, nodes.size());
  if (isNew)
    nodes.push_back({.parent = unsigned(nodes.size()),
                     .steps = cast<RankedTensorType>(key.first.getType()).getDimSize(key.second)});
  return it->second;
}

unsigned DimClasses::root(unsigned id) {
  unsigned parent = nodes[id].parent;
  if (parent == id)
    return id;
  unsigned top = root(parent);
  if (top != parent)
    nodes[id].units *= nodes[parent].units;
  return nodes[id].parent = top;
}

/// With a = na units of class A and b = nb of class B, and a / ea = b / eb steps of the factor, one
/// unit of the joint class is p units of A and q of B, where p : q = nb ea : na eb.
bool DimClasses::unite(unsigned left, int64_t leftElements, unsigned right, int64_t rightElements) {
  unsigned rootA = root(left), rootB = root(right);
  int64_t p = (right == rootB ? 1 : nodes[right].units) * leftElements;
  int64_t q = (left == rootA ? 1 : nodes[left].units) * rightElements;
  if (rootA == rootB)
    return p == q;
  int64_t common = std::gcd(p, q);
  p /= common, q /= common;
  Node &first = nodes[rootA], &second = nodes[rootB];
  if (first.steps * q != second.steps * p)
    return false;
  auto needed = [](const Node &root, int64_t units) {
    return root.factor / std::gcd(root.factor, units);
  };
  unsigned top = nodes.size();
  Node joint{.parent = top,
             .steps = first.steps / p,
             .factor = std::lcm(needed(first, p), needed(second, q))};
  first.parent = second.parent = top;
  first.units = p, second.units = q;
  nodes.push_back(joint);
  return true;
}

/// The factor is a node of its own, so that a single dim of several factors grows by whole steps.
bool DimClasses::unite(int64_t steps, ArrayRef<Dim> dims) {
  unsigned factor = nodes.size();
  nodes.push_back({.parent = factor, .steps = steps});
  return llvm::all_of(dims, [&](const Dim &dim) {
    return unite(factor, 1, node({dim.value, dim.dim}), dim.elements);
  });
}

int64_t DimClasses::factorFor(unsigned id, int64_t shards) {
  unsigned top = root(id);
  int64_t units = id == top ? 1 : nodes[id].units;
  return std::lcm(nodes[top].factor, shards / std::gcd(shards, units));
}

void DimClasses::split(Value value, int64_t dim, int64_t shards) {
  unsigned id = node({value, dim});
  int64_t factor = factorFor(id, shards);
  nodes[root(id)].factor = factor;
}

void DimClasses::splitIfCheap(Value value, int64_t dim, int64_t shards, double most) {
  unsigned id = node({value, dim});
  int64_t factor = factorFor(id, shards);
  Node &top = nodes[root(id)];
  if (double(llvm::alignTo(top.steps, factor)) <=
      most * double(llvm::alignTo(top.steps, top.factor)))
    top.factor = factor;
}

int64_t DimClasses::paddedSize(Value value, int64_t dim) {
  auto found = ids.find({value, dim});
  if (found == ids.end())
    return cast<RankedTensorType>(value.getType()).getDimSize(dim);
  unsigned id = found->second, top = root(id);
  int64_t units = id == top ? 1 : nodes[id].units;
  return units * int64_t(llvm::alignTo(nodes[top].steps, nodes[top].factor));
}

} // namespace spmd
