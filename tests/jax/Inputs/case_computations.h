// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What frontend_cases.h computes of a case inside of jit: its value, gradients, differences,
// batches over every subset of operands, and gradients in, of and around loops.
#pragma once
#include "frontend_operands.h"

namespace {

using Tags = std::vector<std::string>; // of results: what they are
/// What a program computes of one case: results, whose names it appends.
using Compute = std::function<std::vector<Tensor>(const Case &, const Operands &, Tags &)>;

bool isInexact(const Tensor &x) { return isFloat(x.elementType()) || isComplex(x.elementType()); }

/// The sum of the result with weights about 1, in f64. Of complex numbers: re + im / 2.
Tensor lossOf(const Case &one, const Operands &in) {
  Tensor result = one.op(in);
  if (isComplex(result.elementType()))
    result = real(result) + imag(result) * 0.5;
  const Tensor weights = astype(arange(elementsOf(result.shape())) % 7, f32) / 7 + 0.5;
  return sum(astype(result, f64) * reshape(weights, result.shape()));
}

bool isDifferentiable(const Operands &operands) {
  return std::any_of(operands.begin(), operands.end(), isInexact);
}

/// The results of f, or none and a tag "none WHAT MESSAGE" where it throws: the first line.
std::vector<Tensor> orNone(const std::string &what, Tags &tags,
                           const std::function<std::vector<Tensor>()> &f) {
  try {
    const std::vector<Tensor> results = f();
    tags.insert(tags.end(), results.size(), what);
    return results;
  } catch (const std::exception &error) {
    const std::string message = error.what();
    std::printf("none %s %s\n", what.c_str(), message.substr(0, message.find('\n')).c_str());
    return {};
  }
}

std::vector<Tensor> withValues(const Operands &gradients) {
  std::vector<Tensor> found;
  for (const Tensor &gradient : gradients)
    if (gradient.hasValue())
      found.push_back(gradient);
  return found;
}

/// The operands moved by `step` along directions.
Operands moved(const Operands &in, const Operands &directions, double step) {
  Operands out = in;
  for (size_t i = 0; i < in.size(); ++i)
    if (isInexact(in[i]))
      out[i] = in[i] + directions[i] * step;
  return out;
}

Operands directionsFor(const Operands &operands) {
  Operands directions;
  for (const Tensor &x : operands)
    directions.push_back(random(x.shape(), isInexact(x) ? x.elementType() : f32));
  return directions;
}

/// Those of the tensors beside which an operand has a gradient.
Operands inexactOf(const Operands &tensors, const Operands &operands) {
  Operands found;
  for (size_t i = 0; i < operands.size(); ++i)
    if (isInexact(operands[i]))
      found.push_back(tensors[i]);
  return found;
}

/// The operands with others in place of those that have gradients.
Operands replaced(const Operands &operands, const Operands &inexact) {
  Operands all;
  size_t next = 0;
  for (const Tensor &x : operands)
    all.push_back(isInexact(x) ? inexact[next++] : x);
  return all;
}

/// The derivative along directions from a gradient; of complex numbers the real part.
Tensor derivativeAlong(const Operands &gradient, const Operands &directions) {
  Tensor total = full({}, 0, f64);
  for (size_t i = 0; i < gradient.size(); ++i) {
    const Tensor part = sum(gradient[i] * directions[i]);
    total += astype(isComplex(part.elementType()) ? real(part) : part, f64);
  }
  return total;
}

/// Whether all numbers are f64, or complex ones of it: differences want their digits.
bool areWide(const Operands &operands) {
  return std::all_of(operands.begin(), operands.end(), [](const Tensor &x) {
    return !isInexact(x) || x.elementType() == f64 || x.elementType() == c128;
  });
}

constexpr double kStep = 1e-6; // of central differences

/// (f(in + step) - f(in - step)) / (2 step).
Tensor centralDifference(const std::function<Tensor(const Operands &)> &f, const Operands &in,
                         const Operands &directions) {
  return (f(moved(in, directions, kStep)) - f(moved(in, directions, -kStep))) / (2 * kStep);
}

/// The gradient in each float operand; in f64 also the derivative along a direction, by the
/// gradient and by central differences.
std::vector<Tensor> gradients(const Case &one, const Operands &in, Tags &tags) {
  auto loss = [&](const Operands &in) { return lossOf(one, in); };
  std::vector<Tensor> found = orNone("grad", tags, [&] { return withValues(grad(loss)(in)); });
  if (!areWide(in) || found.empty())
    return found;
  const Operands directions = directionsFor(in);
  const Tensor along = derivativeAlong(found, inexactOf(directions, in));
  found.push_back(stack({along, centralDifference(loss, in, directions)}));
  tags.push_back("along");
  return found;
}

std::vector<Tensor> values(const Case &one, const Operands &in, Tags &tags) {
  tags.push_back("jit");
  return {one.op(in)};
}

constexpr int64_t kEntries = 3; // of a batch

/// Entry `i` of batched operands: of those that `subset` has a bit for.
Operands entry(const Operands &batched, const Operands &shared, unsigned subset, int64_t i) {
  Operands in;
  for (size_t k = 0; k < shared.size(); ++k)
    in.push_back(subset >> k & 1 ? batched[k][i] : shared[k]);
  return in;
}

/// The op on a batch of the operands of each subset, and on each entry alone; then with the batch
/// as the last dim. `in` holds the operands of one entry, then those of a batch.
std::vector<Tensor> batches(const Case &one, const Operands &in, Tags &tags) {
  const size_t count = one.operands.size();
  const Operands shared(in.begin(), in.begin() + long(count)),
      batched(in.begin() + long(count), in.begin() + long(2 * count));
  std::vector<Tensor> results;
  auto add = [&](const std::string &what, const std::function<Tensor()> &f) {
    for (const Tensor &x : orNone(what, tags, [&] { return std::vector{f()}; }))
      results.push_back(x);
  };
  for (unsigned subset = 1; subset < 1u << count; ++subset) {
    // The operands of the subset in front, the others behind.
    auto apply = [=](const Operands &some, const Operands &others) {
      Operands all;
      size_t s = 0, o = 0;
      for (size_t k = 0; k < count; ++k)
        all.push_back(subset >> k & 1 ? some[s++] : others[o++]);
      return one.op(all);
    };
    auto run = [=](bool isLast) {
      Operands some, others;
      for (size_t k = 0; k < count; ++k)
        if (subset >> k & 1)
          some.push_back(isLast ? moveAxis(batched[k], 0, -1) : batched[k]);
        else
          others.push_back(shared[k]);
      if (isLast)
        return vmap(apply, {.in = {-1, {}}, .out = {-1}})(some, others);
      return vmap(apply, {.in = {0, {}}})(some, others);
    };
    const std::string number = std::to_string(subset);
    add("vmap" + number, [&] { return run(false); });
    add("each" + number, [&] {
      std::vector<Operand> each;
      for (int64_t i = 0; i < kEntries; ++i)
        each.push_back(one.op(entry(batched, shared, subset, i)));
      return stack(each);
    });
    if (subset + 1 == 1u << count)
      add("last" + number, [&] { return run(true); });
  }
  return results;
}

/// The step of a loop that halves its carry and adds the loss of an entry.
auto stepOf(const Case &one) {
  return [&one](Tensor c, const Operands &in) { return c * 0.5 + lossOf(one, in); };
}

/// Adds results that a function computes, under a tag.
using AddResults =
    std::function<void(const std::string &what, const std::function<std::vector<Tensor>()> &f)>;

/// Second derivatives along the directions in two ways; in f64 also beside central differences of
/// the gradient.
void addSecondDerivatives(const Case &one, const Operands &single, const Operands &directions,
                          const AddResults &add) {
  const Operands floats = inexactOf(single, single), along = inexactOf(directions, single);
  auto gradient = [&](const Operands &floats) {
    return grad([&](const Operands &floats) { return lossOf(one, replaced(single, floats)); })(
        floats);
  };
  auto first = [&](const Operands &floats) { return derivativeAlong(gradient(floats), along); };
  add("gradOfGrad", [&] { return withValues(grad(first)(floats)); });
  add("forwardOverReverse",
      [&] { return withValues(jvp(gradient, std::tuple(floats), std::tuple(along)).second); });
  if (areWide(single))
    add("along", [&] {
      const Tensor second = derivativeAlong(grad(first)(floats), along);
      return std::vector{stack({second, centralDifference(first, floats, along)})};
    });
}

/// Transformations in each other: gradients of and in a batch, of a loop, with a checkpoint in it,
/// second derivatives in two ways, and a batch of loops. `in` is that of `batches`, then directions
/// and a batch of batches.
std::vector<Tensor> compositions(const Case &one, const Operands &in, Tags &tags) {
  const long count = long(one.operands.size());
  auto part = [&](long i) {
    return Operands(in.begin() + i * count, in.begin() + (i + 1) * count);
  };
  const Operands single = part(0), batched = part(1), directions = part(2), twice = part(3);
  std::vector<Tensor> results;
  auto add = [&](const std::string &what, const std::function<std::vector<Tensor>()> &f) {
    for (const Tensor &x : orNone(what, tags, f))
      results.push_back(x);
  };
  auto loss = [&one](const Operands &in) { return lossOf(one, in); };
  add("gradOfVmap", [&] {
    return withValues(grad([&](const Operands &in) { return sum(vmap(loss)(in)); })(batched));
  });
  add("vmapOfGrad", [&] {
    return vmap([&](const Operands &in) {
      const std::vector<Tensor> each = withValues(grad(loss)(in));
      return each;
    })(batched);
  });
  add("gradOfScan", [&] {
    auto run = [&](const Operands &xs) { return scan(stepOf(one), full({}, 0, f64), xs); };
    return withValues(grad(run)(batched));
  });
  add("checkpointInScan", [&] {
    auto run = [&](const Operands &xs) {
      return scan(checkpoint(stepOf(one)), full({}, 0, f64), xs);
    };
    return withValues(grad(run)(batched));
  });
  add("vmapOfScan", [&] {
    auto step = [&](Tensor c, const Operands &in) {
      return std::pair(stepOf(one)(c, in), one.op(in));
    };
    auto run = [&](const Operands &xs) { return scan(step, full({}, 0, f64), xs).second; };
    return std::vector{vmap(run)(twice)};
  });
  addSecondDerivatives(one, single, directions, add);
  return results;
}

} // namespace
