// RUN: spmd-opt %s --sdy-import-func-calls --verify-diagnostics | FileCheck %s
// RUN: spmd-opt %s --sdy-import-func-calls=add-data-flow-edges-on-named-computations=false | FileCheck %s --check-prefix=BARE

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @main
// BARE-LABEL: func.func @main
// BARE-NOT: data_flow_edge
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: %[[N:.*]] = sdy.named_computation<"f">(%arg0) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"b"}]>] (%[[P:.*]]: tensor<8xf32>) {
  // CHECK-NEXT: %[[E:.*]] = sdy.data_flow_edge %[[P]] sharding=<@m, [{"a"}]>
  // CHECK-NEXT: stablehlo.abs %[[E]]
  // CHECK: } {execution_thread = "t", foo} :
  // CHECK: sdy.data_flow_edge %[[N]] sharding=<@m, [{"b"}]>
  %0 = call @f(%x) {foo, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>} : (tensor<8xf32>) -> tensor<8xf32>
  // The body is copied for a second call.
  // CHECK: sdy.named_computation<"f">(%arg0) in_shardings=[<@m, [{"a"}]>] (
  // CHECK: stablehlo.abs
  // expected-warning @below {{@f is called more than once; its body is copied for each call}}
  %1 = call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-NOT: func.func private
func.func private @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32> attributes {execution_thread = "t"} {
  %0 = stablehlo.abs %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @computation_in_the_text_gets_edges
func.func @computation_in_the_text_gets_edges(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[N:.*]] = sdy.named_computation<"g">(%arg0) in_shardings=[<@m, [{"a"}]>] (%[[P:.*]]: tensor<8xf32>) {
  // CHECK-NEXT: %[[E:.*]] = sdy.data_flow_edge %[[P]] sharding=<@m, [{"a"}]>
  // CHECK-NEXT: sdy.return %[[E]]
  // CHECK: %[[R:.*]] = sdy.data_flow_edge %[[N]] : tensor<8xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = sdy.named_computation<"g">(%x) in_shardings=[<@m, [{"a"}]>] (%p: tensor<8xf32>) {
    sdy.return %p : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
