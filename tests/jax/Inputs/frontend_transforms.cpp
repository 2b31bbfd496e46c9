// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs transformed functions of the frontend on random operands and prints operands and results,
// for tests/jax/frontend_transforms.py. Each case runs at once and as a part of a jitted function.
#include "frontend_values.h"

using namespace spmd;

namespace {

using Tensors = std::vector<Tensor>;
using Pair = std::pair<Tensor, Tensor>;
/// Numbers in [-1, 1), always the same ones.
Tensor random(const Shape &shape) {
  static uint64_t state = 1;
  std::vector<float> values;
  for (uint64_t word : randomWords(shape, state))
    values.push_back(float(int64_t(word >> 40)) / 8388608.f - 1);
  return tensor(values, shape);
}

/// Runs f at once and inside of jit, on operands of these shapes.
void run(const char *name, const std::vector<Shape> &shapes, Tensors (*f)(const Tensors &)) {
  Tensors in;
  std::printf("case %s\n", name);
  for (const Shape &shape : shapes) {
    in.push_back(random(shape));
    print("in", in.back());
  }
  for (const Tensors &out : {f(in), jit(f)(in)}) {
    std::printf("results\n");
    for (const Tensor &x : out)
      print("out", x);
  }
}

Tensor cell(Tensor c, Tensor x, Tensor w, Tensor v) { return tanh(matmul(c, w) + matmul(x, v)); }

/// A recurrent network over xs: the last carry and all of them.
std::pair<Tensor, Tensor> network(const Tensors &in, ScanOptions options, const char *policy) {
  Tensor w = in[2], v = in[3];
  auto step = [=](Tensor c, Tensor x) {
    Tensor next =
        policy ? checkpoint([=](Tensor c, Tensor x) { return cell(c, x, w, v); }, policy)(c, x)
               : cell(c, x, w, v);
    return std::pair(next, sum(next * next, -1));
  };
  return scan(step, in[0], in[1], options);
}
Tensor lossOf(const std::pair<Tensor, Tensor> &result) {
  return sum(sin(result.first)) + sum(result.second * result.second);
}
Tensors gradOf(const Tensors &in, ScanOptions options, const char *policy = nullptr) {
  return grad([&](const Tensors &in) { return lossOf(network(in, options, policy)); })(in);
}

const std::vector<Shape> kNetwork{{2, 3}, {7, 2, 4}, {3, 3}, {4, 3}};

} // namespace

static void runBatches() {
  run("vmapSubsets", {{3, 4}, {4, 3}, {3}}, [](const Tensors &in) {
    auto f = [](Tensor x, Tensor w) { return tanh(x) * sum(w * x); };
    return Tensors{vmap(f)(in[0], transpose(in[1])), vmap(f, {.in = {0, {}}})(in[0], in[1][{_, 0}]),
                   vmap(f, {.in = {{}, 1}, .out = {1}})(in[0][0], in[1])};
  });
  run("vmapNested", {{3}, {4}}, [](const Tensors &in) {
    Tensor y = in[1];
    auto row = [=](Tensor a) { return vmap([=](Tensor b) { return sin(a) * b + a; })(y); };
    return Tensors{vmap(row)(in[0])};
  });
  run("perExample", {{5, 3}, {3, 2}, {5, 2}}, [](const Tensors &in) {
    auto loss = [](Tensor w, Tensor x, Tensor y) { return sum(square(matmul(x, w) - y)); };
    return Tensors{vmap(grad(loss), {.in = {{}, 0, 0}})(in[1], in[0], in[2])};
  });
  run("gradOfVmap", {{5, 3}, {3, 2}}, [](const Tensors &in) {
    auto f = [](Tensor x, Tensor w) { return logsumexp(matmul(x, w)); };
    auto all = [=](Tensor x, Tensor w) { return sum(vmap(f, {.in = {0, {}}})(x, w)); };
    auto [dx, dw] = valueAndGrad<0, 1>(all)(in[0], in[1]).second;
    return Tensors{dx, dw};
  });
  run("vmapOfScan", {{4, 2, 3}, {4, 7, 2, 4}, {3, 3}, {4, 3}}, [](const Tensors &in) {
    auto f = [](Tensor c, Tensor xs, Tensor w, Tensor v) {
      return grad([=](Tensor c) { return lossOf(network({c, xs, w, v}, {}, nullptr)); })(c);
    };
    return Tensors{vmap(f, {.in = {0, 0, {}, {}}})(in[0], in[1], in[2], in[3])};
  });
  run("vmapOfWhile", {{6}}, [](const Tensors &in) {
    auto f = [](Tensor x) {
      return whileLoop([](Tensor x) { return abs(x) < 3; }, [](Tensor x) { return x * 1.5; }, x);
    };
    return Tensors{vmap(f)(in[0])};
  });
  run("vmapOfCond", {{6}}, [](const Tensors &in) {
    auto f = [](Tensor x) {
      return cond(x > 0, [](Tensor x) { return sin(x); }, [](Tensor x) { return x * x; }, x);
    };
    return Tensors{vmap(f)(in[0]), vmap(grad(f))(in[0])};
  });
  run("hessian", {{4}}, [](const Tensors &in) {
    Tensor x = in[0];
    auto f = [](Tensor x) { return prod(sin(x)) + sum(x * x * x); };
    auto column = [=](Tensor t) { return jvp(grad(f), x, t).second; };
    return Tensors{vmap(column)(eye(4))};
  });
  run("vmapOfCustom", {{6, 3}}, [](const Tensors &in) {
    auto clipped =
        customVjp([](Tensor x) { return sin(x); }, [](Tensor x) { return Pair(sin(x), x); },
                  [](Tensor x, Tensor ct) { return clip(ct, -0.5, 0.5) * cos(x); });
    auto f = [=](Tensor x) { return sum(square(clipped(x)) * 3); };
    return Tensors{vmap(grad(f))(in[0]), grad([=](Tensor x) { return sum(vmap(f)(x)); })(in[0])};
  });
}

int main() {
  runBatches();
  run("mlp", {{5, 4}, {4, 8}, {8}, {8, 3}}, [](const Tensors &in) {
    auto loss = [](const Tensors &p) {
      return sum(square(logSoftmax(matmul(gelu(matmul(p[0], p[1]) + p[2]), p[3]))));
    };
    auto [value, gradient] = valueAndGrad(loss)(in);
    gradient.push_back(value);
    return gradient;
  });
  run("hessianVector", {{6}, {6}}, [](const Tensors &in) {
    auto f = [](Tensor x) { return sum(sin(x) * square(x)) * mean(exp(x)); };
    return Tensors{jvp(grad(f), in[0], in[1]).second,
                   grad([&](Tensor x) { return sum(grad(f)(x) * in[1]); })(in[0])};
  });
  run("third", {{4}}, [](const Tensors &in) {
    auto f = [](Tensor x) { return sum(tanh(x) * x * x); };
    auto g = grad([&](Tensor x) { return sum(grad(f)(x) * sin(x)); });
    return Tensors{grad([&](Tensor x) { return sum(square(g(x))); })(in[0])};
  });
  run("pullback", {{3, 4}, {4, 2}, {3, 2}, {3}}, [](const Tensors &in) {
    auto f = [](Tensor x, Tensor w) { return Pair(matmul(x, w), sum(x, 1)); };
    auto [y, pullback] = vjp(f, in[0], in[1]);
    auto [dx, dw] = pullback(Pair(in[2], in[3]));
    return Tensors{y.first, y.second, dx, dw};
  });
  run("tangent", {{3, 4}, {4, 2}, {3, 4}, {4, 2}}, [](const Tensors &in) {
    auto f = [](Tensor x, Tensor w) { return Pair(softmax(matmul(x, w)), max(x, 1)); };
    auto [y, dy] = jvp(f, std::tuple(in[0], in[1]), std::tuple(in[2], in[3]));
    return Tensors{y.first, y.second, dy.first, dy.second};
  });
  run("scan", kNetwork, [](const Tensors &in) {
    auto [last, ys] = network(in, {}, nullptr);
    return Tensors{last, ys};
  });
  run("scanGrad", kNetwork, [](const Tensors &in) { return gradOf(in, {}); });
  run("scanReverse", kNetwork, [](const Tensors &in) { return gradOf(in, {.reverse = true}); });
  run("scanUnroll", kNetwork, [](const Tensors &in) { return gradOf(in, {.unroll = 3}); });
  run("scanRemat", kNetwork, [](const Tensors &in) { return gradOf(in, {}, "nothing"); });
  run("scanDots", kNetwork, [](const Tensors &in) { return gradOf(in, {}, "dots"); });
  run("scanTangent", kNetwork, [](const Tensors &in) {
    auto f = [](const Tensors &in) { return lossOf(network(in, {}, nullptr)); };
    return Tensors{jvp(f, in, in).second};
  });
  run("scanSecond", {{3}, {5, 3}}, [](const Tensors &in) {
    auto f = [](Tensor c, Tensor xs) {
      return sum(scan([](Tensor c, Tensor x) { return sin(c * x) + c; }, c, xs));
    };
    auto first = [&](Tensor c, Tensor xs) { return sum(square(grad(f)(c, xs))); };
    auto [dc, dxs] = valueAndGrad<0, 1>(first)(in[0], in[1]).second;
    return Tensors{dc, dxs};
  });
  run("scanNested", {{3}, {4, 5, 3}}, [](const Tensors &in) {
    auto inner = [](Tensor c, Tensor x) { return Pair(c * cos(x), sum(c)); };
    auto outer = [=](Tensor c, Tensor xs) {
      auto [last, ys] = scan(inner, c, xs);
      return Pair(last + sum(ys), ys);
    };
    auto f = [=](Tensor c, Tensor xs) {
      auto [last, ys] = scan(outer, c, xs);
      return sum(last) + sum(square(ys));
    };
    auto [dc, dxs] = valueAndGrad<0, 1>(f)(in[0], in[1]).second;
    return Tensors{dc, dxs};
  });
  run("fori", {{3}, {3, 3}}, [](const Tensors &in) {
    auto f = [](Tensor x, Tensor w) {
      return sum(foriLoop(2, 6, [=](Tensor i, Tensor x) { return tanh(matmul(x, w)) * i; }, x));
    };
    auto [dx, dw] = valueAndGrad<0, 1>(f)(in[0], in[1]).second;
    return Tensors{dx, dw};
  });
  run("while", {{5}}, [](const Tensors &in) {
    auto last = whileLoop([](Pair s) { return sum(abs(s.first)) < 40; },
                          [](Pair s) { return Pair(s.first * 1.5, s.second + 1); },
                          Pair(in[0], full({}, 0, i32)));
    return Tensors{last.first, last.second};
  });
  run("branches", {{4}}, [](const Tensors &in) {
    Tensors out;
    for (double limit : {-100., 100.}) {
      auto f = [=](Tensor x) {
        return cond(
            sum(x) > limit, [](Tensor x) { return sum(sin(x) * x); },
            [](Tensor x) { return prod(x) + x[0]; }, x);
      };
      out.push_back(grad(f)(in[0]));
    }
    for (int index = 0; index < 3; ++index) {
      auto f = [=](Tensor x) {
        std::vector<Tensor (*)(Tensor)> all{[](Tensor x) { return sum(x); },
                                            [](Tensor x) { return sum(exp(x)); },
                                            [](Tensor x) { return max(x); }};
        return switchCase(full({}, index, i32), all, x);
      };
      out.push_back(grad(f)(in[0]));
    }
    return out;
  });
  run("custom", {{6, 3}}, [](const Tensors &in) {
    auto clipped =
        customVjp([](Tensor x) { return sin(x); }, [](Tensor x) { return Pair(sin(x), x); },
                  [](Tensor x, Tensor ct) { return clip(ct, -0.5, 0.5) * cos(x); });
    auto f = [=](Tensor xs) {
      return sum(square(
          scan([=](Tensor c, Tensor x) { return clipped(c) + 3 * clipped(x); }, zeros({3}), xs)));
    };
    return Tensors{grad(f)(in[0])};
  });
  run("stop", {{4}}, [](const Tensors &in) {
    return Tensors{grad([](Tensor x) { return sum(exp(stopGradient(sin(x))) * x); })(in[0])};
  });
  run("indexing", {{5, 4}, {3}}, [](const Tensors &in) {
    Tensor ids = tensor({4, 0, 4});
    auto f = [=](Tensor table, Tensor scale) {
      Tensor rows = table[ids] * expandDims(scale, 1);
      return sum(square(rows[{_, slice(1, {}, 2)}])) + max(rows);
    };
    auto [dtable, dscale] = valueAndGrad<0, 1>(f)(in[0], in[1]).second;
    return Tensors{dtable, dscale};
  });
}
