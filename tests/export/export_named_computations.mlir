// RUN: spmd-opt %s --sdy-export-named-computations | FileCheck %s

sdy.mesh @m = <["a"=2, "b"=2]>

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK-NEXT: %[[F:.*]] = call @f(%arg0) {foo, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"b"}]>]>}
  %0 = sdy.named_computation<"f">(%x) in_shardings=[<@m, [{"a"}]>] out_shardings=[<@m, [{"b"}]>] (%p: tensor<8xf32>) {
    %2 = sdy.named_computation<"g">(%p) (%q: tensor<8xf32>) {
      sdy.return %q : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } {foo} : (tensor<8xf32>) -> tensor<8xf32>
  // Edges that are still there know better.
  // CHECK-NEXT: call @f_0(%[[F]]) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a", ?}]>]>}
  %1 = sdy.named_computation<"f">(%0) (%p: tensor<8xf32>) {
    %2 = sdy.data_flow_edge %p sharding=<@m, [{"b", ?}]> : tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  %2 = sdy.data_flow_edge %1 sharding=<@m, [{"a", ?}]> : tensor<8xf32>
  return %0, %2 : tensor<8xf32>, tensor<8xf32>
}
// CHECK: func.func private @g(%arg0: tensor<8xf32>) -> tensor<8xf32> attributes {sdy.original_func_name = "g"}
// What a function returns is placed by its body (propagate-to-func-results).
// CHECK: func.func private @f(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}) -> tensor<8xf32>
// CHECK-SAME: attributes {sdy.original_func_name = "f"}
// CHECK-NEXT: call @g(%arg0) :
// CHECK: func.func private @f_0(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@m, [{"b", ?}]>})
