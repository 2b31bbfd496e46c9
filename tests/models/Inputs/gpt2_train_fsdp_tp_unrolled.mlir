module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 24 : i32}, %arg25: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 32 : i32}, %arg33: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 36 : i32}, %arg37: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 37 : i32}, %arg38: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>, tf.aliasing_output = 38 : i32}, %arg39: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 39 : i32}, %arg40: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 40 : i32}, %arg41: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>, tf.aliasing_output = 41 : i32}, %arg42: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>, tf.aliasing_output = 42 : i32}, %arg43: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 43 : i32}, %arg44: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 44 : i32}, %arg45: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 45 : i32}, %arg46: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 46 : i32}, %arg47: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 47 : i32}, %arg48: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 48 : i32}, %arg49: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 49 : i32}, %arg50: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>, tf.aliasing_output = 50 : i32}, %arg51: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 51 : i32}, %arg52: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 52 : i32}, %arg53: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 53 : i32}, %arg54: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 54 : i32}, %arg55: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 55 : i32}, %arg56: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 56 : i32}, %arg57: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 57 : i32}, %arg58: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>, tf.aliasing_output = 58 : i32}, %arg59: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>, tf.aliasing_output = 59 : i32}, %arg60: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 60 : i32}, %arg61: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 61 : i32}, %arg62: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 62 : i32}, %arg63: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 63 : i32}, %arg64: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 64 : i32}, %arg65: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 65 : i32}, %arg66: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 66 : i32}, %arg67: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>, tf.aliasing_output = 67 : i32}, %arg68: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 68 : i32}, %arg69: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 69 : i32}, %arg70: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>, tf.aliasing_output = 70 : i32}, %arg71: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>, tf.aliasing_output = 71 : i32}, %arg72: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>, tf.aliasing_output = 72 : i32}, %arg73: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 73 : i32}, %arg74: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 74 : i32}, %arg75: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 75 : i32}, %arg76: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 76 : i32}, %arg77: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>, tf.aliasing_output = 77 : i32}, %arg78: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 78 : i32}, %arg79: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>, tf.aliasing_output = 79 : i32}, %arg80: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 80 : i32}, %arg81: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 81 : i32}, %arg82: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 82 : i32}, %arg83: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 83 : i32}, %arg84: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>, tf.aliasing_output = 84 : i32}, %arg85: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg86: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['m']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['m']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['params']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['params']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<i32> {jax.result_info = "result[0]['step']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['v']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['v']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {"data"}]>}, tensor<f32> {jax.result_info = "result[1]['grad_norm']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "result[1]['loss']", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0:2 = call @_take(%arg55, %arg85) : (tensor<64x32xf32>, tensor<8x16xi32>) -> (tensor<8x16x32xf32>, tensor<8x16x1xi32>)
    %1 = stablehlo.broadcast_in_dim %arg54, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x16x32xf32>) -> tensor<8x16x32xf32>
    %3 = stablehlo.add %0#0, %2 : tensor<8x16x32xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %8 = stablehlo.divide %6, %7 : tensor<8x16x1xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %10 = stablehlo.subtract %4, %9 : tensor<8x16x32xf32>
    %11 = chlo.square %10 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %13 = stablehlo.multiply %12, %10 : tensor<8x16x32xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%11 init: %cst_2) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_3 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %17 = stablehlo.divide %15, %16 : tensor<8x16x1xf32>
    %18 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %19 = stablehlo.subtract %4, %18 : tensor<8x16x32xf32>
    %cst_4 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %21 = stablehlo.add %17, %20 : tensor<8x16x1xf32>
    %22 = stablehlo.rsqrt %21 : tensor<8x16x1xf32>
    %23 = stablehlo.divide %22, %21 : tensor<8x16x1xf32>
    %cst_5 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %25 = stablehlo.multiply %24, %23 : tensor<8x16x1xf32>
    %26 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %27 = stablehlo.multiply %19, %26 : tensor<8x16x32xf32>
    %28 = stablehlo.broadcast_in_dim %arg33, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %30 = stablehlo.multiply %27, %29 : tensor<8x16x32xf32>
    %31 = stablehlo.broadcast_in_dim %arg32, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %33 = stablehlo.add %30, %32 : tensor<8x16x32xf32>
    %34 = stablehlo.dot_general %33, %arg31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %35 = stablehlo.broadcast_in_dim %arg29, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %37 = stablehlo.add %34, %36 : tensor<8x16x3x4x8xf32>
    %38 = stablehlo.slice %37 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %39 = stablehlo.reshape %38 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %40 = sdy.sharding_constraint %39 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %41 = stablehlo.slice %37 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %42 = stablehlo.reshape %41 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %43 = sdy.sharding_constraint %42 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %44 = stablehlo.slice %37 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %45 = stablehlo.reshape %44 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %46 = sdy.sharding_constraint %45 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %47 = stablehlo.dot_general %40, %43, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %49 = stablehlo.multiply %47, %48 : tensor<8x4x16x16xf32>
    %50 = stablehlo.iota dim = 0 : tensor<16xi32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %52 = stablehlo.iota dim = 0 : tensor<16xi32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %54 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %55 = stablehlo.broadcast_in_dim %53, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %56 = stablehlo.compare GE, %54, %55, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %57:2 = call @_where_0(%56, %49, %cst_7) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
    %cst_8 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %58 = stablehlo.reduce(%57#0 init: %cst_8) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_9 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %60 = stablehlo.maximum %59, %58 : tensor<8x4x16xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %63 = stablehlo.subtract %57#0, %62 : tensor<8x4x16x16xf32>
    %64 = stablehlo.exponential %63 : tensor<8x4x16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_10) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %67 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %68 = stablehlo.divide %64, %67 : tensor<8x4x16x16xf32>
    %69 = stablehlo.multiply %66, %66 : tensor<8x4x16x1xf32>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %71 = stablehlo.divide %70, %69 : tensor<8x4x16x1xf32>
    %72 = stablehlo.dot_general %46, %68, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %73 = stablehlo.transpose %72, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %74 = sdy.sharding_constraint %73 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %75 = stablehlo.dot_general %74, %arg30, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %76 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %78 = stablehlo.add %75, %77 : tensor<8x16x32xf32>
    %79 = stablehlo.add %4, %78 : tensor<8x16x32xf32>
    %80 = sdy.sharding_constraint %79 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %81 = stablehlo.reduce(%80 init: %cst_12) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %82 = stablehlo.broadcast_in_dim %81, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_13 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %84 = stablehlo.divide %82, %83 : tensor<8x16x1xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %86 = stablehlo.subtract %80, %85 : tensor<8x16x32xf32>
    %87 = chlo.square %86 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_14 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %88 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %89 = stablehlo.multiply %88, %86 : tensor<8x16x32xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %90 = stablehlo.reduce(%87 init: %cst_15) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %91 = stablehlo.broadcast_in_dim %90, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_16 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %92 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %93 = stablehlo.divide %91, %92 : tensor<8x16x1xf32>
    %94 = stablehlo.broadcast_in_dim %84, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %95 = stablehlo.subtract %80, %94 : tensor<8x16x32xf32>
    %cst_17 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %97 = stablehlo.add %93, %96 : tensor<8x16x1xf32>
    %98 = stablehlo.rsqrt %97 : tensor<8x16x1xf32>
    %99 = stablehlo.divide %98, %97 : tensor<8x16x1xf32>
    %cst_18 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %101 = stablehlo.multiply %100, %99 : tensor<8x16x1xf32>
    %102 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %103 = stablehlo.multiply %95, %102 : tensor<8x16x32xf32>
    %104 = stablehlo.broadcast_in_dim %arg35, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %105 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %106 = stablehlo.multiply %103, %105 : tensor<8x16x32xf32>
    %107 = stablehlo.broadcast_in_dim %arg34, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %108 = stablehlo.broadcast_in_dim %107, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %109 = stablehlo.add %106, %108 : tensor<8x16x32xf32>
    %110 = stablehlo.dot_general %109, %arg38, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %111 = stablehlo.broadcast_in_dim %arg36, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %113 = stablehlo.add %110, %112 : tensor<8x16x128xf32>
    %114 = sdy.sharding_constraint %113 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xf32>
    %115 = stablehlo.multiply %114, %114 : tensor<8x16x128xf32>
    %116 = stablehlo.multiply %115, %114 : tensor<8x16x128xf32>
    %117 = stablehlo.multiply %114, %114 : tensor<8x16x128xf32>
    %cst_19 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %118 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %119 = stablehlo.multiply %118, %117 : tensor<8x16x128xf32>
    %cst_20 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %120 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %121 = stablehlo.multiply %120, %116 : tensor<8x16x128xf32>
    %122 = stablehlo.add %114, %121 : tensor<8x16x128xf32>
    %cst_21 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %124 = stablehlo.multiply %123, %122 : tensor<8x16x128xf32>
    %125 = stablehlo.tanh %124 : tensor<8x16x128xf32>
    %cst_22 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %127 = stablehlo.subtract %126, %125 : tensor<8x16x128xf32>
    %cst_23 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %128 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %129 = stablehlo.add %128, %125 : tensor<8x16x128xf32>
    %cst_24 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %131 = stablehlo.multiply %130, %129 : tensor<8x16x128xf32>
    %132 = stablehlo.multiply %114, %131 : tensor<8x16x128xf32>
    %133 = stablehlo.dot_general %132, %arg39, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %134 = stablehlo.broadcast_in_dim %arg37, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %136 = stablehlo.add %133, %135 : tensor<8x16x32xf32>
    %137 = stablehlo.add %80, %136 : tensor<8x16x32xf32>
    %138 = sdy.sharding_constraint %137 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %139 = stablehlo.reduce(%138 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_26 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %141 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %142 = stablehlo.divide %140, %141 : tensor<8x16x1xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %144 = stablehlo.subtract %138, %143 : tensor<8x16x32xf32>
    %145 = chlo.square %144 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_27 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %147 = stablehlo.multiply %146, %144 : tensor<8x16x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %148 = stablehlo.reduce(%145 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %149 = stablehlo.broadcast_in_dim %148, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %151 = stablehlo.divide %149, %150 : tensor<8x16x1xf32>
    %152 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %153 = stablehlo.subtract %138, %152 : tensor<8x16x32xf32>
    %cst_30 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %155 = stablehlo.add %151, %154 : tensor<8x16x1xf32>
    %156 = stablehlo.rsqrt %155 : tensor<8x16x1xf32>
    %157 = stablehlo.divide %156, %155 : tensor<8x16x1xf32>
    %cst_31 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %159 = stablehlo.multiply %158, %157 : tensor<8x16x1xf32>
    %160 = stablehlo.broadcast_in_dim %156, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %161 = stablehlo.multiply %153, %160 : tensor<8x16x32xf32>
    %162 = stablehlo.broadcast_in_dim %arg45, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %163 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %164 = stablehlo.multiply %161, %163 : tensor<8x16x32xf32>
    %165 = stablehlo.broadcast_in_dim %arg44, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %167 = stablehlo.add %164, %166 : tensor<8x16x32xf32>
    %168 = stablehlo.dot_general %167, %arg43, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %169 = stablehlo.broadcast_in_dim %arg41, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %170 = stablehlo.broadcast_in_dim %169, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %171 = stablehlo.add %168, %170 : tensor<8x16x3x4x8xf32>
    %172 = stablehlo.slice %171 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %173 = stablehlo.reshape %172 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %174 = sdy.sharding_constraint %173 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %175 = stablehlo.slice %171 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %176 = stablehlo.reshape %175 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %177 = sdy.sharding_constraint %176 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %178 = stablehlo.slice %171 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %179 = stablehlo.reshape %178 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %180 = sdy.sharding_constraint %179 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %181 = stablehlo.dot_general %174, %177, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_32 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %183 = stablehlo.multiply %181, %182 : tensor<8x4x16x16xf32>
    %184 = stablehlo.iota dim = 0 : tensor<16xi32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %186 = stablehlo.iota dim = 0 : tensor<16xi32>
    %187 = stablehlo.broadcast_in_dim %186, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %188 = stablehlo.broadcast_in_dim %185, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %189 = stablehlo.broadcast_in_dim %187, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %190 = stablehlo.compare GE, %188, %189, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_33 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %191:2 = call @_where_0(%190, %183, %cst_33) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
    %cst_34 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %192 = stablehlo.reduce(%191#0 init: %cst_34) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_35 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %194 = stablehlo.maximum %193, %192 : tensor<8x4x16xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %196 = stablehlo.broadcast_in_dim %195, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %197 = stablehlo.subtract %191#0, %196 : tensor<8x4x16x16xf32>
    %198 = stablehlo.exponential %197 : tensor<8x4x16x16xf32>
    %cst_36 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.reduce(%198 init: %cst_36) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %200 = stablehlo.broadcast_in_dim %199, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %201 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %202 = stablehlo.divide %198, %201 : tensor<8x4x16x16xf32>
    %203 = stablehlo.multiply %200, %200 : tensor<8x4x16x1xf32>
    %cst_37 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %205 = stablehlo.divide %204, %203 : tensor<8x4x16x1xf32>
    %206 = stablehlo.dot_general %180, %202, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %207 = stablehlo.transpose %206, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %208 = sdy.sharding_constraint %207 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %209 = stablehlo.dot_general %208, %arg42, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %210 = stablehlo.broadcast_in_dim %arg40, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %212 = stablehlo.add %209, %211 : tensor<8x16x32xf32>
    %213 = stablehlo.add %138, %212 : tensor<8x16x32xf32>
    %214 = sdy.sharding_constraint %213 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_38 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %215 = stablehlo.reduce(%214 init: %cst_38) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %216 = stablehlo.broadcast_in_dim %215, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_39 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %218 = stablehlo.divide %216, %217 : tensor<8x16x1xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %220 = stablehlo.subtract %214, %219 : tensor<8x16x32xf32>
    %221 = chlo.square %220 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_40 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %223 = stablehlo.multiply %222, %220 : tensor<8x16x32xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %224 = stablehlo.reduce(%221 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %225 = stablehlo.broadcast_in_dim %224, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_42 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %227 = stablehlo.divide %225, %226 : tensor<8x16x1xf32>
    %228 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %229 = stablehlo.subtract %214, %228 : tensor<8x16x32xf32>
    %cst_43 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %230 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %231 = stablehlo.add %227, %230 : tensor<8x16x1xf32>
    %232 = stablehlo.rsqrt %231 : tensor<8x16x1xf32>
    %233 = stablehlo.divide %232, %231 : tensor<8x16x1xf32>
    %cst_44 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %235 = stablehlo.multiply %234, %233 : tensor<8x16x1xf32>
    %236 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %237 = stablehlo.multiply %229, %236 : tensor<8x16x32xf32>
    %238 = stablehlo.broadcast_in_dim %arg47, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %239 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %240 = stablehlo.multiply %237, %239 : tensor<8x16x32xf32>
    %241 = stablehlo.broadcast_in_dim %arg46, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %242 = stablehlo.broadcast_in_dim %241, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %243 = stablehlo.add %240, %242 : tensor<8x16x32xf32>
    %244 = stablehlo.dot_general %243, %arg50, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %245 = stablehlo.broadcast_in_dim %arg48, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %246 = stablehlo.broadcast_in_dim %245, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %247 = stablehlo.add %244, %246 : tensor<8x16x128xf32>
    %248 = sdy.sharding_constraint %247 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xf32>
    %249 = stablehlo.multiply %248, %248 : tensor<8x16x128xf32>
    %250 = stablehlo.multiply %249, %248 : tensor<8x16x128xf32>
    %251 = stablehlo.multiply %248, %248 : tensor<8x16x128xf32>
    %cst_45 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %253 = stablehlo.multiply %252, %251 : tensor<8x16x128xf32>
    %cst_46 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %255 = stablehlo.multiply %254, %250 : tensor<8x16x128xf32>
    %256 = stablehlo.add %248, %255 : tensor<8x16x128xf32>
    %cst_47 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %257 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %258 = stablehlo.multiply %257, %256 : tensor<8x16x128xf32>
    %259 = stablehlo.tanh %258 : tensor<8x16x128xf32>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %261 = stablehlo.subtract %260, %259 : tensor<8x16x128xf32>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %262 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %263 = stablehlo.add %262, %259 : tensor<8x16x128xf32>
    %cst_50 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %264 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %265 = stablehlo.multiply %264, %263 : tensor<8x16x128xf32>
    %266 = stablehlo.multiply %248, %265 : tensor<8x16x128xf32>
    %267 = stablehlo.dot_general %266, %arg51, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %268 = stablehlo.broadcast_in_dim %arg49, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %269 = stablehlo.broadcast_in_dim %268, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %270 = stablehlo.add %267, %269 : tensor<8x16x32xf32>
    %271 = stablehlo.add %214, %270 : tensor<8x16x32xf32>
    %272 = sdy.sharding_constraint %271 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %273 = stablehlo.reduce(%272 init: %cst_51) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %274 = stablehlo.broadcast_in_dim %273, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_52 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %276 = stablehlo.divide %274, %275 : tensor<8x16x1xf32>
    %277 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %278 = stablehlo.subtract %272, %277 : tensor<8x16x32xf32>
    %279 = chlo.square %278 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_53 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %281 = stablehlo.multiply %280, %278 : tensor<8x16x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %282 = stablehlo.reduce(%279 init: %cst_54) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %283 = stablehlo.broadcast_in_dim %282, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_55 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %284 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %285 = stablehlo.divide %283, %284 : tensor<8x16x1xf32>
    %286 = stablehlo.broadcast_in_dim %276, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %287 = stablehlo.subtract %272, %286 : tensor<8x16x32xf32>
    %cst_56 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %289 = stablehlo.add %285, %288 : tensor<8x16x1xf32>
    %290 = stablehlo.rsqrt %289 : tensor<8x16x1xf32>
    %291 = stablehlo.divide %290, %289 : tensor<8x16x1xf32>
    %cst_57 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %292 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %293 = stablehlo.multiply %292, %291 : tensor<8x16x1xf32>
    %294 = stablehlo.broadcast_in_dim %290, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %295 = stablehlo.multiply %287, %294 : tensor<8x16x32xf32>
    %296 = stablehlo.broadcast_in_dim %arg53, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %297 = stablehlo.broadcast_in_dim %296, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %298 = stablehlo.multiply %295, %297 : tensor<8x16x32xf32>
    %299 = stablehlo.broadcast_in_dim %arg52, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %301 = stablehlo.add %298, %300 : tensor<8x16x32xf32>
    %302 = stablehlo.transpose %arg55, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %303 = stablehlo.dot_general %301, %302, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %304 = sdy.sharding_constraint %303 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x64xf32>
    %cst_58 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %305 = stablehlo.reduce(%304 init: %cst_58) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %306 = stablehlo.broadcast_in_dim %305, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %307 = stablehlo.broadcast_in_dim %306, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %308 = stablehlo.subtract %304, %307 : tensor<8x16x64xf32>
    %309 = stablehlo.exponential %308 : tensor<8x16x64xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %310 = stablehlo.reduce(%309 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %311 = stablehlo.log %310 : tensor<8x16xf32>
    %312 = stablehlo.reshape %306 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %313 = stablehlo.add %311, %312 : tensor<8x16xf32>
    %314 = stablehlo.broadcast_in_dim %arg86, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %315 = stablehlo.iota dim = 0 : tensor<64xi32>
    %316 = stablehlo.broadcast_in_dim %315, dims = [2] : (tensor<64xi32>) -> tensor<1x1x64xi32>
    %317 = stablehlo.broadcast_in_dim %314, dims = [0, 1, 2] : (tensor<8x16x1xi32>) -> tensor<8x16x64xi32>
    %318 = stablehlo.broadcast_in_dim %316, dims = [0, 1, 2] : (tensor<1x1x64xi32>) -> tensor<8x16x64xi32>
    %319 = stablehlo.compare EQ, %317, %318, SIGNED : (tensor<8x16x64xi32>, tensor<8x16x64xi32>) -> tensor<8x16x64xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %320 = call @_where_1(%319, %304, %c) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
    %cst_60 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %321 = stablehlo.reduce(%320 init: %cst_60) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %322 = stablehlo.subtract %313, %321 : tensor<8x16xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %323 = stablehlo.reduce(%322 init: %cst_61) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_62 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %324 = stablehlo.divide %323, %cst_62 : tensor<f32>
    %cst_63 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_64 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %325 = stablehlo.divide %cst_63, %cst_64 : tensor<f32>
    %326 = stablehlo.broadcast_in_dim %325, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %327 = stablehlo.negate %326 : tensor<8x16xf32>
    %328 = stablehlo.broadcast_in_dim %327, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %329 = call @_where_2(%319, %328) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %330 = stablehlo.divide %326, %310 : tensor<8x16xf32>
    %331 = stablehlo.broadcast_in_dim %330, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %332 = stablehlo.multiply %331, %309 : tensor<8x16x64xf32>
    %333 = stablehlo.add %329, %332 : tensor<8x16x64xf32>
    %334 = sdy.sharding_constraint %333 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x64xf32>
    %335 = stablehlo.dot_general %334, %301, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %336 = stablehlo.transpose %335, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %337 = stablehlo.dot_general %334, %302, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %338 = stablehlo.transpose %336, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %339 = stablehlo.reduce(%337 init: %cst_65) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %340 = stablehlo.reshape %339 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %341 = stablehlo.reduce(%340 init: %cst_66) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %342 = stablehlo.multiply %295, %337 : tensor<8x16x32xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %343 = stablehlo.reduce(%342 init: %cst_67) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %344 = stablehlo.reshape %343 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %345 = stablehlo.broadcast_in_dim %296, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %346 = stablehlo.multiply %337, %345 : tensor<8x16x32xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %347 = stablehlo.reduce(%344 init: %cst_68) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %348 = stablehlo.multiply %287, %346 : tensor<8x16x32xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %349 = stablehlo.reduce(%348 init: %cst_69) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %350 = stablehlo.reshape %349 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %351 = stablehlo.broadcast_in_dim %290, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %352 = stablehlo.multiply %346, %351 : tensor<8x16x32xf32>
    %353 = stablehlo.multiply %350, %293 : tensor<8x16x1xf32>
    %354 = stablehlo.negate %352 : tensor<8x16x32xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %355 = stablehlo.reduce(%354 init: %cst_70) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %356 = stablehlo.reshape %355 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_71 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %358 = stablehlo.divide %353, %357 : tensor<8x16x1xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %359 = stablehlo.reduce(%358 init: %cst_72) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %360 = stablehlo.broadcast_in_dim %359, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %361 = stablehlo.multiply %360, %281 : tensor<8x16x32xf32>
    %362 = stablehlo.negate %361 : tensor<8x16x32xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %363 = stablehlo.reduce(%362 init: %cst_73) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %364 = stablehlo.reshape %363 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %365 = stablehlo.add %352, %361 : tensor<8x16x32xf32>
    %366 = stablehlo.add %356, %364 : tensor<8x16x1xf32>
    %cst_74 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %367 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %368 = stablehlo.divide %366, %367 : tensor<8x16x1xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %369 = stablehlo.reduce(%368 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %371 = stablehlo.add %365, %370 : tensor<8x16x32xf32>
    %372 = sdy.sharding_constraint %371 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %373 = stablehlo.reduce(%372 init: %cst_76) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %374 = stablehlo.reshape %373 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_77 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %375 = stablehlo.reduce(%374 init: %cst_77) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %376 = stablehlo.dot_general %372, %266, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x128xf32>) -> tensor<32x128xf32>
    %377 = stablehlo.transpose %376, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %378 = stablehlo.dot_general %372, %arg51, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<128x32xf32>) -> tensor<8x16x128xf32>
    %379 = stablehlo.multiply %248, %378 : tensor<8x16x128xf32>
    %380 = stablehlo.multiply %378, %265 : tensor<8x16x128xf32>
    %cst_78 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %382 = stablehlo.multiply %381, %379 : tensor<8x16x128xf32>
    %383 = stablehlo.multiply %382, %261 : tensor<8x16x128xf32>
    %384 = stablehlo.multiply %383, %259 : tensor<8x16x128xf32>
    %385 = stablehlo.add %383, %384 : tensor<8x16x128xf32>
    %cst_79 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %386 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %387 = stablehlo.multiply %386, %385 : tensor<8x16x128xf32>
    %388 = stablehlo.add %380, %387 : tensor<8x16x128xf32>
    %cst_80 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %389 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %390 = stablehlo.multiply %389, %387 : tensor<8x16x128xf32>
    %391 = stablehlo.multiply %390, %253 : tensor<8x16x128xf32>
    %392 = stablehlo.add %388, %391 : tensor<8x16x128xf32>
    %393 = sdy.sharding_constraint %392 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xf32>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %394 = stablehlo.reduce(%393 init: %cst_81) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x128xf32>, tensor<f32>) -> tensor<128xf32>
    %395 = stablehlo.reshape %394 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %396 = stablehlo.reduce(%395 init: %cst_82) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %397 = stablehlo.dot_general %393, %243, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
    %398 = stablehlo.transpose %397, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %399 = stablehlo.dot_general %393, %arg50, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<32x128xf32>) -> tensor<8x16x32xf32>
    %cst_83 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %400 = stablehlo.reduce(%399 init: %cst_83) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %401 = stablehlo.reshape %400 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_84 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %402 = stablehlo.reduce(%401 init: %cst_84) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %403 = stablehlo.multiply %237, %399 : tensor<8x16x32xf32>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %404 = stablehlo.reduce(%403 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %405 = stablehlo.reshape %404 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %406 = stablehlo.broadcast_in_dim %238, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %407 = stablehlo.multiply %399, %406 : tensor<8x16x32xf32>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %408 = stablehlo.reduce(%405 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %409 = stablehlo.multiply %229, %407 : tensor<8x16x32xf32>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %410 = stablehlo.reduce(%409 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %411 = stablehlo.reshape %410 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %412 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %413 = stablehlo.multiply %407, %412 : tensor<8x16x32xf32>
    %414 = stablehlo.multiply %411, %235 : tensor<8x16x1xf32>
    %415 = stablehlo.negate %413 : tensor<8x16x32xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %416 = stablehlo.reduce(%415 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %417 = stablehlo.reshape %416 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %418 = stablehlo.add %372, %413 : tensor<8x16x32xf32>
    %cst_89 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %419 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %420 = stablehlo.divide %414, %419 : tensor<8x16x1xf32>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %421 = stablehlo.reduce(%420 init: %cst_90) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %422 = stablehlo.broadcast_in_dim %421, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %423 = stablehlo.multiply %422, %223 : tensor<8x16x32xf32>
    %424 = stablehlo.negate %423 : tensor<8x16x32xf32>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %425 = stablehlo.reduce(%424 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %426 = stablehlo.reshape %425 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %427 = stablehlo.add %418, %423 : tensor<8x16x32xf32>
    %428 = stablehlo.add %417, %426 : tensor<8x16x1xf32>
    %cst_92 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %429 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %430 = stablehlo.divide %428, %429 : tensor<8x16x1xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %431 = stablehlo.reduce(%430 init: %cst_93) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %432 = stablehlo.broadcast_in_dim %431, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %433 = stablehlo.add %427, %432 : tensor<8x16x32xf32>
    %434 = sdy.sharding_constraint %433 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %435 = stablehlo.reduce(%434 init: %cst_94) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %436 = stablehlo.reshape %435 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %437 = stablehlo.reduce(%436 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %438 = stablehlo.dot_general %434, %208, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %439 = stablehlo.transpose %438, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %440 = stablehlo.dot_general %434, %arg42, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %441 = sdy.sharding_constraint %440 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %442 = stablehlo.transpose %441, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %443 = stablehlo.dot_general %442, %180, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %444 = stablehlo.dot_general %442, %202, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %445 = stablehlo.transpose %444, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %446 = stablehlo.broadcast_in_dim %205, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %447 = stablehlo.multiply %443, %446 : tensor<8x4x16x16xf32>
    %448 = stablehlo.multiply %447, %198 : tensor<8x4x16x16xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %449 = stablehlo.reduce(%448 init: %cst_96) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %450 = stablehlo.reshape %449 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %451 = stablehlo.negate %450 : tensor<8x4x16x1xf32>
    %452 = stablehlo.broadcast_in_dim %200, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %453 = stablehlo.divide %443, %452 : tensor<8x4x16x16xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %454 = stablehlo.reduce(%451 init: %cst_97) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %455 = stablehlo.broadcast_in_dim %454, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %456 = stablehlo.add %453, %455 : tensor<8x4x16x16xf32>
    %457 = stablehlo.multiply %456, %198 : tensor<8x4x16x16xf32>
    %458 = call @_where_3(%191#1, %457) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_98 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %459 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %460 = stablehlo.multiply %458, %459 : tensor<8x4x16x16xf32>
    %461 = stablehlo.dot_general %460, %174, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %462 = stablehlo.transpose %461, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %463 = stablehlo.dot_general %460, %177, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %464 = stablehlo.transpose %463, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %465 = sdy.sharding_constraint %445 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %466 = stablehlo.broadcast_in_dim %465, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %467 = stablehlo.pad %466, %cst_99, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %468 = sdy.sharding_constraint %462 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %469 = stablehlo.broadcast_in_dim %468, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %470 = stablehlo.pad %469, %cst_100, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %471 = stablehlo.add %467, %470 : tensor<8x16x3x4x8xf32>
    %472 = sdy.sharding_constraint %464 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %473 = stablehlo.broadcast_in_dim %472, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_101 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %474 = stablehlo.pad %473, %cst_101, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %475 = stablehlo.add %471, %474 : tensor<8x16x3x4x8xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %476 = stablehlo.reduce(%475 init: %cst_102) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %477 = stablehlo.reshape %476 : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %478 = stablehlo.reduce(%477 init: %cst_103) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %479 = stablehlo.dot_general %475, %167, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<8x16x32xf32>) -> tensor<3x4x8x32xf32>
    %480 = stablehlo.transpose %479, dims = [3, 0, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<32x3x4x8xf32>
    %481 = stablehlo.dot_general %475, %arg43, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x32xf32>
    %cst_104 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %482 = stablehlo.reduce(%481 init: %cst_104) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %483 = stablehlo.reshape %482 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %484 = stablehlo.reduce(%483 init: %cst_105) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %485 = stablehlo.multiply %161, %481 : tensor<8x16x32xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %486 = stablehlo.reduce(%485 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %487 = stablehlo.reshape %486 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %488 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %489 = stablehlo.multiply %481, %488 : tensor<8x16x32xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %490 = stablehlo.reduce(%487 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %491 = stablehlo.multiply %153, %489 : tensor<8x16x32xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %492 = stablehlo.reduce(%491 init: %cst_108) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %493 = stablehlo.reshape %492 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %494 = stablehlo.broadcast_in_dim %156, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %495 = stablehlo.multiply %489, %494 : tensor<8x16x32xf32>
    %496 = stablehlo.multiply %493, %159 : tensor<8x16x1xf32>
    %497 = stablehlo.negate %495 : tensor<8x16x32xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %498 = stablehlo.reduce(%497 init: %cst_109) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %499 = stablehlo.reshape %498 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %500 = stablehlo.add %434, %495 : tensor<8x16x32xf32>
    %cst_110 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %501 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %502 = stablehlo.divide %496, %501 : tensor<8x16x1xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %503 = stablehlo.reduce(%502 init: %cst_111) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %504 = stablehlo.broadcast_in_dim %503, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %505 = stablehlo.multiply %504, %147 : tensor<8x16x32xf32>
    %506 = stablehlo.negate %505 : tensor<8x16x32xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %507 = stablehlo.reduce(%506 init: %cst_112) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %508 = stablehlo.reshape %507 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %509 = stablehlo.add %500, %505 : tensor<8x16x32xf32>
    %510 = stablehlo.add %499, %508 : tensor<8x16x1xf32>
    %cst_113 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %511 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %512 = stablehlo.divide %510, %511 : tensor<8x16x1xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %513 = stablehlo.reduce(%512 init: %cst_114) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %514 = stablehlo.broadcast_in_dim %513, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %515 = stablehlo.add %509, %514 : tensor<8x16x32xf32>
    %516 = sdy.sharding_constraint %515 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %517 = stablehlo.reduce(%516 init: %cst_115) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %518 = stablehlo.reshape %517 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %519 = stablehlo.reduce(%518 init: %cst_116) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %520 = stablehlo.dot_general %516, %132, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x128xf32>) -> tensor<32x128xf32>
    %521 = stablehlo.transpose %520, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %522 = stablehlo.dot_general %516, %arg39, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<128x32xf32>) -> tensor<8x16x128xf32>
    %523 = stablehlo.multiply %114, %522 : tensor<8x16x128xf32>
    %524 = stablehlo.multiply %522, %131 : tensor<8x16x128xf32>
    %cst_117 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %525 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %526 = stablehlo.multiply %525, %523 : tensor<8x16x128xf32>
    %527 = stablehlo.multiply %526, %127 : tensor<8x16x128xf32>
    %528 = stablehlo.multiply %527, %125 : tensor<8x16x128xf32>
    %529 = stablehlo.add %527, %528 : tensor<8x16x128xf32>
    %cst_118 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %530 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %531 = stablehlo.multiply %530, %529 : tensor<8x16x128xf32>
    %532 = stablehlo.add %524, %531 : tensor<8x16x128xf32>
    %cst_119 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %533 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %534 = stablehlo.multiply %533, %531 : tensor<8x16x128xf32>
    %535 = stablehlo.multiply %534, %119 : tensor<8x16x128xf32>
    %536 = stablehlo.add %532, %535 : tensor<8x16x128xf32>
    %537 = sdy.sharding_constraint %536 <@mesh, [{"data"}, {}, {"model"}]> : tensor<8x16x128xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %538 = stablehlo.reduce(%537 init: %cst_120) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x128xf32>, tensor<f32>) -> tensor<128xf32>
    %539 = stablehlo.reshape %538 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %540 = stablehlo.reduce(%539 init: %cst_121) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %541 = stablehlo.dot_general %537, %109, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
    %542 = stablehlo.transpose %541, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %543 = stablehlo.dot_general %537, %arg38, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<32x128xf32>) -> tensor<8x16x32xf32>
    %cst_122 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %544 = stablehlo.reduce(%543 init: %cst_122) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %545 = stablehlo.reshape %544 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %546 = stablehlo.reduce(%545 init: %cst_123) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %547 = stablehlo.multiply %103, %543 : tensor<8x16x32xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %548 = stablehlo.reduce(%547 init: %cst_124) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %549 = stablehlo.reshape %548 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %550 = stablehlo.broadcast_in_dim %104, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %551 = stablehlo.multiply %543, %550 : tensor<8x16x32xf32>
    %cst_125 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %552 = stablehlo.reduce(%549 init: %cst_125) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %553 = stablehlo.multiply %95, %551 : tensor<8x16x32xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %554 = stablehlo.reduce(%553 init: %cst_126) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %555 = stablehlo.reshape %554 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %556 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %557 = stablehlo.multiply %551, %556 : tensor<8x16x32xf32>
    %558 = stablehlo.multiply %555, %101 : tensor<8x16x1xf32>
    %559 = stablehlo.negate %557 : tensor<8x16x32xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %560 = stablehlo.reduce(%559 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %561 = stablehlo.reshape %560 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %562 = stablehlo.add %516, %557 : tensor<8x16x32xf32>
    %cst_128 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %563 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %564 = stablehlo.divide %558, %563 : tensor<8x16x1xf32>
    %cst_129 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %565 = stablehlo.reduce(%564 init: %cst_129) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %566 = stablehlo.broadcast_in_dim %565, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %567 = stablehlo.multiply %566, %89 : tensor<8x16x32xf32>
    %568 = stablehlo.negate %567 : tensor<8x16x32xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %569 = stablehlo.reduce(%568 init: %cst_130) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %570 = stablehlo.reshape %569 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %571 = stablehlo.add %562, %567 : tensor<8x16x32xf32>
    %572 = stablehlo.add %561, %570 : tensor<8x16x1xf32>
    %cst_131 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %573 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %574 = stablehlo.divide %572, %573 : tensor<8x16x1xf32>
    %cst_132 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %575 = stablehlo.reduce(%574 init: %cst_132) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %576 = stablehlo.broadcast_in_dim %575, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %577 = stablehlo.add %571, %576 : tensor<8x16x32xf32>
    %578 = sdy.sharding_constraint %577 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_133 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %579 = stablehlo.reduce(%578 init: %cst_133) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %580 = stablehlo.reshape %579 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_134 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %581 = stablehlo.reduce(%580 init: %cst_134) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %582 = stablehlo.dot_general %578, %74, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %583 = stablehlo.transpose %582, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %584 = stablehlo.dot_general %578, %arg30, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %585 = sdy.sharding_constraint %584 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %586 = stablehlo.transpose %585, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %587 = stablehlo.dot_general %586, %46, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %588 = stablehlo.dot_general %586, %68, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %589 = stablehlo.transpose %588, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %590 = stablehlo.broadcast_in_dim %71, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %591 = stablehlo.multiply %587, %590 : tensor<8x4x16x16xf32>
    %592 = stablehlo.multiply %591, %64 : tensor<8x4x16x16xf32>
    %cst_135 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %593 = stablehlo.reduce(%592 init: %cst_135) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %594 = stablehlo.reshape %593 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %595 = stablehlo.negate %594 : tensor<8x4x16x1xf32>
    %596 = stablehlo.broadcast_in_dim %66, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %597 = stablehlo.divide %587, %596 : tensor<8x4x16x16xf32>
    %cst_136 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %598 = stablehlo.reduce(%595 init: %cst_136) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %599 = stablehlo.broadcast_in_dim %598, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %600 = stablehlo.add %597, %599 : tensor<8x4x16x16xf32>
    %601 = stablehlo.multiply %600, %64 : tensor<8x4x16x16xf32>
    %602 = call @_where_3(%57#1, %601) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_137 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %603 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %604 = stablehlo.multiply %602, %603 : tensor<8x4x16x16xf32>
    %605 = stablehlo.dot_general %604, %40, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %606 = stablehlo.transpose %605, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %607 = stablehlo.dot_general %604, %43, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %608 = stablehlo.transpose %607, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %609 = sdy.sharding_constraint %589 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %610 = stablehlo.broadcast_in_dim %609, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %611 = stablehlo.pad %610, %cst_138, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %612 = sdy.sharding_constraint %606 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %613 = stablehlo.broadcast_in_dim %612, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_139 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %614 = stablehlo.pad %613, %cst_139, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %615 = stablehlo.add %611, %614 : tensor<8x16x3x4x8xf32>
    %616 = sdy.sharding_constraint %608 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %617 = stablehlo.broadcast_in_dim %616, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %618 = stablehlo.pad %617, %cst_140, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %619 = stablehlo.add %615, %618 : tensor<8x16x3x4x8xf32>
    %cst_141 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %620 = stablehlo.reduce(%619 init: %cst_141) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %621 = stablehlo.reshape %620 : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %cst_142 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %622 = stablehlo.reduce(%621 init: %cst_142) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %623 = stablehlo.dot_general %619, %33, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<8x16x32xf32>) -> tensor<3x4x8x32xf32>
    %624 = stablehlo.transpose %623, dims = [3, 0, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<32x3x4x8xf32>
    %625 = stablehlo.dot_general %619, %arg31, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x32xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %626 = stablehlo.reduce(%625 init: %cst_143) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %627 = stablehlo.reshape %626 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_144 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %628 = stablehlo.reduce(%627 init: %cst_144) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %629 = stablehlo.multiply %27, %625 : tensor<8x16x32xf32>
    %cst_145 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %630 = stablehlo.reduce(%629 init: %cst_145) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %631 = stablehlo.reshape %630 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %632 = stablehlo.broadcast_in_dim %28, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %633 = stablehlo.multiply %625, %632 : tensor<8x16x32xf32>
    %cst_146 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %634 = stablehlo.reduce(%631 init: %cst_146) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %635 = stablehlo.multiply %19, %633 : tensor<8x16x32xf32>
    %cst_147 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %636 = stablehlo.reduce(%635 init: %cst_147) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %637 = stablehlo.reshape %636 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %638 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %639 = stablehlo.multiply %633, %638 : tensor<8x16x32xf32>
    %640 = stablehlo.multiply %637, %25 : tensor<8x16x1xf32>
    %641 = stablehlo.negate %639 : tensor<8x16x32xf32>
    %cst_148 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %642 = stablehlo.reduce(%641 init: %cst_148) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %643 = stablehlo.reshape %642 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %644 = stablehlo.add %578, %639 : tensor<8x16x32xf32>
    %cst_149 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %645 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %646 = stablehlo.divide %640, %645 : tensor<8x16x1xf32>
    %cst_150 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %647 = stablehlo.reduce(%646 init: %cst_150) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %648 = stablehlo.broadcast_in_dim %647, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %649 = stablehlo.multiply %648, %13 : tensor<8x16x32xf32>
    %650 = stablehlo.negate %649 : tensor<8x16x32xf32>
    %cst_151 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %651 = stablehlo.reduce(%650 init: %cst_151) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %652 = stablehlo.reshape %651 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %653 = stablehlo.add %644, %649 : tensor<8x16x32xf32>
    %654 = stablehlo.add %643, %652 : tensor<8x16x1xf32>
    %cst_152 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %655 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %656 = stablehlo.divide %654, %655 : tensor<8x16x1xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %657 = stablehlo.reduce(%656 init: %cst_153) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %658 = stablehlo.broadcast_in_dim %657, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %659 = stablehlo.add %653, %658 : tensor<8x16x32xf32>
    %660 = sdy.sharding_constraint %659 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %661 = stablehlo.reduce(%660 init: %cst_154) applies stablehlo.add across dimensions = [0] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %662 = stablehlo.reshape %661 : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %cst_155 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %663 = stablehlo.reduce(%662 init: %cst_155) applies stablehlo.add across dimensions = [0] : (tensor<1x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %664 = call @_take_4(%0#1, %660) : (tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %665 = stablehlo.add %338, %664 : tensor<64x32xf32>
    %666 = sdy.sharding_constraint %581 <@mesh, [{}]> : tensor<32xf32>
    %667 = sdy.sharding_constraint %622 <@mesh, [{}, {"model"}, {}]> : tensor<3x4x8xf32>
    %668 = sdy.sharding_constraint %583 <@mesh, [{"model"}, {}, {"data"}]> : tensor<4x8x32xf32>
    %669 = sdy.sharding_constraint %624 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<32x3x4x8xf32>
    %670 = sdy.sharding_constraint %628 <@mesh, [{}]> : tensor<32xf32>
    %671 = sdy.sharding_constraint %634 <@mesh, [{}]> : tensor<32xf32>
    %672 = sdy.sharding_constraint %546 <@mesh, [{}]> : tensor<32xf32>
    %673 = sdy.sharding_constraint %552 <@mesh, [{}]> : tensor<32xf32>
    %674 = sdy.sharding_constraint %540 <@mesh, [{"model"}]> : tensor<128xf32>
    %675 = sdy.sharding_constraint %519 <@mesh, [{}]> : tensor<32xf32>
    %676 = sdy.sharding_constraint %542 <@mesh, [{"data"}, {"model"}]> : tensor<32x128xf32>
    %677 = sdy.sharding_constraint %521 <@mesh, [{"model"}, {"data"}]> : tensor<128x32xf32>
    %678 = sdy.sharding_constraint %437 <@mesh, [{}]> : tensor<32xf32>
    %679 = sdy.sharding_constraint %478 <@mesh, [{}, {"model"}, {}]> : tensor<3x4x8xf32>
    %680 = sdy.sharding_constraint %439 <@mesh, [{"model"}, {}, {"data"}]> : tensor<4x8x32xf32>
    %681 = sdy.sharding_constraint %480 <@mesh, [{"data"}, {}, {"model"}, {}]> : tensor<32x3x4x8xf32>
    %682 = sdy.sharding_constraint %484 <@mesh, [{}]> : tensor<32xf32>
    %683 = sdy.sharding_constraint %490 <@mesh, [{}]> : tensor<32xf32>
    %684 = sdy.sharding_constraint %402 <@mesh, [{}]> : tensor<32xf32>
    %685 = sdy.sharding_constraint %408 <@mesh, [{}]> : tensor<32xf32>
    %686 = sdy.sharding_constraint %396 <@mesh, [{"model"}]> : tensor<128xf32>
    %687 = sdy.sharding_constraint %375 <@mesh, [{}]> : tensor<32xf32>
    %688 = sdy.sharding_constraint %398 <@mesh, [{"data"}, {"model"}]> : tensor<32x128xf32>
    %689 = sdy.sharding_constraint %377 <@mesh, [{"model"}, {"data"}]> : tensor<128x32xf32>
    %690 = sdy.sharding_constraint %341 <@mesh, [{}]> : tensor<32xf32>
    %691 = sdy.sharding_constraint %347 <@mesh, [{}]> : tensor<32xf32>
    %692 = sdy.sharding_constraint %663 <@mesh, [{}, {"data"}]> : tensor<16x32xf32>
    %693 = sdy.sharding_constraint %665 <@mesh, [{"model"}, {"data"}]> : tensor<64x32xf32>
    %694 = chlo.square %666 : tensor<32xf32> -> tensor<32xf32>
    %cst_156 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %695 = stablehlo.reduce(%694 init: %cst_156) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_157 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %696 = stablehlo.add %cst_157, %695 : tensor<f32>
    %697 = chlo.square %667 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %698 = stablehlo.reduce(%697 init: %cst_158) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %699 = stablehlo.add %696, %698 : tensor<f32>
    %700 = chlo.square %668 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %701 = stablehlo.reduce(%700 init: %cst_159) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %702 = stablehlo.add %699, %701 : tensor<f32>
    %703 = chlo.square %669 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %704 = stablehlo.reduce(%703 init: %cst_160) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<32x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %705 = stablehlo.add %702, %704 : tensor<f32>
    %706 = chlo.square %670 : tensor<32xf32> -> tensor<32xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %707 = stablehlo.reduce(%706 init: %cst_161) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %708 = stablehlo.add %705, %707 : tensor<f32>
    %709 = chlo.square %671 : tensor<32xf32> -> tensor<32xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %710 = stablehlo.reduce(%709 init: %cst_162) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %711 = stablehlo.add %708, %710 : tensor<f32>
    %712 = chlo.square %672 : tensor<32xf32> -> tensor<32xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %713 = stablehlo.reduce(%712 init: %cst_163) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %714 = stablehlo.add %711, %713 : tensor<f32>
    %715 = chlo.square %673 : tensor<32xf32> -> tensor<32xf32>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %716 = stablehlo.reduce(%715 init: %cst_164) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %717 = stablehlo.add %714, %716 : tensor<f32>
    %718 = chlo.square %674 : tensor<128xf32> -> tensor<128xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %719 = stablehlo.reduce(%718 init: %cst_165) applies stablehlo.add across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
    %720 = stablehlo.add %717, %719 : tensor<f32>
    %721 = chlo.square %675 : tensor<32xf32> -> tensor<32xf32>
    %cst_166 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %722 = stablehlo.reduce(%721 init: %cst_166) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %723 = stablehlo.add %720, %722 : tensor<f32>
    %724 = chlo.square %676 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_167 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %725 = stablehlo.reduce(%724 init: %cst_167) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %726 = stablehlo.add %723, %725 : tensor<f32>
    %727 = chlo.square %677 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %728 = stablehlo.reduce(%727 init: %cst_168) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x32xf32>, tensor<f32>) -> tensor<f32>
    %729 = stablehlo.add %726, %728 : tensor<f32>
    %730 = chlo.square %678 : tensor<32xf32> -> tensor<32xf32>
    %cst_169 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %731 = stablehlo.reduce(%730 init: %cst_169) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %732 = stablehlo.add %729, %731 : tensor<f32>
    %733 = chlo.square %679 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %734 = stablehlo.reduce(%733 init: %cst_170) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %735 = stablehlo.add %732, %734 : tensor<f32>
    %736 = chlo.square %680 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %737 = stablehlo.reduce(%736 init: %cst_171) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %738 = stablehlo.add %735, %737 : tensor<f32>
    %739 = chlo.square %681 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %740 = stablehlo.reduce(%739 init: %cst_172) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<32x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %741 = stablehlo.add %738, %740 : tensor<f32>
    %742 = chlo.square %682 : tensor<32xf32> -> tensor<32xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %743 = stablehlo.reduce(%742 init: %cst_173) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %744 = stablehlo.add %741, %743 : tensor<f32>
    %745 = chlo.square %683 : tensor<32xf32> -> tensor<32xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %746 = stablehlo.reduce(%745 init: %cst_174) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %747 = stablehlo.add %744, %746 : tensor<f32>
    %748 = chlo.square %684 : tensor<32xf32> -> tensor<32xf32>
    %cst_175 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %749 = stablehlo.reduce(%748 init: %cst_175) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %750 = stablehlo.add %747, %749 : tensor<f32>
    %751 = chlo.square %685 : tensor<32xf32> -> tensor<32xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %752 = stablehlo.reduce(%751 init: %cst_176) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %753 = stablehlo.add %750, %752 : tensor<f32>
    %754 = chlo.square %686 : tensor<128xf32> -> tensor<128xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %755 = stablehlo.reduce(%754 init: %cst_177) applies stablehlo.add across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
    %756 = stablehlo.add %753, %755 : tensor<f32>
    %757 = chlo.square %687 : tensor<32xf32> -> tensor<32xf32>
    %cst_178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %758 = stablehlo.reduce(%757 init: %cst_178) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %759 = stablehlo.add %756, %758 : tensor<f32>
    %760 = chlo.square %688 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %761 = stablehlo.reduce(%760 init: %cst_179) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %762 = stablehlo.add %759, %761 : tensor<f32>
    %763 = chlo.square %689 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_180 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %764 = stablehlo.reduce(%763 init: %cst_180) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x32xf32>, tensor<f32>) -> tensor<f32>
    %765 = stablehlo.add %762, %764 : tensor<f32>
    %766 = chlo.square %690 : tensor<32xf32> -> tensor<32xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %767 = stablehlo.reduce(%766 init: %cst_181) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %768 = stablehlo.add %765, %767 : tensor<f32>
    %769 = chlo.square %691 : tensor<32xf32> -> tensor<32xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %770 = stablehlo.reduce(%769 init: %cst_182) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %771 = stablehlo.add %768, %770 : tensor<f32>
    %772 = chlo.square %692 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %773 = stablehlo.reduce(%772 init: %cst_183) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %774 = stablehlo.add %771, %773 : tensor<f32>
    %775 = chlo.square %693 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %776 = stablehlo.reduce(%775 init: %cst_184) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    %777 = stablehlo.add %774, %776 : tensor<f32>
    %778 = stablehlo.sqrt %777 : tensor<f32>
    %cst_185 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %779 = stablehlo.add %778, %cst_185 : tensor<f32>
    %cst_186 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %780 = stablehlo.divide %cst_186, %779 : tensor<f32>
    %cst_187 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %781 = stablehlo.minimum %cst_187, %780 : tensor<f32>
    %782 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %783 = stablehlo.multiply %666, %782 : tensor<32xf32>
    %784 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %785 = stablehlo.multiply %667, %784 : tensor<3x4x8xf32>
    %786 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %787 = stablehlo.multiply %668, %786 : tensor<4x8x32xf32>
    %788 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %789 = stablehlo.multiply %669, %788 : tensor<32x3x4x8xf32>
    %790 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %791 = stablehlo.multiply %670, %790 : tensor<32xf32>
    %792 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %793 = stablehlo.multiply %671, %792 : tensor<32xf32>
    %794 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %795 = stablehlo.multiply %672, %794 : tensor<32xf32>
    %796 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %797 = stablehlo.multiply %673, %796 : tensor<32xf32>
    %798 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %799 = stablehlo.multiply %674, %798 : tensor<128xf32>
    %800 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %801 = stablehlo.multiply %675, %800 : tensor<32xf32>
    %802 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %803 = stablehlo.multiply %676, %802 : tensor<32x128xf32>
    %804 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %805 = stablehlo.multiply %677, %804 : tensor<128x32xf32>
    %806 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %807 = stablehlo.multiply %678, %806 : tensor<32xf32>
    %808 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %809 = stablehlo.multiply %679, %808 : tensor<3x4x8xf32>
    %810 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %811 = stablehlo.multiply %680, %810 : tensor<4x8x32xf32>
    %812 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %813 = stablehlo.multiply %681, %812 : tensor<32x3x4x8xf32>
    %814 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %815 = stablehlo.multiply %682, %814 : tensor<32xf32>
    %816 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %817 = stablehlo.multiply %683, %816 : tensor<32xf32>
    %818 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %819 = stablehlo.multiply %684, %818 : tensor<32xf32>
    %820 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %821 = stablehlo.multiply %685, %820 : tensor<32xf32>
    %822 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %823 = stablehlo.multiply %686, %822 : tensor<128xf32>
    %824 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %825 = stablehlo.multiply %687, %824 : tensor<32xf32>
    %826 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %827 = stablehlo.multiply %688, %826 : tensor<32x128xf32>
    %828 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %829 = stablehlo.multiply %689, %828 : tensor<128x32xf32>
    %830 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %831 = stablehlo.multiply %690, %830 : tensor<32xf32>
    %832 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %833 = stablehlo.multiply %691, %832 : tensor<32xf32>
    %834 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %835 = stablehlo.multiply %692, %834 : tensor<16x32xf32>
    %836 = stablehlo.broadcast_in_dim %781, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %837 = stablehlo.multiply %693, %836 : tensor<64x32xf32>
    %c_188 = stablehlo.constant dense<1> : tensor<i32>
    %838 = stablehlo.add %arg56, %c_188 : tensor<i32>
    %839 = stablehlo.convert %838 : (tensor<i32>) -> tensor<f32>
    %cst_189 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %840 = stablehlo.subtract %839, %cst_189 : tensor<f32>
    %cst_190 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %841 = stablehlo.divide %840, %cst_190 : tensor<f32>
    %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_192 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %842 = call @clip(%841, %cst_191, %cst_192) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_193 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %843 = stablehlo.compare LT, %839, %cst_193, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_194 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %844 = stablehlo.divide %839, %cst_194 : tensor<f32>
    %cst_195 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %845 = stablehlo.multiply %cst_195, %842 : tensor<f32>
    %846 = stablehlo.cosine %845 : tensor<f32>
    %cst_196 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %847 = stablehlo.add %cst_196, %846 : tensor<f32>
    %cst_197 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %848 = stablehlo.multiply %cst_197, %847 : tensor<f32>
    %849 = call @_where_5(%843, %844, %848) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_198 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %850 = stablehlo.multiply %cst_198, %849 : tensor<f32>
    %cst_199 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %851 = stablehlo.power %cst_199, %839 : tensor<f32>
    %cst_200 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %852 = stablehlo.subtract %cst_200, %851 : tensor<f32>
    %cst_201 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %853 = stablehlo.power %cst_201, %839 : tensor<f32>
    %cst_202 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %854 = stablehlo.subtract %cst_202, %853 : tensor<f32>
    %cst_203 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %855 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %856 = stablehlo.multiply %855, %arg0 : tensor<32xf32>
    %cst_204 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %857 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %858 = stablehlo.multiply %857, %783 : tensor<32xf32>
    %859 = stablehlo.add %856, %858 : tensor<32xf32>
    %cst_205 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %860 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %861 = stablehlo.multiply %860, %arg1 : tensor<3x4x8xf32>
    %cst_206 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %862 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %863 = stablehlo.multiply %862, %785 : tensor<3x4x8xf32>
    %864 = stablehlo.add %861, %863 : tensor<3x4x8xf32>
    %cst_207 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %865 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %866 = stablehlo.multiply %865, %arg2 : tensor<4x8x32xf32>
    %cst_208 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %867 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %868 = stablehlo.multiply %867, %787 : tensor<4x8x32xf32>
    %869 = stablehlo.add %866, %868 : tensor<4x8x32xf32>
    %cst_209 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %870 = stablehlo.broadcast_in_dim %cst_209, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %871 = stablehlo.multiply %870, %arg3 : tensor<32x3x4x8xf32>
    %cst_210 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %872 = stablehlo.broadcast_in_dim %cst_210, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %873 = stablehlo.multiply %872, %789 : tensor<32x3x4x8xf32>
    %874 = stablehlo.add %871, %873 : tensor<32x3x4x8xf32>
    %cst_211 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %875 = stablehlo.broadcast_in_dim %cst_211, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %876 = stablehlo.multiply %875, %arg4 : tensor<32xf32>
    %cst_212 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %877 = stablehlo.broadcast_in_dim %cst_212, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %878 = stablehlo.multiply %877, %791 : tensor<32xf32>
    %879 = stablehlo.add %876, %878 : tensor<32xf32>
    %cst_213 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %880 = stablehlo.broadcast_in_dim %cst_213, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %881 = stablehlo.multiply %880, %arg5 : tensor<32xf32>
    %cst_214 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %882 = stablehlo.broadcast_in_dim %cst_214, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %883 = stablehlo.multiply %882, %793 : tensor<32xf32>
    %884 = stablehlo.add %881, %883 : tensor<32xf32>
    %cst_215 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %885 = stablehlo.broadcast_in_dim %cst_215, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %886 = stablehlo.multiply %885, %arg6 : tensor<32xf32>
    %cst_216 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %887 = stablehlo.broadcast_in_dim %cst_216, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %888 = stablehlo.multiply %887, %795 : tensor<32xf32>
    %889 = stablehlo.add %886, %888 : tensor<32xf32>
    %cst_217 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %890 = stablehlo.broadcast_in_dim %cst_217, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %891 = stablehlo.multiply %890, %arg7 : tensor<32xf32>
    %cst_218 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %892 = stablehlo.broadcast_in_dim %cst_218, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %893 = stablehlo.multiply %892, %797 : tensor<32xf32>
    %894 = stablehlo.add %891, %893 : tensor<32xf32>
    %cst_219 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %895 = stablehlo.broadcast_in_dim %cst_219, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %896 = stablehlo.multiply %895, %arg8 : tensor<128xf32>
    %cst_220 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %897 = stablehlo.broadcast_in_dim %cst_220, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %898 = stablehlo.multiply %897, %799 : tensor<128xf32>
    %899 = stablehlo.add %896, %898 : tensor<128xf32>
    %cst_221 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %900 = stablehlo.broadcast_in_dim %cst_221, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %901 = stablehlo.multiply %900, %arg9 : tensor<32xf32>
    %cst_222 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %902 = stablehlo.broadcast_in_dim %cst_222, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %903 = stablehlo.multiply %902, %801 : tensor<32xf32>
    %904 = stablehlo.add %901, %903 : tensor<32xf32>
    %cst_223 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %905 = stablehlo.broadcast_in_dim %cst_223, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %906 = stablehlo.multiply %905, %arg10 : tensor<32x128xf32>
    %cst_224 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %907 = stablehlo.broadcast_in_dim %cst_224, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %908 = stablehlo.multiply %907, %803 : tensor<32x128xf32>
    %909 = stablehlo.add %906, %908 : tensor<32x128xf32>
    %cst_225 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %910 = stablehlo.broadcast_in_dim %cst_225, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %911 = stablehlo.multiply %910, %arg11 : tensor<128x32xf32>
    %cst_226 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %912 = stablehlo.broadcast_in_dim %cst_226, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %913 = stablehlo.multiply %912, %805 : tensor<128x32xf32>
    %914 = stablehlo.add %911, %913 : tensor<128x32xf32>
    %cst_227 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %915 = stablehlo.broadcast_in_dim %cst_227, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %916 = stablehlo.multiply %915, %arg12 : tensor<32xf32>
    %cst_228 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %917 = stablehlo.broadcast_in_dim %cst_228, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %918 = stablehlo.multiply %917, %807 : tensor<32xf32>
    %919 = stablehlo.add %916, %918 : tensor<32xf32>
    %cst_229 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %920 = stablehlo.broadcast_in_dim %cst_229, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %921 = stablehlo.multiply %920, %arg13 : tensor<3x4x8xf32>
    %cst_230 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %922 = stablehlo.broadcast_in_dim %cst_230, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %923 = stablehlo.multiply %922, %809 : tensor<3x4x8xf32>
    %924 = stablehlo.add %921, %923 : tensor<3x4x8xf32>
    %cst_231 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %925 = stablehlo.broadcast_in_dim %cst_231, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %926 = stablehlo.multiply %925, %arg14 : tensor<4x8x32xf32>
    %cst_232 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %927 = stablehlo.broadcast_in_dim %cst_232, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %928 = stablehlo.multiply %927, %811 : tensor<4x8x32xf32>
    %929 = stablehlo.add %926, %928 : tensor<4x8x32xf32>
    %cst_233 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %930 = stablehlo.broadcast_in_dim %cst_233, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %931 = stablehlo.multiply %930, %arg15 : tensor<32x3x4x8xf32>
    %cst_234 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %932 = stablehlo.broadcast_in_dim %cst_234, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %933 = stablehlo.multiply %932, %813 : tensor<32x3x4x8xf32>
    %934 = stablehlo.add %931, %933 : tensor<32x3x4x8xf32>
    %cst_235 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %935 = stablehlo.broadcast_in_dim %cst_235, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %936 = stablehlo.multiply %935, %arg16 : tensor<32xf32>
    %cst_236 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %937 = stablehlo.broadcast_in_dim %cst_236, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %938 = stablehlo.multiply %937, %815 : tensor<32xf32>
    %939 = stablehlo.add %936, %938 : tensor<32xf32>
    %cst_237 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %940 = stablehlo.broadcast_in_dim %cst_237, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %941 = stablehlo.multiply %940, %arg17 : tensor<32xf32>
    %cst_238 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %942 = stablehlo.broadcast_in_dim %cst_238, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %943 = stablehlo.multiply %942, %817 : tensor<32xf32>
    %944 = stablehlo.add %941, %943 : tensor<32xf32>
    %cst_239 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %945 = stablehlo.broadcast_in_dim %cst_239, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %946 = stablehlo.multiply %945, %arg18 : tensor<32xf32>
    %cst_240 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %947 = stablehlo.broadcast_in_dim %cst_240, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %948 = stablehlo.multiply %947, %819 : tensor<32xf32>
    %949 = stablehlo.add %946, %948 : tensor<32xf32>
    %cst_241 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %950 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %951 = stablehlo.multiply %950, %arg19 : tensor<32xf32>
    %cst_242 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %952 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %953 = stablehlo.multiply %952, %821 : tensor<32xf32>
    %954 = stablehlo.add %951, %953 : tensor<32xf32>
    %cst_243 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %955 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %956 = stablehlo.multiply %955, %arg20 : tensor<128xf32>
    %cst_244 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %957 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %958 = stablehlo.multiply %957, %823 : tensor<128xf32>
    %959 = stablehlo.add %956, %958 : tensor<128xf32>
    %cst_245 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %960 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %961 = stablehlo.multiply %960, %arg21 : tensor<32xf32>
    %cst_246 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %962 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %963 = stablehlo.multiply %962, %825 : tensor<32xf32>
    %964 = stablehlo.add %961, %963 : tensor<32xf32>
    %cst_247 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %965 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %966 = stablehlo.multiply %965, %arg22 : tensor<32x128xf32>
    %cst_248 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %967 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %968 = stablehlo.multiply %967, %827 : tensor<32x128xf32>
    %969 = stablehlo.add %966, %968 : tensor<32x128xf32>
    %cst_249 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %970 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %971 = stablehlo.multiply %970, %arg23 : tensor<128x32xf32>
    %cst_250 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %972 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %973 = stablehlo.multiply %972, %829 : tensor<128x32xf32>
    %974 = stablehlo.add %971, %973 : tensor<128x32xf32>
    %cst_251 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %975 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %976 = stablehlo.multiply %975, %arg24 : tensor<32xf32>
    %cst_252 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %977 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %978 = stablehlo.multiply %977, %831 : tensor<32xf32>
    %979 = stablehlo.add %976, %978 : tensor<32xf32>
    %cst_253 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %980 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %981 = stablehlo.multiply %980, %arg25 : tensor<32xf32>
    %cst_254 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %982 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %983 = stablehlo.multiply %982, %833 : tensor<32xf32>
    %984 = stablehlo.add %981, %983 : tensor<32xf32>
    %cst_255 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %985 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %986 = stablehlo.multiply %985, %arg26 : tensor<16x32xf32>
    %cst_256 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %987 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %988 = stablehlo.multiply %987, %835 : tensor<16x32xf32>
    %989 = stablehlo.add %986, %988 : tensor<16x32xf32>
    %cst_257 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %990 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %991 = stablehlo.multiply %990, %arg27 : tensor<64x32xf32>
    %cst_258 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %992 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %993 = stablehlo.multiply %992, %837 : tensor<64x32xf32>
    %994 = stablehlo.add %991, %993 : tensor<64x32xf32>
    %cst_259 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %995 = stablehlo.broadcast_in_dim %cst_259, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %996 = stablehlo.multiply %995, %arg57 : tensor<32xf32>
    %997 = chlo.square %783 : tensor<32xf32> -> tensor<32xf32>
    %cst_260 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %998 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %999 = stablehlo.multiply %998, %997 : tensor<32xf32>
    %1000 = stablehlo.add %996, %999 : tensor<32xf32>
    %cst_261 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1001 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1002 = stablehlo.multiply %1001, %arg58 : tensor<3x4x8xf32>
    %1003 = chlo.square %785 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_262 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1004 = stablehlo.broadcast_in_dim %cst_262, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1005 = stablehlo.multiply %1004, %1003 : tensor<3x4x8xf32>
    %1006 = stablehlo.add %1002, %1005 : tensor<3x4x8xf32>
    %cst_263 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1007 = stablehlo.broadcast_in_dim %cst_263, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1008 = stablehlo.multiply %1007, %arg59 : tensor<4x8x32xf32>
    %1009 = chlo.square %787 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_264 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1010 = stablehlo.broadcast_in_dim %cst_264, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1011 = stablehlo.multiply %1010, %1009 : tensor<4x8x32xf32>
    %1012 = stablehlo.add %1008, %1011 : tensor<4x8x32xf32>
    %cst_265 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1013 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1014 = stablehlo.multiply %1013, %arg60 : tensor<32x3x4x8xf32>
    %1015 = chlo.square %789 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_266 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1016 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1017 = stablehlo.multiply %1016, %1015 : tensor<32x3x4x8xf32>
    %1018 = stablehlo.add %1014, %1017 : tensor<32x3x4x8xf32>
    %cst_267 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1019 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1020 = stablehlo.multiply %1019, %arg61 : tensor<32xf32>
    %1021 = chlo.square %791 : tensor<32xf32> -> tensor<32xf32>
    %cst_268 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1022 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1023 = stablehlo.multiply %1022, %1021 : tensor<32xf32>
    %1024 = stablehlo.add %1020, %1023 : tensor<32xf32>
    %cst_269 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1025 = stablehlo.broadcast_in_dim %cst_269, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1026 = stablehlo.multiply %1025, %arg62 : tensor<32xf32>
    %1027 = chlo.square %793 : tensor<32xf32> -> tensor<32xf32>
    %cst_270 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1028 = stablehlo.broadcast_in_dim %cst_270, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1029 = stablehlo.multiply %1028, %1027 : tensor<32xf32>
    %1030 = stablehlo.add %1026, %1029 : tensor<32xf32>
    %cst_271 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1031 = stablehlo.broadcast_in_dim %cst_271, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1032 = stablehlo.multiply %1031, %arg63 : tensor<32xf32>
    %1033 = chlo.square %795 : tensor<32xf32> -> tensor<32xf32>
    %cst_272 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1034 = stablehlo.broadcast_in_dim %cst_272, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1035 = stablehlo.multiply %1034, %1033 : tensor<32xf32>
    %1036 = stablehlo.add %1032, %1035 : tensor<32xf32>
    %cst_273 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1037 = stablehlo.broadcast_in_dim %cst_273, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1038 = stablehlo.multiply %1037, %arg64 : tensor<32xf32>
    %1039 = chlo.square %797 : tensor<32xf32> -> tensor<32xf32>
    %cst_274 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1040 = stablehlo.broadcast_in_dim %cst_274, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1041 = stablehlo.multiply %1040, %1039 : tensor<32xf32>
    %1042 = stablehlo.add %1038, %1041 : tensor<32xf32>
    %cst_275 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1043 = stablehlo.broadcast_in_dim %cst_275, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1044 = stablehlo.multiply %1043, %arg65 : tensor<128xf32>
    %1045 = chlo.square %799 : tensor<128xf32> -> tensor<128xf32>
    %cst_276 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1046 = stablehlo.broadcast_in_dim %cst_276, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1047 = stablehlo.multiply %1046, %1045 : tensor<128xf32>
    %1048 = stablehlo.add %1044, %1047 : tensor<128xf32>
    %cst_277 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1049 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1050 = stablehlo.multiply %1049, %arg66 : tensor<32xf32>
    %1051 = chlo.square %801 : tensor<32xf32> -> tensor<32xf32>
    %cst_278 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1052 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1053 = stablehlo.multiply %1052, %1051 : tensor<32xf32>
    %1054 = stablehlo.add %1050, %1053 : tensor<32xf32>
    %cst_279 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1055 = stablehlo.broadcast_in_dim %cst_279, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1056 = stablehlo.multiply %1055, %arg67 : tensor<32x128xf32>
    %1057 = chlo.square %803 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_280 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1058 = stablehlo.broadcast_in_dim %cst_280, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1059 = stablehlo.multiply %1058, %1057 : tensor<32x128xf32>
    %1060 = stablehlo.add %1056, %1059 : tensor<32x128xf32>
    %cst_281 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1061 = stablehlo.broadcast_in_dim %cst_281, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1062 = stablehlo.multiply %1061, %arg68 : tensor<128x32xf32>
    %1063 = chlo.square %805 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_282 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1064 = stablehlo.broadcast_in_dim %cst_282, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1065 = stablehlo.multiply %1064, %1063 : tensor<128x32xf32>
    %1066 = stablehlo.add %1062, %1065 : tensor<128x32xf32>
    %cst_283 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1067 = stablehlo.broadcast_in_dim %cst_283, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1068 = stablehlo.multiply %1067, %arg69 : tensor<32xf32>
    %1069 = chlo.square %807 : tensor<32xf32> -> tensor<32xf32>
    %cst_284 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1070 = stablehlo.broadcast_in_dim %cst_284, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1071 = stablehlo.multiply %1070, %1069 : tensor<32xf32>
    %1072 = stablehlo.add %1068, %1071 : tensor<32xf32>
    %cst_285 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1073 = stablehlo.broadcast_in_dim %cst_285, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1074 = stablehlo.multiply %1073, %arg70 : tensor<3x4x8xf32>
    %1075 = chlo.square %809 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_286 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1076 = stablehlo.broadcast_in_dim %cst_286, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1077 = stablehlo.multiply %1076, %1075 : tensor<3x4x8xf32>
    %1078 = stablehlo.add %1074, %1077 : tensor<3x4x8xf32>
    %cst_287 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1079 = stablehlo.broadcast_in_dim %cst_287, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1080 = stablehlo.multiply %1079, %arg71 : tensor<4x8x32xf32>
    %1081 = chlo.square %811 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_288 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1082 = stablehlo.broadcast_in_dim %cst_288, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1083 = stablehlo.multiply %1082, %1081 : tensor<4x8x32xf32>
    %1084 = stablehlo.add %1080, %1083 : tensor<4x8x32xf32>
    %cst_289 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1085 = stablehlo.broadcast_in_dim %cst_289, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1086 = stablehlo.multiply %1085, %arg72 : tensor<32x3x4x8xf32>
    %1087 = chlo.square %813 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_290 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1088 = stablehlo.broadcast_in_dim %cst_290, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1089 = stablehlo.multiply %1088, %1087 : tensor<32x3x4x8xf32>
    %1090 = stablehlo.add %1086, %1089 : tensor<32x3x4x8xf32>
    %cst_291 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1091 = stablehlo.broadcast_in_dim %cst_291, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1092 = stablehlo.multiply %1091, %arg73 : tensor<32xf32>
    %1093 = chlo.square %815 : tensor<32xf32> -> tensor<32xf32>
    %cst_292 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1094 = stablehlo.broadcast_in_dim %cst_292, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1095 = stablehlo.multiply %1094, %1093 : tensor<32xf32>
    %1096 = stablehlo.add %1092, %1095 : tensor<32xf32>
    %cst_293 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1097 = stablehlo.broadcast_in_dim %cst_293, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1098 = stablehlo.multiply %1097, %arg74 : tensor<32xf32>
    %1099 = chlo.square %817 : tensor<32xf32> -> tensor<32xf32>
    %cst_294 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1100 = stablehlo.broadcast_in_dim %cst_294, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1101 = stablehlo.multiply %1100, %1099 : tensor<32xf32>
    %1102 = stablehlo.add %1098, %1101 : tensor<32xf32>
    %cst_295 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1103 = stablehlo.broadcast_in_dim %cst_295, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1104 = stablehlo.multiply %1103, %arg75 : tensor<32xf32>
    %1105 = chlo.square %819 : tensor<32xf32> -> tensor<32xf32>
    %cst_296 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1106 = stablehlo.broadcast_in_dim %cst_296, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1107 = stablehlo.multiply %1106, %1105 : tensor<32xf32>
    %1108 = stablehlo.add %1104, %1107 : tensor<32xf32>
    %cst_297 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1109 = stablehlo.broadcast_in_dim %cst_297, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1110 = stablehlo.multiply %1109, %arg76 : tensor<32xf32>
    %1111 = chlo.square %821 : tensor<32xf32> -> tensor<32xf32>
    %cst_298 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1112 = stablehlo.broadcast_in_dim %cst_298, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1113 = stablehlo.multiply %1112, %1111 : tensor<32xf32>
    %1114 = stablehlo.add %1110, %1113 : tensor<32xf32>
    %cst_299 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1115 = stablehlo.broadcast_in_dim %cst_299, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1116 = stablehlo.multiply %1115, %arg77 : tensor<128xf32>
    %1117 = chlo.square %823 : tensor<128xf32> -> tensor<128xf32>
    %cst_300 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1118 = stablehlo.broadcast_in_dim %cst_300, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1119 = stablehlo.multiply %1118, %1117 : tensor<128xf32>
    %1120 = stablehlo.add %1116, %1119 : tensor<128xf32>
    %cst_301 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1121 = stablehlo.broadcast_in_dim %cst_301, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1122 = stablehlo.multiply %1121, %arg78 : tensor<32xf32>
    %1123 = chlo.square %825 : tensor<32xf32> -> tensor<32xf32>
    %cst_302 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1124 = stablehlo.broadcast_in_dim %cst_302, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1125 = stablehlo.multiply %1124, %1123 : tensor<32xf32>
    %1126 = stablehlo.add %1122, %1125 : tensor<32xf32>
    %cst_303 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1127 = stablehlo.broadcast_in_dim %cst_303, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1128 = stablehlo.multiply %1127, %arg79 : tensor<32x128xf32>
    %1129 = chlo.square %827 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_304 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1130 = stablehlo.broadcast_in_dim %cst_304, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1131 = stablehlo.multiply %1130, %1129 : tensor<32x128xf32>
    %1132 = stablehlo.add %1128, %1131 : tensor<32x128xf32>
    %cst_305 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1133 = stablehlo.broadcast_in_dim %cst_305, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1134 = stablehlo.multiply %1133, %arg80 : tensor<128x32xf32>
    %1135 = chlo.square %829 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_306 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1136 = stablehlo.broadcast_in_dim %cst_306, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1137 = stablehlo.multiply %1136, %1135 : tensor<128x32xf32>
    %1138 = stablehlo.add %1134, %1137 : tensor<128x32xf32>
    %cst_307 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1139 = stablehlo.broadcast_in_dim %cst_307, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1140 = stablehlo.multiply %1139, %arg81 : tensor<32xf32>
    %1141 = chlo.square %831 : tensor<32xf32> -> tensor<32xf32>
    %cst_308 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1142 = stablehlo.broadcast_in_dim %cst_308, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1143 = stablehlo.multiply %1142, %1141 : tensor<32xf32>
    %1144 = stablehlo.add %1140, %1143 : tensor<32xf32>
    %cst_309 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1145 = stablehlo.broadcast_in_dim %cst_309, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1146 = stablehlo.multiply %1145, %arg82 : tensor<32xf32>
    %1147 = chlo.square %833 : tensor<32xf32> -> tensor<32xf32>
    %cst_310 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1148 = stablehlo.broadcast_in_dim %cst_310, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1149 = stablehlo.multiply %1148, %1147 : tensor<32xf32>
    %1150 = stablehlo.add %1146, %1149 : tensor<32xf32>
    %cst_311 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1151 = stablehlo.broadcast_in_dim %cst_311, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1152 = stablehlo.multiply %1151, %arg83 : tensor<16x32xf32>
    %1153 = chlo.square %835 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_312 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1154 = stablehlo.broadcast_in_dim %cst_312, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1155 = stablehlo.multiply %1154, %1153 : tensor<16x32xf32>
    %1156 = stablehlo.add %1152, %1155 : tensor<16x32xf32>
    %cst_313 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1157 = stablehlo.broadcast_in_dim %cst_313, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1158 = stablehlo.multiply %1157, %arg84 : tensor<64x32xf32>
    %1159 = chlo.square %837 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_314 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1160 = stablehlo.broadcast_in_dim %cst_314, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1161 = stablehlo.multiply %1160, %1159 : tensor<64x32xf32>
    %1162 = stablehlo.add %1158, %1161 : tensor<64x32xf32>
    %1163 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1164 = stablehlo.divide %859, %1163 : tensor<32xf32>
    %1165 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1166 = stablehlo.divide %1000, %1165 : tensor<32xf32>
    %1167 = stablehlo.sqrt %1166 : tensor<32xf32>
    %cst_315 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1168 = stablehlo.broadcast_in_dim %cst_315, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1169 = stablehlo.add %1167, %1168 : tensor<32xf32>
    %1170 = stablehlo.divide %1164, %1169 : tensor<32xf32>
    %cst_316 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1171 = stablehlo.broadcast_in_dim %cst_316, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1172 = stablehlo.add %1170, %1171 : tensor<32xf32>
    %1173 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1174 = stablehlo.multiply %1173, %1172 : tensor<32xf32>
    %1175 = stablehlo.subtract %arg28, %1174 : tensor<32xf32>
    %cst_317 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1176 = stablehlo.broadcast_in_dim %cst_317, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1177 = stablehlo.multiply %1176, %arg29 : tensor<3x4x8xf32>
    %1178 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1179 = stablehlo.divide %864, %1178 : tensor<3x4x8xf32>
    %1180 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1181 = stablehlo.divide %1006, %1180 : tensor<3x4x8xf32>
    %1182 = stablehlo.sqrt %1181 : tensor<3x4x8xf32>
    %cst_318 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1183 = stablehlo.broadcast_in_dim %cst_318, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1184 = stablehlo.add %1182, %1183 : tensor<3x4x8xf32>
    %1185 = stablehlo.divide %1179, %1184 : tensor<3x4x8xf32>
    %1186 = stablehlo.add %1185, %1177 : tensor<3x4x8xf32>
    %1187 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1188 = stablehlo.multiply %1187, %1186 : tensor<3x4x8xf32>
    %1189 = stablehlo.subtract %arg29, %1188 : tensor<3x4x8xf32>
    %cst_319 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1190 = stablehlo.broadcast_in_dim %cst_319, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1191 = stablehlo.multiply %1190, %arg30 : tensor<4x8x32xf32>
    %1192 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1193 = stablehlo.divide %869, %1192 : tensor<4x8x32xf32>
    %1194 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1195 = stablehlo.divide %1012, %1194 : tensor<4x8x32xf32>
    %1196 = stablehlo.sqrt %1195 : tensor<4x8x32xf32>
    %cst_320 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1197 = stablehlo.broadcast_in_dim %cst_320, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1198 = stablehlo.add %1196, %1197 : tensor<4x8x32xf32>
    %1199 = stablehlo.divide %1193, %1198 : tensor<4x8x32xf32>
    %1200 = stablehlo.add %1199, %1191 : tensor<4x8x32xf32>
    %1201 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1202 = stablehlo.multiply %1201, %1200 : tensor<4x8x32xf32>
    %1203 = stablehlo.subtract %arg30, %1202 : tensor<4x8x32xf32>
    %cst_321 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1204 = stablehlo.broadcast_in_dim %cst_321, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1205 = stablehlo.multiply %1204, %arg31 : tensor<32x3x4x8xf32>
    %1206 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1207 = stablehlo.divide %874, %1206 : tensor<32x3x4x8xf32>
    %1208 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1209 = stablehlo.divide %1018, %1208 : tensor<32x3x4x8xf32>
    %1210 = stablehlo.sqrt %1209 : tensor<32x3x4x8xf32>
    %cst_322 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1211 = stablehlo.broadcast_in_dim %cst_322, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1212 = stablehlo.add %1210, %1211 : tensor<32x3x4x8xf32>
    %1213 = stablehlo.divide %1207, %1212 : tensor<32x3x4x8xf32>
    %1214 = stablehlo.add %1213, %1205 : tensor<32x3x4x8xf32>
    %1215 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1216 = stablehlo.multiply %1215, %1214 : tensor<32x3x4x8xf32>
    %1217 = stablehlo.subtract %arg31, %1216 : tensor<32x3x4x8xf32>
    %1218 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1219 = stablehlo.divide %879, %1218 : tensor<32xf32>
    %1220 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1221 = stablehlo.divide %1024, %1220 : tensor<32xf32>
    %1222 = stablehlo.sqrt %1221 : tensor<32xf32>
    %cst_323 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1223 = stablehlo.broadcast_in_dim %cst_323, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1224 = stablehlo.add %1222, %1223 : tensor<32xf32>
    %1225 = stablehlo.divide %1219, %1224 : tensor<32xf32>
    %cst_324 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1226 = stablehlo.broadcast_in_dim %cst_324, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1227 = stablehlo.add %1225, %1226 : tensor<32xf32>
    %1228 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1229 = stablehlo.multiply %1228, %1227 : tensor<32xf32>
    %1230 = stablehlo.subtract %arg32, %1229 : tensor<32xf32>
    %1231 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1232 = stablehlo.divide %884, %1231 : tensor<32xf32>
    %1233 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1234 = stablehlo.divide %1030, %1233 : tensor<32xf32>
    %1235 = stablehlo.sqrt %1234 : tensor<32xf32>
    %cst_325 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1236 = stablehlo.broadcast_in_dim %cst_325, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1237 = stablehlo.add %1235, %1236 : tensor<32xf32>
    %1238 = stablehlo.divide %1232, %1237 : tensor<32xf32>
    %cst_326 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1239 = stablehlo.broadcast_in_dim %cst_326, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1240 = stablehlo.add %1238, %1239 : tensor<32xf32>
    %1241 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1242 = stablehlo.multiply %1241, %1240 : tensor<32xf32>
    %1243 = stablehlo.subtract %arg33, %1242 : tensor<32xf32>
    %1244 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1245 = stablehlo.divide %889, %1244 : tensor<32xf32>
    %1246 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1247 = stablehlo.divide %1036, %1246 : tensor<32xf32>
    %1248 = stablehlo.sqrt %1247 : tensor<32xf32>
    %cst_327 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1249 = stablehlo.broadcast_in_dim %cst_327, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1250 = stablehlo.add %1248, %1249 : tensor<32xf32>
    %1251 = stablehlo.divide %1245, %1250 : tensor<32xf32>
    %cst_328 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1252 = stablehlo.broadcast_in_dim %cst_328, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1253 = stablehlo.add %1251, %1252 : tensor<32xf32>
    %1254 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1255 = stablehlo.multiply %1254, %1253 : tensor<32xf32>
    %1256 = stablehlo.subtract %arg34, %1255 : tensor<32xf32>
    %1257 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1258 = stablehlo.divide %894, %1257 : tensor<32xf32>
    %1259 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1260 = stablehlo.divide %1042, %1259 : tensor<32xf32>
    %1261 = stablehlo.sqrt %1260 : tensor<32xf32>
    %cst_329 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1262 = stablehlo.broadcast_in_dim %cst_329, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1263 = stablehlo.add %1261, %1262 : tensor<32xf32>
    %1264 = stablehlo.divide %1258, %1263 : tensor<32xf32>
    %cst_330 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1265 = stablehlo.broadcast_in_dim %cst_330, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1266 = stablehlo.add %1264, %1265 : tensor<32xf32>
    %1267 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1268 = stablehlo.multiply %1267, %1266 : tensor<32xf32>
    %1269 = stablehlo.subtract %arg35, %1268 : tensor<32xf32>
    %1270 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1271 = stablehlo.divide %899, %1270 : tensor<128xf32>
    %1272 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1273 = stablehlo.divide %1048, %1272 : tensor<128xf32>
    %1274 = stablehlo.sqrt %1273 : tensor<128xf32>
    %cst_331 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1275 = stablehlo.broadcast_in_dim %cst_331, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1276 = stablehlo.add %1274, %1275 : tensor<128xf32>
    %1277 = stablehlo.divide %1271, %1276 : tensor<128xf32>
    %cst_332 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1278 = stablehlo.broadcast_in_dim %cst_332, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1279 = stablehlo.add %1277, %1278 : tensor<128xf32>
    %1280 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1281 = stablehlo.multiply %1280, %1279 : tensor<128xf32>
    %1282 = stablehlo.subtract %arg36, %1281 : tensor<128xf32>
    %1283 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1284 = stablehlo.divide %904, %1283 : tensor<32xf32>
    %1285 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1286 = stablehlo.divide %1054, %1285 : tensor<32xf32>
    %1287 = stablehlo.sqrt %1286 : tensor<32xf32>
    %cst_333 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1288 = stablehlo.broadcast_in_dim %cst_333, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1289 = stablehlo.add %1287, %1288 : tensor<32xf32>
    %1290 = stablehlo.divide %1284, %1289 : tensor<32xf32>
    %cst_334 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1291 = stablehlo.broadcast_in_dim %cst_334, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1292 = stablehlo.add %1290, %1291 : tensor<32xf32>
    %1293 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1294 = stablehlo.multiply %1293, %1292 : tensor<32xf32>
    %1295 = stablehlo.subtract %arg37, %1294 : tensor<32xf32>
    %cst_335 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1296 = stablehlo.broadcast_in_dim %cst_335, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1297 = stablehlo.multiply %1296, %arg38 : tensor<32x128xf32>
    %1298 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1299 = stablehlo.divide %909, %1298 : tensor<32x128xf32>
    %1300 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1301 = stablehlo.divide %1060, %1300 : tensor<32x128xf32>
    %1302 = stablehlo.sqrt %1301 : tensor<32x128xf32>
    %cst_336 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1303 = stablehlo.broadcast_in_dim %cst_336, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1304 = stablehlo.add %1302, %1303 : tensor<32x128xf32>
    %1305 = stablehlo.divide %1299, %1304 : tensor<32x128xf32>
    %1306 = stablehlo.add %1305, %1297 : tensor<32x128xf32>
    %1307 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1308 = stablehlo.multiply %1307, %1306 : tensor<32x128xf32>
    %1309 = stablehlo.subtract %arg38, %1308 : tensor<32x128xf32>
    %cst_337 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1310 = stablehlo.broadcast_in_dim %cst_337, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1311 = stablehlo.multiply %1310, %arg39 : tensor<128x32xf32>
    %1312 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1313 = stablehlo.divide %914, %1312 : tensor<128x32xf32>
    %1314 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1315 = stablehlo.divide %1066, %1314 : tensor<128x32xf32>
    %1316 = stablehlo.sqrt %1315 : tensor<128x32xf32>
    %cst_338 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1317 = stablehlo.broadcast_in_dim %cst_338, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1318 = stablehlo.add %1316, %1317 : tensor<128x32xf32>
    %1319 = stablehlo.divide %1313, %1318 : tensor<128x32xf32>
    %1320 = stablehlo.add %1319, %1311 : tensor<128x32xf32>
    %1321 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1322 = stablehlo.multiply %1321, %1320 : tensor<128x32xf32>
    %1323 = stablehlo.subtract %arg39, %1322 : tensor<128x32xf32>
    %1324 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1325 = stablehlo.divide %919, %1324 : tensor<32xf32>
    %1326 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1327 = stablehlo.divide %1072, %1326 : tensor<32xf32>
    %1328 = stablehlo.sqrt %1327 : tensor<32xf32>
    %cst_339 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1329 = stablehlo.broadcast_in_dim %cst_339, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1330 = stablehlo.add %1328, %1329 : tensor<32xf32>
    %1331 = stablehlo.divide %1325, %1330 : tensor<32xf32>
    %cst_340 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1332 = stablehlo.broadcast_in_dim %cst_340, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1333 = stablehlo.add %1331, %1332 : tensor<32xf32>
    %1334 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1335 = stablehlo.multiply %1334, %1333 : tensor<32xf32>
    %1336 = stablehlo.subtract %arg40, %1335 : tensor<32xf32>
    %cst_341 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1337 = stablehlo.broadcast_in_dim %cst_341, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1338 = stablehlo.multiply %1337, %arg41 : tensor<3x4x8xf32>
    %1339 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1340 = stablehlo.divide %924, %1339 : tensor<3x4x8xf32>
    %1341 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1342 = stablehlo.divide %1078, %1341 : tensor<3x4x8xf32>
    %1343 = stablehlo.sqrt %1342 : tensor<3x4x8xf32>
    %cst_342 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1344 = stablehlo.broadcast_in_dim %cst_342, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1345 = stablehlo.add %1343, %1344 : tensor<3x4x8xf32>
    %1346 = stablehlo.divide %1340, %1345 : tensor<3x4x8xf32>
    %1347 = stablehlo.add %1346, %1338 : tensor<3x4x8xf32>
    %1348 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1349 = stablehlo.multiply %1348, %1347 : tensor<3x4x8xf32>
    %1350 = stablehlo.subtract %arg41, %1349 : tensor<3x4x8xf32>
    %cst_343 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1351 = stablehlo.broadcast_in_dim %cst_343, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1352 = stablehlo.multiply %1351, %arg42 : tensor<4x8x32xf32>
    %1353 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1354 = stablehlo.divide %929, %1353 : tensor<4x8x32xf32>
    %1355 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1356 = stablehlo.divide %1084, %1355 : tensor<4x8x32xf32>
    %1357 = stablehlo.sqrt %1356 : tensor<4x8x32xf32>
    %cst_344 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1358 = stablehlo.broadcast_in_dim %cst_344, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1359 = stablehlo.add %1357, %1358 : tensor<4x8x32xf32>
    %1360 = stablehlo.divide %1354, %1359 : tensor<4x8x32xf32>
    %1361 = stablehlo.add %1360, %1352 : tensor<4x8x32xf32>
    %1362 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1363 = stablehlo.multiply %1362, %1361 : tensor<4x8x32xf32>
    %1364 = stablehlo.subtract %arg42, %1363 : tensor<4x8x32xf32>
    %cst_345 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1365 = stablehlo.broadcast_in_dim %cst_345, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1366 = stablehlo.multiply %1365, %arg43 : tensor<32x3x4x8xf32>
    %1367 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1368 = stablehlo.divide %934, %1367 : tensor<32x3x4x8xf32>
    %1369 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1370 = stablehlo.divide %1090, %1369 : tensor<32x3x4x8xf32>
    %1371 = stablehlo.sqrt %1370 : tensor<32x3x4x8xf32>
    %cst_346 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1372 = stablehlo.broadcast_in_dim %cst_346, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1373 = stablehlo.add %1371, %1372 : tensor<32x3x4x8xf32>
    %1374 = stablehlo.divide %1368, %1373 : tensor<32x3x4x8xf32>
    %1375 = stablehlo.add %1374, %1366 : tensor<32x3x4x8xf32>
    %1376 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1377 = stablehlo.multiply %1376, %1375 : tensor<32x3x4x8xf32>
    %1378 = stablehlo.subtract %arg43, %1377 : tensor<32x3x4x8xf32>
    %1379 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1380 = stablehlo.divide %939, %1379 : tensor<32xf32>
    %1381 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1382 = stablehlo.divide %1096, %1381 : tensor<32xf32>
    %1383 = stablehlo.sqrt %1382 : tensor<32xf32>
    %cst_347 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1384 = stablehlo.broadcast_in_dim %cst_347, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1385 = stablehlo.add %1383, %1384 : tensor<32xf32>
    %1386 = stablehlo.divide %1380, %1385 : tensor<32xf32>
    %cst_348 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1387 = stablehlo.broadcast_in_dim %cst_348, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1388 = stablehlo.add %1386, %1387 : tensor<32xf32>
    %1389 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1390 = stablehlo.multiply %1389, %1388 : tensor<32xf32>
    %1391 = stablehlo.subtract %arg44, %1390 : tensor<32xf32>
    %1392 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1393 = stablehlo.divide %944, %1392 : tensor<32xf32>
    %1394 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1395 = stablehlo.divide %1102, %1394 : tensor<32xf32>
    %1396 = stablehlo.sqrt %1395 : tensor<32xf32>
    %cst_349 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1397 = stablehlo.broadcast_in_dim %cst_349, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1398 = stablehlo.add %1396, %1397 : tensor<32xf32>
    %1399 = stablehlo.divide %1393, %1398 : tensor<32xf32>
    %cst_350 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1400 = stablehlo.broadcast_in_dim %cst_350, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1401 = stablehlo.add %1399, %1400 : tensor<32xf32>
    %1402 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1403 = stablehlo.multiply %1402, %1401 : tensor<32xf32>
    %1404 = stablehlo.subtract %arg45, %1403 : tensor<32xf32>
    %1405 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1406 = stablehlo.divide %949, %1405 : tensor<32xf32>
    %1407 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1408 = stablehlo.divide %1108, %1407 : tensor<32xf32>
    %1409 = stablehlo.sqrt %1408 : tensor<32xf32>
    %cst_351 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1410 = stablehlo.broadcast_in_dim %cst_351, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1411 = stablehlo.add %1409, %1410 : tensor<32xf32>
    %1412 = stablehlo.divide %1406, %1411 : tensor<32xf32>
    %cst_352 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1413 = stablehlo.broadcast_in_dim %cst_352, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1414 = stablehlo.add %1412, %1413 : tensor<32xf32>
    %1415 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1416 = stablehlo.multiply %1415, %1414 : tensor<32xf32>
    %1417 = stablehlo.subtract %arg46, %1416 : tensor<32xf32>
    %1418 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1419 = stablehlo.divide %954, %1418 : tensor<32xf32>
    %1420 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1421 = stablehlo.divide %1114, %1420 : tensor<32xf32>
    %1422 = stablehlo.sqrt %1421 : tensor<32xf32>
    %cst_353 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1423 = stablehlo.broadcast_in_dim %cst_353, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1424 = stablehlo.add %1422, %1423 : tensor<32xf32>
    %1425 = stablehlo.divide %1419, %1424 : tensor<32xf32>
    %cst_354 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1426 = stablehlo.broadcast_in_dim %cst_354, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1427 = stablehlo.add %1425, %1426 : tensor<32xf32>
    %1428 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1429 = stablehlo.multiply %1428, %1427 : tensor<32xf32>
    %1430 = stablehlo.subtract %arg47, %1429 : tensor<32xf32>
    %1431 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1432 = stablehlo.divide %959, %1431 : tensor<128xf32>
    %1433 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1434 = stablehlo.divide %1120, %1433 : tensor<128xf32>
    %1435 = stablehlo.sqrt %1434 : tensor<128xf32>
    %cst_355 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1436 = stablehlo.broadcast_in_dim %cst_355, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1437 = stablehlo.add %1435, %1436 : tensor<128xf32>
    %1438 = stablehlo.divide %1432, %1437 : tensor<128xf32>
    %cst_356 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1439 = stablehlo.broadcast_in_dim %cst_356, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1440 = stablehlo.add %1438, %1439 : tensor<128xf32>
    %1441 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1442 = stablehlo.multiply %1441, %1440 : tensor<128xf32>
    %1443 = stablehlo.subtract %arg48, %1442 : tensor<128xf32>
    %1444 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1445 = stablehlo.divide %964, %1444 : tensor<32xf32>
    %1446 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1447 = stablehlo.divide %1126, %1446 : tensor<32xf32>
    %1448 = stablehlo.sqrt %1447 : tensor<32xf32>
    %cst_357 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1449 = stablehlo.broadcast_in_dim %cst_357, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1450 = stablehlo.add %1448, %1449 : tensor<32xf32>
    %1451 = stablehlo.divide %1445, %1450 : tensor<32xf32>
    %cst_358 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1452 = stablehlo.broadcast_in_dim %cst_358, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1453 = stablehlo.add %1451, %1452 : tensor<32xf32>
    %1454 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1455 = stablehlo.multiply %1454, %1453 : tensor<32xf32>
    %1456 = stablehlo.subtract %arg49, %1455 : tensor<32xf32>
    %cst_359 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1457 = stablehlo.broadcast_in_dim %cst_359, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1458 = stablehlo.multiply %1457, %arg50 : tensor<32x128xf32>
    %1459 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1460 = stablehlo.divide %969, %1459 : tensor<32x128xf32>
    %1461 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1462 = stablehlo.divide %1132, %1461 : tensor<32x128xf32>
    %1463 = stablehlo.sqrt %1462 : tensor<32x128xf32>
    %cst_360 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1464 = stablehlo.broadcast_in_dim %cst_360, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1465 = stablehlo.add %1463, %1464 : tensor<32x128xf32>
    %1466 = stablehlo.divide %1460, %1465 : tensor<32x128xf32>
    %1467 = stablehlo.add %1466, %1458 : tensor<32x128xf32>
    %1468 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1469 = stablehlo.multiply %1468, %1467 : tensor<32x128xf32>
    %1470 = stablehlo.subtract %arg50, %1469 : tensor<32x128xf32>
    %cst_361 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1471 = stablehlo.broadcast_in_dim %cst_361, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1472 = stablehlo.multiply %1471, %arg51 : tensor<128x32xf32>
    %1473 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1474 = stablehlo.divide %974, %1473 : tensor<128x32xf32>
    %1475 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1476 = stablehlo.divide %1138, %1475 : tensor<128x32xf32>
    %1477 = stablehlo.sqrt %1476 : tensor<128x32xf32>
    %cst_362 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1478 = stablehlo.broadcast_in_dim %cst_362, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1479 = stablehlo.add %1477, %1478 : tensor<128x32xf32>
    %1480 = stablehlo.divide %1474, %1479 : tensor<128x32xf32>
    %1481 = stablehlo.add %1480, %1472 : tensor<128x32xf32>
    %1482 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1483 = stablehlo.multiply %1482, %1481 : tensor<128x32xf32>
    %1484 = stablehlo.subtract %arg51, %1483 : tensor<128x32xf32>
    %1485 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1486 = stablehlo.divide %979, %1485 : tensor<32xf32>
    %1487 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1488 = stablehlo.divide %1144, %1487 : tensor<32xf32>
    %1489 = stablehlo.sqrt %1488 : tensor<32xf32>
    %cst_363 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1490 = stablehlo.broadcast_in_dim %cst_363, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1491 = stablehlo.add %1489, %1490 : tensor<32xf32>
    %1492 = stablehlo.divide %1486, %1491 : tensor<32xf32>
    %cst_364 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1493 = stablehlo.broadcast_in_dim %cst_364, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1494 = stablehlo.add %1492, %1493 : tensor<32xf32>
    %1495 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1496 = stablehlo.multiply %1495, %1494 : tensor<32xf32>
    %1497 = stablehlo.subtract %arg52, %1496 : tensor<32xf32>
    %1498 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1499 = stablehlo.divide %984, %1498 : tensor<32xf32>
    %1500 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1501 = stablehlo.divide %1150, %1500 : tensor<32xf32>
    %1502 = stablehlo.sqrt %1501 : tensor<32xf32>
    %cst_365 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1503 = stablehlo.broadcast_in_dim %cst_365, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1504 = stablehlo.add %1502, %1503 : tensor<32xf32>
    %1505 = stablehlo.divide %1499, %1504 : tensor<32xf32>
    %cst_366 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1506 = stablehlo.broadcast_in_dim %cst_366, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1507 = stablehlo.add %1505, %1506 : tensor<32xf32>
    %1508 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1509 = stablehlo.multiply %1508, %1507 : tensor<32xf32>
    %1510 = stablehlo.subtract %arg53, %1509 : tensor<32xf32>
    %cst_367 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1511 = stablehlo.broadcast_in_dim %cst_367, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1512 = stablehlo.multiply %1511, %arg54 : tensor<16x32xf32>
    %1513 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1514 = stablehlo.divide %989, %1513 : tensor<16x32xf32>
    %1515 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1516 = stablehlo.divide %1156, %1515 : tensor<16x32xf32>
    %1517 = stablehlo.sqrt %1516 : tensor<16x32xf32>
    %cst_368 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1518 = stablehlo.broadcast_in_dim %cst_368, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1519 = stablehlo.add %1517, %1518 : tensor<16x32xf32>
    %1520 = stablehlo.divide %1514, %1519 : tensor<16x32xf32>
    %1521 = stablehlo.add %1520, %1512 : tensor<16x32xf32>
    %1522 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1523 = stablehlo.multiply %1522, %1521 : tensor<16x32xf32>
    %1524 = stablehlo.subtract %arg54, %1523 : tensor<16x32xf32>
    %cst_369 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1525 = stablehlo.broadcast_in_dim %cst_369, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1526 = stablehlo.multiply %1525, %arg55 : tensor<64x32xf32>
    %1527 = stablehlo.broadcast_in_dim %852, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1528 = stablehlo.divide %994, %1527 : tensor<64x32xf32>
    %1529 = stablehlo.broadcast_in_dim %854, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1530 = stablehlo.divide %1162, %1529 : tensor<64x32xf32>
    %1531 = stablehlo.sqrt %1530 : tensor<64x32xf32>
    %cst_370 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1532 = stablehlo.broadcast_in_dim %cst_370, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1533 = stablehlo.add %1531, %1532 : tensor<64x32xf32>
    %1534 = stablehlo.divide %1528, %1533 : tensor<64x32xf32>
    %1535 = stablehlo.add %1534, %1526 : tensor<64x32xf32>
    %1536 = stablehlo.broadcast_in_dim %850, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1537 = stablehlo.multiply %1536, %1535 : tensor<64x32xf32>
    %1538 = stablehlo.subtract %arg55, %1537 : tensor<64x32xf32>
    return %859, %864, %869, %874, %879, %884, %889, %894, %899, %904, %909, %914, %919, %924, %929, %934, %939, %944, %949, %954, %959, %964, %969, %974, %979, %984, %989, %994, %1175, %1189, %1203, %1217, %1230, %1243, %1256, %1269, %1282, %1295, %1309, %1323, %1336, %1350, %1364, %1378, %1391, %1404, %1417, %1430, %1443, %1456, %1470, %1484, %1497, %1510, %1524, %1538, %838, %1000, %1006, %1012, %1018, %1024, %1030, %1036, %1042, %1048, %1054, %1060, %1066, %1072, %1078, %1084, %1090, %1096, %1102, %1108, %1114, %1120, %1126, %1132, %1138, %1144, %1150, %1156, %1162, %778, %324 : tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<i32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<f32>, tensor<f32>
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
  func.func private @_where_0(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %3, %1 : tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>
  }
  func.func private @_where_1(%arg0: tensor<8x16x64xi1>, %arg1: tensor<8x16x64xf32>, %arg2: tensor<i32>) -> tensor<8x16x64xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<8x16x64xi1>, tensor<8x16x64xf32>
    return %2 : tensor<8x16x64xf32>
  }
  func.func private @_where_2(%arg0: tensor<8x16x64xi1>, %arg1: tensor<8x16x64xf32>) -> tensor<8x16x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x64xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x16x64xi1>, tensor<8x16x64xf32>
    return %1 : tensor<8x16x64xf32>
  }
  func.func private @_where_3(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @_take_4(%arg0: tensor<8x16x1xi32>, %arg1: tensor<8x16x32xf32>) -> tensor<64x32xf32> {
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
  func.func private @_where_5(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
