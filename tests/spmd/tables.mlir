// RUN: env SPMD_FOLD=1 spmd-run --random-args=1 %s
// RUN: spmd-opt --spmd-pipeline=stop-after=optimize %s | FileCheck %s

// Functions of one 16-bit number over all 65,536 of them, NaNs, infinities and signed zeros among them: once over so many elements,
// split over the mesh, that a table is worth its while, once over each number alone, in one kernel, so that nothing is rounded in between. All
// bits are equal but those of NaNs, whose sign is nobody's promise.
sdy.mesh @mesh = <["x"=2]>

// CHECK-LABEL: func.func @main(
// CHECK-COUNT-4: "stablehlo.gather"
func.func @main(%zero: tensor<ui16>) {
  %numbers = stablehlo.iota dim = 0 : tensor<65536xui16>

  %bf16 = stablehlo.bitcast_convert %numbers : (tensor<65536xui16>) -> tensor<65536xbf16>
  %bf16_many = stablehlo.broadcast_in_dim %bf16, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<65536xbf16>) -> tensor<64x65536xbf16>

  %a_c = stablehlo.constant dense<0.044677734375> : tensor<65536xbf16>
  %a_d = stablehlo.constant dense<0.796875> : tensor<65536xbf16>
  %a_one = stablehlo.constant dense<1.0> : tensor<65536xbf16>
  %a_half = stablehlo.constant dense<0.5> : tensor<65536xbf16>
  %a_0 = stablehlo.multiply %bf16, %bf16 : tensor<65536xbf16>
  %a_1 = stablehlo.multiply %a_0, %bf16 : tensor<65536xbf16>
  %a_2 = stablehlo.multiply %a_c, %a_1 : tensor<65536xbf16>
  %a_3 = stablehlo.add %bf16, %a_2 : tensor<65536xbf16>
  %a_4 = stablehlo.multiply %a_d, %a_3 : tensor<65536xbf16>
  %a_5 = stablehlo.tanh %a_4 : tensor<65536xbf16>
  %a_6 = stablehlo.add %a_one, %a_5 : tensor<65536xbf16>
  %a_7 = stablehlo.multiply %a_half, %a_6 : tensor<65536xbf16>
  %a_value = stablehlo.multiply %bf16, %a_7 : tensor<65536xbf16>
  %a_out = stablehlo.optimization_barrier %a_value : tensor<65536xbf16>
  %a_many_c = stablehlo.constant dense<0.044677734375> : tensor<64x65536xbf16>
  %a_many_d = stablehlo.constant dense<0.796875> : tensor<64x65536xbf16>
  %a_many_one = stablehlo.constant dense<1.0> : tensor<64x65536xbf16>
  %a_many_half = stablehlo.constant dense<0.5> : tensor<64x65536xbf16>
  %a_many_0 = stablehlo.multiply %bf16_many, %bf16_many : tensor<64x65536xbf16>
  %a_many_1 = stablehlo.multiply %a_many_0, %bf16_many : tensor<64x65536xbf16>
  %a_many_2 = stablehlo.multiply %a_many_c, %a_many_1 : tensor<64x65536xbf16>
  %a_many_3 = stablehlo.add %bf16_many, %a_many_2 : tensor<64x65536xbf16>
  %a_many_4 = stablehlo.multiply %a_many_d, %a_many_3 : tensor<64x65536xbf16>
  %a_many_5 = stablehlo.tanh %a_many_4 : tensor<64x65536xbf16>
  %a_many_6 = stablehlo.add %a_many_one, %a_many_5 : tensor<64x65536xbf16>
  %a_many_7 = stablehlo.multiply %a_many_half, %a_many_6 : tensor<64x65536xbf16>
  %a_many_out = stablehlo.multiply %bf16_many, %a_many_7 : tensor<64x65536xbf16>
  %a_raw = stablehlo.bitcast_convert %a_out : (tensor<65536xbf16>) -> tensor<65536xui16>
  %a_isnan = stablehlo.compare NE, %a_out, %a_out : (tensor<65536xbf16>, tensor<65536xbf16>) -> tensor<65536xi1>
  %a_nan = stablehlo.constant dense<32704> : tensor<65536xui16>
  %a_bits = stablehlo.select %a_isnan, %a_nan, %a_raw : tensor<65536xi1>, tensor<65536xui16>
  %a_wanted = stablehlo.broadcast_in_dim %a_bits, dims = [1] : (tensor<65536xui16>) -> tensor<64x65536xui16>
  %a_many_raw = stablehlo.bitcast_convert %a_many_out : (tensor<64x65536xbf16>) -> tensor<64x65536xui16>
  %a_many_isnan = stablehlo.compare NE, %a_many_out, %a_many_out : (tensor<64x65536xbf16>, tensor<64x65536xbf16>) -> tensor<64x65536xi1>
  %a_many_nan = stablehlo.constant dense<32704> : tensor<64x65536xui16>
  %a_got = stablehlo.select %a_many_isnan, %a_many_nan, %a_many_raw : tensor<64x65536xi1>, tensor<64x65536xui16>
  check.expect_eq %a_got, %a_wanted : tensor<64x65536xui16>

  %f16 = stablehlo.bitcast_convert %numbers : (tensor<65536xui16>) -> tensor<65536xf16>
  %f16_many = stablehlo.broadcast_in_dim %f16, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<65536xf16>) -> tensor<64x65536xf16>

  %b_c = stablehlo.constant dense<0.044677734375> : tensor<65536xf16>
  %b_d = stablehlo.constant dense<0.796875> : tensor<65536xf16>
  %b_one = stablehlo.constant dense<1.0> : tensor<65536xf16>
  %b_half = stablehlo.constant dense<0.5> : tensor<65536xf16>
  %b_0 = stablehlo.multiply %f16, %f16 : tensor<65536xf16>
  %b_1 = stablehlo.multiply %b_0, %f16 : tensor<65536xf16>
  %b_2 = stablehlo.multiply %b_c, %b_1 : tensor<65536xf16>
  %b_3 = stablehlo.add %f16, %b_2 : tensor<65536xf16>
  %b_4 = stablehlo.multiply %b_d, %b_3 : tensor<65536xf16>
  %b_5 = stablehlo.tanh %b_4 : tensor<65536xf16>
  %b_6 = stablehlo.add %b_one, %b_5 : tensor<65536xf16>
  %b_7 = stablehlo.multiply %b_half, %b_6 : tensor<65536xf16>
  %b_value = stablehlo.multiply %f16, %b_7 : tensor<65536xf16>
  %b_out = stablehlo.optimization_barrier %b_value : tensor<65536xf16>
  %b_many_c = stablehlo.constant dense<0.044677734375> : tensor<64x65536xf16>
  %b_many_d = stablehlo.constant dense<0.796875> : tensor<64x65536xf16>
  %b_many_one = stablehlo.constant dense<1.0> : tensor<64x65536xf16>
  %b_many_half = stablehlo.constant dense<0.5> : tensor<64x65536xf16>
  %b_many_0 = stablehlo.multiply %f16_many, %f16_many : tensor<64x65536xf16>
  %b_many_1 = stablehlo.multiply %b_many_0, %f16_many : tensor<64x65536xf16>
  %b_many_2 = stablehlo.multiply %b_many_c, %b_many_1 : tensor<64x65536xf16>
  %b_many_3 = stablehlo.add %f16_many, %b_many_2 : tensor<64x65536xf16>
  %b_many_4 = stablehlo.multiply %b_many_d, %b_many_3 : tensor<64x65536xf16>
  %b_many_5 = stablehlo.tanh %b_many_4 : tensor<64x65536xf16>
  %b_many_6 = stablehlo.add %b_many_one, %b_many_5 : tensor<64x65536xf16>
  %b_many_7 = stablehlo.multiply %b_many_half, %b_many_6 : tensor<64x65536xf16>
  %b_many_out = stablehlo.multiply %f16_many, %b_many_7 : tensor<64x65536xf16>
  %b_raw = stablehlo.bitcast_convert %b_out : (tensor<65536xf16>) -> tensor<65536xui16>
  %b_isnan = stablehlo.compare NE, %b_out, %b_out : (tensor<65536xf16>, tensor<65536xf16>) -> tensor<65536xi1>
  %b_nan = stablehlo.constant dense<32256> : tensor<65536xui16>
  %b_bits = stablehlo.select %b_isnan, %b_nan, %b_raw : tensor<65536xi1>, tensor<65536xui16>
  %b_wanted = stablehlo.broadcast_in_dim %b_bits, dims = [1] : (tensor<65536xui16>) -> tensor<64x65536xui16>
  %b_many_raw = stablehlo.bitcast_convert %b_many_out : (tensor<64x65536xf16>) -> tensor<64x65536xui16>
  %b_many_isnan = stablehlo.compare NE, %b_many_out, %b_many_out : (tensor<64x65536xf16>, tensor<64x65536xf16>) -> tensor<64x65536xi1>
  %b_many_nan = stablehlo.constant dense<32256> : tensor<64x65536xui16>
  %b_got = stablehlo.select %b_many_isnan, %b_many_nan, %b_many_raw : tensor<64x65536xi1>, tensor<64x65536xui16>
  check.expect_eq %b_got, %b_wanted : tensor<64x65536xui16>

  %c_0 = stablehlo.convert %bf16 : (tensor<65536xbf16>) -> tensor<65536xf32>
  %c_1 = stablehlo.logistic %c_0 : tensor<65536xf32>
  %c_2 = stablehlo.log_plus_one %c_1 : tensor<65536xf32>
  %c_3 = stablehlo.sine %c_2 : tensor<65536xf32>
  %c_4 = stablehlo.multiply %c_3, %c_0 : tensor<65536xf32>
  %c_value = stablehlo.convert %c_4 : (tensor<65536xf32>) -> tensor<65536xbf16>
  %c_out = stablehlo.optimization_barrier %c_value : tensor<65536xbf16>
  %c_many_0 = stablehlo.convert %bf16_many : (tensor<64x65536xbf16>) -> tensor<64x65536xf32>
  %c_many_1 = stablehlo.logistic %c_many_0 : tensor<64x65536xf32>
  %c_many_2 = stablehlo.log_plus_one %c_many_1 : tensor<64x65536xf32>
  %c_many_3 = stablehlo.sine %c_many_2 : tensor<64x65536xf32>
  %c_many_4 = stablehlo.multiply %c_many_3, %c_many_0 : tensor<64x65536xf32>
  %c_many_out = stablehlo.convert %c_many_4 : (tensor<64x65536xf32>) -> tensor<64x65536xbf16>
  %c_raw = stablehlo.bitcast_convert %c_out : (tensor<65536xbf16>) -> tensor<65536xui16>
  %c_isnan = stablehlo.compare NE, %c_out, %c_out : (tensor<65536xbf16>, tensor<65536xbf16>) -> tensor<65536xi1>
  %c_nan = stablehlo.constant dense<32704> : tensor<65536xui16>
  %c_bits = stablehlo.select %c_isnan, %c_nan, %c_raw : tensor<65536xi1>, tensor<65536xui16>
  %c_wanted = stablehlo.broadcast_in_dim %c_bits, dims = [1] : (tensor<65536xui16>) -> tensor<64x65536xui16>
  %c_many_raw = stablehlo.bitcast_convert %c_many_out : (tensor<64x65536xbf16>) -> tensor<64x65536xui16>
  %c_many_isnan = stablehlo.compare NE, %c_many_out, %c_many_out : (tensor<64x65536xbf16>, tensor<64x65536xbf16>) -> tensor<64x65536xi1>
  %c_many_nan = stablehlo.constant dense<32704> : tensor<64x65536xui16>
  %c_got = stablehlo.select %c_many_isnan, %c_many_nan, %c_many_raw : tensor<64x65536xi1>, tensor<64x65536xui16>
  check.expect_eq %c_got, %c_wanted : tensor<64x65536xui16>

  %d_0 = stablehlo.convert %f16 : (tensor<65536xf16>) -> tensor<65536xf32>
  %d_1 = stablehlo.logistic %d_0 : tensor<65536xf32>
  %d_2 = stablehlo.log_plus_one %d_1 : tensor<65536xf32>
  %d_3 = stablehlo.sine %d_2 : tensor<65536xf32>
  %d_4 = stablehlo.multiply %d_3, %d_0 : tensor<65536xf32>
  %d_value = stablehlo.convert %d_4 : (tensor<65536xf32>) -> tensor<65536xf16>
  %d_out = stablehlo.optimization_barrier %d_value : tensor<65536xf16>
  %d_many_0 = stablehlo.convert %f16_many : (tensor<64x65536xf16>) -> tensor<64x65536xf32>
  %d_many_1 = stablehlo.logistic %d_many_0 : tensor<64x65536xf32>
  %d_many_2 = stablehlo.log_plus_one %d_many_1 : tensor<64x65536xf32>
  %d_many_3 = stablehlo.sine %d_many_2 : tensor<64x65536xf32>
  %d_many_4 = stablehlo.multiply %d_many_3, %d_many_0 : tensor<64x65536xf32>
  %d_many_out = stablehlo.convert %d_many_4 : (tensor<64x65536xf32>) -> tensor<64x65536xf16>
  %d_raw = stablehlo.bitcast_convert %d_out : (tensor<65536xf16>) -> tensor<65536xui16>
  %d_isnan = stablehlo.compare NE, %d_out, %d_out : (tensor<65536xf16>, tensor<65536xf16>) -> tensor<65536xi1>
  %d_nan = stablehlo.constant dense<32256> : tensor<65536xui16>
  %d_bits = stablehlo.select %d_isnan, %d_nan, %d_raw : tensor<65536xi1>, tensor<65536xui16>
  %d_wanted = stablehlo.broadcast_in_dim %d_bits, dims = [1] : (tensor<65536xui16>) -> tensor<64x65536xui16>
  %d_many_raw = stablehlo.bitcast_convert %d_many_out : (tensor<64x65536xf16>) -> tensor<64x65536xui16>
  %d_many_isnan = stablehlo.compare NE, %d_many_out, %d_many_out : (tensor<64x65536xf16>, tensor<64x65536xf16>) -> tensor<64x65536xi1>
  %d_many_nan = stablehlo.constant dense<32256> : tensor<64x65536xui16>
  %d_got = stablehlo.select %d_many_isnan, %d_many_nan, %d_many_raw : tensor<64x65536xi1>, tensor<64x65536xui16>
  check.expect_eq %d_got, %d_wanted : tensor<64x65536xui16>
  return
}
