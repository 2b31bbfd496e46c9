// One table, made by a reshape, in which two gathers look: where a kernel may not compute it for each place that looks, it stays.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  func.func public @main() {
    %w = call @table() : () -> tensor<4x4xf32>
    %t = stablehlo.reshape %w : (tensor<4x4xf32>) -> tensor<16xf32>
    %n = call @numbers() : () -> tensor<32x1xi32>
    %limit = stablehlo.constant dense<15> : tensor<32x1xi32>
    %i = stablehlo.minimum %n, %limit : tensor<32x1xi32>
    %j = stablehlo.subtract %limit, %i : tensor<32x1xi32>
    %a = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<16xf32>, tensor<32x1xi32>) -> tensor<32xf32>
    %b = "stablehlo.gather"(%t, %j) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
        indices_are_sorted = false, slice_sizes = array<i64: 1>}> : (tensor<16xf32>, tensor<32x1xi32>) -> tensor<32xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %s = stablehlo.reduce(%a init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %first = stablehlo.slice %b [0:2] : (tensor<32xf32>) -> tensor<2xf32>
    check.expect_eq_const %s, dense<360.0> : tensor<f32>
    check.expect_eq_const %first, dense<[15.0, 14.0]> : tensor<2xf32>
    return
  }
  func.func private @table() -> tensor<4x4xf32> {
    %i = stablehlo.iota dim = 0 : tensor<16xf32>
    %w = stablehlo.reshape %i : (tensor<16xf32>) -> tensor<4x4xf32>
    return %w : tensor<4x4xf32>
  }
  func.func private @numbers() -> tensor<32x1xi32> {
    %i = stablehlo.iota dim = 0 : tensor<32x1xi32>
    return %i : tensor<32x1xi32>
  }
}
