// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keys by element: one hash per key and draw, on tensors that hold the words of all keys.
//
// A split hashes the counters 0, 1, .. with each key, and a draw of one number the counter 0, which
// gives JAX's keys and bits (jax.random under vmap over keys).
#include "compiler/frontend/random/element_keys.h"
#include "compiler/frontend/random/bits.h"
#include "compiler/frontend/random/key_uses.h"

namespace spmd {
inline namespace frontend {
namespace {

using Terms = llvm::ArrayRef<Term>;

/// The hash of the keys and one counter.
std::pair<mlir::Value, mlir::Value> hashOf(Emitter &e, Terms words, int64_t counter) {
  mlir::Value first = words[0].value;
  return threefry(e, {first, words[1].value}, e.constantLike(int64_t(0), first),
                  e.constantLike(counter, first));
}

/// One number from each key, made of its bits.
Tensor drawn(const char *name, const ElementKeys &keys, ElementType type,
             llvm::function_ref<mlir::Value(Emitter &, mlir::Value bits)> make) {
  const Operand first(keys.first), second(keys.second);
  return apply(name, {&first, &second}, OpKey(int64_t(type)), [&](Emitter &e, Terms terms) {
    auto [x, y] = hashOf(e, terms, 0);
    return make(e, bitsOfHash(e, x, y, drawnBits(type)));
  });
}

} // namespace

/// The first keys of a split do not depend on how many there are.
ElementKeys ElementKeys::child(int64_t i) const {
  std::vector<Tensor> words = applyMany("random::child", {Operand(first), Operand(second)},
                                        OpKey(i), [&](Emitter &e, Terms terms) {
                                          auto [x, y] = hashOf(e, terms, i);
                                          return llvm::SmallVector<mlir::Value>{x, y};
                                        });
  return {words[0], words[1]};
}

/// The bits of one number are the hash of 0.
Tensor ElementKeys::uniform(ElementType type) const {
  return drawn("random::uniform", *this, type, [&](Emitter &e, mlir::Value bits) {
    llvm::ArrayRef<int64_t> dims = Emitter::dimsOf(bits);
    return floatsOfBits(e, bits, e.constant(0.0, type, dims), e.constant(1.0, type, dims),
                        /*hasExactSpan=*/true);
  });
}
Tensor ElementKeys::normal(ElementType type) const {
  return drawn("random::normal", *this, type, [&](Emitter &e, mlir::Value bits) {
    return normalsOfBits(e, bits, type, /*likeJax=*/true);
  });
}

/// The counters are positions, of which 32 bits count: more than 2^32 keys are refused.
ElementKeys elementKeys(const Key &key, const std::vector<int64_t> &shape, const char *name,
                        Where where) {
  const Operand words(key.data, where);
  useKey(words, name);
  std::vector<Tensor> keys = applyMany(name, {words}, OpKey(shape), [&](Emitter &e, Terms terms) {
    if (checkDrawnShape(e, name, shape) > int64_t(1) << 32)
      e.refuse(std::string(name) + " of more than 2^32 elements, each of which needs a key");
    auto [x, y] = threefry(e, keyWords(e, name, terms[0]), e.constant(int64_t(0), u32, shape),
                           rowMajorPositions(e, shape, u32));
    return llvm::SmallVector<mlir::Value>{x, y};
  });
  return {keys[0], keys[1]};
}

/// Both words together.
ElementKeys where(const Tensor &condition, const ElementKeys &a, const ElementKeys &b) {
  return {spmd::where(condition, a.first, b.first), spmd::where(condition, a.second, b.second)};
}

} // namespace frontend
} // namespace spmd
