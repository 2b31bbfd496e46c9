module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 24 : i32}, %arg25: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 32 : i32}, %arg33: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 36 : i32}, %arg37: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 37 : i32}, %arg38: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 38 : i32}, %arg39: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 39 : i32}, %arg40: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 40 : i32}, %arg41: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 41 : i32}, %arg42: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 42 : i32}, %arg43: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>, tf.aliasing_output = 43 : i32}, %arg44: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 44 : i32}, %arg45: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 45 : i32}, %arg46: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 46 : i32}, %arg47: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 47 : i32}, %arg48: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 48 : i32}, %arg49: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 49 : i32}, %arg50: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 50 : i32}, %arg51: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 51 : i32}, %arg52: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 52 : i32}, %arg53: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 53 : i32}, %arg54: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 54 : i32}, %arg55: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 55 : i32}, %arg56: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 56 : i32}, %arg57: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 57 : i32}, %arg58: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 58 : i32}, %arg59: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 59 : i32}, %arg60: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>, tf.aliasing_output = 60 : i32}, %arg61: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 61 : i32}, %arg62: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 62 : i32}, %arg63: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 63 : i32}, %arg64: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 64 : i32}, %arg65: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 65 : i32}, %arg66: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 66 : i32}, %arg67: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 67 : i32}, %arg68: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 68 : i32}, %arg69: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 69 : i32}, %arg70: tensor<3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 70 : i32}, %arg71: tensor<4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 71 : i32}, %arg72: tensor<32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>, tf.aliasing_output = 72 : i32}, %arg73: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 73 : i32}, %arg74: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 74 : i32}, %arg75: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 75 : i32}, %arg76: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 76 : i32}, %arg77: tensor<128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 77 : i32}, %arg78: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 78 : i32}, %arg79: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 79 : i32}, %arg80: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 80 : i32}, %arg81: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 81 : i32}, %arg82: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 82 : i32}, %arg83: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 83 : i32}, %arg84: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 84 : i32}, %arg85: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg86: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][0]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['m']['blocks'][0]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['m']['blocks'][1]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['m']['blocks'][1]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['m']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['m']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][0]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['params']['blocks'][0]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['params']['blocks'][1]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['params']['blocks'][1]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['params']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['params']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<i32> {jax.result_info = "result[0]['step']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][0]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['v']['blocks'][0]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, tensor<4x8x32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<32x3x4x8xf32> {jax.result_info = "result[0]['v']['blocks'][1]['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<128xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x128xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<128x32xf32> {jax.result_info = "result[0]['v']['blocks'][1]['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[0]['v']['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['v']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<f32> {jax.result_info = "result[1]['grad_norm']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "result[1]['loss']", sdy.sharding = #sdy.sharding<@mesh, []>}) {
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
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.reduce(%11 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %15 = stablehlo.divide %13, %14 : tensor<8x16x1xf32>
    %16 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %17 = stablehlo.subtract %4, %16 : tensor<8x16x32xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %19 = stablehlo.add %15, %18 : tensor<8x16x1xf32>
    %20 = stablehlo.rsqrt %19 : tensor<8x16x1xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %22 = stablehlo.multiply %17, %21 : tensor<8x16x32xf32>
    %23 = stablehlo.broadcast_in_dim %arg33, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<8x16x32xf32>
    %26 = stablehlo.broadcast_in_dim %arg32, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %28 = stablehlo.add %25, %27 : tensor<8x16x32xf32>
    %29 = stablehlo.dot_general %28, %arg31, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %30 = stablehlo.broadcast_in_dim %arg29, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %32 = stablehlo.add %29, %31 : tensor<8x16x3x4x8xf32>
    %33 = stablehlo.slice %32 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %34 = stablehlo.reshape %33 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %35 = sdy.sharding_constraint %34 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %36 = stablehlo.slice %32 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %38 = sdy.sharding_constraint %37 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %39 = stablehlo.slice %32 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %40 = stablehlo.reshape %39 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %41 = sdy.sharding_constraint %40 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %42 = stablehlo.dot_general %35, %38, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %44 = stablehlo.multiply %42, %43 : tensor<8x4x16x16xf32>
    %45 = stablehlo.iota dim = 0 : tensor<16xi32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %47 = stablehlo.iota dim = 0 : tensor<16xi32>
    %48 = stablehlo.broadcast_in_dim %47, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %49 = stablehlo.broadcast_in_dim %46, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %51 = stablehlo.compare GE, %49, %50, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %52 = call @_where_0(%51, %44, %cst_5) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %53 = stablehlo.reduce(%52 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %55 = stablehlo.maximum %54, %53 : tensor<8x4x16xf32>
    %56 = stablehlo.broadcast_in_dim %55, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %58 = stablehlo.subtract %52, %57 : tensor<8x4x16x16xf32>
    %59 = stablehlo.exponential %58 : tensor<8x4x16x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %62 = stablehlo.broadcast_in_dim %61, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %63 = stablehlo.divide %59, %62 : tensor<8x4x16x16xf32>
    %64 = stablehlo.dot_general %41, %63, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %65 = stablehlo.transpose %64, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %66 = sdy.sharding_constraint %65 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %67 = stablehlo.dot_general %66, %arg30, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %68 = stablehlo.broadcast_in_dim %arg28, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %70 = stablehlo.add %67, %69 : tensor<8x16x32xf32>
    %71 = stablehlo.add %4, %70 : tensor<8x16x32xf32>
    %72 = sdy.sharding_constraint %71 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.reduce(%72 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_10 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %76 = stablehlo.divide %74, %75 : tensor<8x16x1xf32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %78 = stablehlo.subtract %72, %77 : tensor<8x16x32xf32>
    %79 = chlo.square %78 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %82 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %83 = stablehlo.divide %81, %82 : tensor<8x16x1xf32>
    %84 = stablehlo.broadcast_in_dim %76, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %85 = stablehlo.subtract %72, %84 : tensor<8x16x32xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %87 = stablehlo.add %83, %86 : tensor<8x16x1xf32>
    %88 = stablehlo.rsqrt %87 : tensor<8x16x1xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %90 = stablehlo.multiply %85, %89 : tensor<8x16x32xf32>
    %91 = stablehlo.broadcast_in_dim %arg35, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %92 = stablehlo.broadcast_in_dim %91, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %93 = stablehlo.multiply %90, %92 : tensor<8x16x32xf32>
    %94 = stablehlo.broadcast_in_dim %arg34, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %95 = stablehlo.broadcast_in_dim %94, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %96 = stablehlo.add %93, %95 : tensor<8x16x32xf32>
    %97 = stablehlo.dot_general %96, %arg38, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %98 = stablehlo.broadcast_in_dim %arg36, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %99 = stablehlo.broadcast_in_dim %98, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %100 = stablehlo.add %97, %99 : tensor<8x16x128xf32>
    %101 = sdy.sharding_constraint %100 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x128xf32>
    %102 = stablehlo.multiply %101, %101 : tensor<8x16x128xf32>
    %103 = stablehlo.multiply %102, %101 : tensor<8x16x128xf32>
    %cst_14 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %105 = stablehlo.multiply %104, %103 : tensor<8x16x128xf32>
    %106 = stablehlo.add %101, %105 : tensor<8x16x128xf32>
    %cst_15 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %108 = stablehlo.multiply %107, %106 : tensor<8x16x128xf32>
    %109 = stablehlo.tanh %108 : tensor<8x16x128xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %111 = stablehlo.add %110, %109 : tensor<8x16x128xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %112 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %113 = stablehlo.multiply %112, %111 : tensor<8x16x128xf32>
    %114 = stablehlo.multiply %101, %113 : tensor<8x16x128xf32>
    %115 = stablehlo.dot_general %114, %arg39, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %116 = stablehlo.broadcast_in_dim %arg37, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %118 = stablehlo.add %115, %117 : tensor<8x16x32xf32>
    %119 = stablehlo.add %72, %118 : tensor<8x16x32xf32>
    %120 = sdy.sharding_constraint %119 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %121 = stablehlo.reduce(%120 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %122 = stablehlo.broadcast_in_dim %121, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_19 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %123 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %124 = stablehlo.divide %122, %123 : tensor<8x16x1xf32>
    %125 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %126 = stablehlo.subtract %120, %125 : tensor<8x16x32xf32>
    %127 = chlo.square %126 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %128 = stablehlo.reduce(%127 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_21 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %130 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %131 = stablehlo.divide %129, %130 : tensor<8x16x1xf32>
    %132 = stablehlo.broadcast_in_dim %124, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %133 = stablehlo.subtract %120, %132 : tensor<8x16x32xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %134 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %135 = stablehlo.add %131, %134 : tensor<8x16x1xf32>
    %136 = stablehlo.rsqrt %135 : tensor<8x16x1xf32>
    %137 = stablehlo.broadcast_in_dim %136, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %138 = stablehlo.multiply %133, %137 : tensor<8x16x32xf32>
    %139 = stablehlo.broadcast_in_dim %arg45, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %140 = stablehlo.broadcast_in_dim %139, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %141 = stablehlo.multiply %138, %140 : tensor<8x16x32xf32>
    %142 = stablehlo.broadcast_in_dim %arg44, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %143 = stablehlo.broadcast_in_dim %142, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %144 = stablehlo.add %141, %143 : tensor<8x16x32xf32>
    %145 = stablehlo.dot_general %144, %arg43, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %146 = stablehlo.broadcast_in_dim %arg41, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %147 = stablehlo.broadcast_in_dim %146, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %148 = stablehlo.add %145, %147 : tensor<8x16x3x4x8xf32>
    %149 = stablehlo.slice %148 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %150 = stablehlo.reshape %149 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %151 = sdy.sharding_constraint %150 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %152 = stablehlo.slice %148 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %153 = stablehlo.reshape %152 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %154 = sdy.sharding_constraint %153 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %155 = stablehlo.slice %148 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %156 = stablehlo.reshape %155 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %157 = sdy.sharding_constraint %156 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %158 = stablehlo.dot_general %151, %154, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_23 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %160 = stablehlo.multiply %158, %159 : tensor<8x4x16x16xf32>
    %161 = stablehlo.iota dim = 0 : tensor<16xi32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %163 = stablehlo.iota dim = 0 : tensor<16xi32>
    %164 = stablehlo.broadcast_in_dim %163, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %165 = stablehlo.broadcast_in_dim %162, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %166 = stablehlo.broadcast_in_dim %164, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %167 = stablehlo.compare GE, %165, %166, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_24 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %168 = call @_where_0(%167, %160, %cst_24) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16x16xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %169 = stablehlo.reduce(%168 init: %cst_25) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_26 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %171 = stablehlo.maximum %170, %169 : tensor<8x4x16xf32>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %174 = stablehlo.subtract %168, %173 : tensor<8x4x16x16xf32>
    %175 = stablehlo.exponential %174 : tensor<8x4x16x16xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%175 init: %cst_27) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %179 = stablehlo.divide %175, %178 : tensor<8x4x16x16xf32>
    %180 = stablehlo.dot_general %157, %179, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %181 = stablehlo.transpose %180, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %182 = sdy.sharding_constraint %181 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %183 = stablehlo.dot_general %182, %arg42, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %184 = stablehlo.broadcast_in_dim %arg40, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %185 = stablehlo.broadcast_in_dim %184, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %186 = stablehlo.add %183, %185 : tensor<8x16x32xf32>
    %187 = stablehlo.add %120, %186 : tensor<8x16x32xf32>
    %188 = sdy.sharding_constraint %187 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %189 = stablehlo.reduce(%188 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %190 = stablehlo.broadcast_in_dim %189, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %191 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %192 = stablehlo.divide %190, %191 : tensor<8x16x1xf32>
    %193 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %194 = stablehlo.subtract %188, %193 : tensor<8x16x32xf32>
    %195 = chlo.square %194 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%195 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %197 = stablehlo.broadcast_in_dim %196, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_31 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %199 = stablehlo.divide %197, %198 : tensor<8x16x1xf32>
    %200 = stablehlo.broadcast_in_dim %192, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %201 = stablehlo.subtract %188, %200 : tensor<8x16x32xf32>
    %cst_32 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %203 = stablehlo.add %199, %202 : tensor<8x16x1xf32>
    %204 = stablehlo.rsqrt %203 : tensor<8x16x1xf32>
    %205 = stablehlo.broadcast_in_dim %204, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %206 = stablehlo.multiply %201, %205 : tensor<8x16x32xf32>
    %207 = stablehlo.broadcast_in_dim %arg47, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %208 = stablehlo.broadcast_in_dim %207, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %209 = stablehlo.multiply %206, %208 : tensor<8x16x32xf32>
    %210 = stablehlo.broadcast_in_dim %arg46, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %211 = stablehlo.broadcast_in_dim %210, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %212 = stablehlo.add %209, %211 : tensor<8x16x32xf32>
    %213 = stablehlo.dot_general %212, %arg50, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %214 = stablehlo.broadcast_in_dim %arg48, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %215 = stablehlo.broadcast_in_dim %214, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %216 = stablehlo.add %213, %215 : tensor<8x16x128xf32>
    %217 = sdy.sharding_constraint %216 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x128xf32>
    %218 = stablehlo.multiply %217, %217 : tensor<8x16x128xf32>
    %219 = stablehlo.multiply %218, %217 : tensor<8x16x128xf32>
    %cst_33 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %221 = stablehlo.multiply %220, %219 : tensor<8x16x128xf32>
    %222 = stablehlo.add %217, %221 : tensor<8x16x128xf32>
    %cst_34 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %223 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %224 = stablehlo.multiply %223, %222 : tensor<8x16x128xf32>
    %225 = stablehlo.tanh %224 : tensor<8x16x128xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %226 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %227 = stablehlo.add %226, %225 : tensor<8x16x128xf32>
    %cst_36 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %228 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %229 = stablehlo.multiply %228, %227 : tensor<8x16x128xf32>
    %230 = stablehlo.multiply %217, %229 : tensor<8x16x128xf32>
    %231 = stablehlo.dot_general %230, %arg51, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %232 = stablehlo.broadcast_in_dim %arg49, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %233 = stablehlo.broadcast_in_dim %232, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %234 = stablehlo.add %231, %233 : tensor<8x16x32xf32>
    %235 = stablehlo.add %188, %234 : tensor<8x16x32xf32>
    %236 = sdy.sharding_constraint %235 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %237 = stablehlo.reduce(%236 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %238 = stablehlo.broadcast_in_dim %237, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_38 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %239 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %240 = stablehlo.divide %238, %239 : tensor<8x16x1xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %242 = stablehlo.subtract %236, %241 : tensor<8x16x32xf32>
    %243 = chlo.square %242 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_39 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %244 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %245 = stablehlo.multiply %244, %242 : tensor<8x16x32xf32>
    %cst_40 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %246 = stablehlo.reduce(%243 init: %cst_40) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %247 = stablehlo.broadcast_in_dim %246, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_41 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %249 = stablehlo.divide %247, %248 : tensor<8x16x1xf32>
    %250 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %251 = stablehlo.subtract %236, %250 : tensor<8x16x32xf32>
    %cst_42 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %252 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %253 = stablehlo.add %249, %252 : tensor<8x16x1xf32>
    %254 = stablehlo.rsqrt %253 : tensor<8x16x1xf32>
    %255 = stablehlo.divide %254, %253 : tensor<8x16x1xf32>
    %cst_43 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %256 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %257 = stablehlo.multiply %256, %255 : tensor<8x16x1xf32>
    %258 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %259 = stablehlo.multiply %251, %258 : tensor<8x16x32xf32>
    %260 = stablehlo.broadcast_in_dim %arg53, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %261 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %262 = stablehlo.multiply %259, %261 : tensor<8x16x32xf32>
    %263 = stablehlo.broadcast_in_dim %arg52, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %264 = stablehlo.broadcast_in_dim %263, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %265 = stablehlo.add %262, %264 : tensor<8x16x32xf32>
    %266 = stablehlo.transpose %arg55, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %267 = stablehlo.dot_general %265, %266, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %268 = sdy.sharding_constraint %267 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x64xf32>
    %cst_44 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %269 = stablehlo.reduce(%268 init: %cst_44) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %270 = stablehlo.broadcast_in_dim %269, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %271 = stablehlo.broadcast_in_dim %270, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %272 = stablehlo.subtract %268, %271 : tensor<8x16x64xf32>
    %273 = stablehlo.exponential %272 : tensor<8x16x64xf32>
    %cst_45 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %274 = stablehlo.reduce(%273 init: %cst_45) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %275 = stablehlo.log %274 : tensor<8x16xf32>
    %276 = stablehlo.reshape %270 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %277 = stablehlo.add %275, %276 : tensor<8x16xf32>
    %278 = stablehlo.broadcast_in_dim %arg86, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %279 = stablehlo.iota dim = 0 : tensor<64xi32>
    %280 = stablehlo.broadcast_in_dim %279, dims = [2] : (tensor<64xi32>) -> tensor<1x1x64xi32>
    %281 = stablehlo.broadcast_in_dim %278, dims = [0, 1, 2] : (tensor<8x16x1xi32>) -> tensor<8x16x64xi32>
    %282 = stablehlo.broadcast_in_dim %280, dims = [0, 1, 2] : (tensor<1x1x64xi32>) -> tensor<8x16x64xi32>
    %283 = stablehlo.compare EQ, %281, %282, SIGNED : (tensor<8x16x64xi32>, tensor<8x16x64xi32>) -> tensor<8x16x64xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %284 = call @_where_1(%283, %268, %c) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %285 = stablehlo.reduce(%284 init: %cst_46) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %286 = stablehlo.subtract %277, %285 : tensor<8x16xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %287 = stablehlo.reduce(%286 init: %cst_47) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_48 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %288 = stablehlo.divide %287, %cst_48 : tensor<f32>
    %cst_49 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_50 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %289 = stablehlo.divide %cst_49, %cst_50 : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %289, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %291 = stablehlo.negate %290 : tensor<8x16xf32>
    %292 = stablehlo.broadcast_in_dim %291, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %293 = call @_where_2(%283, %292) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %294 = stablehlo.divide %290, %274 : tensor<8x16xf32>
    %295 = stablehlo.broadcast_in_dim %294, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %296 = stablehlo.multiply %295, %273 : tensor<8x16x64xf32>
    %297 = stablehlo.add %293, %296 : tensor<8x16x64xf32>
    %298 = sdy.sharding_constraint %297 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x64xf32>
    %299 = stablehlo.dot_general %298, %265, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %300 = stablehlo.transpose %299, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %301 = stablehlo.dot_general %298, %266, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %302 = stablehlo.transpose %300, dims = [1, 0] : (tensor<32x64xf32>) -> tensor<64x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %303 = stablehlo.reduce(%301 init: %cst_51) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %304 = stablehlo.reshape %303 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %305 = stablehlo.reduce(%304 init: %cst_52) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %306 = stablehlo.multiply %259, %301 : tensor<8x16x32xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %307 = stablehlo.reduce(%306 init: %cst_53) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %308 = stablehlo.reshape %307 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %309 = stablehlo.broadcast_in_dim %260, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %310 = stablehlo.multiply %301, %309 : tensor<8x16x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %311 = stablehlo.reduce(%308 init: %cst_54) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %312 = stablehlo.multiply %251, %310 : tensor<8x16x32xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %313 = stablehlo.reduce(%312 init: %cst_55) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %314 = stablehlo.reshape %313 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %315 = stablehlo.broadcast_in_dim %254, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %316 = stablehlo.multiply %310, %315 : tensor<8x16x32xf32>
    %317 = stablehlo.multiply %314, %257 : tensor<8x16x1xf32>
    %318 = stablehlo.negate %316 : tensor<8x16x32xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %319 = stablehlo.reduce(%318 init: %cst_56) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %320 = stablehlo.reshape %319 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_57 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %321 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %322 = stablehlo.divide %317, %321 : tensor<8x16x1xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %323 = stablehlo.reduce(%322 init: %cst_58) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %324 = stablehlo.broadcast_in_dim %323, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %325 = stablehlo.multiply %324, %245 : tensor<8x16x32xf32>
    %326 = stablehlo.negate %325 : tensor<8x16x32xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %327 = stablehlo.reduce(%326 init: %cst_59) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %328 = stablehlo.reshape %327 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %329 = stablehlo.add %316, %325 : tensor<8x16x32xf32>
    %330 = stablehlo.add %320, %328 : tensor<8x16x1xf32>
    %cst_60 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %331 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %332 = stablehlo.divide %330, %331 : tensor<8x16x1xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %333 = stablehlo.reduce(%332 init: %cst_61) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %334 = stablehlo.broadcast_in_dim %333, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %335 = stablehlo.add %329, %334 : tensor<8x16x32xf32>
    %336:13 = stablehlo.optimization_barrier %120, %arg40, %arg41, %arg42, %arg43, %arg44, %arg45, %arg46, %arg47, %arg48, %arg50, %arg51, %335 : tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<8x16x32xf32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %337 = stablehlo.reduce(%336#0 init: %cst_62) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %338 = stablehlo.broadcast_in_dim %337, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_63 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %339 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %340 = stablehlo.divide %338, %339 : tensor<8x16x1xf32>
    %341 = stablehlo.broadcast_in_dim %340, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %342 = stablehlo.subtract %336#0, %341 : tensor<8x16x32xf32>
    %343 = chlo.square %342 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_64 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %344 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %345 = stablehlo.multiply %344, %342 : tensor<8x16x32xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %346 = stablehlo.reduce(%343 init: %cst_65) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %347 = stablehlo.broadcast_in_dim %346, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_66 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %348 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %349 = stablehlo.divide %347, %348 : tensor<8x16x1xf32>
    %350 = stablehlo.broadcast_in_dim %340, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %351 = stablehlo.subtract %336#0, %350 : tensor<8x16x32xf32>
    %cst_67 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %352 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %353 = stablehlo.add %349, %352 : tensor<8x16x1xf32>
    %354 = stablehlo.rsqrt %353 : tensor<8x16x1xf32>
    %355 = stablehlo.divide %354, %353 : tensor<8x16x1xf32>
    %cst_68 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %356 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %357 = stablehlo.multiply %356, %355 : tensor<8x16x1xf32>
    %358 = stablehlo.broadcast_in_dim %354, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %359 = stablehlo.multiply %351, %358 : tensor<8x16x32xf32>
    %360 = stablehlo.broadcast_in_dim %336#6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %361 = stablehlo.broadcast_in_dim %360, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %362 = stablehlo.multiply %359, %361 : tensor<8x16x32xf32>
    %363 = stablehlo.broadcast_in_dim %336#5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %364 = stablehlo.broadcast_in_dim %363, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %365 = stablehlo.add %362, %364 : tensor<8x16x32xf32>
    %366 = stablehlo.dot_general %365, %336#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %367 = stablehlo.broadcast_in_dim %336#2, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %368 = stablehlo.broadcast_in_dim %367, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %369 = stablehlo.add %366, %368 : tensor<8x16x3x4x8xf32>
    %370 = stablehlo.slice %369 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %371 = stablehlo.reshape %370 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %372 = sdy.sharding_constraint %371 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %373 = stablehlo.slice %369 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %374 = stablehlo.reshape %373 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %375 = sdy.sharding_constraint %374 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %376 = stablehlo.slice %369 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %377 = stablehlo.reshape %376 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %378 = sdy.sharding_constraint %377 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %379 = stablehlo.dot_general %372, %375, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_69 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %380 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %381 = stablehlo.multiply %379, %380 : tensor<8x4x16x16xf32>
    %382 = stablehlo.iota dim = 0 : tensor<16xi32>
    %383 = stablehlo.broadcast_in_dim %382, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %384 = stablehlo.iota dim = 0 : tensor<16xi32>
    %385 = stablehlo.broadcast_in_dim %384, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %386 = stablehlo.broadcast_in_dim %383, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %387 = stablehlo.broadcast_in_dim %385, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %388 = stablehlo.compare GE, %386, %387, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_70 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %389:2 = call @_where_3(%388, %381, %cst_70) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
    %cst_71 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %390 = stablehlo.reduce(%389#0 init: %cst_71) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_72 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %391 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %392 = stablehlo.maximum %391, %390 : tensor<8x4x16xf32>
    %393 = stablehlo.broadcast_in_dim %392, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %394 = stablehlo.broadcast_in_dim %393, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %395 = stablehlo.subtract %389#0, %394 : tensor<8x4x16x16xf32>
    %396 = stablehlo.exponential %395 : tensor<8x4x16x16xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %397 = stablehlo.reduce(%396 init: %cst_73) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %398 = stablehlo.broadcast_in_dim %397, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %399 = stablehlo.broadcast_in_dim %398, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %400 = stablehlo.divide %396, %399 : tensor<8x4x16x16xf32>
    %401 = stablehlo.multiply %398, %398 : tensor<8x4x16x1xf32>
    %cst_74 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %402 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %403 = stablehlo.divide %402, %401 : tensor<8x4x16x1xf32>
    %404 = stablehlo.dot_general %378, %400, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %405 = stablehlo.transpose %404, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %406 = sdy.sharding_constraint %405 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %407 = stablehlo.dot_general %406, %336#3, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %408 = stablehlo.broadcast_in_dim %336#1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %409 = stablehlo.broadcast_in_dim %408, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %410 = stablehlo.add %407, %409 : tensor<8x16x32xf32>
    %411 = stablehlo.add %336#0, %410 : tensor<8x16x32xf32>
    %412 = sdy.sharding_constraint %411 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %413 = stablehlo.reduce(%412 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %414 = stablehlo.broadcast_in_dim %413, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_76 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %415 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %416 = stablehlo.divide %414, %415 : tensor<8x16x1xf32>
    %417 = stablehlo.broadcast_in_dim %416, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %418 = stablehlo.subtract %412, %417 : tensor<8x16x32xf32>
    %419 = chlo.square %418 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_77 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %420 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %421 = stablehlo.multiply %420, %418 : tensor<8x16x32xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %422 = stablehlo.reduce(%419 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %423 = stablehlo.broadcast_in_dim %422, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_79 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %424 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %425 = stablehlo.divide %423, %424 : tensor<8x16x1xf32>
    %426 = stablehlo.broadcast_in_dim %416, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %427 = stablehlo.subtract %412, %426 : tensor<8x16x32xf32>
    %cst_80 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %428 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %429 = stablehlo.add %425, %428 : tensor<8x16x1xf32>
    %430 = stablehlo.rsqrt %429 : tensor<8x16x1xf32>
    %431 = stablehlo.divide %430, %429 : tensor<8x16x1xf32>
    %cst_81 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %432 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %433 = stablehlo.multiply %432, %431 : tensor<8x16x1xf32>
    %434 = stablehlo.broadcast_in_dim %430, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %435 = stablehlo.multiply %427, %434 : tensor<8x16x32xf32>
    %436 = stablehlo.broadcast_in_dim %336#8, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %437 = stablehlo.broadcast_in_dim %436, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %438 = stablehlo.multiply %435, %437 : tensor<8x16x32xf32>
    %439 = stablehlo.broadcast_in_dim %336#7, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %440 = stablehlo.broadcast_in_dim %439, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %441 = stablehlo.add %438, %440 : tensor<8x16x32xf32>
    %442 = stablehlo.dot_general %441, %336#10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %443 = stablehlo.broadcast_in_dim %336#9, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %444 = stablehlo.broadcast_in_dim %443, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %445 = stablehlo.add %442, %444 : tensor<8x16x128xf32>
    %446 = sdy.sharding_constraint %445 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x128xf32>
    %447 = stablehlo.multiply %446, %446 : tensor<8x16x128xf32>
    %448 = stablehlo.multiply %447, %446 : tensor<8x16x128xf32>
    %449 = stablehlo.multiply %446, %446 : tensor<8x16x128xf32>
    %cst_82 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %450 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %451 = stablehlo.multiply %450, %449 : tensor<8x16x128xf32>
    %cst_83 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %452 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %453 = stablehlo.multiply %452, %448 : tensor<8x16x128xf32>
    %454 = stablehlo.add %446, %453 : tensor<8x16x128xf32>
    %cst_84 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %455 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %456 = stablehlo.multiply %455, %454 : tensor<8x16x128xf32>
    %457 = stablehlo.tanh %456 : tensor<8x16x128xf32>
    %cst_85 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %458 = stablehlo.broadcast_in_dim %cst_85, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %459 = stablehlo.subtract %458, %457 : tensor<8x16x128xf32>
    %cst_86 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %460 = stablehlo.broadcast_in_dim %cst_86, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %461 = stablehlo.add %460, %457 : tensor<8x16x128xf32>
    %cst_87 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %462 = stablehlo.broadcast_in_dim %cst_87, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %463 = stablehlo.multiply %462, %461 : tensor<8x16x128xf32>
    %464 = stablehlo.multiply %446, %463 : tensor<8x16x128xf32>
    %465 = sdy.sharding_constraint %336#12 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %466 = stablehlo.reduce(%465 init: %cst_88) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %467 = stablehlo.reshape %466 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_89 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %468 = stablehlo.reduce(%467 init: %cst_89) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %469 = stablehlo.dot_general %465, %464, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x128xf32>) -> tensor<32x128xf32>
    %470 = stablehlo.transpose %469, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %471 = stablehlo.dot_general %465, %336#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<128x32xf32>) -> tensor<8x16x128xf32>
    %472 = stablehlo.multiply %446, %471 : tensor<8x16x128xf32>
    %473 = stablehlo.multiply %471, %463 : tensor<8x16x128xf32>
    %cst_90 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %474 = stablehlo.broadcast_in_dim %cst_90, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %475 = stablehlo.multiply %474, %472 : tensor<8x16x128xf32>
    %476 = stablehlo.multiply %475, %459 : tensor<8x16x128xf32>
    %477 = stablehlo.multiply %476, %457 : tensor<8x16x128xf32>
    %478 = stablehlo.add %476, %477 : tensor<8x16x128xf32>
    %cst_91 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %479 = stablehlo.broadcast_in_dim %cst_91, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %480 = stablehlo.multiply %479, %478 : tensor<8x16x128xf32>
    %481 = stablehlo.add %473, %480 : tensor<8x16x128xf32>
    %cst_92 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %482 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %483 = stablehlo.multiply %482, %480 : tensor<8x16x128xf32>
    %484 = stablehlo.multiply %483, %451 : tensor<8x16x128xf32>
    %485 = stablehlo.add %481, %484 : tensor<8x16x128xf32>
    %486 = sdy.sharding_constraint %485 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x128xf32>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %487 = stablehlo.reduce(%486 init: %cst_93) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x128xf32>, tensor<f32>) -> tensor<128xf32>
    %488 = stablehlo.reshape %487 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %489 = stablehlo.reduce(%488 init: %cst_94) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %490 = stablehlo.dot_general %486, %441, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
    %491 = stablehlo.transpose %490, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %492 = stablehlo.dot_general %486, %336#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<32x128xf32>) -> tensor<8x16x32xf32>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %493 = stablehlo.reduce(%492 init: %cst_95) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %494 = stablehlo.reshape %493 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_96 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %495 = stablehlo.reduce(%494 init: %cst_96) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %496 = stablehlo.multiply %435, %492 : tensor<8x16x32xf32>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %497 = stablehlo.reduce(%496 init: %cst_97) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %498 = stablehlo.reshape %497 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %499 = stablehlo.broadcast_in_dim %436, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %500 = stablehlo.multiply %492, %499 : tensor<8x16x32xf32>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %501 = stablehlo.reduce(%498 init: %cst_98) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %502 = stablehlo.multiply %427, %500 : tensor<8x16x32xf32>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %503 = stablehlo.reduce(%502 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %504 = stablehlo.reshape %503 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %505 = stablehlo.broadcast_in_dim %430, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %506 = stablehlo.multiply %500, %505 : tensor<8x16x32xf32>
    %507 = stablehlo.multiply %504, %433 : tensor<8x16x1xf32>
    %508 = stablehlo.negate %506 : tensor<8x16x32xf32>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %509 = stablehlo.reduce(%508 init: %cst_100) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %510 = stablehlo.reshape %509 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %511 = stablehlo.add %465, %506 : tensor<8x16x32xf32>
    %cst_101 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %512 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %513 = stablehlo.divide %507, %512 : tensor<8x16x1xf32>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %514 = stablehlo.reduce(%513 init: %cst_102) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %515 = stablehlo.broadcast_in_dim %514, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %516 = stablehlo.multiply %515, %421 : tensor<8x16x32xf32>
    %517 = stablehlo.negate %516 : tensor<8x16x32xf32>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %518 = stablehlo.reduce(%517 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %519 = stablehlo.reshape %518 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %520 = stablehlo.add %511, %516 : tensor<8x16x32xf32>
    %521 = stablehlo.add %510, %519 : tensor<8x16x1xf32>
    %cst_104 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %522 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %523 = stablehlo.divide %521, %522 : tensor<8x16x1xf32>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %524 = stablehlo.reduce(%523 init: %cst_105) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %525 = stablehlo.broadcast_in_dim %524, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %526 = stablehlo.add %520, %525 : tensor<8x16x32xf32>
    %527 = sdy.sharding_constraint %526 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %528 = stablehlo.reduce(%527 init: %cst_106) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %529 = stablehlo.reshape %528 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_107 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %530 = stablehlo.reduce(%529 init: %cst_107) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %531 = stablehlo.dot_general %527, %406, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %532 = stablehlo.transpose %531, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %533 = stablehlo.dot_general %527, %336#3, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %534 = sdy.sharding_constraint %533 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %535 = stablehlo.transpose %534, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %536 = stablehlo.dot_general %535, %378, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %537 = stablehlo.dot_general %535, %400, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %538 = stablehlo.transpose %537, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %539 = stablehlo.broadcast_in_dim %403, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %540 = stablehlo.multiply %536, %539 : tensor<8x4x16x16xf32>
    %541 = stablehlo.multiply %540, %396 : tensor<8x4x16x16xf32>
    %cst_108 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %542 = stablehlo.reduce(%541 init: %cst_108) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %543 = stablehlo.reshape %542 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %544 = stablehlo.negate %543 : tensor<8x4x16x1xf32>
    %545 = stablehlo.broadcast_in_dim %398, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %546 = stablehlo.divide %536, %545 : tensor<8x4x16x16xf32>
    %cst_109 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %547 = stablehlo.reduce(%544 init: %cst_109) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %548 = stablehlo.broadcast_in_dim %547, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %549 = stablehlo.add %546, %548 : tensor<8x4x16x16xf32>
    %550 = stablehlo.multiply %549, %396 : tensor<8x4x16x16xf32>
    %551 = call @_where_4(%389#1, %550) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_110 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %552 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %553 = stablehlo.multiply %551, %552 : tensor<8x4x16x16xf32>
    %554 = stablehlo.dot_general %553, %372, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %555 = stablehlo.transpose %554, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %556 = stablehlo.dot_general %553, %375, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %557 = stablehlo.transpose %556, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %558 = sdy.sharding_constraint %538 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %559 = stablehlo.broadcast_in_dim %558, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_111 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %560 = stablehlo.pad %559, %cst_111, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %561 = sdy.sharding_constraint %555 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %562 = stablehlo.broadcast_in_dim %561, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_112 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %563 = stablehlo.pad %562, %cst_112, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %564 = stablehlo.add %560, %563 : tensor<8x16x3x4x8xf32>
    %565 = sdy.sharding_constraint %557 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %566 = stablehlo.broadcast_in_dim %565, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_113 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %567 = stablehlo.pad %566, %cst_113, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %568 = stablehlo.add %564, %567 : tensor<8x16x3x4x8xf32>
    %cst_114 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %569 = stablehlo.reduce(%568 init: %cst_114) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %570 = stablehlo.reshape %569 : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %cst_115 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %571 = stablehlo.reduce(%570 init: %cst_115) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %572 = stablehlo.dot_general %568, %365, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<8x16x32xf32>) -> tensor<3x4x8x32xf32>
    %573 = stablehlo.transpose %572, dims = [3, 0, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<32x3x4x8xf32>
    %574 = stablehlo.dot_general %568, %336#4, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x32xf32>
    %cst_116 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %575 = stablehlo.reduce(%574 init: %cst_116) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %576 = stablehlo.reshape %575 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_117 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %577 = stablehlo.reduce(%576 init: %cst_117) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %578 = stablehlo.multiply %359, %574 : tensor<8x16x32xf32>
    %cst_118 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %579 = stablehlo.reduce(%578 init: %cst_118) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %580 = stablehlo.reshape %579 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %581 = stablehlo.broadcast_in_dim %360, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %582 = stablehlo.multiply %574, %581 : tensor<8x16x32xf32>
    %cst_119 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %583 = stablehlo.reduce(%580 init: %cst_119) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %584 = stablehlo.multiply %351, %582 : tensor<8x16x32xf32>
    %cst_120 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %585 = stablehlo.reduce(%584 init: %cst_120) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %586 = stablehlo.reshape %585 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %587 = stablehlo.broadcast_in_dim %354, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %588 = stablehlo.multiply %582, %587 : tensor<8x16x32xf32>
    %589 = stablehlo.multiply %586, %357 : tensor<8x16x1xf32>
    %590 = stablehlo.negate %588 : tensor<8x16x32xf32>
    %cst_121 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %591 = stablehlo.reduce(%590 init: %cst_121) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %592 = stablehlo.reshape %591 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %593 = stablehlo.add %527, %588 : tensor<8x16x32xf32>
    %cst_122 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %594 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %595 = stablehlo.divide %589, %594 : tensor<8x16x1xf32>
    %cst_123 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %596 = stablehlo.reduce(%595 init: %cst_123) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %597 = stablehlo.broadcast_in_dim %596, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %598 = stablehlo.multiply %597, %345 : tensor<8x16x32xf32>
    %599 = stablehlo.negate %598 : tensor<8x16x32xf32>
    %cst_124 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %600 = stablehlo.reduce(%599 init: %cst_124) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %601 = stablehlo.reshape %600 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %602 = stablehlo.add %593, %598 : tensor<8x16x32xf32>
    %603 = stablehlo.add %592, %601 : tensor<8x16x1xf32>
    %cst_125 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %604 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %605 = stablehlo.divide %603, %604 : tensor<8x16x1xf32>
    %cst_126 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %606 = stablehlo.reduce(%605 init: %cst_126) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %607 = stablehlo.broadcast_in_dim %606, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %608 = stablehlo.add %602, %607 : tensor<8x16x32xf32>
    %609:13 = stablehlo.optimization_barrier %4, %arg28, %arg29, %arg30, %arg31, %arg32, %arg33, %arg34, %arg35, %arg36, %arg38, %arg39, %608 : tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<8x16x32xf32>
    %cst_127 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %610 = stablehlo.reduce(%609#0 init: %cst_127) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %611 = stablehlo.broadcast_in_dim %610, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_128 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %612 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %613 = stablehlo.divide %611, %612 : tensor<8x16x1xf32>
    %614 = stablehlo.broadcast_in_dim %613, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %615 = stablehlo.subtract %609#0, %614 : tensor<8x16x32xf32>
    %616 = chlo.square %615 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_129 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %617 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %618 = stablehlo.multiply %617, %615 : tensor<8x16x32xf32>
    %cst_130 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %619 = stablehlo.reduce(%616 init: %cst_130) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %620 = stablehlo.broadcast_in_dim %619, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_131 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %621 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %622 = stablehlo.divide %620, %621 : tensor<8x16x1xf32>
    %623 = stablehlo.broadcast_in_dim %613, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %624 = stablehlo.subtract %609#0, %623 : tensor<8x16x32xf32>
    %cst_132 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %625 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %626 = stablehlo.add %622, %625 : tensor<8x16x1xf32>
    %627 = stablehlo.rsqrt %626 : tensor<8x16x1xf32>
    %628 = stablehlo.divide %627, %626 : tensor<8x16x1xf32>
    %cst_133 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %629 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %630 = stablehlo.multiply %629, %628 : tensor<8x16x1xf32>
    %631 = stablehlo.broadcast_in_dim %627, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %632 = stablehlo.multiply %624, %631 : tensor<8x16x32xf32>
    %633 = stablehlo.broadcast_in_dim %609#6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %634 = stablehlo.broadcast_in_dim %633, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %635 = stablehlo.multiply %632, %634 : tensor<8x16x32xf32>
    %636 = stablehlo.broadcast_in_dim %609#5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %637 = stablehlo.broadcast_in_dim %636, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %638 = stablehlo.add %635, %637 : tensor<8x16x32xf32>
    %639 = stablehlo.dot_general %638, %609#4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %640 = stablehlo.broadcast_in_dim %609#2, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %641 = stablehlo.broadcast_in_dim %640, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %642 = stablehlo.add %639, %641 : tensor<8x16x3x4x8xf32>
    %643 = stablehlo.slice %642 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %644 = stablehlo.reshape %643 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %645 = sdy.sharding_constraint %644 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %646 = stablehlo.slice %642 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %647 = stablehlo.reshape %646 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %648 = sdy.sharding_constraint %647 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %649 = stablehlo.slice %642 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %650 = stablehlo.reshape %649 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %651 = sdy.sharding_constraint %650 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %652 = stablehlo.dot_general %645, %648, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_134 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %653 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %654 = stablehlo.multiply %652, %653 : tensor<8x4x16x16xf32>
    %655 = stablehlo.iota dim = 0 : tensor<16xi32>
    %656 = stablehlo.broadcast_in_dim %655, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %657 = stablehlo.iota dim = 0 : tensor<16xi32>
    %658 = stablehlo.broadcast_in_dim %657, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %659 = stablehlo.broadcast_in_dim %656, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %660 = stablehlo.broadcast_in_dim %658, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %661 = stablehlo.compare GE, %659, %660, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_135 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %662:2 = call @_where_3(%661, %654, %cst_135) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>)
    %cst_136 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %663 = stablehlo.reduce(%662#0 init: %cst_136) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_137 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %664 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %665 = stablehlo.maximum %664, %663 : tensor<8x4x16xf32>
    %666 = stablehlo.broadcast_in_dim %665, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %667 = stablehlo.broadcast_in_dim %666, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %668 = stablehlo.subtract %662#0, %667 : tensor<8x4x16x16xf32>
    %669 = stablehlo.exponential %668 : tensor<8x4x16x16xf32>
    %cst_138 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %670 = stablehlo.reduce(%669 init: %cst_138) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %671 = stablehlo.broadcast_in_dim %670, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %672 = stablehlo.broadcast_in_dim %671, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %673 = stablehlo.divide %669, %672 : tensor<8x4x16x16xf32>
    %674 = stablehlo.multiply %671, %671 : tensor<8x4x16x1xf32>
    %cst_139 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %675 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %676 = stablehlo.divide %675, %674 : tensor<8x4x16x1xf32>
    %677 = stablehlo.dot_general %651, %673, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %678 = stablehlo.transpose %677, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %679 = sdy.sharding_constraint %678 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %680 = stablehlo.dot_general %679, %609#3, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %681 = stablehlo.broadcast_in_dim %609#1, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %682 = stablehlo.broadcast_in_dim %681, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %683 = stablehlo.add %680, %682 : tensor<8x16x32xf32>
    %684 = stablehlo.add %609#0, %683 : tensor<8x16x32xf32>
    %685 = sdy.sharding_constraint %684 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_140 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %686 = stablehlo.reduce(%685 init: %cst_140) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %687 = stablehlo.broadcast_in_dim %686, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_141 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %688 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %689 = stablehlo.divide %687, %688 : tensor<8x16x1xf32>
    %690 = stablehlo.broadcast_in_dim %689, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %691 = stablehlo.subtract %685, %690 : tensor<8x16x32xf32>
    %692 = chlo.square %691 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_142 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %693 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<8x16x32xf32>
    %694 = stablehlo.multiply %693, %691 : tensor<8x16x32xf32>
    %cst_143 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %695 = stablehlo.reduce(%692 init: %cst_143) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %696 = stablehlo.broadcast_in_dim %695, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_144 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %697 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %698 = stablehlo.divide %696, %697 : tensor<8x16x1xf32>
    %699 = stablehlo.broadcast_in_dim %689, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %700 = stablehlo.subtract %685, %699 : tensor<8x16x32xf32>
    %cst_145 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %701 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %702 = stablehlo.add %698, %701 : tensor<8x16x1xf32>
    %703 = stablehlo.rsqrt %702 : tensor<8x16x1xf32>
    %704 = stablehlo.divide %703, %702 : tensor<8x16x1xf32>
    %cst_146 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %705 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %706 = stablehlo.multiply %705, %704 : tensor<8x16x1xf32>
    %707 = stablehlo.broadcast_in_dim %703, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %708 = stablehlo.multiply %700, %707 : tensor<8x16x32xf32>
    %709 = stablehlo.broadcast_in_dim %609#8, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %710 = stablehlo.broadcast_in_dim %709, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %711 = stablehlo.multiply %708, %710 : tensor<8x16x32xf32>
    %712 = stablehlo.broadcast_in_dim %609#7, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %713 = stablehlo.broadcast_in_dim %712, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %714 = stablehlo.add %711, %713 : tensor<8x16x32xf32>
    %715 = stablehlo.dot_general %714, %609#10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %716 = stablehlo.broadcast_in_dim %609#9, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %717 = stablehlo.broadcast_in_dim %716, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %718 = stablehlo.add %715, %717 : tensor<8x16x128xf32>
    %719 = sdy.sharding_constraint %718 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x128xf32>
    %720 = stablehlo.multiply %719, %719 : tensor<8x16x128xf32>
    %721 = stablehlo.multiply %720, %719 : tensor<8x16x128xf32>
    %722 = stablehlo.multiply %719, %719 : tensor<8x16x128xf32>
    %cst_147 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %723 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %724 = stablehlo.multiply %723, %722 : tensor<8x16x128xf32>
    %cst_148 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %725 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %726 = stablehlo.multiply %725, %721 : tensor<8x16x128xf32>
    %727 = stablehlo.add %719, %726 : tensor<8x16x128xf32>
    %cst_149 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %728 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %729 = stablehlo.multiply %728, %727 : tensor<8x16x128xf32>
    %730 = stablehlo.tanh %729 : tensor<8x16x128xf32>
    %cst_150 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %731 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %732 = stablehlo.subtract %731, %730 : tensor<8x16x128xf32>
    %cst_151 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %733 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %734 = stablehlo.add %733, %730 : tensor<8x16x128xf32>
    %cst_152 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %735 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %736 = stablehlo.multiply %735, %734 : tensor<8x16x128xf32>
    %737 = stablehlo.multiply %719, %736 : tensor<8x16x128xf32>
    %738 = sdy.sharding_constraint %609#12 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_153 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %739 = stablehlo.reduce(%738 init: %cst_153) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %740 = stablehlo.reshape %739 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_154 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %741 = stablehlo.reduce(%740 init: %cst_154) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %742 = stablehlo.dot_general %738, %737, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x128xf32>) -> tensor<32x128xf32>
    %743 = stablehlo.transpose %742, dims = [1, 0] : (tensor<32x128xf32>) -> tensor<128x32xf32>
    %744 = stablehlo.dot_general %738, %609#11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<128x32xf32>) -> tensor<8x16x128xf32>
    %745 = stablehlo.multiply %719, %744 : tensor<8x16x128xf32>
    %746 = stablehlo.multiply %744, %736 : tensor<8x16x128xf32>
    %cst_155 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %747 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %748 = stablehlo.multiply %747, %745 : tensor<8x16x128xf32>
    %749 = stablehlo.multiply %748, %732 : tensor<8x16x128xf32>
    %750 = stablehlo.multiply %749, %730 : tensor<8x16x128xf32>
    %751 = stablehlo.add %749, %750 : tensor<8x16x128xf32>
    %cst_156 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %752 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %753 = stablehlo.multiply %752, %751 : tensor<8x16x128xf32>
    %754 = stablehlo.add %746, %753 : tensor<8x16x128xf32>
    %cst_157 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %755 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %756 = stablehlo.multiply %755, %753 : tensor<8x16x128xf32>
    %757 = stablehlo.multiply %756, %724 : tensor<8x16x128xf32>
    %758 = stablehlo.add %754, %757 : tensor<8x16x128xf32>
    %759 = sdy.sharding_constraint %758 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x128xf32>
    %cst_158 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %760 = stablehlo.reduce(%759 init: %cst_158) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x128xf32>, tensor<f32>) -> tensor<128xf32>
    %761 = stablehlo.reshape %760 : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %cst_159 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %762 = stablehlo.reduce(%761 init: %cst_159) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x128xf32>, tensor<f32>) -> tensor<128xf32>
    %763 = stablehlo.dot_general %759, %714, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<8x16x32xf32>) -> tensor<128x32xf32>
    %764 = stablehlo.transpose %763, dims = [1, 0] : (tensor<128x32xf32>) -> tensor<32x128xf32>
    %765 = stablehlo.dot_general %759, %609#10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<32x128xf32>) -> tensor<8x16x32xf32>
    %cst_160 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %766 = stablehlo.reduce(%765 init: %cst_160) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %767 = stablehlo.reshape %766 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %768 = stablehlo.reduce(%767 init: %cst_161) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %769 = stablehlo.multiply %708, %765 : tensor<8x16x32xf32>
    %cst_162 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %770 = stablehlo.reduce(%769 init: %cst_162) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %771 = stablehlo.reshape %770 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %772 = stablehlo.broadcast_in_dim %709, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %773 = stablehlo.multiply %765, %772 : tensor<8x16x32xf32>
    %cst_163 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %774 = stablehlo.reduce(%771 init: %cst_163) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %775 = stablehlo.multiply %700, %773 : tensor<8x16x32xf32>
    %cst_164 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %776 = stablehlo.reduce(%775 init: %cst_164) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %777 = stablehlo.reshape %776 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %778 = stablehlo.broadcast_in_dim %703, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %779 = stablehlo.multiply %773, %778 : tensor<8x16x32xf32>
    %780 = stablehlo.multiply %777, %706 : tensor<8x16x1xf32>
    %781 = stablehlo.negate %779 : tensor<8x16x32xf32>
    %cst_165 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %782 = stablehlo.reduce(%781 init: %cst_165) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %783 = stablehlo.reshape %782 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %784 = stablehlo.add %738, %779 : tensor<8x16x32xf32>
    %cst_166 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %785 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %786 = stablehlo.divide %780, %785 : tensor<8x16x1xf32>
    %cst_167 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %787 = stablehlo.reduce(%786 init: %cst_167) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %788 = stablehlo.broadcast_in_dim %787, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %789 = stablehlo.multiply %788, %694 : tensor<8x16x32xf32>
    %790 = stablehlo.negate %789 : tensor<8x16x32xf32>
    %cst_168 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %791 = stablehlo.reduce(%790 init: %cst_168) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %792 = stablehlo.reshape %791 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %793 = stablehlo.add %784, %789 : tensor<8x16x32xf32>
    %794 = stablehlo.add %783, %792 : tensor<8x16x1xf32>
    %cst_169 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %795 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %796 = stablehlo.divide %794, %795 : tensor<8x16x1xf32>
    %cst_170 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %797 = stablehlo.reduce(%796 init: %cst_170) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %798 = stablehlo.broadcast_in_dim %797, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %799 = stablehlo.add %793, %798 : tensor<8x16x32xf32>
    %800 = sdy.sharding_constraint %799 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_171 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %801 = stablehlo.reduce(%800 init: %cst_171) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %802 = stablehlo.reshape %801 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_172 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %803 = stablehlo.reduce(%802 init: %cst_172) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %804 = stablehlo.dot_general %800, %679, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %805 = stablehlo.transpose %804, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %806 = stablehlo.dot_general %800, %609#3, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %807 = sdy.sharding_constraint %806 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %808 = stablehlo.transpose %807, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %809 = stablehlo.dot_general %808, %651, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %810 = stablehlo.dot_general %808, %673, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %811 = stablehlo.transpose %810, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %812 = stablehlo.broadcast_in_dim %676, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %813 = stablehlo.multiply %809, %812 : tensor<8x4x16x16xf32>
    %814 = stablehlo.multiply %813, %669 : tensor<8x4x16x16xf32>
    %cst_173 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %815 = stablehlo.reduce(%814 init: %cst_173) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %816 = stablehlo.reshape %815 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %817 = stablehlo.negate %816 : tensor<8x4x16x1xf32>
    %818 = stablehlo.broadcast_in_dim %671, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %819 = stablehlo.divide %809, %818 : tensor<8x4x16x16xf32>
    %cst_174 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %820 = stablehlo.reduce(%817 init: %cst_174) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %821 = stablehlo.broadcast_in_dim %820, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %822 = stablehlo.add %819, %821 : tensor<8x4x16x16xf32>
    %823 = stablehlo.multiply %822, %669 : tensor<8x4x16x16xf32>
    %824 = call @_where_4(%662#1, %823) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_175 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %825 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %826 = stablehlo.multiply %824, %825 : tensor<8x4x16x16xf32>
    %827 = stablehlo.dot_general %826, %645, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %828 = stablehlo.transpose %827, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %829 = stablehlo.dot_general %826, %648, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %830 = stablehlo.transpose %829, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %831 = sdy.sharding_constraint %811 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %832 = stablehlo.broadcast_in_dim %831, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_176 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %833 = stablehlo.pad %832, %cst_176, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %834 = sdy.sharding_constraint %828 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %835 = stablehlo.broadcast_in_dim %834, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_177 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %836 = stablehlo.pad %835, %cst_177, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %837 = stablehlo.add %833, %836 : tensor<8x16x3x4x8xf32>
    %838 = sdy.sharding_constraint %830 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %839 = stablehlo.broadcast_in_dim %838, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_178 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %840 = stablehlo.pad %839, %cst_178, low = [0, 0, 0, 0, 0], high = [0, 0, 2, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %841 = stablehlo.add %837, %840 : tensor<8x16x3x4x8xf32>
    %cst_179 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %842 = stablehlo.reduce(%841 init: %cst_179) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %843 = stablehlo.reshape %842 : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %cst_180 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %844 = stablehlo.reduce(%843 init: %cst_180) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x3x4x8xf32>, tensor<f32>) -> tensor<3x4x8xf32>
    %845 = stablehlo.dot_general %841, %638, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<8x16x32xf32>) -> tensor<3x4x8x32xf32>
    %846 = stablehlo.transpose %845, dims = [3, 0, 1, 2] : (tensor<3x4x8x32xf32>) -> tensor<32x3x4x8xf32>
    %847 = stablehlo.dot_general %841, %609#4, contracting_dims = [2, 3, 4] x [1, 2, 3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x3x4x8xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x32xf32>
    %cst_181 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %848 = stablehlo.reduce(%847 init: %cst_181) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %849 = stablehlo.reshape %848 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_182 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %850 = stablehlo.reduce(%849 init: %cst_182) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %851 = stablehlo.multiply %632, %847 : tensor<8x16x32xf32>
    %cst_183 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %852 = stablehlo.reduce(%851 init: %cst_183) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %853 = stablehlo.reshape %852 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %854 = stablehlo.broadcast_in_dim %633, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %855 = stablehlo.multiply %847, %854 : tensor<8x16x32xf32>
    %cst_184 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %856 = stablehlo.reduce(%853 init: %cst_184) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %857 = stablehlo.multiply %624, %855 : tensor<8x16x32xf32>
    %cst_185 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %858 = stablehlo.reduce(%857 init: %cst_185) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %859 = stablehlo.reshape %858 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %860 = stablehlo.broadcast_in_dim %627, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %861 = stablehlo.multiply %855, %860 : tensor<8x16x32xf32>
    %862 = stablehlo.multiply %859, %630 : tensor<8x16x1xf32>
    %863 = stablehlo.negate %861 : tensor<8x16x32xf32>
    %cst_186 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %864 = stablehlo.reduce(%863 init: %cst_186) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %865 = stablehlo.reshape %864 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %866 = stablehlo.add %800, %861 : tensor<8x16x32xf32>
    %cst_187 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %867 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %868 = stablehlo.divide %862, %867 : tensor<8x16x1xf32>
    %cst_188 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %869 = stablehlo.reduce(%868 init: %cst_188) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %870 = stablehlo.broadcast_in_dim %869, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %871 = stablehlo.multiply %870, %618 : tensor<8x16x32xf32>
    %872 = stablehlo.negate %871 : tensor<8x16x32xf32>
    %cst_189 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %873 = stablehlo.reduce(%872 init: %cst_189) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %874 = stablehlo.reshape %873 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %875 = stablehlo.add %866, %871 : tensor<8x16x32xf32>
    %876 = stablehlo.add %865, %874 : tensor<8x16x1xf32>
    %cst_190 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %877 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %878 = stablehlo.divide %876, %877 : tensor<8x16x1xf32>
    %cst_191 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %879 = stablehlo.reduce(%878 init: %cst_191) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %880 = stablehlo.broadcast_in_dim %879, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %881 = stablehlo.add %875, %880 : tensor<8x16x32xf32>
    %882 = sdy.sharding_constraint %881 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %cst_192 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %883 = stablehlo.reduce(%882 init: %cst_192) applies stablehlo.add across dimensions = [0] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %884 = stablehlo.reshape %883 : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %cst_193 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %885 = stablehlo.reduce(%884 init: %cst_193) applies stablehlo.add across dimensions = [0] : (tensor<1x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %886 = call @_take_5(%0#1, %882) : (tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %887 = stablehlo.add %302, %886 : tensor<64x32xf32>
    %888 = sdy.sharding_constraint %803 <@mesh, [{}]> : tensor<32xf32>
    %889 = sdy.sharding_constraint %844 <@mesh, [{}, {}, {}]> : tensor<3x4x8xf32>
    %890 = sdy.sharding_constraint %805 <@mesh, [{}, {}, {"data"}]> : tensor<4x8x32xf32>
    %891 = sdy.sharding_constraint %846 <@mesh, [{"data"}, {}, {}, {}]> : tensor<32x3x4x8xf32>
    %892 = sdy.sharding_constraint %850 <@mesh, [{}]> : tensor<32xf32>
    %893 = sdy.sharding_constraint %856 <@mesh, [{}]> : tensor<32xf32>
    %894 = sdy.sharding_constraint %768 <@mesh, [{}]> : tensor<32xf32>
    %895 = sdy.sharding_constraint %774 <@mesh, [{}]> : tensor<32xf32>
    %896 = sdy.sharding_constraint %762 <@mesh, [{}]> : tensor<128xf32>
    %897 = sdy.sharding_constraint %741 <@mesh, [{}]> : tensor<32xf32>
    %898 = sdy.sharding_constraint %764 <@mesh, [{"data"}, {}]> : tensor<32x128xf32>
    %899 = sdy.sharding_constraint %743 <@mesh, [{}, {"data"}]> : tensor<128x32xf32>
    %900 = sdy.sharding_constraint %530 <@mesh, [{}]> : tensor<32xf32>
    %901 = sdy.sharding_constraint %571 <@mesh, [{}, {}, {}]> : tensor<3x4x8xf32>
    %902 = sdy.sharding_constraint %532 <@mesh, [{}, {}, {"data"}]> : tensor<4x8x32xf32>
    %903 = sdy.sharding_constraint %573 <@mesh, [{"data"}, {}, {}, {}]> : tensor<32x3x4x8xf32>
    %904 = sdy.sharding_constraint %577 <@mesh, [{}]> : tensor<32xf32>
    %905 = sdy.sharding_constraint %583 <@mesh, [{}]> : tensor<32xf32>
    %906 = sdy.sharding_constraint %495 <@mesh, [{}]> : tensor<32xf32>
    %907 = sdy.sharding_constraint %501 <@mesh, [{}]> : tensor<32xf32>
    %908 = sdy.sharding_constraint %489 <@mesh, [{}]> : tensor<128xf32>
    %909 = sdy.sharding_constraint %468 <@mesh, [{}]> : tensor<32xf32>
    %910 = sdy.sharding_constraint %491 <@mesh, [{"data"}, {}]> : tensor<32x128xf32>
    %911 = sdy.sharding_constraint %470 <@mesh, [{}, {"data"}]> : tensor<128x32xf32>
    %912 = sdy.sharding_constraint %305 <@mesh, [{}]> : tensor<32xf32>
    %913 = sdy.sharding_constraint %311 <@mesh, [{}]> : tensor<32xf32>
    %914 = sdy.sharding_constraint %885 <@mesh, [{}, {"data"}]> : tensor<16x32xf32>
    %915 = sdy.sharding_constraint %887 <@mesh, [{}, {"data"}]> : tensor<64x32xf32>
    %916 = chlo.square %888 : tensor<32xf32> -> tensor<32xf32>
    %cst_194 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %917 = stablehlo.reduce(%916 init: %cst_194) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %cst_195 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %918 = stablehlo.add %cst_195, %917 : tensor<f32>
    %919 = chlo.square %889 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_196 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %920 = stablehlo.reduce(%919 init: %cst_196) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %921 = stablehlo.add %918, %920 : tensor<f32>
    %922 = chlo.square %890 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_197 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %923 = stablehlo.reduce(%922 init: %cst_197) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %924 = stablehlo.add %921, %923 : tensor<f32>
    %925 = chlo.square %891 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_198 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %926 = stablehlo.reduce(%925 init: %cst_198) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<32x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %927 = stablehlo.add %924, %926 : tensor<f32>
    %928 = chlo.square %892 : tensor<32xf32> -> tensor<32xf32>
    %cst_199 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %929 = stablehlo.reduce(%928 init: %cst_199) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %930 = stablehlo.add %927, %929 : tensor<f32>
    %931 = chlo.square %893 : tensor<32xf32> -> tensor<32xf32>
    %cst_200 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %932 = stablehlo.reduce(%931 init: %cst_200) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %933 = stablehlo.add %930, %932 : tensor<f32>
    %934 = chlo.square %894 : tensor<32xf32> -> tensor<32xf32>
    %cst_201 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %935 = stablehlo.reduce(%934 init: %cst_201) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %936 = stablehlo.add %933, %935 : tensor<f32>
    %937 = chlo.square %895 : tensor<32xf32> -> tensor<32xf32>
    %cst_202 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %938 = stablehlo.reduce(%937 init: %cst_202) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %939 = stablehlo.add %936, %938 : tensor<f32>
    %940 = chlo.square %896 : tensor<128xf32> -> tensor<128xf32>
    %cst_203 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %941 = stablehlo.reduce(%940 init: %cst_203) applies stablehlo.add across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
    %942 = stablehlo.add %939, %941 : tensor<f32>
    %943 = chlo.square %897 : tensor<32xf32> -> tensor<32xf32>
    %cst_204 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %944 = stablehlo.reduce(%943 init: %cst_204) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %945 = stablehlo.add %942, %944 : tensor<f32>
    %946 = chlo.square %898 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_205 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %947 = stablehlo.reduce(%946 init: %cst_205) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %948 = stablehlo.add %945, %947 : tensor<f32>
    %949 = chlo.square %899 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_206 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %950 = stablehlo.reduce(%949 init: %cst_206) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x32xf32>, tensor<f32>) -> tensor<f32>
    %951 = stablehlo.add %948, %950 : tensor<f32>
    %952 = chlo.square %900 : tensor<32xf32> -> tensor<32xf32>
    %cst_207 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %953 = stablehlo.reduce(%952 init: %cst_207) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %954 = stablehlo.add %951, %953 : tensor<f32>
    %955 = chlo.square %901 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_208 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %956 = stablehlo.reduce(%955 init: %cst_208) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %957 = stablehlo.add %954, %956 : tensor<f32>
    %958 = chlo.square %902 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_209 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %959 = stablehlo.reduce(%958 init: %cst_209) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %960 = stablehlo.add %957, %959 : tensor<f32>
    %961 = chlo.square %903 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_210 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %962 = stablehlo.reduce(%961 init: %cst_210) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<32x3x4x8xf32>, tensor<f32>) -> tensor<f32>
    %963 = stablehlo.add %960, %962 : tensor<f32>
    %964 = chlo.square %904 : tensor<32xf32> -> tensor<32xf32>
    %cst_211 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %965 = stablehlo.reduce(%964 init: %cst_211) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %966 = stablehlo.add %963, %965 : tensor<f32>
    %967 = chlo.square %905 : tensor<32xf32> -> tensor<32xf32>
    %cst_212 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %968 = stablehlo.reduce(%967 init: %cst_212) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %969 = stablehlo.add %966, %968 : tensor<f32>
    %970 = chlo.square %906 : tensor<32xf32> -> tensor<32xf32>
    %cst_213 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %971 = stablehlo.reduce(%970 init: %cst_213) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %972 = stablehlo.add %969, %971 : tensor<f32>
    %973 = chlo.square %907 : tensor<32xf32> -> tensor<32xf32>
    %cst_214 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %974 = stablehlo.reduce(%973 init: %cst_214) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %975 = stablehlo.add %972, %974 : tensor<f32>
    %976 = chlo.square %908 : tensor<128xf32> -> tensor<128xf32>
    %cst_215 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %977 = stablehlo.reduce(%976 init: %cst_215) applies stablehlo.add across dimensions = [0] : (tensor<128xf32>, tensor<f32>) -> tensor<f32>
    %978 = stablehlo.add %975, %977 : tensor<f32>
    %979 = chlo.square %909 : tensor<32xf32> -> tensor<32xf32>
    %cst_216 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %980 = stablehlo.reduce(%979 init: %cst_216) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %981 = stablehlo.add %978, %980 : tensor<f32>
    %982 = chlo.square %910 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_217 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %983 = stablehlo.reduce(%982 init: %cst_217) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x128xf32>, tensor<f32>) -> tensor<f32>
    %984 = stablehlo.add %981, %983 : tensor<f32>
    %985 = chlo.square %911 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_218 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %986 = stablehlo.reduce(%985 init: %cst_218) applies stablehlo.add across dimensions = [0, 1] : (tensor<128x32xf32>, tensor<f32>) -> tensor<f32>
    %987 = stablehlo.add %984, %986 : tensor<f32>
    %988 = chlo.square %912 : tensor<32xf32> -> tensor<32xf32>
    %cst_219 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %989 = stablehlo.reduce(%988 init: %cst_219) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %990 = stablehlo.add %987, %989 : tensor<f32>
    %991 = chlo.square %913 : tensor<32xf32> -> tensor<32xf32>
    %cst_220 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %992 = stablehlo.reduce(%991 init: %cst_220) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %993 = stablehlo.add %990, %992 : tensor<f32>
    %994 = chlo.square %914 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_221 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %995 = stablehlo.reduce(%994 init: %cst_221) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x32xf32>, tensor<f32>) -> tensor<f32>
    %996 = stablehlo.add %993, %995 : tensor<f32>
    %997 = chlo.square %915 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_222 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %998 = stablehlo.reduce(%997 init: %cst_222) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    %999 = stablehlo.add %996, %998 : tensor<f32>
    %1000 = stablehlo.sqrt %999 : tensor<f32>
    %cst_223 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %1001 = stablehlo.add %1000, %cst_223 : tensor<f32>
    %cst_224 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1002 = stablehlo.divide %cst_224, %1001 : tensor<f32>
    %cst_225 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1003 = stablehlo.minimum %cst_225, %1002 : tensor<f32>
    %1004 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1005 = stablehlo.multiply %888, %1004 : tensor<32xf32>
    %1006 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1007 = stablehlo.multiply %889, %1006 : tensor<3x4x8xf32>
    %1008 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1009 = stablehlo.multiply %890, %1008 : tensor<4x8x32xf32>
    %1010 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1011 = stablehlo.multiply %891, %1010 : tensor<32x3x4x8xf32>
    %1012 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1013 = stablehlo.multiply %892, %1012 : tensor<32xf32>
    %1014 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1015 = stablehlo.multiply %893, %1014 : tensor<32xf32>
    %1016 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1017 = stablehlo.multiply %894, %1016 : tensor<32xf32>
    %1018 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1019 = stablehlo.multiply %895, %1018 : tensor<32xf32>
    %1020 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1021 = stablehlo.multiply %896, %1020 : tensor<128xf32>
    %1022 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1023 = stablehlo.multiply %897, %1022 : tensor<32xf32>
    %1024 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1025 = stablehlo.multiply %898, %1024 : tensor<32x128xf32>
    %1026 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1027 = stablehlo.multiply %899, %1026 : tensor<128x32xf32>
    %1028 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1029 = stablehlo.multiply %900, %1028 : tensor<32xf32>
    %1030 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1031 = stablehlo.multiply %901, %1030 : tensor<3x4x8xf32>
    %1032 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1033 = stablehlo.multiply %902, %1032 : tensor<4x8x32xf32>
    %1034 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1035 = stablehlo.multiply %903, %1034 : tensor<32x3x4x8xf32>
    %1036 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1037 = stablehlo.multiply %904, %1036 : tensor<32xf32>
    %1038 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1039 = stablehlo.multiply %905, %1038 : tensor<32xf32>
    %1040 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1041 = stablehlo.multiply %906, %1040 : tensor<32xf32>
    %1042 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1043 = stablehlo.multiply %907, %1042 : tensor<32xf32>
    %1044 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1045 = stablehlo.multiply %908, %1044 : tensor<128xf32>
    %1046 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1047 = stablehlo.multiply %909, %1046 : tensor<32xf32>
    %1048 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1049 = stablehlo.multiply %910, %1048 : tensor<32x128xf32>
    %1050 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1051 = stablehlo.multiply %911, %1050 : tensor<128x32xf32>
    %1052 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1053 = stablehlo.multiply %912, %1052 : tensor<32xf32>
    %1054 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1055 = stablehlo.multiply %913, %1054 : tensor<32xf32>
    %1056 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1057 = stablehlo.multiply %914, %1056 : tensor<16x32xf32>
    %1058 = stablehlo.broadcast_in_dim %1003, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1059 = stablehlo.multiply %915, %1058 : tensor<64x32xf32>
    %c_226 = stablehlo.constant dense<1> : tensor<i32>
    %1060 = stablehlo.add %arg56, %c_226 : tensor<i32>
    %1061 = stablehlo.convert %1060 : (tensor<i32>) -> tensor<f32>
    %cst_227 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %1062 = stablehlo.subtract %1061, %cst_227 : tensor<f32>
    %cst_228 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %1063 = stablehlo.divide %1062, %cst_228 : tensor<f32>
    %cst_229 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_230 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1064 = call @clip(%1063, %cst_229, %cst_230) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_231 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %1065 = stablehlo.compare LT, %1061, %cst_231, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_232 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %1066 = stablehlo.divide %1061, %cst_232 : tensor<f32>
    %cst_233 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %1067 = stablehlo.multiply %cst_233, %1064 : tensor<f32>
    %1068 = stablehlo.cosine %1067 : tensor<f32>
    %cst_234 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1069 = stablehlo.add %cst_234, %1068 : tensor<f32>
    %cst_235 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %1070 = stablehlo.multiply %cst_235, %1069 : tensor<f32>
    %1071 = call @_where_6(%1065, %1066, %1070) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_236 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %1072 = stablehlo.multiply %cst_236, %1071 : tensor<f32>
    %cst_237 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1073 = stablehlo.power %cst_237, %1061 : tensor<f32>
    %cst_238 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1074 = stablehlo.subtract %cst_238, %1073 : tensor<f32>
    %cst_239 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1075 = stablehlo.power %cst_239, %1061 : tensor<f32>
    %cst_240 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1076 = stablehlo.subtract %cst_240, %1075 : tensor<f32>
    %cst_241 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1077 = stablehlo.broadcast_in_dim %cst_241, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1078 = stablehlo.multiply %1077, %arg0 : tensor<32xf32>
    %cst_242 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1079 = stablehlo.broadcast_in_dim %cst_242, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1080 = stablehlo.multiply %1079, %1005 : tensor<32xf32>
    %1081 = stablehlo.add %1078, %1080 : tensor<32xf32>
    %cst_243 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1082 = stablehlo.broadcast_in_dim %cst_243, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1083 = stablehlo.multiply %1082, %arg1 : tensor<3x4x8xf32>
    %cst_244 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1084 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1085 = stablehlo.multiply %1084, %1007 : tensor<3x4x8xf32>
    %1086 = stablehlo.add %1083, %1085 : tensor<3x4x8xf32>
    %cst_245 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1087 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1088 = stablehlo.multiply %1087, %arg2 : tensor<4x8x32xf32>
    %cst_246 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1089 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1090 = stablehlo.multiply %1089, %1009 : tensor<4x8x32xf32>
    %1091 = stablehlo.add %1088, %1090 : tensor<4x8x32xf32>
    %cst_247 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1092 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1093 = stablehlo.multiply %1092, %arg3 : tensor<32x3x4x8xf32>
    %cst_248 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1094 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1095 = stablehlo.multiply %1094, %1011 : tensor<32x3x4x8xf32>
    %1096 = stablehlo.add %1093, %1095 : tensor<32x3x4x8xf32>
    %cst_249 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1097 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1098 = stablehlo.multiply %1097, %arg4 : tensor<32xf32>
    %cst_250 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1099 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1100 = stablehlo.multiply %1099, %1013 : tensor<32xf32>
    %1101 = stablehlo.add %1098, %1100 : tensor<32xf32>
    %cst_251 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1102 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1103 = stablehlo.multiply %1102, %arg5 : tensor<32xf32>
    %cst_252 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1104 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1105 = stablehlo.multiply %1104, %1015 : tensor<32xf32>
    %1106 = stablehlo.add %1103, %1105 : tensor<32xf32>
    %cst_253 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1107 = stablehlo.broadcast_in_dim %cst_253, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1108 = stablehlo.multiply %1107, %arg6 : tensor<32xf32>
    %cst_254 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1109 = stablehlo.broadcast_in_dim %cst_254, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1110 = stablehlo.multiply %1109, %1017 : tensor<32xf32>
    %1111 = stablehlo.add %1108, %1110 : tensor<32xf32>
    %cst_255 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1112 = stablehlo.broadcast_in_dim %cst_255, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1113 = stablehlo.multiply %1112, %arg7 : tensor<32xf32>
    %cst_256 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1114 = stablehlo.broadcast_in_dim %cst_256, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1115 = stablehlo.multiply %1114, %1019 : tensor<32xf32>
    %1116 = stablehlo.add %1113, %1115 : tensor<32xf32>
    %cst_257 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1117 = stablehlo.broadcast_in_dim %cst_257, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1118 = stablehlo.multiply %1117, %arg8 : tensor<128xf32>
    %cst_258 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1119 = stablehlo.broadcast_in_dim %cst_258, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1120 = stablehlo.multiply %1119, %1021 : tensor<128xf32>
    %1121 = stablehlo.add %1118, %1120 : tensor<128xf32>
    %cst_259 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1122 = stablehlo.broadcast_in_dim %cst_259, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1123 = stablehlo.multiply %1122, %arg9 : tensor<32xf32>
    %cst_260 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1124 = stablehlo.broadcast_in_dim %cst_260, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1125 = stablehlo.multiply %1124, %1023 : tensor<32xf32>
    %1126 = stablehlo.add %1123, %1125 : tensor<32xf32>
    %cst_261 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1127 = stablehlo.broadcast_in_dim %cst_261, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1128 = stablehlo.multiply %1127, %arg10 : tensor<32x128xf32>
    %cst_262 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1129 = stablehlo.broadcast_in_dim %cst_262, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1130 = stablehlo.multiply %1129, %1025 : tensor<32x128xf32>
    %1131 = stablehlo.add %1128, %1130 : tensor<32x128xf32>
    %cst_263 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1132 = stablehlo.broadcast_in_dim %cst_263, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1133 = stablehlo.multiply %1132, %arg11 : tensor<128x32xf32>
    %cst_264 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1134 = stablehlo.broadcast_in_dim %cst_264, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1135 = stablehlo.multiply %1134, %1027 : tensor<128x32xf32>
    %1136 = stablehlo.add %1133, %1135 : tensor<128x32xf32>
    %cst_265 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1137 = stablehlo.broadcast_in_dim %cst_265, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1138 = stablehlo.multiply %1137, %arg12 : tensor<32xf32>
    %cst_266 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1139 = stablehlo.broadcast_in_dim %cst_266, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1140 = stablehlo.multiply %1139, %1029 : tensor<32xf32>
    %1141 = stablehlo.add %1138, %1140 : tensor<32xf32>
    %cst_267 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1142 = stablehlo.broadcast_in_dim %cst_267, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1143 = stablehlo.multiply %1142, %arg13 : tensor<3x4x8xf32>
    %cst_268 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1144 = stablehlo.broadcast_in_dim %cst_268, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1145 = stablehlo.multiply %1144, %1031 : tensor<3x4x8xf32>
    %1146 = stablehlo.add %1143, %1145 : tensor<3x4x8xf32>
    %cst_269 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1147 = stablehlo.broadcast_in_dim %cst_269, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1148 = stablehlo.multiply %1147, %arg14 : tensor<4x8x32xf32>
    %cst_270 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1149 = stablehlo.broadcast_in_dim %cst_270, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1150 = stablehlo.multiply %1149, %1033 : tensor<4x8x32xf32>
    %1151 = stablehlo.add %1148, %1150 : tensor<4x8x32xf32>
    %cst_271 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1152 = stablehlo.broadcast_in_dim %cst_271, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1153 = stablehlo.multiply %1152, %arg15 : tensor<32x3x4x8xf32>
    %cst_272 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1154 = stablehlo.broadcast_in_dim %cst_272, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1155 = stablehlo.multiply %1154, %1035 : tensor<32x3x4x8xf32>
    %1156 = stablehlo.add %1153, %1155 : tensor<32x3x4x8xf32>
    %cst_273 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1157 = stablehlo.broadcast_in_dim %cst_273, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1158 = stablehlo.multiply %1157, %arg16 : tensor<32xf32>
    %cst_274 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1159 = stablehlo.broadcast_in_dim %cst_274, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1160 = stablehlo.multiply %1159, %1037 : tensor<32xf32>
    %1161 = stablehlo.add %1158, %1160 : tensor<32xf32>
    %cst_275 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1162 = stablehlo.broadcast_in_dim %cst_275, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1163 = stablehlo.multiply %1162, %arg17 : tensor<32xf32>
    %cst_276 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1164 = stablehlo.broadcast_in_dim %cst_276, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1165 = stablehlo.multiply %1164, %1039 : tensor<32xf32>
    %1166 = stablehlo.add %1163, %1165 : tensor<32xf32>
    %cst_277 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1167 = stablehlo.broadcast_in_dim %cst_277, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1168 = stablehlo.multiply %1167, %arg18 : tensor<32xf32>
    %cst_278 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1169 = stablehlo.broadcast_in_dim %cst_278, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1170 = stablehlo.multiply %1169, %1041 : tensor<32xf32>
    %1171 = stablehlo.add %1168, %1170 : tensor<32xf32>
    %cst_279 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1172 = stablehlo.broadcast_in_dim %cst_279, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1173 = stablehlo.multiply %1172, %arg19 : tensor<32xf32>
    %cst_280 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1174 = stablehlo.broadcast_in_dim %cst_280, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1175 = stablehlo.multiply %1174, %1043 : tensor<32xf32>
    %1176 = stablehlo.add %1173, %1175 : tensor<32xf32>
    %cst_281 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1177 = stablehlo.broadcast_in_dim %cst_281, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1178 = stablehlo.multiply %1177, %arg20 : tensor<128xf32>
    %cst_282 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1179 = stablehlo.broadcast_in_dim %cst_282, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1180 = stablehlo.multiply %1179, %1045 : tensor<128xf32>
    %1181 = stablehlo.add %1178, %1180 : tensor<128xf32>
    %cst_283 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1182 = stablehlo.broadcast_in_dim %cst_283, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1183 = stablehlo.multiply %1182, %arg21 : tensor<32xf32>
    %cst_284 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1184 = stablehlo.broadcast_in_dim %cst_284, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1185 = stablehlo.multiply %1184, %1047 : tensor<32xf32>
    %1186 = stablehlo.add %1183, %1185 : tensor<32xf32>
    %cst_285 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1187 = stablehlo.broadcast_in_dim %cst_285, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1188 = stablehlo.multiply %1187, %arg22 : tensor<32x128xf32>
    %cst_286 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1189 = stablehlo.broadcast_in_dim %cst_286, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1190 = stablehlo.multiply %1189, %1049 : tensor<32x128xf32>
    %1191 = stablehlo.add %1188, %1190 : tensor<32x128xf32>
    %cst_287 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1192 = stablehlo.broadcast_in_dim %cst_287, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1193 = stablehlo.multiply %1192, %arg23 : tensor<128x32xf32>
    %cst_288 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1194 = stablehlo.broadcast_in_dim %cst_288, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1195 = stablehlo.multiply %1194, %1051 : tensor<128x32xf32>
    %1196 = stablehlo.add %1193, %1195 : tensor<128x32xf32>
    %cst_289 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1197 = stablehlo.broadcast_in_dim %cst_289, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1198 = stablehlo.multiply %1197, %arg24 : tensor<32xf32>
    %cst_290 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1199 = stablehlo.broadcast_in_dim %cst_290, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1200 = stablehlo.multiply %1199, %1053 : tensor<32xf32>
    %1201 = stablehlo.add %1198, %1200 : tensor<32xf32>
    %cst_291 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1202 = stablehlo.broadcast_in_dim %cst_291, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1203 = stablehlo.multiply %1202, %arg25 : tensor<32xf32>
    %cst_292 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1204 = stablehlo.broadcast_in_dim %cst_292, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1205 = stablehlo.multiply %1204, %1055 : tensor<32xf32>
    %1206 = stablehlo.add %1203, %1205 : tensor<32xf32>
    %cst_293 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1207 = stablehlo.broadcast_in_dim %cst_293, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1208 = stablehlo.multiply %1207, %arg26 : tensor<16x32xf32>
    %cst_294 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1209 = stablehlo.broadcast_in_dim %cst_294, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1210 = stablehlo.multiply %1209, %1057 : tensor<16x32xf32>
    %1211 = stablehlo.add %1208, %1210 : tensor<16x32xf32>
    %cst_295 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %1212 = stablehlo.broadcast_in_dim %cst_295, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1213 = stablehlo.multiply %1212, %arg27 : tensor<64x32xf32>
    %cst_296 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1214 = stablehlo.broadcast_in_dim %cst_296, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1215 = stablehlo.multiply %1214, %1059 : tensor<64x32xf32>
    %1216 = stablehlo.add %1213, %1215 : tensor<64x32xf32>
    %cst_297 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1217 = stablehlo.broadcast_in_dim %cst_297, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1218 = stablehlo.multiply %1217, %arg57 : tensor<32xf32>
    %1219 = chlo.square %1005 : tensor<32xf32> -> tensor<32xf32>
    %cst_298 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1220 = stablehlo.broadcast_in_dim %cst_298, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1221 = stablehlo.multiply %1220, %1219 : tensor<32xf32>
    %1222 = stablehlo.add %1218, %1221 : tensor<32xf32>
    %cst_299 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1223 = stablehlo.broadcast_in_dim %cst_299, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1224 = stablehlo.multiply %1223, %arg58 : tensor<3x4x8xf32>
    %1225 = chlo.square %1007 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_300 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1226 = stablehlo.broadcast_in_dim %cst_300, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1227 = stablehlo.multiply %1226, %1225 : tensor<3x4x8xf32>
    %1228 = stablehlo.add %1224, %1227 : tensor<3x4x8xf32>
    %cst_301 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1229 = stablehlo.broadcast_in_dim %cst_301, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1230 = stablehlo.multiply %1229, %arg59 : tensor<4x8x32xf32>
    %1231 = chlo.square %1009 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_302 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1232 = stablehlo.broadcast_in_dim %cst_302, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1233 = stablehlo.multiply %1232, %1231 : tensor<4x8x32xf32>
    %1234 = stablehlo.add %1230, %1233 : tensor<4x8x32xf32>
    %cst_303 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1235 = stablehlo.broadcast_in_dim %cst_303, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1236 = stablehlo.multiply %1235, %arg60 : tensor<32x3x4x8xf32>
    %1237 = chlo.square %1011 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_304 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1238 = stablehlo.broadcast_in_dim %cst_304, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1239 = stablehlo.multiply %1238, %1237 : tensor<32x3x4x8xf32>
    %1240 = stablehlo.add %1236, %1239 : tensor<32x3x4x8xf32>
    %cst_305 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1241 = stablehlo.broadcast_in_dim %cst_305, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1242 = stablehlo.multiply %1241, %arg61 : tensor<32xf32>
    %1243 = chlo.square %1013 : tensor<32xf32> -> tensor<32xf32>
    %cst_306 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1244 = stablehlo.broadcast_in_dim %cst_306, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1245 = stablehlo.multiply %1244, %1243 : tensor<32xf32>
    %1246 = stablehlo.add %1242, %1245 : tensor<32xf32>
    %cst_307 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1247 = stablehlo.broadcast_in_dim %cst_307, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1248 = stablehlo.multiply %1247, %arg62 : tensor<32xf32>
    %1249 = chlo.square %1015 : tensor<32xf32> -> tensor<32xf32>
    %cst_308 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1250 = stablehlo.broadcast_in_dim %cst_308, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1251 = stablehlo.multiply %1250, %1249 : tensor<32xf32>
    %1252 = stablehlo.add %1248, %1251 : tensor<32xf32>
    %cst_309 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1253 = stablehlo.broadcast_in_dim %cst_309, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1254 = stablehlo.multiply %1253, %arg63 : tensor<32xf32>
    %1255 = chlo.square %1017 : tensor<32xf32> -> tensor<32xf32>
    %cst_310 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1256 = stablehlo.broadcast_in_dim %cst_310, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1257 = stablehlo.multiply %1256, %1255 : tensor<32xf32>
    %1258 = stablehlo.add %1254, %1257 : tensor<32xf32>
    %cst_311 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1259 = stablehlo.broadcast_in_dim %cst_311, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1260 = stablehlo.multiply %1259, %arg64 : tensor<32xf32>
    %1261 = chlo.square %1019 : tensor<32xf32> -> tensor<32xf32>
    %cst_312 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1262 = stablehlo.broadcast_in_dim %cst_312, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1263 = stablehlo.multiply %1262, %1261 : tensor<32xf32>
    %1264 = stablehlo.add %1260, %1263 : tensor<32xf32>
    %cst_313 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1265 = stablehlo.broadcast_in_dim %cst_313, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1266 = stablehlo.multiply %1265, %arg65 : tensor<128xf32>
    %1267 = chlo.square %1021 : tensor<128xf32> -> tensor<128xf32>
    %cst_314 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1268 = stablehlo.broadcast_in_dim %cst_314, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1269 = stablehlo.multiply %1268, %1267 : tensor<128xf32>
    %1270 = stablehlo.add %1266, %1269 : tensor<128xf32>
    %cst_315 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1271 = stablehlo.broadcast_in_dim %cst_315, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1272 = stablehlo.multiply %1271, %arg66 : tensor<32xf32>
    %1273 = chlo.square %1023 : tensor<32xf32> -> tensor<32xf32>
    %cst_316 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1274 = stablehlo.broadcast_in_dim %cst_316, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1275 = stablehlo.multiply %1274, %1273 : tensor<32xf32>
    %1276 = stablehlo.add %1272, %1275 : tensor<32xf32>
    %cst_317 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1277 = stablehlo.broadcast_in_dim %cst_317, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1278 = stablehlo.multiply %1277, %arg67 : tensor<32x128xf32>
    %1279 = chlo.square %1025 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_318 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1280 = stablehlo.broadcast_in_dim %cst_318, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1281 = stablehlo.multiply %1280, %1279 : tensor<32x128xf32>
    %1282 = stablehlo.add %1278, %1281 : tensor<32x128xf32>
    %cst_319 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1283 = stablehlo.broadcast_in_dim %cst_319, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1284 = stablehlo.multiply %1283, %arg68 : tensor<128x32xf32>
    %1285 = chlo.square %1027 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_320 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1286 = stablehlo.broadcast_in_dim %cst_320, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1287 = stablehlo.multiply %1286, %1285 : tensor<128x32xf32>
    %1288 = stablehlo.add %1284, %1287 : tensor<128x32xf32>
    %cst_321 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1289 = stablehlo.broadcast_in_dim %cst_321, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1290 = stablehlo.multiply %1289, %arg69 : tensor<32xf32>
    %1291 = chlo.square %1029 : tensor<32xf32> -> tensor<32xf32>
    %cst_322 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1292 = stablehlo.broadcast_in_dim %cst_322, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1293 = stablehlo.multiply %1292, %1291 : tensor<32xf32>
    %1294 = stablehlo.add %1290, %1293 : tensor<32xf32>
    %cst_323 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1295 = stablehlo.broadcast_in_dim %cst_323, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1296 = stablehlo.multiply %1295, %arg70 : tensor<3x4x8xf32>
    %1297 = chlo.square %1031 : tensor<3x4x8xf32> -> tensor<3x4x8xf32>
    %cst_324 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1298 = stablehlo.broadcast_in_dim %cst_324, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1299 = stablehlo.multiply %1298, %1297 : tensor<3x4x8xf32>
    %1300 = stablehlo.add %1296, %1299 : tensor<3x4x8xf32>
    %cst_325 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1301 = stablehlo.broadcast_in_dim %cst_325, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1302 = stablehlo.multiply %1301, %arg71 : tensor<4x8x32xf32>
    %1303 = chlo.square %1033 : tensor<4x8x32xf32> -> tensor<4x8x32xf32>
    %cst_326 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1304 = stablehlo.broadcast_in_dim %cst_326, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1305 = stablehlo.multiply %1304, %1303 : tensor<4x8x32xf32>
    %1306 = stablehlo.add %1302, %1305 : tensor<4x8x32xf32>
    %cst_327 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1307 = stablehlo.broadcast_in_dim %cst_327, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1308 = stablehlo.multiply %1307, %arg72 : tensor<32x3x4x8xf32>
    %1309 = chlo.square %1035 : tensor<32x3x4x8xf32> -> tensor<32x3x4x8xf32>
    %cst_328 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1310 = stablehlo.broadcast_in_dim %cst_328, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1311 = stablehlo.multiply %1310, %1309 : tensor<32x3x4x8xf32>
    %1312 = stablehlo.add %1308, %1311 : tensor<32x3x4x8xf32>
    %cst_329 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1313 = stablehlo.broadcast_in_dim %cst_329, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1314 = stablehlo.multiply %1313, %arg73 : tensor<32xf32>
    %1315 = chlo.square %1037 : tensor<32xf32> -> tensor<32xf32>
    %cst_330 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1316 = stablehlo.broadcast_in_dim %cst_330, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1317 = stablehlo.multiply %1316, %1315 : tensor<32xf32>
    %1318 = stablehlo.add %1314, %1317 : tensor<32xf32>
    %cst_331 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1319 = stablehlo.broadcast_in_dim %cst_331, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1320 = stablehlo.multiply %1319, %arg74 : tensor<32xf32>
    %1321 = chlo.square %1039 : tensor<32xf32> -> tensor<32xf32>
    %cst_332 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1322 = stablehlo.broadcast_in_dim %cst_332, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1323 = stablehlo.multiply %1322, %1321 : tensor<32xf32>
    %1324 = stablehlo.add %1320, %1323 : tensor<32xf32>
    %cst_333 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1325 = stablehlo.broadcast_in_dim %cst_333, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1326 = stablehlo.multiply %1325, %arg75 : tensor<32xf32>
    %1327 = chlo.square %1041 : tensor<32xf32> -> tensor<32xf32>
    %cst_334 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1328 = stablehlo.broadcast_in_dim %cst_334, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1329 = stablehlo.multiply %1328, %1327 : tensor<32xf32>
    %1330 = stablehlo.add %1326, %1329 : tensor<32xf32>
    %cst_335 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1331 = stablehlo.broadcast_in_dim %cst_335, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1332 = stablehlo.multiply %1331, %arg76 : tensor<32xf32>
    %1333 = chlo.square %1043 : tensor<32xf32> -> tensor<32xf32>
    %cst_336 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1334 = stablehlo.broadcast_in_dim %cst_336, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1335 = stablehlo.multiply %1334, %1333 : tensor<32xf32>
    %1336 = stablehlo.add %1332, %1335 : tensor<32xf32>
    %cst_337 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1337 = stablehlo.broadcast_in_dim %cst_337, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1338 = stablehlo.multiply %1337, %arg77 : tensor<128xf32>
    %1339 = chlo.square %1045 : tensor<128xf32> -> tensor<128xf32>
    %cst_338 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1340 = stablehlo.broadcast_in_dim %cst_338, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1341 = stablehlo.multiply %1340, %1339 : tensor<128xf32>
    %1342 = stablehlo.add %1338, %1341 : tensor<128xf32>
    %cst_339 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1343 = stablehlo.broadcast_in_dim %cst_339, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1344 = stablehlo.multiply %1343, %arg78 : tensor<32xf32>
    %1345 = chlo.square %1047 : tensor<32xf32> -> tensor<32xf32>
    %cst_340 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1346 = stablehlo.broadcast_in_dim %cst_340, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1347 = stablehlo.multiply %1346, %1345 : tensor<32xf32>
    %1348 = stablehlo.add %1344, %1347 : tensor<32xf32>
    %cst_341 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1349 = stablehlo.broadcast_in_dim %cst_341, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1350 = stablehlo.multiply %1349, %arg79 : tensor<32x128xf32>
    %1351 = chlo.square %1049 : tensor<32x128xf32> -> tensor<32x128xf32>
    %cst_342 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1352 = stablehlo.broadcast_in_dim %cst_342, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1353 = stablehlo.multiply %1352, %1351 : tensor<32x128xf32>
    %1354 = stablehlo.add %1350, %1353 : tensor<32x128xf32>
    %cst_343 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1355 = stablehlo.broadcast_in_dim %cst_343, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1356 = stablehlo.multiply %1355, %arg80 : tensor<128x32xf32>
    %1357 = chlo.square %1051 : tensor<128x32xf32> -> tensor<128x32xf32>
    %cst_344 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1358 = stablehlo.broadcast_in_dim %cst_344, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1359 = stablehlo.multiply %1358, %1357 : tensor<128x32xf32>
    %1360 = stablehlo.add %1356, %1359 : tensor<128x32xf32>
    %cst_345 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1361 = stablehlo.broadcast_in_dim %cst_345, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1362 = stablehlo.multiply %1361, %arg81 : tensor<32xf32>
    %1363 = chlo.square %1053 : tensor<32xf32> -> tensor<32xf32>
    %cst_346 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1364 = stablehlo.broadcast_in_dim %cst_346, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1365 = stablehlo.multiply %1364, %1363 : tensor<32xf32>
    %1366 = stablehlo.add %1362, %1365 : tensor<32xf32>
    %cst_347 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1367 = stablehlo.broadcast_in_dim %cst_347, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1368 = stablehlo.multiply %1367, %arg82 : tensor<32xf32>
    %1369 = chlo.square %1055 : tensor<32xf32> -> tensor<32xf32>
    %cst_348 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1370 = stablehlo.broadcast_in_dim %cst_348, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1371 = stablehlo.multiply %1370, %1369 : tensor<32xf32>
    %1372 = stablehlo.add %1368, %1371 : tensor<32xf32>
    %cst_349 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1373 = stablehlo.broadcast_in_dim %cst_349, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1374 = stablehlo.multiply %1373, %arg83 : tensor<16x32xf32>
    %1375 = chlo.square %1057 : tensor<16x32xf32> -> tensor<16x32xf32>
    %cst_350 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1376 = stablehlo.broadcast_in_dim %cst_350, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1377 = stablehlo.multiply %1376, %1375 : tensor<16x32xf32>
    %1378 = stablehlo.add %1374, %1377 : tensor<16x32xf32>
    %cst_351 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %1379 = stablehlo.broadcast_in_dim %cst_351, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1380 = stablehlo.multiply %1379, %arg84 : tensor<64x32xf32>
    %1381 = chlo.square %1059 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_352 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %1382 = stablehlo.broadcast_in_dim %cst_352, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1383 = stablehlo.multiply %1382, %1381 : tensor<64x32xf32>
    %1384 = stablehlo.add %1380, %1383 : tensor<64x32xf32>
    %1385 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1386 = stablehlo.divide %1081, %1385 : tensor<32xf32>
    %1387 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1388 = stablehlo.divide %1222, %1387 : tensor<32xf32>
    %1389 = stablehlo.sqrt %1388 : tensor<32xf32>
    %cst_353 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1390 = stablehlo.broadcast_in_dim %cst_353, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1391 = stablehlo.add %1389, %1390 : tensor<32xf32>
    %1392 = stablehlo.divide %1386, %1391 : tensor<32xf32>
    %cst_354 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1393 = stablehlo.broadcast_in_dim %cst_354, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1394 = stablehlo.add %1392, %1393 : tensor<32xf32>
    %1395 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1396 = stablehlo.multiply %1395, %1394 : tensor<32xf32>
    %1397 = stablehlo.subtract %arg28, %1396 : tensor<32xf32>
    %cst_355 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1398 = stablehlo.broadcast_in_dim %cst_355, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1399 = stablehlo.multiply %1398, %arg29 : tensor<3x4x8xf32>
    %1400 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1401 = stablehlo.divide %1086, %1400 : tensor<3x4x8xf32>
    %1402 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1403 = stablehlo.divide %1228, %1402 : tensor<3x4x8xf32>
    %1404 = stablehlo.sqrt %1403 : tensor<3x4x8xf32>
    %cst_356 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1405 = stablehlo.broadcast_in_dim %cst_356, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1406 = stablehlo.add %1404, %1405 : tensor<3x4x8xf32>
    %1407 = stablehlo.divide %1401, %1406 : tensor<3x4x8xf32>
    %1408 = stablehlo.add %1407, %1399 : tensor<3x4x8xf32>
    %1409 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1410 = stablehlo.multiply %1409, %1408 : tensor<3x4x8xf32>
    %1411 = stablehlo.subtract %arg29, %1410 : tensor<3x4x8xf32>
    %cst_357 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1412 = stablehlo.broadcast_in_dim %cst_357, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1413 = stablehlo.multiply %1412, %arg30 : tensor<4x8x32xf32>
    %1414 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1415 = stablehlo.divide %1091, %1414 : tensor<4x8x32xf32>
    %1416 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1417 = stablehlo.divide %1234, %1416 : tensor<4x8x32xf32>
    %1418 = stablehlo.sqrt %1417 : tensor<4x8x32xf32>
    %cst_358 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1419 = stablehlo.broadcast_in_dim %cst_358, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1420 = stablehlo.add %1418, %1419 : tensor<4x8x32xf32>
    %1421 = stablehlo.divide %1415, %1420 : tensor<4x8x32xf32>
    %1422 = stablehlo.add %1421, %1413 : tensor<4x8x32xf32>
    %1423 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1424 = stablehlo.multiply %1423, %1422 : tensor<4x8x32xf32>
    %1425 = stablehlo.subtract %arg30, %1424 : tensor<4x8x32xf32>
    %cst_359 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1426 = stablehlo.broadcast_in_dim %cst_359, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1427 = stablehlo.multiply %1426, %arg31 : tensor<32x3x4x8xf32>
    %1428 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1429 = stablehlo.divide %1096, %1428 : tensor<32x3x4x8xf32>
    %1430 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1431 = stablehlo.divide %1240, %1430 : tensor<32x3x4x8xf32>
    %1432 = stablehlo.sqrt %1431 : tensor<32x3x4x8xf32>
    %cst_360 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1433 = stablehlo.broadcast_in_dim %cst_360, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1434 = stablehlo.add %1432, %1433 : tensor<32x3x4x8xf32>
    %1435 = stablehlo.divide %1429, %1434 : tensor<32x3x4x8xf32>
    %1436 = stablehlo.add %1435, %1427 : tensor<32x3x4x8xf32>
    %1437 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1438 = stablehlo.multiply %1437, %1436 : tensor<32x3x4x8xf32>
    %1439 = stablehlo.subtract %arg31, %1438 : tensor<32x3x4x8xf32>
    %1440 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1441 = stablehlo.divide %1101, %1440 : tensor<32xf32>
    %1442 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1443 = stablehlo.divide %1246, %1442 : tensor<32xf32>
    %1444 = stablehlo.sqrt %1443 : tensor<32xf32>
    %cst_361 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1445 = stablehlo.broadcast_in_dim %cst_361, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1446 = stablehlo.add %1444, %1445 : tensor<32xf32>
    %1447 = stablehlo.divide %1441, %1446 : tensor<32xf32>
    %cst_362 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1448 = stablehlo.broadcast_in_dim %cst_362, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1449 = stablehlo.add %1447, %1448 : tensor<32xf32>
    %1450 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1451 = stablehlo.multiply %1450, %1449 : tensor<32xf32>
    %1452 = stablehlo.subtract %arg32, %1451 : tensor<32xf32>
    %1453 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1454 = stablehlo.divide %1106, %1453 : tensor<32xf32>
    %1455 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1456 = stablehlo.divide %1252, %1455 : tensor<32xf32>
    %1457 = stablehlo.sqrt %1456 : tensor<32xf32>
    %cst_363 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1458 = stablehlo.broadcast_in_dim %cst_363, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1459 = stablehlo.add %1457, %1458 : tensor<32xf32>
    %1460 = stablehlo.divide %1454, %1459 : tensor<32xf32>
    %cst_364 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1461 = stablehlo.broadcast_in_dim %cst_364, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1462 = stablehlo.add %1460, %1461 : tensor<32xf32>
    %1463 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1464 = stablehlo.multiply %1463, %1462 : tensor<32xf32>
    %1465 = stablehlo.subtract %arg33, %1464 : tensor<32xf32>
    %1466 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1467 = stablehlo.divide %1111, %1466 : tensor<32xf32>
    %1468 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1469 = stablehlo.divide %1258, %1468 : tensor<32xf32>
    %1470 = stablehlo.sqrt %1469 : tensor<32xf32>
    %cst_365 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1471 = stablehlo.broadcast_in_dim %cst_365, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1472 = stablehlo.add %1470, %1471 : tensor<32xf32>
    %1473 = stablehlo.divide %1467, %1472 : tensor<32xf32>
    %cst_366 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1474 = stablehlo.broadcast_in_dim %cst_366, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1475 = stablehlo.add %1473, %1474 : tensor<32xf32>
    %1476 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1477 = stablehlo.multiply %1476, %1475 : tensor<32xf32>
    %1478 = stablehlo.subtract %arg34, %1477 : tensor<32xf32>
    %1479 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1480 = stablehlo.divide %1116, %1479 : tensor<32xf32>
    %1481 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1482 = stablehlo.divide %1264, %1481 : tensor<32xf32>
    %1483 = stablehlo.sqrt %1482 : tensor<32xf32>
    %cst_367 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1484 = stablehlo.broadcast_in_dim %cst_367, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1485 = stablehlo.add %1483, %1484 : tensor<32xf32>
    %1486 = stablehlo.divide %1480, %1485 : tensor<32xf32>
    %cst_368 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1487 = stablehlo.broadcast_in_dim %cst_368, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1488 = stablehlo.add %1486, %1487 : tensor<32xf32>
    %1489 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1490 = stablehlo.multiply %1489, %1488 : tensor<32xf32>
    %1491 = stablehlo.subtract %arg35, %1490 : tensor<32xf32>
    %1492 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1493 = stablehlo.divide %1121, %1492 : tensor<128xf32>
    %1494 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1495 = stablehlo.divide %1270, %1494 : tensor<128xf32>
    %1496 = stablehlo.sqrt %1495 : tensor<128xf32>
    %cst_369 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1497 = stablehlo.broadcast_in_dim %cst_369, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1498 = stablehlo.add %1496, %1497 : tensor<128xf32>
    %1499 = stablehlo.divide %1493, %1498 : tensor<128xf32>
    %cst_370 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1500 = stablehlo.broadcast_in_dim %cst_370, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1501 = stablehlo.add %1499, %1500 : tensor<128xf32>
    %1502 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1503 = stablehlo.multiply %1502, %1501 : tensor<128xf32>
    %1504 = stablehlo.subtract %arg36, %1503 : tensor<128xf32>
    %1505 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1506 = stablehlo.divide %1126, %1505 : tensor<32xf32>
    %1507 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1508 = stablehlo.divide %1276, %1507 : tensor<32xf32>
    %1509 = stablehlo.sqrt %1508 : tensor<32xf32>
    %cst_371 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1510 = stablehlo.broadcast_in_dim %cst_371, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1511 = stablehlo.add %1509, %1510 : tensor<32xf32>
    %1512 = stablehlo.divide %1506, %1511 : tensor<32xf32>
    %cst_372 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1513 = stablehlo.broadcast_in_dim %cst_372, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1514 = stablehlo.add %1512, %1513 : tensor<32xf32>
    %1515 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1516 = stablehlo.multiply %1515, %1514 : tensor<32xf32>
    %1517 = stablehlo.subtract %arg37, %1516 : tensor<32xf32>
    %cst_373 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1518 = stablehlo.broadcast_in_dim %cst_373, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1519 = stablehlo.multiply %1518, %arg38 : tensor<32x128xf32>
    %1520 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1521 = stablehlo.divide %1131, %1520 : tensor<32x128xf32>
    %1522 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1523 = stablehlo.divide %1282, %1522 : tensor<32x128xf32>
    %1524 = stablehlo.sqrt %1523 : tensor<32x128xf32>
    %cst_374 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1525 = stablehlo.broadcast_in_dim %cst_374, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1526 = stablehlo.add %1524, %1525 : tensor<32x128xf32>
    %1527 = stablehlo.divide %1521, %1526 : tensor<32x128xf32>
    %1528 = stablehlo.add %1527, %1519 : tensor<32x128xf32>
    %1529 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1530 = stablehlo.multiply %1529, %1528 : tensor<32x128xf32>
    %1531 = stablehlo.subtract %arg38, %1530 : tensor<32x128xf32>
    %cst_375 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1532 = stablehlo.broadcast_in_dim %cst_375, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1533 = stablehlo.multiply %1532, %arg39 : tensor<128x32xf32>
    %1534 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1535 = stablehlo.divide %1136, %1534 : tensor<128x32xf32>
    %1536 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1537 = stablehlo.divide %1288, %1536 : tensor<128x32xf32>
    %1538 = stablehlo.sqrt %1537 : tensor<128x32xf32>
    %cst_376 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1539 = stablehlo.broadcast_in_dim %cst_376, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1540 = stablehlo.add %1538, %1539 : tensor<128x32xf32>
    %1541 = stablehlo.divide %1535, %1540 : tensor<128x32xf32>
    %1542 = stablehlo.add %1541, %1533 : tensor<128x32xf32>
    %1543 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1544 = stablehlo.multiply %1543, %1542 : tensor<128x32xf32>
    %1545 = stablehlo.subtract %arg39, %1544 : tensor<128x32xf32>
    %1546 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1547 = stablehlo.divide %1141, %1546 : tensor<32xf32>
    %1548 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1549 = stablehlo.divide %1294, %1548 : tensor<32xf32>
    %1550 = stablehlo.sqrt %1549 : tensor<32xf32>
    %cst_377 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1551 = stablehlo.broadcast_in_dim %cst_377, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1552 = stablehlo.add %1550, %1551 : tensor<32xf32>
    %1553 = stablehlo.divide %1547, %1552 : tensor<32xf32>
    %cst_378 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1554 = stablehlo.broadcast_in_dim %cst_378, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1555 = stablehlo.add %1553, %1554 : tensor<32xf32>
    %1556 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1557 = stablehlo.multiply %1556, %1555 : tensor<32xf32>
    %1558 = stablehlo.subtract %arg40, %1557 : tensor<32xf32>
    %cst_379 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1559 = stablehlo.broadcast_in_dim %cst_379, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1560 = stablehlo.multiply %1559, %arg41 : tensor<3x4x8xf32>
    %1561 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1562 = stablehlo.divide %1146, %1561 : tensor<3x4x8xf32>
    %1563 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1564 = stablehlo.divide %1300, %1563 : tensor<3x4x8xf32>
    %1565 = stablehlo.sqrt %1564 : tensor<3x4x8xf32>
    %cst_380 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1566 = stablehlo.broadcast_in_dim %cst_380, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1567 = stablehlo.add %1565, %1566 : tensor<3x4x8xf32>
    %1568 = stablehlo.divide %1562, %1567 : tensor<3x4x8xf32>
    %1569 = stablehlo.add %1568, %1560 : tensor<3x4x8xf32>
    %1570 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<3x4x8xf32>
    %1571 = stablehlo.multiply %1570, %1569 : tensor<3x4x8xf32>
    %1572 = stablehlo.subtract %arg41, %1571 : tensor<3x4x8xf32>
    %cst_381 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1573 = stablehlo.broadcast_in_dim %cst_381, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1574 = stablehlo.multiply %1573, %arg42 : tensor<4x8x32xf32>
    %1575 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1576 = stablehlo.divide %1151, %1575 : tensor<4x8x32xf32>
    %1577 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1578 = stablehlo.divide %1306, %1577 : tensor<4x8x32xf32>
    %1579 = stablehlo.sqrt %1578 : tensor<4x8x32xf32>
    %cst_382 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1580 = stablehlo.broadcast_in_dim %cst_382, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1581 = stablehlo.add %1579, %1580 : tensor<4x8x32xf32>
    %1582 = stablehlo.divide %1576, %1581 : tensor<4x8x32xf32>
    %1583 = stablehlo.add %1582, %1574 : tensor<4x8x32xf32>
    %1584 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<4x8x32xf32>
    %1585 = stablehlo.multiply %1584, %1583 : tensor<4x8x32xf32>
    %1586 = stablehlo.subtract %arg42, %1585 : tensor<4x8x32xf32>
    %cst_383 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1587 = stablehlo.broadcast_in_dim %cst_383, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1588 = stablehlo.multiply %1587, %arg43 : tensor<32x3x4x8xf32>
    %1589 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1590 = stablehlo.divide %1156, %1589 : tensor<32x3x4x8xf32>
    %1591 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1592 = stablehlo.divide %1312, %1591 : tensor<32x3x4x8xf32>
    %1593 = stablehlo.sqrt %1592 : tensor<32x3x4x8xf32>
    %cst_384 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1594 = stablehlo.broadcast_in_dim %cst_384, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1595 = stablehlo.add %1593, %1594 : tensor<32x3x4x8xf32>
    %1596 = stablehlo.divide %1590, %1595 : tensor<32x3x4x8xf32>
    %1597 = stablehlo.add %1596, %1588 : tensor<32x3x4x8xf32>
    %1598 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32x3x4x8xf32>
    %1599 = stablehlo.multiply %1598, %1597 : tensor<32x3x4x8xf32>
    %1600 = stablehlo.subtract %arg43, %1599 : tensor<32x3x4x8xf32>
    %1601 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1602 = stablehlo.divide %1161, %1601 : tensor<32xf32>
    %1603 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1604 = stablehlo.divide %1318, %1603 : tensor<32xf32>
    %1605 = stablehlo.sqrt %1604 : tensor<32xf32>
    %cst_385 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1606 = stablehlo.broadcast_in_dim %cst_385, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1607 = stablehlo.add %1605, %1606 : tensor<32xf32>
    %1608 = stablehlo.divide %1602, %1607 : tensor<32xf32>
    %cst_386 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1609 = stablehlo.broadcast_in_dim %cst_386, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1610 = stablehlo.add %1608, %1609 : tensor<32xf32>
    %1611 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1612 = stablehlo.multiply %1611, %1610 : tensor<32xf32>
    %1613 = stablehlo.subtract %arg44, %1612 : tensor<32xf32>
    %1614 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1615 = stablehlo.divide %1166, %1614 : tensor<32xf32>
    %1616 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1617 = stablehlo.divide %1324, %1616 : tensor<32xf32>
    %1618 = stablehlo.sqrt %1617 : tensor<32xf32>
    %cst_387 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1619 = stablehlo.broadcast_in_dim %cst_387, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1620 = stablehlo.add %1618, %1619 : tensor<32xf32>
    %1621 = stablehlo.divide %1615, %1620 : tensor<32xf32>
    %cst_388 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1622 = stablehlo.broadcast_in_dim %cst_388, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1623 = stablehlo.add %1621, %1622 : tensor<32xf32>
    %1624 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1625 = stablehlo.multiply %1624, %1623 : tensor<32xf32>
    %1626 = stablehlo.subtract %arg45, %1625 : tensor<32xf32>
    %1627 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1628 = stablehlo.divide %1171, %1627 : tensor<32xf32>
    %1629 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1630 = stablehlo.divide %1330, %1629 : tensor<32xf32>
    %1631 = stablehlo.sqrt %1630 : tensor<32xf32>
    %cst_389 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1632 = stablehlo.broadcast_in_dim %cst_389, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1633 = stablehlo.add %1631, %1632 : tensor<32xf32>
    %1634 = stablehlo.divide %1628, %1633 : tensor<32xf32>
    %cst_390 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1635 = stablehlo.broadcast_in_dim %cst_390, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1636 = stablehlo.add %1634, %1635 : tensor<32xf32>
    %1637 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1638 = stablehlo.multiply %1637, %1636 : tensor<32xf32>
    %1639 = stablehlo.subtract %arg46, %1638 : tensor<32xf32>
    %1640 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1641 = stablehlo.divide %1176, %1640 : tensor<32xf32>
    %1642 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1643 = stablehlo.divide %1336, %1642 : tensor<32xf32>
    %1644 = stablehlo.sqrt %1643 : tensor<32xf32>
    %cst_391 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1645 = stablehlo.broadcast_in_dim %cst_391, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1646 = stablehlo.add %1644, %1645 : tensor<32xf32>
    %1647 = stablehlo.divide %1641, %1646 : tensor<32xf32>
    %cst_392 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1648 = stablehlo.broadcast_in_dim %cst_392, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1649 = stablehlo.add %1647, %1648 : tensor<32xf32>
    %1650 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1651 = stablehlo.multiply %1650, %1649 : tensor<32xf32>
    %1652 = stablehlo.subtract %arg47, %1651 : tensor<32xf32>
    %1653 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1654 = stablehlo.divide %1181, %1653 : tensor<128xf32>
    %1655 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1656 = stablehlo.divide %1342, %1655 : tensor<128xf32>
    %1657 = stablehlo.sqrt %1656 : tensor<128xf32>
    %cst_393 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1658 = stablehlo.broadcast_in_dim %cst_393, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1659 = stablehlo.add %1657, %1658 : tensor<128xf32>
    %1660 = stablehlo.divide %1654, %1659 : tensor<128xf32>
    %cst_394 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1661 = stablehlo.broadcast_in_dim %cst_394, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1662 = stablehlo.add %1660, %1661 : tensor<128xf32>
    %1663 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<128xf32>
    %1664 = stablehlo.multiply %1663, %1662 : tensor<128xf32>
    %1665 = stablehlo.subtract %arg48, %1664 : tensor<128xf32>
    %1666 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1667 = stablehlo.divide %1186, %1666 : tensor<32xf32>
    %1668 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1669 = stablehlo.divide %1348, %1668 : tensor<32xf32>
    %1670 = stablehlo.sqrt %1669 : tensor<32xf32>
    %cst_395 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1671 = stablehlo.broadcast_in_dim %cst_395, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1672 = stablehlo.add %1670, %1671 : tensor<32xf32>
    %1673 = stablehlo.divide %1667, %1672 : tensor<32xf32>
    %cst_396 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1674 = stablehlo.broadcast_in_dim %cst_396, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1675 = stablehlo.add %1673, %1674 : tensor<32xf32>
    %1676 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1677 = stablehlo.multiply %1676, %1675 : tensor<32xf32>
    %1678 = stablehlo.subtract %arg49, %1677 : tensor<32xf32>
    %cst_397 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1679 = stablehlo.broadcast_in_dim %cst_397, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1680 = stablehlo.multiply %1679, %arg50 : tensor<32x128xf32>
    %1681 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1682 = stablehlo.divide %1191, %1681 : tensor<32x128xf32>
    %1683 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1684 = stablehlo.divide %1354, %1683 : tensor<32x128xf32>
    %1685 = stablehlo.sqrt %1684 : tensor<32x128xf32>
    %cst_398 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1686 = stablehlo.broadcast_in_dim %cst_398, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1687 = stablehlo.add %1685, %1686 : tensor<32x128xf32>
    %1688 = stablehlo.divide %1682, %1687 : tensor<32x128xf32>
    %1689 = stablehlo.add %1688, %1680 : tensor<32x128xf32>
    %1690 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32x128xf32>
    %1691 = stablehlo.multiply %1690, %1689 : tensor<32x128xf32>
    %1692 = stablehlo.subtract %arg50, %1691 : tensor<32x128xf32>
    %cst_399 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1693 = stablehlo.broadcast_in_dim %cst_399, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1694 = stablehlo.multiply %1693, %arg51 : tensor<128x32xf32>
    %1695 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1696 = stablehlo.divide %1196, %1695 : tensor<128x32xf32>
    %1697 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1698 = stablehlo.divide %1360, %1697 : tensor<128x32xf32>
    %1699 = stablehlo.sqrt %1698 : tensor<128x32xf32>
    %cst_400 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1700 = stablehlo.broadcast_in_dim %cst_400, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1701 = stablehlo.add %1699, %1700 : tensor<128x32xf32>
    %1702 = stablehlo.divide %1696, %1701 : tensor<128x32xf32>
    %1703 = stablehlo.add %1702, %1694 : tensor<128x32xf32>
    %1704 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<128x32xf32>
    %1705 = stablehlo.multiply %1704, %1703 : tensor<128x32xf32>
    %1706 = stablehlo.subtract %arg51, %1705 : tensor<128x32xf32>
    %1707 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1708 = stablehlo.divide %1201, %1707 : tensor<32xf32>
    %1709 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1710 = stablehlo.divide %1366, %1709 : tensor<32xf32>
    %1711 = stablehlo.sqrt %1710 : tensor<32xf32>
    %cst_401 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1712 = stablehlo.broadcast_in_dim %cst_401, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1713 = stablehlo.add %1711, %1712 : tensor<32xf32>
    %1714 = stablehlo.divide %1708, %1713 : tensor<32xf32>
    %cst_402 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1715 = stablehlo.broadcast_in_dim %cst_402, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1716 = stablehlo.add %1714, %1715 : tensor<32xf32>
    %1717 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1718 = stablehlo.multiply %1717, %1716 : tensor<32xf32>
    %1719 = stablehlo.subtract %arg52, %1718 : tensor<32xf32>
    %1720 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1721 = stablehlo.divide %1206, %1720 : tensor<32xf32>
    %1722 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1723 = stablehlo.divide %1372, %1722 : tensor<32xf32>
    %1724 = stablehlo.sqrt %1723 : tensor<32xf32>
    %cst_403 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1725 = stablehlo.broadcast_in_dim %cst_403, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1726 = stablehlo.add %1724, %1725 : tensor<32xf32>
    %1727 = stablehlo.divide %1721, %1726 : tensor<32xf32>
    %cst_404 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1728 = stablehlo.broadcast_in_dim %cst_404, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1729 = stablehlo.add %1727, %1728 : tensor<32xf32>
    %1730 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %1731 = stablehlo.multiply %1730, %1729 : tensor<32xf32>
    %1732 = stablehlo.subtract %arg53, %1731 : tensor<32xf32>
    %cst_405 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1733 = stablehlo.broadcast_in_dim %cst_405, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1734 = stablehlo.multiply %1733, %arg54 : tensor<16x32xf32>
    %1735 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1736 = stablehlo.divide %1211, %1735 : tensor<16x32xf32>
    %1737 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1738 = stablehlo.divide %1378, %1737 : tensor<16x32xf32>
    %1739 = stablehlo.sqrt %1738 : tensor<16x32xf32>
    %cst_406 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1740 = stablehlo.broadcast_in_dim %cst_406, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1741 = stablehlo.add %1739, %1740 : tensor<16x32xf32>
    %1742 = stablehlo.divide %1736, %1741 : tensor<16x32xf32>
    %1743 = stablehlo.add %1742, %1734 : tensor<16x32xf32>
    %1744 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<16x32xf32>
    %1745 = stablehlo.multiply %1744, %1743 : tensor<16x32xf32>
    %1746 = stablehlo.subtract %arg54, %1745 : tensor<16x32xf32>
    %cst_407 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %1747 = stablehlo.broadcast_in_dim %cst_407, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1748 = stablehlo.multiply %1747, %arg55 : tensor<64x32xf32>
    %1749 = stablehlo.broadcast_in_dim %1074, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1750 = stablehlo.divide %1216, %1749 : tensor<64x32xf32>
    %1751 = stablehlo.broadcast_in_dim %1076, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1752 = stablehlo.divide %1384, %1751 : tensor<64x32xf32>
    %1753 = stablehlo.sqrt %1752 : tensor<64x32xf32>
    %cst_408 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %1754 = stablehlo.broadcast_in_dim %cst_408, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1755 = stablehlo.add %1753, %1754 : tensor<64x32xf32>
    %1756 = stablehlo.divide %1750, %1755 : tensor<64x32xf32>
    %1757 = stablehlo.add %1756, %1748 : tensor<64x32xf32>
    %1758 = stablehlo.broadcast_in_dim %1072, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %1759 = stablehlo.multiply %1758, %1757 : tensor<64x32xf32>
    %1760 = stablehlo.subtract %arg55, %1759 : tensor<64x32xf32>
    return %1081, %1086, %1091, %1096, %1101, %1106, %1111, %1116, %1121, %1126, %1131, %1136, %1141, %1146, %1151, %1156, %1161, %1166, %1171, %1176, %1181, %1186, %1191, %1196, %1201, %1206, %1211, %1216, %1397, %1411, %1425, %1439, %1452, %1465, %1478, %1491, %1504, %1517, %1531, %1545, %1558, %1572, %1586, %1600, %1613, %1626, %1639, %1652, %1665, %1678, %1692, %1706, %1719, %1732, %1746, %1760, %1060, %1222, %1228, %1234, %1240, %1246, %1252, %1258, %1264, %1270, %1276, %1282, %1288, %1294, %1300, %1306, %1312, %1318, %1324, %1330, %1336, %1342, %1348, %1354, %1360, %1366, %1372, %1378, %1384, %1000, %288 : tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<i32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>, tensor<f32>, tensor<f32>
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
  func.func private @_where_0(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %3 : tensor<8x4x16x16xf32>
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
  func.func private @_where_3(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf32>, %arg2: tensor<f32>) -> (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %3, %1 : tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>
  }
  func.func private @_where_4(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @_take_5(%arg0: tensor<8x16x1xi32>, %arg1: tensor<8x16x32xf32>) -> tensor<64x32xf32> {
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
  func.func private @_where_6(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<f32>
    return %0 : tensor<f32>
  }
}
