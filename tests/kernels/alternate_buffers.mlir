// Counted loops whose carried values would be copied at the end of each trip get several trips in one body.
// RUN: spmd-opt %s --spmd-pipeline=stop-after=optimize | spmd-opt - --spmd-plan-kernels > %t.mlir
// RUN: spmd-opt %t.mlir --spmd-alternate-buffers | FileCheck %s
// Results do not change. Of 43 trips none ends with a copy: the five stand before loops and at the end of main.
// RUN: spmd-run %s --check-against-sequential
// RUN: spmd-run %s --no-run --stats | FileCheck %s --check-prefix=STATS
// STATS: , 5 copies

// A stencil: of seven trips one stands before the loop, and three times two run in it.
// CHECK-LABEL: func.func public @main
// CHECK:       %[[FIRST:.*]] = spmd.kernel(%{{.*}} = %arg0)
// CHECK:       stablehlo.while({{.*}}, %[[U:[^ ]*]] = %[[FIRST]]) {{.*}}spmd.trip_count = 3 : i64
// CHECK:       do {
// CHECK:         %[[BETWEEN:.*]] = spmd.kernel(%{{.*}} = %[[U]])
// CHECK:         %[[NEXT:.*]] = spmd.kernel(%{{.*}} = %[[BETWEEN]])
// CHECK:         stablehlo.return %{{.*}}, %[[NEXT]] :
// A value that each trip updates in place.
// CHECK:       stablehlo.while({{.*}}spmd.trip_count = 10 : i64
// A wave, whose next step may take the place of the last but one: two trips.
// CHECK:       stablehlo.while({{.*}}spmd.trip_count = 4 : i64
// One that reads neighbours in the last but one: three buffers take turns, and two of eight trips are left over.
// CHECK:       stablehlo.while({{.*}}spmd.trip_count = 2 : i64
// Values that change places.
// CHECK:       stablehlo.while({{.*}}spmd.trip_count = 5 : i64
func.func public @main(%x: tensor<64xf32>, %y: tensor<64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %eight = stablehlo.constant dense<8> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>

  %0:2 = stablehlo.while(%i = %zero, %u = %x) : tensor<i32>, tensor<64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %seven : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %r = stablehlo.reverse %u, dims = [0] : tensor<64xf32>
      %s = stablehlo.sine %r : tensor<64xf32>
      %v = stablehlo.subtract %u, %s : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %v : tensor<i32>, tensor<64xf32>
    }

  %1:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %r = stablehlo.reverse %b, dims = [0] : tensor<64xf32>
      %s = stablehlo.sine %r : tensor<64xf32>
      %c = stablehlo.subtract %s, %a : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %b, %c : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    }

  %2:3 = stablehlo.while(%i = %zero, %a = %x, %b = %y) : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %eight : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %r = stablehlo.reverse %a, dims = [0] : tensor<64xf32>
      %s = stablehlo.sine %r : tensor<64xf32>
      %t = stablehlo.subtract %s, %a : tensor<64xf32>
      %c = stablehlo.subtract %t, %b : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %b, %c : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    }

  %3:3 = stablehlo.while(%i = %zero, %a = %1#1, %b = %2#1) : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = stablehlo.sine %a : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %b, %s : tensor<i32>, tensor<64xf32>, tensor<64xf32>
    }

  %4:2 = stablehlo.while(%i = %zero, %a = %0#1) : tensor<i32>, tensor<64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %ten : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = stablehlo.sine %a : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %j, %s : tensor<i32>, tensor<64xf32>
    }
  return %1#2, %2#2, %3#1, %3#2, %4#1 : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
}
