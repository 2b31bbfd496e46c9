// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random bits while ops are built: what keys and distributions share.
#pragma once
#include "compiler/frontend/trace/apply.h"

namespace spmd {
inline namespace frontend {

/// The two words of a key, each ui32 of rank 0.
using KeyWords = std::pair<mlir::Value, mlir::Value>;

/// Refuses what is not u32[2].
KeyWords keyWords(Emitter &e, llvm::StringRef name, const Term &key);
/// The number of elements. Refuses negative sizes, and 2^59 elements or more.
int64_t checkDrawnShape(Emitter &e, llvm::StringRef name, llvm::ArrayRef<int64_t> dims);
/// The position of each element in row-major order, in an integer type that holds it.
mlir::Value rowMajorPositions(Emitter &e, llvm::ArrayRef<int64_t> dims, ElementType type);
/// The first two keys that a key is split into.
std::pair<KeyWords, KeyWords> splitInTwo(Emitter &e, const KeyWords &key);
/// The keys that this key is split into: ui32 [count, 2].
mlir::Value splitKey(Emitter &e, const KeyWords &key, int64_t count);
/// The hash of a key and counters, which are ui32 of one shape. The words of the key are
/// scalars, or have this shape, so that each element has a key of its own.
std::pair<mlir::Value, mlir::Value> threefry(Emitter &e, const KeyWords &key, mlir::Value high,
                                             mlir::Value low);
/// Bits of an unsigned type. Refuses shapes as checkDrawnShape does.
mlir::Value randomBits(Emitter &e, llvm::StringRef name, const KeyWords &key,
                       llvm::ArrayRef<int64_t> dims, ElementType type);
/// Bits of an unsigned type from the two words of a hash.
mlir::Value bitsOfHash(Emitter &e, mlir::Value x, mlir::Value y, ElementType type);
/// The unsigned type of the bits that a float of a type is drawn from.
ElementType drawnBits(ElementType type);
/// Floats in [low, high) from bits of the type drawnBits; see uniformFloats.
mlir::Value floatsOfBits(Emitter &e, mlir::Value bits, mlir::Value low, mlir::Value high,
                         bool hasExactSpan);
/// Normal numbers of a float type from bits of the type drawnBits. `likeJax`: with all roundings of
/// jax_roundings.h, which takes five times as long; without them f32 differs by up to 2 units.
mlir::Value normalsOfBits(Emitter &e, mlir::Value bits, ElementType type, bool likeJax);
/// jaxLog1p of jax_roundings.h for a value.
mlir::Value jaxLog1p(Emitter &e, mlir::Value x);
/// a b + c of f32 values with one rounding, as a machine with such an instruction computes it.
mlir::Value fusedMultiplyAdd(Emitter &e, mlir::Value a, mlir::Value b, mlir::Value c);
/// Floats in [low, high), whose type is that of the bounds. These have the shape `dims`.
/// `hasExactSpan`: high - low is known to be a power of 2.
mlir::Value uniformFloats(Emitter &e, llvm::StringRef name, const KeyWords &key,
                          llvm::ArrayRef<int64_t> dims, mlir::Value low, mlir::Value high,
                          bool hasExactSpan);
/// The term as a value of this type and shape; refuses what does not broadcast to it.
mlir::Value parameterValue(Emitter &e, llvm::StringRef name, const Term &term, ElementType type,
                           llvm::ArrayRef<int64_t> dims);

} // namespace frontend
} // namespace spmd
