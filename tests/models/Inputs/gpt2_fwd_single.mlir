module @jit_fwd attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32xf32>, %arg1: tensor<3x4x8xf32>, %arg2: tensor<4x8x32xf32>, %arg3: tensor<32x3x4x8xf32>, %arg4: tensor<32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<128xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32x128xf32>, %arg11: tensor<128x32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<3x4x8xf32>, %arg14: tensor<4x8x32xf32>, %arg15: tensor<32x3x4x8xf32>, %arg16: tensor<32xf32>, %arg17: tensor<32xf32>, %arg18: tensor<32xf32>, %arg19: tensor<32xf32>, %arg20: tensor<128xf32>, %arg21: tensor<32xf32>, %arg22: tensor<32x128xf32>, %arg23: tensor<128x32xf32>, %arg24: tensor<32xf32>, %arg25: tensor<32xf32>, %arg26: tensor<16x32xf32>, %arg27: tensor<64x32xf32>, %arg28: tensor<8x16xi32>) -> (tensor<8x16x64xf32> {jax.result_info = "result"}) {
    %0 = call @_take(%arg27, %arg28) : (tensor<64x32xf32>, tensor<8x16xi32>) -> tensor<8x16x32xf32>
    %1 = stablehlo.broadcast_in_dim %arg26, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x16x32xf32>) -> tensor<8x16x32xf32>
    %3 = stablehlo.add %0, %2 : tensor<8x16x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %7 = stablehlo.divide %5, %6 : tensor<8x16x1xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %9 = stablehlo.subtract %3, %8 : tensor<8x16x32xf32>
    %10 = chlo.square %9 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.reduce(%10 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %14 = stablehlo.divide %12, %13 : tensor<8x16x1xf32>
    %15 = stablehlo.broadcast_in_dim %7, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %16 = stablehlo.subtract %3, %15 : tensor<8x16x32xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %18 = stablehlo.add %14, %17 : tensor<8x16x1xf32>
    %19 = stablehlo.rsqrt %18 : tensor<8x16x1xf32>
    %20 = stablehlo.broadcast_in_dim %19, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %21 = stablehlo.multiply %16, %20 : tensor<8x16x32xf32>
    %22 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %24 = stablehlo.multiply %21, %23 : tensor<8x16x32xf32>
    %25 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %27 = stablehlo.add %24, %26 : tensor<8x16x32xf32>
    %28 = stablehlo.dot_general %27, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %29 = stablehlo.broadcast_in_dim %arg1, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %31 = stablehlo.add %28, %30 : tensor<8x16x3x4x8xf32>
    %32 = stablehlo.slice %31 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %33 = stablehlo.reshape %32 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %34 = stablehlo.slice %31 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %35 = stablehlo.reshape %34 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %36 = stablehlo.slice %31 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %38 = stablehlo.dot_general %33, %35, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_4 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %40 = stablehlo.multiply %38, %39 : tensor<8x4x16x16xf32>
    %41 = stablehlo.iota dim = 0 : tensor<16xi32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %43 = stablehlo.iota dim = 0 : tensor<16xi32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %45 = stablehlo.broadcast_in_dim %42, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %46 = stablehlo.broadcast_in_dim %44, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %47 = stablehlo.compare GE, %45, %46, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_5 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %48 = call @_where_0(%47, %40, %cst_5) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16x16xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_6) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_7 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %51 = stablehlo.maximum %50, %49 : tensor<8x4x16xf32>
    %52 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %54 = stablehlo.subtract %48, %53 : tensor<8x4x16x16xf32>
    %55 = stablehlo.exponential %54 : tensor<8x4x16x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %56 = stablehlo.reduce(%55 init: %cst_8) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %57 = stablehlo.broadcast_in_dim %56, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %58 = stablehlo.broadcast_in_dim %57, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %59 = stablehlo.divide %55, %58 : tensor<8x4x16x16xf32>
    %60 = stablehlo.dot_general %37, %59, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %61 = stablehlo.transpose %60, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %62 = stablehlo.dot_general %61, %arg2, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %63 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %64 = stablehlo.broadcast_in_dim %63, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %65 = stablehlo.add %62, %64 : tensor<8x16x32xf32>
    %66 = stablehlo.add %3, %65 : tensor<8x16x32xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %67 = stablehlo.reduce(%66 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_10 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %70 = stablehlo.divide %68, %69 : tensor<8x16x1xf32>
    %71 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %72 = stablehlo.subtract %66, %71 : tensor<8x16x32xf32>
    %73 = chlo.square %72 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %74 = stablehlo.reduce(%73 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %75 = stablehlo.broadcast_in_dim %74, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_12 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %76 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %77 = stablehlo.divide %75, %76 : tensor<8x16x1xf32>
    %78 = stablehlo.broadcast_in_dim %70, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %79 = stablehlo.subtract %66, %78 : tensor<8x16x32xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %80 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %81 = stablehlo.add %77, %80 : tensor<8x16x1xf32>
    %82 = stablehlo.rsqrt %81 : tensor<8x16x1xf32>
    %83 = stablehlo.broadcast_in_dim %82, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %84 = stablehlo.multiply %79, %83 : tensor<8x16x32xf32>
    %85 = stablehlo.broadcast_in_dim %arg7, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %86 = stablehlo.broadcast_in_dim %85, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %87 = stablehlo.multiply %84, %86 : tensor<8x16x32xf32>
    %88 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %90 = stablehlo.add %87, %89 : tensor<8x16x32xf32>
    %91 = stablehlo.dot_general %90, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %92 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %93 = stablehlo.broadcast_in_dim %92, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %94 = stablehlo.add %91, %93 : tensor<8x16x128xf32>
    %95 = stablehlo.multiply %94, %94 : tensor<8x16x128xf32>
    %96 = stablehlo.multiply %95, %94 : tensor<8x16x128xf32>
    %cst_14 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %97 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %98 = stablehlo.multiply %97, %96 : tensor<8x16x128xf32>
    %99 = stablehlo.add %94, %98 : tensor<8x16x128xf32>
    %cst_15 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %100 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %101 = stablehlo.multiply %100, %99 : tensor<8x16x128xf32>
    %102 = stablehlo.tanh %101 : tensor<8x16x128xf32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %103 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %104 = stablehlo.add %103, %102 : tensor<8x16x128xf32>
    %cst_17 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %105 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %106 = stablehlo.multiply %105, %104 : tensor<8x16x128xf32>
    %107 = stablehlo.multiply %94, %106 : tensor<8x16x128xf32>
    %108 = stablehlo.dot_general %107, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %109 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %110 = stablehlo.broadcast_in_dim %109, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %111 = stablehlo.add %108, %110 : tensor<8x16x32xf32>
    %112 = stablehlo.add %66, %111 : tensor<8x16x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %113 = stablehlo.reduce(%112 init: %cst_18) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %114 = stablehlo.broadcast_in_dim %113, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_19 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %115 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %116 = stablehlo.divide %114, %115 : tensor<8x16x1xf32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %118 = stablehlo.subtract %112, %117 : tensor<8x16x32xf32>
    %119 = chlo.square %118 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %120 = stablehlo.reduce(%119 init: %cst_20) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_21 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %122 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %123 = stablehlo.divide %121, %122 : tensor<8x16x1xf32>
    %124 = stablehlo.broadcast_in_dim %116, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %125 = stablehlo.subtract %112, %124 : tensor<8x16x32xf32>
    %cst_22 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %126 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %127 = stablehlo.add %123, %126 : tensor<8x16x1xf32>
    %128 = stablehlo.rsqrt %127 : tensor<8x16x1xf32>
    %129 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %130 = stablehlo.multiply %125, %129 : tensor<8x16x32xf32>
    %131 = stablehlo.broadcast_in_dim %arg17, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %133 = stablehlo.multiply %130, %132 : tensor<8x16x32xf32>
    %134 = stablehlo.broadcast_in_dim %arg16, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %136 = stablehlo.add %133, %135 : tensor<8x16x32xf32>
    %137 = stablehlo.dot_general %136, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %138 = stablehlo.broadcast_in_dim %arg13, dims = [2, 3, 4] : (tensor<3x4x8xf32>) -> tensor<1x1x3x4x8xf32>
    %139 = stablehlo.broadcast_in_dim %138, dims = [0, 1, 2, 3, 4] : (tensor<1x1x3x4x8xf32>) -> tensor<8x16x3x4x8xf32>
    %140 = stablehlo.add %137, %139 : tensor<8x16x3x4x8xf32>
    %141 = stablehlo.slice %140 [0:8, 0:16, 0:1, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %142 = stablehlo.reshape %141 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %143 = stablehlo.slice %140 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %144 = stablehlo.reshape %143 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %145 = stablehlo.slice %140 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %146 = stablehlo.reshape %145 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %147 = stablehlo.dot_general %142, %144, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>) -> tensor<8x4x16x16xf32>
    %cst_23 = stablehlo.constant dense<0.353553385> : tensor<f32>
    %148 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<8x4x16x16xf32>
    %149 = stablehlo.multiply %147, %148 : tensor<8x4x16x16xf32>
    %150 = stablehlo.iota dim = 0 : tensor<16xi32>
    %151 = stablehlo.broadcast_in_dim %150, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %152 = stablehlo.iota dim = 0 : tensor<16xi32>
    %153 = stablehlo.broadcast_in_dim %152, dims = [1] : (tensor<16xi32>) -> tensor<1x16xi32>
    %154 = stablehlo.broadcast_in_dim %151, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x16xi32>
    %155 = stablehlo.broadcast_in_dim %153, dims = [0, 1] : (tensor<1x16xi32>) -> tensor<16x16xi32>
    %156 = stablehlo.compare GE, %154, %155, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
    %cst_24 = stablehlo.constant dense<-1.000000e+09> : tensor<f32>
    %157 = call @_where_0(%156, %149, %cst_24) : (tensor<16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16x16xf32>
    %cst_25 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %158 = stablehlo.reduce(%157 init: %cst_25) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %cst_26 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<8x4x16xf32>
    %160 = stablehlo.maximum %159, %158 : tensor<8x4x16xf32>
    %161 = stablehlo.broadcast_in_dim %160, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %162 = stablehlo.broadcast_in_dim %161, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %163 = stablehlo.subtract %157, %162 : tensor<8x4x16x16xf32>
    %164 = stablehlo.exponential %163 : tensor<8x4x16x16xf32>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %165 = stablehlo.reduce(%164 init: %cst_27) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf32>, tensor<f32>) -> tensor<8x4x16xf32>
    %166 = stablehlo.broadcast_in_dim %165, dims = [0, 1, 2] : (tensor<8x4x16xf32>) -> tensor<8x4x16x1xf32>
    %167 = stablehlo.broadcast_in_dim %166, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf32>) -> tensor<8x4x16x16xf32>
    %168 = stablehlo.divide %164, %167 : tensor<8x4x16x16xf32>
    %169 = stablehlo.dot_general %146, %168, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>) -> tensor<8x4x8x16xf32>
    %170 = stablehlo.transpose %169, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf32>) -> tensor<8x16x4x8xf32>
    %171 = stablehlo.dot_general %170, %arg14, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %172 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %173 = stablehlo.broadcast_in_dim %172, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %174 = stablehlo.add %171, %173 : tensor<8x16x32xf32>
    %175 = stablehlo.add %112, %174 : tensor<8x16x32xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %176 = stablehlo.reduce(%175 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %177 = stablehlo.broadcast_in_dim %176, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_29 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %178 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %179 = stablehlo.divide %177, %178 : tensor<8x16x1xf32>
    %180 = stablehlo.broadcast_in_dim %179, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %181 = stablehlo.subtract %175, %180 : tensor<8x16x32xf32>
    %182 = chlo.square %181 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %183 = stablehlo.reduce(%182 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %184 = stablehlo.broadcast_in_dim %183, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_31 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %185 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %186 = stablehlo.divide %184, %185 : tensor<8x16x1xf32>
    %187 = stablehlo.broadcast_in_dim %179, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %188 = stablehlo.subtract %175, %187 : tensor<8x16x32xf32>
    %cst_32 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %189 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %190 = stablehlo.add %186, %189 : tensor<8x16x1xf32>
    %191 = stablehlo.rsqrt %190 : tensor<8x16x1xf32>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %193 = stablehlo.multiply %188, %192 : tensor<8x16x32xf32>
    %194 = stablehlo.broadcast_in_dim %arg19, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %195 = stablehlo.broadcast_in_dim %194, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %196 = stablehlo.multiply %193, %195 : tensor<8x16x32xf32>
    %197 = stablehlo.broadcast_in_dim %arg18, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %198 = stablehlo.broadcast_in_dim %197, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %199 = stablehlo.add %196, %198 : tensor<8x16x32xf32>
    %200 = stablehlo.dot_general %199, %arg22, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x128xf32>) -> tensor<8x16x128xf32>
    %201 = stablehlo.broadcast_in_dim %arg20, dims = [2] : (tensor<128xf32>) -> tensor<1x1x128xf32>
    %202 = stablehlo.broadcast_in_dim %201, dims = [0, 1, 2] : (tensor<1x1x128xf32>) -> tensor<8x16x128xf32>
    %203 = stablehlo.add %200, %202 : tensor<8x16x128xf32>
    %204 = stablehlo.multiply %203, %203 : tensor<8x16x128xf32>
    %205 = stablehlo.multiply %204, %203 : tensor<8x16x128xf32>
    %cst_33 = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %207 = stablehlo.multiply %206, %205 : tensor<8x16x128xf32>
    %208 = stablehlo.add %203, %207 : tensor<8x16x128xf32>
    %cst_34 = stablehlo.constant dense<0.797884583> : tensor<f32>
    %209 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %210 = stablehlo.multiply %209, %208 : tensor<8x16x128xf32>
    %211 = stablehlo.tanh %210 : tensor<8x16x128xf32>
    %cst_35 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %212 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %213 = stablehlo.add %212, %211 : tensor<8x16x128xf32>
    %cst_36 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %214 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<8x16x128xf32>
    %215 = stablehlo.multiply %214, %213 : tensor<8x16x128xf32>
    %216 = stablehlo.multiply %203, %215 : tensor<8x16x128xf32>
    %217 = stablehlo.dot_general %216, %arg23, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x128xf32>, tensor<128x32xf32>) -> tensor<8x16x32xf32>
    %218 = stablehlo.broadcast_in_dim %arg21, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %219 = stablehlo.broadcast_in_dim %218, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %220 = stablehlo.add %217, %219 : tensor<8x16x32xf32>
    %221 = stablehlo.add %175, %220 : tensor<8x16x32xf32>
    %cst_37 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %222 = stablehlo.reduce(%221 init: %cst_37) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %223 = stablehlo.broadcast_in_dim %222, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_38 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %225 = stablehlo.divide %223, %224 : tensor<8x16x1xf32>
    %226 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %227 = stablehlo.subtract %221, %226 : tensor<8x16x32xf32>
    %228 = chlo.square %227 : tensor<8x16x32xf32> -> tensor<8x16x32xf32>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %229 = stablehlo.reduce(%228 init: %cst_39) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<8x16xf32>
    %230 = stablehlo.broadcast_in_dim %229, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x1xf32>
    %cst_40 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %232 = stablehlo.divide %230, %231 : tensor<8x16x1xf32>
    %233 = stablehlo.broadcast_in_dim %225, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %234 = stablehlo.subtract %221, %233 : tensor<8x16x32xf32>
    %cst_41 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %235 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<8x16x1xf32>
    %236 = stablehlo.add %232, %235 : tensor<8x16x1xf32>
    %237 = stablehlo.rsqrt %236 : tensor<8x16x1xf32>
    %238 = stablehlo.broadcast_in_dim %237, dims = [0, 1, 2] : (tensor<8x16x1xf32>) -> tensor<8x16x32xf32>
    %239 = stablehlo.multiply %234, %238 : tensor<8x16x32xf32>
    %240 = stablehlo.broadcast_in_dim %arg25, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %241 = stablehlo.broadcast_in_dim %240, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %242 = stablehlo.multiply %239, %241 : tensor<8x16x32xf32>
    %243 = stablehlo.broadcast_in_dim %arg24, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %244 = stablehlo.broadcast_in_dim %243, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %245 = stablehlo.add %242, %244 : tensor<8x16x32xf32>
    %246 = stablehlo.transpose %arg27, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %247 = stablehlo.dot_general %245, %246, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    return %247 : tensor<8x16x64xf32>
  }
  func.func private @_take(%arg0: tensor<64x32xf32>, %arg1: tensor<8x16xi32>) -> tensor<8x16x32xf32> {
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
    return %16 : tensor<8x16x32xf32>
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
}
