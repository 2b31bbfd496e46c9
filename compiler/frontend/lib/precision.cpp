// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Policies of precision, and loss scales by the rules of jmp 0.0.4.
//
// A scale is a power of two in practice, so that scaling changes no digit of a float, as long as it
// stays in its range. This is why products are formed in f32 and rounded once.
#include "compiler/frontend/lib/library_error.h"
#include <spmd/precision.h>
#include <spmd/sharding.h>

namespace spmd {
inline namespace frontend {
namespace {

/// Integers, such as tokens and counts, have no precision to choose.
bool isFloatLeaf(const Tensor &leaf) { return leaf.hasValue() && isFloat(leaf.elementType()); }

/// The type that a policy names. Refuses names that are no types of floats.
ElementType typeNamed(std::string_view name, std::string_view policy, Where where) {
  const std::pair<std::string_view, ElementType> types[] = {
      {"float32", f32}, {"bfloat16", bf16}, {"float16", f16}, {"float64", f64},
      {"f32", f32},     {"bf16", bf16},     {"f16", f16},     {"f64", f64}};
  for (auto [known, type] : types)
    if (name == known)
      return type;
  refuse("the policy \"" + std::string(policy) + "\" has the type \"" + std::string(name) +
             "\"; float32, bfloat16, float16 and float64 are types",
         where);
}

/// The part of `text` before the next comma, which is removed from it.
std::string_view nextPart(std::string_view &text) {
  const size_t comma = text.find(',');
  const std::string_view part = text.substr(0, comma);
  text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
  return part;
}

} // namespace

/// The names of dims go through no op, so they are put back.
Tensor castLeaf(const Tensor &leaf, ElementType type, Where where) {
  const CallerLine line(where);
  if (!isFloat(type))
    refuse("a cast of floats to " + text(type) + ", which is no float");
  if (!isFloatLeaf(leaf) || leaf.elementType() == type)
    return leaf;
  return constrainLike(astype(leaf, type), leaf);
}

/// "float32" -> all three; "c=bf16" -> compute alone.
Policy Policy::parse(std::string_view given, Where where) {
  Policy policy;
  if (given.find('=') == std::string_view::npos) {
    policy.params = policy.compute = policy.output = typeNamed(given, given, where);
    return policy;
  }
  bool isKnown[3] = {};
  ElementType *const fields[] = {&policy.params, &policy.compute, &policy.output};
  const std::string_view names[] = {"params", "compute", "output"};
  for (std::string_view rest = given; !rest.empty();) {
    const std::string_view part = nextPart(rest);
    const size_t equals = part.find('=');
    const std::string_view name = part.substr(0, equals);
    size_t field = 0;
    while (field < 3 && name != names[field] && name != names[field].substr(0, 1))
      ++field;
    if (field == 3 || equals == std::string_view::npos || isKnown[field])
      refuse("the policy \"" + std::string(given) + "\" has the part \"" + std::string(part) +
                 "\"; params=, compute= and output= are parts, each once",
             where);
    isKnown[field] = true;
    *fields[field] = typeNamed(part.substr(equals + 1), given, where);
  }
  return policy;
}

/// A text that parse reads.
std::string text(const Policy &policy) {
  return "params=" + text(policy.params) + ",compute=" + text(policy.compute) +
         ",output=" + text(policy.output);
}

/// One boolean per leaf, then all of them: over a mesh a tree sends one number per leaf.
Tensor allFinite(TreeRef tree, Where where) {
  const CallerLine line(where);
  Tensor result = full({}, true, boolean);
  for (const Leaf &leaf : flatten(tree))
    if (isFloatLeaf(leaf.tensor))
      result = result & all(isFinite(leaf.tensor));
  return result;
}

/// Shapes are compared, since a select would broadcast one leaf to the other.
Tensor selectLeaf(const Tensor &condition, const Tensor &a, const Tensor &b, Where where) {
  const CallerLine line(where);
  if (!a.hasValue() || !b.hasValue())
    return Tensor();
  if (a.type() != b.type())
    refuse("selectTree of leaves " + text(a.type()) + " and " + text(b.type()) +
           ": the types differ");
  if (condition.elementType() != boolean || condition.rank() != 0)
    refuse("selectTree by a condition " + text(condition.type()) +
           ": it is a boolean without dims");
  return constrainLike(spmd::where(condition, a, b), a);
}

/// Without a counter adjust leaves the scale alone.
LossScale LossScale::fixed(double scale, Where where) { return {full({}, scale, f32, where)}; }

/// The period and the factors are static: another factor is another program.
LossScale LossScale::dynamic(double scale, DynamicScaleOptions options, Where where) {
  if (options.period < 1 || options.factor <= 1)
    refuse("a dynamic loss scale with period " + std::to_string(options.period) + " and factor " +
               staticText(options.factor) + "; the period is 1 or more, the factor above 1",
           where);
  return {full({}, scale, f32, where), full({}, int64_t(0), i32, where), options.period,
          options.factor, options.least};
}

/// The inverse is multiplied, as jmp does; for powers of two it is the same.
Tensor LossScale::scaled(const Tensor &leaf, bool isInverse, Where where) const {
  const CallerLine line(where);
  if (!value.hasValue() || !isFloatLeaf(leaf))
    return leaf;
  const ElementType wide = promote(leaf.elementType(), f32);
  const Tensor number = isInverse ? 1 / value : value;
  return constrainLike(astype(astype(leaf, wide) * astype(number, wide), leaf.elementType()), leaf);
}

/// After `period` finite steps the scale grows, unless it would become infinite. A step that is not
/// finite shrinks it and begins the count again.
LossScale LossScale::adjust(const Tensor &areFinite, Where where) const {
  const CallerLine line(where);
  if (!counter.hasValue())
    return *this;
  const Tensor larger = value * factor;
  const Tensor grown = spmd::where(isFinite(larger), larger, value);
  const Tensor whenFinite = spmd::where(equal(counter, period - 1), grown, value);
  LossScale next = *this;
  next.value = spmd::where(areFinite, whenFinite, maximum(value / factor, least));
  next.counter = spmd::where(areFinite, (counter + 1) % period, 0);
  return next;
}

} // namespace frontend
} // namespace spmd
