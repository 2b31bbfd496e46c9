// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What frontend_linalg.cpp and frontend_complex.cpp share: they run ops on operands and print
// operands and results, for tests/jax/matrix_ops.py. Each case runs at once and as a part of a
// jitted function, and gradients of cases in f32 and f64 follow.
#pragma once
#include "frontend_values.h"
#include <algorithm>
#include <functional>

using namespace spmd;

namespace {

using Operands = std::vector<Tensor>;

struct Case {
  std::string name;
  Operands operands;
  std::function<Tensor(const Operands &)> op;
};

std::vector<Case> cases;

/// Numbers in [-2, 2), always the same ones; integers in [-8, 8), or [0, 16) where there is no
/// sign.
Tensor random(const Shape &shape, ElementType type = f32) {
  if (isComplex(type))
    return complex(random(shape, partType(type)), random(shape, partType(type)));
  static uint64_t state = 1;
  std::vector<float> values;
  for (uint64_t word : randomWords(shape, state)) {
    const int64_t bits = int64_t(word >> 44);
    const bool isUnsigned = type >= u8 && type <= u64;
    values.push_back(isFloat(type)     ? float(bits) / 262144.f - 2
                     : type == boolean ? float(bits & 1)
                     : isUnsigned      ? float(bits % 16)
                                       : float(bits % 16 - 8));
  }
  return astype(tensor(values, shape), type);
}

/// A case of one operand of each of the shapes and types.
[[maybe_unused]] void unary(const std::string &name, std::function<Tensor(Tensor)> op,
                            std::vector<ElementType> types = {f32, bf16, f64, i32}) {
  for (ElementType type : types)
    for (const Shape &shape : {Shape{6}, Shape{3, 5}, Shape{2, 3, 4}})
      cases.push_back(
          {name, {random(shape, type)}, [op](const Operands &in) { return op(in[0]); }});
}

[[maybe_unused]] void binary(const std::string &name, std::function<Tensor(Tensor, Tensor)> op,
                             std::vector<std::pair<ElementType, ElementType>> types) {
  const std::vector<std::pair<Shape, Shape>> shapes{
      {{4, 5}, {4, 5}}, {{2, 3, 4}, {4}}, {{5, 1}, {1, 6}}, {{}, {3, 2}}};
  for (auto [left, right] : types)
    for (const auto &[a, b] : shapes)
      cases.push_back({name, {random(a, left), random(b, right)}, [op](const Operands &in) {
                         return op(in[0], in[1]);
                       }});
}

/// A case of operands of given shapes, in f32 or in one type per operand.
[[maybe_unused]] void shaped(const std::string &name, std::function<Tensor(const Operands &)> op,
                             const std::vector<std::vector<Shape>> &shapes,
                             const std::vector<ElementType> &types = {}) {
  for (const std::vector<Shape> &each : shapes) {
    Operands operands;
    for (const Shape &shape : each)
      operands.push_back(random(shape, types.empty() ? f32 : types[operands.size()]));
    cases.push_back({name, operands, op});
  }
}

/// A case without operands.
[[maybe_unused]] void constant(const std::string &name, std::function<Tensor()> op) {
  cases.push_back({name, {}, [op](const Operands &) { return op(); }});
}

#define UNARY(name, ...) unary(#name, [](Tensor x) { return name(x); } __VA_OPT__(, ) __VA_ARGS__)
#define BINARY(name, expression, ...)                                                              \
  binary(name, [](Tensor a, Tensor b) -> Tensor { return expression; }, __VA_ARGS__)

/// Whether gradients of the case are compared: operands of f32 or f64.
bool hasGradients(const Case &one) {
  return std::any_of(one.operands.begin(), one.operands.end(), [](const Tensor &x) {
    return partType(x.elementType()) == f32 || partType(x.elementType()) == f64;
  });
}

/// The gradients of a weighted sum of the result; none, and a line on stdout, where there are none.
std::vector<Tensor> gradientsOf(const Case &one, const Operands &operands) {
  auto loss = [&](const Operands &in) {
    Tensor result = one.op(in);
    if (isComplex(result.elementType()))
      result = real(result) + imag(result) * 0.5;
    int64_t count = 1;
    for (int64_t size : result.shape())
      count *= size;
    const Tensor weights = astype(arange(count) % 7, f32) / 7 + 0.5;
    return sum(astype(result, f64) * reshape(weights, result.shape()));
  };
  try {
    std::vector<Tensor> found;
    for (const Tensor &gradient : grad(loss)(operands))
      if (gradient.hasValue())
        found.push_back(gradient);
    return found;
  } catch (const Error &error) {
    std::string message = error.what();
    std::printf("none %s %s\n", one.name.c_str(), message.substr(0, message.find('\n')).c_str());
    return {};
  }
}

/// The gradients of the cases from `begin` to `end` in one program.
void runGradients(size_t begin, size_t end) {
  auto all = jit([&](const std::vector<Operands> &operands) {
    std::vector<std::vector<Tensor>> results;
    for (size_t i = begin; i < end; ++i)
      results.push_back(hasGradients(cases[i]) ? gradientsOf(cases[i], operands[i - begin])
                                               : std::vector<Tensor>());
    return results;
  });
  std::vector<Operands> operands;
  for (size_t i = begin; i < end; ++i)
    operands.push_back(cases[i].operands);
  const auto results = all(operands);
  for (size_t i = begin; i < end; ++i) {
    if (results[i - begin].empty())
      continue;
    std::printf("case %s\n", cases[i].name.c_str());
    for (const Tensor &operand : cases[i].operands)
      print("in", operand);
    for (const Tensor &gradient : results[i - begin])
      print("grad", gradient);
  }
}

/// The cases from `begin` to `end` in one program.
void runJitted(size_t begin, size_t end) {
  auto all = jit([&](const std::vector<Operands> &operands) {
    std::vector<Tensor> results;
    for (size_t i = begin; i < end; ++i)
      results.push_back(cases[i].op(operands[i - begin]));
    return results;
  });
  std::vector<Operands> operands;
  for (size_t i = begin; i < end; ++i)
    operands.push_back(cases[i].operands);
  std::vector<Tensor> results = all(operands);
  for (size_t i = begin; i < end; ++i) {
    std::printf("case %s\n", cases[i].name.c_str());
    for (const Tensor &operand : cases[i].operands)
      print("in", operand);
    print("out", cases[i].op(cases[i].operands));
    print("jit", results[i - begin]);
  }
}

/// All cases, in programs of a hundred.
void runAll() {
  for (size_t begin = 0; begin < cases.size(); begin += 100) {
    runJitted(begin, std::min(begin + 100, cases.size()));
    runGradients(begin, std::min(begin + 100, cases.size()));
  }
}

} // namespace
