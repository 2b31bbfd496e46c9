module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 24 : i32}, %arg25: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 32 : i32}, %arg33: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 36 : i32}, %arg37: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 37 : i32}, %arg38: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 38 : i32}, %arg39: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 39 : i32}, %arg40: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 40 : i32}, %arg41: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 41 : i32}, %arg42: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 42 : i32}, %arg43: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>, tf.aliasing_output = 43 : i32}, %arg44: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>, tf.aliasing_output = 44 : i32}, %arg45: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 45 : i32}, %arg46: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 46 : i32}, %arg47: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 47 : i32}, %arg48: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 48 : i32}, %arg49: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg50: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks']['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['m']['blocks']['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks']['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x128xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x128xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, tensor<2x128x32xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['m']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['m']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks']['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['params']['blocks']['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks']['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x128xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x128xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, tensor<2x128x32xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['params']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['params']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<i32> {jax.result_info = "result[0]['step']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks']['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['v']['blocks']['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks']['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x128xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x128xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, tensor<2x128x32xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['v']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['v']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<f32> {jax.result_info = "result[1]['grad_norm']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "result[1]['loss']", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0:2 = call @_take(%arg31, %arg49) : (tensor<64x32xf32>, tensor<8x16xi32>) -> (tensor<8x16x32xf32>, tensor<8x16x1xi32>)
    %1 = stablehlo.broadcast_in_dim %arg30, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x16x32xf32>) -> tensor<8x16x32xf32>
    %3 = stablehlo.add %0#0, %2 : tensor<8x16x32xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %5 = stablehlo.iota dim = 0 : tensor<16xi32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %7 = stablehlo.iota dim = 0 : tensor<16xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %9 = stablehlo.broadcast_in_dim %6, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %10 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %11 = stablehlo.compare GE, %9, %10, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %12:2 = call @_where_0(%11, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x8x16x128xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x8x16x128xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x8x16x128xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x8x16x128xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x8x16x128xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x8x16x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %41:45 = stablehlo.while(%iterArg = %arg16, %iterArg_201 = %arg17, %iterArg_202 = %arg18, %iterArg_203 = %arg19, %iterArg_204 = %arg20, %iterArg_205 = %arg21, %iterArg_206 = %arg22, %iterArg_207 = %arg23, %iterArg_208 = %arg24, %iterArg_209 = %arg25, %iterArg_210 = %arg26, %iterArg_211 = %arg27, %iterArg_212 = %12#0, %iterArg_213 = %12#1, %iterArg_214 = %cst_0, %iterArg_215 = %c, %iterArg_216 = %4, %iterArg_217 = %13, %iterArg_218 = %14, %iterArg_219 = %15, %iterArg_220 = %16, %iterArg_221 = %17, %iterArg_222 = %18, %iterArg_223 = %19, %iterArg_224 = %20, %iterArg_225 = %21, %iterArg_226 = %22, %iterArg_227 = %23, %iterArg_228 = %24, %iterArg_229 = %25, %iterArg_230 = %26, %iterArg_231 = %27, %iterArg_232 = %28, %iterArg_233 = %29, %iterArg_234 = %30, %iterArg_235 = %31, %iterArg_236 = %32, %iterArg_237 = %33, %iterArg_238 = %34, %iterArg_239 = %35, %iterArg_240 = %36, %iterArg_241 = %37, %iterArg_242 = %38, %iterArg_243 = %39, %iterArg_244 = %40) : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>
    cond {
      %c_245 = stablehlo.constant dense<2> : tensor<i32>
      %675 = stablehlo.compare LT, %iterArg_215, %c_245, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %675 : tensor<i1>
    } do {
      %675 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_215) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %676 = func.call @dynamic_index_in_dim_1(%iterArg_201, %iterArg_215) : (tensor<2x3x4x8xf32>, tensor<i32>) -> tensor<3x4x8xf32>
      %677 = func.call @dynamic_index_in_dim_2(%iterArg_202, %iterArg_215) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %678 = func.call @dynamic_index_in_dim_3(%iterArg_203, %iterArg_215) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %679 = func.call @dynamic_index_in_dim(%iterArg_204, %iterArg_215) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %680 = func.call @dynamic_index_in_dim(%iterArg_205, %iterArg_215) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %681 = func.call @dynamic_index_in_dim(%iterArg_206, %iterArg_215) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %682 = func.call @dynamic_index_in_dim(%iterArg_207, %iterArg_215) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %683 = func.call @dynamic_index_in_dim_4(%iterArg_208, %iterArg_215) : (tensor<2x128xf32>, tensor<i32>) -> tensor<128xf32>
      %684 = func.call @dynamic_index_in_dim(%iterArg_209, %iterArg_215) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %685 = func.call @dynamic_index_in_dim_5(%iterArg_210, %iterArg_215) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %686 = func.call @dynamic_index_in_dim_6(%iterArg_211, %iterArg_215) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %687:29 = func.call @closed_call(%iterArg_212, %iterArg_213, %iterArg_214, %iterArg_216, %675, %676, %677, %678, %679, %680, %681, %682, %683, %684, %685, %686) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>)
      %688 = func.call @dynamic_update_index_in_dim(%iterArg_217, %687#1, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %689 = func.call @dynamic_update_index_in_dim_8(%iterArg_218, %687#2, %iterArg_215) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %690 = func.call @dynamic_update_index_in_dim_8(%iterArg_219, %687#3, %iterArg_215) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %691 = func.call @dynamic_update_index_in_dim(%iterArg_220, %687#4, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %692 = func.call @dynamic_update_index_in_dim_9(%iterArg_221, %687#5, %iterArg_215) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %693 = func.call @dynamic_update_index_in_dim(%iterArg_222, %687#6, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %694 = func.call @dynamic_update_index_in_dim(%iterArg_223, %687#7, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %695 = func.call @dynamic_update_index_in_dim_10(%iterArg_224, %687#8, %iterArg_215) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %696 = func.call @dynamic_update_index_in_dim_10(%iterArg_225, %687#9, %iterArg_215) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %697 = func.call @dynamic_update_index_in_dim_11(%iterArg_226, %687#10, %iterArg_215) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %698 = func.call @dynamic_update_index_in_dim_12(%iterArg_227, %687#11, %iterArg_215) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %699 = func.call @dynamic_update_index_in_dim_12(%iterArg_228, %687#12, %iterArg_215) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %700 = func.call @dynamic_update_index_in_dim_11(%iterArg_229, %687#13, %iterArg_215) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %701 = func.call @dynamic_update_index_in_dim_10(%iterArg_230, %687#14, %iterArg_215) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %702 = func.call @dynamic_update_index_in_dim_10(%iterArg_231, %687#15, %iterArg_215) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %703 = func.call @dynamic_update_index_in_dim(%iterArg_232, %687#16, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %704 = func.call @dynamic_update_index_in_dim_8(%iterArg_233, %687#17, %iterArg_215) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %705 = func.call @dynamic_update_index_in_dim_8(%iterArg_234, %687#18, %iterArg_215) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %706 = func.call @dynamic_update_index_in_dim(%iterArg_235, %687#19, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %707 = func.call @dynamic_update_index_in_dim_9(%iterArg_236, %687#20, %iterArg_215) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %708 = func.call @dynamic_update_index_in_dim(%iterArg_237, %687#21, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %709 = func.call @dynamic_update_index_in_dim(%iterArg_238, %687#22, %iterArg_215) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %710 = func.call @dynamic_update_index_in_dim_13(%iterArg_239, %687#23, %iterArg_215) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %711 = func.call @dynamic_update_index_in_dim_13(%iterArg_240, %687#24, %iterArg_215) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %712 = func.call @dynamic_update_index_in_dim_13(%iterArg_241, %687#25, %iterArg_215) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %713 = func.call @dynamic_update_index_in_dim_13(%iterArg_242, %687#26, %iterArg_215) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %714 = func.call @dynamic_update_index_in_dim_13(%iterArg_243, %687#27, %iterArg_215) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %715 = func.call @dynamic_update_index_in_dim_13(%iterArg_244, %687#28, %iterArg_215) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %c_245 = stablehlo.constant dense<1> : tensor<i32>
      %716 = stablehlo.add %iterArg_215, %c_245 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_201, %iterArg_202, %iterArg_203, %iterArg_204, %iterArg_205, %iterArg_206, %iterArg_207, %iterArg_208, %iterArg_209, %iterArg_210, %iterArg_211, %iterArg_212, %iterArg_213, %iterArg_214, %716, %687#0, %688, %689, %690, %691, %692, %693, %694, %695, %696, %697, %698, %699, %700, %701, %702, %703, %704, %705, %706, %707, %708, %709, %710, %711, %712, %713, %714, %715 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>
    }
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41#16 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %43 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_30 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %45 = stablehlo.divide %43, %44 : tensor<8x16x1xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %47 = stablehlo.subtract %41#16, %46 : tensor<8x16x32xf32>
    %48 = chlo.square %47 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_31 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %50 = stablehlo.multiply %49, %47 : tensor<8x16x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%48 init: %cst_32) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_33 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %54 = stablehlo.divide %52, %53 : tensor<8x16x1xf32>
    %55 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %56 = stablehlo.subtract %41#16, %55 : tensor<8x16x32xf32>
    %cst_34 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %58 = stablehlo.add %54, %57 : tensor<8x16x1xf32>
    %59 = stablehlo.rsqrt %58 : tensor<8x16x1xf32>
    %60 = stablehlo.divide %59, %58 : tensor<8x16x1xf32>
    %cst_35 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %62 = stablehlo.multiply %61, %60 : tensor<8x16x1xf32>
    %63 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %64 = stablehlo.multiply %56, %63 : tensor<8x16x32xf32>
    %65 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %67 = stablehlo.multiply %64, %66 : tensor<8x16x32xf32>
    %68 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %70 = stablehlo.add %67, %69 : tensor<8x16x32xf32>
    %71 = stablehlo.transpose %arg31, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %72 = stablehlo.dot_general %70, %71, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %73 = sdy.sharding_constraint %72 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x64xf32>
    %cst_36 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_36) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %77 = stablehlo.subtract %73, %76 : tensor<8x16x64xf32>
    %78 = stablehlo.exponential %77 : tensor<8x16x64xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.reduce(%78 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %80 = stablehlo.log %79 : tensor<8x16xf32>
    %81 = stablehlo.reshape %75 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %82 = stablehlo.add %80, %81 : tensor<8x16xf32>
    %83 = stablehlo.broadcast_in_dim %arg50, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %84 = stablehlo.iota dim = 0 : tensor<64xi32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [2] : (tensor<64xi32>) -> tensor<1x1x64xi32>
    %86 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<8x16x1xi32>) -> tensor<8x16x64xi32>
    %87 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x1x64xi32>) -> tensor<8x16x64xi32>
    %88 = stablehlo.compare EQ, %86, %87, SIGNED : (tensor<8x16x64xi32>, tensor<8x16x64xi32>) -> tensor<8x16x64xi1>
    %c_38 = stablehlo.constant dense<0> : tensor<i32>
    %89 = call @_where_14(%88, %73, %c_38) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %91 = stablehlo.subtract %82, %90 : tensor<8x16xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%91 init: %cst_40) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_41 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %93 = stablehlo.divide %92, %cst_41 : tensor<f32>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_43 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %94 = stablehlo.divide %cst_42, %cst_43 : tensor<f32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %96 = stablehlo.negate %95 : tensor<8x16xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %98 = call @_where_15(%88, %97) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %99 = stablehlo.divide %95, %79 : tensor<8x16xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %101 = stablehlo.multiply %100, %78 : tensor<8x16x64xf32>
    %102 = stablehlo.add %98, %101 : tensor<8x16x64xf32>
    %103 = sdy.sharding_constraint %102 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x64xf32>
    %104 = stablehlo.dot_general %103, %70, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %105 = stablehlo.transpose %104, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %106 = stablehlo.dot_general %103, %71, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %107 = stablehlo.transpose %105, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %108 = stablehlo.reduce(%106 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %109 = stablehlo.reshape %108 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_45) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %111 = stablehlo.multiply %64, %106 : tensor<8x16x32xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%111 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %113 = stablehlo.reshape %112 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %114 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %115 = stablehlo.multiply %106, %114 : tensor<8x16x32xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%113 init: %cst_47) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %117 = stablehlo.multiply %56, %115 : tensor<8x16x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %119 = stablehlo.reshape %118 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %120 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %121 = stablehlo.multiply %115, %120 : tensor<8x16x32xf32>
    %122 = stablehlo.multiply %119, %62 : tensor<8x16x1xf32>
    %123 = stablehlo.negate %121 : tensor<8x16x32xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_49) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %125 = stablehlo.reshape %124 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_50 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %127 = stablehlo.divide %122, %126 : tensor<8x16x1xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %130 = stablehlo.multiply %129, %50 : tensor<8x16x32xf32>
    %131 = stablehlo.negate %130 : tensor<8x16x32xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.reduce(%131 init: %cst_52) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %133 = stablehlo.reshape %132 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %134 = stablehlo.add %121, %130 : tensor<8x16x32xf32>
    %135 = stablehlo.add %125, %133 : tensor<8x16x1xf32>
    %cst_53 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %136 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %137 = stablehlo.divide %135, %136 : tensor<8x16x1xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%137 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %139 = stablehlo.broadcast_in_dim %138, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %140 = stablehlo.add %134, %139 : tensor<8x16x32xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %152 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %c_67 = stablehlo.constant dense<0> : tensor<i32>
    %153:47 = stablehlo.while(%iterArg = %41#17, %iterArg_201 = %41#18, %iterArg_202 = %41#19, %iterArg_203 = %41#20, %iterArg_204 = %41#21, %iterArg_205 = %41#22, %iterArg_206 = %arg19, %iterArg_207 = %41#23, %iterArg_208 = %41#24, %iterArg_209 = %41#25, %iterArg_210 = %41#26, %iterArg_211 = %41#27, %iterArg_212 = %41#28, %iterArg_213 = %41#29, %iterArg_214 = %41#30, %iterArg_215 = %arg18, %iterArg_216 = %41#31, %iterArg_217 = %41#32, %iterArg_218 = %41#33, %iterArg_219 = %41#34, %iterArg_220 = %41#35, %iterArg_221 = %41#36, %iterArg_222 = %41#37, %iterArg_223 = %arg26, %iterArg_224 = %41#38, %iterArg_225 = %41#39, %iterArg_226 = %41#40, %iterArg_227 = %41#41, %iterArg_228 = %41#42, %iterArg_229 = %41#43, %iterArg_230 = %arg27, %iterArg_231 = %41#44, %iterArg_232 = %12#0, %iterArg_233 = %c_67, %iterArg_234 = %140, %iterArg_235 = %141, %iterArg_236 = %142, %iterArg_237 = %143, %iterArg_238 = %144, %iterArg_239 = %145, %iterArg_240 = %146, %iterArg_241 = %147, %iterArg_242 = %148, %iterArg_243 = %149, %iterArg_244 = %150, %iterArg_245 = %151, %iterArg_246 = %152) : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x128xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x128xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    cond {
      %c_247 = stablehlo.constant dense<2> : tensor<i32>
      %675 = stablehlo.compare LT, %iterArg_233, %c_247, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %675 : tensor<i1>
    } do {
      %c_247 = stablehlo.constant dense<2> : tensor<i32>
      %675 = stablehlo.subtract %c_247, %iterArg_233 : tensor<i32>
      %c_248 = stablehlo.constant dense<1> : tensor<i32>
      %676 = stablehlo.subtract %675, %c_248 : tensor<i32>
      %677 = func.call @dynamic_index_in_dim_16(%iterArg, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %678 = func.call @dynamic_index_in_dim_17(%iterArg_201, %676) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %679 = func.call @dynamic_index_in_dim_17(%iterArg_202, %676) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %680 = func.call @dynamic_index_in_dim_16(%iterArg_203, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %681 = func.call @dynamic_index_in_dim_18(%iterArg_204, %676) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %682 = func.call @dynamic_index_in_dim_16(%iterArg_205, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %683 = func.call @dynamic_index_in_dim_3(%iterArg_206, %676) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %684 = func.call @dynamic_index_in_dim_16(%iterArg_207, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %685 = func.call @dynamic_index_in_dim_19(%iterArg_208, %676) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %686 = func.call @dynamic_index_in_dim_19(%iterArg_209, %676) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %687 = func.call @dynamic_index_in_dim_20(%iterArg_210, %676) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %688 = func.call @dynamic_index_in_dim_21(%iterArg_211, %676) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %689 = func.call @dynamic_index_in_dim_21(%iterArg_212, %676) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %690 = func.call @dynamic_index_in_dim_20(%iterArg_213, %676) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %691 = func.call @dynamic_index_in_dim_19(%iterArg_214, %676) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %692 = func.call @dynamic_index_in_dim_2(%iterArg_215, %676) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %693 = func.call @dynamic_index_in_dim_19(%iterArg_216, %676) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %694 = func.call @dynamic_index_in_dim_16(%iterArg_217, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %695 = func.call @dynamic_index_in_dim_17(%iterArg_218, %676) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %696 = func.call @dynamic_index_in_dim_17(%iterArg_219, %676) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %697 = func.call @dynamic_index_in_dim_16(%iterArg_220, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %698 = func.call @dynamic_index_in_dim_18(%iterArg_221, %676) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %699 = func.call @dynamic_index_in_dim_16(%iterArg_222, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %700 = func.call @dynamic_index_in_dim_5(%iterArg_223, %676) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %701 = func.call @dynamic_index_in_dim_16(%iterArg_224, %676) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %702 = func.call @dynamic_index_in_dim_22(%iterArg_225, %676) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %703 = func.call @dynamic_index_in_dim_22(%iterArg_226, %676) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %704 = func.call @dynamic_index_in_dim_22(%iterArg_227, %676) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %705 = func.call @dynamic_index_in_dim_22(%iterArg_228, %676) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %706 = func.call @dynamic_index_in_dim_22(%iterArg_229, %676) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %707 = func.call @dynamic_index_in_dim_6(%iterArg_230, %676) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %708 = func.call @dynamic_index_in_dim_22(%iterArg_231, %676) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %709:13 = func.call @closed_call_23(%iterArg_232, %iterArg_234, %677, %678, %679, %680, %681, %682, %683, %684, %685, %686, %687, %688, %689, %690, %691, %692, %693, %694, %695, %696, %697, %698, %699, %700, %701, %702, %703, %704, %705, %706, %707, %708) : (tensor<8x4x16x16xi1>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x3x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<4x8x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x128xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<128x32xf32>, tensor<8x16x128xf32>) -> (tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>)
      %710 = func.call @dynamic_update_index_in_dim_25(%iterArg_235, %709#1, %676) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %711 = func.call @dynamic_update_index_in_dim_26(%iterArg_236, %709#2, %676) : (tensor<2x3x4x8xf32>, tensor<3x4x8xf32>, tensor<i32>) -> tensor<2x3x4x8xf32>
      %712 = func.call @dynamic_update_index_in_dim_27(%iterArg_237, %709#3, %676) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %713 = func.call @dynamic_update_index_in_dim_28(%iterArg_238, %709#4, %676) : (tensor<2x32x3x4x8xf32>, tensor<32x3x4x8xf32>, tensor<i32>) -> tensor<2x32x3x4x8xf32>
      %714 = func.call @dynamic_update_index_in_dim_25(%iterArg_239, %709#5, %676) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %715 = func.call @dynamic_update_index_in_dim_25(%iterArg_240, %709#6, %676) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %716 = func.call @dynamic_update_index_in_dim_25(%iterArg_241, %709#7, %676) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %717 = func.call @dynamic_update_index_in_dim_25(%iterArg_242, %709#8, %676) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %718 = func.call @dynamic_update_index_in_dim_29(%iterArg_243, %709#9, %676) : (tensor<2x128xf32>, tensor<128xf32>, tensor<i32>) -> tensor<2x128xf32>
      %719 = func.call @dynamic_update_index_in_dim_25(%iterArg_244, %709#10, %676) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %720 = func.call @dynamic_update_index_in_dim_30(%iterArg_245, %709#11, %676) : (tensor<2x32x128xf32>, tensor<32x128xf32>, tensor<i32>) -> tensor<2x32x128xf32>
      %721 = func.call @dynamic_update_index_in_dim_31(%iterArg_246, %709#12, %676) : (tensor<2x128x32xf32>, tensor<128x32xf32>, tensor<i32>) -> tensor<2x128x32xf32>
      %c_249 = stablehlo.constant dense<1> : tensor<i32>
      %722 = stablehlo.add %iterArg_233, %c_249 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_201, %iterArg_202, %iterArg_203, %iterArg_204, %iterArg_205, %iterArg_206, %iterArg_207, %iterArg_208, %iterArg_209, %iterArg_210, %iterArg_211, %iterArg_212, %iterArg_213, %iterArg_214, %iterArg_215, %iterArg_216, %iterArg_217, %iterArg_218, %iterArg_219, %iterArg_220, %iterArg_221, %iterArg_222, %iterArg_223, %iterArg_224, %iterArg_225, %iterArg_226, %iterArg_227, %iterArg_228, %iterArg_229, %iterArg_230, %iterArg_231, %iterArg_232, %722, %709#0, %710, %711, %712, %713, %714, %715, %716, %717, %718, %719, %720, %721 : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x128xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x128xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    }
    %154 = sdy.sharding_constraint %153#34 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.reduce(%154 init: %cst_68) applies stablehlo.add across dimensions = [0] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %156 = stablehlo.reshape %155 : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_69) applies stablehlo.add across dimensions = [0] : (tensor<1x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %158 = call @_take_32(%0#1, %154) : (tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %159 = stablehlo.add %107, %158 : tensor<64x32xf32>
    %160 = sdy.sharding_constraint %153#35 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %161 = sdy.sharding_constraint %153#36 <@mesh, [{}, {}, {"model"}, {}]> : tensor<2x3x4x8xf32>
    %162 = sdy.sharding_constraint %153#37 <@mesh, [{}, {"model"}, {}, {"data"}]> : tensor<2x4x8x32xf32>
    %163 = sdy.sharding_constraint %153#38 <@mesh, [{}, {"data"}, {}, {"model"}, {}]> : tensor<2x32x3x4x8xf32>
    %164 = sdy.sharding_constraint %153#39 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %165 = sdy.sharding_constraint %153#40 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %166 = sdy.sharding_constraint %153#41 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %167 = sdy.sharding_constraint %153#42 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %168 = sdy.sharding_constraint %153#43 <@mesh, [{}, {"model"}]> : tensor<2x128xf32>
    %169 = sdy.sharding_constraint %153#44 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %170 = sdy.sharding_constraint %153#45 <@mesh, [{}, {"data"}, {"model"}]> : tensor<2x32x128xf32>
    %171 = sdy.sharding_constraint %153#46 <@mesh, [{}, {"model"}, {"data"}]> : tensor<2x128x32xf32>
    %172 = sdy.sharding_constraint %110 <@mesh, [{}]> : tensor<32xf32>
    %173 = sdy.sharding_constraint %116 <@mesh, [{}]> : tensor<32xf32>
    %174 = sdy.sharding_constraint %157 <@mesh, [{}, {"data"}]> : tensor<16x32xf32>
    %175 = sdy.sharding_constraint %159 <@mesh, [{"model"}, {"data"}]> : tensor<64x32xf32>
    %176 = chlo.square %160 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.reduce(%176 init: %cst_70) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.add %cst_71, %177 : tensor<f32>
    %179 = chlo.square %161 : tensor<2x3x4x8xf32> -> tensor<2x3x4x8xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_72) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %181 = stablehlo.add %178, %180 : tensor<f32>
    %182 = chlo.square %162 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%182 init: %cst_73) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %184 = stablehlo.add %181, %183 : tensor<f32>
    %185 = chlo.square %163 : tensor<2x32x3x4x8xf32> -> tensor<2x32x3x4x8xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %186 = stablehlo.reduce(%185 init: %cst_74) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4] : (tensor<2x32x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %187 = stablehlo.add %184, %186 : tensor<f32>
    %188 = chlo.square %164 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %189 = stablehlo.reduce(%188 init: %cst_75) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %190 = stablehlo.add %187, %189 : tensor<f32>
    %191 = chlo.square %165 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %192 = stablehlo.reduce(%191 init: %cst_76) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %193 = stablehlo.add %190, %192 : tensor<f32>
    %194 = chlo.square %166 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.reduce(%194 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %196 = stablehlo.add %193, %195 : tensor<f32>
    %197 = chlo.square %167 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_78) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %199 = stablehlo.add %196, %198 : tensor<f32>
    %200 = chlo.square %168 : tensor<2x128xf32> -> tensor<2x128xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %201 = stablehlo.reduce(%200 init: %cst_79) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x128xf32>, tensor<f32>) -> tensor<f32>
    %202 = stablehlo.add %199, %201 : tensor<f32>
    %203 = chlo.square %169 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_80) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %205 = stablehlo.add %202, %204 : tensor<f32>
    %206 = chlo.square %170 : tensor<2x32x128xf32> -> tensor<2x32x128xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %207 = stablehlo.reduce(%206 init: %cst_81) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x32x128xf32>, tensor<f32>) -> tensor<f32>
    %208 = stablehlo.add %205, %207 : tensor<f32>
    %209 = chlo.square %171 : tensor<2x128x32xf32> -> tensor<2x128x32xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %210 = stablehlo.reduce(%209 init: %cst_82) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x128x32xf32>, tensor<f32>) -> tensor<f32>
    %211 = stablehlo.add %208, %210 : tensor<f32>
    %212 = chlo.square %172 : tensor<32xf32> -> tensor<32xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %213 = stablehlo.reduce(%212 init: %cst_83) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %214 = stablehlo.add %211, %213 : tensor<f32>
    %215 = chlo.square %173 : tensor<32xf32> -> tensor<32xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %216 = stablehlo.reduce(%215 init: %cst_84) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %217 = stablehlo.add %214, %216 : tensor<f32>
    %218 = chlo.square %174 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %219 = stablehlo.reduce(%218 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %220 = stablehlo.add %217, %219 : tensor<f32>
    %221 = chlo.square %175 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%221 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    %223 = stablehlo.add %220, %222 : tensor<f32>
    %224 = stablehlo.sqrt %223 : tensor<f32>
    %cst_87 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %225 = stablehlo.add %224, %cst_87 : tensor<f32>
    %cst_88 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %226 = stablehlo.divide %cst_88, %225 : tensor<f32>
    %cst_89 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %227 = stablehlo.minimum %cst_89, %226 : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %229 = stablehlo.multiply %160, %228 : tensor<2x32xf32>
    %230 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %231 = stablehlo.multiply %161, %230 : tensor<2x3x4x8xf32>
    %232 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %233 = stablehlo.multiply %162, %232 : tensor<2x4x8x32xf32>
    %234 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %235 = stablehlo.multiply %163, %234 : tensor<2x32x3x4x8xf32>
    %236 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %237 = stablehlo.multiply %164, %236 : tensor<2x32xf32>
    %238 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %239 = stablehlo.multiply %165, %238 : tensor<2x32xf32>
    %240 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %241 = stablehlo.multiply %166, %240 : tensor<2x32xf32>
    %242 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %243 = stablehlo.multiply %167, %242 : tensor<2x32xf32>
    %244 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %245 = stablehlo.multiply %168, %244 : tensor<2x128xf32>
    %246 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %247 = stablehlo.multiply %169, %246 : tensor<2x32xf32>
    %248 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %249 = stablehlo.multiply %170, %248 : tensor<2x32x128xf32>
    %250 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %251 = stablehlo.multiply %171, %250 : tensor<2x128x32xf32>
    %252 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %253 = stablehlo.multiply %172, %252 : tensor<32xf32>
    %254 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %255 = stablehlo.multiply %173, %254 : tensor<32xf32>
    %256 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %257 = stablehlo.multiply %174, %256 : tensor<16x32xf32>
    %258 = stablehlo.broadcast_in_dim %227, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %259 = stablehlo.multiply %175, %258 : tensor<64x32xf32>
    %c_90 = stablehlo.constant dense<1> : tensor<i32>
    %260 = stablehlo.add %arg32, %c_90 : tensor<i32>
    %261 = stablehlo.convert %260 : (tensor<i32>) -> tensor<f32>
    %cst_91 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %262 = stablehlo.subtract %261, %cst_91 : tensor<f32>
    %cst_92 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %263 = stablehlo.divide %262, %cst_92 : tensor<f32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_94 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %264 = call @clip(%263, %cst_93, %cst_94) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_95 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %265 = stablehlo.compare LT, %261, %cst_95, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_96 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %266 = stablehlo.divide %261, %cst_96 : tensor<f32>
    %cst_97 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %267 = stablehlo.multiply %cst_97, %264 : tensor<f32>
    %268 = stablehlo.cosine %267 : tensor<f32>
    %cst_98 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %269 = stablehlo.add %cst_98, %268 : tensor<f32>
    %cst_99 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %270 = stablehlo.multiply %cst_99, %269 : tensor<f32>
    %271 = call @_where_33(%265, %266, %270) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_100 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %272 = stablehlo.multiply %cst_100, %271 : tensor<f32>
    %cst_101 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %273 = stablehlo.power %cst_101, %261 : tensor<f32>
    %cst_102 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %274 = stablehlo.subtract %cst_102, %273 : tensor<f32>
    %cst_103 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %275 = stablehlo.power %cst_103, %261 : tensor<f32>
    %cst_104 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %276 = stablehlo.subtract %cst_104, %275 : tensor<f32>
    %cst_105 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %278 = stablehlo.multiply %277, %arg0 : tensor<2x32xf32>
    %cst_106 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %280 = stablehlo.multiply %279, %229 : tensor<2x32xf32>
    %281 = stablehlo.add %278, %280 : tensor<2x32xf32>
    %cst_107 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %283 = stablehlo.multiply %282, %arg1 : tensor<2x3x4x8xf32>
    %cst_108 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %285 = stablehlo.multiply %284, %231 : tensor<2x3x4x8xf32>
    %286 = stablehlo.add %283, %285 : tensor<2x3x4x8xf32>
    %cst_109 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %288 = stablehlo.multiply %287, %arg2 : tensor<2x4x8x32xf32>
    %cst_110 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %290 = stablehlo.multiply %289, %233 : tensor<2x4x8x32xf32>
    %291 = stablehlo.add %288, %290 : tensor<2x4x8x32xf32>
    %cst_111 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %293 = stablehlo.multiply %292, %arg3 : tensor<2x32x3x4x8xf32>
    %cst_112 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %295 = stablehlo.multiply %294, %235 : tensor<2x32x3x4x8xf32>
    %296 = stablehlo.add %293, %295 : tensor<2x32x3x4x8xf32>
    %cst_113 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %298 = stablehlo.multiply %297, %arg4 : tensor<2x32xf32>
    %cst_114 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %300 = stablehlo.multiply %299, %237 : tensor<2x32xf32>
    %301 = stablehlo.add %298, %300 : tensor<2x32xf32>
    %cst_115 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %303 = stablehlo.multiply %302, %arg5 : tensor<2x32xf32>
    %cst_116 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %305 = stablehlo.multiply %304, %239 : tensor<2x32xf32>
    %306 = stablehlo.add %303, %305 : tensor<2x32xf32>
    %cst_117 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %308 = stablehlo.multiply %307, %arg6 : tensor<2x32xf32>
    %cst_118 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %310 = stablehlo.multiply %309, %241 : tensor<2x32xf32>
    %311 = stablehlo.add %308, %310 : tensor<2x32xf32>
    %cst_119 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %313 = stablehlo.multiply %312, %arg7 : tensor<2x32xf32>
    %cst_120 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %315 = stablehlo.multiply %314, %243 : tensor<2x32xf32>
    %316 = stablehlo.add %313, %315 : tensor<2x32xf32>
    %cst_121 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %318 = stablehlo.multiply %317, %arg8 : tensor<2x128xf32>
    %cst_122 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %320 = stablehlo.multiply %319, %245 : tensor<2x128xf32>
    %321 = stablehlo.add %318, %320 : tensor<2x128xf32>
    %cst_123 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %323 = stablehlo.multiply %322, %arg9 : tensor<2x32xf32>
    %cst_124 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %325 = stablehlo.multiply %324, %247 : tensor<2x32xf32>
    %326 = stablehlo.add %323, %325 : tensor<2x32xf32>
    %cst_125 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %328 = stablehlo.multiply %327, %arg10 : tensor<2x32x128xf32>
    %cst_126 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %329 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %330 = stablehlo.multiply %329, %249 : tensor<2x32x128xf32>
    %331 = stablehlo.add %328, %330 : tensor<2x32x128xf32>
    %cst_127 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %333 = stablehlo.multiply %332, %arg11 : tensor<2x128x32xf32>
    %cst_128 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %335 = stablehlo.multiply %334, %251 : tensor<2x128x32xf32>
    %336 = stablehlo.add %333, %335 : tensor<2x128x32xf32>
    %cst_129 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %338 = stablehlo.multiply %337, %arg12 : tensor<32xf32>
    %cst_130 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %339 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %340 = stablehlo.multiply %339, %253 : tensor<32xf32>
    %341 = stablehlo.add %338, %340 : tensor<32xf32>
    %cst_131 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %342 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %343 = stablehlo.multiply %342, %arg13 : tensor<32xf32>
    %cst_132 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %344 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %345 = stablehlo.multiply %344, %255 : tensor<32xf32>
    %346 = stablehlo.add %343, %345 : tensor<32xf32>
    %cst_133 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %347 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %348 = stablehlo.multiply %347, %arg14 : tensor<16x32xf32>
    %cst_134 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %350 = stablehlo.multiply %349, %257 : tensor<16x32xf32>
    %351 = stablehlo.add %348, %350 : tensor<16x32xf32>
    %cst_135 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %353 = stablehlo.multiply %352, %arg15 : tensor<64x32xf32>
    %cst_136 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %354 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %355 = stablehlo.multiply %354, %259 : tensor<64x32xf32>
    %356 = stablehlo.add %353, %355 : tensor<64x32xf32>
    %cst_137 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %358 = stablehlo.multiply %357, %arg33 : tensor<2x32xf32>
    %359 = chlo.square %229 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_138 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %361 = stablehlo.multiply %360, %359 : tensor<2x32xf32>
    %362 = stablehlo.add %358, %361 : tensor<2x32xf32>
    %cst_139 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %364 = stablehlo.multiply %363, %arg34 : tensor<2x3x4x8xf32>
    %365 = chlo.square %231 : tensor<2x3x4x8xf32> -> tensor<2x3x4x8xf32>
    %cst_140 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %367 = stablehlo.multiply %366, %365 : tensor<2x3x4x8xf32>
    %368 = stablehlo.add %364, %367 : tensor<2x3x4x8xf32>
    %cst_141 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %370 = stablehlo.multiply %369, %arg35 : tensor<2x4x8x32xf32>
    %371 = chlo.square %233 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_142 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %373 = stablehlo.multiply %372, %371 : tensor<2x4x8x32xf32>
    %374 = stablehlo.add %370, %373 : tensor<2x4x8x32xf32>
    %cst_143 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %376 = stablehlo.multiply %375, %arg36 : tensor<2x32x3x4x8xf32>
    %377 = chlo.square %235 : tensor<2x32x3x4x8xf32> -> tensor<2x32x3x4x8xf32>
    %cst_144 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %378 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %379 = stablehlo.multiply %378, %377 : tensor<2x32x3x4x8xf32>
    %380 = stablehlo.add %376, %379 : tensor<2x32x3x4x8xf32>
    %cst_145 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %382 = stablehlo.multiply %381, %arg37 : tensor<2x32xf32>
    %383 = chlo.square %237 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_146 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %385 = stablehlo.multiply %384, %383 : tensor<2x32xf32>
    %386 = stablehlo.add %382, %385 : tensor<2x32xf32>
    %cst_147 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %388 = stablehlo.multiply %387, %arg38 : tensor<2x32xf32>
    %389 = chlo.square %239 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_148 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %391 = stablehlo.multiply %390, %389 : tensor<2x32xf32>
    %392 = stablehlo.add %388, %391 : tensor<2x32xf32>
    %cst_149 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %394 = stablehlo.multiply %393, %arg39 : tensor<2x32xf32>
    %395 = chlo.square %241 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_150 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %396 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %397 = stablehlo.multiply %396, %395 : tensor<2x32xf32>
    %398 = stablehlo.add %394, %397 : tensor<2x32xf32>
    %cst_151 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %399 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %400 = stablehlo.multiply %399, %arg40 : tensor<2x32xf32>
    %401 = chlo.square %243 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_152 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %403 = stablehlo.multiply %402, %401 : tensor<2x32xf32>
    %404 = stablehlo.add %400, %403 : tensor<2x32xf32>
    %cst_153 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %406 = stablehlo.multiply %405, %arg41 : tensor<2x128xf32>
    %407 = chlo.square %245 : tensor<2x128xf32> -> tensor<2x128xf32>
    %cst_154 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %409 = stablehlo.multiply %408, %407 : tensor<2x128xf32>
    %410 = stablehlo.add %406, %409 : tensor<2x128xf32>
    %cst_155 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %411 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %412 = stablehlo.multiply %411, %arg42 : tensor<2x32xf32>
    %413 = chlo.square %247 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_156 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %414 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %415 = stablehlo.multiply %414, %413 : tensor<2x32xf32>
    %416 = stablehlo.add %412, %415 : tensor<2x32xf32>
    %cst_157 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %417 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %418 = stablehlo.multiply %417, %arg43 : tensor<2x32x128xf32>
    %419 = chlo.square %249 : tensor<2x32x128xf32> -> tensor<2x32x128xf32>
    %cst_158 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %420 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %421 = stablehlo.multiply %420, %419 : tensor<2x32x128xf32>
    %422 = stablehlo.add %418, %421 : tensor<2x32x128xf32>
    %cst_159 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %423 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %424 = stablehlo.multiply %423, %arg44 : tensor<2x128x32xf32>
    %425 = chlo.square %251 : tensor<2x128x32xf32> -> tensor<2x128x32xf32>
    %cst_160 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %426 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %427 = stablehlo.multiply %426, %425 : tensor<2x128x32xf32>
    %428 = stablehlo.add %424, %427 : tensor<2x128x32xf32>
    %cst_161 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %429 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %430 = stablehlo.multiply %429, %arg45 : tensor<32xf32>
    %431 = chlo.square %253 : tensor<32xf32> -> tensor<32xf32>
    %cst_162 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %432 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %433 = stablehlo.multiply %432, %431 : tensor<32xf32>
    %434 = stablehlo.add %430, %433 : tensor<32xf32>
    %cst_163 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %435 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %436 = stablehlo.multiply %435, %arg46 : tensor<32xf32>
    %437 = chlo.square %255 : tensor<32xf32> -> tensor<32xf32>
    %cst_164 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %438 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %439 = stablehlo.multiply %438, %437 : tensor<32xf32>
    %440 = stablehlo.add %436, %439 : tensor<32xf32>
    %cst_165 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %441 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %442 = stablehlo.multiply %441, %arg47 : tensor<16x32xf32>
    %443 = chlo.square %257 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_166 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %444 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %445 = stablehlo.multiply %444, %443 : tensor<16x32xf32>
    %446 = stablehlo.add %442, %445 : tensor<16x32xf32>
    %cst_167 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %447 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %448 = stablehlo.multiply %447, %arg48 : tensor<64x32xf32>
    %449 = chlo.square %259 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_168 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %450 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %451 = stablehlo.multiply %450, %449 : tensor<64x32xf32>
    %452 = stablehlo.add %448, %451 : tensor<64x32xf32>
    %cst_169 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %454 = stablehlo.multiply %453, %arg16 : tensor<2x32xf32>
    %455 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %456 = stablehlo.divide %281, %455 : tensor<2x32xf32>
    %457 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %458 = stablehlo.divide %362, %457 : tensor<2x32xf32>
    %459 = stablehlo.sqrt %458 : tensor<2x32xf32>
    %cst_170 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %460 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %461 = stablehlo.add %459, %460 : tensor<2x32xf32>
    %462 = stablehlo.divide %456, %461 : tensor<2x32xf32>
    %463 = stablehlo.add %462, %454 : tensor<2x32xf32>
    %464 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %465 = stablehlo.multiply %464, %463 : tensor<2x32xf32>
    %466 = stablehlo.subtract %arg16, %465 : tensor<2x32xf32>
    %cst_171 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %467 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %468 = stablehlo.multiply %467, %arg17 : tensor<2x3x4x8xf32>
    %469 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %470 = stablehlo.divide %286, %469 : tensor<2x3x4x8xf32>
    %471 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %472 = stablehlo.divide %368, %471 : tensor<2x3x4x8xf32>
    %473 = stablehlo.sqrt %472 : tensor<2x3x4x8xf32>
    %cst_172 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %474 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %475 = stablehlo.add %473, %474 : tensor<2x3x4x8xf32>
    %476 = stablehlo.divide %470, %475 : tensor<2x3x4x8xf32>
    %477 = stablehlo.add %476, %468 : tensor<2x3x4x8xf32>
    %478 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %479 = stablehlo.multiply %478, %477 : tensor<2x3x4x8xf32>
    %480 = stablehlo.subtract %arg17, %479 : tensor<2x3x4x8xf32>
    %cst_173 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %481 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %482 = stablehlo.multiply %481, %arg18 : tensor<2x4x8x32xf32>
    %483 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %484 = stablehlo.divide %291, %483 : tensor<2x4x8x32xf32>
    %485 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %486 = stablehlo.divide %374, %485 : tensor<2x4x8x32xf32>
    %487 = stablehlo.sqrt %486 : tensor<2x4x8x32xf32>
    %cst_174 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %488 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %489 = stablehlo.add %487, %488 : tensor<2x4x8x32xf32>
    %490 = stablehlo.divide %484, %489 : tensor<2x4x8x32xf32>
    %491 = stablehlo.add %490, %482 : tensor<2x4x8x32xf32>
    %492 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %493 = stablehlo.multiply %492, %491 : tensor<2x4x8x32xf32>
    %494 = stablehlo.subtract %arg18, %493 : tensor<2x4x8x32xf32>
    %cst_175 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %495 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %496 = stablehlo.multiply %495, %arg19 : tensor<2x32x3x4x8xf32>
    %497 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %498 = stablehlo.divide %296, %497 : tensor<2x32x3x4x8xf32>
    %499 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %500 = stablehlo.divide %380, %499 : tensor<2x32x3x4x8xf32>
    %501 = stablehlo.sqrt %500 : tensor<2x32x3x4x8xf32>
    %cst_176 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %502 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %503 = stablehlo.add %501, %502 : tensor<2x32x3x4x8xf32>
    %504 = stablehlo.divide %498, %503 : tensor<2x32x3x4x8xf32>
    %505 = stablehlo.add %504, %496 : tensor<2x32x3x4x8xf32>
    %506 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %507 = stablehlo.multiply %506, %505 : tensor<2x32x3x4x8xf32>
    %508 = stablehlo.subtract %arg19, %507 : tensor<2x32x3x4x8xf32>
    %cst_177 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %509 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %510 = stablehlo.multiply %509, %arg20 : tensor<2x32xf32>
    %511 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %512 = stablehlo.divide %301, %511 : tensor<2x32xf32>
    %513 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %514 = stablehlo.divide %386, %513 : tensor<2x32xf32>
    %515 = stablehlo.sqrt %514 : tensor<2x32xf32>
    %cst_178 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %516 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %517 = stablehlo.add %515, %516 : tensor<2x32xf32>
    %518 = stablehlo.divide %512, %517 : tensor<2x32xf32>
    %519 = stablehlo.add %518, %510 : tensor<2x32xf32>
    %520 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %521 = stablehlo.multiply %520, %519 : tensor<2x32xf32>
    %522 = stablehlo.subtract %arg20, %521 : tensor<2x32xf32>
    %cst_179 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %523 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %524 = stablehlo.multiply %523, %arg21 : tensor<2x32xf32>
    %525 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %526 = stablehlo.divide %306, %525 : tensor<2x32xf32>
    %527 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %528 = stablehlo.divide %392, %527 : tensor<2x32xf32>
    %529 = stablehlo.sqrt %528 : tensor<2x32xf32>
    %cst_180 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %531 = stablehlo.add %529, %530 : tensor<2x32xf32>
    %532 = stablehlo.divide %526, %531 : tensor<2x32xf32>
    %533 = stablehlo.add %532, %524 : tensor<2x32xf32>
    %534 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %535 = stablehlo.multiply %534, %533 : tensor<2x32xf32>
    %536 = stablehlo.subtract %arg21, %535 : tensor<2x32xf32>
    %cst_181 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %537 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %538 = stablehlo.multiply %537, %arg22 : tensor<2x32xf32>
    %539 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %540 = stablehlo.divide %311, %539 : tensor<2x32xf32>
    %541 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %542 = stablehlo.divide %398, %541 : tensor<2x32xf32>
    %543 = stablehlo.sqrt %542 : tensor<2x32xf32>
    %cst_182 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %544 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %545 = stablehlo.add %543, %544 : tensor<2x32xf32>
    %546 = stablehlo.divide %540, %545 : tensor<2x32xf32>
    %547 = stablehlo.add %546, %538 : tensor<2x32xf32>
    %548 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %549 = stablehlo.multiply %548, %547 : tensor<2x32xf32>
    %550 = stablehlo.subtract %arg22, %549 : tensor<2x32xf32>
    %cst_183 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %551 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %552 = stablehlo.multiply %551, %arg23 : tensor<2x32xf32>
    %553 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %554 = stablehlo.divide %316, %553 : tensor<2x32xf32>
    %555 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %556 = stablehlo.divide %404, %555 : tensor<2x32xf32>
    %557 = stablehlo.sqrt %556 : tensor<2x32xf32>
    %cst_184 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %558 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %559 = stablehlo.add %557, %558 : tensor<2x32xf32>
    %560 = stablehlo.divide %554, %559 : tensor<2x32xf32>
    %561 = stablehlo.add %560, %552 : tensor<2x32xf32>
    %562 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %563 = stablehlo.multiply %562, %561 : tensor<2x32xf32>
    %564 = stablehlo.subtract %arg23, %563 : tensor<2x32xf32>
    %cst_185 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %565 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %566 = stablehlo.multiply %565, %arg24 : tensor<2x128xf32>
    %567 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %568 = stablehlo.divide %321, %567 : tensor<2x128xf32>
    %569 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %570 = stablehlo.divide %410, %569 : tensor<2x128xf32>
    %571 = stablehlo.sqrt %570 : tensor<2x128xf32>
    %cst_186 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %572 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %573 = stablehlo.add %571, %572 : tensor<2x128xf32>
    %574 = stablehlo.divide %568, %573 : tensor<2x128xf32>
    %575 = stablehlo.add %574, %566 : tensor<2x128xf32>
    %576 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %577 = stablehlo.multiply %576, %575 : tensor<2x128xf32>
    %578 = stablehlo.subtract %arg24, %577 : tensor<2x128xf32>
    %cst_187 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %579 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %580 = stablehlo.multiply %579, %arg25 : tensor<2x32xf32>
    %581 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %582 = stablehlo.divide %326, %581 : tensor<2x32xf32>
    %583 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %584 = stablehlo.divide %416, %583 : tensor<2x32xf32>
    %585 = stablehlo.sqrt %584 : tensor<2x32xf32>
    %cst_188 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %586 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %587 = stablehlo.add %585, %586 : tensor<2x32xf32>
    %588 = stablehlo.divide %582, %587 : tensor<2x32xf32>
    %589 = stablehlo.add %588, %580 : tensor<2x32xf32>
    %590 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %591 = stablehlo.multiply %590, %589 : tensor<2x32xf32>
    %592 = stablehlo.subtract %arg25, %591 : tensor<2x32xf32>
    %cst_189 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %593 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %594 = stablehlo.multiply %593, %arg26 : tensor<2x32x128xf32>
    %595 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %596 = stablehlo.divide %331, %595 : tensor<2x32x128xf32>
    %597 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %598 = stablehlo.divide %422, %597 : tensor<2x32x128xf32>
    %599 = stablehlo.sqrt %598 : tensor<2x32x128xf32>
    %cst_190 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %600 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %601 = stablehlo.add %599, %600 : tensor<2x32x128xf32>
    %602 = stablehlo.divide %596, %601 : tensor<2x32x128xf32>
    %603 = stablehlo.add %602, %594 : tensor<2x32x128xf32>
    %604 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %605 = stablehlo.multiply %604, %603 : tensor<2x32x128xf32>
    %606 = stablehlo.subtract %arg26, %605 : tensor<2x32x128xf32>
    %cst_191 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %607 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %608 = stablehlo.multiply %607, %arg27 : tensor<2x128x32xf32>
    %609 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %610 = stablehlo.divide %336, %609 : tensor<2x128x32xf32>
    %611 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %612 = stablehlo.divide %428, %611 : tensor<2x128x32xf32>
    %613 = stablehlo.sqrt %612 : tensor<2x128x32xf32>
    %cst_192 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %614 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %615 = stablehlo.add %613, %614 : tensor<2x128x32xf32>
    %616 = stablehlo.divide %610, %615 : tensor<2x128x32xf32>
    %617 = stablehlo.add %616, %608 : tensor<2x128x32xf32>
    %618 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %619 = stablehlo.multiply %618, %617 : tensor<2x128x32xf32>
    %620 = stablehlo.subtract %arg27, %619 : tensor<2x128x32xf32>
    %621 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %622 = stablehlo.divide %341, %621 : tensor<32xf32>
    %623 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %624 = stablehlo.divide %434, %623 : tensor<32xf32>
    %625 = stablehlo.sqrt %624 : tensor<32xf32>
    %cst_193 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %626 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %627 = stablehlo.add %625, %626 : tensor<32xf32>
    %628 = stablehlo.divide %622, %627 : tensor<32xf32>
    %cst_194 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %630 = stablehlo.add %628, %629 : tensor<32xf32>
    %631 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %632 = stablehlo.multiply %631, %630 : tensor<32xf32>
    %633 = stablehlo.subtract %arg28, %632 : tensor<32xf32>
    %634 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %635 = stablehlo.divide %346, %634 : tensor<32xf32>
    %636 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %637 = stablehlo.divide %440, %636 : tensor<32xf32>
    %638 = stablehlo.sqrt %637 : tensor<32xf32>
    %cst_195 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %639 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %640 = stablehlo.add %638, %639 : tensor<32xf32>
    %641 = stablehlo.divide %635, %640 : tensor<32xf32>
    %cst_196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %642 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %643 = stablehlo.add %641, %642 : tensor<32xf32>
    %644 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %645 = stablehlo.multiply %644, %643 : tensor<32xf32>
    %646 = stablehlo.subtract %arg29, %645 : tensor<32xf32>
    %cst_197 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %647 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %648 = stablehlo.multiply %647, %arg30 : tensor<16x32xf32>
    %649 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %650 = stablehlo.divide %351, %649 : tensor<16x32xf32>
    %651 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %652 = stablehlo.divide %446, %651 : tensor<16x32xf32>
    %653 = stablehlo.sqrt %652 : tensor<16x32xf32>
    %cst_198 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %654 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %655 = stablehlo.add %653, %654 : tensor<16x32xf32>
    %656 = stablehlo.divide %650, %655 : tensor<16x32xf32>
    %657 = stablehlo.add %656, %648 : tensor<16x32xf32>
    %658 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %659 = stablehlo.multiply %658, %657 : tensor<16x32xf32>
    %660 = stablehlo.subtract %arg30, %659 : tensor<16x32xf32>
    %cst_199 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %661 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %662 = stablehlo.multiply %661, %arg31 : tensor<64x32xf32>
    %663 = stablehlo.broadcast_in_dim %274, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %664 = stablehlo.divide %356, %663 : tensor<64x32xf32>
    %665 = stablehlo.broadcast_in_dim %276, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %666 = stablehlo.divide %452, %665 : tensor<64x32xf32>
    %667 = stablehlo.sqrt %666 : tensor<64x32xf32>
    %cst_200 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %668 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %669 = stablehlo.add %667, %668 : tensor<64x32xf32>
    %670 = stablehlo.divide %664, %669 : tensor<64x32xf32>
    %671 = stablehlo.add %670, %662 : tensor<64x32xf32>
    %672 = stablehlo.broadcast_in_dim %272, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %673 = stablehlo.multiply %672, %671 : tensor<64x32xf32>
    %674 = stablehlo.subtract %arg31, %673 : tensor<64x32xf32>
    return %281, %286, %291, %296, %301, %306, %311, %316, %321, %326, %331, %336, %341, %346, %351, %356, %466, %480, %494, %508, %522, %536, %550, %564, %578, %592, %606, %620, %633, %646, %660, %674, %260, %362, %368, %374, %380, %386, %392, %398, %404, %410, %416, %422, %428, %434, %440, %446, %452, %224, %93 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<i32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @_take(%arg0: tensor<64x32xf32>, %arg1: tensor<8x16xi32>) -> (tensor<8x16x32xf32>, tensor<8x16x1xi32>) {
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
    return %16, %5 : tensor<8x16x32xf32>, tensor<8x16x1xi32>
  }
  func.func private @_where(%arg0: tensor<8x16xi1>, %arg1: tensor<8x16xi32>, %arg2: tensor<8x16xi32>) -> tensor<8x16xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<8x16xi1>, tensor<8x16xi32>
    return %0 : tensor<8x16xi32>
  }
  func.func private @_where_0(%arg0: tensor<16x16xi1>, %arg1: tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    return %1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<2x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x3x4x8xf32>, %arg1: tensor<i32>) -> tensor<3x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 3, 4, 8] : (tensor<2x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x3x4x8xf32>) -> tensor<3x4x8xf32>
    return %1 : tensor<3x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 32] : (tensor<2x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x32xf32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x32x3x4x8xf32>, %arg1: tensor<i32>) -> tensor<32x3x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 32, 3, 4, 8] : (tensor<2x32x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x3x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x3x4x8xf32>) -> tensor<32x3x4x8xf32>
    return %1 : tensor<32x3x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<2x128xf32>, %arg1: tensor<i32>) -> tensor<128xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 128] : (tensor<2x128xf32>, tensor<i32>, tensor<i32>) -> tensor<1x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x128xf32>) -> tensor<128xf32>
    return %1 : tensor<128xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<2x32x128xf32>, %arg1: tensor<i32>) -> tensor<32x128xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 128] : (tensor<2x32x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x128xf32>) -> tensor<32x128xf32>
    return %1 : tensor<32x128xf32>
  }
  func.func private @dynamic_index_in_dim_6(%arg0: tensor<2x128x32xf32>, %arg1: tensor<i32>) -> tensor<128x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 128, 32] : (tensor<2x128x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x128x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x128x32xf32>) -> tensor<128x32xf32>
    return %1 : tensor<128x32xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>, %arg3: tensor<8x16x32xf32>, %arg4: tensor<32xf32>, %arg5: tensor<3x4x8xf32>, %arg6: tensor<4x8x32xf32>, %arg7: tensor<32x3x4x8xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<128xf32>, %arg13: tensor<32xf32>, %arg14: tensor<32x128xf32>, %arg15: tensor<128x32xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x16x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %5 = stablehlo.subtract %arg3, %4 : tensor<8x16x32xf32>
    %6 = chlo.square %5 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %8 = stablehlo.multiply %7, %5 : tensor<8x16x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %12 = stablehlo.divide %10, %11 : tensor<8x16x1xf32>
    %13 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %14 = stablehlo.subtract %arg3, %13 : tensor<8x16x32xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %16 = stablehlo.add %12, %15 : tensor<8x16x1xf32>
    %17 = stablehlo.rsqrt %16 : tensor<8x16x1xf32>
    %18 = stablehlo.divide %17, %16 : tensor<8x16x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %20 = stablehlo.multiply %19, %18 : tensor<8x16x1xf32>
    %21 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %22 = stablehlo.multiply %14, %21 : tensor<8x16x32xf32>
    %23 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<8x16x32xf32>
    %26 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %28 = stablehlo.add %25, %27 : tensor<8x16x32xf32>
    %29 = stablehlo.dot_general %28, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %30 = stablehlo.broadcast_in_dim %arg5, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %32 = stablehlo.add %29, %31 : tensor<8x16x3x4x8xf32>
    %33 = stablehlo.slice %32 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %34 = stablehlo.reshape %33 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %35 = sdy.sharding_constraint %34 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %36 = stablehlo.slice %32 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %38 = sdy.sharding_constraint %37 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %39 = stablehlo.slice %32 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %40 = stablehlo.reshape %39 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %41 = sdy.sharding_constraint %40 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %42 = stablehlo.dot_general %35, %38, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %44 = stablehlo.multiply %42, %43 : tensor<8x4x16x16xf32>
    %45 = call @_where_7(%44, %arg0, %arg1) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_7) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %48 = stablehlo.maximum %47, %46 : tensor<8x4x16xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %51 = stablehlo.subtract %45, %50 : tensor<8x4x16x16xf32>
    %52 = stablehlo.exponential %51 : tensor<8x4x16x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_9) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %56 = stablehlo.divide %52, %55 : tensor<8x4x16x16xf32>
    %57 = stablehlo.multiply %54, %54 : tensor<8x4x16x1xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %59 = stablehlo.divide %58, %57 : tensor<8x4x16x1xf32>
    %60 = stablehlo.dot_general %41, %56, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %61 = stablehlo.transpose %60, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %62 = sdy.sharding_constraint %61 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %63 = stablehlo.dot_general %62, %arg6, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %64 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %66 = stablehlo.add %63, %65 : tensor<8x16x32xf32>
    %67 = stablehlo.add %arg3, %66 : tensor<8x16x32xf32>
    %68 = sdy.sharding_constraint %67 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %70 = stablehlo.broadcast_in_dim %69, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %72 = stablehlo.divide %70, %71 : tensor<8x16x1xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %74 = stablehlo.subtract %68, %73 : tensor<8x16x32xf32>
    %75 = chlo.square %74 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %77 = stablehlo.multiply %76, %74 : tensor<8x16x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%75 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_15 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %81 = stablehlo.divide %79, %80 : tensor<8x16x1xf32>
    %82 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %83 = stablehlo.subtract %68, %82 : tensor<8x16x32xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %85 = stablehlo.add %81, %84 : tensor<8x16x1xf32>
    %86 = stablehlo.rsqrt %85 : tensor<8x16x1xf32>
    %87 = stablehlo.divide %86, %85 : tensor<8x16x1xf32>
    %cst_17 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %89 = stablehlo.multiply %88, %87 : tensor<8x16x1xf32>
    %90 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %91 = stablehlo.multiply %83, %90 : tensor<8x16x32xf32>
    %92 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %94 = stablehlo.multiply %91, %93 : tensor<8x16x32xf32>
    %95 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %97 = stablehlo.add %94, %96 : tensor<8x16x32xf32>
    %98 = stablehlo.dot_general %97, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %99 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %100 = stablehlo.broadcast_in_dim %99, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %101 = stablehlo.add %98, %100 : tensor<8x16x128xf32>
    %102 = sdy.sharding_constraint %101 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xf32>
    %103 = stablehlo.multiply %102, %102 : tensor<8x16x128xf32>
    %104 = stablehlo.multiply %103, %102 : tensor<8x16x128xf32>
    %105 = stablehlo.multiply %102, %102 : tensor<8x16x128xf32>
    %cst_18 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %106 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %107 = stablehlo.multiply %106, %105 : tensor<8x16x128xf32>
    %cst_19 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %109 = stablehlo.multiply %108, %104 : tensor<8x16x128xf32>
    %110 = stablehlo.add %102, %109 : tensor<8x16x128xf32>
    %cst_20 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %111 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %112 = stablehlo.multiply %111, %110 : tensor<8x16x128xf32>
    %113 = stablehlo.tanh %112 : tensor<8x16x128xf32>
    %114 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %115 = stablehlo.subtract %114, %113 : tensor<8x16x128xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %117 = stablehlo.add %116, %113 : tensor<8x16x128xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %119 = stablehlo.multiply %118, %117 : tensor<8x16x128xf32>
    %120 = stablehlo.multiply %102, %119 : tensor<8x16x128xf32>
    %121 = stablehlo.dot_general %120, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %122 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %124 = stablehlo.add %121, %123 : tensor<8x16x32xf32>
    %125 = stablehlo.add %68, %124 : tensor<8x16x32xf32>
    %126 = sdy.sharding_constraint %125 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    return %126, %8, %20, %17, %14, %23, %22, %28, %38, %35, %52, %54, %59, %56, %41, %62, %77, %89, %86, %83, %92, %91, %97, %107, %113, %115, %119, %102, %120 : tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>
  }
  func.func private @_where_7(%arg0: tensor<8x4x16x16xf32>, %arg1: tensor<8x4x16x16xi1>, %arg2: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %0 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x16x32xf32>, %arg1: tensor<8x16x32xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x32xf32>) -> tensor<1x8x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x32xf32>, tensor<1x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x32xf32>
    return %1 : tensor<2x8x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_8(%arg0: tensor<2x8x16x1xf32>, %arg1: tensor<8x16x1xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x1xf32>) -> tensor<1x8x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x1xf32>, tensor<1x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x1xf32>
    return %1 : tensor<2x8x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_9(%arg0: tensor<2x1x1x32xf32>, %arg1: tensor<1x1x32xf32>, %arg2: tensor<i32>) -> tensor<2x1x1x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<1x1x32xf32>) -> tensor<1x1x1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x1x1x32xf32>, tensor<1x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x1x1x32xf32>
    return %1 : tensor<2x1x1x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_10(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<8x16x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<1x8x16x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x16x4x8xf32>, tensor<1x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
    return %1 : tensor<2x8x16x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_11(%arg0: tensor<2x8x4x16x16xf32>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<i32>) -> tensor<2x8x4x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x16xf32>) -> tensor<1x8x4x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x16x16xf32>, tensor<1x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
    return %1 : tensor<2x8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_12(%arg0: tensor<2x8x4x16x1xf32>, %arg1: tensor<8x4x16x1xf32>, %arg2: tensor<i32>) -> tensor<2x8x4x16x1xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<8x4x16x1xf32>) -> tensor<1x8x4x16x1xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x8x4x16x1xf32>, tensor<1x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
    return %1 : tensor<2x8x4x16x1xf32>
  }
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<2x8x16x128xf32>, %arg1: tensor<8x16x128xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x128xf32>) -> tensor<1x8x16x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x128xf32>, tensor<1x8x16x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x128xf32>
    return %1 : tensor<2x8x16x128xf32>
  }
  func.func private @_where_14(%arg0: tensor<8x16x64xi1>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<i32>) -> tensor<8x16x64xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x16x64xi1>, tensor<8x16x64xf32>
    return %2 : tensor<8x16x64xf32>
  }
  func.func private @_where_15(%arg0: tensor<8x16x64xi1>, %arg1: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x16x64xi1>, tensor<8x16x64xf32>
    return %1 : tensor<8x16x64xf32>
  }
  func.func private @dynamic_index_in_dim_16(%arg0: tensor<2x8x16x32xf32>, %arg1: tensor<i32>) -> tensor<8x16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 32] : (tensor<2x8x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x32xf32>) -> tensor<8x16x32xf32>
    return %1 : tensor<8x16x32xf32>
  }
  func.func private @dynamic_index_in_dim_17(%arg0: tensor<2x8x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 1] : (tensor<2x8x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x1xf32>) -> tensor<8x16x1xf32>
    return %1 : tensor<8x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_18(%arg0: tensor<2x1x1x32xf32>, %arg1: tensor<i32>) -> tensor<1x1x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 1, 1, 32] : (tensor<2x1x1x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x1x1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x1x1x32xf32>) -> tensor<1x1x32xf32>
    return %1 : tensor<1x1x32xf32>
  }
  func.func private @dynamic_index_in_dim_19(%arg0: tensor<2x8x16x4x8xf32>, %arg1: tensor<i32>) -> tensor<8x16x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 16, 4, 8] : (tensor<2x8x16x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x4x8xf32>) -> tensor<8x16x4x8xf32>
    return %1 : tensor<8x16x4x8xf32>
  }
  func.func private @dynamic_index_in_dim_20(%arg0: tensor<2x8x4x16x16xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 16] : (tensor<2x8x4x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_index_in_dim_21(%arg0: tensor<2x8x4x16x1xf32>, %arg1: tensor<i32>) -> tensor<8x4x16x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, %c_2, sizes = [1, 8, 4, 16, 1] : (tensor<2x8x4x16x1xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x16x1xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x4x16x1xf32>) -> tensor<8x4x16x1xf32>
    return %1 : tensor<8x4x16x1xf32>
  }
  func.func private @dynamic_index_in_dim_22(%arg0: tensor<2x8x16x128xf32>, %arg1: tensor<i32>) -> tensor<8x16x128xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 128] : (tensor<2x8x16x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x128xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x128xf32>) -> tensor<8x16x128xf32>
    return %1 : tensor<8x16x128xf32>
  }
  func.func private @closed_call_23(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x16x32xf32>, %arg2: tensor<8x16x32xf32>, %arg3: tensor<8x16x1xf32>, %arg4: tensor<8x16x1xf32>, %arg5: tensor<8x16x32xf32>, %arg6: tensor<1x1x32xf32>, %arg7: tensor<8x16x32xf32>, %arg8: tensor<32x3x4x8xf32>, %arg9: tensor<8x16x32xf32>, %arg10: tensor<8x16x4x8xf32>, %arg11: tensor<8x16x4x8xf32>, %arg12: tensor<8x4x16x16xf32>, %arg13: tensor<8x4x16x1xf32>, %arg14: tensor<8x4x16x1xf32>, %arg15: tensor<8x4x16x16xf32>, %arg16: tensor<8x16x4x8xf32>, %arg17: tensor<4x8x32xf32>, %arg18: tensor<8x16x4x8xf32>, %arg19: tensor<8x16x32xf32>, %arg20: tensor<8x16x1xf32>, %arg21: tensor<8x16x1xf32>, %arg22: tensor<8x16x32xf32>, %arg23: tensor<1x1x32xf32>, %arg24: tensor<8x16x32xf32>, %arg25: tensor<32x128xf32>, %arg26: tensor<8x16x32xf32>, %arg27: tensor<8x16x128xf32>, %arg28: tensor<8x16x128xf32>, %arg29: tensor<8x16x128xf32>, %arg30: tensor<8x16x128xf32>, %arg31: tensor<8x16x128xf32>, %arg32: tensor<128x32xf32>, %arg33: tensor<8x16x128xf32>) -> (tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>) {
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %4 = stablehlo.dot_general %0, %arg33, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x128xf32>) -> tensor<32x128xf32>
    %5 = stablehlo.transpose %4, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %6 = stablehlo.dot_general %0, %arg32, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<128x32xf32>) -> tensor<8x16x128xf32>
    %7 = stablehlo.multiply %arg31, %6 : tensor<8x16x128xf32>
    %8 = stablehlo.multiply %6, %arg30 : tensor<8x16x128xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %10 = stablehlo.multiply %9, %7 : tensor<8x16x128xf32>
    %11 = stablehlo.multiply %10, %arg29 : tensor<8x16x128xf32>
    %12 = stablehlo.multiply %11, %arg28 : tensor<8x16x128xf32>
    %13 = stablehlo.add %11, %12 : tensor<8x16x128xf32>
    %cst_2 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %15 = stablehlo.multiply %14, %13 : tensor<8x16x128xf32>
    %16 = stablehlo.add %8, %15 : tensor<8x16x128xf32>
    %cst_3 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %18 = stablehlo.multiply %17, %15 : tensor<8x16x128xf32>
    %19 = stablehlo.multiply %18, %arg27 : tensor<8x16x128xf32>
    %20 = stablehlo.add %16, %19 : tensor<8x16x128xf32>
    %21 = sdy.sharding_constraint %20 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x128xf32>, tensor<f32>) -> tensor<128xf32>
    %23 = stablehlo.reshape %22 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.reduce(%23 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %25 = stablehlo.dot_general %21, %arg26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
    %26 = stablehlo.transpose %25, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %27 = stablehlo.dot_general %21, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<32x128xf32>) -> tensor<8x16x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %29 = stablehlo.reshape %28 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %31 = stablehlo.multiply %arg24, %27 : tensor<8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %33 = stablehlo.reshape %32 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %34 = stablehlo.broadcast_in_dim %arg23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %35 = stablehlo.multiply %27, %34 : tensor<8x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%33 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %37 = stablehlo.multiply %arg22, %35 : tensor<8x16x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %39 = stablehlo.reshape %38 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %40 = stablehlo.broadcast_in_dim %arg21, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %41 = stablehlo.multiply %35, %40 : tensor<8x16x32xf32>
    %42 = stablehlo.multiply %39, %arg20 : tensor<8x16x1xf32>
    %43 = stablehlo.negate %41 : tensor<8x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %44 = stablehlo.reduce(%43 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %45 = stablehlo.reshape %44 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %46 = stablehlo.add %0, %41 : tensor<8x16x32xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %48 = stablehlo.divide %42, %47 : tensor<8x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %51 = stablehlo.multiply %50, %arg19 : tensor<8x16x32xf32>
    %52 = stablehlo.negate %51 : tensor<8x16x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %54 = stablehlo.reshape %53 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %55 = stablehlo.add %46, %51 : tensor<8x16x32xf32>
    %56 = stablehlo.add %45, %54 : tensor<8x16x1xf32>
    %cst_15 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %58 = stablehlo.divide %56, %57 : tensor<8x16x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.reduce(%58 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %61 = stablehlo.add %55, %60 : tensor<8x16x32xf32>
    %62 = sdy.sharding_constraint %61 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %64 = stablehlo.reshape %63 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %66 = stablehlo.dot_general %62, %arg18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %67 = stablehlo.transpose %66, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %68 = stablehlo.dot_general %62, %arg17, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %69 = sdy.sharding_constraint %68 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %70 = stablehlo.transpose %69, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %71 = stablehlo.dot_general %70, %arg16, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %72 = stablehlo.dot_general %70, %arg15, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %73 = stablehlo.transpose %72, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %74 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %75 = stablehlo.multiply %71, %74 : tensor<8x4x16x16xf32>
    %76 = stablehlo.multiply %75, %arg12 : tensor<8x4x16x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_19) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %78 = stablehlo.reshape %77 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %79 = stablehlo.negate %78 : tensor<8x4x16x1xf32>
    %80 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %81 = stablehlo.divide %71, %80 : tensor<8x4x16x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%79 init: %cst_20) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %84 = stablehlo.add %81, %83 : tensor<8x4x16x16xf32>
    %85 = stablehlo.multiply %84, %arg12 : tensor<8x4x16x16xf32>
    %86 = call @_where_24(%arg0, %85) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_21 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %88 = stablehlo.multiply %86, %87 : tensor<8x4x16x16xf32>
    %89 = stablehlo.dot_general %88, %arg11, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %90 = stablehlo.transpose %89, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %91 = stablehlo.dot_general %88, %arg10, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %92 = stablehlo.transpose %91, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %93 = sdy.sharding_constraint %73 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.pad %94, %cst_22, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %96 = sdy.sharding_constraint %90 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.pad %97, %cst_23, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %99 = stablehlo.add %95, %98 : tensor<8x16x3x4x8xf32>
    %100 = sdy.sharding_constraint %92 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %102 = stablehlo.pad %101, %cst_24, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %103 = stablehlo.add %99, %102 : tensor<8x16x3x4x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %105 = stablehlo.reshape %104 : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %107 = stablehlo.dot_general %103, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<8x16x32xf32>) -> tensor<3x4x8x32xf32>
    %108 = stablehlo.transpose %107, dims = [3, 0, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<32x3x4x8xf32>
    %109 = stablehlo.dot_general %103, %arg8, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_27) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %111 = stablehlo.reshape %110 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%111 init: %cst_28) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %113 = stablehlo.multiply %arg7, %109 : tensor<8x16x32xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.reduce(%113 init: %cst_29) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %115 = stablehlo.reshape %114 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %116 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %117 = stablehlo.multiply %109, %116 : tensor<8x16x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%115 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %119 = stablehlo.multiply %arg5, %117 : tensor<8x16x32xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %121 = stablehlo.reshape %120 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %122 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %123 = stablehlo.multiply %117, %122 : tensor<8x16x32xf32>
    %124 = stablehlo.multiply %121, %arg3 : tensor<8x16x1xf32>
    %125 = stablehlo.negate %123 : tensor<8x16x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_32) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %127 = stablehlo.reshape %126 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %128 = stablehlo.add %62, %123 : tensor<8x16x32xf32>
    %cst_33 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %130 = stablehlo.divide %124, %129 : tensor<8x16x1xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.reduce(%130 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %133 = stablehlo.multiply %132, %arg2 : tensor<8x16x32xf32>
    %134 = stablehlo.negate %133 : tensor<8x16x32xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.reduce(%134 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %136 = stablehlo.reshape %135 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %137 = stablehlo.add %128, %133 : tensor<8x16x32xf32>
    %138 = stablehlo.add %127, %136 : tensor<8x16x1xf32>
    %cst_36 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %140 = stablehlo.divide %138, %139 : tensor<8x16x1xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.reduce(%140 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %142 = stablehlo.broadcast_in_dim %141, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %143 = stablehlo.add %137, %142 : tensor<8x16x32xf32>
    return %143, %65, %106, %67, %108, %112, %118, %30, %36, %24, %3, %26, %5 : tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>
  }
  func.func private @_where_24(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_25(%arg0: tensor<2x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<2x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<2x32xf32>
    return %1 : tensor<2x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<2x3x4x8xf32>, %arg1: tensor<3x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x3x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<3x4x8xf32>) -> tensor<1x3x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x3x4x8xf32>, tensor<1x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4x8xf32>
    return %1 : tensor<2x3x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_27(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<i32>) -> tensor<2x4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x32xf32>) -> tensor<1x4x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x4x8x32xf32>, tensor<1x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x8x32xf32>
    return %1 : tensor<2x4x8x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_28(%arg0: tensor<2x32x3x4x8xf32>, %arg1: tensor<32x3x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x32x3x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<32x3x4x8xf32>) -> tensor<1x32x3x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x32x3x4x8xf32>, tensor<1x32x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x3x4x8xf32>
    return %1 : tensor<2x32x3x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_29(%arg0: tensor<2x128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<i32>) -> tensor<2x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x128xf32>, tensor<1x128xf32>, tensor<i32>, tensor<i32>) -> tensor<2x128xf32>
    return %1 : tensor<2x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_30(%arg0: tensor<2x32x128xf32>, %arg1: tensor<32x128xf32>, %arg2: tensor<i32>) -> tensor<2x32x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x128xf32>) -> tensor<1x32x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x32x128xf32>, tensor<1x32x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x128xf32>
    return %1 : tensor<2x32x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_31(%arg0: tensor<2x128x32xf32>, %arg1: tensor<128x32xf32>, %arg2: tensor<i32>) -> tensor<2x128x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<128x32xf32>) -> tensor<1x128x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x128x32xf32>, tensor<1x128x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x128x32xf32>
    return %1 : tensor<2x128x32xf32>
  }
  func.func private @_take_32(%arg0: tensor<8x16x1xi32>, %arg1: tensor<8x16x32xf32>) -> tensor<64x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<64x32xf32>, tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    return %1 : tensor<64x32xf32>
  }
  func.func private @clip(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.maximum %0, %arg0 : tensor<f32>
    %2 = stablehlo.convert %arg2 : tensor<f32>
    %3 = stablehlo.minimum %2, %1 : tensor<f32>
    return %3 : tensor<f32>
  }
  func.func private @_where_33(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
