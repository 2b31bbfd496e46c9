// RUN: spmd-opt %s --sdy-unflatten-call-graph | FileCheck %s
// RUN: spmd-opt %s --sdy-unflatten-call-graph=dedup-functions-fully=true | FileCheck %s --check-prefix=FULLY

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // Equal shardings: the first of them; fully: those with the most calls, the first of several.
  // CHECK: call @f(
  // CHECK: call @f(
  // CHECK: call @f_1(
  // CHECK: call @f_1(
  // FULLY-COUNT-4: call @f(
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @f_0(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @f_1(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = call @f_1(%2) : (tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
// CHECK-NOT: sdy.original_func_name
func.func private @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func private @f_0(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32> attributes {sdy.original_func_name = "f"} {
  return %x : tensor<8xf32>
}
func.func private @f_1(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> tensor<8xf32> attributes {sdy.original_func_name = "f"} {
  return %x : tensor<8xf32>
}

// CHECK-LABEL: func.func @most_calls
func.func @most_calls(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: call @g(
  // CHECK: call @g_0(
  // CHECK: call @g_0(
  // FULLY: func.func @most_calls
  // FULLY-COUNT-3: call @g_1(
  %0 = call @g(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @g_0(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = call @g_1(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func private @g(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
func.func private @g_0(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> tensor<8xf32> attributes {sdy.original_func_name = "g"} {
  return %x : tensor<8xf32>
}
func.func private @g_1(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) -> tensor<8xf32> attributes {sdy.original_func_name = "g"} {
  return %x : tensor<8xf32>
}
