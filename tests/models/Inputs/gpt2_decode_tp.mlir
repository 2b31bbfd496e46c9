module @jit_decode attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, %arg2: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {}]>}, %arg3: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"model"}, {}]>}, %arg4: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg6: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg7: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg8: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg9: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg10: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, %arg11: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg12: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg13: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg15: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg16: tensor<2x8x16x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 0 : i32}, %arg17: tensor<2x8x16x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 1 : i32}, %arg18: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}, %arg19: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<2x8x16x4x8xf32> {jax.result_info = "result['cache']['k']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<2x8x16x4x8xf32> {jax.result_info = "result['cache']['v']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<8x64xf32> {jax.result_info = "result['logits']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %1 = stablehlo.compare LT, %arg18, %0, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %3 = stablehlo.add %arg18, %2 : tensor<8xi32>
    %4 = stablehlo.select %1, %3, %arg18 : tensor<8xi1>, tensor<8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %6 = "stablehlo.gather"(%arg15, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<8x1xi32>) -> tensor<8x32xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.compare LT, %arg19, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<16> : tensor<i32>
    %8 = stablehlo.add %arg19, %c_2 : tensor<i32>
    %9 = stablehlo.select %7, %8, %arg19 : tensor<i1>, tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %10 = stablehlo.compare LT, %c_3, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<32> : tensor<i32>
    %11 = stablehlo.add %c_5, %c_6 : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.select %10, %11, %c_7 : tensor<i1>, tensor<i32>
    %13 = stablehlo.dynamic_slice %arg14, %9, %12, sizes = [1, 32] : (tensor<16x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %14 = stablehlo.reshape %13 : (tensor<1x32xf32>) -> tensor<32xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %17 = stablehlo.add %6, %16 : tensor<8x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %20:19 = stablehlo.while(%iterArg = %arg0, %iterArg_15 = %arg1, %iterArg_16 = %arg2, %iterArg_17 = %arg3, %iterArg_18 = %arg4, %iterArg_19 = %arg5, %iterArg_20 = %arg6, %iterArg_21 = %arg7, %iterArg_22 = %arg8, %iterArg_23 = %arg9, %iterArg_24 = %arg10, %iterArg_25 = %arg11, %iterArg_26 = %arg16, %iterArg_27 = %arg17, %iterArg_28 = %arg19, %iterArg_29 = %c_9, %iterArg_30 = %17, %iterArg_31 = %18, %iterArg_32 = %19) : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>
    cond {
      %c_33 = stablehlo.constant dense<2> : tensor<i32>
      %47 = stablehlo.compare LT, %iterArg_29, %c_33, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %47 : tensor<i1>
    } do {
      %47 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_29) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %48 = func.call @dynamic_index_in_dim_0(%iterArg_15, %iterArg_29) : (tensor<2x3x4x8xf32>, tensor<i32>) -> tensor<3x4x8xf32>
      %49 = func.call @dynamic_index_in_dim_1(%iterArg_16, %iterArg_29) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %50 = func.call @dynamic_index_in_dim_2(%iterArg_17, %iterArg_29) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %51 = func.call @dynamic_index_in_dim(%iterArg_18, %iterArg_29) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %52 = func.call @dynamic_index_in_dim(%iterArg_19, %iterArg_29) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %53 = func.call @dynamic_index_in_dim(%iterArg_20, %iterArg_29) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %54 = func.call @dynamic_index_in_dim(%iterArg_21, %iterArg_29) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %55 = func.call @dynamic_index_in_dim_3(%iterArg_22, %iterArg_29) : (tensor<2x128xf32>, tensor<i32>) -> tensor<128xf32>
      %56 = func.call @dynamic_index_in_dim(%iterArg_23, %iterArg_29) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %57 = func.call @dynamic_index_in_dim_4(%iterArg_24, %iterArg_29) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %58 = func.call @dynamic_index_in_dim_5(%iterArg_25, %iterArg_29) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %59 = func.call @dynamic_index_in_dim_6(%iterArg_26, %iterArg_29) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %60 = func.call @dynamic_index_in_dim_6(%iterArg_27, %iterArg_29) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %61:3 = func.call @closed_call(%iterArg_28, %iterArg_30, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60) : (tensor<i32>, tensor<8x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> (tensor<8x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>)
      %62 = func.call @dynamic_update_index_in_dim(%iterArg_31, %61#1, %iterArg_29) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %63 = func.call @dynamic_update_index_in_dim(%iterArg_32, %61#2, %iterArg_29) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %c_33 = stablehlo.constant dense<1> : tensor<i32>
      %64 = stablehlo.add %iterArg_29, %c_33 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_15, %iterArg_16, %iterArg_17, %iterArg_18, %iterArg_19, %iterArg_20, %iterArg_21, %iterArg_22, %iterArg_23, %iterArg_24, %iterArg_25, %iterArg_26, %iterArg_27, %iterArg_28, %64, %61#0, %62, %63 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>
    }
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20#16 init: %cst_10) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_11 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %24 = stablehlo.divide %22, %23 : tensor<8x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %26 = stablehlo.subtract %20#16, %25 : tensor<8x32xf32>
    %27 = chlo.square %26 : tensor<8x32xf32> -> tensor<8x32xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_12) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_13 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %31 = stablehlo.divide %29, %30 : tensor<8x1xf32>
    %32 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %33 = stablehlo.subtract %20#16, %32 : tensor<8x32xf32>
    %cst_14 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %35 = stablehlo.add %31, %34 : tensor<8x1xf32>
    %36 = stablehlo.rsqrt %35 : tensor<8x1xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %38 = stablehlo.multiply %33, %37 : tensor<8x32xf32>
    %39 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %41 = stablehlo.multiply %38, %40 : tensor<8x32xf32>
    %42 = stablehlo.broadcast_in_dim %arg12, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %44 = stablehlo.add %41, %43 : tensor<8x32xf32>
    %45 = stablehlo.transpose %arg15, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %46 = stablehlo.dot_general %44, %45, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
    return %20#17, %20#18, %46 : tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<8x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<2x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<2x3x4x8xf32>, %arg1: tensor<i32>) -> tensor<3x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 3, 4, 8] : (tensor<2x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x4x8xf32>) -> tensor<3x4x8xf32>
    return %1 : tensor<3x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 32] : (tensor<2x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x32xf32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x32x3x4x8xf32>, %arg1: tensor<i32>) -> tensor<32x3x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 32, 3, 4, 8] : (tensor<2x32x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x3x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x3x4x8xf32>) -> tensor<32x3x4x8xf32>
    return %1 : tensor<32x3x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x128xf32>, %arg1: tensor<i32>) -> tensor<128xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 128] : (tensor<2x128xf32>, tensor<i32>, tensor<i32>) -> tensor<1x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x128xf32>) -> tensor<128xf32>
    return %1 : tensor<128xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<2x32x128xf32>, %arg1: tensor<i32>) -> tensor<32x128xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 128] : (tensor<2x32x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x128xf32>) -> tensor<32x128xf32>
    return %1 : tensor<32x128xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<2x128x32xf32>, %arg1: tensor<i32>) -> tensor<128x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 128, 32] : (tensor<2x128x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x128x32xf32>) -> tensor<128x32xf32>
    return %1 : tensor<128x32xf32>
  }
  func.func private @dynamic_index_in_dim_6(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<i32>) -> tensor<8x16x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 16, 4, 8] : (tensor<2x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x4x8xf32>) -> tensor<8x16x4x8xf32>
    return %1 : tensor<8x16x4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<i32>, %arg1: tensor<8x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<3x4x8xf32>, %arg4: tensor<4x8x32xf32>, %arg5: tensor<32x3x4x8xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<128xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32x128xf32>, %arg13: tensor<128x32xf32>, %arg14: tensor<8x16x4x8xf32>, %arg15: tensor<8x16x4x8xf32>) -> (tensor<8x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %5 = stablehlo.subtract %arg1, %4 : tensor<8x32xf32>
    %6 = chlo.square %5 : tensor<8x32xf32> -> tensor<8x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<8x1xf32>
    %11 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %12 = stablehlo.subtract %arg1, %11 : tensor<8x32xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %14 = stablehlo.add %10, %13 : tensor<8x1xf32>
    %15 = stablehlo.rsqrt %14 : tensor<8x1xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %17 = stablehlo.multiply %12, %16 : tensor<8x32xf32>
    %18 = stablehlo.broadcast_in_dim %arg7, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %20 = stablehlo.multiply %17, %19 : tensor<8x32xf32>
    %21 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %23 = stablehlo.add %20, %22 : tensor<8x32xf32>
    %24 = stablehlo.dot_general %23, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x3x4x8xf32>
    %25 = stablehlo.broadcast_in_dim %arg3, dims = [1, 2, 3] : (tensor<3x4x8xf32>) -> tensor<1x3x4x8xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x3x4x8xf32>) -> tensor<8x3x4x8xf32>
    %27 = stablehlo.add %24, %26 : tensor<8x3x4x8xf32>
    %28 = stablehlo.slice %27 [0:8, 1:2, 0:4, 0:8] : (tensor<8x3x4x8xf32>) -> tensor<8x1x4x8xf32>
    %29 = stablehlo.reshape %28 : (tensor<8x1x4x8xf32>) -> tensor<8x4x8xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 2, 3] : (tensor<8x4x8xf32>) -> tensor<8x1x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %31 = stablehlo.compare LT, %arg0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<16> : tensor<i32>
    %32 = stablehlo.add %arg0, %c_4 : tensor<i32>
    %33 = stablehlo.select %31, %32, %arg0 : tensor<i1>, tensor<i32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %34 = stablehlo.dynamic_update_slice %arg14, %30, %c_5, %33, %c_6, %c_7 : (tensor<8x16x4x8xf32>, tensor<8x1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x16x4x8xf32>
    %35 = stablehlo.slice %27 [0:8, 2:3, 0:4, 0:8] : (tensor<8x3x4x8xf32>) -> tensor<8x1x4x8xf32>
    %36 = stablehlo.reshape %35 : (tensor<8x1x4x8xf32>) -> tensor<8x4x8xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 2, 3] : (tensor<8x4x8xf32>) -> tensor<8x1x4x8xf32>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %38 = stablehlo.compare LT, %arg0, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<16> : tensor<i32>
    %39 = stablehlo.add %arg0, %c_9 : tensor<i32>
    %40 = stablehlo.select %38, %39, %arg0 : tensor<i1>, tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %41 = stablehlo.dynamic_update_slice %arg15, %37, %c_10, %40, %c_11, %c_12 : (tensor<8x16x4x8xf32>, tensor<8x1x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x16x4x8xf32>
    %42 = stablehlo.slice %27 [0:8, 0:1, 0:4, 0:8] : (tensor<8x3x4x8xf32>) -> tensor<8x1x4x8xf32>
    %43 = stablehlo.reshape %42 : (tensor<8x1x4x8xf32>) -> tensor<8x4x8xf32>
    %44 = stablehlo.dot_general %43, %34, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16xf32>
    %cst_13 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %46 = stablehlo.multiply %44, %45 : tensor<8x4x16xf32>
    %47 = stablehlo.iota dim = 0 : tensor<16xi32>
    %48 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<i32>) -> tensor<16xi32>
    %49 = stablehlo.compare LE, %47, %48, SIGNED : (tensor<16xi32>, tensor<16xi32>) -> tensor<16xi1>
    %cst_14 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %50 = call @_where(%49, %46, %cst_14) : (tensor<16xi1>, tensor<8x4x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_15 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_15) applies stablehlo.maximum across dimensions = [2] : (tensor<8x4x16xf32>, tensor<f32>) -> tensor<8x4xf32>
    %cst_16 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %53 = stablehlo.maximum %52, %51 : tensor<8x4xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x16xf32>
    %56 = stablehlo.subtract %50, %55 : tensor<8x4x16xf32>
    %57 = stablehlo.exponential %56 : tensor<8x4x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x4x16xf32>, tensor<f32>) -> tensor<8x4xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<8x4xf32>) -> tensor<8x4x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x4x1xf32>) -> tensor<8x4x16xf32>
    %61 = stablehlo.divide %57, %60 : tensor<8x4x16xf32>
    %62 = stablehlo.dot_general %61, %41, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x8xf32>
    %63 = stablehlo.dot_general %62, %arg4, contracting_dims = [2, 1] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x32xf32>
    %64 = stablehlo.add %arg1, %63 : tensor<8x32xf32>
    %65 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %67 = stablehlo.add %64, %66 : tensor<8x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%67 init: %cst_18) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_19 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %71 = stablehlo.divide %69, %70 : tensor<8x1xf32>
    %72 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %73 = stablehlo.subtract %67, %72 : tensor<8x32xf32>
    %74 = chlo.square %73 : tensor<8x32xf32> -> tensor<8x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.reduce(%74 init: %cst_20) applies stablehlo.add across dimensions = [1] : (tensor<8x32xf32>, tensor<f32>) -> tensor<8xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %cst_21 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %78 = stablehlo.divide %76, %77 : tensor<8x1xf32>
    %79 = stablehlo.broadcast_in_dim %71, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %80 = stablehlo.subtract %67, %79 : tensor<8x32xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
    %82 = stablehlo.add %78, %81 : tensor<8x1xf32>
    %83 = stablehlo.rsqrt %82 : tensor<8x1xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x32xf32>
    %85 = stablehlo.multiply %80, %84 : tensor<8x32xf32>
    %86 = stablehlo.broadcast_in_dim %arg9, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %88 = stablehlo.multiply %85, %87 : tensor<8x32xf32>
    %89 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %91 = stablehlo.add %88, %90 : tensor<8x32xf32>
    %92 = stablehlo.dot_general %91, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x32xf32>, tensor<32x128xf32>) -> tensor<8x128xf32>
    %93 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<8x128xf32>
    %95 = stablehlo.add %92, %94 : tensor<8x128xf32>
    %96 = sdy.sharding_constraint %95 <@mesh, [{"data"}, {"model"}]> : tensor<8x128xf32>
    %97 = stablehlo.multiply %96, %96 : tensor<8x128xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<8x128xf32>
    %cst_23 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %100 = stablehlo.multiply %99, %98 : tensor<8x128xf32>
    %101 = stablehlo.add %96, %100 : tensor<8x128xf32>
    %cst_24 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %103 = stablehlo.multiply %102, %101 : tensor<8x128xf32>
    %104 = stablehlo.tanh %103 : tensor<8x128xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %106 = stablehlo.add %105, %104 : tensor<8x128xf32>
    %cst_26 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x128xf32>
    %108 = stablehlo.multiply %107, %106 : tensor<8x128xf32>
    %109 = stablehlo.multiply %96, %108 : tensor<8x128xf32>
    %110 = stablehlo.dot_general %109, %arg13, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x128xf32>, tensor<128x32xf32>) -> tensor<8x32xf32>
    %111 = stablehlo.broadcast_in_dim %arg11, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1] : (tensor<1x32xf32>) -> tensor<8x32xf32>
    %113 = stablehlo.add %110, %112 : tensor<8x32xf32>
    %114 = stablehlo.add %67, %113 : tensor<8x32xf32>
    %115 = sdy.sharding_constraint %114 <@mesh, [{"data"}, {}]> : tensor<8x32xf32>
    return %115, %34, %41 : tensor<8x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>
  }
  func.func private @_where(%arg0: tensor<16xi1>, %arg1: tensor<8x4x16xf32>, %arg2: tensor<f32>) -> tensor<8x4x16xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<16xi1>) -> tensor<8x4x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16xi1>, tensor<8x4x16xf32>
    return %3 : tensor<8x4x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<8x16x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<1x8x16x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x16x4x8xf32>, tensor<1x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
    return %1 : tensor<2x8x16x4x8xf32>
  }
}
