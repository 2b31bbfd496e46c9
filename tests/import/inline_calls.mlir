// RUN: spmd-opt %s --spmd-inline-calls --split-input-file --mlir-print-debuginfo --mlir-print-local-scope --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[A:.*]] = stablehlo.tanh %{{.*}} loc(callsite("once"("f.py":1:2) at "main.py":3:4))
  // CHECK: stablehlo.tanh %[[A]] {{.*}} loc(callsite("twice"(callsite("once"("f.py":1:2) at "g.py":5:6)) at "main.py":7:8))
  // CHECK: stablehlo.tanh
  // CHECK-NOT: func.call
  %0 = func.call @once(%x) : (tensor<8xf32>) -> tensor<8xf32> loc("main.py":3:4)
  %1 = func.call @twice(%0) : (tensor<8xf32>) -> tensor<8xf32> loc("main.py":7:8)
  return %1 : tensor<8xf32>
}
// CHECK-NOT: func.func private
func.func private @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = func.call @once(%x) : (tensor<8xf32>) -> tensor<8xf32> loc("g.py":5:6)
  %1 = func.call @once(%0) : (tensor<8xf32>) -> tensor<8xf32> loc("g.py":5:6)
  return %1 : tensor<8xf32>
}
func.func private @once(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32> loc("f.py":1:2)
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func.func @shardings_of_a_callee_become_constraints
func.func @shardings_of_a_callee_become_constraints(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[C:.*]] = sdy.sharding_constraint %{{.*}} <@mesh, [{"x"}]>
  // CHECK: stablehlo.tanh %[[C]]
  %0 = func.call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func private @f(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note @below {{@f is defined here}}
func.func private @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'func.call' op calls @f, which leads back to @f: recursive functions have no bounded program}}
  %0 = func.call @f(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// expected-note @+1 {{@elsewhere is defined here}}
func.func private @elsewhere(tensor<8xf32>) -> tensor<8xf32>
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{'func.call' op calls @elsewhere, which has no body here}}
  %0 = func.call @elsewhere(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2]>

// An edge on what a call gave or a function took ties nothing once the call has gone; its sharding still holds.
// CHECK-LABEL: func.func @edges_of_calls_go_with_them
func.func @edges_of_calls_go_with_them(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[X:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}]>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.tanh %[[X]]
  // CHECK-NEXT: return %[[T]]
  %0 = func.call @takes_an_edge(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @takes_an_edge(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.func_data_flow_edge %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>} : tensor<8xf32>
  %1 = stablehlo.tanh %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

sdy.mesh @mesh = <["a"=2, "b"=2]>

// A named computation is a call whose callee stands in its place: its ops stay, inner ones too, between constraints.
// CHECK-LABEL: func.func @named_computations_go_as_calls_do
// CHECK-NOT: sdy.named_computation
func.func @named_computations_go_as_calls_do(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: %[[IN:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"a", ?}p1]>
  // CHECK-NEXT: %[[T:.*]] = stablehlo.tanh %[[IN]] : tensor<8xf32> loc(callsite("f"(
  // CHECK-NEXT: %[[INNER:.*]] = stablehlo.negate %[[T]] : tensor<8xf32> loc(callsite("f"(callsite("g"("g.py":1:2)
  // CHECK-NEXT: %[[OUT:.*]] = sdy.sharding_constraint %[[INNER]] <@mesh, [{"b"}]>
  // CHECK-NEXT: return %[[OUT]]
  %0 = sdy.named_computation<"f">(%x) in_shardings=[<@mesh, [{"a", ?}p1]>] out_shardings=[<@mesh, [{"b"}]>] (%p: tensor<8xf32>) {
    %1 = stablehlo.tanh %p : tensor<8xf32>
    %2 = sdy.named_computation<"g">(%1) (%q: tensor<8xf32>) {
      %3 = stablehlo.negate %q : tensor<8xf32> loc("g.py":1:2)
      sdy.return %3 : tensor<8xf32>
    } : (tensor<8xf32>) -> tensor<8xf32>
    sdy.return %2 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
