// RUN: spmd-opt --split-input-file --spmd-cut-dims %s | FileCheck %s
// RUN: spmd-opt --split-input-file --spmd-pipeline=stop-after=partition %s | FileCheck %s --check-prefix=SENT

// The best of each shard, then the best of those: 8 rows of 4 candidates are sent, not 64 elements each. Each device finds the best of two rows.
// CHECK-LABEL: func.func @argmax(
// CHECK:       stablehlo.reshape %arg0 {{{.*}}[{}, {"x"}, {}]{{.*}}} : (tensor<8x64xf32>) -> tensor<8x4x16xf32>
// CHECK:       stablehlo.reduce({{.*}}across dimensions = [2] {{.*}}[{}, {"x"}]{{.*}}(tensor<8x4x16xf32>, tensor<8x4x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<8x4xf32>, tensor<8x4xi32>)
// CHECK:       stablehlo.reduce({{.*}}across dimensions = [1]{{.*}}(tensor<8x4xf32>, tensor<8x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
// SENT-LABEL:  func.func @argmax(
// SENT:        all_to_all{{.*}}(tensor<8x1xf32>) -> tensor<2x4xf32>
// SENT:        all_to_all{{.*}}(tensor<8x1xi32>) -> tensor<2x4xi32>
// SENT:        all_gather{{.*}}(tensor<2xi32>) -> tensor<8xi32>
// SENT-NOT:    all_gather
// SENT:        return
sdy.mesh @mesh = <["x"=4]>
func.func @argmax(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) {
  %at = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>} : tensor<8x64xi32>
  %ninf = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0> : tensor<i32>
  %0:2 = stablehlo.reduce(%a init: %ninf), (%at init: %zero) across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{}]>]>} : (tensor<8x64xf32>, tensor<8x64xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
   reducer(%x: tensor<f32>, %y: tensor<f32>) (%p: tensor<i32>, %q: tensor<i32>) {
    %ge = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %ge, %x, %y : tensor<i1>, tensor<f32>
    %w = stablehlo.select %ge, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<8xi32>
}

// -----

// Totals of the shards. 10 elements over 4 shards are filled up to 12.
// CHECK-LABEL: func.func @cumsum(
// CHECK:       stablehlo.pad %arg0{{.*}}(tensor<10x6xf32>, tensor<f32>) -> tensor<12x6xf32>
// CHECK:       "stablehlo.reduce_window"{{.*}}window_dimensions = array<i64: 1, 3, 1>
// CHECK:       "stablehlo.reduce_window"{{.*}}window_dimensions = array<i64: 4, 1>
// CHECK:       stablehlo.slice{{.*}}(tensor<12x6xf32>) -> tensor<10x6xf32>
// SENT-LABEL:  func.func @cumsum(
// SENT:        all_gather{{.*}}(tensor<1x6xf32>) -> tensor<4x6xf32>
// SENT-NOT:    all_gather
// SENT-NOT:    permute
// SENT:        return
sdy.mesh @mesh = <["x"=4]>
func.func @cumsum(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{padding = dense<[[9, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 10, 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %v = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %v : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<10x6xf32>, tensor<f32>) -> tensor<10x6xf32>
  return %0 : tensor<10x6xf32>
}

// -----

// Two candidates of each shard, and where they lie.
// CHECK-LABEL: func.func @top(
// CHECK:       chlo.top_k(%{{.*}}, k = 2) {{.*}}tensor<8x4x16xf32> -> (tensor<8x4x2xf32>, tensor<8x4x2xi32>)
// CHECK:       chlo.top_k(%{{.*}}, k = 2) {{.*}}tensor<8x8xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
// CHECK:       "stablehlo.gather"{{.*}}(tensor<8x8xi32>, tensor<8x2xi32>) -> tensor<8x2xi32>
// SENT-LABEL:  func.func @top(
// SENT:        all_to_all{{.*}}(tensor<8x2xf32>) -> tensor<2x8xf32>
// SENT:        all_to_all{{.*}}(tensor<8x2xi32>) -> tensor<2x8xi32>
// SENT:        all_gather{{.*}}(tensor<2x2xf32>) -> tensor<8x2xf32>
// SENT:        all_gather{{.*}}(tensor<2x2xi32>) -> tensor<8x2xi32>
// SENT-NOT:    all_gather
// SENT:        return
sdy.mesh @mesh = <["x"=4]>
func.func @top(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0:2 = chlo.top_k(%a, k = 2) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>} : tensor<8x64xf32> -> (tensor<8x2xf32>, tensor<8x2xi32>)
  return %0#0, %0#1 : tensor<8x2xf32>, tensor<8x2xi32>
}

// -----

// Candidates that would be as many bytes as the elements; an initial value that counts once; a body that does not commute, behind another
// dim: whole.
// CHECK-LABEL: func.func @as_they_are(
// CHECK-NOT:   reshape
// CHECK:       return
sdy.mesh @mesh = <["x"=4]>
func.func @as_they_are(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %0:2 = chlo.top_k(%a, k = 32) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}, {}]>]>} : tensor<8x64xf32> -> (tensor<8x32xf32>, tensor<8x32xi32>)
  %half = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.5> : tensor<f32>
  %1 = stablehlo.reduce(%a init: %half) across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<8x64xf32>, tensor<f32>) -> tensor<8xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %s = stablehlo.add %x, %y : tensor<f32>
    %t = stablehlo.tanh %s : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%a init: %zero) across dimensions = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<8x64xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %nothing = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.compare NE, %x, %nothing : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %f = stablehlo.select %n, %x, %y : tensor<i1>, tensor<f32>
    stablehlo.return %f : tensor<f32>
  }
  return %0#0, %1, %2 : tensor<8x32xf32>, tensor<8xf32>, tensor<f32>
}

// -----

// The same body behind a dim of one element, which comes before nothing: the first of each shard that is not zero, then the first of those.
// CHECK-LABEL: func.func @behind_one(
// CHECK:       stablehlo.reshape %arg0 {{.*}} : (tensor<1x64xf32>) -> tensor<1x4x16xf32>
// SENT-LABEL:  func.func @behind_one(
// SENT:        all_gather{{.*}}(tensor<1xf32>) -> tensor<4xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @behind_one(%a: tensor<1x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %zero = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %zero) across dimensions = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>]>} : (tensor<1x64xf32>, tensor<f32>) -> tensor<f32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %nothing = stablehlo.constant dense<0.0> : tensor<f32>
    %n = stablehlo.compare NE, %x, %nothing : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %f = stablehlo.select %n, %x, %y : tensor<i1>, tensor<f32>
    stablehlo.return %f : tensor<f32>
  }
  return %0 : tensor<f32>
}
