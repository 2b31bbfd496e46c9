// RUN: not spmd-opt %s --spmd-keep-scales --split-input-file > %t.mlir 2> %t.messages
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.messages --check-prefix=MESSAGE

// Values quantized along a dim are whole; other values keep their placements.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:  %arg1: tensor<6x4x!quant{{.*}}> {sdy.sharding = #sdy.sharding<@m, [{}, {}]>}
// CHECK:       stablehlo.uniform_quantize %arg0 {{.*}}[{}, {}]
// CHECK:       sdy.reshard %{{.*}} <@m, [{}, {}]>
// CHECK:       stablehlo.uniform_dequantize %{{.*}}[{"a"}, {}]
// CHECK:       in_shardings=[<@m, [{}, {}]>] out_shardings=[<@m, [{"a"}, {"b"}]>]
// MESSAGE: remark: argument 1 of type {{.*}} is placed as #sdy.sharding<@m, [{}, {}]>, since elements quantized along a dim cannot be split
// MESSAGE: remark: result 0 of type
// MESSAGE: remark: result 0 of type
// MESSAGE: remark: operand 0 of type
sdy.mesh @m = <["a"=2, "b"=2]>
!p = !quant.uniform<i8:f32:0, {0.1,0.2,0.3,0.4,0.5,0.6}>
func.func @main(%x: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, %y: tensor<6x4x!p> {sdy.sharding = #sdy.sharding<@m, [{}, {"b"}]>})
    -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {}]>}, tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@m, [{"a"}, {"b"}]>}) {
  %0 = stablehlo.uniform_quantize %x {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<6x4xf32>) -> tensor<6x4x!p>
  %1 = sdy.reshard %0 <@m, [{"a"}, {"b"}]> : tensor<6x4x!p>
  %2 = stablehlo.uniform_dequantize %1 {sdy.sharding = #sdy.sharding_per_value<[<@m, [{"a"}, {}]>]>} : (tensor<6x4x!p>) -> tensor<6x4xf32>
  %3 = sdy.manual_computation(%y) in_shardings=[<@m, [{}, {"b"}]>] out_shardings=[<@m, [{"a"}, {"b"}]>] manual_axes={"a"} (%part: tensor<6x4x!p>) {
    %4 = stablehlo.uniform_dequantize %part {sdy.sharding = #sdy.sharding_per_value<[<@m, [{}, {"b"}]>]>} : (tensor<6x4x!p>) -> tensor<6x4xf32>
    sdy.return %4 : tensor<6x4xf32>
  } : (tensor<6x4x!p>) -> tensor<12x4xf32>
  return %2, %3 : tensor<6x4xf32>, tensor<12x4xf32>
}

// -----

// MESSAGE: error: 'sdy.manual_computation' op splits operand 0 of type {{.*}}; elements quantized along a dim cannot be split
sdy.mesh @m = <["a"=2]>
!p = !quant.uniform<i8:f32:0, {0.1,0.2,0.3,0.4,0.5,0.6}>
func.func @main(%y: tensor<6x4x!p>) {
  sdy.manual_computation(%y) in_shardings=[<@m, [{}, {"a"}]>] out_shardings=[] manual_axes={"a"} (%part: tensor<6x2x!p>) {
    sdy.return
  } : (tensor<6x4x!p>) -> ()
  return
}

// -----

// MESSAGE: error: 'sdy.all_slice' op moves parts of a value of type {{.*}}; elements quantized along a dim cannot be split
// MESSAGE: note: the value is
sdy.mesh @m = <["a"=2]>
!p = !quant.uniform<i8:f32:0, {0.1,0.2,0.3,0.4,0.5,0.6}>
func.func @main(%y: tensor<6x4x!p>) -> tensor<6x4x!p> {
  %0 = sdy.all_slice [{}, {"a"}] %y out_sharding=<@m, [{}, {"a"}]> : tensor<6x4x!p>
  return %0 : tensor<6x4x!p>
}
