// RUN: spmd-opt %s | spmd-opt | FileCheck %s

// CHECK-LABEL: @counts_to_ten
func.func @counts_to_ten(%i: tensor<i32>, %x: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  // CHECK:      %[[R:.*]]:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<i32>, tensor<4xf32> attributes {note = 1 : i64}
  // CHECK-NEXT: cond {
  // CHECK-NEXT:   stablehlo.compare LT, %iterArg, %arg2
  // CHECK-NEXT:   stablehlo.return %{{.*}} : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   stablehlo.add %iterArg_0, %iterArg_0
  // CHECK-NEXT:   stablehlo.return %iterArg, %{{.*}} : tensor<i32>, tensor<4xf32>
  // CHECK-NEXT: }
  %r:2 = stablehlo.while(%a = %i, %b = %x) : tensor<i32>, tensor<4xf32> attributes {note = 1 : i64}
  cond {
    %p = stablehlo.compare LT, %a, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %c = stablehlo.add %b, %b : tensor<4xf32>
    stablehlo.return %a, %c : tensor<i32>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// CHECK-LABEL: @loop_without_values
func.func @loop_without_values(%p: tensor<i1>) {
  // CHECK:      stablehlo.while()
  // CHECK-NEXT: cond {
  // CHECK-NEXT:   stablehlo.return %arg0 : tensor<i1>
  // CHECK-NEXT: } do {
  // CHECK-NEXT:   stablehlo.return
  // CHECK-NEXT: }
  "stablehlo.while"() ({
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
    "stablehlo.return"() : () -> ()
  }) : () -> ()
  return
}

// CHECK-LABEL: @branches
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<4xf32>, %y: tensor<?xf32>) {
  // CHECK:      "stablehlo.if"(%arg0) ({
  // CHECK-NEXT:   stablehlo.return %arg2 : tensor<4xf32>
  // CHECK-NEXT: }, {
  // CHECK-NEXT:   stablehlo.return %arg3 : tensor<?xf32>
  // CHECK-NEXT: }) : (tensor<i1>) -> tensor<?xf32>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<4xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  // CHECK: "stablehlo.case"(%arg1) ({
  %1:2 = "stablehlo.case"(%i) ({
    stablehlo.return %x, %i : tensor<4xf32>, tensor<i32>
  }, {
    stablehlo.return %x, %i : tensor<4xf32>, tensor<i32>
  }, {
    stablehlo.return %x, %i : tensor<4xf32>, tensor<i32>
  }) : (tensor<i32>) -> (tensor<4xf32>, tensor<i32>)
  return
}

// CHECK-LABEL: @barrier_and_tuple
func.func @barrier_and_tuple(%x: tensor<f32>, %i: tensor<i32>) -> tensor<f32> {
  // CHECK: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier()
  // CHECK: %{{.*}}:2 = stablehlo.optimization_barrier {note} %arg0, %arg1 : tensor<f32>, tensor<i32>
  %0:2 = stablehlo.optimization_barrier {note} %x, %i : tensor<f32>, tensor<i32>
  // CHECK: stablehlo.tuple %{{.*}}, %{{.*}} : tuple<tensor<f32>, tensor<i32>>
  %1 = stablehlo.tuple %0#0, %0#1 : tuple<tensor<f32>, tensor<i32>>
  // CHECK: stablehlo.get_tuple_element %{{.*}}[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<f32>
  return %2 : tensor<f32>
}

func.func private @impl(tensor<7xf32>, tensor<f32>) -> tensor<7xf32>

// CHECK-LABEL: @calls
func.func @calls(%x: tensor<7xf32>, %s: tensor<f32>) {
  // CHECK: stablehlo.custom_call @scale(%arg0) {api_version = 4 : i32, backend_config = {by = 2.000000e+00 : f32}} : (tensor<7xf32>) -> tensor<7xf32>
  %0 = stablehlo.custom_call @scale(%x) {api_version = 4 : i32, backend_config = {by = 2.0 : f32}} : (tensor<7xf32>) -> tensor<7xf32>
  // CHECK: stablehlo.custom_call @check.eq(%arg0) {has_side_effect = true} : (tensor<7xf32>) -> ()
  stablehlo.custom_call @check.eq(%x) {has_side_effect = true, called_computations = [], api_version = 1 : i32} : (tensor<7xf32>) -> ()
  // CHECK: stablehlo.custom_call @f(%arg0) {called_computations = [@impl], operand_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<0> : tensor<1xindex>]}
  %1 = stablehlo.custom_call @f(%x) {called_computations = [@impl], operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<7xf32>) -> tensor<7xf32>
  // CHECK: stablehlo.composite "acme.scale" %arg0, %arg1 {composite_attributes = {k = 2 : i32}, decomposition = @impl, version = 3 : i32} : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  %2 = stablehlo.composite "acme.scale" %x, %s {composite_attributes = {k = 2 : i32}, decomposition = @impl, version = 3 : i32} : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  // CHECK:      stablehlo.composite "acme.scale" %arg0, %arg1 ({
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<f32>):
  // CHECK:      }) {decomposition = @impl} :
  %3 = stablehlo.composite "acme.scale" %x, %s ({
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) {decomposition = @impl, composite_attributes = {}, version = 0 : i32} : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// CHECK-LABEL: @tokens
func.func @tokens(%x: tensor<2xf32>) {
  // CHECK: %[[T:.*]] = stablehlo.create_token : !stablehlo.token
  %t = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.after_all %[[T]], %[[T]] : !stablehlo.token
  %a = stablehlo.after_all %t, %t : !stablehlo.token
  // CHECK: "stablehlo.infeed"(%{{.*}}) <{infeed_config = "here", layout = {{\[\[}}0]]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  %i:2 = "stablehlo.infeed"(%a) <{infeed_config = "here", layout = [[0]]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  // CHECK: "stablehlo.outfeed"(%{{.*}}, %{{.*}})
  %o = "stablehlo.outfeed"(%i#0, %i#1) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.send"(%{{.*}}, %{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>,{{.*}}source_target_pairs = dense<[{{\[}}0, 3]]> : tensor<1x2xi64>}>
  %s = "stablehlo.send"(%x, %o) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = false, source_target_pairs = dense<[[0, 3]]> : tensor<1x2xi64>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.recv"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}>
  %r:2 = "stablehlo.recv"(%s) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return
}

// CHECK-LABEL: @futures
func.func @futures(%x: tensor<6xf32>) -> tensor<3xf32> {
  // CHECK: %[[F:.*]] = "stablehlo.async_start"(%arg0) ({
  // CHECK: }) : (tensor<6xf32>) -> !stablehlo.future<tensor<3xf32>>
  %f = "stablehlo.async_start"(%x) ({
  ^bb0(%a: tensor<6xf32>):
    %s = stablehlo.slice %a [0:3] : (tensor<6xf32>) -> tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }) : (tensor<6xf32>) -> !stablehlo.future<tensor<3xf32>>
  // CHECK: "stablehlo.async_done"(%[[F]]) : (!stablehlo.future<tensor<3xf32>>) -> tensor<3xf32>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<3xf32>>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
