module @jit_fwd attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg1: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg3: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg4: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg5: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg6: tensor<3x3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg7: tensor<3x3x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg8: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg9: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg10: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg11: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg12: tensor<1x1x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg13: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg15: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg16: tensor<16x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg17: tensor<3x3x3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg18: tensor<8x16x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}) -> (tensor<8x10xf32> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg18 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x16x3xf32>
    %1 = stablehlo.convolution(%0, %arg17) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x16x16x3xf32>, tensor<3x3x3x8xf32>) -> tensor<8x16x16x8xf32>
    %2 = stablehlo.reshape %1 : (tensor<8x16x16x8xf32>) -> tensor<8x16x16x4x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x16x16x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_0 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %6 = stablehlo.divide %4, %5 : tensor<8x1x1x4x1xf32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x16x16x4x2xf32>
    %8 = stablehlo.subtract %2, %7 : tensor<8x16x16x4x2xf32>
    %9 = chlo.square %8 : tensor<8x16x16x4x2xf32> -> tensor<8x16x16x4x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.reduce(%9 init: %cst_1) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x16x16x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_2 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %13 = stablehlo.divide %11, %12 : tensor<8x1x1x4x1xf32>
    %14 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x16x16x4x2xf32>
    %15 = stablehlo.subtract %2, %14 : tensor<8x16x16x4x2xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %17 = stablehlo.add %13, %16 : tensor<8x1x1x4x1xf32>
    %18 = stablehlo.rsqrt %17 : tensor<8x1x1x4x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x16x16x4x2xf32>
    %20 = stablehlo.multiply %15, %19 : tensor<8x16x16x4x2xf32>
    %21 = stablehlo.reshape %20 : (tensor<8x16x16x4x2xf32>) -> tensor<8x16x16x8xf32>
    %22 = stablehlo.broadcast_in_dim %arg14, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x16x16x8xf32>
    %24 = stablehlo.multiply %21, %23 : tensor<8x16x16x8xf32>
    %25 = stablehlo.broadcast_in_dim %arg13, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x16x16x8xf32>
    %27 = stablehlo.add %24, %26 : tensor<8x16x16x8xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16x16x8xf32>
    %29 = stablehlo.maximum %27, %28 : tensor<8x16x16x8xf32>
    %30 = sdy.sharding_constraint %29 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x16x8xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<f32>
    %32 = "stablehlo.reduce_window"(%30, %31) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg19: tensor<f32>, %arg20: tensor<f32>):
      %163 = stablehlo.maximum %arg19, %arg20 : tensor<f32>
      stablehlo.return %163 : tensor<f32>
    }) : (tensor<8x16x16x8xf32>, tensor<f32>) -> tensor<8x8x8x8xf32>
    %33 = stablehlo.convolution(%32, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<8x8x8x8xf32>
    %34 = stablehlo.reshape %33 : (tensor<8x8x8x8xf32>) -> tensor<8x8x8x4x2xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.reduce(%34 init: %cst_6) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_7 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %38 = stablehlo.divide %36, %37 : tensor<8x1x1x4x1xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %40 = stablehlo.subtract %34, %39 : tensor<8x8x8x4x2xf32>
    %41 = chlo.square %40 : tensor<8x8x8x4x2xf32> -> tensor<8x8x8x4x2xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_8) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_9 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %45 = stablehlo.divide %43, %44 : tensor<8x1x1x4x1xf32>
    %46 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %47 = stablehlo.subtract %34, %46 : tensor<8x8x8x4x2xf32>
    %cst_10 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %49 = stablehlo.add %45, %48 : tensor<8x1x1x4x1xf32>
    %50 = stablehlo.rsqrt %49 : tensor<8x1x1x4x1xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %52 = stablehlo.multiply %47, %51 : tensor<8x8x8x4x2xf32>
    %53 = stablehlo.reshape %52 : (tensor<8x8x8x4x2xf32>) -> tensor<8x8x8x8xf32>
    %54 = stablehlo.broadcast_in_dim %arg3, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %56 = stablehlo.multiply %53, %55 : tensor<8x8x8x8xf32>
    %57 = stablehlo.broadcast_in_dim %arg2, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %59 = stablehlo.add %56, %58 : tensor<8x8x8x8xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %61 = stablehlo.maximum %59, %60 : tensor<8x8x8x8xf32>
    %62 = sdy.sharding_constraint %61 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
    %63 = stablehlo.convolution(%62, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<8x8x8x8xf32>
    %64 = stablehlo.reshape %63 : (tensor<8x8x8x8xf32>) -> tensor<8x8x8x4x2xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_12) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_13 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %68 = stablehlo.divide %66, %67 : tensor<8x1x1x4x1xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %70 = stablehlo.subtract %64, %69 : tensor<8x8x8x4x2xf32>
    %71 = chlo.square %70 : tensor<8x8x8x4x2xf32> -> tensor<8x8x8x4x2xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_14) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_15 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %75 = stablehlo.divide %73, %74 : tensor<8x1x1x4x1xf32>
    %76 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %77 = stablehlo.subtract %64, %76 : tensor<8x8x8x4x2xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %79 = stablehlo.add %75, %78 : tensor<8x1x1x4x1xf32>
    %80 = stablehlo.rsqrt %79 : tensor<8x1x1x4x1xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %82 = stablehlo.multiply %77, %81 : tensor<8x8x8x4x2xf32>
    %83 = stablehlo.reshape %82 : (tensor<8x8x8x4x2xf32>) -> tensor<8x8x8x8xf32>
    %84 = stablehlo.broadcast_in_dim %arg5, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %86 = stablehlo.multiply %83, %85 : tensor<8x8x8x8xf32>
    %87 = stablehlo.broadcast_in_dim %arg4, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %89 = stablehlo.add %86, %88 : tensor<8x8x8x8xf32>
    %90 = stablehlo.add %89, %32 : tensor<8x8x8x8xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %92 = stablehlo.maximum %90, %91 : tensor<8x8x8x8xf32>
    %93 = sdy.sharding_constraint %92 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
    %94 = stablehlo.convolution(%93, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x16xf32>) -> tensor<8x4x4x16xf32>
    %95 = stablehlo.reshape %94 : (tensor<8x4x4x16xf32>) -> tensor<8x4x4x4x4xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce(%95 init: %cst_18) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_19 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %98 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %99 = stablehlo.divide %97, %98 : tensor<8x1x1x4x1xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %101 = stablehlo.subtract %95, %100 : tensor<8x4x4x4x4xf32>
    %102 = chlo.square %101 : tensor<8x4x4x4x4xf32> -> tensor<8x4x4x4x4xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_20) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_21 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %106 = stablehlo.divide %104, %105 : tensor<8x1x1x4x1xf32>
    %107 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %108 = stablehlo.subtract %95, %107 : tensor<8x4x4x4x4xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %109 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %110 = stablehlo.add %106, %109 : tensor<8x1x1x4x1xf32>
    %111 = stablehlo.rsqrt %110 : tensor<8x1x1x4x1xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %113 = stablehlo.multiply %108, %112 : tensor<8x4x4x4x4xf32>
    %114 = stablehlo.reshape %113 : (tensor<8x4x4x4x4xf32>) -> tensor<8x4x4x16xf32>
    %115 = stablehlo.broadcast_in_dim %arg9, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %117 = stablehlo.multiply %114, %116 : tensor<8x4x4x16xf32>
    %118 = stablehlo.broadcast_in_dim %arg8, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %120 = stablehlo.add %117, %119 : tensor<8x4x4x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %122 = stablehlo.maximum %120, %121 : tensor<8x4x4x16xf32>
    %123 = sdy.sharding_constraint %122 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x16xf32>
    %124 = stablehlo.convolution(%93, %arg12) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<1x1x8x16xf32>) -> tensor<8x4x4x16xf32>
    %125 = stablehlo.convolution(%123, %arg7) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x16xf32>, tensor<3x3x16x16xf32>) -> tensor<8x4x4x16xf32>
    %126 = stablehlo.reshape %125 : (tensor<8x4x4x16xf32>) -> tensor<8x4x4x4x4xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.reduce(%126 init: %cst_24) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %128 = stablehlo.broadcast_in_dim %127, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_25 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %130 = stablehlo.divide %128, %129 : tensor<8x1x1x4x1xf32>
    %131 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %132 = stablehlo.subtract %126, %131 : tensor<8x4x4x4x4xf32>
    %133 = chlo.square %132 : tensor<8x4x4x4x4xf32> -> tensor<8x4x4x4x4xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_26) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_27 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %137 = stablehlo.divide %135, %136 : tensor<8x1x1x4x1xf32>
    %138 = stablehlo.broadcast_in_dim %130, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %139 = stablehlo.subtract %126, %138 : tensor<8x4x4x4x4xf32>
    %cst_28 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %141 = stablehlo.add %137, %140 : tensor<8x1x1x4x1xf32>
    %142 = stablehlo.rsqrt %141 : tensor<8x1x1x4x1xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %144 = stablehlo.multiply %139, %143 : tensor<8x4x4x4x4xf32>
    %145 = stablehlo.reshape %144 : (tensor<8x4x4x4x4xf32>) -> tensor<8x4x4x16xf32>
    %146 = stablehlo.broadcast_in_dim %arg11, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %148 = stablehlo.multiply %145, %147 : tensor<8x4x4x16xf32>
    %149 = stablehlo.broadcast_in_dim %arg10, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %150 = stablehlo.broadcast_in_dim %149, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %151 = stablehlo.add %148, %150 : tensor<8x4x4x16xf32>
    %152 = stablehlo.add %151, %124 : tensor<8x4x4x16xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %154 = stablehlo.maximum %152, %153 : tensor<8x4x4x16xf32>
    %155 = sdy.sharding_constraint %154 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.reduce(%155 init: %cst_30) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x4x4x16xf32>, tensor<f32>) -> tensor<8x16xf32>
    %cst_31 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %158 = stablehlo.divide %156, %157 : tensor<8x16xf32>
    %159 = stablehlo.dot_general %158, %arg16, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x10xf32>) -> tensor<8x10xf32>
    %160 = stablehlo.broadcast_in_dim %arg15, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %161 = stablehlo.broadcast_in_dim %160, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<8x10xf32>
    %162 = stablehlo.add %159, %161 : tensor<8x10xf32>
    return %162 : tensor<8x10xf32>
  }
}
