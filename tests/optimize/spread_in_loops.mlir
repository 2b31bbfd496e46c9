// RUN: spmd-opt --spmd-pipeline=stop-after=optimize %s | FileCheck %s --implicit-check-not="spmd.fusion()"
// A constant that is spread out before a loop is not kept as an array while the loop runs: kernels of the body make its elements.
// CHECK: stablehlo.while
// CHECK: do {
// CHECK: spmd.fusion(
// CHECK: stablehlo.broadcast_in_dim %{{.*}} : (tensor<f32>) -> tensor<64x64xf32>
// CHECK: return
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %twos = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<64x64xf32>
  cond {
    %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %sine = stablehlo.sine %a : tensor<64x64xf32>
    %b = stablehlo.multiply %sine, %twos : tensor<64x64xf32>
    stablehlo.return %next, %b : tensor<i32>, tensor<64x64xf32>
  }
  return %r#1 : tensor<64x64xf32>
}

// A scalar, too: the kernel divides by a number that it knows. One clone is in the block, whatever reads it.
// CHECK-LABEL: func.func @scalars
// CHECK: do {
// CHECK: spmd.fusion(%arg{{[0-9]+}} = %iterArg) : (tensor<i32>) -> tensor<i32>
// CHECK: stablehlo.constant dense<10> : tensor<i32>
// CHECK-NOT: stablehlo.constant dense<10>
// CHECK: spmd.yield
func.func @scalars(%x: tensor<i32>) -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %r = stablehlo.while(%a = %x) : tensor<i32>
  cond {
    %more = stablehlo.compare GT, %a, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %digit = stablehlo.remainder %a, %ten : tensor<i32>
    %rest = stablehlo.divide %a, %ten : tensor<i32>
    %less = stablehlo.subtract %rest, %digit : tensor<i32>
    stablehlo.return %less : tensor<i32>
  }
  return %r : tensor<i32>
}
