// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mixed precision: which types parameters, computations and results have, and loss scales, which
// keep small gradients of f16 above zero. The behaviour is that of jmp.
//
//   const Policy policy = Policy::parse("params=float32,compute=bfloat16,output=float32");
//   Tensor loss = policy.castToOutput(model(policy.castToCompute(parameters), ...));
#pragma once
#include <spmd/ops.h>
#include <spmd/tree.h>

#pragma GCC visibility push(default)
namespace spmd {
inline namespace frontend {

/// The leaf in this type if it is a float; others, and leaves without a value, stay as they are.
/// Names of axes stay.
Tensor castLeaf(const Tensor &leaf, ElementType type, Where where);
/// A tree whose floats have this type. Throws for a type that is no float.
template <class T> T castFloats(const T &tree, ElementType type, Where where = Where::current()) {
  return mapLeaves([&](const Tensor &leaf) { return castLeaf(leaf, type, where); }, tree);
}

/// The types of floats of parameters, of what is computed with, and of results. A static field: a
/// model may hold one.
struct Policy {
  ElementType params = f32, compute = f32, output = f32;
  SPMD_FIELDS(params, compute, output)

  /// Reads "params=float32,compute=bfloat16,output=float32", in any order, with p, c and o as short
  /// names, or one type for all three: "bfloat16". Types are float32, bfloat16, float16 and float64
  /// or f32, bf16, f16 and f64. What is not named is float32. Throws for other names and types, and
  /// for a name that stands twice.
  static Policy parse(std::string_view text, Where where = Where::current());

  /// The tree with its floats in the type of parameters.
  template <class T> T castToParams(const T &tree, Where where = Where::current()) const {
    return castFloats(tree, params, where);
  }
  /// The tree with its floats in the type in which the model computes.
  template <class T> T castToCompute(const T &tree, Where where = Where::current()) const {
    return castFloats(tree, compute, where);
  }
  /// The tree with its floats in the type of results.
  template <class T> T castToOutput(const T &tree, Where where = Where::current()) const {
    return castFloats(tree, output, where);
  }
};
/// "params=f32,compute=bf16,output=f32".
std::string text(const Policy &policy);

/// Whether no float of the tree is infinite or NaN: a boolean without dims.
Tensor allFinite(TreeRef tree, Where where = Where::current());
Tensor selectLeaf(const Tensor &condition, const Tensor &a, const Tensor &b, Where where);
/// The leaves of `a` where the condition holds, else those of `b`: the old model where gradients
/// are not finite. The condition is a boolean without dims. Leaves that have no value in one of the
/// trees have none in the result. Throws where the trees, or shapes or types of leaves, differ.
template <class T>
T selectTree(const Tensor &condition, const T &a, const T &b, Where where = Where::current()) {
  return mapLeaves(
      [&](const Tensor &x, const Tensor &y) { return selectLeaf(condition, x, y, where); }, a, b);
}

/// When a dynamic loss scale grows and shrinks, with the defaults of jmp.
struct DynamicScaleOptions {
  int period = 2000; // steps without infinite gradients until the scale grows
  double factor = 2; // by which it grows and shrinks
  double least = 1;
};
/// A number by which a loss is multiplied and its gradients divided, so that gradients of f16 do
/// not become zero. A tree, which a step of training takes and returns.
struct LossScale {
  Tensor value;   // f32 without dims; no value: 1
  Tensor counter; // i32: steps since the scale changed; no value: the scale never changes
  int period = 1;
  double factor = 1, least = 1;
  SPMD_FIELDS(value, counter, period, factor, least)

  /// Scales by 1.
  static LossScale none() { return {}; }
  /// Scales by a number that never changes. Throws where it is not positive and finite.
  static LossScale fixed(double scale, Where where = Where::current());
  /// Doubles after options.period steps with finite gradients, unless it would become infinite, and
  /// is halved at each step without.
  static LossScale dynamic(double scale = 32768, DynamicScaleOptions options = {},
                           Where where = Where::current());

  /// Times the scale. The product is computed in f32, so that a scale above 65504 does not make
  /// f16 infinite by itself (jmp converts it to f16 first).
  template <class T> T scale(const T &tree, Where where = Where::current()) const {
    return mapLeaves([&](const Tensor &leaf) { return scaled(leaf, false, where); }, tree);
  }
  /// Divided by the scale. Gradients of f16 keep their type; cast them to f32 first where the
  /// result may be too small for f16.
  template <class T> T unscale(const T &tree, Where where = Where::current()) const {
    return mapLeaves([&](const Tensor &leaf) { return scaled(leaf, true, where); }, tree);
  }
  /// The scale of the next step, from allFinite(gradients).
  LossScale adjust(const Tensor &areFinite, Where where = Where::current()) const;

private:
  Tensor scaled(const Tensor &leaf, bool isInverse, Where where) const;
};

} // namespace frontend
} // namespace spmd
#pragma GCC visibility pop
