// RUN: spmd-opt %s -split-input-file -verify-diagnostics

func.func @if_c1(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{branch 0 takes 1 arguments, a branch takes none}}
  %0 = "stablehlo.if"(%p) ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @if_c2(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{branch 1 returns 'tensor<5xf32>' as value 0, branch 0 returns 'tensor<4xf32>'}}
  %0 = "stablehlo.if"(%p) ({
    // expected-note @+1 {{branch 0 returns here}}
    stablehlo.return %x : tensor<4xf32>
  }, {
    // expected-note @+1 {{branch 1 returns here}}
    stablehlo.return %y : tensor<5xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @if_c3(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{gives 'tensor<4xf32>', but its result is written as 'tensor<5xf32>'}}
  %0 = "stablehlo.if"(%p) ({
    // expected-note @+1 {{the branch returns here}}
    stablehlo.return %x : tensor<4xf32>
  }, {
    // expected-note @+1 {{the branch returns here}}
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<5xf32>
  return
}

// -----

func.func @case_c1(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has no branch, there must be at least one}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case_c2(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{branch 1 takes 1 arguments, a branch takes none}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @case_c3(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{branch 1 returns 2 values, branch 0 returns 1}}
  %0 = "stablehlo.case"(%i) ({
    // expected-note @+1 {{branch 0 returns here}}
    stablehlo.return %x : tensor<4xf32>
  }, {
    // expected-note @+1 {{branch 1 returns here}}
    stablehlo.return %x, %x : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @branch_without_return(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{branch 0 must end in stablehlo.return}}
  %0 = "stablehlo.case"(%i) ({
    func.return %x : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{the start of the carried value is 'tensor<4xf32>'}}
func.func @while_c1_arguments(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{cond takes 'tensor<5xf32>' as argument 0, the loop carries 'tensor<4xf32>'}}
  %0 = "stablehlo.while"(%x) ({
  // expected-note @+1 {{the argument is 'tensor<5xf32>'}}
  ^bb0(%a: tensor<5xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_c1_values(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
  // expected-error @+1 {{of cond returns 2 values, cond returns one}}
    stablehlo.return %p, %p : tensor<i1>, tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{the condition is 'tensor<i32>'}}
func.func @while_c1_type(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
  // expected-error @+1 {{of cond returns 'tensor<i32>', cond returns tensor<i1>}}
    stablehlo.return %i : tensor<i32>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_c2_count(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{body takes 0 arguments, the loop carries 1 values}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
    stablehlo.return %x : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while_c2_values(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-note @+1 {{the loop is here}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
  // expected-error @+1 {{of body returns 2 values, the loop carries 1}}
    stablehlo.return %a, %a : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+2 {{the returned value is 'tensor<5xf32>'}}
// expected-note @+1 {{the start of the carried value is 'tensor<4xf32>'}}
func.func @while_c2_type(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
  // expected-error @+1 {{of body returns 'tensor<5xf32>' as value 0, the loop carries 'tensor<4xf32>'}}
    stablehlo.return %y : tensor<5xf32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @while_c3(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{carries values of types ('tensor<4xf32>') and has results of types ('tensor<5xf32>'); they must be equal}}
  %0 = "stablehlo.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %p : tensor<i1>
  }, {
  ^bb0(%a: tensor<4xf32>):
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @optimization_barrier_c1(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{gives 'tensor<4xf32>', but its result is written as 'tensor<5xf32>'}}
  %0 = "stablehlo.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @tuple_c1(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{gives 'tuple<tensor<4xf32>>', but its result is written as 'tuple<tensor<5xf32>>'}}
  %0 = "stablehlo.tuple"(%x) : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  return
}

// -----

// expected-note @+1 {{operand is 'tuple<tensor<4xf32>>'}}
func.func @get_tuple_element_c1(%t: tuple<tensor<4xf32>>) {
  // expected-error @+1 {{takes element 1 of 'tuple<tensor<4xf32>>', which has 1 elements}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

// expected-note @+1 {{operand is 'tuple<tensor<4xf32>>'}}
func.func @get_tuple_element_c2(%t: tuple<tensor<4xf32>>) {
  // expected-error @+1 {{gives 'tensor<4xf32>', but its result is written as 'tensor<5xf32>'}}
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

func.func @async_start_c1(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has 0 ops in its body; it starts exactly one}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    // expected-note @+1 {{its body ends here}}
    stablehlo.return %a : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

func.func @async_start_c2(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{cannot start stablehlo.add; only collectives and slices can be started}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    // expected-note @+1 {{the op is here}}
    %b = stablehlo.add %a, %a : tensor<4xf32>
    stablehlo.return %b : tensor<4xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

// expected-note @+1 {{operand is 'tensor<4xf32>'}}
func.func @async_start_c3(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has operands of types ('tensor<4xf32>'), its body takes ('tensor<5xf32>')}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<5xf32>):
    %b = stablehlo.slice %a [0:3] : (tensor<5xf32>) -> tensor<3xf32>
    stablehlo.return %b : tensor<3xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<3xf32>>
  return
}

// -----

func.func @async_start_c4(%x: tensor<4xf32>, %p: tensor<i1>, %i: tensor<i32>, %y: tensor<5xf32>) {
  // expected-error @+1 {{has a result of type '!stablehlo.future<tensor<4xf32>>', its body gives '!stablehlo.future<tensor<3xf32>>'}}
  %0 = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    // expected-note @+1 {{the returned value is 'tensor<3xf32>'}}
    %b = stablehlo.slice %a [0:3] : (tensor<4xf32>) -> tensor<3xf32>
    stablehlo.return %b : tensor<3xf32>
  }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>
  return
}

// -----

// expected-note @+1 {{operand is '!stablehlo.future<tensor<4xf32>, tensor<4xf32>>'}}
func.func @async_done_one_type(%f: !stablehlo.future<tensor<4xf32>, tensor<4xf32>>) {
  // expected-error @+1 {{a future of one type can be waited for}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

module {
  // expected-error @+1 {{ends a region of an op, and stands in a module}}
  stablehlo.return
}
