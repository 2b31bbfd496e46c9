module @jit_grad attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["model"=4]> {stablehlo.mesh = {axes = [{name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<2x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, %arg2: tensor<2x4x8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {}]>}, %arg3: tensor<2x32x3x4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"model"}, {}]>}, %arg4: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg5: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg6: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg7: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg8: tensor<2x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, %arg9: tensor<2x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg10: tensor<2x32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, %arg11: tensor<2x128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, %arg12: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg13: tensor<32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg14: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg15: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg16: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg17: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, tensor<2x32xf32> {jax.result_info = "result[1]['blocks']['att']['bo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x3x4x8xf32> {jax.result_info = "result[1]['blocks']['att']['bqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}, {}]>}, tensor<2x4x8x32xf32> {jax.result_info = "result[1]['blocks']['att']['wo']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}, {}]>}, tensor<2x32x3x4x8xf32> {jax.result_info = "result[1]['blocks']['att']['wqkv']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {"model"}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['blocks']['ln1']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['blocks']['ln1']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['blocks']['ln2']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['blocks']['ln2']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x128xf32> {jax.result_info = "result[1]['blocks']['mlp']['b1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, tensor<2x32xf32> {jax.result_info = "result[1]['blocks']['mlp']['b2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<2x32x128xf32> {jax.result_info = "result[1]['blocks']['mlp']['w1']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"model"}]>}, tensor<2x128x32xf32> {jax.result_info = "result[1]['blocks']['mlp']['w2']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>}, tensor<32xf32> {jax.result_info = "result[1]['lnf']['b']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf32> {jax.result_info = "result[1]['lnf']['g']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<16x32xf32> {jax.result_info = "result[1]['wpe']", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<64x32xf32> {jax.result_info = "result[1]['wte']", sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) {
    %0:2 = call @_take(%arg15, %arg16) : (tensor<64x32xf32>, tensor<8x16xi32>) -> (tensor<8x16x32xf32>, tensor<8x16x1xi32>)
    %1 = stablehlo.broadcast_in_dim %arg14, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<1x16x32xf32>) -> tensor<8x16x32xf32>
    %3 = stablehlo.add %0#0, %2 : tensor<8x16x32xf32>
    %4 = sdy.sharding_constraint %3 <@mesh, [{}, {}, {}]> : tensor<8x16x32xf32>
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
    %41:45 = stablehlo.while(%iterArg = %arg0, %iterArg_70 = %arg1, %iterArg_71 = %arg2, %iterArg_72 = %arg3, %iterArg_73 = %arg4, %iterArg_74 = %arg5, %iterArg_75 = %arg6, %iterArg_76 = %arg7, %iterArg_77 = %arg8, %iterArg_78 = %arg9, %iterArg_79 = %arg10, %iterArg_80 = %arg11, %iterArg_81 = %12#0, %iterArg_82 = %12#1, %iterArg_83 = %cst_0, %iterArg_84 = %c, %iterArg_85 = %4, %iterArg_86 = %13, %iterArg_87 = %14, %iterArg_88 = %15, %iterArg_89 = %16, %iterArg_90 = %17, %iterArg_91 = %18, %iterArg_92 = %19, %iterArg_93 = %20, %iterArg_94 = %21, %iterArg_95 = %22, %iterArg_96 = %23, %iterArg_97 = %24, %iterArg_98 = %25, %iterArg_99 = %26, %iterArg_100 = %27, %iterArg_101 = %28, %iterArg_102 = %29, %iterArg_103 = %30, %iterArg_104 = %31, %iterArg_105 = %32, %iterArg_106 = %33, %iterArg_107 = %34, %iterArg_108 = %35, %iterArg_109 = %36, %iterArg_110 = %37, %iterArg_111 = %38, %iterArg_112 = %39, %iterArg_113 = %40) : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>
    cond {
      %c_114 = stablehlo.constant dense<2> : tensor<i32>
      %160 = stablehlo.compare LT, %iterArg_84, %c_114, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %160 : tensor<i1>
    } do {
      %160 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_84) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %161 = func.call @dynamic_index_in_dim_1(%iterArg_70, %iterArg_84) : (tensor<2x3x4x8xf32>, tensor<i32>) -> tensor<3x4x8xf32>
      %162 = func.call @dynamic_index_in_dim_2(%iterArg_71, %iterArg_84) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %163 = func.call @dynamic_index_in_dim_3(%iterArg_72, %iterArg_84) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %164 = func.call @dynamic_index_in_dim(%iterArg_73, %iterArg_84) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %165 = func.call @dynamic_index_in_dim(%iterArg_74, %iterArg_84) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %166 = func.call @dynamic_index_in_dim(%iterArg_75, %iterArg_84) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %167 = func.call @dynamic_index_in_dim(%iterArg_76, %iterArg_84) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %168 = func.call @dynamic_index_in_dim_4(%iterArg_77, %iterArg_84) : (tensor<2x128xf32>, tensor<i32>) -> tensor<128xf32>
      %169 = func.call @dynamic_index_in_dim(%iterArg_78, %iterArg_84) : (tensor<2x32xf32>, tensor<i32>) -> tensor<32xf32>
      %170 = func.call @dynamic_index_in_dim_5(%iterArg_79, %iterArg_84) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %171 = func.call @dynamic_index_in_dim_6(%iterArg_80, %iterArg_84) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %172:29 = func.call @closed_call(%iterArg_81, %iterArg_82, %iterArg_83, %iterArg_85, %160, %161, %162, %163, %164, %165, %166, %167, %168, %169, %170, %171) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>) -> (tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>)
      %173 = func.call @dynamic_update_index_in_dim(%iterArg_86, %172#1, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %174 = func.call @dynamic_update_index_in_dim_8(%iterArg_87, %172#2, %iterArg_84) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %175 = func.call @dynamic_update_index_in_dim_8(%iterArg_88, %172#3, %iterArg_84) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %176 = func.call @dynamic_update_index_in_dim(%iterArg_89, %172#4, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %177 = func.call @dynamic_update_index_in_dim_9(%iterArg_90, %172#5, %iterArg_84) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %178 = func.call @dynamic_update_index_in_dim(%iterArg_91, %172#6, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %179 = func.call @dynamic_update_index_in_dim(%iterArg_92, %172#7, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %180 = func.call @dynamic_update_index_in_dim_10(%iterArg_93, %172#8, %iterArg_84) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %181 = func.call @dynamic_update_index_in_dim_10(%iterArg_94, %172#9, %iterArg_84) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %182 = func.call @dynamic_update_index_in_dim_11(%iterArg_95, %172#10, %iterArg_84) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %183 = func.call @dynamic_update_index_in_dim_12(%iterArg_96, %172#11, %iterArg_84) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %184 = func.call @dynamic_update_index_in_dim_12(%iterArg_97, %172#12, %iterArg_84) : (tensor<2x8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<i32>) -> tensor<2x8x4x16x1xf32>
      %185 = func.call @dynamic_update_index_in_dim_11(%iterArg_98, %172#13, %iterArg_84) : (tensor<2x8x4x16x16xf32>, tensor<8x4x16x16xf32>, tensor<i32>) -> tensor<2x8x4x16x16xf32>
      %186 = func.call @dynamic_update_index_in_dim_10(%iterArg_99, %172#14, %iterArg_84) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %187 = func.call @dynamic_update_index_in_dim_10(%iterArg_100, %172#15, %iterArg_84) : (tensor<2x8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<i32>) -> tensor<2x8x16x4x8xf32>
      %188 = func.call @dynamic_update_index_in_dim(%iterArg_101, %172#16, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %189 = func.call @dynamic_update_index_in_dim_8(%iterArg_102, %172#17, %iterArg_84) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %190 = func.call @dynamic_update_index_in_dim_8(%iterArg_103, %172#18, %iterArg_84) : (tensor<2x8x16x1xf32>, tensor<8x16x1xf32>, tensor<i32>) -> tensor<2x8x16x1xf32>
      %191 = func.call @dynamic_update_index_in_dim(%iterArg_104, %172#19, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %192 = func.call @dynamic_update_index_in_dim_9(%iterArg_105, %172#20, %iterArg_84) : (tensor<2x1x1x32xf32>, tensor<1x1x32xf32>, tensor<i32>) -> tensor<2x1x1x32xf32>
      %193 = func.call @dynamic_update_index_in_dim(%iterArg_106, %172#21, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %194 = func.call @dynamic_update_index_in_dim(%iterArg_107, %172#22, %iterArg_84) : (tensor<2x8x16x32xf32>, tensor<8x16x32xf32>, tensor<i32>) -> tensor<2x8x16x32xf32>
      %195 = func.call @dynamic_update_index_in_dim_13(%iterArg_108, %172#23, %iterArg_84) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %196 = func.call @dynamic_update_index_in_dim_13(%iterArg_109, %172#24, %iterArg_84) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %197 = func.call @dynamic_update_index_in_dim_13(%iterArg_110, %172#25, %iterArg_84) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %198 = func.call @dynamic_update_index_in_dim_13(%iterArg_111, %172#26, %iterArg_84) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %199 = func.call @dynamic_update_index_in_dim_13(%iterArg_112, %172#27, %iterArg_84) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %200 = func.call @dynamic_update_index_in_dim_13(%iterArg_113, %172#28, %iterArg_84) : (tensor<2x8x16x128xf32>, tensor<8x16x128xf32>, tensor<i32>) -> tensor<2x8x16x128xf32>
      %c_114 = stablehlo.constant dense<1> : tensor<i32>
      %201 = stablehlo.add %iterArg_84, %c_114 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %iterArg_78, %iterArg_79, %iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %201, %172#0, %173, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193, %194, %195, %196, %197, %198, %199, %200 : tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<8x4x16x16xi1>, tensor<8x4x16x16xf32>, tensor<f32>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>
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
    %65 = stablehlo.broadcast_in_dim %arg13, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %66 = stablehlo.broadcast_in_dim %65, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %67 = stablehlo.multiply %64, %66 : tensor<8x16x32xf32>
    %68 = stablehlo.broadcast_in_dim %arg12, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %69 = stablehlo.broadcast_in_dim %68, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %70 = stablehlo.add %67, %69 : tensor<8x16x32xf32>
    %71 = stablehlo.transpose %arg15, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %72 = stablehlo.dot_general %70, %71, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<32x64xf32>) -> tensor<8x16x64xf32>
    %73 = sdy.sharding_constraint %72 <@mesh, [{}, {}, {"model"}]> : tensor<8x16x64xf32>
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
    %83 = stablehlo.broadcast_in_dim %arg17, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
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
    %103 = sdy.sharding_constraint %102 <@mesh, [{}, {}, {"model"}]> : tensor<8x16x64xf32>
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
    %153:47 = stablehlo.while(%iterArg = %41#17, %iterArg_70 = %41#18, %iterArg_71 = %41#19, %iterArg_72 = %41#20, %iterArg_73 = %41#21, %iterArg_74 = %41#22, %iterArg_75 = %arg3, %iterArg_76 = %41#23, %iterArg_77 = %41#24, %iterArg_78 = %41#25, %iterArg_79 = %41#26, %iterArg_80 = %41#27, %iterArg_81 = %41#28, %iterArg_82 = %41#29, %iterArg_83 = %41#30, %iterArg_84 = %arg2, %iterArg_85 = %41#31, %iterArg_86 = %41#32, %iterArg_87 = %41#33, %iterArg_88 = %41#34, %iterArg_89 = %41#35, %iterArg_90 = %41#36, %iterArg_91 = %41#37, %iterArg_92 = %arg10, %iterArg_93 = %41#38, %iterArg_94 = %41#39, %iterArg_95 = %41#40, %iterArg_96 = %41#41, %iterArg_97 = %41#42, %iterArg_98 = %41#43, %iterArg_99 = %arg11, %iterArg_100 = %41#44, %iterArg_101 = %12#0, %iterArg_102 = %c_67, %iterArg_103 = %140, %iterArg_104 = %141, %iterArg_105 = %142, %iterArg_106 = %143, %iterArg_107 = %144, %iterArg_108 = %145, %iterArg_109 = %146, %iterArg_110 = %147, %iterArg_111 = %148, %iterArg_112 = %149, %iterArg_113 = %150, %iterArg_114 = %151, %iterArg_115 = %152) : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x128xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x128xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    cond {
      %c_116 = stablehlo.constant dense<2> : tensor<i32>
      %160 = stablehlo.compare LT, %iterArg_102, %c_116, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %160 : tensor<i1>
    } do {
      %c_116 = stablehlo.constant dense<2> : tensor<i32>
      %160 = stablehlo.subtract %c_116, %iterArg_102 : tensor<i32>
      %c_117 = stablehlo.constant dense<1> : tensor<i32>
      %161 = stablehlo.subtract %160, %c_117 : tensor<i32>
      %162 = func.call @dynamic_index_in_dim_16(%iterArg, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %163 = func.call @dynamic_index_in_dim_17(%iterArg_70, %161) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %164 = func.call @dynamic_index_in_dim_17(%iterArg_71, %161) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %165 = func.call @dynamic_index_in_dim_16(%iterArg_72, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %166 = func.call @dynamic_index_in_dim_18(%iterArg_73, %161) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %167 = func.call @dynamic_index_in_dim_16(%iterArg_74, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %168 = func.call @dynamic_index_in_dim_3(%iterArg_75, %161) : (tensor<2x32x3x4x8xf32>, tensor<i32>) -> tensor<32x3x4x8xf32>
      %169 = func.call @dynamic_index_in_dim_16(%iterArg_76, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %170 = func.call @dynamic_index_in_dim_19(%iterArg_77, %161) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %171 = func.call @dynamic_index_in_dim_19(%iterArg_78, %161) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %172 = func.call @dynamic_index_in_dim_20(%iterArg_79, %161) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %173 = func.call @dynamic_index_in_dim_21(%iterArg_80, %161) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %174 = func.call @dynamic_index_in_dim_21(%iterArg_81, %161) : (tensor<2x8x4x16x1xf32>, tensor<i32>) -> tensor<8x4x16x1xf32>
      %175 = func.call @dynamic_index_in_dim_20(%iterArg_82, %161) : (tensor<2x8x4x16x16xf32>, tensor<i32>) -> tensor<8x4x16x16xf32>
      %176 = func.call @dynamic_index_in_dim_19(%iterArg_83, %161) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %177 = func.call @dynamic_index_in_dim_2(%iterArg_84, %161) : (tensor<2x4x8x32xf32>, tensor<i32>) -> tensor<4x8x32xf32>
      %178 = func.call @dynamic_index_in_dim_19(%iterArg_85, %161) : (tensor<2x8x16x4x8xf32>, tensor<i32>) -> tensor<8x16x4x8xf32>
      %179 = func.call @dynamic_index_in_dim_16(%iterArg_86, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %180 = func.call @dynamic_index_in_dim_17(%iterArg_87, %161) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %181 = func.call @dynamic_index_in_dim_17(%iterArg_88, %161) : (tensor<2x8x16x1xf32>, tensor<i32>) -> tensor<8x16x1xf32>
      %182 = func.call @dynamic_index_in_dim_16(%iterArg_89, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %183 = func.call @dynamic_index_in_dim_18(%iterArg_90, %161) : (tensor<2x1x1x32xf32>, tensor<i32>) -> tensor<1x1x32xf32>
      %184 = func.call @dynamic_index_in_dim_16(%iterArg_91, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %185 = func.call @dynamic_index_in_dim_5(%iterArg_92, %161) : (tensor<2x32x128xf32>, tensor<i32>) -> tensor<32x128xf32>
      %186 = func.call @dynamic_index_in_dim_16(%iterArg_93, %161) : (tensor<2x8x16x32xf32>, tensor<i32>) -> tensor<8x16x32xf32>
      %187 = func.call @dynamic_index_in_dim_22(%iterArg_94, %161) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %188 = func.call @dynamic_index_in_dim_22(%iterArg_95, %161) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %189 = func.call @dynamic_index_in_dim_22(%iterArg_96, %161) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %190 = func.call @dynamic_index_in_dim_22(%iterArg_97, %161) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %191 = func.call @dynamic_index_in_dim_22(%iterArg_98, %161) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %192 = func.call @dynamic_index_in_dim_6(%iterArg_99, %161) : (tensor<2x128x32xf32>, tensor<i32>) -> tensor<128x32xf32>
      %193 = func.call @dynamic_index_in_dim_22(%iterArg_100, %161) : (tensor<2x8x16x128xf32>, tensor<i32>) -> tensor<8x16x128xf32>
      %194:13 = func.call @closed_call_23(%iterArg_101, %iterArg_103, %162, %163, %164, %165, %166, %167, %168, %169, %170, %171, %172, %173, %174, %175, %176, %177, %178, %179, %180, %181, %182, %183, %184, %185, %186, %187, %188, %189, %190, %191, %192, %193) : (tensor<8x4x16x16xi1>, tensor<8x16x32xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x3x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x4x8xf32>, tensor<8x4x16x16xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x1xf32>, tensor<8x4x16x16xf32>, tensor<8x16x4x8xf32>, tensor<4x8x32xf32>, tensor<8x16x4x8xf32>, tensor<8x16x32xf32>, tensor<8x16x1xf32>, tensor<8x16x1xf32>, tensor<8x16x32xf32>, tensor<1x1x32xf32>, tensor<8x16x32xf32>, tensor<32x128xf32>, tensor<8x16x32xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<8x16x128xf32>, tensor<128x32xf32>, tensor<8x16x128xf32>) -> (tensor<8x16x32xf32>, tensor<32xf32>, tensor<3x4x8xf32>, tensor<4x8x32xf32>, tensor<32x3x4x8xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<128xf32>, tensor<32xf32>, tensor<32x128xf32>, tensor<128x32xf32>)
      %195 = func.call @dynamic_update_index_in_dim_25(%iterArg_104, %194#1, %161) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %196 = func.call @dynamic_update_index_in_dim_26(%iterArg_105, %194#2, %161) : (tensor<2x3x4x8xf32>, tensor<3x4x8xf32>, tensor<i32>) -> tensor<2x3x4x8xf32>
      %197 = func.call @dynamic_update_index_in_dim_27(%iterArg_106, %194#3, %161) : (tensor<2x4x8x32xf32>, tensor<4x8x32xf32>, tensor<i32>) -> tensor<2x4x8x32xf32>
      %198 = func.call @dynamic_update_index_in_dim_28(%iterArg_107, %194#4, %161) : (tensor<2x32x3x4x8xf32>, tensor<32x3x4x8xf32>, tensor<i32>) -> tensor<2x32x3x4x8xf32>
      %199 = func.call @dynamic_update_index_in_dim_25(%iterArg_108, %194#5, %161) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %200 = func.call @dynamic_update_index_in_dim_25(%iterArg_109, %194#6, %161) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %201 = func.call @dynamic_update_index_in_dim_25(%iterArg_110, %194#7, %161) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %202 = func.call @dynamic_update_index_in_dim_25(%iterArg_111, %194#8, %161) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %203 = func.call @dynamic_update_index_in_dim_29(%iterArg_112, %194#9, %161) : (tensor<2x128xf32>, tensor<128xf32>, tensor<i32>) -> tensor<2x128xf32>
      %204 = func.call @dynamic_update_index_in_dim_25(%iterArg_113, %194#10, %161) : (tensor<2x32xf32>, tensor<32xf32>, tensor<i32>) -> tensor<2x32xf32>
      %205 = func.call @dynamic_update_index_in_dim_30(%iterArg_114, %194#11, %161) : (tensor<2x32x128xf32>, tensor<32x128xf32>, tensor<i32>) -> tensor<2x32x128xf32>
      %206 = func.call @dynamic_update_index_in_dim_31(%iterArg_115, %194#12, %161) : (tensor<2x128x32xf32>, tensor<128x32xf32>, tensor<i32>) -> tensor<2x128x32xf32>
      %c_118 = stablehlo.constant dense<1> : tensor<i32>
      %207 = stablehlo.add %iterArg_102, %c_118 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_70, %iterArg_71, %iterArg_72, %iterArg_73, %iterArg_74, %iterArg_75, %iterArg_76, %iterArg_77, %iterArg_78, %iterArg_79, %iterArg_80, %iterArg_81, %iterArg_82, %iterArg_83, %iterArg_84, %iterArg_85, %iterArg_86, %iterArg_87, %iterArg_88, %iterArg_89, %iterArg_90, %iterArg_91, %iterArg_92, %iterArg_93, %iterArg_94, %iterArg_95, %iterArg_96, %iterArg_97, %iterArg_98, %iterArg_99, %iterArg_100, %iterArg_101, %207, %194#0, %195, %196, %197, %198, %199, %200, %201, %202, %203, %204, %205, %206 : tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x1xf32>, tensor<2x8x4x16x16xf32>, tensor<2x8x16x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x8x16x4x8xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x1xf32>, tensor<2x8x16x32xf32>, tensor<2x1x1x32xf32>, tensor<2x8x16x32xf32>, tensor<2x32x128xf32>, tensor<2x8x16x32xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x8x16x128xf32>, tensor<2x128x32xf32>, tensor<2x8x16x128xf32>, tensor<8x4x16x16xi1>, tensor<i32>, tensor<8x16x32xf32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>
    }
    %154 = sdy.sharding_constraint %153#34 <@mesh, [{}, {}, {}]> : tensor<8x16x32xf32>
    %cst_68 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %155 = stablehlo.reduce(%154 init: %cst_68) applies stablehlo.add across dimensions = [0] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %156 = stablehlo.reshape %155 : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %157 = stablehlo.reduce(%156 init: %cst_69) applies stablehlo.add across dimensions = [0] : (tensor<1x16x32xf32>, tensor<f32>) -> tensor<16x32xf32>
    %158 = call @_take_32(%0#1, %154) : (tensor<8x16x1xi32>, tensor<8x16x32xf32>) -> tensor<64x32xf32>
    %159 = stablehlo.add %107, %158 : tensor<64x32xf32>
    return %93, %153#35, %153#36, %153#37, %153#38, %153#39, %153#40, %153#41, %153#42, %153#43, %153#44, %153#45, %153#46, %110, %116, %157, %159 : tensor<f32>, tensor<2x32xf32>, tensor<2x3x4x8xf32>, tensor<2x4x8x32xf32>, tensor<2x32x3x4x8xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x32xf32>, tensor<2x128xf32>, tensor<2x32xf32>, tensor<2x32x128xf32>, tensor<2x128x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<16x32xf32>, tensor<64x32xf32>
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
    %35 = sdy.sharding_constraint %34 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %36 = stablehlo.slice %32 [0:8, 0:16, 1:2, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %37 = stablehlo.reshape %36 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %38 = sdy.sharding_constraint %37 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %39 = stablehlo.slice %32 [0:8, 0:16, 2:3, 0:4, 0:8] : (tensor<8x16x3x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %40 = stablehlo.reshape %39 : (tensor<8x16x1x4x8xf32>) -> tensor<8x16x4x8xf32>
    %41 = sdy.sharding_constraint %40 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
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
    %62 = sdy.sharding_constraint %61 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %63 = stablehlo.dot_general %62, %arg6, contracting_dims = [3, 2] x [1, 0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf32>, tensor<4x8x32xf32>) -> tensor<8x16x32xf32>
    %64 = stablehlo.broadcast_in_dim %arg4, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<8x16x32xf32>
    %66 = stablehlo.add %63, %65 : tensor<8x16x32xf32>
    %67 = stablehlo.add %arg3, %66 : tensor<8x16x32xf32>
    %68 = sdy.sharding_constraint %67 <@mesh, [{}, {}, {}]> : tensor<8x16x32xf32>
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
    %102 = sdy.sharding_constraint %101 <@mesh, [{}, {}, {"model"}]> : tensor<8x16x128xf32>
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
    %126 = sdy.sharding_constraint %125 <@mesh, [{}, {}, {}]> : tensor<8x16x32xf32>
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
    %0 = sdy.sharding_constraint %arg1 <@mesh, [{}, {}, {}]> : tensor<8x16x32xf32>
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
    %21 = sdy.sharding_constraint %20 <@mesh, [{}, {}, {"model"}]> : tensor<8x16x128xf32>
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
    %62 = sdy.sharding_constraint %61 <@mesh, [{}, {}, {}]> : tensor<8x16x32xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_17) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %64 = stablehlo.reshape %63 : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.reduce(%64 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf32>, tensor<f32>) -> tensor<32xf32>
    %66 = stablehlo.dot_general %62, %arg18, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<8x16x4x8xf32>) -> tensor<32x4x8xf32>
    %67 = stablehlo.transpose %66, dims = [1, 2, 0] : (tensor<32x4x8xf32>) -> tensor<4x8x32xf32>
    %68 = stablehlo.dot_general %62, %arg17, contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf32>, tensor<4x8x32xf32>) -> tensor<8x16x4x8xf32>
    %69 = sdy.sharding_constraint %68 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
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
    %93 = sdy.sharding_constraint %73 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %94 = stablehlo.broadcast_in_dim %93, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %95 = stablehlo.pad %94, %cst_22, low = [0, 0, 2, 0, 0], high = [0, 0, 0, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %96 = sdy.sharding_constraint %90 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
    %97 = stablehlo.broadcast_in_dim %96, dims = [0, 1, 3, 4] : (tensor<8x16x4x8xf32>) -> tensor<8x16x1x4x8xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %98 = stablehlo.pad %97, %cst_23, low = [0, 0, 1, 0, 0], high = [0, 0, 1, 0, 0], interior = [0, 0, 0, 0, 0] : (tensor<8x16x1x4x8xf32>, tensor<f32>) -> tensor<8x16x3x4x8xf32>
    %99 = stablehlo.add %95, %98 : tensor<8x16x3x4x8xf32>
    %100 = sdy.sharding_constraint %92 <@mesh, [{}, {}, {"model"}, {}]> : tensor<8x16x4x8xf32>
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
}
