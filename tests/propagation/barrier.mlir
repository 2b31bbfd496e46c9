// RUN: spmd-opt %s --sdy-basic-propagate --split-input-file --verify-diagnostics | FileCheck %s

sdy.mesh @mesh = <["a"=2, "b"=2]>

// CHECK-LABEL: @a_barrier_lets_one_direction_through
// CHECK-SAME: %arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}
func.func @a_barrier_lets_one_direction_through(%x: tensor<8xf32>, %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>}, tensor<8xf32>) {
  %0 = sdy.propagation_barrier %x allowed_direction=BACKWARD : tensor<8xf32>
  // CHECK: sdy.propagation_barrier %arg1 allowed_direction=BACKWARD : tensor
  %1 = sdy.propagation_barrier %y allowed_direction=BACKWARD : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

func.func @dynamic_shapes_are_refused(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @below {{result 0 has the type 'tensor<?xf32>'; shardings are propagated through static shapes only}}
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// expected-error @below {{the module has several functions, and none is called @main}}
module {
  func.func @f() { return }
  func.func @g() { return }
}

// -----

func.func @tuples_are_refused(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @below {{result 0 is a tuple, 'tuple<tensor<8xf32>>'; shardings are propagated through tensors only}}
  %0 = stablehlo.tuple %x : tuple<tensor<8xf32>>
  %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<8xf32>>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
