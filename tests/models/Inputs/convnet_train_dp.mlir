module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<3x3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<3x3x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<1x1x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<16x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<3x3x3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<3x3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 24 : i32}, %arg25: tensor<3x3x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<1x1x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 32 : i32}, %arg33: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<16x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<3x3x3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 36 : i32}, %arg37: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 37 : i32}, %arg38: tensor<3x3x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 38 : i32}, %arg39: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 39 : i32}, %arg40: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 40 : i32}, %arg41: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 41 : i32}, %arg42: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 42 : i32}, %arg43: tensor<3x3x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 43 : i32}, %arg44: tensor<3x3x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 44 : i32}, %arg45: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 45 : i32}, %arg46: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 46 : i32}, %arg47: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 47 : i32}, %arg48: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 48 : i32}, %arg49: tensor<1x1x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 49 : i32}, %arg50: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 50 : i32}, %arg51: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 51 : i32}, %arg52: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 52 : i32}, %arg53: tensor<16x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 53 : i32}, %arg54: tensor<3x3x3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>, tf.aliasing_output = 54 : i32}, %arg55: tensor<8x16x16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, %arg56: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> (tensor<3x3x8x8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['c1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x8x8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['c2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['n1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['n1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['n2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['n2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x3x8x16xf32> {jax.result_info = "result[0]['m']['blocks'][1]['c1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x16x16xf32> {jax.result_info = "result[0]['m']['blocks'][1]['c2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<16xf32> {jax.result_info = "result[0]['m']['blocks'][1]['n1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['m']['blocks'][1]['n1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['m']['blocks'][1]['n2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['m']['blocks'][1]['n2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1x1x8x16xf32> {jax.result_info = "result[0]['m']['blocks'][1]['proj']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<8xf32> {jax.result_info = "result[0]['m']['gn0']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['m']['gn0']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<10xf32> {jax.result_info = "result[0]['m']['head']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x10xf32> {jax.result_info = "result[0]['m']['head']['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<3x3x3x8xf32> {jax.result_info = "result[0]['m']['stem']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x8x8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['c1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x8x8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['c2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['n1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['n1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['n2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['n2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x3x8x16xf32> {jax.result_info = "result[0]['params']['blocks'][1]['c1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x16x16xf32> {jax.result_info = "result[0]['params']['blocks'][1]['c2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<16xf32> {jax.result_info = "result[0]['params']['blocks'][1]['n1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['params']['blocks'][1]['n1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['params']['blocks'][1]['n2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['params']['blocks'][1]['n2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1x1x8x16xf32> {jax.result_info = "result[0]['params']['blocks'][1]['proj']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<8xf32> {jax.result_info = "result[0]['params']['gn0']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['params']['gn0']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<10xf32> {jax.result_info = "result[0]['params']['head']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x10xf32> {jax.result_info = "result[0]['params']['head']['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<3x3x3x8xf32> {jax.result_info = "result[0]['params']['stem']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<i32> {jax.result_info = "result[0]['step']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<3x3x8x8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['c1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x8x8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['c2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['n1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['n1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['n2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['n2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x3x8x16xf32> {jax.result_info = "result[0]['v']['blocks'][1]['c1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x16x16xf32> {jax.result_info = "result[0]['v']['blocks'][1]['c2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<16xf32> {jax.result_info = "result[0]['v']['blocks'][1]['n1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['v']['blocks'][1]['n1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['v']['blocks'][1]['n2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16xf32> {jax.result_info = "result[0]['v']['blocks'][1]['n2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<1x1x8x16xf32> {jax.result_info = "result[0]['v']['blocks'][1]['proj']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<8xf32> {jax.result_info = "result[0]['v']['gn0']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<8xf32> {jax.result_info = "result[0]['v']['gn0']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<10xf32> {jax.result_info = "result[0]['v']['head']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x10xf32> {jax.result_info = "result[0]['v']['head']['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<3x3x3x8xf32> {jax.result_info = "result[0]['v']['stem']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<f32> {jax.result_info = "result[1]['grad_norm']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "result[1]['loss']", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = sdy.sharding_constraint %arg55 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x16x3xf32>
    %1 = stablehlo.convolution(%0, %arg35) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x16x16x3xf32>, tensor<3x3x3x8xf32>) -> tensor<8x16x16x8xf32>
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
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x16x4x2xf32>
    %11 = stablehlo.multiply %10, %8 : tensor<8x16x16x4x2xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%9 init: %cst_2) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x16x16x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_3 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %15 = stablehlo.divide %13, %14 : tensor<8x1x1x4x1xf32>
    %16 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x16x16x4x2xf32>
    %17 = stablehlo.subtract %2, %16 : tensor<8x16x16x4x2xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %19 = stablehlo.add %15, %18 : tensor<8x1x1x4x1xf32>
    %20 = stablehlo.rsqrt %19 : tensor<8x1x1x4x1xf32>
    %21 = stablehlo.divide %20, %19 : tensor<8x1x1x4x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %23 = stablehlo.multiply %22, %21 : tensor<8x1x1x4x1xf32>
    %24 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x16x16x4x2xf32>
    %25 = stablehlo.multiply %17, %24 : tensor<8x16x16x4x2xf32>
    %26 = stablehlo.reshape %25 : (tensor<8x16x16x4x2xf32>) -> tensor<8x16x16x8xf32>
    %27 = stablehlo.broadcast_in_dim %arg32, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x16x16x8xf32>
    %29 = stablehlo.multiply %26, %28 : tensor<8x16x16x8xf32>
    %30 = stablehlo.broadcast_in_dim %arg31, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x16x16x8xf32>
    %32 = stablehlo.add %29, %31 : tensor<8x16x16x8xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x16x16x8xf32>
    %34 = stablehlo.maximum %32, %33 : tensor<8x16x16x8xf32>
    %35 = stablehlo.compare EQ, %32, %34, FLOAT : (tensor<8x16x16x8xf32>, tensor<8x16x16x8xf32>) -> tensor<8x16x16x8xi1>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x16x16x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x16x16x8xf32>
    %38 = stablehlo.select %35, %36, %37 : tensor<8x16x16x8xi1>, tensor<8x16x16x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x16x16x8xf32>
    %40 = stablehlo.compare EQ, %39, %34, FLOAT : (tensor<8x16x16x8xf32>, tensor<8x16x16x8xf32>) -> tensor<8x16x16x8xi1>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x16x16x8xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x16x16x8xf32>
    %43 = stablehlo.select %40, %41, %42 : tensor<8x16x16x8xi1>, tensor<8x16x16x8xf32>
    %44 = stablehlo.divide %38, %43 : tensor<8x16x16x8xf32>
    %45 = sdy.sharding_constraint %34 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x16x8xf32>
    %cst_12 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %46 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<f32>
    %47 = "stablehlo.reduce_window"(%45, %46) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<[[0, 0], [0, 1], [0, 1], [0, 0]]> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg57: tensor<f32>, %arg58: tensor<f32>):
      %1050 = stablehlo.maximum %arg57, %arg58 : tensor<f32>
      stablehlo.return %1050 : tensor<f32>
    }) : (tensor<8x16x16x8xf32>, tensor<f32>) -> tensor<8x8x8x8xf32>
    %48 = stablehlo.convolution(%47, %arg18) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<8x8x8x8xf32>
    %49 = stablehlo.reshape %48 : (tensor<8x8x8x8xf32>) -> tensor<8x8x8x4x2xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_13) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_14 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %53 = stablehlo.divide %51, %52 : tensor<8x1x1x4x1xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %55 = stablehlo.subtract %49, %54 : tensor<8x8x8x4x2xf32>
    %56 = chlo.square %55 : tensor<8x8x8x4x2xf32> -> tensor<8x8x8x4x2xf32>
    %cst_15 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x8x8x4x2xf32>
    %58 = stablehlo.multiply %57, %55 : tensor<8x8x8x4x2xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%56 init: %cst_16) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_17 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %62 = stablehlo.divide %60, %61 : tensor<8x1x1x4x1xf32>
    %63 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %64 = stablehlo.subtract %49, %63 : tensor<8x8x8x4x2xf32>
    %cst_18 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %66 = stablehlo.add %62, %65 : tensor<8x1x1x4x1xf32>
    %67 = stablehlo.rsqrt %66 : tensor<8x1x1x4x1xf32>
    %68 = stablehlo.divide %67, %66 : tensor<8x1x1x4x1xf32>
    %cst_19 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %70 = stablehlo.multiply %69, %68 : tensor<8x1x1x4x1xf32>
    %71 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %72 = stablehlo.multiply %64, %71 : tensor<8x8x8x4x2xf32>
    %73 = stablehlo.reshape %72 : (tensor<8x8x8x4x2xf32>) -> tensor<8x8x8x8xf32>
    %74 = stablehlo.broadcast_in_dim %arg21, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %76 = stablehlo.multiply %73, %75 : tensor<8x8x8x8xf32>
    %77 = stablehlo.broadcast_in_dim %arg20, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %79 = stablehlo.add %76, %78 : tensor<8x8x8x8xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %81 = stablehlo.maximum %79, %80 : tensor<8x8x8x8xf32>
    %82 = stablehlo.compare EQ, %79, %81, FLOAT : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x8x8xi1>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %85 = stablehlo.select %82, %83, %84 : tensor<8x8x8x8xi1>, tensor<8x8x8x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %87 = stablehlo.compare EQ, %86, %81, FLOAT : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x8x8xi1>
    %cst_24 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %89 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %90 = stablehlo.select %87, %88, %89 : tensor<8x8x8x8xi1>, tensor<8x8x8x8xf32>
    %91 = stablehlo.divide %85, %90 : tensor<8x8x8x8xf32>
    %92 = sdy.sharding_constraint %81 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
    %93 = stablehlo.convolution(%92, %arg19) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<8x8x8x8xf32>
    %94 = stablehlo.reshape %93 : (tensor<8x8x8x8xf32>) -> tensor<8x8x8x4x2xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%94 init: %cst_26) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_27 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %98 = stablehlo.divide %96, %97 : tensor<8x1x1x4x1xf32>
    %99 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %100 = stablehlo.subtract %94, %99 : tensor<8x8x8x4x2xf32>
    %101 = chlo.square %100 : tensor<8x8x8x4x2xf32> -> tensor<8x8x8x4x2xf32>
    %cst_28 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<8x8x8x4x2xf32>
    %103 = stablehlo.multiply %102, %100 : tensor<8x8x8x4x2xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%101 init: %cst_29) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_30 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %107 = stablehlo.divide %105, %106 : tensor<8x1x1x4x1xf32>
    %108 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %109 = stablehlo.subtract %94, %108 : tensor<8x8x8x4x2xf32>
    %cst_31 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %111 = stablehlo.add %107, %110 : tensor<8x1x1x4x1xf32>
    %112 = stablehlo.rsqrt %111 : tensor<8x1x1x4x1xf32>
    %113 = stablehlo.divide %112, %111 : tensor<8x1x1x4x1xf32>
    %cst_32 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %114 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %115 = stablehlo.multiply %114, %113 : tensor<8x1x1x4x1xf32>
    %116 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %117 = stablehlo.multiply %109, %116 : tensor<8x8x8x4x2xf32>
    %118 = stablehlo.reshape %117 : (tensor<8x8x8x4x2xf32>) -> tensor<8x8x8x8xf32>
    %119 = stablehlo.broadcast_in_dim %arg23, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %121 = stablehlo.multiply %118, %120 : tensor<8x8x8x8xf32>
    %122 = stablehlo.broadcast_in_dim %arg22, dims = [3] : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %124 = stablehlo.add %121, %123 : tensor<8x8x8x8xf32>
    %125 = stablehlo.add %124, %47 : tensor<8x8x8x8xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %127 = stablehlo.maximum %125, %126 : tensor<8x8x8x8xf32>
    %128 = stablehlo.compare EQ, %125, %127, FLOAT : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x8x8xi1>
    %cst_34 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %131 = stablehlo.select %128, %129, %130 : tensor<8x8x8x8xi1>, tensor<8x8x8x8xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %133 = stablehlo.compare EQ, %132, %127, FLOAT : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<8x8x8x8xi1>
    %cst_37 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x8x8x8xf32>
    %136 = stablehlo.select %133, %134, %135 : tensor<8x8x8x8xi1>, tensor<8x8x8x8xf32>
    %137 = stablehlo.divide %131, %136 : tensor<8x8x8x8xf32>
    %138 = sdy.sharding_constraint %127 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
    %139 = stablehlo.convolution(%138, %arg24) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x16xf32>) -> tensor<8x4x4x16xf32>
    %140 = stablehlo.reshape %139 : (tensor<8x4x4x16xf32>) -> tensor<8x4x4x4x4xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.reduce(%140 init: %cst_39) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_40 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %144 = stablehlo.divide %142, %143 : tensor<8x1x1x4x1xf32>
    %145 = stablehlo.broadcast_in_dim %144, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %146 = stablehlo.subtract %140, %145 : tensor<8x4x4x4x4xf32>
    %147 = chlo.square %146 : tensor<8x4x4x4x4xf32> -> tensor<8x4x4x4x4xf32>
    %cst_41 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x4x4x4x4xf32>
    %149 = stablehlo.multiply %148, %146 : tensor<8x4x4x4x4xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.reduce(%147 init: %cst_42) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_43 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %153 = stablehlo.divide %151, %152 : tensor<8x1x1x4x1xf32>
    %154 = stablehlo.broadcast_in_dim %144, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %155 = stablehlo.subtract %140, %154 : tensor<8x4x4x4x4xf32>
    %cst_44 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %157 = stablehlo.add %153, %156 : tensor<8x1x1x4x1xf32>
    %158 = stablehlo.rsqrt %157 : tensor<8x1x1x4x1xf32>
    %159 = stablehlo.divide %158, %157 : tensor<8x1x1x4x1xf32>
    %cst_45 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %161 = stablehlo.multiply %160, %159 : tensor<8x1x1x4x1xf32>
    %162 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %163 = stablehlo.multiply %155, %162 : tensor<8x4x4x4x4xf32>
    %164 = stablehlo.reshape %163 : (tensor<8x4x4x4x4xf32>) -> tensor<8x4x4x16xf32>
    %165 = stablehlo.broadcast_in_dim %arg27, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %167 = stablehlo.multiply %164, %166 : tensor<8x4x4x16xf32>
    %168 = stablehlo.broadcast_in_dim %arg26, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %169 = stablehlo.broadcast_in_dim %168, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %170 = stablehlo.add %167, %169 : tensor<8x4x4x16xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %172 = stablehlo.maximum %170, %171 : tensor<8x4x4x16xf32>
    %173 = stablehlo.compare EQ, %170, %172, FLOAT : (tensor<8x4x4x16xf32>, tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xi1>
    %cst_47 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %176 = stablehlo.select %173, %174, %175 : tensor<8x4x4x16xi1>, tensor<8x4x4x16xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %178 = stablehlo.compare EQ, %177, %172, FLOAT : (tensor<8x4x4x16xf32>, tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xi1>
    %cst_50 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %179 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %181 = stablehlo.select %178, %179, %180 : tensor<8x4x4x16xi1>, tensor<8x4x4x16xf32>
    %182 = stablehlo.divide %176, %181 : tensor<8x4x4x16xf32>
    %183 = sdy.sharding_constraint %172 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x16xf32>
    %184 = stablehlo.convolution(%138, %arg30) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<1x1x8x16xf32>) -> tensor<8x4x4x16xf32>
    %185 = stablehlo.convolution(%183, %arg25) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x16xf32>, tensor<3x3x16x16xf32>) -> tensor<8x4x4x16xf32>
    %186 = stablehlo.reshape %185 : (tensor<8x4x4x16xf32>) -> tensor<8x4x4x4x4xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %187 = stablehlo.reduce(%186 init: %cst_52) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %188 = stablehlo.broadcast_in_dim %187, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_53 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %190 = stablehlo.divide %188, %189 : tensor<8x1x1x4x1xf32>
    %191 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %192 = stablehlo.subtract %186, %191 : tensor<8x4x4x4x4xf32>
    %193 = chlo.square %192 : tensor<8x4x4x4x4xf32> -> tensor<8x4x4x4x4xf32>
    %cst_54 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<8x4x4x4x4xf32>
    %195 = stablehlo.multiply %194, %192 : tensor<8x4x4x4x4xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%193 init: %cst_55) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_56 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %199 = stablehlo.divide %197, %198 : tensor<8x1x1x4x1xf32>
    %200 = stablehlo.broadcast_in_dim %190, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %201 = stablehlo.subtract %186, %200 : tensor<8x4x4x4x4xf32>
    %cst_57 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %203 = stablehlo.add %199, %202 : tensor<8x1x1x4x1xf32>
    %204 = stablehlo.rsqrt %203 : tensor<8x1x1x4x1xf32>
    %205 = stablehlo.divide %204, %203 : tensor<8x1x1x4x1xf32>
    %cst_58 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %207 = stablehlo.multiply %206, %205 : tensor<8x1x1x4x1xf32>
    %208 = stablehlo.broadcast_in_dim %204, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %209 = stablehlo.multiply %201, %208 : tensor<8x4x4x4x4xf32>
    %210 = stablehlo.reshape %209 : (tensor<8x4x4x4x4xf32>) -> tensor<8x4x4x16xf32>
    %211 = stablehlo.broadcast_in_dim %arg29, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %212 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %213 = stablehlo.multiply %210, %212 : tensor<8x4x4x16xf32>
    %214 = stablehlo.broadcast_in_dim %arg28, dims = [3] : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %216 = stablehlo.add %213, %215 : tensor<8x4x4x16xf32>
    %217 = stablehlo.add %216, %184 : tensor<8x4x4x16xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %218 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %219 = stablehlo.maximum %217, %218 : tensor<8x4x4x16xf32>
    %220 = stablehlo.compare EQ, %217, %219, FLOAT : (tensor<8x4x4x16xf32>, tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xi1>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %221 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %223 = stablehlo.select %220, %221, %222 : tensor<8x4x4x16xi1>, tensor<8x4x4x16xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %225 = stablehlo.compare EQ, %224, %219, FLOAT : (tensor<8x4x4x16xf32>, tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xi1>
    %cst_63 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %cst_64 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x4x4x16xf32>
    %228 = stablehlo.select %225, %226, %227 : tensor<8x4x4x16xi1>, tensor<8x4x4x16xf32>
    %229 = stablehlo.divide %223, %228 : tensor<8x4x4x16xf32>
    %230 = sdy.sharding_constraint %219 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x16xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %231 = stablehlo.reduce(%230 init: %cst_65) applies stablehlo.add across dimensions = [1, 2] : (tensor<8x4x4x16xf32>, tensor<f32>) -> tensor<8x16xf32>
    %cst_66 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %232 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %233 = stablehlo.divide %231, %232 : tensor<8x16xf32>
    %234 = stablehlo.dot_general %233, %arg34, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16xf32>, tensor<16x10xf32>) -> tensor<8x10xf32>
    %235 = stablehlo.broadcast_in_dim %arg33, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %236 = stablehlo.broadcast_in_dim %235, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<8x10xf32>
    %237 = stablehlo.add %234, %236 : tensor<8x10xf32>
    %cst_67 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %238 = stablehlo.reduce(%237 init: %cst_67) applies stablehlo.maximum across dimensions = [1] : (tensor<8x10xf32>, tensor<f32>) -> tensor<8xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %240 = stablehlo.broadcast_in_dim %239, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x10xf32>
    %241 = stablehlo.subtract %237, %240 : tensor<8x10xf32>
    %242 = stablehlo.exponential %241 : tensor<8x10xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %243 = stablehlo.reduce(%242 init: %cst_68) applies stablehlo.add across dimensions = [1] : (tensor<8x10xf32>, tensor<f32>) -> tensor<8xf32>
    %244 = stablehlo.log %243 : tensor<8xf32>
    %245 = stablehlo.reshape %239 : (tensor<8x1xf32>) -> tensor<8xf32>
    %246 = stablehlo.add %244, %245 : tensor<8xf32>
    %247 = stablehlo.broadcast_in_dim %arg56, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %248 = stablehlo.iota dim = 0 : tensor<10xi32>
    %249 = stablehlo.broadcast_in_dim %248, dims = [1] : (tensor<10xi32>) -> tensor<1x10xi32>
    %250 = stablehlo.broadcast_in_dim %247, dims = [0, 1] : (tensor<8x1xi32>) -> tensor<8x10xi32>
    %251 = stablehlo.broadcast_in_dim %249, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<8x10xi32>
    %252 = stablehlo.compare EQ, %250, %251, SIGNED : (tensor<8x10xi32>, tensor<8x10xi32>) -> tensor<8x10xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %253 = call @_where(%252, %237, %c) : (tensor<8x10xi1>, tensor<8x10xf32>, tensor<i32>) -> tensor<8x10xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %254 = stablehlo.reduce(%253 init: %cst_69) applies stablehlo.add across dimensions = [1] : (tensor<8x10xf32>, tensor<f32>) -> tensor<8xf32>
    %255 = stablehlo.subtract %246, %254 : tensor<8xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %256 = stablehlo.reduce(%255 init: %cst_70) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %cst_71 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %257 = stablehlo.divide %256, %cst_71 : tensor<f32>
    %cst_72 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_73 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %258 = stablehlo.divide %cst_72, %cst_73 : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %258, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %260 = stablehlo.negate %259 : tensor<8xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0] : (tensor<8xf32>) -> tensor<8x10xf32>
    %262 = call @_where_0(%252, %261) : (tensor<8x10xi1>, tensor<8x10xf32>) -> tensor<8x10xf32>
    %263 = stablehlo.divide %259, %243 : tensor<8xf32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [0] : (tensor<8xf32>) -> tensor<8x10xf32>
    %265 = stablehlo.multiply %264, %242 : tensor<8x10xf32>
    %266 = stablehlo.add %262, %265 : tensor<8x10xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.reduce(%266 init: %cst_74) applies stablehlo.add across dimensions = [0] : (tensor<8x10xf32>, tensor<f32>) -> tensor<10xf32>
    %268 = stablehlo.reshape %267 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %269 = stablehlo.reduce(%268 init: %cst_75) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %270 = stablehlo.dot_general %266, %233, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x10xf32>, tensor<8x16xf32>) -> tensor<10x16xf32>
    %271 = stablehlo.transpose %270, dims = [1, 0] : (tensor<10x16xf32>) -> tensor<16x10xf32>
    %272 = stablehlo.dot_general %266, %arg34, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x10xf32>, tensor<16x10xf32>) -> tensor<8x16xf32>
    %cst_76 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %274 = stablehlo.divide %272, %273 : tensor<8x16xf32>
    %275 = stablehlo.broadcast_in_dim %274, dims = [0, 3] : (tensor<8x16xf32>) -> tensor<8x4x4x16xf32>
    %276 = sdy.sharding_constraint %275 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x16xf32>
    %277 = stablehlo.multiply %276, %229 : tensor<8x4x4x16xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %278 = stablehlo.reduce(%277 init: %cst_77) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x16xf32>, tensor<f32>) -> tensor<16xf32>
    %279 = stablehlo.reshape %278 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %280 = stablehlo.reduce(%279 init: %cst_78) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %281 = stablehlo.multiply %210, %277 : tensor<8x4x4x16xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %282 = stablehlo.reduce(%281 init: %cst_79) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x16xf32>, tensor<f32>) -> tensor<16xf32>
    %283 = stablehlo.reshape %282 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %284 = stablehlo.broadcast_in_dim %211, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %285 = stablehlo.multiply %277, %284 : tensor<8x4x4x16xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %286 = stablehlo.reduce(%283 init: %cst_80) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %287 = stablehlo.reshape %285 : (tensor<8x4x4x16xf32>) -> tensor<8x4x4x4x4xf32>
    %288 = stablehlo.multiply %201, %287 : tensor<8x4x4x4x4xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %289 = stablehlo.reduce(%288 init: %cst_81) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %290 = stablehlo.reshape %289 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %291 = stablehlo.broadcast_in_dim %204, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %292 = stablehlo.multiply %287, %291 : tensor<8x4x4x4x4xf32>
    %293 = stablehlo.multiply %290, %207 : tensor<8x1x1x4x1xf32>
    %294 = stablehlo.negate %292 : tensor<8x4x4x4x4xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%294 init: %cst_82) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %296 = stablehlo.reshape %295 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_83 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %298 = stablehlo.divide %293, %297 : tensor<8x1x1x4x1xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %299 = stablehlo.reduce(%298 init: %cst_84) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x4x4x4x4xf32>
    %301 = stablehlo.multiply %300, %195 : tensor<8x4x4x4x4xf32>
    %302 = stablehlo.negate %301 : tensor<8x4x4x4x4xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %303 = stablehlo.reduce(%302 init: %cst_85) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %304 = stablehlo.reshape %303 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %305 = stablehlo.add %292, %301 : tensor<8x4x4x4x4xf32>
    %306 = stablehlo.add %296, %304 : tensor<8x1x1x4x1xf32>
    %cst_86 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %308 = stablehlo.divide %306, %307 : tensor<8x1x1x4x1xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %309 = stablehlo.reduce(%308 init: %cst_87) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %310 = stablehlo.broadcast_in_dim %309, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x4x4x4x4xf32>
    %311 = stablehlo.add %305, %310 : tensor<8x4x4x4x4xf32>
    %312 = stablehlo.reshape %311 : (tensor<8x4x4x4x4xf32>) -> tensor<8x4x4x16xf32>
    %313 = stablehlo.convolution(%183, %312) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x16xf32>, tensor<8x4x4x16xf32>) -> tensor<3x3x16x16xf32>
    %314 = stablehlo.reverse %arg25, dims = [0, 1] : tensor<3x3x16x16xf32>
    %315 = stablehlo.convolution(%312, %314) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x16xf32>, tensor<3x3x16x16xf32>) -> tensor<8x4x4x16xf32>
    %316 = stablehlo.convolution(%138, %277) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, -1], [0, -1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<8x4x4x16xf32>) -> tensor<1x1x8x16xf32>
    %317 = stablehlo.reverse %arg30, dims = [0, 1] : tensor<1x1x8x16xf32>
    %318 = stablehlo.convolution(%277, %317) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x16xf32>, tensor<1x1x8x16xf32>) -> tensor<8x8x8x8xf32>
    %319 = sdy.sharding_constraint %315 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x4x4x16xf32>
    %320 = stablehlo.multiply %319, %182 : tensor<8x4x4x16xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %321 = stablehlo.reduce(%320 init: %cst_88) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x16xf32>, tensor<f32>) -> tensor<16xf32>
    %322 = stablehlo.reshape %321 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %323 = stablehlo.reduce(%322 init: %cst_89) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %324 = stablehlo.multiply %164, %320 : tensor<8x4x4x16xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %325 = stablehlo.reduce(%324 init: %cst_90) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x4x4x16xf32>, tensor<f32>) -> tensor<16xf32>
    %326 = stablehlo.reshape %325 : (tensor<16xf32>) -> tensor<1x1x1x16xf32>
    %327 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2, 3] : (tensor<1x1x1x16xf32>) -> tensor<8x4x4x16xf32>
    %328 = stablehlo.multiply %320, %327 : tensor<8x4x4x16xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %329 = stablehlo.reduce(%326 init: %cst_91) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %330 = stablehlo.reshape %328 : (tensor<8x4x4x16xf32>) -> tensor<8x4x4x4x4xf32>
    %331 = stablehlo.multiply %155, %330 : tensor<8x4x4x4x4xf32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %332 = stablehlo.reduce(%331 init: %cst_92) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %333 = stablehlo.reshape %332 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %334 = stablehlo.broadcast_in_dim %158, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x4x4x4x4xf32>
    %335 = stablehlo.multiply %330, %334 : tensor<8x4x4x4x4xf32>
    %336 = stablehlo.multiply %333, %161 : tensor<8x1x1x4x1xf32>
    %337 = stablehlo.negate %335 : tensor<8x4x4x4x4xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %338 = stablehlo.reduce(%337 init: %cst_93) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %339 = stablehlo.reshape %338 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_94 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %341 = stablehlo.divide %336, %340 : tensor<8x1x1x4x1xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %342 = stablehlo.reduce(%341 init: %cst_95) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %343 = stablehlo.broadcast_in_dim %342, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x4x4x4x4xf32>
    %344 = stablehlo.multiply %343, %149 : tensor<8x4x4x4x4xf32>
    %345 = stablehlo.negate %344 : tensor<8x4x4x4x4xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %346 = stablehlo.reduce(%345 init: %cst_96) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x4x4x4x4xf32>, tensor<f32>) -> tensor<8x4xf32>
    %347 = stablehlo.reshape %346 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %348 = stablehlo.add %335, %344 : tensor<8x4x4x4x4xf32>
    %349 = stablehlo.add %339, %347 : tensor<8x1x1x4x1xf32>
    %cst_97 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %350 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %351 = stablehlo.divide %349, %350 : tensor<8x1x1x4x1xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %352 = stablehlo.reduce(%351 init: %cst_98) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %353 = stablehlo.broadcast_in_dim %352, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x4x4x4x4xf32>
    %354 = stablehlo.add %348, %353 : tensor<8x4x4x4x4xf32>
    %355 = stablehlo.reshape %354 : (tensor<8x4x4x4x4xf32>) -> tensor<8x4x4x16xf32>
    %356 = stablehlo.convolution(%138, %355) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<8x4x4x16xf32>) -> tensor<3x3x8x16xf32>
    %357 = stablehlo.reverse %arg24, dims = [0, 1] : tensor<3x3x8x16xf32>
    %358 = stablehlo.convolution(%355, %357) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x4x4x16xf32>, tensor<3x3x8x16xf32>) -> tensor<8x8x8x8xf32>
    %359 = stablehlo.add %318, %358 : tensor<8x8x8x8xf32>
    %360 = sdy.sharding_constraint %359 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
    %361 = stablehlo.multiply %360, %137 : tensor<8x8x8x8xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %362 = stablehlo.reduce(%361 init: %cst_99) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %363 = stablehlo.reshape %362 : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %364 = stablehlo.reduce(%363 init: %cst_100) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %365 = stablehlo.multiply %118, %361 : tensor<8x8x8x8xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %366 = stablehlo.reduce(%365 init: %cst_101) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %367 = stablehlo.reshape %366 : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %368 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %369 = stablehlo.multiply %361, %368 : tensor<8x8x8x8xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %370 = stablehlo.reduce(%367 init: %cst_102) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %371 = stablehlo.reshape %369 : (tensor<8x8x8x8xf32>) -> tensor<8x8x8x4x2xf32>
    %372 = stablehlo.multiply %109, %371 : tensor<8x8x8x4x2xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %373 = stablehlo.reduce(%372 init: %cst_103) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %374 = stablehlo.reshape %373 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %375 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %376 = stablehlo.multiply %371, %375 : tensor<8x8x8x4x2xf32>
    %377 = stablehlo.multiply %374, %115 : tensor<8x1x1x4x1xf32>
    %378 = stablehlo.negate %376 : tensor<8x8x8x4x2xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %379 = stablehlo.reduce(%378 init: %cst_104) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %380 = stablehlo.reshape %379 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_105 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %382 = stablehlo.divide %377, %381 : tensor<8x1x1x4x1xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %383 = stablehlo.reduce(%382 init: %cst_106) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %384 = stablehlo.broadcast_in_dim %383, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x8x8x4x2xf32>
    %385 = stablehlo.multiply %384, %103 : tensor<8x8x8x4x2xf32>
    %386 = stablehlo.negate %385 : tensor<8x8x8x4x2xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %387 = stablehlo.reduce(%386 init: %cst_107) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %388 = stablehlo.reshape %387 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %389 = stablehlo.add %376, %385 : tensor<8x8x8x4x2xf32>
    %390 = stablehlo.add %380, %388 : tensor<8x1x1x4x1xf32>
    %cst_108 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %391 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %392 = stablehlo.divide %390, %391 : tensor<8x1x1x4x1xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %393 = stablehlo.reduce(%392 init: %cst_109) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %394 = stablehlo.broadcast_in_dim %393, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x8x8x4x2xf32>
    %395 = stablehlo.add %389, %394 : tensor<8x8x8x4x2xf32>
    %396 = stablehlo.reshape %395 : (tensor<8x8x8x4x2xf32>) -> tensor<8x8x8x8xf32>
    %397 = stablehlo.convolution(%92, %396) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<3x3x8x8xf32>
    %398 = stablehlo.reverse %arg19, dims = [0, 1] : tensor<3x3x8x8xf32>
    %399 = stablehlo.convolution(%396, %398) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<8x8x8x8xf32>
    %400 = sdy.sharding_constraint %399 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x8x8x8xf32>
    %401 = stablehlo.multiply %400, %91 : tensor<8x8x8x8xf32>
    %cst_110 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.reduce(%401 init: %cst_110) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %403 = stablehlo.reshape %402 : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %404 = stablehlo.reduce(%403 init: %cst_111) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %405 = stablehlo.multiply %73, %401 : tensor<8x8x8x8xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %406 = stablehlo.reduce(%405 init: %cst_112) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %407 = stablehlo.reshape %406 : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %408 = stablehlo.broadcast_in_dim %74, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x8x8x8xf32>
    %409 = stablehlo.multiply %401, %408 : tensor<8x8x8x8xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %410 = stablehlo.reduce(%407 init: %cst_113) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %411 = stablehlo.reshape %409 : (tensor<8x8x8x8xf32>) -> tensor<8x8x8x4x2xf32>
    %412 = stablehlo.multiply %64, %411 : tensor<8x8x8x4x2xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %413 = stablehlo.reduce(%412 init: %cst_114) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %414 = stablehlo.reshape %413 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %415 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x8x8x4x2xf32>
    %416 = stablehlo.multiply %411, %415 : tensor<8x8x8x4x2xf32>
    %417 = stablehlo.multiply %414, %70 : tensor<8x1x1x4x1xf32>
    %418 = stablehlo.negate %416 : tensor<8x8x8x4x2xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %419 = stablehlo.reduce(%418 init: %cst_115) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %420 = stablehlo.reshape %419 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_116 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %421 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %422 = stablehlo.divide %417, %421 : tensor<8x1x1x4x1xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %423 = stablehlo.reduce(%422 init: %cst_117) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %424 = stablehlo.broadcast_in_dim %423, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x8x8x4x2xf32>
    %425 = stablehlo.multiply %424, %58 : tensor<8x8x8x4x2xf32>
    %426 = stablehlo.negate %425 : tensor<8x8x8x4x2xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %427 = stablehlo.reduce(%426 init: %cst_118) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x8x8x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %428 = stablehlo.reshape %427 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %429 = stablehlo.add %416, %425 : tensor<8x8x8x4x2xf32>
    %430 = stablehlo.add %420, %428 : tensor<8x1x1x4x1xf32>
    %cst_119 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %431 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %432 = stablehlo.divide %430, %431 : tensor<8x1x1x4x1xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %433 = stablehlo.reduce(%432 init: %cst_120) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %434 = stablehlo.broadcast_in_dim %433, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x8x8x4x2xf32>
    %435 = stablehlo.add %429, %434 : tensor<8x8x8x4x2xf32>
    %436 = stablehlo.reshape %435 : (tensor<8x8x8x4x2xf32>) -> tensor<8x8x8x8xf32>
    %437 = stablehlo.convolution(%47, %436) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<8x8x8x8xf32>) -> tensor<3x3x8x8xf32>
    %438 = stablehlo.reverse %arg18, dims = [0, 1] : tensor<3x3x8x8xf32>
    %439 = stablehlo.convolution(%436, %438) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x8x8x8xf32>, tensor<3x3x8x8xf32>) -> tensor<8x8x8x8xf32>
    %440 = stablehlo.add %361, %439 : tensor<8x8x8x8xf32>
    %cst_121 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %441 = stablehlo.pad %45, %cst_121, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 0, 0, 0] : (tensor<8x16x16x8xf32>, tensor<f32>) -> tensor<8x17x17x8xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %442 = "stablehlo.select_and_scatter"(%441, %440, %cst_122) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg57: tensor<f32>, %arg58: tensor<f32>):
      %1050 = stablehlo.compare GE, %arg57, %arg58, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1050 : tensor<i1>
    }, {
    ^bb0(%arg57: tensor<f32>, %arg58: tensor<f32>):
      %1050 = stablehlo.add %arg57, %arg58 : tensor<f32>
      stablehlo.return %1050 : tensor<f32>
    }) : (tensor<8x17x17x8xf32>, tensor<8x8x8x8xf32>, tensor<f32>) -> tensor<8x17x17x8xf32>
    %443 = stablehlo.slice %442 [0:8, 0:16, 0:16, 0:8] : (tensor<8x17x17x8xf32>) -> tensor<8x16x16x8xf32>
    %444 = sdy.sharding_constraint %443 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x16x8xf32>
    %445 = stablehlo.multiply %444, %44 : tensor<8x16x16x8xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %446 = stablehlo.reduce(%445 init: %cst_123) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x16x16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %447 = stablehlo.reshape %446 : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %448 = stablehlo.reduce(%447 init: %cst_124) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %449 = stablehlo.multiply %26, %445 : tensor<8x16x16x8xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %450 = stablehlo.reduce(%449 init: %cst_125) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x16x16x8xf32>, tensor<f32>) -> tensor<8xf32>
    %451 = stablehlo.reshape %450 : (tensor<8xf32>) -> tensor<1x1x1x8xf32>
    %452 = stablehlo.broadcast_in_dim %27, dims = [0, 1, 2, 3] : (tensor<1x1x1x8xf32>) -> tensor<8x16x16x8xf32>
    %453 = stablehlo.multiply %445, %452 : tensor<8x16x16x8xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%451 init: %cst_126) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<1x1x1x8xf32>, tensor<f32>) -> tensor<8xf32>
    %455 = stablehlo.reshape %453 : (tensor<8x16x16x8xf32>) -> tensor<8x16x16x4x2xf32>
    %456 = stablehlo.multiply %17, %455 : tensor<8x16x16x4x2xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %457 = stablehlo.reduce(%456 init: %cst_127) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x16x16x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %458 = stablehlo.reshape %457 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %459 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2, 3, 4] : (tensor<8x1x1x4x1xf32>) -> tensor<8x16x16x4x2xf32>
    %460 = stablehlo.multiply %455, %459 : tensor<8x16x16x4x2xf32>
    %461 = stablehlo.multiply %458, %23 : tensor<8x1x1x4x1xf32>
    %462 = stablehlo.negate %460 : tensor<8x16x16x4x2xf32>
    %cst_128 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %463 = stablehlo.reduce(%462 init: %cst_128) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x16x16x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %464 = stablehlo.reshape %463 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %cst_129 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %465 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %466 = stablehlo.divide %461, %465 : tensor<8x1x1x4x1xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %467 = stablehlo.reduce(%466 init: %cst_130) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %468 = stablehlo.broadcast_in_dim %467, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x16x16x4x2xf32>
    %469 = stablehlo.multiply %468, %11 : tensor<8x16x16x4x2xf32>
    %470 = stablehlo.negate %469 : tensor<8x16x16x4x2xf32>
    %cst_131 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %471 = stablehlo.reduce(%470 init: %cst_131) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x16x16x4x2xf32>, tensor<f32>) -> tensor<8x4xf32>
    %472 = stablehlo.reshape %471 : (tensor<8x4xf32>) -> tensor<8x1x1x4x1xf32>
    %473 = stablehlo.add %460, %469 : tensor<8x16x16x4x2xf32>
    %474 = stablehlo.add %464, %472 : tensor<8x1x1x4x1xf32>
    %cst_132 = stablehlo.constant dense<5.120000e+02> : tensor<f32>
    %475 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x1x1x4x1xf32>
    %476 = stablehlo.divide %474, %475 : tensor<8x1x1x4x1xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %477 = stablehlo.reduce(%476 init: %cst_133) applies stablehlo.add across dimensions = [1, 2, 4] : (tensor<8x1x1x4x1xf32>, tensor<f32>) -> tensor<8x4xf32>
    %478 = stablehlo.broadcast_in_dim %477, dims = [0, 3] : (tensor<8x4xf32>) -> tensor<8x16x16x4x2xf32>
    %479 = stablehlo.add %473, %478 : tensor<8x16x16x4x2xf32>
    %480 = stablehlo.reshape %479 : (tensor<8x16x16x4x2xf32>) -> tensor<8x16x16x8xf32>
    %481 = stablehlo.convolution(%0, %480) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x16x16x3xf32>, tensor<8x16x16x8xf32>) -> tensor<3x3x3x8xf32>
    %482 = sdy.sharding_constraint %437 <@mesh, [{}, {}, {}, {}]> : tensor<3x3x8x8xf32>
    %483 = sdy.sharding_constraint %397 <@mesh, [{}, {}, {}, {}]> : tensor<3x3x8x8xf32>
    %484 = sdy.sharding_constraint %404 <@mesh, [{}]> : tensor<8xf32>
    %485 = sdy.sharding_constraint %410 <@mesh, [{}]> : tensor<8xf32>
    %486 = sdy.sharding_constraint %364 <@mesh, [{}]> : tensor<8xf32>
    %487 = sdy.sharding_constraint %370 <@mesh, [{}]> : tensor<8xf32>
    %488 = sdy.sharding_constraint %356 <@mesh, [{}, {}, {}, {}]> : tensor<3x3x8x16xf32>
    %489 = sdy.sharding_constraint %313 <@mesh, [{}, {}, {}, {}]> : tensor<3x3x16x16xf32>
    %490 = sdy.sharding_constraint %323 <@mesh, [{}]> : tensor<16xf32>
    %491 = sdy.sharding_constraint %329 <@mesh, [{}]> : tensor<16xf32>
    %492 = sdy.sharding_constraint %280 <@mesh, [{}]> : tensor<16xf32>
    %493 = sdy.sharding_constraint %286 <@mesh, [{}]> : tensor<16xf32>
    %494 = sdy.sharding_constraint %316 <@mesh, [{}, {}, {}, {}]> : tensor<1x1x8x16xf32>
    %495 = sdy.sharding_constraint %448 <@mesh, [{}]> : tensor<8xf32>
    %496 = sdy.sharding_constraint %454 <@mesh, [{}]> : tensor<8xf32>
    %497 = sdy.sharding_constraint %269 <@mesh, [{}]> : tensor<10xf32>
    %498 = sdy.sharding_constraint %271 <@mesh, [{}, {}]> : tensor<16x10xf32>
    %499 = sdy.sharding_constraint %481 <@mesh, [{}, {}, {}, {}]> : tensor<3x3x3x8xf32>
    %500 = chlo.square %482 : tensor<3x3x8x8xf32> -> tensor<3x3x8x8xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %501 = stablehlo.reduce(%500 init: %cst_134) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x3x8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %502 = stablehlo.add %cst_135, %501 : tensor<f32>
    %503 = chlo.square %483 : tensor<3x3x8x8xf32> -> tensor<3x3x8x8xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %504 = stablehlo.reduce(%503 init: %cst_136) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x3x8x8xf32>, tensor<f32>) -> tensor<f32>
    %505 = stablehlo.add %502, %504 : tensor<f32>
    %506 = chlo.square %484 : tensor<8xf32> -> tensor<8xf32>
    %cst_137 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %507 = stablehlo.reduce(%506 init: %cst_137) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %508 = stablehlo.add %505, %507 : tensor<f32>
    %509 = chlo.square %485 : tensor<8xf32> -> tensor<8xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %510 = stablehlo.reduce(%509 init: %cst_138) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %511 = stablehlo.add %508, %510 : tensor<f32>
    %512 = chlo.square %486 : tensor<8xf32> -> tensor<8xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %513 = stablehlo.reduce(%512 init: %cst_139) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %514 = stablehlo.add %511, %513 : tensor<f32>
    %515 = chlo.square %487 : tensor<8xf32> -> tensor<8xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %516 = stablehlo.reduce(%515 init: %cst_140) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %517 = stablehlo.add %514, %516 : tensor<f32>
    %518 = chlo.square %488 : tensor<3x3x8x16xf32> -> tensor<3x3x8x16xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %519 = stablehlo.reduce(%518 init: %cst_141) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x3x8x16xf32>, tensor<f32>) -> tensor<f32>
    %520 = stablehlo.add %517, %519 : tensor<f32>
    %521 = chlo.square %489 : tensor<3x3x16x16xf32> -> tensor<3x3x16x16xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %522 = stablehlo.reduce(%521 init: %cst_142) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x3x16x16xf32>, tensor<f32>) -> tensor<f32>
    %523 = stablehlo.add %520, %522 : tensor<f32>
    %524 = chlo.square %490 : tensor<16xf32> -> tensor<16xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %525 = stablehlo.reduce(%524 init: %cst_143) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %526 = stablehlo.add %523, %525 : tensor<f32>
    %527 = chlo.square %491 : tensor<16xf32> -> tensor<16xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %528 = stablehlo.reduce(%527 init: %cst_144) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %529 = stablehlo.add %526, %528 : tensor<f32>
    %530 = chlo.square %492 : tensor<16xf32> -> tensor<16xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %531 = stablehlo.reduce(%530 init: %cst_145) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %532 = stablehlo.add %529, %531 : tensor<f32>
    %533 = chlo.square %493 : tensor<16xf32> -> tensor<16xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %534 = stablehlo.reduce(%533 init: %cst_146) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %535 = stablehlo.add %532, %534 : tensor<f32>
    %536 = chlo.square %494 : tensor<1x1x8x16xf32> -> tensor<1x1x8x16xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %537 = stablehlo.reduce(%536 init: %cst_147) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x1x8x16xf32>, tensor<f32>) -> tensor<f32>
    %538 = stablehlo.add %535, %537 : tensor<f32>
    %539 = chlo.square %495 : tensor<8xf32> -> tensor<8xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %540 = stablehlo.reduce(%539 init: %cst_148) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %541 = stablehlo.add %538, %540 : tensor<f32>
    %542 = chlo.square %496 : tensor<8xf32> -> tensor<8xf32>
    %cst_149 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %543 = stablehlo.reduce(%542 init: %cst_149) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    %544 = stablehlo.add %541, %543 : tensor<f32>
    %545 = chlo.square %497 : tensor<10xf32> -> tensor<10xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %546 = stablehlo.reduce(%545 init: %cst_150) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
    %547 = stablehlo.add %544, %546 : tensor<f32>
    %548 = chlo.square %498 : tensor<16x10xf32> -> tensor<16x10xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %549 = stablehlo.reduce(%548 init: %cst_151) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<f32>
    %550 = stablehlo.add %547, %549 : tensor<f32>
    %551 = chlo.square %499 : tensor<3x3x3x8xf32> -> tensor<3x3x3x8xf32>
    %cst_152 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %552 = stablehlo.reduce(%551 init: %cst_152) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x3x3x8xf32>, tensor<f32>) -> tensor<f32>
    %553 = stablehlo.add %550, %552 : tensor<f32>
    %554 = stablehlo.sqrt %553 : tensor<f32>
    %cst_153 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %555 = stablehlo.add %554, %cst_153 : tensor<f32>
    %cst_154 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %556 = stablehlo.divide %cst_154, %555 : tensor<f32>
    %cst_155 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %557 = stablehlo.minimum %cst_155, %556 : tensor<f32>
    %558 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %559 = stablehlo.multiply %482, %558 : tensor<3x3x8x8xf32>
    %560 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %561 = stablehlo.multiply %483, %560 : tensor<3x3x8x8xf32>
    %562 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %563 = stablehlo.multiply %484, %562 : tensor<8xf32>
    %564 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %565 = stablehlo.multiply %485, %564 : tensor<8xf32>
    %566 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %567 = stablehlo.multiply %486, %566 : tensor<8xf32>
    %568 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %569 = stablehlo.multiply %487, %568 : tensor<8xf32>
    %570 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %571 = stablehlo.multiply %488, %570 : tensor<3x3x8x16xf32>
    %572 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %573 = stablehlo.multiply %489, %572 : tensor<3x3x16x16xf32>
    %574 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %575 = stablehlo.multiply %490, %574 : tensor<16xf32>
    %576 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %577 = stablehlo.multiply %491, %576 : tensor<16xf32>
    %578 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %579 = stablehlo.multiply %492, %578 : tensor<16xf32>
    %580 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %581 = stablehlo.multiply %493, %580 : tensor<16xf32>
    %582 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %583 = stablehlo.multiply %494, %582 : tensor<1x1x8x16xf32>
    %584 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %585 = stablehlo.multiply %495, %584 : tensor<8xf32>
    %586 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %587 = stablehlo.multiply %496, %586 : tensor<8xf32>
    %588 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %589 = stablehlo.multiply %497, %588 : tensor<10xf32>
    %590 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %591 = stablehlo.multiply %498, %590 : tensor<16x10xf32>
    %592 = stablehlo.broadcast_in_dim %557, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %593 = stablehlo.multiply %499, %592 : tensor<3x3x3x8xf32>
    %c_156 = stablehlo.constant dense<1> : tensor<i32>
    %594 = stablehlo.add %arg36, %c_156 : tensor<i32>
    %595 = stablehlo.convert %594 : (tensor<i32>) -> tensor<f32>
    %cst_157 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %596 = stablehlo.subtract %595, %cst_157 : tensor<f32>
    %cst_158 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %597 = stablehlo.divide %596, %cst_158 : tensor<f32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_160 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %598 = call @clip(%597, %cst_159, %cst_160) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_161 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %599 = stablehlo.compare LT, %595, %cst_161, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_162 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %600 = stablehlo.divide %595, %cst_162 : tensor<f32>
    %cst_163 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %601 = stablehlo.multiply %cst_163, %598 : tensor<f32>
    %602 = stablehlo.cosine %601 : tensor<f32>
    %cst_164 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %603 = stablehlo.add %cst_164, %602 : tensor<f32>
    %cst_165 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %604 = stablehlo.multiply %cst_165, %603 : tensor<f32>
    %605 = call @_where_1(%599, %600, %604) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_166 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %606 = stablehlo.multiply %cst_166, %605 : tensor<f32>
    %cst_167 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %607 = stablehlo.power %cst_167, %595 : tensor<f32>
    %cst_168 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %608 = stablehlo.subtract %cst_168, %607 : tensor<f32>
    %cst_169 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %609 = stablehlo.power %cst_169, %595 : tensor<f32>
    %cst_170 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %610 = stablehlo.subtract %cst_170, %609 : tensor<f32>
    %cst_171 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %611 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %612 = stablehlo.multiply %611, %arg0 : tensor<3x3x8x8xf32>
    %cst_172 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %613 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %614 = stablehlo.multiply %613, %559 : tensor<3x3x8x8xf32>
    %615 = stablehlo.add %612, %614 : tensor<3x3x8x8xf32>
    %cst_173 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %616 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %617 = stablehlo.multiply %616, %arg1 : tensor<3x3x8x8xf32>
    %cst_174 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %618 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %619 = stablehlo.multiply %618, %561 : tensor<3x3x8x8xf32>
    %620 = stablehlo.add %617, %619 : tensor<3x3x8x8xf32>
    %cst_175 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %621 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %622 = stablehlo.multiply %621, %arg2 : tensor<8xf32>
    %cst_176 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %623 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %624 = stablehlo.multiply %623, %563 : tensor<8xf32>
    %625 = stablehlo.add %622, %624 : tensor<8xf32>
    %cst_177 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %627 = stablehlo.multiply %626, %arg3 : tensor<8xf32>
    %cst_178 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %628 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %629 = stablehlo.multiply %628, %565 : tensor<8xf32>
    %630 = stablehlo.add %627, %629 : tensor<8xf32>
    %cst_179 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %631 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %632 = stablehlo.multiply %631, %arg4 : tensor<8xf32>
    %cst_180 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %633 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %634 = stablehlo.multiply %633, %567 : tensor<8xf32>
    %635 = stablehlo.add %632, %634 : tensor<8xf32>
    %cst_181 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %636 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %637 = stablehlo.multiply %636, %arg5 : tensor<8xf32>
    %cst_182 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %638 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %639 = stablehlo.multiply %638, %569 : tensor<8xf32>
    %640 = stablehlo.add %637, %639 : tensor<8xf32>
    %cst_183 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %641 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %642 = stablehlo.multiply %641, %arg6 : tensor<3x3x8x16xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %643 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %644 = stablehlo.multiply %643, %571 : tensor<3x3x8x16xf32>
    %645 = stablehlo.add %642, %644 : tensor<3x3x8x16xf32>
    %cst_185 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %646 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %647 = stablehlo.multiply %646, %arg7 : tensor<3x3x16x16xf32>
    %cst_186 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %648 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %649 = stablehlo.multiply %648, %573 : tensor<3x3x16x16xf32>
    %650 = stablehlo.add %647, %649 : tensor<3x3x16x16xf32>
    %cst_187 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %651 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %652 = stablehlo.multiply %651, %arg8 : tensor<16xf32>
    %cst_188 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %654 = stablehlo.multiply %653, %575 : tensor<16xf32>
    %655 = stablehlo.add %652, %654 : tensor<16xf32>
    %cst_189 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %656 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %657 = stablehlo.multiply %656, %arg9 : tensor<16xf32>
    %cst_190 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %658 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %659 = stablehlo.multiply %658, %577 : tensor<16xf32>
    %660 = stablehlo.add %657, %659 : tensor<16xf32>
    %cst_191 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %661 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %662 = stablehlo.multiply %661, %arg10 : tensor<16xf32>
    %cst_192 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %663 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %664 = stablehlo.multiply %663, %579 : tensor<16xf32>
    %665 = stablehlo.add %662, %664 : tensor<16xf32>
    %cst_193 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %666 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %667 = stablehlo.multiply %666, %arg11 : tensor<16xf32>
    %cst_194 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %668 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %669 = stablehlo.multiply %668, %581 : tensor<16xf32>
    %670 = stablehlo.add %667, %669 : tensor<16xf32>
    %cst_195 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %671 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %672 = stablehlo.multiply %671, %arg12 : tensor<1x1x8x16xf32>
    %cst_196 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %673 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %674 = stablehlo.multiply %673, %583 : tensor<1x1x8x16xf32>
    %675 = stablehlo.add %672, %674 : tensor<1x1x8x16xf32>
    %cst_197 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %676 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %677 = stablehlo.multiply %676, %arg13 : tensor<8xf32>
    %cst_198 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %678 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %679 = stablehlo.multiply %678, %585 : tensor<8xf32>
    %680 = stablehlo.add %677, %679 : tensor<8xf32>
    %cst_199 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %681 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %682 = stablehlo.multiply %681, %arg14 : tensor<8xf32>
    %cst_200 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %683 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %684 = stablehlo.multiply %683, %587 : tensor<8xf32>
    %685 = stablehlo.add %682, %684 : tensor<8xf32>
    %cst_201 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %686 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %687 = stablehlo.multiply %686, %arg15 : tensor<10xf32>
    %cst_202 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %688 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %689 = stablehlo.multiply %688, %589 : tensor<10xf32>
    %690 = stablehlo.add %687, %689 : tensor<10xf32>
    %cst_203 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %691 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %692 = stablehlo.multiply %691, %arg16 : tensor<16x10xf32>
    %cst_204 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %693 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %694 = stablehlo.multiply %693, %591 : tensor<16x10xf32>
    %695 = stablehlo.add %692, %694 : tensor<16x10xf32>
    %cst_205 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %696 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %697 = stablehlo.multiply %696, %arg17 : tensor<3x3x3x8xf32>
    %cst_206 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %698 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %699 = stablehlo.multiply %698, %593 : tensor<3x3x3x8xf32>
    %700 = stablehlo.add %697, %699 : tensor<3x3x3x8xf32>
    %cst_207 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %701 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %702 = stablehlo.multiply %701, %arg37 : tensor<3x3x8x8xf32>
    %703 = chlo.square %559 : tensor<3x3x8x8xf32> -> tensor<3x3x8x8xf32>
    %cst_208 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %704 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %705 = stablehlo.multiply %704, %703 : tensor<3x3x8x8xf32>
    %706 = stablehlo.add %702, %705 : tensor<3x3x8x8xf32>
    %cst_209 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %707 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %708 = stablehlo.multiply %707, %arg38 : tensor<3x3x8x8xf32>
    %709 = chlo.square %561 : tensor<3x3x8x8xf32> -> tensor<3x3x8x8xf32>
    %cst_210 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %710 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %711 = stablehlo.multiply %710, %709 : tensor<3x3x8x8xf32>
    %712 = stablehlo.add %708, %711 : tensor<3x3x8x8xf32>
    %cst_211 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %713 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %714 = stablehlo.multiply %713, %arg39 : tensor<8xf32>
    %715 = chlo.square %563 : tensor<8xf32> -> tensor<8xf32>
    %cst_212 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %716 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %717 = stablehlo.multiply %716, %715 : tensor<8xf32>
    %718 = stablehlo.add %714, %717 : tensor<8xf32>
    %cst_213 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %719 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %720 = stablehlo.multiply %719, %arg40 : tensor<8xf32>
    %721 = chlo.square %565 : tensor<8xf32> -> tensor<8xf32>
    %cst_214 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %722 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %723 = stablehlo.multiply %722, %721 : tensor<8xf32>
    %724 = stablehlo.add %720, %723 : tensor<8xf32>
    %cst_215 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %725 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %726 = stablehlo.multiply %725, %arg41 : tensor<8xf32>
    %727 = chlo.square %567 : tensor<8xf32> -> tensor<8xf32>
    %cst_216 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %728 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %729 = stablehlo.multiply %728, %727 : tensor<8xf32>
    %730 = stablehlo.add %726, %729 : tensor<8xf32>
    %cst_217 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %731 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %732 = stablehlo.multiply %731, %arg42 : tensor<8xf32>
    %733 = chlo.square %569 : tensor<8xf32> -> tensor<8xf32>
    %cst_218 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %734 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %735 = stablehlo.multiply %734, %733 : tensor<8xf32>
    %736 = stablehlo.add %732, %735 : tensor<8xf32>
    %cst_219 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %737 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %738 = stablehlo.multiply %737, %arg43 : tensor<3x3x8x16xf32>
    %739 = chlo.square %571 : tensor<3x3x8x16xf32> -> tensor<3x3x8x16xf32>
    %cst_220 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %740 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %741 = stablehlo.multiply %740, %739 : tensor<3x3x8x16xf32>
    %742 = stablehlo.add %738, %741 : tensor<3x3x8x16xf32>
    %cst_221 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %743 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %744 = stablehlo.multiply %743, %arg44 : tensor<3x3x16x16xf32>
    %745 = chlo.square %573 : tensor<3x3x16x16xf32> -> tensor<3x3x16x16xf32>
    %cst_222 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %746 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %747 = stablehlo.multiply %746, %745 : tensor<3x3x16x16xf32>
    %748 = stablehlo.add %744, %747 : tensor<3x3x16x16xf32>
    %cst_223 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %749 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %750 = stablehlo.multiply %749, %arg45 : tensor<16xf32>
    %751 = chlo.square %575 : tensor<16xf32> -> tensor<16xf32>
    %cst_224 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %752 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %753 = stablehlo.multiply %752, %751 : tensor<16xf32>
    %754 = stablehlo.add %750, %753 : tensor<16xf32>
    %cst_225 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %755 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %756 = stablehlo.multiply %755, %arg46 : tensor<16xf32>
    %757 = chlo.square %577 : tensor<16xf32> -> tensor<16xf32>
    %cst_226 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %758 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %759 = stablehlo.multiply %758, %757 : tensor<16xf32>
    %760 = stablehlo.add %756, %759 : tensor<16xf32>
    %cst_227 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %761 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %762 = stablehlo.multiply %761, %arg47 : tensor<16xf32>
    %763 = chlo.square %579 : tensor<16xf32> -> tensor<16xf32>
    %cst_228 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %764 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %765 = stablehlo.multiply %764, %763 : tensor<16xf32>
    %766 = stablehlo.add %762, %765 : tensor<16xf32>
    %cst_229 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %767 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %768 = stablehlo.multiply %767, %arg48 : tensor<16xf32>
    %769 = chlo.square %581 : tensor<16xf32> -> tensor<16xf32>
    %cst_230 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %770 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %771 = stablehlo.multiply %770, %769 : tensor<16xf32>
    %772 = stablehlo.add %768, %771 : tensor<16xf32>
    %cst_231 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %773 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %774 = stablehlo.multiply %773, %arg49 : tensor<1x1x8x16xf32>
    %775 = chlo.square %583 : tensor<1x1x8x16xf32> -> tensor<1x1x8x16xf32>
    %cst_232 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %776 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %777 = stablehlo.multiply %776, %775 : tensor<1x1x8x16xf32>
    %778 = stablehlo.add %774, %777 : tensor<1x1x8x16xf32>
    %cst_233 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %779 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %780 = stablehlo.multiply %779, %arg50 : tensor<8xf32>
    %781 = chlo.square %585 : tensor<8xf32> -> tensor<8xf32>
    %cst_234 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %782 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %783 = stablehlo.multiply %782, %781 : tensor<8xf32>
    %784 = stablehlo.add %780, %783 : tensor<8xf32>
    %cst_235 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %785 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %786 = stablehlo.multiply %785, %arg51 : tensor<8xf32>
    %787 = chlo.square %587 : tensor<8xf32> -> tensor<8xf32>
    %cst_236 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %788 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %789 = stablehlo.multiply %788, %787 : tensor<8xf32>
    %790 = stablehlo.add %786, %789 : tensor<8xf32>
    %cst_237 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %791 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %792 = stablehlo.multiply %791, %arg52 : tensor<10xf32>
    %793 = chlo.square %589 : tensor<10xf32> -> tensor<10xf32>
    %cst_238 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %794 = stablehlo.broadcast_in_dim %cst_238, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %795 = stablehlo.multiply %794, %793 : tensor<10xf32>
    %796 = stablehlo.add %792, %795 : tensor<10xf32>
    %cst_239 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %797 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %798 = stablehlo.multiply %797, %arg53 : tensor<16x10xf32>
    %799 = chlo.square %591 : tensor<16x10xf32> -> tensor<16x10xf32>
    %cst_240 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %800 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %801 = stablehlo.multiply %800, %799 : tensor<16x10xf32>
    %802 = stablehlo.add %798, %801 : tensor<16x10xf32>
    %cst_241 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %803 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %804 = stablehlo.multiply %803, %arg54 : tensor<3x3x3x8xf32>
    %805 = chlo.square %593 : tensor<3x3x3x8xf32> -> tensor<3x3x3x8xf32>
    %cst_242 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %806 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %807 = stablehlo.multiply %806, %805 : tensor<3x3x3x8xf32>
    %808 = stablehlo.add %804, %807 : tensor<3x3x3x8xf32>
    %cst_243 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %809 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %810 = stablehlo.multiply %809, %arg18 : tensor<3x3x8x8xf32>
    %811 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %812 = stablehlo.divide %615, %811 : tensor<3x3x8x8xf32>
    %813 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %814 = stablehlo.divide %706, %813 : tensor<3x3x8x8xf32>
    %815 = stablehlo.sqrt %814 : tensor<3x3x8x8xf32>
    %cst_244 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %816 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %817 = stablehlo.add %815, %816 : tensor<3x3x8x8xf32>
    %818 = stablehlo.divide %812, %817 : tensor<3x3x8x8xf32>
    %819 = stablehlo.add %818, %810 : tensor<3x3x8x8xf32>
    %820 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %821 = stablehlo.multiply %820, %819 : tensor<3x3x8x8xf32>
    %822 = stablehlo.subtract %arg18, %821 : tensor<3x3x8x8xf32>
    %cst_245 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %823 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %824 = stablehlo.multiply %823, %arg19 : tensor<3x3x8x8xf32>
    %825 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %826 = stablehlo.divide %620, %825 : tensor<3x3x8x8xf32>
    %827 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %828 = stablehlo.divide %712, %827 : tensor<3x3x8x8xf32>
    %829 = stablehlo.sqrt %828 : tensor<3x3x8x8xf32>
    %cst_246 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %830 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %831 = stablehlo.add %829, %830 : tensor<3x3x8x8xf32>
    %832 = stablehlo.divide %826, %831 : tensor<3x3x8x8xf32>
    %833 = stablehlo.add %832, %824 : tensor<3x3x8x8xf32>
    %834 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<3x3x8x8xf32>
    %835 = stablehlo.multiply %834, %833 : tensor<3x3x8x8xf32>
    %836 = stablehlo.subtract %arg19, %835 : tensor<3x3x8x8xf32>
    %837 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %838 = stablehlo.divide %625, %837 : tensor<8xf32>
    %839 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %840 = stablehlo.divide %718, %839 : tensor<8xf32>
    %841 = stablehlo.sqrt %840 : tensor<8xf32>
    %cst_247 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %842 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %843 = stablehlo.add %841, %842 : tensor<8xf32>
    %844 = stablehlo.divide %838, %843 : tensor<8xf32>
    %cst_248 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %845 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %846 = stablehlo.add %844, %845 : tensor<8xf32>
    %847 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %848 = stablehlo.multiply %847, %846 : tensor<8xf32>
    %849 = stablehlo.subtract %arg20, %848 : tensor<8xf32>
    %850 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %851 = stablehlo.divide %630, %850 : tensor<8xf32>
    %852 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %853 = stablehlo.divide %724, %852 : tensor<8xf32>
    %854 = stablehlo.sqrt %853 : tensor<8xf32>
    %cst_249 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %855 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %856 = stablehlo.add %854, %855 : tensor<8xf32>
    %857 = stablehlo.divide %851, %856 : tensor<8xf32>
    %cst_250 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %858 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %859 = stablehlo.add %857, %858 : tensor<8xf32>
    %860 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %861 = stablehlo.multiply %860, %859 : tensor<8xf32>
    %862 = stablehlo.subtract %arg21, %861 : tensor<8xf32>
    %863 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %864 = stablehlo.divide %635, %863 : tensor<8xf32>
    %865 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %866 = stablehlo.divide %730, %865 : tensor<8xf32>
    %867 = stablehlo.sqrt %866 : tensor<8xf32>
    %cst_251 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %868 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %869 = stablehlo.add %867, %868 : tensor<8xf32>
    %870 = stablehlo.divide %864, %869 : tensor<8xf32>
    %cst_252 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %871 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %872 = stablehlo.add %870, %871 : tensor<8xf32>
    %873 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %874 = stablehlo.multiply %873, %872 : tensor<8xf32>
    %875 = stablehlo.subtract %arg22, %874 : tensor<8xf32>
    %876 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %877 = stablehlo.divide %640, %876 : tensor<8xf32>
    %878 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %879 = stablehlo.divide %736, %878 : tensor<8xf32>
    %880 = stablehlo.sqrt %879 : tensor<8xf32>
    %cst_253 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %881 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %882 = stablehlo.add %880, %881 : tensor<8xf32>
    %883 = stablehlo.divide %877, %882 : tensor<8xf32>
    %cst_254 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %884 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %885 = stablehlo.add %883, %884 : tensor<8xf32>
    %886 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %887 = stablehlo.multiply %886, %885 : tensor<8xf32>
    %888 = stablehlo.subtract %arg23, %887 : tensor<8xf32>
    %cst_255 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %889 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %890 = stablehlo.multiply %889, %arg24 : tensor<3x3x8x16xf32>
    %891 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %892 = stablehlo.divide %645, %891 : tensor<3x3x8x16xf32>
    %893 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %894 = stablehlo.divide %742, %893 : tensor<3x3x8x16xf32>
    %895 = stablehlo.sqrt %894 : tensor<3x3x8x16xf32>
    %cst_256 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %896 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %897 = stablehlo.add %895, %896 : tensor<3x3x8x16xf32>
    %898 = stablehlo.divide %892, %897 : tensor<3x3x8x16xf32>
    %899 = stablehlo.add %898, %890 : tensor<3x3x8x16xf32>
    %900 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<3x3x8x16xf32>
    %901 = stablehlo.multiply %900, %899 : tensor<3x3x8x16xf32>
    %902 = stablehlo.subtract %arg24, %901 : tensor<3x3x8x16xf32>
    %cst_257 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %903 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %904 = stablehlo.multiply %903, %arg25 : tensor<3x3x16x16xf32>
    %905 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %906 = stablehlo.divide %650, %905 : tensor<3x3x16x16xf32>
    %907 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %908 = stablehlo.divide %748, %907 : tensor<3x3x16x16xf32>
    %909 = stablehlo.sqrt %908 : tensor<3x3x16x16xf32>
    %cst_258 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %910 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %911 = stablehlo.add %909, %910 : tensor<3x3x16x16xf32>
    %912 = stablehlo.divide %906, %911 : tensor<3x3x16x16xf32>
    %913 = stablehlo.add %912, %904 : tensor<3x3x16x16xf32>
    %914 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<3x3x16x16xf32>
    %915 = stablehlo.multiply %914, %913 : tensor<3x3x16x16xf32>
    %916 = stablehlo.subtract %arg25, %915 : tensor<3x3x16x16xf32>
    %917 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %918 = stablehlo.divide %655, %917 : tensor<16xf32>
    %919 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %920 = stablehlo.divide %754, %919 : tensor<16xf32>
    %921 = stablehlo.sqrt %920 : tensor<16xf32>
    %cst_259 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %922 = stablehlo.broadcast_in_dim %cst_259, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %923 = stablehlo.add %921, %922 : tensor<16xf32>
    %924 = stablehlo.divide %918, %923 : tensor<16xf32>
    %cst_260 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %925 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %926 = stablehlo.add %924, %925 : tensor<16xf32>
    %927 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %928 = stablehlo.multiply %927, %926 : tensor<16xf32>
    %929 = stablehlo.subtract %arg26, %928 : tensor<16xf32>
    %930 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %931 = stablehlo.divide %660, %930 : tensor<16xf32>
    %932 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %933 = stablehlo.divide %760, %932 : tensor<16xf32>
    %934 = stablehlo.sqrt %933 : tensor<16xf32>
    %cst_261 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %935 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %936 = stablehlo.add %934, %935 : tensor<16xf32>
    %937 = stablehlo.divide %931, %936 : tensor<16xf32>
    %cst_262 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %938 = stablehlo.broadcast_in_dim %cst_262, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %939 = stablehlo.add %937, %938 : tensor<16xf32>
    %940 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %941 = stablehlo.multiply %940, %939 : tensor<16xf32>
    %942 = stablehlo.subtract %arg27, %941 : tensor<16xf32>
    %943 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %944 = stablehlo.divide %665, %943 : tensor<16xf32>
    %945 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %946 = stablehlo.divide %766, %945 : tensor<16xf32>
    %947 = stablehlo.sqrt %946 : tensor<16xf32>
    %cst_263 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %948 = stablehlo.broadcast_in_dim %cst_263, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %949 = stablehlo.add %947, %948 : tensor<16xf32>
    %950 = stablehlo.divide %944, %949 : tensor<16xf32>
    %cst_264 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %951 = stablehlo.broadcast_in_dim %cst_264, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %952 = stablehlo.add %950, %951 : tensor<16xf32>
    %953 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %954 = stablehlo.multiply %953, %952 : tensor<16xf32>
    %955 = stablehlo.subtract %arg28, %954 : tensor<16xf32>
    %956 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %957 = stablehlo.divide %670, %956 : tensor<16xf32>
    %958 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %959 = stablehlo.divide %772, %958 : tensor<16xf32>
    %960 = stablehlo.sqrt %959 : tensor<16xf32>
    %cst_265 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %961 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %962 = stablehlo.add %960, %961 : tensor<16xf32>
    %963 = stablehlo.divide %957, %962 : tensor<16xf32>
    %cst_266 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %964 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %965 = stablehlo.add %963, %964 : tensor<16xf32>
    %966 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %967 = stablehlo.multiply %966, %965 : tensor<16xf32>
    %968 = stablehlo.subtract %arg29, %967 : tensor<16xf32>
    %cst_267 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %969 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %970 = stablehlo.multiply %969, %arg30 : tensor<1x1x8x16xf32>
    %971 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %972 = stablehlo.divide %675, %971 : tensor<1x1x8x16xf32>
    %973 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %974 = stablehlo.divide %778, %973 : tensor<1x1x8x16xf32>
    %975 = stablehlo.sqrt %974 : tensor<1x1x8x16xf32>
    %cst_268 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %976 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %977 = stablehlo.add %975, %976 : tensor<1x1x8x16xf32>
    %978 = stablehlo.divide %972, %977 : tensor<1x1x8x16xf32>
    %979 = stablehlo.add %978, %970 : tensor<1x1x8x16xf32>
    %980 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<1x1x8x16xf32>
    %981 = stablehlo.multiply %980, %979 : tensor<1x1x8x16xf32>
    %982 = stablehlo.subtract %arg30, %981 : tensor<1x1x8x16xf32>
    %983 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %984 = stablehlo.divide %680, %983 : tensor<8xf32>
    %985 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %986 = stablehlo.divide %784, %985 : tensor<8xf32>
    %987 = stablehlo.sqrt %986 : tensor<8xf32>
    %cst_269 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %988 = stablehlo.broadcast_in_dim %cst_269, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %989 = stablehlo.add %987, %988 : tensor<8xf32>
    %990 = stablehlo.divide %984, %989 : tensor<8xf32>
    %cst_270 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %991 = stablehlo.broadcast_in_dim %cst_270, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %992 = stablehlo.add %990, %991 : tensor<8xf32>
    %993 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %994 = stablehlo.multiply %993, %992 : tensor<8xf32>
    %995 = stablehlo.subtract %arg31, %994 : tensor<8xf32>
    %996 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %997 = stablehlo.divide %685, %996 : tensor<8xf32>
    %998 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %999 = stablehlo.divide %790, %998 : tensor<8xf32>
    %1000 = stablehlo.sqrt %999 : tensor<8xf32>
    %cst_271 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1001 = stablehlo.broadcast_in_dim %cst_271, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %1002 = stablehlo.add %1000, %1001 : tensor<8xf32>
    %1003 = stablehlo.divide %997, %1002 : tensor<8xf32>
    %cst_272 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1004 = stablehlo.broadcast_in_dim %cst_272, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %1005 = stablehlo.add %1003, %1004 : tensor<8xf32>
    %1006 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %1007 = stablehlo.multiply %1006, %1005 : tensor<8xf32>
    %1008 = stablehlo.subtract %arg32, %1007 : tensor<8xf32>
    %1009 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1010 = stablehlo.divide %690, %1009 : tensor<10xf32>
    %1011 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1012 = stablehlo.divide %796, %1011 : tensor<10xf32>
    %1013 = stablehlo.sqrt %1012 : tensor<10xf32>
    %cst_273 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1014 = stablehlo.broadcast_in_dim %cst_273, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1015 = stablehlo.add %1013, %1014 : tensor<10xf32>
    %1016 = stablehlo.divide %1010, %1015 : tensor<10xf32>
    %cst_274 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1017 = stablehlo.broadcast_in_dim %cst_274, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1018 = stablehlo.add %1016, %1017 : tensor<10xf32>
    %1019 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %1020 = stablehlo.multiply %1019, %1018 : tensor<10xf32>
    %1021 = stablehlo.subtract %arg33, %1020 : tensor<10xf32>
    %cst_275 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1022 = stablehlo.broadcast_in_dim %cst_275, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %1023 = stablehlo.multiply %1022, %arg34 : tensor<16x10xf32>
    %1024 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %1025 = stablehlo.divide %695, %1024 : tensor<16x10xf32>
    %1026 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %1027 = stablehlo.divide %802, %1026 : tensor<16x10xf32>
    %1028 = stablehlo.sqrt %1027 : tensor<16x10xf32>
    %cst_276 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1029 = stablehlo.broadcast_in_dim %cst_276, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %1030 = stablehlo.add %1028, %1029 : tensor<16x10xf32>
    %1031 = stablehlo.divide %1025, %1030 : tensor<16x10xf32>
    %1032 = stablehlo.add %1031, %1023 : tensor<16x10xf32>
    %1033 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %1034 = stablehlo.multiply %1033, %1032 : tensor<16x10xf32>
    %1035 = stablehlo.subtract %arg34, %1034 : tensor<16x10xf32>
    %cst_277 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1036 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %1037 = stablehlo.multiply %1036, %arg35 : tensor<3x3x3x8xf32>
    %1038 = stablehlo.broadcast_in_dim %608, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %1039 = stablehlo.divide %700, %1038 : tensor<3x3x3x8xf32>
    %1040 = stablehlo.broadcast_in_dim %610, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %1041 = stablehlo.divide %808, %1040 : tensor<3x3x3x8xf32>
    %1042 = stablehlo.sqrt %1041 : tensor<3x3x3x8xf32>
    %cst_278 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1043 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %1044 = stablehlo.add %1042, %1043 : tensor<3x3x3x8xf32>
    %1045 = stablehlo.divide %1039, %1044 : tensor<3x3x3x8xf32>
    %1046 = stablehlo.add %1045, %1037 : tensor<3x3x3x8xf32>
    %1047 = stablehlo.broadcast_in_dim %606, dims = [] : (tensor<f32>) -> tensor<3x3x3x8xf32>
    %1048 = stablehlo.multiply %1047, %1046 : tensor<3x3x3x8xf32>
    %1049 = stablehlo.subtract %arg35, %1048 : tensor<3x3x3x8xf32>
    return %615, %620, %625, %630, %635, %640, %645, %650, %655, %660, %665, %670, %675, %680, %685, %690, %695, %700, %822, %836, %849, %862, %875, %888, %902, %916, %929, %942, %955, %968, %982, %995, %1008, %1021, %1035, %1049, %594, %706, %712, %718, %724, %730, %736, %742, %748, %754, %760, %766, %772, %778, %784, %790, %796, %802, %808, %554, %257 : tensor<3x3x8x8xf32>, tensor<3x3x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3x3x8x16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x1x8x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<10xf32>, tensor<16x10xf32>, tensor<3x3x3x8xf32>, tensor<3x3x8x8xf32>, tensor<3x3x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3x3x8x16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x1x8x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<10xf32>, tensor<16x10xf32>, tensor<3x3x3x8xf32>, tensor<i32>, tensor<3x3x8x8xf32>, tensor<3x3x8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3x3x8x16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x1x8x16xf32>, tensor<8xf32>, tensor<8xf32>, tensor<10xf32>, tensor<16x10xf32>, tensor<3x3x3x8xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<8x10xi1>, %arg1: tensor<8x10xf32>, %arg2: tensor<i32>) -> tensor<8x10xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x10xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x10xi1>, tensor<8x10xf32>
    return %2 : tensor<8x10xf32>
  }
  func.func private @_where_0(%arg0: tensor<8x10xi1>, %arg1: tensor<8x10xf32>) -> tensor<8x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x10xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x10xi1>, tensor<8x10xf32>
    return %1 : tensor<8x10xf32>
  }
  func.func private @clip(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.maximum %0, %arg0 : tensor<f32>
    %2 = stablehlo.convert %arg2 : tensor<f32>
    %3 = stablehlo.minimum %2, %1 : tensor<f32>
    return %3 : tensor<f32>
  }
  func.func private @_where_1(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
