// Gathers and scatters whose places in a split dim are not what their indices alone say: dims that no index names, of which all
// want the first element; windows as long as the dim that an index moves; indices of types too narrow for what lies before
// a shard. And iotas of types that round: the parts are those of the whole.
// RUN: spmd-run %s
// RUN: spmd-run %s --backend=reference
module {
  sdy.mesh @mesh = <["x"=2]>
  func.func public @main() {
    // x[i, j, k] = 6 i + 2 j + k, split along i; rows j of the first i.
    %iota = stablehlo.iota dim = 0 : tensor<24xi32>
    %whole = stablehlo.reshape %iota : (tensor<24xi32>) -> tensor<4x3x2xi32>
    %x = sdy.sharding_constraint %whole <@mesh, [{"x"}, {}, {}]> : tensor<4x3x2xi32>
    %j = stablehlo.constant dense<[[2], [0]]> : tensor<2x1xi32>
    %firsts = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1],
        start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<4x3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    check.expect_eq_const %firsts, dense<[[4, 5], [0, 1]]> : tensor<2x2xi32>
    %kept = "stablehlo.gather"(%x, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], collapsed_slice_dims = [1],
        start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 2>}> : (tensor<4x3x2xi32>, tensor<2x1xi32>) -> tensor<2x1x2xi32>
    check.expect_eq_const %kept, dense<[[[4, 5]], [[0, 1]]]> : tensor<2x1x2xi32>

    // 100 added there: rows 2 and 0 of the first i.
    %hundred = stablehlo.constant dense<100> : tensor<2x2xi32>
    %s = "stablehlo.scatter"(%x, %j, %hundred) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
        inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %0 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %0 : tensor<i32>
    }) : (tensor<4x3x2xi32>, tensor<2x1xi32>, tensor<2x2xi32>) -> tensor<4x3x2xi32>
    %added = sdy.sharding_constraint %s <@mesh, [{"x"}, {}, {}]> : tensor<4x3x2xi32>
    check.expect_eq_const %added, dense<[[[100, 101], [2, 3], [104, 105]], [[6, 7], [8, 9], [10, 11]],
        [[12, 13], [14, 15], [16, 17]], [[18, 19], [20, 21], [22, 23]]]> : tensor<4x3x2xi32>

    // Windows of all four elements, moved by 1 and by -3: what falls outside is skipped. Clamped to where they fit, they stay.
    %line = stablehlo.constant dense<0> : tensor<4xi32>
    %y = sdy.sharding_constraint %line <@mesh, [{"x"}]> : tensor<4xi32>
    %at = stablehlo.constant dense<[[1], [-3]]> : tensor<2x1xi32>
    %w = stablehlo.constant dense<[[1, 2, 3, 4], [50, 60, 70, 80]]> : tensor<2x4xi32>
    %windows = sdy.sharding_constraint %w <@mesh, [{}, {"x"}]> : tensor<2x4xi32>
    %moved = func.call @add(%y, %at, %windows) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2x4xi32>) -> tensor<4xi32>
    check.expect_eq_const %moved, dense<[80, 1, 2, 3]> : tensor<4xi32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %none = stablehlo.clamp %zero, %at, %zero : (tensor<i32>, tensor<2x1xi32>, tensor<i32>) -> tensor<2x1xi32>
    %stayed = func.call @add(%y, %none, %windows) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2x4xi32>) -> tensor<4xi32>
    check.expect_eq_const %stayed, dense<[51, 62, 73, 84]> : tensor<4xi32>

    // 400 rows by numbers of 8 bits, which reach 255, or 127: the second device starts at 200.
    %n = stablehlo.iota dim = 0 : tensor<400xi32>
    %rows = sdy.sharding_constraint %n <@mesh, [{"x"}]> : tensor<400xi32>
    %u8 = stablehlo.constant dense<[[5], [150], [201], [255]]> : tensor<4x1xui8>
    %byU8 = "stablehlo.gather"(%rows, %u8) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
        index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<400xi32>, tensor<4x1xui8>) -> tensor<4xi32>
    check.expect_eq_const %byU8, dense<[5, 150, 201, 255]> : tensor<4xi32>
    %i8 = stablehlo.constant dense<[[5], [127], [-1], [60]]> : tensor<4x1xi8>
    %byI8 = "stablehlo.gather"(%rows, %i8) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
        index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<400xi32>, tensor<4x1xi8>) -> tensor<4xi32>
    check.expect_eq_const %byI8, dense<[5, 127, 0, 60]> : tensor<4xi32>
    // The sum over what the devices have found keeps the sign of a zero.
    %zeros = stablehlo.constant dense<[0.0, -0.0, -0.0, 0.0]> : tensor<4xf32>
    %z = sdy.sharding_constraint %zeros <@mesh, [{"x"}]> : tensor<4xf32>
    %two = stablehlo.constant dense<[[1], [3]]> : tensor<2x1xi32>
    %found0 = "stablehlo.gather"(%z, %two) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
        index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<4xf32>, tensor<2x1xi32>) -> tensor<2xf32>
    %bits = stablehlo.bitcast_convert %found0 : (tensor<2xf32>) -> tensor<2xi32>
    check.expect_eq_const %bits, dense<[-2147483648, 0]> : tensor<2xi32>
    %u64 = stablehlo.constant dense<[[18446744073709551615], [399], [9223372036854775808], [7]]> : tensor<4x1xui64>
    %byU64 = "stablehlo.gather"(%rows, %u64) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0],
        index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<400xi32>, tensor<4x1xui64>) -> tensor<4xi32>
    check.expect_eq_const %byU64, dense<[399, 399, 399, 7]> : tensor<4xi32>
    %ones = stablehlo.constant dense<-1000> : tensor<4xi32>
    %set = "stablehlo.scatter"(%rows, %u8, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      stablehlo.return %b : tensor<i32>
    }) : (tensor<400xi32>, tensor<4x1xui8>, tensor<4xi32>) -> tensor<400xi32>
    %isSet = stablehlo.constant dense<-1000> : tensor<400xi32>
    %found = stablehlo.compare EQ, %set, %isSet : (tensor<400xi32>, tensor<400xi32>) -> tensor<400xi1>
    %nothing = stablehlo.constant dense<0> : tensor<400xi32>
    %places = stablehlo.select %found, %rows, %nothing : tensor<400xi1>, tensor<400xi32>
    %sum = stablehlo.reduce(%places init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<400xi32>, tensor<i32>) -> tensor<i32>
    check.expect_eq_const %sum, dense<611> : tensor<i32>

    // 1541 is 1544 in bf16; 1024 and 517, which is 516, would be 1540 and that 1536.
    %b = stablehlo.iota dim = 0 : tensor<2048xbf16>
    %bf16 = sdy.sharding_constraint %b <@mesh, [{"x"}]> : tensor<2048xbf16>
    %b1541 = stablehlo.slice %bf16 [1541:1542] : (tensor<2048xbf16>) -> tensor<1xbf16>
    check.expect_eq_const %b1541, dense<1544.0> : tensor<1xbf16>
    return
  }
  func.func private @add(%x: tensor<4xi32>, %at: tensor<2x1xi32>, %windows: tensor<2x4xi32>) -> tensor<4xi32> {
    %0 = "stablehlo.scatter"(%x, %at, %windows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<i32>, %b: tensor<i32>):
      %1 = stablehlo.add %a, %b : tensor<i32>
      stablehlo.return %1 : tensor<i32>
    }) : (tensor<4xi32>, tensor<2x1xi32>, tensor<2x4xi32>) -> tensor<4xi32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}]> : tensor<4xi32>
    return %1 : tensor<4xi32>
  }
}
