module @jit_fwd attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg2: tensor<2x96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg3: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, %arg4: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, %arg5: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, %arg6: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {}]>}, %arg7: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, %arg8: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, %arg9: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg10: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg11: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg12: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<8x16x64xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}) {
    %0 = call @_take(%arg11, %arg12) : (tensor<64x32xf32>, tensor<8x16xi32>) -> tensor<8x16x32xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %2:11 = stablehlo.while(%iterArg = %arg0, %iterArg_2 = %arg1, %iterArg_3 = %arg2, %iterArg_4 = %arg3, %iterArg_5 = %arg4, %iterArg_6 = %arg5, %iterArg_7 = %arg6, %iterArg_8 = %arg7, %iterArg_9 = %arg8, %iterArg_10 = %c, %iterArg_11 = %1) : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>, tensor<i32>, tensor<8x16x32xf32>
    cond {
      %c_12 = stablehlo.constant dense<2> : tensor<i32>
      %18 = stablehlo.compare LT, %iterArg_10, %c_12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %18 : tensor<i1>
    } do {
      %18 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_10) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %19 = func.call @dynamic_index_in_dim(%iterArg_2, %iterArg_10) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %20 = func.call @dynamic_index_in_dim_0(%iterArg_3, %iterArg_10) : (tensor<2x96x32xf32>, tensor<i32>) -> tensor<96x32xf32>
      %21 = func.call @dynamic_index_in_dim_1(%iterArg_4, %iterArg_10) : (tensor<2x32x96xf32>, tensor<i32>) -> tensor<32x96xf32>
      %22 = func.call @dynamic_index_in_dim_1(%iterArg_5, %iterArg_10) : (tensor<2x32x96xf32>, tensor<i32>) -> tensor<32x96xf32>
      %23 = func.call @dynamic_index_in_dim_2(%iterArg_6, %iterArg_10) : (tensor<2x32x2x8xf32>, tensor<i32>) -> tensor<32x2x8xf32>
      %24 = func.call @dynamic_index_in_dim_3(%iterArg_7, %iterArg_10) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %25 = func.call @dynamic_index_in_dim_4(%iterArg_8, %iterArg_10) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %26 = func.call @dynamic_index_in_dim_2(%iterArg_9, %iterArg_10) : (tensor<2x32x2x8xf32>, tensor<i32>) -> tensor<32x2x8xf32>
      %27 = func.call @closed_call(%iterArg_11, %18, %19, %20, %21, %22, %23, %24, %25, %26) : (tensor<8x16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<96x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>, tensor<32x2x8xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x2x8xf32>) -> tensor<8x16x32xf32>
      %c_12 = stablehlo.constant dense<1> : tensor<i32>
      %28 = stablehlo.add %iterArg_10, %c_12 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_2, %iterArg_3, %iterArg_4, %iterArg_5, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %28, %27 : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>, tensor<i32>, tensor<8x16x32xf32>
    }
    %3 = stablehlo.multiply %2#10, %2#10 : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<8x16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %9 = stablehlo.add %7, %8 : tensor<8x16x1xf32>
    %10 = stablehlo.rsqrt %9 : tensor<8x16x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %12 = stablehlo.multiply %2#10, %11 : tensor<8x16x32xf32>
    %13 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x16x32xf32>
    %16 = stablehlo.dot_general %15, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %17 = sdy.sharding_constraint %16 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x64xf32>
    return %17 : tensor<8x16x64xf32>
  }
  func.func private @_take(%arg0: tensor<64x32xf32>, %arg1: tensor<8x16xi32>) -> tensor<8x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x16xi32>
    %4 = call @_where(%1, %3, %arg1) : (tensor<8x16xi1>, tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %c_1 = stablehlo.constant dense<63> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x16x1xi32>, tensor<8x16x1xi32>) -> tensor<8x16x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<8x16x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x16x1xi32>, tensor<8x16x1xi32>) -> tensor<8x16x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x16x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<8x16x1xi1>, tensor<i1>) -> tensor<8x16xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<8x16x1xi32>) -> tensor<8x16x32xf32>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<8x16xi1>) -> tensor<8x16x32xi1>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %16 = stablehlo.select %14, %13, %15 : tensor<8x16x32xi1>, tensor<8x16x32xf32>
    return %16 : tensor<8x16x32xf32>
  }
  func.func private @_where(%arg0: tensor<8x16xi1>, %arg1: tensor<8x16xi32>, %arg2: tensor<8x16xi32>) -> tensor<8x16xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<8x16xi1>, tensor<8x16xi32>
    return %0 : tensor<8x16xi32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<2x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x96x32xf32>, %arg1: tensor<i32>) -> tensor<96x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 96, 32] : (tensor<2x96x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x96x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x96x32xf32>) -> tensor<96x32xf32>
    return %1 : tensor<96x32xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x32x96xf32>, %arg1: tensor<i32>) -> tensor<32x96xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 96] : (tensor<2x32x96xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x96xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x96xf32>) -> tensor<32x96xf32>
    return %1 : tensor<32x96xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x32x2x8xf32>, %arg1: tensor<i32>) -> tensor<32x2x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 32, 2, 8] : (tensor<2x32x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x2x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x2x8xf32>) -> tensor<32x2x8xf32>
    return %1 : tensor<32x2x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 32] : (tensor<2x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x32xf32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<2x32x4x8xf32>, %arg1: tensor<i32>) -> tensor<32x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 32, 4, 8] : (tensor<2x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x4x8xf32>) -> tensor<32x4x8xf32>
    return %1 : tensor<32x4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x16x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<96x32xf32>, %arg4: tensor<32x96xf32>, %arg5: tensor<32x96xf32>, %arg6: tensor<32x2x8xf32>, %arg7: tensor<4x8x32xf32>, %arg8: tensor<32x4x8xf32>, %arg9: tensor<32x2x8xf32>) -> tensor<8x16x32xf32> {
    %0 = stablehlo.multiply %arg0, %arg0 : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<8x16x1xf32>
    %cst_1 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %6 = stablehlo.add %4, %5 : tensor<8x16x1xf32>
    %7 = stablehlo.rsqrt %6 : tensor<8x16x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %9 = stablehlo.multiply %arg0, %8 : tensor<8x16x32xf32>
    %10 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %12 = stablehlo.multiply %9, %11 : tensor<8x16x32xf32>
    %13 = stablehlo.dot_general %12, %arg8, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %14 = sdy.sharding_constraint %13 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %15 = stablehlo.dot_general %12, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x2x8xf32>) -> tensor<8x16x2x8xf32>
    %16 = sdy.sharding_constraint %15 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x2x8xf32>
    %17 = stablehlo.dot_general %12, %arg9, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x2x8xf32>) -> tensor<8x16x2x8xf32>
    %18 = sdy.sharding_constraint %17 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x2x8xf32>
    %19 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %21 = stablehlo.multiply %20, %19 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %23 = stablehlo.add %22, %21 : tensor<4xf32>
    %24 = stablehlo.negate %23 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %26 = stablehlo.divide %24, %25 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %28 = stablehlo.power %27, %26 : tensor<4xf32>
    %29 = stablehlo.iota dim = 0 : tensor<16xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0] : (tensor<16xf32>) -> tensor<16x1x1xf32>
    %31 = stablehlo.broadcast_in_dim %28, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %32 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<16x1x1xf32>) -> tensor<16x1x4xf32>
    %33 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<16x1x4xf32>
    %34 = stablehlo.multiply %32, %33 : tensor<16x1x4xf32>
    %35 = stablehlo.slice %16 [0:8, 0:16, 0:2, 0:4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %36 = stablehlo.slice %16 [0:8, 0:16, 0:2, 4:8] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %37 = stablehlo.sine %34 : tensor<16x1x4xf32>
    %38 = stablehlo.cosine %34 : tensor<16x1x4xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %41 = stablehlo.multiply %35, %40 : tensor<8x16x2x4xf32>
    %42 = stablehlo.broadcast_in_dim %37, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %44 = stablehlo.multiply %36, %43 : tensor<8x16x2x4xf32>
    %45 = stablehlo.subtract %41, %44 : tensor<8x16x2x4xf32>
    %46 = stablehlo.broadcast_in_dim %38, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %48 = stablehlo.multiply %36, %47 : tensor<8x16x2x4xf32>
    %49 = stablehlo.broadcast_in_dim %37, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %51 = stablehlo.multiply %35, %50 : tensor<8x16x2x4xf32>
    %52 = stablehlo.add %48, %51 : tensor<8x16x2x4xf32>
    %53 = stablehlo.concatenate %45, %52, dim = 3 : (tensor<8x16x2x4xf32>, tensor<8x16x2x4xf32>) -> tensor<8x16x2x8xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x2x8xf32>
    %55 = stablehlo.reshape %54 : (tensor<8x16x2x2x8xf32>) -> tensor<8x16x4x8xf32>
    %56 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x2x8xf32>
    %57 = stablehlo.reshape %56 : (tensor<8x16x2x2x8xf32>) -> tensor<8x16x4x8xf32>
    %58 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %60 = stablehlo.multiply %59, %58 : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %62 = stablehlo.add %61, %60 : tensor<4xf32>
    %63 = stablehlo.negate %62 : tensor<4xf32>
    %cst_8 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %65 = stablehlo.divide %63, %64 : tensor<4xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %67 = stablehlo.power %66, %65 : tensor<4xf32>
    %68 = stablehlo.iota dim = 0 : tensor<16xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0] : (tensor<16xf32>) -> tensor<16x1x1xf32>
    %70 = stablehlo.broadcast_in_dim %67, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %71 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 2] : (tensor<16x1x1xf32>) -> tensor<16x1x4xf32>
    %72 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<16x1x4xf32>
    %73 = stablehlo.multiply %71, %72 : tensor<16x1x4xf32>
    %74 = stablehlo.slice %14 [0:8, 0:16, 0:4, 0:4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %75 = stablehlo.slice %14 [0:8, 0:16, 0:4, 4:8] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %76 = stablehlo.sine %73 : tensor<16x1x4xf32>
    %77 = stablehlo.cosine %73 : tensor<16x1x4xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %80 = stablehlo.multiply %74, %79 : tensor<8x16x4x4xf32>
    %81 = stablehlo.broadcast_in_dim %76, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %83 = stablehlo.multiply %75, %82 : tensor<8x16x4x4xf32>
    %84 = stablehlo.subtract %80, %83 : tensor<8x16x4x4xf32>
    %85 = stablehlo.broadcast_in_dim %77, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %87 = stablehlo.multiply %75, %86 : tensor<8x16x4x4xf32>
    %88 = stablehlo.broadcast_in_dim %76, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %90 = stablehlo.multiply %74, %89 : tensor<8x16x4x4xf32>
    %91 = stablehlo.add %87, %90 : tensor<8x16x4x4xf32>
    %92 = stablehlo.concatenate %84, %91, dim = 3 : (tensor<8x16x4x4xf32>, tensor<8x16x4x4xf32>) -> tensor<8x16x4x8xf32>
    %93 = stablehlo.dot_general %92, %55, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_10 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %94 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %95 = stablehlo.multiply %93, %94 : tensor<8x4x16x16xf32>
    %96 = stablehlo.iota dim = 0 : tensor<16xi32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %98 = stablehlo.iota dim = 0 : tensor<16xi32>
    %99 = stablehlo.broadcast_in_dim %98, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %100 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %101 = stablehlo.broadcast_in_dim %99, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %102 = stablehlo.compare GE, %100, %101, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_11 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %103 = call @_where_5(%102, %95, %cst_11) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16x16xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_12) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %106 = stablehlo.maximum %105, %104 : tensor<8x4x16xf32>
    %107 = stablehlo.broadcast_in_dim %106, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %109 = stablehlo.subtract %103, %108 : tensor<8x4x16x16xf32>
    %110 = stablehlo.exponential %109 : tensor<8x4x16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.reduce(%110 init: %cst_14) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %114 = stablehlo.divide %110, %113 : tensor<8x4x16x16xf32>
    %115 = stablehlo.dot_general %57, %114, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %116 = stablehlo.transpose %115, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %117 = sdy.sharding_constraint %116 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %118 = stablehlo.dot_general %117, %arg7, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %119 = stablehlo.add %arg0, %118 : tensor<8x16x32xf32>
    %120 = sdy.sharding_constraint %119 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %121 = stablehlo.multiply %120, %120 : tensor<8x16x32xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %122 = stablehlo.reduce(%121 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_16 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %125 = stablehlo.divide %123, %124 : tensor<8x16x1xf32>
    %cst_17 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %127 = stablehlo.add %125, %126 : tensor<8x16x1xf32>
    %128 = stablehlo.rsqrt %127 : tensor<8x16x1xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %130 = stablehlo.multiply %120, %129 : tensor<8x16x32xf32>
    %131 = stablehlo.broadcast_in_dim %arg2, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %133 = stablehlo.multiply %130, %132 : tensor<8x16x32xf32>
    %134 = stablehlo.dot_general %133, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x96xf32>) -> tensor<8x16x96xf32>
    %135 = sdy.sharding_constraint %134 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x96xf32>
    %136 = stablehlo.dot_general %133, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x96xf32>) -> tensor<8x16x96xf32>
    %137 = sdy.sharding_constraint %136 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x96xf32>
    %138 = call @silu(%135) : (tensor<8x16x96xf32>) -> tensor<8x16x96xf32>
    %139 = stablehlo.multiply %138, %137 : tensor<8x16x96xf32>
    %140 = stablehlo.dot_general %139, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<96x32xf32>) -> tensor<8x16x32xf32>
    %141 = stablehlo.add %120, %140 : tensor<8x16x32xf32>
    %142 = sdy.sharding_constraint %141 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    return %142 : tensor<8x16x32xf32>
  }
  func.func private @_where_5(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %3 : tensor<8x4x16x16xf32>
  }
  func.func private @silu(%arg0: tensor<8x16x96xf32>) -> tensor<8x16x96xf32> {
    %0 = stablehlo.negate %arg0 : tensor<8x16x96xf32>
    %1 = stablehlo.exponential %0 : tensor<8x16x96xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x96xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x16x96xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x96xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x16x96xf32>
    %6 = stablehlo.multiply %arg0, %5 : tensor<8x16x96xf32>
    return %6 : tensor<8x16x96xf32>
  }
}
