// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats lists, arrays and types as the StableHLO parser reads them.
#include "tools/spmd_random_fusion_text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace spmd::random {

std::string list(llvm::ArrayRef<int64_t> numbers) {
  return "[" +
         llvm::join(llvm::map_range(numbers, [](int64_t n) { return std::to_string(n); }), ", ") +
         "]";
}
///   {1, 2} -> "array<i64: 1, 2>", {} -> "array<i64>"
std::string array(llvm::ArrayRef<int64_t> numbers) {
  std::string inner = list(numbers);
  return numbers.empty() ? "array<i64>" : "array<i64: " + inner.substr(1, inner.size() - 2) + ">";
}
std::string arrow(llvm::ArrayRef<Operand> from, const Operand &to) {
  return " : (" +
         llvm::join(llvm::map_range(from, [](const Operand &o) { return o.type(); }), ", ") +
         ") -> " + to.type();
}
Operand shaped(Dims shape, llvm::StringRef element) {
  return {"", std::move(shape), element.str()};
}

/// One dim of the operand or more, each with equal chance.
Dims someDims(FusionWriter &w, const Operand &x) {
  Dims dims;
  for (size_t d = 0; d < x.shape.size(); ++d)
    if (w.chance(0.5))
      dims.push_back(d);
  if (dims.empty())
    dims.push_back(w.below(x.shape.size()));
  return dims;
}

} // namespace spmd::random
