// RUN: spmd-opt %s --sdy-import-func-calls=add-data-flow-edges-on-named-computations=false | FileCheck %s
// RUN: spmd-opt %s --sdy-propagation-pipeline
// RUN: spmd-opt %s --sdy-propagation-pipeline=dedup-functions-fully

// What is called and named by another op besides stays a function.
// CHECK: func.func private @f
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-NOT: @g
func.func private @g(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %x : tensor<8xf32>
  %1 = stablehlo.abs %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// CHECK-LABEL: @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[F:.*]] = sdy.named_computation<"f">
  // CHECK-NEXT:   stablehlo.tanh
  %0 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %[[C:.*]] = stablehlo.composite "a.b" %[[F]] {decomposition = @f}
  %1 = stablehlo.composite "a.b" %0 {decomposition = @f} : (tensor<8xf32>) -> tensor<8xf32>
  // Edges that tie a function to its calls have nothing left to tie.
  // CHECK-NEXT: %[[G:.*]] = sdy.named_computation<"g">(%[[C]]) (%[[X:.*]]: tensor<8xf32>)
  // CHECK-NEXT:   stablehlo.abs %[[X]]
  %2 = call @g(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = sdy.func_data_flow_edge %2 : tensor<8xf32>
  // CHECK: return %[[G]]
  return %3 : tensor<8xf32>
}
