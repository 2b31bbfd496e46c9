// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How close do fused kernels come to memory bandwidth? Each kernel runs in turn with y = a x + b (ordinary stores, compiled
// with this file) on one thread; printed is GB/s of the bytes that must move, and its median ratio to that copy.
#include "compiler/compiled_fusion.h"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>

using namespace spmd;

namespace {

double seconds(const std::function<void()> &body) {
  auto start = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

__attribute__((noinline)) void axpb(const float *x, float *y, size_t n, float a, float b) {
  for (size_t i = 0; i < n; ++i)
    y[i] = a * x[i] + b;
}

struct Case {
  const char *name;
  std::string text;
  std::vector<size_t> sizes; // of the buffers, in floats
  double bytes;              // that must move
};

std::string unary(const std::string &shape, const std::string &ops) {
  return "func.func @f(%x: tensor<" + shape + "xf32>) -> tensor<" + shape + "xf32> {\n" + ops + "\n return %o : tensor<" + shape +
         "xf32>\n}";
}

std::string replaceAll(std::string text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

std::vector<Case> cases() {
  std::vector<Case> out;
  const size_t n = 4096 * 3072;
  const std::string big = "4096x3072", t = "tensor<4096x3072xf32>";
  out.push_back({"exp 4096x3072", unary(big, "%o = stablehlo.exponential %x : " + t), {n, n}, 8.0 * n});
  std::string gelu = R"(
    %h = stablehlo.constant dense<0.5> : T
    %c = stablehlo.constant dense<0.044715> : T
    %k = stablehlo.constant dense<0.79788456> : T
    %i = stablehlo.constant dense<1.0> : T
    %0 = stablehlo.multiply %x, %x : T
    %1 = stablehlo.multiply %0, %x : T
    %2 = stablehlo.multiply %1, %c : T
    %3 = stablehlo.add %x, %2 : T
    %4 = stablehlo.multiply %3, %k : T
    %5 = stablehlo.tanh %4 : T
    %6 = stablehlo.add %5, %i : T
    %7 = stablehlo.multiply %6, %h : T
    %o = stablehlo.multiply %x, %7 : T
)";
  out.push_back({"gelu 4096x3072", unary(big, replaceAll(gelu, " T\n", " " + t + "\n")), {n, n}, 8.0 * n});
  std::string softmax = R"(
    %ninf = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %m = stablehlo.reduce(%x init: %ninf) applies stablehlo.maximum across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
    %d = stablehlo.subtract %x, %mb : tensor<RxCxf32>
    %e = stablehlo.exponential %d : tensor<RxCxf32>
    %s = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<RxCxf32>, tensor<f32>) -> tensor<Rxf32>
    %sb = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<Rxf32>) -> tensor<RxCxf32>
    %o = stablehlo.divide %e, %sb : tensor<RxCxf32>)";
  for (auto [r, c] : {std::pair{12288, 256}, {12288, 1024}}) {
    std::string shape = std::to_string(r) + "x" + std::to_string(c);
    std::string text = replaceAll(replaceAll(softmax, "RxCx", shape + "x"), "Rx", std::to_string(r) + "x");
    size_t m = size_t(r) * c;
    out.push_back({c == 256 ? "softmax rows of 256" : "softmax rows of 1024", unary(shape, text), {m, m}, 8.0 * m});
  }
  std::string norm = R"(
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.constant dense<7.68e+02> : tensor<4096xf32>
    %eps = stablehlo.constant dense<1.0e-05> : tensor<4096xf32>
    %s = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x768xf32>, tensor<f32>) -> tensor<4096xf32>
    %mean = stablehlo.divide %s, %n : tensor<4096xf32>
    %mb = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4096xf32>) -> tensor<4096x768xf32>
    %d = stablehlo.subtract %x, %mb : tensor<4096x768xf32>
    %q = stablehlo.multiply %d, %d : tensor<4096x768xf32>
    %v = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x768xf32>, tensor<f32>) -> tensor<4096xf32>
    %vn = stablehlo.divide %v, %n : tensor<4096xf32>
    %ve = stablehlo.add %vn, %eps : tensor<4096xf32>
    %r = stablehlo.rsqrt %ve : tensor<4096xf32>
    %rb = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<4096xf32>) -> tensor<4096x768xf32>
    %o = stablehlo.multiply %d, %rb : tensor<4096x768xf32>)";
  size_t m = 4096 * 768;
  out.push_back({"layernorm 4096x768", unary("4096x768", norm), {m, m}, 8.0 * m});
  for (bool rows : {true, false}) {
    std::string result = rows ? "tensor<4096xf32>" : "tensor<3072xf32>";
    out.push_back({rows ? "sum of rows 4096x3072" : "sum of columns 4096x3072",
                   "func.func @f(%x: " + t + ") -> " + result + " {\n %z = stablehlo.constant dense<0.0> : tensor<f32>\n" +
                       " %o = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [" + (rows ? "1" : "0") + "] : (" + t +
                       ", tensor<f32>) -> " + result + "\n return %o : " + result + "\n}",
                   {n, size_t(rows ? 4096 : 3072)}, 4.0 * n});
  }
  out.push_back({"transpose 4096x3072",
                 "func.func @f(%x: " + t + ") -> tensor<3072x4096xf32> {\n %o = stablehlo.transpose %x, dims = [1, 0] : (" + t +
                     ") -> tensor<3072x4096xf32>\n return %o : tensor<3072x4096xf32>\n}",
                 {n, n}, 8.0 * n});
  return out;
}

} // namespace

int main(int argc, char **argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 7;
  const size_t n = 4096 * 3072;
  std::vector<float> x(n), y(n);
  std::mt19937 random(1);
  for (float &v : x)
    v = float(random() % 4096) / 1024 - 2;
  printf("%-26s %9s %9s %9s %9s\n", "kernel", "ms", "GB/s", "of a x+b", "compile");
  for (Case &c : cases()) {
    auto f = CompiledFusion::create(c.text);
    if (!f) {
      printf("%-26s %s\n", c.name, llvm::toString(f.takeError()).c_str());
      continue;
    }
    std::vector<std::vector<float>> buffers;
    std::vector<void *> pointers;
    for (size_t size : c.sizes) {
      buffers.emplace_back(x.begin(), x.begin() + size);
      pointers.push_back(buffers.back().data());
    }
    std::vector<double> times, ratios;
    for (int round = 0; round < rounds + 1; ++round) {
      double copy = seconds([&] { axpb(x.data(), y.data(), n, 1.5f, 0.5f); });
      double own = seconds([&] { (*f)->run(pointers); });
      if (round == 0)
        continue;
      times.push_back(own);
      ratios.push_back(c.bytes / own / (8.0 * n / copy));
    }
    std::sort(times.begin(), times.end());
    std::sort(ratios.begin(), ratios.end());
    double median = times[times.size() / 2];
    printf("%-26s %9.2f %9.1f %9.2f %7.1fms\n", c.name, median * 1e3, c.bytes / median * 1e-9, ratios[ratios.size() / 2], (*f)->compileMs);
  }
  return 0;
}
