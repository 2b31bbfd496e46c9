// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rows of the table are the ops that the compiler lists, so that an op which no generator
// writes shows as a row of zeros.
#include "tools/cases/case_table.h"
#include "compiler/ops/rule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <numeric>

namespace spmd::random {

/// Counts one case in the row of its op, and in all shares that it belongs to.
void CaseTable::add(const CaseTraits &traits) {
  ++ops[traits.op][(traits.divides ? 0 : 3) + traits.axes - 1];
  ++devices[traits.devices];
  ++around[traits.around.empty() ? "in none" : "in " + traits.around];
  ++cases;
  chains += traits.isChain;
  specials += traits.hasSpecials;
  compiled += traits.isCompiled;
}

/// The reasons are those that --list-ops gives for the absence of a sharding rule, which is what a
/// case without them would need.
void CaseTable::print(llvm::raw_ostream &os) const {
  // The ops as users see them: this is the text of `spmd-opt --list-ops`.
  std::string list;
  llvm::raw_string_ostream stream(list);
  Rules::printTable(stream);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(list).split(lines, '\n', -1, /*KeepEmpty=*/false);
  os << llvm::left_justify("op", 40)
     << "divides, axes: 1      2      3  not, axes: 1      2      3\n";
  //   stablehlo.add     12  9  11   8  10  12
  for (llvm::StringRef line : llvm::ArrayRef(lines).drop_front()) {
    llvm::StringRef name = line.take_until([](char c) { return c == ' '; });
    auto found = ops.find(name.str());
    Cells cells = found == ops.end() ? Cells{} : found->second;
    os << llvm::left_justify(name, 40) << "        ";
    for (auto [i, count] : llvm::enumerate(cells))
      os << (i == 3 ? "     " : "") << llvm::format("%7llu", (unsigned long long)count);
    if (name.starts_with("spmd."))
      os << "  no rule: made behind the stage partition";
    // what --list-ops says of an op that is not split by a rule
    if (size_t why = line.find("no rule: ");
        why != llvm::StringRef::npos && std::reduce(cells.begin(), cells.end()) == 0)
      os << "  " << line.substr(why).split(';').first;
    os << "\n";
  }
  os << "devices:";
  for (auto [count, number] : devices)
    os << "  " << count << ": " << number;
  os << "\n";
  // The shares that the acceptance of the fuzzer asks for.
  auto share = [&](llvm::StringRef what, uint64_t number) {
    os << what << ": " << llvm::format("%.1f", cases ? 100.0 * double(number) / double(cases) : 0)
       << " %\n";
  };
  share("two or more ops", chains);
  for (const auto &[name, number] : around)
    share(name, number);
  share("NaN and infinity among the arguments", specials);
  share("also by generated code", compiled);
}

} // namespace spmd::random
