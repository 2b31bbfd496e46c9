module @jit_step attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<2x96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"data"}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 12 : i32}, %arg13: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<2x96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"data"}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 19 : i32}, %arg20: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 20 : i32}, %arg21: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 21 : i32}, %arg22: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 22 : i32}, %arg23: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 23 : i32}, %arg24: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 24 : i32}, %arg25: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 25 : i32}, %arg26: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 26 : i32}, %arg27: tensor<2x96x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>, tf.aliasing_output = 27 : i32}, %arg28: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>, tf.aliasing_output = 28 : i32}, %arg29: tensor<2x32x96xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>, tf.aliasing_output = 29 : i32}, %arg30: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 30 : i32}, %arg31: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"data"}]>, tf.aliasing_output = 31 : i32}, %arg32: tensor<2x32x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 32 : i32}, %arg33: tensor<2x32x2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>, tf.aliasing_output = 33 : i32}, %arg34: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>, tf.aliasing_output = 34 : i32}, %arg35: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 35 : i32}, %arg36: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>, tf.aliasing_output = 36 : i32}, %arg37: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg38: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['n1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['m']['blocks']['n2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x96x32xf32> {jax.result_info = "result[0]['m']['blocks']['w_down']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<2x32x96xf32> {jax.result_info = "result[0]['m']['blocks']['w_gate']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, tensor<2x32x96xf32> {jax.result_info = "result[0]['m']['blocks']['w_up']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, tensor<2x32x2x8xf32> {jax.result_info = "result[0]['m']['blocks']['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['m']['blocks']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"data"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[0]['m']['blocks']['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<2x32x2x8xf32> {jax.result_info = "result[0]['m']['blocks']['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['m']['head']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['m']['nf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['m']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['n1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['params']['blocks']['n2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x96x32xf32> {jax.result_info = "result[0]['params']['blocks']['w_down']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<2x32x96xf32> {jax.result_info = "result[0]['params']['blocks']['w_gate']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, tensor<2x32x96xf32> {jax.result_info = "result[0]['params']['blocks']['w_up']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, tensor<2x32x2x8xf32> {jax.result_info = "result[0]['params']['blocks']['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['params']['blocks']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"data"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[0]['params']['blocks']['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<2x32x2x8xf32> {jax.result_info = "result[0]['params']['blocks']['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['params']['head']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['params']['nf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['params']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<i32> {jax.result_info = "result[0]['step']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['n1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[0]['v']['blocks']['n2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x96x32xf32> {jax.result_info = "result[0]['v']['blocks']['w_down']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"data"}]>}, tensor<2x32x96xf32> {jax.result_info = "result[0]['v']['blocks']['w_gate']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, tensor<2x32x96xf32> {jax.result_info = "result[0]['v']['blocks']['w_up']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>}, tensor<2x32x2x8xf32> {jax.result_info = "result[0]['v']['blocks']['wk']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[0]['v']['blocks']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"data"}]>}, tensor<2x32x4x8xf32> {jax.result_info = "result[0]['v']['blocks']['wq']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<2x32x2x8xf32> {jax.result_info = "result[0]['v']['blocks']['wv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}, {}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['v']['head']", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, tensor<32xf32> {jax.result_info = "result[0]['v']['nf']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x32xf32> {jax.result_info = "result[0]['v']['wte']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}]>}, tensor<f32> {jax.result_info = "result[1]['grad_norm']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "result[1]['loss']", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0:2 = call @_take(%arg23, %arg37) : (tensor<64x32xf32>, tensor<8x16xi32>) -> (tensor<8x16x32xf32>, tensor<8x16x1xi32>)
    %1 = sdy.sharding_constraint %0#0 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %2 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %4 = stablehlo.multiply %3, %2 : tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %6 = stablehlo.add %5, %4 : tensor<4xf32>
    %7 = stablehlo.negate %6 : tensor<4xf32>
    %cst_1 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %9 = stablehlo.divide %7, %8 : tensor<4xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %11 = stablehlo.power %10, %9 : tensor<4xf32>
    %12 = stablehlo.iota dim = 0 : tensor<16xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<16xf32>) -> tensor<16x1x1xf32>
    %14 = stablehlo.broadcast_in_dim %11, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %15 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<16x1x1xf32>) -> tensor<16x1x4xf32>
    %16 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<16x1x4xf32>
    %17 = stablehlo.multiply %15, %16 : tensor<16x1x4xf32>
    %18 = stablehlo.sine %17 : tensor<16x1x4xf32>
    %19 = stablehlo.cosine %17 : tensor<16x1x4xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %21 = stablehlo.broadcast_in_dim %18, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %22 = stablehlo.broadcast_in_dim %19, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %23 = stablehlo.broadcast_in_dim %18, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %24 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %26 = stablehlo.multiply %25, %24 : tensor<4xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %28 = stablehlo.add %27, %26 : tensor<4xf32>
    %29 = stablehlo.negate %28 : tensor<4xf32>
    %cst_5 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %31 = stablehlo.divide %29, %30 : tensor<4xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+04> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %33 = stablehlo.power %32, %31 : tensor<4xf32>
    %34 = stablehlo.iota dim = 0 : tensor<16xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0] : (tensor<16xf32>) -> tensor<16x1x1xf32>
    %36 = stablehlo.broadcast_in_dim %33, dims = [2] : (tensor<4xf32>) -> tensor<1x1x4xf32>
    %37 = stablehlo.broadcast_in_dim %35, dims = [0, 1, 2] : (tensor<16x1x1xf32>) -> tensor<16x1x4xf32>
    %38 = stablehlo.broadcast_in_dim %36, dims = [0, 1, 2] : (tensor<1x1x4xf32>) -> tensor<16x1x4xf32>
    %39 = stablehlo.multiply %37, %38 : tensor<16x1x4xf32>
    %40 = stablehlo.sine %39 : tensor<16x1x4xf32>
    %41 = stablehlo.cosine %39 : tensor<16x1x4xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %43 = stablehlo.broadcast_in_dim %40, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %44 = stablehlo.broadcast_in_dim %41, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %45 = stablehlo.broadcast_in_dim %40, dims = [1, 2, 3] : (tensor<16x1x4xf32>) -> tensor<1x16x1x4xf32>
    %46 = stablehlo.iota dim = 0 : tensor<16xi32>
    %47 = stablehlo.broadcast_in_dim %46, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %48 = stablehlo.iota dim = 0 : tensor<16xi32>
    %49 = stablehlo.broadcast_in_dim %48, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %50 = stablehlo.broadcast_in_dim %47, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %51 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %52 = stablehlo.compare GE, %50, %51, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_7 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %53:2 = call @_where_0(%52, %cst_7) : (tensor<16x16xi1>, tensor<f32>) -> (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>)
    %54 = call @silu() : () -> tensor<f32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x1xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<2x8x4x16x16xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<2x8x16x4x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %71 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<2x8x16x1xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<2x1x1x32xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %73 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<2x8x16x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<2x8x16x96xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<2x8x16x96xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<2x8x16x96xf32>
    %cst_31 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<2x8x16x96xf32>
    %cst_32 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<2x8x16x96xf32>
    %cst_33 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<2x8x16x96xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %81:48 = stablehlo.while(%iterArg = %arg12, %iterArg_164 = %arg13, %iterArg_165 = %arg14, %iterArg_166 = %arg15, %iterArg_167 = %arg16, %iterArg_168 = %arg17, %iterArg_169 = %arg18, %iterArg_170 = %arg19, %iterArg_171 = %arg20, %iterArg_172 = %42, %iterArg_173 = %43, %iterArg_174 = %44, %iterArg_175 = %45, %iterArg_176 = %20, %iterArg_177 = %21, %iterArg_178 = %22, %iterArg_179 = %23, %iterArg_180 = %53#0, %iterArg_181 = %53#1, %iterArg_182 = %54, %iterArg_183 = %c, %iterArg_184 = %1, %iterArg_185 = %55, %iterArg_186 = %56, %iterArg_187 = %57, %iterArg_188 = %58, %iterArg_189 = %59, %iterArg_190 = %60, %iterArg_191 = %61, %iterArg_192 = %62, %iterArg_193 = %63, %iterArg_194 = %64, %iterArg_195 = %65, %iterArg_196 = %66, %iterArg_197 = %67, %iterArg_198 = %68, %iterArg_199 = %69, %iterArg_200 = %70, %iterArg_201 = %71, %iterArg_202 = %72, %iterArg_203 = %73, %iterArg_204 = %74, %iterArg_205 = %75, %iterArg_206 = %76, %iterArg_207 = %77, %iterArg_208 = %78, %iterArg_209 = %79, %iterArg_210 = %80) : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>
    cond {
      %c_211 = stablehlo.constant dense<2> : tensor<i32>
      %557 = stablehlo.compare LT, %iterArg_183, %c_211, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %557 : tensor<i1>
    } do {
      %557 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_183) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %558 = func.call @dynamic_index_in_dim(%iterArg_164, %iterArg_183) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %559 = func.call @dynamic_index_in_dim_1(%iterArg_165, %iterArg_183) : (tensor<2x96x32xf32>, tensor<i32>) -> tensor<96x32xf32>
      %560 = func.call @dynamic_index_in_dim_2(%iterArg_166, %iterArg_183) : (tensor<2x32x96xf32>, tensor<i32>) -> tensor<32x96xf32>
      %561 = func.call @dynamic_index_in_dim_2(%iterArg_167, %iterArg_183) : (tensor<2x32x96xf32>, tensor<i32>) -> tensor<32x96xf32>
      %562 = func.call @dynamic_index_in_dim_3(%iterArg_168, %iterArg_183) : (tensor<2x32x2x8xf32>, tensor<i32>) -> tensor<32x2x8xf32>
      %563 = func.call @dynamic_index_in_dim_4(%iterArg_169, %iterArg_183) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %564 = func.call @dynamic_index_in_dim_5(%iterArg_170, %iterArg_183) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %565 = func.call @dynamic_index_in_dim_3(%iterArg_171, %iterArg_183) : (tensor<2x32x2x8xf32>, tensor<i32>) -> tensor<32x2x8xf32>
      %566:27 = func.call @closed_call(%iterArg_172, %iterArg_173, %iterArg_174, %iterArg_175, %iterArg_176, %iterArg_177, %iterArg_178, %iterArg_179, %iterArg_180, %iterArg_181, %iterArg_182, %iterArg_184, %557, %558, %559, %560, %561, %562, %563, %564, %565) : (tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<8x16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<96x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>, tensor<32x2x8xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x2x8xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>)
      %567 = func.call @dynamic_update_index_in_dim(%iterArg_185, %566#1, %iterArg_183) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %568 = func.call @dynamic_update_index_in_dim_8(%iterArg_186, %566#2, %iterArg_183) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %569 = func.call @dynamic_update_index_in_dim_8(%iterArg_187, %566#3, %iterArg_183) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %570 = func.call @dynamic_update_index_in_dim_9(%iterArg_188, %566#4, %iterArg_183) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %571 = func.call @dynamic_update_index_in_dim(%iterArg_189, %566#5, %iterArg_183) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %572 = func.call @dynamic_update_index_in_dim(%iterArg_190, %566#6, %iterArg_183) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %573 = func.call @dynamic_update_index_in_dim_10(%iterArg_191, %566#7, %iterArg_183) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %574 = func.call @dynamic_update_index_in_dim_10(%iterArg_192, %566#8, %iterArg_183) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %575 = func.call @dynamic_update_index_in_dim_11(%iterArg_193, %566#9, %iterArg_183) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %576 = func.call @dynamic_update_index_in_dim_12(%iterArg_194, %566#10, %iterArg_183) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %577 = func.call @dynamic_update_index_in_dim_12(%iterArg_195, %566#11, %iterArg_183) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %578 = func.call @dynamic_update_index_in_dim_11(%iterArg_196, %566#12, %iterArg_183) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %579 = func.call @dynamic_update_index_in_dim_10(%iterArg_197, %566#13, %iterArg_183) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %580 = func.call @dynamic_update_index_in_dim_10(%iterArg_198, %566#14, %iterArg_183) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %581 = func.call @dynamic_update_index_in_dim(%iterArg_199, %566#15, %iterArg_183) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %582 = func.call @dynamic_update_index_in_dim_8(%iterArg_200, %566#16, %iterArg_183) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %583 = func.call @dynamic_update_index_in_dim_8(%iterArg_201, %566#17, %iterArg_183) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %584 = func.call @dynamic_update_index_in_dim_9(%iterArg_202, %566#18, %iterArg_183) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %585 = func.call @dynamic_update_index_in_dim(%iterArg_203, %566#19, %iterArg_183) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %586 = func.call @dynamic_update_index_in_dim(%iterArg_204, %566#20, %iterArg_183) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %587 = func.call @dynamic_update_index_in_dim_13(%iterArg_205, %566#21, %iterArg_183) : (tensor<2x8x16x96xf32>, tensor<8x16x96xf32>, tensor<i32>) -> tensor<2x8x16x96xf32>
      %588 = func.call @dynamic_update_index_in_dim_13(%iterArg_206, %566#22, %iterArg_183) : (tensor<2x8x16x96xf32>, tensor<8x16x96xf32>, tensor<i32>) -> tensor<2x8x16x96xf32>
      %589 = func.call @dynamic_update_index_in_dim_13(%iterArg_207, %566#23, %iterArg_183) : (tensor<2x8x16x96xf32>, tensor<8x16x96xf32>, tensor<i32>) -> tensor<2x8x16x96xf32>
      %590 = func.call @dynamic_update_index_in_dim_13(%iterArg_208, %566#24, %iterArg_183) : (tensor<2x8x16x96xf32>, tensor<8x16x96xf32>, tensor<i32>) -> tensor<2x8x16x96xf32>
      %591 = func.call @dynamic_update_index_in_dim_13(%iterArg_209, %566#25, %iterArg_183) : (tensor<2x8x16x96xf32>, tensor<8x16x96xf32>, tensor<i32>) -> tensor<2x8x16x96xf32>
      %592 = func.call @dynamic_update_index_in_dim_13(%iterArg_210, %566#26, %iterArg_183) : (tensor<2x8x16x96xf32>, tensor<8x16x96xf32>, tensor<i32>) -> tensor<2x8x16x96xf32>
      %c_211 = stablehlo.constant dense<1> : tensor<i32>
      %593 = stablehlo.add %iterArg_183, %c_211 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_164, %iterArg_165, %iterArg_166, %iterArg_167, %iterArg_168, %iterArg_169, %iterArg_170, %iterArg_171, %iterArg_172, %iterArg_173, %iterArg_174, %iterArg_175, %iterArg_176, %iterArg_177, %iterArg_178, %iterArg_179, %iterArg_180, %iterArg_181, %iterArg_182, %593, %566#0, %567, %568, %569, %570, %571, %572, %573, %574, %575, %576, %577, %578, %579, %580, %581, %582, %583, %584, %585, %586, %587, %588, %589, %590, %591, %592 : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>
    }
    %82 = stablehlo.multiply %81#21, %81#21 : tensor<8x16x32xf32>
    %cst_34 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %83 = stablehlo.reduce(%82 init: %cst_34) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %84 = stablehlo.broadcast_in_dim %83, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_35 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %86 = stablehlo.divide %84, %85 : tensor<8x16x1xf32>
    %cst_36 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %88 = stablehlo.add %86, %87 : tensor<8x16x1xf32>
    %89 = stablehlo.rsqrt %88 : tensor<8x16x1xf32>
    %90 = stablehlo.divide %89, %88 : tensor<8x16x1xf32>
    %cst_37 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %91 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %92 = stablehlo.multiply %91, %90 : tensor<8x16x1xf32>
    %93 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %94 = stablehlo.multiply %81#21, %93 : tensor<8x16x32xf32>
    %95 = stablehlo.broadcast_in_dim %arg22, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %96 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %97 = stablehlo.multiply %94, %96 : tensor<8x16x32xf32>
    %98 = stablehlo.dot_general %97, %arg21, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %99 = sdy.sharding_constraint %98 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x64xf32>
    %cst_38 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %100 = stablehlo.reduce(%99 init: %cst_38) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %101 = stablehlo.broadcast_in_dim %100, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %102 = stablehlo.broadcast_in_dim %101, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x64xf32>
    %103 = stablehlo.subtract %99, %102 : tensor<8x16x64xf32>
    %104 = stablehlo.exponential %103 : tensor<8x16x64xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %105 = stablehlo.reduce(%104 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %106 = stablehlo.log %105 : tensor<8x16xf32>
    %107 = stablehlo.reshape %101 : (tensor<8x16x1xf32>) -> tensor<8x16xf32>
    %108 = stablehlo.add %106, %107 : tensor<8x16xf32>
    %109 = stablehlo.broadcast_in_dim %arg38, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %110 = stablehlo.iota dim = 0 : tensor<64xi32>
    %111 = stablehlo.broadcast_in_dim %110, dims = [2] : (tensor<64xi32>) -> tensor<1x1x64xi32>
    %112 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<8x16x1xi32>) -> tensor<8x16x64xi32>
    %113 = stablehlo.broadcast_in_dim %111, dims = [0, 1, 2] : (tensor<1x1x64xi32>) -> tensor<8x16x64xi32>
    %114 = stablehlo.compare EQ, %112, %113, SIGNED : (tensor<8x16x64xi32>, tensor<8x16x64xi32>) -> tensor<8x16x64xi1>
    %c_40 = stablehlo.constant dense<0> : tensor<i32>
    %115 = call @_where_14(%114, %99, %c_40) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>, tensor<i32>) -> tensor<8x16x64xf32>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%115 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf32>, tensor<f32>) -> tensor<8x16xf32>
    %117 = stablehlo.subtract %108, %116 : tensor<8x16xf32>
    %cst_42 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_42) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_43 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %119 = stablehlo.divide %118, %cst_43 : tensor<f32>
    %cst_44 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_45 = stablehlo.constant dense<1.280000e+02> : tensor<f32>
    %120 = stablehlo.divide %cst_44, %cst_45 : tensor<f32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [] : (tensor<f32>) -> tensor<8x16xf32>
    %122 = stablehlo.negate %121 : tensor<8x16xf32>
    %123 = stablehlo.broadcast_in_dim %122, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %124 = call @_where_15(%114, %123) : (tensor<8x16x64xi1>, tensor<8x16x64xf32>) -> tensor<8x16x64xf32>
    %125 = stablehlo.divide %121, %105 : tensor<8x16xf32>
    %126 = stablehlo.broadcast_in_dim %125, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x64xf32>
    %127 = stablehlo.multiply %126, %104 : tensor<8x16x64xf32>
    %128 = stablehlo.add %124, %127 : tensor<8x16x64xf32>
    %129 = sdy.sharding_constraint %128 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x64xf32>
    %130 = stablehlo.dot_general %129, %97, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %131 = stablehlo.transpose %130, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %132 = stablehlo.dot_general %129, %arg21, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf32>, tensor<32x64xf32>) -> tensor<8x16x32xf32>
    %133 = stablehlo.multiply %94, %132 : tensor<8x16x32xf32>
    %cst_46 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %134 = stablehlo.reduce(%133 init: %cst_46) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %135 = stablehlo.reshape %134 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %136 = stablehlo.broadcast_in_dim %95, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %137 = stablehlo.multiply %132, %136 : tensor<8x16x32xf32>
    %cst_47 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %138 = stablehlo.reduce(%135 init: %cst_47) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %139 = stablehlo.multiply %81#21, %137 : tensor<8x16x32xf32>
    %cst_48 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %140 = stablehlo.reduce(%139 init: %cst_48) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %141 = stablehlo.reshape %140 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %142 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %143 = stablehlo.multiply %137, %142 : tensor<8x16x32xf32>
    %144 = stablehlo.multiply %141, %92 : tensor<8x16x1xf32>
    %cst_49 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %145 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %146 = stablehlo.divide %144, %145 : tensor<8x16x1xf32>
    %cst_50 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %147 = stablehlo.reduce(%146 init: %cst_50) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %148 = stablehlo.broadcast_in_dim %147, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %149 = stablehlo.multiply %81#21, %148 : tensor<8x16x32xf32>
    %150 = stablehlo.add %143, %149 : tensor<8x16x32xf32>
    %151 = stablehlo.multiply %148, %81#21 : tensor<8x16x32xf32>
    %152 = stablehlo.add %150, %151 : tensor<8x16x32xf32>
    %cst_51 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_52 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %cst_53 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %cst_55 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %cst_56 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %cst_57 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %cst_58 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %cst_59 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %c_60 = stablehlo.constant dense<0> : tensor<i32>
    %162:53 = stablehlo.while(%iterArg = %81#22, %iterArg_164 = %81#23, %iterArg_165 = %81#24, %iterArg_166 = %81#25, %iterArg_167 = %81#26, %iterArg_168 = %arg19, %iterArg_169 = %81#27, %iterArg_170 = %arg17, %iterArg_171 = %arg20, %iterArg_172 = %81#28, %iterArg_173 = %81#29, %iterArg_174 = %81#30, %iterArg_175 = %81#31, %iterArg_176 = %81#32, %iterArg_177 = %81#33, %iterArg_178 = %81#34, %iterArg_179 = %arg18, %iterArg_180 = %81#35, %iterArg_181 = %81#36, %iterArg_182 = %81#37, %iterArg_183 = %81#38, %iterArg_184 = %81#39, %iterArg_185 = %81#40, %iterArg_186 = %arg15, %iterArg_187 = %81#41, %iterArg_188 = %arg16, %iterArg_189 = %81#42, %iterArg_190 = %81#43, %iterArg_191 = %81#44, %iterArg_192 = %81#45, %iterArg_193 = %81#46, %iterArg_194 = %arg14, %iterArg_195 = %81#47, %iterArg_196 = %20, %iterArg_197 = %21, %iterArg_198 = %22, %iterArg_199 = %23, %iterArg_200 = %42, %iterArg_201 = %43, %iterArg_202 = %44, %iterArg_203 = %45, %iterArg_204 = %53#0, %iterArg_205 = %c_60, %iterArg_206 = %152, %iterArg_207 = %153, %iterArg_208 = %154, %iterArg_209 = %155, %iterArg_210 = %156, %iterArg_211 = %157, %iterArg_212 = %158, %iterArg_213 = %159, %iterArg_214 = %160, %iterArg_215 = %161) : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x2x8xf32>, tensor<2x32x2x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x96xf32>, tensor<2x8x16x32xf32>, tensor<2x32x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x96x32xf32>, tensor<2x8x16x96xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>
    cond {
      %c_216 = stablehlo.constant dense<2> : tensor<i32>
      %557 = stablehlo.compare LT, %iterArg_205, %c_216, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %557 : tensor<i1>
    } do {
      %c_216 = stablehlo.constant dense<2> : tensor<i32>
      %557 = stablehlo.subtract %c_216, %iterArg_205 : tensor<i32>
      %c_217 = stablehlo.constant dense<1> : tensor<i32>
      %558 = stablehlo.subtract %557, %c_217 : tensor<i32>
      %559 = func.call @dynamic_index_in_dim_16(%iterArg, %558) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %560 = func.call @dynamic_index_in_dim_17(%iterArg_164, %558) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %561 = func.call @dynamic_index_in_dim_17(%iterArg_165, %558) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %562 = func.call @dynamic_index_in_dim_18(%iterArg_166, %558) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %563 = func.call @dynamic_index_in_dim_16(%iterArg_167, %558) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %564 = func.call @dynamic_index_in_dim_5(%iterArg_168, %558) : (tensor<2x32x4x8xf32>, tensor<i32>) -> tensor<32x4x8xf32>
      %565 = func.call @dynamic_index_in_dim_16(%iterArg_169, %558) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %566 = func.call @dynamic_index_in_dim_3(%iterArg_170, %558) : (tensor<2x32x2x8xf32>, tensor<i32>) -> tensor<32x2x8xf32>
      %567 = func.call @dynamic_index_in_dim_3(%iterArg_171, %558) : (tensor<2x32x2x8xf32>, tensor<i32>) -> tensor<32x2x8xf32>
      %568 = func.call @dynamic_index_in_dim_19(%iterArg_172, %558) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %569 = func.call @dynamic_index_in_dim_19(%iterArg_173, %558) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %570 = func.call @dynamic_index_in_dim_20(%iterArg_174, %558) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %571 = func.call @dynamic_index_in_dim_21(%iterArg_175, %558) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %572 = func.call @dynamic_index_in_dim_21(%iterArg_176, %558) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %573 = func.call @dynamic_index_in_dim_20(%iterArg_177, %558) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %574 = func.call @dynamic_index_in_dim_19(%iterArg_178, %558) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %575 = func.call @dynamic_index_in_dim_4(%iterArg_179, %558) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %576 = func.call @dynamic_index_in_dim_19(%iterArg_180, %558) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %577 = func.call @dynamic_index_in_dim_16(%iterArg_181, %558) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %578 = func.call @dynamic_index_in_dim_17(%iterArg_182, %558) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %579 = func.call @dynamic_index_in_dim_17(%iterArg_183, %558) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %580 = func.call @dynamic_index_in_dim_18(%iterArg_184, %558) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %581 = func.call @dynamic_index_in_dim_16(%iterArg_185, %558) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %582 = func.call @dynamic_index_in_dim_2(%iterArg_186, %558) : (tensor<2x32x96xf32>, tensor<i32>) -> tensor<32x96xf32>
      %583 = func.call @dynamic_index_in_dim_16(%iterArg_187, %558) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %584 = func.call @dynamic_index_in_dim_2(%iterArg_188, %558) : (tensor<2x32x96xf32>, tensor<i32>) -> tensor<32x96xf32>
      %585 = func.call @dynamic_index_in_dim_22(%iterArg_189, %558) : (tensor<2x8x16x96xf32>, tensor<i32>) -> tensor<8x16x96xf32>
      %586 = func.call @dynamic_index_in_dim_22(%iterArg_190, %558) : (tensor<2x8x16x96xf32>, tensor<i32>) -> tensor<8x16x96xf32>
      %587 = func.call @dynamic_index_in_dim_22(%iterArg_191, %558) : (tensor<2x8x16x96xf32>, tensor<i32>) -> tensor<8x16x96xf32>
      %588 = func.call @dynamic_index_in_dim_22(%iterArg_192, %558) : (tensor<2x8x16x96xf32>, tensor<i32>) -> tensor<8x16x96xf32>
      %589 = func.call @dynamic_index_in_dim_22(%iterArg_193, %558) : (tensor<2x8x16x96xf32>, tensor<i32>) -> tensor<8x16x96xf32>
      %590 = func.call @dynamic_index_in_dim_1(%iterArg_194, %558) : (tensor<2x96x32xf32>, tensor<i32>) -> tensor<96x32xf32>
      %591 = func.call @dynamic_index_in_dim_22(%iterArg_195, %558) : (tensor<2x8x16x96xf32>, tensor<i32>) -> tensor<8x16x96xf32>
      %592:10 = func.call @closed_call_23(%iterArg_196, %iterArg_197, %iterArg_198, %iterArg_199, %iterArg_200, %iterArg_201, %iterArg_202, %iterArg_203, %iterArg_204, %iterArg_206, %559, %560, %561, %562, %563, %564, %565, %566, %567, %568, %569, %570, %571, %572, %573, %574, %575, %576, %577, %578, %579, %580, %581, %582, %583, %584, %585, %586, %587, %588, %589, %590, %591) : (tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x4x16x16xi1>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x4x8xf32>, tensor<8x16x32xf32>, tensor<32x2x8xf32>, tensor<32x2x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<4x8x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x96xf32>, tensor<8x16x32xf32>, tensor<32x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<96x32xf32>, tensor<8x16x96xf32>) -> (tensor<8x16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<96x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>, tensor<32x2x8xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x2x8xf32>)
      %593 = func.call @dynamic_update_index_in_dim_26(%iterArg_207, %592#1, %558) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %594 = func.call @dynamic_update_index_in_dim_26(%iterArg_208, %592#2, %558) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %595 = func.call @dynamic_update_index_in_dim_27(%iterArg_209, %592#3, %558) : (tensor<2x96x32xf32>, tensor<96x32xf32>, tensor<i32>) -> tensor<2x96x32xf32>
      %596 = func.call @dynamic_update_index_in_dim_28(%iterArg_210, %592#4, %558) : (tensor<2x32x96xf32>, tensor<32x96xf32>, tensor<i32>) -> tensor<2x32x96xf32>
      %597 = func.call @dynamic_update_index_in_dim_28(%iterArg_211, %592#5, %558) : (tensor<2x32x96xf32>, tensor<32x96xf32>, tensor<i32>) -> tensor<2x32x96xf32>
      %598 = func.call @dynamic_update_index_in_dim_29(%iterArg_212, %592#6, %558) : (tensor<2x32x2x8xf32>, tensor<32x2x8xf32>, tensor<i32>) -> tensor<2x32x2x8xf32>
      %599 = func.call @dynamic_update_index_in_dim_30(%iterArg_213, %592#7, %558) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %600 = func.call @dynamic_update_index_in_dim_31(%iterArg_214, %592#8, %558) : (tensor<2x32x4x8xf32>, tensor<32x4x8xf32>, tensor<i32>) -> tensor<2x32x4x8xf32>
      %601 = func.call @dynamic_update_index_in_dim_29(%iterArg_215, %592#9, %558) : (tensor<2x32x2x8xf32>, tensor<32x2x8xf32>, tensor<i32>) -> tensor<2x32x2x8xf32>
      %c_218 = stablehlo.constant dense<1> : tensor<i32>
      %602 = stablehlo.add %iterArg_205, %c_218 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_164, %iterArg_165, %iterArg_166, %iterArg_167, %iterArg_168, %iterArg_169, %iterArg_170, %iterArg_171, %iterArg_172, %iterArg_173, %iterArg_174, %iterArg_175, %iterArg_176, %iterArg_177, %iterArg_178, %iterArg_179, %iterArg_180, %iterArg_181, %iterArg_182, %iterArg_183, %iterArg_184, %iterArg_185, %iterArg_186, %iterArg_187, %iterArg_188, %iterArg_189, %iterArg_190, %iterArg_191, %iterArg_192, %iterArg_193, %iterArg_194, %iterArg_195, %iterArg_196, %iterArg_197, %iterArg_198, %iterArg_199, %iterArg_200, %iterArg_201, %iterArg_202, %iterArg_203, %iterArg_204, %602, %592#0, %593, %594, %595, %596, %597, %598, %599, %600, %601 : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x32x2x8xf32>, tensor<2x32x2x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x96xf32>, tensor<2x8x16x32xf32>, tensor<2x32x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x8x16x96xf32>, tensor<2x96x32xf32>, tensor<2x8x16x96xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<1x16x1x4xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>
    }
    %163 = sdy.sharding_constraint %162#43 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %164 = call @_take_32(%0#1, %163) : (tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %165 = sdy.sharding_constraint %162#44 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %166 = sdy.sharding_constraint %162#45 <@mesh, [{}, {}]> : tensor<2x32xf32>
    %167 = sdy.sharding_constraint %162#46 <@mesh, [{}, {}, {"data"}]> : tensor<2x96x32xf32>
    %168 = sdy.sharding_constraint %162#47 <@mesh, [{}, {"data"}, {}]> : tensor<2x32x96xf32>
    %169 = sdy.sharding_constraint %162#48 <@mesh, [{}, {"data"}, {}]> : tensor<2x32x96xf32>
    %170 = sdy.sharding_constraint %162#49 <@mesh, [{}, {"data"}, {}, {}]> : tensor<2x32x2x8xf32>
    %171 = sdy.sharding_constraint %162#50 <@mesh, [{}, {}, {}, {"data"}]> : tensor<2x4x8x32xf32>
    %172 = sdy.sharding_constraint %162#51 <@mesh, [{}, {"data"}, {}, {}]> : tensor<2x32x4x8xf32>
    %173 = sdy.sharding_constraint %162#52 <@mesh, [{}, {"data"}, {}, {}]> : tensor<2x32x2x8xf32>
    %174 = sdy.sharding_constraint %131 <@mesh, [{"data"}, {}]> : tensor<32x64xf32>
    %175 = sdy.sharding_constraint %138 <@mesh, [{}]> : tensor<32xf32>
    %176 = sdy.sharding_constraint %164 <@mesh, [{}, {"data"}]> : tensor<64x32xf32>
    %177 = chlo.square %165 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %178 = stablehlo.reduce(%177 init: %cst_61) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %179 = stablehlo.add %cst_62, %178 : tensor<f32>
    %180 = chlo.square %166 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %181 = stablehlo.reduce(%180 init: %cst_63) applies stablehlo.add across dimensions = [0, 1] : (tensor<2x32xf32>, tensor<f32>) -> tensor<f32>
    %182 = stablehlo.add %179, %181 : tensor<f32>
    %183 = chlo.square %167 : tensor<2x96x32xf32> -> tensor<2x96x32xf32>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %184 = stablehlo.reduce(%183 init: %cst_64) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x96x32xf32>, tensor<f32>) -> tensor<f32>
    %185 = stablehlo.add %182, %184 : tensor<f32>
    %186 = chlo.square %168 : tensor<2x32x96xf32> -> tensor<2x32x96xf32>
    %cst_65 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %187 = stablehlo.reduce(%186 init: %cst_65) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x32x96xf32>, tensor<f32>) -> tensor<f32>
    %188 = stablehlo.add %185, %187 : tensor<f32>
    %189 = chlo.square %169 : tensor<2x32x96xf32> -> tensor<2x32x96xf32>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %190 = stablehlo.reduce(%189 init: %cst_66) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x32x96xf32>, tensor<f32>) -> tensor<f32>
    %191 = stablehlo.add %188, %190 : tensor<f32>
    %192 = chlo.square %170 : tensor<2x32x2x8xf32> -> tensor<2x32x2x8xf32>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %193 = stablehlo.reduce(%192 init: %cst_67) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x32x2x8xf32>, tensor<f32>) -> tensor<f32>
    %194 = stablehlo.add %191, %193 : tensor<f32>
    %195 = chlo.square %171 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %196 = stablehlo.reduce(%195 init: %cst_68) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x8x32xf32>, tensor<f32>) -> tensor<f32>
    %197 = stablehlo.add %194, %196 : tensor<f32>
    %198 = chlo.square %172 : tensor<2x32x4x8xf32> -> tensor<2x32x4x8xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %199 = stablehlo.reduce(%198 init: %cst_69) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x32x4x8xf32>, tensor<f32>) -> tensor<f32>
    %200 = stablehlo.add %197, %199 : tensor<f32>
    %201 = chlo.square %173 : tensor<2x32x2x8xf32> -> tensor<2x32x2x8xf32>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %202 = stablehlo.reduce(%201 init: %cst_70) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x32x2x8xf32>, tensor<f32>) -> tensor<f32>
    %203 = stablehlo.add %200, %202 : tensor<f32>
    %204 = chlo.square %174 : tensor<32x64xf32> -> tensor<32x64xf32>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %205 = stablehlo.reduce(%204 init: %cst_71) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
    %206 = stablehlo.add %203, %205 : tensor<f32>
    %207 = chlo.square %175 : tensor<32xf32> -> tensor<32xf32>
    %cst_72 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %208 = stablehlo.reduce(%207 init: %cst_72) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
    %209 = stablehlo.add %206, %208 : tensor<f32>
    %210 = chlo.square %176 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %211 = stablehlo.reduce(%210 init: %cst_73) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x32xf32>, tensor<f32>) -> tensor<f32>
    %212 = stablehlo.add %209, %211 : tensor<f32>
    %213 = stablehlo.sqrt %212 : tensor<f32>
    %cst_74 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %214 = stablehlo.add %213, %cst_74 : tensor<f32>
    %cst_75 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %215 = stablehlo.divide %cst_75, %214 : tensor<f32>
    %cst_76 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %216 = stablehlo.minimum %cst_76, %215 : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %218 = stablehlo.multiply %165, %217 : tensor<2x32xf32>
    %219 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %220 = stablehlo.multiply %166, %219 : tensor<2x32xf32>
    %221 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %222 = stablehlo.multiply %167, %221 : tensor<2x96x32xf32>
    %223 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %224 = stablehlo.multiply %168, %223 : tensor<2x32x96xf32>
    %225 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %226 = stablehlo.multiply %169, %225 : tensor<2x32x96xf32>
    %227 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %228 = stablehlo.multiply %170, %227 : tensor<2x32x2x8xf32>
    %229 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %230 = stablehlo.multiply %171, %229 : tensor<2x4x8x32xf32>
    %231 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %232 = stablehlo.multiply %172, %231 : tensor<2x32x4x8xf32>
    %233 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %234 = stablehlo.multiply %173, %233 : tensor<2x32x2x8xf32>
    %235 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %236 = stablehlo.multiply %174, %235 : tensor<32x64xf32>
    %237 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %238 = stablehlo.multiply %175, %237 : tensor<32xf32>
    %239 = stablehlo.broadcast_in_dim %216, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %240 = stablehlo.multiply %176, %239 : tensor<64x32xf32>
    %c_77 = stablehlo.constant dense<1> : tensor<i32>
    %241 = stablehlo.add %arg24, %c_77 : tensor<i32>
    %242 = stablehlo.convert %241 : (tensor<i32>) -> tensor<f32>
    %cst_78 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %243 = stablehlo.subtract %242, %cst_78 : tensor<f32>
    %cst_79 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %244 = stablehlo.divide %243, %cst_79 : tensor<f32>
    %cst_80 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_81 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %245 = call @clip(%244, %cst_80, %cst_81) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_82 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %246 = stablehlo.compare LT, %242, %cst_82, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_83 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %247 = stablehlo.divide %242, %cst_83 : tensor<f32>
    %cst_84 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %248 = stablehlo.multiply %cst_84, %245 : tensor<f32>
    %249 = stablehlo.cosine %248 : tensor<f32>
    %cst_85 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %250 = stablehlo.add %cst_85, %249 : tensor<f32>
    %cst_86 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %251 = stablehlo.multiply %cst_86, %250 : tensor<f32>
    %252 = call @_where_33(%246, %247, %251) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_87 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %253 = stablehlo.multiply %cst_87, %252 : tensor<f32>
    %cst_88 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %254 = stablehlo.power %cst_88, %242 : tensor<f32>
    %cst_89 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %255 = stablehlo.subtract %cst_89, %254 : tensor<f32>
    %cst_90 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %256 = stablehlo.power %cst_90, %242 : tensor<f32>
    %cst_91 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %257 = stablehlo.subtract %cst_91, %256 : tensor<f32>
    %cst_92 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %258 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %259 = stablehlo.multiply %258, %arg0 : tensor<2x32xf32>
    %cst_93 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %260 = stablehlo.broadcast_in_dim %cst_93, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %261 = stablehlo.multiply %260, %218 : tensor<2x32xf32>
    %262 = stablehlo.add %259, %261 : tensor<2x32xf32>
    %cst_94 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %263 = stablehlo.broadcast_in_dim %cst_94, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %264 = stablehlo.multiply %263, %arg1 : tensor<2x32xf32>
    %cst_95 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %265 = stablehlo.broadcast_in_dim %cst_95, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %266 = stablehlo.multiply %265, %220 : tensor<2x32xf32>
    %267 = stablehlo.add %264, %266 : tensor<2x32xf32>
    %cst_96 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %268 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %269 = stablehlo.multiply %268, %arg2 : tensor<2x96x32xf32>
    %cst_97 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %270 = stablehlo.broadcast_in_dim %cst_97, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %271 = stablehlo.multiply %270, %222 : tensor<2x96x32xf32>
    %272 = stablehlo.add %269, %271 : tensor<2x96x32xf32>
    %cst_98 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_98, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %274 = stablehlo.multiply %273, %arg3 : tensor<2x32x96xf32>
    %cst_99 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %275 = stablehlo.broadcast_in_dim %cst_99, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %276 = stablehlo.multiply %275, %224 : tensor<2x32x96xf32>
    %277 = stablehlo.add %274, %276 : tensor<2x32x96xf32>
    %cst_100 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %278 = stablehlo.broadcast_in_dim %cst_100, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %279 = stablehlo.multiply %278, %arg4 : tensor<2x32x96xf32>
    %cst_101 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %280 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %281 = stablehlo.multiply %280, %226 : tensor<2x32x96xf32>
    %282 = stablehlo.add %279, %281 : tensor<2x32x96xf32>
    %cst_102 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %283 = stablehlo.broadcast_in_dim %cst_102, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %284 = stablehlo.multiply %283, %arg5 : tensor<2x32x2x8xf32>
    %cst_103 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %285 = stablehlo.broadcast_in_dim %cst_103, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %286 = stablehlo.multiply %285, %228 : tensor<2x32x2x8xf32>
    %287 = stablehlo.add %284, %286 : tensor<2x32x2x8xf32>
    %cst_104 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %289 = stablehlo.multiply %288, %arg6 : tensor<2x4x8x32xf32>
    %cst_105 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %290 = stablehlo.broadcast_in_dim %cst_105, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %291 = stablehlo.multiply %290, %230 : tensor<2x4x8x32xf32>
    %292 = stablehlo.add %289, %291 : tensor<2x4x8x32xf32>
    %cst_106 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %293 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %294 = stablehlo.multiply %293, %arg7 : tensor<2x32x4x8xf32>
    %cst_107 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %295 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %296 = stablehlo.multiply %295, %232 : tensor<2x32x4x8xf32>
    %297 = stablehlo.add %294, %296 : tensor<2x32x4x8xf32>
    %cst_108 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %298 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %299 = stablehlo.multiply %298, %arg8 : tensor<2x32x2x8xf32>
    %cst_109 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %300 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %301 = stablehlo.multiply %300, %234 : tensor<2x32x2x8xf32>
    %302 = stablehlo.add %299, %301 : tensor<2x32x2x8xf32>
    %cst_110 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %303 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %304 = stablehlo.multiply %303, %arg9 : tensor<32x64xf32>
    %cst_111 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %305 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %306 = stablehlo.multiply %305, %236 : tensor<32x64xf32>
    %307 = stablehlo.add %304, %306 : tensor<32x64xf32>
    %cst_112 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %308 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %309 = stablehlo.multiply %308, %arg10 : tensor<32xf32>
    %cst_113 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %310 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %311 = stablehlo.multiply %310, %238 : tensor<32xf32>
    %312 = stablehlo.add %309, %311 : tensor<32xf32>
    %cst_114 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %313 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %314 = stablehlo.multiply %313, %arg11 : tensor<64x32xf32>
    %cst_115 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %315 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %316 = stablehlo.multiply %315, %240 : tensor<64x32xf32>
    %317 = stablehlo.add %314, %316 : tensor<64x32xf32>
    %cst_116 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %318 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %319 = stablehlo.multiply %318, %arg25 : tensor<2x32xf32>
    %320 = chlo.square %218 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_117 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %321 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %322 = stablehlo.multiply %321, %320 : tensor<2x32xf32>
    %323 = stablehlo.add %319, %322 : tensor<2x32xf32>
    %cst_118 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %324 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %325 = stablehlo.multiply %324, %arg26 : tensor<2x32xf32>
    %326 = chlo.square %220 : tensor<2x32xf32> -> tensor<2x32xf32>
    %cst_119 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %327 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %328 = stablehlo.multiply %327, %326 : tensor<2x32xf32>
    %329 = stablehlo.add %325, %328 : tensor<2x32xf32>
    %cst_120 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %330 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %331 = stablehlo.multiply %330, %arg27 : tensor<2x96x32xf32>
    %332 = chlo.square %222 : tensor<2x96x32xf32> -> tensor<2x96x32xf32>
    %cst_121 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %333 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %334 = stablehlo.multiply %333, %332 : tensor<2x96x32xf32>
    %335 = stablehlo.add %331, %334 : tensor<2x96x32xf32>
    %cst_122 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %336 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %337 = stablehlo.multiply %336, %arg28 : tensor<2x32x96xf32>
    %338 = chlo.square %224 : tensor<2x32x96xf32> -> tensor<2x32x96xf32>
    %cst_123 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %339 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %340 = stablehlo.multiply %339, %338 : tensor<2x32x96xf32>
    %341 = stablehlo.add %337, %340 : tensor<2x32x96xf32>
    %cst_124 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %342 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %343 = stablehlo.multiply %342, %arg29 : tensor<2x32x96xf32>
    %344 = chlo.square %226 : tensor<2x32x96xf32> -> tensor<2x32x96xf32>
    %cst_125 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %345 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %346 = stablehlo.multiply %345, %344 : tensor<2x32x96xf32>
    %347 = stablehlo.add %343, %346 : tensor<2x32x96xf32>
    %cst_126 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %348 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %349 = stablehlo.multiply %348, %arg30 : tensor<2x32x2x8xf32>
    %350 = chlo.square %228 : tensor<2x32x2x8xf32> -> tensor<2x32x2x8xf32>
    %cst_127 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %351 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %352 = stablehlo.multiply %351, %350 : tensor<2x32x2x8xf32>
    %353 = stablehlo.add %349, %352 : tensor<2x32x2x8xf32>
    %cst_128 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %354 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %355 = stablehlo.multiply %354, %arg31 : tensor<2x4x8x32xf32>
    %356 = chlo.square %230 : tensor<2x4x8x32xf32> -> tensor<2x4x8x32xf32>
    %cst_129 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %357 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %358 = stablehlo.multiply %357, %356 : tensor<2x4x8x32xf32>
    %359 = stablehlo.add %355, %358 : tensor<2x4x8x32xf32>
    %cst_130 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %360 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %361 = stablehlo.multiply %360, %arg32 : tensor<2x32x4x8xf32>
    %362 = chlo.square %232 : tensor<2x32x4x8xf32> -> tensor<2x32x4x8xf32>
    %cst_131 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %363 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %364 = stablehlo.multiply %363, %362 : tensor<2x32x4x8xf32>
    %365 = stablehlo.add %361, %364 : tensor<2x32x4x8xf32>
    %cst_132 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %366 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %367 = stablehlo.multiply %366, %arg33 : tensor<2x32x2x8xf32>
    %368 = chlo.square %234 : tensor<2x32x2x8xf32> -> tensor<2x32x2x8xf32>
    %cst_133 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %369 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %370 = stablehlo.multiply %369, %368 : tensor<2x32x2x8xf32>
    %371 = stablehlo.add %367, %370 : tensor<2x32x2x8xf32>
    %cst_134 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %372 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %373 = stablehlo.multiply %372, %arg34 : tensor<32x64xf32>
    %374 = chlo.square %236 : tensor<32x64xf32> -> tensor<32x64xf32>
    %cst_135 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %375 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %376 = stablehlo.multiply %375, %374 : tensor<32x64xf32>
    %377 = stablehlo.add %373, %376 : tensor<32x64xf32>
    %cst_136 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %378 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %379 = stablehlo.multiply %378, %arg35 : tensor<32xf32>
    %380 = chlo.square %238 : tensor<32xf32> -> tensor<32xf32>
    %cst_137 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %381 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %382 = stablehlo.multiply %381, %380 : tensor<32xf32>
    %383 = stablehlo.add %379, %382 : tensor<32xf32>
    %cst_138 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %384 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %385 = stablehlo.multiply %384, %arg36 : tensor<64x32xf32>
    %386 = chlo.square %240 : tensor<64x32xf32> -> tensor<64x32xf32>
    %cst_139 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %387 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %388 = stablehlo.multiply %387, %386 : tensor<64x32xf32>
    %389 = stablehlo.add %385, %388 : tensor<64x32xf32>
    %cst_140 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %390 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %391 = stablehlo.multiply %390, %arg12 : tensor<2x32xf32>
    %392 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %393 = stablehlo.divide %262, %392 : tensor<2x32xf32>
    %394 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %395 = stablehlo.divide %323, %394 : tensor<2x32xf32>
    %396 = stablehlo.sqrt %395 : tensor<2x32xf32>
    %cst_141 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %397 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %398 = stablehlo.add %396, %397 : tensor<2x32xf32>
    %399 = stablehlo.divide %393, %398 : tensor<2x32xf32>
    %400 = stablehlo.add %399, %391 : tensor<2x32xf32>
    %401 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %402 = stablehlo.multiply %401, %400 : tensor<2x32xf32>
    %403 = stablehlo.subtract %arg12, %402 : tensor<2x32xf32>
    %cst_142 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %404 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %405 = stablehlo.multiply %404, %arg13 : tensor<2x32xf32>
    %406 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %407 = stablehlo.divide %267, %406 : tensor<2x32xf32>
    %408 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %409 = stablehlo.divide %329, %408 : tensor<2x32xf32>
    %410 = stablehlo.sqrt %409 : tensor<2x32xf32>
    %cst_143 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %411 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %412 = stablehlo.add %410, %411 : tensor<2x32xf32>
    %413 = stablehlo.divide %407, %412 : tensor<2x32xf32>
    %414 = stablehlo.add %413, %405 : tensor<2x32xf32>
    %415 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x32xf32>
    %416 = stablehlo.multiply %415, %414 : tensor<2x32xf32>
    %417 = stablehlo.subtract %arg13, %416 : tensor<2x32xf32>
    %cst_144 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %418 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %419 = stablehlo.multiply %418, %arg14 : tensor<2x96x32xf32>
    %420 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %421 = stablehlo.divide %272, %420 : tensor<2x96x32xf32>
    %422 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %423 = stablehlo.divide %335, %422 : tensor<2x96x32xf32>
    %424 = stablehlo.sqrt %423 : tensor<2x96x32xf32>
    %cst_145 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %425 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %426 = stablehlo.add %424, %425 : tensor<2x96x32xf32>
    %427 = stablehlo.divide %421, %426 : tensor<2x96x32xf32>
    %428 = stablehlo.add %427, %419 : tensor<2x96x32xf32>
    %429 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x96x32xf32>
    %430 = stablehlo.multiply %429, %428 : tensor<2x96x32xf32>
    %431 = stablehlo.subtract %arg14, %430 : tensor<2x96x32xf32>
    %cst_146 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %432 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %433 = stablehlo.multiply %432, %arg15 : tensor<2x32x96xf32>
    %434 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %435 = stablehlo.divide %277, %434 : tensor<2x32x96xf32>
    %436 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %437 = stablehlo.divide %341, %436 : tensor<2x32x96xf32>
    %438 = stablehlo.sqrt %437 : tensor<2x32x96xf32>
    %cst_147 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %439 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %440 = stablehlo.add %438, %439 : tensor<2x32x96xf32>
    %441 = stablehlo.divide %435, %440 : tensor<2x32x96xf32>
    %442 = stablehlo.add %441, %433 : tensor<2x32x96xf32>
    %443 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %444 = stablehlo.multiply %443, %442 : tensor<2x32x96xf32>
    %445 = stablehlo.subtract %arg15, %444 : tensor<2x32x96xf32>
    %cst_148 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %446 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %447 = stablehlo.multiply %446, %arg16 : tensor<2x32x96xf32>
    %448 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %449 = stablehlo.divide %282, %448 : tensor<2x32x96xf32>
    %450 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %451 = stablehlo.divide %347, %450 : tensor<2x32x96xf32>
    %452 = stablehlo.sqrt %451 : tensor<2x32x96xf32>
    %cst_149 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %453 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %454 = stablehlo.add %452, %453 : tensor<2x32x96xf32>
    %455 = stablehlo.divide %449, %454 : tensor<2x32x96xf32>
    %456 = stablehlo.add %455, %447 : tensor<2x32x96xf32>
    %457 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x32x96xf32>
    %458 = stablehlo.multiply %457, %456 : tensor<2x32x96xf32>
    %459 = stablehlo.subtract %arg16, %458 : tensor<2x32x96xf32>
    %cst_150 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %460 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %461 = stablehlo.multiply %460, %arg17 : tensor<2x32x2x8xf32>
    %462 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %463 = stablehlo.divide %287, %462 : tensor<2x32x2x8xf32>
    %464 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %465 = stablehlo.divide %353, %464 : tensor<2x32x2x8xf32>
    %466 = stablehlo.sqrt %465 : tensor<2x32x2x8xf32>
    %cst_151 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %467 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %468 = stablehlo.add %466, %467 : tensor<2x32x2x8xf32>
    %469 = stablehlo.divide %463, %468 : tensor<2x32x2x8xf32>
    %470 = stablehlo.add %469, %461 : tensor<2x32x2x8xf32>
    %471 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %472 = stablehlo.multiply %471, %470 : tensor<2x32x2x8xf32>
    %473 = stablehlo.subtract %arg17, %472 : tensor<2x32x2x8xf32>
    %cst_152 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %474 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %475 = stablehlo.multiply %474, %arg18 : tensor<2x4x8x32xf32>
    %476 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %477 = stablehlo.divide %292, %476 : tensor<2x4x8x32xf32>
    %478 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %479 = stablehlo.divide %359, %478 : tensor<2x4x8x32xf32>
    %480 = stablehlo.sqrt %479 : tensor<2x4x8x32xf32>
    %cst_153 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %481 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %482 = stablehlo.add %480, %481 : tensor<2x4x8x32xf32>
    %483 = stablehlo.divide %477, %482 : tensor<2x4x8x32xf32>
    %484 = stablehlo.add %483, %475 : tensor<2x4x8x32xf32>
    %485 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x4x8x32xf32>
    %486 = stablehlo.multiply %485, %484 : tensor<2x4x8x32xf32>
    %487 = stablehlo.subtract %arg18, %486 : tensor<2x4x8x32xf32>
    %cst_154 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %488 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %489 = stablehlo.multiply %488, %arg19 : tensor<2x32x4x8xf32>
    %490 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %491 = stablehlo.divide %297, %490 : tensor<2x32x4x8xf32>
    %492 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %493 = stablehlo.divide %365, %492 : tensor<2x32x4x8xf32>
    %494 = stablehlo.sqrt %493 : tensor<2x32x4x8xf32>
    %cst_155 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %495 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %496 = stablehlo.add %494, %495 : tensor<2x32x4x8xf32>
    %497 = stablehlo.divide %491, %496 : tensor<2x32x4x8xf32>
    %498 = stablehlo.add %497, %489 : tensor<2x32x4x8xf32>
    %499 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x32x4x8xf32>
    %500 = stablehlo.multiply %499, %498 : tensor<2x32x4x8xf32>
    %501 = stablehlo.subtract %arg19, %500 : tensor<2x32x4x8xf32>
    %cst_156 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %502 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %503 = stablehlo.multiply %502, %arg20 : tensor<2x32x2x8xf32>
    %504 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %505 = stablehlo.divide %302, %504 : tensor<2x32x2x8xf32>
    %506 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %507 = stablehlo.divide %371, %506 : tensor<2x32x2x8xf32>
    %508 = stablehlo.sqrt %507 : tensor<2x32x2x8xf32>
    %cst_157 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %509 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %510 = stablehlo.add %508, %509 : tensor<2x32x2x8xf32>
    %511 = stablehlo.divide %505, %510 : tensor<2x32x2x8xf32>
    %512 = stablehlo.add %511, %503 : tensor<2x32x2x8xf32>
    %513 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<2x32x2x8xf32>
    %514 = stablehlo.multiply %513, %512 : tensor<2x32x2x8xf32>
    %515 = stablehlo.subtract %arg20, %514 : tensor<2x32x2x8xf32>
    %cst_158 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %516 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %517 = stablehlo.multiply %516, %arg21 : tensor<32x64xf32>
    %518 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %519 = stablehlo.divide %307, %518 : tensor<32x64xf32>
    %520 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %521 = stablehlo.divide %377, %520 : tensor<32x64xf32>
    %522 = stablehlo.sqrt %521 : tensor<32x64xf32>
    %cst_159 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %523 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %524 = stablehlo.add %522, %523 : tensor<32x64xf32>
    %525 = stablehlo.divide %519, %524 : tensor<32x64xf32>
    %526 = stablehlo.add %525, %517 : tensor<32x64xf32>
    %527 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %528 = stablehlo.multiply %527, %526 : tensor<32x64xf32>
    %529 = stablehlo.subtract %arg21, %528 : tensor<32x64xf32>
    %530 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %531 = stablehlo.divide %312, %530 : tensor<32xf32>
    %532 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %533 = stablehlo.divide %383, %532 : tensor<32xf32>
    %534 = stablehlo.sqrt %533 : tensor<32xf32>
    %cst_160 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %535 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %536 = stablehlo.add %534, %535 : tensor<32xf32>
    %537 = stablehlo.divide %531, %536 : tensor<32xf32>
    %cst_161 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %538 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %539 = stablehlo.add %537, %538 : tensor<32xf32>
    %540 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %541 = stablehlo.multiply %540, %539 : tensor<32xf32>
    %542 = stablehlo.subtract %arg22, %541 : tensor<32xf32>
    %cst_162 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %543 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %544 = stablehlo.multiply %543, %arg23 : tensor<64x32xf32>
    %545 = stablehlo.broadcast_in_dim %255, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %546 = stablehlo.divide %317, %545 : tensor<64x32xf32>
    %547 = stablehlo.broadcast_in_dim %257, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %548 = stablehlo.divide %389, %547 : tensor<64x32xf32>
    %549 = stablehlo.sqrt %548 : tensor<64x32xf32>
    %cst_163 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %550 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %551 = stablehlo.add %549, %550 : tensor<64x32xf32>
    %552 = stablehlo.divide %546, %551 : tensor<64x32xf32>
    %553 = stablehlo.add %552, %544 : tensor<64x32xf32>
    %554 = stablehlo.broadcast_in_dim %253, dims = [] : (tensor<f32>) -> tensor<64x32xf32>
    %555 = stablehlo.multiply %554, %553 : tensor<64x32xf32>
    %556 = stablehlo.subtract %arg23, %555 : tensor<64x32xf32>
    return %262, %267, %272, %277, %282, %287, %292, %297, %302, %307, %312, %317, %403, %417, %431, %445, %459, %473, %487, %501, %515, %529, %542, %556, %241, %323, %329, %335, %341, %347, %353, %359, %365, %371, %377, %383, %389, %213, %119 : tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<i32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x96x32xf32>, tensor<2x32x96xf32>, tensor<2x32x96xf32>, tensor<2x32x2x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x4x8xf32>, tensor<2x32x2x8xf32>, tensor<32x64xf32>, tensor<32xf32>, tensor<64x32xf32>, tensor<f32>, tensor<f32>
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
  func.func private @silu() -> tensor<f32> {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    return %cst : tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<2x32xf32>, %arg1: tensor<i32>) -> tensor<32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 32] : (tensor<2x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32xf32>) -> tensor<32xf32>
    return %1 : tensor<32xf32>
  }
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<2x96x32xf32>, %arg1: tensor<i32>) -> tensor<96x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 96, 32] : (tensor<2x96x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x96x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x96x32xf32>) -> tensor<96x32xf32>
    return %1 : tensor<96x32xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<2x32x96xf32>, %arg1: tensor<i32>) -> tensor<32x96xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 96] : (tensor<2x32x96xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x96xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x96xf32>) -> tensor<32x96xf32>
    return %1 : tensor<32x96xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<2x32x2x8xf32>, %arg1: tensor<i32>) -> tensor<32x2x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 32, 2, 8] : (tensor<2x32x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x2x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x2x8xf32>) -> tensor<32x2x8xf32>
    return %1 : tensor<32x2x8xf32>
  }
  func.func private @dynamic_index_in_dim_4(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<i32>) -> tensor<4x8x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 4, 8, 32] : (tensor<2x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x8x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x4x8x32xf32>) -> tensor<4x8x32xf32>
    return %1 : tensor<4x8x32xf32>
  }
  func.func private @dynamic_index_in_dim_5(%arg0: tensor<2x32x4x8xf32>, %arg1: tensor<i32>) -> tensor<32x4x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 32, 4, 8] : (tensor<2x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x32x4x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x32x4x8xf32>) -> tensor<32x4x8xf32>
    return %1 : tensor<32x4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<1x16x1x4xf32>, %arg1: tensor<1x16x1x4xf32>, %arg2: tensor<1x16x1x4xf32>, %arg3: tensor<1x16x1x4xf32>, %arg4: tensor<1x16x1x4xf32>, %arg5: tensor<1x16x1x4xf32>, %arg6: tensor<1x16x1x4xf32>, %arg7: tensor<1x16x1x4xf32>, %arg8: tensor<8x4x16x16xi1>, %arg9: tensor<8x4x16x16xf32>, %arg10: tensor<f32>, %arg11: tensor<8x16x32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<32xf32>, %arg14: tensor<96x32xf32>, %arg15: tensor<32x96xf32>, %arg16: tensor<32x96xf32>, %arg17: tensor<32x2x8xf32>, %arg18: tensor<4x8x32xf32>, %arg19: tensor<32x4x8xf32>, %arg20: tensor<32x2x8xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>) {
    %0 = stablehlo.multiply %arg11, %arg11 : tensor<8x16x32xf32>
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
    %8 = stablehlo.divide %7, %6 : tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %10 = stablehlo.multiply %9, %8 : tensor<8x16x1xf32>
    %11 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %12 = stablehlo.multiply %arg11, %11 : tensor<8x16x32xf32>
    %13 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %15 = stablehlo.multiply %12, %14 : tensor<8x16x32xf32>
    %16 = stablehlo.dot_general %15, %arg19, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x4x8xf32>) -> tensor<8x16x4x8xf32>
    %17 = sdy.sharding_constraint %16 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %18 = stablehlo.dot_general %15, %arg17, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x2x8xf32>) -> tensor<8x16x2x8xf32>
    %19 = sdy.sharding_constraint %18 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x2x8xf32>
    %20 = stablehlo.dot_general %15, %arg20, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x2x8xf32>) -> tensor<8x16x2x8xf32>
    %21 = sdy.sharding_constraint %20 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x2x8xf32>
    %22 = stablehlo.slice %19 [0:8, 0:16, 0:2, 0:4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %23 = stablehlo.slice %19 [0:8, 0:16, 0:2, 4:8] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %24 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %25 = stablehlo.multiply %22, %24 : tensor<8x16x2x4xf32>
    %26 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %27 = stablehlo.multiply %23, %26 : tensor<8x16x2x4xf32>
    %28 = stablehlo.subtract %25, %27 : tensor<8x16x2x4xf32>
    %29 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %30 = stablehlo.multiply %23, %29 : tensor<8x16x2x4xf32>
    %31 = stablehlo.broadcast_in_dim %arg7, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %32 = stablehlo.multiply %22, %31 : tensor<8x16x2x4xf32>
    %33 = stablehlo.add %30, %32 : tensor<8x16x2x4xf32>
    %34 = stablehlo.concatenate %28, %33, dim = 3 : (tensor<8x16x2x4xf32>, tensor<8x16x2x4xf32>) -> tensor<8x16x2x8xf32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2, 4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x2x8xf32>
    %36 = stablehlo.reshape %35 : (tensor<8x16x2x2x8xf32>) -> tensor<8x16x4x8xf32>
    %37 = stablehlo.broadcast_in_dim %21, dims = [0, 1, 2, 4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x2x8xf32>
    %38 = stablehlo.reshape %37 : (tensor<8x16x2x2x8xf32>) -> tensor<8x16x4x8xf32>
    %39 = stablehlo.slice %17 [0:8, 0:16, 0:4, 0:4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %40 = stablehlo.slice %17 [0:8, 0:16, 0:4, 4:8] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %41 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %42 = stablehlo.multiply %39, %41 : tensor<8x16x4x4xf32>
    %43 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %44 = stablehlo.multiply %40, %43 : tensor<8x16x4x4xf32>
    %45 = stablehlo.subtract %42, %44 : tensor<8x16x4x4xf32>
    %46 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %47 = stablehlo.multiply %40, %46 : tensor<8x16x4x4xf32>
    %48 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %49 = stablehlo.multiply %39, %48 : tensor<8x16x4x4xf32>
    %50 = stablehlo.add %47, %49 : tensor<8x16x4x4xf32>
    %51 = stablehlo.concatenate %45, %50, dim = 3 : (tensor<8x16x4x4xf32>, tensor<8x16x4x4xf32>) -> tensor<8x16x4x8xf32>
    %52 = stablehlo.dot_general %51, %36, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_3 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %54 = stablehlo.multiply %52, %53 : tensor<8x4x16x16xf32>
    %55 = call @_where_6(%54, %arg8, %arg9) : (tensor<8x4x16x16xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_4) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %58 = stablehlo.maximum %57, %56 : tensor<8x4x16xf32>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %60 = stablehlo.broadcast_in_dim %59, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %61 = stablehlo.subtract %55, %60 : tensor<8x4x16x16xf32>
    %62 = stablehlo.exponential %61 : tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %66 = stablehlo.divide %62, %65 : tensor<8x4x16x16xf32>
    %67 = stablehlo.multiply %64, %64 : tensor<8x4x16x1xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %68 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x4x16x1xf32>
    %69 = stablehlo.divide %68, %67 : tensor<8x4x16x1xf32>
    %70 = stablehlo.dot_general %38, %66, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %71 = stablehlo.transpose %70, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %72 = sdy.sharding_constraint %71 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %73 = stablehlo.dot_general %72, %arg18, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %74 = stablehlo.add %arg11, %73 : tensor<8x16x32xf32>
    %75 = sdy.sharding_constraint %74 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %76 = stablehlo.multiply %75, %75 : tensor<8x16x32xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_8) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_9 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %80 = stablehlo.divide %78, %79 : tensor<8x16x1xf32>
    %cst_10 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %82 = stablehlo.add %80, %81 : tensor<8x16x1xf32>
    %83 = stablehlo.rsqrt %82 : tensor<8x16x1xf32>
    %84 = stablehlo.divide %83, %82 : tensor<8x16x1xf32>
    %cst_11 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %85 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %86 = stablehlo.multiply %85, %84 : tensor<8x16x1xf32>
    %87 = stablehlo.broadcast_in_dim %83, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %88 = stablehlo.multiply %75, %87 : tensor<8x16x32xf32>
    %89 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %90 = stablehlo.broadcast_in_dim %89, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %91 = stablehlo.multiply %88, %90 : tensor<8x16x32xf32>
    %92 = stablehlo.dot_general %91, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x96xf32>) -> tensor<8x16x96xf32>
    %93 = sdy.sharding_constraint %92 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x96xf32>
    %94 = stablehlo.dot_general %91, %arg16, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x96xf32>) -> tensor<8x16x96xf32>
    %95 = sdy.sharding_constraint %94 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x96xf32>
    %96:3 = call @silu_7(%93, %arg10) : (tensor<8x16x96xf32>, tensor<f32>) -> (tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>)
    %97 = stablehlo.multiply %96#0, %95 : tensor<8x16x96xf32>
    %98 = stablehlo.dot_general %97, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<96x32xf32>) -> tensor<8x16x32xf32>
    %99 = stablehlo.add %75, %98 : tensor<8x16x32xf32>
    %100 = sdy.sharding_constraint %99 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    return %100, %arg11, %10, %7, %13, %12, %15, %36, %51, %62, %64, %69, %66, %38, %72, %75, %86, %83, %89, %88, %91, %96#1, %96#2, %93, %95, %96#0, %97 : tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>
  }
  func.func private @_where_6(%arg0: tensor<8x4x16x16xf32>, %arg1: tensor<8x4x16x16xi1>, %arg2: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %0 = stablehlo.select %arg1, %arg0, %arg2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %0 : tensor<8x4x16x16xf32>
  }
  func.func private @silu_7(%arg0: tensor<8x16x96xf32>, %arg1: tensor<f32>) -> (tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>) {
    %0 = stablehlo.negate %arg0 : tensor<8x16x96xf32>
    %1 = stablehlo.exponential %0 : tensor<8x16x96xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x16x96xf32>
    %3 = stablehlo.add %2, %1 : tensor<8x16x96xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x96xf32>
    %5 = stablehlo.divide %4, %3 : tensor<8x16x96xf32>
    %6 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<8x16x96xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<8x16x96xf32>
    %8 = stablehlo.multiply %5, %7 : tensor<8x16x96xf32>
    %9 = stablehlo.multiply %arg0, %5 : tensor<8x16x96xf32>
    return %9, %8, %5 : tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>
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
  func.func private @dynamic_update_index_in_dim_13(%arg0: tensor<2x8x16x96xf32>, %arg1: tensor<8x16x96xf32>, %arg2: tensor<i32>) -> tensor<2x8x16x96xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<8x16x96xf32>) -> tensor<1x8x16x96xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x8x16x96xf32>, tensor<1x8x16x96xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x8x16x96xf32>
    return %1 : tensor<2x8x16x96xf32>
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
  func.func private @dynamic_index_in_dim_22(%arg0: tensor<2x8x16x96xf32>, %arg1: tensor<i32>) -> tensor<8x16x96xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, %c_1, sizes = [1, 8, 16, 96] : (tensor<2x8x16x96xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16x96xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16x96xf32>) -> tensor<8x16x96xf32>
    return %1 : tensor<8x16x96xf32>
  }
  func.func private @closed_call_23(%arg0: tensor<1x16x1x4xf32>, %arg1: tensor<1x16x1x4xf32>, %arg2: tensor<1x16x1x4xf32>, %arg3: tensor<1x16x1x4xf32>, %arg4: tensor<1x16x1x4xf32>, %arg5: tensor<1x16x1x4xf32>, %arg6: tensor<1x16x1x4xf32>, %arg7: tensor<1x16x1x4xf32>, %arg8: tensor<8x4x16x16xi1>, %arg9: tensor<8x16x32xf32>, %arg10: tensor<8x16x32xf32>, %arg11: tensor<8x16x1xf32>, %arg12: tensor<8x16x1xf32>, %arg13: tensor<1x1x32xf32>, %arg14: tensor<8x16x32xf32>, %arg15: tensor<32x4x8xf32>, %arg16: tensor<8x16x32xf32>, %arg17: tensor<32x2x8xf32>, %arg18: tensor<32x2x8xf32>, %arg19: tensor<8x16x4x8xf32>, %arg20: tensor<8x16x4x8xf32>, %arg21: tensor<8x4x16x16xf32>, %arg22: tensor<8x4x16x1xf32>, %arg23: tensor<8x4x16x1xf32>, %arg24: tensor<8x4x16x16xf32>, %arg25: tensor<8x16x4x8xf32>, %arg26: tensor<4x8x32xf32>, %arg27: tensor<8x16x4x8xf32>, %arg28: tensor<8x16x32xf32>, %arg29: tensor<8x16x1xf32>, %arg30: tensor<8x16x1xf32>, %arg31: tensor<1x1x32xf32>, %arg32: tensor<8x16x32xf32>, %arg33: tensor<32x96xf32>, %arg34: tensor<8x16x32xf32>, %arg35: tensor<32x96xf32>, %arg36: tensor<8x16x96xf32>, %arg37: tensor<8x16x96xf32>, %arg38: tensor<8x16x96xf32>, %arg39: tensor<8x16x96xf32>, %arg40: tensor<8x16x96xf32>, %arg41: tensor<96x32xf32>, %arg42: tensor<8x16x96xf32>) -> (tensor<8x16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<96x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>, tensor<32x2x8xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x2x8xf32>) {
    %0 = sdy.sharding_constraint %arg9 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %1 = stablehlo.dot_general %0, %arg42, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x96xf32>) -> tensor<32x96xf32>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<32x96xf32>) -> tensor<96x32xf32>
    %3 = stablehlo.dot_general %0, %arg41, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<96x32xf32>) -> tensor<8x16x96xf32>
    %4 = stablehlo.multiply %arg40, %3 : tensor<8x16x96xf32>
    %5 = stablehlo.multiply %3, %arg39 : tensor<8x16x96xf32>
    %6 = call @silu_24(%arg36, %arg37, %arg38, %5) : (tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>, tensor<8x16x96xf32>) -> tensor<8x16x96xf32>
    %7 = sdy.sharding_constraint %4 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x96xf32>
    %8 = stablehlo.dot_general %7, %arg34, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %9 = stablehlo.transpose %8, dims = [1, 0] : (tensor<96x32xf32>) -> tensor<32x96xf32>
    %10 = stablehlo.dot_general %7, %arg35, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<32x96xf32>) -> tensor<8x16x32xf32>
    %11 = sdy.sharding_constraint %6 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x96xf32>
    %12 = stablehlo.dot_general %11, %arg34, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<8x16x32xf32>) -> tensor<96x32xf32>
    %13 = stablehlo.transpose %12, dims = [1, 0] : (tensor<96x32xf32>) -> tensor<32x96xf32>
    %14 = stablehlo.dot_general %11, %arg33, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x96xf32>, tensor<32x96xf32>) -> tensor<8x16x32xf32>
    %15 = stablehlo.add %10, %14 : tensor<8x16x32xf32>
    %16 = stablehlo.multiply %arg32, %15 : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %18 = stablehlo.reshape %17 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %19 = stablehlo.broadcast_in_dim %arg31, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %20 = stablehlo.multiply %15, %19 : tensor<8x16x32xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%18 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %22 = stablehlo.multiply %arg28, %20 : tensor<8x16x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %23 = stablehlo.reduce(%22 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %24 = stablehlo.reshape %23 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %25 = stablehlo.broadcast_in_dim %arg30, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %26 = stablehlo.multiply %20, %25 : tensor<8x16x32xf32>
    %27 = stablehlo.add %0, %26 : tensor<8x16x32xf32>
    %28 = stablehlo.multiply %24, %arg29 : tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %30 = stablehlo.divide %28, %29 : tensor<8x16x1xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %33 = stablehlo.multiply %arg28, %32 : tensor<8x16x32xf32>
    %34 = stablehlo.add %27, %33 : tensor<8x16x32xf32>
    %35 = stablehlo.multiply %32, %arg28 : tensor<8x16x32xf32>
    %36 = stablehlo.add %34, %35 : tensor<8x16x32xf32>
    %37 = sdy.sharding_constraint %36 <@mesh, [{"data"}, {}, {}]> : tensor<8x16x32xf32>
    %38 = stablehlo.dot_general %37, %arg27, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %39 = stablehlo.transpose %38, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %40 = stablehlo.dot_general %37, %arg26, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %41 = sdy.sharding_constraint %40 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %42 = stablehlo.transpose %41, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf32>) -> tensor<8x4x8x16xf32>
    %43 = stablehlo.dot_general %42, %arg25, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %44 = stablehlo.dot_general %42, %arg24, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %45 = stablehlo.transpose %44, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %46 = stablehlo.broadcast_in_dim %arg23, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %47 = stablehlo.multiply %43, %46 : tensor<8x4x16x16xf32>
    %48 = stablehlo.multiply %47, %arg21 : tensor<8x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_4) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %50 = stablehlo.reshape %49 : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %51 = stablehlo.negate %50 : tensor<8x4x16x1xf32>
    %52 = stablehlo.broadcast_in_dim %arg22, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %53 = stablehlo.divide %43, %52 : tensor<8x4x16x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %54 = stablehlo.reduce(%51 init: %cst_5) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x16xf32>
    %56 = stablehlo.add %53, %55 : tensor<8x4x16x16xf32>
    %57 = stablehlo.multiply %56, %arg21 : tensor<8x4x16x16xf32>
    %58 = call @_where_25(%arg8, %57) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %60 = stablehlo.multiply %58, %59 : tensor<8x4x16x16xf32>
    %61 = stablehlo.dot_general %60, %arg20, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %62 = stablehlo.transpose %61, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %63 = stablehlo.dot_general %60, %arg19, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x8xf32>
    %64 = stablehlo.transpose %63, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf32>) -> tensor<8x16x4x8xf32>
    %65 = stablehlo.slice %64 [0:8, 0:16, 0:4, 0:4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %66 = stablehlo.slice %64 [0:8, 0:16, 0:4, 4:8] : (tensor<8x16x4x8xf32>) -> tensor<8x16x4x4xf32>
    %67 = stablehlo.broadcast_in_dim %arg7, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %68 = stablehlo.multiply %66, %67 : tensor<8x16x4x4xf32>
    %69 = stablehlo.broadcast_in_dim %arg6, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %70 = stablehlo.multiply %66, %69 : tensor<8x16x4x4xf32>
    %71 = stablehlo.negate %65 : tensor<8x16x4x4xf32>
    %72 = stablehlo.broadcast_in_dim %arg5, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %73 = stablehlo.multiply %71, %72 : tensor<8x16x4x4xf32>
    %74 = stablehlo.add %70, %73 : tensor<8x16x4x4xf32>
    %75 = stablehlo.broadcast_in_dim %arg4, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x4x4xf32>
    %76 = stablehlo.multiply %65, %75 : tensor<8x16x4x4xf32>
    %77 = stablehlo.add %68, %76 : tensor<8x16x4x4xf32>
    %78 = stablehlo.concatenate %77, %74, dim = 3 : (tensor<8x16x4x4xf32>, tensor<8x16x4x4xf32>) -> tensor<8x16x4x8xf32>
    %79 = stablehlo.reshape %45 : (tensor<8x16x4x8xf32>) -> tensor<8x16x2x2x8xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_7) applies stablehlo.add across dimensions = [3] : (tensor<8x16x2x2x8xf32>, tensor<f32>) -> tensor<8x16x2x8xf32>
    %81 = stablehlo.reshape %62 : (tensor<8x16x4x8xf32>) -> tensor<8x16x2x2x8xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %82 = stablehlo.reduce(%81 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<8x16x2x2x8xf32>, tensor<f32>) -> tensor<8x16x2x8xf32>
    %83 = stablehlo.slice %82 [0:8, 0:16, 0:2, 0:4] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %84 = stablehlo.slice %82 [0:8, 0:16, 0:2, 4:8] : (tensor<8x16x2x8xf32>) -> tensor<8x16x2x4xf32>
    %85 = stablehlo.broadcast_in_dim %arg3, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %86 = stablehlo.multiply %84, %85 : tensor<8x16x2x4xf32>
    %87 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %88 = stablehlo.multiply %84, %87 : tensor<8x16x2x4xf32>
    %89 = stablehlo.negate %83 : tensor<8x16x2x4xf32>
    %90 = stablehlo.broadcast_in_dim %arg1, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %91 = stablehlo.multiply %89, %90 : tensor<8x16x2x4xf32>
    %92 = stablehlo.add %88, %91 : tensor<8x16x2x4xf32>
    %93 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1, 2, 3] : (tensor<1x16x1x4xf32>) -> tensor<8x16x2x4xf32>
    %94 = stablehlo.multiply %83, %93 : tensor<8x16x2x4xf32>
    %95 = stablehlo.add %86, %94 : tensor<8x16x2x4xf32>
    %96 = stablehlo.concatenate %95, %92, dim = 3 : (tensor<8x16x2x4xf32>, tensor<8x16x2x4xf32>) -> tensor<8x16x2x8xf32>
    %97 = sdy.sharding_constraint %80 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x2x8xf32>
    %98 = stablehlo.dot_general %97, %arg16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xf32>, tensor<8x16x32xf32>) -> tensor<2x8x32xf32>
    %99 = stablehlo.transpose %98, dims = [2, 0, 1] : (tensor<2x8x32xf32>) -> tensor<32x2x8xf32>
    %100 = stablehlo.dot_general %97, %arg18, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xf32>, tensor<32x2x8xf32>) -> tensor<8x16x32xf32>
    %101 = sdy.sharding_constraint %96 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x2x8xf32>
    %102 = stablehlo.dot_general %101, %arg16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xf32>, tensor<8x16x32xf32>) -> tensor<2x8x32xf32>
    %103 = stablehlo.transpose %102, dims = [2, 0, 1] : (tensor<2x8x32xf32>) -> tensor<32x2x8xf32>
    %104 = stablehlo.dot_general %101, %arg17, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x2x8xf32>, tensor<32x2x8xf32>) -> tensor<8x16x32xf32>
    %105 = stablehlo.add %100, %104 : tensor<8x16x32xf32>
    %106 = sdy.sharding_constraint %78 <@mesh, [{"data"}, {}, {}, {}]> : tensor<8x16x4x8xf32>
    %107 = stablehlo.dot_general %106, %arg16, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x32xf32>) -> tensor<4x8x32xf32>
    %108 = stablehlo.transpose %107, dims = [2, 0, 1] : (tensor<4x8x32xf32>) -> tensor<32x4x8xf32>
    %109 = stablehlo.dot_general %106, %arg15, contracting_dims = [2, 3] x [1, 2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<32x4x8xf32>) -> tensor<8x16x32xf32>
    %110 = stablehlo.add %105, %109 : tensor<8x16x32xf32>
    %111 = stablehlo.multiply %arg14, %110 : tensor<8x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %112 = stablehlo.reduce(%111 init: %cst_9) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %113 = stablehlo.reshape %112 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %114 = stablehlo.broadcast_in_dim %arg13, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %115 = stablehlo.multiply %110, %114 : tensor<8x16x32xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %116 = stablehlo.reduce(%113 init: %cst_10) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %117 = stablehlo.multiply %arg10, %115 : tensor<8x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %118 = stablehlo.reduce(%117 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %119 = stablehlo.reshape %118 : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %120 = stablehlo.broadcast_in_dim %arg12, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %121 = stablehlo.multiply %115, %120 : tensor<8x16x32xf32>
    %122 = stablehlo.add %37, %121 : tensor<8x16x32xf32>
    %123 = stablehlo.multiply %119, %arg11 : tensor<8x16x1xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %124 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %125 = stablehlo.divide %123, %124 : tensor<8x16x1xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_13) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf32>, tensor<f32>) -> tensor<8x16xf32>
    %127 = stablehlo.broadcast_in_dim %126, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x32xf32>
    %128 = stablehlo.multiply %arg10, %127 : tensor<8x16x32xf32>
    %129 = stablehlo.add %122, %128 : tensor<8x16x32xf32>
    %130 = stablehlo.multiply %127, %arg10 : tensor<8x16x32xf32>
    %131 = stablehlo.add %129, %130 : tensor<8x16x32xf32>
    return %131, %116, %21, %2, %13, %9, %103, %39, %108, %99 : tensor<8x16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<96x32xf32>, tensor<32x96xf32>, tensor<32x96xf32>, tensor<32x2x8xf32>, tensor<4x8x32xf32>, tensor<32x4x8xf32>, tensor<32x2x8xf32>
  }
  func.func private @silu_24(%arg0: tensor<8x16x96xf32>, %arg1: tensor<8x16x96xf32>, %arg2: tensor<8x16x96xf32>, %arg3: tensor<8x16x96xf32>) -> tensor<8x16x96xf32> {
    %0 = stablehlo.multiply %arg2, %arg3 : tensor<8x16x96xf32>
    %1 = stablehlo.multiply %arg3, %arg1 : tensor<8x16x96xf32>
    %2 = stablehlo.multiply %0, %arg0 : tensor<8x16x96xf32>
    %3 = stablehlo.add %1, %2 : tensor<8x16x96xf32>
    return %3 : tensor<8x16x96xf32>
  }
  func.func private @_where_25(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf32>) -> tensor<8x4x16x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>
    return %1 : tensor<8x4x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_26(%arg0: tensor<2x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<i32>) -> tensor<2x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<32xf32>) -> tensor<1x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<2x32xf32>, tensor<1x32xf32>, tensor<i32>, tensor<i32>) -> tensor<2x32xf32>
    return %1 : tensor<2x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_27(%arg0: tensor<2x96x32xf32>, %arg1: tensor<96x32xf32>, %arg2: tensor<i32>) -> tensor<2x96x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<96x32xf32>) -> tensor<1x96x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x96x32xf32>, tensor<1x96x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x96x32xf32>
    return %1 : tensor<2x96x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_28(%arg0: tensor<2x32x96xf32>, %arg1: tensor<32x96xf32>, %arg2: tensor<i32>) -> tensor<2x32x96xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x96xf32>) -> tensor<1x32x96xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<2x32x96xf32>, tensor<1x32x96xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x96xf32>
    return %1 : tensor<2x32x96xf32>
  }
  func.func private @dynamic_update_index_in_dim_29(%arg0: tensor<2x32x2x8xf32>, %arg1: tensor<32x2x8xf32>, %arg2: tensor<i32>) -> tensor<2x32x2x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<32x2x8xf32>) -> tensor<1x32x2x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x32x2x8xf32>, tensor<1x32x2x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x2x8xf32>
    return %1 : tensor<2x32x2x8xf32>
  }
  func.func private @dynamic_update_index_in_dim_30(%arg0: tensor<2x4x8x32xf32>, %arg1: tensor<4x8x32xf32>, %arg2: tensor<i32>) -> tensor<2x4x8x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<4x8x32xf32>) -> tensor<1x4x8x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x4x8x32xf32>, tensor<1x4x8x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x4x8x32xf32>
    return %1 : tensor<2x4x8x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_31(%arg0: tensor<2x32x4x8xf32>, %arg1: tensor<32x4x8xf32>, %arg2: tensor<i32>) -> tensor<2x32x4x8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2, 3] : (tensor<32x4x8xf32>) -> tensor<1x32x4x8xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0, %c_1 : (tensor<2x32x4x8xf32>, tensor<1x32x4x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x32x4x8xf32>
    return %1 : tensor<2x32x4x8xf32>
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
