// RUN: spmd-opt %s --sdy-pad-for-divisibility | FileCheck %s

// What jaxlib 0.10.2 prints for the same programs, if it does not fail, but where a comment says so.

sdy.mesh @m = <["a"=2, "b"=4]>

// 7 columns over 2 devices are 8, of which one is padding.
// CHECK-LABEL: @grows_and_is_trimmed(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xf32>
// CHECK-NEXT: %3 = sdy.all_gather [{}, {"a"}] %2 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: %4 = stablehlo.slice %3 [0:8, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x7xf32>
// CHECK-NEXT: return %4 : tensor<8x7xf32>
func.func @grows_and_is_trimmed(%arg0: tensor<8x7xf32>) -> tensor<8x7xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %y = stablehlo.exponential %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x7xf32>
  %g = sdy.all_gather [{}, {"a"}] %y out_sharding=<@m, [{}, {}]> : tensor<8x7xf32>
  return %g : tensor<8x7xf32>
}

// Parts of a sum stay parts when they are padded.
// CHECK-LABEL: @partial(
// CHECK: %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}], unreduced={"a"}>]>} : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{"b"}] %0 out_sharding=<@m, [{"b"}], unreduced={"a"}> : tensor<8xf32>
func.func @partial(%arg0: tensor<7xf32> {sdy.sharding = #sdy.sharding<@m, [{}], unreduced={"a"}>}) -> tensor<7xf32> {
  %x = sdy.all_slice [{"b"}] %arg0 out_sharding=<@m, [{"b"}], unreduced={"a"}> : tensor<7xf32>
  %y = sdy.all_reduce {"a"} %x out_sharding=<@m, [{"b"}]> : tensor<7xf32>
  %g = sdy.all_gather [{"b"}] %y out_sharding=<@m, [{}]> : tensor<7xf32>
  return %g : tensor<7xf32>
}

// Nothing to do.
// CHECK-LABEL: @divides(
// CHECK-NEXT: %0 = stablehlo.exponential %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<8x8xf32>
// CHECK-NEXT: return %0 : tensor<8x8xf32>
func.func @divides(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}) -> tensor<8x8xf32> {
  %y = stablehlo.exponential %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// Both operands were padded with zeros.
// CHECK-LABEL: @contracts_zeros(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.pad %arg1, %cst_0, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %3 = sdy.all_slice [{}, {"a"}] %2 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %4 = stablehlo.dot_general %1, %3, contracting_dims = [1] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
// CHECK-NEXT: %5 = sdy.all_reduce {"a"} %4 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: return %5 : tensor<8x8xf32>
func.func @contracts_zeros(%arg0: tensor<8x7xf32>, %arg1: tensor<8x7xf32>) -> tensor<8x8xf32> {
  %y = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %w = sdy.all_slice [{}, {"a"}] %arg1 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %d = stablehlo.dot_general %y, %w, contracting_dims = [1] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x7xf32>, tensor<8x7xf32>) -> tensor<8x8xf32>
  %g = sdy.all_reduce {"a"} %d out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}

// exp(0) is not 0. The mask is sharded like its operand; the public pass leaves it without a sharding.
// CHECK-LABEL: @masks_contracted_padding(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %3 = stablehlo.pad %arg1, %cst_0, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %4 = sdy.all_slice [{}, {"a"}] %3 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %5 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: %6 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<i32>) -> tensor<8x8xi32>
// CHECK-NEXT: %7 = stablehlo.compare LT, %5, %6 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %9 = stablehlo.select %7, %2, %8 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi1>, tensor<8x8xf32>
// CHECK-NEXT: %10 = stablehlo.dot_general %9, %4, contracting_dims = [1] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
// CHECK-NEXT: %11 = sdy.all_reduce {"a"} %10 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: return %11 : tensor<8x8xf32>
func.func @masks_contracted_padding(%arg0: tensor<8x7xf32>, %arg1: tensor<8x7xf32>) -> tensor<8x8xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %y = stablehlo.exponential %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x7xf32>
  %w = sdy.all_slice [{}, {"a"}] %arg1 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %d = stablehlo.dot_general %y, %w, contracting_dims = [1] x [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x7xf32>, tensor<8x7xf32>) -> tensor<8x8xf32>
  %g = sdy.all_reduce {"a"} %d out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}

// Zeros do not change a sum.
// CHECK-LABEL: @adds_zeros(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: %3 = sdy.all_reduce {"a"} %2 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: return %3 : tensor<8xf32>
func.func @adds_zeros(%arg0: tensor<8x7xf32>) -> tensor<8xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8x7xf32>, tensor<f32>) -> tensor<8xf32>
  %g = sdy.all_reduce {"a"} %r out_sharding=<@m, [{}]> : tensor<8xf32>
  return %g : tensor<8xf32>
}

// The public pass adds exp(0) here.
// CHECK-LABEL: @adds_masked_padding(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %2 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %3 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: %4 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<i32>) -> tensor<8x8xi32>
// CHECK-NEXT: %5 = stablehlo.compare LT, %3, %4 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %6 = stablehlo.broadcast_in_dim %cst_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %7 = stablehlo.select %5, %2, %6 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi1>, tensor<8x8xf32>
// CHECK-NEXT: %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: %9 = sdy.all_reduce {"a"} %8 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: return %9 : tensor<8xf32>
func.func @adds_masked_padding(%arg0: tensor<8x7xf32>) -> tensor<8xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %e = stablehlo.exponential %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x7xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%e init: %init) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8x7xf32>, tensor<f32>) -> tensor<8xf32>
  %g = sdy.all_reduce {"a"} %r out_sharding=<@m, [{}]> : tensor<8xf32>
  return %g : tensor<8xf32>
}

// Zeros do change a maximum of negative numbers.
// CHECK-LABEL: @maximum_of_masked_padding(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: %3 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<i32>) -> tensor<8x8xi32>
// CHECK-NEXT: %4 = stablehlo.compare LT, %2, %3 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
// CHECK-NEXT: %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %6 = stablehlo.select %4, %1, %5 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi1>, tensor<8x8xf32>
// CHECK-NEXT: %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: %8 = sdy.all_reduce max {"a"} %7 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: return %8 : tensor<8xf32>
func.func @maximum_of_masked_padding(%arg0: tensor<8x7xf32>) -> tensor<8xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8x7xf32>, tensor<f32>) -> tensor<8xf32>
  %g = sdy.all_reduce max {"a"} %r out_sharding=<@m, [{}]> : tensor<8xf32>
  return %g : tensor<8xf32>
}

// CHECK-LABEL: @constants_grow(
// CHECK-NEXT: %cst = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} dense<1.500000e+00> : tensor<8x8xf32>
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xf32>
// CHECK-NEXT: %1 = stablehlo.add %cst, %0 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xf32>
// CHECK-NEXT: %2 = sdy.all_gather [{}, {"a"}] %1 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: %3 = stablehlo.slice %2 [0:8, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x7xf32>
// CHECK-NEXT: return %3 : tensor<8x7xf32>
func.func @constants_grow(%arg0: tensor<8x7xf32>) -> tensor<8x7xf32> {
  %c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} dense<1.5> : tensor<8x7xf32>
  %i = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x7xf32>
  %y = stablehlo.add %c, %i {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x7xf32>
  %g = sdy.all_gather [{}, {"a"}] %y out_sharding=<@m, [{}, {}]> : tensor<8x7xf32>
  return %g : tensor<8x7xf32>
}

// Every device has the constant, pads it, and takes its part.
// CHECK-LABEL: @dense_constant(
// CHECK-NEXT: %cst = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %cst, %cst_0, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: %1 = sdy.all_slice [{"a"}] %0 out_sharding=<@m, [{"a"}]> : tensor<4xf32>
// CHECK-NEXT: %2 = sdy.all_gather [{"a"}] %1 out_sharding=<@m, [{}]> : tensor<4xf32>
// CHECK-NEXT: %3 = stablehlo.slice %2 [0:3] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<4xf32>) -> tensor<3xf32>
// CHECK-NEXT: return %3 : tensor<3xf32>
func.func @dense_constant(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %c = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %g = sdy.all_gather [{"a"}] %c out_sharding=<@m, [{}]> : tensor<3xf32>
  return %g : tensor<3xf32>
}

// The target is padded before, the source trimmed behind.
// CHECK-LABEL: @moves_between_dims(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<5x7xf32>, tensor<f32>) -> tensor<6x7xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<6x7xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.pad %1, %cst_0, low = [0, 0], high = [0, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>}
// CHECK-NEXT: %3 = sdy.all_to_all [{"a"}: 0->1] %2 out_sharding=<@m, [{}, {"a"}]> : tensor<6x8xf32>
// CHECK-NEXT: %4 = stablehlo.slice %3 [0:5, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<6x8xf32>) -> tensor<5x8xf32>
// CHECK-NEXT: %5 = sdy.all_gather [{}, {"a"}] %4 out_sharding=<@m, [{}, {}]> : tensor<5x8xf32>
// CHECK-NEXT: %6 = stablehlo.slice %5 [0:5, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<5x8xf32>) -> tensor<5x7xf32>
// CHECK-NEXT: return %6 : tensor<5x7xf32>
func.func @moves_between_dims(%arg0: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %x = sdy.all_slice [{"a"}, {}] %arg0 out_sharding=<@m, [{"a"}, {}]> : tensor<5x7xf32>
  %y = sdy.all_to_all [{"a"}: 0->1] %x out_sharding=<@m, [{}, {"a"}]> : tensor<5x7xf32>
  %g = sdy.all_gather [{}, {"a"}] %y out_sharding=<@m, [{}, {}]> : tensor<5x7xf32>
  return %g : tensor<5x7xf32>
}

// CHECK-LABEL: @scatters_sums(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>}
// CHECK-NEXT: %1 = sdy.reduce_scatter [{"a"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: %2 = sdy.all_gather [{"a"}, {}] %1 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: %3 = stablehlo.slice %2 [0:7, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<7x8xf32>
// CHECK-NEXT: return %3 : tensor<7x8xf32>
func.func @scatters_sums(%arg0: tensor<7x8xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}) -> tensor<7x8xf32> {
  %x = sdy.reduce_scatter [{"a"}, {}] %arg0 out_sharding=<@m, [{"a"}, {}]> : tensor<7x8xf32>
  %g = sdy.all_gather [{"a"}, {}] %x out_sharding=<@m, [{}, {}]> : tensor<7x8xf32>
  return %g : tensor<7x8xf32>
}

// Rows stay on their devices, where both sizes are padded to one.
// CHECK-LABEL: @slices_in_place(
// CHECK-NEXT: %0 = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %1 = stablehlo.slice %0 [0:8, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
// CHECK-NEXT: %2 = sdy.all_gather [{}, {"a"}] %1 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: %3 = stablehlo.slice %2 [0:8, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x7xf32>
// CHECK-NEXT: return %3 : tensor<8x7xf32>
func.func @slices_in_place(%arg0: tensor<8x8xf32>) -> tensor<8x7xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
  %y = stablehlo.slice %x [0:8, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x8xf32>) -> tensor<8x7xf32>
  %g = sdy.all_gather [{}, {"a"}] %y out_sharding=<@m, [{}, {}]> : tensor<8x7xf32>
  return %g : tensor<8x7xf32>
}

// The column that the op adds is padding of its operand.
// CHECK-LABEL: @pads_in_place(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %2 = stablehlo.iota dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<7> : tensor<i32>
// CHECK-NEXT: %3 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<i32>) -> tensor<8x8xi32>
// CHECK-NEXT: %4 = stablehlo.compare LT, %2, %3 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
// CHECK-NEXT: %5 = stablehlo.broadcast_in_dim %arg1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %6 = stablehlo.select %4, %1, %5 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xi1>, tensor<8x8xf32>
// CHECK-NEXT: %7 = stablehlo.pad %6, %arg1, low = [0, 0], high = [0, 0], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>}
// CHECK-NEXT: %8 = sdy.all_gather [{}, {"a"}] %7 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: return %8 : tensor<8x8xf32>
func.func @pads_in_place(%arg0: tensor<8x7xf32>, %v: tensor<f32>) -> tensor<8x8xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %y = stablehlo.pad %x, %v, low = [0, 0], high = [0, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
  %g = sdy.all_gather [{}, {"a"}] %y out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
  return %g : tensor<8x8xf32>
}

// Rows would have to move: the op runs on the whole value.
// CHECK-LABEL: @slices_whole(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] : (tensor<9xf32>, tensor<f32>) -> tensor<10xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{"a"}] %0 out_sharding=<@m, [{"a"}]> : tensor<10xf32>
// CHECK-NEXT: %2 = sdy.all_gather [{"a"}] %1 out_sharding=<@m, [{}]> : tensor<10xf32>
// CHECK-NEXT: %3 = stablehlo.slice %2 [0:9] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<10xf32>) -> tensor<9xf32>
// CHECK-NEXT: %4 = stablehlo.slice %3 [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<9xf32>) -> tensor<7xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %5 = stablehlo.pad %4, %cst_0, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: %6 = sdy.all_slice [{"a"}] %5 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT: %7 = sdy.all_gather [{"a"}] %6 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: %8 = stablehlo.slice %7 [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
// CHECK-NEXT: return %8 : tensor<7xf32>
func.func @slices_whole(%arg0: tensor<9xf32>) -> tensor<7xf32> {
  %x = sdy.all_slice [{"a"}] %arg0 out_sharding=<@m, [{"a"}]> : tensor<9xf32>
  %y = stablehlo.slice %x [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<9xf32>) -> tensor<7xf32>
  %g = sdy.all_gather [{"a"}] %y out_sharding=<@m, [{}]> : tensor<7xf32>
  return %g : tensor<7xf32>
}

// 14 elements over 2 devices are 7 each, but 7 rows of 2 are 4 and 3: the op runs on the whole value.
// CHECK-LABEL: @reshapes_rows(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [1, 0], interior = [0, 0] : (tensor<7x2xf32>, tensor<f32>) -> tensor<8x2xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{"a"}, {}] %0 out_sharding=<@m, [{"a"}, {}]> : tensor<8x2xf32>
// CHECK-NEXT: %2 = sdy.all_gather [{"a"}, {}] %1 out_sharding=<@m, [{}, {}]> : tensor<8x2xf32>
// CHECK-NEXT: %3 = stablehlo.slice %2 [0:7, 0:2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x2xf32>) -> tensor<7x2xf32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<7x2xf32>) -> tensor<14xf32>
// CHECK-NEXT: %5 = sdy.all_slice [{"a"}] %4 out_sharding=<@m, [{"a"}]> : tensor<14xf32>
// CHECK-NEXT: %6 = stablehlo.negate %5 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<14xf32>
// CHECK-NEXT: %7 = sdy.all_gather [{"a"}] %6 out_sharding=<@m, [{}]> : tensor<14xf32>
// CHECK-NEXT: return %7 : tensor<14xf32>
func.func @reshapes_rows(%arg0: tensor<7x2xf32>) -> tensor<14xf32> {
  %x = sdy.all_slice [{"a"}, {}] %arg0 out_sharding=<@m, [{"a"}, {}]> : tensor<7x2xf32>
  %y = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<7x2xf32>) -> tensor<14xf32>
  %z = stablehlo.negate %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : tensor<14xf32>
  %g = sdy.all_gather [{"a"}] %z out_sharding=<@m, [{}]> : tensor<14xf32>
  return %g : tensor<14xf32>
}

// Values that flow into each other are padded alike.
// CHECK-LABEL: @loop(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %c = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %2:2 = stablehlo.while(%iterArg = %1, %iterArg_0 = %c)
// CHECK-NEXT: cond {
// CHECK-NEXT: %c_1 = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %5 = stablehlo.compare LT, %iterArg_0, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK-NEXT: stablehlo.return %5 : tensor<i1>
// CHECK-NEXT: } do {
// CHECK-NEXT: %c_1 = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT: %5 = stablehlo.add %iterArg_0, %c_1 : tensor<i32>
// CHECK-NEXT: %6 = stablehlo.add %iterArg, %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x8xf32>
// CHECK-NEXT: stablehlo.return %6, %5 : tensor<8x8xf32>, tensor<i32>
// CHECK-NEXT: }
// CHECK-NEXT: %3 = sdy.all_gather [{}, {"a"}] %2#0 out_sharding=<@m, [{}, {}]> : tensor<8x8xf32>
// CHECK-NEXT: %4 = stablehlo.slice %3 [0:8, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<8x8xf32>) -> tensor<8x7xf32>
// CHECK-NEXT: return %4 : tensor<8x7xf32>
func.func @loop(%arg0: tensor<8x7xf32>) -> tensor<8x7xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %w:2 = stablehlo.while(%p = %x, %n = %zero) : tensor<8x7xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>, <@m, []>]>}
  cond {
    %k = stablehlo.constant dense<3> : tensor<i32>
    %q = stablehlo.compare LT, %n, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %q : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %s = stablehlo.add %n, %one : tensor<i32>
    %t = stablehlo.add %p, %p {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : tensor<8x7xf32>
    stablehlo.return %t, %s : tensor<8x7xf32>, tensor<i32>
  }
  %g = sdy.all_gather [{}, {"a"}] %w#0 out_sharding=<@m, [{}, {}]> : tensor<8x7xf32>
  return %g : tensor<8x7xf32>
}

// At row 9 of 7 the op would start at row 5; of 8 padded ones it would at row 6.
// CHECK-LABEL: @limits_starts(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{"a"}] %0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT: %c = stablehlo.constant dense<5> : tensor<i32>
// CHECK-NEXT: %2 = stablehlo.minimum %arg2, %c : tensor<i32>
// CHECK-NEXT: %3 = stablehlo.dynamic_update_slice %1, %arg1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>}
// CHECK-NEXT: %4 = sdy.all_gather [{"a"}] %3 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: %5 = stablehlo.slice %4 [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
// CHECK-NEXT: return %5 : tensor<7xf32>
func.func @limits_starts(%arg0: tensor<7xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> tensor<7xf32> {
  %x = sdy.all_slice [{"a"}] %arg0 out_sharding=<@m, [{"a"}]> : tensor<7xf32>
  %y = stablehlo.dynamic_update_slice %x, %u, %i {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<7xf32>, tensor<2xf32>, tensor<i32>) -> tensor<7xf32>
  %g = sdy.all_gather [{"a"}] %y out_sharding=<@m, [{}]> : tensor<7xf32>
  return %g : tensor<7xf32>
}

// CHECK-LABEL: @window_of_whole_dim(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<8x7xf32>, tensor<f32>) -> tensor<8x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{}, {"a"}] %0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x8xf32>
// CHECK-NEXT: %2 = stablehlo.dynamic_slice %1, %arg1, %arg1, sizes = [3, 8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>}
// CHECK-NEXT: %3 = sdy.all_gather [{}, {"a"}] %2 out_sharding=<@m, [{}, {}]> : tensor<3x8xf32>
// CHECK-NEXT: %4 = stablehlo.slice %3 [0:3, 0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}]>]>} : (tensor<3x8xf32>) -> tensor<3x7xf32>
// CHECK-NEXT: return %4 : tensor<3x7xf32>
func.func @window_of_whole_dim(%arg0: tensor<8x7xf32>, %i: tensor<i32>) -> tensor<3x7xf32> {
  %x = sdy.all_slice [{}, {"a"}] %arg0 out_sharding=<@m, [{}, {"a"}]> : tensor<8x7xf32>
  %y = stablehlo.dynamic_slice %x, %i, %i, sizes = [3, 7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"a"}]>]>} : (tensor<8x7xf32>, tensor<i32>, tensor<i32>) -> tensor<3x7xf32>
  %g = sdy.all_gather [{}, {"a"}] %y out_sharding=<@m, [{}, {}]> : tensor<3x7xf32>
  return %g : tensor<3x7xf32>
}

// Nothing is known of it, so it gets whole values.
// CHECK-LABEL: @custom_call(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0], high = [1], interior = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{"a"}] %0 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT: %2 = sdy.all_gather [{"a"}] %1 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: %3 = stablehlo.slice %2 [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
// CHECK-NEXT: %4 = stablehlo.custom_call @f(%3) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<7xf32>) -> tensor<7xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %5 = stablehlo.pad %4, %cst_0, low = [0], high = [1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>}
// CHECK-NEXT: %6 = sdy.all_slice [{"a"}] %5 out_sharding=<@m, [{"a"}]> : tensor<8xf32>
// CHECK-NEXT: %7 = sdy.all_gather [{"a"}] %6 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: %8 = stablehlo.slice %7 [0:7] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
// CHECK-NEXT: return %8 : tensor<7xf32>
func.func @custom_call(%arg0: tensor<7xf32>) -> tensor<7xf32> {
  %x = sdy.all_slice [{"a"}] %arg0 out_sharding=<@m, [{"a"}]> : tensor<7xf32>
  %y = stablehlo.custom_call @f(%x) {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<7xf32>) -> tensor<7xf32>
  %g = sdy.all_gather [{"a"}] %y out_sharding=<@m, [{}]> : tensor<7xf32>
  return %g : tensor<7xf32>
}

// The padding of features is masked, that of the batch is not.
// CHECK-LABEL: @convolution(
// CHECK-NEXT: %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.pad %arg0, %cst, low = [0, 0, 0], high = [1, 0, 3], interior = [0, 0, 0] : (tensor<3x6x5xf32>, tensor<f32>) -> tensor<4x6x8xf32>
// CHECK-NEXT: %1 = sdy.all_slice [{"a"}, {}, {"b"}] %0 out_sharding=<@m, [{"a"}, {}, {"b"}]> : tensor<4x6x8xf32>
// CHECK-NEXT: %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.pad %arg1, %cst_0, low = [0, 0, 0], high = [0, 3, 0], interior = [0, 0, 0] : (tensor<3x5x2xf32>, tensor<f32>) -> tensor<3x8x2xf32>
// CHECK-NEXT: %3 = sdy.all_slice [{}, {"b"}, {}] %2 out_sharding=<@m, [{}, {"b"}, {}]> : tensor<3x8x2xf32>
// CHECK-NEXT: %4 = stablehlo.exponential %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : tensor<4x6x8xf32>
// CHECK-NEXT: %5 = stablehlo.iota dim = 2 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : tensor<4x6x8xi32>
// CHECK-NEXT: %c = stablehlo.constant dense<5> : tensor<i32>
// CHECK-NEXT: %6 = stablehlo.broadcast_in_dim %c, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>}
// CHECK-NEXT: %7 = stablehlo.compare LT, %5, %6 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>}
// CHECK-NEXT: %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>}
// CHECK-NEXT: %9 = stablehlo.select %7, %4, %8 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : tensor<4x6x8xi1>, tensor<4x6x8xf32>
// CHECK-NEXT: %10 = stablehlo.convolution(%9, %3) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = {{\[\[}}1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {}]>]>}
// CHECK-NEXT: %11 = sdy.all_reduce {"b"} %10 out_sharding=<@m, [{"a"}, {}, {}]> : tensor<4x6x2xf32>
// CHECK-NEXT: %12 = sdy.all_gather [{"a"}, {}, {}] %11 out_sharding=<@m, [{}, {}, {}]> : tensor<4x6x2xf32>
// CHECK-NEXT: %13 = stablehlo.slice %12 [0:3, 0:6, 0:2] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {}, {}]>]>} : (tensor<4x6x2xf32>) -> tensor<3x6x2xf32>
// CHECK-NEXT: return %13 : tensor<3x6x2xf32>
func.func @convolution(%arg0: tensor<3x6x5xf32>, %arg1: tensor<3x5x2xf32>) -> tensor<3x6x2xf32> {
  %x = sdy.all_slice [{"a"}, {}, {"b"}] %arg0 out_sharding=<@m, [{"a"}, {}, {"b"}]> : tensor<3x6x5xf32>
  %w = sdy.all_slice [{}, {"b"}, {}] %arg1 out_sharding=<@m, [{}, {"b"}, {}]> : tensor<3x5x2xf32>
  %e = stablehlo.exponential %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {"b"}]>]>} : tensor<3x6x5xf32>
  %y = stablehlo.convolution(%e, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}, {}]>]>} : (tensor<3x6x5xf32>, tensor<3x5x2xf32>) -> tensor<3x6x2xf32>
  %r = sdy.all_reduce {"b"} %y out_sharding=<@m, [{"a"}, {}, {}]> : tensor<3x6x2xf32>
  %g = sdy.all_gather [{"a"}, {}, {}] %r out_sharding=<@m, [{}, {}, {}]> : tensor<3x6x2xf32>
  return %g : tensor<3x6x2xf32>
}

// The free axis "b" pads dim 1 alike inside and outside.
// CHECK-LABEL: @manual_computation(
// CHECK: %1 = sdy.all_slice [{"a"}, {"b"}] %0 out_sharding=<@m, [{"a"}, {"b"}]> : tensor<4x8xf32>
// CHECK-NEXT: %2 = sdy.manual_computation(%1) {{.*}} (%arg1: tensor<2x8xf32>) {
// CHECK-NEXT: stablehlo.negate %arg1 {{.*}} : tensor<2x8xf32>
// CHECK-NEXT: sdy.return
// CHECK-NEXT: } : (tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @manual_computation(%x: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %0 = sdy.all_slice [{"a"}, {"b"}] %x out_sharding=<@m, [{"a"}, {"b"}]> : tensor<4x7xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@m, [{"a"}, {"b"}]>] out_shardings=[<@m, [{"a"}, {"b"}]>] manual_axes={"a"} (%y: tensor<2x7xf32>) {
    %2 = stablehlo.negate %y {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : tensor<2x7xf32>
    sdy.return %2 : tensor<2x7xf32>
  } : (tensor<4x7xf32>) -> tensor<4x7xf32>
  %3 = sdy.all_gather [{"a"}, {"b"}] %1 out_sharding=<@m, [{}, {}]> : tensor<4x7xf32>
  return %3 : tensor<4x7xf32>
}

// Row 1 of 8 would move to row 0, though only the result is padded.
// CHECK-LABEL: @slices_off_the_front(
// CHECK: sdy.all_gather [{"a"}] %0 out_sharding=<@m, [{}]> : tensor<8xf32>
// CHECK-NEXT: stablehlo.slice {{.*}} [1:8] {{.*}} : (tensor<8xf32>) -> tensor<7xf32>
func.func @slices_off_the_front(%x: tensor<8xf32>) -> tensor<7xf32> {
  %0 = sdy.all_slice [{"a"}] %x out_sharding=<@m, [{"a"}]> : tensor<8xf32>
  %1 = stablehlo.slice %0 [1:8] {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : (tensor<8xf32>) -> tensor<7xf32>
  %2 = sdy.all_gather [{"a"}] %1 out_sharding=<@m, [{}]> : tensor<7xf32>
  return %2 : tensor<7xf32>
}

// A quantized constant lists stored integers.
// CHECK-LABEL: @quantized_constant(
// CHECK-NEXT: stablehlo.constant() <{value = dense<2> : tensor<8xi8>}> {{.*}} : () -> tensor<8x!quant.uniform<i8:f32, 5.000000e-01>>
func.func @quantized_constant() -> tensor<7x!quant.uniform<i8:f32, 0.5>> {
  %0 = stablehlo.constant() {value = dense<2> : tensor<7xi8>, sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}]>]>} : () -> tensor<7x!quant.uniform<i8:f32, 0.5>>
  %1 = sdy.all_gather [{"a"}] %0 out_sharding=<@m, [{}]> : tensor<7x!quant.uniform<i8:f32, 0.5>>
  return %1 : tensor<7x!quant.uniform<i8:f32, 0.5>>
}

// Values of dynamic shape are not padded, and tokens make no op work on whole values.
// CHECK-LABEL: @other_types(
// CHECK-NEXT: sdy.all_gather [{}, {"a"}] %arg0 {{.*}} : tensor<?x4xf32>
// CHECK-NEXT: "stablehlo.outfeed"(%arg1, %arg2)
func.func @other_types(%x: tensor<?x4xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {"a"}]>}, %y: tensor<4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}]>}, %t: !stablehlo.token) -> (tensor<?x4xf32>, !stablehlo.token) {
  %0 = sdy.all_gather [{}, {"a"}] %x out_sharding=<@m, [{}, {}]> : tensor<?x4xf32>
  %1 = "stablehlo.outfeed"(%y, %t) {outfeed_config = ""} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %0, %1 : tensor<?x4xf32>, !stablehlo.token
}
