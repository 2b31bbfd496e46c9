// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs, arguments and expectations that the tests of <spmd.h> share.
#pragma once
#include "compiler/frontend/spmd.h"
#include <cstring>
#include <exception>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace spmd::test {

/// Results: 2 x, and x + 1 in the memory of x.
inline constexpr const char *kDoubles = R"(
func.func @main(%x: tensor<4xf32> {tf.aliasing_output = 1 : i32})
    -> (tensor<4xf32> {jax.result_info = "double"}, tensor<4xf32> {jax.result_info = "next"}) {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  %1 = stablehlo.add %x, %one : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
})";

/// Counts to n. A trip takes about 10 ns, so a test can choose how long a run takes: the cosines,
/// which the condition reads, are computed one after the other. (Counting alone is one addition for
/// all trips.)
inline constexpr const char *kCounts = R"(
func.func @main(%n: tensor<i32>) -> (tensor<i32> {jax.result_info = "count"}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %few = stablehlo.constant dense<-2.0> : tensor<f32>
  %start = stablehlo.constant dense<0.5> : tensor<f32>
  %r, %last = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<f32>
    cond {
      %less = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %more = stablehlo.compare GT, %x, %few : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %p = stablehlo.and %less, %more : tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %y = stablehlo.cosine %x : tensor<f32>
      stablehlo.return %j, %y : tensor<i32>, tensor<f32>
    }
  return %r : tensor<i32>
})";

/// A device joins the all-reduce only where its first element is positive: with {1, 1, -1,
/// -1} the first device waits for the second for ever.
inline constexpr const char *kMeetsWherePositive = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, jax.result_info = "sum"}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%l: tensor<2xf32>) {
    %i = stablehlo.slice %l [0:1] : (tensor<2xf32>) -> tensor<1xf32>
    %s = stablehlo.reshape %i : (tensor<1xf32>) -> tensor<f32>
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.compare GT, %s, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %r = "stablehlo.if"(%p) ({
      %q = "stablehlo.all_reduce"(%l) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>,
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
      ^bb0(%x: tensor<f32>, %y: tensor<f32>):
        %t = stablehlo.add %x, %y : tensor<f32>
        stablehlo.return %t : tensor<f32>
      }) : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.return %q : tensor<2xf32>
    }, {
      stablehlo.return %l : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    sdy.return %r : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})";

template <class T>
HostArray arrayOf(std::string dtype, std::vector<int64_t> shape, const std::vector<T> &values) {
  HostArray array{std::move(dtype), std::move(shape), {}};
  array.bytes.resize(values.size() * sizeof(T));
  std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
  return array;
}
inline HostArray floats(const std::vector<float> &values) {
  return arrayOf("f32", {int64_t(values.size())}, values);
}
inline HostArray count(int32_t n) { return arrayOf<int32_t>("i32", {}, {n}); }

inline float firstFloat(const HostArray &array) {
  float value;
  std::memcpy(&value, array.bytes.data(), sizeof value);
  return value;
}

inline Program compiled(const char *text, ProgramOptions options = {.threads = 2}) {
  return Program::compile(text, "test.mlir", options);
}

/// Returns the message of the Error that `call` throws; "" where it throws nothing. Any
/// other exception fails the test.
template <class Call> std::string errorOf(const Call &call) {
  try {
    call();
  } catch (const Error &error) {
    return error.what();
  } catch (const std::exception &other) {
    ADD_FAILURE() << "not an spmd::Error: " << other.what();
    return other.what();
  }
  return "";
}

} // namespace spmd::test

#define EXPECT_SAYS(words, call)                                                                   \
  do {                                                                                             \
    const std::string message = spmd::test::errorOf([&] { call; });                                \
    EXPECT_TRUE(message.find(words) != std::string::npos)                                          \
        << "said \"" << message << "\", wanted \"" << words << "\"";                               \
  } while (false)
