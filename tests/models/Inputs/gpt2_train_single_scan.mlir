module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x32xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<2x3x4x8xf32> {tf.aliasing_output = 1 : i32}, %arg2: tensor<2x4x8x32xf32> {tf.aliasing_output = 2 : i32}, %arg3: tensor<2x32x3x4x8xf32> {tf.aliasing_output = 3 : i32}, %arg4: tensor<2x32xf32> {tf.aliasing_output = 4 : i32}, %arg5: tensor<2x32xf32> {tf.aliasing_output = 5 : i32}, %arg6: tensor<2x32xf32> {tf.aliasing_output = 6 : i32}, %arg7: tensor<2x32xf32> {tf.aliasing_output = 7 : i32}, %arg8: tensor<2x128xf32> {tf.aliasing_output = 8 : i32}, %arg9: tensor<2x32xf32> {tf.aliasing_output = 9 : i32}, %arg10: tensor<2x32x128xf32> {tf.aliasing_output = 10 : i32}, %arg11: tensor<2x128x32xf32> {tf.aliasing_output = 11 : i32}, %arg12: tensor<32xf32> {tf.aliasing_output = 12 : i32}, %arg13: tensor<32xf32> {tf.aliasing_output = 13 : i32}, %arg14: tensor<16x32xf32> {tf.aliasing_output = 14 : i32}, %arg15: tensor<64x32xf32> {tf.aliasing_output = 15 : i32}, %arg16: tensor<2x32xf32> {tf.aliasing_output = 16 : i32}, %arg17: tensor<2x3x4x8xf32> {tf.aliasing_output = 17 : i32}, %arg18: tensor<2x4x8x32xf32> {tf.aliasing_output = 18 : i32}, %arg19: tensor<2x32x3x4x8xf32> {tf.aliasing_output = 19 : i32}, %arg20: tensor<2x32xf32> {tf.aliasing_output = 20 : i32}, %arg21: tensor<2x32xf32> {tf.aliasing_output = 21 : i32}, %arg22: tensor<2x32xf32> {tf.aliasing_output = 22 : i32}, %arg23: tensor<2x32xf32> {tf.aliasing_output = 23 : i32}, %arg24: tensor<2x128xf32> {tf.aliasing_output = 24 : i32}, %arg25: tensor<2x32xf32> {tf.aliasing_output = 25 : i32}, %arg26: tensor<2x32x128xf32> {tf.aliasing_output = 26 : i32}, %arg27: tensor<2x128x32xf32> {tf.aliasing_output = 27 : i32}, %arg28: tensor<32xf32> {tf.aliasing_output = 28 : i32}, %arg29: tensor<32xf32> {tf.aliasing_output = 29 : i32}, %arg30: tensor<16x32xf32> {tf.aliasing_output = 30 : i32}, %arg31: tensor<64x32xf32> {tf.aliasing_output = 31 : i32}, %arg32: tensor<i32> {tf.aliasing_output = 32 : i32}, %arg33: tensor<2x32xf32> {tf.aliasing_output = 33 : i32}, %arg34: tensor<2x3x4x8xf32> {tf.aliasing_output = 34 : i32}, %arg35: tensor<2x4x8x32xf32> {tf.aliasing_output = 35 : i32}, %arg36: tensor<2x32x3x4x8xf32> {tf.aliasing_output = 36 : i32}, %arg37: tensor<2x32xf32> {tf.aliasing_output = 37 : i32}, %arg38: tensor<2x32xf32> {tf.aliasing_output = 38 : i32}, %arg39: tensor<2x32xf32> {tf.aliasing_output = 39 : i32}, %arg40: tensor<2x32xf32> {tf.aliasing_output = 40 : i32}, %arg41: tensor<2x128xf32> {tf.aliasing_output = 41 : i32}, %arg42: tensor<2x32xf32> {tf.aliasing_output = 42 : i32}, %arg43: tensor<2x32x128xf32> {tf.aliasing_output = 43 : i32}, %arg44: tensor<2x128x32xf32> {tf.aliasing_output = 44 : i32}, %arg45: tensor<32xf32> {tf.aliasing_output = 45 : i32}, %arg46: tensor<32xf32> {tf.aliasing_output = 46 : i32}, %arg47: tensor<16x32xf32> {tf.aliasing_output = 47 : i32}, %arg48: tensor<64x32xf32> {tf.aliasing_output = 48 : i32}, %arg49: tensor<8x16xi32>, %arg50: tensor<8x16xi32>) -> (tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['att']['bo']"}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks']['att']['bqkv']"}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['m']['blocks']['att']['wo']"}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks']['att']['wqkv']"}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln1']['b']"}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln1']['g']"}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln2']['b']"}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln2']['g']"}, tensor<2x128xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['b1']"}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['b2']"}, tensor<2x32x128xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['w1']"}, tensor<2x128x32xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['w2']"}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['b']"}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['g']"}, tensor<16x32xf32> {jax.result_info = "result[0]['m']['wpe']"}, tensor<64x32xf32> {jax.result_info = "result[0]['m']['wte']"}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['att']['bo']"}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks']['att']['bqkv']"}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['params']['blocks']['att']['wo']"}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks']['att']['wqkv']"}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln1']['b']"}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln1']['g']"}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln2']['b']"}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln2']['g']"}, tensor<2x128xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['b1']"}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['b2']"}, tensor<2x32x128xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['w1']"}, tensor<2x128x32xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['w2']"}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['b']"}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['g']"}, tensor<16x32xf32> {jax.result_info = "result[0]['params']['wpe']"}, tensor<64x32xf32> {jax.result_info = "result[0]['params']['wte']"}, tensor<i32> {jax.result_info = "result[0]['step']"}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['att']['bo']"}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks']['att']['bqkv']"}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['v']['blocks']['att']['wo']"}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks']['att']['wqkv']"}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln1']['b']"}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln1']['g']"}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln2']['b']"}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln2']['g']"}, tensor<2x128xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['b1']"}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['b2']"}, tensor<2x32x128xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['w1']"}, tensor<2x128x32xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['w2']"}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['b']"}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['g']"}, tensor<16x32xf32> {jax.result_info = "result[0]['v']['wpe']"}, tensor<64x32xf32> {jax.result_info = "result[0]['v']['wte']"}, tensor<f32> {jax.result_info = "result[1]['grad_norm']"}, tensor<f32> {jax.result_info = "result[1]['loss']"}) {
    %0:2 = call @_take(%arg31, %arg49) : (tensor<64x32xf32>, tensor<8x16xi32>) -> (tensor<8x16x32xf32>, tensor<8x16x1xi32>)
    %1 = stablehlo.broadcast_in_dim %arg30, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x16x32xf32>) -> tensor<8x16x32xf32>
    %3 = stablehlo.add %0#0, %2 : tensor<8x16x32xf32>
    %4 = stablehlo.iota dim = 0 : tensor<16xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %6 = stablehlo.iota dim = 0 : tensor<16xi32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %8 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %9 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %10 = stablehlo.compare GE, %8, %9, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %11:2 = call @_where_0(%10, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8x16x128xf32>
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
    %c = stablehlo.constant dense<0> : tensor<i32>
    %40:44 = stablehlo.while(%iterArg = %arg16, %iterArg_200 = %arg17, %iterArg_201 = %arg18, %iterArg_202 = %arg19, %iterArg_203 = %arg20, %iterArg_204 = %arg21, %iterArg_205 = %arg22, %iterArg_206 = %arg23, %iterArg_207 = %arg24, %iterArg_208 = %arg25, %iterArg_209 = %arg26, %iterArg_210 = %arg27, %iterArg_211 = %11#0, %iterArg_212 = %11#1, %iterArg_213 = %c, %iterArg_214 = %3, %iterArg_215 = %12, %iterArg_216 = %13, %iterArg_217 = %14, %iterArg_218 = %15, %iterArg_219 = %16, %iterArg_220 = %17, %iterArg_221 = %18, %iterArg_222 = %19, %iterArg_223 = %20, %iterArg_224 = %21, %iterArg_225 = %22, %iterArg_226 = %23, %iterArg_227 = %24, %iterArg_228 = %25, %iterArg_229 = %26, %iterArg_230 = %27, %iterArg_231 = %28, %iterArg_232 = %29, %iterArg_233 = %30, %iterArg_234 = %31, %iterArg_235 = %32, %iterArg_236 = %33, %iterArg_237 = %34, %iterArg_238 = %35, %iterArg_239 = %36, %iterArg_240 = %37, %iterArg_241 = %38, %iterArg_242 = %39) : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>
    cond {
      %c_243 = stablehlo.constant dense<2> : tensor<i32>
      %655 = stablehlo.compare LT, %iterArg_213, %c_243, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %655 : tensor<i1>
    } do {
      %655 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_213) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %656 = func.call @dynamic_index_in_dim_1(%iterArg_200, %iterArg_213) : (tensor<2x3x4x8xf32>, tensor<i32>) -> tensor<3x4x8xf32>
      %657 = func.call @dynamic_index_in_dim_2(%iterArg_201, %iterArg_213) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %658 = func.call @dynamic_index_in_dim_3(%iterArg_202, %iterArg_213) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %659 = func.call @dynamic_index_in_dim(%iterArg_203, %iterArg_213) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %660 = func.call @dynamic_index_in_dim(%iterArg_204, %iterArg_213) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %661 = func.call @dynamic_index_in_dim(%iterArg_205, %iterArg_213) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %662 = func.call @dynamic_index_in_dim(%iterArg_206, %iterArg_213) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %663 = func.call @dynamic_index_in_dim_4(%iterArg_207, %iterArg_213) : (tensor<2x128xf32>, tensor<i32>) -> tensor<128xf32>
      %664 = func.call @dynamic_index_in_dim(%iterArg_208, %iterArg_213) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %665 = func.call @dynamic_index_in_dim_5(%iterArg_209, %iterArg_213) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %666 = func.call @dynamic_index_in_dim_6(%iterArg_210, %iterArg_213) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %667:29 = func.call @closed_call(%iterArg_211, %iterArg_212, %iterArg_214, %655, %656, %657, %658, %659, %660, %661, %662, %663, %664, %665, %666) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>)
      %668 = func.call @dynamic_update_index_in_dim(%iterArg_215, %667#1, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %669 = func.call @dynamic_update_index_in_dim_8(%iterArg_216, %667#2, %iterArg_213) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %670 = func.call @dynamic_update_index_in_dim_8(%iterArg_217, %667#3, %iterArg_213) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %671 = func.call @dynamic_update_index_in_dim(%iterArg_218, %667#4, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %672 = func.call @dynamic_update_index_in_dim_9(%iterArg_219, %667#5, %iterArg_213) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %673 = func.call @dynamic_update_index_in_dim(%iterArg_220, %667#6, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %674 = func.call @dynamic_update_index_in_dim(%iterArg_221, %667#7, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %675 = func.call @dynamic_update_index_in_dim_10(%iterArg_222, %667#8, %iterArg_213) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %676 = func.call @dynamic_update_index_in_dim_10(%iterArg_223, %667#9, %iterArg_213) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %677 = func.call @dynamic_update_index_in_dim_11(%iterArg_224, %667#10, %iterArg_213) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %678 = func.call @dynamic_update_index_in_dim_12(%iterArg_225, %667#11, %iterArg_213) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %679 = func.call @dynamic_update_index_in_dim_12(%iterArg_226, %667#12, %iterArg_213) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %680 = func.call @dynamic_update_index_in_dim_11(%iterArg_227, %667#13, %iterArg_213) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %681 = func.call @dynamic_update_index_in_dim_10(%iterArg_228, %667#14, %iterArg_213) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %682 = func.call @dynamic_update_index_in_dim_10(%iterArg_229, %667#15, %iterArg_213) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %683 = func.call @dynamic_update_index_in_dim(%iterArg_230, %667#16, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %684 = func.call @dynamic_update_index_in_dim_8(%iterArg_231, %667#17, %iterArg_213) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %685 = func.call @dynamic_update_index_in_dim_8(%iterArg_232, %667#18, %iterArg_213) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %686 = func.call @dynamic_update_index_in_dim(%iterArg_233, %667#19, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %687 = func.call @dynamic_update_index_in_dim_9(%iterArg_234, %667#20, %iterArg_213) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %688 = func.call @dynamic_update_index_in_dim(%iterArg_235, %667#21, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %689 = func.call @dynamic_update_index_in_dim(%iterArg_236, %667#22, %iterArg_213) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %690 = func.call @dynamic_update_index_in_dim_13(%iterArg_237, %667#23, %iterArg_213) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %691 = func.call @dynamic_update_index_in_dim_13(%iterArg_238, %667#24, %iterArg_213) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %692 = func.call @dynamic_update_index_in_dim_13(%iterArg_239, %667#25, %iterArg_213) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %693 = func.call @dynamic_update_index_in_dim_13(%iterArg_240, %667#26, %iterArg_213) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %694 = func.call @dynamic_update_index_in_dim_13(%iterArg_241, %667#27, %iterArg_213) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %695 = func.call @dynamic_update_index_in_dim_13(%iterArg_242, %667#28, %iterArg_213) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %c_243 = stablehlo.constant dense<1> : tensor<i32>
      %696 = stablehlo.add %iterArg_213, %c_243 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_200, %iterArg_201, %iterArg_202, %iterArg_203, %iterArg_204, %iterArg_205, %iterArg_206, %iterArg_207, %iterArg_208, %iterArg_209, %iterArg_210, %iterArg_211, %iterArg_212, %696, %667#0, %668, %669, %670, %671, %672, %673, %674, %675, %676, %677, %678, %679, %680, %681, %682, %683, %684, %685, %686, %687, %688, %689, %690, %691, %692, %693, %694, %695 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>
    }
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40#15 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %44 = stablehlo.divide %42, %43 : tensor<8x16x1xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %46 = stablehlo.subtract %40#15, %45 : tensor<8x16x32xf32>
    %47 = chlo.square %46 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_30 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %49 = stablehlo.multiply %48, %46 : tensor<8x16x32xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%47 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_32 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %52 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %53 = stablehlo.divide %51, %52 : tensor<8x16x1xf32>
    %54 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %55 = stablehlo.subtract %40#15, %54 : tensor<8x16x32xf32>
    %cst_33 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %57 = stablehlo.add %53, %56 : tensor<8x16x1xf32>
    %58 = stablehlo.rsqrt %57 : tensor<8x16x1xf32>
    %59 = stablehlo.divide %58, %57 : tensor<8x16x1xf32>
    %cst_34 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %61 = stablehlo.multiply %60, %59 : tensor<8x16x1xf32>
    %62 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %63 = stablehlo.multiply %55, %62 : tensor<8x16x32xf32>
    %64 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %66 = stablehlo.multiply %63, %65 : tensor<8x16x32xf32>
    %67 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %69 = stablehlo.add %66, %68 : tensor<8x16x32xf32>
    %70 = stablehlo.transpose %arg31, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %71 = stablehlo.dot_general %69, %70, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %cst_35 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_35) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %73 = stablehlo.broadcast_in_dim %72, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %75 = stablehlo.subtract %71, %74 : tensor<8x16x64xf32>
    %76 = stablehlo.exponential %75 : tensor<8x16x64xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %78 = stablehlo.log %77 : tensor<8x16xf32>
    %79 = stablehlo.reshape %73 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %80 = stablehlo.add %78, %79 : tensor<8x16xf32>
    %81 = stablehlo.broadcast_in_dim %arg50, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %82 = stablehlo.iota dim = 0 : tensor<64xi32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [2] : (tensor<64xi32>) -> tensor<1x1x64xi32>
    %84 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<8x16x1xi32>) -> tensor<8x16x64xi32>
    %85 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<1x1x64xi32>) -> tensor<8x16x64xi32>
    %86 = stablehlo.compare EQ, %84, %85, SIGNED : (tensor<8x16x64xi32>, tensor<8x16x64xi32>) -> tensor<8x16x64xi1>
    %c_37 = stablehlo.constant dense<0> : tensor<i32>
    %87 = call @_where_14(%86, %71, %c_37) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %89 = stablehlo.subtract %80, %88 : tensor<8x16xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_39) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_40 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %91 = stablehlo.divide %90, %cst_40 : tensor<f32>
    %cst_41 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_42 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %92 = stablehlo.divide %cst_41, %cst_42 : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %94 = stablehlo.negate %93 : tensor<8x16xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %96 = call @_where_15(%86, %95) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %97 = stablehlo.divide %93, %77 : tensor<8x16xf32>
    %98 = stablehlo.broadcast_in_dim %97, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %99 = stablehlo.multiply %98, %76 : tensor<8x16x64xf32>
    %100 = stablehlo.add %96, %99 : tensor<8x16x64xf32>
    %101 = stablehlo.dot_general %100, %69, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %102 = stablehlo.transpose %101, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %103 = stablehlo.dot_general %100, %70, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %104 = stablehlo.transpose %102, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.reduce(%103 init: %cst_43) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %106 = stablehlo.reshape %105 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %108 = stablehlo.multiply %63, %103 : tensor<8x16x32xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %109 = stablehlo.reduce(%108 init: %cst_45) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %110 = stablehlo.reshape %109 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %111 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %112 = stablehlo.multiply %103, %111 : tensor<8x16x32xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.reduce(%110 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %114 = stablehlo.multiply %55, %112 : tensor<8x16x32xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_47) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %116 = stablehlo.reshape %115 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %117 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %118 = stablehlo.multiply %112, %117 : tensor<8x16x32xf32>
    %119 = stablehlo.multiply %116, %61 : tensor<8x16x1xf32>
    %120 = stablehlo.negate %118 : tensor<8x16x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%120 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %122 = stablehlo.reshape %121 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_49 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %124 = stablehlo.divide %119, %123 : tensor<8x16x1xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %125 = stablehlo.reduce(%124 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %127 = stablehlo.multiply %126, %49 : tensor<8x16x32xf32>
    %128 = stablehlo.negate %127 : tensor<8x16x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %129 = stablehlo.reduce(%128 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %130 = stablehlo.reshape %129 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %131 = stablehlo.add %118, %127 : tensor<8x16x32xf32>
    %132 = stablehlo.add %122, %130 : tensor<8x16x1xf32>
    %cst_52 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %134 = stablehlo.divide %132, %133 : tensor<8x16x1xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.reduce(%134 init: %cst_53) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %136 = stablehlo.broadcast_in_dim %135, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %137 = stablehlo.add %131, %136 : tensor<8x16x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %142 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %143 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %c_66 = stablehlo.constant dense<0> : tensor<i32>
    %150:47 = stablehlo.while(%iterArg = %40#16, %iterArg_200 = %40#17, %iterArg_201 = %40#18, %iterArg_202 = %40#19, %iterArg_203 = %40#20, %iterArg_204 = %40#21, %iterArg_205 = %arg19, %iterArg_206 = %40#22, %iterArg_207 = %40#23, %iterArg_208 = %40#24, %iterArg_209 = %40#25, %iterArg_210 = %40#26, %iterArg_211 = %40#27, %iterArg_212 = %40#28, %iterArg_213 = %40#29, %iterArg_214 = %arg18, %iterArg_215 = %40#30, %iterArg_216 = %40#31, %iterArg_217 = %40#32, %iterArg_218 = %40#33, %iterArg_219 = %40#34, %iterArg_220 = %40#35, %iterArg_221 = %40#36, %iterArg_222 = %arg26, %iterArg_223 = %40#37, %iterArg_224 = %40#38, %iterArg_225 = %40#39, %iterArg_226 = %40#40, %iterArg_227 = %40#41, %iterArg_228 = %40#42, %iterArg_229 = %arg27, %iterArg_230 = %40#43, %iterArg_231 = %11#0, %iterArg_232 = %c_66, %iterArg_233 = %137, %iterArg_234 = %138, %iterArg_235 = %139, %iterArg_236 = %140, %iterArg_237 = %141, %iterArg_238 = %142, %iterArg_239 = %143, %iterArg_240 = %144, %iterArg_241 = %145, %iterArg_242 = %146, %iterArg_243 = %147, %iterArg_244 = %148, %iterArg_245 = %149) : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x128xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x128xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    cond {
      %c_246 = stablehlo.constant dense<2> : tensor<i32>
      %655 = stablehlo.compare LT, %iterArg_232, %c_246, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %655 : tensor<i1>
    } do {
      %c_246 = stablehlo.constant dense<2> : tensor<i32>
      %655 = stablehlo.subtract %c_246, %iterArg_232 : tensor<i32>
      %c_247 = stablehlo.constant dense<1> : tensor<i32>
      %656 = stablehlo.subtract %655, %c_247 : tensor<i32>
      %657 = func.call @dynamic_index_in_dim_16(%iterArg, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %658 = func.call @dynamic_index_in_dim_17(%iterArg_200, %656) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %659 = func.call @dynamic_index_in_dim_17(%iterArg_201, %656) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %660 = func.call @dynamic_index_in_dim_16(%iterArg_202, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %661 = func.call @dynamic_index_in_dim_18(%iterArg_203, %656) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %662 = func.call @dynamic_index_in_dim_16(%iterArg_204, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %663 = func.call @dynamic_index_in_dim_3(%iterArg_205, %656) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %664 = func.call @dynamic_index_in_dim_16(%iterArg_206, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %665 = func.call @dynamic_index_in_dim_19(%iterArg_207, %656) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %666 = func.call @dynamic_index_in_dim_19(%iterArg_208, %656) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %667 = func.call @dynamic_index_in_dim_20(%iterArg_209, %656) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %668 = func.call @dynamic_index_in_dim_21(%iterArg_210, %656) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %669 = func.call @dynamic_index_in_dim_21(%iterArg_211, %656) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %670 = func.call @dynamic_index_in_dim_20(%iterArg_212, %656) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %671 = func.call @dynamic_index_in_dim_19(%iterArg_213, %656) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %672 = func.call @dynamic_index_in_dim_2(%iterArg_214, %656) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %673 = func.call @dynamic_index_in_dim_19(%iterArg_215, %656) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %674 = func.call @dynamic_index_in_dim_16(%iterArg_216, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %675 = func.call @dynamic_index_in_dim_17(%iterArg_217, %656) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %676 = func.call @dynamic_index_in_dim_17(%iterArg_218, %656) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %677 = func.call @dynamic_index_in_dim_16(%iterArg_219, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %678 = func.call @dynamic_index_in_dim_18(%iterArg_220, %656) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %679 = func.call @dynamic_index_in_dim_16(%iterArg_221, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %680 = func.call @dynamic_index_in_dim_5(%iterArg_222, %656) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %681 = func.call @dynamic_index_in_dim_16(%iterArg_223, %656) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %682 = func.call @dynamic_index_in_dim_22(%iterArg_224, %656) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %683 = func.call @dynamic_index_in_dim_22(%iterArg_225, %656) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %684 = func.call @dynamic_index_in_dim_22(%iterArg_226, %656) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %685 = func.call @dynamic_index_in_dim_22(%iterArg_227, %656) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %686 = func.call @dynamic_index_in_dim_22(%iterArg_228, %656) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %687 = func.call @dynamic_index_in_dim_6(%iterArg_229, %656) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %688 = func.call @dynamic_index_in_dim_22(%iterArg_230, %656) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %689:13 = func.call @closed_call_23(%iterArg_231, %iterArg_233, %657, %658, %659, %660, %661, %662, %663, %664, %665, %666, %667, %668, %669, %670, %671, %672, %673, %674, %675, %676, %677, %678, %679, %680, %681, %682, %683, %684, %685, %686, %687, %688) : (tensor<8x4x16x16xi1>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x3x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<4x8x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x128xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<128x32xf32>, tensor<8x16x128xf32>) -> (tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>)
      %690 = func.call @dynamic_update_index_in_dim_25(%iterArg_234, %689#1, %656) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %691 = func.call @dynamic_update_index_in_dim_26(%iterArg_235, %689#2, %656) : (tensor<2x3x4x8xf32>, tensor<3x4x8xf32>, tensor<i32>) -> tensor<2x3x4x8xf32>
      %692 = func.call @dynamic_update_index_in_dim_27(%iterArg_236, %689#3, %656) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %693 = func.call @dynamic_update_index_in_dim_28(%iterArg_237, %689#4, %656) : (tensor<2x32x3x4x8xf32>, tensor<32x3x4x8xf32>, tensor<i32>) -> tensor<2x32x3x4x8xf32>
      %694 = func.call @dynamic_update_index_in_dim_25(%iterArg_238, %689#5, %656) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %695 = func.call @dynamic_update_index_in_dim_25(%iterArg_239, %689#6, %656) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %696 = func.call @dynamic_update_index_in_dim_25(%iterArg_240, %689#7, %656) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %697 = func.call @dynamic_update_index_in_dim_25(%iterArg_241, %689#8, %656) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %698 = func.call @dynamic_update_index_in_dim_29(%iterArg_242, %689#9, %656) : (tensor<2x128xf32>, tensor<128xf32>, tensor<i32>) -> tensor<2x128xf32>
      %699 = func.call @dynamic_update_index_in_dim_25(%iterArg_243, %689#10, %656) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %700 = func.call @dynamic_update_index_in_dim_30(%iterArg_244, %689#11, %656) : (tensor<2x32x128xf32>, tensor<32x128xf32>, tensor<i32>) -> tensor<2x32x128xf32>
      %701 = func.call @dynamic_update_index_in_dim_31(%iterArg_245, %689#12, %656) : (tensor<2x128x32xf32>, tensor<128x32xf32>, tensor<i32>) -> tensor<2x128x32xf32>
      %c_248 = stablehlo.constant dense<1> : tensor<i32>
      %702 = stablehlo.add %iterArg_232, %c_248 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_200, %iterArg_201, %iterArg_202, %iterArg_203, %iterArg_204, %iterArg_205, %iterArg_206, %iterArg_207, %iterArg_208, %iterArg_209, %iterArg_210, %iterArg_211, %iterArg_212, %iterArg_213, %iterArg_214, %iterArg_215, %iterArg_216, %iterArg_217, %iterArg_218, %iterArg_219, %iterArg_220, %iterArg_221, %iterArg_222, %iterArg_223, %iterArg_224, %iterArg_225, %iterArg_226, %iterArg_227, %iterArg_228, %iterArg_229, %iterArg_230, %iterArg_231, %702, %689#0, %690, %691, %692, %693, %694, %695, %696, %697, %698, %699, %700, %701 : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x128xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x128xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    }
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %151 = stablehlo.reduce(%150#34 init: %cst_67) applies stablehlo.add across dimensions = [0] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %152 = stablehlo.reshape %151 : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.reduce(%152 init: %cst_68) applies stablehlo.add across dimensions = [0] : (tensor<1x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %154 = call @_take_32(%0#1, %150#34) : (tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %155 = stablehlo.add %104, %154 : tensor<64x32xf32>
    %156 = chlo.square %150#35 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_69) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.add %cst_70, %157 : tensor<f32>
    %159 = chlo.square %150#36 : tensor<2x3x4x8xf32> -> tensor<2x3x4x8xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.reduce(%159 init: %cst_71) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %161 = stablehlo.add %158, %160 : tensor<f32>
    %162 = chlo.square %150#37 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.reduce(%162 init: %cst_72) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %164 = stablehlo.add %161, %163 : tensor<f32>
    %165 = chlo.square %150#38 : tensor<2x32x3x4x8xf32> -> tensor<2x32x3x4x8xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %166 = stablehlo.reduce(%165 init: %cst_73) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4] : (tensor<2x32x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %167 = stablehlo.add %164, %166 : tensor<f32>
    %168 = chlo.square %150#39 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %169 = stablehlo.reduce(%168 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %170 = stablehlo.add %167, %169 : tensor<f32>
    %171 = chlo.square %150#40 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %172 = stablehlo.reduce(%171 init: %cst_75) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %173 = stablehlo.add %170, %172 : tensor<f32>
    %174 = chlo.square %150#41 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %175 = stablehlo.reduce(%174 init: %cst_76) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %176 = stablehlo.add %173, %175 : tensor<f32>
    %177 = chlo.square %150#42 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.reduce(%177 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %179 = stablehlo.add %176, %178 : tensor<f32>
    %180 = chlo.square %150#43 : tensor<2x128xf32> -> tensor<2x128xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_78) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x128xf32>, tensor<f32>) -> tensor<f32>
    %182 = stablehlo.add %179, %181 : tensor<f32>
    %183 = chlo.square %150#44 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.reduce(%183 init: %cst_79) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %185 = stablehlo.add %182, %184 : tensor<f32>
    %186 = chlo.square %150#45 : tensor<2x32x128xf32> -> tensor<2x32x128xf32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %187 = stablehlo.reduce(%186 init: %cst_80) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x32x128xf32>, tensor<f32>) -> tensor<f32>
    %188 = stablehlo.add %185, %187 : tensor<f32>
    %189 = chlo.square %150#46 : tensor<2x128x32xf32> -> tensor<2x128x32xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.reduce(%189 init: %cst_81) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x128x32xf32>, tensor<f32>) -> tensor<f32>
    %191 = stablehlo.add %188, %190 : tensor<f32>
    %192 = chlo.square %107 : tensor<32xf32> -> tensor<32xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %193 = stablehlo.reduce(%192 init: %cst_82) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %194 = stablehlo.add %191, %193 : tensor<f32>
    %195 = chlo.square %113 : tensor<32xf32> -> tensor<32xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%195 init: %cst_83) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %197 = stablehlo.add %194, %196 : tensor<f32>
    %198 = chlo.square %153 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.reduce(%198 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %200 = stablehlo.add %197, %199 : tensor<f32>
    %201 = chlo.square %155 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %202 = stablehlo.reduce(%201 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    %203 = stablehlo.add %200, %202 : tensor<f32>
    %204 = stablehlo.sqrt %203 : tensor<f32>
    %cst_86 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %205 = stablehlo.add %204, %cst_86 : tensor<f32>
    %cst_87 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %206 = stablehlo.divide %cst_87, %205 : tensor<f32>
    %cst_88 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %207 = stablehlo.minimum %cst_88, %206 : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %209 = stablehlo.multiply %150#35, %208 : tensor<2x32xf32>
    %210 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %211 = stablehlo.multiply %150#36, %210 : tensor<2x3x4x8xf32>
    %212 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %213 = stablehlo.multiply %150#37, %212 : tensor<2x4x8x32xf32>
    %214 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %215 = stablehlo.multiply %150#38, %214 : tensor<2x32x3x4x8xf32>
    %216 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %217 = stablehlo.multiply %150#39, %216 : tensor<2x32xf32>
    %218 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %219 = stablehlo.multiply %150#40, %218 : tensor<2x32xf32>
    %220 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %221 = stablehlo.multiply %150#41, %220 : tensor<2x32xf32>
    %222 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %223 = stablehlo.multiply %150#42, %222 : tensor<2x32xf32>
    %224 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %225 = stablehlo.multiply %150#43, %224 : tensor<2x128xf32>
    %226 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %227 = stablehlo.multiply %150#44, %226 : tensor<2x32xf32>
    %228 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %229 = stablehlo.multiply %150#45, %228 : tensor<2x32x128xf32>
    %230 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %231 = stablehlo.multiply %150#46, %230 : tensor<2x128x32xf32>
    %232 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %233 = stablehlo.multiply %107, %232 : tensor<32xf32>
    %234 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %235 = stablehlo.multiply %113, %234 : tensor<32xf32>
    %236 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %237 = stablehlo.multiply %153, %236 : tensor<16x32xf32>
    %238 = stablehlo.broadcast_in_dim %207, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %239 = stablehlo.multiply %155, %238 : tensor<64x32xf32>
    %c_89 = stablehlo.constant dense<1> : tensor<i32>
    %240 = stablehlo.add %arg32, %c_89 : tensor<i32>
    %241 = stablehlo.convert %240 : (tensor<i32>) -> tensor<f32>
    %cst_90 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %242 = stablehlo.subtract %241, %cst_90 : tensor<f32>
    %cst_91 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %243 = stablehlo.divide %242, %cst_91 : tensor<f32>
    %cst_92 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_93 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %244 = call @clip(%243, %cst_92, %cst_93) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_94 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %245 = stablehlo.compare LT, %241, %cst_94, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_95 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %246 = stablehlo.divide %241, %cst_95 : tensor<f32>
    %cst_96 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %247 = stablehlo.multiply %cst_96, %244 : tensor<f32>
    %248 = stablehlo.cosine %247 : tensor<f32>
    %cst_97 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %249 = stablehlo.add %cst_97, %248 : tensor<f32>
    %cst_98 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %250 = stablehlo.multiply %cst_98, %249 : tensor<f32>
    %251 = call @_where_33(%245, %246, %250) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_99 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %252 = stablehlo.multiply %cst_99, %251 : tensor<f32>
    %cst_100 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %253 = stablehlo.power %cst_100, %241 : tensor<f32>
    %cst_101 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %254 = stablehlo.subtract %cst_101, %253 : tensor<f32>
    %cst_102 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %255 = stablehlo.power %cst_102, %241 : tensor<f32>
    %cst_103 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %256 = stablehlo.subtract %cst_103, %255 : tensor<f32>
    %cst_104 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %258 = stablehlo.multiply %257, %arg0 : tensor<2x32xf32>
    %cst_105 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %259 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %260 = stablehlo.multiply %259, %209 : tensor<2x32xf32>
    %261 = stablehlo.add %258, %260 : tensor<2x32xf32>
    %cst_106 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %263 = stablehlo.multiply %262, %arg1 : tensor<2x3x4x8xf32>
    %cst_107 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %265 = stablehlo.multiply %264, %211 : tensor<2x3x4x8xf32>
    %266 = stablehlo.add %263, %265 : tensor<2x3x4x8xf32>
    %cst_108 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %268 = stablehlo.multiply %267, %arg2 : tensor<2x4x8x32xf32>
    %cst_109 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %270 = stablehlo.multiply %269, %213 : tensor<2x4x8x32xf32>
    %271 = stablehlo.add %268, %270 : tensor<2x4x8x32xf32>
    %cst_110 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %273 = stablehlo.multiply %272, %arg3 : tensor<2x32x3x4x8xf32>
    %cst_111 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %275 = stablehlo.multiply %274, %215 : tensor<2x32x3x4x8xf32>
    %276 = stablehlo.add %273, %275 : tensor<2x32x3x4x8xf32>
    %cst_112 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %278 = stablehlo.multiply %277, %arg4 : tensor<2x32xf32>
    %cst_113 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %280 = stablehlo.multiply %279, %217 : tensor<2x32xf32>
    %281 = stablehlo.add %278, %280 : tensor<2x32xf32>
    %cst_114 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %283 = stablehlo.multiply %282, %arg5 : tensor<2x32xf32>
    %cst_115 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %285 = stablehlo.multiply %284, %219 : tensor<2x32xf32>
    %286 = stablehlo.add %283, %285 : tensor<2x32xf32>
    %cst_116 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %288 = stablehlo.multiply %287, %arg6 : tensor<2x32xf32>
    %cst_117 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %290 = stablehlo.multiply %289, %221 : tensor<2x32xf32>
    %291 = stablehlo.add %288, %290 : tensor<2x32xf32>
    %cst_118 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %293 = stablehlo.multiply %292, %arg7 : tensor<2x32xf32>
    %cst_119 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %295 = stablehlo.multiply %294, %223 : tensor<2x32xf32>
    %296 = stablehlo.add %293, %295 : tensor<2x32xf32>
    %cst_120 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %298 = stablehlo.multiply %297, %arg8 : tensor<2x128xf32>
    %cst_121 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %300 = stablehlo.multiply %299, %225 : tensor<2x128xf32>
    %301 = stablehlo.add %298, %300 : tensor<2x128xf32>
    %cst_122 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %303 = stablehlo.multiply %302, %arg9 : tensor<2x32xf32>
    %cst_123 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %305 = stablehlo.multiply %304, %227 : tensor<2x32xf32>
    %306 = stablehlo.add %303, %305 : tensor<2x32xf32>
    %cst_124 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %308 = stablehlo.multiply %307, %arg10 : tensor<2x32x128xf32>
    %cst_125 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %310 = stablehlo.multiply %309, %229 : tensor<2x32x128xf32>
    %311 = stablehlo.add %308, %310 : tensor<2x32x128xf32>
    %cst_126 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %313 = stablehlo.multiply %312, %arg11 : tensor<2x128x32xf32>
    %cst_127 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %315 = stablehlo.multiply %314, %231 : tensor<2x128x32xf32>
    %316 = stablehlo.add %313, %315 : tensor<2x128x32xf32>
    %cst_128 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %318 = stablehlo.multiply %317, %arg12 : tensor<32xf32>
    %cst_129 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %320 = stablehlo.multiply %319, %233 : tensor<32xf32>
    %321 = stablehlo.add %318, %320 : tensor<32xf32>
    %cst_130 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %323 = stablehlo.multiply %322, %arg13 : tensor<32xf32>
    %cst_131 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %325 = stablehlo.multiply %324, %235 : tensor<32xf32>
    %326 = stablehlo.add %323, %325 : tensor<32xf32>
    %cst_132 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %328 = stablehlo.multiply %327, %arg14 : tensor<16x32xf32>
    %cst_133 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %329 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %330 = stablehlo.multiply %329, %237 : tensor<16x32xf32>
    %331 = stablehlo.add %328, %330 : tensor<16x32xf32>
    %cst_134 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %333 = stablehlo.multiply %332, %arg15 : tensor<64x32xf32>
    %cst_135 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %335 = stablehlo.multiply %334, %239 : tensor<64x32xf32>
    %336 = stablehlo.add %333, %335 : tensor<64x32xf32>
    %cst_136 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %338 = stablehlo.multiply %337, %arg33 : tensor<2x32xf32>
    %339 = chlo.square %209 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_137 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %340 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %341 = stablehlo.multiply %340, %339 : tensor<2x32xf32>
    %342 = stablehlo.add %338, %341 : tensor<2x32xf32>
    %cst_138 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %343 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %344 = stablehlo.multiply %343, %arg34 : tensor<2x3x4x8xf32>
    %345 = chlo.square %211 : tensor<2x3x4x8xf32> -> tensor<2x3x4x8xf32>
    %cst_139 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %346 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %347 = stablehlo.multiply %346, %345 : tensor<2x3x4x8xf32>
    %348 = stablehlo.add %344, %347 : tensor<2x3x4x8xf32>
    %cst_140 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %349 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %350 = stablehlo.multiply %349, %arg35 : tensor<2x4x8x32xf32>
    %351 = chlo.square %213 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_141 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %353 = stablehlo.multiply %352, %351 : tensor<2x4x8x32xf32>
    %354 = stablehlo.add %350, %353 : tensor<2x4x8x32xf32>
    %cst_142 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %355 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %356 = stablehlo.multiply %355, %arg36 : tensor<2x32x3x4x8xf32>
    %357 = chlo.square %215 : tensor<2x32x3x4x8xf32> -> tensor<2x32x3x4x8xf32>
    %cst_143 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %358 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %359 = stablehlo.multiply %358, %357 : tensor<2x32x3x4x8xf32>
    %360 = stablehlo.add %356, %359 : tensor<2x32x3x4x8xf32>
    %cst_144 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %361 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %362 = stablehlo.multiply %361, %arg37 : tensor<2x32xf32>
    %363 = chlo.square %217 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_145 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %364 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %365 = stablehlo.multiply %364, %363 : tensor<2x32xf32>
    %366 = stablehlo.add %362, %365 : tensor<2x32xf32>
    %cst_146 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %367 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %368 = stablehlo.multiply %367, %arg38 : tensor<2x32xf32>
    %369 = chlo.square %219 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_147 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %370 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %371 = stablehlo.multiply %370, %369 : tensor<2x32xf32>
    %372 = stablehlo.add %368, %371 : tensor<2x32xf32>
    %cst_148 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %373 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %374 = stablehlo.multiply %373, %arg39 : tensor<2x32xf32>
    %375 = chlo.square %221 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_149 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %376 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %377 = stablehlo.multiply %376, %375 : tensor<2x32xf32>
    %378 = stablehlo.add %374, %377 : tensor<2x32xf32>
    %cst_150 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %379 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %380 = stablehlo.multiply %379, %arg40 : tensor<2x32xf32>
    %381 = chlo.square %223 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_151 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %382 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %383 = stablehlo.multiply %382, %381 : tensor<2x32xf32>
    %384 = stablehlo.add %380, %383 : tensor<2x32xf32>
    %cst_152 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %385 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %386 = stablehlo.multiply %385, %arg41 : tensor<2x128xf32>
    %387 = chlo.square %225 : tensor<2x128xf32> -> tensor<2x128xf32>
    %cst_153 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %388 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %389 = stablehlo.multiply %388, %387 : tensor<2x128xf32>
    %390 = stablehlo.add %386, %389 : tensor<2x128xf32>
    %cst_154 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %391 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %392 = stablehlo.multiply %391, %arg42 : tensor<2x32xf32>
    %393 = chlo.square %227 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_155 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %394 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %395 = stablehlo.multiply %394, %393 : tensor<2x32xf32>
    %396 = stablehlo.add %392, %395 : tensor<2x32xf32>
    %cst_156 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %397 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %398 = stablehlo.multiply %397, %arg43 : tensor<2x32x128xf32>
    %399 = chlo.square %229 : tensor<2x32x128xf32> -> tensor<2x32x128xf32>
    %cst_157 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %400 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %401 = stablehlo.multiply %400, %399 : tensor<2x32x128xf32>
    %402 = stablehlo.add %398, %401 : tensor<2x32x128xf32>
    %cst_158 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %403 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %404 = stablehlo.multiply %403, %arg44 : tensor<2x128x32xf32>
    %405 = chlo.square %231 : tensor<2x128x32xf32> -> tensor<2x128x32xf32>
    %cst_159 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %406 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %407 = stablehlo.multiply %406, %405 : tensor<2x128x32xf32>
    %408 = stablehlo.add %404, %407 : tensor<2x128x32xf32>
    %cst_160 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %409 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %410 = stablehlo.multiply %409, %arg45 : tensor<32xf32>
    %411 = chlo.square %233 : tensor<32xf32> -> tensor<32xf32>
    %cst_161 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %412 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %413 = stablehlo.multiply %412, %411 : tensor<32xf32>
    %414 = stablehlo.add %410, %413 : tensor<32xf32>
    %cst_162 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %416 = stablehlo.multiply %415, %arg46 : tensor<32xf32>
    %417 = chlo.square %235 : tensor<32xf32> -> tensor<32xf32>
    %cst_163 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %419 = stablehlo.multiply %418, %417 : tensor<32xf32>
    %420 = stablehlo.add %416, %419 : tensor<32xf32>
    %cst_164 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %421 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %422 = stablehlo.multiply %421, %arg47 : tensor<16x32xf32>
    %423 = chlo.square %237 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_165 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %424 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %425 = stablehlo.multiply %424, %423 : tensor<16x32xf32>
    %426 = stablehlo.add %422, %425 : tensor<16x32xf32>
    %cst_166 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %427 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %428 = stablehlo.multiply %427, %arg48 : tensor<64x32xf32>
    %429 = chlo.square %239 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_167 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %430 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %431 = stablehlo.multiply %430, %429 : tensor<64x32xf32>
    %432 = stablehlo.add %428, %431 : tensor<64x32xf32>
    %cst_168 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %433 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %434 = stablehlo.multiply %433, %arg16 : tensor<2x32xf32>
    %435 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %436 = stablehlo.divide %261, %435 : tensor<2x32xf32>
    %437 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %438 = stablehlo.divide %342, %437 : tensor<2x32xf32>
    %439 = stablehlo.sqrt %438 : tensor<2x32xf32>
    %cst_169 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %440 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %441 = stablehlo.add %439, %440 : tensor<2x32xf32>
    %442 = stablehlo.divide %436, %441 : tensor<2x32xf32>
    %443 = stablehlo.add %442, %434 : tensor<2x32xf32>
    %444 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %445 = stablehlo.multiply %444, %443 : tensor<2x32xf32>
    %446 = stablehlo.subtract %arg16, %445 : tensor<2x32xf32>
    %cst_170 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %447 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %448 = stablehlo.multiply %447, %arg17 : tensor<2x3x4x8xf32>
    %449 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %450 = stablehlo.divide %266, %449 : tensor<2x3x4x8xf32>
    %451 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %452 = stablehlo.divide %348, %451 : tensor<2x3x4x8xf32>
    %453 = stablehlo.sqrt %452 : tensor<2x3x4x8xf32>
    %cst_171 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %454 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %455 = stablehlo.add %453, %454 : tensor<2x3x4x8xf32>
    %456 = stablehlo.divide %450, %455 : tensor<2x3x4x8xf32>
    %457 = stablehlo.add %456, %448 : tensor<2x3x4x8xf32>
    %458 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %459 = stablehlo.multiply %458, %457 : tensor<2x3x4x8xf32>
    %460 = stablehlo.subtract %arg17, %459 : tensor<2x3x4x8xf32>
    %cst_172 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %461 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %462 = stablehlo.multiply %461, %arg18 : tensor<2x4x8x32xf32>
    %463 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %464 = stablehlo.divide %271, %463 : tensor<2x4x8x32xf32>
    %465 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %466 = stablehlo.divide %354, %465 : tensor<2x4x8x32xf32>
    %467 = stablehlo.sqrt %466 : tensor<2x4x8x32xf32>
    %cst_173 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %468 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %469 = stablehlo.add %467, %468 : tensor<2x4x8x32xf32>
    %470 = stablehlo.divide %464, %469 : tensor<2x4x8x32xf32>
    %471 = stablehlo.add %470, %462 : tensor<2x4x8x32xf32>
    %472 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %473 = stablehlo.multiply %472, %471 : tensor<2x4x8x32xf32>
    %474 = stablehlo.subtract %arg18, %473 : tensor<2x4x8x32xf32>
    %cst_174 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %475 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %476 = stablehlo.multiply %475, %arg19 : tensor<2x32x3x4x8xf32>
    %477 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %478 = stablehlo.divide %276, %477 : tensor<2x32x3x4x8xf32>
    %479 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %480 = stablehlo.divide %360, %479 : tensor<2x32x3x4x8xf32>
    %481 = stablehlo.sqrt %480 : tensor<2x32x3x4x8xf32>
    %cst_175 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %483 = stablehlo.add %481, %482 : tensor<2x32x3x4x8xf32>
    %484 = stablehlo.divide %478, %483 : tensor<2x32x3x4x8xf32>
    %485 = stablehlo.add %484, %476 : tensor<2x32x3x4x8xf32>
    %486 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %487 = stablehlo.multiply %486, %485 : tensor<2x32x3x4x8xf32>
    %488 = stablehlo.subtract %arg19, %487 : tensor<2x32x3x4x8xf32>
    %cst_176 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %489 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %490 = stablehlo.multiply %489, %arg20 : tensor<2x32xf32>
    %491 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %492 = stablehlo.divide %281, %491 : tensor<2x32xf32>
    %493 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %494 = stablehlo.divide %366, %493 : tensor<2x32xf32>
    %495 = stablehlo.sqrt %494 : tensor<2x32xf32>
    %cst_177 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %496 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %497 = stablehlo.add %495, %496 : tensor<2x32xf32>
    %498 = stablehlo.divide %492, %497 : tensor<2x32xf32>
    %499 = stablehlo.add %498, %490 : tensor<2x32xf32>
    %500 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %501 = stablehlo.multiply %500, %499 : tensor<2x32xf32>
    %502 = stablehlo.subtract %arg20, %501 : tensor<2x32xf32>
    %cst_178 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %503 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %504 = stablehlo.multiply %503, %arg21 : tensor<2x32xf32>
    %505 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %506 = stablehlo.divide %286, %505 : tensor<2x32xf32>
    %507 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %508 = stablehlo.divide %372, %507 : tensor<2x32xf32>
    %509 = stablehlo.sqrt %508 : tensor<2x32xf32>
    %cst_179 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %510 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %511 = stablehlo.add %509, %510 : tensor<2x32xf32>
    %512 = stablehlo.divide %506, %511 : tensor<2x32xf32>
    %513 = stablehlo.add %512, %504 : tensor<2x32xf32>
    %514 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %515 = stablehlo.multiply %514, %513 : tensor<2x32xf32>
    %516 = stablehlo.subtract %arg21, %515 : tensor<2x32xf32>
    %cst_180 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %517 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %518 = stablehlo.multiply %517, %arg22 : tensor<2x32xf32>
    %519 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %520 = stablehlo.divide %291, %519 : tensor<2x32xf32>
    %521 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %522 = stablehlo.divide %378, %521 : tensor<2x32xf32>
    %523 = stablehlo.sqrt %522 : tensor<2x32xf32>
    %cst_181 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %524 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %525 = stablehlo.add %523, %524 : tensor<2x32xf32>
    %526 = stablehlo.divide %520, %525 : tensor<2x32xf32>
    %527 = stablehlo.add %526, %518 : tensor<2x32xf32>
    %528 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %529 = stablehlo.multiply %528, %527 : tensor<2x32xf32>
    %530 = stablehlo.subtract %arg22, %529 : tensor<2x32xf32>
    %cst_182 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %531 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %532 = stablehlo.multiply %531, %arg23 : tensor<2x32xf32>
    %533 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %534 = stablehlo.divide %296, %533 : tensor<2x32xf32>
    %535 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %536 = stablehlo.divide %384, %535 : tensor<2x32xf32>
    %537 = stablehlo.sqrt %536 : tensor<2x32xf32>
    %cst_183 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %538 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %539 = stablehlo.add %537, %538 : tensor<2x32xf32>
    %540 = stablehlo.divide %534, %539 : tensor<2x32xf32>
    %541 = stablehlo.add %540, %532 : tensor<2x32xf32>
    %542 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %543 = stablehlo.multiply %542, %541 : tensor<2x32xf32>
    %544 = stablehlo.subtract %arg23, %543 : tensor<2x32xf32>
    %cst_184 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %545 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %546 = stablehlo.multiply %545, %arg24 : tensor<2x128xf32>
    %547 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %548 = stablehlo.divide %301, %547 : tensor<2x128xf32>
    %549 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %550 = stablehlo.divide %390, %549 : tensor<2x128xf32>
    %551 = stablehlo.sqrt %550 : tensor<2x128xf32>
    %cst_185 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %552 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %553 = stablehlo.add %551, %552 : tensor<2x128xf32>
    %554 = stablehlo.divide %548, %553 : tensor<2x128xf32>
    %555 = stablehlo.add %554, %546 : tensor<2x128xf32>
    %556 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %557 = stablehlo.multiply %556, %555 : tensor<2x128xf32>
    %558 = stablehlo.subtract %arg24, %557 : tensor<2x128xf32>
    %cst_186 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %559 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %560 = stablehlo.multiply %559, %arg25 : tensor<2x32xf32>
    %561 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %562 = stablehlo.divide %306, %561 : tensor<2x32xf32>
    %563 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %564 = stablehlo.divide %396, %563 : tensor<2x32xf32>
    %565 = stablehlo.sqrt %564 : tensor<2x32xf32>
    %cst_187 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %566 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %567 = stablehlo.add %565, %566 : tensor<2x32xf32>
    %568 = stablehlo.divide %562, %567 : tensor<2x32xf32>
    %569 = stablehlo.add %568, %560 : tensor<2x32xf32>
    %570 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %571 = stablehlo.multiply %570, %569 : tensor<2x32xf32>
    %572 = stablehlo.subtract %arg25, %571 : tensor<2x32xf32>
    %cst_188 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %573 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %574 = stablehlo.multiply %573, %arg26 : tensor<2x32x128xf32>
    %575 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %576 = stablehlo.divide %311, %575 : tensor<2x32x128xf32>
    %577 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %578 = stablehlo.divide %402, %577 : tensor<2x32x128xf32>
    %579 = stablehlo.sqrt %578 : tensor<2x32x128xf32>
    %cst_189 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %580 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %581 = stablehlo.add %579, %580 : tensor<2x32x128xf32>
    %582 = stablehlo.divide %576, %581 : tensor<2x32x128xf32>
    %583 = stablehlo.add %582, %574 : tensor<2x32x128xf32>
    %584 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %585 = stablehlo.multiply %584, %583 : tensor<2x32x128xf32>
    %586 = stablehlo.subtract %arg26, %585 : tensor<2x32x128xf32>
    %cst_190 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %587 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %588 = stablehlo.multiply %587, %arg27 : tensor<2x128x32xf32>
    %589 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %590 = stablehlo.divide %316, %589 : tensor<2x128x32xf32>
    %591 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %592 = stablehlo.divide %408, %591 : tensor<2x128x32xf32>
    %593 = stablehlo.sqrt %592 : tensor<2x128x32xf32>
    %cst_191 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %594 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %595 = stablehlo.add %593, %594 : tensor<2x128x32xf32>
    %596 = stablehlo.divide %590, %595 : tensor<2x128x32xf32>
    %597 = stablehlo.add %596, %588 : tensor<2x128x32xf32>
    %598 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %599 = stablehlo.multiply %598, %597 : tensor<2x128x32xf32>
    %600 = stablehlo.subtract %arg27, %599 : tensor<2x128x32xf32>
    %601 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %602 = stablehlo.divide %321, %601 : tensor<32xf32>
    %603 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %604 = stablehlo.divide %414, %603 : tensor<32xf32>
    %605 = stablehlo.sqrt %604 : tensor<32xf32>
    %cst_192 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %606 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %607 = stablehlo.add %605, %606 : tensor<32xf32>
    %608 = stablehlo.divide %602, %607 : tensor<32xf32>
    %cst_193 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %609 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %610 = stablehlo.add %608, %609 : tensor<32xf32>
    %611 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %612 = stablehlo.multiply %611, %610 : tensor<32xf32>
    %613 = stablehlo.subtract %arg28, %612 : tensor<32xf32>
    %614 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %615 = stablehlo.divide %326, %614 : tensor<32xf32>
    %616 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %617 = stablehlo.divide %420, %616 : tensor<32xf32>
    %618 = stablehlo.sqrt %617 : tensor<32xf32>
    %cst_194 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %619 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %620 = stablehlo.add %618, %619 : tensor<32xf32>
    %621 = stablehlo.divide %615, %620 : tensor<32xf32>
    %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %622 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %623 = stablehlo.add %621, %622 : tensor<32xf32>
    %624 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %625 = stablehlo.multiply %624, %623 : tensor<32xf32>
    %626 = stablehlo.subtract %arg29, %625 : tensor<32xf32>
    %cst_196 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %628 = stablehlo.multiply %627, %arg30 : tensor<16x32xf32>
    %629 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %630 = stablehlo.divide %331, %629 : tensor<16x32xf32>
    %631 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %632 = stablehlo.divide %426, %631 : tensor<16x32xf32>
    %633 = stablehlo.sqrt %632 : tensor<16x32xf32>
    %cst_197 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %634 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %635 = stablehlo.add %633, %634 : tensor<16x32xf32>
    %636 = stablehlo.divide %630, %635 : tensor<16x32xf32>
    %637 = stablehlo.add %636, %628 : tensor<16x32xf32>
    %638 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %639 = stablehlo.multiply %638, %637 : tensor<16x32xf32>
    %640 = stablehlo.subtract %arg30, %639 : tensor<16x32xf32>
    %cst_198 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %641 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %642 = stablehlo.multiply %641, %arg31 : tensor<64x32xf32>
    %643 = stablehlo.broadcast_in_dim %254, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %644 = stablehlo.divide %336, %643 : tensor<64x32xf32>
    %645 = stablehlo.broadcast_in_dim %256, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %646 = stablehlo.divide %432, %645 : tensor<64x32xf32>
    %647 = stablehlo.sqrt %646 : tensor<64x32xf32>
    %cst_199 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %648 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %649 = stablehlo.add %647, %648 : tensor<64x32xf32>
    %650 = stablehlo.divide %644, %649 : tensor<64x32xf32>
    %651 = stablehlo.add %650, %642 : tensor<64x32xf32>
    %652 = stablehlo.broadcast_in_dim %252, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %653 = stablehlo.multiply %652, %651 : tensor<64x32xf32>
    %654 = stablehlo.subtract %arg31, %653 : tensor<64x32xf32>
    return %261, %266, %271, %276, %281, %286, %291, %296, %301, %306, %311, %316, %321, %326, %331, %336, %446, %460, %474, %488, %502, %516, %530, %544, %558, %572, %586, %600, %613, %626, %640, %654, %240, %342, %348, %354, %360, %366, %372, %378, %384, %390, %396, %402, %408, %414, %420, %426, %432, %204, %91 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<i32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<f32>, tensor<f32>
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
  func.func private @closed_call(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<8x16x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<3x4x8xf32>, %arg5: tensor<4x8x32xf32>, %arg6: tensor<32x3x4x8xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<128xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32x128xf32>, %arg14: tensor<128x32xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg2 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<8x16x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %5 = stablehlo.subtract %arg2, %4 : tensor<8x16x32xf32>
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
    %14 = stablehlo.subtract %arg2, %13 : tensor<8x16x32xf32>
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
    %23 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<8x16x32xf32>
    %26 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %28 = stablehlo.add %25, %27 : tensor<8x16x32xf32>
    %29 = stablehlo.dot_general %28, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %30 = stablehlo.broadcast_in_dim %arg4, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %32 = stablehlo.add %29, %31 : tensor<8x16x3x4x8xf32>
    %33 = stablehlo.slice %32 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %34 = stablehlo.reshape %33 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %35 = stablehlo.slice %32 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %36 = stablehlo.reshape %35 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %37 = stablehlo.slice %32 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %38 = stablehlo.reshape %37 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %39 = stablehlo.dot_general %34, %36, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %41 = stablehlo.multiply %39, %40 : tensor<8x4x16x16xf32>
    %42 = call @_where_7(%41, %arg0, %arg1) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %43 = stablehlo.reduce(%42 init: %cst_7) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %44 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %45 = stablehlo.maximum %44, %43 : tensor<8x4x16xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %48 = stablehlo.subtract %42, %47 : tensor<8x4x16x16xf32>
    %49 = stablehlo.exponential %48 : tensor<8x4x16x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.reduce(%49 init: %cst_9) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %53 = stablehlo.divide %49, %52 : tensor<8x4x16x16xf32>
    %54 = stablehlo.multiply %51, %51 : tensor<8x4x16x1xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %56 = stablehlo.divide %55, %54 : tensor<8x4x16x1xf32>
    %57 = stablehlo.dot_general %38, %53, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %58 = stablehlo.transpose %57, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %59 = stablehlo.dot_general %58, %arg5, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %60 = stablehlo.broadcast_in_dim %arg3, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %62 = stablehlo.add %59, %61 : tensor<8x16x32xf32>
    %63 = stablehlo.add %arg2, %62 : tensor<8x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %67 = stablehlo.divide %65, %66 : tensor<8x16x1xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %69 = stablehlo.subtract %63, %68 : tensor<8x16x32xf32>
    %70 = chlo.square %69 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %72 = stablehlo.multiply %71, %69 : tensor<8x16x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%70 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_15 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %76 = stablehlo.divide %74, %75 : tensor<8x16x1xf32>
    %77 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %78 = stablehlo.subtract %63, %77 : tensor<8x16x32xf32>
    %cst_16 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %80 = stablehlo.add %76, %79 : tensor<8x16x1xf32>
    %81 = stablehlo.rsqrt %80 : tensor<8x16x1xf32>
    %82 = stablehlo.divide %81, %80 : tensor<8x16x1xf32>
    %cst_17 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %84 = stablehlo.multiply %83, %82 : tensor<8x16x1xf32>
    %85 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %86 = stablehlo.multiply %78, %85 : tensor<8x16x32xf32>
    %87 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %89 = stablehlo.multiply %86, %88 : tensor<8x16x32xf32>
    %90 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %92 = stablehlo.add %89, %91 : tensor<8x16x32xf32>
    %93 = stablehlo.dot_general %92, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %94 = stablehlo.broadcast_in_dim %arg11, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %96 = stablehlo.add %93, %95 : tensor<8x16x128xf32>
    %97 = stablehlo.multiply %96, %96 : tensor<8x16x128xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<8x16x128xf32>
    %99 = stablehlo.multiply %96, %96 : tensor<8x16x128xf32>
    %cst_18 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %101 = stablehlo.multiply %100, %99 : tensor<8x16x128xf32>
    %cst_19 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %103 = stablehlo.multiply %102, %98 : tensor<8x16x128xf32>
    %104 = stablehlo.add %96, %103 : tensor<8x16x128xf32>
    %cst_20 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %106 = stablehlo.multiply %105, %104 : tensor<8x16x128xf32>
    %107 = stablehlo.tanh %106 : tensor<8x16x128xf32>
    %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %109 = stablehlo.subtract %108, %107 : tensor<8x16x128xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %111 = stablehlo.add %110, %107 : tensor<8x16x128xf32>
    %cst_23 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %113 = stablehlo.multiply %112, %111 : tensor<8x16x128xf32>
    %114 = stablehlo.multiply %96, %113 : tensor<8x16x128xf32>
    %115 = stablehlo.dot_general %114, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %116 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %118 = stablehlo.add %115, %117 : tensor<8x16x32xf32>
    %119 = stablehlo.add %63, %118 : tensor<8x16x32xf32>
    return %119, %8, %20, %17, %14, %23, %22, %28, %36, %34, %49, %51, %56, %53, %38, %58, %72, %84, %81, %78, %87, %86, %92, %101, %107, %109, %113, %96, %114 : tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>
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
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg1 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %1 = stablehlo.reshape %0 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %3 = stablehlo.dot_general %arg1, %arg33, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x128xf32>) -> tensor<32x128xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %5 = stablehlo.dot_general %arg1, %arg32, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<128x32xf32>) -> tensor<8x16x128xf32>
    %6 = stablehlo.multiply %arg31, %5 : tensor<8x16x128xf32>
    %7 = stablehlo.multiply %5, %arg30 : tensor<8x16x128xf32>
    %cst_1 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %9 = stablehlo.multiply %8, %6 : tensor<8x16x128xf32>
    %10 = stablehlo.multiply %9, %arg29 : tensor<8x16x128xf32>
    %11 = stablehlo.multiply %10, %arg28 : tensor<8x16x128xf32>
    %12 = stablehlo.add %10, %11 : tensor<8x16x128xf32>
    %cst_2 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %14 = stablehlo.multiply %13, %12 : tensor<8x16x128xf32>
    %15 = stablehlo.add %7, %14 : tensor<8x16x128xf32>
    %cst_3 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %17 = stablehlo.multiply %16, %14 : tensor<8x16x128xf32>
    %18 = stablehlo.multiply %17, %arg27 : tensor<8x16x128xf32>
    %19 = stablehlo.add %15, %18 : tensor<8x16x128xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_4) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x128xf32>, tensor<f32>) -> tensor<128xf32>
    %21 = stablehlo.reshape %20 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%21 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %23 = stablehlo.dot_general %19, %arg26, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
    %24 = stablehlo.transpose %23, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %25 = stablehlo.dot_general %19, %arg25, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<32x128xf32>) -> tensor<8x16x32xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.reduce(%25 init: %cst_6) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %27 = stablehlo.reshape %26 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_7) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %29 = stablehlo.multiply %arg24, %25 : tensor<8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %30 = stablehlo.reduce(%29 init: %cst_8) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %31 = stablehlo.reshape %30 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %32 = stablehlo.broadcast_in_dim %arg23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %33 = stablehlo.multiply %25, %32 : tensor<8x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%31 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %35 = stablehlo.multiply %arg22, %33 : tensor<8x16x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %36 = stablehlo.reduce(%35 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %38 = stablehlo.broadcast_in_dim %arg21, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %39 = stablehlo.multiply %33, %38 : tensor<8x16x32xf32>
    %40 = stablehlo.multiply %37, %arg20 : tensor<8x16x1xf32>
    %41 = stablehlo.negate %39 : tensor<8x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.reduce(%41 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %43 = stablehlo.reshape %42 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %44 = stablehlo.add %arg1, %39 : tensor<8x16x32xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %46 = stablehlo.divide %40, %45 : tensor<8x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %49 = stablehlo.multiply %48, %arg19 : tensor<8x16x32xf32>
    %50 = stablehlo.negate %49 : tensor<8x16x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %52 = stablehlo.reshape %51 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %53 = stablehlo.add %44, %49 : tensor<8x16x32xf32>
    %54 = stablehlo.add %43, %52 : tensor<8x16x1xf32>
    %cst_15 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %56 = stablehlo.divide %54, %55 : tensor<8x16x1xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.reduce(%56 init: %cst_16) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %59 = stablehlo.add %53, %58 : tensor<8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %61 = stablehlo.reshape %60 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %63 = stablehlo.dot_general %59, %arg18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %64 = stablehlo.transpose %63, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %65 = stablehlo.dot_general %59, %arg17, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %66 = stablehlo.transpose %65, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %67 = stablehlo.dot_general %66, %arg16, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %68 = stablehlo.dot_general %66, %arg15, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %69 = stablehlo.transpose %68, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %70 = stablehlo.broadcast_in_dim %arg14, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %71 = stablehlo.multiply %67, %70 : tensor<8x4x16x16xf32>
    %72 = stablehlo.multiply %71, %arg12 : tensor<8x4x16x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_19) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %74 = stablehlo.reshape %73 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %75 = stablehlo.negate %74 : tensor<8x4x16x1xf32>
    %76 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %77 = stablehlo.divide %67, %76 : tensor<8x4x16x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%75 init: %cst_20) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %80 = stablehlo.add %77, %79 : tensor<8x4x16x16xf32>
    %81 = stablehlo.multiply %80, %arg12 : tensor<8x4x16x16xf32>
    %82 = call @_where_24(%arg0, %81) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_21 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %84 = stablehlo.multiply %82, %83 : tensor<8x4x16x16xf32>
    %85 = stablehlo.dot_general %84, %arg11, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %86 = stablehlo.transpose %85, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %87 = stablehlo.dot_general %84, %arg10, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %88 = stablehlo.transpose %87, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %89 = stablehlo.broadcast_in_dim %69, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.pad %89, %cst_22, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %91 = stablehlo.broadcast_in_dim %86, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.pad %91, %cst_23, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %93 = stablehlo.add %90, %92 : tensor<8x16x3x4x8xf32>
    %94 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.pad %94, %cst_24, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %96 = stablehlo.add %93, %95 : tensor<8x16x3x4x8xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %97 = stablehlo.reduce(%96 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %98 = stablehlo.reshape %97 : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.reduce(%98 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %100 = stablehlo.dot_general %96, %arg9, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<8x16x32xf32>) -> tensor<3x4x8x32xf32>
    %101 = stablehlo.transpose %100, dims = [3, 0, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<32x3x4x8xf32>
    %102 = stablehlo.dot_general %96, %arg8, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_27) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %104 = stablehlo.reshape %103 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.reduce(%104 init: %cst_28) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %106 = stablehlo.multiply %arg7, %102 : tensor<8x16x32xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_29) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %108 = stablehlo.reshape %107 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %109 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %110 = stablehlo.multiply %102, %109 : tensor<8x16x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %111 = stablehlo.reduce(%108 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %112 = stablehlo.multiply %arg5, %110 : tensor<8x16x32xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.reduce(%112 init: %cst_31) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %114 = stablehlo.reshape %113 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %115 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %116 = stablehlo.multiply %110, %115 : tensor<8x16x32xf32>
    %117 = stablehlo.multiply %114, %arg3 : tensor<8x16x1xf32>
    %118 = stablehlo.negate %116 : tensor<8x16x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %119 = stablehlo.reduce(%118 init: %cst_32) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %120 = stablehlo.reshape %119 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %121 = stablehlo.add %59, %116 : tensor<8x16x32xf32>
    %cst_33 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %123 = stablehlo.divide %117, %122 : tensor<8x16x1xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.reduce(%123 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %126 = stablehlo.multiply %125, %arg2 : tensor<8x16x32xf32>
    %127 = stablehlo.negate %126 : tensor<8x16x32xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_35) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %129 = stablehlo.reshape %128 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %130 = stablehlo.add %121, %126 : tensor<8x16x32xf32>
    %131 = stablehlo.add %120, %129 : tensor<8x16x1xf32>
    %cst_36 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %133 = stablehlo.divide %131, %132 : tensor<8x16x1xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %136 = stablehlo.add %130, %135 : tensor<8x16x32xf32>
    return %136, %62, %99, %64, %101, %105, %111, %28, %34, %22, %2, %24, %4 : tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>
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
