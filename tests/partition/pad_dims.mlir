// RUN: spmd-opt %s --spmd-pad-dims --split-input-file > %t.mlir 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK

// All values of the six rows become eight. A sum over the rows reads -0.0 in place of the padding, a maximum would read -inf. The
// borders keep the program's sizes.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:  %[[X:.*]]: tensor<8x5xf32> {{{.*}}spmd.sharding = {axes = ["x"], dims = {{\[\[}}"x"], []], shape = array<i64: 6, 5>
// CHECK:       %[[Y:.*]] = stablehlo.tanh %[[X]] {{.*}} : tensor<8x5xf32>
// CHECK:       %[[ZERO:.*]] = stablehlo.constant {{.*}}dense<-0.000000e+00> : tensor<8x5xf32>
// CHECK:       %[[ROW:.*]] = stablehlo.iota dim = 0 {{.*}} : tensor<8x5xi64>
// CHECK:       %[[END:.*]] = stablehlo.constant {{.*}}dense<6> : tensor<8x5xi64>
// CHECK:       %[[INSIDE:.*]] = stablehlo.compare LT, %[[ROW]], %[[END]]
// CHECK:       %[[MASKED:.*]] = stablehlo.select %[[INSIDE]], %[[Y]], %[[ZERO]]
// CHECK:       stablehlo.reduce(%[[MASKED]] init: %{{.*}}) applies stablehlo.add across dimensions = [0]
// REMARK: remark: dim 0 of 'tensor<6x5xf32>' is padded from 6 to 8 for 4 equal shards, 33 % more work along it
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<5xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<6x5xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} : (tensor<6x5xf32>, tensor<f32>) -> tensor<5xf32>
  return %0, %1 : tensor<6x5xf32>, tensor<5xf32>
}

// -----

// A split of 6 heads of 64 pads whole heads. A dim that is reversed moves to the end first, so that its padding comes last again.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:  %[[X:.*]]: tensor<512xf32>
// CHECK:       %[[HEADS:.*]] = stablehlo.reshape %[[X]] {{.*}} : (tensor<512xf32>) -> tensor<8x64xf32>
// CHECK:       %[[MOVED:.*]] = stablehlo.pad %[[HEADS]], {{.*}} low = [2, 0], high = [-2, 0]
// CHECK:       %[[REVERSED:.*]] = stablehlo.reverse %[[MOVED]], dims = [0] {{.*}} : tensor<8x64xf32>
// CHECK:       return %[[REVERSED]]
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<384xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.reshape %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<384xf32>) -> tensor<6x64xf32>
  %1 = stablehlo.reverse %0, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<6x64xf32>
  return %1 : tensor<6x64xf32>
}

// -----

// An op that works along the dim takes it at its own size.
// CHECK-LABEL: func.func @sorted(
// CHECK-SAME:  %[[X:.*]]: tensor<8x64xf32>
// CHECK:       %[[OWN:.*]] = stablehlo.slice %[[X]] [0:6, 0:64]
// CHECK:       %[[SORTED:.*]] = "stablehlo.sort"(%[[OWN]])
// CHECK:       %[[PADDED:.*]] = stablehlo.pad %[[SORTED]], {{.*}} high = [2, 0]
// CHECK:       return %[[PADDED]]
// REMARK: remark: takes dim 0 of operand 0, of size 6 over 4 shards, whole on every device; the size does not divide and the op cannot work on padding
sdy.mesh @mesh = <["x"=4]>
func.func @sorted(%x: tensor<6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.sort"(%x) <{dimension = 0 : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %1 = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<6x64xf32>) -> tensor<6x64xf32>
  return %0 : tensor<6x64xf32>
}

// -----

// Sizes that all shards divide stay.
// CHECK-LABEL: func.func @main(
// CHECK-SAME:  tensor<8xf32>
// CHECK-NOT:   spmd.sharding
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// Halves of halves: for the five rows 160 would become 256, which is more than five rows, and the ten before them, on every device.
// CHECK-LABEL: func.func @halves(
// CHECK-SAME:  %{{.*}}: tensor<160x8xf32>
// CHECK:       stablehlo.slice %{{.*}} [0:10:2, 0:8] {{.*}} -> tensor<5x8xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @halves(%x: tensor<160x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<160x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<160x8xf32>
  %1 = stablehlo.slice %0 [0:160:2, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<160x8xf32>) -> tensor<80x8xf32>
  %2 = stablehlo.slice %1 [0:80:2, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<80x8xf32>) -> tensor<40x8xf32>
  %3 = stablehlo.slice %2 [0:40:2, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<40x8xf32>) -> tensor<20x8xf32>
  %4 = stablehlo.slice %3 [0:20:2, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<20x8xf32>) -> tensor<10x8xf32>
  %5 = stablehlo.slice %4 [0:10:2, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<10x8xf32>) -> tensor<5x8xf32>
  return %0, %5 : tensor<160x8xf32>, tensor<5x8xf32>
}

// -----

// Every 32nd row instead: five rows on every device would take all rows there.
// CHECK-LABEL: func.func @few_of_many(
// CHECK-SAME:  %{{.*}}: tensor<256x8xf32>
sdy.mesh @mesh = <["x"=4]>
func.func @few_of_many(%x: tensor<160x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<160x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<5x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.sine %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<160x8xf32>
  %1 = stablehlo.slice %0 [0:129:32, 0:8] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<160x8xf32>) -> tensor<5x8xf32>
  %2 = stablehlo.sine %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<5x8xf32>
  return %0, %2 : tensor<160x8xf32>, tensor<5x8xf32>
}
