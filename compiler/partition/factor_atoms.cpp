// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pure functions on small integers (factor_atoms.h). A dim that is a product of factors gives its
// major atoms to its major factors.
#include "compiler/partition/factor_atoms.h"
#include "llvm/ADT/STLExtras.h"

namespace spmd {

Assignment project(const ShardingRule &rule, llvm::ArrayRef<int64_t> sizes,
                   const TensorFactors &tensor, const Placement &placement) {
  Assignment out(rule.factors.size());
  for (auto [parts, atoms] : llvm::zip(tensor.dims, placement.dims)) {
    if (parts.empty())
      continue;
    size_t part = 0;
    int64_t room = rule.factors[parts[0]].size;
    for (int atom : atoms) {
      while (room == 1 && part + 1 < parts.size())
        room = rule.factors[parts[++part]].size;
      if (room % sizes[atom])
        break;
      room /= sizes[atom];
      out[parts[part]].push_back(atom);
    }
  }
  return out;
}

void clearStrided(const ShardingRule &rule, llvm::ArrayRef<int64_t> sizes, Assignment &all) {
  for (bool cleared = true; cleared;) {
    cleared = false;
    for (size_t t = 0; t < rule.tensorCount(); ++t)
      for (const auto &parts : rule.tensor(t).dims) {
        bool full = true;
        for (int64_t f : parts) {
          if (!full && !all[f].empty()) {
            all[f].clear();
            cleared = true;
          }
          full &= shardCountOf(all[f], sizes) == rule.factors[f].size;
        }
      }
  }
}

Placement embed(const Assignment &all, const TensorFactors &tensor) {
  Placement out;
  out.dims.resize(tensor.dims.size());
  for (auto [d, parts] : llvm::enumerate(tensor.dims))
    for (int64_t f : parts)
      out.dims[d].append(all[f].begin(), all[f].end());
  return out;
}

// Only factors that pass through the op are kept.
Placement carryOver(const ShardingRule &rule, llvm::ArrayRef<int64_t> atomSizes,
                    const TensorFactors &from, const Placement &placement,
                    const TensorFactors &to) {
  Assignment all = project(rule, atomSizes, from, placement);
  for (auto [factor, atoms] : llvm::zip_equal(rule.factors, all))
    if (factor.kind != FactorKind::PassThrough)
      atoms.clear();
  clearStrided(rule, atomSizes, all);
  return embed(all, to);
}

// A factor on which operands disagree makes no partial sums: one of them moves first.
Atoms summedAtoms(const ShardingRule &rule, llvm::ArrayRef<int64_t> atomSizes,
                  llvm::ArrayRef<Placement> operands) {
  Assignment longest(rule.factors.size());
  std::vector<bool> agrees(rule.factors.size(), true);
  for (auto [tensor, placement] : llvm::zip_equal(rule.operands, operands))
    for (auto [f, atoms] : llvm::enumerate(project(rule, atomSizes, tensor, placement))) {
      Atoms &all = longest[f];
      size_t shared = std::min(all.size(), atoms.size());
      agrees[f] = agrees[f] && std::equal(all.begin(), all.begin() + shared, atoms.begin());
      if (atoms.size() > all.size())
        all = atoms;
    }
  Atoms out;
  for (auto [f, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::Reduction && agrees[f])
      out.append(longest[f]);
  llvm::sort(out);
  return out;
}

} // namespace spmd
