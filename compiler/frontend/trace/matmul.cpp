// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The matmuls of ops.h: numpy's matmul, dot_general and Einstein sums. All of them become
// dot_general, with transposes and sums around it only where letters ask for them.
//
// Operands keep their order, and no batch dim is made where one operand has none: a dense layer on
// [batch, position, features] is one dot_general with one contracted dim.
#include "compiler/frontend/include/spmd/movement.h"
#include "compiler/frontend/trace/apply.h"
#include <algorithm>
#include <map>

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// The result has the element type of both operands.
mlir::Value dot(Emitter &e, mlir::Value a, mlir::Value b, llvm::ArrayRef<int64_t> contractA,
                llvm::ArrayRef<int64_t> contractB, llvm::ArrayRef<int64_t> batchA = {},
                llvm::ArrayRef<int64_t> batchB = {}) {
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(e.builder.getContext(), batchA, batchB,
                                                         contractA, contractB);
  return e.make<stablehlo::DotGeneralOp>(a, b, numbers);
}

/// The leading dims in which both operands of a matmul meet.
Sizes commonBatch(Emitter &e, Terms terms, llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b) {
  Sizes batch(std::max(a.size(), b.size()), 1);
  for (llvm::ArrayRef<int64_t> own : {a, b})
    for (size_t i = 1; i <= own.size(); ++i) {
      int64_t &size = batch[batch.size() - i];
      const int64_t with = own[own.size() - i];
      if (size != with && size != 1 && with != 1)
        e.refuse("matmul of " + e.textOf(terms) + ": the leading sizes " + std::to_string(size) +
                 " and " + std::to_string(with) + " differ and neither is 1");
      size = size == 1 ? with : size;
    }
  return batch;
}

/// Refuses dims of a dotGeneral that do not exist, stand twice or have different sizes.
void checkPairs(Emitter &e, Terms terms, llvm::ArrayRef<mlir::Value> values, Sizes &a, Sizes &b,
                const char *role) {
  const std::string what = "dotGeneral of " + e.textOf(terms);
  if (a.size() != b.size())
    e.refuse(what + ": " + std::to_string(a.size()) + " " + role + " dims of the left and " +
             std::to_string(b.size()) + " of the right operand");
  for (auto [da, db] : llvm::zip(a, b)) {
    llvm::ArrayRef<int64_t> left = Emitter::dimsOf(values[0]), right = Emitter::dimsOf(values[1]);
    da = e.checkedDim("dotGeneral", da, int64_t(left.size()), e.textOf(terms[0]));
    db = e.checkedDim("dotGeneral", db, int64_t(right.size()), e.textOf(terms[1]));
    if (left[size_t(da)] != right[size_t(db)])
      e.refuse(what + ": the " + role + " dims " + std::to_string(da) + " and " +
               std::to_string(db) + " have sizes " + std::to_string(left[size_t(da)]) + " and " +
               std::to_string(right[size_t(db)]));
  }
}

/// An Einstein sum as letters: dims of operands and of the result.
struct Equation {
  std::vector<std::string> operands;
  std::string result;
};

/// Splits "ij,jk->ik". Dims under `...` get letters from 1 on, from the right, which no text has.
Equation parseEquation(Emitter &e, const std::string &text, Terms terms) {
  auto refuse = [&](const std::string &reason) { e.refuse("einsum \"" + text + "\": " + reason); };
  std::string body;
  for (char c : text)
    if (c != ' ')
      body += c;
  const size_t arrow = body.find("->");
  std::string inputs = body.substr(0, arrow), dots;
  Equation equation;
  for (size_t begin = 0; begin <= inputs.size();) {
    const size_t end = std::min(inputs.find(',', begin), inputs.size());
    equation.operands.push_back(inputs.substr(begin, end - begin));
    begin = end + 1;
  }
  if (equation.operands.size() != terms.size())
    refuse(std::to_string(equation.operands.size()) + " operands are described, " +
           std::to_string(terms.size()) + " are given: " + e.textOf(terms));
  for (auto [letters, term] : llvm::zip(equation.operands, terms)) {
    const size_t rank = term.number ? 0 : Emitter::dimsOf(term.value).size();
    const size_t at = letters.find("...");
    const size_t named = letters.size() - (at == std::string::npos ? 0 : 3);
    if (at == std::string::npos ? rank != named : rank < named)
      refuse("\"" + letters + "\" has " + std::to_string(named) + " letters for " + e.textOf(term));
    if (at != std::string::npos) {
      std::string own;
      for (size_t i = rank - named; i > 0; --i)
        own += char(i);
      letters.replace(at, 3, own);
      dots = own.size() > dots.size() ? own : dots;
    }
  }
  if (arrow != std::string::npos) {
    equation.result = body.substr(arrow + 2);
    if (size_t at = equation.result.find("..."); at != std::string::npos)
      equation.result.replace(at, 3, dots);
    return equation;
  }
  std::string all;
  for (const std::string &letters : equation.operands)
    all += letters;
  std::string sorted = all;
  std::sort(sorted.begin(), sorted.end());
  equation.result = dots;
  for (char c : sorted)
    if (std::isalpha(static_cast<unsigned char>(c)) && std::count(all.begin(), all.end(), c) == 1)
      equation.result += c;
  return equation;
}

/// Refuses letters of different sizes, results of unknown letters, and what is no letter.
void checkEquation(Emitter &e, const std::string &text, const Equation &equation, Terms terms,
                   llvm::ArrayRef<mlir::Value> values) {
  std::map<char, int64_t> sizes;
  for (auto [letters, value] : llvm::zip(equation.operands, values))
    for (auto [c, size] : llvm::zip(letters, Emitter::dimsOf(value))) {
      if (c > 31 && !std::isalpha(static_cast<unsigned char>(c)))
        e.refuse("einsum \"" + text + "\": '" + std::string(1, c) + "' is no letter");
      auto [known, isNew] = sizes.insert({c, size});
      if (!isNew && known->second != size)
        e.refuse("einsum \"" + text + "\" of " + e.textOf(terms) + ": '" +
                 (c > 31 ? std::string(1, c) : "...") + "' has sizes " +
                 std::to_string(known->second) + " and " + std::to_string(size));
    }
  for (char c : equation.result)
    if (!sizes.count(c) || std::count(equation.result.begin(), equation.result.end(), c) > 1)
      e.refuse("einsum \"" + text + "\": '" + std::string(1, c) +
               "' of the result stands for no operand, or twice");
}

/// A value whose dims have letters.
struct Lettered {
  mlir::Value value;
  std::string letters;
};

/// The diagonal of each pair of dims that have one letter: "iji" -> "ji".
Lettered diagonalOf(Lettered x, Where where) {
  for (size_t d = 0; d < x.letters.size();) {
    const char c = x.letters[d];
    const size_t other = x.letters.find(c, d + 1);
    if (other == std::string::npos) {
      ++d;
      continue;
    }
    x.value = described({x.value}, where, [&](llvm::ArrayRef<Tensor> in) {
      return std::vector{diagonal(in[0], 0, int64_t(d), int64_t(other))};
    })[0];
    x.letters.erase(other, 1).erase(d, 1).push_back(c);
  }
  return x;
}

/// Sums over the letters that nothing later needs.
Lettered summed(Emitter &e, Lettered x, const std::string &needed) {
  Sizes over;
  std::string kept;
  for (auto [d, c] : llvm::enumerate(x.letters))
    if (needed.find(c) == std::string::npos)
      over.push_back(int64_t(d));
    else
      kept += c;
  return over.empty() ? x : Lettered{e.sumOver(x.value, over, Keep::No), kept};
}

/// Joins two operands: common letters are batch dims where they are needed, else contracted.
Lettered joined(Emitter &e, const Lettered &a, const Lettered &b, const std::string &needed) {
  Sizes contractA, contractB, batchA, batchB;
  std::string batch, freeA, freeB;
  for (auto [d, c] : llvm::enumerate(a.letters)) {
    const size_t other = b.letters.find(c);
    if (other == std::string::npos) {
      freeA += c;
    } else if (needed.find(c) == std::string::npos) {
      contractA.push_back(int64_t(d));
      contractB.push_back(int64_t(other));
    } else {
      batch += c;
      batchA.push_back(int64_t(d));
      batchB.push_back(int64_t(other));
    }
  }
  for (char c : b.letters)
    if (a.letters.find(c) == std::string::npos)
      freeB += c;
  return {dot(e, a.value, b.value, contractA, contractB, batchA, batchB), batch + freeA + freeB};
}

} // namespace

Tensor matmul(const Operand &a, const Operand &b) {
  return apply("matmul", {&a, &b}, OpKey(), [&](Emitter &e, Terms terms) {
    const ElementType type = e.promoted(terms);
    mlir::Value left = e.valueOf(terms[0], type), right = e.valueOf(terms[1], type);
    const Sizes l(Emitter::dimsOf(left)), r(Emitter::dimsOf(right));
    // The dim of b that is contracted: the last but one, or the only one.
    const size_t inner = r.size() < 2 ? 0 : r.size() - 2; // the contracted dim of b
    if (l.empty() || r.empty() || l.back() != r[inner])
      e.refuse("matmul of " + e.textOf(terms) + ": the last dim of the left operand and the " +
               (r.size() < 2 ? "only" : "last but one") +
               " dim of the right one must have equal sizes");
    if (r.size() <= 2 || l.size() == 1) {
      // No batch dims to pair. dot_general puts the batch of b before n, as numpy does.
      return dot(e, left, right, {int64_t(l.size()) - 1}, {int64_t(inner)});
    }
    const Sizes batch =
        commonBatch(e, terms, llvm::ArrayRef(l).drop_back(2), llvm::ArrayRef(r).drop_back(2));
    // Both operands get all leading dims: those of size 1 are broadcast, as in numpy.
    Sizes wideL = batch, wideR = batch;
    wideL.append({l[l.size() - 2], l.back()});
    wideR.append({r[r.size() - 2], r.back()});
    const Sizes dims = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(batch.size())));
    const int64_t first = int64_t(batch.size());
    return dot(e, e.broadcast(left, wideL), e.broadcast(right, wideR), {first + 1}, {first}, dims,
               dims);
  });
}

/// The dims are checked in pairs: contracted dims first, then batch dims.
Tensor dotGeneral(const Operand &a, const Operand &b, const DotDims &dims) {
  const OpKey key(dims.contractA, dims.contractB, dims.batchA, dims.batchB);
  return apply("dotGeneral", {&a, &b}, key, [&](Emitter &e, Terms terms) {
    const ElementType type = e.promoted(terms);
    const mlir::Value values[] = {e.valueOf(terms[0], type), e.valueOf(terms[1], type)};
    Sizes contractA(dims.contractA.begin(), dims.contractA.end()),
        contractB(dims.contractB.begin(), dims.contractB.end()),
        batchA(dims.batchA.begin(), dims.batchA.end()),
        batchB(dims.batchB.begin(), dims.batchB.end());
    checkPairs(e, terms, values, contractA, contractB, "contracted");
    checkPairs(e, terms, values, batchA, batchB, "batch");
    for (auto [contracted, batch] : {std::pair(contractA, batchA), std::pair(contractB, batchB)}) {
      Sizes used = contracted;
      llvm::append_range(used, batch);
      llvm::sort(used);
      if (std::adjacent_find(used.begin(), used.end()) != used.end())
        e.refuse("dotGeneral of " + e.textOf(terms) + ": a dim stands twice");
    }
    return dot(e, values[0], values[1], contractA, contractB, batchA, batchB);
  });
}

/// Operands are joined from the left. Letters that one operand alone has are summed first.
Tensor einsum(std::string_view equation, std::vector<Operand> operands) {
  return apply("einsum", operands, OpKey(equation), [&](Emitter &e, Terms terms) {
    const std::string text(equation);
    Equation parsed = parseEquation(e, text, terms);
    const ElementType type = e.promoted(terms);
    llvm::SmallVector<mlir::Value> values;
    for (const Term &term : terms)
      values.push_back(e.valueOf(term, type));
    checkEquation(e, text, parsed, terms, values);
    for (size_t i = 0; i < values.size(); ++i) {
      Lettered one = diagonalOf({values[i], parsed.operands[i]}, operands[0].where);
      values[i] = one.value, parsed.operands[i] = one.letters;
    }
    // The letters that operands from i on, or the result, have.
    auto neededFrom = [&](size_t i) {
      std::string needed = parsed.result;
      for (; i < parsed.operands.size(); ++i)
        needed += parsed.operands[i];
      return needed;
    };
    Lettered all = summed(e, {values[0], parsed.operands[0]}, neededFrom(1));
    // A letter that no later operand and no result has is summed as early as possible.
    for (size_t i = 1; i < values.size(); ++i) {
      const std::string later = neededFrom(i + 1);
      Lettered next = summed(e, {values[i], parsed.operands[i]}, later + all.letters);
      all = joined(e, all, next, later);
    }
    Sizes order;
    for (char c : parsed.result)
      order.push_back(int64_t(all.letters.find(c)));
    return e.transpose(all.value, order);
  });
}

} // namespace frontend
} // namespace spmd
