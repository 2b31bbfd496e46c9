// RUN: spmd-opt %s --spmd-fuse | FileCheck %s

// A chain of elementwise ops and the sum over its result are one kernel.
// CHECK-LABEL: @chain_and_sum(
func.func @chain_and_sum(%x: tensor<64x512xf32>, %y: tensor<64x512xf32>) -> tensor<64xf32> {
  // CHECK: %[[R:.*]] = spmd.fusion(%[[A:.*]] = %arg0, %[[B:.*]] = %arg1
  // CHECK: %[[S:.*]] = stablehlo.add %[[A]], %[[B]]
  // CHECK: %[[T:.*]] = stablehlo.tanh %[[S]]
  // CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[T]]
  // CHECK: spmd.yield %[[SUM]]
  // CHECK-NOT: spmd.fusion
  // CHECK: return %[[R]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %x, %y : tensor<64x512xf32>
  %1 = stablehlo.tanh %0 : tensor<64x512xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  return %2 : tensor<64xf32>
}

// A matmul is no loop, and the op before it is needed before: two kernels.
// CHECK-LABEL: @matmul_between(
func.func @matmul_between(%x: tensor<64x64xf32>, %y: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: %[[A:.*]] = spmd.fusion
  // CHECK: stablehlo.tanh
  // CHECK: %[[M:.*]] = spmd.dot %[[A]], %arg1
  // CHECK: %[[B:.*]] = spmd.fusion(%{{.*}} = %[[M]])
  // CHECK: stablehlo.negate
  // CHECK: return %[[B]]
  %0 = stablehlo.tanh %x : tensor<64x64xf32>
  %1 = spmd.dot %0, %y batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.negate %1 : tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// A kernel may have several results.
// CHECK-LABEL: @two_results_of_one_operand(
func.func @two_results_of_one_operand(%x: tensor<64x512xf32>) -> (tensor<64x512xf32>, tensor<64x512xf32>) {
  // CHECK: %[[R:.*]]:2 = spmd.fusion
  // CHECK: return %[[R]]#0, %[[R]]#1
  %0 = stablehlo.tanh %x : tensor<64x512xf32>
  %1 = stablehlo.negate %0 : tensor<64x512xf32>
  return %0, %1 : tensor<64x512xf32>, tensor<64x512xf32>
}

// A reshape that changes no byte needs no kernel, and neither does an op that nobody reads.
// CHECK-LABEL: @views(
// CHECK-NEXT: %[[V:.*]] = stablehlo.reshape %arg0
// CHECK-NEXT: return %[[V]]
func.func @views(%x: tensor<64x512xf32>) -> tensor<512x64xf32> {
  %0 = stablehlo.reshape %x : (tensor<64x512xf32>) -> tensor<512x64xf32>
  %1 = stablehlo.tanh %x : tensor<64x512xf32>
  return %0 : tensor<512x64xf32>
}

// The bodies of control flow are fused on their own.
// CHECK-LABEL: @branches(
func.func @branches(%p: tensor<i1>, %x: tensor<64x512xf32>) -> tensor<64x512xf32> {
  // CHECK-NEXT: "stablehlo.if"(%arg0)
  // CHECK-NEXT: spmd.fusion
  // CHECK: stablehlo.tanh
  // CHECK: }, {
  // CHECK-NEXT: stablehlo.return %arg1
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.tanh %x : tensor<64x512xf32>
    stablehlo.return %1 : tensor<64x512xf32>
  }, {
    stablehlo.return %x : tensor<64x512xf32>
  }) : (tensor<i1>) -> tensor<64x512xf32>
  return %0 : tensor<64x512xf32>
}

// Both kernels compute the rows' numbers, rather than read 2 MiB of them from memory.
// CHECK-LABEL: @numbers_of_rows(
// CHECK: spmd.fusion(%{{.*}}) : (tensor<i64>, tensor<512x512xf32>) -> tensor<512x512xf32> {
// CHECK: stablehlo.iota
// CHECK: spmd.dot
// CHECK: spmd.fusion(%{{.*}}) : (tensor<i64>, tensor<512x512xf32>) -> tensor<512x512xf32> {
// CHECK: stablehlo.iota
func.func @numbers_of_rows(%x: tensor<512x512xf32>, %first: tensor<i64>) -> tensor<512x512xf32> {
  %iota = stablehlo.iota dim = 0 : tensor<512x512xi64>
  %0 = stablehlo.broadcast_in_dim %first, dims = [] : (tensor<i64>) -> tensor<512x512xi64>
  %row = stablehlo.add %iota, %0 : tensor<512x512xi64>
  %five = stablehlo.constant dense<5> : tensor<512x512xi64>
  %seven = stablehlo.constant dense<7> : tensor<512x512xi64>
  %1 = stablehlo.compare LT, %row, %five : (tensor<512x512xi64>, tensor<512x512xi64>) -> tensor<512x512xi1>
  %2 = stablehlo.negate %x : tensor<512x512xf32>
  %3 = stablehlo.select %1, %x, %2 : tensor<512x512xi1>, tensor<512x512xf32>
  %4 = spmd.dot %3, %3 batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %5 = stablehlo.compare LT, %row, %seven : (tensor<512x512xi64>, tensor<512x512xi64>) -> tensor<512x512xi1>
  %6 = stablehlo.negate %4 : tensor<512x512xf32>
  %7 = stablehlo.select %5, %4, %6 : tensor<512x512xi1>, tensor<512x512xf32>
  return %7 : tensor<512x512xf32>
}

// The backward part of a gelu: %2 is computed once, and %3 and %6 take the places of %0 and %1. The matmul that reads %3 waits.
// CHECK-LABEL: @a_matmul_waits_for_the_kernel_of_another_reader(
// CHECK: %[[U:.*]] = spmd.dot
// CHECK: %[[D:.*]] = spmd.dot
// CHECK: %[[BOTH:.*]]:2 = spmd.fusion(
// CHECK: stablehlo.tanh
// CHECK-NOT: stablehlo.tanh
// CHECK: spmd.dot {{.*}}%[[BOTH]]#
// CHECK: spmd.dot {{.*}}%[[BOTH]]#
func.func @a_matmul_waits_for_the_kernel_of_another_reader(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>, %dy: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
  %0 = spmd.dot %x, %w batch = [] x [] contract = [1] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %1 = spmd.dot %dy, %w batch = [] x [] contract = [1] x [1] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %2 = stablehlo.tanh %0 : tensor<256x256xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<256x256xf32>
  %4 = spmd.dot %dy, %3 batch = [] x [] contract = [0] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %5 = stablehlo.multiply %1, %2 : tensor<256x256xf32>
  %6 = stablehlo.multiply %5, %0 : tensor<256x256xf32>
  %7 = spmd.dot %6, %dy batch = [] x [] contract = [0] x [0] to [0, 1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %4, %7 : tensor<256x256xf32>, tensor<256x256xf32>
}

// Two kernels read the product: both read the narrow factors, which have no more bytes, and compute it.
// CHECK-LABEL: @product_of_narrow(
func.func @product_of_narrow(%x: tensor<64x512xbf16>, %y: tensor<64x512xbf16>) -> (tensor<64xf32>, tensor<512xf32>) {
  // CHECK: spmd.fusion(%{{.*}} = %arg0, %{{.*}} = %arg1) : (tensor<64x512xbf16>, tensor<64x512xbf16>) -> tensor<64xf32>
  // CHECK: spmd.fusion(%{{.*}} = %arg0, %{{.*}} = %arg1) : (tensor<64x512xbf16>, tensor<64x512xbf16>) -> tensor<512xf32>
  // CHECK: return
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convert %x : (tensor<64x512xbf16>) -> tensor<64x512xf32>
  %1 = stablehlo.convert %y : (tensor<64x512xbf16>) -> tensor<64x512xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<64x512xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  %4 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %3, %4 : tensor<64xf32>, tensor<512xf32>
}

// Of two factors with the bytes of the product each, the second kernel would read twice as many: the product is written.
// CHECK-LABEL: @product_of_wide(
func.func @product_of_wide(%x: tensor<64x512xf32>, %y: tensor<64x512xf32>) -> (tensor<64xf32>, tensor<512xf32>) {
  // CHECK: %[[P:.*]]:2 = spmd.fusion(%{{.*}} = %arg0, %{{.*}} = %arg1)
  // CHECK: spmd.fusion(%{{.*}} = %[[P]]#0) : (tensor<64x512xf32>) -> tensor<512xf32>
  // CHECK: return
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %y : tensor<64x512xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x512xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x512xf32>, tensor<f32>) -> tensor<512xf32>
  return %1, %2 : tensor<64xf32>, tensor<512xf32>
}

// What is expensive and broadcast along rows is a result of the kernel before: in one kernel, each row would compute it again.
// CHECK-LABEL: @roots_of_columns(
func.func @roots_of_columns(%x: tensor<1000x512xf32>, %v: tensor<512xf32>) -> tensor<1000x512xf32> {
  // CHECK: %[[R:.*]] = spmd.fusion(%{{.*}} = %arg1)
  // CHECK: stablehlo.rsqrt
  // CHECK: %[[Y:.*]] = spmd.fusion(%{{.*}} = %[[R]], %{{.*}} = %arg0)
  // CHECK: stablehlo.multiply
  // CHECK: return %[[Y]]
  %0 = stablehlo.rsqrt %v : tensor<512xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<512xf32>) -> tensor<1000x512xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<1000x512xf32>
  return %2 : tensor<1000x512xf32>
}

// So are sums over rows: each element would add up their pieces.
// CHECK-LABEL: @sums_of_columns(
func.func @sums_of_columns(%x: tensor<1000x512xf32>) -> tensor<1000x512xf32> {
  // CHECK: %[[S:.*]] = spmd.fusion(%{{.*}} = %arg0)
  // CHECK: stablehlo.reduce
  // CHECK: %[[Y:.*]] = spmd.fusion(%{{.*}} = %[[S]], %{{.*}} = %arg0)
  // CHECK: stablehlo.subtract
  // CHECK: return %[[Y]]
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1000x512xf32>, tensor<f32>) -> tensor<512xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<512xf32>) -> tensor<1000x512xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<1000x512xf32>
  return %2 : tensor<1000x512xf32>
}

// One of few rows is worth no kernel of its own.
// CHECK-LABEL: @few_rows(
func.func @few_rows(%x: tensor<10x64xf32>, %v: tensor<64xf32>) -> tensor<10x64xf32> {
  // CHECK: spmd.fusion
  // CHECK: stablehlo.rsqrt
  // CHECK-NOT: spmd.fusion
  // CHECK: return
  %0 = stablehlo.rsqrt %v : tensor<64xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<64xf32>) -> tensor<10x64xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<10x64xf32>
  return %2 : tensor<10x64xf32>
}

// Two results whose parts are joined, of the same parts, are one kernel, and so is a third one without a join.
// CHECK-LABEL: @joins(
func.func @joins(%z: tensor<10000x2xf32>) -> (tensor<10000x2xf32>, tensor<10000x2xf32>, tensor<10000x1xf32>) {
  // CHECK: %[[R:.*]]:3 = spmd.fusion(%{{.*}} = %arg0)
  // CHECK: stablehlo.slice
  // CHECK-NOT: spmd.fusion
  // CHECK: return %[[R]]#
  %re = stablehlo.slice %z [0:10000, 0:1] : (tensor<10000x2xf32>) -> tensor<10000x1xf32>
  %im = stablehlo.slice %z [0:10000, 1:2] : (tensor<10000x2xf32>) -> tensor<10000x1xf32>
  %0 = stablehlo.divide %re, %im : tensor<10000x1xf32>
  %1 = stablehlo.concatenate %0, %im, dim = 1 : (tensor<10000x1xf32>, tensor<10000x1xf32>) -> tensor<10000x2xf32>
  %2 = stablehlo.sqrt %im : tensor<10000x1xf32>
  %3 = stablehlo.concatenate %re, %2, dim = 1 : (tensor<10000x1xf32>, tensor<10000x1xf32>) -> tensor<10000x2xf32>
  %4 = stablehlo.multiply %re, %im : tensor<10000x1xf32>
  return %1, %3, %4 : tensor<10000x2xf32>, tensor<10000x2xf32>, tensor<10000x1xf32>
}

// The maximum of columns is a kernel of its own, as each row would add up its pieces again. The exponential still knows that it gets
// nothing above zero. Of rows, that is not known.
// CHECK-LABEL: @softmax_of_columns(
func.func @softmax_of_columns(%x: tensor<1000x512xf32>, %row: tensor<1000xf32>) -> (tensor<1000x512xf32>, tensor<1000x512xf32>) {
  // CHECK: spmd.fusion
  // CHECK: stablehlo.reduce
  // CHECK: spmd.fusion
  // CHECK-DAG: stablehlo.exponential %{{.*}} {spmd.at_most_zero}
  // CHECK-DAG: stablehlo.exponential %{{[0-9]+}} : tensor
  // CHECK: return
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %least) applies stablehlo.maximum across dimensions = [0] : (tensor<1000x512xf32>, tensor<f32>) -> tensor<512xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<512xf32>) -> tensor<1000x512xf32>
  %2 = stablehlo.subtract %x, %1 : tensor<1000x512xf32>
  %3 = stablehlo.exponential %2 : tensor<1000x512xf32>
  %4 = stablehlo.broadcast_in_dim %row, dims = [0] : (tensor<1000xf32>) -> tensor<1000x512xf32>
  %5 = stablehlo.subtract %x, %4 : tensor<1000x512xf32>
  %6 = stablehlo.exponential %5 : tensor<1000x512xf32>
  return %3, %6 : tensor<1000x512xf32>, tensor<1000x512xf32>
}

// What a slice reads of a pad or of a concatenation lies in one operand of it. No gather picks elements there, so all is one kernel.
// CHECK-LABEL: @pads_and_joins_behind_slices(
// CHECK: spmd.fusion
// CHECK-NOT: spmd.fusion
// CHECK: return
func.func @pads_and_joins_behind_slices(%x: tensor<64x64xf32>, %y: tensor<64x63xf32>, %z: tensor<64x60xf32>, %w: tensor<64x4xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.multiply %y, %y : tensor<64x63xf32>
  %1 = stablehlo.pad %0, %zero, low = [0, 0], high = [0, 1], interior = [0, 0] : (tensor<64x63xf32>, tensor<f32>) -> tensor<64x64xf32>
  %2 = stablehlo.multiply %z, %z : tensor<64x60xf32>
  %3 = stablehlo.concatenate %2, %w, dim = 1 : (tensor<64x60xf32>, tensor<64x4xf32>) -> tensor<64x64xf32>
  %4 = stablehlo.add %1, %3 : tensor<64x64xf32>
  %5 = stablehlo.slice %4 [0:64, 0:58] : (tensor<64x64xf32>) -> tensor<64x58xf32>
  %6 = stablehlo.pad %5, %zero, low = [0, 1], high = [0, 5], interior = [0, 0] : (tensor<64x58xf32>, tensor<f32>) -> tensor<64x64xf32>
  %7 = stablehlo.add %x, %6 : tensor<64x64xf32>
  return %4, %7 : tensor<64x64xf32>, tensor<64x64xf32>
}

// A product of three 4 x 4 matrices for each of 10,000: the elements of the first product are wanted at four places each, so they are written. Of 2 x 2 matrices, they are computed twice.
// CHECK-LABEL: @chains_of_small_sums(
// CHECK-COUNT-3: spmd.fusion
// CHECK-NOT: spmd.fusion
// CHECK: return
func.func @chains_of_small_sums(%x: tensor<10000x4x4xf32>, %y: tensor<10000x2x2xf32>) -> (tensor<10000x4x4xf32>, tensor<10000x2x2xf32>) {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %rows = stablehlo.broadcast_in_dim %x, dims = [0, 1, 2] : (tensor<10000x4x4xf32>) -> tensor<10000x4x4x4xf32>
  %columns = stablehlo.broadcast_in_dim %x, dims = [0, 2, 3] : (tensor<10000x4x4xf32>) -> tensor<10000x4x4x4xf32>
  %0 = stablehlo.multiply %rows, %columns : tensor<10000x4x4x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<10000x4x4x4xf32>, tensor<f32>) -> tensor<10000x4x4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2] : (tensor<10000x4x4xf32>) -> tensor<10000x4x4x4xf32>
  %3 = stablehlo.multiply %2, %columns : tensor<10000x4x4x4xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<10000x4x4x4xf32>, tensor<f32>) -> tensor<10000x4x4xf32>
  %rows2 = stablehlo.broadcast_in_dim %y, dims = [0, 1, 2] : (tensor<10000x2x2xf32>) -> tensor<10000x2x2x2xf32>
  %columns2 = stablehlo.broadcast_in_dim %y, dims = [0, 2, 3] : (tensor<10000x2x2xf32>) -> tensor<10000x2x2x2xf32>
  %5 = stablehlo.multiply %rows2, %columns2 : tensor<10000x2x2x2xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<10000x2x2x2xf32>, tensor<f32>) -> tensor<10000x2x2xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0, 1, 2] : (tensor<10000x2x2xf32>) -> tensor<10000x2x2x2xf32>
  %8 = stablehlo.multiply %7, %columns2 : tensor<10000x2x2x2xf32>
  %9 = stablehlo.reduce(%8 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<10000x2x2x2xf32>, tensor<f32>) -> tensor<10000x2x2xf32>
  return %4, %9 : tensor<10000x4x4xf32>, tensor<10000x2x2xf32>
}

// A function of each row's sum takes one lane of a kernel over the rows. Beside few columns it is a kernel of its own: sums, tanh, sums over rows. Beside many, or in few rows, all is one kernel.
// CHECK-LABEL: @functions_of_short_rows(
// CHECK-COUNT-3: spmd.fusion
// CHECK-NOT: spmd.fusion
// CHECK: return
func.func @functions_of_short_rows(%x: tensor<3000x30xf32>) -> tensor<30xf32> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<3000x30xf32>, tensor<f32>) -> tensor<3000xf32>
  %1 = stablehlo.tanh %0 : tensor<3000xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<3000xf32>) -> tensor<3000x30xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<3000x30xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3000x30xf32>, tensor<f32>) -> tensor<30xf32>
  return %4 : tensor<30xf32>
}
// CHECK-LABEL: @functions_of_long_rows(
// CHECK: spmd.fusion
// CHECK-NOT: spmd.fusion
// CHECK: return
func.func @functions_of_long_rows(%x: tensor<300x300xf32>) -> tensor<300xf32> {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<300x300xf32>, tensor<f32>) -> tensor<300xf32>
  %1 = stablehlo.tanh %0 : tensor<300xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<300xf32>) -> tensor<300x300xf32>
  %3 = stablehlo.multiply %x, %2 : tensor<300x300xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<300x300xf32>, tensor<f32>) -> tensor<300xf32>
  return %4 : tensor<300xf32>
}

// The quotient reads what the norm has summed up, which rows of the matrix would be read for again, across its columns: the vector is written first. Of a small matrix, all is one kernel.
// CHECK-LABEL: @norms_of_sums(
// CHECK-COUNT-3: spmd.fusion
// CHECK-NOT: spmd.fusion
// CHECK: return
func.func @norms_of_sums(%a: tensor<188x188xf32>, %x: tensor<188xf32>, %b: tensor<16x16xf32>, %y: tensor<16xf32>) -> (tensor<188xf32>, tensor<16xf32>) {
  %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<188xf32>) -> tensor<188x188xf32>
  %1 = stablehlo.multiply %a, %0 : tensor<188x188xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<188x188xf32>, tensor<f32>) -> tensor<188xf32>
  %3 = stablehlo.multiply %2, %2 : tensor<188xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<188xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.sqrt %4 : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<188xf32>
  %7 = stablehlo.divide %2, %6 : tensor<188xf32>
  %8 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
  %9 = stablehlo.multiply %b, %8 : tensor<16x16xf32>
  %10 = stablehlo.reduce(%9 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
  %11 = stablehlo.multiply %10, %10 : tensor<16xf32>
  %12 = stablehlo.reduce(%11 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
  %13 = stablehlo.sqrt %12 : tensor<f32>
  %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<16xf32>
  %15 = stablehlo.divide %10, %14 : tensor<16xf32>
  return %7, %15 : tensor<188xf32>, tensor<16xf32>
}
