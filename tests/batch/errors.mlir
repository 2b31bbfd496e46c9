// RUN: spmd-opt %s --split-input-file --verify-diagnostics --spmd-batch="function=f size=4 axis=i"

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no batched form: what 'mine' computes is not known}}
  %0 = stablehlo.custom_call @mine(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no batched form: 'LayoutConstraint' has a layout or a sharding for tensors of its own rank}}
  %0 = stablehlo.custom_call @LayoutConstraint(%x) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<f32>, %shape: tensor<1xi32>) -> tensor<?xf32> {
  // expected-error@+1 {{has a tensor of unknown size, 'tensor<?xf32>'; batches need all sizes}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @f(%x: tensor<f32>, %shape: tensor<1xi32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no batched form: the shape is known at run time only}}
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [] : (tensor<f32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
// expected-error@+1 {{has no batched form: it calls itself}}
func.func private @g(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @g(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<f32>) -> tensor<f32> {
  // expected-error@+1 {{has no batched form: the function that it calls has no body here}}
  %0 = call @outside(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @outside(tensor<f32>) -> tensor<f32>

// -----

func.func @f(%x: tensor<4xf32>, %y: tensor<f32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error@+1 {{has no batched form: its body reads a value from outside that differs by entry of the batch}}
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.multiply %b, %y : tensor<f32>
    %2 = stablehlo.add %a, %1 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // expected-note@+1 {{decided here}}
  %0 = "stablehlo.if"(%p) ({
    // expected-error@+1 {{has an effect, and all entries of the batch would have it: whether it runs differs by entry}}
    %1 = stablehlo.custom_call @print(%x) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%p: tensor<i1>, %t: !stablehlo.token) -> !stablehlo.token {
  // expected-error@+1 {{has no batched form: it returns a token, and entries of the batch take different branches}}
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.after_all %t : !stablehlo.token
    stablehlo.return %1 : !stablehlo.token
  }, {
    stablehlo.return %t : !stablehlo.token
  }) : (tensor<i1>) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @f(%x: tensor<f32>, %t: !stablehlo.token) -> tensor<f32> {
  // expected-error@+1 {{has no batched form: it carries a token, and entries of the batch end in different trips}}
  %0:2 = stablehlo.while(%c = %x, %u = %t) : tensor<f32>, !stablehlo.token
  cond {
    %n = stablehlo.constant dense<3.0> : tensor<f32>
    %1 = stablehlo.compare LT, %c, %n : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.add %c, %c : tensor<f32>
    stablehlo.return %2, %u : tensor<f32>, !stablehlo.token
  }
  return %0#0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error@+1 {{names @missing as its gradient, which is no function with a body}}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> attributes {spmd.vjp = @missing} {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error@+1 {{names @vjp as its gradient, which has to take 2 arguments and to give 1 results}}
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> attributes {spmd.vjp = @vjp} {
  return %x : tensor<4xf32>
}
// expected-note@+1 {{its type is '(tensor<4xf32>) -> tensor<4xf32>'}}
func.func private @vjp(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{is no marker of a batch axis; there are psum, pmax, pmin, all_gather, psum_scatter, all_to_all, ppermute and axis_index}}
  %0 = stablehlo.custom_call @spmd.pmean(%x) {spmd.axis = "i"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<5x4xf32> {
  // expected-error@+1 {{has a result of type 'tensor<5x4xf32>', which does not fit to an axis of 4 entries}}
  %0 = stablehlo.custom_call @spmd.all_gather(%x) {spmd.axis = "i", spmd.dim = 0} : (tensor<4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{needs spmd.dim, a dim below 2}}
  %0 = stablehlo.custom_call @spmd.all_gather(%x) {spmd.axis = "i", spmd.dim = 2} : (tensor<4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{takes one operand and has one result}}
  %0 = stablehlo.custom_call @spmd.psum(%x, %x) {spmd.axis = "i"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error@+1 {{gives the number of an entry, which is an integer scalar and no 'tensor<f32>'}}
  %0 = stablehlo.custom_call @spmd.axis_index() {spmd.axis = "i"} : () -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{sends from 3 to 4, but there are 4 entries, each of which has one source at most}}
  %0 = stablehlo.custom_call @spmd.ppermute(%x) {spmd.axis = "i", spmd.pairs = dense<[[3, 4]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{needs spmd.pairs, a list of sources and targets}}
  %0 = stablehlo.custom_call @spmd.ppermute(%x) {spmd.axis = "i"} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @mesh = <["x"=2]>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<4xf32>) {
    %r = stablehlo.constant dense<0> : tensor<1xi32>
    %i = stablehlo.convert %a : (tensor<4xf32>) -> tensor<4xi32>
    %s = stablehlo.slice %i [0:1] : (tensor<4xi32>) -> tensor<1xi32>
    // expected-error@+1 {{has no batched form: its roots differ by entry of the batch}}
    %1 = "stablehlo.collective_broadcast"(%a, %s) <{has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no batched form: its sharding rule is for tensors of its own rank}}
  %0 = stablehlo.custom_call @LayoutConstraint(%x) {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=4}, custom>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
