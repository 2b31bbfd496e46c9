module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=8]> {stablehlo.mesh = {axes = [{name = "data", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 0 : i32}, %arg1: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 1 : i32}, %arg2: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 2 : i32}, %arg3: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 3 : i32}, %arg4: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 4 : i32}, %arg5: tensor<64x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 5 : i32}, %arg6: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 6 : i32}, %arg7: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 7 : i32}, %arg8: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 8 : i32}, %arg9: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 9 : i32}, %arg10: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 10 : i32}, %arg11: tensor<64x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 11 : i32}, %arg12: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>, tf.aliasing_output = 12 : i32}, %arg13: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 13 : i32}, %arg14: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 14 : i32}, %arg15: tensor<64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 15 : i32}, %arg16: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 16 : i32}, %arg17: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>, tf.aliasing_output = 17 : i32}, %arg18: tensor<64x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>, tf.aliasing_output = 18 : i32}, %arg19: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, %arg20: tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> (tensor<64xf32> {jax.result_info = "result[0]['m'][0]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['m'][0]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<64xf32> {jax.result_info = "result[0]['m'][1]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x64xf32> {jax.result_info = "result[0]['m'][1]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<10xf32> {jax.result_info = "result[0]['m'][2]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x10xf32> {jax.result_info = "result[0]['m'][2]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<64xf32> {jax.result_info = "result[0]['params'][0]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['params'][0]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<64xf32> {jax.result_info = "result[0]['params'][1]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x64xf32> {jax.result_info = "result[0]['params'][1]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<10xf32> {jax.result_info = "result[0]['params'][2]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x10xf32> {jax.result_info = "result[0]['params'][2]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<i32> {jax.result_info = "result[0]['step']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<64xf32> {jax.result_info = "result[0]['v'][0]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x64xf32> {jax.result_info = "result[0]['v'][0]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<64xf32> {jax.result_info = "result[0]['v'][1]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x64xf32> {jax.result_info = "result[0]['v'][1]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<10xf32> {jax.result_info = "result[0]['v'][2]['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<64x10xf32> {jax.result_info = "result[0]['v'][2]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<f32> {jax.result_info = "result[1]['grad_norm']", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<f32> {jax.result_info = "result[1]['loss']", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = sdy.sharding_constraint %arg19 <@mesh, [{"data"}, {}]> : tensor<16x32xf32>
    %1 = stablehlo.dot_general %0, %arg7, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    %2 = stablehlo.broadcast_in_dim %arg6, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<16x64xf32>
    %4 = stablehlo.add %1, %3 : tensor<16x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %6 = stablehlo.maximum %4, %5 : tensor<16x64xf32>
    %7 = stablehlo.compare EQ, %4, %6, FLOAT : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xi1>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %10 = stablehlo.select %7, %8, %9 : tensor<16x64xi1>, tensor<16x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %12 = stablehlo.compare EQ, %11, %6, FLOAT : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xi1>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<16x64xi1>, tensor<16x64xf32>
    %16 = stablehlo.divide %10, %15 : tensor<16x64xf32>
    %17 = sdy.sharding_constraint %6 <@mesh, [{"data"}, {}]> : tensor<16x64xf32>
    %18 = stablehlo.dot_general %17, %arg9, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %19 = stablehlo.broadcast_in_dim %arg8, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<16x64xf32>
    %21 = stablehlo.add %18, %20 : tensor<16x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %23 = stablehlo.maximum %21, %22 : tensor<16x64xf32>
    %24 = stablehlo.compare EQ, %21, %23, FLOAT : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xi1>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %26 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %27 = stablehlo.select %24, %25, %26 : tensor<16x64xi1>, tensor<16x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %29 = stablehlo.compare EQ, %28, %23, FLOAT : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xi1>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %32 = stablehlo.select %29, %30, %31 : tensor<16x64xi1>, tensor<16x64xf32>
    %33 = stablehlo.divide %27, %32 : tensor<16x64xf32>
    %34 = sdy.sharding_constraint %23 <@mesh, [{"data"}, {}]> : tensor<16x64xf32>
    %35 = stablehlo.dot_general %34, %arg11, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x10xf32>) -> tensor<16x10xf32>
    %36 = stablehlo.broadcast_in_dim %arg10, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %37 = stablehlo.broadcast_in_dim %36, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<16x10xf32>
    %38 = stablehlo.add %35, %37 : tensor<16x10xf32>
    %39 = sdy.sharding_constraint %38 <@mesh, [{"data"}, {}]> : tensor<16x10xf32>
    %cst_11 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %40 = stablehlo.reduce(%39 init: %cst_11) applies stablehlo.maximum across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x10xf32>
    %43 = stablehlo.subtract %39, %42 : tensor<16x10xf32>
    %44 = stablehlo.exponential %43 : tensor<16x10xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_12) applies stablehlo.add across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
    %46 = stablehlo.log %45 : tensor<16xf32>
    %47 = stablehlo.reshape %41 : (tensor<16x1xf32>) -> tensor<16xf32>
    %48 = stablehlo.add %46, %47 : tensor<16xf32>
    %49 = stablehlo.broadcast_in_dim %arg20, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %50 = stablehlo.iota dim = 0 : tensor<10xi32>
    %51 = stablehlo.broadcast_in_dim %50, dims = [1] : (tensor<10xi32>) -> tensor<1x10xi32>
    %52 = stablehlo.broadcast_in_dim %49, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x10xi32>
    %53 = stablehlo.broadcast_in_dim %51, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<16x10xi32>
    %54 = stablehlo.compare EQ, %52, %53, SIGNED : (tensor<16x10xi32>, tensor<16x10xi32>) -> tensor<16x10xi1>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %55 = call @_where(%54, %39, %c) : (tensor<16x10xi1>, tensor<16x10xf32>, tensor<i32>) -> tensor<16x10xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_13) applies stablehlo.add across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
    %57 = stablehlo.subtract %48, %56 : tensor<16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %58 = stablehlo.reduce(%57 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %59 = stablehlo.divide %58, %cst_15 : tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_17 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %60 = stablehlo.divide %cst_16, %cst_17 : tensor<f32>
    %61 = stablehlo.broadcast_in_dim %60, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %62 = stablehlo.negate %61 : tensor<16xf32>
    %63 = stablehlo.broadcast_in_dim %62, dims = [0] : (tensor<16xf32>) -> tensor<16x10xf32>
    %64 = call @_where_0(%54, %63) : (tensor<16x10xi1>, tensor<16x10xf32>) -> tensor<16x10xf32>
    %65 = stablehlo.divide %61, %45 : tensor<16xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0] : (tensor<16xf32>) -> tensor<16x10xf32>
    %67 = stablehlo.multiply %66, %44 : tensor<16x10xf32>
    %68 = stablehlo.add %64, %67 : tensor<16x10xf32>
    %69 = sdy.sharding_constraint %68 <@mesh, [{"data"}, {}]> : tensor<16x10xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<16x10xf32>, tensor<f32>) -> tensor<10xf32>
    %71 = stablehlo.reshape %70 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %72 = stablehlo.reduce(%71 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %73 = stablehlo.dot_general %69, %34, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x10xf32>, tensor<16x64xf32>) -> tensor<10x64xf32>
    %74 = stablehlo.transpose %73, dims = [1, 0] : (tensor<10x64xf32>) -> tensor<64x10xf32>
    %75 = stablehlo.dot_general %69, %arg11, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x10xf32>, tensor<64x10xf32>) -> tensor<16x64xf32>
    %76 = sdy.sharding_constraint %75 <@mesh, [{"data"}, {}]> : tensor<16x64xf32>
    %77 = stablehlo.multiply %76, %33 : tensor<16x64xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %78 = stablehlo.reduce(%77 init: %cst_20) applies stablehlo.add across dimensions = [0] : (tensor<16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %79 = stablehlo.reshape %78 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %80 = stablehlo.reduce(%79 init: %cst_21) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %81 = stablehlo.dot_general %77, %17, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<64x64xf32>
    %82 = stablehlo.transpose %81, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %83 = stablehlo.dot_general %77, %arg9, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x64xf32>) -> tensor<16x64xf32>
    %84 = sdy.sharding_constraint %83 <@mesh, [{"data"}, {}]> : tensor<16x64xf32>
    %85 = stablehlo.multiply %84, %16 : tensor<16x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %86 = stablehlo.reduce(%85 init: %cst_22) applies stablehlo.add across dimensions = [0] : (tensor<16x64xf32>, tensor<f32>) -> tensor<64xf32>
    %87 = stablehlo.reshape %86 : (tensor<64xf32>) -> tensor<1x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_23) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
    %89 = stablehlo.dot_general %85, %0, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
    %90 = stablehlo.transpose %89, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %91 = sdy.sharding_constraint %88 <@mesh, [{}]> : tensor<64xf32>
    %92 = sdy.sharding_constraint %90 <@mesh, [{}, {}]> : tensor<32x64xf32>
    %93 = sdy.sharding_constraint %80 <@mesh, [{}]> : tensor<64xf32>
    %94 = sdy.sharding_constraint %82 <@mesh, [{}, {}]> : tensor<64x64xf32>
    %95 = sdy.sharding_constraint %72 <@mesh, [{}]> : tensor<10xf32>
    %96 = sdy.sharding_constraint %74 <@mesh, [{}, {}]> : tensor<64x10xf32>
    %97 = chlo.square %91 : tensor<64xf32> -> tensor<64xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.reduce(%97 init: %cst_24) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %99 = stablehlo.add %cst_25, %98 : tensor<f32>
    %100 = chlo.square %92 : tensor<32x64xf32> -> tensor<32x64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %101 = stablehlo.reduce(%100 init: %cst_26) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x64xf32>, tensor<f32>) -> tensor<f32>
    %102 = stablehlo.add %99, %101 : tensor<f32>
    %103 = chlo.square %93 : tensor<64xf32> -> tensor<64xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %104 = stablehlo.reduce(%103 init: %cst_27) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %105 = stablehlo.add %102, %104 : tensor<f32>
    %106 = chlo.square %94 : tensor<64x64xf32> -> tensor<64x64xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %107 = stablehlo.reduce(%106 init: %cst_28) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
    %108 = stablehlo.add %105, %107 : tensor<f32>
    %109 = chlo.square %95 : tensor<10xf32> -> tensor<10xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_29) applies stablehlo.add across dimensions = [0] : (tensor<10xf32>, tensor<f32>) -> tensor<f32>
    %111 = stablehlo.add %108, %110 : tensor<f32>
    %112 = chlo.square %96 : tensor<64x10xf32> -> tensor<64x10xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.reduce(%112 init: %cst_30) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<f32>
    %114 = stablehlo.add %111, %113 : tensor<f32>
    %115 = stablehlo.sqrt %114 : tensor<f32>
    %cst_31 = stablehlo.constant dense<9.99999997E-7> : tensor<f32>
    %116 = stablehlo.add %115, %cst_31 : tensor<f32>
    %cst_32 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %117 = stablehlo.divide %cst_32, %116 : tensor<f32>
    %cst_33 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %118 = stablehlo.minimum %cst_33, %117 : tensor<f32>
    %119 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %120 = stablehlo.multiply %91, %119 : tensor<64xf32>
    %121 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %122 = stablehlo.multiply %92, %121 : tensor<32x64xf32>
    %123 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %124 = stablehlo.multiply %93, %123 : tensor<64xf32>
    %125 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %126 = stablehlo.multiply %94, %125 : tensor<64x64xf32>
    %127 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %128 = stablehlo.multiply %95, %127 : tensor<10xf32>
    %129 = stablehlo.broadcast_in_dim %118, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %130 = stablehlo.multiply %96, %129 : tensor<64x10xf32>
    %c_34 = stablehlo.constant dense<1> : tensor<i32>
    %131 = stablehlo.add %arg12, %c_34 : tensor<i32>
    %132 = stablehlo.convert %131 : (tensor<i32>) -> tensor<f32>
    %cst_35 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %133 = stablehlo.subtract %132, %cst_35 : tensor<f32>
    %cst_36 = stablehlo.constant dense<9.000000e+02> : tensor<f32>
    %134 = stablehlo.divide %133, %cst_36 : tensor<f32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_38 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %135 = call @clip(%134, %cst_37, %cst_38) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_39 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %136 = stablehlo.compare LT, %132, %cst_39, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %cst_40 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
    %137 = stablehlo.divide %132, %cst_40 : tensor<f32>
    %cst_41 = stablehlo.constant dense<3.14159274> : tensor<f32>
    %138 = stablehlo.multiply %cst_41, %135 : tensor<f32>
    %139 = stablehlo.cosine %138 : tensor<f32>
    %cst_42 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %140 = stablehlo.add %cst_42, %139 : tensor<f32>
    %cst_43 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %141 = stablehlo.multiply %cst_43, %140 : tensor<f32>
    %142 = call @_where_1(%136, %137, %141) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %cst_44 = stablehlo.constant dense<3.000000e-04> : tensor<f32>
    %143 = stablehlo.multiply %cst_44, %142 : tensor<f32>
    %cst_45 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %144 = stablehlo.power %cst_45, %132 : tensor<f32>
    %cst_46 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %145 = stablehlo.subtract %cst_46, %144 : tensor<f32>
    %cst_47 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %146 = stablehlo.power %cst_47, %132 : tensor<f32>
    %cst_48 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %147 = stablehlo.subtract %cst_48, %146 : tensor<f32>
    %cst_49 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %149 = stablehlo.multiply %148, %arg0 : tensor<64xf32>
    %cst_50 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %150 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %151 = stablehlo.multiply %150, %120 : tensor<64xf32>
    %152 = stablehlo.add %149, %151 : tensor<64xf32>
    %cst_51 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %153 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %154 = stablehlo.multiply %153, %arg1 : tensor<32x64xf32>
    %cst_52 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %155 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %156 = stablehlo.multiply %155, %122 : tensor<32x64xf32>
    %157 = stablehlo.add %154, %156 : tensor<32x64xf32>
    %cst_53 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %158 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %159 = stablehlo.multiply %158, %arg2 : tensor<64xf32>
    %cst_54 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %160 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %161 = stablehlo.multiply %160, %124 : tensor<64xf32>
    %162 = stablehlo.add %159, %161 : tensor<64xf32>
    %cst_55 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %163 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %164 = stablehlo.multiply %163, %arg3 : tensor<64x64xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %165 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %166 = stablehlo.multiply %165, %126 : tensor<64x64xf32>
    %167 = stablehlo.add %164, %166 : tensor<64x64xf32>
    %cst_57 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %168 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %169 = stablehlo.multiply %168, %arg4 : tensor<10xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %170 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %171 = stablehlo.multiply %170, %128 : tensor<10xf32>
    %172 = stablehlo.add %169, %171 : tensor<10xf32>
    %cst_59 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %173 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %174 = stablehlo.multiply %173, %arg5 : tensor<64x10xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %175 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %176 = stablehlo.multiply %175, %130 : tensor<64x10xf32>
    %177 = stablehlo.add %174, %176 : tensor<64x10xf32>
    %cst_61 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %179 = stablehlo.multiply %178, %arg13 : tensor<64xf32>
    %180 = chlo.square %120 : tensor<64xf32> -> tensor<64xf32>
    %cst_62 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %181 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %182 = stablehlo.multiply %181, %180 : tensor<64xf32>
    %183 = stablehlo.add %179, %182 : tensor<64xf32>
    %cst_63 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %184 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %185 = stablehlo.multiply %184, %arg14 : tensor<32x64xf32>
    %186 = chlo.square %122 : tensor<32x64xf32> -> tensor<32x64xf32>
    %cst_64 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %187 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %188 = stablehlo.multiply %187, %186 : tensor<32x64xf32>
    %189 = stablehlo.add %185, %188 : tensor<32x64xf32>
    %cst_65 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %190 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %191 = stablehlo.multiply %190, %arg15 : tensor<64xf32>
    %192 = chlo.square %124 : tensor<64xf32> -> tensor<64xf32>
    %cst_66 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %193 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %194 = stablehlo.multiply %193, %192 : tensor<64xf32>
    %195 = stablehlo.add %191, %194 : tensor<64xf32>
    %cst_67 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %196 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %197 = stablehlo.multiply %196, %arg16 : tensor<64x64xf32>
    %198 = chlo.square %126 : tensor<64x64xf32> -> tensor<64x64xf32>
    %cst_68 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %199 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %200 = stablehlo.multiply %199, %198 : tensor<64x64xf32>
    %201 = stablehlo.add %197, %200 : tensor<64x64xf32>
    %cst_69 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %202 = stablehlo.broadcast_in_dim %cst_69, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %203 = stablehlo.multiply %202, %arg17 : tensor<10xf32>
    %204 = chlo.square %128 : tensor<10xf32> -> tensor<10xf32>
    %cst_70 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %205 = stablehlo.broadcast_in_dim %cst_70, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %206 = stablehlo.multiply %205, %204 : tensor<10xf32>
    %207 = stablehlo.add %203, %206 : tensor<10xf32>
    %cst_71 = stablehlo.constant dense<0.949999988> : tensor<f32>
    %208 = stablehlo.broadcast_in_dim %cst_71, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %209 = stablehlo.multiply %208, %arg18 : tensor<64x10xf32>
    %210 = chlo.square %130 : tensor<64x10xf32> -> tensor<64x10xf32>
    %cst_72 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %211 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %212 = stablehlo.multiply %211, %210 : tensor<64x10xf32>
    %213 = stablehlo.add %209, %212 : tensor<64x10xf32>
    %214 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %215 = stablehlo.divide %152, %214 : tensor<64xf32>
    %216 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %217 = stablehlo.divide %183, %216 : tensor<64xf32>
    %218 = stablehlo.sqrt %217 : tensor<64xf32>
    %cst_73 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %219 = stablehlo.broadcast_in_dim %cst_73, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %220 = stablehlo.add %218, %219 : tensor<64xf32>
    %221 = stablehlo.divide %215, %220 : tensor<64xf32>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.broadcast_in_dim %cst_74, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %223 = stablehlo.add %221, %222 : tensor<64xf32>
    %224 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %225 = stablehlo.multiply %224, %223 : tensor<64xf32>
    %226 = stablehlo.subtract %arg6, %225 : tensor<64xf32>
    %cst_75 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_75, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %228 = stablehlo.multiply %227, %arg7 : tensor<32x64xf32>
    %229 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %230 = stablehlo.divide %157, %229 : tensor<32x64xf32>
    %231 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %232 = stablehlo.divide %189, %231 : tensor<32x64xf32>
    %233 = stablehlo.sqrt %232 : tensor<32x64xf32>
    %cst_76 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_76, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %235 = stablehlo.add %233, %234 : tensor<32x64xf32>
    %236 = stablehlo.divide %230, %235 : tensor<32x64xf32>
    %237 = stablehlo.add %236, %228 : tensor<32x64xf32>
    %238 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %239 = stablehlo.multiply %238, %237 : tensor<32x64xf32>
    %240 = stablehlo.subtract %arg7, %239 : tensor<32x64xf32>
    %241 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %242 = stablehlo.divide %162, %241 : tensor<64xf32>
    %243 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %244 = stablehlo.divide %195, %243 : tensor<64xf32>
    %245 = stablehlo.sqrt %244 : tensor<64xf32>
    %cst_77 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %246 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %247 = stablehlo.add %245, %246 : tensor<64xf32>
    %248 = stablehlo.divide %242, %247 : tensor<64xf32>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %249 = stablehlo.broadcast_in_dim %cst_78, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %250 = stablehlo.add %248, %249 : tensor<64xf32>
    %251 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %252 = stablehlo.multiply %251, %250 : tensor<64xf32>
    %253 = stablehlo.subtract %arg8, %252 : tensor<64xf32>
    %cst_79 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %254 = stablehlo.broadcast_in_dim %cst_79, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %255 = stablehlo.multiply %254, %arg9 : tensor<64x64xf32>
    %256 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %257 = stablehlo.divide %167, %256 : tensor<64x64xf32>
    %258 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %259 = stablehlo.divide %201, %258 : tensor<64x64xf32>
    %260 = stablehlo.sqrt %259 : tensor<64x64xf32>
    %cst_80 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %261 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %262 = stablehlo.add %260, %261 : tensor<64x64xf32>
    %263 = stablehlo.divide %257, %262 : tensor<64x64xf32>
    %264 = stablehlo.add %263, %255 : tensor<64x64xf32>
    %265 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %266 = stablehlo.multiply %265, %264 : tensor<64x64xf32>
    %267 = stablehlo.subtract %arg9, %266 : tensor<64x64xf32>
    %268 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %269 = stablehlo.divide %172, %268 : tensor<10xf32>
    %270 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %271 = stablehlo.divide %207, %270 : tensor<10xf32>
    %272 = stablehlo.sqrt %271 : tensor<10xf32>
    %cst_81 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %273 = stablehlo.broadcast_in_dim %cst_81, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %274 = stablehlo.add %272, %273 : tensor<10xf32>
    %275 = stablehlo.divide %269, %274 : tensor<10xf32>
    %cst_82 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %276 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %277 = stablehlo.add %275, %276 : tensor<10xf32>
    %278 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %279 = stablehlo.multiply %278, %277 : tensor<10xf32>
    %280 = stablehlo.subtract %arg10, %279 : tensor<10xf32>
    %cst_83 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %281 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %282 = stablehlo.multiply %281, %arg11 : tensor<64x10xf32>
    %283 = stablehlo.broadcast_in_dim %145, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %284 = stablehlo.divide %177, %283 : tensor<64x10xf32>
    %285 = stablehlo.broadcast_in_dim %147, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %286 = stablehlo.divide %213, %285 : tensor<64x10xf32>
    %287 = stablehlo.sqrt %286 : tensor<64x10xf32>
    %cst_84 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %288 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %289 = stablehlo.add %287, %288 : tensor<64x10xf32>
    %290 = stablehlo.divide %284, %289 : tensor<64x10xf32>
    %291 = stablehlo.add %290, %282 : tensor<64x10xf32>
    %292 = stablehlo.broadcast_in_dim %143, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %293 = stablehlo.multiply %292, %291 : tensor<64x10xf32>
    %294 = stablehlo.subtract %arg11, %293 : tensor<64x10xf32>
    return %152, %157, %162, %167, %172, %177, %226, %240, %253, %267, %280, %294, %131, %183, %189, %195, %201, %207, %213, %115, %59 : tensor<64xf32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<10xf32>, tensor<64x10xf32>, tensor<64xf32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<10xf32>, tensor<64x10xf32>, tensor<i32>, tensor<64xf32>, tensor<32x64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<10xf32>, tensor<64x10xf32>, tensor<f32>, tensor<f32>
  }
  func.func private @_where(%arg0: tensor<16x10xi1>, %arg1: tensor<16x10xf32>, %arg2: tensor<i32>) -> tensor<16x10xf32> {
    %0 = stablehlo.convert %arg2 : (tensor<i32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %2 = stablehlo.select %arg0, %arg1, %1 : tensor<16x10xi1>, tensor<16x10xf32>
    return %2 : tensor<16x10xf32>
  }
  func.func private @_where_0(%arg0: tensor<16x10xi1>, %arg1: tensor<16x10xf32>) -> tensor<16x10xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x10xf32>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<16x10xi1>, tensor<16x10xf32>
    return %1 : tensor<16x10xf32>
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
