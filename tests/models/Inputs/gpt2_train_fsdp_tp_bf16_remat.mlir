module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 24 : i32}, %arg25: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 32 : i32}, %arg33: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 36 : i32}, %arg37: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 37 : i32}, %arg38: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 38 : i32}, %arg39: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 39 : i32}, %arg40: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 40 : i32}, %arg41: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 41 : i32}, %arg42: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 42 : i32}, %arg43: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>, tf.aliasing_output = 43 : i32}, %arg44: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>, tf.aliasing_output = 44 : i32}, %arg45: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 45 : i32}, %arg46: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 46 : i32}, %arg47: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 47 : i32}, %arg48: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 48 : i32}, %arg49: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg50: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks']['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['m']['blocks']['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks']['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x128xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x128xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, tensor<2x128x32xf32> {jax.result_info = "result[0]['m']['blocks']['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['m']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['m']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks']['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['params']['blocks']['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks']['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x128xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x128xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, tensor<2x128x32xf32> {jax.result_info = "result[0]['params']['blocks']['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['params']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['params']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<i32> {jax.result_info = "result[0]['step']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks']['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['v']['blocks']['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {"data"}]>}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks']['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {"model"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x128xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x128xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {"model"}]>}, tensor<2x128x32xf32> {jax.result_info = "result[0]['v']['blocks']['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['v']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['v']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<f32> {jax.result_info = "result[1]['grad_norm']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "result[1]['loss']", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = stablehlo.convert %arg31 : (tensor<64x32xf32>) -> tensor<64x32xbf16>
    %1:2 = call @_take(%0, %arg49) : (tensor<64x32xbf16>, tensor<8x16xi32>) -> (tensor<8x16x32xbf16>, tensor<8x16x1xi32>)
    %2 = stablehlo.convert %arg30 : (tensor<16x32xf32>) -> tensor<16x32xbf16>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1, 2] : (tensor<16x32xbf16>) -> tensor<1x16x32xbf16>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<1x16x32xbf16>) -> tensor<8x16x32xbf16>
    %5 = stablehlo.add %1#0, %4 : tensor<8x16x32xbf16>
    %6 = sdy.sharding_constraint %5 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xbf16>
    %7 = stablehlo.iota dim = 0 : tensor<16xi32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %9 = stablehlo.iota dim = 0 : tensor<16xi32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %11 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %12 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %13 = stablehlo.compare GE, %11, %12, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %14:2 = call @_where_0(%13, %cst) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<2x8x16x32xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %16:17 = stablehlo.while(%iterArg = %arg16, %iterArg_173 = %arg17, %iterArg_174 = %arg18, %iterArg_175 = %arg19, %iterArg_176 = %arg20, %iterArg_177 = %arg21, %iterArg_178 = %arg22, %iterArg_179 = %arg23, %iterArg_180 = %arg24, %iterArg_181 = %arg25, %iterArg_182 = %arg26, %iterArg_183 = %arg27, %iterArg_184 = %14#0, %iterArg_185 = %14#1, %iterArg_186 = %c, %iterArg_187 = %6, %iterArg_188 = %15) : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<2x8x16x32xbf16>
    cond {
      %c_189 = stablehlo.constant dense<2> : tensor<i32>
      %660 = stablehlo.compare LT, %iterArg_186, %c_189, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %660 : tensor<i1>
    } do {
      %660 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_186) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %661 = func.call @dynamic_index_in_dim_1(%iterArg_173, %iterArg_186) : (tensor<2x3x4x8xf32>, tensor<i32>) -> tensor<3x4x8xf32>
      %662 = func.call @dynamic_index_in_dim_2(%iterArg_174, %iterArg_186) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %663 = func.call @dynamic_index_in_dim_3(%iterArg_175, %iterArg_186) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %664 = func.call @dynamic_index_in_dim(%iterArg_176, %iterArg_186) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %665 = func.call @dynamic_index_in_dim(%iterArg_177, %iterArg_186) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %666 = func.call @dynamic_index_in_dim(%iterArg_178, %iterArg_186) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %667 = func.call @dynamic_index_in_dim(%iterArg_179, %iterArg_186) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %668 = func.call @dynamic_index_in_dim_4(%iterArg_180, %iterArg_186) : (tensor<2x128xf32>, tensor<i32>) -> tensor<128xf32>
      %669 = func.call @dynamic_index_in_dim(%iterArg_181, %iterArg_186) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %670 = func.call @dynamic_index_in_dim_5(%iterArg_182, %iterArg_186) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %671 = func.call @dynamic_index_in_dim_6(%iterArg_183, %iterArg_186) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %672:2 = func.call @closed_call(%iterArg_184, %iterArg_185, %iterArg_187, %660, %661, %662, %663, %664, %665, %666, %667, %668, %669, %670, %671) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<8x16x32xbf16>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>) -> (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>)
      %673 = func.call @dynamic_update_index_in_dim(%iterArg_188, %672#1, %iterArg_186) : (tensor<2x8x16x32xbf16>, tensor<8x16x32xbf16>, tensor<i32>) -> tensor<2x8x16x32xbf16>
      %c_189 = stablehlo.constant dense<1> : tensor<i32>
      %674 = stablehlo.add %iterArg_186, %c_189 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_173, %iterArg_174, %iterArg_175, %iterArg_176, %iterArg_177, %iterArg_178, %iterArg_179, %iterArg_180, %iterArg_181, %iterArg_182, %iterArg_183, %iterArg_184, %iterArg_185, %674, %672#0, %673 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<2x8x16x32xbf16>
    }
    %17 = stablehlo.convert %16#15 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %21 = stablehlo.divide %19, %20 : tensor<8x16x1xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<8x16x32xf32>
    %24 = chlo.square %23 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %26 = stablehlo.multiply %25, %23 : tensor<8x16x32xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%24 init: %cst_4) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_5 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %30 = stablehlo.divide %28, %29 : tensor<8x16x1xf32>
    %31 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %32 = stablehlo.subtract %17, %31 : tensor<8x16x32xf32>
    %cst_6 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %34 = stablehlo.add %30, %33 : tensor<8x16x1xf32>
    %35 = stablehlo.rsqrt %34 : tensor<8x16x1xf32>
    %36 = stablehlo.divide %35, %34 : tensor<8x16x1xf32>
    %cst_7 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %38 = stablehlo.multiply %37, %36 : tensor<8x16x1xf32>
    %39 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %40 = stablehlo.multiply %32, %39 : tensor<8x16x32xf32>
    %41 = stablehlo.broadcast_in_dim %arg29, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %43 = stablehlo.multiply %40, %42 : tensor<8x16x32xf32>
    %44 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %46 = stablehlo.add %43, %45 : tensor<8x16x32xf32>
    %47 = stablehlo.convert %46 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %48 = stablehlo.convert %arg31 : (tensor<64x32xf32>) -> tensor<64x32xbf16>
    %49 = stablehlo.transpose %48, dims = [1, 0] : (tensor<64x32xbf16>) -> tensor<32x64xbf16>
    %50 = stablehlo.dot_general %47, %49, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x64xbf16>) -> tensor<8x16x64xbf16>
    %51 = stablehlo.convert %50 : (tensor<8x16x64xbf16>) -> tensor<8x16x64xf32>
    %52 = sdy.sharding_constraint %51 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x64xf32>
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_8) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %56 = stablehlo.subtract %52, %55 : tensor<8x16x64xf32>
    %57 = stablehlo.exponential %56 : tensor<8x16x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %59 = stablehlo.log %58 : tensor<8x16xf32>
    %60 = stablehlo.reshape %54 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %61 = stablehlo.add %59, %60 : tensor<8x16xf32>
    %62 = stablehlo.broadcast_in_dim %arg50, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %63 = stablehlo.iota dim = 0 : tensor<64xi32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [2] : (tensor<64xi32>) -> tensor<1x1x64xi32>
    %65 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2] : (tensor<8x16x1xi32>) -> tensor<8x16x64xi32>
    %66 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x64xi32>) -> tensor<8x16x64xi32>
    %67 = stablehlo.compare EQ, %65, %66, SIGNED : (tensor<8x16x64xi32>, tensor<8x16x64xi32>) -> tensor<8x16x64xi1>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %68 = call @_where_8(%67, %52, %c_10) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.reduce(%68 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %70 = stablehlo.subtract %61, %69 : tensor<8x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.reduce(%70 init: %cst_12) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_13 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %72 = stablehlo.divide %71, %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_15 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %73 = stablehlo.divide %cst_14, %cst_15 : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %75 = stablehlo.negate %74 : tensor<8x16xf32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %77 = call @_where_9(%67, %76) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %78 = stablehlo.divide %74, %58 : tensor<8x16xf32>
    %79 = stablehlo.broadcast_in_dim %78, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %80 = stablehlo.multiply %79, %57 : tensor<8x16x64xf32>
    %81 = stablehlo.add %77, %80 : tensor<8x16x64xf32>
    %82 = sdy.sharding_constraint %81 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x64xf32>
    %83 = stablehlo.convert %82 : (tensor<8x16x64xf32>) -> tensor<8x16x64xbf16>
    %84 = stablehlo.dot_general %83, %47, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xbf16>, tensor<8x16x32xbf16>) -> tensor<64x32xbf16>
    %85 = stablehlo.transpose %84, dims = [1, 0] : (tensor<64x32xbf16>) -> tensor<32x64xbf16>
    %86 = stablehlo.dot_general %83, %49, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xbf16>, tensor<32x64xbf16>) -> tensor<8x16x32xbf16>
    %87 = stablehlo.transpose %85, dims = [1, 0] : (tensor<32x64xbf16>) -> tensor<64x32xbf16>
    %88 = stablehlo.convert %87 : (tensor<64x32xbf16>) -> tensor<64x32xf32>
    %89 = stablehlo.convert %86 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%89 init: %cst_16) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %91 = stablehlo.reshape %90 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %92 = stablehlo.reduce(%91 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %93 = stablehlo.multiply %40, %89 : tensor<8x16x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %94 = stablehlo.reduce(%93 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %95 = stablehlo.reshape %94 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %96 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %97 = stablehlo.multiply %89, %96 : tensor<8x16x32xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%95 init: %cst_19) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %99 = stablehlo.multiply %32, %97 : tensor<8x16x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %101 = stablehlo.reshape %100 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %102 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %103 = stablehlo.multiply %97, %102 : tensor<8x16x32xf32>
    %104 = stablehlo.multiply %101, %38 : tensor<8x16x1xf32>
    %105 = stablehlo.negate %103 : tensor<8x16x32xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %106 = stablehlo.reduce(%105 init: %cst_21) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %107 = stablehlo.reshape %106 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_22 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %108 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %109 = stablehlo.divide %104, %108 : tensor<8x16x1xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %111 = stablehlo.broadcast_in_dim %110, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %112 = stablehlo.multiply %111, %26 : tensor<8x16x32xf32>
    %113 = stablehlo.negate %112 : tensor<8x16x32xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %114 = stablehlo.reduce(%113 init: %cst_24) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %115 = stablehlo.reshape %114 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %116 = stablehlo.add %103, %112 : tensor<8x16x32xf32>
    %117 = stablehlo.add %107, %115 : tensor<8x16x1xf32>
    %cst_25 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %119 = stablehlo.divide %117, %118 : tensor<8x16x1xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %122 = stablehlo.add %116, %121 : tensor<8x16x32xf32>
    %123 = stablehlo.convert %122 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %125 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %127 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %129 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %132 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %133 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %c_39 = stablehlo.constant dense<0> : tensor<i32>
    %136:26 = stablehlo.while(%iterArg = %16#16, %iterArg_173 = %arg16, %iterArg_174 = %arg17, %iterArg_175 = %arg18, %iterArg_176 = %arg19, %iterArg_177 = %arg20, %iterArg_178 = %arg21, %iterArg_179 = %arg22, %iterArg_180 = %arg23, %iterArg_181 = %arg24, %iterArg_182 = %arg26, %iterArg_183 = %arg27, %iterArg_184 = %c_39, %iterArg_185 = %123, %iterArg_186 = %124, %iterArg_187 = %125, %iterArg_188 = %126, %iterArg_189 = %127, %iterArg_190 = %128, %iterArg_191 = %129, %iterArg_192 = %130, %iterArg_193 = %131, %iterArg_194 = %132, %iterArg_195 = %133, %iterArg_196 = %134, %iterArg_197 = %135) : tensor<2x8x16x32xbf16>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    cond {
      %c_198 = stablehlo.constant dense<2> : tensor<i32>
      %660 = stablehlo.compare LT, %iterArg_184, %c_198, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %660 : tensor<i1>
    } do {
      %c_198 = stablehlo.constant dense<2> : tensor<i32>
      %660 = stablehlo.subtract %c_198, %iterArg_184 : tensor<i32>
      %c_199 = stablehlo.constant dense<1> : tensor<i32>
      %661 = stablehlo.subtract %660, %c_199 : tensor<i32>
      %662 = func.call @dynamic_index_in_dim_10(%iterArg, %661) : (tensor<2x8x16x32xbf16>, tensor<i32>) -> tensor<8x16x32xbf16>
      %663 = func.call @dynamic_index_in_dim(%iterArg_173, %661) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %664 = func.call @dynamic_index_in_dim_1(%iterArg_174, %661) : (tensor<2x3x4x8xf32>, tensor<i32>) -> tensor<3x4x8xf32>
      %665 = func.call @dynamic_index_in_dim_2(%iterArg_175, %661) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %666 = func.call @dynamic_index_in_dim_3(%iterArg_176, %661) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %667 = func.call @dynamic_index_in_dim(%iterArg_177, %661) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %668 = func.call @dynamic_index_in_dim(%iterArg_178, %661) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %669 = func.call @dynamic_index_in_dim(%iterArg_179, %661) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %670 = func.call @dynamic_index_in_dim(%iterArg_180, %661) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %671 = func.call @dynamic_index_in_dim_4(%iterArg_181, %661) : (tensor<2x128xf32>, tensor<i32>) -> tensor<128xf32>
      %672 = func.call @dynamic_index_in_dim_5(%iterArg_182, %661) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %673 = func.call @dynamic_index_in_dim_6(%iterArg_183, %661) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %674:13 = func.call @closed_call_11(%iterArg_185, %662, %663, %664, %665, %666, %667, %668, %669, %670, %671, %672, %673) : (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<128x32xf32>) -> (tensor<8x16x32xbf16>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>)
      %675 = func.call @dynamic_update_index_in_dim_14(%iterArg_186, %674#1, %661) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %676 = func.call @dynamic_update_index_in_dim_15(%iterArg_187, %674#2, %661) : (tensor<2x3x4x8xf32>, tensor<3x4x8xf32>, tensor<i32>) -> tensor<2x3x4x8xf32>
      %677 = func.call @dynamic_update_index_in_dim_16(%iterArg_188, %674#3, %661) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %678 = func.call @dynamic_update_index_in_dim_17(%iterArg_189, %674#4, %661) : (tensor<2x32x3x4x8xf32>, tensor<32x3x4x8xf32>, tensor<i32>) -> tensor<2x32x3x4x8xf32>
      %679 = func.call @dynamic_update_index_in_dim_14(%iterArg_190, %674#5, %661) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %680 = func.call @dynamic_update_index_in_dim_14(%iterArg_191, %674#6, %661) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %681 = func.call @dynamic_update_index_in_dim_14(%iterArg_192, %674#7, %661) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %682 = func.call @dynamic_update_index_in_dim_14(%iterArg_193, %674#8, %661) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %683 = func.call @dynamic_update_index_in_dim_18(%iterArg_194, %674#9, %661) : (tensor<2x128xf32>, tensor<128xf32>, tensor<i32>) -> tensor<2x128xf32>
      %684 = func.call @dynamic_update_index_in_dim_14(%iterArg_195, %674#10, %661) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %685 = func.call @dynamic_update_index_in_dim_19(%iterArg_196, %674#11, %661) : (tensor<2x32x128xf32>, tensor<32x128xf32>, tensor<i32>) -> tensor<2x32x128xf32>
      %686 = func.call @dynamic_update_index_in_dim_20(%iterArg_197, %674#12, %661) : (tensor<2x128x32xf32>, tensor<128x32xf32>, tensor<i32>) -> tensor<2x128x32xf32>
      %c_200 = stablehlo.constant dense<1> : tensor<i32>
      %687 = stablehlo.add %iterArg_184, %c_200 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_173, %iterArg_174, %iterArg_175, %iterArg_176, %iterArg_177, %iterArg_178, %iterArg_179, %iterArg_180, %iterArg_181, %iterArg_182, %iterArg_183, %687, %674#0, %675, %676, %677, %678, %679, %680, %681, %682, %683, %684, %685, %686 : tensor<2x8x16x32xbf16>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<i32>, tensor<8x16x32xbf16>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    }
    %137 = sdy.sharding_constraint %136#13 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xbf16>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %138 = stablehlo.reduce(%137 init: %cst_40) applies stablehlo.add across dimensions = [0] : (tensor<8x16x32xbf16>, tensor<bf16>) -> tensor<16x32xbf16>
    %139 = stablehlo.reshape %138 : (tensor<16x32xbf16>) -> tensor<1x16x32xbf16>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %140 = stablehlo.reduce(%139 init: %cst_41) applies stablehlo.add across dimensions = [0] : (tensor<1x16x32xbf16>, tensor<bf16>) -> tensor<16x32xbf16>
    %141 = stablehlo.convert %140 : (tensor<16x32xbf16>) -> tensor<16x32xf32>
    %142 = call @_take_21(%1#1, %137) : (tensor<8x16x1xi32>, tensor<8x16x32xbf16>) -> tensor<64x32xbf16>
    %143 = stablehlo.convert %142 : (tensor<64x32xbf16>) -> tensor<64x32xf32>
    %144 = stablehlo.add %88, %143 : tensor<64x32xf32>
    %145 = sdy.sharding_constraint %136#14 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %146 = sdy.sharding_constraint %136#15 <@mesh, [{}, {}, {"model"}, {}]> : tensor<2x3x4x8xf32>
    %147 = sdy.sharding_constraint %136#16 <@mesh, [{}, {"model"}, {}, {"data"}]> : tensor<2x4x8x32xf32>
    %148 = sdy.sharding_constraint %136#17 <@mesh, [{}, {"data"}, {}, {"model"}, {}]> : tensor<2x32x3x4x8xf32>
    %149 = sdy.sharding_constraint %136#18 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %150 = sdy.sharding_constraint %136#19 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %151 = sdy.sharding_constraint %136#20 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %152 = sdy.sharding_constraint %136#21 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %153 = sdy.sharding_constraint %136#22 <@mesh, [{}, {"model"}]> : tensor<2x128xf32>
    %154 = sdy.sharding_constraint %136#23 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %155 = sdy.sharding_constraint %136#24 <@mesh, [{}, {"data"}, {"model"}]> : tensor<2x32x128xf32>
    %156 = sdy.sharding_constraint %136#25 <@mesh, [{}, {"model"}, {"data"}]> : tensor<2x128x32xf32>
    %157 = sdy.sharding_constraint %92 <@mesh, [{}]> : tensor<32xf32>
    %158 = sdy.sharding_constraint %98 <@mesh, [{}]> : tensor<32xf32>
    %159 = sdy.sharding_constraint %141 <@mesh, [{}, {"data"}]> : tensor<16x32xf32>
    %160 = sdy.sharding_constraint %144 <@mesh, [{"model"}, {"data"}]> : tensor<64x32xf32>
    %161 = chlo.square %145 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %162 = stablehlo.reduce(%161 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %163 = stablehlo.add %cst_43, %162 : tensor<f32>
    %164 = chlo.square %146 : tensor<2x3x4x8xf32> -> tensor<2x3x4x8xf32>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %165 = stablehlo.reduce(%164 init: %cst_44) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %166 = stablehlo.add %163, %165 : tensor<f32>
    %167 = chlo.square %147 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %168 = stablehlo.reduce(%167 init: %cst_45) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %169 = stablehlo.add %166, %168 : tensor<f32>
    %170 = chlo.square %148 : tensor<2x32x3x4x8xf32> -> tensor<2x32x3x4x8xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %171 = stablehlo.reduce(%170 init: %cst_46) applies stablehlo.add across dimensions = [0, 1, 2, 3, 4] : (tensor<2x32x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %172 = stablehlo.add %169, %171 : tensor<f32>
    %173 = chlo.square %149 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %174 = stablehlo.reduce(%173 init: %cst_47) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %175 = stablehlo.add %172, %174 : tensor<f32>
    %176 = chlo.square %150 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.reduce(%176 init: %cst_48) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %178 = stablehlo.add %175, %177 : tensor<f32>
    %179 = chlo.square %151 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %180 = stablehlo.reduce(%179 init: %cst_49) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %181 = stablehlo.add %178, %180 : tensor<f32>
    %182 = chlo.square %152 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%182 init: %cst_50) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %184 = stablehlo.add %181, %183 : tensor<f32>
    %185 = chlo.square %153 : tensor<2x128xf32> -> tensor<2x128xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %186 = stablehlo.reduce(%185 init: %cst_51) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x128xf32>, tensor<f32>) -> tensor<f32>
    %187 = stablehlo.add %184, %186 : tensor<f32>
    %188 = chlo.square %154 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %189 = stablehlo.reduce(%188 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %190 = stablehlo.add %187, %189 : tensor<f32>
    %191 = chlo.square %155 : tensor<2x32x128xf32> -> tensor<2x32x128xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %192 = stablehlo.reduce(%191 init: %cst_53) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x32x128xf32>, tensor<f32>) -> tensor<f32>
    %193 = stablehlo.add %190, %192 : tensor<f32>
    %194 = chlo.square %156 : tensor<2x128x32xf32> -> tensor<2x128x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.reduce(%194 init: %cst_54) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x128x32xf32>, tensor<f32>) -> tensor<f32>
    %196 = stablehlo.add %193, %195 : tensor<f32>
    %197 = chlo.square %157 : tensor<32xf32> -> tensor<32xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %198 = stablehlo.reduce(%197 init: %cst_55) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %199 = stablehlo.add %196, %198 : tensor<f32>
    %200 = chlo.square %158 : tensor<32xf32> -> tensor<32xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %201 = stablehlo.reduce(%200 init: %cst_56) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %202 = stablehlo.add %199, %201 : tensor<f32>
    %203 = chlo.square %159 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %204 = stablehlo.reduce(%203 init: %cst_57) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %205 = stablehlo.add %202, %204 : tensor<f32>
    %206 = chlo.square %160 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %207 = stablehlo.reduce(%206 init: %cst_58) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    %208 = stablehlo.add %205, %207 : tensor<f32>
    %209 = stablehlo.sqrt %208 : tensor<f32>
    %cst_59 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %210 = stablehlo.add %209, %cst_59 : tensor<f32>
    %cst_60 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %211 = stablehlo.divide %cst_60, %210 : tensor<f32>
    %cst_61 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %212 = stablehlo.minimum %cst_61, %211 : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %214 = stablehlo.multiply %145, %213 : tensor<2x32xf32>
    %215 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %216 = stablehlo.multiply %146, %215 : tensor<2x3x4x8xf32>
    %217 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %218 = stablehlo.multiply %147, %217 : tensor<2x4x8x32xf32>
    %219 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %220 = stablehlo.multiply %148, %219 : tensor<2x32x3x4x8xf32>
    %221 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %222 = stablehlo.multiply %149, %221 : tensor<2x32xf32>
    %223 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %224 = stablehlo.multiply %150, %223 : tensor<2x32xf32>
    %225 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %226 = stablehlo.multiply %151, %225 : tensor<2x32xf32>
    %227 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %228 = stablehlo.multiply %152, %227 : tensor<2x32xf32>
    %229 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %230 = stablehlo.multiply %153, %229 : tensor<2x128xf32>
    %231 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %232 = stablehlo.multiply %154, %231 : tensor<2x32xf32>
    %233 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %234 = stablehlo.multiply %155, %233 : tensor<2x32x128xf32>
    %235 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %236 = stablehlo.multiply %156, %235 : tensor<2x128x32xf32>
    %237 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %238 = stablehlo.multiply %157, %237 : tensor<32xf32>
    %239 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %240 = stablehlo.multiply %158, %239 : tensor<32xf32>
    %241 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %242 = stablehlo.multiply %159, %241 : tensor<16x32xf32>
    %243 = stablehlo.broadcast_in_dim %212, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %244 = stablehlo.multiply %160, %243 : tensor<64x32xf32>
    %c_62 = stablehlo.constant dense<1> : tensor<i32>
    %245 = stablehlo.add %arg32, %c_62 : tensor<i32>
    %246 = stablehlo.convert %245 : (tensor<i32>) -> tensor<f32>
    %cst_63 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %247 = stablehlo.subtract %246, %cst_63 : tensor<f32>
    %cst_64 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %248 = stablehlo.divide %247, %cst_64 : tensor<f32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_66 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %249 = call @clip(%248, %cst_65, %cst_66) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_67 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %250 = stablehlo.compare LT, %246, %cst_67, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_68 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %251 = stablehlo.divide %246, %cst_68 : tensor<f32>
    %cst_69 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %252 = stablehlo.multiply %cst_69, %249 : tensor<f32>
    %253 = stablehlo.cosine %252 : tensor<f32>
    %cst_70 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %254 = stablehlo.add %cst_70, %253 : tensor<f32>
    %cst_71 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %255 = stablehlo.multiply %cst_71, %254 : tensor<f32>
    %256 = call @_where_22(%250, %251, %255) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_72 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %257 = stablehlo.multiply %cst_72, %256 : tensor<f32>
    %cst_73 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %258 = stablehlo.power %cst_73, %246 : tensor<f32>
    %cst_74 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %259 = stablehlo.subtract %cst_74, %258 : tensor<f32>
    %cst_75 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %260 = stablehlo.power %cst_75, %246 : tensor<f32>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %261 = stablehlo.subtract %cst_76, %260 : tensor<f32>
    %cst_77 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %263 = stablehlo.multiply %262, %arg0 : tensor<2x32xf32>
    %cst_78 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %265 = stablehlo.multiply %264, %214 : tensor<2x32xf32>
    %266 = stablehlo.add %263, %265 : tensor<2x32xf32>
    %cst_79 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %267 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %268 = stablehlo.multiply %267, %arg1 : tensor<2x3x4x8xf32>
    %cst_80 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %269 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %270 = stablehlo.multiply %269, %216 : tensor<2x3x4x8xf32>
    %271 = stablehlo.add %268, %270 : tensor<2x3x4x8xf32>
    %cst_81 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %272 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %273 = stablehlo.multiply %272, %arg2 : tensor<2x4x8x32xf32>
    %cst_82 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %274 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %275 = stablehlo.multiply %274, %218 : tensor<2x4x8x32xf32>
    %276 = stablehlo.add %273, %275 : tensor<2x4x8x32xf32>
    %cst_83 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %277 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %278 = stablehlo.multiply %277, %arg3 : tensor<2x32x3x4x8xf32>
    %cst_84 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %279 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %280 = stablehlo.multiply %279, %220 : tensor<2x32x3x4x8xf32>
    %281 = stablehlo.add %278, %280 : tensor<2x32x3x4x8xf32>
    %cst_85 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %282 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %283 = stablehlo.multiply %282, %arg4 : tensor<2x32xf32>
    %cst_86 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %285 = stablehlo.multiply %284, %222 : tensor<2x32xf32>
    %286 = stablehlo.add %283, %285 : tensor<2x32xf32>
    %cst_87 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %287 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %288 = stablehlo.multiply %287, %arg5 : tensor<2x32xf32>
    %cst_88 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %289 = stablehlo.broadcast_in_dim %cst_88, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %290 = stablehlo.multiply %289, %224 : tensor<2x32xf32>
    %291 = stablehlo.add %288, %290 : tensor<2x32xf32>
    %cst_89 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %293 = stablehlo.multiply %292, %arg6 : tensor<2x32xf32>
    %cst_90 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %294 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %295 = stablehlo.multiply %294, %226 : tensor<2x32xf32>
    %296 = stablehlo.add %293, %295 : tensor<2x32xf32>
    %cst_91 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %297 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %298 = stablehlo.multiply %297, %arg7 : tensor<2x32xf32>
    %cst_92 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %299 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %300 = stablehlo.multiply %299, %228 : tensor<2x32xf32>
    %301 = stablehlo.add %298, %300 : tensor<2x32xf32>
    %cst_93 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %302 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %303 = stablehlo.multiply %302, %arg8 : tensor<2x128xf32>
    %cst_94 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %304 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %305 = stablehlo.multiply %304, %230 : tensor<2x128xf32>
    %306 = stablehlo.add %303, %305 : tensor<2x128xf32>
    %cst_95 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %307 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %308 = stablehlo.multiply %307, %arg9 : tensor<2x32xf32>
    %cst_96 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %309 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %310 = stablehlo.multiply %309, %232 : tensor<2x32xf32>
    %311 = stablehlo.add %308, %310 : tensor<2x32xf32>
    %cst_97 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %312 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %313 = stablehlo.multiply %312, %arg10 : tensor<2x32x128xf32>
    %cst_98 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %314 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %315 = stablehlo.multiply %314, %234 : tensor<2x32x128xf32>
    %316 = stablehlo.add %313, %315 : tensor<2x32x128xf32>
    %cst_99 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %317 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %318 = stablehlo.multiply %317, %arg11 : tensor<2x128x32xf32>
    %cst_100 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %319 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %320 = stablehlo.multiply %319, %236 : tensor<2x128x32xf32>
    %321 = stablehlo.add %318, %320 : tensor<2x128x32xf32>
    %cst_101 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %322 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %323 = stablehlo.multiply %322, %arg12 : tensor<32xf32>
    %cst_102 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %325 = stablehlo.multiply %324, %238 : tensor<32xf32>
    %326 = stablehlo.add %323, %325 : tensor<32xf32>
    %cst_103 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %328 = stablehlo.multiply %327, %arg13 : tensor<32xf32>
    %cst_104 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %329 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %330 = stablehlo.multiply %329, %240 : tensor<32xf32>
    %331 = stablehlo.add %328, %330 : tensor<32xf32>
    %cst_105 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %332 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %333 = stablehlo.multiply %332, %arg14 : tensor<16x32xf32>
    %cst_106 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %334 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %335 = stablehlo.multiply %334, %242 : tensor<16x32xf32>
    %336 = stablehlo.add %333, %335 : tensor<16x32xf32>
    %cst_107 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %337 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %338 = stablehlo.multiply %337, %arg15 : tensor<64x32xf32>
    %cst_108 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %339 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %340 = stablehlo.multiply %339, %244 : tensor<64x32xf32>
    %341 = stablehlo.add %338, %340 : tensor<64x32xf32>
    %cst_109 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %342 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %343 = stablehlo.multiply %342, %arg33 : tensor<2x32xf32>
    %344 = chlo.square %214 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_110 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %345 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %346 = stablehlo.multiply %345, %344 : tensor<2x32xf32>
    %347 = stablehlo.add %343, %346 : tensor<2x32xf32>
    %cst_111 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %348 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %349 = stablehlo.multiply %348, %arg34 : tensor<2x3x4x8xf32>
    %350 = chlo.square %216 : tensor<2x3x4x8xf32> -> tensor<2x3x4x8xf32>
    %cst_112 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %352 = stablehlo.multiply %351, %350 : tensor<2x3x4x8xf32>
    %353 = stablehlo.add %349, %352 : tensor<2x3x4x8xf32>
    %cst_113 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %354 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %355 = stablehlo.multiply %354, %arg35 : tensor<2x4x8x32xf32>
    %356 = chlo.square %218 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_114 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %358 = stablehlo.multiply %357, %356 : tensor<2x4x8x32xf32>
    %359 = stablehlo.add %355, %358 : tensor<2x4x8x32xf32>
    %cst_115 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %361 = stablehlo.multiply %360, %arg36 : tensor<2x32x3x4x8xf32>
    %362 = chlo.square %220 : tensor<2x32x3x4x8xf32> -> tensor<2x32x3x4x8xf32>
    %cst_116 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %364 = stablehlo.multiply %363, %362 : tensor<2x32x3x4x8xf32>
    %365 = stablehlo.add %361, %364 : tensor<2x32x3x4x8xf32>
    %cst_117 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %367 = stablehlo.multiply %366, %arg37 : tensor<2x32xf32>
    %368 = chlo.square %222 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_118 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %370 = stablehlo.multiply %369, %368 : tensor<2x32xf32>
    %371 = stablehlo.add %367, %370 : tensor<2x32xf32>
    %cst_119 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %373 = stablehlo.multiply %372, %arg38 : tensor<2x32xf32>
    %374 = chlo.square %224 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_120 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %376 = stablehlo.multiply %375, %374 : tensor<2x32xf32>
    %377 = stablehlo.add %373, %376 : tensor<2x32xf32>
    %cst_121 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %378 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %379 = stablehlo.multiply %378, %arg39 : tensor<2x32xf32>
    %380 = chlo.square %226 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_122 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %382 = stablehlo.multiply %381, %380 : tensor<2x32xf32>
    %383 = stablehlo.add %379, %382 : tensor<2x32xf32>
    %cst_123 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %385 = stablehlo.multiply %384, %arg40 : tensor<2x32xf32>
    %386 = chlo.square %228 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_124 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %388 = stablehlo.multiply %387, %386 : tensor<2x32xf32>
    %389 = stablehlo.add %385, %388 : tensor<2x32xf32>
    %cst_125 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %391 = stablehlo.multiply %390, %arg41 : tensor<2x128xf32>
    %392 = chlo.square %230 : tensor<2x128xf32> -> tensor<2x128xf32>
    %cst_126 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %393 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %394 = stablehlo.multiply %393, %392 : tensor<2x128xf32>
    %395 = stablehlo.add %391, %394 : tensor<2x128xf32>
    %cst_127 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %396 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %397 = stablehlo.multiply %396, %arg42 : tensor<2x32xf32>
    %398 = chlo.square %232 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_128 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %399 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %400 = stablehlo.multiply %399, %398 : tensor<2x32xf32>
    %401 = stablehlo.add %397, %400 : tensor<2x32xf32>
    %cst_129 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %403 = stablehlo.multiply %402, %arg43 : tensor<2x32x128xf32>
    %404 = chlo.square %234 : tensor<2x32x128xf32> -> tensor<2x32x128xf32>
    %cst_130 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %405 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %406 = stablehlo.multiply %405, %404 : tensor<2x32x128xf32>
    %407 = stablehlo.add %403, %406 : tensor<2x32x128xf32>
    %cst_131 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %408 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %409 = stablehlo.multiply %408, %arg44 : tensor<2x128x32xf32>
    %410 = chlo.square %236 : tensor<2x128x32xf32> -> tensor<2x128x32xf32>
    %cst_132 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %411 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %412 = stablehlo.multiply %411, %410 : tensor<2x128x32xf32>
    %413 = stablehlo.add %409, %412 : tensor<2x128x32xf32>
    %cst_133 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %414 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %415 = stablehlo.multiply %414, %arg45 : tensor<32xf32>
    %416 = chlo.square %238 : tensor<32xf32> -> tensor<32xf32>
    %cst_134 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %417 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %418 = stablehlo.multiply %417, %416 : tensor<32xf32>
    %419 = stablehlo.add %415, %418 : tensor<32xf32>
    %cst_135 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %420 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %421 = stablehlo.multiply %420, %arg46 : tensor<32xf32>
    %422 = chlo.square %240 : tensor<32xf32> -> tensor<32xf32>
    %cst_136 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %423 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %424 = stablehlo.multiply %423, %422 : tensor<32xf32>
    %425 = stablehlo.add %421, %424 : tensor<32xf32>
    %cst_137 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %426 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %427 = stablehlo.multiply %426, %arg47 : tensor<16x32xf32>
    %428 = chlo.square %242 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_138 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %429 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %430 = stablehlo.multiply %429, %428 : tensor<16x32xf32>
    %431 = stablehlo.add %427, %430 : tensor<16x32xf32>
    %cst_139 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %432 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %433 = stablehlo.multiply %432, %arg48 : tensor<64x32xf32>
    %434 = chlo.square %244 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_140 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %435 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %436 = stablehlo.multiply %435, %434 : tensor<64x32xf32>
    %437 = stablehlo.add %433, %436 : tensor<64x32xf32>
    %cst_141 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %438 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %439 = stablehlo.multiply %438, %arg16 : tensor<2x32xf32>
    %440 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %441 = stablehlo.divide %266, %440 : tensor<2x32xf32>
    %442 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %443 = stablehlo.divide %347, %442 : tensor<2x32xf32>
    %444 = stablehlo.sqrt %443 : tensor<2x32xf32>
    %cst_142 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %445 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %446 = stablehlo.add %444, %445 : tensor<2x32xf32>
    %447 = stablehlo.divide %441, %446 : tensor<2x32xf32>
    %448 = stablehlo.add %447, %439 : tensor<2x32xf32>
    %449 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %450 = stablehlo.multiply %449, %448 : tensor<2x32xf32>
    %451 = stablehlo.subtract %arg16, %450 : tensor<2x32xf32>
    %cst_143 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %453 = stablehlo.multiply %452, %arg17 : tensor<2x3x4x8xf32>
    %454 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %455 = stablehlo.divide %271, %454 : tensor<2x3x4x8xf32>
    %456 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %457 = stablehlo.divide %353, %456 : tensor<2x3x4x8xf32>
    %458 = stablehlo.sqrt %457 : tensor<2x3x4x8xf32>
    %cst_144 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %459 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %460 = stablehlo.add %458, %459 : tensor<2x3x4x8xf32>
    %461 = stablehlo.divide %455, %460 : tensor<2x3x4x8xf32>
    %462 = stablehlo.add %461, %453 : tensor<2x3x4x8xf32>
    %463 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x3x4x8xf32>
    %464 = stablehlo.multiply %463, %462 : tensor<2x3x4x8xf32>
    %465 = stablehlo.subtract %arg17, %464 : tensor<2x3x4x8xf32>
    %cst_145 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %466 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %467 = stablehlo.multiply %466, %arg18 : tensor<2x4x8x32xf32>
    %468 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %469 = stablehlo.divide %276, %468 : tensor<2x4x8x32xf32>
    %470 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %471 = stablehlo.divide %359, %470 : tensor<2x4x8x32xf32>
    %472 = stablehlo.sqrt %471 : tensor<2x4x8x32xf32>
    %cst_146 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %473 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %474 = stablehlo.add %472, %473 : tensor<2x4x8x32xf32>
    %475 = stablehlo.divide %469, %474 : tensor<2x4x8x32xf32>
    %476 = stablehlo.add %475, %467 : tensor<2x4x8x32xf32>
    %477 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %478 = stablehlo.multiply %477, %476 : tensor<2x4x8x32xf32>
    %479 = stablehlo.subtract %arg18, %478 : tensor<2x4x8x32xf32>
    %cst_147 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %480 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %481 = stablehlo.multiply %480, %arg19 : tensor<2x32x3x4x8xf32>
    %482 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %483 = stablehlo.divide %281, %482 : tensor<2x32x3x4x8xf32>
    %484 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %485 = stablehlo.divide %365, %484 : tensor<2x32x3x4x8xf32>
    %486 = stablehlo.sqrt %485 : tensor<2x32x3x4x8xf32>
    %cst_148 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %487 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %488 = stablehlo.add %486, %487 : tensor<2x32x3x4x8xf32>
    %489 = stablehlo.divide %483, %488 : tensor<2x32x3x4x8xf32>
    %490 = stablehlo.add %489, %481 : tensor<2x32x3x4x8xf32>
    %491 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32x3x4x8xf32>
    %492 = stablehlo.multiply %491, %490 : tensor<2x32x3x4x8xf32>
    %493 = stablehlo.subtract %arg19, %492 : tensor<2x32x3x4x8xf32>
    %cst_149 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %494 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %495 = stablehlo.multiply %494, %arg20 : tensor<2x32xf32>
    %496 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %497 = stablehlo.divide %286, %496 : tensor<2x32xf32>
    %498 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %499 = stablehlo.divide %371, %498 : tensor<2x32xf32>
    %500 = stablehlo.sqrt %499 : tensor<2x32xf32>
    %cst_150 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %501 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %502 = stablehlo.add %500, %501 : tensor<2x32xf32>
    %503 = stablehlo.divide %497, %502 : tensor<2x32xf32>
    %504 = stablehlo.add %503, %495 : tensor<2x32xf32>
    %505 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %506 = stablehlo.multiply %505, %504 : tensor<2x32xf32>
    %507 = stablehlo.subtract %arg20, %506 : tensor<2x32xf32>
    %cst_151 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %508 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %509 = stablehlo.multiply %508, %arg21 : tensor<2x32xf32>
    %510 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %511 = stablehlo.divide %291, %510 : tensor<2x32xf32>
    %512 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %513 = stablehlo.divide %377, %512 : tensor<2x32xf32>
    %514 = stablehlo.sqrt %513 : tensor<2x32xf32>
    %cst_152 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %515 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %516 = stablehlo.add %514, %515 : tensor<2x32xf32>
    %517 = stablehlo.divide %511, %516 : tensor<2x32xf32>
    %518 = stablehlo.add %517, %509 : tensor<2x32xf32>
    %519 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %520 = stablehlo.multiply %519, %518 : tensor<2x32xf32>
    %521 = stablehlo.subtract %arg21, %520 : tensor<2x32xf32>
    %cst_153 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %522 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %523 = stablehlo.multiply %522, %arg22 : tensor<2x32xf32>
    %524 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %525 = stablehlo.divide %296, %524 : tensor<2x32xf32>
    %526 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %527 = stablehlo.divide %383, %526 : tensor<2x32xf32>
    %528 = stablehlo.sqrt %527 : tensor<2x32xf32>
    %cst_154 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %529 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %530 = stablehlo.add %528, %529 : tensor<2x32xf32>
    %531 = stablehlo.divide %525, %530 : tensor<2x32xf32>
    %532 = stablehlo.add %531, %523 : tensor<2x32xf32>
    %533 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %534 = stablehlo.multiply %533, %532 : tensor<2x32xf32>
    %535 = stablehlo.subtract %arg22, %534 : tensor<2x32xf32>
    %cst_155 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %536 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %537 = stablehlo.multiply %536, %arg23 : tensor<2x32xf32>
    %538 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %539 = stablehlo.divide %301, %538 : tensor<2x32xf32>
    %540 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %541 = stablehlo.divide %389, %540 : tensor<2x32xf32>
    %542 = stablehlo.sqrt %541 : tensor<2x32xf32>
    %cst_156 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %543 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %544 = stablehlo.add %542, %543 : tensor<2x32xf32>
    %545 = stablehlo.divide %539, %544 : tensor<2x32xf32>
    %546 = stablehlo.add %545, %537 : tensor<2x32xf32>
    %547 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %548 = stablehlo.multiply %547, %546 : tensor<2x32xf32>
    %549 = stablehlo.subtract %arg23, %548 : tensor<2x32xf32>
    %cst_157 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %550 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %551 = stablehlo.multiply %550, %arg24 : tensor<2x128xf32>
    %552 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %553 = stablehlo.divide %306, %552 : tensor<2x128xf32>
    %554 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %555 = stablehlo.divide %395, %554 : tensor<2x128xf32>
    %556 = stablehlo.sqrt %555 : tensor<2x128xf32>
    %cst_158 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %557 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %558 = stablehlo.add %556, %557 : tensor<2x128xf32>
    %559 = stablehlo.divide %553, %558 : tensor<2x128xf32>
    %560 = stablehlo.add %559, %551 : tensor<2x128xf32>
    %561 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x128xf32>
    %562 = stablehlo.multiply %561, %560 : tensor<2x128xf32>
    %563 = stablehlo.subtract %arg24, %562 : tensor<2x128xf32>
    %cst_159 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %564 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %565 = stablehlo.multiply %564, %arg25 : tensor<2x32xf32>
    %566 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %567 = stablehlo.divide %311, %566 : tensor<2x32xf32>
    %568 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %569 = stablehlo.divide %401, %568 : tensor<2x32xf32>
    %570 = stablehlo.sqrt %569 : tensor<2x32xf32>
    %cst_160 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %571 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %572 = stablehlo.add %570, %571 : tensor<2x32xf32>
    %573 = stablehlo.divide %567, %572 : tensor<2x32xf32>
    %574 = stablehlo.add %573, %565 : tensor<2x32xf32>
    %575 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %576 = stablehlo.multiply %575, %574 : tensor<2x32xf32>
    %577 = stablehlo.subtract %arg25, %576 : tensor<2x32xf32>
    %cst_161 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %578 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %579 = stablehlo.multiply %578, %arg26 : tensor<2x32x128xf32>
    %580 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %581 = stablehlo.divide %316, %580 : tensor<2x32x128xf32>
    %582 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %583 = stablehlo.divide %407, %582 : tensor<2x32x128xf32>
    %584 = stablehlo.sqrt %583 : tensor<2x32x128xf32>
    %cst_162 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %585 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %586 = stablehlo.add %584, %585 : tensor<2x32x128xf32>
    %587 = stablehlo.divide %581, %586 : tensor<2x32x128xf32>
    %588 = stablehlo.add %587, %579 : tensor<2x32x128xf32>
    %589 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32x128xf32>
    %590 = stablehlo.multiply %589, %588 : tensor<2x32x128xf32>
    %591 = stablehlo.subtract %arg26, %590 : tensor<2x32x128xf32>
    %cst_163 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %592 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %593 = stablehlo.multiply %592, %arg27 : tensor<2x128x32xf32>
    %594 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %595 = stablehlo.divide %321, %594 : tensor<2x128x32xf32>
    %596 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %597 = stablehlo.divide %413, %596 : tensor<2x128x32xf32>
    %598 = stablehlo.sqrt %597 : tensor<2x128x32xf32>
    %cst_164 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %599 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %600 = stablehlo.add %598, %599 : tensor<2x128x32xf32>
    %601 = stablehlo.divide %595, %600 : tensor<2x128x32xf32>
    %602 = stablehlo.add %601, %593 : tensor<2x128x32xf32>
    %603 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x128x32xf32>
    %604 = stablehlo.multiply %603, %602 : tensor<2x128x32xf32>
    %605 = stablehlo.subtract %arg27, %604 : tensor<2x128x32xf32>
    %606 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %607 = stablehlo.divide %326, %606 : tensor<32xf32>
    %608 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %609 = stablehlo.divide %419, %608 : tensor<32xf32>
    %610 = stablehlo.sqrt %609 : tensor<32xf32>
    %cst_165 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %611 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %612 = stablehlo.add %610, %611 : tensor<32xf32>
    %613 = stablehlo.divide %607, %612 : tensor<32xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %614 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %615 = stablehlo.add %613, %614 : tensor<32xf32>
    %616 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %617 = stablehlo.multiply %616, %615 : tensor<32xf32>
    %618 = stablehlo.subtract %arg28, %617 : tensor<32xf32>
    %619 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %620 = stablehlo.divide %331, %619 : tensor<32xf32>
    %621 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %622 = stablehlo.divide %425, %621 : tensor<32xf32>
    %623 = stablehlo.sqrt %622 : tensor<32xf32>
    %cst_167 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %624 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %625 = stablehlo.add %623, %624 : tensor<32xf32>
    %626 = stablehlo.divide %620, %625 : tensor<32xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %627 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %628 = stablehlo.add %626, %627 : tensor<32xf32>
    %629 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %630 = stablehlo.multiply %629, %628 : tensor<32xf32>
    %631 = stablehlo.subtract %arg29, %630 : tensor<32xf32>
    %cst_169 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %632 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %633 = stablehlo.multiply %632, %arg30 : tensor<16x32xf32>
    %634 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %635 = stablehlo.divide %336, %634 : tensor<16x32xf32>
    %636 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %637 = stablehlo.divide %431, %636 : tensor<16x32xf32>
    %638 = stablehlo.sqrt %637 : tensor<16x32xf32>
    %cst_170 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %639 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %640 = stablehlo.add %638, %639 : tensor<16x32xf32>
    %641 = stablehlo.divide %635, %640 : tensor<16x32xf32>
    %642 = stablehlo.add %641, %633 : tensor<16x32xf32>
    %643 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %644 = stablehlo.multiply %643, %642 : tensor<16x32xf32>
    %645 = stablehlo.subtract %arg30, %644 : tensor<16x32xf32>
    %cst_171 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %646 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %647 = stablehlo.multiply %646, %arg31 : tensor<64x32xf32>
    %648 = stablehlo.broadcast_in_dim %259, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %649 = stablehlo.divide %341, %648 : tensor<64x32xf32>
    %650 = stablehlo.broadcast_in_dim %261, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %651 = stablehlo.divide %437, %650 : tensor<64x32xf32>
    %652 = stablehlo.sqrt %651 : tensor<64x32xf32>
    %cst_172 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %654 = stablehlo.add %652, %653 : tensor<64x32xf32>
    %655 = stablehlo.divide %649, %654 : tensor<64x32xf32>
    %656 = stablehlo.add %655, %647 : tensor<64x32xf32>
    %657 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %658 = stablehlo.multiply %657, %656 : tensor<64x32xf32>
    %659 = stablehlo.subtract %arg31, %658 : tensor<64x32xf32>
    return %266, %271, %276, %281, %286, %291, %296, %301, %306, %311, %316, %321, %326, %331, %336, %341, %451, %465, %479, %493, %507, %521, %535, %549, %563, %577, %591, %605, %618, %631, %645, %659, %245, %347, %353, %359, %365, %371, %377, %383, %389, %395, %401, %407, %413, %419, %425, %431, %437, %209, %72 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<i32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @_take(%arg0: tensor<64x32xbf16>, %arg1: tensor<8x16xi32>) -> (tensor<8x16x32xbf16>, tensor<8x16x1xi32>) {
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
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xbf16>, tensor<8x16x1xi32>) -> tensor<8x16x32xbf16>
    %14 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<8x16xi1>) -> tensor<8x16x32xi1>
    %cst = stablehlo.constant dense<0x7FC0> : tensor<bf16>
    %15 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<8x16x32xbf16>
    %16 = stablehlo.select %14, %13, %15 : tensor<8x16x32xi1>, tensor<8x16x32xbf16>
    return %16, %5 : tensor<8x16x32xbf16>, tensor<8x16x1xi32>
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
  func.func private @closed_call(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<8x16x32xbf16>, %arg3: tensor<32xf32>, %arg4: tensor<3x4x8xf32>, %arg5: tensor<4x8x32xf32>, %arg6: tensor<32x3x4x8xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<128xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32x128xf32>, %arg14: tensor<128x32xf32>) -> (tensor<8x16x32xbf16>, tensor<8x16x32xbf16>) {
    %0 = stablehlo.convert %arg2 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<8x16x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<8x16x32xf32>
    %7 = chlo.square %6 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %11 = stablehlo.divide %9, %10 : tensor<8x16x1xf32>
    %12 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %13 = stablehlo.subtract %0, %12 : tensor<8x16x32xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %15 = stablehlo.add %11, %14 : tensor<8x16x1xf32>
    %16 = stablehlo.rsqrt %15 : tensor<8x16x1xf32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %18 = stablehlo.multiply %13, %17 : tensor<8x16x32xf32>
    %19 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %21 = stablehlo.multiply %18, %20 : tensor<8x16x32xf32>
    %22 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %24 = stablehlo.add %21, %23 : tensor<8x16x32xf32>
    %25 = stablehlo.convert %24 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %26 = stablehlo.convert %arg6 : (tensor<32x3x4x8xf32>) -> tensor<32x3x4x8xbf16>
    %27 = stablehlo.dot_general %25, %26, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x3x4x8xbf16>) -> tensor<8x16x3x4x8xbf16>
    %28 = stablehlo.convert %arg4 : (tensor<3x4x8xf32>) -> tensor<3x4x8xbf16>
    %29 = stablehlo.broadcast_in_dim %28, dims = [2, 3, 4] : (tensor<3x4x8xbf16>) -> tensor<1x1x3x4x8xbf16>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xbf16>) -> tensor<8x16x3x4x8xbf16>
    %31 = stablehlo.add %27, %30 : tensor<8x16x3x4x8xbf16>
    %32 = stablehlo.slice %31 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %33 = stablehlo.reshape %32 : (tensor<8x16x1x4x8xbf16>) -> tensor<8x16x4x8xbf16>
    %34 = sdy.sharding_constraint %33 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %35 = stablehlo.slice %31 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %36 = stablehlo.reshape %35 : (tensor<8x16x1x4x8xbf16>) -> tensor<8x16x4x8xbf16>
    %37 = sdy.sharding_constraint %36 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %38 = stablehlo.slice %31 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %39 = stablehlo.reshape %38 : (tensor<8x16x1x4x8xbf16>) -> tensor<8x16x4x8xbf16>
    %40 = sdy.sharding_constraint %39 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %41 = stablehlo.dot_general %34, %37, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xbf16>, tensor<8x16x4x8xbf16>) -> tensor<8x4x16x16xbf16>
    %42 = stablehlo.convert %41 : (tensor<8x4x16x16xbf16>) -> tensor<8x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %44 = stablehlo.multiply %42, %43 : tensor<8x4x16x16xf32>
    %45 = call @_where_7(%44, %arg0, %arg1) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %46 = stablehlo.reduce(%45 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %48 = stablehlo.maximum %47, %46 : tensor<8x4x16xf32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %50 = stablehlo.broadcast_in_dim %49, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %51 = stablehlo.subtract %45, %50 : tensor<8x4x16x16xf32>
    %52 = stablehlo.exponential %51 : tensor<8x4x16x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %56 = stablehlo.divide %52, %55 : tensor<8x4x16x16xf32>
    %57 = stablehlo.convert %56 : (tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xbf16>
    %58 = stablehlo.dot_general %40, %57, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xbf16>, tensor<8x4x16x16xbf16>) -> tensor<8x4x8x16xbf16>
    %59 = stablehlo.transpose %58, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xbf16>) -> tensor<8x16x4x8xbf16>
    %60 = sdy.sharding_constraint %59 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %61 = stablehlo.convert %arg5 : (tensor<4x8x32xf32>) -> tensor<4x8x32xbf16>
    %62 = stablehlo.dot_general %60, %61, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xbf16>, tensor<4x8x32xbf16>) -> tensor<8x16x32xbf16>
    %63 = stablehlo.convert %arg3 : (tensor<32xf32>) -> tensor<32xbf16>
    %64 = stablehlo.broadcast_in_dim %63, dims = [2] : (tensor<32xbf16>) -> tensor<1x1x32xbf16>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x32xbf16>) -> tensor<8x16x32xbf16>
    %66 = stablehlo.add %62, %65 : tensor<8x16x32xbf16>
    %67 = stablehlo.add %arg2, %66 : tensor<8x16x32xbf16>
    %68 = sdy.sharding_constraint %67 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xbf16>
    %69 = stablehlo.convert %68 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_9 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %73 = stablehlo.divide %71, %72 : tensor<8x16x1xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %75 = stablehlo.subtract %69, %74 : tensor<8x16x32xf32>
    %76 = chlo.square %75 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_10) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_11 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %80 = stablehlo.divide %78, %79 : tensor<8x16x1xf32>
    %81 = stablehlo.broadcast_in_dim %73, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %82 = stablehlo.subtract %69, %81 : tensor<8x16x32xf32>
    %cst_12 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %84 = stablehlo.add %80, %83 : tensor<8x16x1xf32>
    %85 = stablehlo.rsqrt %84 : tensor<8x16x1xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %87 = stablehlo.multiply %82, %86 : tensor<8x16x32xf32>
    %88 = stablehlo.broadcast_in_dim %arg10, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %90 = stablehlo.multiply %87, %89 : tensor<8x16x32xf32>
    %91 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %93 = stablehlo.add %90, %92 : tensor<8x16x32xf32>
    %94 = stablehlo.convert %93 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %95 = stablehlo.convert %arg13 : (tensor<32x128xf32>) -> tensor<32x128xbf16>
    %96 = stablehlo.dot_general %94, %95, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x128xbf16>) -> tensor<8x16x128xbf16>
    %97 = stablehlo.convert %arg11 : (tensor<128xf32>) -> tensor<128xbf16>
    %98 = stablehlo.broadcast_in_dim %97, dims = [2] : (tensor<128xbf16>) -> tensor<1x1x128xbf16>
    %99 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<1x1x128xbf16>) -> tensor<8x16x128xbf16>
    %100 = stablehlo.add %96, %99 : tensor<8x16x128xbf16>
    %101 = sdy.sharding_constraint %100 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xbf16>
    %102 = stablehlo.multiply %101, %101 : tensor<8x16x128xbf16>
    %103 = stablehlo.multiply %102, %101 : tensor<8x16x128xbf16>
    %cst_13 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %104 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %105 = stablehlo.multiply %104, %103 : tensor<8x16x128xbf16>
    %106 = stablehlo.add %101, %105 : tensor<8x16x128xbf16>
    %cst_14 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %107 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %108 = stablehlo.multiply %107, %106 : tensor<8x16x128xbf16>
    %109 = stablehlo.tanh %108 : tensor<8x16x128xbf16>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %110 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %111 = stablehlo.add %110, %109 : tensor<8x16x128xbf16>
    %cst_16 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %112 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %113 = stablehlo.multiply %112, %111 : tensor<8x16x128xbf16>
    %114 = stablehlo.multiply %101, %113 : tensor<8x16x128xbf16>
    %115 = stablehlo.convert %arg14 : (tensor<128x32xf32>) -> tensor<128x32xbf16>
    %116 = stablehlo.dot_general %114, %115, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xbf16>, tensor<128x32xbf16>) -> tensor<8x16x32xbf16>
    %117 = stablehlo.convert %arg12 : (tensor<32xf32>) -> tensor<32xbf16>
    %118 = stablehlo.broadcast_in_dim %117, dims = [2] : (tensor<32xbf16>) -> tensor<1x1x32xbf16>
    %119 = stablehlo.broadcast_in_dim %118, dims = [0, 1, 2] : (tensor<1x1x32xbf16>) -> tensor<8x16x32xbf16>
    %120 = stablehlo.add %116, %119 : tensor<8x16x32xbf16>
    %121 = stablehlo.add %68, %120 : tensor<8x16x32xbf16>
    %122 = sdy.sharding_constraint %121 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xbf16>
    return %122, %arg2 : tensor<8x16x32xbf16>, tensor<8x16x32xbf16>
  }
  func.func private @_where_7(%arg0: tensor<8x4x16x16xf32>, %arg1: tensor<8x4x16x16xi1>, %arg2: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %0 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<2x8x16x32xbf16>, %arg1: tensor<8x16x32xbf16>, %arg2: tensor<i32>) -> tensor<2x8x16x32xbf16> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x32xbf16>) -> tensor<1x8x16x32xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x32xbf16>, tensor<1x8x16x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x32xbf16>
    return %1 : tensor<2x8x16x32xbf16>
  }
  func.func private @_where_8(%arg0: tensor<8x16x64xi1>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<i32>) -> tensor<8x16x64xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x16x64xi1>, tensor<8x16x64xf32>
    return %2 : tensor<8x16x64xf32>
  }
  func.func private @_where_9(%arg0: tensor<8x16x64xi1>, %arg1: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x16x64xi1>, tensor<8x16x64xf32>
    return %1 : tensor<8x16x64xf32>
  }
  func.func private @dynamic_index_in_dim_10(%arg0: tensor<2x8x16x32xbf16>, %arg1: tensor<i32>) -> tensor<8x16x32xbf16> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 32] : (tensor<2x8x16x32xbf16>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x32xbf16>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x32xbf16>) -> tensor<8x16x32xbf16>
    return %1 : tensor<8x16x32xbf16>
  }
  func.func private @closed_call_11(%arg0: tensor<8x16x32xbf16>, %arg1: tensor<8x16x32xbf16>, %arg2: tensor<32xf32>, %arg3: tensor<3x4x8xf32>, %arg4: tensor<4x8x32xf32>, %arg5: tensor<32x3x4x8xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<128xf32>, %arg11: tensor<32x128xf32>, %arg12: tensor<128x32xf32>) -> (tensor<8x16x32xbf16>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>) {
    %0:13 = stablehlo.optimization_barrier %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg0 : tensor<8x16x32xbf16>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<8x16x32xbf16>
    %1 = stablehlo.convert %0#0 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.reduce(%1 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %5 = stablehlo.divide %3, %4 : tensor<8x16x1xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %7 = stablehlo.subtract %1, %6 : tensor<8x16x32xf32>
    %8 = chlo.square %7 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %10 = stablehlo.multiply %9, %7 : tensor<8x16x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%8 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<8x16x1xf32>
    %15 = stablehlo.broadcast_in_dim %5, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %16 = stablehlo.subtract %1, %15 : tensor<8x16x32xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %18 = stablehlo.add %14, %17 : tensor<8x16x1xf32>
    %19 = stablehlo.rsqrt %18 : tensor<8x16x1xf32>
    %20 = stablehlo.divide %19, %18 : tensor<8x16x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %22 = stablehlo.multiply %21, %20 : tensor<8x16x1xf32>
    %23 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %24 = stablehlo.multiply %16, %23 : tensor<8x16x32xf32>
    %25 = stablehlo.broadcast_in_dim %0#6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %27 = stablehlo.multiply %24, %26 : tensor<8x16x32xf32>
    %28 = stablehlo.broadcast_in_dim %0#5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %30 = stablehlo.add %27, %29 : tensor<8x16x32xf32>
    %31 = stablehlo.convert %30 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %32 = stablehlo.convert %0#4 : (tensor<32x3x4x8xf32>) -> tensor<32x3x4x8xbf16>
    %33 = stablehlo.dot_general %31, %32, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x3x4x8xbf16>) -> tensor<8x16x3x4x8xbf16>
    %34 = stablehlo.convert %0#2 : (tensor<3x4x8xf32>) -> tensor<3x4x8xbf16>
    %35 = stablehlo.broadcast_in_dim %34, dims = [2, 3, 4] : (tensor<3x4x8xbf16>) -> tensor<1x1x3x4x8xbf16>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xbf16>) -> tensor<8x16x3x4x8xbf16>
    %37 = stablehlo.add %33, %36 : tensor<8x16x3x4x8xbf16>
    %38 = stablehlo.slice %37 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %39 = stablehlo.reshape %38 : (tensor<8x16x1x4x8xbf16>) -> tensor<8x16x4x8xbf16>
    %40 = sdy.sharding_constraint %39 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %41 = stablehlo.slice %37 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %42 = stablehlo.reshape %41 : (tensor<8x16x1x4x8xbf16>) -> tensor<8x16x4x8xbf16>
    %43 = sdy.sharding_constraint %42 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %44 = stablehlo.slice %37 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %45 = stablehlo.reshape %44 : (tensor<8x16x1x4x8xbf16>) -> tensor<8x16x4x8xbf16>
    %46 = sdy.sharding_constraint %45 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %47 = stablehlo.dot_general %40, %43, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xbf16>, tensor<8x16x4x8xbf16>) -> tensor<8x4x16x16xbf16>
    %48 = stablehlo.convert %47 : (tensor<8x4x16x16xbf16>) -> tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %50 = stablehlo.multiply %48, %49 : tensor<8x4x16x16xf32>
    %51 = stablehlo.iota dim = 0 : tensor<16xi32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %53 = stablehlo.iota dim = 0 : tensor<16xi32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %55 = stablehlo.broadcast_in_dim %52, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %56 = stablehlo.broadcast_in_dim %54, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %57 = stablehlo.compare GE, %55, %56, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %58:2 = call @_where_12(%57, %50, %cst_7) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %59 = stablehlo.reduce(%58#0 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %61 = stablehlo.maximum %60, %59 : tensor<8x4x16xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %64 = stablehlo.subtract %58#0, %63 : tensor<8x4x16x16xf32>
    %65 = stablehlo.exponential %64 : tensor<8x4x16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.reduce(%65 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %69 = stablehlo.divide %65, %68 : tensor<8x4x16x16xf32>
    %70 = stablehlo.multiply %67, %67 : tensor<8x4x16x1xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %72 = stablehlo.divide %71, %70 : tensor<8x4x16x1xf32>
    %73 = stablehlo.convert %69 : (tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xbf16>
    %74 = stablehlo.dot_general %46, %73, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xbf16>, tensor<8x4x16x16xbf16>) -> tensor<8x4x8x16xbf16>
    %75 = stablehlo.transpose %74, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xbf16>) -> tensor<8x16x4x8xbf16>
    %76 = sdy.sharding_constraint %75 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %77 = stablehlo.convert %0#3 : (tensor<4x8x32xf32>) -> tensor<4x8x32xbf16>
    %78 = stablehlo.dot_general %76, %77, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xbf16>, tensor<4x8x32xbf16>) -> tensor<8x16x32xbf16>
    %79 = stablehlo.convert %0#1 : (tensor<32xf32>) -> tensor<32xbf16>
    %80 = stablehlo.broadcast_in_dim %79, dims = [2] : (tensor<32xbf16>) -> tensor<1x1x32xbf16>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1, 2] : (tensor<1x1x32xbf16>) -> tensor<8x16x32xbf16>
    %82 = stablehlo.add %78, %81 : tensor<8x16x32xbf16>
    %83 = stablehlo.add %0#0, %82 : tensor<8x16x32xbf16>
    %84 = sdy.sharding_constraint %83 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xbf16>
    %85 = stablehlo.convert %84 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %87 = stablehlo.broadcast_in_dim %86, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_13 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %89 = stablehlo.divide %87, %88 : tensor<8x16x1xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %91 = stablehlo.subtract %85, %90 : tensor<8x16x32xf32>
    %92 = chlo.square %91 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %94 = stablehlo.multiply %93, %91 : tensor<8x16x32xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.reduce(%92 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_16 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %98 = stablehlo.divide %96, %97 : tensor<8x16x1xf32>
    %99 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %100 = stablehlo.subtract %85, %99 : tensor<8x16x32xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %102 = stablehlo.add %98, %101 : tensor<8x16x1xf32>
    %103 = stablehlo.rsqrt %102 : tensor<8x16x1xf32>
    %104 = stablehlo.divide %103, %102 : tensor<8x16x1xf32>
    %cst_18 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %106 = stablehlo.multiply %105, %104 : tensor<8x16x1xf32>
    %107 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %108 = stablehlo.multiply %100, %107 : tensor<8x16x32xf32>
    %109 = stablehlo.broadcast_in_dim %0#8, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %111 = stablehlo.multiply %108, %110 : tensor<8x16x32xf32>
    %112 = stablehlo.broadcast_in_dim %0#7, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %113 = stablehlo.broadcast_in_dim %112, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %114 = stablehlo.add %111, %113 : tensor<8x16x32xf32>
    %115 = stablehlo.convert %114 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %116 = stablehlo.convert %0#10 : (tensor<32x128xf32>) -> tensor<32x128xbf16>
    %117 = stablehlo.dot_general %115, %116, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<32x128xbf16>) -> tensor<8x16x128xbf16>
    %118 = stablehlo.convert %0#9 : (tensor<128xf32>) -> tensor<128xbf16>
    %119 = stablehlo.broadcast_in_dim %118, dims = [2] : (tensor<128xbf16>) -> tensor<1x1x128xbf16>
    %120 = stablehlo.broadcast_in_dim %119, dims = [0, 1, 2] : (tensor<1x1x128xbf16>) -> tensor<8x16x128xbf16>
    %121 = stablehlo.add %117, %120 : tensor<8x16x128xbf16>
    %122 = sdy.sharding_constraint %121 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xbf16>
    %123 = stablehlo.multiply %122, %122 : tensor<8x16x128xbf16>
    %124 = stablehlo.multiply %123, %122 : tensor<8x16x128xbf16>
    %125 = stablehlo.multiply %122, %122 : tensor<8x16x128xbf16>
    %cst_19 = stablehlo.constant dense<3.000000e+00> : tensor<bf16>
    %126 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %127 = stablehlo.multiply %126, %125 : tensor<8x16x128xbf16>
    %cst_20 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %128 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %129 = stablehlo.multiply %128, %124 : tensor<8x16x128xbf16>
    %130 = stablehlo.add %122, %129 : tensor<8x16x128xbf16>
    %cst_21 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %131 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %132 = stablehlo.multiply %131, %130 : tensor<8x16x128xbf16>
    %133 = stablehlo.tanh %132 : tensor<8x16x128xbf16>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %134 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %135 = stablehlo.subtract %134, %133 : tensor<8x16x128xbf16>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %136 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %137 = stablehlo.add %136, %133 : tensor<8x16x128xbf16>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %138 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %139 = stablehlo.multiply %138, %137 : tensor<8x16x128xbf16>
    %140 = stablehlo.multiply %122, %139 : tensor<8x16x128xbf16>
    %141 = stablehlo.convert %0#11 : (tensor<128x32xf32>) -> tensor<128x32xbf16>
    %142 = sdy.sharding_constraint %0#12 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %143 = stablehlo.reduce(%142 init: %cst_25) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xbf16>, tensor<bf16>) -> tensor<32xbf16>
    %144 = stablehlo.reshape %143 : (tensor<32xbf16>) -> tensor<1x1x32xbf16>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %145 = stablehlo.reduce(%144 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xbf16>, tensor<bf16>) -> tensor<32xbf16>
    %146 = stablehlo.convert %145 : (tensor<32xbf16>) -> tensor<32xf32>
    %147 = stablehlo.dot_general %142, %140, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<8x16x128xbf16>) -> tensor<32x128xbf16>
    %148 = stablehlo.transpose %147, dims = [1, 0] : (tensor<32x128xbf16>) -> tensor<128x32xbf16>
    %149 = stablehlo.dot_general %142, %141, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<128x32xbf16>) -> tensor<8x16x128xbf16>
    %150 = stablehlo.convert %148 : (tensor<128x32xbf16>) -> tensor<128x32xf32>
    %151 = stablehlo.multiply %122, %149 : tensor<8x16x128xbf16>
    %152 = stablehlo.multiply %149, %139 : tensor<8x16x128xbf16>
    %cst_27 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %153 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %154 = stablehlo.multiply %153, %151 : tensor<8x16x128xbf16>
    %155 = stablehlo.multiply %154, %135 : tensor<8x16x128xbf16>
    %156 = stablehlo.multiply %155, %133 : tensor<8x16x128xbf16>
    %157 = stablehlo.add %155, %156 : tensor<8x16x128xbf16>
    %cst_28 = stablehlo.constant dense<7.968750e-01> : tensor<bf16>
    %158 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %159 = stablehlo.multiply %158, %157 : tensor<8x16x128xbf16>
    %160 = stablehlo.add %152, %159 : tensor<8x16x128xbf16>
    %cst_29 = stablehlo.constant dense<4.467770e-02> : tensor<bf16>
    %161 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<bf16>) -> tensor<8x16x128xbf16>
    %162 = stablehlo.multiply %161, %159 : tensor<8x16x128xbf16>
    %163 = stablehlo.multiply %162, %127 : tensor<8x16x128xbf16>
    %164 = stablehlo.add %160, %163 : tensor<8x16x128xbf16>
    %165 = sdy.sharding_constraint %164 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xbf16>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %166 = stablehlo.reduce(%165 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x128xbf16>, tensor<bf16>) -> tensor<128xbf16>
    %167 = stablehlo.reshape %166 : (tensor<128xbf16>) -> tensor<1x1x128xbf16>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %168 = stablehlo.reduce(%167 init: %cst_31) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xbf16>, tensor<bf16>) -> tensor<128xbf16>
    %169 = stablehlo.convert %168 : (tensor<128xbf16>) -> tensor<128xf32>
    %170 = stablehlo.dot_general %165, %115, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xbf16>, tensor<8x16x32xbf16>) -> tensor<128x32xbf16>
    %171 = stablehlo.transpose %170, dims = [1, 0] : (tensor<128x32xbf16>) -> tensor<32x128xbf16>
    %172 = stablehlo.dot_general %165, %116, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xbf16>, tensor<32x128xbf16>) -> tensor<8x16x32xbf16>
    %173 = stablehlo.convert %171 : (tensor<32x128xbf16>) -> tensor<32x128xf32>
    %174 = stablehlo.convert %172 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %175 = stablehlo.reduce(%174 init: %cst_32) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %176 = stablehlo.reshape %175 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %177 = stablehlo.reduce(%176 init: %cst_33) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %178 = stablehlo.multiply %108, %174 : tensor<8x16x32xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.reduce(%178 init: %cst_34) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %180 = stablehlo.reshape %179 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %181 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %182 = stablehlo.multiply %174, %181 : tensor<8x16x32xf32>
    %cst_35 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%180 init: %cst_35) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %184 = stablehlo.multiply %100, %182 : tensor<8x16x32xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %185 = stablehlo.reduce(%184 init: %cst_36) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %186 = stablehlo.reshape %185 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %187 = stablehlo.broadcast_in_dim %103, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %188 = stablehlo.multiply %182, %187 : tensor<8x16x32xf32>
    %189 = stablehlo.multiply %186, %106 : tensor<8x16x1xf32>
    %190 = stablehlo.negate %188 : tensor<8x16x32xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %191 = stablehlo.reduce(%190 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %192 = stablehlo.reshape %191 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_38 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %194 = stablehlo.divide %189, %193 : tensor<8x16x1xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %195 = stablehlo.reduce(%194 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %197 = stablehlo.multiply %196, %94 : tensor<8x16x32xf32>
    %198 = stablehlo.negate %197 : tensor<8x16x32xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.reduce(%198 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %200 = stablehlo.reshape %199 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %201 = stablehlo.add %188, %197 : tensor<8x16x32xf32>
    %202 = stablehlo.add %192, %200 : tensor<8x16x1xf32>
    %cst_41 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %203 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %204 = stablehlo.divide %202, %203 : tensor<8x16x1xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %205 = stablehlo.reduce(%204 init: %cst_42) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %206 = stablehlo.broadcast_in_dim %205, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %207 = stablehlo.add %201, %206 : tensor<8x16x32xf32>
    %208 = stablehlo.convert %207 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %209 = stablehlo.add %142, %208 : tensor<8x16x32xbf16>
    %210 = sdy.sharding_constraint %209 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xbf16>
    %cst_43 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %211 = stablehlo.reduce(%210 init: %cst_43) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xbf16>, tensor<bf16>) -> tensor<32xbf16>
    %212 = stablehlo.reshape %211 : (tensor<32xbf16>) -> tensor<1x1x32xbf16>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %213 = stablehlo.reduce(%212 init: %cst_44) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xbf16>, tensor<bf16>) -> tensor<32xbf16>
    %214 = stablehlo.convert %213 : (tensor<32xbf16>) -> tensor<32xf32>
    %215 = stablehlo.dot_general %210, %76, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<8x16x4x8xbf16>) -> tensor<32x4x8xbf16>
    %216 = stablehlo.transpose %215, dims = [1, 2, 0] : (tensor<32x4x8xbf16>) -> tensor<4x8x32xbf16>
    %217 = stablehlo.dot_general %210, %77, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xbf16>, tensor<4x8x32xbf16>) -> tensor<8x16x4x8xbf16>
    %218 = stablehlo.convert %216 : (tensor<4x8x32xbf16>) -> tensor<4x8x32xf32>
    %219 = sdy.sharding_constraint %217 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %220 = stablehlo.transpose %219, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xbf16>) -> tensor<8x4x8x16xbf16>
    %221 = stablehlo.dot_general %220, %46, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xbf16>, tensor<8x16x4x8xbf16>) -> tensor<8x4x16x16xbf16>
    %222 = stablehlo.dot_general %220, %73, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xbf16>, tensor<8x4x16x16xbf16>) -> tensor<8x4x8x16xbf16>
    %223 = stablehlo.transpose %222, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xbf16>) -> tensor<8x16x4x8xbf16>
    %224 = stablehlo.convert %221 : (tensor<8x4x16x16xbf16>) -> tensor<8x4x16x16xf32>
    %225 = stablehlo.broadcast_in_dim %72, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %226 = stablehlo.multiply %224, %225 : tensor<8x4x16x16xf32>
    %227 = stablehlo.multiply %226, %65 : tensor<8x4x16x16xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %228 = stablehlo.reduce(%227 init: %cst_45) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %229 = stablehlo.reshape %228 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %230 = stablehlo.negate %229 : tensor<8x4x16x1xf32>
    %231 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %232 = stablehlo.divide %224, %231 : tensor<8x4x16x16xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %233 = stablehlo.reduce(%230 init: %cst_46) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %234 = stablehlo.broadcast_in_dim %233, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %235 = stablehlo.add %232, %234 : tensor<8x4x16x16xf32>
    %236 = stablehlo.multiply %235, %65 : tensor<8x4x16x16xf32>
    %237 = call @_where_13(%58#1, %236) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_47 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %239 = stablehlo.multiply %237, %238 : tensor<8x4x16x16xf32>
    %240 = stablehlo.convert %239 : (tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xbf16>
    %241 = stablehlo.dot_general %240, %40, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xbf16>, tensor<8x16x4x8xbf16>) -> tensor<8x4x16x8xbf16>
    %242 = stablehlo.transpose %241, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xbf16>) -> tensor<8x16x4x8xbf16>
    %243 = stablehlo.dot_general %240, %43, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xbf16>, tensor<8x16x4x8xbf16>) -> tensor<8x4x16x8xbf16>
    %244 = stablehlo.transpose %243, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xbf16>) -> tensor<8x16x4x8xbf16>
    %245 = sdy.sharding_constraint %223 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %247 = stablehlo.pad %246, %cst_48, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xbf16>, tensor<bf16>) -> tensor<8x16x3x4x8xbf16>
    %248 = sdy.sharding_constraint %242 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %249 = stablehlo.broadcast_in_dim %248, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %cst_49 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %250 = stablehlo.pad %249, %cst_49, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xbf16>, tensor<bf16>) -> tensor<8x16x3x4x8xbf16>
    %251 = stablehlo.add %247, %250 : tensor<8x16x3x4x8xbf16>
    %252 = sdy.sharding_constraint %244 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xbf16>
    %253 = stablehlo.broadcast_in_dim %252, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xbf16>) -> tensor<8x16x1x4x8xbf16>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %254 = stablehlo.pad %253, %cst_50, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xbf16>, tensor<bf16>) -> tensor<8x16x3x4x8xbf16>
    %255 = stablehlo.add %251, %254 : tensor<8x16x3x4x8xbf16>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %256 = stablehlo.reduce(%255 init: %cst_51) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x3x4x8xbf16>, tensor<bf16>) -> tensor<3x4x8xbf16>
    %257 = stablehlo.reshape %256 : (tensor<3x4x8xbf16>) -> tensor<1x1x3x4x8xbf16>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %258 = stablehlo.reduce(%257 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x4x8xbf16>, tensor<bf16>) -> tensor<3x4x8xbf16>
    %259 = stablehlo.convert %258 : (tensor<3x4x8xbf16>) -> tensor<3x4x8xf32>
    %260 = stablehlo.dot_general %255, %31, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xbf16>, tensor<8x16x32xbf16>) -> tensor<3x4x8x32xbf16>
    %261 = stablehlo.transpose %260, dims = [3, 0, 1, 2] : (tensor<3x4x8x32xbf16>) -> tensor<32x3x4x8xbf16>
    %262 = stablehlo.dot_general %255, %32, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xbf16>, tensor<32x3x4x8xbf16>) -> tensor<8x16x32xbf16>
    %263 = stablehlo.convert %261 : (tensor<32x3x4x8xbf16>) -> tensor<32x3x4x8xf32>
    %264 = stablehlo.convert %262 : (tensor<8x16x32xbf16>) -> tensor<8x16x32xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %265 = stablehlo.reduce(%264 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %266 = stablehlo.reshape %265 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %267 = stablehlo.reduce(%266 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %268 = stablehlo.multiply %24, %264 : tensor<8x16x32xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %269 = stablehlo.reduce(%268 init: %cst_55) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %270 = stablehlo.reshape %269 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %271 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %272 = stablehlo.multiply %264, %271 : tensor<8x16x32xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %273 = stablehlo.reduce(%270 init: %cst_56) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %274 = stablehlo.multiply %16, %272 : tensor<8x16x32xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %275 = stablehlo.reduce(%274 init: %cst_57) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %276 = stablehlo.reshape %275 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %277 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %278 = stablehlo.multiply %272, %277 : tensor<8x16x32xf32>
    %279 = stablehlo.multiply %276, %22 : tensor<8x16x1xf32>
    %280 = stablehlo.negate %278 : tensor<8x16x32xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %281 = stablehlo.reduce(%280 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %282 = stablehlo.reshape %281 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_59 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %284 = stablehlo.divide %279, %283 : tensor<8x16x1xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_60) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %286 = stablehlo.broadcast_in_dim %285, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %287 = stablehlo.multiply %286, %10 : tensor<8x16x32xf32>
    %288 = stablehlo.negate %287 : tensor<8x16x32xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %289 = stablehlo.reduce(%288 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %290 = stablehlo.reshape %289 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %291 = stablehlo.add %278, %287 : tensor<8x16x32xf32>
    %292 = stablehlo.add %282, %290 : tensor<8x16x1xf32>
    %cst_62 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %294 = stablehlo.divide %292, %293 : tensor<8x16x1xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %295 = stablehlo.reduce(%294 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %296 = stablehlo.broadcast_in_dim %295, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %297 = stablehlo.add %291, %296 : tensor<8x16x32xf32>
    %298 = stablehlo.convert %297 : (tensor<8x16x32xf32>) -> tensor<8x16x32xbf16>
    %299 = stablehlo.add %210, %298 : tensor<8x16x32xbf16>
    return %299, %214, %259, %218, %263, %267, %273, %177, %183, %169, %146, %173, %150 : tensor<8x16x32xbf16>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>
  }
  func.func private @_where_12(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %3, %1 : tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>
  }
  func.func private @_where_13(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_14(%arg0: tensor<2x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<2x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<2x32xf32>
    return %1 : tensor<2x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_15(%arg0: tensor<2x3x4x8xf32>, %arg1: tensor<3x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x3x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<3x4x8xf32>) -> tensor<1x3x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x3x4x8xf32>, tensor<1x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4x8xf32>
    return %1 : tensor<2x3x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_16(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<i32>) -> tensor<2x4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x32xf32>) -> tensor<1x4x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x4x8x32xf32>, tensor<1x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x8x32xf32>
    return %1 : tensor<2x4x8x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_17(%arg0: tensor<2x32x3x4x8xf32>, %arg1: tensor<32x3x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x32x3x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3, 4] : (tensor<32x3x4x8xf32>) -> tensor<1x32x3x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1, %c_2 : (tensor<2x32x3x4x8xf32>, tensor<1x32x3x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x3x4x8xf32>
    return %1 : tensor<2x32x3x4x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_18(%arg0: tensor<2x128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<i32>) -> tensor<2x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x128xf32>, tensor<1x128xf32>, tensor<i32>, tensor<i32>) -> tensor<2x128xf32>
    return %1 : tensor<2x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_19(%arg0: tensor<2x32x128xf32>, %arg1: tensor<32x128xf32>, %arg2: tensor<i32>) -> tensor<2x32x128xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x128xf32>) -> tensor<1x32x128xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x32x128xf32>, tensor<1x32x128xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x128xf32>
    return %1 : tensor<2x32x128xf32>
  }
  func.func private @dynamic_update_index_in_dim_20(%arg0: tensor<2x128x32xf32>, %arg1: tensor<128x32xf32>, %arg2: tensor<i32>) -> tensor<2x128x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<128x32xf32>) -> tensor<1x128x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x128x32xf32>, tensor<1x128x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x128x32xf32>
    return %1 : tensor<2x128x32xf32>
  }
  func.func private @_take_21(%arg0: tensor<8x16x1xi32>, %arg1: tensor<8x16x32xbf16>) -> tensor<64x32xbf16> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<64x32xbf16>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<bf16>, %arg3: tensor<bf16>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<bf16>
      stablehlo.return %2 : tensor<bf16>
    }) : (tensor<64x32xbf16>, tensor<8x16x1xi32>, tensor<8x16x32xbf16>) -> tensor<64x32xbf16>
    return %1 : tensor<64x32xbf16>
  }
  func.func private @clip(%arg0: tensor<f32>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.convert %arg1 : tensor<f32>
    %1 = stablehlo.maximum %0, %arg0 : tensor<f32>
    %2 = stablehlo.convert %arg2 : tensor<f32>
    %3 = stablehlo.minimum %2, %1 : tensor<f32>
    return %3 : tensor<f32>
  }
  func.func private @_where_22(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
