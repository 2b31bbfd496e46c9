// RUN: spmd-opt %s --sdy-propagate-to-func-results | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK: func.func @main(%arg0: tensor<8xf32> {{.*}}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>})
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) {
  return %x : tensor<8xf32>
}
// CHECK: func.func private @f({{.*}}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, tensor<8xf32>)
func.func private @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %y: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b"}]>}) {
  return %x, %y : tensor<8xf32>, tensor<8xf32>
}
