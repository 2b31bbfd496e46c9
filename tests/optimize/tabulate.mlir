// RUN: spmd-opt %s --spmd-tabulate | FileCheck %s

// The table is the same ops on all bits; nothing of the function is left at the value's own elements.
// CHECK-LABEL: @whole_function(
// CHECK-SAME:    %[[X:.*]]: tensor<1024x1024xbf16>
// CHECK:   %[[BITS:.*]] = stablehlo.iota dim = 0 : tensor<65536xui16>
// CHECK:   %[[ALL:.*]] = stablehlo.bitcast_convert %[[BITS]] : (tensor<65536xui16>) -> tensor<65536xbf16>
// CHECK:   %[[CUBE:.*]] = stablehlo.multiply %{{.*}}, %[[ALL]] : tensor<65536xbf16>
// CHECK:   %[[TANH:.*]] = stablehlo.tanh %{{.*}} : tensor<65536xbf16>
// CHECK:   %[[TABLE:.*]] = stablehlo.multiply %[[TANH]], %[[ALL]] : tensor<65536xbf16>
// CHECK-NOT: stablehlo.tanh
// CHECK:   %[[PLACE:.*]] = stablehlo.bitcast_convert %[[X]] : (tensor<1024x1024xbf16>) -> tensor<1024x1024xui16>
// CHECK-NEXT: %[[OUT:.*]] = "stablehlo.gather"(%[[TABLE]], %[[PLACE]])
// CHECK-NEXT: return %[[OUT]]
func.func @whole_function(%x: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %c = stablehlo.constant dense<0.5> : tensor<bf16>
  %half = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<bf16>) -> tensor<1024x1024xbf16>
  %0 = stablehlo.multiply %x, %x : tensor<1024x1024xbf16>
  %1 = stablehlo.multiply %0, %x : tensor<1024x1024xbf16>
  %2 = stablehlo.multiply %1, %half : tensor<1024x1024xbf16>
  %3 = stablehlo.tanh %2 : tensor<1024x1024xbf16>
  %4 = stablehlo.multiply %3, %x : tensor<1024x1024xbf16>
  return %4 : tensor<1024x1024xbf16>
}

// Ops that use another value stay arithmetic: one look-up, of the expensive part.
// CHECK-LABEL: @part_of_one_number(
// CHECK-SAME:    %[[X:.*]]: tensor<1024x1024xbf16>, %[[Y:.*]]: tensor<1024x1024xbf16>
// CHECK:   %[[TANH:.*]] = "stablehlo.gather"
// CHECK-NEXT: %[[MORE:.*]] = stablehlo.add %[[TANH]], %[[X]]
// CHECK-NEXT: %[[A:.*]] = stablehlo.multiply %[[TANH]], %[[Y]]
// CHECK-NEXT: %[[B:.*]] = stablehlo.add %[[A]], %[[MORE]]
// CHECK-NOT: gather
// CHECK:   return
func.func @part_of_one_number(%x: tensor<1024x1024xbf16>, %y: tensor<1024x1024xbf16>) -> tensor<1024x1024xbf16> {
  %0 = stablehlo.multiply %x, %x : tensor<1024x1024xbf16>
  %1 = stablehlo.multiply %0, %x : tensor<1024x1024xbf16>
  %2 = stablehlo.add %1, %x : tensor<1024x1024xbf16>
  %3 = stablehlo.tanh %2 : tensor<1024x1024xbf16>
  %4 = stablehlo.add %3, %x : tensor<1024x1024xbf16>
  %5 = stablehlo.multiply %3, %y : tensor<1024x1024xbf16>
  %6 = stablehlo.add %5, %4 : tensor<1024x1024xbf16>
  return %6 : tensor<1024x1024xbf16>
}

// In f32 between two conversions: a function of 16 bits all the same. Two values share the table, which stands before the loop.
// CHECK-LABEL: @one_table_for_two(
// CHECK-COUNT-1: stablehlo.exponential %{{.*}} : tensor<65536xf32>
// CHECK-NOT:     stablehlo.exponential
// CHECK:         stablehlo.while
// CHECK:         "stablehlo.gather"
// CHECK:         "stablehlo.gather"
func.func @one_table_for_two(%x: tensor<1048576xbf16>) -> tensor<1048576xbf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<1048576xbf16>
  cond {
    %less = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %b = stablehlo.add %a, %x : tensor<1048576xbf16>
    %0 = stablehlo.convert %b : (tensor<1048576xbf16>) -> tensor<1048576xf32>
    %1 = stablehlo.exponential %0 : tensor<1048576xf32>
    %4 = stablehlo.convert %1 : (tensor<1048576xf32>) -> tensor<1048576xbf16>
    %5 = stablehlo.subtract %a, %x : tensor<1048576xbf16>
    %6 = stablehlo.convert %5 : (tensor<1048576xbf16>) -> tensor<1048576xf32>
    %7 = stablehlo.exponential %6 : tensor<1048576xf32>
    %10 = stablehlo.convert %7 : (tensor<1048576xf32>) -> tensor<1048576xbf16>
    %11 = stablehlo.add %4, %10 : tensor<1048576xbf16>
    stablehlo.return %next, %11 : tensor<i32>, tensor<1048576xbf16>
  }
  return %r#1 : tensor<1048576xbf16>
}

// Not worth a table: few elements, little work, numbers of more bits.
// CHECK-LABEL: @stays(
// CHECK-NOT: gather
// CHECK:     return
func.func @stays(%few: tensor<1024xbf16>, %x: tensor<1024x1024xbf16>, %y: tensor<1024x1024xf32>)
    -> (tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xf32>) {
  %0 = stablehlo.multiply %few, %few : tensor<1024xbf16>
  %1 = stablehlo.tanh %0 : tensor<1024xbf16>
  %2 = stablehlo.tanh %1 : tensor<1024xbf16>
  %3 = stablehlo.tanh %2 : tensor<1024xbf16>
  %4 = stablehlo.multiply %x, %x : tensor<1024x1024xbf16>
  %5 = stablehlo.add %4, %x : tensor<1024x1024xbf16>
  %6 = stablehlo.tanh %y : tensor<1024x1024xf32>
  %7 = stablehlo.tanh %6 : tensor<1024x1024xf32>
  %8 = stablehlo.tanh %7 : tensor<1024x1024xf32>
  return %3, %5, %8 : tensor<1024xbf16>, tensor<1024x1024xbf16>, tensor<1024x1024xf32>
}
