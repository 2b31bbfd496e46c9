// RUN: spmd-opt %s --spmd-pad-dims=even-borders=true --split-input-file 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK --implicit-check-not=whole

// The argument and the first result are whole, so they keep their sizes; what is between them is padded. The second result is split
// unevenly, and is padded as ever.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:  %[[X:.*]]: tensor<10xf32> {{{[^)]*}}dims = {{\[\[}}]], shape = array<i64: 10>{{.*}} -> (tensor<10xf32> {{.*}}, tensor<12xf32> {{{.*}}shape = array<i64: 10>
// CHECK:       %[[LONG:.*]] = stablehlo.pad %[[X]], %{{.*}}, low = [0], high = [2], {{.*}} -> tensor<12xf32>
// CHECK:       %[[Y:.*]] = stablehlo.tanh %[[LONG]] {{.*}} : tensor<12xf32>
// CHECK:       %[[PART:.*]] = stablehlo.slice %[[Y]] [0:10]
// CHECK:       return %[[PART]], %[[Y]] : tensor<10xf32>, tensor<12xf32>
// REMARK: is padded from 10 to 12 for 4 equal shards
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<10xf32>
  return %0, %0 : tensor<10xf32>, tensor<10xf32>
}

// -----

// Two shards divide ten rows, four within the program do not.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:  %[[X:.*]]: tensor<10xf32> {{{.*}}dims = {{\[\[}}"x"]], shape = array<i64: 10>
// CHECK:       stablehlo.pad %[[X]]
// CHECK:       stablehlo.slice %{{.*}} [0:10]
// REMARK: is padded from 10 to 12 for 4 equal shards
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%x: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : tensor<10xf32>
  return %0 : tensor<10xf32>
}
