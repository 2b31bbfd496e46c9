// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Applies one op of ops.h: records it into the trace, or runs it at once.
#pragma once
#include "compiler/frontend/trace/emitter.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spmd {
inline namespace frontend {

/// Describes an op: builds its result, or its results, from its operands. It may throw a Refusal.
using Build = llvm::function_ref<mlir::Value(Emitter &, llvm::ArrayRef<Term>)>;
using BuildMany =
    llvm::function_ref<llvm::SmallVector<mlir::Value>(Emitter &, llvm::ArrayRef<Term>)>;
/// Describes an op by the public functions of other ops. The tensors are the operands.
using Compose = llvm::function_ref<Tensor(Emitter &, llvm::ArrayRef<Tensor>)>;
using ComposeMany = llvm::function_ref<std::vector<Tensor>(Emitter &, llvm::ArrayRef<Tensor>)>;

/// What decides, beside the operands' types, which program an op is: dims, shapes, options.
class OpKey {
public:
  template <class... T> explicit OpKey(const T &...parts) { (add(parts), ...); }
  const std::string &bytes() const { return key; }

private:
  template <std::integral T> void add(T part) {
    const int64_t whole = int64_t(part);
    key.append(reinterpret_cast<const char *>(&whole), sizeof whole);
  }
  /// By its bits: -0.0 and 0.0 differ.
  void add(double part) { key.append(reinterpret_cast<const char *>(&part), sizeof part); }
  void add(std::string_view part) {
    add(int64_t(part.size()));
    key.append(part);
  }
  void add(const std::vector<int64_t> &part) {
    add(int64_t(part.size()));
    for (int64_t one : part)
      add(one);
  }
  void add(const Dims &part) {
    add(int64_t(part.areAll));
    add(part.dims);
  }
  std::string key;
};

/// Applies an op. `name` stands in messages and, with `key`, tells ops apart: equal names and keys
/// describe the same op. Inside of a trace it is recorded. Outside, all operands are concrete, and
/// the op is a program of its own that is compiled once per types of its operands. Throws Error
/// with the line of `where` and the operands' types.
Tensor apply(std::string_view name, std::span<const Operand *const> operands, Where where,
             const OpKey &key, Build build);

inline Tensor apply(std::string_view name, std::initializer_list<const Operand *> operands,
                    const OpKey &key, Build build) {
  return apply(name, std::span(operands.begin(), operands.size()), (*operands.begin())->where, key,
               build);
}
/// Of any number of operands; throws where there is none.
Tensor apply(std::string_view name, const std::vector<Operand> &operands, const OpKey &key,
             Build build);
/// The same for ops of several results.
std::vector<Tensor> applyMany(std::string_view name, std::span<const Operand *const> operands,
                              Where where, const OpKey &key, BuildMany build);
std::vector<Tensor> applyMany(std::string_view name, const std::vector<Operand> &operands,
                              const OpKey &key, BuildMany build);

/// Applies an op that other ops describe. They are recorded as parts of one op: with its line, and
/// into its program where operands are concrete. Tensors that `describe` makes must come from ops,
/// not from elements. A number is given as a tensor of its default type.
Tensor compose(std::string_view name, const std::vector<Operand> &operands, const OpKey &key,
               Compose describe);
std::vector<Tensor> composeMany(std::string_view name, const std::vector<Operand> &operands,
                                const OpKey &key, ComposeMany describe);
inline Tensor compose(std::string_view name, std::initializer_list<const Operand *> operands,
                      const OpKey &key, Compose describe) {
  std::vector<Operand> copies;
  for (const Operand *operand : operands)
    copies.push_back(*operand);
  return compose(name, copies, key, describe);
}
/// The parts of compose, for descriptions that prepare their operands: runs `describe`, a function
/// of public ops, on values of the current trace, with the line `where` for all of its ops.
llvm::SmallVector<mlir::Value>
described(llvm::ArrayRef<mlir::Value> values, Where where,
          llvm::function_ref<std::vector<Tensor>(llvm::ArrayRef<Tensor>)> describe);

} // namespace frontend
} // namespace spmd
